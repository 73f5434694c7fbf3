import { Worker } from 'node:worker_threads';

/** A message to the thread. */
export interface WorkerJob<Request> {
  readonly id: number;
  readonly request: Request;
}

/** A message from the thread, one for every job. */
export interface WorkerAnswer<Answer> {
  readonly id: number;
  readonly answer: Answer;
}

interface WorkerThreadOptions {
  /** The whole path of the module that the thread runs, without its extension. */
  readonly module: string;
  /** Limit on a job including the jobs before it; a thread that takes longer is replaced. */
  readonly timeoutMs: number;
}

interface PendingJob<Answer> {
  readonly resolve: (answer: Answer) => void;
  readonly reject: (reason: Error) => void;
  readonly limit: NodeJS.Timeout;
}

/** A running thread, and its jobs without a result. */
interface Running<Answer> {
  readonly worker: Worker;
  readonly pending: Map<number, PendingJob<Answer>>;
}

/**
 * A separate thread for work that would delay all other requests. It starts with the first job, and again with the
 * first job after it has died; it does not keep the process alive.
 */
export class WorkerThread<Request, Answer> {
  private running: Running<Answer> | null = null;
  private sequence = 0;

  constructor(private readonly options: WorkerThreadOptions) {}

  /** @throws Error when the thread cannot start, dies, is closed, or takes too long; the job may then be half done */
  ask(request: Request): Promise<Answer> {
    return new Promise((resolve, reject) => {
      const running = (this.running ??= this.start());
      const id = ++this.sequence;
      running.worker.postMessage({ id, request } satisfies WorkerJob<Request>);
      const { timeoutMs } = this.options;
      const limit = setTimeout(() => void this.stop(running, `no answer within ${timeoutMs} ms`), timeoutMs);
      running.pending.set(id, { resolve, reject, limit });
    });
  }

  /** Ends the thread and fails what is pending. A later job starts it again. */
  async close(): Promise<void> {
    if (this.running) await this.stop(this.running, 'the thread was closed');
  }

  private start(): Running<Answer> {
    // While developing and testing, the sources run without a build; the thread then needs the same loader.
    const isSource = __filename.endsWith('.ts');
    const worker = new Worker(`${this.options.module}${isSource ? '.ts' : '.js'}`, {
      execArgv: isSource ? ['--require', 'tsx/cjs'] : [],
    });
    const running: Running<Answer> = { worker, pending: new Map() };
    worker.on('message', ({ id, answer }: WorkerAnswer<Answer>) => {
      const job = running.pending.get(id);
      if (!job) return;
      running.pending.delete(id);
      clearTimeout(job.limit);
      job.resolve(answer);
    });
    worker.on('error', cause => this.fail(running, new Error('the worker thread died', { cause })));
    worker.on('exit', code => this.fail(running, new Error(`the worker thread ended with code ${code}`)));
    worker.unref(); // after the listeners, the first of which keeps the process alive again
    return running;
  }

  private async stop(running: Running<Answer>, reason: string): Promise<void> {
    this.fail(running, new Error(reason));
    await running.worker.terminate();
  }

  /** Discards the thread, so that the next job starts another one. */
  private fail(running: Running<Answer>, reason: Error): void {
    if (this.running === running) this.running = null;
    for (const { reject, limit } of running.pending.values()) {
      clearTimeout(limit);
      reject(reason);
    }
    running.pending.clear();
  }
}
