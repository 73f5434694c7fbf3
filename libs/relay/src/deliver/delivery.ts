import { type LogSaying, type UsageBuckets } from '@contracts';
import { type GeneratedText, type UsageReading } from '@providers';

/** How a delivery ended; decides what is billed. */
export type Ending = 'completed' | 'clientGone' | 'broken';

/** What a delivery tells the bill and the log. */
export interface Delivery {
  readonly ending: Ending;
  readonly usage: UsageReading;
  readonly generated: () => GeneratedText;
  /** What was counted here because the upstream told nothing, and what the caller was told: this is billed. */
  readonly counted?: UsageBuckets;
  /** Images in the answer; absent where nobody looked. */
  readonly images?: number;
  /** Length of the audio that was transcribed, where the answer tells. */
  readonly seconds?: number;
  /** The id of a response that its caller was told as the provider gave it; read when asked for. Absent where there is none. */
  readonly responseId?: () => string | null;
  /** It ended before the upstream came to its own end: whatever usage was told is not the last word. */
  readonly isCutShort?: boolean;
  /** Why it was ended before its time although nothing broke; a warning row says so. */
  readonly endedEarly?: LogSaying;
  /** Names of what was not as its protocol says and was written anew. */
  readonly repairs?: readonly string[];
  /** Why it broke, for the log. */
  readonly problem: string | null;
}

/** Counts what an answer used, where the upstream does not tell. */
export type UsageCount = (seen: Pick<Delivery, 'generated' | 'seconds'>) => Promise<UsageBuckets>;

/**
 * Whether the upstream has told what an answer used. An explicit zero is believed unless something was plainly generated:
 * some servers send zeros instead of counting.
 */
export function isTold(
  usage: UsageReading,
  generated: () => GeneratedText,
): usage is Extract<UsageReading, { kind: 'reported' }> {
  return usage.kind === 'reported' && !(usage.isZero && generated().text !== '');
}
