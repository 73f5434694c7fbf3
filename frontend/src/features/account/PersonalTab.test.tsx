import { Role } from '@contracts';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { ok, refused, type SeenCall } from '../../test-support/fake-server';
import { visitPersonal } from '../../test-support/personal-scene';
import { readUserAgent } from './browser-name';

function mockClipboard() {
  const writeText = jest.fn(() => Promise.resolve());
  Object.defineProperty(navigator, 'clipboard', { configurable: true, value: { writeText } });
  return writeText;
}

describe('the models of the account', () => {
  it('are in a tab for each group, by its display name where it has one', async () => {
    const { server } = await visitPersonal({
      answers: {
        'GET /api/user/models': ({ url }: SeenCall) => ok(url.includes('group=vip') ? ['claude-opus'] : ['gpt-4o']),
      },
    });
    expect(await screen.findByText('gpt-4o')).toBeTruthy();
    expect(screen.getByRole('tab', { name: 'Everybody', selected: true })).toBeTruthy();
    expect(server.callsTo('GET', '/api/user/models')).toHaveLength(1);
    await userEvent.click(screen.getByRole('tab', { name: 'vip' }));
    expect(await screen.findByText('claude-opus')).toBeTruthy();
    expect(screen.queryByText('gpt-4o')).toBeNull();
  });

  it('are copied by a click', async () => {
    const writeText = mockClipboard();
    const { press } = await visitPersonal();
    await press('Copy gpt-4o');
    expect(writeText).toHaveBeenCalledWith('gpt-4o');
  });

  it('are replaced by a text when there are none', async () => {
    await visitPersonal({ answers: { 'GET /api/user/models': ok([]) } });
    expect(await screen.findByText('There are no models in this group yet.')).toBeTruthy();
  });

  it('can be loaded again after a failure', async () => {
    let isDown = true;
    const { press } = await visitPersonal({
      answers: { 'GET /api/user/models': () => (isDown ? refused('busy') : ok(['gpt-4o'])) },
    });
    expect(await screen.findByText(/could not be loaded/)).toBeTruthy();
    isDown = false;
    await press('Try again');
    expect(await screen.findByText('gpt-4o')).toBeTruthy();
  });
});

describe('the account card', () => {
  it.each([
    [Role.Root, 'Administrator'],
    [Role.Admin, 'Normal user'],
    [Role.User, 'Normal user'],
  ])('calls role %i %s', async (role, label) => {
    await visitPersonal({ self: { role } });
    expect(await screen.findByText(label)).toBeTruthy();
  });

  it('leads to the wallet for rewards', async () => {
    await visitPersonal();
    const link = screen.getByRole<HTMLAnchorElement>('link', { name: /transfer invitation rewards/ });
    expect(link.getAttribute('href')).toBe('/topup');
  });
});

describe('the password', () => {
  it('is changed when both entries agree, and the fields are emptied', async () => {
    const { server, press, fill } = await visitPersonal({ answers: { 'PUT /api/user/self': ok() } });
    await fill('New password', 'password-1');
    await fill('Repeat new password', 'password-2');
    await press('Change password');
    expect(await screen.findByText('The two passwords entered do not match')).toBeTruthy();
    expect(server.callsTo('PUT', '/api/user/self')).toEqual([]);
    await userEvent.clear(screen.getByLabelText('Repeat new password'));
    await fill('Repeat new password', 'password-1');
    await press('Change password');
    expect(await screen.findByText('Password changed')).toBeTruthy();
    expect(server.callsTo('PUT', '/api/user/self').map(({ body }) => body)).toEqual([{ password: 'password-1' }]);
    expect(screen.getByLabelText<HTMLInputElement>('New password').value).toBe('');
    // The server has ended the other sessions.
    await waitFor(() => expect(server.callsTo('GET', '/api/user/sessions')).toHaveLength(2));
  });
});

describe('the system access token', () => {
  it('is created after a confirmation, shown and copied', async () => {
    const writeText = mockClipboard();
    const { server, press } = await visitPersonal({ answers: { 'GET /api/user/token': ok('token-of-ann') } });
    await press('Generate system access token');
    expect(server.callsTo('GET', '/api/user/token')).toEqual([]);
    await userEvent.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Confirm' }));
    expect(await screen.findByText('Token reset and copied to the clipboard')).toBeTruthy();
    expect(writeText).toHaveBeenCalledWith('token-of-ann');
    expect(screen.getByText('token-of-ann')).toBeTruthy();
    await press('Copy');
    expect(await screen.findByText('System token copied')).toBeTruthy();
    expect(writeText).toHaveBeenCalledTimes(2);
  });
});

describe('the deletion of the account', () => {
  const answers = { 'DELETE /api/user/self': ok() };
  const deletions = (server: Awaited<ReturnType<typeof visitPersonal>>['server']) =>
    server.callsTo('DELETE', '/api/user/self');

  it('needs the typed name, and signs out', async () => {
    const { server, press, fill, store, history } = await visitPersonal({ answers });
    await waitFor(() =>
      expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Delete account' }).disabled).toBe(false),
    );
    await press('Delete account');
    await fill(/Enter the account name ann/, 'Ann');
    await press('Delete for good');
    expect(await screen.findByText('Please enter your account name to confirm deletion')).toBeTruthy();
    expect(deletions(server)).toEqual([]);
    await userEvent.clear(screen.getByLabelText(/Enter the account name ann/));
    await fill(/Enter the account name ann/, 'ann');
    await press('Delete for good');
    await waitFor(() => expect(history.location.pathname).toBe('/login'));
    expect(deletions(server)).toHaveLength(1);
    expect(server.callsTo('GET', '/api/user/logout')).toHaveLength(1);
    expect(store.getState().session.user).toBeNull();
    expect(await screen.findByText('Account deleted')).toBeTruthy();
  });

  it('changes nothing when the server refuses', async () => {
    const { server, press, fill, store, history } = await visitPersonal({
      answers: { 'DELETE /api/user/self': refused('no') },
    });
    await waitFor(() =>
      expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Delete account' }).disabled).toBe(false),
    );
    await press('Delete account');
    await fill(/Enter the account name ann/, 'ann');
    await press('Delete for good');
    await waitFor(() => expect(deletions(server)).toHaveLength(1));
    expect(server.callsTo('GET', '/api/user/logout')).toEqual([]);
    expect(store.getState().session.user).not.toBeNull();
    expect(history.location.pathname).toBe('/setting');
    expect(screen.getByLabelText<HTMLInputElement>(/Enter the account name ann/).value).toBe('ann');
  });

  it('is not offered to the super administrator', async () => {
    await visitPersonal({ self: { role: Role.Root } });
    expect(await screen.findByText('The super administrator account cannot be deleted.')).toBeTruthy();
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Delete account' }).disabled).toBe(true);
  });
});

describe('the sessions', () => {
  const agent = 'Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Safari/537.36';
  const times = { created_time: 1_790_000_000, seen_time: 1_790_000_000, expires_time: 1_790_000_000 };
  const own = { id: '0'.repeat(16), client_ip: '10.0.0.1', user_agent: agent, is_current: true, ...times };
  const other = { ...own, id: '1'.repeat(16), client_ip: '10.0.0.2', user_agent: 'curl/8', is_current: false };
  const answers = {
    'GET /api/user/sessions': ok([own, other]),
    [`DELETE /api/user/sessions/${other.id}`]: ok(),
    'DELETE /api/user/sessions': ok(),
  };
  const agree = async (name: string) =>
    userEvent.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name }));

  it('can be ended, except the current one', async () => {
    const { server, press } = await visitPersonal({ answers });
    expect(await screen.findByText('Chrome on Windows')).toBeTruthy();
    expect(screen.getByText('This browser')).toBeTruthy();
    expect(screen.getAllByRole('button', { name: /^End: / })).toHaveLength(1);
    await press('End: curl/8');
    expect(server.callsTo('DELETE', '/api/user/sessions')).toEqual([]);
    await agree('End');
    expect(await screen.findByText('Session ended')).toBeTruthy();
    expect(server.callsTo('DELETE', '/api/user/sessions').map(({ url }) => url)).toEqual([
      `/api/user/sessions/${other.id}`,
    ]);
    await waitFor(() => expect(server.callsTo('GET', '/api/user/sessions')).toHaveLength(2));
  });

  it('can all be ended except the current one', async () => {
    const { server, press } = await visitPersonal({ answers });
    await press('End all others');
    await agree('End all others');
    expect(await screen.findByText('All other sessions ended')).toBeTruthy();
    expect(server.callsTo('DELETE', '/api/user/sessions')[0]?.url).toBe('/api/user/sessions');
  });

  it('offer nothing to end when the current one is the only one', async () => {
    await visitPersonal({ answers: { 'GET /api/user/sessions': ok([own]) } });
    expect(await screen.findByText('This browser')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'End all others' })).toBeNull();
  });
});

describe('the name of a browser', () => {
  it.each([
    ['Mozilla/5.0 (X11; Linux x86_64; rv:142.0) Gecko/20100101 Firefox/142.0', 'Firefox', 'Linux'],
    ['Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/140.0 Safari/537.36 Edg/140.0', 'Edge', 'Windows'],
    ['Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Mobile Safari/604.1', 'Safari', 'iOS'],
    ['Mozilla/5.0 (Linux; Android 15; Pixel 9) Chrome/140.0 Mobile Safari/537.36', 'Chrome', 'Android'],
    ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) HeadlessChrome/140.0 Safari/537.36', 'Chrome', 'macOS'],
    ['curl/8.5.0', undefined, undefined],
    ['', undefined, undefined],
  ])('is read from %j', (text, browser, system) => {
    const found = readUserAgent(text);
    expect([found.browser, found.system]).toEqual([browser, system]);
  });
});
