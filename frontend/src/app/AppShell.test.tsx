import { Role } from '@contracts';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import i18next from 'i18next';
import { ok, refused, startFakeServer, type FakeAnswer } from '../test-support/fake-server';
import { makeUser, renderRoutes } from '../test-support/render-page';
import { createErrorListener } from './error-listener';
import { routes } from './routes';

interface Visit {
  readonly at: string;
  readonly user?: ReturnType<typeof makeUser> | null;
  readonly status?: FakeAnswer;
  readonly notice?: FakeAnswer;
  readonly self?: FakeAnswer;
}

async function visit({ at, user = null, status = ok({ system_name: 'Gate' }), ...others }: Visit) {
  const { notice = ok(''), self = ok({ ...user, quota: 1 }) } = others;
  localStorage.clear();
  const server = startFakeServer({
    'GET /api/status': status,
    'GET /api/notice': notice,
    'GET /api/contact-info': ok({ QQContact: '', WeChatContact: '' }),
    'GET /api/home_page_content': ok(''),
    'GET /api/user/self': self,
    'GET /api/user/logout': ok(),
    'GET /api/token/': ok([]),
  });
  return { server, ...(await renderRoutes(routes, { user, at, errorListener })) };
}

const errorListener = createErrorListener({
  showError: () => undefined,
  showInfo: () => undefined,
  goToLogin: () => undefined, // does nothing, so only the gates can lead to the login page
  translate: i18next.t,
});

async function menu() {
  return within(await screen.findByRole('navigation', { name: 'Main navigation' }));
}

describe('the shell', () => {
  it('carries the name of the site and the pages of a guest', async () => {
    await visit({ at: '/' });
    expect(await screen.findByRole('link', { name: 'Gate, home page' })).toBeTruthy();
    expect((await menu()).getAllByRole('link').map(link => link.textContent)).toEqual(['Home', 'Model list']);
    expect(document.title).toBe('Gate');
  });

  it("shows the operator's badge beside the name, when there is one", async () => {
    await visit({ at: '/', status: ok({ system_name: 'Gate', badgeContent: 'beta', badgeColor: 'rgb(1, 2, 3)' }) });
    const badge = (await screen.findByText('beta')).closest<HTMLElement>('.brand-badge');
    expect(badge?.style.borderColor).toBe('rgb(1, 2, 3)');
  });

  it('shows an administrator the channels', async () => {
    await visit({ at: '/', user: makeUser({ role: Role.Admin }) });
    expect((await menu()).getByRole('link', { name: 'Channels' })).toBeTruthy();
  });

  it('sends guests from a protected page to the login page', async () => {
    const { history } = await visit({ at: '/token' });
    await waitFor(() => expect(history.location.pathname).toBe('/login'));
  });

  it('says on the login page that the session is over when the server has ended it', async () => {
    const { history } = await visit({
      at: '/token',
      user: makeUser(),
      self: { status: 401, body: { success: false } },
    });
    await waitFor(() => expect(history.location.search).toBe('?expired=true'));
    expect(await screen.findByText('Not logged in or login expired, please log in again')).toBeTruthy();
    expect(localStorage.getItem('user')).toBeNull();
  });

  it("tells users that an administrator's page is not for them", async () => {
    const { server } = await visit({ at: '/channel', user: makeUser() });
    expect(await screen.findByText('This page is for administrators.')).toBeTruthy();
    expect(server.callsTo('GET', '/api/channel')).toEqual([]);
  });

  it('says that an unknown address has no page', async () => {
    await visit({ at: '/nowhere' });
    expect(await screen.findByText('Page does not exist, check your address')).toBeTruthy();
  });

  it('signs out, forgets the user and goes to the login page', async () => {
    const { store, history } = await visit({ at: '/token', user: makeUser() });
    await userEvent.click(await screen.findByRole('button', { name: 'Menu of Ann' }));
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Log out' }));
    await waitFor(() => expect(history.location.pathname).toBe('/login'));
    expect(store.getState().session.user).toBeNull();
    expect(localStorage.getItem('user')).toBeNull();
  });

  it('shows a user the message meant only for this account', async () => {
    await visit({ at: '/', user: makeUser({ message_penetration: 'please call **us**' }) });
    const heading = await screen.findByText('Message for you');
    await waitFor(() => expect(heading.parentElement?.querySelector('strong')?.textContent).toBe('us'));
  });

  it('warns the first account about its password until it is changed', async () => {
    const user = makeUser({ role: Role.Root });
    await visit({ at: '/', user, status: ok({ system_name: 'Gate', default_password: true }) });
    expect(await screen.findByRole('link', { name: 'Change it now' })).toBeTruthy();
  });

  it('warns no other account about its password', async () => {
    await visit({ at: '/', user: makeUser(), status: ok({ system_name: 'Gate', default_password: true }) });
    await screen.findByRole('link', { name: 'Gate, home page' });
    expect(screen.queryByRole('link', { name: 'Change it now' })).toBeNull();
  });

  it('says that the server cannot be reached', async () => {
    await visit({ at: '/', status: { isUnreachable: true } });
    expect(await screen.findByText('Cannot connect to the server normally!')).toBeTruthy();
  });

  it('shows the announcement, or that it could not be fetched', async () => {
    await visit({ at: '/', notice: refused('no') });
    await userEvent.click(await screen.findByRole('button', { name: 'Announcement' }));
    expect(await screen.findByText('Failed to fetch announcement')).toBeTruthy();
  });

  it('changes the theme and remembers it', async () => {
    await visit({ at: '/' });
    await userEvent.click(await screen.findByRole('button', { name: 'Switch to the dark theme' }));
    expect(document.body.className).toContain('dark');
    expect(localStorage.getItem('theme')).toBe('dark');
    await userEvent.click(screen.getByRole('button', { name: 'Switch to the light theme' }));
    expect(document.body.className).not.toContain('dark');
  });

  it('speaks Chinese when asked to, and remembers it', async () => {
    await visit({ at: '/' });
    await userEvent.click(await screen.findByRole('button', { name: 'Language: 中文' }));
    expect(await screen.findByRole('link', { name: '首页' })).toBeTruthy();
    expect(document.documentElement.lang).toBe('zh');
    expect(localStorage.getItem('language')).toBe('zh');
  });
});
