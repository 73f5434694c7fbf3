import { Worker } from 'node:worker_threads';
import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { estimatePromptTokens, estimateTokens, type GeneratedText } from '@providers';
import type { RelayCall } from '../relay-call';
import type { CountAnswer, CountRequest } from './count-worker';

/** A worker that does not answer is replaced, and the estimate is billed. */
const WORKER_TIMEOUT_MS = 30_000;

/**
 * Counts tokens when the upstream reported none. Always in a worker: loading a vocabulary blocks a thread for a quarter
 * of a second, and a long text for longer, while other people's streams must flow.
 */
@Injectable()
export class TokenCounter implements OnApplicationShutdown {
  private worker: Worker | null = null;
  private sequence = 0;
  private readonly pending = new Map<number, (count: number) => void>();

  /** Tokens of the prompt with the upstream model's vocabulary. */
  prompt(call: RelayCall, model: string): Promise<number> {
    const { endpoint, format } = call;
    const request = { kind: 'prompt', body: JSON.stringify(call.parsed), of: { endpoint, format }, model } as const;
    return this.inWorker(request, () => estimatePromptTokens(call.parsed, call, model));
  }

  /** Tokens of what was generated. */
  generated(generated: GeneratedText, model: string): Promise<number> {
    if (generated.text === '' && generated.toolCalls === 0) return Promise.resolve(0);
    return this.inWorker({ kind: 'generated', generated, model }, () => estimateTokens(generated.text, model));
  }

  async onApplicationShutdown(): Promise<void> {
    await this.worker?.terminate();
  }

  private inWorker(request: CountRequest, estimate: () => number): Promise<number> {
    return new Promise(resolve => {
      const id = ++this.sequence;
      const settle = (count: number | null) => {
        clearTimeout(limit);
        this.pending.delete(id);
        resolve(count ?? estimate());
      };
      const limit = setTimeout(() => {
        void this.worker?.terminate();
        settle(null);
      }, WORKER_TIMEOUT_MS);
      this.pending.set(id, count => settle(Number.isFinite(count) ? count : null));
      (this.worker ??= this.startWorker()).postMessage({ id, request });
    });
  }

  private startWorker(): Worker {
    // While developing and testing, the sources run without a build; the worker then needs the same loader.
    const isSource = __filename.endsWith('.ts');
    const worker = new Worker(require.resolve(`./count-worker${isSource ? '.ts' : '.js'}`), {
      execArgv: isSource ? ['--import', 'tsx'] : [],
    });
    worker.unref();
    worker.on('message', ({ id, count }: CountAnswer) => this.pending.get(id)?.(count));
    const replace = () => {
      if (this.worker === worker) this.worker = null;
      for (const answer of [...this.pending.values()]) answer(Number.NaN);
    };
    worker.on('error', replace);
    worker.on('exit', replace);
    return worker;
  }
}
