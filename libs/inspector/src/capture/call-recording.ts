import { fitsModel, type InspectRule } from '../rules/inspect-rule';
import { AttemptRecording, type SentRequest } from './attempt-recording';
import { CapturedBytes } from './captured-bytes';
import { type MemoryBudget } from './memory-budget';

/** A call as its route received it. */
export interface StartedCall {
  readonly requestId: string;
  readonly userId: number;
  readonly tokenId: number;
  readonly model: string;
  readonly method: string;
  /** The address with its query. */
  readonly url: string;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly contentType: string;
  readonly body: Buffer;
  /** The key as the caller sent it, to be masked; null for a call without one. */
  readonly key: string | null;
  /** Start of the call on the clock of performance.now(). */
  readonly startedAt: number;
}

/** A channel that is asked, and the secrets that its request holds. */
export interface AskedChannel {
  readonly channelId: number;
  readonly model: string;
  readonly secrets: readonly string[];
}

/** What a caller reads in the header of a call that is recorded: always, or only if the call fails. */
export type RecordedSign = 'true' | 'on-failure';

/** Most attempts of one call that are kept. */
const ATTEMPTS_MAX = 12;

/** A call that may be recorded, while it runs: references to what passes, which nobody reads before its end. */
export class CallRecording {
  readonly createdAtMs = Date.now();
  readonly requestBody: CapturedBytes;
  readonly answerBody: CapturedBytes;
  readonly attempts: AttemptRecording[] = [];
  readonly secrets: string[] = [];
  answerStatus = 0;
  answerType = '';
  answerHeaders: Readonly<Record<string, unknown>> = {};
  firstByteAt: number | null = null;
  endedAt = 0;
  isLeft = false;
  private isFailure = false;
  /** Rules that decide with a channel or the name behind an alias. */
  private waiting: readonly InspectRule[];
  private decided: readonly InspectRule[];
  private listener: ((sign: RecordedSign) => void) | null = null;

  constructor(
    readonly call: StartedCall,
    rules: readonly InspectRule[],
    private readonly limits: { readonly budget: MemoryBudget; readonly bytesMax: number },
  ) {
    const fits = (rule: InspectRule) => rule.channelId === 0 && fitsModel(rule, call.model);
    this.decided = rules.filter(fits);
    this.waiting = rules.filter(rule => !fits(rule));
    this.requestBody = new CapturedBytes(limits.budget, limits.bytesMax);
    this.answerBody = new CapturedBytes(limits.budget, limits.bytesMax);
    this.requestBody.add(call.body);
    if (call.key !== null) this.secrets.push(call.key);
  }

  /** What the caller is told; null while no rule has decided. */
  get sign(): RecordedSign | null {
    if (this.decided.length === 0) return null;
    return this.decided.some(rule => !rule.onlyFailures) ? 'true' : 'on-failure';
  }

  /** @param listener called when a channel or model makes that the call is recorded, or that it is in any case */
  onSign(listener: (sign: RecordedSign) => void): void {
    this.listener = listener;
  }

  /** @returns what records the attempt; null when no rule asks for it */
  asked({ channelId, model, secrets }: AskedChannel, request: SentRequest): AttemptRecording | null {
    this.decideBy(channelId, model);
    if (this.sign === null || this.attempts.length >= ATTEMPTS_MAX) return null;
    this.secrets.push(...secrets);
    const { budget, bytesMax } = this.limits;
    const attempt = new AttemptRecording(budget, request, { channelId, startedAt: performance.now(), bytesMax });
    this.attempts.push(attempt);
    return attempt;
  }

  answering(status: number, contentType: string, headers: Readonly<Record<string, unknown>>): void {
    if (this.answerStatus !== 0) return;
    this.answerStatus = status;
    this.answerType = contentType;
    this.answerHeaders = headers;
  }

  answered(piece: Buffer | string): void {
    if (this.sign === null) return;
    this.firstByteAt ??= performance.now();
    this.answerBody.add(piece);
  }

  failed(): void {
    this.isFailure = true;
  }

  /** Whether the call failed, or one of its attempts did. */
  get hasFailed(): boolean {
    return this.isFailure || this.attempts.some(attempt => attempt.hasFailed);
  }

  /** Whether a rule asks for the call now that its ending is known. */
  get isWanted(): boolean {
    return this.sign === 'true' || (this.sign === 'on-failure' && this.hasFailed);
  }

  release(): void {
    this.requestBody.release();
    this.answerBody.release();
    for (const attempt of this.attempts) attempt.release();
  }

  private decideBy(channelId: number, model: string): void {
    if (this.waiting.length === 0) return;
    const before = this.sign;
    const fits = (rule: InspectRule) =>
      (rule.channelId === 0 || rule.channelId === channelId) &&
      (fitsModel(rule, this.call.model) || fitsModel(rule, model));
    this.decided = [...this.decided, ...this.waiting.filter(fits)];
    this.waiting = this.waiting.filter(rule => !fits(rule));
    const { sign } = this;
    if (sign !== null && sign !== before) this.listener?.(sign);
  }
}
