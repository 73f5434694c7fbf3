import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { leave } from '../../shared/browser/leave';
import { ok, refused } from '../../test-support/fake-server';
import { visitPersonal } from '../../test-support/personal-scene';

const COOLDOWN_MS = 30_000;

const everything = {
  github_oauth: true,
  github_client_id: 'our id',
  linuxdo_oauth: true,
  oidc_login: true,
  oidc_name: 'Company login',
  wechat_login: true,
  wechat_qrcode: 'https://a.example/qr.png',
  telegram_oauth: true,
  telegram_bot_name: 'our_bot',
};

function bindButtons() {
  return screen
    .queryAllByRole('button', { name: /^(Bind|Unbind|Change): / })
    .map(button => button.getAttribute('aria-label'));
}

afterEach(() => {
  jest.restoreAllMocks();
  delete window.turnstile;
});

describe('the e-mail address', () => {
  const answers = { 'GET /api/verification': ok(), 'GET /api/oauth/email/bind': ok() };

  it('is attached by the code that was mailed to it', async () => {
    const { server, press, fill } = await visitPersonal({ answers });
    await press('Bind: E-mail');
    await fill('E-mail address', ' ann@example.org ');
    await press('Send code');
    expect(await screen.findByText('Verification code sent')).toBeTruthy();
    expect(server.callsTo('GET', '/api/verification')[0]?.url).toBe('/api/verification?email=ann%40example.org');
    await fill('E-mail verification code', ' 0a1b2c ');
    await press('Bind');
    expect(await screen.findByText('Email bound')).toBeTruthy();
    expect(server.callsTo('GET', '/api/oauth/email/bind').map(({ url }) => url)).toEqual([
      '/api/oauth/email/bind?email=ann%40example.org&code=0a1b2c',
    ]);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await waitFor(() => expect(server.callsTo('GET', '/api/user/self')).toHaveLength(2));
  });

  it('allows another code only after thirty seconds', async () => {
    const { press, fill } = await visitPersonal({ answers });
    await press('Bind: E-mail');
    await fill('E-mail address', 'ann@example.org');
    await press('Send code');
    expect((await screen.findByRole<HTMLButtonElement>('button', { name: 'Resend (30)' })).disabled).toBe(true);
    const later = Date.now() + COOLDOWN_MS;
    const clock = jest.spyOn(Date, 'now').mockReturnValue(later - 1000);
    expect((await screen.findByRole<HTMLButtonElement>('button', { name: /Resend \([12]\)/ })).disabled).toBe(true);
    clock.mockReturnValue(later);
    expect((await screen.findByRole<HTMLButtonElement>('button', { name: 'Send code' })).disabled).toBe(false);
  });

  it('needs the address for a code, and the code for the attachment', async () => {
    const { server, press, fill } = await visitPersonal({ answers });
    await press('Bind: E-mail');
    await press('Send code');
    expect(await screen.findByText('Please enter email')).toBeTruthy();
    await fill('E-mail address', 'ann@example.org');
    await press('Bind');
    expect(await screen.findByText('Please enter email verification code')).toBeTruthy();
    expect([...server.callsTo('GET', '/api/verification'), ...server.callsTo('GET', '/api/oauth')]).toEqual([]);
  });

  it('keeps the typed text when the server refuses', async () => {
    const { server, press, fill } = await visitPersonal({
      self: { email: 'old@example.org' },
      answers: { ...answers, 'GET /api/oauth/email/bind': refused('verification code wrong or expired') },
    });
    expect(await screen.findByText('old@example.org')).toBeTruthy();
    await press('Change: E-mail');
    await fill('E-mail address', 'ann@example.org');
    await fill('E-mail verification code', 'ffffff');
    await press('Bind');
    await waitFor(() => expect(server.callsTo('GET', '/api/oauth/email/bind')).toHaveLength(1));
    expect(screen.getByLabelText<HTMLInputElement>('E-mail verification code').value).toBe('ffffff');
  });

  it('receives mail only after the human check', async () => {
    let pass: (token: string) => void = () => undefined;
    window.turnstile = {
      render: (_container, options) => {
        pass = options.callback;
        return 'widget';
      },
      reset: () => undefined,
      remove: () => undefined,
    };
    const status = { turnstile_check: true, turnstile_site_key: '0x-site' };
    const { server, press, fill } = await visitPersonal({ status, answers });
    await press('Bind: E-mail');
    await fill('E-mail address', 'ann@example.org');
    await press('Send code');
    expect(await screen.findByText(/Turnstile is checking/)).toBeTruthy();
    expect(server.callsTo('GET', '/api/verification')).toEqual([]);
    act(() => pass('token-1'));
    await press('Send code');
    await waitFor(() => expect(server.callsTo('GET', '/api/verification')[0]?.url).toContain('turnstile=token-1'));
  });
});

describe('accounts of other sites', () => {
  it('are offered when they are switched on', async () => {
    await visitPersonal({ status: everything });
    await waitFor(() =>
      expect(bindButtons()).toEqual([
        'Bind: E-mail',
        'Bind: WeChat',
        'Bind: GitHub',
        'Bind: LINUX DO',
        'Bind: Telegram',
        'Bind: Company login',
      ]),
    );
  });

  it('are not offered otherwise, but can still be removed', async () => {
    await visitPersonal({ self: { github_id: 'octocat' } });
    expect(await screen.findByText('octocat')).toBeTruthy();
    expect(bindButtons()).toEqual(['Bind: E-mail', 'Unbind: GitHub']);
  });

  it.each([
    ['GitHub', 'https://github.com/login/oauth/authorize?client_id=our+id&state=state-1&scope=user%3Aemail'],
    ['Company login', 'https://id.example/authorize?x=1'],
  ])('are attached at the site that the browser is sent to: %s', async (name, address) => {
    const gone: string[] = [];
    jest.spyOn(leave, 'to').mockImplementation(url => void gone.push(url));
    const { press } = await visitPersonal({
      status: everything,
      answers: {
        'GET /api/oauth/state': ok('state-1'),
        'GET /api/oauth/oidc/authorize': ok({ url: 'https://id.example/authorize?x=1' }),
      },
    });
    await press(`Bind: ${name}`);
    await waitFor(() => expect(gone).toEqual([address]));
  });

  it('are attached at WeChat by a code', async () => {
    const { server, press, fill } = await visitPersonal({
      status: everything,
      answers: { 'GET /api/oauth/wechat/bind': ok() },
    });
    await press('Bind: WeChat');
    expect(await screen.findByRole('img', { name: 'QR code of the official account' })).toBeTruthy();
    await press('Bind');
    expect(await screen.findByText('Please enter the verification code')).toBeTruthy();
    await fill('Verification code', '123456');
    await press('Bind');
    expect(await screen.findByText('WeChat bound')).toBeTruthy();
    expect(server.callsTo('GET', '/api/oauth/wechat/bind').map(({ url }) => url)).toEqual([
      '/api/oauth/wechat/bind?code=123456',
    ]);
  });

  it('load the script of Telegram only when it is needed', async () => {
    const { press } = await visitPersonal({ status: everything });
    await screen.findByRole('button', { name: 'Bind: Telegram' });
    expect(document.querySelector('script[data-telegram-login]')).toBeNull();
    await press('Bind: Telegram');
    await screen.findByRole('dialog');
    const script = document.querySelector<HTMLScriptElement>('script[data-telegram-login]');
    expect(script?.dataset.telegramLogin).toBe('our_bot');
    expect(script?.dataset.authUrl).toBe(`${window.location.origin}/api/oauth/telegram/bind`);
  });

  it('are removed only after a confirmation', async () => {
    const { server, press } = await visitPersonal({
      self: { wechat_id: 'o-ann' },
      answers: { 'DELETE /api/oauth/wechat/bind': ok() },
    });
    await press('Unbind: WeChat');
    const question = within(await screen.findByRole('alertdialog'));
    expect(question.getByText('Unbind WeChat?')).toBeTruthy();
    await userEvent.click(question.getByRole('button', { name: 'Cancel' }));
    expect(server.callsTo('DELETE', '/api/oauth')).toEqual([]);
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    await press('Unbind: WeChat');
    await userEvent.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Unbind' }));
    expect(await screen.findByText('WeChat unbound')).toBeTruthy();
    expect(server.callsTo('DELETE', '/api/oauth').map(({ url }) => url)).toEqual(['/api/oauth/wechat/bind']);
  });

  it('say once, in at most one line, why Telegram could not be attached', async () => {
    const reason = 'x'.repeat(300);
    const { history } = await visitPersonal({ at: `/setting?tab=personal&bind_error=${reason}` });
    expect(await screen.findByText(`Binding failed: ${'x'.repeat(200)}`)).toBeTruthy();
    await waitFor(() => expect(history.location.search).toBe('?tab=personal'));
  });
});
