import { describeAnswers, OpenApiDocument } from '../support/clients/openapi-document';
import { KlingApi, LumaApi, LumaProxy, RunwayApi, RunwayProxy, SunoProxy } from '../support/fakes/task-upstreams';
import { VideoFake } from '../support/fakes/video-fake';
import { klingRequests, lumaRequests, runwayRequests, songRequests } from '../support/inputs/task-requests';
import { startMediaScene, type MediaAnswer, type MediaScene } from '../support/scenes/media-scene';
import { startMidjourneyScene, type MidjourneyScene } from '../support/scenes/midjourney-scene';

let scene: MediaScene;
let drawings: MidjourneyScene;
let known: OpenApiDocument;

beforeAll(async () => {
  describeAnswers();
  scene = await startMediaScene({ 'kling-v1-6': 0.2, 'ray-2': 0.5, luma_video_api: 0.3, gen4_turbo: 0.25, gen3: 0.3 });
  const { upstreams, app } = scene;
  const kling = await upstreams.add(KlingApi.start());
  const luma = await upstreams.add(LumaApi.start());
  const lumaProxy = await upstreams.add(LumaProxy.start());
  const runway = await upstreams.add(RunwayApi.start());
  const runwayProxy = await upstreams.add(RunwayProxy.start());
  const suno = await upstreams.add(SunoProxy.start());
  const sora = await upstreams.add(VideoFake.start());
  for (const channel of [
    { type: 8, base_url: kling.url, key: kling.key, models: 'kling-v1-6' },
    { base_url: luma.baseUrl, key: luma.key, models: 'ray-2' },
    { base_url: lumaProxy.url, key: lumaProxy.key, models: 'luma_video_api' },
    { base_url: `${runway.url}/v1`, key: runway.key, models: 'gen4_turbo' },
    { type: 8, base_url: runwayProxy.url, key: runwayProxy.key, models: 'gen3' },
    { type: 36, base_url: suno.url, key: suno.secret, models: 'suno_music,suno_lyrics' },
    { base_url: sora.url, key: 'sk-video', models: 'sora-2' },
  ]) {
    await app.make.channel(channel);
  }
  drawings = await startMidjourneyScene(app);
  known = await OpenApiDocument.of(app.url);
});
afterAll(async () => {
  await drawings?.close();
  await scene?.close();
});

/** What the document finds wrong with an answer, and whether it would find a field of another type wrong. */
function expectDocumented(route: string, { status, body }: Pick<MediaAnswer, 'status' | 'body'>): void {
  expect([route, status, known.faultsOf(route, status, body)]).toEqual([route, expect.any(Number), []]);
  expect(status).toBeLessThan(300);
  const row = (Array.isArray(body) ? body[0] : body) as Readonly<Record<string, unknown>>;
  for (const wrong of [7, [], Object.fromEntries(Object.keys(row).map(name => [name, { of: 'another type' }]))]) {
    if (Array.isArray(body) && Array.isArray(wrong)) continue; // a list may be empty
    expect([route, known.faultsOf(route, status, wrong)]).not.toEqual([route, []]);
  }
}

async function documented(method: string, template: string, path = template, body?: unknown): Promise<MediaAnswer> {
  const answer = await scene.send(method, path, body);
  expectDocumented(`${method} ${template}`, answer);
  return answer;
}

function idOf({ body }: MediaAnswer): string {
  return String(body.id);
}

describe('a success of the routes for videos is what the document says of it', () => {
  it('in the format of OpenAI, and in the neutral one', async () => {
    const video = { model: 'sora-2', prompt: 'a boat', seconds: '4' };
    const id = idOf(await documented('POST', '/v1/videos', undefined, video));
    await documented('GET', '/v1/videos/:id', `/v1/videos/${id}`);
    await documented('GET', '/v1/videos');
    const { body } = await documented('POST', '/v1/video/generations', undefined, { model: 'ray-2', prompt: 'a boat' });
    await documented('GET', '/v1/video/generations/:id', `/v1/video/generations/${String(body.task_id)}`);
    const neutral = String(body.task_id);
    await scene.rounds(6);
    await documented('GET', '/v1/video/generations/:id', `/v1/video/generations/${neutral}`);
    await documented('DELETE', '/v1/videos/:id', `/v1/videos/${neutral}`);
  });

  it('in the format of Kling', async () => {
    const submit = '/kling/v1/videos/:class';
    const { body } = await documented('POST', submit, '/kling/v1/videos/text2video', klingRequests.text);
    const path = `/kling/v1/videos/text2video/${(body.data as { task_id: string }).task_id}`;
    await documented('GET', `${submit}/:id`, path);
    await scene.rounds(6);
    await documented('GET', `${submit}/:id`, path);
  });

  it('in both formats of Luma', async () => {
    const official = '/luma/dream-machine/v1/generations';
    const id = idOf(await documented('POST', official, undefined, lumaRequests.text));
    const own = idOf(await documented('POST', '/luma/generations', undefined, lumaRequests.proxied));
    await documented('GET', `${official}/:id`, `${official}/${id}`);
    await scene.rounds(6);
    await documented('GET', `${official}/:id`, `${official}/${id}`);
    await documented('GET', '/luma/generations/:id', `/luma/generations/${own}`);
    await documented('GET', '/luma/generations/:id/download_video_url', `/luma/generations/${own}/download_video_url`);
    await documented('POST', '/luma/tasks', undefined, { ids: [own, id] });
  });

  it('in both formats of Runway', async () => {
    const submitted = await documented(
      'POST',
      '/runwayml/v1/:kind',
      '/runwayml/v1/image_to_video',
      runwayRequests.image,
    );
    const path = `/runwayml/v1/tasks/${idOf(submitted)}`;
    await documented('GET', '/runwayml/v1/tasks/:id', path);
    const { body } = await scene.post('/runway/pro/generate', runwayRequests.proxied);
    await scene.rounds(6);
    await documented('GET', '/runwayml/v1/tasks/:id', path);
    const proxied = (body.data as { task_id?: string } | undefined)?.task_id ?? body.task_id;
    await documented('POST', '/runway/feed', undefined, { task_id: proxied });
  });
});

describe('a success of the routes for songs is what the document says of it', () => {
  it('when it is submitted, runs and is done', async () => {
    const { body } = await documented('POST', '/suno/submit/:action', '/suno/submit/music', songRequests.custom);
    const path = `/suno/fetch/${String(body.data)}`;
    await documented('GET', '/suno/fetch/:id', path);
    await scene.rounds(5);
    await documented('GET', '/suno/fetch/:id', path);
    await documented('POST', '/suno/fetch', undefined, { ids: [body.data] });
  });
});

describe('a success of the routes for drawings is what the document says of it', () => {
  it.each(['', '/mj-fast'])('in the mode "%s"', async mode => {
    const submitted = await drawings.post(`${mode}/mj/submit/imagine`, { prompt: 'a paper boat' });
    expectDocumented(`POST ${mode}/mj/submit/imagine`, submitted);
    const id = submitted.body.result;
    const fetched = () => drawings.get<Record<string, unknown>>(`${mode}/mj/task/${id}/fetch`);
    expectDocumented(`GET ${mode}/mj/task/:id/fetch`, await fetched());
    drawings.proxy.finish(id);
    await drawings.fetch(id);
    expectDocumented(`GET ${mode}/mj/task/:id/fetch`, await fetched());
    const listed = await drawings.post(`${mode}/mj/task/list-by-condition`, { ids: [id] });
    expectDocumented(`POST ${mode}/mj/task/list-by-condition`, listed);
    expectDocumented(`GET ${mode}/mj/task/:id/image-seed`, await drawings.get(`${mode}/mj/task/${id}/image-seed`));
  });
});

it('every route of songs, videos and drawings says what it answers', () => {
  const silent = [...known.operations]
    .filter(([, { tags }]) => tags.includes('Tasks') || tags.includes('Drawings'))
    .filter(([, { responses }]) => !(responses['200'] ?? responses['201'])?.content)
    .map(([name]) => name);
  // Files, an image, a notice without an answer, and modes that are none.
  expect(
    silent.filter(name => !/\/content$|\/image\/|\/notify$|\{mode\}|\/v1\/videos\/\{id\}\/content/.test(name)),
  ).toEqual([]);
});
