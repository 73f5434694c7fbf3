import { type CallLimit, type CallLimitsDecision, type LimitChange } from './call-limits';
import { type LimitDecision, type WindowLimit } from './ports';

/** The processes whose leases are in use, as the supervisor knows them. */
export interface LivingHolders {
  /** Whether no process outside this node can serve the database file. */
  readonly isAlone: boolean;
  /** Every name under which a worker that lives has, or had, leases. */
  readonly names: readonly string[];
}

/** The end of a call with limits: when they were taken, and what has changed since. */
export interface CallEnd {
  readonly atMs: number;
  readonly changes: readonly LimitChange[];
}

/** What a worker asks its supervisor, and the answers. */
export interface HubQuestions {
  takeLimit(key: string, limit: WindowLimit): LimitDecision;
  forgetLimit(key: string): null;
  takeCallLimits(id: string, limits: readonly CallLimit[]): CallLimitsDecision;
  settleCallLimits(id: string, end: CallEnd): null;
  /** The number of the lease; null while another worker has one of this name. */
  acquireLease(name: string, ttlMs: number): number | null;
  renewLease(lease: number, ttlMs: number): boolean;
  releaseLease(lease: number): null;
  /** Answered when it is the worker's turn to write to the file. */
  takeTurn(): null;
  /** Answered when every worker has finished its calls, where the whole node ends; otherwise at once. */
  finished(): null;
  announceHolder(name: string): null;
  livingHolders(): LivingHolders;
}

export type HubQuestion = keyof HubQuestions;

/** From a worker to its supervisor. A turn is named by the number of the question that asked for it. */
export type WorkerMessage =
  | {
      readonly kind: 'ask';
      readonly number: number;
      readonly question: HubQuestion;
      readonly about: readonly unknown[];
    }
  | { readonly kind: 'leaveTurn'; readonly number: number }
  | { readonly kind: 'notice'; readonly topic: string; readonly detail: string | null };

/** From the supervisor to a worker. */
export type HubMessage =
  | { readonly kind: 'answer'; readonly number: number; readonly answer: unknown }
  | { readonly kind: 'notice'; readonly topic: string; readonly detail: string | null }
  /** A worker has ended, or the file is this node's alone from now on: what is left on lease can be given back. */
  | { readonly kind: 'holdersChanged' };
