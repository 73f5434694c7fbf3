import { type LogEntry, type Overview, type Page, type SiteOverview } from '@contracts';
import { ChannelFigures, WHOLE_CALLS } from '@channel';
import { LogStore, UsageUpkeep, type LogRecord } from '@log';
import { UnitOfWork } from '@platform';
import { must } from '../support/clients/factories';
import { startTestApp, type TestApp } from '../support/servers/test-app';
import { type TestClient } from '../support/clients/client';

const HOUR = 3600;
const DAY = 24 * HOUR;
const CONSUME = 2;
const ERROR = 5;

let app: TestApp;
let other: TestClient;
const now = Math.floor(Date.now() / 1000);
const thisHour = now - (now % HOUR);

function store(records: readonly LogRecord[]) {
  return app.nest.get(UnitOfWork).run(manager => app.nest.get(LogStore).writeAll(manager, records));
}

function rowOf(client: TestClient, hoursBack: number, fields: Partial<LogRecord> = {}): LogRecord {
  return {
    userId: client.user?.id ?? 0,
    username: client.user?.username,
    tokenName: 'laptop',
    type: CONSUME,
    modelName: 'gpt-4o-mini',
    quota: 310,
    promptTokens: 1000,
    completionTokens: 500,
    createdAtMs: (thisHour - hoursBack * HOUR) * 1000 + 5_000,
    ...fields,
  };
}

beforeAll(async () => {
  app = await startTestApp();
  other = await app.make.signedIn();
  const models = ['gpt-4o-mini', 'o3', 'claude-sonnet-4-6'];
  const rows = Array.from({ length: 24 * 6 }, (_, hour) => [
    rowOf(app.user, hour, { modelName: models[hour % 3], quota: 100 + hour, isCountedHourly: hour % 2 === 0 }),
    ...(hour % 5 === 0 ? [rowOf(other, hour, { quota: 7, tokenName: 'batch' })] : []),
    ...(hour % 7 === 0 ? [rowOf(app.user, hour, { type: ERROR, quota: 0, content: 'overloaded' })] : []),
    ...(hour % 11 === 0 ? [rowOf(other, hour, { type: ERROR, quota: 0, modelName: 'o3' })] : []),
  ]).flat();
  await store(rows);
});
afterAll(() => app.close());

function site(query = '') {
  return must(app.admin.get<SiteOverview>(`/api/overview${query}`));
}

function own(client: TestClient, query = '') {
  return must(client.get<Overview>(`/api/overview/self${query}`));
}

/** What the rows of the log say of a span. */
async function inLog(client: TestClient, path: string, start: number, end: number) {
  const sums = { requests: 0, errors: 0, quota: 0, tokens: 0 };
  for (let page = 1, rows = 1; rows > 0; page++) {
    const query = `p=${page}&page_size=100&start_timestamp=${start}&end_timestamp=${end - 1}`;
    const { items } = await must(client.get<Page<LogEntry>>(`${path}?${query}`));
    rows = items.length;
    for (const { type, quota, prompt_tokens, completion_tokens } of items) {
      if (type === ERROR) sums.errors += 1;
      if (type !== CONSUME) continue;
      sums.requests += 1;
      sums.quota += quota;
      sums.tokens += prompt_tokens + completion_tokens;
    }
  }
  return sums;
}

describe('the overview', () => {
  it('of everybody is for administrators, the own one for every user', async () => {
    const guest = await app.guest.get('/api/overview/self');
    expect(guest.status).toBe(401);
    expect((await app.user.get('/api/overview')).body.success).toBe(false);
    expect((await app.admin.get('/api/overview')).body.success).toBe(true);
    expect((await app.user.get('/api/overview/self')).body.success).toBe(true);
  });

  it('says what all rows of the log say, of everybody and of each user, and of the time before', async () => {
    for (const hours of [1, 24, 48]) {
      const start = thisHour - (hours - 1) * HOUR;
      const before = start - hours * HOUR;
      const query = `?start=${start}&end=${now}`;
      const everybody = await site(query);
      expect(everybody.totals).toEqual(await inLog(app.admin, '/api/log/', start, thisHour + HOUR));
      expect(everybody.previous).toEqual(await inLog(app.admin, '/api/log/', before, start));
      const mine = await own(app.user, query);
      expect(mine.totals).toEqual(await inLog(app.user, '/api/log/self', start, thisHour + HOUR));
      expect(mine.previous).toEqual(await inLog(app.user, '/api/log/self', before, start));
    }
  });

  it('says the same after hours were summed up', async () => {
    const query = `?start=${thisHour - 5 * DAY}&end=${now}`;
    const before = await site(query);
    await app.nest.get(UsageUpkeep).run();
    expect(await site(query)).toEqual({ ...before, last_minute: expect.anything() as object });
  });

  it('shows every hour of a short span and every day of a long one, which add up to its totals', async () => {
    const short = await site(`?start=${thisHour - 23 * HOUR}&end=${now}`);
    expect([short.step, short.periods.length]).toEqual(['hour', 24]);
    const long = await own(app.user, `?start=${thisHour - 5 * DAY}&end=${now}&day_start=0`);
    expect(long.step).toBe('day');
    for (const { periods, totals, models } of [short, long]) {
      const sum = (field: keyof typeof totals) => periods.reduce((total, period) => total + period[field], 0);
      expect({
        requests: sum('requests'),
        errors: sum('errors'),
        quota: sum('quota'),
        tokens: sum('tokens'),
      }).toEqual(totals);
      expect(models.flatMap(({ quota }) => quota).reduce((total, units) => total + units, 0)).toBe(totals.quota);
    }
  });

  it('begins days where the reader’s begin', async () => {
    const midnight = now - (now % DAY);
    const eastern = 16 * HOUR; // eight hours ahead of UTC
    const { periods } = await own(app.user, `?start=${midnight - 4 * DAY}&end=${now}&day_start=${eastern}`);
    expect(new Set(periods.map(({ at }) => at % DAY))).toEqual(new Set([eastern]));
    const [, second] = periods;
    const at = second?.at ?? 0;
    const logged = await inLog(app.user, '/api/log/self', at, at + DAY);
    expect(second).toEqual({ at, ...logged });
  });

  it('ranks users and models for administrators, and only the own keys for a user', async () => {
    const { users, models, keys } = await site(`?start=${thisHour - 47 * HOUR}`);
    expect(users.map(({ name }) => name)).toEqual([app.user.user?.username, other.user?.username]);
    expect(models.map(({ name }) => name).sort()).toEqual(['claude-sonnet-4-6', 'gpt-4o-mini', 'o3']);
    expect(keys.map(({ name }) => name)).toEqual(['laptop', 'batch']);
    const mine = await own(other, `?start=${thisHour - 47 * HOUR}`);
    expect(mine.keys.map(({ name, username }) => [name, username])).toEqual([['batch', '']]);
    expect(Object.keys(mine)).not.toContain('users');
  });

  it('tells the times of calls, also of hours that channels have forgotten', async () => {
    const figures = app.nest.get(ChannelFigures);
    for (let call = 0; call < 20; call++) figures.served(WHOLE_CALLS, 'gpt-4o-mini', 400, 120);
    figures.served(WHOLE_CALLS, 'o3', 9_000, null);
    const { times, period_times: periods, last_minute: minute } = await site();
    expect(times.latency_p50).toBeGreaterThan(300);
    expect(times.latency_p50).toBeLessThanOrEqual(500);
    expect(times.first_token_p95).toBeLessThanOrEqual(200);
    expect(periods).toEqual([expect.objectContaining({ latency_p50: times.latency_p50 })]);
    // The run may have passed a full hour.
    expect([thisHour, thisHour + HOUR]).toContain(periods[0]?.at);
    expect(minute).toEqual({ requests: expect.any(Number) as number, errors: expect.any(Number) as number });
  });

  it('ticks the first steps as they are done', async () => {
    const fresh = (await site()).first_steps;
    expect(fresh).toEqual({ channel: false, price: false, key: false, call: true });
    await app.make.channel({ base_url: 'http://127.0.0.1:1', models: 'gpt-4o-mini,a-model-without-a-price', key: 'k' });
    await app.make.token(app.user);
    expect((await site()).first_steps).toEqual({ channel: true, price: false, key: true, call: true });
    await app.make.option('ModelRatio', { 'gpt-4o-mini': 1, 'a-model-without-a-price': 2 });
    expect((await site()).first_steps.price).toBe(true);
  });

  it('refuses spans that are too long', async () => {
    const { body } = await app.user.get(`/api/overview/self?start=${now - 40 * DAY}&end=${now}`);
    expect(body).toMatchObject({ success: false, message: 'the time span must not exceed one month' });
    expect((await app.admin.get(`/api/overview?start=${now - 300 * DAY}`)).body.success).toBe(true);
  });
});
