import { act, cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { ok, refused, startFakeServer, type FakeAnswer } from '../../test-support/fake-server';
import { renderPage } from '../../test-support/render-page';
import { RegisterPage } from './RegisterPage';

const COOLDOWN_MS = 30_000;

interface Visit {
  readonly status?: object;
  readonly at?: string;
  readonly answer?: FakeAnswer;
  readonly codeAnswer?: FakeAnswer;
}

async function visit({ status = {}, at = '/register', answer = ok(), codeAnswer = ok() }: Visit = {}) {
  const server = startFakeServer({
    'POST /api/user/register': answer,
    'GET /api/verification': codeAnswer,
    'GET /api/status': ok(status),
  });
  const page = await renderPage(<RegisterPage />, { at });
  const fill = async (texts: Readonly<Record<string, string>>) => {
    for (const [label, text] of Object.entries(texts)) await userEvent.type(await screen.findByLabelText(label), text);
  };
  const submit = () => userEvent.click(screen.getByRole('button', { name: 'Register' }));
  const sent = () => server.callsTo('POST', '/api/user/register');
  return { server, fill, submit, sent, ...page };
}

const good = { Username: ' ann ', Password: 'password', 'Confirm password': 'password' };

beforeEach(() => localStorage.clear());
afterEach(() => jest.restoreAllMocks());

describe('the registration', () => {
  it('creates an account and leads to the login page', async () => {
    const { fill, submit, sent, history } = await visit();
    await fill(good);
    await submit();
    await waitFor(() => expect(history.location.pathname).toBe('/login'));
    expect(sent().map(({ url, body }) => [url, body])).toEqual([
      ['/api/user/register', { username: 'ann', password: 'password', password2: 'password' }],
    ]);
    expect(await screen.findByText('Registration successful')).toBeTruthy();
  });

  it.each([
    ['no name', { Password: 'password' }, 'Please enter username and password'],
    ['seven characters', { Username: 'ann', Password: 'passwor' }, 'Password length must not be less than 8'],
    ['21 characters', { Username: 'ann', Password: 'p'.repeat(21) }, 'Password length must not be more than 20'],
    [
      'another repetition',
      { Username: 'ann', Password: 'password', 'Confirm password': 'passwort' },
      'The two passwords entered do not match',
    ],
  ])('sends nothing with %s, and gives the reason at the field', async (_what, texts, sentence) => {
    const { fill, submit, sent } = await visit();
    await fill(texts);
    await submit();
    expect(await screen.findByText(sentence)).toBeTruthy();
    expect(document.querySelectorAll('[aria-invalid="true"]')).toHaveLength(1);
    expect(sent()).toEqual([]);
  });

  it('accepts a password of 20 characters', async () => {
    const { fill, submit, sent } = await visit();
    await fill({ Username: 'ann', Password: 'p'.repeat(20), 'Confirm password': 'p'.repeat(20) });
    await submit();
    await waitFor(() => expect(sent()).toHaveLength(1));
  });

  it('keeps the typed text when the server refuses', async () => {
    const { fill, submit, sent, history } = await visit({ answer: refused('user name already exists') });
    await fill(good);
    await submit();
    await waitFor(() => expect(sent()).toHaveLength(1));
    expect(screen.getByLabelText<HTMLInputElement>('Username').value).toBe(' ann ');
    expect(history.location.pathname).toBe('/register');
  });
});

describe('an invitation', () => {
  it('is kept for a later visit, sent along, and removed once the account is created', async () => {
    await visit({ at: '/register?aff=Ab12' });
    expect(localStorage.getItem('aff')).toBe('Ab12');
    cleanup();
    const { fill, submit, sent } = await visit();
    expect(await screen.findByText('Ab12')).toBeTruthy();
    await fill(good);
    await submit();
    await waitFor(() => expect(sent()[0]?.body).toMatchObject({ aff_code: 'Ab12' }));
    await waitFor(() => expect(localStorage.getItem('aff')).toBeNull());
  });

  it('is kept when no account was created', async () => {
    const { fill, submit, sent } = await visit({ at: '/register?aff=Ab12', answer: refused('taken') });
    await fill(good);
    await submit();
    await waitFor(() => expect(sent()).toHaveLength(1));
    expect(localStorage.getItem('aff')).toBe('Ab12');
  });

  it('is ignored when its code is not valid', async () => {
    await visit({ at: `/register?aff=${encodeURIComponent('<b>no</b>')}` });
    expect(localStorage.getItem('aff')).toBeNull();
  });
});

describe('the e-mail code', () => {
  const status = { email_verification: true };

  it('is mailed, requested with the address, and sent along', async () => {
    const { server, fill, submit, sent } = await visit({ status });
    await fill({ ...good, 'E-mail address': ' ann@example.org ' });
    await userEvent.click(screen.getByRole('button', { name: 'Send code' }));
    expect(await screen.findByText('Verification code sent')).toBeTruthy();
    expect(server.callsTo('GET', '/api/verification')[0]?.url).toBe('/api/verification?email=ann%40example.org');
    await submit();
    expect(await screen.findByText('Please enter email verification code')).toBeTruthy();
    expect(sent()).toEqual([]);
    await fill({ 'E-mail verification code': ' 0a1b2c ' });
    await submit();
    await waitFor(() =>
      expect(sent()[0]?.body).toMatchObject({ email: 'ann@example.org', verification_code: '0a1b2c' }),
    );
  });

  it('needs an address', async () => {
    const { server } = await visit({ status });
    await userEvent.click(await screen.findByRole('button', { name: 'Send code' }));
    expect(await screen.findByText('Please enter email')).toBeTruthy();
    expect(server.callsTo('GET', '/api/verification')).toEqual([]);
  });

  it('cannot be requested again for thirty seconds', async () => {
    const { fill } = await visit({ status });
    await fill({ 'E-mail address': 'ann@example.org' });
    await userEvent.click(screen.getByRole('button', { name: 'Send code' }));
    const waiting = await screen.findByRole<HTMLButtonElement>('button', { name: 'Resend (30)' });
    expect(waiting.disabled).toBe(true);
    const later = Date.now() + COOLDOWN_MS;
    const clock = jest.spyOn(Date, 'now').mockReturnValue(later - 1000);
    expect((await screen.findByRole<HTMLButtonElement>('button', { name: /Resend \([12]\)/ })).disabled).toBe(true);
    clock.mockReturnValue(later);
    expect((await screen.findByRole<HTMLButtonElement>('button', { name: 'Send code' })).disabled).toBe(false);
  });

  it('can be requested at once when none was sent', async () => {
    const { server, fill } = await visit({ status, codeAnswer: refused('invalid e-mail address') });
    await fill({ 'E-mail address': 'ann' });
    await userEvent.click(screen.getByRole('button', { name: 'Send code' }));
    await waitFor(() => expect(server.callsTo('GET', '/api/verification')).toHaveLength(1));
    const button = await screen.findByRole<HTMLButtonElement>('button', { name: 'Send code' });
    expect(button.disabled).toBe(false);
  });
});

describe('a closed registration', () => {
  it('says so and offers no form', async () => {
    await visit({ status: { register_enabled: false, github_oauth: true } });
    expect(await screen.findByText('The administrator has closed registration of new users.')).toBeTruthy();
    expect(screen.queryByLabelText('Username')).toBeNull();
    expect(screen.queryByRole('button', { name: 'GitHub' })).toBeNull();
  });

  it('still offers the other sites when only passwords are closed', async () => {
    await visit({ status: { password_register: false, github_oauth: true } });
    expect(await screen.findByText(/please register through a third-party account/)).toBeTruthy();
    expect(screen.queryByLabelText('Username')).toBeNull();
    expect(screen.getByRole('button', { name: 'GitHub' })).toBeTruthy();
  });
});

describe('the human check', () => {
  const status = { turnstile_check: true, turnstile_site_key: '0x-site', email_verification: true };
  let pass: (token: string) => void;
  let fail: () => void;
  let resets = 0;

  beforeEach(() => {
    resets = 0;
    window.turnstile = {
      render: (_container, options) => {
        expect(options.sitekey).toBe('0x-site');
        pass = options.callback;
        fail = () => void options['error-callback']();
        return 'widget';
      },
      reset: () => void (resets += 1),
      remove: () => undefined,
    };
  });
  afterEach(() => delete window.turnstile);

  it('blocks all calls until it has been passed', async () => {
    const { server, fill, submit, sent } = await visit({ status });
    await fill({ ...good, 'E-mail address': 'ann@example.org', 'E-mail verification code': '0a1b2c' });
    await userEvent.click(screen.getByRole('button', { name: 'Send code' }));
    await submit();
    const hint = 'Please retry in a few seconds, Turnstile is checking the user environment';
    expect(await screen.findByText(hint)).toBeTruthy();
    expect([...sent(), ...server.callsTo('GET', '/api/verification')]).toEqual([]);
  });

  it('gives one token for the mail and for the registration', async () => {
    const { server, fill, submit, sent } = await visit({ status });
    await fill({ ...good, 'E-mail address': 'ann@example.org', 'E-mail verification code': '0a1b2c' });
    act(() => pass('token-1'));
    await userEvent.click(screen.getByRole('button', { name: 'Send code' }));
    await waitFor(() => expect(server.callsTo('GET', '/api/verification')[0]?.url).toContain('&turnstile=token-1'));
    await submit();
    await waitFor(() => expect(sent()[0]?.url).toBe('/api/user/register?turnstile=token-1'));
    expect(sent()[0]?.body).not.toHaveProperty('turnstile');
    expect(resets).toBe(0);
  });

  it('requests another token after a refusal, and sends the newest', async () => {
    const { fill, submit, sent } = await visit({ status, answer: refused('Turnstile check failed') });
    await fill({ ...good, 'E-mail address': 'ann@example.org', 'E-mail verification code': '0a1b2c' });
    act(() => pass('token-1'));
    await submit();
    await waitFor(() => expect(resets).toBe(1));
    act(() => pass('token-2'));
    await submit();
    await waitFor(() => expect(sent().at(-1)?.url).toContain('turnstile=token-2'));
  });

  it('says when it cannot be loaded, and can be tried again', async () => {
    await visit({ status });
    await screen.findByLabelText('Username');
    await waitFor(() => expect(fail).toBeDefined());
    act(() => fail());
    expect(await screen.findByText(/could not be loaded/)).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(screen.queryByText(/could not be loaded/)).toBeNull();
  });
});

describe('a registration code', () => {
  const byInvitation = { register_code_required: true, github_oauth: true, github_client_id: 'ours' };

  it('is asked for where the site is open by invitation only, before all else', async () => {
    const { fill, submit, sent } = await visit({ status: byInvitation });
    await fill(good);
    await submit();
    expect(await screen.findByText('Please enter the registration code')).toBeTruthy();
    expect(sent()).toEqual([]);
    await fill({ 'Registration code': ' abcd-efgh-jkmn-pqrs ' });
    await submit();
    await waitFor(() => expect(sent()).toHaveLength(1));
    expect(sent()[0]?.body).toMatchObject({ registration_code: 'abcd-efgh-jkmn-pqrs' });
  });

  it('of a link is filled in, and goes along to another site', async () => {
    const { server } = await visit({ status: byInvitation, at: '/register?code=abcd-efgh-jkmn-pqrs' });
    const field = await screen.findByLabelText<HTMLInputElement>('Registration code');
    expect(field.value).toBe('abcd-efgh-jkmn-pqrs');
    await userEvent.click(await screen.findByRole('button', { name: 'GitHub' }));
    await waitFor(() => expect(server.callsTo('GET', '/api/oauth/state')).toHaveLength(1));
    expect(server.callsTo('GET', '/api/oauth/state')[0]?.url).toBe(
      '/api/oauth/state?registration_code=abcd-efgh-jkmn-pqrs',
    );
  });

  it('is no field of an open site without such a link', async () => {
    await visit();
    await screen.findByLabelText('Username');
    expect(screen.queryByLabelText('Registration code')).toBeNull();
  });
});
