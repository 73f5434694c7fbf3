import { type UsageBuckets } from '@contracts';
import { type CallLimit, type CallLimits, type CallLimitsDecision } from '@platform';
import { type StandingLimit } from './standing-limits';

/** The limits that one call has taken; it gives its places back, and corrects its tokens, when it ends. */
export class TakenLimits {
  private usedTokens = 0;
  /** Whether tokens were told part by part. */
  private hasSpent = false;
  /** Whether another model served the call in the end. */
  private isServedElsewhere = false;

  constructor(
    private readonly limits: CallLimits,
    private readonly take: {
      readonly id: string;
      readonly atMs: number;
      readonly standing: readonly StandingLimit[];
      readonly taken: readonly CallLimit[];
    },
  ) {}

  /** Notes what the call used; a call that used nothing gives all its tokens back. */
  use(usage: UsageBuckets): void {
    this.usedTokens = tokensOf(usage);
  }

  /** Notes what the call used of another model, which does not count against the model of these limits. */
  useElsewhere(usage: UsageBuckets): void {
    this.use(usage);
    this.isServedElsewhere = true;
  }

  /**
   * Adds what one part of a long call used, at its time. The first part stands for what was estimated.
   *
   * @param elapsedMs since the limits were taken
   */
  spend(usage: UsageBuckets, elapsedMs: number): void {
    const { id, atMs, standing, taken } = this.take;
    const changes = taken.flatMap(({ bucket, windowMs, amount }, at) => {
      if (standing[at]?.unit !== 'tokens') return [];
      return [{ bucket, windowMs, more: tokensOf(usage) - (this.hasSpent ? 0 : amount) }];
    });
    this.hasSpent = true;
    if (changes.length > 0) void this.limits.settle(id, atMs + elapsedMs, changes);
  }

  /** Whether the call has taken a limit. */
  covers(bucket: string): boolean {
    return this.take.taken.some(limit => limit.bucket === bucket);
  }

  /** Ends the take; nobody waits for it, and it never fails. */
  end(): void {
    const { id, atMs, standing, taken } = this.take;
    const changes = taken.flatMap(({ bucket, windowMs, amount }, at) => {
      if (windowMs === 0) return [{ bucket, windowMs, more: 0 }];
      if (standing[at]?.unit !== 'tokens' || this.hasSpent) return [];
      const isOther = this.isServedElsewhere && standing[at]?.scope === 'model';
      const more = (isOther ? 0 : this.usedTokens) - amount;
      return more === 0 ? [] : [{ bucket, windowMs, more }];
    });
    if (changes.length > 0) void this.limits.settle(id, atMs, changes);
  }
}

/** What a call takes of each limit. A call that is larger than a limit needs the whole of it. */
export function amountsOf(standing: readonly StandingLimit[], tokens: number): readonly CallLimit[] {
  return standing.map(({ bucket, limit, windowMs, unit }) => {
    const amount = unit === 'tokens' ? Math.min(limit, tokens) : 1;
    return { bucket, limit, windowMs, amount };
  });
}

/** The headers of the limits of one kind with the smallest rest, as official clients know them. */
export function headersOf(
  standing: readonly StandingLimit[],
  { remaining }: Pick<CallLimitsDecision, 'remaining'>,
): Readonly<Record<string, string>> {
  const headers: Record<string, string> = {};
  for (const unit of ['requests', 'tokens'] as const) {
    let least: { readonly limit: number; readonly left: number } | null = null;
    for (const [at, limit] of standing.entries()) {
      const left = remaining[at] ?? 0;
      if (limit.unit === unit && (least === null || left < least.left)) least = { limit: limit.limit, left };
    }
    if (least) Object.assign(headers, rateHeadersOf(unit, least.limit, least.left));
  }
  return headers;
}

/** The two headers of one limit. */
export function rateHeadersOf(unit: 'requests' | 'tokens', limit: number, left: number): Record<string, string> {
  return { [`x-ratelimit-limit-${unit}`]: String(limit), [`x-ratelimit-remaining-${unit}`]: String(left) };
}

function tokensOf(usage: UsageBuckets): number {
  const prompt = usage.promptTokens + usage.cachedReadTokens + usage.cacheWrite5mTokens + usage.cacheWrite1hTokens;
  const media = usage.audioInputTokens + usage.imageInputTokens + usage.audioOutputTokens + usage.imageOutputTokens;
  return Math.ceil(prompt + media + usage.completionTokens);
}
