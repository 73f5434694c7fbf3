import { SunoProxy } from '../../apps/mock-upstream/src/index';
import * as tasks from '../../frontend/src/features/task/task-api';
import { noTaskFilters, toTaskFilters } from '../../frontend/src/features/task/task-filters';
import * as users from '../../frontend/src/base/session/user-api';
import { ROOT_PASSWORD, startServedScene, type ServedScene } from '../support/scenes/served-scene';
import { browseTo, Console, unansweredOf } from './console';
import * as shapes from './shapes';

/** Enough for two pages of ten. */
const SONGS = 10;

let served: ServedScene;
let proxy: SunoProxy;
let channelId: number;
const page = new Console();
const ids: string[] = [];

async function submit(what: 'music' | 'lyrics', prompt: string): Promise<string> {
  const answer = await fetch(`${served.server.url}/suno/submit/${what}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${served.key}` },
    body: JSON.stringify({ prompt }),
  });
  const { code, data } = (await answer.json()) as { readonly code: string; readonly data: string };
  expect(code).toBe('success');
  return data;
}

beforeAll(async () => {
  served = await startServedScene();
  proxy = await SunoProxy.start();
  channelId = await served.make.channel({
    type: 36,
    base_url: proxy.url,
    key: proxy.secret,
    models: 'suno_music,suno_lyrics',
  });
  browseTo(served.server.url);
  page.remember(await page.call(users.useLoginMutation, { username: 'root', password: ROOT_PASSWORD }));
  for (let index = 0; index < SONGS; index += 1) ids.push(await submit('music', `fox ${index}`));
  ids.push(await submit('lyrics', 'a fox in the snow'));
});
afterAll(async () => {
  await served?.close();
  await proxy?.close();
});

// The span is around the current time and does not begin at midnight, or a test at midnight would miss the rows made
// before it.
const now = Math.round(Date.now() / 1000);
const usual = { start: now - 3600, end: now + 3600 };

/** Leaves out the empty filters. */
type Texts = Readonly<Record<string, string>>;

function query(texts: Texts, isAdmin: boolean) {
  return {
    ...toTaskFilters({ ...noTaskFilters, ...texts }, usual, isAdmin),
    isAdmin,
    page: 1,
  };
}

describe.each([
  ['an administrator', true],
  ['a user', false],
] as const)('tasks, seen by %s', (_who, isAdmin) => {
  const rowsOf = async (texts: Texts, at = 1) =>
    (await page.query(tasks.useListTasksQuery, { ...query(texts, isAdmin), page: at })).rows;

  it('come in pages of ten, newest first', async () => {
    const first = await rowsOf({});
    expect(first).toEqual(Array.from({ length: 10 }, () => shapes.taskShape));
    const all = [...first, ...(await rowsOf({}, 2))];
    expect(all.map(({ task_id: id }) => id)).toEqual([...ids].reverse());
  });

  it('are found by their id, with the fields that the caller may see', async () => {
    const [row, ...others] = await rowsOf({ task_id: ids[3] ?? '' });
    expect(others).toEqual([]);
    expect(row).toMatchObject({ platform: 'suno', action: 'MUSIC', channel_id: isAdmin ? channelId : 0 });
    expect(row?.progress).toMatch(/^\d+%$/);
    expect(Math.abs((row?.submit_time ?? 0) - now)).toBeLessThan(3600);
  });

  it('are narrowed by platform, action, status and time span', async () => {
    expect((await rowsOf({ action: 'LYRICS' })).map(({ task_id: id }) => id)).toEqual([ids.at(-1)]);
    expect(await rowsOf({ platform: 'kling' })).toEqual([]);
    expect(await rowsOf({ platform: 'suno' })).toHaveLength(10);
    expect(await rowsOf({ status: 'FAILURE' })).toEqual([]);
    expect(await rowsOf({ end: '1000' })).toEqual([]);
  });
});

it('tasks are narrowed to one channel for administrators', async () => {
  const rowsOf = async (channel: number) =>
    (await page.query(tasks.useListTasksQuery, query({ channel: String(channel) }, true))).rows;
  expect(await rowsOf(channelId)).toHaveLength(10);
  expect(await rowsOf(channelId + 1)).toEqual([]);
});

it('every endpoint of the task page has answered', () => {
  expect(unansweredOf(tasks)).toEqual([]);
});
