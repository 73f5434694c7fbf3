import { TestClient, type ClientAnswer } from '../support/clients/client';
import { must } from '../support/clients/factories';
import { withRegisteredRoutes } from '../support/servers/registered-routes';
import { routeRoles, type RouteRole } from '../support/inputs/route-roles';
import { startTestApp, type TestApp } from '../support/servers/test-app';

const RANKS = ['guest', 'user', 'admin', 'root'] as const;
type Caller = (typeof RANKS)[number];

function isConsoleRole(role: RouteRole): role is Caller {
  return (RANKS as readonly string[]).includes(role);
}

const consoleRoutes = Object.entries(routeRoles).filter(([, role]) => isConsoleRole(role)) as [string, Caller][];
const lockedRoutes = consoleRoutes.filter(([, role]) => role !== 'guest');
const sessionRoutes = Object.keys(routeRoles).filter(route => routeRoles[route] === 'session');
const taskRoutes = Object.keys(routeRoles).filter(route => routeRoles[route] === 'task');
const drawingRoutes = Object.keys(routeRoles).filter(route => routeRoles[route] === 'drawing');
const holderRoutes = Object.keys(routeRoles).filter(route => routeRoles[route] === 'holder');
const keyRoutes = Object.keys(routeRoles).filter(route => routeRoles[route] === 'key');

/** Calls after which the caller's session is over, so that they get callers of their own. */
const ENDS_THE_SESSION: readonly string[] = ['GET /api/user/logout', 'DELETE /api/user/self'];
const FORBIDDEN = 'not permitted: insufficient permission';
/** The content of a call that nobody recorded is refused as that of another user's call is. */
const NOTHING_KEPT = 'nothing is kept of this call';
/** What the address for notices of a provider says on a site without it. */
const NOT_SET_UP = 'Stripe is not set up';
const NO_STATE = 'state is empty or not same';
/** An id that no record has. */
const NOBODY = '999999999';
const MADE_UP_TOKEN = '0123456789abcdefghijklmnopqrstuv';

let app: TestApp;
let registered: readonly string[];

beforeAll(async () => {
  const started = await withRegisteredRoutes(() => startTestApp());
  app = started.result;
  registered = started.routes;
  await app.make.option('StatusPageEnabled', true); // the page does not exist otherwise
});
afterAll(() => app?.close());

function withAccessToken(token: string) {
  return new TestClient(app.url, { authorization: `Bearer ${token}` });
}

/** Makes a new token each time, because one of the routes under test replaces it. */
function freshAccessToken() {
  return must(app.root.get<string>('/api/user/token'));
}

/** A signed-in client that sends no user header of its own. */
async function headerlessRoot(): Promise<TestClient> {
  const client = await new TestClient(app.url).signIn('root', app.config.initialRootPassword);
  client.user = null;
  return client;
}

function parts(route: string): { readonly method: string; readonly path: string } {
  const [method = '', pattern = ''] = route.split(' ');
  const path = pattern.replaceAll(':id', NOBODY).replace(/:mode\(.*?\$\)\//, 'mj-warp/');
  return { method, path: path.replace('*', 'nobody') };
}

/** Calls a route, with an empty body where it takes one: nothing exists that the call could change. */
function call(client: TestClient, route: string, headers: Record<string, string> = {}): Promise<ClientAnswer> {
  const { method, path } = parts(route);
  return client.send(method, path, method === 'POST' || method === 'PUT' ? {} : undefined, headers);
}

async function callerFor(rank: Caller, route: string): Promise<TestClient> {
  // The console sends this header while no user is signed in.
  if (rank === 'guest') return new TestClient(app.url, { 'new-api-user': '-1' });
  if (!ENDS_THE_SESSION.includes(route)) return app[rank];
  if (rank === 'root') return new TestClient(app.url).signIn('root', app.config.initialRootPassword);
  return app.make.signedIn({ role: rank === 'admin' ? 10 : 1 });
}

/** The outcome of a route in one word; the work behind a route may still refuse. */
function outcome({ status, body }: ClientAnswer): string {
  if (status === 401) return 'sign in first';
  if (status === 200 && body.success === false && body.message === FORBIDDEN) return 'too low';
  // Returns from sign-in providers: without a state they are refused, and one of them answers with a page.
  if (status === 302 || (status === 403 && body.message === NO_STATE)) return 'let in';
  if (status === 404 && String(body.message).startsWith(NOTHING_KEPT)) return 'let in';
  // A notice of a payment provider that this site does not use.
  if (status === 503 && String(body.message).startsWith(NOT_SET_UP)) return 'let in';
  return status === 200 ? 'let in' : `status ${status}`;
}

/** The message without the id of the request, which only faults of the server have. */
function sentenceOf({ body }: ClientAnswer): string {
  return String(body.message).replace(/ \(request id: \w+\)$/, '');
}

function expected(rank: Caller, role: Caller): string {
  if (RANKS.indexOf(rank) >= RANKS.indexOf(role)) return 'let in';
  return rank === 'guest' ? 'sign in first' : 'too low';
}

describe('the table of routes', () => {
  it('declares a role for every route that the server registers', () => {
    expect(registered.filter(route => !(route in routeRoles))).toEqual([]);
  });

  it('declares no route that is gone', () => {
    expect(Object.keys(routeRoles).filter(route => !registered.includes(route))).toEqual([]);
  });
});

describe.each(consoleRoutes)('%s asks for the role %s', (route, role) => {
  it('of guest, user, admin and root', async () => {
    const found: Record<string, string> = {};
    for (const rank of RANKS) found[rank] = outcome(await call(await callerFor(rank, route), route));
    expect(found).toEqual(Object.fromEntries(RANKS.map(rank => [rank, expected(rank, role)])));
  });

  it('with and without a trailing slash, without a redirect', async () => {
    const [method, path] = route.split(' ');
    const bare = await call(await callerFor(role, route), route);
    const slashed = await call(await callerFor(role, route), `${method} ${path}/`);
    expect(slashed.status).toBe(bare.status);
    expect(slashed.body.success).toBe(bare.body.success);
    expect(sentenceOf(slashed)).toBe(sentenceOf(bare));
  });
});

describe.each([...lockedRoutes.map(([route]) => route), ...sessionRoutes])('%s', route => {
  const refused = (reason: string) => ({
    status: 401,
    body: { success: false, message: `not permitted: ${reason}` },
  });

  it.each(['session', 'access token'])('requires the user header with a %s', async proof => {
    const id = app.root.user?.id ?? 0;
    const client = proof === 'session' ? await headerlessRoot() : withAccessToken(await freshAccessToken());
    expect(await call(client, route)).toMatchObject(refused('user header missing'));
    const wrong = await call(client, route, { 'new-api-user': String(id + 1) });
    expect(wrong).toMatchObject(refused('user header does not match the logged-in user'));
    const malformed = await call(client, route, { 'new-api-user': 'root' });
    expect(malformed).toMatchObject(refused('user header malformed'));
  });

  it('refuses a made-up access token', async () => {
    const answer = await call(withAccessToken(MADE_UP_TOKEN), route, { 'new-api-user': '1' });
    expect(answer).toMatchObject(refused('access token invalid'));
  });
});

describe.each(sessionRoutes)('%s', route => {
  it('refuses guests with the flag of an ended session, and lets every role in', async () => {
    expect(await call(await callerFor('guest', route), route)).toMatchObject({ status: 401, body: { expired: true } });
    // The route itself refuses an empty body, in the format of the relay.
    for (const rank of ['user', 'admin', 'root'] as const) {
      expect(await call(app[rank], route)).toMatchObject({ status: 400, body: { error: expect.any(Object) } });
    }
  });
});

describe.each(holderRoutes)('%s', route => {
  it('refuses every caller without an API key, even with a console session', async () => {
    for (const rank of RANKS) {
      const answer = await call(await callerFor(rank, route), route);
      expect(answer).toMatchObject({ status: 401, body: { success: false } });
    }
  });
});

describe.each(keyRoutes)('%s', route => {
  it('refuses every caller without an API key, even with a console session', async () => {
    for (const rank of RANKS) {
      const answer = await call(app[rank], route);
      expect(answer).toMatchObject({
        status: 401,
        body: { error: { message: expect.stringContaining('no token provided') } },
      });
    }
  });

  it('does not accept a system access token as a key', async () => {
    const answer = await call(withAccessToken(await freshAccessToken()), route);
    expect(answer.status).toBe(401);
  });
});

describe.each(drawingRoutes)('%s', route => {
  it('refuses every caller without an API key, in the format of Midjourney proxies', async () => {
    for (const rank of RANKS) {
      expect(await call(app[rank], route)).toMatchObject({
        status: 401,
        body: { type: 'upstream_error', code: 4, description: expect.stringContaining('no token provided') },
      });
    }
    expect((await call(withAccessToken(await freshAccessToken()), route)).status).toBe(401);
  });
});

describe.each(taskRoutes)('%s', route => {
  it('refuses every caller without an API key, in the format of task services', async () => {
    for (const rank of RANKS) {
      expect(await call(app[rank], route)).toMatchObject({
        status: 401,
        body: { code: 'token_missing', message: 'no token provided', data: null },
      });
    }
    expect((await call(withAccessToken(await freshAccessToken()), route)).status).toBe(401);
  });
});

describe('unknown paths', () => {
  it.each(['GET', 'POST', 'PUT', 'DELETE'])(
    'get status 404 for %s below /api, for guests and for root',
    async method => {
      for (const client of [app.guest, app.root]) {
        const answer = await client.send(method, '/api/no-such-thing', method === 'GET' ? undefined : {});
        expect(answer).toMatchObject({ status: 404, body: { success: false } });
      }
    },
  );
});
