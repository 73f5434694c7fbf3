import { failure } from '../../apps/mock-upstream/src/index';
import { startRelayScene, type RelayScene } from '../support/scenes/relay-scene';

let scene: RelayScene;
beforeAll(async () => {
  scene = await startRelayScene();
  await scene.app.make.option('RetryTimes', 0);
  await scene.app.make.option('ModelRatio', JSON.stringify({ 'shared-model': 1, 'lone-model': 1, 'busy-model': 1 }));
  // PaLM cannot read images; the provider next to it, with a lower priority, can.
  await scene.app.make.channel({
    type: 11,
    base_url: scene.upstream.url,
    models: 'shared-model,lone-model',
    priority: 9,
  });
  await scene.app.make.channel({ type: 1, base_url: scene.upstream.url, models: 'shared-model', priority: 0 });
  for (const type of [11, 1]) {
    await scene.app.make.channel({ type, base_url: scene.upstream.url, models: 'busy-model' });
  }
});
afterAll(() => scene.close());

const image = { type: 'image_url', image_url: { url: 'data:image/png;base64,iVBORw0KGgo=' } };

function ask(model: string) {
  return scene.post('/v1/chat/completions', { model, messages: [{ role: 'user', content: [image] }] });
}

describe('a channel that cannot serve a call at all', () => {
  it('leaves it to a channel that can, even when retries are off', async () => {
    expect((await ask('shared-model')).status).toBe(200);
    expect(scene.upstream.calls.map(call => call.path)).toEqual(['/v1/chat/completions']);
  });

  it('makes the call fail with a caller’s error when there is no other channel, and costs nothing', async () => {
    await scene.settled();
    const before = await scene.balance();
    const response = await ask('lone-model');
    expect(response.status).toBe(400);
    expect(((await response.json()) as { error: { message: string } }).error.message).toMatch(/image|image/i);
    await scene.settled();
    expect((await scene.balance()).quota).toBe(before.quota);
  });

  it('takes no retry away from the channels that can', async () => {
    await scene.app.make.option('RetryTimes', 2);
    scene.upstream.onModel('busy-model', failure(503, { message: 'busy', type: 'server_error' }));
    // Which of the two channels is drawn first is left to chance.
    for (let round = 0; round < 8; round++) {
      const before = scene.upstream.calls.length;
      expect((await ask('busy-model')).status).toBe(503);
      expect(scene.upstream.calls.length - before).toBe(3);
    }
  });
});
