import { type EntityManager } from 'typeorm';

/** Charges whose rows are removed: one of them, or a sum over several. */
export interface ClosedCharge {
  readonly userId: number;
  /** 0 where only the user paid. */
  readonly tokenId: number;
  readonly channelId: number;
  readonly units: number;
  readonly calls: number;
  /** When the charge was made; the month counts. */
  readonly createdAtMs: number;
  /** Names one charge that stays a movement of its own, because it may be asked for again; absent for a sum. */
  readonly sourceId?: string;
}

/**
 * Books what rows that were the movements of charges said, in the unit of work that removes them. Provided by billing;
 * the port is declared here, because billing and log are on the same floor and neither may import the other.
 */
export abstract class ClosedCharges {
  abstract book(manager: EntityManager, charges: readonly ClosedCharge[]): Promise<void>;
}
