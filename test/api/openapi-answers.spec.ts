import { UnitOfWork } from '@platform';
import { type ClientAnswer, type TestClient } from '../support/clients/client';
import { consoleCalls } from '../support/clients/console-calls';
import { must } from '../support/clients/factories';
import { describeAnswers, OpenApiDocument } from '../support/clients/openapi-document';
import { EpayGateway } from '../support/fakes/epay-gateway';
import { routeRoles } from '../support/inputs/route-roles';
import { startInspectedScene, type InspectedScene } from '../support/scenes/inspected-scene';
import { startMidjourneyScene, type MidjourneyScene } from '../support/scenes/midjourney-scene';
import { chat } from '../support/scenes/relay-scene';
import { accepted, startTaskScene, type TaskScene } from '../support/scenes/task-scene';

interface Asked {
  readonly route: string;
  readonly status: number;
  readonly body: ClientAnswer['body'];
}

/** Answers whose schemas are another kind than JSON, or that leave the console. */
const ELSEWHERE = /export$|notify$|telegram\/(bind|login)$|\/oauth\/|logout$/;

/** Wrong codes and devices, neighbours that are not there, and what is not set up: these may be refused. */
const REFUSED = /reset|passkey|totp|fetch_models|enable|test|backup|storage|move_in|inspector\/own/;

let scene: InspectedScene;
let drawings: MidjourneyScene;
let tasks: TaskScene;
let gateway: EpayGateway;
let known: OpenApiDocument;
let entryId = 0;
let planId = 0;
let subscriptionId = 0;
let requestId: string;
let team = 0;
let invitation = '';
const read: Asked[] = [];

beforeAll(async () => {
  describeAnswers();
  scene = await startInspectedScene();
  known = await OpenApiDocument.of(scene.app.url);
  drawings = await startMidjourneyScene(scene.app);
  tasks = await startTaskScene(scene.app, 10_000_000);
  gateway = await EpayGateway.start();
  await fill();
  for (const [route, role] of Object.entries(routeRoles)) {
    if (!route.startsWith('GET /api/') || ELSEWHERE.test(route) || role === 'holder') continue;
    const client = readerOf(route, role);
    const { status, body } = await client.get(await pathOf(route));
    read.push({ route, status, body });
  }
});
afterAll(async () => {
  await drawings?.close();
  await scene?.close();
  await gateway?.close();
});

/** A row of everything that a list can show. */
async function fill(): Promise<void> {
  const { app, owner } = scene;
  await app.make.option('StatusPageEnabled', true);
  await app.make.option('SearchPrice', { 'gpt-4o': 20 });
  for (const [key, value] of Object.entries(gateway.options(app.url))) await app.make.option(key, value);
  await must(owner.post('/api/user/pay', { amount: 10, payment_method: 'zfb' }));
  const [entry] = await must(
    app.root.post<{ id: number; code: string }[]>('/api/registration_code/', { count: 1, uses_max: 2 }),
  );
  entryId = entry?.id ?? 0;
  await must(
    app.guest.post('/api/user/register', {
      ...{ username: 'by-code', password: 'password-1', registration_code: entry?.code },
    }),
  );
  await must(app.root.post('/api/redemption/', { name: 'code', quota: 5, count: 2 }));
  await must(owner.post('/api/token_template/', { name: 'team', group: 'default' }));
  await must(app.admin.post('/api/budget/', { scope: 'group', group: 'default', quota: 1e12, window: 'month' }));
  const plan = { name: 'Small', price_quota: 5, period: 'month', quota: 1e6, trial_days: 7 };
  const { id } = await must(app.admin.post<{ id: number }>('/api/plan/', plan));
  planId = (await must(app.admin.post<{ id: number }>('/api/plan/', { ...plan, price_quota: 9 }))).id;
  subscriptionId = (await must(owner.post<{ id: number }>('/api/plan/own', { plan_id: id }))).id;
  team = (await must(app.root.post<{ id: number }>('/api/team/', { name: 'Research' }))).id;
  const place = `/api/team/${team}`;
  invitation = (await must(app.root.post<{ code: string }>(`${place}/invitation`, { role: 1 }))).code;
  const cap = { quota: 500, window: 'month' };
  await must(app.root.put(`${place}/member/${app.root.user?.id}`, { cap }));
  const use = `INSERT INTO usage_shares (hour_at_ms, kind, name, user_id, model_name, request_count, quota)
    VALUES (${Date.now() - (Date.now() % 3_600_000)}, 1, '${team}', 1, 'gpt-4o', 1, 500)`;
  await app.nest.get(UnitOfWork).run(manager => manager.query(use));
  const shared = { name: 'shared', group: 'default', unlimited_quota: true, team_id: team, shared: true };
  await must(app.root.post('/api/token/', shared));
  await must(app.root.post('/api/alert/rule', { kind: 'disk', severity: 'warning', threshold: 90 }));
  await must(app.root.post('/api/alert/receiver', { kind: 'mail', to: 'ops@example.org' }));
  const alert = `INSERT INTO alerts (rule_id, kind, severity, subject, state, sentence, figures)
    VALUES (1, 'disk', 'info', 'all', 'firing', 'disk', '{"percent":"95"}')`;
  await app.nest.get(UnitOfWork).run(manager => manager.query(alert));
  await drawings.drawn();
  await tasks.submit(accepted('song-1'));
  await scene.rule();
  requestId = (await scene.ask()).id;
  await scene.content(requestId);
  await scene.consumption(1);
}

/** Lists of one's own are read by those who have something in them. */
function readerOf(route: string, role: string): TestClient {
  if (route === 'GET /api/mj/self') return drawings.owner;
  if (route === 'GET /api/task/self') return tasks.owner;
  if (role === 'guest') return scene.app.guest;
  const isTheirs = !route.includes(':request_id') && !/^GET .api.(statement.)?team/.test(route);
  return role === 'user' && isTheirs ? scene.owner : scene.app.root;
}

async function pathOf(route: string): Promise<string> {
  const path = route.replace('GET ', '');
  const id = async (list: string) => (await must(scene.app.root.get<{ id: number }[]>(list)))[0]?.id ?? 0;
  if (path.startsWith('/api/channel')) return path.replace(':id', String(scene.channelId));
  if (path.startsWith('/api/token')) return path.replace(':id', String(scene.tokenId));
  if (path.startsWith('/api/option/prices')) return path.replace(':id', '2');
  if (path.startsWith('/api/team')) return path.replace(':id', String(team)).replace(':code', invitation);
  if (path === '/api/registration_code/:id/uses') return path.replace(':id', String(entryId));
  if (path === '/api/redemption/:id') return `/api/redemption/${await id('/api/redemption/')}`;
  if (path === '/api/user/:id') return `/api/user/${scene.ownerId}`;
  const nowSeconds = Math.floor(Date.now() / 1000);
  const today = `start_timestamp=${nowSeconds - 86_400}&end_timestamp=${nowSeconds + 3600}`;
  if (path.startsWith('/api/plan/own/:id')) return `/api/plan/own/${subscriptionId}/change?plan_id=${planId}`;
  if (path.startsWith('/api/report')) return `${path}?${today}&by=model`;
  if (path.startsWith('/api/statement')) {
    const month = new Date().toISOString().slice(0, 7);
    return `${path}?month=${month}&user_id=${scene.ownerId}&team_id=${team}`;
  }
  if (path.startsWith('/api/data')) return `${path}?${today}&by=model`;
  if (path === '/api/user/sign-in-dates') return `${path}?month=2026-01`;
  return path.replace(':request_id', requestId);
}

function faultsOf(asked: readonly Asked[]): readonly string[] {
  return asked.flatMap(({ route, status, body }) => known.faultsOf(route, status, body));
}

function refusedOf(asked: readonly Asked[]): readonly string[] {
  return asked.filter(({ body }) => body.success !== true).map(({ route }) => route);
}

describe('what the console reads', () => {
  it('is what the document says of it', () => {
    expect(faultsOf(read)).toEqual([]);
    expect(read.length).toBeGreaterThan(60);
  });

  it('is there: few of the routes refuse, and few lists are empty', () => {
    expect(refusedOf(read)).toEqual(['GET /api/verification', 'GET /api/reset_password']); // no mail is set up
    const empty = read.filter(({ body }) => JSON.stringify(body.data) === '[]').map(({ route }) => route);
    expect(empty).toEqual(['GET /api/user/passkeys', 'GET /api/backup/stored']); // they need a device and a place
  });

  it('is refused by the document when a field is missing, new or of another type', () => {
    const taken: string[] = [];
    for (const asked of read) {
      const { route, status, body } = asked;
      const { data } = body;
      if (body.success !== true || data === undefined) continue;
      const wrong: unknown[] = [
        { ...body, data: { unknown: [1] } },
        { ...body, stray: 1 },
        { ...body, data: undefined },
      ];
      const row = (Array.isArray(data) ? data[0] : data) as Record<string, unknown> | undefined;
      if (typeof row === 'object') {
        const strange = { ...row, stray_field: [true] };
        wrong.push({ ...body, data: Array.isArray(data) ? [strange] : strange });
      }
      if (wrong.some(value => known.faultsOf(route, status, JSON.parse(JSON.stringify(value))).length === 0))
        taken.push(route);
    }
    expect(taken).toEqual([]);
  });
});

describe('what the console sends', () => {
  it('is answered as the document says', async () => {
    const asked: Asked[] = [];
    for (const [route, make] of Object.entries(consoleCalls)) {
      const { client, path, body: sent } = await make(scene.app);
      const { status, body } = await client.send(route.split(' ')[0] ?? '', path, sent);
      asked.push({ route, status, body });
    }
    expect(faultsOf(asked)).toEqual([]);
    expect(refusedOf(asked).filter(route => !REFUSED.test(route))).toEqual([]);
    expect(asked.length - refusedOf(asked).length).toBeGreaterThan(25);
  });
});

describe('what the relay answers', () => {
  const messages = [{ role: 'user', content: 'Say hello' }];
  const calls: readonly (readonly [string, object])[] = [
    ['POST /v1/chat/completions', chat()],
    ['POST /v1/messages', { model: 'gpt-4o-mini', max_tokens: 50, messages }],
    ['POST /v1/messages/count_tokens', { model: 'gpt-4o-mini', messages }],
    ['POST /v1/responses', { model: 'gpt-4o-mini', input: 'Say hello' }],
    ['POST /v1/embeddings', { model: 'text-embedding-3-small', input: 'hello' }],
    ['POST /v1/moderations', { model: 'omni-moderation-latest', input: 'hello' }],
    ['POST /v1/completions', { model: 'gpt-3.5-turbo-instruct', prompt: 'hello' }],
  ];

  it.each(calls)('%s has the shape of its format, and so has its refusal', async (route, body) => {
    const path = route.replace('POST ', '');
    const answer = await scene.post(path, body);
    const told: unknown = await answer.json();
    expect([answer.status, known.faultsOf(route, answer.status, told)]).toEqual([200, []]);
    expect(
      known.faultsOf(route, 200, { ...(told as object), object: 7, type: 7, results: 7, input_tokens: 'x' }),
    ).not.toEqual([]);
    const refused = await scene.post(path, {});
    expect(refused.status).toBeGreaterThanOrEqual(400);
    expect(known.faultsOf(route, refused.status, await refused.json())).toEqual([]);
  });

  it('is the list of models in the shape of each family, and the account of the key', async () => {
    const headers = { authorization: `Bearer ${scene.key}` };
    const reads: readonly (readonly [string, string, Record<string, string>])[] = [
      ['GET /v1/models', '/v1/models', {}],
      ['GET /v1/models', '/v1/models', { 'anthropic-version': '2023-06-01' }],
      ['GET /v1/models/*', '/v1/models/gpt-4o', {}],
      ['GET /v1beta/models', '/v1beta/models', {}],
      ['GET /v1beta/models/*', '/v1beta/models/gpt-4o', {}],
      ['GET /v1beta1/publishers/google/models', '/v1beta1/publishers/google/models', {}],
      ['GET /v1/dashboard/billing/subscription', '/v1/dashboard/billing/subscription', {}],
      ['GET /v1/dashboard/billing/usage', '/v1/dashboard/billing/usage', {}],
      ['GET /api/usage/token', '/api/usage/token', {}],
      ['GET /api/log/token', '/api/log/token', {}],
    ];
    for (const [route, path, more] of reads) {
      const answer = await fetch(scene.app.url + path, { headers: { ...headers, ...more } });
      expect([route, answer.status, known.faultsOf(route, answer.status, await answer.json())]).toEqual([
        route,
        200,
        [],
      ]);
    }
  });

  it('is what Gemini would answer', async () => {
    const contents = [{ role: 'user', parts: [{ text: 'Say hello' }] }];
    for (const action of ['generateContent', 'countTokens']) {
      const answer = await scene.post(`/v1beta/models/gpt-4o-mini:${action}`, { contents });
      const faults = known.faultsOf('POST /v1beta/models/*', answer.status, await answer.json());
      expect([action, answer.status, faults]).toEqual([action, 200, []]);
    }
    const refused = await scene.post('/v1beta/models/nobody-has-this:generateContent', { contents });
    expect(known.faultsOf('POST /v1beta/models/*', refused.status, await refused.json())).toEqual([]);
  });
});
