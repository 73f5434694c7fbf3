/**
 * The kinds of failed statements.
 *
 * - `transient`: the database does not respond or cannot write just now; the same statement may succeed later
 * - `constraint`: a key, reference or check forbids the row; the same statement always fails
 * - `data`: a value does not fit its column or cannot be read; the same statement always fails
 * - `other`: a fault of the program or of the schema, a missing right, or an error from outside the database
 */
type DatabaseErrorKind = 'transient' | 'constraint' | 'data' | 'other';

/** Locked by another process, disk full, read-only, file not reachable, out of memory. */
const SQLITE_TRANSIENT = /^SQLITE_(BUSY|LOCKED|FULL|READONLY|IOERR|CANTOPEN|PROTOCOL|NOMEM|INTERRUPT|ABORT)/;
const SQLITE_DATA = /^SQLITE_(TOOBIG|MISMATCH|RANGE)/;
/** SQLite gives these errors the code of every other error, so they are recognised by their message. */
const SQLITE_DATA_MESSAGES = /malformed JSON|integer overflow|string or blob too big/;

/**
 * SQL states: connection exceptions, transaction rollbacks, no resources left, an operator's intervention (shutdown,
 * cancelled or timed out statement), lock not available, read-only, timed out transactions, faults of the system below.
 */
const SQL_TRANSIENT = /^(08...|40...|53...|57...|58...|55P03|55006|25006|25P03|25P04)$/;
const SQL_CONSTRAINT = /^23...$/;
/** Class 54 is a limit of the program: a row or a parameter is too large. */
const SQL_DATA = /^(22|54)...$/;

/**
 * Numbers of MySQL and MariaDB: disk, memory or tables full; too many connections; server shutting down or starting;
 * network errors; failed commit; lock waits and deadlocks; read-only; statement cancelled or timed out; not yet part of
 * its cluster.
 */
const MYSQL_TRANSIENT: ReadonlySet<number> = new Set([
  1015, 1020, 1021, 1023, 1026, 1028, 1030, 1037, 1038, 1040, 1041, 1047, 1053, 1077, 1078, 1079, 1080, 1114, 1135,
  1152, 1158, 1159, 1160, 1161, 1180, 1181, 1184, 1203, 1205, 1206, 1213, 1223, 1226, 1290, 1317, 1412, 1792, 1836,
  1878, 1927, 1969, 3024, 3572, 4031,
]);
const MYSQL_CONSTRAINT: ReadonlySet<number> = new Set([
  1022, 1048, 1062, 1169, 1216, 1217, 1364, 1451, 1452, 1557, 1586, 1859, 3819, 4025,
]);
const MYSQL_DATA: ReadonlySet<number> = new Set([
  1118, 1153, 1264, 1265, 1292, 1365, 1366, 1367, 1406, 1411, 1441, 1690, 3140, 3141, 4037, 4038,
]);

/** Network errors: the address does not respond, or the connection broke. */
const CONNECTION_CODES: ReadonlySet<string> = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
  'PROTOCOL_CONNECTION_LOST',
  'PROTOCOL_ENQUEUE_AFTER_FATAL_ERROR',
]);
/** The drivers give these errors no code. */
const UNCODED =
  /^(connection terminated|timeout expired|timeout exceeded when trying to connect|query read timeout|client has encountered a connection error|can't add new command when connection is in closed state)/i;
/**
 * TypeORM takes a connection away from its unit the moment it breaks; the unit's next statement fails with this
 * message.
 */
const RELEASED: ReadonlySet<string> = new Set([
  'QueryRunnerAlreadyReleasedError',
  'QueryRunnerProviderAlreadyReleasedError',
]);

interface Facts {
  readonly code?: unknown;
  readonly errno?: unknown;
  readonly sqlState?: unknown;
  readonly message?: unknown;
}

/** Recognised by its fields: the errors of a native driver are not always instances of this realm's Error. */
function factsOf(error: unknown): Facts {
  if (typeof error !== 'object' || error === null) return {};
  return ((error as { driverError?: unknown }).driverError ?? error) as Facts;
}

/** Classifies an error by the code of the database, and by its message only where it has no code. */
export function databaseErrorKind(error: unknown): DatabaseErrorKind {
  const { code, errno, sqlState, message } = factsOf(error);
  const text = typeof message === 'string' ? message : '';
  if (typeof code === 'string' && code.startsWith('SQLITE_')) return sqliteKind(code, text);
  if (typeof code === 'string' && CONNECTION_CODES.has(code)) return 'transient';
  // The driver of MySQL tells a number, and a state beside it; that of PostgreSQL tells the state as its code.
  if (typeof errno === 'number') return mysqlKind(errno, sqlState);
  if (typeof code === 'string') return stateKind(code);
  const isReleased = typeof error === 'object' && error !== null && RELEASED.has(error.constructor.name);
  return isReleased || UNCODED.test(text) ? 'transient' : 'other';
}

function sqliteKind(code: string, message: string): DatabaseErrorKind {
  if (SQLITE_TRANSIENT.test(code)) return 'transient';
  if (code.startsWith('SQLITE_CONSTRAINT')) return 'constraint';
  return SQLITE_DATA.test(code) || SQLITE_DATA_MESSAGES.test(message) ? 'data' : 'other';
}

function mysqlKind(errno: number, sqlState: unknown): DatabaseErrorKind {
  if (MYSQL_TRANSIENT.has(errno)) return 'transient';
  if (MYSQL_CONSTRAINT.has(errno)) return 'constraint';
  if (MYSQL_DATA.has(errno)) return 'data';
  return typeof sqlState === 'string' ? stateKind(sqlState) : 'other';
}

function stateKind(state: string): DatabaseErrorKind {
  if (SQL_TRANSIENT.test(state)) return 'transient';
  if (SQL_CONSTRAINT.test(state)) return 'constraint';
  return SQL_DATA.test(state) ? 'data' : 'other';
}

/** Serialisation failure or deadlock: the database rolled the work back, and it may run again. */
export function isConflict(error: unknown): boolean {
  const { code, errno } = factsOf(error);
  return code === '40001' || code === '40P01' || errno === 1213 || errno === 1020;
}

/** Whether a statement that waits only for locks, and only for a short time, ran out of its time. */
export class LockTimeoutError extends Error {
  readonly code = '55P03';
}

/** A statement of MariaDB ran out of its time. */
export function isStatementTimeout(error: unknown): boolean {
  return factsOf(error).errno === 1969;
}

/** Whether another transaction held a row or table for longer than this session waits. */
export function isLockTimeout(error: unknown): boolean {
  const { code, errno } = factsOf(error);
  return code === '55P03' || errno === 1205;
}

/**
 * Whether another process writes the SQLite file, or has written it since this transaction began to read: then SQLite
 * refuses at once, however long it may wait.
 */
export function isFileBusy(error: unknown): boolean {
  return factsOf(error).code === 'SQLITE_BUSY';
}

/** Whether a unique key was violated, on any of the three databases: another write was first. */
export function isUniqueViolation(error: unknown): boolean {
  const { code, errno } = (error as { driverError?: Facts } | null)?.driverError ?? {};
  return code === '23505' || code === 'SQLITE_CONSTRAINT' || errno === 1062;
}
