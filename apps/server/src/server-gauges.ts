import { Ledger } from '@billing';
import { UpstreamBalances } from '@channel';
import { Inject, Injectable } from '@nestjs/common';
import { JobRunner, METRICS, REDIS, UnitOfWork, type Metrics, type RedisBreaker } from '@platform';
import { RunningCalls } from '@relay';

/** Lets Prometheus see what the parts of this server know of themselves. */
@Injectable()
export class ServerGauges {
  constructor(
    @Inject(METRICS) private readonly metrics: Metrics | null,
    @Inject(REDIS) private readonly redis: RedisBreaker | null,
    private readonly running: RunningCalls,
    private readonly ledger: Ledger,
    private readonly unitOfWork: UnitOfWork,
    private readonly jobs: JobRunner,
    private readonly balances: UpstreamBalances,
  ) {}

  register(): void {
    const { metrics, redis, running, ledger, unitOfWork, jobs, balances } = this;
    if (!metrics) return;
    const { server } = metrics;
    jobs.watcher = (job, outcome, ms) => server.jobEnded(job, outcome, ms);
    unitOfWork.watcher = (outcome, ms) => server.unitEnded(outcome, ms);
    const count = (name: string, help: string, value: () => number) =>
      server.gauge({ name, help, ofWorkers: 'sum', read: () => [{ value: value() }] });
    count('sluice_calls_running', 'Calls that have begun and not ended.', () => running.count);
    count(
      'sluice_leased_units',
      'Units of balances that this node may reserve in memory.',
      () => ledger.leaseTotals.leased,
    );
    count('sluice_leased_units_in_use', 'Leased units in reservations and charges.', () => ledger.leaseTotals.inUse);
    count('sluice_database_units_waiting', 'Units that wait for their turn.', () => unitOfWork.waitingCount);
    if (redis) {
      const read = () => [{ value: redis.isOpen ? 0 : 1 }];
      server.gauge({ name: 'sluice_redis_up', help: 'Whether Redis answers in time.', ofWorkers: 'min', read });
    }
    server.gauge({
      name: 'sluice_channel_upstream_balance',
      help: 'Balance of the account upstream, in its own currency, as it was last read.',
      labels: ['channel'],
      ofWorkers: 'max',
      read: async () =>
        (await balances.all()).map(({ id, balance }) => ({ labels: { channel: String(id) }, value: balance })),
    });
  }
}
