import { LogTables, UsageUpkeep } from '@log';
import { type DatabaseDialect } from '@platform';
import { join } from 'node:path';
import { openLedger } from '../support/servers/ledger-under-test';

/** What seeds.mjs says. */
interface Seeds {
  readonly logs: number;
  readonly channels: number;
  readonly people: number;
  readonly models: readonly string[];
}

/** Rows that the database makes in one statement; PostgreSQL numbers them itself, the others multiply ten digits. */
const BATCH = 10_000;
const POSTGRES_BATCH = 250_000;
const DAYS = 30;
const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;

const COLUMNS =
  'user_id, created_at_ms, type, content, username, token_name, token_id, token_group, model_name, quota, prompt_tokens, ' +
  'completion_tokens, use_time_ms, is_stream, channel_id, client_ip, request_id, other';

/**
 * Fills the log of an empty database with a month of calls, oldest first, with the figures of their hours. The rows are
 * made inside the database: people work by sessions of ten calls with one key, model and channel, and every tenth row
 * tells of an error, as on a site with one bad upstream.
 */
async function main(databaseUrl: string, seeds: Seeds): Promise<void> {
  const { database, unitOfWork } = await openLedger(databaseUrl, join(__dirname, '../../config'));
  const { dialect } = database;
  const startMs = Date.now() - DAYS * DAY_MS;
  const people = Array.from({ length: seeds.people }, (_, at) => `(${at + 1}, '${nameOf(at)}', '${nameOf(at)}', '')`);
  await unitOfWork.run(manager =>
    manager.query(`INSERT INTO users (id, username, username_key, password_hash) VALUES ${people.slice(1).join(', ')}`),
  );
  await new LogTables(database, unitOfWork).prepare(startMs);
  const filled = { ...seeds, startMs };
  if (dialect === 'sqlite') {
    const query: Query = sql => unitOfWork.run(manager => manager.query(sql));
    await fillRows(query, dialect, filled);
    await fillHours(query, startMs);
  } else {
    await database.withoutLimits(async runner => {
      const query: Query = sql => runner.query(sql);
      const indexes = dialect === 'postgres' ? await takeIndexes(query) : [];
      await fillRows(query, dialect, filled);
      for (const sql of indexes) await query(sql);
      if (dialect === 'postgres') await query('ANALYZE');
      await fillHours(query, startMs);
      if (dialect === 'postgres') await query('VACUUM ANALYZE');
    });
  }
  while ((await new UsageUpkeep(database, unitOfWork).run()) > 0);
  await database.close();
}

type Query = (sql: string) => Promise<unknown>;

/** Removes the indexes of the log, which are built faster over all rows at once. @returns statements that build them */
async function takeIndexes(query: Query): Promise<readonly string[]> {
  const found = await query("SELECT indexname AS name, indexdef AS sql FROM pg_indexes WHERE tablename = 'logs'");
  const indexes = found as readonly { readonly name: string; readonly sql: string }[];
  for (const { name } of indexes) await query(`DROP INDEX ${name}`);
  // Without ONLY, which would leave the partitions without theirs.
  return indexes.map(({ sql }) => sql.replace(' ON ONLY ', ' ON '));
}

type Filled = Seeds & { readonly startMs: number };

async function fillRows(query: Query, dialect: DatabaseDialect, filled: Filled): Promise<void> {
  const batch = dialect === 'postgres' ? POSTGRES_BATCH : BATCH;
  for (let from = 0; from < filled.logs; from += batch) await query(rowsSql(dialect, { ...filled, from }));
}

async function fillHours(query: Query, startMs: number): Promise<void> {
  for (let hourMs = startMs - (startMs % HOUR_MS); hourMs < Date.now(); hourMs += HOUR_MS) {
    await query(figuresSql(hourMs));
  }
}

function nameOf(person: number): string {
  return person === 0 ? 'root' : `person${person}`;
}

function rowsSql(
  dialect: DatabaseDialect,
  { logs, channels, people, models, startMs, from }: Filled & { readonly from: number },
): string {
  const digit = (name: string) =>
    `(${Array.from({ length: 10 }, (_, value) => `SELECT ${value} AS digit`).join(' UNION ALL ')}) ${name}`;
  const text = (...parts: string[]) => (dialect === 'mysql' ? `CONCAT(${parts.join(', ')})` : parts.join(' || '));
  const modelNames = models.map((name, at) => `WHEN ${at} THEN '${name}'`).join(' ');
  const at = `${from} + a.digit * 1000 + b.digit * 100 + c.digit * 10 + d.digit`;
  const numbers =
    dialect === 'postgres'
      ? `SELECT generate_series(${from}, ${from + POSTGRES_BATCH - 1}) AS place`
      : `SELECT ${at} AS place FROM ${['a', 'b', 'c', 'd'].map(digit).join(' CROSS JOIN ')}`;
  const session = dialect === 'mysql' ? 'place DIV 10' : 'place / 10';
  const sessions = `SELECT place, ${session} AS session FROM (${numbers}) numbers WHERE place < ${logs}`;
  // Times are beyond 32 bits, in which PostgreSQL would count.
  const big = dialect === 'postgres' ? 'place::bigint' : 'place';
  const person = `(session * 7) % ${people}`;
  const model = `(session * 13) % ${models.length}`;
  return `INSERT INTO logs (${COLUMNS}) SELECT ${person} + 1,
    ${startMs} + ${big} * ${Math.floor((DAYS * DAY_MS) / logs)}, CASE WHEN place % 10 = 9 THEN 5 ELSE 2 END, '',
    CASE WHEN ${person} = 0 THEN 'root' ELSE ${text("'person'", person)} END, ${text("'key'", '(session % 500)')},
    session % 500 + 1, CASE WHEN session % 5 = 0 THEN 'vip' ELSE 'default' END, CASE ${model} ${modelNames} END,
    100 + place % 900, 500 + place % 1500, 20 + place % 700, 300 + place % 9000, place % 2,
    (${model}) * ${Math.max(1, Math.floor(channels / models.length))} + session % ${Math.max(1, Math.floor(channels / models.length))} + 1,
    '127.0.0.1', ${text("'20260101000000'", '(100000000 + place)', "'seedseed'")},
    ${text(`'{"$":{"m":0.075,"o":4,"c":0.5,"b":"3f2a9c1d"},"f":'`, '(100 + place % 900)', `',"b":[1,41,0]}'`)}
    FROM (${sessions}) sessions ORDER BY place`;
}

function figuresSql(hourMs: number): string {
  const key = 'user_id, token_name, channel_id, token_group, model_name, username';
  return `INSERT INTO usage_hours (hour_at_ms, ${key}, is_charted, request_count, quota, token_used)
    SELECT ${hourMs}, ${key}, 1, COUNT(*), SUM(quota), SUM(prompt_tokens + completion_tokens)
    FROM logs WHERE type = 2 AND created_at_ms >= ${hourMs} AND created_at_ms < ${hourMs + HOUR_MS}
    GROUP BY ${key}`;
}

void main(process.argv[2] ?? '', JSON.parse(process.argv[3] ?? '') as Seeds); // written by seeds.mjs
