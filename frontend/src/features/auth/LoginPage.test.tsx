import { Role } from '@contracts';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import i18next from 'i18next';
import { ok, refused, startFakeServer, type FakeAnswer, type SeenCall } from '../../test-support/fake-server';
import { makeUser, renderPage } from '../../test-support/render-page';
import { createErrorListener } from '../../app/error-listener';
import { LoginPage } from './LoginPage';

const CODE_LABEL = 'Code of the authenticator app';
const ASKED = 'enter the code of your authenticator app';
const WRONG = 'the code of the authenticator app is wrong';

async function signIn({
  answer = ok(makeUser()),
  status = {},
  at = '/login',
}: {
  answer?: FakeAnswer | ((call: SeenCall) => FakeAnswer);
  status?: object;
  at?: string;
}) {
  localStorage.clear();
  const server = startFakeServer({ 'POST /api/user/login': answer, 'GET /api/status': ok(status) });
  const errors: string[] = [];
  const errorListener = createErrorListener({
    showError: message => errors.push(message),
    showInfo: () => undefined,
    goToLogin: () => undefined,
    translate: i18next.t,
  });
  const page = await renderPage(<LoginPage />, { at, errorListener });
  const type = async (username: string, password: string) => {
    if (username) await userEvent.type(screen.getByLabelText('Username or e-mail address'), username);
    if (password) await userEvent.type(screen.getByLabelText('Password'), password);
    await userEvent.click(screen.getByRole('button', { name: 'Log in' }));
  };
  return { server, type, errors, ...page };
}

describe('the login page', () => {
  it('says that the session is over when it was opened for that reason', async () => {
    await signIn({ at: '/login?expired=true' });
    expect(screen.getByText('Not logged in or login expired, please log in again')).toBeTruthy();
  });

  it('sends nothing without name and password', async () => {
    const { server, type } = await signIn({});
    await type('ann', '');
    expect(await screen.findByText('Please enter username and password')).toBeTruthy();
    expect(server.callsTo('POST', '/api/user/login')).toEqual([]);
  });

  it('remembers the user and goes to the overview', async () => {
    const { server, type, store, history } = await signIn({});
    await type(' ann ', 'secret-1');
    await waitFor(() => expect(history.location.pathname).toBe('/overview'));
    expect(server.callsTo('POST', '/api/user/login')[0]?.body).toEqual({ username: 'ann', password: 'secret-1' });
    expect(store.getState().session.user?.id).toBe(7);
    expect(JSON.parse(localStorage.getItem('user') ?? '{}')).toMatchObject({ id: 7, username: 'ann' });
  });

  it('stays where it is when the server refuses', async () => {
    const { errors, type, store, history } = await signIn({ answer: refused('wrong user name or password') });
    await type('ann', 'wrong');
    await waitFor(() => expect(errors).toEqual(['wrong user name or password']));
    expect(screen.queryByLabelText(CODE_LABEL)).toBeNull();
    expect(store.getState().session.user).toBeNull();
    expect(history.location.pathname).toBe('/login');
  });

  it('warns the first account about its default password before it goes on', async () => {
    const answer = ok(makeUser({ id: 1, username: 'root', role: Role.Root }));
    const { type, history } = await signIn({ answer, status: { default_password: true } });
    await type('root', '123456');
    expect(await screen.findByText('You are using the default password, change it immediately.')).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Change it now' }));
    await waitFor(() => expect(history.location.pathname + history.location.search).toBe('/setting?tab=personal'));
  });
});

/** Accepts 123456 for accounts with an authenticator app, and requests a code from every user. */
function asksForCode({ body }: SeenCall): FakeAnswer {
  const { totp_code: code } = body as { totp_code?: string };
  if (code === '123456') return ok(makeUser());
  return refused(code === undefined ? ASKED : WRONG, { totp_required: true });
}

describe('the code of an authenticator app', () => {
  it('is requested in a field of its own, without an error message', async () => {
    const { server, type, errors, history } = await signIn({ answer: asksForCode });
    await type('ann', 'secret-1');
    const field = await screen.findByLabelText(CODE_LABEL);
    expect(document.activeElement).toBe(field);
    await userEvent.type(field, ' 123456 {Enter}');
    await waitFor(() => expect(history.location.pathname).toBe('/overview'));
    expect(server.callsTo('POST', '/api/user/login').at(-1)?.body).toEqual({
      username: 'ann',
      password: 'secret-1',
      totp_code: '123456',
    });
    expect(errors).toEqual([]);
  });

  it('stays requested after a wrong code, and the field says so', async () => {
    const { type, errors } = await signIn({ answer: asksForCode });
    await type('ann', 'secret-1');
    await userEvent.type(await screen.findByLabelText(CODE_LABEL), '654321{Enter}');
    expect(await screen.findByText(WRONG)).toBeTruthy();
    expect(screen.getByLabelText<HTMLInputElement>(CODE_LABEL).value).toBe('');
    expect(errors).toEqual([]);
  });

  it('is not sent while it is empty', async () => {
    const { server, type } = await signIn({ answer: asksForCode });
    await type('ann', 'secret-1');
    await screen.findByLabelText(CODE_LABEL);
    await userEvent.click(screen.getByRole('button', { name: 'Log in' }));
    expect(await screen.findByText('Please enter the verification code')).toBeTruthy();
    expect(server.callsTo('POST', '/api/user/login')).toHaveLength(1);
  });

  it('is no longer requested once another name is typed', async () => {
    const { type } = await signIn({ answer: asksForCode });
    await type('ann', 'secret-1');
    await screen.findByLabelText(CODE_LABEL);
    await userEvent.type(screen.getByLabelText('Username or e-mail address'), 'a');
    expect(screen.queryByLabelText(CODE_LABEL)).toBeNull();
  });
});

describe('the login page with closed ways to sign in', () => {
  it('leads to the registration only while it is open', async () => {
    const { history } = await signIn({ status: { register_enabled: true } });
    expect(screen.getByRole('link', { name: 'Forgot password?' }).getAttribute('href')).toBe('/reset');
    await userEvent.click(screen.getByRole('link', { name: 'No account? Register' }));
    expect(history.location.pathname).toBe('/register');
  });

  it('does not lead to a closed registration', async () => {
    await signIn({ status: { register_enabled: false } });
    await waitFor(() => expect(screen.queryByRole('link', { name: 'No account? Register' })).toBeNull());
  });

  it('keeps the password form for the super administrator when it is closed for all other users', async () => {
    await signIn({ status: { password_login: false } });
    expect(await screen.findByText('The administrator has closed password login.')).toBeTruthy();
    expect(screen.queryByLabelText('Password')).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: 'Log in as super administrator' }));
    expect(screen.getByLabelText('Password')).toBeTruthy();
  });
});
