import {
  IMAGE,
  SECRET,
  type Submitted,
  startMidjourneyScene,
  type MidjourneyScene,
} from '../support/scenes/midjourney-scene';
import { formFieldsOf } from '../../apps/mock-upstream/src/scripts/midjourney-form';
import { must } from '../support/clients/factories';
import { startTestApp, type TestApp } from '../support/servers/test-app';

/** Prices of 0.2, 0.5 and 0.9 currency units; the shipped tables have none for these actions. */
const PRICES = { mj_retexture: 0.2, mj_swap_video_face: 0.5, mj_turbo_swap_video_face: 0.9 };
const [RETEXTURE, SWAP, TURBO_SWAP] = [100_000, 250_000, 450_000];
/** Bytes that would be damaged if they were treated as text. */
const FACE = Buffer.from([137, 80, 78, 71, 13, 10, 26, 10, 0, 255]);
const VIDEO = Buffer.from([0, 0, 0, 24, 102, 116, 121, 112, 45, 45, 13, 10, 200]);

let app: TestApp;
let scene: MidjourneyScene;
let shipped: Record<string, number>;

beforeAll(async () => {
  app = await startTestApp();
  const options = await must(app.root.get<{ key: string; value: string }[]>('/api/option/'));
  shipped = JSON.parse(options.find(({ key }) => key === 'ModelPrice')?.value ?? '{}');
  await app.make.option('RetryTimes', 0);
  await app.make.option('ModelPrice', { ...shipped, ...PRICES });
});
afterAll(() => app.close());
beforeEach(async () => (scene = await startMidjourneyScene(app)));
afterEach(async () => {
  await scene.close();
  expect((await app.verifyLedger()).differences).toEqual([]);
});

type Parts = Readonly<Record<string, Buffer | string>>;
const BOTH: Parts = { source: FACE, target: VIDEO };

async function swap(parts: Parts, prefix = '/mj', headers = scene.auth): Promise<Submitted> {
  const form = new FormData();
  for (const [name, part] of Object.entries(parts)) {
    if (typeof part === 'string') form.set(name, part);
    else form.set(name, new Blob([new Uint8Array(part)]), `${name}.bin`);
  }
  const answer = await fetch(`${app.url}${prefix}/insight-face/video-swap`, { method: 'POST', headers, body: form });
  const text = await answer.text();
  return { status: answer.status, text, body: JSON.parse(text) };
}

/** The last form that the proxy received, with files as latin1 text. */
function lastForm() {
  const call = scene.proxy.callsOf('submit').at(-1);
  if (!call) throw new Error('nothing was submitted');
  return { path: call.path, secret: call.headers['mj-api-secret'], fields: formFieldsOf(call) };
}

const files = { source: FACE.toString('latin1'), target: VIDEO.toString('latin1') };

describe('new textures', () => {
  it('cost the price that the operator has set', async () => {
    const order = { prompt: 'of brass', image: IMAGE, state: 'order-9' };
    const { body } = await scene.post('/mj/submit/retexture', order);
    expect(body).toMatchObject({ code: 1, result: scene.proxy.ids[0] });
    expect(scene.lastSubmit).toMatchObject({ path: '/mj/submit/retexture', body: order, secret: SECRET });
    expect(await scene.rows()).toMatchObject([{ action: 'RETEXTURE', modelName: 'mj_retexture', quota: RETEXTURE }]);
    scene.proxy.finish(body.result);
    expect(await scene.fetch(body.result)).toMatchObject({ action: 'RETEXTURE', prompt: 'of brass', state: 'order-9' });
    expect(await scene.spent()).toBe(RETEXTURE);
  });
});

describe('faces in videos', () => {
  it('are swapped by a form, which arrives byte by byte', async () => {
    const { body } = await swap({ ...BOTH, state: 'order-10 – grün', strength: '0.5' });
    expect(body).toMatchObject({ code: 1, result: scene.proxy.ids[0] });
    expect(lastForm()).toEqual({
      path: '/mj/insight-face/video-swap',
      secret: SECRET,
      fields: { ...files, state: 'order-10 – grün', strength: '0.5' },
    });
    expect(await scene.spent()).toBe(SWAP);
    scene.proxy.finish(body.result);
    const video = await scene.fetch(body.result);
    expect(video).toMatchObject({ action: 'SWAP_VIDEO_FACE', prompt: 'InsightFace', state: 'order-10 – grün' });
    expect(video.videoUrl).toContain(`/mj/image/${body.result}?sig=`);
    const [row] = await scene.rows();
    expect(row).toMatchObject({ modelName: 'mj_swap_video_face', quota: SWAP, status: 'SUCCESS' });
    expect(row?.properties).not.toContain('strength');
  });

  it('are paid back when the proxy cannot find one', async () => {
    const { body } = await swap(BOTH);
    scene.proxy.fail(body.result, 'no face in the image');
    await scene.round();
    expect(await scene.spent()).toBe(0);
  });

  it('have a price per mode, and the whole form goes to the plain path where the proxy has no modes', async () => {
    expect((await swap(BOTH, '/mj-turbo/mj')).body.code).toBe(1);
    expect(lastForm()).toMatchObject({ path: '/mj-turbo/mj/insight-face/video-swap', fields: files });
    expect(await scene.spent()).toBe(TURBO_SWAP);
    scene.proxy.knowsModes = false;
    expect((await swap(BOTH, '/mj-relax/mj')).body.code).toBe(1);
    expect(lastForm()).toMatchObject({ path: '/mj/insight-face/video-swap', fields: files });
    expect(await scene.spent()).toBe(TURBO_SWAP + SWAP);
  });

  it('keep hooks and account filters like every other submission', async () => {
    const wants = { ...BOTH, notifyHook: 'https://caller.example/hook', accountFilter: '{"remark":"a"}' };
    await swap(wants, '/mj-fast/mj');
    expect(lastForm().fields).toEqual(files);
    const isOn = ['MjNotifyEnabled', 'MjAccountFilterEnabled'];
    await app.make.option('ServerAddress', 'https://gw.example');
    for (const key of isOn) await app.make.option(key, true);
    await swap(wants, '/mj-fast/mj');
    for (const key of isOn) await app.make.option(key, false);
    await app.make.option('ServerAddress', '');
    expect(lastForm().fields).toEqual({
      ...files,
      notifyHook: expect.stringMatching(/^https:\/\/gw\.example\/mj\/notify\/\w{40}$/),
      accountFilter: '{"remark":"a","modes":["FAST"]}',
    });
    expect((await scene.rows()).map(({ hookUrl }) => hookUrl)).toEqual(Array(2).fill(wants.notifyHook));
  });

  it.each([
    ['no video', { source: FACE }],
    ['no face', { target: VIDEO, state: 'x' }],
    ['an empty video', { source: FACE, target: Buffer.alloc(0) }],
  ])('are refused with %s', async (_name, parts) => {
    expect(await swap(parts)).toMatchObject({
      status: 400,
      body: { description: 'sour_base64_and_target_base64_is_required', type: 'upstream_error', code: 4 },
    });
    expect([scene.proxy.calls.length, await scene.spent()]).toEqual([0, 0]);
  });

  it('are refused when the body is no form, was cut, or holds other parts than a face and a video', async () => {
    const refused = { status: 400, body: { description: 'bind_request_body_failed', code: 4 } };
    const path = '/mj/insight-face/video-swap';
    expect(await scene.post(path, { sourceBase64: IMAGE, targetBase64: IMAGE })).toMatchObject(refused);
    const type = { 'content-type': 'multipart/form-data; boundary=x' };
    expect(await scene.post(path, '--x\r\nContent-Disp', { ...scene.auth, ...type })).toMatchObject(refused);
    expect(await swap({ ...BOTH, third: VIDEO })).toMatchObject(refused);
    expect((await swap(BOTH, '/mj', { 'mj-api-secret': 'sk-nobody' })).status).toBe(401);
    expect([scene.proxy.calls.length, await scene.spent()]).toEqual([0, 0]);
  });
});

it('new textures and swapped faces are refused without a price, and the refusal names the missing one', async () => {
  await app.make.option('ModelPrice', shipped);
  const refusals = [await scene.post('/mj/submit/retexture', { prompt: 'of brass' }), await swap(BOTH)];
  await app.make.option('ModelPrice', { ...shipped, ...PRICES });
  expect(refusals).toMatchObject([
    { status: 503, body: { code: 4, description: expect.stringContaining('mj_retexture') } },
    { status: 503, body: { code: 4, description: expect.stringContaining('mj_swap_video_face') } },
  ]);
  expect([scene.proxy.calls.length, await scene.spent()]).toEqual([0, 0]);
});
