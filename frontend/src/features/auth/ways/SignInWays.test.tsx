import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { leave } from '../../../shared/browser/leave';
import { ok, refused, startFakeServer, type FakeAnswer } from '../../../test-support/fake-server';
import { makeUser, renderPage } from '../../../test-support/render-page';
import { SignInWays } from './SignInWays';

const everything = {
  github_oauth: true,
  github_client_id: 'our id&more',
  github_authorize_url: 'https://github.company.example/login/oauth/authorize',
  linuxdo_oauth: true,
  linuxdo_client_id: 'forum id',
  oidc_login: true,
  oidc_name: 'Company login',
  wechat_login: true,
  wechat_qrcode: 'https://a.example/qr.png',
  telegram_oauth: true,
  telegram_bot_name: '@our_bot',
  passkey_login: true,
};
const someone = ok(makeUser({ id: 8, username: 'neo' }));

interface Visit {
  readonly status?: object;
  readonly inviteCode?: string;
  readonly answers?: Readonly<Record<string, FakeAnswer>>;
}

async function visit({ status = everything, inviteCode = '', answers = {} }: Visit = {}) {
  const gone: string[] = [];
  jest.spyOn(leave, 'to').mockImplementation(url => void gone.push(url));
  const server = startFakeServer({
    'GET /api/status': ok(status),
    'GET /api/oauth/state': ok('state-1'),
    'GET /api/oauth/oidc/authorize': ok({ url: 'https://id.example/authorize?x=1' }),
    'GET /api/oauth/wechat': someone,
    ...answers,
  });
  const page = await renderPage(<SignInWays inviteCode={inviteCode} />, { at: '/login' });
  const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }));
  const buttons = () => {
    const ways = screen.queryByRole('region', { name: 'Or continue with' });
    return (
      ways &&
      within(ways)
        .queryAllByRole('button')
        .map(button => button.textContent)
    );
  };
  return { server, gone, press, buttons, ...page };
}

beforeEach(() => {
  localStorage.clear();
  Object.assign(window, { PublicKeyCredential: class {} });
});
afterEach(() => {
  jest.restoreAllMocks();
  Reflect.deleteProperty(window, 'PublicKeyCredential');
});

describe('the ways to sign in besides the password', () => {
  it('are all shown when all are switched on', async () => {
    const { buttons } = await visit();
    await waitFor(() => expect(buttons()).toEqual(['Passkey', 'GitHub', 'LINUX DO', 'Company login', 'WeChat']));
    expect(document.querySelectorAll('script[src^="https://telegram.org/"]')).toHaveLength(1);
  });

  it.each([
    ['github_oauth', 'GitHub'],
    ['linuxdo_oauth', 'LINUX DO'],
    ['oidc_login', 'OpenID Connect'],
    ['wechat_login', 'WeChat'],
    ['passkey_login', 'Passkey'],
  ])('are only those that are switched on: %s', async (flag, name) => {
    const { buttons } = await visit({ status: { [flag]: true } });
    await waitFor(() => expect(buttons()).toEqual([name]));
    expect(document.querySelector('script[src^="https://telegram.org/"]')).toBeNull();
  });

  it('are not mentioned when there are none', async () => {
    const { buttons, server } = await visit({ status: {} });
    await waitFor(() => expect(server.calls).toHaveLength(1));
    expect(buttons()).toBeNull();
  });

  it('include no passkey in a browser that does not support them', async () => {
    Reflect.deleteProperty(window, 'PublicKeyCredential');
    const { buttons } = await visit();
    await waitFor(() => expect(buttons()).toContain('GitHub'));
    expect(buttons()).not.toContain('Passkey');
  });
});

describe('the start of a sign-in at a provider', () => {
  it('opens GitHub with id, state and scope, at the address that the server gives', async () => {
    const { gone, press, server } = await visit({ inviteCode: 'Ab12' });
    await press('GitHub');
    await waitFor(() =>
      expect(gone).toEqual([
        'https://github.company.example/login/oauth/authorize?client_id=our+id%26more&state=state-1&scope=user%3Aemail',
      ]),
    );
    expect(server.callsTo('GET', '/api/oauth/state').map(({ url }) => url)).toEqual(['/api/oauth/state?aff=Ab12']);
  });

  it('opens the usual address of LINUX DO when the server gives none', async () => {
    const { gone, press } = await visit();
    await press('LINUX DO');
    await waitFor(() =>
      expect(gone).toEqual([
        'https://connect.linux.do/oauth2/authorize?response_type=code&client_id=forum+id&state=state-1&scope=user%3Aprofile',
      ]),
    );
  });

  it('opens the address that the server gives for OpenID Connect', async () => {
    const { gone, press, server } = await visit({ inviteCode: 'Ab12' });
    await press('Company login');
    await waitFor(() => expect(gone).toEqual(['https://id.example/authorize?x=1']));
    expect(server.callsTo('GET', '/api/oauth/oidc')[0]?.url).toBe('/api/oauth/oidc/authorize?aff=Ab12');
  });

  it('stays on the page and can be repeated when the server refuses', async () => {
    const { gone, press, server } = await visit({ answers: { 'GET /api/oauth/state': refused('no') } });
    await press('GitHub');
    await waitFor(() => expect(server.callsTo('GET', '/api/oauth/state')).toHaveLength(1));
    const button = screen.getByRole<HTMLButtonElement>('button', { name: 'GitHub' });
    await waitFor(() => expect(button.disabled).toBe(false));
    expect(gone).toEqual([]);
  });
});

describe('WeChat', () => {
  it('shows the image, takes the code, and signs in', async () => {
    const { press, server, store, history } = await visit({ inviteCode: 'Ab12' });
    await press('WeChat');
    const image = await screen.findByRole<HTMLImageElement>('img', { name: 'QR code of the official account' });
    expect(image.src).toBe('https://a.example/qr.png');
    expect(screen.getByText(/valid for 3 minutes/)).toBeTruthy();
    await userEvent.type(screen.getByLabelText('Verification code'), ' 123456 {Enter}');
    await waitFor(() => expect(history.location.pathname).toBe('/'));
    expect(server.callsTo('GET', '/api/oauth/wechat')[0]?.url).toBe('/api/oauth/wechat?code=123456&aff=Ab12');
    expect(store.getState().session.user?.username).toBe('neo');
  });

  it('sends nothing without a code', async () => {
    const { press, server } = await visit();
    await press('WeChat');
    await press('Log in');
    expect(await screen.findByText('Please enter the verification code')).toBeTruthy();
    expect(server.callsTo('GET', '/api/oauth/wechat')).toEqual([]);
  });

  it('stays open when the code was wrong', async () => {
    const { press, server } = await visit({ answers: { 'GET /api/oauth/wechat': refused('wrong') } });
    await press('WeChat');
    await userEvent.type(await screen.findByLabelText('Verification code'), '1{Enter}');
    await waitFor(() => expect(server.callsTo('GET', '/api/oauth/wechat')).toHaveLength(1));
    expect(screen.getByLabelText<HTMLInputElement>('Verification code').value).toBe('1');
  });
});

describe('Telegram', () => {
  it('shows its button for the bot, and returns to an address that only this browser knows', async () => {
    await visit();
    const script = await waitFor(() => {
      const found = document.querySelector<HTMLScriptElement>('script[src^="https://telegram.org/"]');
      if (!found) throw new Error('no widget yet');
      return found;
    });
    expect(script.src).toBe('https://telegram.org/js/telegram-widget.js?22');
    const { telegramLogin, authUrl, size } = script.dataset;
    expect([telegramLogin, size]).toEqual(['our_bot', 'large']);
    expect(authUrl).toMatch(/^http:\/\/localhost\/oauth\/telegram\?state=[a-z0-9]{32}$/);
    // A function named in an attribute would need eval.
    expect(script.hasAttribute('data-onauth')).toBe(false);
  });
});

describe('a passkey', () => {
  const answers = { 'POST /api/user/passkey/options': ok({ challenge: 'AAAA', rpId: 'localhost' }) };

  it('shows a notice when the device gave none, and sends nothing more to the server', async () => {
    const { press, server, store } = await visit({ answers });
    await press('Passkey');
    expect(await screen.findByText(/No passkey was used/)).toBeTruthy();
    expect(server.callsTo('POST', '/api/user/passkey/login')).toEqual([]);
    expect(store.getState().session.user).toBeNull();
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Passkey' }).disabled).toBe(false);
  });

  it('is not requested from the device when the server refuses', async () => {
    const refusedBegin = { 'POST /api/user/passkey/options': refused('closed') };
    const asked = jest.fn();
    Object.defineProperty(navigator, 'credentials', { configurable: true, value: { get: asked } });
    const { press, server } = await visit({ answers: refusedBegin });
    await press('Passkey');
    await waitFor(() => expect(server.callsTo('POST', '/api/user/passkey/options')).toHaveLength(1));
    const button = screen.getByRole<HTMLButtonElement>('button', { name: 'Passkey' });
    await waitFor(() => expect(button.disabled).toBe(false));
    expect(asked).not.toHaveBeenCalled();
    Reflect.deleteProperty(navigator, 'credentials');
  });
});
