import {
  Ledger,
  LedgerRefusal,
  type AllowancePart,
  type BudgetPart,
  type Reservation,
  type ReservationRecord,
  type StoredReservation,
} from '@billing';
import { Budgets } from '@budget';
import { Plans } from '@plan';
import { AppError } from '@kernel';
import { Injectable } from '@nestjs/common';
import { formatQuota, Options } from '@option';
import { answerTokensWithin, PriceBook } from '@pricing';
import { TokenGate, type ApiCaller } from '@token';
import { unitsOfBound, type CallBound } from '../limits/call-bound';
import { budgetRefusal } from './budget-refusal';
import { planRefusal } from './plan-refusal';

/** A fixed amount to reserve. */
interface ReserveOptions {
  /** Never used for any other reservation. */
  readonly id: string;
  readonly caller: ApiCaller;
  readonly amount: number;
  readonly terms: SpendingTerms;
}

/** What a call counts against, and what may pay for it in place of the wallet. */
interface SpendingTerms {
  readonly budgets: readonly BudgetPart[];
  /** Null for whoever has no plan for the call. */
  readonly allowances: readonly AllowancePart[] | null;
}

/** A fixed amount to reserve for work in a group. */
interface ReserveFixedOptions extends Omit<ReserveOptions, 'terms'> {
  readonly group: string;
  readonly model: string;
}

interface ReserveCallOptions {
  /** The most that the call may use. */
  readonly bound: CallBound;
  /** Never used for any other reservation; a second reservation for one request needs an id of its own. */
  readonly id: string;
  readonly caller: ApiCaller;
  readonly model: string;
  /** The group that serves the call; its budgets count the call, too. */
  readonly group: string;
  /** The answer arrives piece by piece, so the reservation can grow with it. */
  readonly isStream: boolean;
}

/** A call that the accounts could not pay for. */
interface RefusedReservation {
  readonly terms: SpendingTerms;
  readonly options: ReserveCallOptions;
  /** The tokens of the largest answer; null for a call that is not limited but refused. */
  readonly refused: number | null;
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
    private readonly budgets: Budgets,
    private readonly plans: Plans,
  ) {}

  /**
   * Reserves what a call may cost at most. Where the caller sets no limit, a stream is reserved for its beginning, and
   * any other answer for the largest that the model generates. When the accounts cannot pay that, the call goes out with
   * the limit that they can pay; an endpoint that takes no limit refuses it.
   *
   * @throws AppError RELAY_USER_QUOTA*, RELAY_TOKEN_QUOTA*, RELAY_TOKEN_EXHAUSTED, RELAY_BUDGET*,
   *   RELAY_PLAN*
   */
  reserve(options: ReserveCallOptions): ReservedCall | Promise<ReservedCall> {
    const terms = this.termsOf(options);
    if (terms instanceof Promise) return terms.then(known => this.reserveWithin(known, options));
    return this.reserveWithin(terms, options);
  }

  private termsOf({
    caller,
    group,
    model,
  }: Pick<ReserveFixedOptions, 'caller' | 'group' | 'model'>): SpendingTerms | Promise<SpendingTerms> {
    const budgets = this.budgets.of(caller, group);
    // Plans are a person's own: they do not pay what a team pays.
    const allowances = caller.team ? null : this.plans.of(caller, group, model);
    if (!(budgets instanceof Promise) && !(allowances instanceof Promise)) return { budgets, allowances };
    return Promise.all([budgets, allowances]).then(([counted, paying]) => ({ budgets: counted, allowances: paying }));
  }

  private reserveWithin(terms: SpendingTerms, options: ReserveCallOptions): ReservedCall | Promise<ReservedCall> {
    const { bound } = options;
    const tokens = this.tokensFor(options);
    const reserveLess = (error: unknown) =>
      this.reserveLess(error, { terms, options, refused: isOpenEndedCall(options) ? tokens : null });
    try {
      const opening = this.open(this.optionsFor(options, tokens, terms));
      if (!(opening instanceof Promise)) return { reservation: opening, bound, answerLimit: null };
      return opening.then(reservation => ({ reservation, bound, answerLimit: null }), reserveLess);
    } catch (error) {
      return reserveLess(error);
    }
  }

  /**
   * Reserves by a bound of the prompt that is known to be too high, where that hardly matters: for a call whose answer
   * may cost far more, out of leases that hold many times as much.
   *
   * @returns null where the size of the prompt matters
   */
  reserveRoughly(options: ReserveCallOptions): ReservedCall | null {
    const { bound } = options;
    const terms = this.termsOf(options);
    if (terms instanceof Promise) {
      terms.catch(() => undefined); // the reservation by the exact size asks again, and hears of it
      return null;
    }
    const whole = this.optionsFor(options, this.tokensFor(options), terms);
    const isPromptSmall = unitsOfBound(bound, 0) <= whole.amount * ROUGH_PART_MAX;
    if (bound.price.mode === 'token' && !isPromptSmall) return null;
    const reservation = this.ledger.reserveFromPlenty(recordOf(whole));
    return reservation && { reservation, bound, answerLimit: null };
  }

  /**
   * Reserves a fixed amount in the database, so that a unit of work can settle it.
   *
   * @param lifetimeMs after which the reservation is given back if its work has ended unseen
   * @throws AppError RELAY_USER_QUOTA*, RELAY_TOKEN_QUOTA, RELAY_TOKEN_EXHAUSTED, RELAY_BUDGET*
   */
  async reserveStored(options: ReserveFixedOptions, lifetimeMs: number): Promise<StoredReservation> {
    const terms = await this.termsOf(options);
    try {
      return await this.ledger.reserveStored(recordOf({ ...options, terms }), Date.now() + lifetimeMs);
    } catch (error) {
      if (this.isPeriodOver(error)) return this.reserveStored(options, lifetimeMs);
      throw this.refusalFor(error, options.caller);
    }
  }

  /**
   * The refusal that `reserve` would give for a call with the present balances, or null; reserves nothing.
   *
   * @param place absent for a call of any model and group
   */
  async refusalOf(
    caller: ApiCaller,
    bound: CallBound,
    place?: { readonly group: string; readonly model: string },
  ): Promise<AppError | null> {
    const { userId, tokenId } = caller;
    const amount = unitsOfBound(bound, this.firstTokens(bound));
    const { budgets, allowances } = place
      ? await this.termsOf({ caller, ...place })
      : { budgets: await this.budgets.of(caller, ''), allowances: caller.team ? null : this.plans.allOf(caller) };
    const refusal = await this.ledger.refusalOf({
      userId,
      tokenId,
      amount,
      budgets,
      allowances: allowances ?? undefined,
      teamId: caller.team?.id,
    });
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

  private optionsFor({ id, caller, bound }: ReserveCallOptions, tokens: number, terms: SpendingTerms): ReserveOptions {
    return { id, caller, amount: unitsOfBound(bound, tokens), terms };
  }

  /**
   * Reserves the longest answer that the accounts can pay for, after they could not pay for the largest.
   *
   * A call that a period refused which is over by now is reserved anew, in the next period.
   */
  private async reserveLess(error: unknown, { terms, options, refused }: RefusedReservation): Promise<ReservedCall> {
    if (this.isPeriodOver(error)) return this.reserve(options);
    const { bound, caller } = options;
    let tokens = refused ?? 0;
    let refusal = error;
    for (let tries = 1; ; tries++) {
      if (refused === null || !(refusal instanceof LedgerRefusal)) throw this.refusalFor(refusal, caller);
      const paid = answerTokensWithin(refusal.availableUnits, bound.rest, { bucket: bound.bucket, price: bound.price });
      if (refusal.availableUnits <= 0 || paid === Infinity || !bound.isLimitable) {
        throw this.noteRefusal(refusal, caller);
      }
      tokens = Math.min(tokens, Math.floor(paid / bound.choices));
      if (tokens < ANSWER_TOKENS_MIN || tries === TRIES_MAX) throw this.answerRefusal(refusal, tokens);
      try {
        const reservation = await this.open(this.optionsFor(options, tokens, terms));
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

  private isPeriodOver(error: unknown): boolean {
    if (!(error instanceof LedgerRefusal)) return false;
    if (error.account === 'allowance') return !this.plans.refusing(error.periodId);
    return error.account === 'budget' && !this.budgets.refusing(error.periodId);
  }

  private answerRefusal(refusal: LedgerRefusal, tokens: number): AppError {
    const { account, availableUnits } = refusal;
    const limited = this.limitRefusal(refusal);
    if (limited) return limited;
    const balance = formatQuota(availableUnits, this.options.current);
    const params = { balance, tokens: Math.max(0, tokens), least: ANSWER_TOKENS_MIN };
    if (account === 'team') return new AppError('RELAY_TEAM_QUOTA_ANSWER', { params });
    return new AppError(account === 'user' ? 'RELAY_USER_QUOTA_ANSWER' : 'RELAY_TOKEN_QUOTA_ANSWER', { params });
  }

  /** The refusal by a budget or a plan; null for one by user or key. */
  private limitRefusal({ account, periodId, availableUnits }: LedgerRefusal): AppError | null {
    const left = { availableUnits, quotaPerUnit: this.options.current.QuotaPerUnit };
    if (account === 'budget') return budgetRefusal(this.budgets.refusing(periodId), left);
    return account === 'allowance' ? planRefusal(this.plans.refusing(periodId), left) : null;
  }

  private quotaRefusal(refusal: LedgerRefusal, caller: ApiCaller): AppError {
    const { account, availableUnits, neededUnits } = refusal;
    const limited = this.limitRefusal(refusal);
    if (limited) return limited;
    const show = (units: number) => formatQuota(units, this.options.current);
    const params = { balance: show(availableUnits), need: show(neededUnits) };
    if (account === 'team') {
      return new AppError(availableUnits <= 0 ? 'RELAY_TEAM_QUOTA' : 'RELAY_TEAM_QUOTA_HOLD', { params });
    }
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

/** All records have the same fields, whatever pays for the call: code that reads them stays fast. */
function recordOf({ id, caller, amount, terms }: ReserveOptions): ReservationRecord {
  const { userId, tokenId, isUnlimited, team } = caller;
  return {
    id,
    userId,
    teamId: team?.id,
    tokenId,
    isTokenUnlimited: isUnlimited,
    amount,
    budgets: terms.budgets.length > 0 ? terms.budgets : undefined,
    allowances: terms.allowances ?? undefined,
  };
}
