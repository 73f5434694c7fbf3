import { faults } from '../tasks/faults';
import { SunoProxy } from './suno';
import { type SongClip, type SunoFields } from './suno-task';

interface Envelope<Data> {
  readonly code: string;
  readonly message: string;
  readonly data: Data;
}

let suno: SunoProxy;
beforeEach(async () => {
  suno = await SunoProxy.start();
});
afterEach(() => suno.close());

function call(path: string, body?: unknown, secret = 'suno-secret'): Promise<Response> {
  return fetch(`${suno.url}/suno/${path}`, {
    ...(body !== undefined && { method: 'POST', body: JSON.stringify(body) }),
    headers: { authorization: `Bearer ${secret}` },
  });
}

async function submit(action: string, body: unknown): Promise<Envelope<string>> {
  return (await (await call(`submit/${action}`, body)).json()) as Envelope<string>;
}

async function batch(...ids: readonly string[]): Promise<readonly SunoFields[]> {
  return ((await (await call('fetch', { ids })).json()) as Envelope<readonly SunoFields[]>).data;
}

const song = { prompt: '[Verse] a boat', tags: 'folk', title: 'Boat', mv: 'chirp-v4' };

it('refuses a wrong secret in its own words', async () => {
  const answer = await call('submit/MUSIC', song, 'wrong');
  expect(answer.status).toBe(401);
  expect(await answer.json()).toEqual({ code: 'invalid_request', message: 'unauthorized secret token', data: null });
});

it.each(['music', 'MUSIC'])('makes two songs from a submit of %s', async action => {
  const { code, data: id } = await submit(action, song);
  expect([code, suno.task(id).fields.action]).toEqual(['success', 'MUSIC']);
  const seen = [await batch(id), await batch(id), await batch(id), await batch(id)].flat();
  expect(seen.map(task => [task.status, task.progress])).toEqual([
    ['SUBMITTED', '0%'],
    ['QUEUED', '10%'],
    ['IN_PROGRESS', '50%'],
    ['SUCCESS', '100%'],
  ]);
  const [, , streaming, done] = seen.map(task => task.data as readonly SongClip[]);
  expect(streaming?.map(clip => [clip.status, clip.audio_url !== '', clip.video_url])).toEqual([
    ['streaming', true, ''],
    ['streaming', true, ''],
  ]);
  expect(done?.map(clip => [clip.status, clip.title, clip.model_name])).toEqual([
    ['complete', 'Boat', 'chirp-v4'],
    ['complete', 'Boat', 'chirp-v4'],
  ]);
  expect(new Set(done?.map(clip => clip.id)).size).toBe(2);
  expect((await fetch(done?.[0]?.audio_url ?? '')).headers.get('content-type')).toBe('audio/mpeg');
  expect(String(seen[3]?.finish_time)).toHaveLength(10);
});

it('returns lyrics as one object', async () => {
  const { data: id } = await submit('lyrics', { prompt: 'a boat' });
  suno.finish(id);
  expect((await batch(id))[0]).toMatchObject({ action: 'LYRICS', data: { status: 'complete', title: 'Paper boat' } });
});

it('responds to a single fetch with the clips alone, or with the whole task', async () => {
  const { data: id } = await submit('music', song);
  suno.finish(id);
  const inner = (await (await call(`fetch/${id}`)).json()) as Envelope<unknown>;
  expect(inner.data).toEqual([expect.objectContaining({ status: 'complete' }), expect.anything()]);
  suno.fetchesWholeTasks = true;
  const whole = (await (await call(`fetch/${id}`)).json()) as Envelope<SunoFields>;
  expect(whole.data.task_id).toBe(id);
});

it.each([400, 200] as const)('responds with status %i to an unknown id, and leaves it out of a batch', async status => {
  suno.unknownIdStatus = status;
  const answer = await call('fetch/unknown');
  expect([answer.status, await answer.json()]).toEqual([status, expect.objectContaining({ code: 'task_not_exist' })]);
  expect(await batch('unknown')).toEqual([]);
});

it.each([
  ['video', song, 'invalid_action'],
  ['lyrics', {}, 'prompt_empty'],
  ['music', { ...song, continue_clip_id: 'c' }, 'task id is empty'],
  ['concat', {}, 'clip_id is empty'],
])('refuses a wrong %s', async (action, body, message) => {
  expect(await submit(action, body)).toEqual({ code: 'invalid_request', message, data: null });
});

it('reports why a song failed, in the task and in its clips', async () => {
  const { data: id } = await submit('music', song);
  suno.fail(id, 'moderation_failure');
  const [task] = await batch(id);
  expect(task).toMatchObject({ status: 'FAILURE', fail_reason: 'moderation_failure', progress: '100%' });
  expect((task?.data as readonly SongClip[])[0]?.metadata.error_message).toBe('moderation_failure');
});

it('refuses, names ids and breaks off when a test sets that', async () => {
  suno.next({ code: 'internal_error', status: 500, message: 'too many running jobs' }, { id: 'own-id' });
  const refused = await call('submit/music', song);
  expect([refused.status, await refused.json()]).toEqual([
    500,
    { code: 'internal_error', message: 'too many running jobs', data: null },
  ]);
  expect((await submit('music', song)).data).toBe('own-id');
  suno.interrupt('submit', faults.dropped);
  await expect(call('submit/music', song)).rejects.toThrow('fetch failed');
  expect(suno.ids).toHaveLength(2);
});

it('counts ids per batch', async () => {
  await batch('a', 'b');
  await batch('c');
  expect([suno.idsPerBatch, suno.pollsAtOnceMax]).toEqual([[2, 1], 1]);
});
