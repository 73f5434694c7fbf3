import { estimatePromptTokens, estimateTokens, type GeneratedText } from '@formats';
import { join } from 'node:path';
import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { WorkerThread } from '@platform';
import { type RelayCall } from '../call/relay-call';
import { type CountAnswer, type CountRequest } from './count-worker';

/** A worker that has not returned a count by then is replaced, and the estimate is billed. */
const WORKER_TIMEOUT_MS = 30_000;

/**
 * Counts tokens when the upstream reported none. It always counts in a worker: loading a vocabulary blocks a thread for
 * a quarter of a second, and a long text for longer, and the streams of other callers must not wait for it.
 */
@Injectable()
export class TokenCounter implements OnApplicationShutdown {
  private readonly worker = new WorkerThread<CountRequest, CountAnswer>({
    module: join(__dirname, 'count-worker'),
    timeoutMs: WORKER_TIMEOUT_MS,
  });

  /** Counts the tokens of the prompt with the upstream model's vocabulary. */
  prompt(call: RelayCall, model: string): Promise<number> {
    const { endpoint, format } = call;
    const request = { kind: 'prompt', body: JSON.stringify(call.parsed), of: { endpoint, format }, model } as const;
    return this.inWorker(request, () => estimatePromptTokens(call.parsed, call, model));
  }

  /** Counts the tokens of the generated text. */
  generated(generated: GeneratedText, model: string): Promise<number> {
    if (generated.text === '' && generated.toolCalls === 0) return Promise.resolve(0);
    return this.inWorker({ kind: 'generated', generated, model }, () => estimateTokens(generated.text, model));
  }

  onApplicationShutdown(): Promise<void> {
    return this.worker.close();
  }

  private async inWorker(request: CountRequest, estimate: () => number): Promise<number> {
    // if the worker fails, the call is billed by the estimate
    const count = await this.worker.ask(request).catch(() => null);
    return count !== null && Number.isFinite(count) ? count : estimate();
  }
}
