import { failure, json, type MockUpstream } from '../../apps/mock-upstream/src/index';
import { ChannelStatus, type LogEntry, type Page } from '@contracts';
import { EventBus, type EventMap } from '@platform';
import { ChannelSweep } from '@relay';
import { badKey, infoOf, startChannelScene, type ChannelScene } from '../support/scenes/channel-scene';
import { must } from '../support/clients/factories';
import { eventually } from '../support/eventually';
import { startTestApp, type TestApp } from '../support/servers/test-app';

let scene: ChannelScene;
let app: TestApp;
let upstream: MockUpstream;
const channel: ChannelScene['channel'] = fields => scene.channel(fields);
const view: ChannelScene['view'] = id => scene.view(id);

beforeAll(async () => {
  scene = await startChannelScene();
  ({ app, upstream } = scene);
});
afterAll(() => scene.close());
afterEach(() => scene.clear());

describe('the test of all channels', () => {
  beforeEach(async () => {
    await app.make.option('AutomaticDisableChannelEnabled', true);
    await app.make.option('AutomaticEnableChannelEnabled', true);
    await app.make.option('ChannelDisableThreshold', 5);
  });

  type Tested = EventMap['channels.tested'];
  let ends: ((tested: Tested) => void)[] = [];
  beforeAll(() => app.nest.get(EventBus).subscribe('channels.tested', tested => ends.forEach(end => end(tested))));

  /** Starts a run, as soon as the one before it has ended, and waits for its end. */
  const testAll = async (): Promise<Tested> => {
    const ended = new Promise<Tested>(resolve => (ends = [resolve]));
    await eventually(
      () => app.admin.get('/api/channel/test'),
      answer => answer.body.success === true,
    );
    return ended;
  };

  it('disables a bad channel with reason and time, and enables it when it is good again', async () => {
    const id = await channel();
    upstream.script(() => badKey);
    expect(await testAll()).toEqual({ testedCount: 1, failedCount: 1, isScheduled: false });
    const off = await view(id);
    expect(off.status).toBe(ChannelStatus.AutoDisabled);
    expect(infoOf(off).status_reason).toMatch(/^Incorrect API key provided/);
    expect(Math.abs(Number(infoOf(off).status_time) - Date.now() / 1000)).toBeLessThan(10);

    upstream.reset();
    expect(await testAll()).toMatchObject({ testedCount: 1, failedCount: 0 });
    const on = await view(id);
    expect([on.status, infoOf(on)]).toEqual([ChannelStatus.Enabled, {}]);
  });

  it('disables a slow channel and does not enable it while it is slow', async () => {
    await app.make.option('ChannelDisableThreshold', 0.4);
    upstream.script(call => (call.model === 'gpt-4o' ? json({ usage: { total_tokens: 2 } }, { delayMs: 500 }) : null));
    const slow = await channel({ models: 'gpt-4o' });
    const quick = await channel();
    await testAll();
    const off = await view(slow);
    expect(off.status).toBe(ChannelStatus.AutoDisabled);
    expect(infoOf(off).status_reason).toMatch(/^response time \d\.\d\d s exceeds the threshold 0\.4 s$/);
    expect((await view(quick)).status).toBe(ChannelStatus.Enabled);
    await testAll();
    expect((await view(slow)).status).toBe(ChannelStatus.AutoDisabled);

    await app.make.option('ChannelDisableThreshold', 0);
    await testAll();
    expect((await view(slow)).status).toBe(ChannelStatus.Enabled);
  });

  it('leaves a failed channel on when its settings forbid the change, or when the failure is not the channel’s fault', async () => {
    upstream.script(call => (call.model === 'gpt-4o' ? failure(500, { message: 'our servers are in pain' }) : badKey));
    const kept = await channel({ auto_ban: 0 });
    const broken = await channel({ models: 'gpt-4o' });
    expect(await testAll()).toMatchObject({ testedCount: 2, failedCount: 2 });
    expect([(await view(kept)).status, (await view(broken)).status]).toEqual([1, 1]);
    expect((await view(kept)).test_time).toBeGreaterThan(0);
  });

  it.each([
    ['a bad account', badKey, 5],
    ['slowness', json({ usage: { total_tokens: 2 } }, { delayMs: 60 }), 0.03],
  ])('disables nothing for %s while the switch is off', async (_, behaviour, threshold) => {
    await app.make.option('AutomaticDisableChannelEnabled', false);
    await app.make.option('ChannelDisableThreshold', threshold);
    upstream.script(() => behaviour);
    const id = await channel();
    await testAll();
    expect((await view(id)).status).toBe(ChannelStatus.Enabled);
  });

  it('enables nothing while the other switch is off, and never a channel that a person disabled', async () => {
    const id = await channel();
    const byHand = await channel();
    await must(app.admin.put('/api/channel/', { id: byHand, status: 2 }));
    upstream.script(() => badKey);
    await testAll();
    upstream.reset();
    await app.make.option('AutomaticEnableChannelEnabled', false);
    expect(await testAll()).toMatchObject({ testedCount: 2, failedCount: 0 });
    expect([(await view(id)).status, (await view(byHand)).status]).toEqual([3, 2]);
    expect((await view(byHand)).test_time).toBeGreaterThan(0);
    await app.make.option('AutomaticEnableChannelEnabled', true);
    await testAll();
    expect([(await view(id)).status, (await view(byHand)).status]).toEqual([1, 2]);
  });

  it('responds at once, and refuses a second run while one is under way', async () => {
    upstream.script(() => json({ usage: { total_tokens: 2 } }, { delayMs: 300 }));
    await channel();
    await channel({ type: 5, models: 'mj_imagine' });
    const ended = testAll();
    await upstream.waitForCalls(1);
    const second = await app.root.get('/api/channel/test/');
    expect(second.body).toEqual({ success: false, message: 'a test is already running' });
    expect(await ended).toMatchObject({ testedCount: 1 });
  });

  it('runs to its end by the schedule, with rows of no user', async () => {
    const id = await channel();
    await eventually(
      async () => {
        await app.nest.get(ChannelSweep).testAll();
        return view(id);
      },
      shown => shown.test_time > 0,
    );
    const { items } = await must(app.admin.get<Page<LogEntry>>(`/api/log/?type=2&channel=${id}`));
    expect(items[0]).toMatchObject({ user_id: 0, username: '', content: 'model test' });
  });
});

describe('balances', () => {
  const balanceOf = (id: number) => app.admin.get(`/api/channel/update_balance/${id}/`);
  const money = (path: string, body: unknown) =>
    upstream.script(call => (call.path.startsWith(path) ? json(body) : null));

  it('are read from a relay of type 1 by its limit and its use', async () => {
    const id = await channel();
    const { body } = await balanceOf(id);
    expect(body).toEqual({ success: true, message: '', balance: 17.25 });
    expect(upstream.calls.map(call => call.path.split('?')[0])).toEqual([
      '/v1/dashboard/billing/subscription',
      '/v1/dashboard/billing/usage',
    ]);
    expect(upstream.calls[0]?.headers.authorization).toBe('Bearer sk-upstream-secret');
    const shown = await view(id);
    expect(shown.balance).toBe(17.25);
    expect(Math.abs(shown.balance_updated_time - Date.now() / 1000)).toBeLessThan(10);
  });

  it('are converted from yuan for type 25, and kept for type 40', async () => {
    await app.make.option('Price', 7.3);
    money('/v1/users/me/balance', { code: 0, scode: '0x0', data: { available_balance: 73 } });
    money('/v1/user/info', { code: 20000, status: true, data: { totalBalance: '88.88' } });
    const moonshot = await channel({ type: 25, models: 'kimi-k3' });
    const silicon = await channel({ type: 40, models: 'Qwen/Qwen3-8B' });
    expect((await balanceOf(moonshot)).body.balance).toBeCloseTo(10, 9);
    expect((await balanceOf(silicon)).body.balance).toBe(88.88);
  });

  it('are refused where a provider has no such call, or does not report one', async () => {
    const azure = await balanceOf(await channel({ type: 3 }));
    expect(azure.body).toEqual({ success: false, message: 'not implemented yet' });
    upstream.script(() => failure(403, { message: 'must be made with a session key' }));
    const shy = await balanceOf(await channel());
    expect(shy.body).toEqual({ success: false, message: 'balance not available: status code 403' });
    const absent = await balanceOf(await channel({ base_url: 'http://127.0.0.1:9' }));
    expect(absent.body.message).toBe('balance not available: failed to request the upstream address');
  });

  it('are refreshed for all enabled channels in the background, and channels without money are disabled', async () => {
    await app.make.option('AutomaticDisableChannelEnabled', false);
    upstream.script(call => (call.headers.authorization === 'Bearer sk-shy' ? failure(403, { message: 'no' }) : null));
    const rich = await channel();
    money('/v1/users/me/balance', { code: 0, scode: '0x0', data: { available_balance: 0 } });
    const empty = await channel({ type: 25, models: 'kimi-k3' });
    const kept = await channel({ type: 25, models: 'kimi-k3', auto_ban: 0 });
    const off = await channel();
    await must(app.admin.put('/api/channel/', { id: off, status: 2 }));
    const shy = await channel({ key: 'sk-shy' });
    const last = await channel();

    await must(app.admin.get('/api/channel/update_balance'));
    await eventually(
      () => view(last),
      shown => shown.balance === 17.25,
    );
    const disabled = await scene.becomes(empty, ChannelStatus.AutoDisabled);
    expect(infoOf(disabled).status_reason).toBe('insufficient balance');
    expect((await view(rich)).balance).toBe(17.25);
    expect(await view(kept)).toMatchObject({ status: 1, balance: 0 });
    expect(await view(shy)).toMatchObject({ status: 1, balance_updated_time: 0 });
    expect(await view(off)).toMatchObject({ status: 2, balance_updated_time: 0 });
  });

  it('are not refreshed a second time while a refresh is under way', async () => {
    upstream.script(call =>
      call.path.endsWith('subscription') ? json({ hard_limit_usd: 1 }, { delayMs: 200 }) : null,
    );
    const id = await channel();
    await eventually(
      () => app.admin.get('/api/channel/update_balance'),
      answer => answer.body.success === true,
    );
    const second = await app.root.get('/api/channel/update_balance');
    expect(second.body).toEqual({ success: false, message: 'a balance update is already running' });
    await scene.becomes(id, ChannelStatus.AutoDisabled);
  });

  it('are refreshed to the end by the schedule', async () => {
    const id = await channel();
    await eventually(
      async () => {
        await app.nest.get(ChannelSweep).refreshBalances();
        return view(id);
      },
      shown => shown.balance === 17.25,
    );
  });
});

it.each(['test', 'update_balance'])('%s: a server that stops does not wait for a silent upstream', async path => {
  const other = await startTestApp();
  upstream.script(() => ({ kind: 'stall' }));
  await other.make.option('AutomaticDisableChannelEnabled', true);
  await other.make.channel({ base_url: upstream.url });
  await must(other.root.get(`/api/channel/${path}`));
  await upstream.waitForCalls(1);
  const disabled = jest.fn();
  other.nest.get(EventBus).subscribe('channel.disabled', disabled);
  const startedAt = performance.now();
  await other.close();
  expect(performance.now() - startedAt).toBeLessThan(10_000);
  expect(disabled).not.toHaveBeenCalled(); // it was not the channel's fault
});
