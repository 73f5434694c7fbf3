import { isFinished } from '@contracts';
import { MidjourneyProxy } from '../../apps/mock-upstream/src/index';
import * as drawings from '../../frontend/src/features/drawing/drawing-api';
import { toDrawingFilters, usualDrawingWindow } from '../../frontend/src/features/drawing/drawing-filters';
import * as users from '../../frontend/src/base/session/user-api';
import { ROOT_PASSWORD, startServed, type Served } from '../support/served';
import { browseTo, Console, unansweredOf } from './console';
import * as shapes from './shapes';

/** Enough for two pages of ten. */
const DRAWINGS = 11;

let served: Served;
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
  served = await startServed();
  proxy = await MidjourneyProxy.start();
  channelId = await served.make.channel({
    type: 5,
    base_url: proxy.url,
    key: proxy.secret,
    models: 'mj_imagine',
  });
  browseTo(served.server.url);
  page.remember(await page.call(users.useLoginMutation, { username: 'root', password: ROOT_PASSWORD }));
  for (let index = 0; index < DRAWINGS; index += 1) ids.push(await draw(`fox ${index}`));
});
afterAll(async () => {
  await served?.dispose();
  await proxy?.close();
});

function query(texts: { readonly mj_id?: string; readonly channel?: string; readonly end?: string }, isAdmin: boolean) {
  return {
    ...toDrawingFilters({ channel: '', mj_id: '', start: '', end: '', ...texts }, usualDrawingWindow(), isAdmin),
    isAdmin,
  };
}

describe.each([{ isAdmin: true }, { isAdmin: false }])('drawings, seen with %o', ({ isAdmin }) => {
  it('come in pages of ten, newest first', async () => {
    const first = await page.query(drawings.useListDrawingsQuery, { ...query({}, isAdmin), p: 0 });
    const second = await page.query(drawings.useListDrawingsQuery, { ...query({}, isAdmin), p: 1 });
    expect(first.rows).toEqual(Array.from({ length: 10 }, () => shapes.drawingShape));
    expect([...first.rows, ...second.rows].map(({ mj_id: id }) => id)).toEqual([...ids].reverse());
  });

  it('are found by their id, with the fields that the caller may see', async () => {
    const { rows } = await page.query(drawings.useListDrawingsQuery, query({ mj_id: ids[3] }, isAdmin));
    expect(rows).toEqual([shapes.drawingShape]);
    const [row] = rows;
    expect(row).toMatchObject({ action: 'IMAGINE', code: 1, prompt: 'fox 3', channel_id: isAdmin ? channelId : 0 });
    expect(row?.progress).toMatch(/^\d+%$/);
    expect(isFinished(row?.status ?? 'SUCCESS')).toBe((row?.finish_time ?? 0) > 0);
    expect(Math.abs((row?.submit_time ?? 0) - Date.now())).toBeLessThan(60_000);
  });

  it('are none outside the time span', async () => {
    const { rows } = await page.query(drawings.useListDrawingsQuery, query({ end: '1000' }, isAdmin));
    expect(rows).toEqual([]);
  });
});

it('drawings are narrowed to one channel for administrators', async () => {
  const rowsOf = async (channel: number) =>
    (await page.query(drawings.useListDrawingsQuery, query({ channel: String(channel) }, true))).rows;
  expect(await rowsOf(channelId)).toHaveLength(10);
  expect(await rowsOf(channelId + 1)).toEqual([]);
});

it('every endpoint of the drawing page has answered', () => {
  expect(unansweredOf(drawings)).toEqual([]);
});
