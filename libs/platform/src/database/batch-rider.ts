import type { EntityManager } from 'typeorm';

/** Writes many rows of one kind inside somebody else's unit of work. */
export interface RiderSink<Row> {
  writeAll(manager: EntityManager, rows: readonly Row[]): Promise<void>;
}

/** A row that must commit together with a movement of money, or not at all (the log row of a call, for one). */
export interface Rider<Row = unknown> {
  readonly sink: RiderSink<Row>;
  readonly row: Row;
}

/** Hands the riders of a whole group to their sinks, one call per sink. */
export async function writeRiders(manager: EntityManager, riders: readonly Rider[]): Promise<void> {
  const rowsOf = new Map<RiderSink<unknown>, unknown[]>();
  for (const { sink, row } of riders) {
    const rows = rowsOf.get(sink);
    if (rows) rows.push(row);
    else rowsOf.set(sink, [row]);
  }
  for (const [sink, rows] of rowsOf) await sink.writeAll(manager, rows);
}
