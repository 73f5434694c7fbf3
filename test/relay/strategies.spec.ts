import { answerOpenAi, createMockUpstream, failure, type MockUpstream } from '../../apps/mock-upstream/src/index';
import { must } from '../support/clients/factories';
import { chat, otherOf, startRelayScene, type RelayScene } from '../support/scenes/relay-scene';

/** Two channels of one priority and weight; the second answers later. */
let scene: RelayScene;
let slow: MockUpstream;
const SLOW_MS = 60;

beforeAll(async () => {
  scene = await startRelayScene();
  slow = await createMockUpstream();
  slow.script(call => ({ ...answerOpenAi(call), delayMs: SLOW_MS }));
  await scene.app.make.channel({ base_url: slow.url });
});
afterAll(async () => {
  await scene.expectEvenLedger();
  await scene.close();
  await slow.close();
});

async function ask(fields: Record<string, unknown> = {}): Promise<void> {
  const response = await scene.post('/v1/chat/completions', chat(fields));
  expect(response.status).toBe(200);
  await response.text();
}

/** @returns how many of some calls, one after another, each upstream got */
async function shares(count: number): Promise<{ readonly fast: number; readonly slow: number }> {
  const before = { fast: scene.upstream.calls.length, slow: slow.calls.length };
  for (let call = 0; call < count; call++) await ask({ stream: call % 2 === 0 });
  return { fast: scene.upstream.calls.length - before.fast, slow: slow.calls.length - before.slow };
}

it('by weight, both channels get their calls', async () => {
  expect((await shares(40)).slow).toBeGreaterThan(5);
});

it('the fastest gets nearly all, and the log says why', async () => {
  await scene.app.make.option('GroupRoutingStrategies', { default: 'fastest' });
  await shares(4);
  expect((await shares(40)).slow).toBeLessThan(12);
  const rows = await scene.consumption(84);
  const because = rows.slice(0, 40).map(row => otherOf(row).admin_info?.chosen_because ?? '');
  // Only administrators are told.
  expect(because.every(text => text === '')).toBe(true);
  const logs = await scene.app.root.get<{ items: { other: string }[] }>('/api/log/?p=1&page_size=40&type=2');
  const told = (logs.body.data?.items ?? []).map(
    ({ other }) => (JSON.parse(other) as { admin_info: { chosen_because: string } }).admin_info.chosen_because,
  );
  expect(told.filter(text => /^fastest: 0\.\d\d s$/.test(text)).length).toBeGreaterThan(20);
});

it('the fastest is known for streams and for whole answers, each by itself', async () => {
  // The slow channel begins its streams at once; its whole answers come late.
  slow.reset();
  slow.script(call => {
    const isStream = (call.body as { stream?: boolean }).stream === true;
    return isStream ? null : { ...answerOpenAi(call), delayMs: SLOW_MS };
  });
  scene.upstream.script(call => {
    const isStream = (call.body as { stream?: boolean }).stream === true;
    return isStream ? { ...answerOpenAi(call), delayMs: SLOW_MS } : null;
  });
  // Another model, because what was measured before still counts.
  const kinds = async (stream: boolean, count: number) => {
    const before = [scene.upstream.calls.length, slow.calls.length] as const;
    for (let call = 0; call < count; call++) await ask({ stream, model: 'gpt-4o' });
    return [scene.upstream.calls.length - before[0], slow.calls.length - before[1]] as const;
  };
  await kinds(true, 2);
  await kinds(false, 2);
  const [late, soon] = await kinds(true, 30);
  expect(soon).toBeGreaterThan(late * 2);
  const [first, second] = await kinds(false, 30);
  expect(first).toBeGreaterThan(second * 2);
  scene.upstream.reset();
});

it('a channel that refuses every call is not asked again and again to be measured', async () => {
  const refusing = await createMockUpstream();
  refusing.script(() => failure(422, { message: 'not here', type: 'invalid_request_error' }));
  const id = await scene.app.make.channel({ base_url: refusing.url, models: 'gpt-4o-mini' });
  await shares(60);
  // One stream and one whole answer measure it, each once with and once without the option for usage; one call in
  // sixty explores it.
  expect(refusing.calls.length).toBeGreaterThan(0);
  expect(refusing.calls.length).toBeLessThan(12);
  await must(scene.app.root.delete(`/api/channel/${id}/`));
  await refusing.close();
});

it('the least busy gets the next call while the other one still answers', async () => {
  slow.reset();
  slow.script(call => ({ ...answerOpenAi(call), delayMs: SLOW_MS }));
  await scene.app.make.option('GroupRoutingStrategies', { default: 'least_busy' });
  const before = { fast: scene.upstream.calls.length, slow: slow.calls.length };
  for (let pair = 0; pair < 10; pair++) await Promise.all([ask(), ask()]);
  expect(scene.upstream.calls.length - before.fast).toBe(10);
  expect(slow.calls.length - before.slow).toBe(10);
});
