import { type GeneratedText, type UsageReading } from '@formats';
import { type LogSaying, type UsageBuckets } from '@contracts';

/** How a delivery ended, which decides what is billed. */
export type Ending = 'completed' | 'clientGone' | 'broken';

/** The result of a delivery for the bill and the log. */
export interface Delivery {
  readonly ending: Ending;
  readonly usage: UsageReading;
  readonly generated: () => GeneratedText;
  /**
   * The usage that was counted here because the upstream reported none, and that the caller received: this is billed.
   */
  readonly counted?: UsageBuckets;
  /** Number of images in the answer; absent where it was not counted. */
  readonly images?: number;
  /** Length in seconds of the transcribed audio, where the response states it. */
  readonly seconds?: number;
  /** Returns the id of the response as the caller received it from the provider; absent where there is none. */
  readonly responseId?: (() => string | null) | undefined;
  /** Whether it ended before the upstream reached its own end: any usage reported until then is not final. */
  readonly isCutShort?: boolean;
  /** Why the answer was ended early although nothing broke; a warning row states it. */
  readonly endedEarly?: LogSaying;
  /** Names of the parts of the response that broke the protocol and were rewritten. */
  readonly repairs?: readonly string[];
  /** Why the delivery broke, for the log. */
  readonly problem: string | null;
}

/** Counts what an answer used, where the upstream does not report it. */
export type UsageCount = (seen: Pick<Delivery, 'generated' | 'seconds'>) => Promise<UsageBuckets>;

/**
 * Whether the upstream has reported what an answer used. An explicit zero is believed unless text was plainly
 * generated: some servers send zeros instead of counting.
 */
export function isReported(
  usage: UsageReading,
  generated: () => GeneratedText,
): usage is Extract<UsageReading, { kind: 'reported' }> {
  return usage.kind === 'reported' && !(usage.isZero && generated().text !== '');
}
