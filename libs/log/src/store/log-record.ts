/** What happened, before it is stored; everything not given is empty. Times are milliseconds, amounts units. */
export interface LogRecord {
  readonly userId: number;
  readonly type: number;
  readonly content?: string;
  readonly username?: string;
  readonly tokenName?: string;
  readonly tokenId?: number;
  readonly tokenGroup?: string;
  readonly modelName?: string;
  readonly quota?: number;
  readonly promptTokens?: number;
  readonly completionTokens?: number;
  readonly useTimeMs?: number;
  readonly isStream?: boolean;
  readonly channelId?: number;
  readonly clientIp?: string;
  readonly requestId?: string;
  readonly other?: string;
  readonly createdAtMs?: number;
  /** Consumption that the charts of the dashboard show; the sums beside the log count all of it. */
  readonly isCountedHourly?: boolean;
  /** Units that the call cost at its supplier; absent where that is not known. */
  readonly cost?: number;
  /** Tokens of the prompt that came from a cache of the provider; only the figures of hours keep them. */
  readonly cachedTokens?: number;
  /** The team whose key made the call; absent for all others. */
  readonly teamId?: number;
  /** Tags of the call between commas, as `,project=a,batch,`; absent or empty without any. */
  readonly tags?: string;
  /** The part of the charge that a plan has paid, or of what the row gives back; absent where none did. */
  readonly planUnits?: number;
  /** Units that the row gives back of a charge, so that the figures of cost and margin go back, too. */
  readonly refundedUnits?: number;
}
