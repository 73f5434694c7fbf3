import { type LogRecord } from './log-record';
import { usageStatements } from './usage-hours';

const HOUR_MS = 3_600_000;
const NOW_MS = 500_000 * HOUR_MS + 1000;

function rowsOf(records: readonly Partial<LogRecord>[], nowMs = NOW_MS): readonly unknown[] {
  const full = records.map(record => ({
    userId: 1,
    type: 2,
    quota: 10,
    promptTokens: 2,
    isCountedHourly: true,
    ...record,
  }));
  return usageStatements('postgres', full, nowMs).map(({ parameter }) => JSON.parse(parameter) as unknown);
}

/** Tokens of prompts, those from a cache, what calls cost, and what plans paid of them. */
const NO_COSTS = [0, 0, 0, 0, 0, 0, 0, 0];

describe('the statements for figures of hours', () => {
  it('sum what is known of caches and costs, and take a refund out of the costs alone', () => {
    const [rows] = rowsOf([{ cachedTokens: 1, cost: 7 }, {}, { type: 4, cost: -3, refundedUnits: 4 }]);
    expect((rows as number[][])[0]?.slice(8)).toEqual([2, 20, 4, 2, 1, 4, 6, 0, 0, 0, 0]);
  });

  it('add the calls of a group that differ in nothing in one row, and count consumption only', () => {
    const call = { tokenName: 'a', channelId: 7, tokenGroup: 'vip', modelName: 'm', username: 'ann' };
    const rows = rowsOf([
      call,
      call,
      { ...call, channelId: 8 },
      { ...call, type: 5 },
      { ...call, isCountedHourly: false },
    ]);
    const hour = 500_000 * HOUR_MS;
    expect(rows).toEqual([
      [
        [hour, 1, 'a', 7, 'vip', 'm', 'ann', 1, 2, 20, 4, ...NO_COSTS],
        [hour, 1, 'a', 8, 'vip', 'm', 'ann', 1, 1, 10, 2, ...NO_COSTS],
        [hour, 1, 'a', 7, 'vip', 'm', 'ann', 0, 1, 10, 2, ...NO_COSTS],
      ],
    ]);
    expect(rowsOf([{ type: 5 }])).toEqual([]);
  });

  it('never name a row twice: texts that are stored alike are one', () => {
    const long = 'x'.repeat(70);
    const [rows] = rowsOf([
      { tokenName: `${long}1` },
      { tokenName: `${long}2` },
      { modelName: 'a\0' },
      { modelName: 'a\ud800' },
    ]);
    expect(rows).toEqual([
      [expect.any(Number), 1, 'x'.repeat(64), 0, '', '', '', 1, 2, 20, 4, ...NO_COSTS],
      [expect.any(Number), 1, '', 0, '', 'a\ufffd', '', 1, 2, 20, 4, ...NO_COSTS],
    ]);
  });

  it('mark hours that ended half an hour ago, in their order, and no others', () => {
    const at = (hoursAgo: number) => ({ createdAtMs: 500_000 * HOUR_MS - hoursAgo * HOUR_MS });
    const halfPast = 500_000 * HOUR_MS + HOUR_MS / 2;
    expect(rowsOf([at(1), at(0)], halfPast - 1)[1]).toBeUndefined();
    expect(rowsOf([at(1), at(9), at(1), at(0)], halfPast)[1]).toEqual([
      [(500_000 - 9) * HOUR_MS, 1],
      [(500_000 - 1) * HOUR_MS, 1],
    ]);
  });
});
