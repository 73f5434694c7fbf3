import { Role } from '@contracts';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { ok, refused, startFakeServer, type FakeAnswer } from '../../test-support/fake-server';
import { makeUser, renderPage } from '../../test-support/render-page';
import { LoginPage } from './LoginPage';

async function signIn({
  answer = ok(makeUser()),
  status = {},
  at = '/login',
}: {
  answer?: FakeAnswer;
  status?: object;
  at?: string;
}) {
  localStorage.clear();
  const server = startFakeServer({ 'POST /api/user/login': answer, 'GET /api/status': ok(status) });
  const page = await renderPage(<LoginPage />, { at });
  const type = async (username: string, password: string) => {
    if (username) await userEvent.type(screen.getByLabelText('Username or e-mail address'), username);
    if (password) await userEvent.type(screen.getByLabelText('Password'), password);
    await userEvent.click(screen.getByRole('button', { name: 'Log in' }));
  };
  return { server, type, ...page };
}

describe('the login page', () => {
  it('says that the session is over when it was opened for that reason', async () => {
    await signIn({ at: '/login?expired=true' });
    expect(screen.getByText('Not logged in or login expired, please log in again')).toBeTruthy();
  });

  it('asks nobody without name and password', async () => {
    const { server, type } = await signIn({});
    await type('ann', '');
    expect(await screen.findByText('Please enter username and password')).toBeTruthy();
    expect(server.callsTo('POST', '/api/user/login')).toEqual([]);
  });

  it('remembers the user and goes to the tokens', async () => {
    const { server, type, store, router } = await signIn({});
    await type(' ann ', 'secret-1');
    await waitFor(() => expect(router.state.location.pathname).toBe('/token'));
    expect(server.callsTo('POST', '/api/user/login')[0]?.body).toEqual({ username: 'ann', password: 'secret-1' });
    expect(store.getState().session.user?.id).toBe(7);
    expect(JSON.parse(localStorage.getItem('user') ?? '{}')).toMatchObject({ id: 7, username: 'ann' });
  });

  it('stays where it is when the server refuses', async () => {
    const { server, type, store, router } = await signIn({ answer: refused('wrong user name or password') });
    await type('ann', 'wrong');
    await waitFor(() => expect(server.callsTo('POST', '/api/user/login')).toHaveLength(1));
    expect(store.getState().session.user).toBeNull();
    expect(router.state.location.pathname).toBe('/login');
  });

  it('warns the first account about its default password before it goes on', async () => {
    const answer = ok(makeUser({ id: 1, username: 'root', role: Role.Root }));
    const { type, router } = await signIn({ answer, status: { default_password: true } });
    await type('root', '123456');
    expect(await screen.findByText('You are using the default password, change it immediately.')).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Change it now' }));
    await waitFor(() =>
      expect(router.state.location.pathname + router.state.location.search).toBe('/setting?tab=personal'),
    );
  });
});
