import { type UsageBuckets } from '@contracts';
import { type EarlyEnd, type GeneratedText, type UsageReading } from '@providers';
import { type CallerError } from '../dialect/caller-error';

/** What is known of a stream whose bytes pass, besides its format. */
export interface PassedStream {
  /** What an error is told with whose event the format's clients would not know for one. */
  readonly requestId?: string;
  /** The answer may have to be ended before its time. */
  readonly isBounded?: boolean;
}

/** One stream on its way through: bytes of the upstream in, bytes for the caller out, and what was seen meanwhile. */
export interface StreamFlow {
  /** @returns what goes to the caller now; may be empty */
  take(chunk: Buffer): Buffer | string;
  /** The upstream has closed. @returns what was held back */
  end(): Buffer | string;
  /** The upstream's own end mark has passed: nothing more will come, whether it closes or not. */
  readonly isDone: boolean;
  /** An error event of the upstream has passed, and the caller has been told of it; its message, for the log. */
  readonly errorMessage: string | null;
  readonly usage: UsageReading;
  /** The id of a response, as the caller was told it; absent where the format has none or it was written anew. */
  responseId?(): string | null;
  /** Whole images that have passed; absent where nobody looks. */
  readonly images?: number;
  /** Names of what was not as its protocol says and was written anew; absent where nothing ever is. */
  readonly repairs?: readonly string[];
  /** Whether the answer came to its own end: the end mark, or at least a finish reason. */
  isComplete(): boolean;
  /** What a complete answer still needs for the caller, once. */
  closing(): string;
  /**
   * Whether the caller of a complete answer is to be told what it used and the upstream has not told it. Asked once, before
   * `closing`; absent where the bytes pass whatever they tell.
   */
  lacksUsage?(): boolean;
  /** What was counted instead, for `closing` to tell. */
  tellUsage?(usage: UsageBuckets): void;
  /** What an answer still needs whose error event has passed; absent where nothing does. */
  closingAfterError?(): string;
  /** The caller's error event for an answer that broke; null where only a cut connection can tell. */
  breaking(error: CallerError, requestId: string): string | null;
  /** False while half of an event has gone out, so that nothing of ours may follow; absent where that never happens. */
  readonly isBetweenEvents?: boolean;
  /** Ends the answer before its time, as if it had come to its limit; absent where answers are not of free length. */
  endEarly?(end: EarlyEnd): string;
  /** Everything generated so far; for counting when no usage was reported. */
  generated(): GeneratedText;
}
