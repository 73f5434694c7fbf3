import { Role } from '@contracts';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { ok, refused, startFakeServer, type FakeAnswer, type FakeServer } from '../../../test-support/fake-server';
import { makeUser, renderPage } from '../../../test-support/render-page';
import { SettingScreen } from '../../../app/SettingScreen';

interface Scene {
  readonly texts?: Readonly<Record<string, string>>;
  readonly save?: FakeAnswer;
  readonly mail?: FakeAnswer;
  readonly tab?: string;
  readonly role?: 10 | 100;
}

/** Opens the settings page with these options; all others are empty or off. */
async function start({ texts = {}, save = ok(), mail = ok(), tab = 'system', role = Role.Admin }: Scene = {}) {
  const options = Object.entries(texts).map(([key, value]) => ({ key, value }));
  const server = startFakeServer({
    'GET /api/option/': ok(options),
    'PUT /api/option/': save,
    'POST /api/option/test_mail': mail,
    'DELETE /api/log/': ok(12),
    'GET /api/status': ok({}),
  });
  await renderPage(<SettingScreen />, { user: makeUser({ role }), at: `/setting?tab=${tab}` });
  await screen.findByRole('button', { name: 'Refresh' });
  return server;
}

function saves(server: FakeServer) {
  return server.callsTo('PUT', '/api/option/').map(({ body }) => body);
}

function cardOf(title: string) {
  const heading = screen.getByRole('heading', { name: title });
  return within(heading.closest<HTMLElement>('.draft-card') ?? document.body);
}

function press(title: string, button: string) {
  return userEvent.click(cardOf(title).getByRole('button', { name: button }));
}

describe('a switch of the system settings', () => {
  it('saves at once and moves before the response', async () => {
    const server = await start({ texts: { RegisterEnabled: 'true' } });
    const toggle = screen.getByLabelText<HTMLInputElement>('Allow registration of new users');
    await userEvent.click(toggle);
    expect(saves(server)).toEqual([{ key: 'RegisterEnabled', value: 'false' }]);
  });

  it('moves back when the server refuses', async () => {
    const server = await start({ save: refused('cannot enable GitHub OAuth, fill in client id and secret first') });
    const toggle = screen.getByLabelText<HTMLInputElement>('Allow sign-in and registration through GitHub');
    await userEvent.click(toggle);
    await waitFor(() => expect(toggle.disabled).toBe(false));
    expect(toggle.checked).toBe(false);
    expect(saves(server)).toEqual([{ key: 'GitHubOAuthEnabled', value: 'true' }]);
  });

  it('needs a confirmation to close the sign-in by password', async () => {
    const server = await start({ texts: { PasswordLoginEnabled: 'true' } });
    await userEvent.click(screen.getByLabelText('Allow sign-in by password'));
    expect(await screen.findByText('Turn off sign-in by password?')).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Cancel' }));
    expect(saves(server)).toEqual([]);
    await userEvent.click(screen.getByLabelText('Allow sign-in by password'));
    await userEvent.click(await screen.findByRole('button', { name: 'Confirm' }));
    await waitFor(() => expect(saves(server)).toEqual([{ key: 'PasswordLoginEnabled', value: 'false' }]));
  });

  it('opens the sign-in by password without a confirmation', async () => {
    const server = await start({ texts: { PasswordLoginEnabled: 'false' } });
    await userEvent.click(screen.getByLabelText('Allow sign-in by password'));
    await waitFor(() => expect(saves(server)).toEqual([{ key: 'PasswordLoginEnabled', value: 'true' }]));
  });
});

describe('a secret of the site', () => {
  const secret = () => cardOf('GitHub sign-in').getByLabelText<HTMLInputElement>(/^Client secret/);

  it('is shown as configured, and is sent only when it was filled in', async () => {
    const server = await start({ texts: { SecretsSet: '["GitHubClientSecret"]', GitHubClientId: '' } });
    expect(cardOf('GitHub sign-in').getByText('configured')).toBeTruthy();
    expect(cardOf('LINUX DO sign-in').getByText('not configured')).toBeTruthy();
    expect(secret().value).toBe('');
    await userEvent.type(cardOf('GitHub sign-in').getByLabelText('Client ID'), 'Iv1.abc');
    await press('GitHub sign-in', 'Save');
    await waitFor(() => expect(saves(server)).toEqual([{ key: 'GitHubClientId', value: 'Iv1.abc' }]));
  });

  it('is removed from the page once it is saved', async () => {
    const server = await start();
    await userEvent.type(secret(), 'a-secret');
    await press('GitHub sign-in', 'Save');
    await waitFor(() => expect(saves(server)).toEqual([{ key: 'GitHubClientSecret', value: 'a-secret' }]));
    await waitFor(() => expect(secret().value).toBe(''));
  });

  it('stays in the field when it could not be saved', async () => {
    await start({ save: refused('insufficient permission') });
    await userEvent.type(secret(), 'a-secret');
    await press('GitHub sign-in', 'Save');
    expect(await screen.findByText('Save failed, please retry')).toBeTruthy();
    expect(secret().value).toBe('a-secret');
  });

  it('is cleared by its button after a confirmation', async () => {
    const server = await start({ texts: { SecretsSet: '["GitHubClientSecret"]' } });
    await press('GitHub sign-in', 'Clear Client secret');
    await userEvent.click(await screen.findByRole('button', { name: 'Confirm' }));
    await waitFor(() => expect(saves(server)).toEqual([{ key: 'GitHubClientSecret', value: '' }]));
  });
});

describe('the payment settings', () => {
  const price = () => cardOf('Payment settings').getByLabelText('Price of one currency unit');

  it('need a saved server address first', async () => {
    const server = await start({ texts: { ServerAddress: '', Price: '7.3' } });
    await userEvent.type(price(), '1');
    await press('Payment settings', 'Save');
    expect(await screen.findByText('Please fill in the server address first')).toBeTruthy();
    expect(saves(server)).toEqual([]);
  });

  it('refuse a group ratio that is no JSON object of numbers', async () => {
    const texts = { ServerAddress: 'https://api.example.com', TopupGroupRatio: '{"default":1}' };
    const server = await start({ texts });
    const field = cardOf('Payment settings').getByLabelText('Top-up group ratio');
    await userEvent.clear(field);
    await userEvent.type(field, '{{"default":"1"}');
    await press('Payment settings', 'Save');
    expect(await screen.findByText('Top-up group ratio is not a valid JSON string')).toBeTruthy();
    expect(saves(server)).toEqual([]);
  });

  it('are not changed when their JSON is only viewed', async () => {
    const texts = { ServerAddress: 'https://api.example.com', TopupGroupRatio: '{"default":1}' };
    const server = await start({ texts });
    await userEvent.click(cardOf('Payment settings').getByLabelText('Top-up group ratio'));
    await userEvent.tab();
    await press('Payment settings', 'Save');
    expect(await screen.findByText('You seem not to have modified anything')).toBeTruthy();
    expect(saves(server)).toEqual([]);
  });
});

describe('the mail settings', () => {
  it("send a test mail to the given address and show the server's message", async () => {
    const server = await start({ mail: { body: { success: true, message: 'the test mail was sent to a@b.c' } } });
    await userEvent.type(cardOf('SMTP').getByLabelText('Server'), 'smtp.example.com');
    await press('SMTP', 'Send test mail');
    await userEvent.type(await screen.findByLabelText('Receiver'), 'a@b.c');
    await userEvent.click(screen.getByRole('button', { name: 'Send' }));
    expect(await screen.findByText('the test mail was sent to a@b.c')).toBeTruthy();
    expect(server.callsTo('POST', '/api/option/test_mail').map(({ body }) => body)).toEqual([{ to: 'a@b.c' }]);
    // The dialog belongs to the card, whose own form must not be submitted by it.
    expect(saves(server)).toEqual([]);
  });

  it('leave the receiver to the server when none is given, and keep the dialog open after a refusal', async () => {
    const server = await start({ mail: refused('SMTP server is not configured') });
    await press('SMTP', 'Send test mail');
    await userEvent.click(await screen.findByRole('button', { name: 'Send' }));
    await waitFor(() => expect(server.callsTo('POST', '/api/option/test_mail')[0]?.body).toEqual({}));
    expect(screen.getByLabelText('Receiver')).toBeTruthy();
  });
});

describe('the other cards of the system settings', () => {
  it('show which addresses to register, based on the public address', async () => {
    await start({ texts: { ServerAddress: 'https://api.example.com' } });
    expect(cardOf('GitHub sign-in').getByText('https://api.example.com/oauth/github')).toBeTruthy();
    expect(cardOf('LINUX DO sign-in').getByText('https://api.example.com/oauth/linuxdo')).toBeTruthy();
    expect(cardOf('OpenID Connect').getByText('https://api.example.com/oauth/oidc')).toBeTruthy();
  });

  it('send the domains as a list with commas', async () => {
    const server = await start({ texts: { EmailDomainWhitelist: 'gmail.com' } });
    await userEvent.type(cardOf('E-mail domain whitelist').getByLabelText('Allowed domains'), 'QQ.com{Enter}');
    await press('E-mail domain whitelist', 'Save');
    await waitFor(() => expect(saves(server)).toEqual([{ key: 'EmailDomainWhitelist', value: 'gmail.com,qq.com' }]));
  });

  it('say when the options could not be read', async () => {
    startFakeServer({ 'GET /api/option/': refused('no'), 'GET /api/status': ok({}) });
    await renderPage(<SettingScreen />, { user: makeUser({ role: Role.Admin }), at: '/setting?tab=system' });
    expect(await screen.findByText('Failed to get options')).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Try again' })).toBeTruthy();
  });
});

describe('the other settings', () => {
  const link = () => cardOf('Operation settings').getByLabelText<HTMLInputElement>('Top-up link');

  it('leave the top-up link to the super administrator', async () => {
    await start({ tab: 'other' });
    expect(link().disabled).toBe(true);
    expect(cardOf('Operation settings').getByText('Only the super administrator can change this.')).toBeTruthy();
  });

  it('let the super administrator edit it', async () => {
    await start({ tab: 'other', role: Role.Root });
    expect(link().disabled).toBe(false);
  });

  it('preview a notice as it will be shown', async () => {
    await start({ tab: 'other', texts: { Notice: '**soon**' } });
    await userEvent.click(screen.getByLabelText('Preview: Notice'));
    const preview = await screen.findByText('soon');
    expect(preview.tagName).toBe('STRONG');
  });

  it('delete old logs after a confirmation, and report how many', async () => {
    const server = await start({ tab: 'other' });
    const field = screen.getByLabelText('Clear what is older than');
    await userEvent.clear(field);
    await userEvent.type(field, '2026-01-02T03:04:05');
    await press('Log settings', 'Clear logs');
    expect(await screen.findByText(/Jan 2, 2026, 3:04:05\sAM/)).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Confirm' }));
    expect(await screen.findByText('12 logs cleared')).toBeTruthy();
    const seconds = new Date(2026, 0, 2, 3, 4, 5).getTime() / 1000;
    expect(server.callsTo('DELETE', '/api/log/').map(({ url }) => url)).toEqual([
      `/api/log/?target_timestamp=${seconds}`,
    ]);
  });

  it('delete nothing without a time', async () => {
    const server = await start({ tab: 'other' });
    await userEvent.clear(screen.getByLabelText('Clear what is older than'));
    await press('Log settings', 'Clear logs');
    expect(await screen.findByText('Please choose log record time')).toBeTruthy();
    expect(server.callsTo('DELETE', '/api/log/')).toEqual([]);
  });
});

describe('the group settings', () => {
  it('are in a tab of their own', async () => {
    const server = await start({ tab: 'group', texts: { GroupRatio: '{"default":1}' } });
    const ratio = await screen.findByLabelText('Ratio');
    await userEvent.clear(ratio);
    await userEvent.type(ratio, '0.5');
    await userEvent.click(screen.getByRole('button', { name: 'Set groups' }));
    expect(await screen.findByText('Groups updated')).toBeTruthy();
    expect(saves(server)).toEqual([{ key: 'GroupRatio', value: '{"default":0.5}' }]);
  });
});
