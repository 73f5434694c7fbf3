import { totalCompletionTokens, totalPromptTokens, type UsageBuckets } from '@contracts';
import { type Counter, type Histogram, type Registry } from 'prom-client';
import { type HubClient } from '../cluster/hub-client';
import { type EventBus } from '../events/event-bus';
import { BackupMetrics } from './backup-metrics';
import { BoundedLabels } from './bounded-labels';
import { QueueMetrics } from './queue-metrics';
import { ServerMetrics } from './server-metrics';
import { WorkerMetrics } from './worker-metrics';

/** Upper limits of the buckets, in seconds. */
const DURATION_BUCKETS = [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 20, 30, 60, 120, 300, 600];
const FIRST_TOKEN_BUCKETS = [0.025, 0.05, 0.1, 0.25, 0.5, 1, 2, 3, 5, 10, 20, 30, 60];

const MS_PER_SECOND = 1000;

/** `served` and `broken` calls have a bill; `failed` ones failed after all attempts. */
export type CallOutcome = 'served' | 'broken' | 'failed';

/** A call that has ended. */
export interface EndedCall {
  /** The channel of the last attempt. */
  readonly channelId: number;
  readonly model: string;
  readonly outcome: CallOutcome;
  /** From the start of the call to the end of its answer; null where that says nothing. */
  readonly durationMs: number | null;
  /** Null for an answer that is no stream. */
  readonly firstTokenMs: number | null;
}

export interface MetricsParts {
  readonly events: EventBus;
  /** Null for a process without other workers beside it. */
  readonly hub: HubClient | null;
  /** Processes of this node. */
  readonly workers: number;
}

/** What Prometheus reads of this node. It exists only where the operator has asked for metrics. */
export class Metrics {
  private readonly labels = new BoundedLabels();

  private constructor(
    private readonly requests: Counter,
    private readonly tokens: Counter,
    private readonly units: Counter,
    private readonly errors: Counter,
    private readonly durations: Histogram,
    private readonly firstTokens: Histogram,
    private readonly recorded: Counter,
    /** Calls that wait for a place on a channel. */
    readonly queue: QueueMetrics,
    readonly backups: BackupMetrics,
    /** What the server itself does beside calls. */
    readonly server: ServerMetrics,
    private readonly others: WorkerMetrics,
  ) {}

  /** Loads the library, which a server without metrics does not. */
  static async start({ events, hub, workers }: MetricsParts): Promise<Metrics> {
    const prometheus = await import('prom-client');
    const register = new prometheus.Registry();
    prometheus.collectDefaultMetrics({ register });
    const counter = (name: string, help: string, ...more: string[]) =>
      new prometheus.Counter({ name, help, labelNames: ['channel', 'model', ...more], registers: [register] });
    const histogram = (name: string, help: string, buckets: number[]) =>
      new prometheus.Histogram({ name, help, buckets, labelNames: ['channel', 'model'], registers: [register] });
    const metrics = new Metrics(
      counter('sluice_requests_total', 'Calls that reached a channel, by what became of them.', 'outcome'),
      counter('sluice_tokens_total', 'Tokens that were billed; cached ones are part of the prompt.', 'kind'),
      counter('sluice_charged_units_total', 'Units of quota that were charged.'),
      counter('sluice_upstream_errors_total', 'Attempts that failed, also those that were retried.', 'kind'),
      histogram('sluice_request_duration_seconds', 'From the call to the end of its answer.', DURATION_BUCKETS),
      histogram('sluice_first_token_seconds', 'From the call to the first bytes of a stream.', FIRST_TOKEN_BUCKETS),
      new prometheus.Counter({
        name: 'sluice_inspected_calls_total',
        help: 'Calls whose content was to be kept, by whether it was.',
        labelNames: ['result'],
        registers: [register],
      }),
      new QueueMetrics(prometheus, register as Registry),
      new BackupMetrics(prometheus, register as Registry),
      new ServerMetrics(prometheus, register as Registry),
      new WorkerMetrics(register as Registry, hub, { workers, aggregate: prometheus.AggregatorRegistry.aggregate }),
    );
    events.subscribe('usage.settled', ({ channelId, model, units, usage }) => {
      metrics.charged(channelId, model, units, usage);
    });
    return metrics;
  }

  ended({ channelId, model, outcome, durationMs, firstTokenMs }: EndedCall): void {
    const labels = this.labels.of(channelId, model);
    this.requests.inc({ ...labels, outcome });
    if (durationMs !== null) this.durations.observe({ ...labels }, durationMs / MS_PER_SECOND);
    if (firstTokenMs !== null) this.firstTokens.observe({ ...labels }, firstTokenMs / MS_PER_SECOND);
  }

  /** @param kind the failure kind of an attempt, in the words of the health page */
  attemptFailed(channelId: number, model: string, kind: string): void {
    this.errors.inc({ ...this.labels.of(channelId, model), kind });
  }

  /** Counts calls of the request inspector. */
  inspected(result: 'kept' | 'dropped', count: number): void {
    this.recorded.inc({ result }, count);
  }

  /** The metrics of all workers of this node added up, in the text format of Prometheus. */
  text(): Promise<string> {
    return this.others.text();
  }

  private charged(channelId: number, model: string, units: number, usage: UsageBuckets | null): void {
    const labels = this.labels.of(channelId, model);
    this.units.inc({ ...labels }, units);
    if (usage === null) return;
    this.tokens.inc({ ...labels, kind: 'prompt' }, totalPromptTokens(usage));
    this.tokens.inc({ ...labels, kind: 'completion' }, totalCompletionTokens(usage));
    this.tokens.inc({ ...labels, kind: 'cached' }, usage.cachedReadTokens);
  }
}
