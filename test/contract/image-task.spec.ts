import { isFinished } from '@contracts';
import { MidjourneyProxy } from '../../apps/mock-upstream/src/index';
import * as imageTasks from '../../frontend/src/features/image-task/image-task-api';
import { toImageTaskFilters, usualImageTaskWindow } from '../../frontend/src/features/image-task/image-task-filters';
import * as users from '../../frontend/src/base/session/user-api';
import { ROOT_PASSWORD, startServedScene, type ServedScene } from '../support/scenes/served-scene';
import { browseTo, Console, unansweredOf } from './console';
import * as shapes from './shapes';

/** Enough for two pages of ten. */
const IMAGE_TASKS = 11;

let served: ServedScene;
let proxy: MidjourneyProxy;
let channelId: number;
const page = new Console();
const ids: string[] = [];

async function draw(prompt: string): Promise<string> {
  const answer = await fetch(`${served.server.url}/mj/submit/imagine`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${served.key}` },
    body: JSON.stringify({ prompt }),
  });
  const { code, result } = (await answer.json()) as { readonly code: number; readonly result: string };
  expect(code).toBe(1);
  return result;
}

beforeAll(async () => {
  served = await startServedScene();
  proxy = await MidjourneyProxy.start();
  channelId = await served.make.channel({
    type: 5,
    base_url: proxy.url,
    key: proxy.secret,
    models: 'mj_imagine',
  });
  browseTo(served.server.url);
  page.remember(await page.call(users.useLoginMutation, { username: 'root', password: ROOT_PASSWORD }));
  for (let index = 0; index < IMAGE_TASKS; index += 1) ids.push(await draw(`fox ${index}`));
});
afterAll(async () => {
  await served?.close();
  await proxy?.close();
});

function query(texts: { readonly mj_id?: string; readonly channel?: string; readonly end?: string }, isAdmin: boolean) {
  return {
    ...toImageTaskFilters({ channel: '', mj_id: '', start: '', end: '', ...texts }, usualImageTaskWindow(), isAdmin),
    isAdmin,
    page: 1,
  };
}

describe.each([
  ['an administrator', true],
  ['a user', false],
] as const)('image tasks, seen by %s', (_who, isAdmin) => {
  it('come in pages of ten, newest first', async () => {
    const first = await page.query(imageTasks.useListImageTasksQuery, { ...query({}, isAdmin), page: 1 });
    const second = await page.query(imageTasks.useListImageTasksQuery, { ...query({}, isAdmin), page: 2 });
    expect(first.rows).toEqual(Array.from({ length: 10 }, () => shapes.imageTaskShape));
    expect([...first.rows, ...second.rows].map(({ mj_id: id }) => id)).toEqual([...ids].reverse());
  });

  it('are found by their id, with the fields that the caller may see', async () => {
    const { rows } = await page.query(imageTasks.useListImageTasksQuery, query({ mj_id: ids[3] }, isAdmin));
    expect(rows).toEqual([shapes.imageTaskShape]);
    const [row] = rows;
    expect(row).toMatchObject({ action: 'IMAGINE', code: 1, prompt: 'fox 3', channel_id: isAdmin ? channelId : 0 });
    expect(row?.progress).toMatch(/^\d+%$/);
    expect(isFinished(row?.status ?? 'SUCCESS')).toBe((row?.finish_time ?? 0) > 0);
    expect(Math.abs((row?.submit_time ?? 0) - Date.now())).toBeLessThan(60_000);
  });

  it('are none outside the time span', async () => {
    const { rows } = await page.query(imageTasks.useListImageTasksQuery, query({ end: '1000' }, isAdmin));
    expect(rows).toEqual([]);
  });
});

it('image tasks are narrowed to one channel for administrators', async () => {
  const rowsOf = async (channel: number) =>
    (await page.query(imageTasks.useListImageTasksQuery, query({ channel: String(channel) }, true))).rows;
  expect(await rowsOf(channelId)).toHaveLength(10);
  expect(await rowsOf(channelId + 1)).toEqual([]);
});

it('every endpoint of the page of image tasks has answered', () => {
  expect(unansweredOf(imageTasks)).toEqual([]);
});
