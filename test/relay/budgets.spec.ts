import { LogType, type BudgetCreate, type BudgetView, type LogEntry, type LogOther, type Page } from '@contracts';
import { Budgets, BudgetUpkeep } from '@budget';
import { Database } from '@platform';
import { answerEndlessly } from '../support/fakes/endless-upstream';
import { type TestClient } from '../support/clients/client';
import { must } from '../support/clients/factories';
import { startMailServer, type MailServer } from '../support/fakes/mail-server';
import { eventually } from '../support/eventually';
import { giveEmail } from '../support/scenes/mail-scene';
import { chat, startRelayScene, type RelayScene } from '../support/scenes/relay-scene';

/** A price per call is reserved as it is charged, so that a budget can be emptied to the last unit. */
const CALL = 500;
const MODEL = 'gpt-4o-mini';

let scene: RelayScene;
let mails: MailServer;
beforeAll(async () => {
  mails = await startMailServer();
  scene = await startRelayScene();
  await mails.configure(scene.app);
  await scene.app.make.option('ModelPrice', { [MODEL]: 0.001 });
  await scene.app.make.option('GroupRatio', { default: 1, shared: 1 });
});
afterAll(async () => {
  await scene.expectEvenLedger();
  await scene.close();
  await mails.close();
});

interface Person {
  readonly id: number;
  readonly client: TestClient;
  readonly tokenId: number;
  readonly key: string;
}

async function person(): Promise<Person> {
  const client = await scene.app.make.signedIn({ quota: 1_000_000 });
  const { id: tokenId, secret: key } = await scene.app.make.token(client);
  return { id: client.user?.id ?? 0, client, tokenId, key };
}

function set(budget: BudgetCreate): Promise<BudgetView> {
  return must(scene.app.admin.post<BudgetView>('/api/budget/', budget));
}

const paths = {
  openai: ['/v1/chat/completions', chat()],
  responses: ['/v1/responses', { model: MODEL, input: 'Say hello.' }],
  anthropic: ['/v1/messages', chat({ max_tokens: 20 })],
  gemini: [`/v1beta/models/${MODEL}:generateContent`, { contents: [{ role: 'user', parts: [{ text: 'Hello' }] }] }],
} as const;

function call({ key }: Pick<Person, 'key'>, format: keyof typeof paths = 'openai'): Promise<Response> {
  const [path, body] = paths[format];
  return scene.post(path, body, { authorization: `Bearer ${key}` });
}

async function statusOf(who: Pick<Person, 'key'>): Promise<number> {
  const response = await call(who);
  await response.text();
  return response.status;
}

it('calls of a site without budgets look at nothing and leave nothing', async () => {
  const someone = await person();
  expect(await statusOf(someone)).toBe(200);
  await scene.settled();
  const budgets = scene.app.nest.get(Budgets);
  const caller = { userId: someone.id, tokenId: someone.tokenId };
  expect(budgets.isOn).toBe(false);
  expect(budgets.of(caller, 'default')).toBe(budgets.of({ userId: 1, tokenId: 0 }, 'other'));
  const rows = (await scene.app.nest.get(Database).read.query('SELECT COUNT(*) AS found FROM budget_movements')) as {
    found: number | string;
  }[];
  expect(Number(rows[0]?.found)).toBe(0);
});

describe('a call beyond a budget', () => {
  let someone: Person;
  let budget: BudgetView;
  beforeAll(async () => {
    someone = await person();
    budget = await set({ scope: 'user', owner_id: someone.id, quota: CALL, window: 'month', time_zone: 'Asia/Tokyo' });
    expect(await statusOf(someone)).toBe(200);
  });

  it.each(Object.keys(paths) as (keyof typeof paths)[])('is refused in the form of %s', async format => {
    const response = await call(someone, format);
    const text = await response.text();
    expect(response.status).toBe(429);
    expect(text).toMatch(
      /the budget of this user \(\$0\.001 a month\) is used up: it resets at 20\d\d-\d\d-01 00:00 Asia\/Tokyo/,
    );
    expect(Number(response.headers.get('x-sluice-budget-reset'))).toBe(budget.reset_time);
    const waits = Number(response.headers.get('retry-after'));
    expect(Math.abs(Date.now() / 1000 + waits - budget.reset_time)).toBeLessThan(5);
    // The wait may be weeks: official clients do not repeat the call by themselves.
    if (waits > 60) expect(response.headers.get('x-should-retry')).toBe('false');
    const shown = JSON.parse(text) as { error: { code?: unknown; type?: string; status?: string } };
    const shapes = {
      openai: { error: { code: 'insufficient_quota', type: 'insufficient_quota' } },
      responses: { error: { code: 'insufficient_quota', type: 'insufficient_quota' } },
      anthropic: { type: 'error', error: { type: 'rate_limit_error' } },
      gemini: { error: { code: 429, status: 'RESOURCE_EXHAUSTED' } },
    };
    expect(shown).toMatchObject(shapes[format]);
  });

  it('costs nothing, and goes through as soon as the budget grows or goes', async () => {
    const [view] = await must(someone.client.get<BudgetView[]>('/api/budget/own'));
    expect(view).toMatchObject({
      id: budget.id,
      used_quota: CALL,
      remain_quota: 0,
      granted_quota: CALL,
      is_own: false,
    });
    await must(scene.app.admin.put(`/api/budget/${budget.id}`, { quota: 2 * CALL }));
    expect([await statusOf(someone), await statusOf(someone)]).toEqual([200, 429]);
    await must(scene.app.admin.put(`/api/budget/${budget.id}`, { quota: CALL }));
    const [less] = await must(someone.client.get<BudgetView[]>('/api/budget/own'));
    expect(less).toMatchObject({ used_quota: 2 * CALL, remain_quota: -CALL });
    await must(scene.app.admin.delete(`/api/budget/${budget.id}`));
    expect(await statusOf(someone)).toBe(200);
  });

  it('says what is left where that is too little, and that nothing resets what is for once', async () => {
    const other = await person();
    await set({ scope: 'user', owner_id: other.id, quota: CALL - 1, window: 'once' });
    const response = await call(other);
    expect(await response.text()).toContain(
      'has $0.000998 left, which is too little for this call: it does not reset; ask whoever set it for more',
    );
    expect([response.status, response.headers.get('retry-after')]).toEqual([429, null]);
    expect(response.headers.get('x-should-retry')).toBe('false');
  });
});

it('a budget of a group is shared by all calls in that group', async () => {
  const keys: { readonly key: string }[] = [];
  for (const { client } of [await person(), await person()]) {
    const user = { id: client.user?.id, username: client.user?.username, group: 'shared' };
    await must(scene.app.root.put('/api/user/', user));
    keys.push({ key: (await scene.app.make.token(client, { group: 'shared' })).secret });
  }
  const [one = { key: '' }, two = { key: '' }] = keys;
  await scene.app.make.channel({ base_url: scene.upstream.url, group: 'shared' });
  await set({ scope: 'group', group: 'shared', quota: 2 * CALL, window: 'day' });
  expect([await statusOf(one), await statusOf(two)]).toEqual([200, 200]);
  const refused = await call(one);
  expect(await refused.text()).toContain('the budget of group shared ($0.002 a day) is used up');
  expect(await statusOf(two)).toBe(429);
});

it('a stream that grows past its budget ends like one whose quota ends', async () => {
  const someone = await person();
  await scene.app.make.option('ModelRatio', { 'plain-model': 1 });
  await scene.app.make.option('CompletionRatio', { 'plain-model': 1 });
  await scene.app.make.channel({ base_url: scene.upstream.url, models: 'plain-model' });
  const budget = await set({ scope: 'key', owner_id: someone.tokenId, quota: 900, window: 'hour' });
  scene.upstream.script(answerEndlessly(20_000));
  const response = await scene.post('/v1/chat/completions', chat({ model: 'plain-model', stream: true }), {
    authorization: `Bearer ${someone.key}`,
  });
  const text = await response.text();
  scene.upstream.reset();
  expect(text).toContain('"finish_reason":"length"');
  const own = () => must(someone.client.get<BudgetView[]>('/api/budget/own'));
  const [view] = await eventually(own, ([row]) => (row?.used_quota ?? 0) > 600);
  expect(view?.id).toBe(budget.id);
  expect(view?.remain_quota).toBeGreaterThan(-40); // no more than one chunk
});

describe('the owner of a key', () => {
  it('sets budgets for it, and never changes those of administrators', async () => {
    const someone = await person();
    const { client, tokenId } = someone;
    const own = await must(
      client.post<BudgetView>('/api/budget/own', { owner_id: tokenId, quota: CALL, window: 'day' }),
    );
    expect(own).toMatchObject({ scope: 'key', is_own: true, is_hard: true, thresholds: [80, 100] });
    expect([await statusOf(someone), await statusOf(someone)]).toEqual([200, 429]);
    await must(client.put(`/api/budget/own/${own.id}`, { quota: 10 * CALL }));
    expect(await statusOf(someone)).toBe(200);
    const theirs = await set({ scope: 'key', owner_id: tokenId, quota: 1, window: 'week' });
    expect(await statusOf(someone)).toBe(429);
    for (const change of [
      await client.put(`/api/budget/own/${theirs.id}`, { quota: 1_000_000 }),
      await client.delete(`/api/budget/own/${theirs.id}`),
      await client.put(`/api/budget/${theirs.id}`, { quota: 1_000_000 }),
    ]) {
      expect(change.body.success).toBe(false);
    }
    expect(await statusOf(someone)).toBe(429);
    await must(client.delete(`/api/budget/own/${own.id}`));
    const stranger = await person();
    const foreign = await stranger.client.post('/api/budget/own', { owner_id: tokenId, quota: 1, window: 'day' });
    expect(foreign.body.success).toBe(false);
    expect(await must(stranger.client.get<BudgetView[]>('/api/budget/own'))).toEqual([]);
  });

  it('loses them with the key', async () => {
    const { client, tokenId } = await person();
    const { id } = await must(
      client.post<BudgetView>('/api/budget/own', { owner_id: tokenId, quota: CALL, window: 'day' }),
    );
    await must(client.delete(`/api/token/${tokenId}/`));
    await scene.app.nest.get(BudgetUpkeep).tidy();
    expect((await scene.app.admin.put(`/api/budget/${id}`, { quota: 1 })).body.success).toBe(false);
  });
});

it.each([
  { scope: 'user', owner_id: 999_999, quota: 5, window: 'day' },
  { scope: 'user', username: 'nobody-has-it', quota: 5, window: 'day' },
  { scope: 'group', group: 'no such group', quota: 5, window: 'day' },
  { scope: 'user', owner_id: 1, quota: 0, window: 'day' },
  { scope: 'user', owner_id: 1, quota: 5, window: 'year' },
  { scope: 'user', owner_id: 1, quota: 5, window: 'day', time_zone: 'Mars/Base' },
  { scope: 'user', owner_id: 1, quota: 5, window: 'day', thresholds: [101] },
  { scope: 'team', owner_id: 1, quota: 5, window: 'day' },
])('a budget is not made of %j', async body => {
  const { body: answer } = await scene.app.admin.post('/api/budget/', body);
  expect([answer.success, answer.message === '']).toEqual([false, false]);
});

it('another window begins a new period, and the number of budgets of one owner is bounded', async () => {
  const someone = await person();
  const budget = await set({ scope: 'user', owner_id: someone.id, quota: CALL, window: 'day' });
  expect([await statusOf(someone), await statusOf(someone)]).toEqual([200, 429]);
  const changed = await must(scene.app.admin.put<BudgetView>(`/api/budget/${budget.id}`, { window: 'week' }));
  expect(changed).toMatchObject({ used_quota: 0, remain_quota: CALL });
  expect([await statusOf(someone), await statusOf(someone)]).toEqual([200, 429]);
  for (let more = 1; more < 8; more++) await set({ scope: 'user', owner_id: someone.id, quota: 1e9, window: 'once' });
  const ninth = { scope: 'user', owner_id: someone.id, quota: 5, window: 'day' };
  expect((await scene.app.admin.post('/api/budget/', ninth)).body.success).toBe(false);
});

it('its owner is told once of a part that was spent, by mail and in the log', async () => {
  const someone = await person();
  const email = 'budget@site.example';
  await giveEmail(scene.app, someone.client, email);
  await set({ scope: 'key', owner_id: someone.tokenId, quota: 2 * CALL, window: 'week', thresholds: [50] });
  expect(await statusOf(someone)).toBe(200);
  const upkeep = scene.app.nest.get(BudgetUpkeep);
  const own = () => must(someone.client.get<BudgetView[]>('/api/budget/own'));
  await eventually(own, ([row]) => row?.used_quota === CALL);
  for (let look = 0; look < 3; look++) await upkeep.run();
  const mail = await mails.waitFor(email);
  expect(mail.subject).toMatch(/ \/ The budget of key .+ is 50 % used$/);
  const rows = async () =>
    (await must(someone.client.get<Page<LogEntry>>(`/api/log/self/?p=1&page_size=9&type=${LogType.Warning}`))).items;
  const said = (await rows()).map(({ other }) => (JSON.parse(other) as LogOther).said?.key);
  expect(said.filter(key => key === 'budget_told')).toHaveLength(1);
});
