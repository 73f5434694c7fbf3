import { crc32 } from 'node:zlib';
import { AccountKind } from '@billing';
import { describeWith, DIALECTS } from '../support/servers/databases';
import { openChargedLog, QUOTA, type ChargedLog } from '../support/scenes/charged-log-scene';
import { removeRows } from '../../libs/log/src/store/remove-rows';

const NOW_MS = Date.now();
const DAY_MS = 86_400_000;

for (const dialect of DIALECTS) {
  describeWith(dialect, `log rows that are the movements of their charges on ${dialect}`, () => {
    let log: ChargedLog;
    beforeAll(async () => {
      log = await openChargedLog(dialect);
    });
    beforeEach(async () => {
      await log.empty();
      await log.bench.openUser(1, QUOTA);
      await log.bench.openToken(1, QUOTA);
    });
    afterAll(() => log.close());

    /** Expects so many calls of 60 units on user, key and channel, and a proof of all accounts. */
    const expectCharged = async (calls: number) => {
      const used = { used: calls * 60, requestCount: calls };
      const owners = [
        [AccountKind.User, 1],
        [AccountKind.Token, 1],
        [AccountKind.Channel, 7],
      ] as const;
      for (const [kind, id] of owners) expect(await log.bench.ledger.balanceOf(kind, id)).toMatchObject(used);
      expect((await log.bench.verify()).differences).toEqual([]);
    };

    it('are all that a charge writes', async () => {
      const node = log.node('rows');
      await Promise.all(
        Array.from({ length: 30 }, (_, at) => log.charge(node, { id: `one-${at}`, atMs: NOW_MS + (at % 3) })),
      );
      expect(await log.counts()).toEqual({ rows: 30, keyed: 30, movements: 0 });
      await expectCharged(30);
    });

    it('stand beside rows of an earlier version, whose movements are not counted twice', async () => {
      await log.charge(log.node('movements'), { id: 'old', atMs: NOW_MS });
      await log.charge(log.node('rows'), { id: 'new', atMs: NOW_MS });
      expect(await log.counts()).toEqual({ rows: 2, keyed: 1, movements: 1 });
      await expectCharged(2);
    });

    it('are missed by the proof when somebody else removes them', async () => {
      await log.charge(log.node('rows'), { id: 'one', atMs: NOW_MS });
      await log.query('DELETE FROM logs');
      expect((await log.bench.verify()).differenceUnits).toBeGreaterThan(0);
    });

    it('are no movements where they do not say all that the charge did', async () => {
      const node = log.node('rows');
      const settle = async (id: string, userId: number, riders: Parameters<typeof node.logs.rider>[0][]) => {
        const reservation = await node.ledger.reserve({ id, userId, tokenId: 1, amount: 100 });
        await reservation.settle({ units: 60, channelId: 7, riders: riders.map(row => node.logs.rider(row)) });
      };
      const row = { userId: 1, tokenId: 1, channelId: 7, type: 2, quota: 60, requestId: 'of', createdAtMs: NOW_MS };
      await settle('without a row', 1, []);
      await settle('of-another request', 1, [{ ...row, requestId: 'another' }]);
      await settle('of-1', 1, [{ ...row, quota: 61 }]);
      await settle('of-2', 1, [{ ...row, channelId: 8 }]);
      await settle('of-3', 1, [{ ...row, createdAtMs: undefined }]);
      await settle('of-4', 1, [{ ...row, tokenId: 0 }]);
      await settle('of-5', 1, [{ ...row, type: 6 }]);
      expect(await log.counts()).toEqual({ rows: 6, keyed: 0, movements: 7 });
      await settle('of-6', 1, [{ ...row, type: 6, quota: 0 }, row]);
      expect(await log.counts()).toEqual({ rows: 8, keyed: 1, movements: 7 });
      await expectCharged(8);
    });

    it('tell the parts of one request apart, even within a millisecond', async () => {
      const node = log.node('rows');
      for (const id of ['call', 'call-1', 'call-2']) {
        const reservation = await node.ledger.reserve({ id, userId: 1, tokenId: 1, amount: 100 });
        const row = { userId: 1, tokenId: 1, channelId: 7, type: 2, quota: 60, requestId: 'call', createdAtMs: NOW_MS };
        await reservation.settle({ units: 60, channelId: 7, riders: [node.logs.rider(row)] });
      }
      expect(await log.counts()).toEqual({ rows: 3, keyed: 3, movements: 0 });
      await expectCharged(3);
    });

    const ORDERS = [
      ['rows', 'rows'],
      ['movements', 'rows'],
      ['rows', 'movements'],
      ['movements', 'movements'],
    ] as const;

    it.each(ORDERS)('are booked once: first as %s, then from the journal as %s', async (first, then) => {
      const call = { id: 'one', atMs: NOW_MS };
      await log.charge(log.node(first), call);
      await log.repeat(log.node(then), call, { id: 'other', atMs: NOW_MS });
      await log.repeat(log.node(first), call, { id: 'other', atMs: NOW_MS });
      expect(await log.counts()).toMatchObject({ rows: 2 });
      await expectCharged(2);
    });

    // A node writes rows no earlier than those whose journals it takes over, see LedgerStart.
    it.each(ORDERS.filter(([first, then]) => first === 'rows' || then === 'movements'))(
      'are booked once: first from the journal as %s, then late by its own node as %s',
      async (first, then) => {
        const call = { id: 'one', atMs: NOW_MS };
        await log.repeat(log.node(first), call);
        await log.charge(log.node(then), call);
        expect(await log.counts()).toMatchObject({ rows: 1 });
        await expectCharged(1);
      },
    );

    it('are booked once when the same charge comes from two journals at once', async () => {
      const call = { id: 'one', atMs: NOW_MS };
      await Promise.all([log.repeat(log.node('rows'), call), log.repeat(log.node('rows'), call)]);
      expect(await log.counts()).toMatchObject({ rows: 1 });
      await expectCharged(1);
    });

    it('give way to a movement where two charges of one millisecond have the same key', async () => {
      const [one, other] = sameKeys();
      const node = log.node('rows');
      await log.charge(node, { id: one, atMs: NOW_MS });
      await log.charge(node, { id: other, atMs: NOW_MS });
      await log.repeat(log.node('rows'), { id: one, atMs: NOW_MS }, { id: other, atMs: NOW_MS });
      expect(await log.counts()).toEqual({ rows: 2, keyed: 1, movements: 1 });
      await expectCharged(2);
    });

    describe('and are removed', () => {
      const remove = () => log.bench.unitOfWork.run(manager => removeRows(manager, NOW_MS + DAY_MS, log.closed));

      it('leave sums by account and month, however often the log is cleared', async () => {
        const node = log.node('rows');
        const old = NOW_MS - 40 * DAY_MS;
        await log.charge(log.node('movements'), { id: 'movement', atMs: old });
        await Promise.all(Array.from({ length: 20 }, (_, at) => log.charge(node, { id: `a-${at}`, atMs: old + at })));
        expect(await remove()).toBe(21);
        await expectCharged(21);
        await Promise.all(Array.from({ length: 5 }, (_, at) => log.charge(node, { id: `b-${at}`, atMs: old + at })));
        expect(await remove()).toBe(5);
        expect(await remove()).toBe(0);
        await expectCharged(26);
        const closings = await log.query<{ source_id: string; used_amount: string; request_count: number }>(
          "SELECT source_id, used_amount, request_count FROM movements WHERE kind = 'log-closing' ORDER BY source_id",
        );
        const month = new Date(old).toISOString().slice(0, 7);
        expect(closings.map(row => [row.source_id, Number(row.used_amount), row.request_count])).toEqual([
          [`log-closing:${month}:1:1`, 1500, 25],
          [`log-closing:${month}:2:1`, 1500, 25],
          [`log-closing:${month}:3:7`, 1500, 25],
        ]);
      });

      it('are charged no second time when they were made within a week', async () => {
        const call = { id: 'one', atMs: NOW_MS };
        await log.charge(log.node('rows'), call);
        await remove();
        await log.repeat(log.node('rows'), call);
        expect(await log.counts()).toEqual({ rows: 0, keyed: 0, movements: 1 });
        await expectCharged(1);
      });

      it('batch by batch, with a proof after each batch and after a kill in the middle of one', async () => {
        const node = log.node('rows');
        const calls = Array.from({ length: 2300 }, (_, at) => ({ id: `c-${at}`, atMs: NOW_MS - 30 * DAY_MS + at }));
        await Promise.all(calls.map(call => log.charge(node, call)));
        expect(await remove()).toBe(2000);
        await expectCharged(2300);
        const killed = {
          book: async (...parts: Parameters<typeof log.closed.book>) => {
            await log.closed.book(...parts);
            throw new Error('killed');
          },
        };
        await expect(log.bench.unitOfWork.run(manager => removeRows(manager, NOW_MS, killed))).rejects.toThrow(
          'killed',
        );
        expect((await log.counts()).rows).toBe(300);
        await expectCharged(2300);
        expect(await remove()).toBe(300);
        await expectCharged(2300);
      });
    });
  });
}

describeWith('postgres', 'months with log rows that are movements', () => {
  const OLD_MS = Date.UTC(2026, 0, 10);
  let log: ChargedLog;
  beforeEach(async () => {
    log = await openChargedLog('postgres');
    await log.bench.openUser(1, QUOTA);
    await log.bench.openToken(1, QUOTA);
    const node = log.node('rows');
    await log.charge(log.node('movements'), { id: 'movement', atMs: OLD_MS });
    for (const at of [0, 1, 2]) {
      await log.charge(node, { id: `before-${at}`, atMs: OLD_MS + at });
      await log.charge(node, { id: `month-${at}`, atMs: NOW_MS + at });
    }
  });
  afterEach(() => log.close());

  const later = NOW_MS + 90 * DAY_MS;
  const drop = () => log.tables.dropBefore(later - 50 * DAY_MS, log.closed, later);
  const expectProof = async () => {
    expect(await log.bench.ledger.balanceOf(AccountKind.User, 1)).toMatchObject({ used: 420, requestCount: 7 });
    expect((await log.bench.verify()).differences).toEqual([]);
  };

  it('are dropped as a whole, and the proof stands', async () => {
    await expectProof();
    expect(await drop()).toBe(7);
    expect(await log.counts()).toEqual({ rows: 0, keyed: 0, movements: 1 });
    await expectProof();
    await log.charge(log.node('rows'), { id: 'late', atMs: NOW_MS });
    expect(await log.counts()).toMatchObject({ rows: 1, keyed: 1 });
    expect((await log.bench.verify()).differences).toEqual([]);
  });

  it('stay while their charges may be asked for again', async () => {
    expect(await log.tables.dropBefore(later, log.closed, Date.UTC(2026, 11, 7))).toBe(4); // those before the month
    expect((await log.counts()).rows).toBe(3);
    await expectProof();
  });

  it('stay with their proof when the process is killed in the middle of a drop', async () => {
    const killed = {
      book: async (...parts: Parameters<typeof log.closed.book>) => {
        await log.closed.book(...parts);
        if ((await log.counts()).rows < 7) throw new Error('killed');
      },
    };
    await expect(log.tables.dropBefore(later - 50 * DAY_MS, killed, later)).rejects.toThrow('killed');
    expect((await log.counts()).rows).toBe(3); // those before the months are gone, those of the month are not
    await expectProof();
    expect(await drop()).toBe(3);
    await expectProof();
  });
});

/** Two ids whose keys are the same. */
function sameKeys(): readonly [string, string] {
  const known = new Map<number, string>();
  for (let at = 0; ; at++) {
    const id = `call ${at * 7919}`;
    const other = known.get(crc32(id));
    if (other !== undefined) return [other, id];
    known.set(crc32(id), id);
  }
}
