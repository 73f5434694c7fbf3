import { Ledger, LedgerRefusal, type Reservation, type ReservationRecord, type StoredReservation } from '@billing';
import { AppError } from '@kernel';
import { Injectable } from '@nestjs/common';
import { formatQuota, Options } from '@option';
import { answerTokensWithin, PriceBook, type Price } from '@pricing';
import { TokenGate, type ApiCaller } from '@token';
import { unitsOfBound, type CallBound } from '../limits/call-bound';

/** A fixed amount to reserve. */
interface ReserveOptions {
  /** Never used for any other reservation. */
  readonly id: string;
  readonly caller: ApiCaller;
  readonly amount: number;
}

/** The most that a call may use, and its price. */
interface PricedBound {
  readonly bound: CallBound;
  readonly price: Price;
}

interface ReserveCallOptions extends PricedBound {
  /** Never used for any other reservation; a second reservation for one request needs an id of its own. */
  readonly id: string;
  readonly caller: ApiCaller;
  readonly model: string;
  /** The answer arrives piece by piece, so the reservation can grow with it. */
  readonly isStream: boolean;
}

/** A reservation, and the limits that it sets for the call. */
export interface ReservedCall {
  readonly reservation: Reservation;
  readonly bound: CallBound;
  /**
   * Tokens of an answer that the accounts can pay for, where that is less than the model may generate; null otherwise.
   */
  readonly answerLimit: number | null;
}

/** A rough bound is reserved only where the prompt is so small a part of what the answer may cost. */
const ROUGH_PART_MAX = 0.25;
/** A shorter answer would be of no use, so a call that can pay for fewer tokens is refused. */
const ANSWER_TOKENS_MIN = 16;
/** The number of tries to reserve what is left, since other calls reserve and release at the same time. */
const TRIES_MAX = 4;

/** Reserves quota before a call, and explains a refusal in terms that the caller understands. */
@Injectable()
export class Reservations {
  constructor(
    private readonly options: Options,
    private readonly ledger: Ledger,
    private readonly gate: TokenGate,
    private readonly book: PriceBook,
  ) {}

  /**
   * Reserves what a call may cost at most. Where the caller sets no limit, a stream is reserved for its beginning, and
   * any other answer for the largest that the model generates. When the accounts cannot pay that, the call goes out with
   * the limit that they can pay; an endpoint that takes no limit refuses it.
   *
   * @throws AppError RELAY_USER_QUOTA*, RELAY_TOKEN_QUOTA*, RELAY_TOKEN_EXHAUSTED
   */
  reserve(options: ReserveCallOptions): ReservedCall | Promise<ReservedCall> {
    const { bound } = options;
    const isOpenEnded = isOpenEndedCall(options);
    const tokens = this.tokensFor(options);
    try {
      const opening = this.open(this.optionsFor(options, tokens));
      if (!(opening instanceof Promise)) return { reservation: opening, bound, answerLimit: null };
      return opening.then(
        reservation => ({ reservation, bound, answerLimit: null }),
        (error: unknown) => this.reserveLess(error, options, isOpenEnded ? tokens : null),
      );
    } catch (error) {
      return this.reserveLess(error, options, isOpenEnded ? tokens : null);
    }
  }

  /**
   * Reserves by a bound of the prompt that is known to be too high, where that hardly matters: for a call whose answer
   * may cost far more, out of leases that hold many times as much.
   *
   * @returns null where the size of the prompt matters
   */
  reserveRoughly(options: ReserveCallOptions): ReservedCall | null {
    const { bound, price } = options;
    const whole = this.optionsFor(options, this.tokensFor(options));
    const isPromptSmall = unitsOfBound(bound, 0, price) <= whole.amount * ROUGH_PART_MAX;
    if (price.mode === 'token' && !isPromptSmall) return null;
    const reservation = this.ledger.reserveFromPlenty(recordOf(whole));
    return reservation && { reservation, bound, answerLimit: null };
  }

  /**
   * Reserves a fixed amount in the database, so that a unit of work can settle it.
   *
   * @param lifetimeMs after which the reservation is given back if its work has ended unseen
   * @throws AppError RELAY_USER_QUOTA*, RELAY_TOKEN_QUOTA, RELAY_TOKEN_EXHAUSTED
   */
  async reserveStored(options: ReserveOptions, lifetimeMs: number): Promise<StoredReservation> {
    try {
      return await this.ledger.reserveStored(recordOf(options), Date.now() + lifetimeMs);
    } catch (error) {
      throw this.refusalFor(error, options.caller);
    }
  }

  /** The refusal that `reserve` would give for a call with the present balances, or null; reserves nothing. */
  async refusalOf(caller: ApiCaller, { bound, price }: PricedBound): Promise<AppError | null> {
    const { userId, tokenId } = caller;
    const amount = unitsOfBound(bound, this.firstTokens(bound), price);
    const refusal = await this.ledger.refusalOf({ userId, tokenId, amount });
    return refusal && this.quotaRefusal(refusal, caller);
  }

  private tokensFor(options: ReserveCallOptions): number {
    return isOpenEndedCall(options)
      ? this.book.current.largestAnswerOf(options.model)
      : this.firstTokens(options.bound);
  }

  private firstTokens({ answerTokens }: CallBound): number {
    return answerTokens ?? this.options.current.PreConsumedQuota;
  }

  private optionsFor({ id, caller, bound, price }: ReserveCallOptions, tokens: number): ReserveOptions {
    return { id, caller, amount: unitsOfBound(bound, tokens, price) };
  }

  /**
   * Reserves the longest answer that the accounts can pay for, after they could not pay for the largest.
   *
   * @param refused the tokens of the largest answer; null for a call that is not limited but refused
   */
  private async reserveLess(
    error: unknown,
    options: ReserveCallOptions,
    refused: number | null,
  ): Promise<ReservedCall> {
    const { bound, price, caller } = options;
    let tokens = refused ?? 0;
    let refusal = error;
    for (let tries = 1; ; tries++) {
      if (refused === null || !(refusal instanceof LedgerRefusal)) throw this.refusalFor(refusal, caller);
      const paid = answerTokensWithin(refusal.availableUnits, bound.rest, { bucket: bound.bucket, price });
      if (refusal.availableUnits <= 0 || paid === Infinity || !bound.isLimitable) {
        throw this.noteRefusal(refusal, caller);
      }
      tokens = Math.min(tokens, Math.floor(paid / bound.choices));
      if (tokens < ANSWER_TOKENS_MIN || tries === TRIES_MAX) throw this.answerRefusal(refusal, tokens);
      try {
        const reservation = await this.open(this.optionsFor(options, tokens));
        return { reservation, bound, answerLimit: tokens < refused ? tokens : null };
      } catch (failed) {
        refusal = failed;
      }
    }
  }

  private open(options: ReserveOptions): Reservation | Promise<Reservation> {
    return this.ledger.reserve(recordOf(options));
  }

  private refusalFor(error: unknown, caller: ApiCaller): unknown {
    return error instanceof LedgerRefusal ? this.noteRefusal(error, caller) : error;
  }

  /** A key whose quota is used up is marked, so that its next calls are refused at once. */
  private noteRefusal(error: LedgerRefusal, caller: ApiCaller): AppError {
    const refusal = this.quotaRefusal(error, caller);
    if (refusal.code === 'RELAY_TOKEN_EXHAUSTED') this.gate.markExhausted(caller.tokenId);
    return refusal;
  }

  private answerRefusal({ account, availableUnits }: LedgerRefusal, tokens: number): AppError {
    const balance = formatQuota(availableUnits, this.options.current);
    const params = { balance, tokens: Math.max(0, tokens), least: ANSWER_TOKENS_MIN };
    return new AppError(account === 'user' ? 'RELAY_USER_QUOTA_ANSWER' : 'RELAY_TOKEN_QUOTA_ANSWER', { params });
  }

  private quotaRefusal({ account, availableUnits, neededUnits }: LedgerRefusal, caller: ApiCaller): AppError {
    const show = (units: number) => formatQuota(units, this.options.current);
    const params = { balance: show(availableUnits), need: show(neededUnits) };
    if (account === 'user')
      return new AppError(availableUnits <= 0 ? 'RELAY_USER_QUOTA' : 'RELAY_USER_QUOTA_HOLD', { params });
    if (availableUnits > 0) return new AppError('RELAY_TOKEN_QUOTA', { params });
    return new AppError('RELAY_TOKEN_EXHAUSTED', { params: { key: caller.keyMask } });
  }
}

/** Whether only the model itself limits the answer, which comes in one piece. */
function isOpenEndedCall({ bound, isStream }: ReserveCallOptions): boolean {
  return bound.answerTokens === null && !isStream;
}

function recordOf({ id, caller, amount }: ReserveOptions): ReservationRecord {
  const { userId, tokenId, isUnlimited } = caller;
  return { id, userId, tokenId, isTokenUnlimited: isUnlimited, amount };
}
