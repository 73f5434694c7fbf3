import { AppError, type ErrorCode } from '@kernel';
import { Injectable } from '@nestjs/common';
import { Options } from '@option';
import { CallLimits, type CallLimitsDecision } from '@platform';
import { type ApiCaller } from '@token';
import { limitsFor } from './limits-for';
import { type StandingLimit } from './standing-limits';
import { amountsOf, headersOf, rateHeadersOf, TakenLimits } from './taken-limits';

/** The limits of a call, and what it is expected to use. */
interface LimitedCall {
  /** Names the take; no other one that is open has the name. */
  readonly id: string;
  readonly limits: readonly StandingLimit[];
  /** Estimated tokens of prompt and answer. */
  readonly tokens: number;
}

/** Work that is ordered now and done later. */
interface OrderedWork {
  /** Names the take; no other one that is open has the name. */
  readonly id: string;
  readonly caller: ApiCaller;
  readonly group: string;
  readonly model: string;
}

/** A call within its limits. */
interface WithinLimits {
  readonly taken: TakenLimits;
  /** Headers that tell the caller what is left. */
  readonly headers: Readonly<Record<string, string>>;
}

const REFUSALS = {
  key: 'RELAY_KEY_LIMIT',
  user: 'RELAY_USER_LIMIT',
  group: 'RELAY_GROUP_LIMIT',
  model: 'RELAY_MODEL_LIMIT',
} as const satisfies Partial<Record<StandingLimit['scope'], ErrorCode>>;

/** Takes the limits of calls: of key, user, group and model, all of them at once. */
@Injectable()
export class LimitedCalls {
  constructor(
    private readonly limits: CallLimits,
    private readonly options: Options,
  ) {}

  /**
   * @throws AppError RELAY_KEY_LIMIT, RELAY_USER_LIMIT, RELAY_GROUP_LIMIT, RELAY_MODEL_LIMIT with
   * `retryAfterSeconds` and `headers` in its details
   */
  async take({ caller }: { readonly caller: ApiCaller }, { id, limits, tokens }: LimitedCall): Promise<WithinLimits> {
    const taken = amountsOf(limits, tokens);
    const decision = await this.limits.take(id, taken);
    const refusing = limits[decision.refusedBy];
    if (refusing) throw refusalOf(refusing, decision);
    const headers = headersOf(limits, decision);
    const requestsLeft = Number(headers['x-ratelimit-remaining-requests'] ?? Infinity);
    const own = caller.rate && caller.rate.remaining < requestsLeft ? caller.rate : null;
    return {
      taken: new TakenLimits(this.limits, { id, atMs: decision.atMs, standing: limits, taken }),
      headers: own ? { ...headers, ...rateHeadersOf('requests', own.limit, own.remaining) } : headers,
    };
  }

  /**
   * Takes the limits on requests and on calls at a time for work without tokens, for as long as it is being ordered.
   *
   * @throws AppError as `take` does, before the work begins
   */
  async within<Result>({ id, caller, ...place }: OrderedWork, order: () => Promise<Result>): Promise<Result> {
    const limits = limitsFor(caller, place, this.options.current);
    if (limits === null) return order();
    const { taken } = await this.take({ caller }, { id, limits, tokens: 0 });
    try {
      return await order();
    } finally {
      taken.end();
    }
  }
}

function refusalOf({ scope, name, unit, limit, rule }: StandingLimit, decision: CallLimitsDecision): AppError {
  const seconds = Math.max(1, Math.ceil(decision.retryAfterMs / 1000));
  const left = decision.remaining[decision.refusedBy] ?? 0;
  const headers = rateHeadersOf(unit === 'tokens' ? 'tokens' : 'requests', limit, left);
  const code = REFUSALS[scope as keyof typeof REFUSALS]; // limits of providers never come here
  return new AppError(code, { params: { name, rule, seconds }, details: { retryAfterSeconds: seconds, headers } });
}
