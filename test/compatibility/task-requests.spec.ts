import {
  MidjourneyProxy,
  KlingApi,
  LumaApi,
  LumaProxy,
  RunwayApi,
  RunwayProxy,
  SunoProxy,
  TaskUpstreams,
} from '../support/fakes/task-upstreams';
import {
  midjourneyButtons,
  midjourneyRequests,
  klingRequests,
  lumaRequests,
  openAiVideoRequests,
  runwayRequests,
  songRequests,
  unknownButtons,
} from '../support/inputs/task-requests';

const upstreams = new TaskUpstreams();
afterEach(() => upstreams.close());

async function post(address: string, body: unknown, headers: Readonly<Record<string, string>> = {}): Promise<unknown> {
  return (await fetch(address, { method: 'POST', body: JSON.stringify(body), headers })).json();
}

describe('bodies of Midjourney clients', () => {
  let proxy: MidjourneyProxy;
  beforeEach(async () => {
    proxy = await upstreams.add(MidjourneyProxy.start({ secret: '' }));
  });
  const submit = async (route: string, body: unknown): Promise<{ readonly code: number; readonly result: string }> =>
    (await post(`${proxy.url}/mj/${route}`, body)) as { readonly code: number; readonly result: string };
  const grid = async (): Promise<string> => {
    const { result } = await submit('submit/imagine', midjourneyRequests.imagine);
    proxy.finish(result);
    return result;
  };

  it.each([
    ['submit/imagine', midjourneyRequests.imagine],
    ['submit/imagine', midjourneyRequests.imagineFast],
    ['submit/imagine', midjourneyRequests.imagineWithReferences],
    ['submit/imagine', midjourneyRequests.imagineOneReference],
    ['submit/describe', midjourneyRequests.describe],
    ['submit/describe', midjourneyRequests.describeByLink],
    ['submit/blend', midjourneyRequests.blend],
    ['submit/shorten', midjourneyRequests.shorten],
    ['submit/upload-discord-images', midjourneyRequests.upload],
    ['submit/edits', midjourneyRequests.edits],
    ['submit/retexture', midjourneyRequests.retexture],
    ['submit/video', midjourneyRequests.video],
    ['insight-face/swap', midjourneyRequests.swapFace],
    ['insight-face/swap', midjourneyRequests.swapFaceByLink],
  ])('are accepted by %s', async (route, body) => {
    expect((await submit(route, body)).code).toBe(1);
  });

  it.each([
    ['submit/change', midjourneyRequests.upscale],
    ['submit/change', midjourneyRequests.variation],
    ['submit/change', midjourneyRequests.reroll],
    ['submit/simple-change', midjourneyRequests.simpleUpscale],
    ['submit/simple-change', midjourneyRequests.simpleVariation],
    ['submit/simple-change', midjourneyRequests.simpleReroll],
    ['submit/video', midjourneyRequests.videoExtend],
  ])('for follow-ups of a grid are accepted by %s', async (route, bodyFor) => {
    expect((await submit(route, bodyFor(await grid()))).code).toBe(1);
  });

  it.each(midjourneyButtons)('press the button $customId', async ({ customId, isWindow }) => {
    const { code, result } = await submit('submit/action', midjourneyRequests.action(await grid(), customId));
    expect([code, proxy.task(result).fields.status]).toEqual(isWindow ? [21, 'MODAL'] : [1, 'SUBMITTED']);
  });

  it.each(unknownButtons)('are refused for the unknown button %s', async customId => {
    expect((await submit('submit/action', midjourneyRequests.action(await grid(), customId))).code).toBe(4);
  });

  it.each([
    ['MJ::Inpaint::1::u::SOLO', midjourneyRequests.modalInpaint],
    ['MJ::CustomZoom::u', midjourneyRequests.modalZoom],
    ['MJ::Job::PicReader::1', midjourneyRequests.modalPlain],
  ])('confirm the window of the button %s', async (customId, bodyFor) => {
    const { result } = await submit('submit/action', midjourneyRequests.action(await grid(), customId));
    expect(await submit('submit/modal', bodyFor(result))).toMatchObject({ code: 1, result });
  });
});

describe('bodies of song clients', () => {
  it('are accepted, except for a continuation without its task', async () => {
    const suno = await upstreams.add(SunoProxy.start({ secret: '' }));
    const submit = (action: string, body: unknown): Promise<unknown> => post(`${suno.url}/suno/submit/${action}`, body);
    const accepted = expect.objectContaining({ code: 'success' }) as unknown;
    expect(await submit('music', songRequests.inspiration)).toEqual(accepted);
    expect(await submit('MUSIC', songRequests.instrumental)).toEqual(accepted);
    expect(await submit('music', { ...songRequests.custom, notify_hook: '' })).toEqual(accepted);
    expect(await submit('music', songRequests.continue(suno.ids[0] ?? '', 'clip'))).toEqual(accepted);
    expect(await submit('lyrics', songRequests.lyrics)).toEqual(accepted);
    expect(await submit('concat', songRequests.concat('clip'))).toEqual(accepted);
    expect(await submit('music', songRequests.continueWithoutTask)).toMatchObject({ message: 'task id is empty' });
    expect(await post(`${suno.url}/suno/fetch`, songRequests.fetch(...suno.ids))).toMatchObject({
      data: suno.ids.map(task_id => ({ task_id })),
    });
  });
});

describe('bodies of video clients', () => {
  it.each([
    ['text2video', klingRequests.text, 0],
    ['text2video', klingRequests.textWithCamera, 0],
    ['text2video', klingRequests.textOfCarelessClient, 1201],
    ['image2video', klingRequests.image, 0],
    ['image2video', { ...klingRequests.imageAsBase64, callback_url: '' }, 0],
    ['image2video', klingRequests.imageAsDataUrl, 1201],
  ])('get the expected code from Kling: %s', async (path, body, code) => {
    const kling = await upstreams.add(KlingApi.start({ key: 'plain' }));
    const answer = await post(`${kling.url}/v1/videos/${path}`, body, { authorization: 'Bearer plain' });
    expect(answer).toMatchObject({ code });
  });

  it('are accepted by Luma and its proxies', async () => {
    const luma = await upstreams.add(LumaApi.start({ key: 'k' }));
    const headers = { authorization: 'Bearer k' };
    const { text, image, extend, stillImage, proxied, proxiedExtend } = lumaRequests;
    for (const body of [text, { ...image, callback_url: '' }, extend('id')]) {
      expect(await post(`${luma.baseUrl}/generations`, body, headers)).toMatchObject({ state: 'queued' });
    }
    expect(await post(`${luma.baseUrl}/generations/image`, stillImage, headers)).toMatchObject({ model: 'photon-1' });
    const resold = await upstreams.add(LumaProxy.start({ key: 'k' }));
    expect(await post(`${resold.url}/luma/generations/`, proxied, headers)).toMatchObject({ state: 'pending' });
    const extension = `${resold.url}/luma/generations/${resold.ids[0]}/extend`;
    expect(await post(extension, proxiedExtend, headers)).toMatchObject({ state: 'pending' });
  });

  it('are accepted by Runway and its proxies', async () => {
    const runway = await upstreams.add(RunwayApi.start({ form: 'resold', key: 'k' }));
    const headers = { authorization: 'Bearer k' };
    const { image, imageAtBothEnds, resoldImage, text, proxied, feed } = runwayRequests;
    const accepted = { id: expect.any(String) as string };
    for (const body of [image, imageAtBothEnds, resoldImage]) {
      expect(await post(`${runway.url}/runwayml/v1/image_to_video`, body, headers)).toEqual(accepted);
    }
    expect(await post(`${runway.url}/runwayml/v1/text_to_video`, text, headers)).toEqual(accepted);
    const reverse = await upstreams.add(RunwayProxy.start({ key: 'k' }));
    expect(await post(`${reverse.url}/runway/pro/generate`, proxied, headers)).toMatchObject({ code: 200 });
    expect(await post(`${reverse.url}/runway/feed`, feed(reverse.ids[0] ?? ''), headers)).toMatchObject({ code: 200 });
  });

  it('have the same meaning as JSON and as a form', () => {
    const { fields, json, form } = openAiVideoRequests;
    expect(JSON.parse(json().body as string)).toEqual(fields);
    const { body } = form({ seconds: '4' });
    const entries = [...(body as FormData)].filter(([, value]) => typeof value === 'string');
    expect(Object.fromEntries(entries)).toEqual({ ...fields, seconds: '4' });
    expect((body as FormData).get('input_reference')).toMatchObject({ type: 'image/png', name: 'boat.png' });
  });
});
