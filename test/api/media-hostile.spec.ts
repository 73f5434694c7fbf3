import { startMediaScene, type MediaScene } from '../support/scenes/media-scene';
import { faults, type Behaviour, KlingApi, LumaApi, RunwayApi, SunoProxy } from '../support/fakes/task-upstreams';
import { VideoFake } from '../support/fakes/video-fake';

let scene: MediaScene;
let suno: SunoProxy;
let kling: KlingApi;
let luma: LumaApi;
let runway: RunwayApi;
let sora: VideoFake;

beforeAll(async () => {
  scene = await startMediaScene({ 'kling-v1': 0.2, 'ray-2': 0.5, gen4_turbo: 0.25 });
  const { upstreams, app } = scene;
  suno = await upstreams.add(SunoProxy.start());
  kling = await upstreams.add(KlingApi.start());
  luma = await upstreams.add(LumaApi.start());
  runway = await upstreams.add(RunwayApi.start());
  sora = await upstreams.add(VideoFake.start());
  await app.make.option('RetryTimes', 0);
  await app.make.channel({ type: 36, base_url: suno.url, key: suno.secret, models: 'suno_music,suno_lyrics' });
  await app.make.channel({ type: 8, base_url: kling.url, key: kling.key, models: 'kling-v1' });
  await app.make.channel({ base_url: luma.baseUrl, key: luma.key, models: 'ray-2' });
  await app.make.channel({ base_url: `${runway.url}/v1`, key: runway.key, models: 'gen4_turbo' });
  await app.make.channel({ base_url: sora.url, key: 'sk-video', models: 'sora-2' });
});
afterAll(() => scene?.close());
afterEach(async () => expect(await scene.app.verifyLedger()).toMatchObject({ differenceUnits: 0 }));

const SUBMITS = [
  ['/suno/submit/music', { prompt: 'x' }],
  ['/kling/v1/videos/text2video', { prompt: 'x' }],
  ['/luma/dream-machine/v1/generations', { model: 'ray-2', prompt: 'a kite' }],
  ['/runwayml/v1/text_to_video', { model: 'gen4_turbo', promptText: 'x' }],
  ['/v1/videos', { model: 'sora-2', prompt: 'x' }],
  ['/v1/video/generations', { model: 'kling-v1', prompt: 'x' }],
] as const;

/** Sets the response of the upstream to one call. */
function refuse(path: string, fault: Behaviour): void {
  if (path.startsWith('/suno')) suno.refuse('submit', fault);
  else if (path.startsWith('/luma')) luma.refuse('submit', fault);
  else if (path.startsWith('/runwayml')) runway.refuse('submit', fault);
  else if (path === '/v1/videos') sora.next = fault;
  else kling.refuse('submit', fault);
}

const BODIES = [
  '',
  'null',
  '[]',
  '"x"',
  '12',
  '{',
  '{"prompt":{"a":[]}}',
  '{"model":["x"],"prompt":1e999,"seconds":[],"duration":{},"metadata":7,"input":"x","keyframes":[[]]}',
  '{"__proto__":{"prompt":"x"},"constructor":{"prototype":1},"continue_clip_id":"c"}',
  `${'['.repeat(5000)}${']'.repeat(5000)}`,
  `{"prompt":${'{"a":'.repeat(2000)}1${'}'.repeat(2000)}}`,
];

describe.each(SUBMITS)('%s', (path, good) => {
  it.each(BODIES.map(text => [text.slice(0, 60), text]))('refuses %s as the caller’s fault', async (_name, text) => {
    const answer = await fetch(scene.app.url + path, {
      method: 'POST',
      headers: { authorization: `Bearer ${scene.owner.key}`, 'content-type': 'application/json' },
      body: text,
    });
    expect(answer.status).toBeGreaterThanOrEqual(400);
    expect(answer.status === 503 || answer.status < 500).toBe(true); // 503: a model that no channel offers
    await answer.json();
  });

  it.each(Object.entries(faults).filter(([name]) => name !== 'silence' && name !== 'halfAnswered'))(
    'costs nothing when the upstream answers with %s',
    async (_name, fault) => {
      const before = await scene.left();
      refuse(path, fault);
      const answer = await scene.post(path, good);
      expect(answer.status).toBeGreaterThanOrEqual(400);
      expect(JSON.stringify(answer.body)).not.toContain('127.0.0.1');
      expect(await scene.left()).toEqual(before);
    },
  );
});
