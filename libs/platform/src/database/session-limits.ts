import { createRequire } from 'node:module';
import { type Socket } from 'node:net';
import { type default as mysql2 } from 'mysql2';

/** Limits on how long one session of PostgreSQL or MariaDB may wait, on the client and on the server. */
export interface SessionLimits {
  /** Wait for a row or table that another transaction has locked. MariaDB counts in whole seconds. */
  readonly lockMs: number;
  /** Duration of one statement; the server cancels it then. */
  readonly statementMs: number;
  /** Pause between two statements of a transaction: a node that stopped in the middle must not keep its locks. */
  readonly idleInTransactionMs: number;
  /**
   * Time without a byte in either direction while a statement runs, after which the connection counts as dead. Longer
   * than a statement may take.
   */
  readonly silenceMs: number;
  /** Wait for a free connection of the pool, or a new one. */
  readonly acquireMs: number;
}

/** Limits for writing: writes are short, and callers wait for them with a response open. */
export const WRITER_LIMITS: SessionLimits = {
  lockMs: 1000,
  statementMs: 5000,
  idleInTransactionMs: 5000,
  silenceMs: 6000,
  acquireMs: 5000,
};

/**
 * How long a group of the ledger waits for an account that another transaction has locked, because all its callers wait
 * with it. It is long enough for the commits of other nodes; a row that stays locked for longer is skipped.
 */
export const GROUP_LOCK_MS = 100;

/** Limits for reading, which may be a long list of the console. */
export const READER_LIMITS: SessionLimits = {
  lockMs: 3000,
  statementMs: 10_000,
  idleInTransactionMs: 5000,
  silenceMs: 11_000,
  acquireMs: 5000,
};

/** The parts of the PostgreSQL driver's client that are used; the driver brings no types. */
interface PostgresClient {
  query(sql: string): Promise<unknown>;
  readonly connection: { readonly stream: Socket };
  readonly readyForQuery: boolean;
}

/**
 * How PostgreSQL plans a statement. Statements here are short, and compiling one takes it up to 0.1 s, which it does whenever
 * it takes a table for long. And unless it is told otherwise it takes every disk for a turning one, on which reading ten
 * million entries of an index in their order costs less than ten thousand rows here and there. What a server does not have,
 * or has been set to, stays as it is.
 */
const PLANNING =
  "SELECT set_config(name, CASE name WHEN 'jit' THEN 'off' ELSE '1.1' END, false) FROM pg_settings " +
  "WHERE name = 'jit' OR (name = 'random_page_cost' AND source = 'default')";

/** Options for the pool of the PostgreSQL driver. Set by statements, since poolers in between refuse start-up parameters. */
export function postgresSession(limits: SessionLimits): Readonly<Record<string, unknown>> {
  const { lockMs, statementMs, idleInTransactionMs, silenceMs, acquireMs } = limits;
  return {
    connectionTimeoutMillis: acquireMs,
    keepAlive: true,
    onConnect: async (client: PostgresClient) => {
      endWhenSilent(client.connection.stream, silenceMs, () => !client.readyForQuery);
      await client.query(
        `SET lock_timeout = ${lockMs}; SET statement_timeout = ${statementMs}; ` +
          `SET idle_in_transaction_session_timeout = ${idleInTransactionMs}; ${PLANNING}`,
      );
    },
  };
}

type PoolConnection = mysql2.PoolConnection;
/** The driver's types leave out the socket, and the command that runs. */
type OpenConnection = PoolConnection & { readonly stream: Socket; readonly _command?: unknown };

/** The MySQL driver, with pools whose sessions have limits and whose waiting has an end. */
export function mysqlDriver(limits: SessionLimits): typeof mysql2 {
  const driver = plainMysqlDriver();
  return {
    ...driver,
    createPool: (options: mysql2.PoolOptions) =>
      limited(driver.createPool({ ...options, ...timeoutsOf(limits) }), limits),
  } as typeof mysql2;
}

/** Loads the driver on first use: a start on another database does not load its hundred files. */
export function plainMysqlDriver(): typeof mysql2 {
  return createRequire(__filename)('mysql2') as typeof mysql2;
}

function timeoutsOf({ acquireMs }: SessionLimits): mysql2.PoolOptions {
  return { connectTimeout: acquireMs, enableKeepAlive: true };
}

function limited(pool: mysql2.Pool, limits: SessionLimits): mysql2.Pool {
  pool.on('connection', connection => {
    const open = connection as OpenConnection;
    endWhenSilent(open.stream, limits.silenceMs, () => Boolean(open._command));
    // Runs before the first statement on the connection. A server that does not know one of these settings keeps its
    // own limits; the limit on silence above still ends a hanging statement.
    for (const sql of mysqlSettings(limits)) connection.query(sql, () => undefined);
  });
  const getConnection = pool.getConnection.bind(pool);
  pool.getConnection = answer => {
    const timer = setTimeout(() => {
      timedOut = true;
      answer(silence('no connection to the database became free in time'), undefined as unknown as PoolConnection);
    }, limits.acquireMs);
    let timedOut = false;
    getConnection((error, connection) => {
      clearTimeout(timer);
      if (!timedOut) answer(error, connection);
      else if (!error) connection.release();
    });
  };
  return pool;
}

function mysqlSettings({ lockMs, statementMs, idleInTransactionMs }: SessionLimits): readonly string[] {
  const seconds = (milliseconds: number) => Math.max(1, Math.round(milliseconds / 1000));
  const lock = seconds(lockMs);
  return [
    `SET SESSION innodb_lock_wait_timeout = ${lock}, lock_wait_timeout = ${lock}`,
    // Only MariaDB reads this; MySQL sees a comment.
    `SET SESSION wait_timeout = @@wait_timeout /*M!100300 , max_statement_time = ${statementMs / 1000}, ` +
      `idle_transaction_timeout = ${seconds(idleInTransactionMs)} */`,
  ];
}

/** A stopped server, or a network that drops all packets, responds with nothing at all, not even an error. */
function endWhenSilent(stream: Socket, silenceMs: number, isBusy: () => boolean): void {
  stream.setTimeout(silenceMs, () => {
    if (isBusy()) stream.destroy(silence('the database did not answer in time'));
  });
}

function silence(message: string): Error {
  return Object.assign(new Error(message), { code: 'ETIMEDOUT' });
}
