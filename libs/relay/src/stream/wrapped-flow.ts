import { type GeneratedText, type UsageReading } from '@formats';
import { type UsageBuckets } from '@contracts';
import { type CallerError } from '../dialect/caller-error';
import { type StreamFlow } from './stream-flow';

/**
 * A flow around another one: the inner flow keeps what was seen, and the outer one only changes the form of the bytes.
 */
export abstract class WrappedFlow<Inner extends StreamFlow> implements StreamFlow {
  constructor(protected readonly inner: Inner) {}

  get isDone(): boolean {
    return this.inner.isDone;
  }

  get errorMessage(): string | null {
    return this.inner.errorMessage;
  }

  get usage(): UsageReading {
    return this.inner.usage;
  }

  get isBetweenEvents(): boolean {
    return this.inner.isBetweenEvents ?? true;
  }

  get repairs(): readonly string[] {
    return this.inner.repairs ?? [];
  }

  responseId(): string | null {
    return this.inner.responseId?.() ?? null;
  }

  isComplete(): boolean {
    return this.inner.isComplete();
  }

  generated(): GeneratedText {
    return this.inner.generated();
  }

  lacksUsage(): boolean {
    return this.inner.lacksUsage?.() ?? false;
  }

  reportUsage(usage: UsageBuckets): void {
    this.inner.reportUsage?.(usage);
  }

  closingAfterError(): string {
    return this.inner.closingAfterError?.() ?? '';
  }

  abstract take(chunk: Buffer): Buffer | string;
  abstract end(): Buffer | string;
  abstract closing(): string;
  abstract breaking(error: CallerError, requestId: string): string | null;
}
