import { type TaskView } from '@contracts';
import { must } from '../support/clients/factories';
import { UNIT, startMediaScene, type MediaScene } from '../support/scenes/media-scene';
import { songRequests } from '../support/inputs/task-requests';
import { faults, SunoProxy } from '../support/fakes/task-upstreams';

let scene: MediaScene;
let proxy: SunoProxy;
let other: SunoProxy;

beforeAll(async () => {
  scene = await startMediaScene();
  proxy = await scene.upstreams.add(SunoProxy.start());
  other = await scene.upstreams.add(SunoProxy.start());
  await scene.app.make.option('RetryTimes', 2);
  await scene.app.make.channel({
    type: 36,
    base_url: proxy.url,
    key: proxy.secret,
    models: 'suno_music,suno_lyrics,suno_concat',
    priority: 10,
  });
  await scene.app.make.channel({ type: 36, base_url: other.url, key: other.secret, models: 'suno_music', priority: 1 });
});
afterAll(() => scene?.close());
afterEach(async () => expect(await scene.app.verifyLedger()).toMatchObject({ differenceUnits: 0 }));

function submit(action: string, body: unknown) {
  return scene.post(`/suno/submit/${action}`, body);
}

function idOf(answer: { body: { data?: unknown } }): string {
  return answer.body.data as string;
}

it('a song is charged when it is accepted, and fetched from the record until both clips are there', async () => {
  const before = await scene.left();
  const answer = await submit('Music', songRequests.custom);
  expect(answer).toMatchObject({ status: 200, body: { code: 'success', message: '' } });
  const id = idOf(answer);
  expect(await scene.left()).toEqual({ user: before.user - 0.1 * UNIT, key: before.key - 0.1 * UNIT });

  const [call] = proxy.callsOf('submit').slice(-1);
  expect(call?.path).toBe('/suno/submit/MUSIC');
  const { notify_hook, ...sent } = songRequests.custom;
  expect(notify_hook).toContain('client.example.com');
  // The hook of the caller never reaches the upstream.
  expect(call?.body).toEqual(sent);

  await scene.rounds(3);
  expect((await scene.get(`/suno/fetch/${id}`)).body).toMatchObject({
    data: { status: 'IN_PROGRESS', progress: '50%' },
  });
  await scene.round();
  const done = await scene.get(`/suno/fetch/${id}`);
  expect(done.body).toMatchObject({
    code: 'success',
    data: { task_id: id, action: 'MUSIC', status: 'SUCCESS', progress: '100%', fail_reason: '' },
  });
  const task = done.body.data as { data: object[]; submit_time: number; finish_time: number };
  expect(task.data).toHaveLength(2);
  expect(task.submit_time).toBeGreaterThan(1_600_000_000);
  expect(task.finish_time).toBeLessThan(10_000_000_000);
  expect(JSON.stringify(done.body)).not.toContain('account-of-the-upstream');
  expect((await scene.post('/suno/fetch', { ids: [id, 'nobody'], action: 'music' })).body.data).toHaveLength(1);
  expect((await scene.post('/suno/fetch', { ids: [id], action: 'LYRICS' })).body.data).toEqual([]);
});

it('lyrics cost their own price and come as an object', async () => {
  const before = await scene.left();
  const id = idOf(await submit('lyrics', songRequests.lyrics));
  expect((await scene.left()).user).toBe(before.user - 0.01 * UNIT);
  await scene.rounds(2);
  const { body } = await scene.get(`/suno/fetch/${id}`);
  expect(body).toMatchObject({ data: { action: 'LYRICS', status: 'SUCCESS', data: { title: 'Paper boat' } } });
});

it('a failure is paid back to the user and to the key, once', async () => {
  const before = await scene.left();
  const id = idOf(await submit('music', songRequests.inspiration));
  proxy.fail(id, 'moderation_failure');
  await scene.rounds(3);
  expect((await scene.get(`/suno/fetch/${id}`)).body).toMatchObject({
    data: { status: 'FAILURE', fail_reason: 'moderation_failure', progress: '100%' },
  });
  expect(await scene.left()).toEqual(before);
});

it('a continued song goes only to the channel of its parent, also when that refuses', async () => {
  proxy.next({ code: 'internal_error', status: 503 });
  const parentId = idOf(await submit('music', songRequests.inspiration));
  expect(other.ids).toContain(parentId); // the first proxy was busy
  const before = proxy.callsOf('submit').length;
  const answer = await submit('music', songRequests.continue(parentId, 'clip'));
  expect(answer.status).toBe(200);
  expect(other.callsOf('submit').at(-1)?.body).toMatchObject({
    mv: 'chirp-v3-0',
    task_id: parentId,
    continue_at: 61.5,
  });
  other.next({ code: 'busy', status: 429, message: 'too many running jobs' });
  expect(await submit('music', songRequests.continue(parentId, 'clip'))).toMatchObject({ status: 429 });
  expect(proxy.callsOf('submit')).toHaveLength(before);
});

it.each([
  ['unknown', {}, 'invalid_request', 'invalid_action'],
  ['lyrics', {}, 'invalid_request', 'prompt_empty'],
  ['music', songRequests.continueWithoutTask, 'invalid_request', 'task id is empty'],
  ['music', songRequests.continue('nobody', 'c'), 'task_not_exist', 'the task does not exist'],
  ['music', { prompt: 'x', continue_at: 'soon' }, 'invalid_request', 'continue_at must be a number of seconds'],
])('%s of %j is refused before any upstream call', async (action, body, code, message) => {
  const calls = proxy.callsOf('submit').length;
  expect(await submit(action, body)).toMatchObject({ status: 400, body: { code, message, data: null } });
  expect(proxy.callsOf('submit')).toHaveLength(calls);
});

it('a song whose body is no object is refused', async () => {
  expect(await submit('music', '[1')).toMatchObject({ status: 400, body: { code: 'invalid_request' } });
});

it('joining clips is refused without a price, and goes to the song’s channel with one', async () => {
  const id = idOf(await submit('music', songRequests.inspiration));
  proxy.finish(id);
  await scene.round();
  const { data } = (await scene.get(`/suno/fetch/${id}`)).body as { data: { data: { id: string }[] } };
  const clipId = data.data[0]?.id ?? '';
  expect(await submit('concat', songRequests.concat(clipId))).toMatchObject({
    status: 503,
    body: { code: 'model_price_error', message: expect.stringContaining('suno_concat') },
  });
  await scene.app.make.option('ModelPrice', JSON.stringify({ suno_music: 0.1, suno_lyrics: 0.01, suno_concat: 0.05 }));
  const before = await scene.left();
  expect((await submit('concat', songRequests.concat(clipId))).status).toBe(200);
  expect((await scene.left()).user).toBe(before.user - 0.05 * UNIT);
  expect(await submit('concat', songRequests.concat('a clip of nobody'))).toMatchObject({
    body: { code: 'task_not_exist' },
  });
});

it('an upstream’s refusal keeps its text, costs nothing, and leads to no other channel', async () => {
  const before = await scene.left();
  const calls = other.callsOf('submit').length;
  proxy.next({ code: 'invalid_request', status: 400, message: 'prompt is too long' });
  expect(await submit('music', songRequests.inspiration)).toMatchObject({
    status: 400,
    body: { code: 'fail_to_fetch_task', message: 'prompt is too long', data: null },
  });
  proxy.next({ code: 'moderation_failure', status: 200, message: 'moderation_failure' });
  expect(await submit('music', songRequests.inspiration)).toMatchObject({
    status: 500,
    body: { code: 'moderation_failure' },
  });
  expect(other.callsOf('submit')).toHaveLength(calls);
  expect(await scene.left()).toEqual(before);
});

it.each([
  ['504', faults.badGateway, 504],
  ['a dropped connection', faults.dropped, 500],
])('after %s no other channel is called, because the song may have been accepted', async (_name, fault, status) => {
  const calls = other.callsOf('submit').length;
  const behaviour = status === 504 ? { ...fault, status: 504 } : fault;
  proxy.interrupt('submit', behaviour as typeof faults.dropped);
  expect((await submit('music', songRequests.inspiration)).status).toBe(status);
  expect(other.callsOf('submit')).toHaveLength(calls);
});

it('other users see nothing of a song, and may not continue it', async () => {
  const id = idOf(await submit('music', songRequests.inspiration));
  const stranger = await scene.person();
  expect(await scene.get(`/suno/fetch/${id}`, stranger)).toMatchObject({
    status: 400,
    body: { code: 'task_not_exist' },
  });
  expect((await scene.post('/suno/fetch', { ids: [id] }, stranger)).body.data).toEqual([]);
  expect(await scene.post('/suno/submit/music', songRequests.continue(id, 'c'), stranger)).toMatchObject({
    status: 400,
    body: { code: 'task_not_exist' },
  });
});

it('a user with too little money is refused with the code of task services', async () => {
  const poor = await scene.person(100);
  expect(await scene.post('/suno/submit/music', songRequests.inspiration, poor)).toMatchObject({
    status: 403,
    body: { code: 'quota_not_enough', data: null },
  });
});

it('the console lists songs, for their owner without channels', async () => {
  const all = await must(scene.app.admin.get<TaskView[]>('/api/task/?p=0'));
  const [first] = all;
  expect(all.length).toBe(10);
  if (!first) throw new Error('no task');
  expect(first.channel_id).toBeGreaterThan(0);
  expect(first.submit_time).toBeLessThan(10_000_000_000);
  const own = await must(scene.owner.client.get<TaskView[]>(`/api/task/self?p=0&channel_id=999`));
  expect(own.length).toBe(10);
  expect(own.every(task => task.channel_id === 0)).toBe(true);
  const found = async (query: string) => must(scene.app.admin.get<TaskView[]>(`/api/task/?p=0&${query}`));
  expect((await found(`channel_id=${first.channel_id}`)).every(task => task.channel_id === first.channel_id)).toBe(
    true,
  );
  expect(await found('channel_id=999999')).toEqual([]);
  expect((await found('action=LYRICS')).map(task => task.action)).toEqual(['LYRICS']);
  expect((await found('status=FAILURE')).every(task => task.status === 'FAILURE')).toBe(true);
  expect(await found('platform=kling')).toEqual([]);
  expect(await found('platform=mj')).toEqual([]);
  expect((await found(`task_id=${first.task_id}`)).map(task => task.id)).toEqual([first.id]);
  expect(await found(`start_timestamp=${first.submit_time + 3600}`)).toEqual([]);
  expect(await found(`end_timestamp=${first.submit_time - 86_400}`)).toEqual([]);
  expect(
    (await found(`start_timestamp=${first.submit_time - 600}&end_timestamp=${first.submit_time + 600}`)).length,
  ).toBe(10);
});

it('the limits of a model count songs as they are ordered', async () => {
  await scene.app.make.option('ModelRateLimits', { suno_lyrics: { rpm: 1 } });
  const before = proxy.callsOf('submit').length;
  expect((await submit('lyrics', { prompt: 'rain' })).status).toBe(200);
  const refused = await submit('lyrics', { prompt: 'more rain' });
  expect(refused.status).toBe(429);
  expect(JSON.stringify(refused.body)).toContain('1 requests in 60 seconds');
  expect(proxy.callsOf('submit').length).toBe(before + 1);
  await scene.app.make.option('ModelRateLimits', {});
});

it('the headers of a channel are set for songs, too', async () => {
  const id = await scene.app.make.channel({
    type: 36,
    base_url: proxy.url,
    key: proxy.secret,
    models: 'suno_lyrics',
    priority: 99,
    header_override: '{"x-account":"of {api_key}"}',
  });
  expect((await submit('lyrics', { prompt: 'snow' })).status).toBe(200);
  expect(proxy.callsOf('submit').at(-1)?.headers['x-account']).toBe(`of ${proxy.secret}`);
  await must(scene.app.root.delete(`/api/channel/${id}/`));
});
