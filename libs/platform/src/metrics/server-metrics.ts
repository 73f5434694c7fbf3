import { type Counter, type Gauge, type Histogram, type Registry } from 'prom-client';

/** Upper limits of the buckets, in seconds. */
const UNIT_BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
const JOB_BUCKETS = [0.01, 0.1, 0.5, 1, 5, 15, 60, 300, 1800];

const MS_PER_SECOND = 1000;

/** One value of a gauge. */
interface Reading {
  readonly labels?: Readonly<Record<string, string>>;
  readonly value: number;
}

/** A gauge whose values are read when Prometheus asks. */
interface ReadGauge {
  readonly name: string;
  readonly help: string;
  readonly labels?: readonly string[];
  /** What the workers of a node say together. */
  readonly ofWorkers: 'sum' | 'min' | 'max';
  readonly read: () => readonly Reading[] | Promise<readonly Reading[]>;
}

/** What the server does beside calls: units of the database, jobs, and gauges that others read for it. */
export class ServerMetrics {
  private readonly unitSeconds: Histogram;
  private readonly jobRuns: Counter;
  private readonly jobSeconds: Histogram;
  private readonly jobSuccesses: Gauge;

  constructor(
    private readonly prometheus: Pick<typeof import('prom-client'), 'Counter' | 'Gauge' | 'Histogram'>,
    private readonly register: Registry,
  ) {
    const registers = [register];
    this.unitSeconds = new prometheus.Histogram({
      name: 'sluice_database_unit_seconds',
      help: 'How long units of work took in the database, from their turn to their end.',
      buckets: UNIT_BUCKETS,
      labelNames: ['outcome'],
      registers,
    });
    // Not `job`: Prometheus gives every target a label of that name.
    const labelNames = ['name'];
    this.jobRuns = new prometheus.Counter({
      name: 'sluice_job_runs_total',
      help: 'Runs of scheduled jobs on this node, by how they ended.',
      labelNames: ['name', 'outcome'],
      registers,
    });
    this.jobSeconds = new prometheus.Histogram({
      name: 'sluice_job_seconds',
      help: 'How long runs of scheduled jobs took.',
      buckets: JOB_BUCKETS,
      labelNames,
      registers,
    });
    this.jobSuccesses = new prometheus.Gauge({
      name: 'sluice_job_last_success_timestamp_seconds',
      help: 'When a scheduled job last ended well on this node, in Unix seconds.',
      labelNames,
      aggregator: 'max',
      registers,
    });
  }

  unitEnded(outcome: 'done' | 'failed', ms: number): void {
    this.unitSeconds.observe({ outcome }, ms / MS_PER_SECOND);
  }

  jobEnded(name: string, outcome: 'done' | 'failed', ms: number): void {
    this.jobRuns.inc({ name, outcome });
    this.jobSeconds.observe({ name }, ms / MS_PER_SECOND);
    if (outcome === 'done') this.jobSuccesses.set({ name }, Date.now() / MS_PER_SECOND);
  }

  /** A gauge that cannot be read, such as one of a database that is away, has no values that time. */
  gauge({ name, help, labels = [], ofWorkers, read }: ReadGauge): void {
    new this.prometheus.Gauge({
      name,
      help,
      labelNames: [...labels],
      aggregator: ofWorkers,
      registers: [this.register],
      async collect() {
        try {
          const readings = await read();
          this.reset();
          for (const { labels: values, value } of readings) this.set({ ...values }, value);
        } catch {
          this.reset();
        }
      },
    });
  }
}
