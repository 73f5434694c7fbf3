import { Role, type RoleValue } from '@contracts';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { changeLanguage } from '../../base/language';
import { ok, refused, startFakeServer, type FakeAnswer, type SeenCall } from '../../test-support/fake-server';
import { makeAdminUser } from '../../test-support/make-admin-user';
import { makeUser, renderRoutes } from '../../test-support/render-page';
import { routes } from '../routes';

interface Scene {
  readonly role?: RoleValue | null;
  readonly status?: object;
  readonly answers?: Readonly<Record<string, FakeAnswer | ((call: SeenCall) => FakeAnswer)>>;
  readonly at?: string;
}

/** Renders the whole console with the palette open over the home page. */
async function openPalette({ role = Role.Admin, status = {}, answers = {}, at = '/' }: Scene = {}) {
  const user = role === null ? null : makeUser({ role });
  const server = startFakeServer({
    'GET /api/status': ok({ system_name: 'Gate', register_enabled: true, sign_in_enabled: true, ...status }),
    'GET /api/user/self': ok({ ...user, quota: 1 }),
    'GET /api/notice': ok(''),
    'GET /api/about': ok(''),
    'GET /api/home_page_content': ok('Welcome'),
    'GET /api/token/': ok([]),
    'GET /api/option/': ok([{ key: 'ServerAddress', value: '' }]),
    'GET /api/token/search': ok([]),
    'GET /api/channel/search': ok([]),
    'GET /api/user/search': ok([]),
    ...answers,
  });
  const page = await renderRoutes(routes, { user, at });
  await screen.findByTitle('Search and commands');
  await waitFor(() => expect(JSON.stringify(page.store.getState())).toContain('sign_in_enabled'));
  const keys = userEvent.setup();
  await keys.keyboard('{Control>}k{/Control}');
  const field = await screen.findByRole('combobox', { name: 'Search and commands' });
  return { server, keys, field, ...page };
}

function list() {
  return within(screen.getByRole('listbox', { name: 'Results' }));
}

function optionsOf(group: string) {
  return within(list().getByRole('group', { name: group }))
    .getAllByRole('option')
    .map(option => option.textContent);
}

function marked() {
  return list().getByRole('option', { selected: true }).textContent;
}

function path(history: Awaited<ReturnType<typeof openPalette>>['history']) {
  return history.location.pathname + history.location.search;
}

beforeEach(() => localStorage.clear());

describe('the palette', () => {
  it('opens by its key and by its button, takes the focus, and closes by the key and by Escape', async () => {
    const { keys, field } = await openPalette();
    expect(document.activeElement).toBe(field);
    await keys.keyboard('{Control>}k{/Control}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await keys.click(screen.getByTitle('Search and commands'));
    await screen.findByRole('dialog', { name: 'Search and commands' });
    await keys.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it.each([
    [null, ['Home', 'Model list', 'Log in', 'Register']],
    [
      Role.User,
      [
        ...['Overview', 'Playground', 'Model list', 'Tokens', 'Request log', 'My usage', 'Wallet', 'Plans'],
        'Budgets',
        'Teams',
        'Personal center',
      ],
    ],
  ] as const)('shows role %s the pages of the menu and the pages outside it', async (role, pages) => {
    await openPalette({ role });
    expect(optionsOf('Pages')).toEqual(pages);
  });

  it('offers administrators their pages and forms, and those of switched-on features', async () => {
    await openPalette({ role: Role.Admin, status: { MonitorLinkEnabled: true } });
    expect(optionsOf('Pages')).toEqual(expect.arrayContaining(['Channels', 'Users', 'Service monitor', 'Settings']));
    expect(optionsOf('Actions')).toEqual(
      expect.arrayContaining(['New token', 'New channel', 'New redemption code', 'New user', 'Log out']),
    );
  });

  it('offers users no forms of administrators and guests no sign-out', async () => {
    await openPalette({ role: Role.User });
    expect(optionsOf('Actions')).toContain('New token');
    expect(optionsOf('Actions')).not.toContain('New channel');
  });

  it('opens the marked item on Enter and moves through the list by the arrow keys in a circle', async () => {
    const { keys, field, history } = await openPalette({ role: null });
    expect(marked()).toBe('Home');
    await keys.keyboard('{ArrowUp}');
    expect(list().getAllByRole('option').at(-1)?.getAttribute('aria-selected')).toBe('true');
    await keys.keyboard('{ArrowDown}{ArrowDown}');
    expect(marked()).toBe('Model list');
    expect(field.getAttribute('aria-activedescendant')).toBe(list().getByRole('option', { selected: true }).id);
    await keys.keyboard('{Enter}');
    await waitFor(() => expect(path(history)).toBe('/pricing'));
    await waitFor(() => expect(screen.queryByRole('listbox')).toBeNull());
  });

  it('marks the item under the pointer, until the text changes', async () => {
    const { keys, history } = await openPalette({ role: null });
    await keys.hover(list().getByRole('option', { name: 'Register' }));
    expect(marked()).toBe('Register');
    await keys.keyboard('o');
    expect(marked()).toBe(list().getAllByRole('option')[0]?.textContent);
    await keys.hover(list().getByRole('option', { name: 'Model list' }));
    await keys.keyboard('{Enter}');
    await waitFor(() => expect(path(history)).toBe('/pricing'));
  });

  it('ignores the Enter that ends a word of an input method', async () => {
    const { field, history } = await openPalette({ role: null });
    fireEvent.change(field, { target: { value: 'model' } });
    expect(marked()).toBe('Model list');
    fireEvent.keyDown(field, { key: 'Enter', isComposing: true, keyCode: 229 });
    fireEvent.keyUp(field, { key: 'Enter' });
    expect(path(history)).toBe('/');
    expect(screen.getByRole('listbox', { name: 'Results' })).toBeTruthy();
  });

  it('opens the form of a new token on its page', async () => {
    const { keys, history } = await openPalette({ role: Role.User });
    await keys.keyboard('new tok{Enter}');
    expect(await screen.findByRole('heading', { name: 'Create token' }, { timeout: 5000 })).toBeTruthy();
    expect(path(history)).toBe('/token');
  });

  it('opens one card of the settings', async () => {
    const { keys, history } = await openPalette();
    await keys.keyboard('payment');
    expect(marked()).toContain('System settings');
    await keys.keyboard('{Enter}');
    await waitFor(() => expect(path(history)).toBe('/setting?tab=system&card=payment'));
    await waitFor(() => expect(document.activeElement?.getAttribute('data-card')).toBe('payment'), { timeout: 5000 });
  });

  it('finds a card by its contents', async () => {
    const { keys } = await openPalette();
    await keys.keyboard('retries after');
    expect(marked()).toContain('Operation settings');
  });

  it('opens announcements and changes the theme', async () => {
    const { keys } = await openPalette({ role: null });
    await keys.keyboard('dark theme{Enter}');
    await waitFor(() => expect(localStorage.getItem('theme')).toBe('dark'));
    await keys.keyboard('{Control>}k{/Control}announce{Enter}');
    expect(await screen.findByText('There is no announcement.')).toBeTruthy();
  });

  it('does nothing over an open form, whose contents would be lost', async () => {
    const { keys } = await openPalette({ role: Role.User });
    await keys.keyboard('new tok{Enter}');
    await screen.findByRole('heading', { name: 'Create token' }, { timeout: 5000 });
    await keys.keyboard('{Control>}k{/Control}');
    expect(screen.queryByRole('listbox', { name: 'Results' })).toBeNull();
  });

  it('remembers the chosen items, for this user only', async () => {
    const { keys } = await openPalette({ role: null });
    await keys.keyboard('model list{Enter}');
    await waitFor(() => expect(screen.queryByRole('listbox')).toBeNull());
    await keys.keyboard('{Control>}k{/Control}');
    await screen.findByRole('listbox', { name: 'Results' });
    expect(optionsOf('Recent')).toEqual(['Model list']);
    expect(JSON.parse(localStorage.getItem('palette-recent') ?? '')).toEqual({ 0: ['page:/pricing'] });
  });

  it('finds Chinese pages by English words', async () => {
    const { keys } = await openPalette({ role: null });
    await act(() => changeLanguage('zh'));
    await keys.keyboard('model');
    expect(screen.getByRole('option', { selected: true }).textContent).toBe('模型列表');
    await act(() => changeLanguage('en'));
  });

  it('says when nothing was found', async () => {
    const { keys } = await openPalette({ role: null });
    await keys.keyboard('zzzz');
    expect(await screen.findByText('Nothing found for “zzzz”')).toBeTruthy();
    expect(screen.getByText('Found: 0')).toBeTruthy();
  });
});

describe('rows found by their names', () => {
  const channels = ok([{ id: 3, name: 'West', key: '' }]);
  const answers = {
    'GET /api/channel/search': channels,
    'GET /api/user/search': ok([makeAdminUser(11, { username: 'wes', display_name: 'Wes W.' })]),
    'GET /api/token/search': ok([{ id: 5, name: 'we & you', key: 'k'.repeat(48) }]),
  };

  it('are searched on the server from two letters on, after a pause in the typing', async () => {
    const { keys, server } = await openPalette({ answers });
    await keys.keyboard('w');
    await new Promise(resolve => setTimeout(resolve, 400));
    expect(server.callsTo('GET', '/api/channel/search')).toEqual([]);
    await keys.keyboard('es');
    expect(await screen.findByRole('group', { name: 'Channels' })).toBeTruthy();
    expect(optionsOf('Channels')).toEqual(['West#3']);
    expect(optionsOf('Users')).toEqual(['wesWes W.']);
    expect(server.callsTo('GET', '/api/channel/search').map(({ url }) => url)).toEqual([
      '/api/channel/search?keyword=wes&group=&model=',
    ]);
  });

  it('appear below without moving the mark', async () => {
    const { keys } = await openPalette({ role: Role.User, answers });
    await keys.keyboard('to{ArrowDown}');
    const before = marked();
    expect(before).not.toBe(list().getAllByRole('option')[0]?.textContent);
    await screen.findByRole('group', { name: 'Tokens' });
    expect(marked()).toBe(before);
  });

  it('lead to their page and are not remembered in the browser', async () => {
    const { keys, history } = await openPalette({ answers });
    await keys.keyboard('we');
    await keys.click(await screen.findByRole('option', { name: 'we & you' }));
    await waitFor(() => expect(path(history)).toBe('/token?keyword=we+%26+you'));
    expect(localStorage.getItem('palette-recent')).toBeNull();
  });

  it('are only the own tokens for users', async () => {
    const { keys, server } = await openPalette({ role: Role.User, answers });
    await keys.keyboard('we');
    expect(await screen.findByRole('group', { name: 'Tokens' })).toBeTruthy();
    expect(server.calls.filter(({ url }) => /channel|user\/search/.test(url))).toEqual([]);
  });

  it('are not searched for guests', async () => {
    const { keys, server } = await openPalette({ role: null });
    await keys.keyboard('we');
    await new Promise(resolve => setTimeout(resolve, 400));
    expect(server.calls.filter(({ url }) => url.includes('search'))).toEqual([]);
  });

  it('can be searched again after a failure', async () => {
    let isDown = true;
    const { keys } = await openPalette({
      role: Role.User,
      answers: { 'GET /api/token/search': () => (isDown ? refused('busy') : ok([{ id: 5, name: 'web' }])) },
    });
    await keys.keyboard('web');
    expect(await screen.findByText('The search could not be finished.')).toBeTruthy();
    isDown = false;
    await keys.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('option', { name: 'web' })).toBeTruthy();
    expect(screen.queryByText('The search could not be finished.')).toBeNull();
  });

  it('can be searched again from the keyboard, which chooses no item and returns to the field', async () => {
    let isDown = true;
    const { keys, field, history } = await openPalette({
      role: Role.User,
      answers: { 'GET /api/token/search': () => (isDown ? refused('busy') : ok([{ id: 5, name: 'wallet key' }])) },
    });
    await keys.keyboard('wallet');
    const again = await screen.findByRole('button', { name: 'Try again' });
    isDown = false;
    again.focus();
    await keys.keyboard('{Enter}');
    expect(await screen.findByRole('option', { name: 'wallet key' })).toBeTruthy();
    expect(document.activeElement).toBe(field);
    expect(path(history)).toBe('/');
  });

  it('abort the earlier search when the text has changed and the typing pauses', async () => {
    const { keys } = await openPalette({ role: Role.User });
    const asked: Request[] = [];
    globalThis.fetch = input => {
      asked.push(input as Request); // RTK Query always passes a Request
      return new Promise(() => undefined); // the call never gets a response
    };
    await keys.keyboard('we');
    await waitFor(() => expect(asked).toHaveLength(1));
    await keys.keyboard('b');
    await waitFor(() => expect(asked).toHaveLength(2));
    expect(asked.map(({ signal }) => signal.aborted)).toEqual([true, false]);
    await keys.keyboard('{Escape}');
    await waitFor(() => expect(asked[1]?.signal.aborted).toBe(true));
  });
});
