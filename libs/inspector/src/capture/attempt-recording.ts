import { CapturedBytes } from './captured-bytes';
import { type MemoryBudget } from './memory-budget';

/** A request as it goes to an upstream. */
export interface SentRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer | null;
}

/** A response as it comes from an upstream. */
interface WatchedAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, unknown>>;
  watch(listener: { receive(chunk: Buffer): void; finish(fault: Error | null): void }): void;
}

interface AttemptFacts {
  readonly channelId: number;
  readonly startedAt: number;
  readonly bytesMax: number;
}

/** One exchange with an upstream while it runs. Times are on the clock of performance.now(). */
export class AttemptRecording {
  readonly requestBody: CapturedBytes;
  readonly responseBody: CapturedBytes;
  status = 0;
  responseHeaders: Readonly<Record<string, unknown>> = {};
  firstByteAt: number | null = null;
  endedAt: number | null = null;
  fault = '';

  constructor(
    budget: MemoryBudget,
    readonly request: SentRequest,
    readonly facts: AttemptFacts,
  ) {
    this.requestBody = new CapturedBytes(budget, facts.bytesMax);
    this.responseBody = new CapturedBytes(budget, facts.bytesMax);
    if (request.body) this.requestBody.add(request.body);
  }

  /** Notes every byte of the response from now on, those that wait included. */
  answered(answer: WatchedAnswer): void {
    this.status = answer.status;
    this.responseHeaders = answer.headers;
    answer.watch({
      receive: chunk => {
        this.firstByteAt ??= performance.now();
        this.responseBody.add(chunk);
      },
      finish: fault => this.ended(fault),
    });
  }

  ended(fault: Error | null): void {
    this.endedAt ??= performance.now();
    if (fault && this.fault === '') this.fault = fault.message;
  }

  get hasFailed(): boolean {
    return this.fault !== '' || this.status >= 400;
  }

  release(): void {
    this.requestBody.release();
    this.responseBody.release();
  }
}
