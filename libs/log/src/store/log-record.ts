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
}
