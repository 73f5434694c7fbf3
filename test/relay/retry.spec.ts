import { createMockUpstream, failure, json, sse, type MockUpstream } from '../../apps/mock-upstream/src/index';
import { ChannelCatalog } from '@channel';
import { must } from '../support/clients/factories';
import { eventually } from '../support/eventually';
import { chat, otherOf, startRelayScene, type RelayScene } from '../support/scenes/relay-scene';

let scene: RelayScene;
let others: MockUpstream[];
const ids: number[] = [];

beforeAll(async () => {
  scene = await startRelayScene();
  others = await Promise.all([createMockUpstream(), createMockUpstream(), createMockUpstream(), createMockUpstream()]);
  const priorities = [30, 20, 10, 10];
  for (const [at, other] of others.entries()) {
    ids.push(await scene.app.make.channel({ base_url: other.url, models: 'gpt-4o', priority: priorities[at]! }));
  }
  await scene.app.root.put('/api/channel/', { id: scene.channelId, models: 'gpt-4o-mini' });
  await scene.app.make.option('RetryTimes', 5);
});
afterAll(async () => {
  await scene.close();
  await Promise.all(others.map(other => other.close()));
});
beforeEach(() => {
  others.forEach(other => other.reset());
  scene.app.wakeChannels();
});

function every(behaviour: ReturnType<typeof failure>) {
  return others.forEach(other => other.onModel('gpt-4o', behaviour));
}

function tried() {
  return others.map(other => other.calls.length);
}

function ask(fields = {}) {
  return scene.post('/v1/chat/completions', chat({ model: 'gpt-4o', ...fields }));
}

async function channel(id: number) {
  return must(scene.app.root.get<{ status: number; other_info: string }>(`/api/channel/${id}`));
}

describe('retrying', () => {
  it('goes from tier to tier and uses untried channels while there are any', async () => {
    every(failure(500, { message: 'boom', type: 'server_error' }));
    const response = await ask();
    expect(response.status).toBe(500);
    expect(((await response.json()) as { error: { message: string } }).error.message).toMatch(
      /^boom \(request id: \w+\)$/,
    );
    const counts = tried();
    expect(counts[0]).toBeGreaterThanOrEqual(1);
    expect(Math.min(...counts)).toBe(1);
    expect(counts.reduce((sum, count) => sum + count)).toBe(6);
  });

  it('serves from the next channel and says in the log which were tried', async () => {
    others[0]!.onModel('gpt-4o', failure(503, { message: 'busy', type: 'server_error' }));
    const response = await ask();
    expect(response.status).toBe(200);
    await response.text();
    await scene.settled();
    expect(tried()).toEqual([1, 1, 0, 0]);
    const rows = await must(
      scene.app.root.get<{ items: { other: string; type: number }[] }>('/api/log/?p=1&page_size=1&type=2'),
    );
    const other = JSON.parse(rows.items[0]!.other) as { admin_info: { use_channel: string[] } };
    expect(other.admin_info.use_channel).toEqual([String(ids[0]), String(ids[1])]);
  });

  it.each([
    [429, true],
    [401, true],
    [404, true],
    [502, true],
    [400, false],
    [408, false],
    [504, false],
  ])('tries the next channel after status %i: %s', async (status, isRetried) => {
    every(failure(status, { message: 'no', type: 'x' }));
    await (await ask()).text();
    expect(tried().reduce((sum, count) => sum + count) > 1).toBe(isRetried);
  });

  it('tries the next channel after a refused connection, a reset and an invalid response, and reveals no address', async () => {
    others[0]!.onModel('gpt-4o', { kind: 'reset' });
    others[1]!.onModel('gpt-4o', { kind: 'garbage' });
    others[2]!.onModel('gpt-4o', json('<html>not json</html>'));
    others[3]!.onModel('gpt-4o', json('<html>not json</html>'));
    const response = await ask();
    const text = await response.text();
    expect(response.status).toBeGreaterThanOrEqual(500);
    expect(text).not.toMatch(/127\.0\.0\.1|sk-upstream/);
  });

  it('tries the next channel when a stream opens with an error, and when a 200 response holds one', async () => {
    others[0]!.onModel('gpt-4o', sse([JSON.stringify({ error: { message: 'overloaded', type: 'server_error' } })]));
    others[1]!.onModel('gpt-4o', json({ error: { message: 'nope', type: 'server_error' } }));
    const text = await (await ask({ stream: true })).text();
    expect(text).toContain('Hello');
    expect(tried().slice(0, 2)).toEqual([1, 1]);
  });

  it('applies the status mapping before it decides', async () => {
    await scene.app.root.put('/api/channel/', { id: ids[0], status_code_mapping: '{"400":"500"}' });
    others[0]!.onModel('gpt-4o', failure(400, { message: 'odd', type: 'x' }));
    expect((await ask()).status).toBe(200);
    expect(tried()).toEqual([1, 1, 0, 0]);
    await scene.app.root.put('/api/channel/', { id: ids[0], status_code_mapping: '' });
  });

  it('reports saturation when every channel has a rate limit, with the time to wait', async () => {
    every(failure(429, { message: 'slow down', type: 'requests' }, { 'retry-after': '7' }));
    const response = await ask();
    expect(response.status).toBe(429);
    expect(response.headers.get('retry-after')).toBe('7');
    expect(((await response.json()) as { error: { message: string } }).error.message).toContain('saturated');
  });

  it('writes one error row for a call that failed on all channels, and charges nothing', async () => {
    await scene.settled();
    const before = await scene.balance();
    every(failure(500, { message: 'boom', type: 'server_error' }));
    await (await ask()).text();
    const logged = await eventually(
      () =>
        must(scene.owner.get<{ items: { content: string; quota: number }[] }>('/api/log/self/?p=1&page_size=1&type=5')),
      page => page.items[0]?.content === 'boom',
    );
    expect(logged.items[0]?.quota).toBe(0);
    await scene.settled();
    expect((await scene.balance()).quota).toBe(before.quota);
  });

  it('writes a row for each failed attempt of a served call when the operator enables that', async () => {
    await scene.app.make.option('LogErrorAttemptsEnabled', true);
    others[0]!.onModel('gpt-4o', failure(503, { message: 'the first one is full', type: 'server_error' }));
    expect((await ask()).status).toBe(200);
    await eventually(
      () =>
        must(scene.app.root.get<{ items: { content: string; channel: number }[] }>('/api/log/?p=1&page_size=1&type=5')),
      page => page.items[0]?.content === 'the first one is full' && page.items[0].channel === ids[0],
    );
    await scene.app.make.option('LogErrorAttemptsEnabled', false);
  });

  it('disables a channel whose key is invalid, records why and when, and stops using it at once', async () => {
    await scene.app.make.option('AutomaticDisableChannelEnabled', true);
    others[0]!.onModel(
      'gpt-4o',
      failure(401, { message: 'Incorrect API key provided', type: 'invalid_request_error', code: 'invalid_api_key' }),
    );
    expect((await ask()).status).toBe(200);
    const disabled = await eventually(
      () => channel(ids[0]!),
      found => found.status === 3,
    );
    expect(JSON.parse(disabled.other_info)).toMatchObject({
      status_reason: expect.stringContaining('Incorrect API key'),
    });
    expect(JSON.parse(disabled.other_info).status_time).toBeGreaterThan(1_700_000_000);
    // The row is committed a moment before this node routes by it.
    await eventually(
      () => Promise.resolve(scene.app.nest.get(ChannelCatalog).current.byId(ids[0]!)?.status),
      status => status === 3,
    );
    others.forEach(other => other.reset());
    await (await ask()).text();
    expect(tried()[0]).toBe(0);
    await scene.app.root.put('/api/channel/', { id: ids[0], status: 1 });
    await scene.app.make.option('AutomaticDisableChannelEnabled', false);
  });

  it('repeats the request without the usage option when an upstream refuses it', async () => {
    others[0]!.script(call =>
      (call.body as { stream_options?: unknown }).stream_options
        ? failure(400, {
            message: 'Unrecognized request argument supplied: stream_options',
            type: 'invalid_request_error',
          })
        : null,
    );
    expect(await (await ask({ stream: true })).text()).toContain('[DONE]');
    expect(tried()).toEqual([2, 0, 0, 0]);
    await (await ask({ stream: true })).text();
    expect(tried()).toEqual([3, 0, 0, 0]);
    await scene.settled();
    const rows = await scene.consumption(1);
    expect(otherOf(rows[0]!).usage_source).toBe('local');
  });

  it('sends an administrator’s pinned call to that channel only', async () => {
    const rootKey = await scene.app.make.token(scene.app.root);
    others[2]!.onModel('gpt-4o', failure(500, { message: 'boom', type: 'server_error' }));
    const pinned = await scene.post('/v1/chat/completions', chat({ model: 'gpt-4o' }), {
      authorization: `Bearer ${rootKey.secret}-${ids[2]}`,
    });
    expect(pinned.status).toBe(500);
    expect(tried()).toEqual([0, 0, 1, 0]);
    const ordinary = await scene.post('/v1/chat/completions', chat(), {
      authorization: `Bearer ${scene.key}-${ids[2]}`,
    });
    expect(ordinary.status).toBe(403);
  });

  it('leaves out channels for which the prompt is too long', async () => {
    await Promise.all(ids.map(id => scene.app.root.put('/api/channel/', { id, ma_input_tokens: 50 })));
    const long = await ask({ messages: [{ role: 'user', content: 'word '.repeat(500) }] });
    expect(long.status).toBe(400);
    expect(await long.json()).toMatchObject({ error: { code: 'context_length_exceeded' } });
    await scene.app.root.put('/api/channel/', { id: ids[3], ma_input_tokens: 0 });
    expect((await ask({ messages: [{ role: 'user', content: 'word '.repeat(500) }] })).status).toBe(200);
    expect(tried()).toEqual([0, 0, 0, 1]);
    await Promise.all(ids.map(id => scene.app.root.put('/api/channel/', { id, ma_input_tokens: 0 })));
  });
});
