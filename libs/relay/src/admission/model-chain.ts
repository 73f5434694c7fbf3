import { type UsageBuckets } from '@contracts';
import { isAppError, type AppError, type ErrorCode } from '@kernel';
import { type StandingLimit } from '../rate/standing-limits';
import { type TakenLimits } from '../rate/taken-limits';

/** A call that nobody could serve, before its caller has heard of it. */
export interface FailedCall {
  /** Whether a model that stands in may be asked for. */
  readonly mayStandIn: boolean;
  /** Tells the caller, and writes the row of the log. */
  readonly tell: () => void;
}

/** Refusals that say only that nobody can serve this model now. */
const UNSERVED: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  'RELAY_MODEL_UNKNOWN',
  'RELAY_MODEL_UNSERVED',
  'RELAY_ROUTE_UNSUPPORTED',
  'RELAY_CONTEXT_LENGTH',
  'RELAY_CHANNELS_BUSY',
]);

/** The limits that a call has taken on its way along a chain of models; each counts once, however many models are tried. */
export class ModelChain {
  private readonly taken: { readonly limits: TakenLimits; readonly model: number }[] = [];
  private watched = 0;
  /** The position of the model that is being asked for, from 1. */
  private model = 0;

  /** Begins with the next model. @returns the limits of it that the call has not taken yet; null where there are none */
  beginModel(limits: readonly StandingLimit[] | null): readonly StandingLimit[] | null {
    this.model += 1;
    const left = limits?.filter(({ bucket }) => !this.taken.some(one => one.limits.covers(bucket))) ?? [];
    return left.length > 0 ? left : null;
  }

  /** A name for the next take of limits. */
  nextId(requestId: string): string {
    return `${requestId}/${this.taken.length}`;
  }

  add(taken: TakenLimits): void {
    this.taken.push({ limits: taken, model: this.model });
  }

  /** Notes what the call used of the model that served it. */
  use(usage: UsageBuckets): void {
    for (const { limits, model } of this.taken) {
      if (model === this.model) limits.use(usage);
      else limits.useElsewhere(usage);
    }
  }

  /** A refusal becomes a failure of the model; that of a model which stands in says nothing about the next one. */
  async watch(running: Promise<FailedCall | null>): Promise<FailedCall | null> {
    const isFirst = this.watched++ === 0;
    try {
      return await running;
    } catch (error) {
      if (!isAppError(error)) throw error;
      return { mayStandIn: !isFirst || UNSERVED.has(error.code), tell: () => rethrow(error) };
    }
  }

  end(): void {
    for (const { limits } of this.taken) limits.end();
  }
}

function rethrow(error: AppError): never {
  throw error;
}
