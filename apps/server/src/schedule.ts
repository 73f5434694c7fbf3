import { AlertRemoval, Delivery, Evaluator, NodeReport } from '@alert';
import { Backups } from '@archive';
import { SessionService, Tickets, VerificationCodes } from '@auth';
import { ExpireReservations, Ledger } from '@billing';
import { Budgets, BudgetUpkeep } from '@budget';
import { ChannelCatalog, ChannelFigures, ResponseChannels } from '@channel';
import { FixedCosts, PlanIncome, ReportMail, StatementService } from '@cost';
import { InspectRules, KeptCalls } from '@inspector';
import { Injectable } from '@nestjs/common';
import { LogTables, UsageUpkeep } from '@log';
import { Options } from '@option';
import { PlanPeriods, Plans, Turns } from '@plan';
import { AskAfterOrders, ExpireOrders } from '@payment';
import { PriceListService } from '@pricing';
import { ScheduledSweeps } from '@relay';
import { JobRunner, type Job } from '@platform';
import { Retention, RETENTION_LEASE_MS } from '@retention';
import { TaskRounds } from '@task';
import { TeamWallet } from '@team';
import { ExpiryReminder, TokenUses } from '@token';
import { DefaultPasswordWatch } from '@user';
import { LedgerStart } from './ledger-start';
import { SealingWatch } from './sealing-watch';

const SECOND_MS = 1000;
const MINUTE_MS = 60 * SECOND_MS;
const DAY_MS = 24 * 60 * MINUTE_MS;

/** All recurring jobs of the server in one table. */
@Injectable()
export class Schedule {
  constructor(
    private readonly runner: JobRunner,
    private readonly reservations: ExpireReservations,
    private readonly ledger: Ledger,
    private readonly ledgerStart: LedgerStart,
    private readonly options: Options,
    private readonly catalog: ChannelCatalog,
    private readonly responses: ResponseChannels,
    private readonly figures: ChannelFigures,
    private readonly tokenUses: TokenUses,
    private readonly expiryReminder: ExpiryReminder,
    private readonly sessions: SessionService,
    private readonly tickets: Tickets,
    private readonly verificationCodes: VerificationCodes,
    private readonly orders: ExpireOrders,
    private readonly openOrders: AskAfterOrders,
    private readonly tasks: TaskRounds,
    private readonly defaultPassword: DefaultPasswordWatch,
    private readonly logTables: LogTables,
    private readonly sweeps: ScheduledSweeps,
    private readonly usage: UsageUpkeep,
    private readonly fixedCosts: FixedCosts,
    private readonly planIncome: PlanIncome,
    private readonly reportMail: ReportMail,
    private readonly statements: StatementService,
    private readonly nodeReport: NodeReport,
    private readonly alerts: Evaluator,
    private readonly alertMessages: Delivery,
    private readonly oldAlerts: AlertRemoval,
    private readonly inspectRules: InspectRules,
    private readonly keptCalls: KeptCalls,
    private readonly budgets: Budgets,
    private readonly budgetUpkeep: BudgetUpkeep,
    private readonly plans: Plans,
    private readonly turns: Turns,
    private readonly planPeriods: PlanPeriods,
    private readonly teamWallet: TeamWallet,
    private readonly sealing: SealingWatch,
    private readonly backups: Backups,
    private readonly retention: Retention,
    private readonly priceLists: PriceListService,
  ) {}

  start(): void {
    const logTables = {
      name: 'prepare the tables of the log',
      everyMs: 60 * MINUTE_MS,
      timeLimitMs: 60 * MINUTE_MS,
      run: async () => {
        await this.logTables.prepare();
        await this.ledgerStart.useLogRows();
      },
    };
    const all = [this.jobs(), this.questions(), this.alertJobs(), this.planJobs(), this.removals()];
    this.runner.start([...all.flat(), logTables]);
    // Commands that look for servers see this one from its first call on.
    void this.runner.runOnce(this.beat);
    // A table of an older version is brought into form at once, while it is used.
    void this.runner.runOnce(logTables);
  }

  private get beat(): Job {
    return perNode('show that this node lives', 5 * SECOND_MS, () => this.reservations.beat());
  }

  private jobs(): readonly Job[] {
    return [
      this.beat,
      perNode('give back what nobody works on any more', 5 * SECOND_MS, () => this.reservations.sweep()),
      perNode('book charges kept on the disk', 5 * SECOND_MS, () => this.ledger.bookKept()),
      perNode('make log rows the movements of charges', MINUTE_MS, () => this.ledgerStart.useLogRows()),
      perNode('own the database file', 5 * SECOND_MS, () => this.ledgerStart.own()),
      // Notices of changes are quick but may be lost; reading everything again covers that.
      perNode('read the options again', MINUTE_MS, () => this.options.reload()),
      perNode('read the channels again', MINUTE_MS, () => this.catalog.refresh()),
      perNode('read the inspect rules again', MINUTE_MS, () => this.inspectRules.reload()),
      perNode('read the budgets again', MINUTE_MS, () => this.budgets.reload()),
      perNode('look which master key seals', 10 * SECOND_MS, () => this.sealing.follow()),
      perNode('look for the default password', MINUTE_MS, () => this.defaultPassword.refresh()),
      perNode('store when keys were last used', 10 * SECOND_MS, () => this.tokenUses.flush()),
      perNode('store the figures of channels', 10 * SECOND_MS, () => this.figures.flush()),
      // Every node polls a part of the tasks: a task is leased to the node that polls it.
      perNode('ask what became of tasks', 5 * SECOND_MS, () => this.tasks.run()),
      // The run itself takes a lease among the nodes.
      { ...perNode('test channels and refresh balances', MINUTE_MS, () => this.sweeps.run()), timeLimitMs: DAY_MS },
      // One node makes it, under a lease of its own.
      { ...perNode('make the scheduled backup', MINUTE_MS, () => this.backups.tick()), timeLimitMs: DAY_MS },
      {
        name: 'tell owners of keys that expire',
        everyMs: 10 * MINUTE_MS,
        timeLimitMs: 5 * MINUTE_MS,
        run: () => this.expiryReminder.run(),
      },
      {
        name: 'look after budgets',
        everyMs: 15 * SECOND_MS,
        timeLimitMs: 2 * MINUTE_MS,
        run: () => this.budgetUpkeep.run(),
      },
      {
        name: 'sum up the hours of usage',
        everyMs: MINUTE_MS,
        timeLimitMs: 2 * MINUTE_MS,
        run: () => this.usage.run(),
      },
      {
        name: 'book what suppliers take for days',
        everyMs: 10 * MINUTE_MS,
        timeLimitMs: 10 * MINUTE_MS,
        run: () => this.fixedCosts.run(),
      },
      {
        name: 'keep what was in each wallet when a month ended',
        everyMs: 10 * MINUTE_MS,
        timeLimitMs: 10 * MINUTE_MS,
        run: () => this.statements.closeMonth(),
      },
      {
        name: 'mail the report',
        everyMs: 10 * MINUTE_MS,
        timeLimitMs: 5 * MINUTE_MS,
        run: () => this.reportMail.run(),
      },
    ];
  }

  private alertJobs(): readonly Job[] {
    return [
      perNode('tell what rules must know of this node', MINUTE_MS, () => this.nodeReport.run()),
      { name: 'evaluate alert rules', everyMs: MINUTE_MS, timeLimitMs: 5 * MINUTE_MS, run: () => this.alerts.run() },
      {
        name: 'send alerts',
        everyMs: 10 * SECOND_MS,
        timeLimitMs: 10 * MINUTE_MS,
        run: () => this.alertMessages.run(),
      },
      {
        name: 'remove old alerts',
        everyMs: 60 * MINUTE_MS,
        timeLimitMs: 5 * MINUTE_MS,
        run: () => this.oldAlerts.run(),
      },
    ];
  }

  private planJobs(): readonly Job[] {
    return [
      perNode('read the plans again', MINUTE_MS, () => this.plans.reload()),
      {
        name: 'make the turns of plans',
        everyMs: 15 * SECOND_MS,
        timeLimitMs: 2 * MINUTE_MS,
        run: () => this.turns.run(),
      },
      {
        name: 'book what plans have earned',
        everyMs: 10 * MINUTE_MS,
        timeLimitMs: 10 * MINUTE_MS,
        run: () => this.planIncome.run(),
      },
      {
        name: 'sum up old charges of plans',
        everyMs: 60 * MINUTE_MS,
        timeLimitMs: 10 * MINUTE_MS,
        run: () => this.planPeriods.sumUpOld(),
      },
    ];
  }

  /** What others are asked for. */
  private questions(): readonly Job[] {
    return [
      {
        name: 'compare prices with a public list',
        everyMs: MINUTE_MS,
        timeLimitMs: 2 * MINUTE_MS,
        run: () => this.priceLists.check(),
      },
      {
        name: 'ask Stripe what became of open orders',
        everyMs: MINUTE_MS,
        timeLimitMs: 5 * MINUTE_MS,
        run: () => this.openOrders.run(),
      },
    ];
  }

  private get rests(): Job {
    const run = () => this.teamWallet.returnRests();
    return { name: 'give owners what is left of deleted teams', everyMs: MINUTE_MS, timeLimitMs: MINUTE_MS, run };
  }

  /** What nobody can use any more. */
  private removals(): readonly Job[] {
    return [
      {
        name: 'tidy the tables of budgets',
        everyMs: 60 * MINUTE_MS,
        timeLimitMs: 10 * MINUTE_MS,
        run: () => this.budgetUpkeep.tidy(),
      },
      this.rests,
      {
        name: 'remove ended sessions',
        everyMs: 60 * MINUTE_MS,
        timeLimitMs: MINUTE_MS,
        run: () => this.sessions.removeExpired(),
      },
      {
        name: 'tell orders nobody paid from open ones',
        everyMs: 10 * MINUTE_MS,
        timeLimitMs: MINUTE_MS,
        run: () => this.orders.run(),
      },
      {
        name: 'remove tickets nobody can use',
        everyMs: 10 * MINUTE_MS,
        timeLimitMs: MINUTE_MS,
        run: () => this.tickets.removeExpired(),
      },
      {
        name: 'remove mailed codes nobody can use',
        everyMs: 10 * MINUTE_MS,
        timeLimitMs: MINUTE_MS,
        run: () => this.verificationCodes.removeExpired(),
      },
      {
        name: 'forget responses that the providers no longer keep',
        everyMs: 10 * MINUTE_MS,
        timeLimitMs: MINUTE_MS,
        run: () => this.responses.removeExpired(),
      },
      {
        name: 'remove recorded calls nobody may read any more',
        everyMs: MINUTE_MS,
        timeLimitMs: 5 * MINUTE_MS,
        run: () => this.keptCalls.removeOld(),
      },
      {
        name: 'remove old figures of channels',
        everyMs: 60 * MINUTE_MS,
        timeLimitMs: 5 * MINUTE_MS,
        run: () => this.figures.removeOld(),
      },
      {
        // The run itself takes a lease among the nodes, as it may be asked for at any time.
        ...perNode('remove what is older than retention allows', 60 * MINUTE_MS, () => this.retention.runDue()),
        timeLimitMs: RETENTION_LEASE_MS,
      },
    ];
  }
}

/** A job about the node's own memory, which every node runs for itself. */
function perNode(name: string, everyMs: number, run: () => Promise<unknown>): Job {
  return { name, everyMs, timeLimitMs: Math.max(everyMs, 30 * SECOND_MS), isPerNode: true, run };
}
