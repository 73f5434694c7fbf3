import { type ReceivedCall } from '../call/received-call';
import { type RoutePlan } from '../routing/route-plan';
import { type Bill } from './bill';

/** What a log row states about a call besides its bill. */
export interface CallFacts {
  readonly received: ReceivedCall;
  /** The group whose channels and ratio are used. */
  readonly group: string;
  readonly upstreamModel: string;
  /** The attempts so far, of which the last one delivered the response; null before any channel was chosen. */
  readonly plan: Pick<RoutePlan, 'tried' | 'facts'> | null;
}

/** What a consumption row states about a call that was answered. */
export interface Finished {
  readonly bill: Bill;
  readonly firstByteAt: number | null;
  readonly problem: string | null;
  readonly isCountedHourly: boolean;
  /** Units that the call cost at its supplier; undefined where that is not known. */
  readonly cost: number | undefined;
  /** Units of the charge that a plan pays. */
  readonly planUnits: number;
  /** Names of the fields that could not be sent to the upstream. */
  readonly dropped: readonly string[];
  /** Names of the parts of the response that broke the protocol and were rewritten. */
  readonly repairs?: readonly string[];
  readonly isConverted: boolean;
  /**
   * Tokens that the answer was limited to because the accounts could not pay for more; null where it was not limited.
   */
  readonly answerLimit: number | null;
}
