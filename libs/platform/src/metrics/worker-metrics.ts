import { randomUUID } from 'node:crypto';
import { type AggregatorRegistry, type Registry } from 'prom-client';
import { type HubClient } from '../cluster/hub-client';

/** How long the other workers are waited for; who has not answered then is left out. */
const WAIT_MS = 1000;

const QUESTION = 'metrics-wanted';
const ANSWER = 'metrics-given';

/** What a worker answers. */
interface Given {
  /** Names the question. */
  readonly id: string;
  readonly metrics: object;
}

interface WorkerOptions {
  /** Processes of this node, this one included. */
  readonly workers: number;
  readonly aggregate: typeof AggregatorRegistry.aggregate;
}

/** Adds up the metrics of the workers of one node: any of them may be asked, and asks the others over the supervisor. */
export class WorkerMetrics {
  private readonly open = new Map<string, (metrics: object) => void>();

  constructor(
    private readonly own: Registry,
    private readonly hub: HubClient | null,
    private readonly options: WorkerOptions,
  ) {
    hub?.on('notice', ({ topic, detail }) => {
      if (detail === null) return; // of other topics
      if (topic === QUESTION) void this.answer(hub, detail);
      if (topic === ANSWER) this.take(JSON.parse(detail) as Given); // written by answer
    });
  }

  async text(): Promise<string> {
    if (!this.hub || this.options.workers < 2) return this.own.metrics();
    const others = await this.ask(this.hub);
    const all = [await this.own.getMetricsAsJSON(), ...others];
    return this.options.aggregate(all).metrics();
  }

  private async answer(hub: HubClient, id: string): Promise<void> {
    const given: Given = { id, metrics: await this.own.getMetricsAsJSON() };
    hub.publish(ANSWER, JSON.stringify(given));
  }

  private take({ id, metrics }: Given): void {
    this.open.get(id)?.(metrics);
  }

  private ask(hub: HubClient): Promise<readonly object[]> {
    const id = randomUUID();
    const found: object[] = [];
    return new Promise(resolve => {
      const finish = () => {
        clearTimeout(timer);
        this.open.delete(id);
        resolve(found);
      };
      const timer = setTimeout(finish, WAIT_MS);
      this.open.set(id, metrics => {
        found.push(metrics);
        if (found.length >= this.options.workers - 1) finish();
      });
      hub.publish(QUESTION, id);
    });
  }
}
