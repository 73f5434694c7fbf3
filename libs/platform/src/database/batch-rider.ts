import { type EntityManager } from 'typeorm';
import { type DatabaseDialect } from '../config/config';
import { type BatchStatement } from './row-set';

/** What a charge does: it takes the units from user and token, and counts one call on both and on the channel. */
export interface ChargeFacts {
  /** The id of the charge; unique forever. */
  readonly id: string;
  readonly userId: number;
  /** 0 where only the user pays. */
  readonly tokenId: number;
  readonly channelId: number;
  readonly units: number;
}

/** Whether the key of a row is free, belongs to the stored row of the same charge, or to the row of another one. */
export type KeyStanding = 'free' | 'stored' | 'taken';

/** Rows that can be the movements of charges, so that a charge needs no row beside them. */
export interface MovementRows<Row> {
  /** False while charges need movements of their own, because the database or other nodes are not ready. */
  readonly isInUse: boolean;
  /**
   * The row with the key by which the database stores it at most once.
   *
   * @returns null where the row does not say all that the charge does
   */
  riderFor(row: Row, charge: ChargeFacts): Rider | null;
  /** Looks for riders of {@link riderFor}, also among charges whose rows were removed. @returns in the order given */
  find(manager: EntityManager, riders: readonly Rider[]): Promise<readonly KeyStanding[]>;
}

/** Describes how rows of one kind are written inside another lib's unit of work. */
export interface RiderSink<Row> {
  /** Names the sink in a journal; unique. Its rows must come back from JSON as they went in. */
  readonly name: string;
  statementsFor(dialect: DatabaseDialect, rows: readonly Row[]): readonly BatchStatement[];
  readonly movementRows?: MovementRows<Row>;
}

/** A row that must commit together with a movement of money, or not at all (the log row of a call, for one). */
export interface Rider<Row = unknown> {
  readonly sink: RiderSink<Row>;
  readonly row: Row;
}

/** The statements for the riders of a whole group: those of one sink share theirs. */
export function riderStatements(dialect: DatabaseDialect, riders: readonly Rider[]): readonly BatchStatement[] {
  const rowsOf = new Map<RiderSink<unknown>, unknown[]>();
  for (const { sink, row } of riders) {
    const rows = rowsOf.get(sink);
    if (rows) rows.push(row);
    else rowsOf.set(sink, [row]);
  }
  return [...rowsOf].flatMap(([sink, rows]) => sink.statementsFor(dialect, rows));
}
