import { createHmac } from 'node:crypto';
import { MP4_BYTES } from '../tasks/file-server';
import { KlingApi } from './kling';
import { klingKeyFault } from './kling-key';

interface KlingAnswer {
  readonly code: number;
  readonly data: {
    readonly task_id: string;
    readonly task_status: string;
    readonly task_result: { readonly videos: readonly { readonly url: string }[] };
  };
}

/** A token that was signed apart from this code, by Kling's page on authentication. */
const WORKED_TOKEN =
  'eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJpc3MiOiJrbGluZ1Rlc3RBY2Nlc3NLZXkwMSIsImV4cCI6MTcwMDAwMTgwMCwibmJmIjoxNjk5OTk5OTk1fQ.-hzBixcLhgHa79HTtiE0dBy3VyJyXwWEwSXec7fHISU';
const KEY = 'klingTestAccessKey01|klingTestSecretKey01';

function tokenOf(changes: Readonly<Record<string, unknown>> = {}, secret = 'klingTestSecretKey01'): string {
  const now = Math.floor(Date.now() / 1000);
  const claims = { iss: 'klingTestAccessKey01', exp: now + 1800, nbf: now - 5, ...changes };
  const parts = [{ alg: 'HS256', typ: 'JWT' }, claims].map(part =>
    Buffer.from(JSON.stringify(part)).toString('base64url'),
  );
  return [...parts, createHmac('sha256', secret).update(parts.join('.')).digest('base64url')].join('.');
}

let kling: KlingApi;
beforeEach(async () => {
  kling = await KlingApi.start();
});
afterEach(() => kling.close());

function call(path: string, body?: unknown, token = tokenOf()): Promise<Response> {
  return fetch(`${kling.url}${path}`, {
    ...(body !== undefined && { method: 'POST', body: JSON.stringify(body) }),
    headers: { authorization: `Bearer ${token}` },
  });
}

async function answerOf(path: string, body?: unknown): Promise<KlingAnswer> {
  return (await (await call(path, body)).json()) as KlingAnswer;
}

const TEXT = '/v1/videos/text2video';

describe('the key', () => {
  const callWith = (token: string): Parameters<typeof klingKeyFault>[0] => ({
    method: 'GET',
    path: '/',
    headers: { authorization: `Bearer ${token}` },
    rawBody: Buffer.alloc(0),
    body: undefined,
    model: '',
    receivedAtMs: 0,
    closedAtMs: null,
    finished: false,
  });

  it.each([
    [1_700_000_000, null],
    [1_699_999_994, 1003],
    [1_700_001_799, null],
    [1_700_001_800, 1004],
  ])('of the worked example at second %i: %p', (nowSeconds, fault) => {
    expect(klingKeyFault(callWith(WORKED_TOKEN), KEY, nowSeconds)).toBe(fault);
  });

  it.each([
    ['signed with another secret', tokenOf({}, 'other'), 1000],
    ['of another account', tokenOf({ iss: 'x' }), 1002],
    ['in milliseconds', tokenOf({ nbf: Date.now() }), 1003],
    ['sent as it is', KEY, 1002],
  ])('%s is refused', async (_how, token, code) => {
    const answer = await call(TEXT, { prompt: 'x' }, token);
    expect([answer.status, await answer.json()]).toEqual([401, expect.objectContaining({ code })]);
    expect(kling.ids).toEqual([]);
  });
});

describe('a task', () => {
  it('goes through its stages and ends with a video', async () => {
    const { code, data } = await answerOf(TEXT, { prompt: 'a kite', duration: '5', mode: 'std' });
    expect([code, data.task_status]).toEqual([0, 'submitted']);
    expect(Number.isSafeInteger(Number(data.task_id))).toBe(false);
    const states = [];
    for (let poll = 0; poll < 3; poll += 1) states.push((await answerOf(`${TEXT}/${data.task_id}`)).data);
    expect(states.map(state => state.task_status)).toEqual(['submitted', 'processing', 'succeed']);
    const video = await fetch(states[2]?.task_result.videos[0]?.url ?? '', { headers: { range: 'bytes=4-7' } });
    expect([video.status, await video.text()]).toEqual([206, MP4_BYTES.subarray(4, 8).toString()]);
  });

  it('is found only under its own path and by its own name', async () => {
    const { data } = await answerOf(TEXT, { prompt: 'a kite', external_task_id: 'mine' });
    expect((await answerOf(`${TEXT}/mine`)).data.task_id).toBe(data.task_id);
    const elsewhere = await call(`/v1/videos/image2video/${data.task_id}`);
    expect([elsewhere.status, await elsewhere.json()]).toEqual([404, expect.objectContaining({ code: 1203 })]);
  });

  it('fails when a test says so, and carries bare numbers', async () => {
    const { data } = await answerOf(TEXT, { prompt: 'a kite' });
    kling.fail(data.task_id, 'content');
    kling.numericIds = true;
    const text = await (await call(`${TEXT}/${data.task_id}`)).text();
    expect(text).toContain(`"task_id":${data.task_id},"task_status":"failed","task_status_msg":"content"`);
  });
});

describe('refusals', () => {
  it.each([
    [TEXT, {}],
    [TEXT, { prompt: 'x', duration: 5 }],
    [TEXT, { prompt: 'x', mode: 'fast' }],
    ['/v1/videos/image2video', { prompt: 'x' }],
    ['/v1/videos/image2video', { image: 'data:image/png;base64,aGk=' }],
  ])('of %s %j have code 1201', async (path, body) => {
    const answer = await call(path, body);
    expect([answer.status, await answer.json()]).toEqual([400, expect.objectContaining({ code: 1201 })]);
  });

  it('come with the status of their code', async () => {
    kling.next({ code: 1303 }, { code: 5002 });
    expect((await call(TEXT, { prompt: 'x' })).status).toBe(429);
    expect((await call(TEXT, { prompt: 'x' })).status).toBe(504);
    expect((await call('/v1/videos/other', {})).status).toBe(404);
  });
});

it('a reseller serves the same API below /kling with a plain key', async () => {
  const resold = await KlingApi.start({ form: 'resold' });
  const post = (path: string, key: string): Promise<Response> =>
    fetch(`${resold.url}${path}`, {
      method: 'POST',
      body: '{"prompt":"x"}',
      headers: { authorization: `Bearer ${key}` },
    });
  expect((await post(`/kling${TEXT}`, 'sk-kling')).status).toBe(200);
  expect((await post(`/kling${TEXT}`, 'sk-other')).status).toBe(401);
  expect((await post(TEXT, 'sk-kling')).status).toBe(404);
  await resold.close();
});
