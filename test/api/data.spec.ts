import { type HourlyUsage, type UsageRank } from '@contracts';
import { LogStore } from '@log';
import { UnitOfWork } from '@platform';
import { must } from '../support/clients/factories';
import { startTestApp, type TestApp } from '../support/servers/test-app';
import { type TestClient } from '../support/clients/client';

const HOUR = 3600;
const SPAN_MAX = 2_682_000;

let app: TestApp;
let other: TestClient;
const now = Math.floor(Date.now() / 1000);
const thisHour = now - (now % HOUR);

function call(client: TestClient, hourAt: number, modelName = 'gpt-4o-mini') {
  return app.nest.get(UnitOfWork).run(manager =>
    app.nest.get(LogStore).append(manager, {
      userId: client.user?.id ?? 0,
      username: client.user?.username,
      type: 2,
      modelName,
      quota: 310,
      promptTokens: 1000,
      completionTokens: 500,
      createdAtMs: hourAt * 1000 + 5_000,
      isCountedHourly: true,
    }),
  );
}

beforeAll(async () => {
  app = await startTestApp();
  other = await app.make.signedIn();
  for (let count = 0; count < 3; count++) await call(app.user, thisHour);
  await call(other, thisHour);
  await call(app.user, thisHour - 48 * HOUR, 'o3');
});
afterAll(() => app.close());

function rows(client: TestClient, path: string) {
  return must(client.get<HourlyUsage[]>(path));
}

describe('the routes of the dashboard', () => {
  it('show all figures to administrators and own figures to every user', async () => {
    expect((await app.guest.get('/api/data/')).status).toBe(401);
    expect((await app.guest.get('/api/data/self')).status).toBe(401);
    expect((await app.user.get('/api/data/')).body.success).toBe(false);
    expect((await app.user.get('/api/data/self')).body.success).toBe(true);
    expect((await app.admin.get('/api/data')).body.success).toBe(true);
  });
});

describe('figures per hour', () => {
  it('add the calls of one hour up in one row', async () => {
    expect(await rows(app.user, '/api/data/self')).toEqual([
      {
        id: 1,
        user_id: app.user.user?.id,
        username: app.user.user?.username,
        model_name: 'gpt-4o-mini',
        created_at: thisHour,
        token_used: 4500,
        count: 3,
        quota: 930,
      },
    ]);
  });

  it('are summed over all users for administrators, without names', async () => {
    expect(await rows(app.admin, '/api/data/')).toEqual([
      {
        id: 0,
        user_id: 0,
        username: '',
        model_name: 'gpt-4o-mini',
        created_at: thisHour,
        token_used: 6000,
        count: 4,
        quota: 1240,
      },
    ]);
  });

  it('are those of one user when an administrator names one', async () => {
    const [row, ...rest] = await rows(app.admin, `/api/data/?username=${other.user?.username}`);
    expect([row?.user_id, row?.count, rest]).toEqual([other.user?.id, 1, []]);
    expect(await rows(app.admin, '/api/data/?username=nobody')).toEqual([]);
  });

  it('include both ends of the span', async () => {
    const old = thisHour - 48 * HOUR;
    const counts = async (start: number, end: number) =>
      (await rows(app.user, `/api/data/self?start_timestamp=${start}&end_timestamp=${end}`)).map(row => row.model_name);
    expect(await counts(old, thisHour)).toEqual(['gpt-4o-mini', 'o3']);
    expect(await counts(old + 1, thisHour - 1)).toEqual([]);
  });
});

describe('the span of one request', () => {
  const message = async (client: TestClient, path: string, span: number): Promise<unknown> => {
    const answer = await client.get(`${path}?start_timestamp=${now - span}&end_timestamp=${now}`);
    return answer.body.success ? 'answered' : answer.body.message;
  };

  it('may be 31 days and an hour for own figures, not a second more', async () => {
    expect(await message(app.user, '/api/data/self', SPAN_MAX)).toBe('answered');
    expect(await message(app.user, '/api/data/self', SPAN_MAX + 1)).toBe('the time span must not exceed one month');
  });

  it('may be 366 days for administrators', async () => {
    expect(await message(app.admin, '/api/data/', 366 * 24 * HOUR)).toBe('answered');
    expect(await message(app.admin, '/api/data/', 366 * 24 * HOUR + 1)).toBe('the time span must not exceed one year');
  });
});

describe('rankings', () => {
  it('say who spent most, for administrators', async () => {
    const ranks = await must(app.admin.get<UsageRank[]>('/api/data/ranking?by=user'));
    expect(ranks.map(({ id, name, count, quota }) => [id, name, count, quota])).toEqual([
      [app.user.user?.id, app.user.user?.username, 3, 930],
      [other.user?.id, other.user?.username, 1, 310],
    ]);
    const models = await must(
      app.admin.get<UsageRank[]>(`/api/data/ranking?by=model&start_timestamp=${thisHour - 72 * HOUR}`),
    );
    expect(models.map(({ name, count }) => [name, count])).toEqual([
      ['gpt-4o-mini', 4],
      ['o3', 1],
    ]);
  });

  it('by key and channel tell owner and name', async () => {
    const channelId = await app.make.channel({ name: 'main office', base_url: 'http://127.0.0.1:9' });
    const at = thisHour * 1000 + 6_000;
    await app.nest.get(UnitOfWork).run(manager =>
      app.nest.get(LogStore).append(manager, {
        userId: other.user?.id ?? 0,
        username: other.user?.username,
        type: 2,
        modelName: 'gpt-4o',
        tokenName: 'laptop',
        tokenGroup: 'vip',
        channelId,
        quota: 5_000,
        createdAtMs: at,
        isCountedHourly: true,
      }),
    );
    const [key] = await must(app.admin.get<UsageRank[]>('/api/data/ranking?by=key'));
    expect([key?.name, key?.username, key?.quota]).toEqual(['laptop', other.user?.username, 5_000]);
    const [first] = await must(app.admin.get<UsageRank[]>('/api/data/ranking?by=channel'));
    expect([first?.id, first?.name, first?.quota]).toEqual([channelId, 'main office', 5_000]);
    const [own] = await must(other.get<UsageRank[]>('/api/data/self/ranking?by=group'));
    expect([own?.id, own?.name, own?.username, own?.quota]).toEqual([0, 'vip', '', 5_000]);
    expect(await must(app.user.get<UsageRank[]>('/api/data/self/ranking?by=key'))).toMatchObject([
      { name: '', count: 3 },
    ]);
  });

  it('of users and channels are the administrators alone', async () => {
    expect((await app.user.get('/api/data/ranking?by=user')).body.success).toBe(false);
    expect((await app.user.get('/api/data/self/ranking?by=user')).body.success).toBe(false);
    expect((await app.admin.get('/api/data/ranking?by=colour')).body.success).toBe(false);
    expect((await app.admin.get('/api/data/ranking')).body.success).toBe(false);
  });
});
