import { type EarlyEnd, type GeneratedText, type UsageReading } from '@formats';
import { LedgerRefusal, type Reservation } from '@billing';
import { type LogSaying, type LogSentenceKey, type UsageBuckets } from '@contracts';
import { type Logger } from '@platform';
import { answerTokensWithin } from '@pricing';
import { setTimeout as pause } from 'node:timers/promises';
import { type LocalUsage } from '../usage/local-usage';
import { type RelayCall } from '../call/relay-call';
import { AnswerMeter, type ReadSize } from './answer-meter';
import { unitsOfBound, type CallBound } from './call-bound';

/** More is reserved when so large a part of the allowed tokens has been used. */
const ASK_AT = 0.75;
/** Each step doubles the tokens reserved for the answer, within these limits. */
const STEP_TOKENS_MIN = 256;
const STEP_TOKENS_MAX = 32_768;
/** When fewer tokens than this remain, they are not worth another exact count. */
const EDGE_TOKENS = 8;
/** The number of tries to reserve what is left, since other calls reserve and release at the same time. */
const TRIES_MAX = 4;
/**
 * While the database is not reachable, a stream that has used up its reservation tries so often to extend it, with so
 * long a pause before each further try.
 */
const AWAY_TRIES_MAX = 10;
const AWAY_PAUSE_MS = 1000;

/** Whose balance does not suffice. */
const OBSTACLES = {
  user: 'quota_left_user',
  team: 'quota_left_team',
  token: 'quota_left_token',
  budget: 'quota_left_budget',
  allowance: 'quota_left_plan',
  reservation: 'quota_left_user',
} as const satisfies Record<LedgerRefusal['account'], LogSentenceKey>;

/** What has been seen of an answer at the moment when it may have to end. */
interface SeenAnswer {
  readonly usage: UsageReading;
  generated(): GeneratedText;
}

/** Why a stream has to end now, and what its caller receives in place of the rest. */
export interface EarlyStop extends EarlyEnd {
  readonly said: LogSaying;
}

interface AllowanceOptions {
  readonly call: RelayCall;
  readonly reservation: Reservation;
  readonly bound: CallBound;
  readonly upstreamModel: string;
}

/** The services that all allowances share. */
interface AllowanceParts {
  readonly local: LocalUsage;
  readonly logger: Logger;
}

/**
 * Keeps the reservation of a stream without a limit ahead of what passes. More is reserved early, in steps that double,
 * so that a stream waits for the ledger only where hardly anything is left in the account. There its tokens are counted
 * exactly, and the stream is ended when nothing more can be reserved.
 */
export class StreamAllowance {
  private readonly meter: AnswerMeter;
  /** The usage apart from the answer, as it is known by now. */
  private rest: UsageBuckets;
  private allowedTokens = 0;
  private growing: Promise<void> | null = null;
  /** The usage at the last exact count; later counts need not count the prompt again. */
  private counted: UsageBuckets | null = null;
  /** Why the last request to reserve more failed; null when it did not fail. */
  private obstacle: LogSaying | null = null;

  constructor(
    private readonly parts: AllowanceParts,
    private readonly options: AllowanceOptions,
  ) {
    this.meter = new AnswerMeter(options.call.format, options.upstreamModel);
    this.rest = options.bound.rest;
    this.measure();
  }

  /** Whether these bytes of the upstream surely stay within what is reserved. */
  fits(read: ReadSize): boolean {
    return this.meter.tokensAfter(read) < this.allowedTokens;
  }

  /**
   * @param shown what has been sent to the caller
   * @param read the bytes of the upstream that it was made of
   * @returns false when the stream must wait for {@link room}
   */
  take(shown: Buffer | string, read: ReadSize): boolean {
    this.meter.take(shown, read);
    if (this.meter.tokens < this.allowedTokens * ASK_AT) return true;
    if (this.obstacle === null) void this.grow();
    return this.meter.tokens < this.allowedTokens;
  }

  /** @returns null when the stream may go on; rejects only when what has passed cannot be read */
  async room(seen: SeenAnswer): Promise<EarlyStop | null> {
    await this.growing;
    if (this.meter.tokens < this.allowedTokens) return null;
    // The tokens so far were estimated on the high side; the exact count may show that there is still room.
    const usage = await this.count(seen);
    if (this.meter.tokens + EDGE_TOKENS < this.allowedTokens) return null;
    for (let tries = 0; tries < AWAY_TRIES_MAX; tries++) {
      await this.grow();
      if (this.meter.tokens + EDGE_TOKENS < this.allowedTokens) return null;
      if (this.obstacle?.key !== 'quota_not_reservable') break;
      await pause(AWAY_PAUSE_MS);
    }
    const reason = this.obstacle ?? { key: 'quota_not_reservable' };
    const tokens = this.meter.tokens;
    return { usage, wantsUsage: this.options.call.wantsUsage, said: { key: 'answer_ended_by_quota', tokens, reason } };
  }

  /** Counts exactly what has passed. Usage that the provider reported on the way is used where it is higher. */
  private async count(seen: SeenAnswer): Promise<UsageBuckets> {
    const { call, upstreamModel, bound } = this.options;
    const { usage } = seen;
    const delivery = { generated: () => seen.generated(), usage, ending: 'completed', problem: null } as const;
    const known = usage.kind === 'reported' ? usage.usage : this.counted;
    const used = known
      ? await this.parts.local.ofCutShort(known, delivery, upstreamModel)
      : await this.parts.local.of(call, delivery, upstreamModel);
    this.counted = used;
    this.meter.tokens = used.completionTokens + used.audioOutputTokens + used.imageOutputTokens;
    this.rest = { ...used, completionTokens: 0, audioOutputTokens: 0, imageOutputTokens: 0 };
    if (used.webSearches < bound.rest.webSearches) this.rest = { ...this.rest, webSearches: bound.rest.webSearches };
    this.measure();
    return used;
  }

  /** Reserves another step, or as much of one as the account can pay. Never rejects. */
  private grow(): Promise<void> {
    this.growing ??= this.ask()
      .catch((error: unknown) => {
        this.obstacle = { key: 'quota_not_reservable' };
        this.parts.logger.warn({ err: error }, 'more could not be reserved for a stream');
      })
      .finally(() => (this.growing = null));
    return this.growing;
  }

  private async ask(): Promise<void> {
    const { reservation, bound } = this.options;
    const known = Math.max(this.allowedTokens, this.meter.tokens, 0);
    let tokens = known + Math.min(STEP_TOKENS_MAX, Math.max(STEP_TOKENS_MIN, known));
    this.obstacle = null;
    for (let tries = 0; tries < TRIES_MAX; tries++) {
      const reserved = reservation.record.amount;
      const more = unitsOfBound({ ...bound, rest: this.rest, choices: 1 }, Math.ceil(tokens)) - reserved;
      if (more <= 0) break;
      try {
        await reservation.extend(more);
        return this.measure();
      } catch (error) {
        if (!(error instanceof LedgerRefusal)) throw error;
        this.obstacle = { key: OBSTACLES[error.account] };
        if (error.availableUnits <= 0) return;
        tokens = Math.min(tokens, this.tokensWithin(reserved + error.availableUnits));
      }
    }
    this.measure();
  }

  private measure(): void {
    this.allowedTokens = this.tokensWithin(this.options.reservation.record.amount);
  }

  private tokensWithin(units: number): number {
    const { bucket, price } = this.options.bound;
    return answerTokensWithin(units, this.rest, { bucket, price });
  }
}
