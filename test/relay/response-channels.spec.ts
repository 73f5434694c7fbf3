import { Ledger } from '@billing';
import { ResponseChannels } from '@channel';
import { type LogAdminInfo, type LogEntry, type Page } from '@contracts';
import { Database, UnitOfWork } from '@platform';
import { must } from '../support/clients/factories';
import { startRelayScene, type RelayScene } from '../support/scenes/relay-scene';
import { responseIdIn, StoringUpstream } from '../support/fakes/stored-responses';

const MODEL = 'gpt-5';
const KEYS = ['sk-aaaa-0123456789', 'sk-bbbb-0123456789', 'sk-cccc-0123456789'];

let scene: RelayScene;
let accounts: readonly StoringUpstream[];
let channels: number[];

beforeAll(async () => {
  scene = await startRelayScene();
  await scene.app.make.option('RetryTimes', 2);
});
afterAll(() => scene.close());
beforeEach(async () => {
  accounts = [await StoringUpstream.start('one'), await StoringUpstream.start('two')];
  channels = [];
  for (const { url } of accounts) channels.push(await scene.app.make.channel({ base_url: url, models: MODEL }));
});
afterEach(async () => {
  for (const id of channels) await scene.app.root.delete(`/api/channel/${id}/`);
  await Promise.all(accounts.map(account => account.close()));
});

function ask(fields: object = {}, headers: Record<string, string> = {}): Promise<Response> {
  return scene.post('/v1/responses', { model: MODEL, input: 'And then?', ...fields }, headers);
}

async function idOf(response: Response): Promise<string> {
  return responseIdIn(await response.text());
}

async function follow(id: string, times: number, fields: object = {}): Promise<readonly number[]> {
  const statuses: number[] = [];
  for (let at = 0; at < times; at++) {
    const response = await ask({ previous_response_id: id, ...fields });
    await response.text();
    statuses.push(response.status);
  }
  return statuses;
}

function all200(count: number): readonly number[] {
  return Array.from({ length: count }, () => 200);
}

async function rows(): Promise<number> {
  await scene.app.nest.get(Ledger).whenIdle();
  const [row]: { count: number | string }[] = await scene.app.nest
    .get(Database)
    .read.query('SELECT COUNT(*) AS count FROM response_channels');
  return Number(row?.count);
}

/** The state after a restart: only stored data is known. */
function forget(): void {
  const responses = scene.app.nest.get(ResponseChannels) as unknown as { readonly recent: { clear(): void } };
  responses.recent.clear();
}

function keeperOf(id: string): number {
  return id.includes('_one_') ? 0 : 1;
}

it.each([
  ['whole', {}],
  ['streamed', { stream: true }],
])('sends twenty calls that follow a %s response to the channel that gave it', async (_how, fields) => {
  const id = await idOf(await ask(fields));
  expect(await follow(id, 10)).toEqual(all200(10));
  await rows();
  forget();
  expect(await follow(id, 10, { stream: true })).toEqual(all200(10));
  const page = await must(scene.app.root.get<Page<LogEntry>>('/api/log/?p=1&page_size=1&type=2'));
  const { admin_info } = JSON.parse(page.items[0]?.other ?? '{}') as { admin_info?: LogAdminInfo };
  expect(admin_info?.chosen_because).toBe('previous response');
  expect(page.items[0]?.channel).toBe(channels[keeperOf(id)]);
});

it('follows a chain of responses, and leaves other calls to chance', async () => {
  let id = await idOf(await ask());
  const keeper = keeperOf(id);
  for (let at = 0; at < 6; at++) {
    id = await idOf(await ask({ previous_response_id: id, stream: at % 2 === 0 }));
    expect(keeperOf(id)).toBe(keeper);
  }
  const kept = await Promise.all(Array.from({ length: 24 }, async () => keeperOf(await idOf(await ask()))));
  expect(new Set(kept).size).toBe(2);
});

it('has a stored response compacted on its channel', async () => {
  const id = await idOf(await ask());
  for (let at = 0; at < 8; at++) {
    const compacted = await scene.post('/v1/responses/compact', { model: MODEL, previous_response_id: id });
    await compacted.text();
    expect(compacted.status).toBe(200);
  }
});

it('uses the same key of a channel with several, and reports when that key is gone', async () => {
  const keyed = await scene.app.make.channel({
    base_url: accounts[0]?.url ?? '',
    models: 'gpt-5-mini',
    key: KEYS.join('\n'),
    several_keys: true,
  });
  channels.push(keyed);
  const model = 'gpt-5-mini';
  await (await ask({ model })).text();
  const id = await idOf(await ask({ model }));
  const used = accounts[0]?.keys.at(-1) ?? '';
  accounts[0]?.reset();
  expect(await follow(id, 8, { model })).toEqual(all200(8));
  expect(new Set(accounts[0]?.keys)).toEqual(new Set([used]));
  const left = KEYS.filter(key => key !== used).join('\n');
  await must(scene.app.root.put('/api/channel/', { id: keyed, key: left, several_keys: true }));
  const refused = await ask({ model, previous_response_id: id });
  expect([refused.status, await refused.text()]).toEqual([400, expect.stringContaining('previous_response_not_found')]);
});

it.each([
  ['switched off', (id: number) => scene.app.root.put('/api/channel/', { id, status: 2 })],
  ['deleted', (id: number) => scene.app.root.delete(`/api/channel/${id}/`)],
  ['without the model', (id: number) => scene.app.root.put('/api/channel/', { id, models: 'gpt-4o' })],
  ['of another group', (id: number) => scene.app.root.put('/api/channel/', { id, group: 'vip' })],
])('asks for the whole conversation when the channel is %s', async (_how, change) => {
  const id = await idOf(await ask());
  const keeper = keeperOf(id);
  await must(change(channels[keeper] ?? 0));
  accounts.forEach(account => account.reset());
  for (const stream of [false, true]) {
    const refused = await ask({ previous_response_id: id, stream });
    expect(refused.status).toBe(400);
    expect(refused.headers.get('x-should-retry')).toBe('false');
    const { error } = (await refused.json()) as { error: { code: string; param: string; message: string } };
    expect(error).toMatchObject({ code: 'previous_response_not_found', param: 'previous_response_id' });
    expect(error.message).toContain('send the whole conversation in input again');
  }
  expect(accounts.map(account => account.keys)).toEqual([[], []]);
  expect((await ask()).status).toBe(200);
});

it('never goes to another channel when the one that stores the response fails', async () => {
  const id = await idOf(await ask());
  const keeper = keeperOf(id);
  accounts.forEach(account => account.reset());
  accounts[keeper]?.upstream.script(() => ({
    kind: 'json',
    status: 503,
    body: { error: { message: 'full', type: 'server_error' } },
  }));
  const failed = await ask({ previous_response_id: id });
  expect(failed.status).toBe(503);
  await failed.text();
  expect(accounts[1 - keeper]?.keys).toEqual([]);
});

it('keeps no row of a response that is not stored', async () => {
  const before = await rows();
  for (const stream of [false, true]) await (await ask({ store: false, stream })).text();
  expect(await rows()).toBe(before);
  await (await ask()).text();
  expect(await rows()).toBe(before + 1);
});

it('keeps no row of an answer that was converted', async () => {
  const model = 'moonshot-v1-8k';
  channels.push(await scene.app.make.channel({ type: 25, base_url: scene.upstream.url, models: model }));
  const before = await rows();
  for (const stream of [false, true]) {
    const response = await ask({ model, stream });
    expect([response.status, await idOf(response)]).toEqual([200, expect.stringMatching(/^resp_/)]);
  }
  expect(scene.upstream.calls.map(({ path }) => path)).toEqual(Array(2).fill('/v1/chat/completions'));
  expect(await rows()).toBe(before);
});

it('does not know the response of another user', async () => {
  const id = await idOf(await ask());
  const other = await scene.app.make.signedIn({ quota: 1_000_000 });
  const token = await scene.app.make.token(other);
  const authorization = `Bearer ${token.secret}`;
  await must(scene.app.root.put('/api/channel/', { id: channels[keeperOf(id)], status: 2 }));
  accounts.forEach(account => account.reset());
  const response = await ask({ previous_response_id: id }, { authorization });
  // This is the provider's own refusal, so nothing was looked up for this user.
  expect(await response.text()).toContain(`Previous response with id '${id}' not found.`);
  expect(accounts[1 - keeperOf(id)]?.keys).toHaveLength(1);
});

it('removes what has expired and nothing else', async () => {
  const ids = [await idOf(await ask()), await idOf(await ask())];
  const before = await rows();
  const past = Date.now() - 1000;
  await scene.app.nest.get(UnitOfWork).run(async manager => {
    const values = Array.from({ length: 2500 }, (_, at) => `('${String(at).padStart(64, '0')}', 1, 'h', ${past})`);
    const columns = 'response_hash, channel_id, key_hash, expires_at_ms';
    await manager.query(`INSERT INTO response_channels (${columns}) VALUES ${values.join(', ')}`);
  });
  expect(await rows()).toBe(before + 2500);
  expect(await scene.app.nest.get(ResponseChannels).removeExpired()).toBe(2500);
  expect(await rows()).toBe(before);
  forget();
  for (const id of ids) expect(await follow(id, 2)).toEqual(all200(2));
});

it('does not find a response that has expired', async () => {
  const id = await idOf(await ask());
  await rows();
  await scene.app.nest
    .get(UnitOfWork)
    .run(manager => manager.query(`UPDATE response_channels SET expires_at_ms = ${Date.now() - 1}`));
  forget();
  await must(scene.app.root.put('/api/channel/', { id: channels[keeperOf(id)], status: 2 }));
  const response = await ask({ previous_response_id: id });
  expect(await response.text()).toContain(`Previous response with id '${id}' not found.`);
});
