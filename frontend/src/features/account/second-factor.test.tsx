import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { ok, refused } from '../../test-support/fake-server';
import { visitPersonal } from '../../test-support/personal-scene';

const SECRET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
const setup = { secret: SECRET, url: `otpauth://totp/Sluice:ann?secret=${SECRET}&issuer=Sluice` };
const codes = ['aaaaa-bbbbb', 'ccccc-ddddd'];
const enabled = ok({ enabled: true, recovery_codes_left: 2 });

function mockClipboard() {
  const writeText = jest.fn(() => Promise.resolve());
  Object.defineProperty(navigator, 'clipboard', { configurable: true, value: { writeText } });
  return writeText;
}

afterEach(() => jest.restoreAllMocks());

describe('setting up an authenticator app', () => {
  let isEnabled = false;
  const answers = {
    'GET /api/user/totp': () => (isEnabled ? enabled : ok({ enabled: false, recovery_codes_left: 0 })),
    'POST /api/user/totp/setup': ok(setup),
    'POST /api/user/totp/enable': () => {
      isEnabled = true;
      return ok({ recovery_codes: codes });
    },
  };
  beforeEach(() => (isEnabled = false));

  it('shows the secret as an image and as text, and then the recovery codes once', async () => {
    const { server, press, fill } = await visitPersonal({ answers });
    await press('Set up the app');
    expect(await screen.findByRole('img', { name: 'QR code for the authenticator app' })).toBeTruthy();
    expect(screen.getByText('ABCD EFGH IJKL MNOP QRST UVWX YZ23 4567')).toBeTruthy();
    await press('Enable');
    expect(await screen.findByText('Please enter the verification code')).toBeTruthy();
    expect(server.callsTo('POST', '/api/user/totp/enable')).toEqual([]);
    await fill('Code that the app shows', ' 123456 ');
    await press('Enable');
    expect(await screen.findByText('aaaaa-bbbbb')).toBeTruthy();
    expect(server.callsTo('POST', '/api/user/totp/enable').map(({ body }) => body)).toEqual([{ code: '123456' }]);
    await userEvent.keyboard('{Escape}');
    expect(screen.getByText('ccccc-ddddd')).toBeTruthy();
    await press('I have kept them');
    await waitFor(() => expect(screen.queryByText('aaaaa-bbbbb')).toBeNull());
    expect(await screen.findByText('Recovery codes left: 2')).toBeTruthy();
  });

  it('lets the recovery codes be copied and saved', async () => {
    const writeText = mockClipboard();
    let saved: Blob | undefined;
    Object.assign(URL, {
      createObjectURL: (content: Blob) => {
        saved = content;
        return 'blob:codes';
      },
      revokeObjectURL: () => undefined,
    });
    const clicked = jest.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
    const { press, fill } = await visitPersonal({ answers });
    await press('Set up the app');
    await fill('Code that the app shows', '123456');
    await press('Enable');
    await press('Copy');
    expect(writeText).toHaveBeenCalledWith('aaaaa-bbbbb\nccccc-ddddd');
    await press('Download');
    expect(clicked).toHaveBeenCalledTimes(1);
    expect(saved?.size).toBeGreaterThan('aaaaa-bbbbb\nccccc-ddddd'.length);
  });

  it('keeps the same secret when the code was wrong', async () => {
    const wrong = { ...answers, 'POST /api/user/totp/enable': refused('the code of the authenticator app is wrong') };
    const { server, press, fill } = await visitPersonal({ answers: wrong });
    await press('Set up the app');
    await fill('Code that the app shows', '000000');
    await press('Enable');
    await waitFor(() => expect(server.callsTo('POST', '/api/user/totp/enable')).toHaveLength(1));
    expect(screen.getByText(/^ABCD EFGH/)).toBeTruthy();
    expect(server.callsTo('POST', '/api/user/totp/setup')).toHaveLength(1);
  });
});

describe('an authenticator app that is set up', () => {
  it('is removed with a code', async () => {
    const { server, press, fill } = await visitPersonal({
      answers: { 'GET /api/user/totp': enabled, 'POST /api/user/totp/disable': ok() },
    });
    await press('Disable the app');
    await fill('Code of the authenticator app', 'aaaaa-bbbbb');
    await press('Disable');
    expect(await screen.findByText('Authenticator app disabled')).toBeTruthy();
    expect(server.callsTo('POST', '/api/user/totp/disable').map(({ body }) => body)).toEqual([{ code: 'aaaaa-bbbbb' }]);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('creates new recovery codes with a code', async () => {
    const { press, fill } = await visitPersonal({
      answers: { 'GET /api/user/totp': enabled, 'POST /api/user/totp/recovery_codes': ok({ recovery_codes: codes }) },
    });
    await press('New recovery codes');
    const dialog = within(await screen.findByRole('dialog'));
    await fill('Code of the authenticator app', '123456');
    await userEvent.click(dialog.getByRole('button', { name: 'New recovery codes' }));
    expect(await screen.findByText('aaaaa-bbbbb')).toBeTruthy();
  });

  it.each([
    ['gives no warning with 3 recovery codes left', 3, false],
    ['warns with 2 recovery codes left', 2, true],
    ['warns without recovery codes', 0, true],
  ])('%s', async (_rule, count, isWarning) => {
    await visitPersonal({ answers: { 'GET /api/user/totp': ok({ enabled: true, recovery_codes_left: count }) } });
    expect(await screen.findByText(`Recovery codes left: ${count}`)).toBeTruthy();
    expect(screen.queryByText(/Draw new recovery codes/) !== null).toBe(isWarning);
  });
});

describe('passkeys', () => {
  const passkey = { id: 3, name: 'my laptop', created_time: 1_790_000_000, used_time: 0, is_backed_up: true };
  const status = { passkey_login: true };
  const listed = { 'GET /api/user/passkeys': ok([passkey]) };
  // The fields of a challenge that the library reads.
  const options = {
    challenge: 'AAAA',
    rp: { id: 'localhost', name: 'Sluice' },
    user: { id: 'AAAA', name: 'ann', displayName: 'Ann' },
    pubKeyCredParams: [{ type: 'public-key', alg: -7 }],
  };
  const bytes = new Uint8Array([1, 2, 3]).buffer;
  const made = {
    id: 'AQID',
    rawId: bytes,
    type: 'public-key',
    response: { attestationObject: bytes, clientDataJSON: bytes },
    getClientExtensionResults: () => ({}),
  };
  const device = (create: () => Promise<unknown>) =>
    Object.defineProperty(navigator, 'credentials', { configurable: true, value: { create } });

  beforeEach(() => Object.assign(window, { PublicKeyCredential: class {} }));
  afterEach(() => {
    Reflect.deleteProperty(window, 'PublicKeyCredential');
    Reflect.deleteProperty(navigator, 'credentials');
  });

  it('are created by the device under the given name', async () => {
    device(() => Promise.resolve(made));
    const { server, press, fill } = await visitPersonal({
      status,
      answers: { 'POST /api/user/passkeys/options': ok(options), 'POST /api/user/passkeys': ok(passkey) },
    });
    await press('Add a passkey');
    await userEvent.clear(await screen.findByLabelText('Name'));
    await press('Add');
    expect(await screen.findByText('Please enter a name')).toBeTruthy();
    await fill('Name', ' my laptop ');
    await press('Add');
    expect(await screen.findByText('Passkey added')).toBeTruthy();
    const sent = server.callsTo('POST', '/api/user/passkeys').find(({ url }) => url === '/api/user/passkeys');
    expect(sent?.body).toMatchObject({ name: 'my laptop', response: { id: 'AQID', type: 'public-key' } });
  });

  it.each([
    ['NotAllowedError', /No passkey was made/],
    ['InvalidStateError', /This device already has a passkey/],
  ])('are not created when the device says %s, which is shown', async (name, sentence) => {
    device(() => Promise.reject(Object.assign(new Error('no'), { name })));
    const { server, press } = await visitPersonal({
      status,
      answers: { 'POST /api/user/passkeys/options': ok(options) },
    });
    await press('Add a passkey');
    await press('Add');
    expect(await screen.findByText(sentence)).toBeTruthy();
    expect(server.callsTo('POST', '/api/user/passkeys').map(({ url }) => url)).toEqual(['/api/user/passkeys/options']);
    expect(screen.getByLabelText('Name')).toBeTruthy();
  });

  it('are renamed', async () => {
    const { server, press, fill } = await visitPersonal({
      status,
      answers: { ...listed, 'PUT /api/user/passkeys/3': ok() },
    });
    await press('Rename: my laptop');
    await fill('Name', ' 2');
    await press('Save');
    await waitFor(() =>
      expect(server.callsTo('PUT', '/api/user/passkeys/3').map(({ body }) => body)).toEqual([{ name: 'my laptop 2' }]),
    );
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('are removed after a confirmation', async () => {
    const { server, press } = await visitPersonal({
      status,
      answers: { ...listed, 'DELETE /api/user/passkeys/3': ok() },
    });
    await press('Remove: my laptop');
    expect(server.callsTo('DELETE', '/api/user/passkeys')).toEqual([]);
    await userEvent.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Remove' }));
    expect(await screen.findByText('Passkey removed')).toBeTruthy();
    expect(server.callsTo('DELETE', '/api/user/passkeys').map(({ url }) => url)).toEqual(['/api/user/passkeys/3']);
  });

  it('are not mentioned when they are switched off and there are none', async () => {
    const { server } = await visitPersonal();
    await waitFor(() => expect(server.callsTo('GET', '/api/user/passkeys')).toHaveLength(1));
    expect(screen.queryByText('Passkeys')).toBeNull();
  });

  it('can be removed but not added when they are switched off', async () => {
    await visitPersonal({ answers: listed });
    expect(await screen.findByRole('button', { name: 'Remove: my laptop' })).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Add a passkey' })).toBeNull();
  });

  it('cannot be added in a browser that does not support them, which is shown', async () => {
    Reflect.deleteProperty(window, 'PublicKeyCredential');
    await visitPersonal({ status });
    expect(await screen.findByText(/This browser cannot use passkeys here/)).toBeTruthy();
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Add a passkey' }).disabled).toBe(true);
  });
});
