import cluster, { type Worker } from 'node:cluster';
import { FileOwnership, fromEnvelope, Logger, toEnvelope, WorkerHub, type Config, type WorkerMessage } from '@platform';
import { PassedConnections } from './passed-connections';

/** The pause before a worker is started again, so that a worker that cannot start is not retried in a tight loop. */
const RESTART_PAUSE_MS = 1000;
/** How often a process of an earlier start, which still ends its calls, is looked for. */
const OWN_EVERY_MS = 1000;

/**
 * Keeps the configured number of worker processes alive, prints the ready line once, and passes the end signal on. What
 * the workers share is kept here, and a SQLite file belongs to this process.
 */
export async function runWorkers(config: Config): Promise<void> {
  const supervisor = new Supervisor(config);
  process.on('SIGTERM', () => supervisor.end());
  process.on('SIGINT', () => supervisor.end());
  await supervisor.ownFile();
  supervisor.start();
}

class Supervisor {
  private readonly hub = new WorkerHub();
  private readonly logger: Logger;
  private readonly ready = new Set<number>();
  private readonly passed = new Map<number, PassedConnections>();
  private isServing = false;
  private isEnding = false;
  private exitCode = 0;
  private ownership: FileOwnership | null = null;

  constructor(private readonly config: Config) {
    this.logger = new Logger(config.logLevel);
    cluster.on('message', (worker: Worker, message: unknown) => this.receive(worker, message));
    cluster.on('exit', (worker: Worker, code: number | null, signal: string | null) =>
      this.afterEnd(worker, { code, signal }),
    );
  }

  /** The first worker prepares the database and shows that a start is possible; the others follow when it serves. */
  start(): void {
    if (!this.isEnding) this.fork();
  }

  /** Takes the SQLite file now, or as soon as a process of an earlier start has ended. */
  async ownFile(): Promise<void> {
    const { dialect, url } = this.config.database;
    if (dialect !== 'sqlite' || this.ownership) return;
    this.ownership = await FileOwnership.take(url);
    if (this.ownership) return this.hub.becomeAlone();
    const again = () => {
      this.ownFile().catch((error: unknown) => this.logger.error({ err: error }, 'the database file has no owner'));
    };
    setTimeout(again, OWN_EVERY_MS).unref();
  }

  /** Ends every worker in order; this process follows the last one. */
  end(): void {
    if (this.isEnding) return;
    this.isEnding = true;
    this.hub.end();
    for (const worker of this.workers) worker.process.kill('SIGTERM');
    if (this.workers.length === 0) process.exit(this.exitCode);
  }

  private get workers(): readonly Worker[] {
    return Object.values(cluster.workers ?? {}).filter(worker => worker !== undefined);
  }

  private fork(): void {
    const worker = cluster.fork();
    this.passed.set(worker.id, new PassedConnections(worker));
    this.hub.join(worker.id, message => {
      // A failure means that the worker is gone, which its exit reports.
      if (worker.isConnected()) worker.send(toEnvelope(message), undefined, undefined, () => undefined);
    });
  }

  private receive(worker: Worker, message: unknown): void {
    const question = fromEnvelope<WorkerMessage>(message);
    if (question) void this.hub.receive(worker.id, question);
    const { ready } = message as { readonly ready?: string };
    if (ready) this.noteReady(worker, ready);
  }

  private noteReady(worker: Worker, line: string): void {
    const { workers } = this.config;
    this.ready.add(worker.id);
    if (this.isServing)
      return this.logger.info({ worker: worker.process.pid }, 'a worker that was started again serves');
    if (this.isEnding) return;
    if (this.ready.size === 1) for (let count = 1; count < workers; count++) this.fork();
    if (this.ready.size < workers) return;
    this.isServing = true;
    process.stdout.write(line);
  }

  private afterEnd(worker: Worker, end: { readonly code: number | null; readonly signal: string | null }): void {
    this.hub.leave(worker.id);
    this.ready.delete(worker.id);
    this.passed.get(worker.id)?.close();
    this.passed.delete(worker.id);
    // One that has not come as far as listening to signals ends by them.
    if (this.isEnding || !this.isServing) return this.endWith(end.code ?? (end.signal === 'SIGTERM' ? 0 : 1));
    this.logger.error({ worker: worker.process.pid, ...end }, 'a worker ended and is started again');
    setTimeout(() => this.start(), RESTART_PAUSE_MS);
  }

  /** A worker ended while this node was starting or ending. What it had to say it has said itself. */
  private endWith(code: number): void {
    if (!this.isEnding || code !== 0) this.exitCode = Math.max(this.exitCode, code, this.isEnding ? 0 : 1);
    if (this.isEnding && this.workers.length === 0) process.exit(this.exitCode);
    this.end();
  }
}
