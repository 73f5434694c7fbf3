import { json } from '../call/behaviour';
import { faults, htmlPage } from '../tasks/faults';
import { PNG_BYTES } from '../tasks/file-server';
import { createMockUpstream } from '../mock-upstream';
import { MidjourneyProxy } from './midjourney';
import { type MidjourneyFields, IMAGE_UUID } from './midjourney-task';

interface SubmitAnswer {
  readonly code: number;
  readonly result: string;
  readonly properties: Readonly<Record<string, unknown>>;
}

const IMAGE = 'data:image/png;base64,iVBORw0KGgo=';
let proxy: MidjourneyProxy;

beforeEach(async () => {
  proxy = await MidjourneyProxy.start();
});
afterEach(() => proxy.close());

function call(path: string, body?: unknown, secret = 'mj-secret'): Promise<Response> {
  return fetch(`${proxy.url}${path}`, {
    ...(body !== undefined && { method: 'POST', body: JSON.stringify(body) }),
    headers: { 'mj-api-secret': secret, 'content-type': 'application/json' },
  });
}

async function submit(route: string, body: unknown): Promise<SubmitAnswer> {
  return (await (await call(`/mj/${route}`, body)).json()) as SubmitAnswer;
}

function imagine(fields: Readonly<Record<string, unknown>> = {}): Promise<SubmitAnswer> {
  return submit('submit/imagine', { prompt: 'a paper boat', ...fields });
}

async function list(...ids: readonly string[]): Promise<MidjourneyFields[]> {
  return (await (await call('/mj/task/list-by-condition', { ids })).json()) as MidjourneyFields[];
}

async function finished(): Promise<string> {
  const { result } = await imagine();
  proxy.finish(result);
  return result;
}

describe('the routes', () => {
  it('refuse a wrong secret with 401 and no body', async () => {
    const answer = await call('/mj/submit/imagine', { prompt: 'x' }, 'wrong');
    expect([answer.status, await answer.text()]).toEqual([401, '']);
    expect(proxy.ids).toEqual([]);
  });

  it('ignore the header when the proxy has no secret', async () => {
    proxy.secret = '';
    expect((await call('/mj/submit/imagine', { prompt: 'x' }, 'wrong')).status).toBe(200);
  });

  it.each(['fast', 'turbo', 'relax'])('have the mode %s only where it is built in', async mode => {
    await call(`/mj-${mode}/mj/submit/imagine`, { prompt: 'x' });
    expect(proxy.task(proxy.ids[0] ?? '').fields.mode).toBe(mode.toUpperCase());
    proxy.knowsModes = false;
    proxy.unknownPath = 'html';
    const answer = await call(`/mj-${mode}/mj/submit/imagine`, { prompt: 'x' });
    expect([answer.status, answer.headers.get('content-type')]).toEqual([404, 'text/html; charset=utf-8']);
    expect(proxy.ids).toHaveLength(1);
  });

  it('include no Plus routes in the original build', async () => {
    const original = await MidjourneyProxy.start({ build: 'original', secret: '' });
    const post = (route: string): Promise<Response> =>
      fetch(`${original.url}/mj/${route}`, { method: 'POST', body: '{}' });
    expect((await post('submit/action')).status).toBe(404);
    expect((await post('submit/imagine')).status).toBe(200);
    await original.close();
  });
});

describe('a task', () => {
  it('goes through its states, one per poll, with previews before the image', async () => {
    const { code, result } = await imagine({ state: 'order-1' });
    expect([code, result]).toEqual([1, expect.stringMatching(/^\d{16}$/)]);
    const seen = [await list(result), await list(result), await list(result), await list(result)].flat();
    expect(seen.map(task => [task.status, task.progress])).toEqual([
      ['SUBMITTED', '0%'],
      ['IN_PROGRESS', '31%'],
      ['IN_PROGRESS', '78%'],
      ['SUCCESS', '100%'],
    ]);
    const addresses = seen.map(task => task.imageUrl);
    expect(addresses[0]).toBeNull();
    expect(new Set(addresses).size).toBe(4);
    expect(seen[3]).toMatchObject({ action: 'IMAGINE', state: 'order-1', prompt: 'a paper boat', failReason: null });
    const image = await fetch(addresses[3] ?? '');
    expect(image.headers.get('content-type')).toBe('image/png');
    expect(Buffer.from(await image.arrayBuffer())).toEqual(PNG_BYTES);
  });

  it('follows a script by polls and by time, backwards too', async () => {
    const { result } = await imagine();
    proxy.task(result).script([
      { status: 'SUCCESS', progress: '100%', forPolls: 2 },
      { status: 'IN_PROGRESS', progress: '62%', forMs: 30 },
      { status: 'FAILURE', failReason: 'late' },
    ]);
    const [first] = await list(result);
    const [second] = await list(result);
    const [third] = await list(result);
    expect([first?.status, second?.status, third?.status]).toEqual(['SUCCESS', 'SUCCESS', 'IN_PROGRESS']);
    await new Promise(resolve => setTimeout(resolve, 60));
    expect((await list(result))[0]).toMatchObject({ status: 'FAILURE', failReason: 'late' });
  });

  it('is finished, failed and forgotten when a test says so', async () => {
    const { result } = await imagine();
    proxy.finish(result, { imageUrl: 'https://cdn.example.com/u.png' });
    expect((await list(result))[0]).toMatchObject({ status: 'SUCCESS', imageUrl: 'https://cdn.example.com/u.png' });
    proxy.fail(result, 'Banned prompt');
    expect((await list(result))[0]).toMatchObject({ status: 'FAILURE', failReason: 'Banned prompt' });
    proxy.forget(result);
    expect(await list(result)).toEqual([]);
    expect(await (await call(`/mj/task/${result}/fetch`)).text()).toBe('');
  });

  it('reports every change to its hook, and lies when a test sets them', async () => {
    const receiver = await createMockUpstream();
    receiver.script(() => json({}));
    const { result } = await imagine({ notifyHook: `${receiver.url}/hook` });
    proxy.finish(result);
    await proxy.hooksSettled();
    expect((await proxy.callNotify(result, { status: 'IN_PROGRESS' })).status).toBe(200);
    const received = receiver.calls.map(({ body }) => body as MidjourneyFields);
    expect(received.map(task => [task.id, task.status]).sort()).toEqual([
      [result, 'IN_PROGRESS'],
      [result, 'SUBMITTED'],
      [result, 'SUCCESS'],
    ]);
    await receiver.close();
  });
});

it('leaves a hook that never responds when it closes', async () => {
  const receiver = await createMockUpstream();
  receiver.script(() => ({ kind: 'stall' }));
  await imagine({ notifyHook: `${receiver.url}/hook` });
  const [hook] = await receiver.waitForCalls(1);
  await proxy.close();
  await proxy.hooksSettled();
  expect(proxy.hookCalls).toEqual([expect.objectContaining({ address: `${receiver.url}/hook`, status: null })]);
  expect(hook && (await receiver.waitForClose(hook))).toBeGreaterThan(0);
  await receiver.close();
});

describe('responses to submits', () => {
  it('can have code 21 and a new task', async () => {
    proxy.next({ code: 21, script: [{ status: 'MODAL' }] });
    const { code, result } = await imagine();
    expect([code, (await list(result))[0]?.status]).toEqual([21, 'MODAL']);
  });

  it.each([
    [22, { numberOfQueues: 1 }, 1],
    [23, { discordInstanceId: expect.any(String) as string }, 0],
    [24, { bannedWord: 'boat' }, 0],
    [3, {}, 0],
    [30, {}, 0],
  ])('can have code %i', async (code, properties, tasks) => {
    proxy.next({ code });
    expect(await imagine()).toMatchObject({ code, properties });
    expect(proxy.ids).toHaveLength(tasks);
    expect((await imagine()).code).toBe(1);
  });

  it('name the same task for the same button', async () => {
    const taskId = await finished();
    const first = await submit('submit/change', { taskId, action: 'UPSCALE', index: 2 });
    proxy.finish(first.result);
    const again = await submit('submit/simple-change', { content: `${taskId} u2` });
    expect(again).toMatchObject({ code: 21, result: first.result, properties: { status: 'SUCCESS' } });
    const other = await submit('submit/simple-change', { content: `${taskId} U3` });
    expect([other.code, other.result === first.result]).toEqual([1, false]);
  });

  it('name an existing task when a test sets that', async () => {
    const { result } = await imagine();
    proxy.next({ code: 1, result });
    expect(await imagine()).toMatchObject({ code: 1, result });
    expect(proxy.ids).toEqual([result]);
  });

  it('carry bare numbers beyond 2^53', async () => {
    proxy.numericIds = true;
    const text = await (await call('/mj/submit/imagine', { prompt: 'x' })).text();
    const [, digits = ''] = /"result":(\d+)/.exec(text) ?? [];
    expect(BigInt(digits)).toBeGreaterThan(BigInt(Number.MAX_SAFE_INTEGER));
    expect(proxy.ids).toEqual([digits]);
    const listed = await call('/mj/task/list-by-condition', { ids: [digits] });
    expect(await listed.text()).toContain(`"id":${digits}`);
  });

  it.each([
    ['submit/imagine', {}],
    ['submit/imagine', { prompt: 'x', base64Array: ['no-data-url'] }],
    ['submit/simple-change', { content: '1  U2' }],
    ['submit/blend', { base64Array: [IMAGE] }],
    ['submit/describe', {}],
    ['submit/shorten', {}],
    ['submit/video', { prompt: 'x' }],
    ['insight-face/swap', { sourceBase64: IMAGE }],
  ])('refuse a wrong body for %s with code 4', async (route, body) => {
    expect((await submit(route, body)).code).toBe(4);
    expect(proxy.ids).toEqual([]);
  });

  it('refuse changes of unknown and of unfinished tasks', async () => {
    const { result } = await imagine();
    expect((await submit('submit/change', { taskId: '1', action: 'REROLL' })).code).toBe(3);
    expect((await submit('submit/change', { taskId: result, action: 'REROLL' })).code).toBe(4);
  });

  it.each([
    ['submit/describe', { base64: IMAGE }, 'DESCRIBE'],
    ['submit/blend', { base64Array: [IMAGE, IMAGE], dimensions: 'SQUARE' }, 'BLEND'],
    ['submit/shorten', { prompt: 'x' }, 'SHORTEN'],
    ['submit/edits', { prompt: 'x', image: IMAGE }, 'EDIT'],
    ['submit/video', { prompt: 'x', motion: 'low' }, 'VIDEO'],
    ['insight-face/swap', { sourceBase64: IMAGE, targetBase64: IMAGE }, 'SWAP_FACE'],
  ])('accept %s', async (route, body, action) => {
    const { code, result } = await submit(route, body);
    expect([code, proxy.task(result).fields.action]).toEqual([1, action]);
  });

  it('accept a form with a video and a face, and no form that lacks one of them', async () => {
    const form = (...parts: readonly string[]): FormData => {
      const body = new FormData();
      for (const part of parts) body.set(part, new Blob([Buffer.from([0, 13, 10, 255])]), `${part}.bin`);
      body.set('state', 'grün');
      return body;
    };
    const swap = async (body: FormData): Promise<{ readonly code: number; readonly result: string }> => {
      const headers = { 'mj-api-secret': proxy.secret };
      const answer = await fetch(`${proxy.url}/mj/insight-face/video-swap`, { method: 'POST', body, headers });
      return (await answer.json()) as { code: number; result: string };
    };
    expect(await swap(form('source'))).toMatchObject({ code: 4 });
    const { code, result } = await swap(form('source', 'target'));
    expect([code, proxy.task(result).fields]).toMatchObject([1, { action: 'SWAP_VIDEO_FACE', state: 'grün' }]);
    proxy.finish(result);
    expect(proxy.task(result).fields.videoUrl).toMatch(/\.mp4$/);
  });

  it('give the addresses of uploaded images at once', async () => {
    const answer = await submit('submit/upload-discord-images', { base64Array: [IMAGE, IMAGE] });
    expect(answer).toMatchObject({ code: 1, result: [expect.stringMatching(/^http/), expect.stringMatching(/^http/)] });
    expect(proxy.ids).toEqual([]);
  });
});

describe('windows', () => {
  const customId = `MJ::Inpaint::1::${IMAGE_UUID}::SOLO`;
  const opened = async (): Promise<string> => {
    const answer = await submit('submit/action', { taskId: await finished(), customId });
    expect(answer).toMatchObject({ code: 21, properties: { remix: true } });
    return answer.result;
  };

  it.each([
    [false, true],
    [true, false],
  ])('go on, under a new id: %s', async (givesNew, isSame) => {
    proxy.modalGivesNewId = givesNew;
    const taskId = await opened();
    expect((await list(taskId))[0]?.status).toBe('MODAL');
    expect((await submit('submit/modal', { taskId, prompt: 'a lighthouse' })).code).toBe(4);
    const answer = await submit('submit/modal', { taskId, prompt: 'a lighthouse', maskBase64: IMAGE });
    expect([answer.code, answer.result === taskId]).toEqual([1, isSame]);
    expect((await list(answer.result))[0]).toMatchObject({ status: 'SUBMITTED', prompt: 'a lighthouse' });
  });

  it('open for variations only while the account is in remix mode', async () => {
    const body = { taskId: await finished(), customId: `MJ::JOB::variation::2::${IMAGE_UUID}` };
    expect((await submit('submit/action', body)).code).toBe(1);
    proxy.isRemix = true;
    expect((await submit('submit/action', body)).code).toBe(21);
  });
});

describe('seeds and cancels', () => {
  it('are available for known tasks', async () => {
    const id = await finished();
    expect(await (await call(`/mj/task/${id}/image-seed`)).json()).toMatchObject({ code: 1, result: '636646138' });
    expect(await (await call('/mj/task/9/image-seed')).json()).toMatchObject({ code: 3 });
  });

  it('stop running tasks, and no task that has ended', async () => {
    const [ended, running] = [await finished(), (await imagine()).result];
    const cancel = async (id: string): Promise<unknown> => (await call(`/mj/task/${id}/cancel`, {})).json();
    const answers = [await cancel(running), await cancel(running), await cancel(ended), await cancel('9')];
    expect(answers).toMatchObject([1, 4, 4, 3].map(code => ({ code })));
    expect([running, ended].map(id => proxy.task(id).fields.status)).toEqual(['CANCEL', 'SUCCESS']);
  });
});

describe('faults', () => {
  it('before the work leave no task, after the work leave one', async () => {
    proxy.refuse('submit', faults.dropped);
    await expect(imagine()).rejects.toThrow('fetch failed');
    expect(proxy.ids).toHaveLength(0);
    proxy.interrupt('submit', faults.dropped, faults.html, faults.empty);
    await expect(imagine()).rejects.toThrow('fetch failed');
    expect(await (await call('/mj/submit/imagine', { prompt: 'x' })).text()).toContain('<html>');
    expect(await (await call('/mj/submit/imagine', { prompt: 'x' })).text()).toBe('');
    expect(proxy.ids).toHaveLength(3);
    expect((await imagine()).code).toBe(1);
  });

  it('stay until they are removed', async () => {
    proxy.always('list', faults.unavailable);
    expect((await call('/mj/task/list-by-condition', { ids: [] })).status).toBe(503);
    expect((await call('/mj/task/list-by-condition', { ids: [] })).status).toBe(503);
    proxy.always('list', null);
    expect(await list()).toEqual([]);
  });

  it('distort lists', async () => {
    const { result } = await imagine();
    proxy.distort = body => [...(body as unknown[]), { id: '77', status: 'SUCCESS' }, ...(body as unknown[])];
    expect((await list(result)).map(task => task.id)).toEqual([result, '77', result]);
  });

  it('replace images', async () => {
    proxy.files.lie('/a.png', htmlPage());
    proxy.files.lie('/b.png', { kind: 'oversize', bytes: 200_000, contentType: 'image/png' });
    expect((await fetch(proxy.files.address('a.png'))).headers.get('content-type')).toContain('text/html');
    expect((await (await fetch(proxy.files.address('b.png'))).arrayBuffer()).byteLength).toBe(200_000);
    expect((await fetch(proxy.files.address('c.txt'))).status).toBe(404);
  });
});

describe('the record of polls', () => {
  it('counts ids per batch and polls at once', async () => {
    proxy.delay('list', 50);
    const ids = [(await imagine()).result, (await imagine()).result];
    await Promise.all([list(...ids), list(ids[0] ?? ''), list()]);
    await list(...ids);
    expect([...proxy.idsPerBatch].sort()).toEqual([0, 1, 2, 2]);
    expect(proxy.pollsAtOnceMax).toBe(3);
    expect(proxy.callsOf('list')).toHaveLength(4);
    expect((await proxy.waitFor('submit', 2))[0]).toMatchObject({
      method: 'POST',
      path: '/mj/submit/imagine',
      body: { prompt: 'a paper boat' },
    });
    await expect(proxy.waitFor('seed', 1, 20)).rejects.toThrow('waited 20 ms for 1 calls "seed" and saw 0');
  });
});
