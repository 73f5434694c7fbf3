import { chatEvents, createMockUpstream, failure, sse, type MockUpstream } from '../../apps/mock-upstream/src/index';
import { ChannelFigures } from '@channel';
import { type ChannelHealthDetail, type ChannelHealthView, type HealthFigures } from '@contracts';
import { Database } from '@platform';
import { must } from '../support/clients/factories';
import { eventually } from '../support/eventually';
import { chat, startRelayScene, type RelayScene } from '../support/scenes/relay-scene';

const DAY_MS = 24 * 3_600_000;

/** A good channel, and one of a higher priority that a test lets fail. */
let scene: RelayScene;
let failing: MockUpstream;
let failingId: number;

beforeEach(async () => {
  scene = await startRelayScene();
  failing = await createMockUpstream();
  failingId = await scene.app.make.channel({
    base_url: failing.url,
    priority: 9,
    key: 'sk-upstream-secret-of-failing',
  });
});
afterEach(async () => {
  await scene.close();
  await failing.close();
});

async function ask(fields: Record<string, unknown> = {}): Promise<number> {
  const response = await scene.post('/v1/chat/completions', chat(fields));
  await response.text().catch(() => '');
  return response.status;
}

async function askTimes(count: number, fields: Record<string, unknown> = {}): Promise<void> {
  for (let at = 0; at < count; at++) await ask(fields);
}

async function healthOf(id: number, span = 'hour'): Promise<ChannelHealthView> {
  const list = await must(scene.app.admin.get<ChannelHealthView[]>(`/api/channel/health?span=${span}`));
  const view = list.find(channel => channel.id === id);
  if (!view) throw new Error(`channel ${id} is not listed`);
  return view;
}

function detailOf(id: number, span = 'hour'): Promise<ChannelHealthDetail> {
  return must(scene.app.admin.get<ChannelHealthDetail>(`/api/channel/health/${id}?span=${span}`));
}

function results({ served, failed, success_rate }: HealthFigures) {
  return { served, failed, success_rate };
}

describe('the figures of a channel', () => {
  it('add up to the attempts, and a retried attempt counts against its channel alone', async () => {
    failing.onModel('gpt-4o-mini', failure(500, { message: 'our servers are in pain' }));
    await askTimes(3);
    failing.reset();
    await askTimes(2);
    expect(results(await healthOf(failingId))).toEqual({ served: 2, failed: 3, success_rate: 0.4 });
    expect((await healthOf(failingId)).failures).toMatchObject({ broken: 3, busy: 0, refused: 0 });
    expect(results(await healthOf(scene.channelId))).toEqual({ served: 3, failed: 0, success_rate: 1 });
  });

  it.each([
    ['refused', failure(403, { message: 'no' })],
    ['busy', failure(429, { message: 'slow down' }, { 'retry-after': '1' })],
    ['broken', failure(502, { message: 'oh' })],
    ['model_unavailable', failure(404, { message: 'no such model', code: 'model_not_found' })],
  ] as const)('tell apart what is %s', async (kind, behaviour) => {
    failing.onModel('gpt-4o-mini', behaviour);
    await ask();
    const { failures, failed, last_error } = await healthOf(failingId);
    expect([failed, failures[kind], last_error?.kind, last_error?.model]).toEqual([1, 1, kind, 'gpt-4o-mini']);
  });

  it('count the fault of a caller, but not against the channel', async () => {
    failing.onModel('gpt-4o-mini', failure(400, { message: 'bad temperature', type: 'invalid_request_error' }));
    await ask();
    failing.reset();
    await ask();
    expect(results(await healthOf(failingId))).toEqual({ served: 1, failed: 1, success_rate: 1 });
  });

  it('count an answer that breaks off as broken', async () => {
    failing.onModel('gpt-4o-mini', sse(chatEvents('gpt-4o-mini', null, false), { cutAfter: { events: 3 } }));
    await ask({ stream: true }).catch(() => 0);
    await eventually(
      () => healthOf(failingId),
      ({ failures }) => failures.broken > 0,
    );
    expect((await healthOf(failingId)).served).toBe(0);
  });

  it('tell how long answers took, and of streams when they began', async () => {
    await askTimes(3);
    const whole = await healthOf(failingId);
    expect(whole.latency_p50).toBeGreaterThan(0);
    expect(whole.latency_p95).toBeGreaterThanOrEqual(whole.latency_p50 ?? Infinity);
    expect(whole.first_token_p50).toBeNull();
    await askTimes(3, { stream: true });
    const streamed = await eventually(
      () => healthOf(failingId),
      ({ served }) => served === 6,
    );
    expect(streamed.first_token_p50).toBeGreaterThan(0);
  });

  it('are kept for each model', async () => {
    await askTimes(2);
    await askTimes(1, { model: 'gpt-4o' });
    const { channel, models } = await detailOf(failingId);
    expect(channel.served).toBe(3);
    expect(models.map(({ model, served }) => [model, served])).toEqual([
      ['gpt-4o-mini', 2],
      ['gpt-4o', 1],
    ]);
  });

  it('have a point for each step of the span, of which the last one is now', async () => {
    await ask();
    const [hour, day] = [await healthOf(failingId), await healthOf(failingId, 'day')];
    expect([hour.points.length, day.points.length]).toEqual([12, 24]);
    expect([hour.served, day.served, hour.points.at(-1)?.served, day.points.at(-1)?.served]).toEqual([1, 1, 1, 1]);
    expect((day.points[1]?.at ?? 0) - (day.points[0]?.at ?? 0)).toBe(3600);
  });

  it('of the hour leave out what is older, and figures of more than 8 days are removed', async () => {
    await ask();
    await healthOf(failingId);
    const { writer } = scene.app.nest.get(Database);
    const back = (ms: number) => writer.query(`UPDATE channel_figures SET step_at_ms = step_at_ms - ${ms}`);
    await back(2 * 3_600_000);
    expect([(await healthOf(failingId)).served, (await healthOf(failingId, 'day')).served]).toEqual([0, 1]);
    const figures = scene.app.nest.get(ChannelFigures);
    const rows = async () => ((await writer.query('SELECT 1 AS one FROM channel_figures')) as unknown[]).length;
    await back(7 * DAY_MS);
    await figures.removeOld();
    expect(await rows()).toBeGreaterThan(0);
    await back(DAY_MS);
    await figures.removeOld();
    expect(await rows()).toBe(0);
  });

  it('wait in memory while they cannot be stored, and lose nothing', async () => {
    const { writer } = scene.app.nest.get(Database);
    const figures = scene.app.nest.get(ChannelFigures);
    await writer.query('ALTER TABLE channel_figures RENAME TO elsewhere');
    await ask();
    await eventually(
      async () =>
        figures.flush().then(
          () => 'stored',
          () => 'refused',
        ),
      end => end === 'refused',
    );
    await ask();
    await writer.query('ALTER TABLE elsewhere RENAME TO channel_figures');
    expect((await healthOf(failingId)).served).toBe(2);
  });
});

describe('the state of a channel', () => {
  it('says that it rests, why, and until when; waking it ends that', async () => {
    failing.onModel('gpt-4o-mini', failure(429, { message: 'slow down' }, { 'retry-after': '40' }));
    await ask();
    const resting = await healthOf(failingId);
    expect(resting.state).toBe('resting');
    expect(resting.rests).toEqual([
      { key_place: 1, model: '', cause: 'busy', wait_ms: expect.any(Number) as unknown as number },
    ]);
    expect(resting.rests[0]?.wait_ms).toBeGreaterThan(30_000);
    expect(resting.rests[0]?.wait_ms).toBeLessThanOrEqual(40_000);
    await must(scene.app.admin.post(`/api/channel/health/${failingId}/wake`, {}));
    expect(await healthOf(failingId)).toMatchObject({ state: 'enabled', rests: [] });
    failing.reset();
    const before = failing.calls.length;
    await ask();
    expect(failing.calls.length).toBe(before + 1);
  });

  it('names the models that rest on it', async () => {
    failing.onModel('gpt-4o-mini', failure(404, { message: 'no such model', code: 'model_not_found' }));
    await askTimes(8);
    const { state, rests } = await healthOf(failingId);
    expect(state).toBe('enabled');
    expect(rests).toMatchObject([{ key_place: 0, model: 'gpt-4o-mini', cause: 'model_unavailable' }]);
  });

  it('says who disabled it, and why', async () => {
    await must(scene.app.root.put('/api/channel/', { id: scene.channelId, status: 2 }));
    await scene.app.make.option('AutomaticDisableChannelEnabled', true);
    failing.onModel('gpt-4o-mini', failure(401, { message: 'Incorrect API key provided', code: 'invalid_api_key' }));
    await ask();
    const view = await eventually(
      () => healthOf(failingId),
      ({ state }) => state === 'auto_disabled',
    );
    expect(view.status_reason).toContain('Incorrect API key provided');
    expect(view.status_time).toBeGreaterThan(1_000_000_000);
    expect((await healthOf(scene.channelId)).state).toBe('disabled');
  });

  it('has the text of the last error, without the key', async () => {
    const message = 'Incorrect API key provided: sk-upstream-secret-of-failing';
    failing.onModel('gpt-4o-mini', failure(503, { message }));
    await ask();
    const { text } = await scene.app.admin.get('/api/channel/health');
    expect(text).toContain('Incorrect API key provided');
    expect(text).not.toContain('sk-upstream-secret-of-failing');
  });

  it('is told of channels that exist, in spans that exist', async () => {
    expect((await scene.app.admin.get('/api/channel/health/999999')).body).toMatchObject({ success: false });
    expect((await scene.app.admin.post('/api/channel/health/999999/wake', {})).body).toMatchObject({ success: false });
    expect((await scene.app.admin.get('/api/channel/health?span=year')).body).toMatchObject({ success: false });
  });
});
