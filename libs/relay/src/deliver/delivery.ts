import type { GeneratedText, UsageReading } from '@providers';

/** How a delivery ended; decides what is billed. */
export type Ending = 'completed' | 'clientGone' | 'broken';

/** What a delivery tells the bill and the log. */
export interface Delivery {
  readonly ending: Ending;
  readonly usage: UsageReading;
  readonly generated: () => GeneratedText;
  /** Pictures in the answer; absent where nobody looked. */
  readonly pictures?: number;
  /** Length of the sound that was transcribed, where the answer tells. */
  readonly seconds?: number;
  /** It ended before the upstream came to its own end: whatever usage was told is not the last word. */
  readonly isCutShort?: boolean;
  /** Why it broke, for the log. */
  readonly problem: string | null;
}
