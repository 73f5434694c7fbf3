import { type PasskeyView, type SessionUser } from '@contracts';
import { type CDPSession } from 'playwright-core';
import { describeWith } from '../support/servers/databases';
import { startTestApp, type TestApp } from '../support/servers/test-app';
import { Visitor } from './visitor';

interface Answer<Data = unknown> {
  readonly success: boolean;
  readonly message: string;
  readonly data?: Data;
}

/** The script of a page of the console: the browser itself turns JSON into options and back. */
const SCRIPT = `
  const call = async (method, path, body) => {
    const headers = { 'content-type': 'application/json', 'accept-language': 'en' };
    if (globalThis.userId) headers['New-API-User'] = String(globalThis.userId);
    const response = await fetch(path, { method, headers, body: body && JSON.stringify(body) });
    return response.json();
  };
  const addPasskey = async name => {
    const { data } = await call('POST', '/api/user/passkeys/options', {});
    const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(data);
    const credential = await navigator.credentials.create({ publicKey });
    return call('POST', '/api/user/passkeys', { name, response: credential.toJSON() });
  };
  const signInByPasskey = async () => {
    const { data } = await call('POST', '/api/user/passkey/options', {});
    const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(data);
    const credential = await navigator.credentials.get({ publicKey });
    const answer = await call('POST', '/api/user/passkey/login', { response: credential.toJSON() });
    globalThis.userId = answer.data?.id;
    return answer;
  };
  const signIn = async (username, password) => {
    const answer = await call('POST', '/api/user/login', { username, password });
    globalThis.userId = answer.data?.id;
    return answer;
  };
  const signOut = async () => {
    const answer = await call('GET', '/api/user/logout');
    globalThis.userId = undefined;
    return answer;
  };`;

describeWith('chromium', 'a passkey in a real browser', () => {
  let app: TestApp;
  let visitor: Visitor;
  let devices: CDPSession;
  let authenticatorId: string;
  let person: Awaited<ReturnType<TestApp['make']['user']>>;

  beforeAll(async () => {
    app = await startTestApp();
    // The site has a name here, because there are no passkeys for bare addresses; only this name may be used without
    // encryption.
    const origin = app.url.replace('127.0.0.1', 'localhost');
    await app.make.option('ServerAddress', origin);
    person = await app.make.user();
    visitor = await Visitor.at(origin);
    await visitor.go('/api/status');
    devices = await visitor.page.context().newCDPSession(visitor.page);
    await devices.send('WebAuthn.enable');
    const added = await devices.send('WebAuthn.addVirtualAuthenticator', {
      options: {
        protocol: 'ctap2',
        transport: 'internal',
        hasResidentKey: true,
        hasUserVerification: true,
        isUserVerified: true,
        automaticPresenceSimulation: true,
      },
    });
    authenticatorId = added.authenticatorId;
  });
  afterAll(async () => {
    await visitor?.close();
    await app?.close();
  });

  const inPage = <Data>(expression: string): Promise<Answer<Data>> =>
    visitor.page.evaluate<Answer<Data>>(`(async () => { ${SCRIPT} return await ${expression}; })()`);
  /** The name of the error with which the browser itself refuses. */
  const refusalInPage = (expression: string): Promise<string> =>
    visitor.page.evaluate<string>(
      `(async () => { ${SCRIPT} return await ${expression}.then(() => 'none', error => error.name); })()`,
    );
  const self = () => inPage<SessionUser>(`call('GET', '/api/user/self')`);
  const step = (name: string, body: () => Promise<void>) => it(name, () => visitor.step(name, body));

  step('is added by somebody who is signed in', async () => {
    const { username, password } = person;
    expect((await inPage(`signIn('${username}', '${password}')`)).success).toBe(true);
    const added = await inPage<PasskeyView>(`addPasskey('this computer')`);
    expect(added).toMatchObject({ success: true, data: { name: 'this computer', used_time: 0 } });
    const { credentials } = await devices.send('WebAuthn.getCredentials', { authenticatorId });
    expect(credentials).toMatchObject([{ isResidentCredential: true, rpId: 'localhost', userName: username }]);
  });

  step('is not made a second time on the same device', async () => {
    expect(await refusalInPage(`addPasskey('once more')`)).toBe('InvalidStateError');
    expect((await inPage<PasskeyView[]>(`call('GET', '/api/user/passkeys')`)).data).toHaveLength(1);
  });

  step('signs its owner in without a name, again and again', async () => {
    for (let round = 0; round < 2; round += 1) {
      await inPage('signOut()');
      expect((await self()).success).toBe(false);
      const entered = await inPage<SessionUser>('signInByPasskey()');
      expect(entered).toMatchObject({ success: true, data: { id: person.id, username: person.username } });
      expect((await self()).data?.username).toBe(person.username);
    }
    const [passkey] = (await inPage<PasskeyView[]>(`call('GET', '/api/user/passkeys')`)).data ?? [];
    expect(passkey?.used_time).toBeGreaterThan(0);
  });

  step('does not sign in somebody whom the device does not recognise', async () => {
    await inPage('signOut()');
    await devices.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: false });
    expect(await refusalInPage('signInByPasskey()')).toBe('NotAllowedError');
    await devices.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: true });
  });

  step('opens nothing once it was removed', async () => {
    await inPage('signInByPasskey()');
    const [passkey] = (await inPage<PasskeyView[]>(`call('GET', '/api/user/passkeys')`)).data ?? [];
    expect((await inPage(`call('DELETE', '/api/user/passkeys/${passkey?.id}')`)).success).toBe(true);
    await inPage('signOut()');
    expect(await inPage('signInByPasskey()')).toEqual({
      success: false,
      message: 'the passkey could not be verified, please try again',
    });
  });
});
