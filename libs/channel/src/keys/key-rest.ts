import { type FailureKind } from '@providers';

/** The outcome of a request for the key it used; `none` when it says nothing about the key, e.g. the caller left. */
export type KeyOutcome = { readonly kind: 'served' } | { readonly kind: 'none' } | KeyFailure;

/** A failure as far as it concerns the key. */
export interface KeyFailure {
  readonly kind: FailureKind;
  /** The time that the provider asks to be left alone; null when it names none. */
  readonly retryAfterSeconds: number | null;
}

/** A running request that uses a key. */
export interface KeyTicket {
  readonly beganAtMs: number;
  /** Whether this is the one request that tests whether the key has recovered. */
  readonly isProbe: boolean;
}

/** Length of the first rest; each further rest without a success between is twice as long. */
export const REST_MS = 30_000;
/** What recovers is used again within this time, without a hand. */
export const REST_MAX_MS = 90_000;
/** A provider may ask for a longer rest, but for no more than this. */
export const REQUESTED_REST_MAX_MS = 3_600_000;
/** Number of failures, without a success between them and within the window, that open the breaker. */
export const FAILURES_MAX = 5;
export const FAILURE_WINDOW_MS = 60_000;
/** What a kind of failure does: a rest at once, a rest when such failures come often, or nothing. */
type Effects = Readonly<Record<FailureKind, 'rests' | 'counts' | 'nothing'>>;

/** The effects on a key, which for a channel with one key is the channel itself. */
export const KEY_EFFECTS: Effects = {
  busy: 'rests',
  broken: 'counts',
  // So that a refused key that may not be disabled is at least not tried all the time.
  refused: 'counts',
  modelUnavailable: 'nothing',
  badRequest: 'nothing',
};
/** The effects on one model of a channel. A single refusal may be about something else that the call named. */
export const MODEL_EFFECTS: Effects = {
  busy: 'nothing',
  broken: 'nothing',
  refused: 'nothing',
  modelUnavailable: 'counts',
  badRequest: 'nothing',
};
/** A probe that has not reported within this time counts as lost. */
const PROBE_MAX_MS = 120_000;

/**
 * Decides when a key, or a model of a channel, rests: a key after the provider called it busy, and after several failures
 * in a row. After the rest one request may try it; its success makes it usable again, its failure starts a longer rest.
 * All times are of one monotonic clock.
 */
export class KeyRest {
  constructor(private readonly effects: Effects = KEY_EFFECTS) {}

  private untilMs = 0;
  private sinceMs = 0;
  private restCount = 0;
  private probeUntilMs = 0;
  private failures: number[] = [];
  private lastCause: FailureKind | null = null;

  /** Why it rests; null when it does not, or another node has not said why. */
  get cause(): FailureKind | null {
    return this.isResting ? this.lastCause : null;
  }

  /** Whether no failure of the key is remembered. */
  get isClean(): boolean {
    return this.untilMs === 0 && this.failures.length === 0;
  }

  /** Whether it rests, or waits for the request that shows that it has recovered. */
  get isResting(): boolean {
    return this.untilMs !== 0;
  }

  /** Milliseconds until the key may be tried; 0 when it may. */
  waitMs(nowMs: number): number {
    if (this.untilMs === 0) return 0;
    return Math.max(0, this.untilMs - nowMs, this.probeUntilMs - nowMs);
  }

  begin(nowMs: number): KeyTicket {
    const isProbe = this.untilMs !== 0 && this.waitMs(nowMs) === 0;
    if (isProbe) this.probeUntilMs = nowMs + PROBE_MAX_MS;
    return { beganAtMs: nowMs, isProbe };
  }

  end(ticket: KeyTicket, outcome: KeyOutcome, nowMs: number): void {
    if (ticket.isProbe) this.probeUntilMs = 0;
    // A request that started before the rest shows neither that the key has recovered nor that it got worse.
    else if (this.untilMs !== 0 && ticket.beganAtMs <= this.sinceMs) return;
    if (outcome.kind === 'served') this.clear();
    else if (outcome.kind !== 'none') this.fail(outcome, nowMs);
  }

  /** Takes over what another node has found out: a rest of so many milliseconds, or the end of it with 0. */
  adopt(restMs: number, nowMs: number, cause: FailureKind | null = null): void {
    if (restMs <= 0) return this.clear();
    this.lastCause = cause;
    this.sinceMs = nowMs;
    this.untilMs = Math.max(this.untilMs, nowMs + restMs);
    this.restCount = Math.max(1, this.restCount);
    this.failures = [];
  }

  private fail({ kind, retryAfterSeconds }: KeyFailure, nowMs: number): void {
    const effect = this.effects[kind];
    if (effect === 'nothing') return;
    this.lastCause = kind;
    if (effect === 'rests') return this.rest(nowMs, retryAfterSeconds);
    this.failures = [...this.failures.filter(atMs => nowMs - atMs < FAILURE_WINDOW_MS), nowMs];
    if (this.untilMs !== 0 || this.failures.length >= FAILURES_MAX) this.rest(nowMs, null);
  }

  private rest(nowMs: number, requestedSeconds: number | null): void {
    const grownMs = REST_MS * 2 ** Math.min(this.restCount, 10);
    const isRequested = requestedSeconds !== null && requestedSeconds > 0;
    const restMs = isRequested
      ? Math.min(REQUESTED_REST_MAX_MS, requestedSeconds * 1000)
      : Math.min(REST_MAX_MS, grownMs);
    this.sinceMs = nowMs;
    this.untilMs = nowMs + restMs;
    this.restCount += 1;
    this.failures = [];
  }

  private clear(): void {
    this.untilMs = 0;
    this.restCount = 0;
    this.failures = [];
  }
}
