import { createMockUpstream, failure, type MockUpstream } from '../../apps/mock-upstream/src/index';
import { chat, startRelayScene, type RelayScene } from '../support/scenes/relay-scene';

/** The first channel fails, the second one, of a lower priority, answers. */
let scene: RelayScene;
let failing: MockUpstream;

beforeAll(async () => {
  scene = await startRelayScene();
  failing = await createMockUpstream();
  await scene.app.make.channel({ base_url: failing.url, priority: 10 });
});
afterAll(async () => {
  await scene.close();
  await failing.close();
});
beforeEach(async () => {
  scene.upstream.reset();
  scene.app.wakeChannels();
  await scene.app.make.option('RetryStatusCodes', '');
  await scene.app.make.option('NoRetryWords', '');
});

async function statusAfter(status: number, message = 'no'): Promise<number> {
  failing.script(() => failure(status, { message, type: 'some_error', code: 'some_code' }));
  const response = await scene.post('/v1/chat/completions', chat());
  await response.text();
  scene.app.wakeChannels();
  return response.status;
}

it('without rules of the operator the tables decide', async () => {
  expect([await statusAfter(503), await statusAfter(404), await statusAfter(504), await statusAfter(400)]).toEqual([
    200, 200, 504, 400,
  ]);
});

it('RetryStatusCodes names the statuses that are asked for elsewhere, and no others are', async () => {
  await scene.app.make.option('RetryStatusCodes', '400, 504 500-502');
  expect([await statusAfter(400), await statusAfter(504), await statusAfter(501)]).toEqual([200, 200, 200]);
  expect([await statusAfter(503), await statusAfter(404)]).toEqual([503, 404]);
});

it('RetryStatusCodes says nothing about an upstream that cannot be reached', async () => {
  await scene.app.make.option('RetryStatusCodes', '418');
  failing.script(() => ({ kind: 'reset' }));
  expect((await scene.post('/v1/chat/completions', chat())).status).toBe(200);
});

it.each([
  ['its message', 'THIS WAS TOO MUCH, dear caller'],
  ['its code', 'some_code'],
  ['its type', 'some_error'],
])('NoRetryWords ends a call whose error holds one in %s', async (_where, words) => {
  await scene.app.make.option('NoRetryWords', `unrelated\n${words.toLowerCase()}`);
  expect(await statusAfter(503, 'This was too much, dear caller')).toBe(503);
  await scene.app.make.option('NoRetryWords', 'unrelated');
  expect(await statusAfter(503, 'This was too much, dear caller')).toBe(200);
});
