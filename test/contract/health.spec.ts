import {
  type ChannelHealthView,
  type HealthPoint,
  type HealthRest,
  type HealthSpan,
  type ModelHealthView,
} from '@contracts';
import { createMockUpstream, failure, type MockUpstream } from '../../apps/mock-upstream/src/index';
import * as channelHealth from '../../frontend/src/base/health/channel-health-api';
import * as overview from '../../frontend/src/features/overview/overview-api';
import * as health from '../../frontend/src/features/health/health-api';
import * as users from '../../frontend/src/base/session/user-api';
import { ROOT_PASSWORD, startServedScene, type ServedScene } from '../support/scenes/served-scene';
import { browseTo, Console, unansweredOf } from './console';
import { channelShape, overviewShape, siteOverviewShape } from './shapes';

type ShapeOf<View> = { readonly [Field in keyof Required<View>]: unknown };

const HOUR: HealthSpan = 'hour';
const text: unknown = expect.any(String);
const number: unknown = expect.any(Number);

const failuresShape: ShapeOf<ChannelHealthView['failures']> = {
  refused: number,
  busy: number,
  broken: number,
  model_unavailable: number,
  bad_request: number,
};
const restShape: ShapeOf<HealthRest> = { key_place: 1, model: '', cause: 'busy', wait_ms: number };
const pointShape: ShapeOf<HealthPoint> = { at: number, served: number, failed: number };

/** A model for which one attempt was answered and one failed. */
const modelShape: ShapeOf<ModelHealthView> = {
  model: 'gpt-4o-mini',
  served: 1,
  failed: 1,
  failures: { ...failuresShape, busy: 1 },
  success_rate: 0.5,
  latency_p50: number,
  latency_p95: number,
  first_token_p50: null,
  first_token_p95: null,
  last_error: { kind: 'busy', status: 429, message: 'slow down', model: 'gpt-4o-mini', at: number },
  points: Array.from({ length: 12 }, () => pointShape),
};

let served: ServedScene;
let upstream: MockUpstream;
let id: number;
const page = new Console();

function viewShape(changes: Partial<ChannelHealthView>): ShapeOf<ChannelHealthView> {
  const { model: _model, ...figures } = modelShape;
  const named = {
    id,
    name: text,
    type: 1,
    status: 1,
    status_reason: '',
    status_time: 0,
    total_keys: 1,
    usable_keys: 1,
  };
  return { ...named, state: 'enabled', rests: [], ...figures, ...changes };
}

beforeAll(async () => {
  served = await startServedScene();
  upstream = await createMockUpstream();
  await served.make.option('StatusPageEnabled', true);
  id = await served.make.channel({ base_url: upstream.url, models: 'gpt-4o-mini', priority: 9 });
  const owner = await served.make.signedIn({ quota: 10_000_000 });
  const { secret } = await served.make.token(owner);
  const ask = async () => {
    const body = JSON.stringify({ model: 'gpt-4o-mini', messages: [{ role: 'user', content: 'Hello' }] });
    const headers = { 'content-type': 'application/json', authorization: `Bearer ${secret}` };
    await (await fetch(`${served.server.url}/v1/chat/completions`, { method: 'POST', headers, body })).text();
  };
  await ask();
  upstream.onModel('gpt-4o-mini', failure(429, { message: 'slow down' }, { 'retry-after': '60' }));
  await ask();
  upstream.reset();
  browseTo(served.server.url);
});
afterAll(async () => {
  await served?.close();
  await upstream.close();
});

it('guests read the public page', async () => {
  const { updated_at, models } = await page.query(health.useGetPublicHealthQuery, undefined);
  expect(updated_at).toBeGreaterThan(1_000_000_000);
  expect(models.find(({ model }) => model === 'gpt-4o-mini')?.hours).toHaveLength(24);
});

describe('the health of channels', () => {
  beforeAll(async () => {
    page.remember(await page.call(users.useLoginMutation, { username: 'root', password: ROOT_PASSWORD }));
  });

  it('comes with figures, rests and the last error', async () => {
    const { rows } = await page.query(channelHealth.useListChannelHealthQuery, HOUR);
    expect(rows.find(row => row.id === id)).toEqual(viewShape({ state: 'resting', rests: [restShape as HealthRest] }));
  });

  it('comes with the models of a channel', async () => {
    const { channel, models } = await page.query(health.useGetChannelHealthQuery, { id, span: HOUR });
    expect(channel.state).toBe('resting');
    expect(models).toEqual([modelShape]);
  });

  it('is part of the overview', async () => {
    const nowSeconds = Math.floor(Date.now() / 1000);
    const query = { start: nowSeconds - 86_400, day_start: 0 };
    expect(await page.query(overview.useGetSiteOverviewQuery, query)).toEqual(siteOverviewShape);
    const own = await page.query(overview.useGetOwnOverviewQuery, query);
    expect(own).toEqual({ ...overviewShape, models: [], keys: [] });
  });

  it('changes with what the buttons do', async () => {
    expect(await page.call(health.useWakeChannelMutation, id)).toBeNull();
    expect(await page.call(health.useTryChannelMutation, id)).toBeGreaterThan(0);
    const { key: _key, ...saved } = await page.call(health.useSwitchChannelMutation, { id, status: 2 });
    expect(saved).toMatchObject({ ...channelShape, status: 2 });
    const { rows } = await page.query(channelHealth.useListChannelHealthQuery, 'day' as HealthSpan);
    expect(rows.find(row => row.id === id)).toMatchObject({ state: 'disabled', rests: [] });
  });
});

it('every endpoint of the health pages and of the overview has answered', () => {
  expect(unansweredOf(channelHealth, health, overview)).toEqual([]);
});
