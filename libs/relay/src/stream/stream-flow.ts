import { type EarlyEnd, type GeneratedText, type UsageReading } from '@formats';
import { type UsageBuckets } from '@contracts';
import { type CallerError } from '../dialect/caller-error';

/** Rewrites events that would break the clients of a format, and leaves all others as they are. */
export interface EventMender {
  /**
   * @param run whole events
   * @returns the events to pass on; the same bytes where nothing had to be rewritten
   */
  mend(run: Buffer): Buffer;
  /** The names of what was rewritten, for the log. */
  readonly repairs: readonly string[];
}

/** Options of a stream whose bytes pass unchanged, besides its format. */
export interface PassedStream {
  /**
   * The request id for an error that is written again because the format's clients would not recognise the upstream's
   * event as one.
   */
  readonly requestId?: string;
  /** Whether the answer may have to be ended early. */
  readonly isBounded?: boolean;
  /** Whether events that hold usage only are left out, because the gateway asked for them and the caller did not. */
  readonly hidesUsage?: boolean;
  /** Whether the gateway's own count is added where the upstream reports none, because the caller asked for usage. */
  readonly reportsUsage?: boolean;
  /** Repairs the events on their way; absent where no event can need it. */
  readonly mender?: EventMender | undefined;
}

/**
 * One stream on its way to the caller: it takes bytes of the upstream, returns bytes for the caller, and keeps what it
 * saw.
 */
export interface StreamFlow {
  /** @returns the bytes to send to the caller now; may be empty */
  take(chunk: Buffer): Buffer | string;
  /**
   * Ends the flow when the upstream has closed.
   *
   * @returns the bytes that were held back
   */
  end(): Buffer | string;
  /** Whether the upstream's own end mark has passed: nothing more will come, whether it closes or not. */
  readonly isDone: boolean;
  /**
   * The message, for the log, of an error event of the upstream that was passed on to the caller; null when there was
   * none.
   */
  readonly errorMessage: string | null;
  readonly usage: UsageReading;
  /** The id of a response as the caller received it; absent where the format has none or the response was rewritten. */
  responseId?(): string | null;
  /** Number of whole images that have passed; absent where they are not counted. */
  readonly images?: number;
  /**
   * Names of the parts of the response that broke the protocol and were rewritten; absent where nothing is ever
   * rewritten.
   */
  readonly repairs?: readonly string[];
  /** Whether the answer reached its own end: the end mark, or at least a finish reason. */
  isComplete(): boolean;
  /** The bytes that a complete answer still needs for the caller; called once. */
  closing(): string;
  /**
   * Whether the caller of a complete answer must receive its usage and the upstream has not reported it. Called once,
   * before `closing`; absent where the bytes pass unchanged in any case.
   */
  lacksUsage?(): boolean;
  /** Takes the usage that was counted here, for `closing` to send. */
  reportUsage?(usage: UsageBuckets): void;
  /** The bytes that an answer still needs after its error event has passed; absent where it needs none. */
  closingAfterError?(): string;
  /** The caller's error event for an answer that broke; null where only a cut connection can show it. */
  breaking(error: CallerError, requestId: string): string | null;
  /**
   * False while an event has been sent in part, so that no event of the gateway may follow; absent where that never
   * happens.
   */
  readonly isBetweenEvents?: boolean;
  /** Ends the answer early, as if it had reached its limit; absent where answers are not of free length. */
  endEarly?(end: EarlyEnd): string;
  /** Everything generated so far, for counting when no usage was reported. */
  generated(): GeneratedText;
}
