import { Role } from '@contracts';
import { screen, within } from '@testing-library/react';
import { type ReactElement } from 'react';
import { startFakeServer, type FakeAnswer, type SeenCall } from './fake-server';
import { makeUser, renderPage } from './render-page';

export interface ListVisit {
  readonly role?: typeof Role.User | typeof Role.Admin;
  /** The address with its query. */
  readonly at: string;
  /** Returns the response for a page number, in the form of the call. */
  readonly answer: (page: string) => FakeAnswer;
  /** The beginnings of the addresses that return the list of all users and the own list. */
  readonly list: { readonly all: string; readonly own: string };
  /** The responses to other calls. */
  readonly others?: Readonly<Record<string, FakeAnswer>>;
}

/** Opens a page whose list is read page by page. */
export async function visitList(page: ReactElement, { role = Role.User, at, answer, list, others }: ListVisit) {
  localStorage.clear();
  const answerPage = ({ url }: SeenCall) => answer(new URL(url, 'http://console').searchParams.get('p') ?? '');
  const server = startFakeServer({ ...others, [`GET ${list.all}`]: answerPage, [`GET ${list.own}`]: answerPage });
  const rendered = await renderPage(page, { user: makeUser({ role }), at });
  const asked = () => server.callsTo('GET', list.all);
  const lastQuery = () => new URL(asked().at(-1)?.url ?? '', 'http://console').searchParams;
  return { server, asked, lastQuery, ...rendered };
}

/** Finds a table by its name, and the first cell below one of its headers. */
export function tableNamed(name: string) {
  const table = () => screen.findByRole('table', { name });
  const cell = async (header: string) => {
    const cells = within(await table()).getAllByRole('cell');
    const found = cells.find(element => element.getAttribute('data-label') === header);
    if (!found) throw new Error(`no column ${header}`);
    return found;
  };
  return { table, cell };
}
