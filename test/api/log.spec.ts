import { type LogEntry, type LogStat, type Page } from '@contracts';
import { LogStore, type LogRecord } from '@log';
import { UnitOfWork } from '@platform';
import { must } from '../support/clients/factories';
import { startTestApp, type TestApp } from '../support/servers/test-app';
import { type TestClient } from '../support/clients/client';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

function idOf(client: TestClient): number {
  return client.user?.id ?? 0;
}

function append(records: readonly LogRecord[]): Promise<void> {
  return app.nest.get(UnitOfWork).run(manager => app.nest.get(LogStore).writeAll(manager, records));
}

function consumption(changes: Partial<LogRecord> = {}): LogRecord {
  return {
    userId: idOf(app.user),
    username: app.user.user?.username,
    type: 2,
    modelName: 'gpt-4o',
    tokenName: 'laptop',
    tokenGroup: 'default',
    quota: 41,
    promptTokens: 9,
    completionTokens: 6,
    channelId: 7,
    clientIp: '203.0.113.9',
    other: '{"frt":640,"admin_info":{"use_channel":["3","7"]}}',
    isCountedHourly: true,
    ...changes,
  };
}

function page(client: TestClient, path: string) {
  return must(client.get<Page<LogEntry>>(path));
}

function stat(client: TestClient, path: string) {
  return must(client.get<LogStat>(path));
}

function seconds(milliseconds: number): number {
  return Math.floor(milliseconds / 1000);
}

describe('the routes of the log', () => {
  it.each(['/api/log/', '/api/log/self/', '/api/log/stat', '/api/log/self/stat'])(
    'GET %s needs a session',
    async path => {
      expect((await app.guest.get(path)).status).toBe(401);
      for (const client of [app.user, app.admin, app.root]) expect((await client.get(path)).body.success).toBe(true);
    },
  );

  it('let administrators alone clear it', async () => {
    expect((await app.guest.delete('/api/log/?target_timestamp=1')).status).toBe(401);
    expect((await app.user.delete('/api/log/?target_timestamp=1')).body.success).toBe(false);
    expect((await app.admin.delete('/api/log/?target_timestamp=1')).body.data).toBe(0);
  });
});

describe('figures of an empty log', () => {
  it('are all zero', async () => {
    const zero = { quota: 0, count: 0, token: 0, rpm: 0, tpm: 0 };
    expect(await stat(app.user, '/api/log/self/stat')).toEqual(zero);
    expect(await stat(app.admin, '/api/log/stat?start_timestamp=1&end_timestamp=2')).toEqual(zero);
  });
});

describe('a user who reads the log', () => {
  let other: TestClient;
  beforeAll(async () => {
    other = await app.make.signedIn();
    await append([
      consumption({ quota: 1 }),
      consumption({ quota: 2, userId: idOf(other), username: other.user?.username }),
      consumption({ quota: 3 }),
    ]);
  });

  it.each(['/api/log/self/', '/api/log/?username=nobody&channel=1&type=2', '/api/log/?p=0&page_size=5&type=2'])(
    'sees own rows only at %s, with running numbers and without the administrators part',
    async path => {
      const { items, total } = await page(app.user, path);
      const consumed = items.filter(item => item.type === 2);
      expect(consumed.map(item => item.quota)).toEqual([3, 1]);
      expect(items.map(item => item.id)).toEqual(items.map((_, at) => at + 1));
      expect(consumed[0]).toMatchObject({
        channel: 0,
        channel_name: '',
        other: '{"frt":640}',
        user_id: idOf(app.user),
      });
      expect(total).toBe(items.length);
    },
  );

  it('goes on numbering on the next page', async () => {
    const { items } = await page(app.user, '/api/log/self/?type=2&p=2&page_size=1');
    expect(items.map(item => [item.id, item.quota])).toEqual([[2, 1]]);
  });

  it('gets figures of own consumption, with any filter', async () => {
    const own = { quota: 4, count: 2, token: 30, rpm: 2, tpm: 30 };
    expect(await stat(app.user, '/api/log/self/stat')).toEqual(own);
    expect(await stat(app.user, `/api/log/stat?username=${other.user?.username}&channel=9`)).toEqual(own);
  });
});

describe('an administrator who reads the log', () => {
  let channelId: number;
  beforeAll(async () => {
    channelId = await app.make.channel({ base_url: 'http://127.0.0.1:9', name: 'upstream one' });
    await append([
      consumption({ modelName: 'filter-model-a', tokenName: 'phone', tokenGroup: 'vip', channelId, quota: 10 }),
      consumption({ modelName: 'filter-model-b', channelId: 0, type: 5, quota: 0 }),
      consumption({ modelName: 'filter_model_a', createdAtMs: Date.now() - 2 * HOUR_MS, quota: 20 }),
    ]);
  });

  const models = async (query: string): Promise<readonly string[]> =>
    (await page(app.admin, `/api/log/?page_size=100&${query}`)).items.map(item => item.model_name);

  it('sees channel, its name, true ids and everything in other', async () => {
    const { items } = await page(app.admin, '/api/log/?model_name=filter-model-a');
    expect(items[0]).toMatchObject({ channel: channelId, channel_name: 'upstream one', client_ip: '203.0.113.9' });
    expect(items[0]?.other).toContain('admin_info');
    expect(items[0]?.id).toBeGreaterThan(3);
  });

  it.each([
    ['model_name=filter-model-a', ['filter-model-a']],
    ['model_name=filter', []],
    ['model_name=filter%25', ['filter-model-b', 'filter-model-a', 'filter_model_a']],
    ['model_name=%25_model_a', ['filter_model_a']],
    ['model_name=filter%25&type=5', ['filter-model-b']],
    ['model_name=filter%25&token_name=phone', ['filter-model-a']],
    ['model_name=filter%25&group=vip', ['filter-model-a']],
    ['model_name=filter%25&username=nobody', []],
  ])('filters by %s', async (query, expected) => expect(await models(query)).toEqual(expected));

  it('filters by channel and by time, both ends included', async () => {
    expect(await models(`channel=${channelId}`)).toEqual(['filter-model-a']);
    const [entry] = (await page(app.admin, '/api/log/?model_name=filter_model_a')).items;
    const at = entry?.created_at ?? 0;
    const inside = (start: number, end: number) =>
      models(`model_name=filter_model_a&start_timestamp=${start}&end_timestamp=${end}`);
    expect(await inside(at, at)).toEqual(['filter_model_a']);
    expect(await inside(at + 1, at + 9)).toEqual([]);
    expect(await inside(at - 9, at - 1)).toEqual([]);
    expect(await inside(0, 0)).toEqual(['filter_model_a']);
  });

  it.each(['%25', '%25%25%25abc', 'a%25'])(
    'is refused the pattern %s, which would read the whole table',
    async pattern => {
      expect((await app.admin.get(`/api/log/?model_name=${pattern}`)).body.success).toBe(false);
    },
  );

  it('gets pages from 1, where 0 and invalid numbers mean the first, and sizes up to 100', async () => {
    const first = await page(app.admin, '/api/log/?p=1&page_size=2');
    expect(first).toMatchObject({ page: 1, page_size: 2 });
    expect(first.items.length).toBe(2);
    expect(await page(app.admin, '/api/log/?p=0&page_size=2')).toEqual(first);
    expect(await page(app.admin, '/api/log/?p=x&page_size=2')).toEqual(first);
    const second = await page(app.admin, '/api/log/?p=2&page_size=2');
    expect(second.items[0]?.id).toBeLessThan(first.items[1]?.id ?? 0);
    expect(await page(app.admin, '/api/log/?page_size=1000')).toMatchObject({ page_size: 100 });
    expect(await page(app.admin, '/api/log/?page_size=0')).toMatchObject({ page_size: 10 });
  });

  it('gets figures that count consumption only, for any type in the filter', async () => {
    const found = await stat(app.admin, '/api/log/stat?model_name=filter%25&type=5');
    expect(found).toMatchObject({ quota: 30, count: 2, token: 30 });
  });

  it('gets rpm and tpm of the last minute, for any time in the filter', async () => {
    const { count, rpm, tpm } = await stat(
      app.admin,
      '/api/log/stat?model_name=filter-model-a&start_timestamp=1&end_timestamp=2',
    );
    expect([count, rpm, tpm]).toEqual([0, 1, 15]);
  });
});

describe('figures over a long time', () => {
  it('agree with the rows, hour by hour, edges included', async () => {
    const owner = await app.make.signedIn();
    const oldHourMs = Math.floor((Date.now() - 10 * DAY_MS) / HOUR_MS) * HOUR_MS;
    const mine = (changes: Partial<LogRecord>) =>
      consumption({ userId: idOf(owner), username: owner.user?.username, ...changes });
    await append([
      mine({ createdAtMs: oldHourMs - 1, quota: 1 }),
      mine({ createdAtMs: oldHourMs, quota: 10 }),
      mine({ createdAtMs: oldHourMs + HOUR_MS / 2, quota: 100 }),
      mine({ createdAtMs: oldHourMs + HOUR_MS, quota: 1_000 }),
      mine({ createdAtMs: Date.now() - DAY_MS / 2, quota: 10_000 }),
      mine({ createdAtMs: Date.now(), quota: 100_000, modelName: 'o3' }),
    ]);
    const quota = async (query: string) => (await stat(owner, `/api/log/self/stat?${query}`)).quota;
    expect(await quota('')).toBe(111_111);
    expect(await quota(`start_timestamp=${seconds(oldHourMs)}`)).toBe(111_110);
    expect(await quota(`start_timestamp=${seconds(oldHourMs) + 60}`)).toBe(111_100);
    expect(await quota(`start_timestamp=${seconds(oldHourMs)}&end_timestamp=${seconds(oldHourMs) + 3599}`)).toBe(110);
    expect(await quota(`end_timestamp=${seconds(oldHourMs) + 60}`)).toBe(11);
    expect(await quota('model_name=gpt-4o')).toBe(11_111);
    expect(await quota('token_name=laptop')).toBe(111_111);
    expect((await stat(app.admin, `/api/log/stat?username=${owner.user?.username}`)).quota).toBe(111_111);
  });
});

describe('a call that clears the log', () => {
  it('requires a time in the past', async () => {
    expect((await app.admin.delete('/api/log/')).body.message).toBe('target timestamp is required');
    expect((await app.admin.delete('/api/log/?target_timestamp=0')).body.message).toBe('target timestamp is required');
    expect((await app.admin.delete(`/api/log/?target_timestamp=${seconds(Date.now()) + 60}`)).body.message).toBe(
      'the target timestamp must not lie in the future',
    );
  });

  it('removes the older rows of all users, batch by batch, and logs the actor', async () => {
    const target = seconds(Date.now() - 40 * DAY_MS);
    const at = (createdAtMs: number) => consumption({ createdAtMs, isCountedHourly: false, modelName: 'cleared' });
    await append(Array.from({ length: 4_321 }, (_, number) => at(target * 1000 - 1 - number)));
    await append([at(target * 1000)]);
    expect((await app.admin.delete(`/api/log?target_timestamp=${target}`)).body).toMatchObject({
      success: true,
      data: 4_321,
    });
    expect((await page(app.admin, '/api/log/?model_name=cleared')).total).toBe(1);
    const [row] = (await page(app.root, '/api/log/?type=3')).items;
    expect(row).toMatchObject({ user_id: idOf(app.admin), content: expect.stringContaining('cleared 4321 log rows') });
  });
});

describe('a search by the id of a request', () => {
  // 12 May 2024, which no other filter of these tests covers.
  const requestId = '20240512101112123456789abcdefgh';
  const atMs = Date.UTC(2024, 4, 12, 10, 11, 12);

  it('finds the call whenever it was, also one that failed, and its figures', async () => {
    await append([
      consumption({ requestId, createdAtMs: atMs + 90_000 }),
      consumption({ requestId, type: 5, quota: 0, createdAtMs: atMs + 91_000 }),
      consumption({ requestId: `${requestId.slice(0, -1)}j`, createdAtMs: atMs + 90_000 }),
    ]);
    const today = `start_timestamp=${seconds(Date.now())}`;
    const found = await page(app.admin, `/api/log/?request_id=${requestId}&${today}`);
    expect(found.items.map(item => [item.request_id, item.type])).toEqual([
      [requestId, 5],
      [requestId, 2],
    ]);
    expect(await stat(app.admin, `/api/log/stat?request_id=${requestId}&${today}`)).toMatchObject({
      quota: 41,
      count: 1,
    });
    expect((await page(app.user, `/api/log/self/?request_id=${requestId}`)).total).toBe(2);
  });

  it('finds nothing of others, and nothing by an id that nobody has', async () => {
    const other = await app.make.signedIn();
    expect((await page(other, `/api/log/self/?request_id=${requestId}`)).total).toBe(0);
    expect((await page(app.admin, '/api/log/?request_id=nobody')).total).toBe(0);
    expect((await page(app.admin, '/api/log/?request_id=99999999999999999999999abc')).total).toBe(0);
  });
});
