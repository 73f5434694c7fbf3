import { answerOpenAi, createMockUpstream, failure, json, type MockUpstream } from '../../apps/mock-upstream/src/index';
import { must } from '../support/clients/factories';
import { callerFormats, callers } from '../support/fakes/provider-wires';
import { chat, otherOf, startRelayScene, type RelayScene } from '../support/scenes/relay-scene';

/** The scene's upstream serves `first`; another one serves the two models that stand in for it. */
let scene: RelayScene;
let other: MockUpstream;

const DOWN = failure(503, { message: 'down', type: 'server_error' });

beforeAll(async () => {
  scene = await startRelayScene({ environment: { STREAM_HEARTBEAT_SECONDS: '0.1' } });
  other = await createMockUpstream();
  await must(scene.app.root.put('/api/channel/', { id: scene.channelId, models: 'first,gpt-4o-mini' }));
  await scene.app.make.channel({ base_url: other.url, models: 'second,third' });
  await scene.app.make.option('ModelRatio', {
    first: 1,
    second: 2,
    third: 3,
    'gpt-4o-mini': 1,
    'text-moderation-latest': 1,
  });
  await scene.app.make.option('RetryTimes', 0);
});
afterAll(async () => {
  await scene.expectEvenLedger();
  await scene.close();
  await other.close();
});
beforeEach(async () => {
  scene.upstream.reset();
  other.reset();
  scene.app.wakeChannels();
  await scene.app.make.option('ModelAliases', {});
  await scene.app.make.option('ModelChains', {});
  await scene.app.make.option('ModelRateLimits', {});
});

function ask(fields = {}, headers = {}): Promise<Response> {
  return scene.post('/v1/chat/completions', chat({ model: 'first', ...fields }), headers);
}

function bodyOf(upstream: MockUpstream): { model?: string } {
  return upstream.calls.at(-1)?.body as { model?: string };
}

/** The newest consumption row, once the call so far is billed. */
async function lastRow() {
  await scene.settled();
  const [row] = await scene.consumption(1);
  return row!;
}

describe('an alias', () => {
  beforeEach(() => scene.app.make.option('ModelAliases', { smart: 'second' }));

  it.each(callers.flatMap(caller => [true, false].map(isStream => [caller, isStream] as const)))(
    'is served, priced and logged as its model: %s, stream %s',
    async (caller, isStream) => {
      const { path, body } = callerFormats[caller];
      const response = await scene.post(path('smart', isStream), body('smart', isStream));
      expect([response.status, response.headers.get('x-sluice-model')]).toEqual([200, 'second']);
      await response.text();
      expect(bodyOf(other).model).toBe('second');
      const row = await lastRow();
      expect(row.model_name).toBe('second');
      expect(otherOf(row)).toMatchObject({ requested_model: 'smart', model_ratio: 2 });
    },
  );

  it('stands in the list of models while its model is served', async () => {
    await scene.app.make.option('ModelAliases', { smart: 'second', lost: 'nobody-serves-this' });
    const response = await fetch(`${scene.app.url}/v1/models`, { headers: { authorization: `Bearer ${scene.key}` } });
    const names = ((await response.json()) as { data: { id: string }[] }).data.map(({ id }) => id);
    expect(names).toContain('smart');
    expect(names).not.toContain('lost');
  });

  it('may be all that a key is allowed to use', async () => {
    const { secret } = await scene.app.make.token(scene.owner, { model_limits_enabled: true, model_limits: 'smart' });
    const headers = { authorization: `Bearer ${secret}` };
    expect((await ask({ model: 'smart' }, headers)).status).toBe(200);
    expect((await ask({ model: 'second' }, headers)).status).toBe(403);
    expect((await ask({ model: 'first' }, headers)).status).toBe(403);
  });
});

describe('a chain of models', () => {
  beforeEach(() => scene.app.make.option('ModelChains', { '*': { first: ['second', 'third'] } }));

  it('is not needed while the first model is served', async () => {
    const response = await ask();
    expect([response.status, response.headers.get('x-sluice-model')]).toEqual([200, null]);
    expect(other.calls).toHaveLength(0);
  });

  it.each([true, false])('lets the next model serve, which is what is paid for: stream %s', async isStream => {
    scene.upstream.onModel('first', DOWN);
    const response = await ask({ stream: isStream });
    expect([response.status, response.headers.get('x-sluice-model')]).toEqual([200, 'second']);
    await response.text();
    const row = await lastRow();
    expect(row.model_name).toBe('second');
    expect(otherOf(row)).toMatchObject({ requested_model: 'first', model_ratio: 2 });
  });

  it('is told in a comment of the stream when heartbeats came before the answer', async () => {
    scene.upstream.onModel('first', DOWN);
    other.script(call => ({ ...answerOpenAi(call), delayMs: 300 }));
    const response = await ask({ stream: true });
    expect(response.headers.get('x-sluice-model')).toBeNull();
    const text = await response.text();
    expect(text).toContain('\n\n: x-sluice-model: second\n\ndata: ');
    expect(text).toContain('[DONE]');
  });

  it('goes on to the last one', async () => {
    scene.upstream.onModel('first', DOWN);
    other.onModel('second', DOWN);
    const response = await ask();
    expect([response.status, response.headers.get('x-sluice-model')]).toEqual([200, 'third']);
  });

  it('stands in for a model that no channel lists', async () => {
    await scene.app.make.option('ModelChains', { '*': { 'not-listed': ['unknown-too', 'second'] } });
    const response = await ask({ model: 'not-listed' });
    expect([response.status, response.headers.get('x-sluice-model')]).toEqual([200, 'second']);
  });

  it('tells why the first model failed when none can serve, and costs nothing', async () => {
    const before = await scene.balance();
    scene.upstream.onModel('first', failure(503, { message: 'the first is down', type: 'server_error' }));
    other.script(() => failure(500, { message: 'the others too', type: 'server_error' }));
    const response = await ask();
    expect(response.status).toBe(503);
    expect(await response.text()).toContain('the first is down');
    await scene.settled();
    expect((await scene.balance()).quota).toBe(before.quota);
    const page = await must(
      scene.owner.get<{ items: { model_name: string }[] }>('/api/log/self/?p=1&page_size=1&type=5'),
    );
    expect(page.items[0]?.model_name).toBe('first');
  });

  it('is not for what the caller did wrong, nor for words that say that nothing else helps', async () => {
    scene.upstream.onModel('first', failure(400, { message: 'bad field', type: 'invalid_request_error' }));
    expect((await ask()).status).toBe(400);
    await scene.app.make.option('NoRetryWords', 'hopeless');
    scene.upstream.onModel('first', failure(503, { message: 'This is Hopeless.', type: 'server_error' }));
    expect((await ask()).status).toBe(503);
    expect(other.calls).toHaveLength(0);
    await scene.app.make.option('NoRetryWords', '');
  });

  it('holds for the group it is written for, before that for all groups', async () => {
    await scene.app.make.option('ModelChains', {
      '*': { first: ['second'] },
      default: { first: ['third'] },
      vip: { first: ['second'] },
    });
    scene.upstream.onModel('first', DOWN);
    expect((await ask()).headers.get('x-sluice-model')).toBe('third');
  });

  it('leaves out models that the key may not use', async () => {
    const limits = { model_limits_enabled: true, model_limits: 'first,third' };
    const { secret } = await scene.app.make.token(scene.owner, limits);
    scene.upstream.onModel('first', DOWN);
    const response = await ask({}, { authorization: `Bearer ${secret}` });
    expect(response.headers.get('x-sluice-model')).toBe('third');
  });

  it('counts a call once against the limits of its key, whatever serves it', async () => {
    const { secret } = await scene.app.make.token(scene.owner, { rpm_limit: 2 });
    const headers = { authorization: `Bearer ${secret}` };
    scene.upstream.onModel('first', DOWN);
    const left = [];
    for (let call = 0; call < 3; call++) {
      const response = await ask({}, headers);
      await response.text();
      left.push([response.status, response.headers.get('x-ratelimit-remaining-requests')]);
    }
    expect(left).toEqual([
      [200, '1'],
      [200, '0'],
      [429, '0'],
    ]);
  });

  it('counts tokens against the model that served', async () => {
    await scene.app.make.option('ModelRateLimits', { first: { tpm: 1000 }, second: { tpm: 1000 } });
    scene.upstream.onModel('first', DOWN);
    await (await ask({ max_tokens: 500 })).text();
    await scene.settled();
    scene.upstream.reset();
    // Nothing was used of the first model, so that the next call finds its whole limit again.
    const response = await ask({ max_tokens: 900 });
    expect(response.headers.get('x-sluice-model')).toBeNull();
    const remaining = Number(response.headers.get('x-ratelimit-remaining-tokens'));
    expect(remaining).toBeLessThan(100);
    expect(remaining).toBeGreaterThan(50);
  });
});

describe('the default model of a key', () => {
  it('serves calls that name none', async () => {
    const { secret, id } = await scene.app.make.token(scene.owner, { default_model: 'gpt-4o-mini' });
    const headers = { authorization: `Bearer ${secret}` };
    const { model: _model, ...unnamed } = chat();
    expect((await scene.post('/v1/chat/completions', unnamed, headers)).status).toBe(200);
    expect(bodyOf(scene.upstream).model).toBe('gpt-4o-mini');
    expect((await ask({}, headers)).status).toBe(200);
    expect(bodyOf(scene.upstream).model).toBe('first');
    await must(scene.owner.put('/api/token/', { id, default_model: '' }));
    expect((await scene.post('/v1/chat/completions', unnamed, headers)).status).toBe(400);
  });

  it('leaves routes that have a default of their own alone', async () => {
    await scene.app.make.channel({ base_url: other.url, models: 'text-moderation-latest' });
    const { secret } = await scene.app.make.token(scene.owner, { default_model: 'first' });
    other.script(() => json({ id: 'm', model: 'text-moderation-latest', results: [] }));
    const response = await scene.post('/v1/moderations', { input: 'x' }, { authorization: `Bearer ${secret}` });
    expect(await response.text()).toContain('text-moderation-latest');
    expect([response.status, bodyOf(other).model]).toEqual([200, 'text-moderation-latest']);
  });

  it('is at most as long as a name of a model', async () => {
    const body = { name: 'k', default_model: 'x'.repeat(256), remain_quota: 1, group: 'default' };
    expect((await scene.owner.post('/api/token/', body)).body).toMatchObject({ success: false });
  });
});
