import { Role } from '@contracts';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { type ReactElement } from 'react';
import { ok, refused, type FakeAnswer, type SeenCall } from './fake-server';
import { visitPage, type Visit } from './scene';
import { pass, turnTab, watchTab } from './tab';

/** A page with a list of tasks, and what is its own. */
export interface TaskListPage<Row extends object> {
  readonly page: ReactElement;
  /** The name of the table. */
  readonly name: string;
  /** The plain address of the page. */
  readonly at: string;
  /** The paths of the calls for the tasks of all users, and for the own ones. */
  readonly list: { readonly all: string; readonly own: string };
  /** A finished row with this id, and a text of its own. */
  readonly rowWith: (id: number) => Row;
  /** The text by which the table names a row. */
  readonly textOf: (row: Row) => string;
  readonly unfinished: () => Row;
  /** What the table says without rows. */
  readonly emptyText: RegExp;
}

export interface TaskListVisit extends Visit {
  /** Returns the response for a page number, in the form of the call. */
  readonly answer?: (page: string) => FakeAnswer;
}

/** Opens a page with a list of tasks, which is read page by page. */
export async function visitTaskList<Row extends object>(
  { page, at: usual, list, rowWith }: TaskListPage<Row>,
  { at = usual, answer = () => ok([rowWith(1)]), answers, ...visit }: TaskListVisit = {},
) {
  const answerPage = ({ url }: SeenCall) => answer(new URL(url, 'http://console').searchParams.get('p') ?? '');
  const lists = { [`GET ${list.all}`]: answerPage, [`GET ${list.own}`]: answerPage };
  const scene = await visitPage({ page, at, ...visit, answers: { ...lists, ...answers } });
  const asked = () => scene.server.callsTo('GET', list.all);
  const lastQuery = () => new URL(asked().at(-1)?.url ?? '', 'http://console').searchParams;
  return { asked, lastQuery, ...scene };
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

function describeRows<Row extends object>(subject: TaskListPage<Row>): void {
  const { name, at, list, rowWith, textOf } = subject;
  const { table, cell } = tableNamed(name);

  it('shows users their own tasks, without channels', async () => {
    const { asked } = await visitTaskList(subject, { at: `${at}?channel=9` });
    await table();
    expect(asked().map(({ url }) => url.split('?')[0])).toEqual([list.own]);
    expect(asked()[0]?.url).not.toContain('channel_id');
    expect(screen.queryByRole('columnheader', { name: 'Channel' })).toBeNull();
    expect(screen.queryByLabelText('Channel ID')).toBeNull();
  });

  it('shows administrators the tasks of all users, with channels', async () => {
    const { asked, lastQuery } = await visitTaskList(subject, { role: Role.Admin, at: `${at}?channel=9` });
    const channel = (await cell('Channel')).textContent ?? '';
    expect(asked()[0]?.url.startsWith(`${list.all}?`)).toBe(true);
    expect(lastQuery().get('channel_id')).toBe('9');
    expect(screen.getByRole('button', { name: `Copy ${channel}` })).toBeTruthy();
  });

  it.each([
    ['its button', () => userEvent.click(screen.getByRole('button', { name: 'Query' }))],
    ['the key that all lists share', () => userEvent.keyboard('r')],
  ])('is reloaded by %s', async (_what, reload) => {
    const { asked } = await visitTaskList(subject, { at: `${at}?start=1000&end=2000` });
    await table();
    const before = asked().length;
    await reload();
    await waitFor(() => expect(asked()).toHaveLength(before + 1));
    expect(screen.getByRole('button', { name: 'Query' }).title).toBe('Query (R)');
  });

  it('is read page by page, up to a short one', async () => {
    const full = Array.from({ length: 10 }, (_, index) => rowWith(30 - index));
    const { asked, history } = await visitTaskList(subject, { answer: p => ok(p === '0' ? full : [rowWith(7)]) });
    await screen.findByText(textOf(rowWith(30)));
    expect(asked()).toHaveLength(1);
    await userEvent.click(screen.getByRole('button', { name: 'Next page' }));
    await screen.findByText(textOf(rowWith(7)));
    expect(history.location.search).toBe('?page=2');
    expect(screen.getByRole('button', { name: 'Next page' })).toHaveProperty('disabled', true);
    expect(screen.queryByLabelText('Rows per page')).toBeNull();
  });

  it('says that there are no rows, and that loading failed', async () => {
    let answer = refused('no');
    await visitTaskList(subject, { answer: () => answer });
    expect(await screen.findByText('This could not be loaded')).toBeTruthy();
    answer = ok([]);
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText(subject.emptyText)).toBeTruthy();
  });
}

/** Opens the page with a clock and a tab that the test moves. */
export async function watchTaskList<Row extends object>(subject: TaskListPage<Row>, answer: () => FakeAnswer) {
  watchTab();
  jest.useFakeTimers();
  const visited = await visitTaskList(subject, { answer });
  await pass(100);
  return visited;
}

function describePolling<Row extends object>(subject: TaskListPage<Row>): void {
  const { rowWith, unfinished, textOf } = subject;

  it('are read again every 5 seconds until they are finished', async () => {
    let row = unfinished();
    const { asked } = await watchTaskList(subject, () => ok([row]));
    await pass(5_000);
    expect(asked()).toHaveLength(2);
    row = rowWith(1);
    await pass(5_000);
    expect(asked()).toHaveLength(3);
    await pass(120_000);
    expect(asked()).toHaveLength(3);
  });

  it('are not read while the tab is hidden', async () => {
    const { asked } = await watchTaskList(subject, () => ok([unfinished()]));
    turnTab(false);
    await pass(60_000);
    expect(asked()).toHaveLength(1);
    turnTab(true);
    await pass(100);
    expect(asked()).toHaveLength(2);
  });

  it('are not read again when all on the page are finished', async () => {
    const { asked } = await watchTaskList(subject, () => ok([rowWith(2), { ...rowWith(1), status: 'FAILURE' }]));
    await pass(600_000);
    expect(asked()).toHaveLength(1);
  });

  it('stay on the page when one read fails', async () => {
    let answer = ok([unfinished()]);
    const { asked } = await watchTaskList(subject, () => answer);
    answer = refused('busy');
    await pass(5_100);
    expect(asked()).toHaveLength(2);
    expect(screen.getByText(textOf(unfinished()))).toBeTruthy();
    expect(screen.queryByText('This could not be loaded')).toBeNull();
  });
}

/** Describes what every list of tasks does. */
export function describeTaskList<Row extends object>(subject: TaskListPage<Row>): void {
  afterEach(() => {
    jest.restoreAllMocks();
    jest.useRealTimers();
  });
  describe('the list', () => describeRows(subject));
  describe('unfinished tasks', () => describePolling(subject));
}
