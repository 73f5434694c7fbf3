import { createMockUpstream, failure, type MockUpstream } from '../../apps/mock-upstream/src/index';
import { ChannelFigures } from '@channel';
import { type PublicHealth, type SiteStatus } from '@contracts';
import { must } from '../support/clients/factories';
import { eventually } from '../support/eventually';
import { chat, startRelayScene, type RelayScene } from '../support/scenes/relay-scene';

const ADDRESS = '/api/status/health';
const HOUR_MS = 3_600_000;

let scene: RelayScene;
let failing: MockUpstream;
/** How far the clock is put on for the next look at the page. */
let aheadMs = 0;

beforeEach(async () => {
  scene = await startRelayScene();
  failing = await createMockUpstream();
  aheadMs = 0;
});
afterEach(async () => {
  await scene.close();
  await failing.close();
});

async function ask(model: string): Promise<number> {
  const response = await scene.post('/v1/chat/completions', chat({ model }));
  await response.text();
  return response.status;
}

async function askTimes(count: number, model: string): Promise<void> {
  for (let at = 0; at < count; at++) await ask(model);
}

/** The page after everything so far has been counted; it is kept for some seconds otherwise. */
async function page(): Promise<PublicHealth> {
  await scene.app.nest.get(ChannelFigures).flush();
  aheadMs += 10_000;
  const nowMs = Date.now() + aheadMs;
  const clock = jest.spyOn(Date, 'now').mockReturnValue(nowMs);
  try {
    return await must(scene.app.guest.get<PublicHealth>(ADDRESS));
  } finally {
    clock.mockRestore();
  }
}

/** Full hours that have begun on the page's clock since then. */
function hoursBegunSince(ms: number): number {
  return Math.floor((Date.now() + aheadMs) / HOUR_MS) - Math.floor(ms / HOUR_MS);
}

async function modelOn(name: string) {
  const { models } = await page();
  return models.find(({ model }) => model === name);
}

it('does not exist while it is switched off, and pages are told so', async () => {
  for (const client of [scene.app.guest, scene.app.user, scene.app.root]) {
    expect((await client.get(ADDRESS)).status).toBe(404);
  }
  expect((await must(scene.app.guest.get<SiteStatus>('/api/status'))).status_page).toBe(false);
  await scene.app.make.option('StatusPageEnabled', true);
  expect((await scene.app.guest.get(ADDRESS)).status).toBe(200);
  expect((await must(scene.app.guest.get<SiteStatus>('/api/status'))).status_page).toBe(true);
});

describe('when it is switched on', () => {
  beforeEach(() => scene.app.make.option('StatusPageEnabled', true));

  it('tells the share of calls that were answered, in the last hour and in each hour of a day', async () => {
    const askedAtMs = Date.now();
    await askTimes(4, 'gpt-4o-mini');
    const shown = await modelOn('gpt-4o-mini');
    expect(shown).toMatchObject({ state: 'operational', success_rate: 1 });
    expect(shown?.hours).toHaveLength(24);
    expect([shown?.hours.at(-1 - hoursBegunSince(askedAtMs)), shown?.hours[0]]).toEqual([1, null]);
    expect(await modelOn('gpt-4o')).toMatchObject({ state: 'operational', success_rate: null });
  });

  it('does not count a failure that another channel made good', async () => {
    await scene.app.make.channel({ base_url: failing.url, priority: 9 });
    failing.onModel('gpt-4o-mini', failure(500, { message: 'oh' }));
    await askTimes(3, 'gpt-4o-mini');
    expect(failing.calls.length).toBeGreaterThan(0);
    expect(await modelOn('gpt-4o-mini')).toMatchObject({ state: 'operational', success_rate: 1 });
  });

  it('calls a model degraded, then down, by the calls that failed', async () => {
    await askTimes(6, 'gpt-4o-mini');
    scene.upstream.onModel('gpt-4o-mini', failure(500, { message: 'oh' }));
    await ask('gpt-4o-mini');
    expect((await modelOn('gpt-4o-mini'))?.state).toBe('degraded');
    await askTimes(7, 'gpt-4o-mini');
    const shown = await modelOn('gpt-4o-mini');
    expect([shown?.state, shown?.success_rate]).toEqual(['down', 6 / 14]);
    expect((await modelOn('gpt-4o'))?.state).toBe('degraded'); // its only channel rests
  });

  it('calls a model down whose last channel the server has disabled', async () => {
    await scene.app.make.option('AutomaticDisableChannelEnabled', true);
    scene.upstream.onModel('gpt-4o', failure(401, { message: 'no', code: 'invalid_api_key' }));
    await ask('gpt-4o');
    const shown = await eventually(
      () => modelOn('text-embedding-3-small'),
      found => found?.state === 'down',
    );
    expect(shown?.success_rate).toBeNull();
  });

  it('shows models of public groups that are offered, and nothing about channels', async () => {
    await scene.app.make.option('GroupRatio', { default: 1, secretgroup: 1 });
    await scene.app.make.option('HiddenGroups', ['secretgroup']);
    const hidden = { base_url: failing.url, models: 'hidden-model', group: 'secretgroup', name: 'the-secret-channel' };
    await scene.app.make.channel(hidden);
    const withdrawn = await scene.app.make.channel({ base_url: failing.url, models: 'withdrawn-model' });
    await must(scene.app.root.put('/api/channel/', { id: withdrawn, status: 2 }));
    scene.upstream.onModel('gpt-4o', failure(503, { message: 'our provider is acme-provider' }));
    await ask('gpt-4o');
    await page();
    const { text } = await scene.app.guest.get(ADDRESS);
    expect(text).toContain('gpt-4o');
    for (const secret of [
      ...['hidden-model', 'the-secret-channel', 'secretgroup', 'withdrawn-model', 'acme-provider', 'sk-upstream'],
      ...[scene.upstream.url, 'channel', 'latency', 'error'],
    ]) {
      expect(text).not.toContain(secret);
    }
  });
});
