import { faults } from '../tasks/faults';
import { LumaApi, type LumaFields } from './luma';
import { LumaProxy, type LumaProxyFields } from './luma-proxy';

function requestTo(base: () => string, key: string) {
  return (path: string, body?: unknown, given = key): Promise<Response> =>
    fetch(`${base()}${path}`, {
      ...(body !== undefined && { method: 'POST', body: JSON.stringify(body) }),
      headers: { authorization: `Bearer ${given}` },
    });
}

describe('the provider', () => {
  let luma: LumaApi;
  beforeEach(async () => {
    luma = await LumaApi.start();
  });
  afterEach(() => luma.close());
  const call = requestTo(() => luma.baseUrl, 'luma-test-key');
  const body = { model: 'ray-2', prompt: 'a kite', duration: '5s', aspect_ratio: '16:9' };
  const submit = async (): Promise<LumaFields> => (await (await call('/generations', body)).json()) as LumaFields;
  const look = async (id: string): Promise<LumaFields> =>
    (await (await call(`/generations/${id}`)).json()) as LumaFields;

  it('makes a video that is in state dreaming before it is finished', async () => {
    const answer = await call('/generations', body);
    expect(answer.status).toBe(201);
    const { id, request } = (await answer.json()) as LumaFields;
    expect(request).toEqual({ generation_type: 'video', ...body });
    const seen = [await look(id), await look(id), await look(id)];
    expect(seen.map(task => [task.state, task.assets !== null])).toEqual([
      ['queued', false],
      ['dreaming', false],
      ['completed', true],
    ]);
    expect((await fetch(seen[2]?.assets?.video ?? '')).headers.get('content-type')).toBe('video/mp4');
  });

  it('makes images, follow-ups and lists', async () => {
    const image = (await (
      await call('/generations/image', { model: 'photon-1', prompt: 'a kite' })
    ).json()) as LumaFields;
    luma.finish(image.id);
    expect((await look(image.id)).assets?.image).toMatch(/\.png$/);
    expect((await call(`/generations/${image.id}/upscale`, {})).status).toBe(201);
    expect((await call('/generations/unknown/upscale', {})).status).toBe(404);
    expect(await (await call('/generations?limit=10')).json()).toMatchObject({ count: 2, has_more: false });
    expect(await (await call('/credits')).json()).toEqual({ credit_balance: 1234 });
  });

  it('forgets a deleted generation', async () => {
    const { id } = await submit();
    const headers = { authorization: 'Bearer luma-test-key' };
    expect((await fetch(`${luma.baseUrl}/generations/${id}`, { method: 'DELETE', headers })).status).toBe(204);
    expect((await call(`/generations/${id}`)).status).toBe(404);
  });

  it.each([
    [{ prompt: 'a kite' }, 'model'],
    [{ ...body, prompt: 'a' }, 'prompt'],
    [{ ...body, duration: 5 }, 'duration'],
    [{ ...body, keyframes: { frame0: { type: 'image', url: 'data:image/png;base64,aGk=' } } }, 'keyframes'],
  ])('refuses %j', async (wrong, field) => {
    const answer = await call('/generations', wrong);
    expect([answer.status, await answer.json()]).toEqual([
      422,
      { detail: [expect.objectContaining({ loc: ['body', field] })] },
    ]);
  });

  it('refuses a wrong key, and other calls when a test sets that', async () => {
    const stranger = await call('/generations', body, 'wrong');
    expect([stranger.status, await stranger.json()]).toEqual([401, { detail: 'Invalid authentication' }]);
    luma.next({ status: 402, detail: 'Insufficient credits' });
    expect((await call('/generations', body)).status).toBe(402);
    luma.always('fetch', faults.html);
    const { id } = await submit();
    expect(await (await call(`/generations/${id}`)).text()).toContain('<html>');
  });
});

describe('a reverse proxy', () => {
  let luma: LumaProxy;
  beforeEach(async () => {
    luma = await LumaProxy.start();
  });
  afterEach(() => luma.close());
  const call = requestTo(() => `${luma.url}/luma`, 'sk-luma');
  const submit = async (): Promise<LumaProxyFields> =>
    (await (await call('/generations/', { user_prompt: 'a kite', aspect_ratio: '9:16' })).json()) as LumaProxyFields;

  it('returns the bare video', async () => {
    const { id, state, video } = await submit();
    expect([state, video]).toEqual(['pending', null]);
    luma.finish(id);
    const done = (await (await call(`/generations/${id}`)).json()) as LumaProxyFields;
    expect(done).toMatchObject({ id, state: 'completed', request: { aspect_ratio: '9:16' } });
    expect((await fetch(String(done.video?.download_url))).headers.get('content-type')).toBe('video/mp4');
  });

  it('wraps videos when a test sets that, alone and in batches', async () => {
    const { id } = await submit();
    luma.fail(id, 'moderation');
    luma.wraps = true;
    const task = { task_id: id, status: 'FAILURE', progress: '100%', fail_reason: 'moderation', data: { id } };
    expect(await (await call(`/generations/${id}`)).json()).toMatchObject({ code: 'success', data: task });
    expect(await (await call('/tasks', { ids: [id, 'x'] })).json()).toMatchObject({ code: 'success', data: [task] });
    expect(luma.idsPerBatch).toEqual([2]);
  });

  it('extends known videos only and gives links without watermark', async () => {
    const { id } = await submit();
    expect((await call(`/generations/${id}/extend`, { user_prompt: 'on' })).status).toBe(200);
    expect((await call('/generations/x/extend', { user_prompt: 'on' })).status).toBe(400);
    expect(await (await call(`/generations/${id}/download_video_url`)).json()).toEqual({
      url: expect.stringMatching(/\.mp4$/) as string,
    });
    expect((await call('/generations', {})).status).toBe(400);
  });
});
