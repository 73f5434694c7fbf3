import { join } from 'node:path';
import { AccountKind, compactMovements, LedgerRefusal, type Reservation } from '@billing';
import { isAppError } from '@kernel';
import { createTestDatabase, describeWith, DIALECTS, type TestDatabase } from '../support/servers/databases';
import { BudgetNodes, type BudgetNode } from '../support/servers/budget-nodes';
import { openLedger, type LedgerUnderTest } from '../support/servers/ledger-under-test';

const CONFIG_DIR = join(__dirname, '../../config');
const [TEAM, MEMBER] = [4, 5] as const;
let sequence = 0;

for (const dialect of DIALECTS) {
  describeWith(dialect, `wallets of teams on ${dialect}`, () => {
    let database: TestDatabase;
    let bench: LedgerUnderTest;
    let nodes: BudgetNodes;
    let one: BudgetNode;
    let two: BudgetNode;
    let teamId = 0;

    beforeAll(async () => {
      database = await createTestDatabase(dialect);
      bench = await openLedger(database.url, CONFIG_DIR);
      await bench.openUser(1, 1_000_000);
    });
    beforeEach(async () => {
      teamId += 1;
      await bench.unitOfWork.run(async manager => {
        await bench.ledger.open(manager, AccountKind.Team, teamId);
        const movement = { sourceId: `deposit:${teamId}`, kind: 'team' as const, userId: 1, userAmount: -30_000 };
        await bench.ledger.book(manager, { ...movement, teamId, teamAmount: 30_000 });
      });
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

    const reserve = async (node: BudgetNode, amount: number, memberId: number): Promise<Reservation> => {
      const budgets = await node.budgets.of({ userId: 1, tokenId: 0, team: { id: teamId, memberId } }, '');
      return node.ledger.reserve({
        id: `team-${dialect}-${++sequence}`,
        userId: 1,
        tokenId: 0,
        teamId,
        amount,
        budgets,
      });
    };
    const spend = async (node: BudgetNode, units: number, memberId = 0) => {
      const reservation = await reserve(node, units, memberId);
      await reservation.settle({ units, channelId: 7, riders: [] });
    };
    /** Calls at once on both nodes, and then one after the other until one is refused. @returns how many were served */
    const spendAll = async (calls: number, units: number, memberId = 0): Promise<number> => {
      const outcomes = await Promise.allSettled(
        Array.from({ length: calls }, (_, at) => spend(at % 2 === 0 ? one : two, units, memberId)),
      );
      const failures = outcomes.flatMap(outcome => (outcome.status === 'rejected' ? [outcome.reason as unknown] : []));
      // A slow machine may not get through with all of them in time.
      const others = failures.filter(error => !(error instanceof LedgerRefusal) && !isAppError(error, 'DATABASE_BUSY'));
      expect(others).toEqual([]);
      let served = calls - failures.length;
      for (;;) {
        try {
          await spend(served % 2 === 0 ? one : two, units, memberId);
          served += 1;
        } catch (error) {
          expect(error).toBeInstanceOf(LedgerRefusal);
          return served;
        }
      }
    };

    it('are drained to exactly zero by 500 calls at once on two nodes, and nobody else pays', async () => {
      const before = await one.ledger.balanceOf(AccountKind.User, 1);
      expect(await spendAll(500, 100)).toBe(300);
      await Promise.all([one.ledger.whenIdle(), two.ledger.whenIdle()]);
      const wallet = { balance: 0, held: 0, used: 30_000, requestCount: 300 };
      expect(await one.ledger.balanceOf(AccountKind.Team, teamId)).toMatchObject(wallet);
      expect(await one.ledger.balanceOf(AccountKind.User, 1)).toEqual(before);
      await expect(spend(two, 1)).rejects.toMatchObject({ account: 'team', availableUnits: 0 });
    });

    it('pay no more for a member than the cap says, while others go on', async () => {
      const memberId = 1000 + teamId;
      await nodes.set({ scope: MEMBER, ownerId: memberId, amount: 5000 });
      await nodes.set({ scope: TEAM, ownerId: teamId, amount: 20_000 });
      expect(await spendAll(120, 100, memberId)).toBe(50);
      await expect(spend(one, 1, memberId)).rejects.toMatchObject({ account: 'budget' });
      await spend(two, 15_000);
      await expect(spend(one, 1)).rejects.toMatchObject({ account: 'budget' });
      await Promise.all([one.ledger.whenIdle(), two.ledger.whenIdle()]);
      expect(await one.ledger.balanceOf(AccountKind.Team, teamId)).toMatchObject({ balance: 10_000, used: 20_000 });
    });

    it('hold what is stored for work that is settled later, and get it back when it is voided', async () => {
      const record = { userId: 1, tokenId: 0, teamId };
      const expiresAtMs = Date.now() + 60_000;
      const kept = await one.ledger.reserveStored(
        { ...record, id: `team-${dialect}-kept-${teamId}`, amount: 700 },
        expiresAtMs,
      );
      const given = await two.ledger.reserveStored(
        { ...record, id: `team-${dialect}-void-${teamId}`, amount: 300 },
        expiresAtMs,
      );
      expect(await bench.verify()).toMatchObject({ differenceUnits: 0 });
      await given.void();
      await bench.unitOfWork.run(manager =>
        one.ledger.settleWithin(manager, kept.record, { units: 650, channelId: 7, riders: [] }),
      );
      await Promise.all([one.ledger.whenIdle(), two.ledger.whenIdle()]);
      expect(await one.ledger.balanceOf(AccountKind.Team, teamId)).toMatchObject({
        balance: 29_350,
        held: 0,
        used: 650,
      });
    });

    it('stay proven when old movements are summed up', async () => {
      await spend(one, 100);
      await one.ledger.whenIdle();
      await bench.unitOfWork.run(manager => compactMovements(manager, { afterId: 0, beforeMs: Date.now() + 1000 }));
      expect(await bench.verify()).toMatchObject({ differenceUnits: 0 });
      expect(await one.ledger.balanceOf(AccountKind.Team, teamId)).toMatchObject({ balance: 29_900, used: 100 });
    });
  });
}
