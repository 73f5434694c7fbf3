import { request } from 'node:http';
import { type SessionView } from '@contracts';
import { TestClient } from '../support/clients/client';
import { must } from '../support/clients/factories';
import { startTestApp, type TestApp } from '../support/servers/test-app';

const DEFAULT_PASSWORD = '123456';

let open: TestApp;
let trusting: TestApp;
beforeAll(async () => {
  [open, trusting] = [
    await startTestApp(),
    await startTestApp({ environment: { TRUSTED_PROXIES: '127.0.0.1,::1,10.0.0.0/8' } }),
  ];
});
afterAll(async () => {
  await open?.close();
  await trusting?.close();
});

/** The address under which a new session is listed. */
async function addressSeen(app: TestApp, forwardedFor: string): Promise<string> {
  const { username, password } = await app.make.user();
  const client = await new TestClient(app.url, { 'x-forwarded-for': forwardedFor }).signIn(username, password);
  const sessions = await must(client.get<SessionView[]>('/api/user/sessions'));
  return sessions.find(session => session.is_current)?.client_ip ?? '';
}

describe('the address of a client behind a trusted proxy', () => {
  it.each([
    ['8.8.8.8', '8.8.8.8'],
    ['8.8.8.8:1234', '8.8.8.8'],
    ['[2001:db8::1]:443', '2001:db8::1'],
    ['8.8.8.8:1, 10.1.1.1:80', '8.8.8.8'],
    ['garbage', '127.0.0.1'],
    ['8.8.8.8, garbage', '127.0.0.1'],
    ['garbage, 8.8.8.8', '8.8.8.8'],
    ['8.8.8.8, garbage, 10.1.1.1', '10.1.1.1'],
  ])('%s: %s', async (list, address) => expect(await addressSeen(trusting, list)).toBe(address));

  it('is not read from a header where no proxy is trusted', async () => {
    expect(await addressSeen(open, '8.8.8.8')).toBe('127.0.0.1');
  });
});

/** Signs in under another host name; `fetch` does not let its caller set one. */
function signInUnder(host: string): Promise<string> {
  const headers = { host, 'content-type': 'application/json' };
  return new Promise((resolve, reject) => {
    const sent = request(`${open.url}/api/user/login`, { method: 'POST', headers }, answer => {
      answer.setEncoding('utf8');
      let text = '';
      answer.on('data', (piece: string) => (text += piece)).on('end', () => resolve(text));
    });
    sent.on('error', reject).end(JSON.stringify({ username: 'root', password: DEFAULT_PASSWORD }));
  });
}

describe('the well-known password of a new installation', () => {
  const tryIt = async (app: TestApp, headers: Record<string, string>) => {
    const client = new TestClient(app.url, headers);
    return (await client.post('/api/user/login', { username: 'root', password: DEFAULT_PASSWORD })).body;
  };

  // Refused attempts count until a sign-in succeeds.
  beforeEach(() => tryIt(open, {}));

  it('opens from this machine', async () => {
    expect(await tryIt(open, {})).toMatchObject({ success: true });
    expect(await tryIt(trusting, { 'x-forwarded-for': '127.0.0.1' })).toMatchObject({ success: true });
  });

  it.each([
    ['x-forwarded-for', '127.0.0.1'],
    ['x-forwarded-proto', 'https'],
    ['x-forwarded-host', 'localhost'],
    ['via', '1.1 proxy'],
    ['cf-connecting-ip', '127.0.0.1'],
    ['forwarded', 'for=127.0.0.1'],
    ['x-real-ip', '127.0.0.1'],
    ['true-client-ip', '127.0.0.1'],
  ])('does not open through an unknown proxy (%s: %s)', async (name, value) => {
    const body = await tryIt(open, { [name]: value });
    expect(body).toEqual({ success: false, message: expect.stringContaining('default password') });
  });

  it.each([
    ['localhost', true],
    ['127.0.0.1:8080', true],
    ['[::1]:8080', true],
    ['evil.example', false],
    ['localhost.evil.example:3000', false],
  ])('used under the host %s opens: %s', async (host, opens) => {
    expect(JSON.parse(await signInUnder(host))).toMatchObject({ success: opens });
  });

  it.each([
    ['which names no client', { 'x-forwarded-proto': 'https' }],
    ['which names nothing readable', { 'x-forwarded-for': 'garbage' }],
    ['which names somebody elsewhere', { 'x-forwarded-for': '8.8.8.8' }],
    ['which was asked for another host', { 'x-forwarded-for': '127.0.0.1', 'x-forwarded-host': 'evil.example' }],
  ])('does not open through a trusted proxy %s', async (_, headers) => {
    expect(await tryIt(trusting, headers)).toMatchObject({ success: false });
  });
});

describe('headers that restrict browsers', () => {
  const headersOf = async (app: TestApp, path: string, headers: Record<string, string> = {}) =>
    (await fetch(app.url + path, { headers })).headers;

  it.each(['/api/status', '/api/user/self', '/api/option/', '/api/no-such-route', '/api/%zz'])(
    '%s: a response is never taken for another type',
    async path => expect((await headersOf(open, path)).get('x-content-type-options')).toBe('nosniff'),
  );

  it.each(['/api/status', '/api/user/self', '/', '/sign-in'])(
    '%s: browsers stay with TLS once it was used',
    async path => {
      const https = { 'x-forwarded-proto': 'https' };
      expect((await headersOf(trusting, path, https)).get('strict-transport-security')).toBe('max-age=31536000');
      expect((await headersOf(trusting, path)).get('strict-transport-security')).toBeNull();
      expect((await headersOf(open, path, https)).get('strict-transport-security')).toBeNull();
    },
  );
});
