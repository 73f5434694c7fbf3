import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  AccountKind,
  ChargeJournal,
  closeAllowanceCharges,
  expireAllowance,
  LedgerRefusal,
  openAllowance,
  refundAllowances,
  type Reservation,
} from '@billing';
import { isAppError } from '@kernel';
import { createTestDatabase, describeWith, DIALECTS, type TestDatabase } from '../support/servers/databases';
import { BudgetNodes, type BudgetNode } from '../support/servers/budget-nodes';
import { openLedger, type LedgerUnderTest } from '../support/servers/ledger-under-test';

const CONFIG_DIR = join(__dirname, '../../config');
const WALLET = 1_000_000;
const FREE_LATER_MS = Date.now() + 3_600_000;
let sequence = 0;

for (const dialect of DIALECTS) {
  describeWith(dialect, `allowances on ${dialect}`, () => {
    let database: TestDatabase;
    let bench: LedgerUnderTest;
    let nodes: BudgetNodes;
    let one: BudgetNode;
    let two: BudgetNode;
    let userId = 0;
    let lastPeriod = 0;

    beforeAll(async () => {
      database = await createTestDatabase(dialect);
      bench = await openLedger(database.url, CONFIG_DIR);
    });
    beforeEach(async () => {
      userId += 1;
      await bench.openUser(userId, WALLET);
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

    const open = async (units: number): Promise<number> => {
      const periodId = (lastPeriod += 1);
      await bench.unitOfWork.run(manager => openAllowance(manager, { periodId, userId, units }));
      return periodId;
    };
    const recordOf = (amount: number, ids: readonly number[], mayOverflow: boolean) => ({
      id: `allowance-${dialect}-${++sequence}`,
      userId,
      tokenId: 0,
      amount,
      allowances: ids.map(id => ({ id, mayOverflow })),
    });
    const reserve = async (
      node: BudgetNode,
      amount: number,
      { ids, mayOverflow = true }: { readonly ids: readonly number[]; readonly mayOverflow?: boolean },
    ): Promise<Reservation> => node.ledger.reserve(recordOf(amount, ids, mayOverflow));
    const charge = (units: number) => ({ units, channelId: 7, riders: [] });
    const spend = async (
      node: BudgetNode,
      units: number,
      terms: { readonly ids: readonly number[]; readonly mayOverflow?: boolean },
    ) => (await reserve(node, units, terms)).settle(charge(units));
    const allowance = (id: number) => one.ledger.balanceOf(AccountKind.Allowance, id);
    const wallet = () => one.ledger.balanceOf(AccountKind.User, userId);

    it('are never overspent by 500 calls at once on two nodes, and refuse none while there is room', async () => {
      const id = await open(30_000);
      const terms = { ids: [id], mayOverflow: false };
      const outcomes = await Promise.allSettled(
        Array.from({ length: 500 }, (_, at) => spend(at % 2 === 0 ? one : two, 100, terms)),
      );
      const served = outcomes.filter(({ status }) => status === 'fulfilled').length;
      const refusals = outcomes.flatMap(outcome => (outcome.status === 'rejected' ? [outcome.reason as unknown] : []));
      // A slow machine may not get through with all of them in time; these were not refused by the plan.
      const others = refusals.filter(error => !(error instanceof LedgerRefusal) && !isAppError(error, 'DATABASE_BUSY'));
      expect(others).toEqual([]);
      expect(served).toBeLessThanOrEqual(300);
      let later = 0;
      for (;;) {
        try {
          await spend(later % 2 === 0 ? one : two, 100, terms);
          later += 1;
        } catch (error) {
          expect(error).toMatchObject({ account: 'allowance', periodId: id });
          break;
        }
      }
      expect(served + later).toBe(300);
      expect(await allowance(id)).toMatchObject({ balance: 0, used: 30_000, requestCount: 300 });
      expect(await wallet()).toMatchObject({ balance: WALLET, used: 30_000 });
    });

    it('and the wallet together pay 500 calls at once to the unit', async () => {
      const ids = [await open(10_050), await open(7_777)];
      const outcomes = await Promise.allSettled(
        Array.from({ length: 500 }, (_, at) => spend(at % 2 === 0 ? one : two, 100, { ids })),
      );
      const failed = outcomes.filter(({ status }) => status === 'rejected');
      for (const outcome of failed)
        expect(isAppError((outcome as PromiseRejectedResult).reason, 'DATABASE_BUSY')).toBe(true);
      const spent = (outcomes.length - failed.length) * 100;
      const [first, second] = [await allowance(ids[0] ?? 0), await allowance(ids[1] ?? 0)];
      expect(first.balance).toBeGreaterThanOrEqual(0);
      expect(second.balance).toBeGreaterThanOrEqual(0);
      expect(first.used + second.used + WALLET - (await wallet()).balance).toBe(spent);
      // Calls that come later find what the crowd has left.
      await new Promise(resolve => setTimeout(resolve, 1100));
      for (const left of [first.balance, second.balance]) if (left > 0) await spend(one, left, { ids });
      await new Promise(resolve => setTimeout(resolve, 1100));
      await spend(two, 50, { ids });
      expect((await allowance(ids[0] ?? 0)).balance + (await allowance(ids[1] ?? 0)).balance).toBe(0);
    });

    it('pay first, in their order, and leave to the wallet what they cannot', async () => {
      const [first, second] = [await open(300), await open(500)];
      const terms = { ids: [first, second] };
      await spend(one, 250, terms);
      await spend(one, 100, terms);
      expect([(await allowance(first)).balance, (await allowance(second)).balance]).toEqual([50, 400]);
      await spend(two, 450, terms);
      // The first one that has anything paid what it had.
      expect([(await allowance(first)).balance, (await allowance(second)).balance]).toEqual([0, 400]);
      expect(await wallet()).toMatchObject({ balance: WALLET - 400, used: 800, requestCount: 3 });
    });

    it('pay of what a call has used, and give back what it had reserved', async () => {
      const id = await open(1000);
      const reservation = await reserve(one, 900, { ids: [id] });
      await expect(reserve(one, 200, { ids: [id], mayOverflow: false })).rejects.toMatchObject({ availableUnits: 100 });
      await reservation.settle(charge(150));
      await spend(two, 850, { ids: [id], mayOverflow: false });
      expect(await allowance(id)).toMatchObject({ balance: 0, used: 1000 });
      expect(await wallet()).toMatchObject({ balance: WALLET });
    });

    it('leave to the wallet what a call costs beyond its reservation, unless the plan refuses that', async () => {
      const id = await open(1000);
      await (await reserve(one, 100, { ids: [id] })).settle(charge(130));
      expect(await wallet()).toMatchObject({ balance: WALLET - 30 });
      await (await reserve(one, 100, { ids: [id], mayOverflow: false })).settle(charge(130));
      expect(await wallet()).toMatchObject({ balance: WALLET - 30 });
      expect(await allowance(id)).toMatchObject({ balance: 770, used: 230 });
    });

    it('let an open call grow into the wallet', async () => {
      const id = await open(150);
      const growing = await reserve(one, 100, { ids: [id] });
      await growing.extend(100);
      await growing.settle(charge(190));
      expect(await allowance(id)).toMatchObject({ balance: 0, used: 150 });
      expect(await wallet()).toMatchObject({ balance: WALLET - 40 });
      const refusing = await open(150);
      const held = await reserve(one, 100, { ids: [refusing], mayOverflow: false });
      await expect(held.extend(100)).rejects.toMatchObject({ account: 'allowance', availableUnits: 50 });
      await held.void();
      expect(await allowance(refusing)).toMatchObject({ balance: 150, used: 0 });
    });

    it('need no wallet where they suffice, also for a call that costs nothing', async () => {
      userId += 1;
      await bench.openUser(userId, 0);
      const id = await open(100);
      await spend(one, 0, { ids: [id] });
      await spend(one, 60, { ids: [id] });
      await expect(spend(one, 60, { ids: [id] })).rejects.toMatchObject({ account: 'user', availableUnits: 40 });
      expect(await allowance(id)).toMatchObject({ balance: 40, requestCount: 2 });
    });

    it('expire by a movement, and settle calls exactly that began before', async () => {
      const id = await open(1000);
      const late = await reserve(one, 300, { ids: [id] });
      const expire = async (sourceId: string) => {
        await one.ledger.callBack(AccountKind.Allowance, id);
        await two.ledger.callBack(AccountKind.Allowance, id);
        return bench.unitOfWork.run(manager => expireAllowance(manager, { periodId: id, userId, sourceId }));
      };
      expect(await expire('expiry:1')).toBe(700);
      await late.settle(charge(120));
      expect(await expire('expiry:2')).toBe(180);
      expect(await expire('expiry:3')).toBe(0);
      expect(await allowance(id)).toMatchObject({ balance: 0, used: 120 });
      expect(await wallet()).toMatchObject({ balance: WALLET });
    });

    it('pay for stored reservations and get the charges of failed work back', async () => {
      const id = await open(500);
      const stored = await one.ledger.reserveStored(recordOf(600, [id], true), FREE_LATER_MS);
      expect(await bench.verify()).toMatchObject({ differenceUnits: 0 });
      expect(await wallet()).toMatchObject({ held: 100 });
      const charges = await bench.unitOfWork.run(manager =>
        one.ledger.settleWithin(manager, stored.record, charge(600)),
      );
      await stored.void();
      expect(await allowance(id)).toMatchObject({ balance: 0, used: 500, held: 0 });
      expect(await wallet()).toMatchObject({ balance: WALLET - 100, held: 0 });
      await bench.unitOfWork.run(async manager => {
        await one.ledger.book(manager, {
          sourceId: `refund:${dialect}`,
          kind: 'refund',
          userId,
          userAmount: 600,
          usedAmount: -600,
        });
        await refundAllowances(manager, charges.allowance ? [charges.allowance] : []);
      });
      expect(await allowance(id)).toMatchObject({ balance: 500, used: 0 });
      expect(await wallet()).toMatchObject({ balance: WALLET });
      const voided = await two.ledger.reserveStored(recordOf(500, [id], true), FREE_LATER_MS);
      await voided.void();
      expect(await allowance(id)).toMatchObject({ balance: 500, held: 0 });
    });

    it('are charged by what a node kept on its disk, and keep their sums when old charges are closed', async () => {
      const id = await open(1000);
      const directory = mkdtempSync(join(tmpdir(), 'sluice-allowances-'));
      const { allowances: _none, ...record } = recordOf(400, [], true);
      const reservation = { ...record, allowance: { id, units: 300, isSole: false } };
      const share = { holderId: 'stopped', user: 0, token: 0, allowance: 0 };
      const stopped = await ChargeJournal.open(directory, 'stopped');
      await stopped.append([{ reservation, share, units: 400, channelId: 7, riders: [] }]);
      one.ledger.useJournal(await ChargeJournal.open(directory, 'living'), []);
      expect(await one.ledger.bookKept()).toBe(1);
      rmSync(directory, { recursive: true });
      await spend(two, 200, { ids: [id] });
      const closed = { periodId: id, userId, untilMs: Date.now() };
      expect(await bench.unitOfWork.run(manager => closeAllowanceCharges(manager, closed))).toBe(false);
      expect(await allowance(id)).toMatchObject({ balance: 500, used: 500, requestCount: 2 });
      expect(await wallet()).toMatchObject({ balance: WALLET - 100 });
    });
  });
}
