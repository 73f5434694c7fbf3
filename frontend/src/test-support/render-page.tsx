import { type Middleware } from '@reduxjs/toolkit';
import { render } from '@testing-library/react';
import { Role, type SessionUser } from '@contracts';
import { type ReactElement } from 'react';
import { Provider } from 'react-redux';
import {
  UNSAFE_createMemoryHistory as createMemoryHistory,
  unstable_HistoryRouter as HistoryRouter,
  useRoutes,
  type RouteObject,
} from 'react-router-dom';
import { createStore } from '../app/store';
import { UiProvider } from '../app/UiProvider';
import { startTranslations } from '../i18n';
import { loadMenus } from '../shared/display/late-menus';
import { forgetDrafts } from '../shared/form/kept-drafts';

const passOn: Middleware = () => next => action => next(action);

export function makeUser(changes: Partial<SessionUser> = {}): SessionUser {
  return {
    id: 7,
    username: 'ann',
    display_name: 'Ann',
    role: Role.User,
    status: 1,
    group: 'default',
    message_penetration: '',
    ...changes,
  };
}

interface PageOptions {
  readonly user?: SessionUser | null;
  /** The address at which the page is shown. Default: /. */
  readonly at?: string;
  readonly errorListener?: Middleware;
}

/** Renders one page with store, router and English texts, as the application does. */
export function renderPage(page: ReactElement, options: PageOptions = {}) {
  return renderRoutes([{ path: '*', element: page }], options);
}

/** Renders several pages with their layout, with store, router and English texts. */
export async function renderRoutes(routes: RouteObject[], options: PageOptions = {}) {
  const { user = null, at = '/', errorListener = passOn } = options;
  await Promise.all([startTranslations('en'), loadMenus()]);
  forgetDrafts(); // each test is a page of its own
  const store = createStore(errorListener, { session: { user, hasExpired: false } });
  const history = createMemoryHistory({ initialEntries: [at], v5Compat: true });
  render(
    <Provider store={store}>
      <UiProvider>
        <HistoryRouter history={history}>
          <Pages routes={routes} />
        </HistoryRouter>
      </UiProvider>
    </Provider>,
  );
  return { store, history };
}

function Pages({ routes }: { readonly routes: RouteObject[] }) {
  return useRoutes(routes);
}
