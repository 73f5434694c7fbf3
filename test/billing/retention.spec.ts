import { LogType, type RetentionSubject } from '@contracts';
import { dueRows, readAges } from '@retention';
import { openAged, DAY_MS, type Aged } from '../support/scenes/aged-scene';
import { describeWith, DIALECTS } from '../support/servers/databases';

const NOW_MS = Date.now();
const TYPES: readonly (readonly [RetentionSubject, number])[] = [
  ['log_top_up', LogType.TopUp],
  ['log_management', LogType.Admin],
  ['log_system', LogType.System],
  ['log_error', LogType.Error],
  ['log_warning', LogType.Warning],
  ['log_reward', LogType.Reward],
];
const QUOTA = 10_000_000;

for (const dialect of DIALECTS) {
  describeWith(dialect, `what is older than retention allows, on ${dialect}`, () => {
    let aged: Aged;
    beforeAll(async () => {
      aged = await openAged(dialect);
    });
    afterAll(() => aged.close());
    beforeEach(async () => {
      await aged.empty();
      for (const table of [
        'retention_state',
        'tasks',
        'orders',
        'check_ins',
        'redemptions',
        'usage_hours',
        'usage_sums',
      ]) {
        await aged.query(`DELETE FROM ${table}`);
      }
      await aged.bench.openUser(1, QUOTA);
      await aged.bench.openToken(1, QUOTA);
    });

    const charge = async (count: number, ageDays: number, name: string) => {
      const calls = Array.from({ length: count }, (_, at) => ({
        id: `${name}-${at}`,
        atMs: NOW_MS - ageDays * DAY_MS + at,
      }));
      await Promise.all(calls.map(call => aged.chargeOn(aged.node, call)));
    };
    const older = (days: number) =>
      aged.query(`UPDATE movements SET created_at_ms = created_at_ms - ${days * DAY_MS} WHERE kind <> 'closing'`);

    it('stays whole while every age is 0', async () => {
      await charge(5, 900, 'old');
      for (const [, type] of TYPES) await aged.row(type, NOW_MS - 900 * DAY_MS);
      await aged.keep({});
      expect(await aged.run({ isWhole: true })).toEqual({});
      expect(await aged.count('logs')).toBe(11);
    });

    it.each(TYPES)('goes by its type: %s', async (subject, type) => {
      for (const [, one] of TYPES) {
        await aged.row(one, NOW_MS - 50 * DAY_MS);
        await aged.row(one, NOW_MS - 2 * DAY_MS);
      }
      await aged.keep({ [subject]: 40 });
      expect(await aged.run()).toEqual({ [subject]: 1 });
      // What was removed is named in a row of management.
      expect(await aged.count(`logs WHERE type = ${type} AND created_at_ms < ${NOW_MS - DAY_MS}`)).toBe(1);
      expect(await aged.count(`logs WHERE created_at_ms < ${NOW_MS - DAY_MS}`)).toBe(11);
      expect(await aged.run()).toEqual({});
    });

    it('leaves sums behind where log rows were the movements of charges', async () => {
      await charge(2300, 60, 'old');
      await charge(30, 1, 'new');
      const before = await aged.proof();
      await aged.keep({ log_consume: 30 });
      expect(await aged.run()).toEqual({ log_consume: 2300 });
      expect(await aged.proof()).toEqual(before);
      expect(await aged.count('logs WHERE type = 2')).toBe(30);
      const [named] = await aged.query<{ content: string }>('SELECT content FROM logs WHERE type = 3');
      expect(named?.content).toBe('retention removed 2300 log rows of calls');
    });

    it('finds rows that came late, though an earlier run has been there', async () => {
      await aged.keep({ log_error: 30 });
      await aged.row(LogType.Error, NOW_MS - 31 * DAY_MS);
      expect(await aged.run()).toEqual({ log_error: 1 });
      await aged.row(LogType.Error, NOW_MS - 300 * DAY_MS);
      expect(await aged.run()).toEqual({});
      expect(await aged.run({ nowMs: NOW_MS + 8 * DAY_MS })).toEqual({ log_error: 1 });
    });

    it('becomes one movement a year for each account, and the proof stands', async () => {
      const settled = Array.from({ length: 2500 }, (_, at) => ({ id: `m-${at}`, atMs: NOW_MS }));
      await Promise.all(settled.map(call => aged.chargeOn(aged.movementNode, call)));
      await aged.bench.unitOfWork.run(manager =>
        aged.bench.ledger.book(manager, { sourceId: 'reward', kind: 'reward', userId: 1, affiliateAmount: 500 }),
      );
      await older(100);
      await aged.bench.unitOfWork.run(manager =>
        aged.bench.ledger.book(manager, { sourceId: 'code:1', kind: 'redeem', userId: 1, userAmount: 7 }),
      );
      const before = await aged.proof();
      await aged.keep({ movements: 90 });
      expect(await aged.run()).toEqual({ movements: 2503 });
      expect(await aged.proof()).toEqual(before);
      const year = new Date(NOW_MS - 100 * DAY_MS).getUTCFullYear();
      const left = await aged.query<{ source_id: string }>('SELECT source_id FROM movements ORDER BY source_id');
      expect(left.map(row => row.source_id)).toEqual([
        ...[1, 2, 3].map(kind => `closing:${year}:${kind}:${kind === 3 ? 7 : 1}`),
        'code:1',
      ]);
      // The closings themselves are never summed up again, however old they are; later movements are added to them.
      await older(200);
      expect(await aged.run({ isWhole: true })).toEqual({ movements: 1 });
      expect(await aged.proof()).toEqual(before);
      expect(await aged.run({ isWhole: true })).toEqual({});
    });

    it('takes tasks that have ended, and leaves open ones and the last number', async () => {
      const task = (id: number, platform: string, status: string, isOpen: number, days: number) =>
        aged.query(`INSERT INTO tasks (id, user_id, platform, action, status, is_open, created_at_ms, fail_reason, properties,
          data, hook_url) VALUES (${id}, 1, '${platform}', 'x', '${status}', ${isOpen}, ${NOW_MS - days * DAY_MS}, '', '', '', '')`);
      await task(1, 'suno', 'SUCCESS', 0, 50);
      await task(2, 'suno', 'IN_PROGRESS', 1, 50);
      await task(3, 'suno', 'FAILURE', 0, 2);
      await task(4, 'mj', 'SUCCESS', 0, 50);
      await task(5, 'mj', 'MODAL', 0, 50);
      await task(6, 'mj', 'SUCCESS', 0, 50);
      await aged.keep({ tasks: 30, drawings: 30 });
      expect(await aged.run()).toEqual({ tasks: 1, drawings: 1 });
      const left = await aged.query<{ id: number | string }>('SELECT id FROM tasks ORDER BY id');
      expect(left.map(({ id }) => Number(id))).toEqual([2, 3, 5, 6]);
    });

    it('takes orders nobody paid, spent codes and check-ins, and nothing that is worth something', async () => {
      const at = NOW_MS - 100 * DAY_MS;
      for (const [id, status] of ['pending', 'success', 'failed', 'expired', 'expired'].entries()) {
        await aged.query(
          `INSERT INTO orders (user_id, trade_no, status, created_at_ms) VALUES (1, 'o${id}', '${status}', ${at})`,
        );
      }
      for (const [id, [status, deleted]] of [
        [1, 'NULL'],
        [3, 'NULL'],
        [1, at],
        [2, 'NULL'],
        [3, 'NULL'],
      ].entries()) {
        await aged.query(`INSERT INTO redemptions (user_id, name, key_hash, key_sealed, status, redeemed_at_ms, created_at_ms,
          deleted_at_ms) VALUES (1, 'c', 'h${id}', 's', ${status}, ${at}, ${at}, ${deleted})`);
      }
      for (const day of ['2026-01-01', '2026-01-02']) {
        await aged.query(`INSERT INTO check_ins (user_id, sign_date, created_at_ms) VALUES (1, '${day}', ${at})`);
      }
      await aged.keep({ expired_orders: 30, spent_codes: 30, check_ins: 35 });
      expect(await aged.run()).toEqual({ expired_orders: 1, spent_codes: 2, check_ins: 1 });
      expect(await aged.count('orders')).toBe(4);
      expect(await aged.count('redemptions WHERE status IN (1, 2) AND deleted_at_ms IS NULL')).toBe(2);
    });

    it('keeps figures of hours whose calls are in the log', async () => {
      await aged.query('DELETE FROM error_hours'); // those of the failed calls above, which are older than any charge
      await charge(3, 200, 'old');
      await charge(3, 20, 'new');
      const hours = () => aged.count('usage_hours');
      const [before] = [await hours()];
      await aged.keep({ usage_hours: 100 });
      expect(await aged.run()).toEqual({});
      expect(await hours()).toBe(before);
      await aged.query(`INSERT INTO usage_sums (dimension, value, hour_at_ms) VALUES (1, 'a', ${NOW_MS - 200 * DAY_MS}),
        (1, 'b', ${NOW_MS}), (2, '', ${NOW_MS - 200 * DAY_MS}), (3, 'c', ${NOW_MS - 101 * DAY_MS})`);
      await aged.keep({ usage_hours: 100, log_consume: 60 });
      expect(await aged.run()).toEqual({ log_consume: 3, usage_hours: 4 });
      expect(await hours()).toBe(1);
      expect(await aged.count('usage_sums')).toBe(1);
    });

    it('is counted beforehand as it is removed afterwards', async () => {
      await charge(40, 60, 'old');
      await aged.row(LogType.Error, NOW_MS - 40 * DAY_MS);
      await older(100);
      await aged.keep({ log_consume: 30, log_error: 60, movements: 90 });
      const ages = await readAges(aged.bench.database.read, Date.now());
      const due = await dueRows(aged.bench.database.read, ages, { steps: Infinity });
      expect(due).toEqual({
        log_consume: { rows: 40, isMore: false },
        log_error: { rows: 0, isMore: false },
        movements: { rows: 2, isMore: false },
      });
      expect(await aged.run()).toEqual({ log_consume: 40, movements: 2 });
    });

    it('is named in the management log though the run that removed it was ended', async () => {
      await charge(2100, 60, 'old');
      await aged.keep({ log_consume: 30 });
      let units = 0;
      const mustEnd = () => units++ > 2;
      const before = await aged.proof();
      await aged.run({ mustEnd });
      expect(await aged.proof()).toEqual(before);
      await aged.run();
      const named = await aged.query<{ other: string }>('SELECT other FROM logs WHERE type = 3');
      const counts = named.map(
        row =>
          (JSON.parse(row.other) as { admin_info: { after: { log_consume: number } } }).admin_info.after.log_consume,
      );
      expect(counts.reduce((sum, count) => sum + count, 0)).toBe(2100);
      expect(await aged.proof()).toEqual(before);
    });

    it('goes once when two runs meet', async () => {
      await charge(3000, 60, 'old');
      await older(100);
      const before = await aged.proof();
      await aged.keep({ log_consume: 30, movements: 90 });
      await Promise.all([aged.run(), aged.run()]);
      expect(await aged.proof()).toEqual(before);
      expect(await aged.count('logs WHERE type = 2')).toBe(0);
    });
  });
}

describeWith('postgres', 'whole months that retention drops', () => {
  const OLD_MS = Date.UTC(2026, 0, 10);
  let aged: Aged;
  beforeEach(async () => {
    aged = await openAged('postgres');
    await aged.bench.openUser(1, QUOTA);
    await aged.bench.openToken(1, QUOTA);
    const calls = (name: string, atMs: number, count: number) =>
      Promise.all(
        Array.from({ length: count }, (_, at) => aged.chargeOn(aged.node, { id: `${name}-${at}`, atMs: atMs + at })),
      );
    await calls('before', OLD_MS, 50);
    await calls('month', NOW_MS, 60);
    for (const atMs of [OLD_MS, NOW_MS]) await aged.row(LogType.Admin, atMs);
  });
  afterEach(() => aged.close());
  const partitions = () =>
    aged.query<{ name: string }>(
      "SELECT inhrelid::regclass::text AS name FROM pg_inherits WHERE inhparent = to_regclass('logs')",
    );
  const later = NOW_MS + 120 * DAY_MS;

  it('put back what is kept longer, and the proof stands', async () => {
    const before = await aged.proof();
    const months = (await partitions()).length;
    await aged.keep({ log_consume: 30 });
    expect(await aged.run({ nowMs: later })).toEqual({ log_consume: 110 });
    expect((await partitions()).length).toBeLessThan(months);
    expect(await aged.proof()).toEqual(before);
    expect(await aged.count(`logs WHERE type = 3 AND created_at_ms IN (${OLD_MS}, ${NOW_MS})`)).toBe(2);
    await aged.row(LogType.Error, NOW_MS); // a late row finds its place
    expect(await aged.run({ nowMs: later })).toEqual({});
  });

  it('stay with their proof when the process is killed in the middle of a drop', async () => {
    const before = await aged.proof();
    await aged.keep({ log_consume: 30 });
    const closed = {
      book: async (...parts: Parameters<typeof aged.closed.book>) => {
        await aged.closed.book(...parts);
        throw new Error('killed');
      },
    };
    await expect(aged.run({ nowMs: later }, { closed })).rejects.toThrow('killed');
    expect(await aged.count('logs WHERE type = 2')).toBe(110);
    expect(await aged.proof()).toEqual(before);
    expect(await aged.run({ nowMs: later })).toEqual({ log_consume: 110 });
    expect(await aged.proof()).toEqual(before);
  });
});
