import { failure, sse } from '../../apps/mock-upstream/src/index';
import { AccountKind, Ledger } from '@billing';
import { type LogEntry, type Page } from '@contracts';
import { EventBus, UnitOfWork } from '@platform';
import { type ClientAnswer, type TestClient, TestClient as Client } from '../support/clients/client';
import { must } from '../support/clients/factories';
import { eventually } from '../support/eventually';
import { chat, otherOf, recomputed, startRelayScene, type RelayScene } from '../support/scenes/relay-scene';

const PATH = '/pg/chat/completions';
const PRICE = 0.075; // the price of a prompt token of gpt-4o-mini; its completion tokens cost four times as much
const QUOTA = 1_000_000;

let scene: RelayScene;
let person: TestClient;

beforeAll(async () => {
  scene = await startRelayScene();
  await scene.app.make.option('HiddenGroups', ['svip']);
});
afterAll(() => scene.close());
beforeEach(async () => {
  scene.upstream.reset();
  person = await scene.app.make.signedIn({ quota: QUOTA });
});
afterEach(async () => expect(await scene.app.verifyLedger()).toMatchObject({ differenceUnits: 0 }));

function chunk(content: string, finish: string | null = null) {
  return JSON.stringify({
    id: 'c',
    object: 'chat.completion.chunk',
    created: 1,
    model: 'gpt-4o-mini',
    choices: [{ index: 0, delta: { content }, finish_reason: finish }],
  });
}

const usage = JSON.stringify({
  id: 'c',
  object: 'chat.completion.chunk',
  choices: [],
  usage: { prompt_tokens: 20, completion_tokens: 30, total_tokens: 50 },
});

function answerWith(...events: string[]) {
  return scene.upstream.onModel('gpt-4o-mini', sse(events));
}

function ask(fields: Record<string, unknown> = {}, headers?: Record<string, string>): Promise<ClientAnswer> {
  return person.post(PATH, chat({ stream: true, group: 'default', ...fields }), headers);
}

function upstreamBody() {
  return scene.upstream.calls[0]?.body as Record<string, unknown>;
}

function idOf(client: TestClient) {
  return client.user?.id ?? 0;
}

async function rowsOf(client: TestClient, type: number, count: number): Promise<readonly LogEntry[]> {
  const read = () => must(client.get<Page<LogEntry>>(`/api/log/self/?p=1&page_size=100&type=${type}`));
  return eventually(
    async () => (await read()).items,
    rows => rows.length >= count,
  );
}

function balanceOf(client: TestClient) {
  return scene.app.nest.get(Ledger).balanceOf(AccountKind.User, idOf(client));
}

function settled(client: TestClient) {
  return eventually(
    () => balanceOf(client),
    account => account.held === 0,
  );
}

/** A session as a browser keeps it, for calls that are broken off. */
async function browser(): Promise<{ readonly id: number; readonly headers: Record<string, string> }> {
  const { id, username, password } = await scene.app.make.user({ quota: QUOTA });
  const answer = await fetch(`${scene.app.url}/api/user/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username, password }),
  });
  const cookie = answer.headers.getSetCookie()[0]?.split(';', 1)[0] ?? '';
  return { id, headers: { cookie, 'new-api-user': String(id), 'content-type': 'application/json' } };
}

describe('a call of the playground', () => {
  it('streams the answer and charges only the user, to the unit', async () => {
    answerWith(chunk('Hel'), chunk('lo', 'stop'), usage);
    const answer = await ask();
    expect(answer.headers.get('content-type')).toContain('text/event-stream');
    expect(answer.text).toBe([chunk('Hel'), chunk('lo', 'stop'), '[DONE]'].map(line => `data: ${line}\n\n`).join(''));
    const [row] = await rowsOf(person, 2, 1);
    const cost = Math.round((20 + 30 * 4) * PRICE);
    expect(row).toMatchObject({
      quota: cost,
      token_name: 'playground-default',
      token_group: 'default',
      is_stream: true,
    });
    expect(recomputed(row!)).toBe(cost);
    await settled(person);
    expect(await balanceOf(person)).toMatchObject({ balance: QUOTA - cost, used: cost });
    expect(await scene.app.nest.get(Ledger).balanceOf(AccountKind.Token, 0)).toMatchObject({ balance: 0, used: 0 });
  });

  it('publishes the charge, so that the reminder is written', async () => {
    const heard: unknown[] = [];
    scene.app.nest.get(EventBus).subscribe('usage.settled', fact => void heard.push(fact));
    answerWith(chunk('Hi', 'stop'), usage);
    await ask();
    const units = Math.round((20 + 30 * 4) * PRICE);
    await eventually(
      () => Promise.resolve(heard),
      facts => facts.length > 0,
    );
    expect(heard).toContainEqual(expect.objectContaining({ userId: idOf(person), units }));
  });

  it('returns a whole answer when no stream is requested', async () => {
    const answer = await ask({ stream: false });
    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({ object: 'chat.completion' });
    expect((await rowsOf(person, 2, 1))[0]?.is_stream).toBe(false);
  });

  it('does not pass the group on and drops a limit of 0, but passes a temperature of 0', async () => {
    answerWith(chunk('Hi', 'stop'), usage);
    await ask({ max_tokens: 0, temperature: 0 });
    expect(upstreamBody()).not.toHaveProperty('group');
    expect(upstreamBody()).not.toHaveProperty('max_tokens');
    expect(upstreamBody()).toMatchObject({ temperature: 0, model: 'gpt-4o-mini' });
  });

  it('passes a limit of 1 on', async () => {
    answerWith(chunk('Hi', 'length'), usage);
    await ask({ max_tokens: 1 });
    expect(upstreamBody()).toMatchObject({ max_tokens: 1 });
  });

  it('renews a session that was not used for a while, as any call of the console does', async () => {
    answerWith(chunk('Hi', 'stop'), usage);
    expect((await ask()).headers.get('set-cookie')).toBeNull();
    await scene.app.nest
      .get(UnitOfWork)
      .run(manager =>
        manager.query(`UPDATE sessions SET seen_at_ms = ${Date.now() - 7_200_000} WHERE user_id = ${idOf(person)}`),
      );
    expect((await ask()).headers.get('set-cookie')).toMatch(/^session=/);
  });

  it('stops the upstream when the user stops, and charges the text made so far', async () => {
    const events = Array.from({ length: 500 }, () => chunk(' word'));
    scene.upstream.onModel('gpt-4o-mini', sse(events, { delayPerEventMs: 20 }));
    const { id, headers } = await browser();
    const controller = new AbortController();
    const response = await fetch(scene.app.url + PATH, {
      method: 'POST',
      headers,
      signal: controller.signal,
      body: JSON.stringify(chat({ stream: true, group: '' })),
    });
    const reader = response.body!.getReader();
    for (let pieces = 0; pieces < 5; pieces++) await reader.read();
    controller.abort();
    const leftAt = Date.now();
    const [call] = scene.upstream.calls;
    expect((await scene.upstream.waitForClose(call!, 2000)) - leftAt).toBeLessThan(1000);
    const rows = await eventually(
      async () => (await must(scene.app.root.get<Page<LogEntry>>('/api/log/?p=1&page_size=100&type=2'))).items,
      items => items.some(row => row.user_id === id),
    );
    const row = rows.find(item => item.user_id === id)!;
    expect(row.completion_tokens).toBeGreaterThanOrEqual(4);
    expect(row.completion_tokens).toBeLessThan(60);
    expect(otherOf(row).usage_source).toBe('local');
    const account = await scene.app.nest.get(Ledger).balanceOf(AccountKind.User, id);
    expect(account).toMatchObject({ balance: QUOTA - row.quota, held: 0 });
  });

  it('refuses prompts with the operator’s sensitive words, and charges nothing', async () => {
    await scene.app.make.option('SensitiveWords', 'Forbidden');
    const answer = await ask({ messages: [{ role: 'user', content: 'a forbidden thing' }] });
    await scene.app.make.option('SensitiveWords', '');
    expect(answer.status).toBe(400);
    expect(scene.upstream.calls).toHaveLength(0);
    expect((await rowsOf(person, 6, 1))[0]).toMatchObject({ token_name: 'playground-default' });
    expect(await balanceOf(person)).toMatchObject({ balance: QUOTA });
  });

  it('charges nothing for a failure upstream and leaves an error row', async () => {
    scene.upstream.onModel('gpt-4o-mini', failure(400, { message: 'no such thing', type: 'invalid_request_error' }));
    const answer = await ask();
    expect(answer).toMatchObject({
      status: 400,
      body: { error: { message: expect.stringContaining('no such thing') } },
    });
    expect((await rowsOf(person, 5, 1))[0]).toMatchObject({ token_name: 'playground-default', quota: 0 });
    await settled(person);
    expect(await balanceOf(person)).toMatchObject({ balance: QUOTA });
  });
});

describe('the group of a playground call', () => {
  it('is the first of the user’s own that serves the model when none is named', async () => {
    person = await scene.app.make.signedIn({ quota: QUOTA, group: 'vip,default' });
    answerWith(chunk('Hi', 'stop'), usage);
    expect((await ask({ group: '' })).status).toBe(200);
    expect((await rowsOf(person, 2, 1))[0]).toMatchObject({
      token_group: 'default',
      token_name: 'playground-default',
    });
  });

  it.each([['a hidden one'], ['one that does not exist'], ['no text at all']])(
    'is refused when it is %s',
    async name => {
      const group = { 'a hidden one': 'svip', 'one that does not exist': 'nowhere', 'no text at all': 7 }[name];
      expect(await ask({ group })).toMatchObject({ status: 403, body: { error: { code: 'group_not_allowed' } } });
      expect(scene.upstream.calls).toHaveLength(0);
    },
  );

  it('may be a hidden one for its members', async () => {
    person = await scene.app.make.signedIn({ quota: QUOTA, group: 'svip' });
    await scene.app.make.channel({ base_url: scene.upstream.url, group: 'svip' });
    answerWith(chunk('Hi', 'stop'), usage);
    expect((await ask({ group: 'svip' })).status).toBe(200);
    expect((await rowsOf(person, 2, 1))[0]).toMatchObject({ token_name: 'playground-svip', token_group: 'svip' });
  });

  it('is named when it has no channel for the model', async () => {
    expect(await ask({ group: 'vip', model: 'gpt-4o' })).toMatchObject({
      status: 503,
      body: {
        error: {
          code: 'get_playground_channel_failed',
          message: expect.stringContaining('no available channel for model gpt-4o under group vip'),
        },
      },
    });
  });
});

describe('the playground refuses', () => {
  it('guests, with the flag of an ended session', async () => {
    const answer = await scene.app.guest.post(PATH, chat());
    expect(answer).toMatchObject({ status: 401, body: { success: false, expired: true, message: expect.any(String) } });
    expect(answer.body).not.toHaveProperty('error');
  });

  it('a session that was ended elsewhere, in the same way', async () => {
    await scene.app.nest
      .get(UnitOfWork)
      .run(manager => manager.query(`DELETE FROM sessions WHERE user_id = ${idOf(person)}`));
    expect(await ask()).toMatchObject({ status: 401, body: { expired: true } });
  });

  it('calls without the user header, which other sites cannot send', async () => {
    expect(await ask({}, { 'new-api-user': '' })).toMatchObject({ status: 401, body: { expired: true } });
  });

  it('access tokens and API keys', async () => {
    const token = await must(person.get<string>('/api/user/token'));
    const client = new Client(scene.app.url, {
      authorization: `Bearer ${token}`,
      'new-api-user': String(idOf(person)),
    });
    expect(await client.post(PATH, chat())).toMatchObject({
      status: 400,
      body: { error: { code: 'access_token_not_supported' } },
    });
    expect((await scene.post(PATH, chat())).status).toBe(401);
  });

  it('banned users, with a status that no reader of streams takes for an answer', async () => {
    await must(scene.app.root.post('/api/user/manage', { id: idOf(person), action: 'disable' }));
    expect(await ask()).toMatchObject({
      status: 403,
      body: { error: { code: 'user_banned', message: expect.stringContaining('user is banned') } },
    });
    expect(await ask()).toMatchObject({ status: 401, body: { expired: true } });
  });

  it('users without quota, and takes nothing from them', async () => {
    person = await scene.app.make.signedIn({ quota: 0 });
    expect(await ask()).toMatchObject({ status: 403, body: { error: { code: 'insufficient_user_quota' } } });
    person = await scene.app.make.signedIn({ quota: 10 });
    expect(await ask()).toMatchObject({ status: 403, body: { error: { code: 'insufficient_user_quota' } } });
    expect(await balanceOf(person)).toMatchObject({ balance: 10, held: 0 });
    expect(scene.upstream.calls).toHaveLength(0);
  });

  it.each([
    ['text that is no JSON', '{"model":', 400, 'unmarshal_request_failed'],
    ['an empty body', '', 400, 'unmarshal_request_failed'],
    ['no model', '{"messages":[{"role":"user","content":"hi"}]}', 400, 'model_required'],
    ['no messages', '{"model":"gpt-4o-mini"}', 400, 'invalid_text_request'],
  ])('%s', async (_name, body, status, code) => {
    const answer = await person.post(PATH, body);
    expect(answer.status).toBe(status);
    expect(answer.body).toMatchObject({ error: { code } });
  });

  it('in the language of the user', async () => {
    const answer = await ask({ model: '' }, { 'accept-language': 'zh-CN' });
    expect(answer.body).toMatchObject({ error: { message: expect.stringContaining('请选择模型') } });
  });
});
