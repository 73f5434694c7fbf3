import { AccountKind, openedSums } from '@billing';
import { type EntityManager } from 'typeorm';
import { whole } from '../source/cells';
import { type Family } from '../source/family';
import { type SourceDatabase } from '../source/source-database';
import { ownIdsSql, remembered } from './memory';
import { KINDS, TABLES, tableThere } from './prepare';
import { type Kind } from './target';

/** Rows and sums of one side, in units. */
export interface Side {
  readonly rows: number;
  readonly sums: Readonly<Record<string, number>>;
}

export interface TableProof {
  readonly table: string;
  readonly there: Side;
  readonly here: Side;
  readonly isEqual: boolean;
}

/** Columns that are added up there, under the name of the sum. */
const SUMS: Readonly<Record<Kind, Readonly<Record<string, string>>>> = {
  user: { remaining: 'quota', used: 'used_quota' },
  token: { remaining: 'remain_quota', used: 'used_quota' },
  channel: { used: 'used_quota' },
  code: { quota: 'quota' },
  order: {},
  drawing: { quota: 'quota' },
  task: { quota: 'quota' },
};

const ACCOUNTS: Partial<Record<Kind, (typeof AccountKind)[keyof typeof AccountKind]>> = {
  user: AccountKind.User,
  token: AccountKind.Token,
  channel: AccountKind.Channel,
};

/** Reads both sides. What is deleted counts on both, but channels that are deleted do not come. */
export async function proofOf(
  manager: EntityManager,
  source: SourceDatabase,
  log: SourceDatabase,
  family: Family,
): Promise<readonly TableProof[]> {
  const tables: TableProof[] = [];
  for (const kind of KINDS) {
    const table = tableThere(kind, family);
    if (!source.tables.has(table)) continue;
    tables.push(proven(table, await thereOf(source, table, kind), await hereOf(manager, kind, family)));
  }
  tables.push(proven('logs', await logThere(log), await logHere(manager, family)));
  return tables;
}

/** What the source holds, before anything comes. */
export async function countsOf(source: SourceDatabase, log: SourceDatabase, family: Family) {
  const tables: { readonly table: string; readonly there: Side }[] = [];
  for (const kind of KINDS) {
    const table = tableThere(kind, family);
    if (source.tables.has(table)) tables.push({ table, there: await thereOf(source, table, kind) });
  }
  return [...tables, { table: 'logs', there: await logThere(log) }];
}

function proven(table: string, there: Side, here: Side): TableProof {
  const isEqual =
    there.rows === here.rows && Object.entries(there.sums).every(([name, sum]) => here.sums[name] === sum);
  return { table, there, here, isEqual };
}

async function thereOf(source: SourceDatabase, table: string, kind: Kind): Promise<Side> {
  const columns = Object.entries(SUMS[kind]).map(([name, column]) => `SUM(${column}) AS ${name}`);
  const isLimited = kind === 'channel' && source.hasColumn(table, 'deleted_at');
  const where = isLimited ? 'WHERE deleted_at IS NULL' : '';
  const [row = {}] = await source.query(
    `SELECT ${['COUNT(*) AS number', ...columns].join(', ')} FROM ${table} ${where}`,
  );
  return { rows: whole(row, 'number'), sums: sumsIn(row, kind) };
}

function sumsIn(row: Readonly<Record<string, unknown>>, kind: Kind): Readonly<Record<string, number>> {
  return Object.fromEntries(Object.keys(SUMS[kind]).map(name => [name, whole(row, name)]));
}

async function hereOf(manager: EntityManager, kind: Kind, family: Family): Promise<Side> {
  const owners = ownIdsSql(family, kind);
  const account = ACCOUNTS[kind];
  const quota = 'quota' in SUMS[kind] ? ', SUM(quota) AS quota' : '';
  const [row = {}] = (await manager.query(
    `SELECT COUNT(*) AS number${quota} FROM ${TABLES[kind].here} WHERE id IN (${owners})`,
  )) as readonly Readonly<Record<string, unknown>>[];
  if (account === undefined) return { rows: whole(row, 'number'), sums: sumsIn(row, kind) };
  const { balance, used } = await openedSums(manager, account, owners);
  return { rows: whole(row, 'number'), sums: kind === 'channel' ? { used } : { remaining: balance, used } };
}

async function logThere(log: SourceDatabase): Promise<Side> {
  if (!log.tables.has('logs')) return { rows: 0, sums: {} };
  const rows = await log.query(
    'SELECT type, COUNT(*) AS number, SUM(quota) AS quota FROM logs GROUP BY type ORDER BY type',
  );
  return logSide(
    rows.map(row => ({ type: whole(row, 'type'), rows: whole(row, 'number'), quota: whole(row, 'quota') })),
  );
}

/** Counted in the units that stored the rows. */
async function logHere(manager: EntityManager, family: Family): Promise<Side> {
  const types = [...(await remembered(manager, family, 'log-type'))].sort(([left], [right]) => left - right);
  return logSide(types.map(([type, { amounts }]) => ({ type, rows: amounts.requests, quota: amounts.used })));
}

function logSide(types: readonly { readonly type: number; readonly rows: number; readonly quota: number }[]): Side {
  const sums = types.flatMap(({ type, rows, quota }) => [
    [`type ${type} rows`, rows] as const,
    [`type ${type} quota`, quota] as const,
  ]);
  return { rows: types.reduce((sum, { rows }) => sum + rows, 0), sums: Object.fromEntries(sums) };
}
