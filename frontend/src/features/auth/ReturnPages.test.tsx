import { screen, waitFor } from '@testing-library/react';
import { ok, refused, startFakeServer, type FakeAnswer } from '../../test-support/fake-server';
import { makeUser, renderPage } from '../../test-support/render-page';
import { GithubReturnPage, LinuxDoReturnPage, OidcReturnPage, TelegramReturnPage } from './ReturnPages';
import { telegramSignInUrl } from '../../base/sign-in/telegram-return';

const pages = {
  github: <GithubReturnPage />,
  linuxdo: <LinuxDoReturnPage />,
  oidc: <OidcReturnPage />,
  telegram: <TelegramReturnPage />,
};

interface Arrival {
  readonly query: string;
  readonly answer?: FakeAnswer;
  readonly user?: ReturnType<typeof makeUser> | null;
}

async function arrive(
  provider: keyof typeof pages,
  { query, answer = ok(makeUser({ id: 8, username: 'neo' })), user = null }: Arrival,
) {
  const server = startFakeServer({
    'GET /api/oauth/github': answer,
    'GET /api/oauth/linuxdo': answer,
    'GET /api/oauth/oidc': answer,
    'GET /api/oauth/telegram/login': answer,
  });
  const page = await renderPage(pages[provider], { at: `/oauth/${provider}?${query}`, user });
  const isAt = (path: string) => waitFor(() => expect(page.history.location.pathname).toBe(path));
  return { ...page, isAt, sent: () => server.callsTo('GET', '/api/oauth').map(({ url }) => url) };
}

beforeEach(() => localStorage.clear());
afterEach(() => jest.useRealTimers());

describe('the return from a provider', () => {
  it.each([
    ['github', '/overview'],
    ['linuxdo', '/'],
    ['oidc', '/'],
  ] as const)('%s signs in, remembers the user, and goes on to %s', async (provider, home) => {
    const { store, isAt, sent } = await arrive(provider, { query: 'code=c%2F1&state=s1&session_state=other' });
    await isAt(home);
    expect(sent()).toEqual([`/api/oauth/${provider}?code=c%2F1&state=s1`]);
    expect(store.getState().session.user?.username).toBe('neo');
    expect(await screen.findByText('Login successful')).toBeTruthy();
  });

  it('leaves no history entry with a used code', async () => {
    const { history, isAt } = await arrive('github', { query: 'code=c1&state=s1' });
    await isAt('/overview');
    expect(history.action).toBe('REPLACE');
  });

  it('passes on who issued the code', async () => {
    const { sent } = await arrive('oidc', { query: 'code=c1&state=s1&iss=https%3A%2F%2Fid.example' });
    await waitFor(() => expect(sent()).toEqual(['/api/oauth/oidc?code=c1&state=s1&iss=https%3A%2F%2Fid.example']));
  });

  it('sends the kept invite code to LINUX DO', async () => {
    localStorage.setItem('aff', 'Ab12');
    const { sent } = await arrive('linuxdo', { query: 'code=c1&state=s1' });
    await waitFor(() => expect(sent()).toEqual(['/api/oauth/linuxdo?code=c1&state=s1&aff=Ab12']));
  });

  it('attaches the account to the signed-in user, and leads to the settings', async () => {
    const answer = { body: { success: true, message: 'bind' } };
    const { store, isAt } = await arrive('github', { query: 'code=c1&state=s1', answer, user: makeUser() });
    await isAt('/setting');
    expect(await screen.findByText('Bind success')).toBeTruthy();
    expect(store.getState().session.user?.username).toBe('ann');
  });
});

describe('a return that fails', () => {
  it('shows the failure, and leads guests to the login page after a while', async () => {
    const { isAt } = await arrive('github', { query: 'code=c1&state=s1', answer: refused('no') });
    const title = await screen.findByText('Operation failed, redirecting to login');
    expect(title).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Go there now' }).getAttribute('href')).toBe('/login');
    await waitFor(() => isAt('/login'), { timeout: 5000 });
  });

  it('leads signed-in users back to the settings', async () => {
    const { store } = await arrive('linuxdo', { query: 'code=c1&state=s1', answer: refused('no'), user: makeUser() });
    expect(await screen.findByText('Operation failed, redirecting to settings')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Go there now' }).getAttribute('href')).toBe('/setting');
    expect(store.getState().session.user?.username).toBe('ann');
  });

  it.each([
    ['error=access_denied&error_description=The+user+said+no', 'Authorization error: The user said no'],
    ['error=access_denied', 'Authorization error: access_denied'],
    [`error=x&error_description=${'a'.repeat(500)}`, `Authorization error: ${'a'.repeat(200)}`],
  ])("shows the provider's message and sends nothing to the server: %s", async (query, sentence) => {
    const { sent } = await arrive('linuxdo', { query: `${query}&state=s1` });
    expect(await screen.findByText(sentence)).toBeTruthy();
    expect(sent()).toEqual([]);
  });
});

describe('the return from the Telegram widget', () => {
  const fields = 'id=42&first_name=Ann&username=ann_t&auth_date=1700000000&hash=abcd';
  const stateOf = (url: string) => new URL(url).searchParams.get('state') ?? '';

  it('signs in with the signed data and no other parameter', async () => {
    const state = stateOf(telegramSignInUrl());
    const { store, isAt, sent } = await arrive('telegram', { query: `state=${state}&${fields}&evil=1` });
    await isAt('/');
    expect(sent()).toHaveLength(1);
    const asked = new URL(sent()[0] ?? '', 'http://a.example').searchParams;
    expect(Object.fromEntries(asked)).toEqual({
      id: '42',
      auth_date: '1700000000',
      hash: 'abcd',
      first_name: 'Ann',
      username: 'ann_t',
    });
    expect(store.getState().session.user?.username).toBe('neo');
  });

  it.each([
    ['without a state', () => fields],
    ['with the state of another browser', () => `state=${'x'.repeat(32)}&${fields}`],
    ['without the signature', () => `state=${stateOf(telegramSignInUrl())}&id=42&auth_date=1700000000`],
  ])('does not sign in %s', async (_what, queryOf) => {
    telegramSignInUrl();
    const { store, sent } = await arrive('telegram', { query: queryOf() });
    expect(await screen.findByText(/did not begin in this browser/)).toBeTruthy();
    expect(sent()).toEqual([]);
    expect(store.getState().session.user).toBeNull();
  });

  it('does not sign in a browser that began no sign-in', async () => {
    const { sent } = await arrive('telegram', { query: `state=&${fields}` });
    expect(await screen.findByText('Operation failed, redirecting to login')).toBeTruthy();
    expect(sent()).toEqual([]);
  });

  it('accepts a state only once', async () => {
    const state = stateOf(telegramSignInUrl());
    const query = `state=${state}&${fields}`;
    const first = await arrive('telegram', { query, answer: refused('not bound') });
    await waitFor(() => expect(first.sent()).toHaveLength(1));
    const again = await arrive('telegram', { query });
    expect(await screen.findByText(/did not begin in this browser/)).toBeTruthy();
    expect(again.sent()).toEqual([]);
  });
});
