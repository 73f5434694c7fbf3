import OpenAI, { toFile } from 'openai';
import { PublicClient } from '@relay';
import { UNIT, startMediaScene, type MediaScene } from '../support/scenes/media-scene';
import { openAiVideoRequests, IMAGE_BASE64 } from '../support/inputs/task-requests';
import { htmlPage, json, KlingApi, LumaApi, MP4_BYTES, RunwayApi } from '../support/fakes/task-upstreams';
import { VIDEO, IMAGE, VideoFake } from '../support/fakes/video-fake';

let scene: MediaScene;
let sora: VideoFake;
let kling: KlingApi;
let luma: LumaApi;
let runway: RunwayApi;
let client: OpenAI;

beforeAll(async () => {
  scene = await startMediaScene({ 'kling-v1-6': 0.2, 'ray-2': 0.5, gen4_turbo: 0.25 });
  sora = await scene.upstreams.add(VideoFake.start());
  kling = await scene.upstreams.add(KlingApi.start());
  luma = await scene.upstreams.add(LumaApi.start());
  runway = await scene.upstreams.add(RunwayApi.start());
  const { make } = scene.app;
  await make.channel({
    base_url: sora.url,
    key: 'sk-video',
    models: 'sora-2,sora-2-pro,film-maker',
    model_mapping: '{"sora-2-pro":"sora-2-pro-2025-10-06"}',
  });
  await make.channel({ type: 8, base_url: kling.url, key: kling.key, models: 'kling-v1-6' });
  await make.channel({ base_url: luma.baseUrl, key: luma.key, models: 'ray-2' });
  await make.channel({ base_url: `${runway.url}/v1`, key: runway.key, models: 'gen4_turbo' });
  client = new OpenAI({ apiKey: scene.owner.key, baseURL: `${scene.app.url}/v1`, maxRetries: 0 });
});
afterAll(() => scene?.close());
afterEach(async () => expect(await scene.app.verifyLedger()).toMatchObject({ differenceUnits: 0 }));

function image() {
  return toFile(Buffer.from(IMAGE_BASE64, 'base64'), 'boat.png', { type: 'image/png' });
}

async function bytesOf(answer: Response): Promise<Buffer> {
  return Buffer.from(await answer.arrayBuffer());
}

describe('an upstream of the same form', () => {
  it('is followed from the submission to the file by the official client', async () => {
    const before = await scene.left();
    const created = await client.videos.create({ model: 'sora-2', prompt: 'a boat', seconds: '8', size: '1280x720' });
    expect(created).toMatchObject({
      object: 'video',
      model: 'sora-2',
      status: 'queued',
      progress: 0,
      prompt: 'a boat',
    });
    // The shipped price is the price of four seconds.
    expect(await scene.left()).toEqual({ user: before.user - 0.6 * UNIT, key: before.key - 0.6 * UNIT });
    sora.set(created.id, { status: 'in_progress', progress: 33 });
    await scene.round();
    expect(await client.videos.retrieve(created.id)).toMatchObject({
      status: 'in_progress',
      progress: 33,
      error: null,
    });
    await expect(client.videos.downloadContent(created.id)).rejects.toMatchObject({
      status: 400,
      code: 'video_not_ready',
    });
    sora.set(created.id, { status: 'completed', progress: 100, expires_at: 2_000_000_000 });
    await scene.round();
    expect(await client.videos.retrieve(created.id)).toMatchObject({
      status: 'completed',
      progress: 100,
      seconds: '8',
      expires_at: 2_000_000_000,
      completed_at: expect.any(Number),
    });
    const video = await client.videos.downloadContent(created.id);
    expect(video.headers.get('content-type')).toBe('video/mp4');
    expect(await bytesOf(video)).toEqual(VIDEO);
    const still = await client.videos.downloadContent(created.id, { variant: 'thumbnail' });
    expect(await bytesOf(still)).toEqual(IMAGE);
  });

  it('gets a form as a form, with its own name of the model', async () => {
    await client.videos.create({ model: 'sora-2-pro', prompt: 'a boat', input_reference: await image() });
    const [call] = sora.submits().slice(-1);
    expect(call?.headers['content-type']).toMatch(/^multipart\/form-data; boundary=/);
    const body = call?.rawBody.toString('latin1') ?? '';
    expect(body).toContain('name="model"\r\n\r\nsora-2-pro-2025-10-06\r\n');
    expect(body).toContain('name="input_reference"; filename="boat.png"\r\nContent-Type: image/png');
    expect(call?.rawBody.includes(Buffer.from(IMAGE_BASE64, 'base64'))).toBe(true);
  });

  it('sends parts of a file', async () => {
    const { id } = await client.videos.create({ prompt: 'a boat' });
    sora.set(id, { status: 'completed' });
    await scene.round();
    const answer = await fetch(`${scene.app.url}/v1/videos/${id}/content`, {
      headers: { authorization: `Bearer ${scene.owner.key}`, range: 'bytes=10-' },
    });
    expect(answer.status).toBe(206);
    expect(answer.headers.get('content-range')).toBe(`bytes 10-${VIDEO.length - 1}/${VIDEO.length}`);
    expect(await bytesOf(answer)).toEqual(VIDEO.subarray(10));
  });

  it('makes a new version at the channel of the first one', async () => {
    const { id } = await client.videos.create({ prompt: 'a boat', seconds: '12' });
    await expect(client.videos.remix(id, openAiVideoRequests.remix)).rejects.toMatchObject({ code: 'video_not_ready' });
    sora.set(id, { status: 'completed', seconds: '1' });
    await scene.round();
    const before = await scene.left();
    const remixed = await client.videos.remix(id, openAiVideoRequests.remix);
    expect((await scene.left()).user).toBe(before.user - 3 * 0.3 * UNIT);
    expect(remixed).toMatchObject({ remixed_from_video_id: id, prompt: 'the same at night' });
    expect(sora.submits().at(-1)?.path).toBe(`/v1/videos/${id}/remix`);
  });

  it('pays a failed video back and reports the reason', async () => {
    const before = await scene.left();
    const { id } = await client.videos.create({ prompt: 'a boat' });
    sora.set(id, { status: 'failed', error: { code: 'moderation_blocked', message: 'not suitable' } });
    await scene.round();
    expect(await client.videos.retrieve(id)).toMatchObject({
      status: 'failed',
      error: { code: 'moderation_blocked', message: 'not suitable' },
    });
    expect(await scene.left()).toEqual(before);
  });

  it('has its refusal passed on, which costs nothing', async () => {
    const before = await scene.left();
    sora.next = json(
      { error: { message: 'bad size', type: 'invalid_request_error', code: 'bad_size' } },
      { status: 400 },
    );
    await expect(client.videos.create({ prompt: 'a boat' })).rejects.toMatchObject({
      status: 400,
      code: 'bad_size',
      message: expect.stringContaining('bad size'),
    });
    expect(await scene.left()).toEqual(before);
  });

  it('gets no call without a price', async () => {
    await expect(client.videos.create({ model: 'film-maker', prompt: 'x' })).rejects.toMatchObject({
      status: 503,
      code: 'model_price_error',
    });
  });
});

describe('other providers behind the same form', () => {
  it('send Kling an image as raw base64', async () => {
    const created = await client.videos.create({
      model: 'kling-v1-6',
      prompt: 'it drifts',
      seconds: '8',
      size: '720x1280',
      input_reference: await image(),
    });
    expect(kling.callsOf('submit').at(-1)).toMatchObject({
      path: '/v1/videos/image2video',
      body: { model_name: 'kling-v1-6', prompt: 'it drifts', image: IMAGE_BASE64, duration: '10' },
    });
    expect(created).toMatchObject({ model: 'kling-v1-6', seconds: '10', size: '720x1280', prompt: 'it drifts' });
    await scene.rounds(3);
    expect(await client.videos.retrieve(created.id)).toMatchObject({ status: 'completed', progress: 100 });
    const video = await client.videos.downloadContent(created.id);
    expect(await bytesOf(video)).toEqual(MP4_BYTES);
    await expect(client.videos.remix(created.id, { prompt: 'x' })).rejects.toMatchObject({ status: 400 });
    await expect(client.videos.downloadContent(created.id, { variant: 'spritesheet' })).rejects.toMatchObject({
      status: 404,
    });
  });

  it('send size and length to Luma and Runway in their own fields', async () => {
    await client.videos.create({ model: 'ray-2', prompt: 'it drifts', seconds: '8', size: '1280x720' });
    expect(luma.callsOf('submit').at(-1)?.body).toEqual({
      model: 'ray-2',
      prompt: 'it drifts',
      duration: '9s',
      aspect_ratio: '16:9',
      resolution: '720p',
    });
    await client.videos.create({
      model: 'gen4_turbo',
      prompt: 'it drifts',
      seconds: '4',
      size: '720x1280',
      input_reference: await image(),
    });
    expect(runway.callsOf('submit').at(-1)?.body).toMatchObject({
      promptText: 'it drifts',
      promptImage: `data:image/png;base64,${IMAGE_BASE64}`,
      ratio: '720:1280',
      duration: 4,
    });
    await expect(client.videos.create({ model: 'ray-2', prompt: 'it drifts', seconds: '12' })).rejects.toMatchObject({
      status: 400,
      message: expect.stringContaining('at most 9 seconds'),
    });
  });

  it('name dropped fields, and let the provider’s own fields override the rest', async () => {
    const answer = await scene.post('/v1/videos', {
      model: 'kling-v1-6',
      prompt: 'x',
      style: 'noir',
      metadata: { mode: 'pro', negative_prompt: 'people' },
    });
    expect(answer.headers.get('x-sluice-dropped')).toBe('style');
    expect(kling.callsOf('submit').at(-1)?.body).toMatchObject({ mode: 'pro', negative_prompt: 'people' });
  });

  it('are spoken to in the neutral form', async () => {
    const answer = await scene.post('/v1/video/generations', openAiVideoRequests.neutral);
    expect(answer).toMatchObject({ status: 200, body: { status: 'queued', url: null, error: null } });
    expect(answer.headers.get('x-sluice-dropped')).toBe('size');
    const id = answer.body.task_id as string;
    expect(kling.callsOf('submit').at(-1)?.body).toMatchObject({ cfg_scale: 0.7, duration: '5' });
    await scene.rounds(3);
    expect((await scene.get(`/v1/video/generations/${id}`)).body).toEqual({
      task_id: id,
      status: 'completed',
      progress: 100,
      url: kling.files.address(`${id}.mp4`),
      error: null,
    });
  });
});

describe('files from foreign addresses', () => {
  let id: string;
  const content = () => scene.get(`/v1/videos/${id}/content`);

  beforeAll(async () => {
    ({ id } = await client.videos.create({ model: 'kling-v1-6', prompt: 'a boat' }));
    await scene.rounds(3);
  });
  afterEach(() => kling.files.lie('*', null));

  it('are refused when they are no video', async () => {
    kling.files.lie('*', htmlPage());
    expect(await content()).toMatchObject({ status: 502, body: { error: { code: 'content_unavailable' } } });
  });

  it('are gone when their host responds so', async () => {
    kling.files.lie('*', htmlPage(404));
    expect(await content()).toMatchObject({ status: 404, body: { error: { code: 'content_not_found' } } });
  });

  it('are not fetched from hosts of our own network, also not by a detour', async () => {
    const { network } = scene.app.nest.get(PublicClient);
    const isAllowed = jest.spyOn(network, 'isAllowed').mockImplementation(() => false);
    try {
      expect((await content()).status).toBe(502);
      isAllowed.mockReturnValueOnce(true);
      kling.files.lie('*', { kind: 'redirect', location: kling.files.address('other.mp4') });
      const calls = kling.files.calls.length;
      expect((await content()).status).toBe(502);
      expect(kling.files.calls.length).toBeLessThanOrEqual(calls + 1);
    } finally {
      isAllowed.mockRestore();
    }
  });
});

describe('the list of videos', () => {
  it('pages through all of a person’s videos, newest first or oldest first', async () => {
    const all: string[] = [];
    for await (const video of client.videos.list({ limit: 3 })) all.push(video.id);
    expect(all.length).toBeGreaterThan(6);
    expect(new Set(all).size).toBe(all.length);
    const oldest = await client.videos.list({ limit: 2, order: 'asc' });
    expect(oldest.data.map(video => video.id)).toEqual(all.slice(-2).reverse());
    const stranger = await scene.person();
    expect((await scene.get('/v1/videos', stranger)).body).toMatchObject({ object: 'list', data: [], has_more: false });
  });

  it('loses a video when its owner deletes it, which other users may not', async () => {
    const { id } = await client.videos.create({ prompt: 'a boat' });
    await expect(client.videos.delete(id)).rejects.toMatchObject({ status: 400 });
    sora.set(id, { status: 'completed' });
    await scene.round();
    const stranger = await scene.person();
    expect((await scene.send('DELETE', `/v1/videos/${id}`, undefined, stranger)).status).toBe(404);
    expect((await scene.get(`/v1/videos/${id}/content`, stranger)).status).toBe(404);
    expect(await client.videos.delete(id)).toEqual({ id, object: 'video.deleted', deleted: true });
    expect(sora.deleted).toEqual([id]);
    await expect(client.videos.retrieve(id)).rejects.toMatchObject({ status: 404 });
    const { data } = await client.videos.list({ limit: 100 });
    expect(data.map(video => video.id)).not.toContain(id);
  });
});
