import { RunwayApi, type RunwayFields } from './runway';
import { RunwayProxy } from './runway-proxy';

function send(address: string, headers: Readonly<Record<string, string>>, body?: unknown): Promise<Response> {
  return fetch(address, { ...(body !== undefined && { method: 'POST', body: JSON.stringify(body) }), headers });
}

const video = { model: 'gen4_turbo', promptImage: 'https://example.com/a.png', ratio: '1280:720', duration: 5 };

describe('the provider', () => {
  let runway: RunwayApi;
  beforeEach(async () => {
    runway = await RunwayApi.start();
  });
  afterEach(() => runway.close());
  const right = { authorization: 'Bearer key_test', 'x-runway-version': '2024-11-06' };
  const call = (path: string, body?: unknown, headers: Readonly<Record<string, string>> = right): Promise<Response> =>
    send(`${runway.url}/v1/${path}`, headers, body);
  const submit = async (): Promise<string> =>
    ((await (await call('image_to_video', video)).json()) as { readonly id: string }).id;

  it('shows progress only while it runs, and the video only at the end', async () => {
    const id = await submit();
    const seen = [];
    for (let poll = 0; poll < 3; poll += 1) seen.push((await (await call(`tasks/${id}`)).json()) as RunwayFields);
    expect(seen.map(({ status, progress, output }) => [status, progress, output?.length])).toEqual([
      ['PENDING', undefined, undefined],
      ['RUNNING', 0.42, undefined],
      ['SUCCEEDED', undefined, 1],
    ]);
    expect((await fetch(seen[2]?.output?.[0] ?? '')).headers.get('content-type')).toBe('video/mp4');
  });

  it('fails tasks with a code, and cancels them', async () => {
    const id = await submit();
    runway.fail(id, 'unsafe', 'SAFETY.INPUT.TEXT');
    expect(await (await call(`tasks/${id}`)).json()).toMatchObject({ failureCode: 'SAFETY.INPUT.TEXT' });
    await fetch(`${runway.url}/v1/tasks/${id}`, { method: 'DELETE', headers: right });
    expect(await (await call(`tasks/${id}`)).json()).toEqual({
      id,
      createdAt: expect.any(String) as string,
      status: 'CANCELLED',
    });
    expect((await call('tasks/unknown')).status).toBe(404);
  });

  it.each([
    [{ 'x-runway-version': '2024-11-06' }, 401],
    [{ authorization: 'Bearer key_test' }, 400],
    [{ ...right, 'x-runway-version': '2023-01-01' }, 400],
  ])('refuses the headers %j', async (headers, status) => {
    expect((await call('image_to_video', video, headers)).status).toBe(status);
    expect(runway.ids).toEqual([]);
  });

  it.each([
    ['image_to_video', { ...video, promptImage: undefined }],
    ['image_to_video', { ...video, ratio: '16:9' }],
    ['image_to_video', { ...video, duration: '5' }],
    ['text_to_video', { model: 'veo3.1' }],
    ['text_to_image', { promptText: 'x' }],
  ])('refuses %s with %j', async (kind, body) => {
    const answer = await call(kind, body);
    expect([answer.status, await answer.json()]).toEqual([
      400,
      expect.objectContaining({ error: 'Validation of body failed' }),
    ]);
  });

  it('refuses when a test sets that', async () => {
    runway.next({ status: 400, error: 'You do not have enough credits' });
    expect(await (await call('image_to_video', video)).json()).toMatchObject({
      error: 'You do not have enough credits',
    });
  });
});

it('a reseller serves the same API below /runwayml without a version', async () => {
  const resold = await RunwayApi.start({ form: 'resold' });
  const headers = { authorization: 'Bearer sk-runway' };
  expect((await send(`${resold.url}/runwayml/v1/image_to_video`, headers, video)).status).toBe(200);
  expect((await send(`${resold.url}/v1/image_to_video`, headers, video)).status).toBe(404);
  await resold.close();
});

describe('a reverse proxy', () => {
  let runway: RunwayProxy;
  beforeEach(async () => {
    runway = await RunwayProxy.start();
  });
  afterEach(() => runway.close());
  const post = async (path: string, body: unknown): Promise<Readonly<Record<string, unknown>>> => {
    const answer = await send(`${runway.url}/runway/${path}`, { authorization: 'Bearer sk-runway' }, body);
    return (await answer.json()) as Readonly<Record<string, unknown>>;
  };
  const submit = async (): Promise<string> => {
    const { data } = await post('pro/generate', { prompt: 'a kite', model: 'gen3', options: { seconds: 5 } });
    return (data as { readonly task_id: string }).task_id;
  };

  it.each(['feed', 'v1/feed'])('responds to %s with statuses that are texts', async feed => {
    const task_id = await submit();
    expect(await post(feed, { task_id })).toMatchObject({ code: 200, data: { task_id, status: '0', video_url: '' } });
    expect(await post(feed, { task_id })).toMatchObject({ data: { status: '1' } });
    const video_url = expect.stringMatching(/\.mp4$/) as string;
    expect(await post(feed, { task_id })).toMatchObject({ data: { status: '3', video_url } });
  });

  it('does not find a new task at first, and wraps videos, when a test sets that', async () => {
    runway.feedsTooEarly = 1;
    const task_id = await submit();
    expect(await post('feed', { task_id })).toMatchObject({ code: 'task_not_exist' });
    runway.wraps = true;
    runway.fail(task_id, 'moderation');
    expect(await post('feed', { task_id })).toMatchObject({
      code: 'success',
      data: { status: 'FAILURE', fail_reason: 'moderation', data: { status: '2', refund: 1 } },
    });
  });

  it('refuses in the body with HTTP 200 when a test sets that', async () => {
    runway.next({ code: 500, msg: 'busy' });
    expect(await post('pro/generate', { prompt: 'x' })).toEqual({ code: 500, msg: 'busy', data: null });
    expect(runway.ids).toEqual([]);
  });
});
