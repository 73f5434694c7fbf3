import { FocusStyleManager } from '@blueprintjs/core';
import i18next from 'i18next';
import { startTransition, StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { Provider } from 'react-redux';
import {
  UNSAFE_createBrowserHistory as createBrowserHistory,
  unstable_HistoryRouter as HistoryRouter,
} from 'react-router-dom';
import { baseApi } from '../api/base-api';
import { showTheme } from '../base/appearance/theme';
import { startFocusReturn } from '../base/focus-return';
import { initialLanguage } from '../base/language';
import { rememberPlace } from '../base/session/place-to-return';
import { askForSite, readStatus } from '../base/site/site-api';
import { startTranslations } from '../i18n';
import { breath } from '../shared/browser/breath';
import { readStoredUser } from '../shared/browser/storage';
import { notices } from '../shared/dialog/notices';
import { loadMenusWhenUsed } from '../shared/display/late-menus';
import { expectRichText } from '../shared/foreign/RichText';
import { createErrorListener } from './error-listener';
import { followOtherTabs } from './follow-other-tabs';
import { firstCallsAt, loadEarly, Pages } from './routes';
import { createStore, type AppStore } from './store';
import { UiProvider } from './UiProvider';

/** Milliseconds that the first render waits for the site's status and the code of the page. */
const WAIT_MAX_MS = 2_000;

/**
 * The history of addresses and the store: a call that needs a session leads to the sign-in. The library has a second router,
 * which also loads data and is twice as long; no page would use that.
 */
async function createParts() {
  const history = createBrowserHistory({ v5Compat: true }); // tells the router of its own steps, too
  const store = createStore(
    createErrorListener({
      showError: notices.error,
      showInfo: notices.info,
      goToLogin: () => {
        rememberPlace(history.location);
        history.push('/login?expired=true');
      },
      translate: i18next.t,
    }),
  );
  await breath();
  return { history, store };
}

/** Loads the page of the address. The start page mostly leads readers who are signed in to the overview, so that comes with it. */
async function loadFirstPages(address: string): Promise<void> {
  const isLedOn = address === '/' && readStoredUser() !== null;
  await Promise.all([loadEarly(address), isLedOn ? loadEarly('/overview') : null]);
}

/** What the first page shows, so that it is rendered once and whole. */
async function arrived(store: AppStore, page: Promise<void>): Promise<void> {
  for (const asking of [...askForSite(), ...firstCallsAt(window.location.pathname)]) store.dispatch(asking);
  const site = Promise.all(store.dispatch(baseApi.util.getRunningQueriesThunk()));
  void site.then(() => {
    if (readStatus(store.getState()).data?.footer_html) expectRichText();
  });
  const all = Promise.all([page, site]);
  await Promise.race([all, new Promise(resolve => setTimeout(resolve, WAIT_MAX_MS))]);
}

/**
 * Renders the console.
 *
 * @param styles resolves when the styles are there
 */
export async function startConsole(root: Element, styles: Promise<void>): Promise<void> {
  await startTranslations(initialLanguage(), ['first']);
  const pageCode = loadFirstPages(window.location.pathname);
  FocusStyleManager.onlyShowFocusOnTabs();
  startFocusReturn();
  loadMenusWhenUsed();
  await breath();

  const { history, store } = await createParts();
  showTheme(store.getState().appearance.theme);
  followOtherTabs(store);
  await Promise.all([styles, arrived(store, pageCode)]);
  await breath();

  const page = (
    <StrictMode>
      <Provider store={store}>
        <UiProvider>
          <HistoryRouter history={history}>
            <Pages />
          </HistoryRouter>
        </UiProvider>
      </Provider>
    </StrictMode>
  );
  // A transition is rendered in short steps; the first render would otherwise be one long task.
  startTransition(() => createRoot(root).render(page));
}
