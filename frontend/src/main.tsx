import '@blueprintjs/core/lib/css/blueprint.css';
import '@blueprintjs/select/lib/css/blueprint-select.css';
import './styles/index.css';
import { FocusStyleManager } from '@blueprintjs/core';
import i18next from 'i18next';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { Provider } from 'react-redux';
import { createBrowserRouter, RouterProvider } from 'react-router-dom';
import { createErrorListener } from './app/error-listener';
import { followOtherTabs } from './app/follow-other-tabs';
import { startFocusReturn } from './base/focus-return';
import { notices } from './shared/dialog/notices';
import { routes } from './app/routes';
import { createStore } from './app/store';
import { showTheme } from './base/appearance/theme';
import { UiProvider } from './app/UiProvider';
import { rememberPlace } from './base/session/place-to-return';
import { initialLanguage } from './base/language';
import { startTranslations } from './i18n';

async function start(): Promise<void> {
  const root = document.getElementById('root');
  if (!root) throw new Error('index.html has no element #root');
  await startTranslations(initialLanguage(), 'first');
  FocusStyleManager.onlyShowFocusOnTabs();
  startFocusReturn();

  const router = createBrowserRouter(routes);
  const store = createStore(
    createErrorListener({
      showError: notices.error,
      showInfo: notices.info,
      goToLogin: () => {
        rememberPlace(router.state.location);
        void router.navigate('/login?expired=true');
      },
      translate: i18next.t,
    }),
  );
  showTheme(store.getState().appearance.theme);
  followOtherTabs(store);

  createRoot(root).render(
    <StrictMode>
      <Provider store={store}>
        <UiProvider>
          <RouterProvider router={router} />
        </UiProvider>
      </Provider>
    </StrictMode>,
  );
}

void start();
