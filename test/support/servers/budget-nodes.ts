import { Budgets, BudgetClock, BudgetEntity, BudgetUpkeep, Periods, type Budget } from '@budget';
import { Ledger, NodeIdentity } from '@billing';
import { FixedClock } from '@kernel';
import {
  Database,
  dataSourceOptions,
  EventBus,
  InProcessChangeNotices,
  Logger,
  openReader,
  UnitOfWork,
  type EventMap,
} from '@platform';
import { DataSource } from 'typeorm';
import { entities } from '../../../apps/server/src/database/entities';
import { type LedgerUnderTest } from './ledger-under-test';

/** A process with a ledger and the budgets, with connections of its own. */
export interface BudgetNode {
  readonly ledger: Ledger;
  readonly budgets: Budgets;
  readonly upkeep: BudgetUpkeep;
  readonly periods: Periods;
  readonly close: () => Promise<void>;
}

const logger = new Logger('silent');

/** Processes on one database that hear of each other, and whose budgets go by one clock. */
export class BudgetNodes {
  readonly clock = new FixedClock(Date.now());
  readonly crossings: EventMap['budget.crossed'][] = [];
  private readonly notices = new InProcessChangeNotices();
  private readonly nodes: BudgetNode[] = [];

  constructor(private readonly bench: LedgerUnderTest) {}

  async start(): Promise<BudgetNode> {
    const options = { ...dataSourceOptions(this.bench.config, { entities, migrations: [] }) };
    const writer = await new DataSource(options).initialize();
    const database = new Database(writer, await openReader(writer));
    const unitOfWork = new UnitOfWork(database);
    const ledger = new Ledger(database, unitOfWork, new NodeIdentity(), logger, this.notices);
    const clock = new BudgetClock();
    clock.use(this.clock);
    const periods = new Periods(database, unitOfWork, ledger, clock);
    const budgets = new Budgets(database, periods, clock, this.notices, logger, ledger);
    const events = new EventBus(logger);
    events.subscribe('budget.crossed', fact => void this.crossings.push(fact));
    const upkeep = new BudgetUpkeep(database, unitOfWork, ledger, budgets, periods, clock, events, logger);
    const node = { ledger, budgets, upkeep, periods, close: () => database.close() };
    this.nodes.push(node);
    return node;
  }

  /** Stores a budget, and tells every process of it. */
  async set(budget: Partial<Budget> & Pick<Budget, 'scope' | 'ownerId' | 'amount'>): Promise<number> {
    const nowMs = Date.now();
    const { identifiers } = await this.bench.unitOfWork.run(manager =>
      manager.insert(BudgetEntity, {
        groupName: '',
        window: 'month',
        isRolling: false,
        timeZone: 'UTC',
        isHard: true,
        carriesOver: false,
        thresholds: '80,100',
        revision: 1,
        isOwn: false,
        createdBy: 'root',
        createdAtMs: nowMs,
        updatedAtMs: nowMs,
        ...budget,
      }),
    );
    for (const node of this.nodes) await node.budgets.reload();
    return Number(identifiers[0]?.id);
  }

  async close(): Promise<void> {
    for (const node of this.nodes.splice(0)) {
      await node.ledger.whenIdle();
      await node.close();
    }
  }
}
