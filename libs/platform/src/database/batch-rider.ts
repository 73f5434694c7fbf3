import { type DatabaseDialect } from '../config/config';
import { type BatchStatement } from './row-set';

/** Describes how rows of one kind are written inside another lib's unit of work. */
export interface RiderSink<Row> {
  /** Names the sink in a journal; unique. Its rows must come back from JSON as they went in. */
  readonly name: string;
  statementsFor(dialect: DatabaseDialect, rows: readonly Row[]): readonly BatchStatement[];
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
