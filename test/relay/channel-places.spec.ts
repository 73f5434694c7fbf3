import { answerOpenAi, createMockUpstream, failure, type MockUpstream } from '../../apps/mock-upstream/src/index';
import { must } from '../support/clients/factories';
import { eventually } from '../support/eventually';
import { chat, startRelayScene, type RelayScene } from '../support/scenes/relay-scene';

/** One channel whose limits change from test to test; its upstream counts what runs on it at the same time. */
let scene: RelayScene;
let running = 0;
let most = 0;
const WORK_MS = 60;

const OFF = {
  max_concurrency: 0,
  rpm_limit: 0,
  tpm_limit: 0,
  key_max_concurrency: 0,
  key_rpm_limit: 0,
  key_tpm_limit: 0,
};

beforeAll(async () => (scene = await startRelayScene()));
afterAll(async () => {
  await scene.expectEvenLedger();
  await scene.close();
});
beforeEach(async () => {
  running = most = 0;
  scene.upstream.script(call => answerOpenAi(call));
  scene.upstream.reset();
  await shape(OFF);
  await scene.app.make.option('ChannelQueueSeconds', '20');
  await scene.app.make.option('ChannelQueueLength', '100');
});

function shape(fields: Record<string, unknown>, id = scene.channelId): Promise<unknown> {
  return must(scene.app.root.put('/api/channel/', { id, ...fields }));
}

/** Answers after a while, and counts how many answers are being made. */
function work(upstream: MockUpstream = scene.upstream): void {
  upstream.script(call => {
    running += 1;
    most = Math.max(most, running);
    setTimeout(() => (running -= 1), WORK_MS);
    return { ...answerOpenAi(call), delayMs: WORK_MS };
  });
}

async function ask(key = scene.key, fields: Record<string, unknown> = {}): Promise<Response> {
  const response = await fetch(`${scene.app.url}/v1/chat/completions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${key}` },
    body: JSON.stringify(chat(fields)),
  });
  await response.text();
  return response;
}

async function statuses(count: number): Promise<readonly number[]> {
  const answers = await Promise.all(Array.from({ length: count }, () => ask()));
  return answers.map(({ status }) => status);
}

it('a cap of five at a time is never exceeded, and every call gets its turn', async () => {
  await shape({ max_concurrency: 5 });
  work();
  expect(await statuses(40)).toEqual(Array.from({ length: 40 }, () => 200));
  expect([most <= 5, most > 1]).toEqual([true, true]);
});

it('a user with one call does not wait for all calls of a user with many', async () => {
  await shape({ max_concurrency: 2 });
  work();
  const other = await scene.app.make.signedIn({ quota: 1_000_000 });
  const { secret } = await scene.app.make.token(other);
  let done = 0;
  const many = Promise.all(Array.from({ length: 40 }, () => ask().then(() => (done += 1))));
  await eventually(
    () => Promise.resolve(done),
    count => count > 2,
  );
  expect((await ask(secret)).status).toBe(200);
  expect(done).toBeLessThan(25);
  await many;
});

it('another channel is taken before anybody waits, and the full one is not blamed', async () => {
  const second = await createMockUpstream();
  const id = await scene.app.make.channel({ base_url: second.url });
  await shape({ max_concurrency: 1, priority: 10 });
  work();
  await scene.app.make.option('ChannelQueueSeconds', '0');
  expect(await statuses(10)).toEqual(Array.from({ length: 10 }, () => 200));
  expect(scene.upstream.calls.length + second.calls.length).toBe(10);
  expect([scene.upstream.calls.length > 0, second.calls.length > 5, most]).toEqual([true, true, 1]);
  await shape({ priority: 0 });
  await must(scene.app.root.delete(`/api/channel/${id}`));
  await second.close();
});

it('a limit of requests a minute refuses what is beyond it, with the time to wait', async () => {
  await scene.app.make.option('ChannelQueueSeconds', '0');
  await shape({ rpm_limit: 3 });
  const answers = [];
  for (let call = 0; call < 5; call++) answers.push(await ask());
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 429, 429]);
  expect(scene.upstream.calls).toHaveLength(3);
  const refused = answers[4]!;
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(30);
  expect(refused.headers.get('x-ratelimit-limit-requests')).toBe('3');
  expect(refused.headers.get('x-ratelimit-remaining-requests')).toBe('0');
});

it('keys of one channel have limits of their own: the next key is taken', async () => {
  await scene.app.make.option('ChannelQueueSeconds', '0');
  const keyed = await createMockUpstream();
  const id = await scene.app.make.channel({
    base_url: keyed.url,
    key: 'sk-a\nsk-b',
    several_keys: true,
    priority: 20,
    key_rpm_limit: 2,
  });
  await shape({ status: 2 });
  expect(await statuses(1)).toEqual([200]);
  for (let call = 0; call < 3; call++) expect((await ask()).status).toBe(200);
  expect((await ask()).status).toBe(429);
  const used = keyed.calls.map(({ headers }) => headers.authorization);
  expect(used.filter(key => key === 'Bearer sk-a')).toHaveLength(2);
  expect(used.filter(key => key === 'Bearer sk-b')).toHaveLength(2);
  await shape({ status: 1 });
  await must(scene.app.root.delete(`/api/channel/${id}`));
  await keyed.close();
});

it('no more calls wait than may, and none longer than it may', async () => {
  await shape({ max_concurrency: 1 });
  await scene.app.make.option('ChannelQueueLength', '2');
  await scene.app.make.option('ChannelQueueSeconds', '1');
  scene.upstream.script(call => ({ ...answerOpenAi(call), delayMs: 2500 }));
  const found = await statuses(5);
  expect(found.filter(status => status === 200)).toHaveLength(1);
  expect(found.filter(status => status === 429)).toHaveLength(4);
});

it('a place is given back after a failure, and by a caller who leaves while waiting', async () => {
  await shape({ max_concurrency: 1 });
  scene.upstream.script(() => failure(400, { message: 'no', type: 'invalid_request_error' }));
  for (let call = 0; call < 3; call++) expect((await ask()).status).toBe(400);
  work();
  const first = ask();
  const leaving = new AbortController();
  const left = fetch(`${scene.app.url}/v1/chat/completions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${scene.key}` },
    body: JSON.stringify(chat()),
    signal: leaving.signal,
  }).catch(() => null);
  setTimeout(() => leaving.abort(), 20);
  expect(await left).toBeNull();
  expect((await first).status).toBe(200);
  expect(await statuses(3)).toEqual([200, 200, 200]);
});
