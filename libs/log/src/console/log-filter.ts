import { LOG_TYPE_ALL, type LogQuery } from '@contracts';
import { AppError } from '@kernel';
import { likeText } from '@platform';
import { type ObjectLiteral, type SelectQueryBuilder } from 'typeorm';

/**
 * The filter that a log query asks for, read from its texts. Times are milliseconds; null means no limit, or any value.
 */
export interface LogFilter {
  /** Limits the rows to one user; null in the view of administrators. */
  readonly userId: number | null;
  readonly type: number;
  readonly username: string;
  /** True shows rows of all users as their owners see them. */
  readonly isOwnView?: boolean;
  /** The account that has the user name now, where there is one, see narrowToOwner. */
  readonly ownerId?: number;
  readonly tokenName: string;
  readonly modelName: string;
  readonly group: string;
  readonly channelId: number | null;
  /** Calls with keys of a team; null for any. */
  readonly teamId: number | null;
  /** Empty for any. */
  readonly tag: string;
  /** The conversation as `other` names it; empty for any. */
  readonly session: string;
  /** The x-request-id of a response; empty for any. */
  readonly requestId: string;
  /** Inclusive. */
  readonly startMs: number | null;
  /** Exclusive. */
  readonly endMs: number | null;
}

/** A query as it arrives; numbers that cannot be read count as absent. */
export type LogQueryTexts = { readonly [Field in keyof LogQuery]?: string };

/**
 * The rows that a reader may see: administrators see all rows and may filter by user and channel, other users see their
 * own.
 */
export type LogScope = { readonly kind: 'all' } | { readonly kind: 'own'; readonly userId: number };

export function ownRows(caller: { readonly id: number }): LogScope {
  return { kind: 'own', userId: caller.id };
}

const CLOCKS_APART_MS = 60_000;
const LONGEST_CALL_MS = 6 * 3_600_000;
/** A pattern with more wildcards, or with fewer other characters, would read the whole table. */
const WILDCARDS_MAX = 2;
const LITERALS_MIN = 2;
/**
 * A number that is no type. Types lie in a column of 32 bits, and PostgreSQL refuses to compare it with a larger
 * number.
 */
const TYPE_MAX = 2 ** 31 - 1;

/** @throws AppError COMMON_INVALID_INPUT for a model pattern that is too broad */
export function readLogFilter(query: LogQueryTexts, scope: LogScope): LogFilter {
  const isAll = scope.kind === 'all';
  const start = wholeNumber(query.start_timestamp);
  const end = wholeNumber(query.end_timestamp);
  const modelName = query.model_name?.trim() ?? '';
  const requestId = query.request_id?.trim() ?? '';
  const times = { startMs: start === null ? null : start * 1000, endMs: end === null ? null : (end + 1) * 1000 };
  requireNarrowPattern(modelName);
  return {
    userId: isAll ? null : scope.userId,
    type: Math.min(wholeNumber(query.type) ?? LOG_TYPE_ALL, TYPE_MAX),
    username: isAll ? (query.username?.trim() ?? '') : '',
    tokenName: query.token_name?.trim() ?? '',
    modelName,
    group: query.group?.trim() ?? '',
    channelId: isAll ? wholeNumber(query.channel) : null,
    teamId: wholeNumber(query.team),
    tag: query.tag?.trim().toLowerCase() ?? '',
    session: query.session?.trim() ?? '',
    requestId,
    ...(timesOfRequest(requestId) ?? times),
  };
}

/** When a row about a call may be stored, from the time in its id: a call may take hours, and clocks of nodes differ. */
function timesOfRequest(requestId: string): { readonly startMs: number; readonly endMs: number } | null {
  const [, year, month, day, hour, minute, second] =
    /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)\d{9}/.exec(requestId) ?? [];
  const atMs = Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`);
  return Number.isNaN(atMs) ? null : { startMs: atMs - CLOCKS_APART_MS, endMs: atMs + LONGEST_CALL_MS };
}

/** Reads a positive whole number from a text; null for anything else. */
export function wholeNumber(text: string | undefined): number | null {
  const value = /^\d{1,12}$/.test(text?.trim() ?? '') ? Number(text) : 0;
  return value > 0 ? value : null;
}

/** Adds the filter's conditions to a query whose alias is `log`. */
export function applyLogFilter<Row extends ObjectLiteral>(
  query: SelectQueryBuilder<Row>,
  filter: LogFilter,
): SelectQueryBuilder<Row> {
  if (filter.userId !== null) query.andWhere('log.userId = :userId', { userId: filter.userId });
  if (filter.ownerId !== undefined) query.andWhere('log.userId = :ownerId', { ownerId: filter.ownerId });
  if (filter.type !== LOG_TYPE_ALL) query.andWhere('log.type = :type', { type: filter.type });
  if (filter.username) query.andWhere(usernameCondition(filter), { username: filter.username });
  if (filter.tokenName) query.andWhere('log.tokenName = :tokenName', { tokenName: filter.tokenName });
  if (filter.group) query.andWhere('log.tokenGroup = :group', { group: filter.group });
  if (filter.channelId !== null) query.andWhere('log.channelId = :channelId', { channelId: filter.channelId });
  if (filter.teamId !== null) query.andWhere('log.teamId = :teamId', { teamId: filter.teamId });
  if (filter.tag) query.andWhere(`log.tags LIKE :tag ESCAPE '!'`, { tag: `%,${likeText(filter.tag)},%` });
  if (filter.session) query.andWhere(`log.other LIKE :session ESCAPE '!'`, { session: sessionPattern(filter.session) });
  if (filter.requestId) query.andWhere('log.requestId = :requestId', { requestId: filter.requestId });
  if (filter.startMs !== null) query.andWhere('log.createdAtMs >= :startMs', { startMs: filter.startMs });
  if (filter.endMs !== null) query.andWhere('log.createdAtMs < :endMs', { endMs: filter.endMs });
  return applyModelFilter(query, filter.modelName);
}

/**
 * Rows of a known account are found by its number, which has an index in the order of the list. PostgreSQL takes name and
 * number for independent, so with the index of the names it would read all rows of the account and sort them for the newest
 * hundred. COALESCE keeps it from that index, and lets it expect that half of the account's rows have the name.
 */
function usernameCondition({ ownerId }: LogFilter): string {
  return ownerId === undefined ? 'log.username = :username' : 'COALESCE(log.username = :username, FALSE)';
}

/** The order of the log; rows of one millisecond stand in the order in which they were stored. */
export function newestFirst<Row extends ObjectLiteral>(query: SelectQueryBuilder<Row>): SelectQueryBuilder<Row> {
  return query.orderBy('log.createdAtMs', 'DESC').addOrderBy('log.id', 'DESC');
}

export function oldestFirst<Row extends ObjectLiteral>(query: SelectQueryBuilder<Row>): SelectQueryBuilder<Row> {
  return query.orderBy('log.createdAtMs', 'ASC').addOrderBy('log.id', 'ASC');
}

function applyModelFilter<Row extends ObjectLiteral>(
  query: SelectQueryBuilder<Row>,
  modelName: string,
): SelectQueryBuilder<Row> {
  if (!modelName) return query;
  const parameters = { model: '' };
  const condition = modelCondition('log.modelName', modelName, text => {
    parameters.model = text;
    return ':model';
  });
  return query.andWhere(condition, parameters);
}

/**
 * Matches the model exactly, unless the caller wrote `%`. Such a pattern ignores case on every database, because SQLite's
 * LIKE does.
 *
 * @param place puts a text among the parameters and returns its place in the statement
 */
export function modelCondition(column: string, modelName: string, place: (text: string) => string): string {
  if (!modelName.includes('%')) return `${column} = ${place(modelName)}`;
  const pattern = modelName.toLowerCase().split('%').map(likeText).join('%');
  return `LOWER(${column}) LIKE ${place(pattern)} ESCAPE '!'`;
}

/** Quotes inside the texts of a caller are escaped in JSON, so that nothing else looks like this member. */
function sessionPattern(session: string): string {
  return `%"session":"${likeText(session)}"%`;
}

function requireNarrowPattern(modelName: string): void {
  const wildcards = modelName.split('%').length - 1;
  if (wildcards === 0) return;
  if (wildcards <= WILDCARDS_MAX && modelName.length - wildcards >= LITERALS_MIN) return;
  const detail = `a model pattern has at most ${WILDCARDS_MAX} "%" and at least ${LITERALS_MIN} other characters`;
  throw new AppError('COMMON_INVALID_INPUT', { params: { detail } });
}
