import OpenAI, { toFile } from 'openai';
import { ChannelCatalog, ChannelEntity } from '@channel';
import { ChannelStatus, LogType, type ChannelView } from '@contracts';
import { Database } from '@platform';
import { TaskEntity } from '@task';
import { eventually } from '../support/eventually';
import { must } from '../support/clients/factories';
import { UNIT, type MediaAnswer, startMediaScene, type MediaScene } from '../support/scenes/media-scene';
import { IMAGE_BASE64, IMAGE_DATA_URL } from '../support/inputs/task-requests';
import { CogvideoApi, faults, HailuoApi, json, MP4_BYTES, WanApi } from '../support/fakes/task-upstreams';

let scene: MediaScene;
let zhipu: CogvideoApi;
let minimax: HailuoApi;
let ali: WanApi;
let spareZhipu: CogvideoApi;
let spareMinimax: HailuoApi;
let spareAli: WanApi;
let client: OpenAI;

const PRICES = {
  'cogvideox-3': 0.2,
  'MiniMax-Hailuo-2.3': 0.3,
  'MiniMax-Hailuo-2.3_1080P_6': 0.5,
  'I2V-01': 0.3,
  'wan2.6-t2v': 0.4,
  'wan2.6-t2v-night': 0.4,
  'wan2.6-t2v-resold': 0.4,
  'wan2.6-t2v_1080P': 0.7,
  'wan2.6-i2v': 0.4,
};
const HAILUO = 'MiniMax-Hailuo-2.3';

beforeAll(async () => {
  scene = await startMediaScene(PRICES);
  const { upstreams, app } = scene;
  zhipu = await upstreams.add(CogvideoApi.start());
  minimax = await upstreams.add(HailuoApi.start({ groupId: '17' }));
  ali = await upstreams.add(WanApi.start());
  spareZhipu = await upstreams.add(CogvideoApi.start());
  spareMinimax = await upstreams.add(HailuoApi.start());
  spareAli = await upstreams.add(WanApi.start());
  await app.make.option('RetryTimes', 2);
  await app.make.option('AutomaticDisableChannelEnabled', true);
  const wan = 'wan2.6-t2v,wan2.6-i2v,wanx2.1-t2v-turbo';
  const hailuo = `${HAILUO},I2V-01,T2V-01`;
  const channels = [
    { type: 16, base_url: zhipu.url, key: zhipu.key, models: 'cogvideox-3,glm-4.6', priority: 10 },
    { type: 26, base_url: `${spareZhipu.url}/api/paas/v4`, key: spareZhipu.key, models: 'cogvideox-3', priority: 1 },
    { type: 35, base_url: minimax.url, key: `${minimax.key}|17`, models: hailuo, priority: 10 },
    { type: 35, base_url: spareMinimax.url, key: spareMinimax.key, models: hailuo, priority: 1 },
    { type: 17, base_url: `${ali.url}/compatible-mode/v1`, key: ali.key, models: wan, priority: 10 },
    { type: 17, base_url: spareAli.url, key: spareAli.key, models: wan, priority: 1 },
  ];
  for (const channel of channels) await app.make.channel(channel);
  client = new OpenAI({ apiKey: scene.owner.key, baseURL: `${app.url}/v1`, maxRetries: 0 });
});
beforeEach(() => scene.app.wakeChannels());
afterAll(() => scene?.close());
afterEach(async () => expect(await scene.app.verifyLedger()).toMatchObject({ differenceUnits: 0 }));

/** The model and the upstreams of each provider in this test. */
function providers() {
  return [
    { model: 'cogvideox-3', main: zhipu, spare: spareZhipu, rounds: 2 },
    { model: HAILUO, main: minimax, spare: spareMinimax, rounds: 3 },
    { model: 'wan2.6-t2v', main: ali, spare: spareAli, rounds: 3 },
  ];
}

type Provider = ReturnType<typeof providers>[number];

function providerOf(model: string): Provider {
  const found = providers().find(provider => provider.model === model);
  if (!found) throw new Error(`no provider of ${model}`);
  return found;
}

const MODELS = ['cogvideox-3', HAILUO, 'wan2.6-t2v'] as const;

function image() {
  return toFile(Buffer.from(IMAGE_BASE64, 'base64'), 'boat.png', { type: 'image/png' });
}

/**
 * Submits a video of any length that the provider makes, as the types of the official client know only OpenAI's
 * lengths.
 */
function order(fields: object) {
  return scene.post('/v1/videos', { prompt: 'a boat', ...fields });
}

function idOf({ body }: MediaAnswer): string {
  return String(body.id);
}

async function rowOf(taskId: string) {
  return (await scene.rows()).find(row => row.taskId === taskId);
}

async function cost(fields: object): Promise<number> {
  const before = await scene.left();
  expect(await order(fields)).toMatchObject({ status: 200 });
  const after = await scene.left();
  expect(before.user - after.user).toBe(before.key - after.key);
  return (before.user - after.user) / UNIT;
}

/** Moves the submission of a task into the past. */
async function age(taskId: string, ageMs: number): Promise<void> {
  const tasks = scene.app.nest.get(Database).writer.getRepository(TaskEntity);
  await tasks.update({ taskId }, { submitTimeMs: Date.now() - ageMs });
}

async function statusOfChannel(address: string): Promise<number | undefined> {
  const channels = await must(scene.app.root.get<ChannelView[]>('/api/channel/?p=0&page_size=100'));
  return channels.find(({ base_url }) => base_url?.startsWith(address))?.status;
}

describe.each(MODELS)('%s', model => {
  it('is followed from the submission to the file, and can be listed and deleted', async () => {
    const { main, rounds } = providerOf(model);
    const before = await scene.left();
    const created = await client.videos.create({ model, prompt: 'a boat' });
    expect(created).toMatchObject({ object: 'video', model, status: 'queued', progress: 0, prompt: 'a boat' });
    expect((await scene.left()).user).toBeLessThan(before.user);
    await expect(client.videos.downloadContent(created.id)).rejects.toMatchObject({ code: 'video_not_ready' });
    // A caller who fetches a video gets its current state, so the video has been polled once.
    const states = [(await rowOf(created.id))?.status];
    for (let round = 1; round < rounds; round++) {
      await scene.round();
      states.push((await rowOf(created.id))?.status);
    }
    expect(states).toEqual(rounds === 2 ? ['IN_PROGRESS', 'SUCCESS'] : ['QUEUED', 'IN_PROGRESS', 'SUCCESS']);
    expect(await client.videos.retrieve(created.id)).toMatchObject({ status: 'completed', progress: 100, error: null });
    const video = await client.videos.downloadContent(created.id);
    expect(video.headers.get('content-type')).toBe('video/mp4');
    expect(Buffer.from(await video.arrayBuffer())).toEqual(MP4_BYTES);
    // The file is fetched without credentials: the key of the channel is not sent.
    expect(main.files.calls.every(({ headers }) => headers.authorization === undefined)).toBe(true);
    const { data } = await client.videos.list({ limit: 100 });
    expect(data.map(({ id }) => id)).toContain(created.id);
    await expect(client.videos.remix(created.id, { prompt: 'at night' })).rejects.toMatchObject({
      status: 400,
      message: expect.stringContaining('cannot be remixed') as string,
    });
    expect(await client.videos.delete(created.id)).toMatchObject({ deleted: true });
    await expect(client.videos.retrieve(created.id)).rejects.toMatchObject({ status: 404 });
  });

  it('is paid back once when it fails, and reports the reason', async () => {
    const { main } = providerOf(model);
    const before = await scene.left();
    const refunds = (await scene.logs(LogType.System)).length;
    const id = idOf(await order({ model }));
    if (main === zhipu) zhipu.fail(id, '1301', 'not suitable');
    if (main === minimax) minimax.fail(id, 1027, 'not suitable');
    if (main === ali) ali.fail(id, 'DataInspectionFailed', 'not suitable');
    await scene.rounds(3);
    expect(await client.videos.retrieve(id)).toMatchObject({
      status: 'failed',
      error: { message: expect.stringMatching(/^not suitable \(\w+\)$/) as string },
    });
    expect(await scene.left()).toEqual(before);
    expect((await scene.logs(LogType.System)).length).toBe(refunds + 1);
  });

  it('goes to another channel when the first one is busy, and is followed there', async () => {
    const { main, spare, rounds } = providerOf(model);
    if (main === zhipu) zhipu.next({ code: '1302', status: 429 });
    if (main === minimax) minimax.next({ code: 1002 });
    if (main === ali) ali.next({ code: 'Throttling.RateQuota', status: 429 });
    const answer = await order({ model });
    expect(answer.status).toBe(200);
    expect(spare.ids).toContain(idOf(answer));
    await scene.rounds(rounds);
    expect(await client.videos.retrieve(idOf(answer))).toMatchObject({ status: 'completed' });
  });

  it('is refused with the provider’s text when the caller is at fault, with no other channel and no charge', async () => {
    const { main, spare } = providerOf(model);
    const before = await scene.left();
    const calls = spare.calls.length;
    if (main === zhipu) zhipu.next({ code: '1301', message: 'unsafe words' });
    if (main === minimax) minimax.next({ code: 1026, message: 'unsafe words' });
    if (main === ali) ali.next({ code: 'DataInspectionFailed', message: 'unsafe words' });
    expect(await order({ model })).toMatchObject({
      status: 400,
      body: { error: { code: 'content_filter', message: expect.stringContaining('unsafe words') as string } },
    });
    expect(spare.calls).toHaveLength(calls);
    expect(await scene.left()).toEqual(before);
  });

  it.each([
    ['silence after the acceptance', faults.dropped],
    ['a page instead of an answer', faults.html],
    ['JSON of no known shape', faults.oddJson],
    ['a gateway’s error', faults.badGateway],
  ])('is neither submitted twice nor charged after %s', async (_name, fault) => {
    const { main, spare } = providerOf(model);
    const before = await scene.left();
    const calls = spare.calls.length;
    main.interrupt('submit', fault);
    expect((await order({ model })).status).toBeGreaterThanOrEqual(500);
    expect(spare.calls).toHaveLength(calls);
    expect(await scene.left()).toEqual(before);
  });

  it('goes on after garbage, and does not count as finished without an address', async () => {
    const { main, rounds } = providerOf(model);
    const id = idOf(await order({ model }));
    for (const lie of [faults.html, faults.brokenJson, faults.oddJson, json({ status: 'Polishing', output: 7 })]) {
      main.refuse('fetch', lie);
      await scene.round();
      expect(['queued', 'in_progress']).toContain((await client.videos.retrieve(id)).status);
    }
    main.distort = body => JSON.parse(JSON.stringify(body).replaceAll(/https?:[^"]+|"file_id":"\d+"/g, hideVideo));
    await scene.rounds(rounds + 1);
    expect((await client.videos.retrieve(id)).status).not.toBe('completed');
    main.distort = null;
    await scene.round();
    expect((await client.videos.retrieve(id)).status).toBe('completed');
  });

  it('fails, and is paid back, when the provider has lost it, but not right after the submission', async () => {
    const { main } = providerOf(model);
    const before = await scene.left();
    const id = idOf(await order({ model }));
    main.forget(id);
    await scene.round();
    expect((await client.videos.retrieve(id)).status).toBe('queued');
    await age(id, 6 * 60_000);
    await scene.round();
    expect(await client.videos.retrieve(id)).toMatchObject({ status: 'failed' });
    expect(await scene.left()).toEqual(before);
  });

  it('does not exist for users who did not submit it', async () => {
    const id = idOf(await order({ model }));
    const stranger = await scene.person();
    expect((await scene.get(`/v1/videos/${id}`, stranger)).status).toBe(404);
    expect((await scene.get(`/v1/videos/${id}-other`)).status).toBe(404);
  });
});

function hideVideo(text: string): string {
  return text.startsWith('"file_id"') ? '"file_id":""' : '';
}

describe('the request to the provider', () => {
  const lastOf = (upstream: CogvideoApi | HailuoApi | WanApi) =>
    upstream.calls.filter(call => call.method === 'POST').at(-1);

  it('has the fields of Zhipu', async () => {
    const answer = await order({
      model: 'cogvideox-3',
      seconds: '8',
      size: '1792x1024',
      metadata: { with_audio: true },
    });
    expect(answer.body).toMatchObject({ seconds: '10', size: '1920x1080' });
    expect(lastOf(zhipu)).toMatchObject({
      path: '/api/paas/v4/videos/generations',
      headers: { authorization: `Bearer ${zhipu.key}` },
      body: { model: 'cogvideox-3', prompt: 'a boat', duration: 10, size: '1920x1080', with_audio: true },
    });
  });

  it('has the fields of MiniMax, whose older keys name their group for files alone', async () => {
    const answer = await order({
      model: HAILUO,
      seconds: '6',
      size: '1920x1080',
      metadata: { prompt_optimizer: false },
    });
    expect(answer.body).toMatchObject({ seconds: '6', size: '1920x1080' });
    expect(lastOf(minimax)).toMatchObject({
      path: '/v1/video_generation',
      headers: { authorization: `Bearer ${minimax.key}` },
      body: { model: HAILUO, prompt: 'a boat', duration: 6, resolution: '1080P', prompt_optimizer: false },
    });
    await scene.rounds(3);
    expect(minimax.callsOf('file').at(-1)?.path).toMatch(/^\/v1\/files\/retrieve\?file_id=\d+&GroupId=17$/);
    const { expires_at, completed_at } = await client.videos.retrieve(idOf(answer));
    expect((expires_at ?? 0) - (completed_at ?? 0)).toBe(3600);
  });

  it('has the fields of Alibaba, whose metadata may be flat or in their places', async () => {
    const metadata = { negative_prompt: 'people', seed: 7, parameters: { watermark: false } };
    const answer = await order({ model: 'wan2.6-t2v', seconds: '7', size: '720x1280', style: 'noir', metadata });
    expect(answer.headers.get('x-sluice-dropped')).toBe('style');
    expect(answer.body).toMatchObject({ seconds: '10', size: '720x1280' });
    expect(lastOf(ali)).toMatchObject({
      path: '/api/v1/services/aigc/video-generation/video-synthesis',
      headers: { authorization: `Bearer ${ali.key}`, 'x-dashscope-async': 'enable' },
      body: {
        model: 'wan2.6-t2v',
        input: { prompt: 'a boat', negative_prompt: 'people' },
        parameters: { size: '720*1280', duration: 10, seed: 7, watermark: false },
      },
    });
  });

  it('can begin with an image', async () => {
    const video = { prompt: 'it drifts', seconds: '4' as const };
    const made = await client.videos.create({ ...video, model: 'cogvideox-3', input_reference: await image() });
    expect(lastOf(zhipu)?.body).toMatchObject({ image_url: IMAGE_DATA_URL });
    await client.videos.create({ ...video, model: 'I2V-01', input_reference: await image() });
    expect(lastOf(minimax)?.body).toEqual({
      model: 'I2V-01',
      prompt: 'it drifts',
      first_frame_image: IMAGE_DATA_URL,
    });
    await client.videos.create({ ...video, model: 'wan2.6-i2v', input_reference: await image() });
    expect(lastOf(ali)?.body).toMatchObject({
      input: { prompt: 'it drifts', img_url: IMAGE_DATA_URL },
      parameters: { resolution: '720P', duration: 5 },
    });
    expect(await rowOf(made.id)).toMatchObject({ platform: 'cogvideox', action: 'IMAGE_TO_VIDEO' });
    expect((await scene.rows()).map(({ properties }) => properties).join('')).not.toContain(IMAGE_BASE64);
  });

  it.each([
    [{ model: 'wan2.6-i2v' }, 'needs an image'],
    [{ model: 'I2V-01' }, 'needs an image'],
    [{ model: 'T2V-01', input_reference: { image_url: 'https://a.example/a.png' } }, 'no videos from an image'],
    [{ model: 'wan2.6-t2v', input_reference: { image_url: 'https://a.example/a.png' } }, 'no videos from an image'],
    [{ model: 'cogvideox-3', seconds: '11' }, 'at most 10 seconds'],
    [{ model: HAILUO, seconds: '10', size: '1920x1080' }, 'at most 6 seconds'],
    [{ model: 'wan2.6-t2v', metadata: { duration: 'long' } }, 'duration must be'],
  ])('is not made for %j, which is refused before any upstream call', async (fields, message) => {
    const calls = zhipu.calls.length + minimax.calls.length + ali.calls.length;
    expect(await order(fields)).toMatchObject({
      status: 400,
      body: { error: { message: expect.stringContaining(message) as string } },
    });
    expect(zhipu.calls.length + minimax.calls.length + ali.calls.length).toBe(calls);
  });

  it('never names a callback address to the upstream', async () => {
    const metadata = { callback_url: 'https://client.example/hook', model: 'other' };
    const answer = await order({ model: HAILUO, metadata });
    expect(answer.headers.get('x-sluice-dropped')).toBe('metadata.model,metadata.callback_url');
    expect(lastOf(minimax)?.body).not.toHaveProperty('callback_url');
    expect(lastOf(minimax)?.body).toHaveProperty('model', HAILUO);
  });
});

describe('a channel', () => {
  it('whose address is invalid is skipped', async () => {
    const { make, nest } = scene.app;
    const model = 'wan2.6-t2v-night';
    const broken = await make.channel({ type: 17, base_url: spareAli.url, key: 'k', models: model, priority: 9 });
    await make.channel({ type: 17, base_url: ali.url, key: ali.key, models: model });
    // The console accepts no such address, but older rows may hold one.
    const rows = nest.get(Database).writer.getRepository(ChannelEntity);
    await rows.update({ id: broken }, { baseUrl: 'https://who:secret@provider.example' });
    await nest.get(ChannelCatalog).refresh();
    const answer = await order({ model });
    expect(answer.status).toBe(200);
    expect(ali.ids).toContain(idOf(answer));
  });

  it('of another type gets no call for these videos', async () => {
    const model = 'wan2.6-t2v-resold';
    await scene.app.make.channel({ type: 1, base_url: ali.url, key: ali.key, models: model });
    const calls = ali.calls.length;
    expect(await order({ model })).toMatchObject({ status: 503 });
    expect(ali.calls).toHaveLength(calls);
  });
});

describe('a video whose address has expired', () => {
  const expire = async (taskId: string): Promise<void> => {
    const tasks = scene.app.nest.get(Database).writer.getRepository(TaskEntity);
    await tasks.update({ taskId }, { finishTimeMs: Date.now() - 2 * 3_600_000 });
  };
  const content = (id: string) =>
    fetch(`${scene.app.url}/v1/videos/${id}/content`, { headers: { authorization: `Bearer ${scene.owner.key}` } });

  it('is fetched at a new address from MiniMax, which keeps the file', async () => {
    const id = idOf(await order({ model: HAILUO }));
    await scene.rounds(3);
    const asked = minimax.callsOf('file').length;
    expect((await content(id)).status).toBe(200);
    expect(minimax.callsOf('file')).toHaveLength(asked);
    await expire(id);
    const address = minimax.files.address('again.mp4');
    minimax.refuse('file', json({ file: { download_url: address }, base_resp: { status_code: 0, status_msg: '' } }));
    expect(Buffer.from(await (await content(id)).arrayBuffer())).toEqual(MP4_BYTES);
    expect(minimax.files.calls.at(-1)?.path).toBe('/again.mp4');
    // When the new address is not available, the old one is tried.
    minimax.refuse('file', faults.html);
    expect((await content(id)).status).toBe(200);
    expect(minimax.files.calls.at(-1)?.path).not.toBe('/again.mp4');
  });
});

describe('the price of a video', () => {
  it.each([
    [{ model: 'cogvideox-3' }, 0.2],
    [{ model: 'cogvideox-3', seconds: '10' }, 0.4],
    [{ model: HAILUO }, 0.3],
    [{ model: HAILUO, seconds: '10' }, 0.5],
    [{ model: HAILUO, size: '1920x1080' }, 0.5],
    [{ model: 'wan2.6-t2v' }, 0.4],
    [{ model: 'wan2.6-t2v', seconds: '15' }, 1.2],
    [{ model: 'wan2.6-t2v', size: '1920x1080' }, 0.7],
    [{ model: 'wan2.6-t2v', seconds: '10', size: '1920x1080' }, 1.4],
    // The provider's own field decides where it has another value.
    [{ model: 'wan2.6-t2v', seconds: '5', metadata: { duration: 10 } }, 0.8],
  ])('for %j is %d', async (fields, price) => {
    expect(await cost(fields)).toBeCloseTo(price, 6);
  });

  it('must be set by the operator first', async () => {
    expect(await order({ model: 'wanx2.1-t2v-turbo' })).toMatchObject({
      status: 503,
      body: {
        error: { code: 'model_price_error', message: expect.stringContaining('wanx2.1-t2v-turbo') as string },
      },
    });
  });
});

describe.each(MODELS)('%s', model => {
  it('goes to the next channel when a key is wrong, and the first channel is disabled', async () => {
    const { main, spare } = providerOf(model);
    main.key = 'changed.since';
    const answer = await order({ model });
    expect(answer.status).toBe(200);
    expect(spare.ids).toContain(idOf(answer));
    await eventually(
      () => statusOfChannel(main.url),
      status => status === ChannelStatus.AutoDisabled,
    );
    // A disabled channel gets no calls, and when none is left, the caller learns no address of ours.
    spare.key = 'changed.too';
    const refused = await order({ model });
    expect(refused.status).toBe(502);
    expect(JSON.stringify(refused.body)).not.toContain('127.0.0.1');
  });
});
