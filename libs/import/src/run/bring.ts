import { AccountKind, bookOpenings, type Opening } from '@billing';
import { deleteAbilities, insertAbilities } from '@channel';
import { type ChannelStatusValue } from '@contracts';
import { dialectOf, execute, insertRows, SqlParameters, type RowSetShape } from '@platform';
import { type EntityManager } from 'typeorm';
import { type Family } from '../source/family';
import { digestOf, remember, type KnownRow } from './memory';
import { type Amounts, type ImportTarget, type KindTable, type MappedRow } from './target';

/** How many rows of a table came for the first time, came again because they changed, and stayed as they are. */
export interface Brought {
  fresh: number;
  changed: number;
  same: number;
}

interface Change {
  readonly row: MappedRow;
  readonly ownId: number;
  readonly digest: string;
  /** Null for a row that comes for the first time. */
  readonly before: KnownRow | null;
}

const ACCOUNTS = { user: AccountKind.User, token: AccountKind.Token, channel: AccountKind.Channel } as const;

const IDENTITY_SHAPE: RowSetShape = {
  user_id: 'integer',
  provider: 'text',
  subject: 'text',
  login: 'text',
  level: 'integer',
  created_at_ms: 'integer',
};

/** What has to be done for a page of rows. */
export function changesIn(page: readonly MappedRow[], known: ReadonlyMap<number, KnownRow>): readonly Change[] {
  return page.map(row => {
    const ownId = Number(row.columns.id);
    return { row, ownId, digest: digestOf(row), before: known.get(row.sourceId) ?? null };
  });
}

export function countChanges(changes: readonly Change[], brought: Brought): void {
  for (const change of changes) {
    if (change.before === null) brought.fresh += 1;
    else if (isNew(change) || hasMoved(change)) brought.changed += 1;
    else brought.same += 1;
  }
}

/** Stores a page of rows with their money and the memory of it, in one unit: it comes as a whole or not at all. */
export async function bringPage(
  { unitOfWork, nowMs }: ImportTarget,
  family: Family,
  { kind, table, shape }: KindTable,
  changes: readonly Change[],
): Promise<void> {
  const fresh = changes.filter(({ before }) => before === null);
  const changed = changes.filter(change => change.before !== null && isNew(change));
  await unitOfWork.run(async manager => {
    const names = Object.keys(shape);
    const values = fresh.map(({ row }) => names.map(name => row.columns[name] ?? null));
    await insertRows(manager, table, shape, values);
    for (const { row, ownId } of changed) await replaceRow(manager, table, ownId, row);
    const written = [...fresh, ...changed];
    if (kind === 'user') await linkIdentities(manager, written, changed);
    if (kind === 'channel') await linkModels(manager, written, changed);
    if (kind === 'user' || kind === 'token' || kind === 'channel') {
      const openings = changes.flatMap(change => openingOf(change, family, kind, nowMs));
      await bookOpenings(manager, openings, nowMs);
    }
    const done = changes.filter(change => change.before === null || isNew(change) || hasMoved(change));
    await remember(
      manager,
      family,
      done.map(({ row, ownId, digest }) => ({ kind, sourceId: row.sourceId, ownId, digest, amounts: row.amounts })),
    );
    if (fresh.length > 0) await countOn(manager, table);
  });
}

function isNew({ before, digest }: Change): boolean {
  return before?.digest !== digest;
}

function differenceOf({ row, before }: Change): Amounts {
  const { balance, affiliate, affiliateEver, used, requests } = row.amounts;
  if (before === null) return row.amounts;
  const known = before.amounts;
  const rewards = affiliate - known.affiliate;
  return {
    balance: balance - known.balance,
    affiliate: rewards,
    affiliateEver: before.digest === '' ? affiliateEver : Math.max(0, rewards),
    used: used - known.used,
    requests: requests - known.requests,
  };
}

function hasMoved(change: Change): boolean {
  const { balance, affiliate, used, requests } = differenceOf(change);
  return balance !== 0 || affiliate !== 0 || used !== 0 || requests !== 0;
}

function openingOf(change: Change, family: Family, kind: keyof typeof ACCOUNTS, nowMs: number): readonly Opening[] {
  if (change.before !== null && !isNew(change) && !hasMoved(change)) return [];
  const again = change.before === null ? '' : `:${nowMs}`;
  return [
    {
      ...differenceOf(change),
      sourceId: `import:${family}:${kind}:${change.row.sourceId}${again}`,
      kind: ACCOUNTS[kind],
      ownerId: change.ownId,
      isUnlimited: change.row.isUnlimited ?? false,
    },
  ];
}

async function replaceRow(manager: EntityManager, table: string, ownId: number, { columns }: MappedRow): Promise<void> {
  const parameters = new SqlParameters(dialectOf(manager.connection));
  const assignments = Object.entries(columns)
    .filter(([name]) => name !== 'id')
    .map(([name, value]) => `${name} = ${value === null ? 'NULL' : parameters.add(value)}`);
  await execute(manager, `UPDATE ${table} SET ${assignments.join(', ')} WHERE id = ${ownId}`, parameters.values);
}

async function linkIdentities(manager: EntityManager, written: readonly Change[], changed: readonly Change[]) {
  const owners = changed.map(({ ownId }) => ownId);
  if (owners.length > 0) await execute(manager, `DELETE FROM identities WHERE user_id IN (${owners.join(', ')})`, []);
  const rows = written.flatMap(({ row, ownId }) =>
    (row.identities ?? []).map(linked => ({ ...linked, user_id: ownId })),
  );
  const names = Object.keys(IDENTITY_SHAPE) as (keyof (typeof rows)[number])[];
  await insertRows(
    manager,
    'identities',
    IDENTITY_SHAPE,
    rows.map(row => names.map(name => row[name] ?? null)),
  );
}

async function linkModels(manager: EntityManager, written: readonly Change[], changed: readonly Change[]) {
  await deleteAbilities(
    manager,
    changed.map(({ ownId }) => ownId),
  );
  const channels = written.map(({ row: { columns }, ownId }) => ({
    id: ownId,
    group: String(columns.channel_group),
    models: String(columns.models),
    status: Number(columns.status) as ChannelStatusValue,
    priority: Number(columns.priority),
    weight: Number(columns.weight),
  }));
  await insertAbilities(manager, channels);
}

/** New rows get ids behind those that came; SQLite and MySQL see to it by themselves. */
async function countOn(manager: EntityManager, table: string): Promise<void> {
  if (dialectOf(manager.connection) !== 'postgres') return;
  const sequence = `pg_get_serial_sequence('${table}', 'id')`;
  await manager.query(`SELECT setval(${sequence}, (SELECT COALESCE(MAX(id), 0) + 1 FROM ${table}), false)`);
}
