import { join } from 'node:path';
import { AccountKind, ExpireReservations, Ledger, LedgerRefusal, NodeIdentity, type Reservation } from '@billing';
import { Database, dataSourceOptions, InProcessChangeNotices, Logger, openReader, UnitOfWork } from '@platform';
import { DataSource } from 'typeorm';
import { entities } from '../../apps/server/src/database/entities';
import { createTestDatabase, describeWith, DIALECTS, type TestDatabase } from '../support/servers/databases';
import { openLedger, type LedgerUnderTest } from '../support/servers/ledger-under-test';

const CONFIG_DIR = join(__dirname, '../../config');
let sequence = 0;

/** A further process on the same database, with connections of its own. */
interface Node {
  readonly ledger: Ledger;
  readonly identity: NodeIdentity;
  readonly expiry: ExpireReservations;
  readonly close: () => Promise<void>;
}

for (const dialect of DIALECTS) {
  describeWith(dialect, `leases of several nodes on ${dialect}`, () => {
    let database: TestDatabase;
    let bench: LedgerUnderTest;
    let notices: InProcessChangeNotices;
    const nodes: Node[] = [];
    let userId = 0;

    beforeAll(async () => {
      database = await createTestDatabase(dialect);
      bench = await openLedger(database.url, CONFIG_DIR);
    });
    beforeEach(() => {
      notices = new InProcessChangeNotices();
      userId += 1;
    });
    afterEach(async () => {
      for (const node of nodes.splice(0)) {
        await node.ledger.whenIdle();
        await node.close();
      }
      expect(await bench.verify()).toMatchObject({ differenceUnits: 0 });
    });
    afterAll(async () => {
      await bench.database.close();
      await database.drop();
    });

    const startNode = async (): Promise<Node> => {
      const options = { ...dataSourceOptions(bench.config, { entities, migrations: [] }) };
      const writer = await new DataSource(options).initialize();
      const connections = new Database(writer, await openReader(writer));
      const unitOfWork = new UnitOfWork(connections);
      const identity = new NodeIdentity();
      const logger = new Logger('silent');
      const ledger = new Ledger(connections, unitOfWork, identity, logger, notices);
      const expiry = new ExpireReservations(connections, unitOfWork, ledger, identity, logger);
      const node = { ledger, identity, expiry, close: () => connections.close() };
      nodes.push(node);
      return node;
    };
    const reserve = async (node: Node, amount: number, tokenId = 0): Promise<Reservation> =>
      node.ledger.reserve({ id: `lease-${dialect}-${++sequence}`, userId, tokenId, amount });
    const spend = async (node: Node, amount: number, units: number) =>
      (await reserve(node, amount)).settle({ units, channelId: 7, riders: [] });
    const stored = async () => {
      const [row] = await bench.database.read.query(
        `SELECT balance, leased, used FROM accounts WHERE kind = 1 AND owner_id = ${userId}`,
      );
      return { balance: Number(row.balance), leased: Number(row.leased), used: Number(row.used) };
    };

    it('reserve without the database once a lease is there, and charge in one row a call', async () => {
      await bench.openUser(userId, 1_000_000);
      const node = await startNode();
      const first = await reserve(node, 100);
      const { leased } = await stored();
      expect(leased).toBeGreaterThanOrEqual(1600);
      const others = Array.from({ length: 10 }, () =>
        node.ledger.reserve({ id: `lease-${dialect}-${++sequence}`, userId, tokenId: 0, amount: 100 }),
      );
      expect(others.every(reservation => !(reservation instanceof Promise))).toBe(true);
      expect(await node.ledger.balanceOf(AccountKind.User, userId)).toMatchObject({ balance: 998_900, held: 1100 });
      for (const reservation of [first, ...others])
        await (await reservation).settle({ units: 40, channelId: 7, riders: [] });
      expect(await node.ledger.balanceOf(AccountKind.User, userId)).toMatchObject({
        balance: 999_560,
        held: 0,
        used: 440,
      });
    });

    it('let two nodes drain one account to exactly zero, and refuse what comes then', async () => {
      await bench.openUser(userId, 10_000);
      const [one, two] = [await startNode(), await startNode()];
      let served = 0;
      const life = async (node: Node) => {
        for (;;) {
          try {
            await spend(node, 100, 100);
            served += 1;
          } catch (error) {
            if (error instanceof LedgerRefusal) return;
            throw error;
          }
        }
      };
      await Promise.all(Array.from({ length: 8 }, (_, at) => life(at % 2 === 0 ? one : two)));
      expect(served).toBe(100);
      expect(await stored()).toEqual({ balance: 0, leased: 0, used: 10_000 });
    });

    it('give a balance of one call to exactly one of two nodes', async () => {
      await bench.openUser(userId, 100);
      const [one, two] = [await startNode(), await startNode()];
      const results = await Promise.allSettled([reserve(one, 100), reserve(two, 100), reserve(one, 100)]);
      expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
      for (const result of results) if (result.status === 'fulfilled') await result.value.void();
    });

    it('are called back before a call is refused that could be paid', async () => {
      await bench.openUser(userId, 1000);
      const [one, two] = [await startNode(), await startNode()];
      await spend(one, 30, 30);
      expect((await stored()).leased).toBeGreaterThan(0);
      const reservation = await reserve(two, 970);
      await expect(reserve(one, 1)).rejects.toMatchObject({ account: 'user', availableUnits: 0 });
      await reservation.settle({ units: 970, channelId: 7, riders: [] });
      expect(await stored()).toEqual({ balance: 0, leased: 0, used: 1000 });
    });

    it('leave open reservations alone when they are called back', async () => {
      await bench.openUser(userId, 1000);
      const [one, two] = [await startNode(), await startNode()];
      const open = await reserve(one, 400);
      await expect(reserve(two, 601)).rejects.toBeInstanceOf(LedgerRefusal);
      const rest = await reserve(two, 600);
      await open.settle({ units: 400, channelId: 7, riders: [] });
      await rest.settle({ units: 600, channelId: 7, riders: [] });
      expect(await stored()).toEqual({ balance: 0, leased: 0, used: 1000 });
    });

    it('of a node that was killed go back, and its late charge is booked all the same', async () => {
      await bench.openUser(userId, 1000);
      const [dead, living] = [await startNode(), await startNode()];
      const late = await reserve(dead, 200);
      expect(await living.expiry.sweep(0)).toBe(0);
      expect(await living.expiry.sweep(29_000)).toBe(0);
      await living.expiry.beat();
      expect(await living.expiry.sweep(31_000)).toBeGreaterThan(0);
      expect(await stored()).toMatchObject({ balance: 1000, leased: 0 });
      await late.settle({ units: 200, channelId: 7, riders: [] });
      expect(await stored()).toEqual({ balance: 800, leased: 0, used: 200 });
      await spend(living, 800, 800);
      expect(await stored()).toMatchObject({ used: 1000 });
    });

    it('are not used by a process that was paused until others may have given them back', async () => {
      await bench.openUser(userId, 1000);
      const [paused, living] = [await startNode(), await startNode()];
      await spend(paused, 10, 10);
      const clock = jest.spyOn(performance, 'now');
      const before = performance.now();
      try {
        clock.mockImplementation(() => before + 25_000);
        const name = paused.ledger.holderId;
        const reservation = paused.ledger.reserve({
          id: `lease-${dialect}-${++sequence}`,
          userId,
          tokenId: 0,
          amount: 5,
        });
        expect(reservation).toBeInstanceOf(Promise);
        await (await reservation).settle({ units: 5, channelId: 7, riders: [] });
        expect(paused.ledger.holderId).not.toBe(name);
        // What it had on lease under its former name keeps no call from being paid.
        await (await reserve(paused, 985)).void();
      } finally {
        clock.mockRestore();
      }
      expect(await stored()).toMatchObject({ used: 15 });
      expect(await living.ledger.balanceOf(AccountKind.User, userId)).toMatchObject({ balance: 985 });
    });

    it('give nothing to a growing call of a process that was paused, when others have spent what it had', async () => {
      await bench.openUser(userId, 1000);
      const [paused, living] = [await startNode(), await startNode()];
      const open = await reserve(paused, 10);
      await living.ledger.foreign.endOf([paused.ledger.holderId]);
      const clock = jest.spyOn(performance, 'now');
      const before = performance.now();
      try {
        await spend(living, 1000, 1000);
        clock.mockImplementation(() => before + 25_000);
        await paused.ledger.beat();
        await expect(open.extend(100)).rejects.toMatchObject({ account: 'user', availableUnits: 0 });
      } finally {
        clock.mockRestore();
      }
      await open.void();
      expect(await stored()).toMatchObject({ balance: 0, used: 1000 });
    });

    it('end with an orderly shutdown, and when they were not used for long', async () => {
      await bench.openUser(userId, 1000);
      const [one, two] = [await startNode(), await startNode()];
      await spend(one, 10, 10);
      await spend(two, 10, 10);
      await one.ledger.whenIdle();
      await two.ledger.endUnusedLeases();
      expect((await stored()).leased).toBeGreaterThan(0);
      const clock = jest.spyOn(performance, 'now');
      const before = performance.now();
      clock.mockImplementation(() => before + 601_000);
      await two.ledger.endUnusedLeases();
      clock.mockRestore();
      expect(await stored()).toEqual({ balance: 980, leased: 0, used: 20 });
    });

    it('leave no heartbeat behind that somebody would have to watch, when a node ends in order', async () => {
      const [one, two] = [await startNode(), await startNode()];
      const beating = async () => {
        const rows = await bench.database.read.query('SELECT id FROM nodes');
        return rows.map(({ id }: { id: string }) => id);
      };
      for (const node of [one, two]) await node.expiry.beat();
      await one.ledger.leave();
      await one.expiry.beat(); // a job that was under way
      expect(await beating()).not.toContain(one.identity.id);
      expect(await beating()).toContain(two.identity.id);
    });

    it('are given back at once by the only process that may serve the database', async () => {
      await bench.openUser(userId, 1000);
      const [dead, restarted] = [await startNode(), await startNode()];
      await reserve(dead, 900);
      expect(await restarted.ledger.becomeAlone()).toBeGreaterThan(0);
      await spend(restarted, 1000, 1000);
      expect(await stored()).toEqual({ balance: 0, leased: 0, used: 1000 });
    });

    it('come back before an edit to an absolute amount', async () => {
      await bench.openUser(userId, 1000);
      const [one, two] = [await startNode(), await startNode()];
      await spend(one, 10, 10);
      await spend(two, 10, 10);
      await one.ledger.callBack(AccountKind.User, userId);
      expect(await stored()).toEqual({ balance: 980, leased: 0, used: 20 });
    });

    it('pay for a reservation that is stored for a later unit of work', async () => {
      await bench.openUser(userId, 1000);
      const node = await startNode();
      await spend(node, 10, 10);
      const reservation = await node.ledger.reserveStored(
        { id: `lease-${dialect}-${++sequence}`, userId, tokenId: 0, amount: 300 },
        Date.now() + 60_000,
      );
      expect(await node.ledger.stored.openAmong([reservation.record.id])).toEqual(new Set([reservation.record.id]));
      expect(await node.ledger.balanceOf(AccountKind.User, userId)).toMatchObject({ balance: 690, held: 300 });
      await reservation.void();
      expect(await node.ledger.balanceOf(AccountKind.User, userId)).toMatchObject({ balance: 990, held: 0 });
      await expect(
        node.ledger.reserveStored({ id: 'too-much', userId, tokenId: 0, amount: 991 }, Date.now()),
      ).rejects.toMatchObject({ account: 'user', availableUnits: 990 });
    });

    it('agree with a reference over random calls of three nodes, shutdowns and sweeps', async () => {
      await bench.openUser(userId, 20_000);
      const three = [await startNode(), await startNode(), await startNode()] as const;
      let used = 0;
      const life = async (seed: number) => {
        const node = three[seed % 3] as Node;
        if (seed % 17 === 0) return node.ledger.callBack(AccountKind.User, userId);
        if (seed % 29 === 0) return node.ledger.whenIdle();
        const amount = 1 + ((seed * 7919) % 900);
        let reservation: Reservation;
        try {
          reservation = await reserve(node, amount);
          if (seed % 5 === 0) await reservation.extend(1 + (seed % 100));
        } catch (error) {
          expect(error).toBeInstanceOf(LedgerRefusal);
          return;
        }
        if (seed % 4 === 0) return reservation.void();
        const units = (seed * 104_729) % (reservation.record.amount + 1);
        await reservation.settle({ units, channelId: 7, riders: [] });
        used += units;
      };
      await Promise.all(Array.from({ length: 300 }, (_, seed) => life(seed)));
      const { balance, leased, used: storedUse } = await stored();
      expect(storedUse).toBe(used);
      expect(balance + leased).toBe(20_000 - used);
    });
  });
}
