import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AccountKind, ChargeJournal, LedgerRefusal, refundBudgets, type Reservation } from '@billing';
import { isAppError } from '@kernel';
import { createTestDatabase, describeWith, DIALECTS, type TestDatabase } from '../support/servers/databases';
import { BudgetNodes, type BudgetNode } from '../support/servers/budget-nodes';
import { openLedger, type LedgerUnderTest } from '../support/servers/ledger-under-test';

const CONFIG_DIR = join(__dirname, '../../config');
const [KEY, USER, GROUP] = [1, 2, 3] as const;
const HOUR_MS = 3_600_000;
let sequence = 0;

for (const dialect of DIALECTS) {
  describeWith(dialect, `budgets on ${dialect}`, () => {
    let database: TestDatabase;
    let bench: LedgerUnderTest;
    let nodes: BudgetNodes;
    let one: BudgetNode;
    let two: BudgetNode;
    let userId = 0;

    beforeAll(async () => {
      database = await createTestDatabase(dialect);
      bench = await openLedger(database.url, CONFIG_DIR);
    });
    beforeEach(async () => {
      userId += 1;
      await bench.openUser(userId, 1_000_000_000);
      nodes = new BudgetNodes(bench);
      [one, two] = [await nodes.start(), await nodes.start()];
    });
    afterEach(async () => {
      await nodes.close();
      expect(await bench.verify()).toMatchObject({ differenceUnits: 0 });
    });
    afterAll(async () => {
      await bench.database.close();
      await database.drop();
    });

    const reserve = async (node: BudgetNode, amount: number, tokenId = 0, group = ''): Promise<Reservation> => {
      const budgets = await node.budgets.of({ userId, tokenId }, group);
      const record = { id: `budget-${dialect}-${++sequence}`, userId, tokenId, isTokenUnlimited: true, amount };
      return node.ledger.reserve(budgets.length > 0 ? { ...record, budgets } : record);
    };
    const spend = async (node: BudgetNode, units: number, tokenId = 0, group = '') => {
      const reservation = await reserve(node, units, tokenId, group);
      await reservation.settle({ units, channelId: 7, riders: [] });
    };
    const periodOf = async (node = one, tokenId = 0, group = '') =>
      (await node.budgets.of({ userId, tokenId }, group))[0]?.id ?? 0;
    const accountOf = async (periodId: number) =>
      (await one.ledger.balancesOf(AccountKind.Budget, [periodId])).get(periodId);
    const atLocal = (iso: string) => nodes.clock.setNow(Date.parse(iso));

    it('are never overspent by 500 calls at once on two nodes, and refuse none while there is room', async () => {
      await nodes.set({ scope: USER, ownerId: userId, amount: 30_000 });
      await nodes.set({ scope: GROUP, ownerId: 0, groupName: `shared-${userId}`, amount: 40_000 });
      const group = `shared-${userId}`;
      const outcomes = await Promise.allSettled(
        Array.from({ length: 500 }, (_, at) => spend(at % 2 === 0 ? one : two, 100, 0, group)),
      );
      const served = outcomes.filter(({ status }) => status === 'fulfilled').length;
      const refusals = outcomes.flatMap(outcome => (outcome.status === 'rejected' ? [outcome.reason as unknown] : []));
      // A slow machine may not get through with all of them in time; these were not refused by a budget.
      const others = refusals.filter(error => !(error instanceof LedgerRefusal) && !isAppError(error, 'DATABASE_BUSY'));
      expect(others).toEqual([]);
      expect(served).toBeLessThanOrEqual(300);
      // Calls that were refused at the very end may have left room; whoever comes later finds it.
      let later = 0;
      for (;;) {
        try {
          await spend(later % 2 === 0 ? one : two, 100, 0, group);
          later += 1;
        } catch (error) {
          expect(error).toBeInstanceOf(LedgerRefusal);
          break;
        }
      }
      expect(served + later).toBe(300);
      expect(await accountOf(await periodOf())).toMatchObject({ balance: 0, used: 30_000, requestCount: 300 });
    });

    it('take a call out of all of its budgets or out of none', async () => {
      await nodes.set({ scope: USER, ownerId: userId, amount: 1000 });
      await nodes.set({ scope: KEY, ownerId: userId, amount: 300 });
      await spend(one, 250, userId);
      await expect(reserve(two, 100, userId)).rejects.toMatchObject({ account: 'budget', availableUnits: 50 });
      await spend(two, 700);
      await expect(reserve(one, 51)).rejects.toMatchObject({ account: 'budget', availableUnits: 50 });
      await spend(one, 50, userId);
      expect(await one.ledger.balanceOf(AccountKind.User, userId)).toMatchObject({ used: 1000 });
    });

    it('charge the period in which a call began, and let the next one begin anew', async () => {
      atLocal('2026-11-30T23:59:59Z');
      await nodes.set({ scope: USER, ownerId: userId, amount: 1000 });
      const november = await periodOf();
      const open = await reserve(one, 900);
      await expect(reserve(two, 200)).rejects.toBeInstanceOf(LedgerRefusal);
      expect(one.budgets.refusing(november)?.resetMs).toBe(Date.parse('2026-12-01T00:00:00Z'));
      atLocal('2026-12-01T00:00:00Z');
      await spend(two, 1000);
      await open.settle({ units: 950, channelId: 7, riders: [] });
      expect(await accountOf(november)).toMatchObject({ used: 950, balance: 50 });
      expect(await accountOf(await periodOf())).toMatchObject({ used: 1000, balance: 0 });
    });

    it('spend what is for once only once', async () => {
      await nodes.set({ scope: USER, ownerId: userId, amount: 500, window: 'once' });
      await spend(one, 500);
      nodes.clock.advance(400 * 24 * HOUR_MS);
      await expect(spend(two, 1)).rejects.toMatchObject({ account: 'budget' });
      expect(two.budgets.refusing(await periodOf(two))).toMatchObject({ resetMs: 0 });
    });

    it('give back what leaves a rolling window, and nothing before', async () => {
      await nodes.set({ scope: USER, ownerId: userId, amount: 500, window: 'hour', isRolling: true });
      nodes.clock.setNow(Date.now());
      await spend(one, 400);
      await expect(spend(two, 200)).rejects.toMatchObject({ account: 'budget' });
      nodes.clock.advance(HOUR_MS - 600_000);
      await expect(spend(two, 200)).rejects.toMatchObject({ account: 'budget' });
      const resetMs = two.budgets.refusing(await periodOf(two))?.resetMs ?? 0;
      expect(Math.abs(resetMs - nodes.clock.now() - 600_000)).toBeLessThan(60_000);
      nodes.clock.advance(660_000);
      await spend(two, 300);
      expect(await accountOf(await periodOf(two))).toMatchObject({ used: 700, balance: 200 });
    });

    it('carry over what is left, at most their amount again, and what late calls leave', async () => {
      atLocal('2026-03-31T23:00:00Z');
      await nodes.set({ scope: USER, ownerId: userId, amount: 1000, carriesOver: true });
      await spend(one, 300);
      const late = await reserve(two, 200);
      atLocal('2026-04-01T00:00:10Z');
      expect(await accountOf(await periodOf())).toMatchObject({ balance: 1500 });
      await late.settle({ units: 50, channelId: 7, riders: [] });
      await one.upkeep.run();
      expect(await accountOf(await periodOf())).toMatchObject({ balance: 1650 });
      // May passes without a call: all of it is left, and no more than that is carried into June.
      atLocal('2026-06-15T12:00:00Z');
      await two.budgets.reload();
      expect(await accountOf(await periodOf(two))).toMatchObject({ balance: 2000 });
    });

    it('tell of each threshold once in a period, whichever node looks', async () => {
      await nodes.set({ scope: USER, ownerId: userId, amount: 1000, isHard: false });
      const look = () => Promise.all([one.upkeep.run(), two.upkeep.run()]);
      const mine = () => nodes.crossings.filter(fact => fact.userId === userId).map(({ percent }) => percent);
      await spend(one, 790);
      await look();
      expect(mine()).toEqual([]);
      await spend(two, 10);
      await look();
      await look();
      expect(mine()).toEqual([80]);
      // It only tells: nobody is refused.
      await spend(one, 500);
      await look();
      await look();
      expect(mine()).toEqual([80, 100]);
      expect(await accountOf(await periodOf())).toMatchObject({ balance: -300, used: 1300 });
    });

    it('count stored reservations, settle them once, and give a failed task back', async () => {
      await nodes.set({ scope: USER, ownerId: userId, amount: 1000 });
      const budgets = await one.budgets.of({ userId, tokenId: 0 }, '');
      const stored = await one.ledger.reserveStored(
        { id: `stored-${dialect}-${++sequence}`, userId, tokenId: 0, amount: 600, budgets },
        Date.now() + HOUR_MS,
      );
      expect(await bench.verify()).toMatchObject({ differenceUnits: 0 });
      await expect(reserve(two, 500)).rejects.toMatchObject({ account: 'budget', availableUnits: 400 });
      const settlement = { units: 600, channelId: 7, riders: [] };
      const charges = await bench.unitOfWork.run(manager =>
        one.ledger.settleWithin(manager, stored.record, settlement),
      );
      await stored.void();
      expect(await accountOf(await periodOf())).toMatchObject({ balance: 400, used: 600, held: 0 });
      await bench.unitOfWork.run(manager => refundBudgets(manager, charges.budgets));
      expect(await accountOf(await periodOf())).toMatchObject({ balance: 1000, used: 0 });
    });

    it('are charged by what a node kept on its disk while the database was away', async () => {
      await nodes.set({ scope: USER, ownerId: userId, amount: 1000 });
      const directory = mkdtempSync(join(tmpdir(), 'sluice-budgets-'));
      const budgets = await one.budgets.of({ userId, tokenId: 0 }, '');
      const reservation = { id: `kept-${dialect}-${++sequence}`, userId, tokenId: 0, amount: 400, budgets };
      const share = { holderId: 'stopped', user: 0, token: 0, budgets: [0] };
      const stopped = await ChargeJournal.open(directory, 'stopped');
      await stopped.append([{ reservation, share, units: 400, channelId: 7, riders: [] }]);
      one.ledger.useJournal(await ChargeJournal.open(directory, 'living'), []);
      expect([await one.ledger.bookKept(), await one.ledger.bookKept()]).toEqual([1, 0]);
      expect(await accountOf(await periodOf())).toMatchObject({ balance: 600, used: 400 });
      rmSync(directory, { recursive: true });
    });

    it('get back what a node that is gone had on lease', async () => {
      await nodes.set({ scope: USER, ownerId: userId, amount: 1000 });
      await spend(two, 10);
      await one.ledger.foreign.endOf([two.ledger.holderId]);
      await spend(one, 990);
      expect(await accountOf(await periodOf())).toMatchObject({ balance: 0, used: 1000 });
    });

    it('are proven by their own rows: a tampered one is found', async () => {
      await nodes.set({ scope: USER, ownerId: userId, amount: 1000 });
      await spend(one, 400);
      const periodId = await periodOf();
      const add = (units: number) =>
        bench.unitOfWork.run(manager =>
          manager.query(`UPDATE accounts SET balance = balance + ${units} WHERE kind = 5 AND owner_id = ${periodId}`),
        );
      await add(77);
      const { differenceUnits, differences } = await bench.verify();
      expect([differenceUnits, differences[0]]).toEqual([77, expect.stringContaining(`account 5:${periodId}`)]);
      await add(-77);
    });
  });
}
