import { CogvideoApi } from './cogvideo';
import { HailuoApi } from './hailuo';
import { WanApi } from './wan';

type Answer = Readonly<Record<string, unknown>>;

const open: { close(): Promise<void> }[] = [];
afterEach(() => Promise.all(open.splice(0).map(upstream => upstream.close())));

async function started<Upstream extends { close(): Promise<void> }>(starting: Promise<Upstream>): Promise<Upstream> {
  const upstream = await starting;
  open.push(upstream);
  return upstream;
}

async function ask(
  upstream: { readonly url: string; readonly key: string },
  path: string,
  body?: unknown,
  headers: Readonly<Record<string, string>> = {},
): Promise<{ readonly status: number; readonly body: Answer }> {
  const answer = await fetch(upstream.url + path, {
    ...(body !== undefined && { method: 'POST', body: JSON.stringify(body) }),
    headers: { authorization: `Bearer ${upstream.key}`, ...headers },
  });
  return { status: answer.status, body: (await answer.json()) as Answer };
}

describe('Zhipu', () => {
  const submit = '/api/paas/v4/videos/generations';

  it('makes a video and names it at the end', async () => {
    const zhipu = await started(CogvideoApi.start());
    const { body } = await ask(zhipu, submit, { model: 'cogvideox-3', prompt: 'a boat' });
    const path = `/api/paas/v4/async-result/${String(body.id)}`;
    expect((await ask(zhipu, path)).body).toMatchObject({ task_status: 'PROCESSING' });
    expect((await ask(zhipu, path)).body).toMatchObject({
      task_status: 'SUCCESS',
      video_result: [{ url: zhipu.files.address(`${String(body.id)}.mp4`) }],
    });
  });

  it.each([
    [{ model: 'cogvideox-3' }, '1214'],
    [{ model: 'cogvideox-3', prompt: 'x', duration: 7 }, '1214'],
    [{ model: 'cogvideox-3', prompt: 'x', size: '16:9' }, '1214'],
  ])('refuses %j', async (body, code) => {
    const zhipu = await started(CogvideoApi.start());
    expect(await ask(zhipu, submit, body)).toMatchObject({ status: 400, body: { error: { code } } });
  });
});

describe('MiniMax', () => {
  it('uses HTTP 200 for everything, and gives the address of a video only for its file', async () => {
    const minimax = await started(HailuoApi.start({ groupId: '17' }));
    expect(await ask({ url: minimax.url, key: 'other' }, '/v1/video_generation', {})).toMatchObject({
      status: 200,
      body: { base_resp: { status_code: 1004 } },
    });
    const { body } = await ask(minimax, '/v1/video_generation', { model: 'MiniMax-Hailuo-2.3', prompt: 'a boat' });
    const query = `/v1/query/video_generation?task_id=${String(body.task_id)}`;
    const seen = [await ask(minimax, query), await ask(minimax, query), await ask(minimax, query)];
    expect(seen.map(answer => answer.body.status)).toEqual(['Queueing', 'Processing', 'Success']);
    const file = `/v1/files/retrieve?file_id=${String(seen[2]?.body.file_id)}`;
    expect((await ask(minimax, file)).body).toMatchObject({ base_resp: { status_code: 1004 } });
    expect((await ask(minimax, `${file}&GroupId=17`)).body).toMatchObject({
      file: { download_url: expect.stringMatching(/\.mp4$/) as string },
    });
  });
});

describe('Alibaba', () => {
  const submit = '/api/v1/services/aigc/video-generation/video-synthesis';
  const video = { model: 'wan2.6-t2v', input: { prompt: 'a boat' }, parameters: { size: '1280*720', duration: 5 } };

  it('makes no video while one waits, and does not know foreign tasks', async () => {
    const ali = await started(WanApi.start());
    expect(await ask(ali, submit, video)).toMatchObject({ status: 403, body: { code: 'AccessDenied' } });
    expect((await ask(ali, '/api/v1/tasks/none')).body).toMatchObject({ output: { task_status: 'UNKNOWN' } });
  });

  it.each([
    [{ ...video, parameters: { size: '1280x720' } }],
    [{ ...video, input: {} }],
    [{ ...video, model: 'wan2.6-i2v' }],
    [{ ...video, parameters: { duration: '5' } }],
  ])('refuses %j', async body => {
    const ali = await started(WanApi.start());
    const answer = await ask(ali, submit, body, { 'x-dashscope-async': 'enable' });
    expect(answer).toMatchObject({ status: 400, body: { code: 'InvalidParameter' } });
  });
});
