import { createServer, type Server } from 'node:http';
import { type AddressInfo } from 'node:net';
import { must } from '../support/clients/factories';
import { eventually } from '../support/eventually';
import {
  FULL,
  HALF,
  INPAINT,
  IMAGE,
  type ClientTask,
  startMidjourneyScene,
  type MidjourneyScene,
} from '../support/scenes/midjourney-scene';
import { buttonsOf, faults, IMAGE_UUID } from '../support/fakes/task-upstreams';
import { startTestApp, type TestApp } from '../support/servers/test-app';

const U2 = buttonsOf('IMAGINE')[1]?.customId ?? '';

let app: TestApp;
let scene: MidjourneyScene;

beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());
beforeEach(async () => {
  scene = await startMidjourneyScene(app);
});
afterEach(async () => {
  await scene.close();
  expect((await app.verifyLedger()).differences).toEqual([]);
});

/** A second user of the same server and the same channel. */
async function stranger(): Promise<Record<string, string>> {
  const other = await app.make.signedIn({ quota: 10_000_000 });
  return { 'mj-api-secret': (await app.make.token(other)).secret };
}

describe('follow-ups', () => {
  it.each([
    ['change', (taskId: string) => ({ taskId, action: 'UPSCALE', index: 2 }), 'mj_upscale', HALF],
    ['change', (taskId: string) => ({ taskId, action: 'VARIATION', index: 3 }), 'mj_variation', FULL],
    ['change', (taskId: string) => ({ taskId, action: 'REROLL' }), 'mj_reroll', FULL],
    ['simple-change', (taskId: string) => ({ content: `${taskId} U1` }), 'mj_upscale', HALF],
    ['simple-change', (taskId: string) => ({ content: `${taskId} v4` }), 'mj_variation', FULL],
    ['simple-change', (taskId: string) => ({ content: `${taskId} R` }), 'mj_reroll', FULL],
    ['action', (taskId: string) => ({ taskId, customId: U2 }), 'mj_upscale', HALF],
  ])('include %s, sent to the channel of its task with its prompt', async (route, bodyOf, model, units) => {
    const parent = await scene.drawn('a red fox');
    const rivals = await Promise.all([1, 2, 3].map(() => startMidjourneyScene(app, {}, { priority: 10 })));
    const { body } = await scene.post(`/mj/submit/${route}`, bodyOf(parent));
    expect(body).toMatchObject({ code: 1, result: scene.proxy.ids[1] });
    expect(rivals.flatMap(({ proxy }) => proxy.calls)).toEqual([]);
    expect((await scene.rows())[1]).toMatchObject({ modelName: model, quota: units, channelId: scene.channelId });
    expect(await scene.fetch(body.result)).toMatchObject({ prompt: 'a red fox' });
    expect(await scene.spent()).toBe(FULL + units);
    for (const rival of rivals) await rival.close();
  });

  it.each(['change', 'simple-change', 'action', 'modal'])('by %s never change a task of another user', async route => {
    const taskId = await scene.drawn();
    const calls = scene.proxy.calls.length;
    const body = { taskId, action: 'REROLL', content: `${taskId} R`, customId: U2 };
    expect(await scene.post(`/mj/submit/${route}`, body, await stranger())).toMatchObject({
      status: 400,
      body: { description: 'task_not_found', code: 4 },
    });
    expect(scene.proxy.calls).toHaveLength(calls);
  });

  it('require a finished task while the option says so', async () => {
    const taskId = await scene.imagine();
    const change = () => scene.post('/mj/submit/change', { taskId, action: 'UPSCALE', index: 1 });
    expect(await change()).toMatchObject({ status: 400, body: { description: 'task_status_not_success' } });
    await app.make.option('MjActionCheckSuccessEnabled', false);
    // From here on the upstream decides.
    expect(await change()).toMatchObject({ status: 200, body: { code: 4 } });
    await app.make.option('MjActionCheckSuccessEnabled', true);
  });

  it('are refused when the channel is disabled or gone, and never go to another one', async () => {
    const taskId = await scene.drawn();
    const rival = await startMidjourneyScene(app);
    const change = () => scene.post('/mj/submit/change', { taskId, action: 'REROLL' });
    await must(app.root.put('/api/channel/', { id: scene.channelId, status: 2 }));
    const refusal = { status: 400, body: { description: 'the channel of this task is disabled', code: 4 } };
    expect(await change()).toMatchObject(refusal);
    expect((await scene.get(`/mj/task/${taskId}/image-seed`)).body).toMatchObject(refusal.body);
    await must(app.root.delete(`/api/channel/${scene.channelId}`));
    expect(await change()).toMatchObject({ status: 400, body: { description: 'get_channel_info_failed' } });
    expect(rival.proxy.calls).toEqual([]);
    await rival.close();
    await scene.proxy.close();
    scene = await startMidjourneyScene(app);
  });

  it('use the key of their task, whichever keys the channel has besides', async () => {
    const several = await startMidjourneyScene(
      app,
      { secret: '' },
      { key: 'one\ntwo\nthree', several_keys: true, priority: 50 },
    );
    const taskId = await several.drawn();
    const first = several.lastSubmit.secret;
    for (let round = 0; round < 6; round++) {
      await several.post('/mj/submit/change', { taskId, action: 'REROLL' });
      expect(several.lastSubmit.secret).toBe(first);
    }
    await several.close();
  });

  it('cost nothing when they were done before, also when many come at once', async () => {
    const taskId = await scene.drawn();
    const press = () => scene.post('/mj/submit/action', { taskId, customId: U2 });
    const first = (await press()).body.result;
    scene.proxy.finish(first);
    const answers = await Promise.all(Array.from({ length: 8 }, press));
    expect(new Set(answers.map(({ body }) => `${body.code} ${body.result}`))).toEqual(new Set([`1 ${first}`]));
    expect(await scene.spent()).toBe(FULL + HALF);
    expect((await scene.rows()).filter(row => row.taskId === first)).toHaveLength(1);
  });

  it('end at once when the proxy has already finished them, and are charged once', async () => {
    const taskId = await scene.drawn();
    const imageUrl = scene.proxy.files.address('u2.png');
    scene.proxy.next({ code: 21, result: '4711', properties: { status: 'SUCCESS', imageUrl } });
    const { body, text } = await scene.post('/mj/submit/change', { taskId, action: 'UPSCALE', index: 2 });
    expect(body).toMatchObject({ code: 1, result: '4711' });
    expect(text).not.toContain(imageUrl);
    expect(body.properties?.imageUrl).toContain('/mj/image/4711?sig=');
    expect((await scene.rows()).at(-1)).toMatchObject({ code: 1, status: 'SUCCESS', progress: '100%', quota: HALF });
  });
});

describe('dialogs', () => {
  it.each([
    ['under the id of the dialog', false],
    ['under an id of its own', true],
  ])('go on %s, and the second call is charged', async (_name, modalGivesNewId) => {
    scene.proxy.modalGivesNewId = modalGivesNewId;
    const parent = await scene.drawn('a lake');
    const open = await scene.post('/mj/submit/action', { taskId: parent, customId: INPAINT });
    expect(open.body).toMatchObject({ code: 21 });
    const dialog = open.body.result;
    expect(await scene.spent()).toBe(FULL);
    expect(await scene.fetch(dialog)).toMatchObject({ status: 'MODAL', action: 'INPAINT', prompt: 'a lake' });
    const answer = await scene.post('/mj/submit/modal', {
      taskId: dialog,
      prompt: 'a lighthouse',
      maskBase64: IMAGE,
    });
    expect(answer.body.code).toBe(1);
    expect(answer.body.result === dialog).toBe(!modalGivesNewId);
    expect(await scene.spent()).toBe(2 * FULL);
    const row = (await scene.rows()).filter(({ taskId }) => taskId === answer.body.result);
    expect(row).toMatchObject([{ action: 'MODAL', quota: FULL }]);
    // In both cases no task goes on waiting for a second call.
    const waiting = (await scene.rows()).filter(({ status, isOpen }) => isOpen && status === 'MODAL');
    expect(waiting).toEqual([]);
    expect(JSON.stringify(await scene.rows())).not.toContain(IMAGE.slice(30, 60));
    scene.proxy.finish(answer.body.result);
    expect(await scene.fetch(answer.body.result)).toMatchObject({ status: 'SUCCESS', prompt: 'a lighthouse' });
  });

  it('give the price of the second call back when it fails', async () => {
    const parent = await scene.drawn();
    const { body } = await scene.post('/mj/submit/action', { taskId: parent, customId: INPAINT });
    await scene.post('/mj/submit/modal', { taskId: body.result, maskBase64: IMAGE });
    scene.proxy.fail(body.result, 'Banned prompt');
    await scene.round();
    expect(await scene.spent()).toBe(FULL);
  });

  it('of remix accounts are shown as waiting, and their second call goes on', async () => {
    scene.proxy.isRemix = true;
    const parent = await scene.drawn();
    const { body } = await scene.post('/mj/submit/change', { taskId: parent, action: 'REROLL' });
    expect(body.code).toBe(1);
    const pressed = await scene.post('/mj/submit/action', {
      taskId: parent,
      customId: `MJ::JOB::pan_left::1::${IMAGE_UUID}::SOLO`,
    });
    expect(pressed.body.code).toBe(1);
    expect(await scene.fetch(pressed.body.result)).toMatchObject({ status: 'MODAL', action: 'PAN' });
    expect((await scene.post('/mj/submit/modal', { taskId: pressed.body.result })).body.code).toBe(1);
  });
});

describe('the course of an image task', () => {
  it('is polled until it has succeeded', async () => {
    const id = await scene.imagine('a fox');
    const seen: ClientTask[] = [];
    for (let poll = 0; poll < 5; poll++) {
      await scene.round();
      seen.push((await scene.get<ClientTask>(`/mj/task/${id}/fetch`)).body);
    }
    expect(seen.map(({ status, progress }) => `${status} ${progress}`)).toEqual([
      'SUBMITTED 0%',
      'IN_PROGRESS 31%',
      'IN_PROGRESS 78%',
      'SUCCESS 100%',
      'SUCCESS 100%',
    ]);
    expect(seen.at(-1)).toMatchObject({
      id,
      action: 'IMAGINE',
      prompt: 'a fox',
      promptEn: 'a fox',
      description: '/imagine a fox',
      failReason: '',
      properties: { finalPrompt: 'a fox', finalZhPrompt: '' },
      buttons: expect.arrayContaining([expect.objectContaining({ label: 'U1' })]),
      maskBase64: '',
    });
    expect(JSON.stringify(seen)).not.toContain('1118000000000000001');
    expect(seen.at(-1)?.finishTime).toBeGreaterThan(seen.at(-1)?.submitTime ?? Infinity);
    expect(await scene.spent()).toBe(FULL);
    expect(await scene.logs(2)).toHaveLength(1);
  });

  it.each([
    ['FAILURE', { status: 'FAILURE', failReason: 'Banned prompt' }, 'Banned prompt'],
    ['CANCEL', { status: 'CANCEL' }, 'the drawing was cancelled'],
    ['a reason while it runs', { status: 'IN_PROGRESS', progress: '46%', failReason: 'blocked' }, 'blocked'],
    ['FAILURE without progress', { status: 'FAILURE', progress: '', failReason: 'timeout' }, 'timeout'],
  ])('ends with a refund to account and key, exactly once, for %s', async (_name, fields, failReason) => {
    const id = await scene.imagine();
    expect(await scene.spent()).toBe(FULL);
    scene.proxy.task(id).set(fields);
    await Promise.all([scene.round(), scene.fetch(id), scene.fetch(id)]);
    await scene.round();
    expect(await scene.spent()).toBe(0);
    expect(await scene.fetch(id)).toMatchObject({ status: 'FAILURE', progress: '100%', failReason });
    expect((await scene.logs(4)).filter(({ content }) => content.includes(id))).toHaveLength(1);
  });

  it('survives unknown states, broken responses and a proxy that forgot it, until the hour is over', async () => {
    const id = await scene.imagine();
    scene.proxy.task(id).set({ status: 'PAUSED', progress: 'paused' });
    expect(await scene.fetch(id)).toMatchObject({ status: 'SUBMITTED', progress: 'paused' });
    for (const fault of [faults.html, faults.oddJson, faults.brokenJson, faults.empty, faults.dropped]) {
      scene.proxy.refuse('list', fault);
      await scene.round();
    }
    scene.proxy.forget(id);
    await scene.round();
    expect(await scene.fetch(id)).toMatchObject({ status: 'SUBMITTED' });
    expect(await scene.spent()).toBe(FULL);
    await scene.age({ submitTimeMs: Date.now() - 3_700_000 });
    await scene.round();
    expect(await scene.fetch(id)).toMatchObject({ status: 'FAILURE', progress: '100%' });
    expect(await scene.spent()).toBe(0);
  });

  it('is polled in batches, and foreign tasks in the response change nothing', async () => {
    const ids: string[] = [];
    for (let at = 0; at < 5; at++) ids.push(await scene.imagine(`fox ${at}`));
    scene.proxy.distort = body => [
      { id: 'stranger', status: 'FAILURE', failReason: 'x' },
      null,
      7,
      ...(body as unknown[]),
    ];
    await scene.round();
    expect(scene.proxy.idsPerBatch).toEqual([5]);
    expect((await scene.rows()).map(({ status }) => status)).toEqual(Array(5).fill('SUBMITTED'));
  });

  it('keeps what forks add to their videos', async () => {
    const { body } = await scene.post('/mj/submit/video', { prompt: 'a wave', motion: 'high' });
    scene.proxy.finish(body.result);
    const video = await scene.fetch(body.result);
    expect(video.action).toBe('VIDEO');
    expect(video.videoUrl).toContain(`/mj/image/${body.result}?sig=`);
    expect(video.videoUrls).toHaveLength(4);
    expect(JSON.stringify(video)).not.toContain(scene.proxy.files.url);
  });
});

describe('requests about image tasks', () => {
  it('succeed only for the owner', async () => {
    const id = await scene.drawn();
    const other = { headers: await stranger() };
    const fetched = await fetch(`${app.url}/mj/task/${id}/fetch`, other);
    expect([fetched.status, await fetched.json()]).toEqual([
      400,
      { description: 'task_no_found', type: 'upstream_error', code: 4 },
    ]);
    expect((await fetch(`${app.url}/mj/task/${id}/image-seed`, other)).status).toBe(400);
    const listed = await scene.post('/mj/task/list-by-condition', { ids: [id] }, other.headers);
    expect(listed.body).toEqual([]);
  });

  it('get lists of the known tasks among the requested ids', async () => {
    const ids = [await scene.drawn('a'), await scene.imagine('b')];
    const list = (body: unknown) => scene.post('/mj/task/list-by-condition', body);
    const { body } = await list({ ids: [...ids, 'nobody', ids[0], 5] });
    expect((body as unknown as ClientTask[]).map(({ id, prompt }) => [id, prompt])).toEqual([
      [ids[0], 'a'],
      [ids[1], 'b'],
    ]);
    expect((await list({ ids: [] })).body).toEqual([]);
    expect((await list({})).body).toEqual([]);
    expect(await list('no json')).toMatchObject({ status: 400, body: { description: 'bind_request_body_failed' } });
  });

  it('work under each mode', async () => {
    const id = await scene.drawn();
    expect((await scene.get(`/mj-turbo/mj/task/${id}/fetch`)).body).toMatchObject({ id });
    expect((await scene.post('/mj-relax/mj/task/list-by-condition', { ids: [id] })).body).toMatchObject([{ id }]);
  });

  it('get seeds from the channel of the task', async () => {
    const id = await scene.drawn();
    expect(await scene.get(`/mj/task/${id}/image-seed`)).toEqual({
      status: 200,
      body: { code: 1, description: 'ok', result: '636646138' },
    });
    scene.proxy.refuse('seed', faults.html);
    expect(await scene.get(`/mj/task/${id}/image-seed`)).toMatchObject({
      status: 400,
      body: { description: 'unmarshal_response_body_failed', code: 5 },
    });
    expect((await scene.get('/mj/task/nobody/image-seed')).body).toMatchObject({ description: 'task_no_found' });
  });
});

describe('reports of the upstream', () => {
  let hook: Server;
  let received: Record<string, unknown>[];

  beforeEach(async () => {
    received = [];
    hook = createServer((request, response) => {
      let text = '';
      request.on('data', (bytes: Buffer) => (text += bytes.toString()));
      request.on('end', () => {
        received.push(JSON.parse(text));
        response.end();
      });
    });
    await new Promise<void>(resolve => hook.listen(0, '127.0.0.1', resolve));
    await app.make.option('ServerAddress', app.url);
    await app.make.option('MjNotifyEnabled', true);
    scene.allowLocalImages(true);
  });
  afterEach(async () => {
    await new Promise<void>(resolve => hook.close(() => resolve()));
    scene.allowLocalImages(false);
    await app.make.option('MjNotifyEnabled', false);
    await app.make.option('ServerAddress', '');
  });

  it('end an image task by the secret in their address, and notify the caller in its own format', async () => {
    const notifyHook = `http://127.0.0.1:${(hook.address() as AddressInfo).port}/done`;
    const id = await scene.imagine('a fox', { notifyHook, state: 'order-7' });
    scene.proxy.finish(id);
    await scene.proxy.hooksSettled();
    await eventually(
      () => Promise.resolve(received),
      calls => calls.some(call => call.status === 'SUCCESS'),
    );
    expect(scene.proxy.callsOf('list')).toEqual([]);
    expect(received.at(-1)).toMatchObject({ id, state: 'order-7', progress: '100%', prompt: 'a fox' });
    expect(String(received.at(-1)?.imageUrl)).toMatch(new RegExp(`^${app.url}/mj/image/${id}\\?sig=`));
    expect(JSON.stringify(received)).not.toContain(scene.proxy.files.url);
    expect(JSON.stringify(received)).not.toContain('/mj/notify/');
  });

  it('change nothing with a wrong secret, or about another task', async () => {
    scene.proxy.next({ script: [{ status: 'SUBMITTED', progress: '0%' }] });
    const id = await scene.imagine();
    const lies = { status: 'FAILURE', failReason: 'give the money back' };
    const [first] = await scene.proxy.waitFor('submit');
    const address = (first?.body as { notifyHook: string }).notifyHook;
    await scene.proxy.callNotify(id, lies, `${address.slice(0, -1)}${address.endsWith('x') ? 'y' : 'x'}`);
    await scene.proxy.callNotify(id, lies, `${app.url}/mj/notify`);
    await scene.proxy.callNotify(id, { ...lies, id: 'another' }, address);
    const statuses = scene.proxy.hookCalls.map(({ status }) => status);
    expect(statuses.slice(-3)).toEqual([400, 401, 200]);
    expect((await scene.fetch(id)).status).toBe('SUBMITTED');
    expect(await scene.spent()).toBe(FULL);
  });

  it('cause a poll and nothing more with a key but without a secret', async () => {
    const id = await scene.imagine();
    const body = { id, status: 'FAILURE', failReason: 'give the money back' };
    await scene.age({ askedAtMs: 1 });
    expect(await scene.post('/mj/notify', body)).toMatchObject({ status: 200, text: '' });
    expect(scene.proxy.callsOf('list')).toHaveLength(1);
    expect([await scene.spent(), (await scene.fetch(id)).status]).toEqual([FULL, 'IN_PROGRESS']);
    const polls = scene.proxy.callsOf('list').length;
    await scene.age({ askedAtMs: 1 });
    expect((await scene.post('/mj/notify', body, await stranger())).status).toBe(200);
    expect(scene.proxy.callsOf('list')).toHaveLength(polls);
  });
});

it('an image task with an id beyond 2^53 keeps its digits up to the fetch', async () => {
  scene.proxy.numericIds = true;
  const { text, body } = await scene.post('/mj/submit/imagine', { prompt: 'a fox' });
  expect(text).toContain(`"result":"${scene.proxy.ids[0]}"`);
  scene.proxy.finish(body.result);
  expect(await scene.fetch(body.result)).toMatchObject({ id: body.result, status: 'SUCCESS' });
});
