import { TestClient } from '../support/clients/client';
import { routeRoles } from '../support/inputs/route-roles';
import { startTestApp, type TestApp } from '../support/servers/test-app';

const LOGIN = '/api/user/login';
const NOTIFY = '/api/user/epay/notify';
const REFUSED = { success: false, message: 'invalid parameter' };

/**
 * The content types that pages on other sites can send without asking the server first. Source: Fetch standard,
 * "CORS-safelisted".
 */
const FOREIGN_TYPES = [
  'application/x-www-form-urlencoded',
  'application/x-www-form-urlencoded; charset=utf-8',
  'multipart/form-data; boundary=x',
  'text/plain',
  'text/plain; application/json',
  'text/plain;charset=application/json',
];

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app?.close());

/** Sends a form as a browser does from another site: without a user header, but with all cookies. */
function sendForm(path: string, type: string, body: string | Uint8Array<ArrayBuffer>, method = 'POST') {
  return fetch(app.url + path, { method, body, headers: { 'content-type': type, 'accept-language': 'en' } });
}

async function credentials(): Promise<{ readonly form: string; readonly json: string }> {
  const { username, password } = await app.make.user();
  return { form: new URLSearchParams({ username, password }).toString(), json: JSON.stringify({ username, password }) };
}

describe('a form on another site', () => {
  it.each(FOREIGN_TYPES)('cannot sign the browser in by %s', async type => {
    const { form, json } = await credentials();
    for (const body of [form, json]) {
      const answer = await sendForm(LOGIN, type, body);
      expect(answer.headers.getSetCookie()).toEqual([]);
      expect(await answer.json()).toEqual(REFUSED);
    }
  });

  it('cannot sign the browser in by a body without a type', async () => {
    const { json } = await credentials();
    const answer = await fetch(app.url + LOGIN, {
      method: 'POST',
      body: new Blob([json]), // without a type there is no header
      headers: { 'accept-language': 'en' },
    });
    expect(answer.headers.getSetCookie()).toEqual([]);
    expect(await answer.json()).toEqual(REFUSED);
  });

  it.each(['/%61pi/user/login', '/api/user/%6cogin', '/api/user/login/', '/api/user/login?turnstile='])(
    'cannot avoid the refusal by writing the path as %s',
    async path => {
      const { form } = await credentials();
      const answer = await sendForm(path, 'application/x-www-form-urlencoded', form);
      expect(answer.headers.getSetCookie()).toEqual([]);
      expect(await answer.json()).toEqual(REFUSED);
    },
  );

  const writing = Object.keys(routeRoles).filter(
    route => /^(POST|PUT|DELETE) \/api\//.test(route) && route !== `POST ${NOTIFY}`,
  );
  it.each(writing)('is refused at %s, before the session is checked', async route => {
    const [method = '', path = ''] = route.split(' ');
    const answer = await sendForm(path.replace(/:\w+/g, '1'), 'application/x-www-form-urlencoded', 'id=1', method);
    // The two payment calls put their reason into data, and the word error where the reason would be.
    expect(await answer.json()).toMatchObject({
      success: false,
      message: expect.stringMatching(/^(invalid parameter|error)$/),
    });
  });
});

describe('what is still accepted', () => {
  it.each(['application/json', 'application/json; charset=utf-8', 'Application/JSON'])(
    'is JSON with the type %s',
    async type => {
      const { json } = await credentials();
      const answer = await sendForm(LOGIN, type, json);
      expect(await answer.json()).toMatchObject({ success: true });
    },
  );

  it.each(['application/x-www-form-urlencoded', 'text/plain', 'application/json'])(
    'is an empty body with the type %s',
    async type => {
      const answer = await app.root.send('POST', '/api/channel/fix', '', { 'content-type': type });
      expect(answer.body).toMatchObject({ success: true });
    },
  );

  it('is the report of a payment, whose signature is checked', async () => {
    const answer = await sendForm(NOTIFY, 'application/x-www-form-urlencoded', 'trade_no=1');
    expect({ status: answer.status, text: await answer.text() }).toEqual({ status: 200, text: 'fail' });
  });
});

describe('a hostile body', () => {
  it.each([
    ['broken', '{"username":'],
    ['nested very deeply', '['.repeat(100_000) + ']'.repeat(100_000)],
    ['nested very deeply in objects', '{"a":'.repeat(100_000) + '1' + '}'.repeat(100_000)],
    ['a list', '[{"username":"root","password":"x"}]'],
    ['a text', '"username=root"'],
    ['nothing', 'null'],
    ['with another prototype', '{"__proto__":{"username":"root","password":"x"}}'],
    ['with another constructor', '{"constructor":{"prototype":{"username":"root"}}}'],
  ])('is an invalid parameter: %s', async (_what, body) => {
    const answer = await new TestClient(app.url).post(LOGIN, body);
    expect({ status: answer.status, body: answer.body }).toEqual({ status: 200, body: REFUSED });
  });

  it('with a repeated key counts by the last value, for the check and for the work', async () => {
    const { username, password } = await app.make.user();
    const twice = `{"username":"nobody","username":"${username}","password":"${password}"}`;
    expect((await new TestClient(app.url).post(LOGIN, twice)).body.data).toMatchObject({ username });
    const person = await app.make.user();
    const owner = await new TestClient(app.url).signIn(person.username, person.password);
    await owner.put('/api/user/self', '{"role":100,"role":1,"display_name":"Ann","quota":5,"quota":1}');
    expect((await owner.get('/api/user/self')).body.data).toMatchObject({ role: 1, quota: 0, display_name: 'Ann' });
  });

  it('is refused as too large above a mebibyte', async () => {
    const answer = await new TestClient(app.url).post(LOGIN, { username: 'x'.repeat(1024 * 1024), password: 'x' });
    expect(answer.status).toBe(413);
    expect(answer.body.success).toBe(false);
  });
});

describe('a path with a broken escape', () => {
  it.each(['/api/user/%ff', '/api/user/%', '/api/token/%zz', '/%c0%ae'])(
    'gets the response of an unknown path at %s, without the name of the framework',
    async path => {
      const answer = await app.root.get(path);
      expect(answer.status).toBe(404);
      expect(answer.headers.get('x-request-id')).toMatch(/^\d{20}/);
      expect(answer.text).not.toMatch(/FST_|fastify|statusCode/i);
      expect(path.startsWith('/api') ? answer.body.success : answer.body.error).toEqual(
        path.startsWith('/api') ? false : expect.objectContaining({ type: 'invalid_request_error' }),
      );
    },
  );
});
