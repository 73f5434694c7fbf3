import { AccountKind, LedgerRefusal, type ReservationRecord } from '@billing';
import { join } from 'node:path';
import { createTestDatabase, describeWith, DIALECTS, type TestDatabase } from '../support/servers/databases';
import { openLedger, type LedgerUnderTest } from '../support/servers/ledger-under-test';

const CONFIG_DIR = join(__dirname, '../../config');
let sequence = 0;

function recordOf(userId: number, tokenId: number, amount: number, id = `hold-${++sequence}`): ReservationRecord {
  return { id, userId, tokenId, amount };
}

for (const dialect of DIALECTS) {
  describeWith(dialect, `the ledger on ${dialect}`, () => {
    let database: TestDatabase;
    let bench: LedgerUnderTest;

    beforeAll(async () => {
      database = await createTestDatabase(dialect);
      bench = await openLedger(database.url, CONFIG_DIR);
    });

    afterAll(async () => {
      await bench.database.close();
      await database.drop();
    });

    const reserve = async (record: ReservationRecord) => bench.ledger.reserve(record);
    const balance = async (kind: 1 | 2 | 3 | 4, id: number) => bench.ledger.balanceOf(kind, id);

    it('lets exactly one of twenty parallel reservations of 60 % pass', async () => {
      await bench.openUser(1, 1000);
      await bench.openToken(1, 0, true);
      const results = await Promise.allSettled(
        Array.from({ length: 20 }, async () => bench.ledger.reserve(recordOf(1, 1, 600))),
      );
      expect(results.filter(result => result.status === 'fulfilled')).toHaveLength(1);
      const refused = results.find(result => result.status === 'rejected');
      expect(refused?.reason).toBeInstanceOf(LedgerRefusal);
      expect(await balance(AccountKind.User, 1)).toMatchObject({ balance: 400, held: 600 });
      expect((await bench.verify()).differenceUnits).toBe(0);
    });

    it('charges user, token and channel alike and gives the rest of the reservation back', async () => {
      await bench.openUser(2, 1000);
      await bench.openToken(2, 500);
      const reservation = await bench.ledger.reserve(recordOf(2, 2, 300));
      const rider = bench.logs.rider({
        userId: 2,
        type: 2,
        modelName: '模型 \u0000x',
        quota: 120,
        isCountedHourly: true,
      });
      await reservation.settle({ units: 120, channelId: 7, riders: [rider] });
      expect(await balance(AccountKind.User, 2)).toMatchObject({ balance: 880, held: 0, used: 120, requestCount: 1 });
      expect(await balance(AccountKind.Token, 2)).toMatchObject({ balance: 380, held: 0, used: 120 });
      expect(await balance(AccountKind.Channel, 7)).toMatchObject({ used: 120, requestCount: 1 });
      const rows = await bench.database.read.query('SELECT model_name, quota FROM logs WHERE user_id = 2');
      expect(rows).toHaveLength(1);
      expect(rows[0].model_name).toBe('模型 \ufffdx');
      expect(Number(rows[0].quota)).toBe(120);
    });

    it('applies the lower balance of user and token, and never that of an unlimited token', async () => {
      await bench.openUser(3, 1000);
      await bench.openToken(3, 50);
      await bench.openToken(4, 0, true);
      await expect(reserve(recordOf(3, 3, 51))).rejects.toMatchObject({
        account: 'token',
        availableUnits: 50,
      });
      await expect(reserve(recordOf(3, 4, 1001))).rejects.toMatchObject({
        account: 'user',
        availableUnits: 1000,
      });
      const reservation = await bench.ledger.reserve(recordOf(3, 4, 1000));
      await reservation.void();
      await reservation.void();
      expect(await balance(AccountKind.User, 3)).toMatchObject({ balance: 1000, held: 0 });
      expect(await balance(AccountKind.Token, 4)).toMatchObject({ balance: 0, held: 0 });
    });

    it('refuses a free call of an account that is not in credit', async () => {
      await bench.openUser(5, 0);
      await bench.openToken(5, 0, true);
      await expect(reserve(recordOf(5, 5, 0))).rejects.toMatchObject({ account: 'user', neededUnits: 1 });
    });

    it('settles once however often the same settlement is asked for', async () => {
      await bench.openUser(6, 1000);
      await bench.openToken(6, 1000);
      const reservation = await reserve(recordOf(6, 6, 100));
      const rider = bench.logs.rider({ userId: 6, type: 2, quota: 70, isCountedHourly: true });
      const settlement = { units: 70, channelId: 7, riders: [rider] };
      await Promise.all(Array.from({ length: 5 }, () => reservation.settle(settlement)));
      await reservation.void();
      await reservation.settle(settlement);
      expect(await balance(AccountKind.User, 6)).toMatchObject({ balance: 930, held: 0, used: 70, requestCount: 1 });
      const rows = await bench.database.read.query('SELECT id FROM logs WHERE user_id = 6');
      expect(rows).toHaveLength(1);
    });

    it('still charges what exceeds a reservation, even below zero', async () => {
      await bench.openUser(8, 100);
      await bench.openToken(8, 100);
      const reservation = await reserve(recordOf(8, 8, 100));
      await reservation.settle({ units: 150, channelId: 7, riders: [] });
      expect(await balance(AccountKind.User, 8)).toMatchObject({ balance: -50, held: 0, used: 150 });
      await expect(reserve(recordOf(8, 8, 1))).rejects.toBeInstanceOf(LedgerRefusal);
      expect((await bench.verify()).differenceUnits).toBe(0);
    });

    it('lets a reservation grow while user and token have enough, and gives all of it back at the end', async () => {
      await bench.openUser(40, 1000);
      await bench.openToken(40, 700);
      const reservation = await bench.ledger.reserve(recordOf(40, 40, 100));
      await reservation.extend(100);
      await reservation.extend(400);
      expect(reservation.record.amount).toBe(600);
      await expect(reservation.extend(101)).rejects.toMatchObject({ account: 'token', availableUnits: 100 });
      await reservation.extend(100);
      expect(await balance(AccountKind.User, 40)).toMatchObject({ balance: 300, held: 700 });
      expect((await bench.verify()).differenceUnits).toBe(0);
      await reservation.settle({ units: 650, channelId: 7, riders: [] });
      expect(await balance(AccountKind.User, 40)).toMatchObject({ balance: 350, held: 0, used: 650 });
      expect(await balance(AccountKind.Token, 40)).toMatchObject({ balance: 50, held: 0, used: 650 });
      expect((await bench.verify()).differenceUnits).toBe(0);
    });

    it('never enlarges a reservation that is closed', async () => {
      await bench.openUser(42, 1000);
      await bench.openToken(42, 0, true);
      const reservation = await reserve(recordOf(42, 42, 100));
      await reservation.void();
      await expect(reservation.extend(50)).rejects.toMatchObject({ account: 'reservation', availableUnits: 0 });
      expect(await balance(AccountKind.User, 42)).toMatchObject({ balance: 1000, held: 0 });
    });

    it('lets parallel reservations grow until nothing is left, and not one unit further', async () => {
      await bench.openUser(43, 1000);
      await bench.openToken(43, 0, true);
      const reservations = await Promise.all(
        Array.from({ length: 10 }, () => bench.ledger.reserve(recordOf(43, 43, 10))),
      );
      const grown = await Promise.allSettled(
        reservations.flatMap(reservation => Array.from({ length: 4 }, () => reservation.extend(40))),
      );
      expect(grown.filter(({ status }) => status === 'fulfilled')).toHaveLength(22);
      expect(await balance(AccountKind.User, 43)).toMatchObject({ balance: 20, held: 980 });
      await Promise.all(reservations.map(reservation => reservation.void()));
      expect(await balance(AccountKind.User, 43)).toMatchObject({ balance: 1000, held: 0 });
      expect((await bench.verify()).differenceUnits).toBe(0);
    });

    it('books one source event once and takes nothing that is not there', async () => {
      await bench.openUser(9, 100);
      const book = (sourceId: string, userAmount: number) =>
        bench.unitOfWork.run(manager => bench.ledger.book(manager, { sourceId, kind: 'admin', userId: 9, userAmount }));
      await book('event-1', 10);
      await expect(book('event-1', 10)).rejects.toThrow();
      await expect(book('event-2', -111)).rejects.toMatchObject({ code: 'LEDGER_INSUFFICIENT' });
      expect(await balance(AccountKind.User, 9)).toMatchObject({ balance: 110, credited: 110 });
    });

    it('books a charge although another charge of its group fails', async () => {
      await bench.openUser(10, 1000);
      await bench.openToken(10, 1000);
      const [good, bad] = await Promise.all([reserve(recordOf(10, 10, 10)), reserve(recordOf(10, 10, 10))]);
      const failing = {
        sink: { name: 'logs', statementsFor: () => [{ sql: 'SELECT json(?)', parameter: '{' }] },
        row: {},
      };
      const refused = bad.settle({ units: 5, channelId: 7, riders: [failing] });
      await Promise.all([good.settle({ units: 7, channelId: 7, riders: [] }), expect(refused).rejects.toThrow()]);
      expect(await balance(AccountKind.User, 10)).toMatchObject({ balance: 993, held: 0, used: 7 });
      expect((await bench.verify()).differenceUnits).toBe(0);
    });

    it('carries amounts beyond 32 bits', async () => {
      const units = 2 ** 52;
      await bench.openUser(11, units);
      await bench.openToken(11, 0, true);
      const reservation = await bench.ledger.reserve(recordOf(11, 11, units - 1));
      await reservation.settle({ units: units - 1, channelId: 7, riders: [] });
      expect(await balance(AccountKind.User, 11)).toMatchObject({ balance: 1, used: units - 1 });
      expect((await bench.verify()).differenceUnits).toBe(0);
    });

    it('agrees with a reference model over random interleavings', async () => {
      const users = [21, 22, 23];
      for (const id of users) {
        await bench.openUser(id, 5000);
        await bench.openToken(id, 3000);
      }
      const spent = new Map(users.map(id => [id, 0]));
      const life = async (seed: number) => {
        const id = users[seed % users.length] ?? 21;
        let reservation;
        try {
          reservation = await bench.ledger.reserve(recordOf(id, id, 1 + ((seed * 7919) % 700)));
        } catch (error) {
          expect(error).toBeInstanceOf(LedgerRefusal);
          return;
        }
        if (seed % 3 === 0) return reservation.void();
        const units = (seed * 104729) % (reservation.record.amount + 1);
        await reservation.settle({ units, channelId: 7, riders: [] });
        spent.set(id, (spent.get(id) ?? 0) + units);
      };
      await Promise.all(Array.from({ length: 300 }, (_, seed) => life(seed)));
      for (const id of users) {
        const used = spent.get(id) ?? 0;
        expect(await balance(AccountKind.User, id)).toMatchObject({ balance: 5000 - used, held: 0, used });
        expect(await balance(AccountKind.Token, id)).toMatchObject({ balance: 3000 - used, held: 0, used });
      }
      expect((await bench.verify()).differenceUnits).toBe(0);
    });
  });
}
