import { type LogEntry, type Page, type PricingItem } from '@contracts';
import { unitsFromReceipt } from '@pricing';
import { must } from '../support/clients/factories';
import { eventually } from '../support/eventually';
import { otherOf } from '../support/scenes/relay-scene';
import { UNIT, startMediaScene, type MediaScene } from '../support/scenes/media-scene';
import { klingRequests, lumaRequests, IMAGE_DATA_URL, runwayRequests } from '../support/inputs/task-requests';
import { json, KlingApi, LumaApi, LumaProxy, RunwayApi, RunwayProxy } from '../support/fakes/task-upstreams';

let scene: MediaScene;
let kling: KlingApi;
let resold: KlingApi;
let luma: LumaApi;
let lumaProxy: LumaProxy;
let runway: RunwayApi;
let runwayResold: RunwayApi;
let runwayProxy: RunwayProxy;

const PRICES = {
  'kling-v1-6': 0.2,
  'kling-v2-1': 0.4,
  'kling-v1': 0.2,
  'kling-video_kling-v1_pro_5': 0.5,
  'kling-lip-sync': 0.1,
  'ray-2': 0.5,
  'ray-flash-2': 0.2,
  'photon-1': 0.02,
  luma_video_api: 0.3,
  gen4_turbo: 0.25,
  gen3: 0.3,
};

beforeAll(async () => {
  scene = await startMediaScene(PRICES);
  const { upstreams, app } = scene;
  kling = await upstreams.add(KlingApi.start());
  resold = await upstreams.add(KlingApi.start({ form: 'resold' }));
  luma = await upstreams.add(LumaApi.start());
  lumaProxy = await upstreams.add(LumaProxy.start());
  runway = await upstreams.add(RunwayApi.start());
  runwayResold = await upstreams.add(RunwayApi.start({ form: 'resold' }));
  runwayProxy = await upstreams.add(RunwayProxy.start());
  await app.make.option('RetryTimes', 2);
  const channels = [
    { type: 8, base_url: kling.url, key: kling.key, models: 'kling-v1-6,kling-v1,kling-v1-5', priority: 10 },
    { type: 1, base_url: resold.url, key: resold.key, models: 'kling-v1-6,kling-v2-1,kling-video', priority: 1 },
    { type: 1, base_url: luma.baseUrl, key: luma.key, models: 'ray-2,ray-flash-2,photon-1' },
    { type: 1, base_url: lumaProxy.url, key: lumaProxy.key, models: 'ray-v2,luma_video_api' },
    { type: 1, base_url: `${runway.url}/v1`, key: runway.key, models: 'gen4_turbo', priority: 5 },
    { type: 1, base_url: runwayResold.url, key: runwayResold.key, models: 'gen4_turbo', priority: 1 },
    { type: 8, base_url: runwayProxy.url, key: runwayProxy.key, models: 'gen3' },
  ];
  for (const channel of channels) await app.make.channel(channel);
});
beforeEach(() => scene.app.wakeChannels());
afterAll(() => scene?.close());
afterEach(async () => expect(await scene.app.verifyLedger()).toMatchObject({ differenceUnits: 0 }));

/** The costs of a submission in currency units, for the user and for the key. */
async function cost(submit: () => Promise<unknown>): Promise<number> {
  const before = await scene.left();
  await submit();
  const after = await scene.left();
  expect(before.user - after.user).toBe(before.key - after.key);
  return (before.user - after.user) / UNIT;
}

describe('Kling', () => {
  const text = (body: unknown) => scene.post('/kling/v1/videos/text2video', body);
  const idOf = (answer: { body: { data?: unknown } }): string => (answer.body.data as { task_id: string }).task_id;

  it('is asked once more, with a new token, when it finds the token expired; then another channel is', async () => {
    const expired = json({ code: 1004, message: 'Authorization has expired' }, { status: 401 });
    await text(klingRequests.text); // makes a token, which is kept
    const before = { own: kling.callsOf('submit').length, resold: resold.callsOf('submit').length };
    kling.refuse('submit', expired);
    expect((await text(klingRequests.text)).status).toBe(200);
    expect(kling.callsOf('submit')).toHaveLength(before.own + 2);
    expect(resold.callsOf('submit')).toHaveLength(before.resold);
    kling.refuse('submit', expired);
    kling.refuse('submit', expired);
    expect((await text(klingRequests.text)).status).toBe(200);
    expect(kling.callsOf('submit')).toHaveLength(before.own + 4);
    expect(resold.callsOf('submit')).toHaveLength(before.resold + 1);
  });

  it('makes a video and describes it in its own format', async () => {
    const answer = await text(klingRequests.text);
    expect(answer).toMatchObject({ status: 200, body: { code: 0, data: { task_status: 'submitted' } } });
    expect(kling.callsOf('submit').at(-1)?.body).toEqual(klingRequests.text);
    const id = idOf(answer);
    await scene.rounds(3);
    expect((await scene.get(`/kling/v1/videos/text2video/${id}`)).body).toMatchObject({
      code: 0,
      message: 'SUCCEED',
      data: {
        task_id: id,
        task_status: 'succeed',
        task_result: { videos: [{ url: kling.files.address(`${id}.mp4`) }] },
      },
    });
    expect(JSON.stringify(await scene.rows())).not.toContain('final_unit_deduction');
    expect((await scene.get(`/kling/v1/videos/image2video/${id}`)).status).toBe(404);
    expect(await scene.get(`/kling/v1/videos/text2video/${id}`, await scene.person())).toMatchObject({
      status: 404,
      body: { code: 'task_not_exist', data: null },
    });
  });

  it.each([
    [klingRequests.text, 0.2],
    [{ ...klingRequests.text, duration: 10 }, 0.4],
    [{ ...klingRequests.text, mode: 'pro' }, 0.7],
    [klingRequests.textOfCarelessClient, 1.4],
    [klingRequests.textWithCamera, 0.5],
  ])('charges %j with %d', async (body, price) => {
    expect(await cost(() => text(body))).toBeCloseTo(price, 6);
  });

  it('is charged by the second where that has a price, times the factor of the mode', async () => {
    const { app } = scene;
    await app.make.option('SecondPrice', { 'kling-v1': 0.05 });
    await app.make.option('PriceRules', { 'kling-v1': { groups: { default: { prices: { SecondPrice: 0.02 } } } } });
    const pro = { model_name: 'kling-v1', prompt: 'x', mode: 'pro', duration: 10 };
    expect(await cost(() => text(pro))).toBeCloseTo(0.02 * 10 * 3.5, 6);
    await app.make.option('PriceRules', {});
    expect(await cost(() => text(pro))).toBeCloseTo(0.05 * 10 * 3.5, 6);
    const page = await must(app.root.get<Page<LogEntry>>('/api/log/?p=1&page_size=1&type=2'));
    const [row] = page.items;
    if (!row) throw new Error('The task has no row in the log.');
    const { receipt } = otherOf(row);
    expect(receipt).toMatchObject({ usage: { seconds: 35 }, price: { secondPrice: 0.05 } });
    expect(unitsFromReceipt(receipt)).toBe(row.quota);
    expect(row.content).toMatch(/0\.05 a second, 35 seconds/);
    const offered = await must(app.root.get<PricingItem[]>('/api/pricing'));
    expect(offered.find(item => item.model_name === 'kling-v1')).toMatchObject({ second_price: 0.05, quota_type: 1 });
    await app.make.option('SecondPrice', {});
  });

  it('takes images in every form and sends them raw; hooks go through the gateway', async () => {
    await scene.post('/kling/v1/videos/image2video', klingRequests.imageAsDataUrl);
    const { image } = kling.callsOf('submit').at(-1)?.body as { image: string };
    expect(IMAGE_DATA_URL.endsWith(image)).toBe(true);
    await scene.post('/kling/v1/videos/image2video', klingRequests.imageAsBase64);
    expect(kling.callsOf('submit').at(-1)?.body).not.toHaveProperty('callback_url');
    const [row] = (await scene.rows()).slice(-1);
    expect(row?.properties).not.toContain(image);
    expect(row?.hookUrl).toBe('https://client.example.com/hooks/video');
  });

  it.each([
    ['text2video', { prompt: '' }, 'prompt is required'],
    ['text2video', { prompt: 'x', duration: '7' }, 'duration must be "5" or "10"'],
    ['text2video', { prompt: 'x', mode: 'best' }, 'mode must be std or pro'],
    ['image2video', { prompt: 'x' }, 'image is required'],
    ['video', { prompt: 'x' }, 'unknown class video'],
  ])('refuses %s %j before any upstream call', async (name, body, message) => {
    const calls = kling.callsOf('submit').length;
    expect(await scene.post(`/kling/v1/videos/${name}`, body)).toMatchObject({
      status: 400,
      body: { code: 'invalid_request', message, data: null },
    });
    expect(kling.callsOf('submit')).toHaveLength(calls);
  });

  it('gets no call without a price, and the refusal names the model', async () => {
    expect(await text({ model_name: 'kling-v1-5', prompt: 'x' })).toMatchObject({
      status: 503,
      body: { code: 'model_price_error', message: expect.stringContaining('kling-v1-5'), data: null },
    });
  });

  it('is replaced by a reseller when it is busy, under the provider’s path there', async () => {
    kling.next({ code: 1303 });
    const answer = await text(klingRequests.text);
    expect(answer.status).toBe(200);
    expect(resold.callsOf('submit').at(-1)?.path).toBe('/kling/v1/videos/text2video');
    await scene.rounds(3);
    expect((await scene.get(`/kling/v1/videos/text2video/${idOf(answer)}`)).body).toMatchObject({
      data: { task_status: 'succeed' },
    });
  });

  it.each([
    [{ code: 1301 }, 400, 'content_filter'],
    [{ code: 1201, message: 'prompt is odd' }, 400, '1201'],
    [{ code: 5002 }, 504, '5002'],
  ])('refuses with %j, which goes to no other channel and costs nothing', async (next, status, code) => {
    const calls = resold.callsOf('submit').length;
    kling.next(next);
    let answer: unknown;
    expect(await cost(async () => (answer = await text(klingRequests.text)))).toBe(0);
    expect(answer).toMatchObject({ status, body: { code, data: null } });
    expect(resold.callsOf('submit')).toHaveLength(calls);
  });

  it('pays a failed video back', async () => {
    const before = await scene.left();
    const id = idOf(await text(klingRequests.text));
    kling.fail(id, 'the content is not suitable');
    await scene.rounds(2);
    expect((await scene.get(`/kling/v1/videos/text2video/${id}`)).body).toMatchObject({
      data: { task_status: 'failed', task_status_msg: 'the content is not suitable' },
    });
    expect(await scene.left()).toEqual(before);
  });

  it('continues a video at its channel, and only for its owner', async () => {
    const made = await scene.post('/kling/v1/videos/image2video', klingRequests.image); // only the second channel has it
    await scene.rounds(3);
    const video = { input: { video_id: `v-${idOf(made)}`, mode: 'text2video', text: 'hello' } };
    const before = kling.callsOf('submit').length;
    expect((await scene.post('/kling/v1/videos/lip-sync', video)).status).toBe(200);
    expect(resold.callsOf('submit').at(-1)).toMatchObject({ path: '/kling/v1/videos/lip-sync', body: video });
    expect(kling.callsOf('submit')).toHaveLength(before);
    expect(await scene.post('/kling/v1/videos/lip-sync', video, await scene.person())).toMatchObject({
      status: 400,
      body: { code: 'task_not_exist' },
    });
  });

  it('keeps ids that are larger than exact numbers', async () => {
    kling.numericIds = true;
    const id = idOf(await text(klingRequests.text));
    kling.numericIds = false;
    expect(kling.ids).toContain(id);
  });
});

describe('Luma', () => {
  const OFFICIAL = '/luma/dream-machine/v1/generations';
  const idOf = ({ body }: { body: Record<string, unknown> }): string => body.id as string;

  it('makes a video in the provider’s form', async () => {
    const answer = await scene.post(OFFICIAL, lumaRequests.image);
    expect(answer).toMatchObject({
      status: 201,
      body: { state: 'queued', generation_type: 'video', model: 'ray-flash-2' },
    });
    const { callback_url, ...sent } = lumaRequests.image;
    expect(callback_url).toBeTruthy();
    expect(luma.callsOf('submit').at(-1)?.body).toEqual(sent);
    const id = idOf(answer);
    await scene.rounds(3);
    expect((await scene.get(`${OFFICIAL}/${id}`)).body).toMatchObject({
      id,
      state: 'completed',
      failure_reason: null,
      assets: { video: luma.files.address(`${id}.mp4`) },
    });
    expect((await scene.get(`/luma/generations/${id}`)).body).toMatchObject({
      id,
      state: 'completed',
      video: { url: luma.files.address(`${id}.mp4`) },
    });
  });

  it('costs by pixels and seconds in the provider’s form, and by the call in the resellers’', async () => {
    expect(await cost(() => scene.post(OFFICIAL, lumaRequests.text))).toBeCloseTo(0.5, 6);
    const large = { ...lumaRequests.text, resolution: '1080p', duration: '9s' };
    expect(await cost(() => scene.post(OFFICIAL, large))).toBeCloseTo(0.5 * 2.25 * 1.8, 6);
    expect(await cost(() => scene.post('/luma/generations/', lumaRequests.proxied))).toBeCloseTo(0.3, 6);
    expect(await cost(() => scene.post(`${OFFICIAL}/image`, lumaRequests.stillImage))).toBeCloseTo(0.02, 6);
    expect(luma.callsOf('submit').at(-1)?.path).toBe('/dream-machine/v1/generations/image');
  });

  it('names the dropped fields', async () => {
    const answer = await scene.post('/luma/generations', { ...lumaRequests.proxied, model_name: 'ray-2', odd: 1 });
    expect(answer.headers.get('x-sluice-dropped')).toBe('odd,expand_prompt');
    expect(luma.callsOf('submit').at(-1)?.body).toMatchObject({
      prompt: 'a paper boat drifts',
      keyframes: { frame0: { type: 'image' } },
      duration: '5s',
    });
  });

  it('continues a video at its channel', async () => {
    const id = idOf(await scene.post('/luma/generations', lumaRequests.proxied));
    const extended = await scene.post(`/luma/generations/${id}/extend`, lumaRequests.proxiedExtend);
    expect(extended).toMatchObject({ status: 200, body: { state: 'pending' } });
    expect(lumaProxy.callsOf('extend').at(-1)?.path).toBe(`/luma/generations/${id}/extend`);
    const official = idOf(await scene.post(OFFICIAL, lumaRequests.text));
    expect((await scene.post(OFFICIAL, lumaRequests.extend(official))).status).toBe(201);
    expect(await scene.post(OFFICIAL, lumaRequests.extend(official), await scene.person())).toMatchObject({
      status: 400,
      body: { code: 'task_not_exist' },
    });
    lumaProxy.wraps = true;
    await scene.rounds(3);
    lumaProxy.wraps = false;
    const { body } = await scene.post('/luma/tasks', { ids: [id, official, 'nobody'] });
    expect(body).toMatchObject([
      { id, state: 'completed' },
      { id: official, state: 'completed' },
    ]);
    expect((await scene.get(`/luma/generations/${id}/download_video_url`)).body.url).toContain('.mp4');
  });

  it('refuses images inside the call, and hands refusals on', async () => {
    const inline = { ...lumaRequests.proxied, image_url: IMAGE_DATA_URL };
    expect((await scene.post('/luma/generations', inline)).status).toBe(400);
    luma.next({ status: 400, detail: 'Prompt was moderated' });
    expect(await scene.post(OFFICIAL, lumaRequests.text)).toMatchObject({
      status: 400,
      body: { message: 'Prompt was moderated', data: null },
    });
  });

  it('pays a failed video back', async () => {
    const before = await scene.left();
    const id = idOf(await scene.post(OFFICIAL, lumaRequests.text));
    luma.fail(id, 'moderation');
    await scene.round();
    expect((await scene.get(`${OFFICIAL}/${id}`)).body).toMatchObject({
      state: 'failed',
      failure_reason: 'moderation',
    });
    expect(await scene.left()).toEqual(before);
  });
});

describe('Runway', () => {
  const image = (body: unknown) => scene.post('/runwayml/v1/image_to_video', body);

  it('makes a video at the provider, with its version header', async () => {
    const answer = await image(runwayRequests.image);
    expect(answer).toMatchObject({ status: 200, body: { id: expect.any(String) } });
    const id = answer.body.id as string;
    expect(runway.callsOf('submit').at(-1)).toMatchObject({
      path: '/v1/image_to_video',
      headers: { 'x-runway-version': '2024-11-06' },
      body: runwayRequests.image,
    });
    await scene.rounds(2);
    expect((await scene.get(`/runwayml/v1/tasks/${id}`)).body).toMatchObject({ id, status: 'RUNNING', progress: 0.42 });
    await scene.round();
    expect((await scene.get(`/runwayml/v1/tasks/${id}`)).body).toMatchObject({
      status: 'SUCCEEDED',
      output: [runway.files.address(`${id}.mp4`)],
    });
    expect(await scene.get(`/runwayml/v1/tasks/${id}`, await scene.person())).toMatchObject({ status: 404 });
  });

  it('costs twice as much for twice the length, and receives the charged length', async () => {
    expect(await cost(() => image(runwayRequests.image))).toBeCloseTo(0.25, 6);
    let answer: Awaited<ReturnType<typeof image>> | null = null;
    expect(await cost(async () => (answer = await image(runwayRequests.resoldImage)))).toBeCloseTo(0.5, 6);
    expect((answer as unknown as { headers: Headers }).headers.get('x-sluice-dropped')).toBe('watermark');
    const { duration, ...unsaid } = runwayRequests.image;
    expect(duration).toBe(5);
    await image(unsaid);
    expect(runway.callsOf('submit').at(-1)?.body).toMatchObject({ duration: 5 });
  });

  it('is replaced by a reseller while it is busy', async () => {
    runway.next({ status: 429, error: 'too many' });
    expect((await image(runwayRequests.resoldImage)).status).toBe(200);
    expect(runwayResold.callsOf('submit').at(-1)).toMatchObject({
      path: '/runwayml/v1/image_to_video',
      body: runwayRequests.resoldImage,
    });
  });

  it('shows of refused content only that it was refused, and is paid back', async () => {
    const before = await scene.left();
    const id = (await image(runwayRequests.image)).body.id as string;
    runway.fail(id, 'The content was refused', 'SAFETY.INPUT.TEXT');
    await scene.round();
    expect((await scene.get(`/runwayml/v1/tasks/${id}`)).body).toMatchObject({
      status: 'FAILED',
      failureCode: 'SAFETY.INPUT',
    });
    expect(JSON.stringify((await scene.rows()).find(row => row.taskId === id))).not.toContain('SAFETY.INPUT.TEXT');
    expect(await scene.left()).toEqual(before);
  });

  it('speaks the language of reverse proxies', async () => {
    runwayProxy.feedsTooEarly = 1;
    let answer: Awaited<ReturnType<typeof image>> | null = null;
    const price = await cost(async () => (answer = await scene.post('/runway/pro/generate', runwayRequests.proxied)));
    expect(price).toBeCloseTo(0.3, 6);
    expect(runwayProxy.callsOf('submit').at(-1)?.body).toEqual(runwayRequests.proxied);
    const { body } = answer as unknown as { body: { data: { task_id: string } } };
    const feed = () => scene.post('/runway/feed', runwayRequests.feed(body.data.task_id));
    await scene.rounds(3);
    expect((await feed()).body).toMatchObject({ code: 200, data: { status: '1' } });
    await scene.round();
    const done = await feed();
    expect(done.body).toMatchObject({ data: { status: '3', video_url: expect.stringContaining('.mp4') } });
    expect(done.body.data).not.toHaveProperty('point');
  });
});

describe('reports of upstreams', () => {
  beforeAll(() => scene.app.make.option('ServerAddress', scene.app.url));
  afterAll(() => scene.app.make.option('ServerAddress', ''));

  it('end videos at once, at an address that cannot be guessed, and never at the caller’s own', async () => {
    const image = await scene.post('/kling/v1/videos/image2video', klingRequests.imageAsBase64);
    const { callback_url } = kling.callsOf('submit').at(-1)?.body as { callback_url: string };
    expect(callback_url).toMatch(new RegExp(`^${scene.app.url}/task/notify/\\w{40}$`));
    const { task_id } = image.body.data as { task_id: string };
    kling.finish(task_id);
    const video = (await scene.post('/luma/dream-machine/v1/generations', lumaRequests.text)).body.id as string;
    luma.fail(video, 'moderation');
    const status = async () => {
      const rows = await scene.rows();
      return [task_id, video].map(id => rows.find(row => row.taskId === id)?.status);
    };
    expect(await eventually(status, states => !states.includes('SUBMITTED') && !states.includes('QUEUED'))).toEqual([
      'SUCCESS',
      'FAILURE',
    ]);
  });

  it('about another task change nothing', async () => {
    const { body } = await scene.post('/kling/v1/videos/text2video', klingRequests.text);
    const { callback_url } = kling.callsOf('submit').at(-1)?.body as { callback_url: string };
    await fetch(callback_url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ task_id: 'another', task_status: 'failed' }),
    });
    const { task_id } = body.data as { task_id: string };
    const row = (await scene.rows()).find(known => known.taskId === task_id);
    expect(row?.status).not.toBe('FAILURE');
  });
});
