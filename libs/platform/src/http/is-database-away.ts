/** SQLite: locked by another process, disk full, read-only, or file not reachable. */
const SQLITE_CODES = /^SQLITE_(BUSY|LOCKED|FULL|READONLY|IOERR|CANTOPEN|PROTOCOL)/;
/** SQL states: connection exceptions, no resources left, shutdown by an operator, lock not available, conflicts. */
const SQL_STATES = /^(08...|53...|57P0[1-5]|55P03|40001|40P01|25006)$/;
/** MySQL: lock waits and deadlocks, too many connections, shutdown, disk or table full, killed, read-only. */
const MYSQL_NUMBERS: ReadonlySet<number> = new Set([1021, 1040, 1053, 1077, 1114, 1205, 1213, 1290, 1317, 1836, 1927]);
/** Below SQL: the address does not answer, or the connection broke. */
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
/** The PostgreSQL driver gives these no code. */
const UNCODED =
  /^(connection terminated|timeout expired|timeout exceeded when trying to connect|client has encountered a connection error)/i;
/** TypeORM takes a connection away from its unit the moment it breaks; the unit's next statement says so. */
const RELEASED: ReadonlySet<string> = new Set([
  'QueryRunnerAlreadyReleasedError',
  'QueryRunnerProviderAlreadyReleasedError',
]);

/**
 * Whether something failed because the database does not answer or cannot write just now. The caller may come back; the
 * call itself was in order.
 */
export function isDatabaseAway(error: unknown): boolean {
  if (typeof error !== 'object' || error === null) return false;
  // Told apart by its fields: the errors of a native driver are not always instances of this realm's Error.
  const cause = ((error as { driverError?: unknown }).driverError ?? error) as Facts;
  const { code, errno, message } = cause;
  if (typeof code === 'string') {
    if (SQLITE_CODES.test(code) || CONNECTION_CODES.has(code)) return true;
    if (typeof errno !== 'number' && SQL_STATES.test(code)) return true;
  }
  if (typeof errno === 'number' && MYSQL_NUMBERS.has(errno)) return true;
  return (typeof message === 'string' && UNCODED.test(message)) || RELEASED.has(error.constructor.name);
}

interface Facts {
  readonly code?: unknown;
  readonly errno?: unknown;
  readonly message?: unknown;
}
