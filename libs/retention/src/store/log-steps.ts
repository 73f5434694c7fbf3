import { type EntityManager } from 'typeorm';

/** Rows of the log that one step looks through. */
const STEP_ROWS = 20_000;

/** A span of time; its end is excluded. */
export interface LogSpan {
  readonly fromMs: number;
  readonly untilMs: number;
}

/** Yields spans of the log, oldest first, each with about as many rows, so that no query looks through more of them. */
export async function* stepsOfLog(read: EntityManager, fromMs: number, untilMs: number): AsyncGenerator<LogSpan> {
  const timeOf = async (condition: string, offset: number): Promise<number | null> => {
    const [row]: { at_ms: number | string }[] = await read.query(
      `SELECT created_at_ms AS at_ms FROM logs WHERE ${condition} ORDER BY created_at_ms LIMIT 1 OFFSET ${offset}`,
    );
    return row ? Number(row.at_ms) : null;
  };
  for (let from = fromMs; from < untilMs;) {
    const first = await timeOf(`created_at_ms >= ${from} AND created_at_ms < ${untilMs}`, 0);
    if (first === null) return;
    const next = await timeOf(`created_at_ms >= ${first} AND created_at_ms < ${untilMs}`, STEP_ROWS);
    // A millisecond with more rows than a step is a step of its own.
    const until = next === null ? untilMs : Math.max(next, first + 1);
    yield { fromMs: first, untilMs: until };
    from = until;
  }
}
