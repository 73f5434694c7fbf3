import { TokenStatus, type TokenView } from '@contracts';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { ok, refused, type FakeAnswer } from '../../test-support/fake-server';
import { makeToken } from '../../test-support/make-token';
import { makeUser } from '../../test-support/render-page';
import { visitPage } from '../../test-support/scene';
import { ChatPage } from './ChatPage';

interface Visit {
  readonly tokens?: readonly TokenView[];
  readonly links?: { readonly chat_link?: string; readonly chat_link2?: string };
  readonly user?: ReturnType<typeof makeUser> | null;
  readonly create?: FakeAnswer;
}

function visit({ tokens = [makeToken(1)], links, user = makeUser(), create = ok() }: Visit = {}) {
  let rows = tokens;
  const answers = {
    'GET /api/token/': () => ok(rows),
    'POST /api/token/': () => {
      rows = [makeToken(9, { name: 'default' })];
      return create;
    },
  };
  const status = { server_address: 'https://gate.example.com/', chat_link: 'https://chat.example.com', ...links };
  return visitPage({ page: <ChatPage />, at: '/chat', user, status, answers });
}

async function open() {
  return userEvent.click(await screen.findByRole('button', { name: 'Open' }));
}

function frameSource() {
  return document.querySelector('iframe')?.src ?? '';
}

function settingsIn(address: string): unknown {
  return JSON.parse(decodeURIComponent(address.split('?settings=')[1] ?? 'null'));
}

describe('the quick-configure chat page', () => {
  it('sends guests to the login page and says why', async () => {
    const { history } = await visit({ user: null });
    await waitFor(() => expect(history.location.pathname).toBe('/login'));
    expect(await screen.findByText('Not logged in, will redirect to login')).toBeTruthy();
  });

  it('says that there is no chat link', async () => {
    await visit({ links: { chat_link: '' } });
    expect(await screen.findByText('Admin has not set chat link')).toBeTruthy();
  });

  it('embeds the client with this site’s address and the first usable token', async () => {
    await visit({ tokens: [makeToken(1, { status: TokenStatus.Disabled }), makeToken(2)] });
    await screen.findByRole('radio', { name: /token 2/ });
    expect(screen.getByRole<HTMLInputElement>('radio', { name: /token 1/ }).disabled).toBe(true);
    await open();
    expect(frameSource()).toMatch(/^https:\/\/chat\.example\.com\/#\//);
    expect(settingsIn(frameSource())).toEqual({ key: 'sk-key2', url: 'https://gate.example.com' });
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('shows five tokens at a time', async () => {
    await visit({ tokens: Array.from({ length: 6 }, (_, index) => makeToken(index + 1)) });
    const group = within(
      (await screen.findByText('Token')).closest<HTMLElement>('[role="radiogroup"]') ?? document.body,
    );
    expect(group.getAllByRole('radio')).toHaveLength(5);
    await userEvent.click(screen.getByRole('button', { name: 'Next page' }));
    await userEvent.click(group.getByRole('radio', { name: /token 6/ }));
    await open();
    expect(settingsIn(frameSource())).toMatchObject({ key: 'sk-key6' });
  });

  it('creates a default token, once, for users who have none', async () => {
    const { server } = await visit({ tokens: [] });
    expect(await screen.findByRole('radio', { name: /default/ })).toBeTruthy();
    const [call, ...others] = server.callsTo('POST', '/api/token/');
    expect(others).toEqual([]);
    expect(call?.body).toMatchObject({ remain_quota: 500_000, expired_time: -1, group: 'default' });
    expect(server.callsTo('GET', '/api/token/')[0]).toMatchObject({ url: '/api/token/?size=100' });
  });

  it('says when tokens can neither be loaded nor created, and a custom token still opens the client', async () => {
    await visit({ tokens: [], create: refused('too many tokens') });
    expect(await screen.findByText('Failed to load tokens or create default token')).toBeTruthy();
    await userEvent.click(screen.getByRole('checkbox', { name: 'Use a custom URL or token' }));
    await userEvent.type(screen.getByLabelText('Custom token'), ' sk-other ');
    await userEvent.type(screen.getByLabelText('Custom URL'), 'https://other.example.com/v1/');
    await open();
    expect(settingsIn(frameSource())).toEqual({ key: 'sk-other', url: 'https://other.example.com/v1' });
  });

  it('refuses an invalid custom URL, and says so', async () => {
    await visit();
    await screen.findByRole('radio', { name: /token 1/ });
    await userEvent.click(screen.getByRole('checkbox', { name: 'Use a custom URL or token' }));
    await userEvent.type(screen.getByLabelText('Custom URL'), 'gate.example.com');
    await open();
    expect(screen.getByText('The URL must begin with http:// or https://')).toBeTruthy();
    expect(frameSource()).toBe('');
  });

  it('needs a token when none can be used', async () => {
    await visit({ tokens: [makeToken(1, { status: TokenStatus.Disabled })] });
    await screen.findByRole('radio', { name: /token 1/ });
    await open();
    expect(screen.getByText('Please select a token or enter one')).toBeTruthy();
  });

  it('opens programs of the computer in a separate window', async () => {
    const opened: unknown[] = [];
    jest.spyOn(window, 'open').mockImplementation((...call) => {
      opened.push(call);
      return null;
    });
    await visit({ links: { chat_link2: 'opencat://join?d={address}&t={key}' } });
    await screen.findByRole('radio', { name: /token 1/ });
    await userEvent.selectOptions(screen.getByLabelText('Chat link'), 'Chat link 2 (opencat)');
    expect(screen.getByRole<HTMLInputElement>('radio', { name: 'Embedded in this page' }).disabled).toBe(true);
    await open();
    const address = 'opencat://join?d=https%3A%2F%2Fgate.example.com&t=sk-key1';
    expect(opened).toEqual([[address, '_blank', 'noopener,noreferrer']]);
    expect(frameSource()).toBe('');
    jest.restoreAllMocks();
  });
});
