import { LedgerRefusal, type Reservation } from '@billing';
import { type LogSaying, type UsageBuckets } from '@contracts';
import { type Logger } from '@platform';
import { answerTokensWithin, type Price } from '@pricing';
import { type EarlyEnd, type GeneratedText, type UsageReading } from '@providers';
import { setTimeout as pause } from 'node:timers/promises';
import { type LocalUsage } from '../endpoints/local-usage';
import { type RelayCall } from '../relay-call';
import { AnswerMeter } from './answer-meter';
import { unitsOfBound, type CallBound } from './call-bound';

/** More is asked for when so much of what is held has been used. */
const ASK_AT = 0.75;
/** Steps double what is held for the answer, within these limits. */
const STEP_TOKENS_MIN = 256;
const STEP_TOKENS_MAX = 32_768;
/** Fewer than so many are not worth another count of everything. */
const EDGE_TOKENS = 8;
/** Others hold and give back meanwhile: what is left is asked for so often. */
const TRIES_MAX = 4;
/** While the database is away a stream that has used up what is held waits so long, and tries so often. */
const AWAY_TRIES_MAX = 10;
const AWAY_PAUSE_MS = 1000;

/** What has been seen of an answer when it may be at its end. */
export interface SeenAnswer {
  readonly usage: UsageReading;
  generated(): GeneratedText;
}

/** Why a stream has to end now, and what its caller is told. */
export interface EarlyStop extends EarlyEnd {
  readonly said: LogSaying;
}

export interface AllowanceOrder {
  readonly call: RelayCall;
  readonly reservation: Reservation;
  readonly bound: CallBound;
  readonly price: Price;
  readonly upstreamModel: string;
}

/** What all allowances work with. */
export interface AllowanceParts {
  readonly local: LocalUsage;
  readonly logger: Logger;
}

/**
 * Keeps what is held for a stream without a limit ahead of what passes. More is asked for early, in steps that double, so
 * that a stream waits for the ledger only where hardly anything is left. There its tokens are counted exactly, and where
 * nothing more can be held it is ended.
 */
export class StreamAllowance {
  private readonly meter: AnswerMeter;
  /** Everything but the answer, as it is known by now. */
  private rest: UsageBuckets;
  private allowedTokens = 0;
  private growing: Promise<void> | null = null;
  /** What was used when it was last counted: the prompt need not be counted again. */
  private counted: UsageBuckets | null = null;
  /** Why nothing more could be held when it was last asked for. */
  private obstacle: LogSaying | null = null;

  constructor(
    private readonly parts: AllowanceParts,
    private readonly order: AllowanceOrder,
  ) {
    this.meter = new AnswerMeter(order.call.format, order.upstreamModel);
    this.rest = order.bound.rest;
    this.measure();
  }

  /** @returns false when the stream must wait for {@link room} */
  take(chunk: Buffer | string): boolean {
    this.meter.take(chunk);
    if (this.meter.tokens < this.allowedTokens * ASK_AT) return true;
    if (this.obstacle === null) void this.grow();
    return this.meter.tokens < this.allowedTokens;
  }

  /** @returns null when the stream may go on; rejects only when what has passed cannot be read */
  async room(seen: SeenAnswer): Promise<EarlyStop | null> {
    await this.growing;
    if (this.meter.tokens < this.allowedTokens) return null;
    // Until now everything was taken to be rather more than it is.
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
    return { usage, wantsUsage: this.order.call.wantsUsage, said: { key: 'answer_ended_by_quota', tokens, reason } };
  }

  /** What has passed, exactly; what the provider told on the way counts where it is more. */
  private async count(seen: SeenAnswer): Promise<UsageBuckets> {
    const { call, upstreamModel, bound } = this.order;
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

  /** Asks for another step, or for what is left of one. Never rejects. */
  private grow(): Promise<void> {
    this.growing ??= this.ask()
      .catch((error: unknown) => {
        this.obstacle = { key: 'quota_not_reservable' };
        this.parts.logger.warn({ err: error }, 'more could not be held for a stream');
      })
      .finally(() => (this.growing = null));
    return this.growing;
  }

  private async ask(): Promise<void> {
    const { reservation, price, bound } = this.order;
    const known = Math.max(this.allowedTokens, this.meter.tokens, 0);
    let tokens = known + Math.min(STEP_TOKENS_MAX, Math.max(STEP_TOKENS_MIN, known));
    this.obstacle = null;
    for (let tries = 0; tries < TRIES_MAX; tries++) {
      const held = reservation.record.amount;
      const more = unitsOfBound({ ...bound, rest: this.rest, choices: 1 }, Math.ceil(tokens), price) - held;
      if (more <= 0) break;
      try {
        await reservation.extend(more);
        return this.measure();
      } catch (error) {
        if (!(error instanceof LedgerRefusal)) throw error;
        this.obstacle = { key: error.account === 'token' ? 'quota_left_token' : 'quota_left_user' };
        if (error.availableUnits <= 0) return;
        tokens = Math.min(tokens, this.tokensWithin(held + error.availableUnits));
      }
    }
    this.measure();
  }

  private measure(): void {
    this.allowedTokens = this.tokensWithin(this.order.reservation.record.amount);
  }

  private tokensWithin(units: number): number {
    const { price, bound } = this.order;
    return answerTokensWithin(units, this.rest, { bucket: bound.bucket, price });
  }
}
