import { type HourlyUsage, type LogStat, type UsageRank, type UsageRanking } from '@contracts';
import { LogStore, UsageUpkeep, type LogRecord } from '@log';
import { UnitOfWork } from '@platform';
import { type EntityManager } from 'typeorm';
import { must } from '../support/clients/factories';
import { createTestDatabase, describeWith, dialectsOfRun, type TestDatabase } from '../support/servers/databases';
import { startTestApp, type TestApp } from '../support/servers/test-app';

const HOUR_MS = 3_600_000;
const THIS_HOUR_MS = Math.floor(Date.now() / HOUR_MS) * HOUR_MS;
/** All hours of the test are over by then. */
const LATER_MS = THIS_HOUR_MS + 3 * HOUR_MS;

interface Call extends Required<
  Pick<
    LogRecord,
    'userId' | 'username' | 'tokenName' | 'tokenGroup' | 'modelName' | 'channelId' | 'quota' | 'createdAtMs'
  >
> {
  /** The log no longer has it, so only an older version's figures know it: by user and model. */
  readonly isCleared?: boolean;
}

const PEOPLE = [
  { userId: 0, username: 'anna' },
  { userId: 0, username: 'bobby' },
  // Nobody has this name; its rows stay.
  { userId: 990, username: 'gone' },
];

/** Calls that differ in everything a filter may name; the same in every run. */
function callsAt(hoursAgo: number, count: number, seed: number): readonly Call[] {
  return Array.from({ length: count }, (_, at) => {
    const number = (seed + at * 7919) % 1009;
    return {
      ...PEOPLE[number % 3]!,
      tokenName: ['laptop', 'phone', ''][number % 5] ?? 'laptop',
      tokenGroup: number % 4 === 0 ? 'vip' : 'default',
      modelName: ['gpt-4o', 'GPT-4', 'o3'][number % 7] ?? 'gpt-4o',
      channelId: 1 + (number % 4),
      quota: 1 + number,
      createdAtMs: THIS_HOUR_MS - hoursAgo * HOUR_MS + ((number * 97_001) % HOUR_MS),
    };
  });
}

const FILTERS: readonly Partial<Record<'username' | 'token_name' | 'group' | 'model_name' | 'channel', string>>[] = [
  {},
  { model_name: 'gpt-4o' },
  { model_name: 'gpt%' },
  { username: 'anna' },
  { username: 'bobby', model_name: 'gpt-4o' },
  { token_name: 'laptop' },
  { token_name: 'phone', model_name: 'gpt%' },
  { channel: '2' },
  { channel: '3', model_name: 'gpt-4o' },
  { group: 'vip' },
  { group: 'default', model_name: 'o3' },
  { username: 'anna', token_name: 'laptop', group: 'vip' },
  { username: 'anna', channel: '1' },
  { channel: '1', group: 'vip' },
  { channel: '3', group: 'default', model_name: 'gpt%' },
  { token_name: 'phone', group: 'default' },
  { username: 'gone' },
  { username: 'gone', token_name: 'laptop' },
  { channel: '99' },
];

/** Hours ago, from and until: everything, whole hours, parts of hours at both ends. */
const SPANS: readonly (readonly [number, number])[] = [
  [100, -1],
  [30, 4],
  [29.75, 1.25],
  [20, 19],
  [2.5, -1],
];

describe.each(dialectsOfRun())('on %s', dialect => {
  describeWith(dialect, 'the figures of hours', () => {
    let database: TestDatabase;
    let app: TestApp;
    let calls: readonly Call[];
    beforeEach(async () => {
      database = await createTestDatabase(dialect);
      app = await startTestApp({ databaseUrl: database.url });
      calls = [];
      for (const person of PEOPLE.slice(0, 2)) person.userId = (await app.make.user({ username: person.username })).id;
    });
    afterEach(async () => {
      await app.close();
      await database.drop();
    });

    const unit = <Result>(work: (manager: EntityManager) => Promise<Result>) => app.nest.get(UnitOfWork).run(work);
    const query = (sql: string) => unit(manager => manager.query(sql) as Promise<unknown>);
    const upkeep = (hoursMax?: number) => app.nest.get(UsageUpkeep).run(LATER_MS, hoursMax);

    async function append(added: readonly Call[]): Promise<void> {
      const records = added.map(call => ({
        ...call,
        type: 2,
        promptTokens: 2,
        completionTokens: 1,
        isCountedHourly: true,
      }));
      await unit(manager => app.nest.get(LogStore).writeAll(manager, records));
      calls = [...calls, ...added];
    }

    /** Leaves what an older version leaves: a log, and figures by user and model; part of the log is cleared. */
    async function becomeOlder(clearedBeforeMs: number): Promise<void> {
      await query(`INSERT INTO hourly_usage (user_id, model_name, hour_at_ms, username, request_count, quota, token_used)
        SELECT user_id, model_name, hour_at_ms, MIN(username), SUM(request_count), SUM(quota), SUM(token_used)
        FROM usage_hours GROUP BY user_id, model_name, hour_at_ms`);
      await query('DELETE FROM usage_hours');
      await query('DELETE FROM usage_late_hours');
      await query(`DELETE FROM logs WHERE created_at_ms < ${clearedBeforeMs}`);
      const next = THIS_HOUR_MS + HOUR_MS;
      await query(`UPDATE usage_progress SET exact_from_ms = ${next}, summed_until_ms = ${next}`);
      calls = calls.map(call => ({ ...call, isCleared: call.createdAtMs < clearedBeforeMs }));
    }

    function expected(filter: (typeof FILTERS)[number], startMs: number, endMs: number) {
      const pattern = filter.model_name?.replace('%', '').toLowerCase();
      const fits = (call: Call) =>
        call.createdAtMs >= startMs &&
        call.createdAtMs < endMs &&
        (!filter.username || call.username === filter.username) &&
        (!filter.token_name || (!call.isCleared && call.tokenName === filter.token_name)) &&
        (!filter.group || (!call.isCleared && call.tokenGroup === filter.group)) &&
        (!filter.channel || (!call.isCleared && call.channelId === Number(filter.channel))) &&
        (pattern === undefined ||
          (filter.model_name?.endsWith('%')
            ? call.modelName.toLowerCase().startsWith(pattern)
            : call.modelName === filter.model_name));
      const found = calls.filter(fits);
      const quota = found.reduce((sum, call) => sum + call.quota, 0);
      return { quota, count: found.length, token: 3 * found.length };
    }

    async function expectSums(spans = SPANS, filters = FILTERS): Promise<void> {
      const wrong: unknown[] = [];
      for (const filter of filters) {
        for (const [from, until] of spans) {
          const [startMs, endMs] = [THIS_HOUR_MS - from * HOUR_MS, THIS_HOUR_MS - until * HOUR_MS];
          const times = { start_timestamp: String(startMs / 1000), end_timestamp: String(endMs / 1000 - 1) };
          const { quota, count, token } = await must(
            app.admin.get<LogStat>(`/api/log/stat?${new URLSearchParams({ ...filter, ...times }).toString()}`),
          );
          const sums = { quota, count, token };
          const wanted = expected(filter, startMs, endMs);
          if (JSON.stringify(sums) !== JSON.stringify(wanted)) wrong.push({ filter, from, until, sums, wanted });
        }
      }
      expect(wrong).toEqual([]);
    }

    async function charted(
      username: string,
      dayStart: number | null,
    ): Promise<Readonly<Record<'count' | 'quota', number>>> {
      const start = (THIS_HOUR_MS - 100 * HOUR_MS) / 1000;
      const days = dayStart === null ? '' : `&day_start=${dayStart}`;
      const rows = await must(
        app.admin.get<HourlyUsage[]>(`/api/data/?start_timestamp=${start}&username=${username}${days}`),
      );
      expect(new Set(rows.map(row => `${row.created_at} ${row.model_name} ${row.user_id}`)).size).toBe(rows.length);
      const [step, from] = dayStart === null ? [3600, 0] : [86_400, dayStart];
      expect(rows.filter(row => (row.created_at - from) % step !== 0)).toEqual([]);
      return {
        count: rows.reduce((sum, row) => sum + row.count, 0),
        quota: rows.reduce((sum, row) => sum + row.quota, 0),
      };
    }

    async function expectCharts(): Promise<void> {
      for (const username of ['', 'bobby', 'gone']) {
        const { count, quota } = expected(username ? { username } : {}, 0, Infinity);
        // Days of India begin at half past an hour of UTC.
        for (const dayStart of [null, 18.5 * 3600]) {
          expect(await charted(username, dayStart)).toEqual({ count, quota });
        }
      }
    }

    /** What a call is ranked under: the name that the answer shows, and its owner for keys. */
    const RANKED: Readonly<Record<UsageRanking, (call: Call) => string>> = {
      user: call => `${call.userId} ${call.username}`,
      key: call => `${call.userId} ${call.tokenName} ${call.username}`,
      model: call => `0 ${call.modelName}`,
      channel: call => `${call.channelId} `,
      group: call => `0 ${call.tokenGroup}`,
    };

    async function expectRanking(by: UsageRanking): Promise<void> {
      const sums = new Map<string, readonly [number, number]>();
      for (const call of calls) {
        const name = RANKED[by](call);
        const [count, quota] = sums.get(name) ?? [0, 0];
        sums.set(name, [count + 1, quota + call.quota]);
      }
      const start = (THIS_HOUR_MS - 100 * HOUR_MS) / 1000;
      const ranks = await must(app.admin.get<UsageRank[]>(`/api/data/ranking?by=${by}&start_timestamp=${start}`));
      const found = ranks.map(({ id, name, username, count, quota }) => [
        by === 'key' ? `${id} ${name} ${username}` : `${id} ${name}`,
        [count, quota],
      ]);
      expect(new Map(found as [string, [number, number]][])).toEqual(sums);
      expect(ranks.map(({ quota }) => quota)).toEqual(ranks.map(({ quota }) => quota).sort((a, b) => b - a));
    }

    async function expectRankings(ranked = Object.keys(RANKED) as UsageRanking[]): Promise<void> {
      for (const by of ranked) await expectRanking(by);
    }

    it('are exact at once, when their hours are summed up, and when calls come late', async () => {
      for (const hoursAgo of [40, 29, 20, 3, 2, 1, 0]) await append(callsAt(hoursAgo, 25, hoursAgo));
      await expectSums();
      await expectCharts();
      await expectRankings();
      expect(await upkeep()).toBeGreaterThanOrEqual(7);
      await expectSums();
      await expectCharts();
      await append(callsAt(20, 10, 5));
      await append(callsAt(3, 10, 6));
      await expectSums();
      await expectCharts();
      await expectRankings();
      await upkeep();
      expect(await query('SELECT hour_at_ms FROM usage_late_hours')).toEqual([]);
      await expectSums();
      await expectCharts();
      await expectRankings();
    });

    it('answer for a channel with a group from sums, whose hours of an older version are added one by one', async () => {
      const groupSums = 'FROM usage_sums WHERE dimension = 7';
      for (const hoursAgo of [40, 29, 20, 3, 2]) await append(callsAt(hoursAgo, 25, hoursAgo));
      await upkeep();
      // As the step to this version leaves it, and as a node of the older one that sums up two hours more.
      await query(`DELETE ${groupSums}`);
      const ofStep = THIS_HOUR_MS - 10 * HOUR_MS;
      await query(`UPDATE usage_progress SET grouped_from_ms = ${ofStep}, grouped_until_ms = ${ofStep}`);
      await append(callsAt(29, 5, 13));
      await expectSums();
      let hours = 0;
      while ((await upkeep(1)) > 0) {
        hours++;
        await expectSums([SPANS[0]!, SPANS[1]!]);
      }
      expect(hours).toBeGreaterThanOrEqual(6); // five without such sums, one that is late
      const [found] = (await query(`SELECT SUM(request_count) AS count ${groupSums}`)) as { count: number | string }[];
      expect(Number(found?.count)).toBe(calls.length);
      await query('DELETE FROM usage_hours');
      await expectSums(
        [SPANS[0]!],
        FILTERS.filter(({ channel, group }) => channel && group),
      );
    });

    it('of an older version are completed hour by hour, and are right after every one of them', async () => {
      for (const hoursAgo of [40, 29, 20, 3, 0]) await append(callsAt(hoursAgo, 25, hoursAgo));
      // In the middle of an hour, so that its log knows a part of its calls.
      await becomeOlder(THIS_HOUR_MS - 19.5 * HOUR_MS);
      await append(callsAt(0, 20, 11));
      await append(callsAt(3, 5, 12));
      const wholeHours = [SPANS[0]!, SPANS[1]!, SPANS[3]!];
      await expectSums(wholeHours);
      await expectCharts();
      let hours = 0;
      while ((await upkeep(1)) > 0) {
        hours++;
        await expectSums(wholeHours);
        await expectCharts();
        await expectRankings(['user', 'model']);
      }
      expect(hours).toBeGreaterThanOrEqual(5);
      expect(await query('SELECT * FROM hourly_usage')).toEqual([]);
      await append(callsAt(29, 5, 13));
      await expectSums([SPANS[0]!]);
    });

    it('of an older version are not counted twice after a kill between two steps', async () => {
      for (const hoursAgo of [20, 3]) await append(callsAt(hoursAgo, 25, hoursAgo));
      await becomeOlder(0);
      const killed = new Error('killed');
      const run = jest.spyOn(app.nest.get(UnitOfWork), 'run');
      for (let kills = 0; kills < 3; kills++) {
        run.mockImplementationOnce(work =>
          unit(async manager => {
            await work(manager);
            throw killed;
          }),
        );
        await expect(upkeep()).rejects.toBe(killed);
        await expectSums([SPANS[0]!]);
      }
      run.mockRestore();
      await upkeep();
      await expectSums();
      await expectCharts();
      // A node that had read the progress before completes the same hours again.
      await query(`UPDATE usage_progress SET exact_from_ms = ${THIS_HOUR_MS + HOUR_MS}`);
      await upkeep();
      await expectSums();
    });
  });
});
