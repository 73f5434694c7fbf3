import { type EntityManager, type ObjectLiteral, type SelectQueryBuilder } from 'typeorm';
import { LogEntity } from './log.entity';

/** The place of a row in the log, which runs from the newest time to the oldest, and by id within a millisecond. */
export interface LogPosition {
  readonly createdAtMs: number;
  readonly id: number;
}

/** A part of the log, both ends included. */
export interface LogStep {
  readonly newest: LogPosition;
  readonly oldest: LogPosition;
}

type Narrow = (query: SelectQueryBuilder<LogEntity>) => SelectQueryBuilder<LogEntity>;

/**
 * Yields the log in steps, newest first, up to the newest row at the start. A query within a step looks through a known
 * number of rows however few of them fit, so that no other query waits for long.
 *
 * @param narrow conditions for which there is an index together with the time; only such rows count
 * @param rows the number of rows of the next step
 */
export async function* logSteps(read: EntityManager, narrow: Narrow, rows: () => number): AsyncGenerator<LogStep> {
  const places = (order: 'ASC' | 'DESC') =>
    narrow(read.createQueryBuilder(LogEntity, 'log').select(['log.id', 'log.createdAtMs']))
      .orderBy('log.createdAtMs', order)
      .addOrderBy('log.id', order)
      .limit(1);
  const end = await places('ASC').getOne();
  let newest = await places('DESC').getOne();
  while (newest && end) {
    const from: LogPosition = newest;
    const behind = async (at: LogPosition, offset: number) =>
      (await sameTime(places('DESC'), at).offset(offset).getOne()) ??
      (await upTo(places('DESC'), at).offset(offset).getOne());
    const oldest = (await behind(from, rows())) ?? end;
    yield { newest: from, oldest };
    newest = isSame(oldest, end) ? null : await behind(oldest, 1);
  }
}

/** Limits a query whose alias is `log` to the rows of a step. */
export function withinStep<Row extends ObjectLiteral>(
  query: SelectQueryBuilder<Row>,
  { newest, oldest }: LogStep,
): SelectQueryBuilder<Row> {
  const ends = { newestMs: newest.createdAtMs, newestId: newest.id, oldestMs: oldest.createdAtMs, oldestId: oldest.id };
  // Many rows of one millisecond would otherwise be looked through by each of their steps.
  if (newest.createdAtMs === oldest.createdAtMs) {
    return query.andWhere('log.createdAtMs = :newestMs AND log.id BETWEEN :oldestId AND :newestId', ends);
  }
  return query
    .andWhere('log.createdAtMs BETWEEN :oldestMs AND :newestMs', ends)
    .andWhere('(log.createdAtMs < :newestMs OR log.id <= :newestId)')
    .andWhere('(log.createdAtMs > :oldestMs OR log.id >= :oldestId)');
}

/** Limits a query whose alias is `log` to the rows behind a row. */
export function olderThan<Row extends ObjectLiteral>(
  query: SelectQueryBuilder<Row>,
  { createdAtMs, id }: LogPosition,
): SelectQueryBuilder<Row> {
  return query
    .andWhere('log.createdAtMs <= :besideMs', { besideMs: createdAtMs })
    .andWhere('(log.createdAtMs < :besideMs OR log.id < :besideId)', { besideId: id });
}

/** Limits a query whose alias is `log` to the rows before a row. */
export function newerThan<Row extends ObjectLiteral>(
  query: SelectQueryBuilder<Row>,
  { createdAtMs, id }: LogPosition,
): SelectQueryBuilder<Row> {
  return query
    .andWhere('log.createdAtMs >= :besideMs', { besideMs: createdAtMs })
    .andWhere('(log.createdAtMs > :besideMs OR log.id > :besideId)', { besideId: id });
}

function upTo(query: SelectQueryBuilder<LogEntity>, { createdAtMs, id }: LogPosition) {
  return query
    .andWhere('log.createdAtMs <= :upToMs', { upToMs: createdAtMs })
    .andWhere('(log.createdAtMs < :upToMs OR log.id <= :upToId)', { upToId: id });
}

/** The rest of the millisecond of a row, which an index finds by itself even where it has many rows. */
function sameTime(query: SelectQueryBuilder<LogEntity>, { createdAtMs, id }: LogPosition) {
  return query.andWhere('log.createdAtMs = :sameMs AND log.id <= :sameId', { sameMs: createdAtMs, sameId: id });
}

function isSame(left: LogPosition, right: LogPosition): boolean {
  return left.createdAtMs === right.createdAtMs && left.id === right.id;
}
