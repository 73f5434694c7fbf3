import { createMockUpstream, failure, json, sse, type MockUpstream } from '../../apps/mock-upstream/src/index';
import { type InspectedCall } from '@contracts';
import { must } from '../support/clients/factories';
import { eventually } from '../support/eventually';
import { chat } from '../support/scenes/relay-scene';
import { askedOf, startInspectedScene, type InspectedScene } from '../support/scenes/inspected-scene';

const RECORDED = 'x-sluice-recorded';
const CANARY = 'CANARY1234567890abcdef';

/** A piece of an answer as an event of the chat format. */
function chunk(content: string): string {
  return JSON.stringify({ id: 'x', object: 'chat.completion.chunk', choices: [{ index: 0, delta: { content } }] });
}

let scene: InspectedScene;
let second: MockUpstream;
let secondId: number;

beforeAll(async () => {
  scene = await startInspectedScene();
  second = await createMockUpstream();
  secondId = await scene.app.make.channel({
    base_url: second.url,
    models: 'gpt-4o',
    priority: 50,
    key: 'second-upstream-secret',
  });
});
afterAll(async () => {
  await scene.close();
  await second.close();
});
beforeEach(async () => {
  scene.upstream.reset();
  second.reset();
  scene.app.wakeChannels();
  await must(scene.app.root.delete('/api/inspector/store'));
});
afterEach(() => scene.noRules());

describe('without a rule', () => {
  it('stores nothing and says nothing, and reading an unknown call is 404', async () => {
    const { id, headers } = await scene.ask();
    await scene.settled();
    expect(headers.has(RECORDED)).toBe(false);
    expect(await scene.count()).toBe(0);
    const { status, body } = await scene.read(id);
    expect([status, body.success]).toEqual([404, false]);
  });
});

describe('a recorded call', () => {
  it('keeps request, attempt and answer of JSON, and says so in a header', async () => {
    await scene.rule({ user_id: scene.ownerId });
    const { id, headers, text } = await scene.ask({ temperature: 0.5 });
    expect(headers.get(RECORDED)).toBe('true');
    const call = await scene.content(id);
    expect(call).toMatchObject({
      request_id: id,
      method: 'POST',
      path: '/v1/chat/completions',
      model_name: 'gpt-4o-mini',
      status: 200,
      is_left: false,
      user_id: scene.ownerId,
    });
    expect(JSON.parse(call.request.text)).toEqual(chat({ temperature: 0.5 }));
    expect(call.request_headers).toMatchObject({
      'content-type': 'application/json',
      authorization: '[masked:secret]',
    });
    expect(call.answer.text).toBe(text);
    expect(call.attempts).toHaveLength(1);
    expect(call.attempts?.[0]).toMatchObject({ channel_id: scene.channelId, method: 'POST', status: 200, fault: '' });
    expect(call.attempts?.[0]?.url).toBe(`${scene.upstream.url}/v1/chat/completions`);
    expect(JSON.parse(call.attempts?.[0]?.request.text ?? '')).toEqual(chat({ temperature: 0.5 }));
    expect(call.attempts?.[0]?.response.text).toBe(text);
    expect(call.ended_ms).toBeGreaterThanOrEqual(call.attempts?.[0]?.started_ms ?? Infinity);
    expect(call.kept_until - call.created_time).toBe(24 * 3600);
  });

  it('keeps a stream as its events and as the text of them', async () => {
    await scene.rule({ token_id: scene.tokenId });
    const { id, headers, text } = await scene.ask({ stream: true });
    expect(headers.get(RECORDED)).toBe('true');
    const { answer, attempts } = await scene.content(id);
    expect(answer.text).toBe(text);
    expect(answer.collected).toBe('Hello from the mock upstream.');
    expect(attempts?.[0]?.response.text).toContain('data: ');
    expect(attempts?.[0]?.first_byte_ms).not.toBeNull();
  });

  it('keeps the attempt that failed beside the one that served', async () => {
    await scene.rule();
    second.onModel('gpt-4o', failure(503, { message: `busy with ${CANARY}`, type: 'server_error' }));
    const { id, status } = await scene.ask({ model: 'gpt-4o' });
    expect(status).toBe(200);
    const { attempts } = await scene.content(id);
    expect(attempts?.map(attempt => [attempt.channel_id, attempt.status])).toEqual([
      [secondId, 503],
      [scene.channelId, 200],
    ]);
    expect(attempts?.[0]?.response.text).toContain(CANARY);
  });

  it('keeps a call of another format with the request that it became', async () => {
    await scene.rule();
    const response = await scene.post('/v1/messages', {
      model: 'gpt-4o-mini',
      max_tokens: 20,
      messages: [{ role: 'user', content: 'Say hello.' }],
    });
    const { id, text } = await askedOf(response);
    const { request, answer, attempts } = await scene.content(id);
    expect(JSON.parse(request.text)).toMatchObject({ max_tokens: 20 });
    expect(JSON.parse(answer.text)).toEqual(JSON.parse(text));
    expect(JSON.parse(attempts?.[0]?.request.text ?? '')).toMatchObject({
      messages: [{ role: 'user', content: 'Say hello.' }],
    });
    expect(JSON.parse(attempts?.[0]?.response.text ?? '')).toMatchObject({ object: 'chat.completion' });
  });

  it('notes a stream that broke', async () => {
    await scene.rule({ only_failures: true });
    scene.upstream.onModel('gpt-4o-mini', sse([chunk('half'), chunk(' more')], { cutAfter: { events: 1 } }));
    const { id, headers } = await scene.ask({ stream: true });
    expect(headers.get(RECORDED)).toBe('on-failure');
    const { attempts, answer } = await scene.content(id);
    expect(attempts?.[0]?.fault).not.toBe('');
    expect(answer.collected).toMatch(/^half/);
  });

  it('notes a caller who left', async () => {
    await scene.rule();
    scene.upstream.onModel('gpt-4o-mini', { kind: 'endless', event: chunk('on '), delayPerEventMs: 5 });
    const leaving = new AbortController();
    const response = await fetch(`${scene.app.url}/v1/chat/completions`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${scene.key}` },
      body: JSON.stringify(chat({ stream: true })),
      signal: leaving.signal,
    });
    await response.body?.getReader().read();
    leaving.abort();
    const { is_left, answer } = await scene.content(response.headers.get('x-request-id') ?? '');
    expect(is_left).toBe(true);
    expect(answer.collected).toMatch(/^on /);
  });
});

describe('rules', () => {
  it('keep failures alone where they say so', async () => {
    await scene.rule({ only_failures: true });
    const served = await scene.ask();
    expect(served.headers.get(RECORDED)).toBe('on-failure');
    scene.upstream.onModel('gpt-4o-mini', failure(400, { message: 'no', type: 'invalid_request_error' }));
    const failed = await scene.ask();
    const { status, answer } = await scene.content(failed.id);
    expect(status).toBe(failed.status);
    expect(answer.text).toBe(failed.text);
    expect((await scene.read(served.id)).status).toBe(404);
  });

  it('fit by key, user, model and channel', async () => {
    const other = await scene.app.make.signedIn({ quota: 1_000_000 });
    const key = await scene.app.make.token(other);
    const askAs = async (secret: string, fields = {}) =>
      askedOf(await scene.post('/v1/chat/completions', chat(fields), { authorization: `Bearer ${secret}` }));
    await scene.rule({ token_id: key.id });
    await scene.rule({ model_name: 'text-*' });
    await scene.rule({ channel_id: secondId });
    const [mine, theirs] = [await scene.ask(), await askAs(key.secret)];
    const viaChannel = await scene.ask({ model: 'gpt-4o' });
    const embedded = await askedOf(await scene.post('/v1/embeddings', { model: 'text-embedding-3-small', input: 'a' }));
    expect([mine, theirs, viaChannel, embedded].map(({ headers }) => headers.get(RECORDED))).toEqual([
      null,
      'true',
      'true',
      'true',
    ]);
    await eventually(scene.count, count => count === 3);
    expect((await scene.read(mine.id)).status).toBe(404);
  });

  it('record a share of the calls', async () => {
    await scene.rule({ per_mille: 300 });
    const calls = await Promise.all(Array.from({ length: 100 }, () => scene.ask()));
    const recorded = calls.filter(({ headers }) => headers.has(RECORDED)).length;
    expect(recorded).toBeGreaterThan(8);
    expect(recorded).toBeLessThan(62);
    await eventually(scene.count, count => count === recorded);
  });
});

describe('secrets', () => {
  it('never come into the store, whoever sends them', async () => {
    await scene.rule();
    const prompt = `my key sk-${CANARY}, mail ann@example.com, card 4111 1111 1111 1111, password=${CANARY}`;
    second.onModel(
      'gpt-4o',
      json(
        { error: { message: `Incorrect API key provided: second-upstream-secret, ask ${scene.key}` } },
        { status: 401, headers: { 'set-cookie': `session=${CANARY}`, 'x-internal': CANARY } },
      ),
    );
    const response = await scene.post(
      `/v1/chat/completions?key=${CANARY}`,
      chat({ model: 'gpt-4o', messages: [{ role: 'user', content: prompt }] }),
      { cookie: `session=${CANARY}`, 'x-secret': CANARY },
    );
    const { id } = await askedOf(response);
    const text = JSON.stringify(await scene.content(id));
    for (const secret of [CANARY, 'second-upstream-secret', 'sk-upstream-secret', scene.key, scene.key.slice(3)]) {
      expect(text).not.toContain(secret);
    }
    expect(text).not.toContain('ann@example.com');
    expect(text).not.toContain('4111 1111');
    expect(text).toContain('my key [masked:key], mail [masked:e-mail], card [masked:card], password=[masked:secret]');
  });

  it('are not kept in pieces that a model says one after the other', async () => {
    await scene.rule();
    scene.upstream.onModel('gpt-4o-mini', sse(['use sk-', 'CANARY12', '34567890 now'].map(chunk)));
    const { id } = await scene.ask({ stream: true });
    const { answer } = await scene.content(id);
    expect(answer).toMatchObject({ text: '', left_out: 'events', collected: 'use [masked:key] now' });
  });

  it('leave out media, and the operator’s words', async () => {
    await scene.app.make.option('InspectorMaskWords', 'Project X');
    await scene.rule();
    const url = `data:image/png;base64,${'iVBORw0K'.repeat(5000)}`;
    const content = [
      { type: 'image_url', image_url: { url } },
      { type: 'text', text: 'this is project x' },
    ];
    const { id } = await scene.ask({ messages: [{ role: 'user', content }] });
    const { request } = await scene.content(id);
    expect(request.is_cut).toBe(false);
    expect(request.text).toMatch(/\[left out: image\/png, \d+ characters\]/);
    expect(request.text).toContain('this is [masked:word]');
    expect(request.bytes).toBeGreaterThan(40_000);
    await scene.app.make.option('InspectorMaskWords', '');
  });
});

describe('limits', () => {
  it('cut a long body and say so', async () => {
    await scene.app.make.option('InspectorBodyKilobytes', 16);
    await scene.rule();
    const { id } = await scene.ask({ messages: [{ role: 'user', content: 'a word '.repeat(10_000) }] });
    const { request } = await scene.content(id);
    expect(request.is_cut).toBe(true);
    expect(Buffer.byteLength(request.text)).toBeLessThanOrEqual(16 * 1024);
    expect(Buffer.byteLength(request.text)).toBeGreaterThan(15 * 1024);
    expect(request.bytes).toBeGreaterThan(70_000);
    await scene.app.make.option('InspectorBodyKilobytes', 256);
  });

  it('leave the ledger even, whatever is recorded', async () => {
    await scene.rule();
    await Promise.all(Array.from({ length: 20 }, (_, at) => scene.ask({ stream: at % 2 === 0 })));
    await eventually(scene.count, count => count === 20);
    await scene.expectEvenLedger();
  });
});

describe('who may read', () => {
  let call: string;
  beforeEach(async () => {
    await scene.rule({ user_id: scene.ownerId });
    call = (await scene.ask()).id;
    await scene.content(call);
  });

  it('is root, and the owner without the way to the providers; nobody else', async () => {
    const whole = (await scene.read(call)).body.data as InspectedCall;
    expect(whole.attempts).toHaveLength(1);
    const own = await scene.read(call, scene.owner);
    expect(own.status).toBe(200);
    expect(own.body.data).not.toHaveProperty('attempts');
    expect(own.text).not.toContain(scene.upstream.url);
    for (const reader of [scene.app.user, scene.app.admin, scene.app.guest]) {
      expect((await scene.read(call, reader)).status).toBe(reader === scene.app.guest ? 401 : 404);
    }
    const kept = async (reader: typeof scene.owner) =>
      must(reader.post<unknown[]>('/api/inspector/kept', { request_ids: [call, 'unknown'] }));
    expect(await kept(scene.owner)).toEqual([{ request_id: call, kept_until: whole.kept_until }]);
    expect(await kept(scene.app.user)).toEqual([]);
  });

  it('is an administrator where the site lets administrators, but not for calls of other administrators', async () => {
    await scene.app.make.option('InspectorAdminsMayRead', true);
    expect((await scene.read(call, scene.app.admin)).body.data).toHaveProperty('attempts');
    await scene.rule();
    const colleague = await scene.app.make.signedIn({ role: 10, quota: 1_000_000 });
    const key = await scene.app.make.token(colleague);
    const { id } = await askedOf(
      await scene.post('/v1/chat/completions', chat(), { authorization: `Bearer ${key.secret}` }),
    );
    await scene.content(id);
    expect((await scene.read(id, scene.app.admin)).status).toBe(404);
    await scene.app.make.option('InspectorAdminsMayRead', false);
  });

  it('is seen by the user in the own log: each rule, and each reading by somebody else', async () => {
    await scene.read(call);
    await scene.read(call, scene.owner);
    const rows = await must(
      scene.owner.get<{ items: { content: string; other: string }[] }>('/api/log/self/?p=1&page_size=20&type=3'),
    );
    const said = rows.items.map(({ content }) => content);
    const readings = said.filter(content => content === `an administrator read the content of call ${call}`);
    expect(readings).toHaveLength(2); // once above, once here
    expect(
      said.some(content =>
        /^the content of calls of user \S+ is recorded from now on: 1000 of 1000, until /.test(content),
      ),
    ).toBe(true);
    expect(JSON.stringify(rows.items)).not.toContain('actor');
  });
});

describe('the end of what is kept', () => {
  it('comes with the removal by its owner, and with switching off', async () => {
    await scene.rule();
    const [first, other] = [await scene.ask(), await scene.ask()];
    await scene.content(first.id);
    await scene.content(other.id);
    expect((await scene.app.user.delete(`/api/inspector/call/${first.id}`)).status).toBe(404);
    await must(scene.owner.delete(`/api/inspector/call/${first.id}`));
    expect((await scene.read(first.id)).status).toBe(404);
    await scene.app.make.option('InspectorEnabled', false);
    expect((await scene.read(other.id)).status).toBe(404);
    expect((await scene.ask()).headers.has(RECORDED)).toBe(false);
    await eventually(scene.count, count => count === 0);
    await scene.app.make.option('InspectorEnabled', true);
  });
});
