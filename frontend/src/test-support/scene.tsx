import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { type SessionUser } from '@contracts';
import i18next from 'i18next';
import { type ReactElement } from 'react';
import { type RouteObject } from 'react-router-dom';
import { createErrorListener } from '../app/error-listener';
import { notices } from '../shared/dialog/notices';
import { ok, startFakeServer } from './fake-server';
import { makeUser, renderRoutes } from './render-page';

type Answers = Parameters<typeof startFakeServer>[0];

/** What a test may choose when it visits a page; every scene takes these options, and some take more. */
export interface Visit {
  /** The address with its query. Default: the plain address of the page. */
  readonly at?: string;
  /** Who visits the page. Default: the least role that may read it. */
  readonly role?: SessionUser['role'];
  /** Fields of the site status that differ from a site that counts money in dollars. */
  readonly status?: object;
  /** The responses that differ from those of the scene, by "METHOD /path". */
  readonly answers?: Answers;
}

interface Stage extends Visit {
  readonly at: string;
  /** The page, or several pages with their routes. */
  readonly page: ReactElement | RouteObject[];
  /** Who visits the page, when more than the role matters. Default: the usual user, with the role of the visit. */
  readonly user?: SessionUser | null;
}

/** The status of a site that shows quota as dollars. */
const dollars = { quota_per_unit: 500_000, display_in_currency: true };

/**
 * Opens a page at a fake server, in a browser without memories. Every scene is made of it: a function `visit…` with the
 * options of a {@link Visit}, which returns the server, the shown errors, the store, the router, and what its tests do
 * on the page.
 */
export async function visitPage({ page, at, role, user, status, answers }: Stage) {
  localStorage.clear();
  sessionStorage.clear();
  const server = startFakeServer({ 'GET /api/status': ok({ ...dollars, ...status }), ...answers });
  const errors: string[] = [];
  const errorListener = createErrorListener({
    showError: message => {
      errors.push(message);
      notices.error(message);
    },
    showInfo: () => undefined,
    goToLogin: () => undefined,
    translate: i18next.t,
  });
  const routes = Array.isArray(page) ? page : [{ path: '*', element: page }];
  const visitor = user === undefined ? makeUser(role === undefined ? {} : { role }) : user;
  const rendered = await renderRoutes(routes, { user: visitor, at, errorListener });
  const press = async (name: string | RegExp) => userEvent.click(await screen.findByRole('button', { name }));
  const fill = async (label: string | RegExp, text: string) =>
    userEvent.type(await screen.findByLabelText(label), text);
  return { server, errors, press, fill, ...rendered };
}

/** The row of a table that has this cell. */
export async function rowOf(name: string) {
  const cell = await screen.findByRole('cell', { name });
  return within(cell.closest('tr') ?? document.body);
}

/** The dialog that shows this text. */
export async function dialogWith(text: string | RegExp) {
  const found = await screen.findByText(text);
  return within(found.closest<HTMLElement>('.bp6-dialog') ?? document.body);
}

/** Replaces the clipboard, and returns the texts that are copied from now on. */
export function watchCopies(): readonly string[] {
  const copies: string[] = [];
  const clipboard = { writeText: async (text: string) => void copies.push(text) };
  Object.defineProperty(navigator, 'clipboard', { configurable: true, value: clipboard });
  return copies;
}
