import { Role } from '@contracts';
import { type EntityManager } from 'typeorm';
import { text, whole } from '../source/cells';
import { type Family } from '../source/family';
import { type SourceDatabase } from '../source/source-database';
import { ownIdsSql, remembered, type KnownRow } from './memory';
import { NO_AMOUNTS, Taken, type IdMaps, type Kind, type MapContext, type UniqueName } from './target';

/** Tables there and here, by kind. */
export const TABLES: Readonly<Record<Kind, { readonly there: string; readonly here: string }>> = {
  user: { there: 'users', here: 'users' },
  token: { there: 'tokens', here: 'tokens' },
  channel: { there: 'channels', here: 'channels' },
  code: { there: 'redemptions', here: 'redemptions' },
  order: { there: 'orders', here: 'orders' },
  drawing: { there: 'midjourneys', here: 'tasks' },
  task: { there: 'tasks', here: 'tasks' },
};

export const KINDS = Object.keys(TABLES) as readonly Kind[];

/** The table of a kind in a family. */
export function tableThere(kind: Kind, family: Family): string {
  return kind === 'order' && family === 'new-api' ? 'top_ups' : TABLES[kind].there;
}

/** Every row of the source with its id here, and what earlier runs brought. */
export interface Prepared {
  readonly ids: IdMaps;
  readonly known: Readonly<Record<Kind, ReadonlyMap<number, KnownRow>>>;
}

/**
 * Gives each row of the source an id here: the one it had in an earlier run, its own where that is free, or a new one.
 * Ids of LiteLLM are texts, so that all of its rows get new ones.
 *
 * @throws Error with a sentence when the place holds an import from another gateway of the same family
 */
export async function prepare(manager: EntityManager, source: SourceDatabase, family: Family): Promise<Prepared> {
  const known = {} as Record<Kind, Map<number, KnownRow>>;
  const ids = {} as Record<Kind, Map<number, number>>;
  for (const kind of KINDS) {
    known[kind] = new Map(await remembered(manager, family, kind));
    if (kind === 'user') {
      await refuseOtherSource(manager, source, known.user);
      await adoptRoot(manager, source, known.user);
    }
    const there = await source.ids(tableThere(kind, family));
    const { here } = TABLES[kind];
    const planned = KINDS.filter(other => TABLES[other].here === here).flatMap(other => [
      ...(ids[other] ?? []).values(),
    ]);
    const used = new Set([...(await idsHere(manager, here)), ...planned]);
    ids[kind] = assignIds(there, known[kind], { used, isKept: family !== 'litellm' });
  }
  return { ids, known };
}

function assignIds(
  there: readonly number[],
  known: ReadonlyMap<number, KnownRow>,
  { used, isKept }: { readonly used: ReadonlySet<number>; readonly isKept: boolean },
): Map<number, number> {
  const ids = new Map<number, number>();
  let next = Math.max(0, ...(isKept ? [there.at(-1) ?? 0] : []), lastOf(used)) + 1;
  for (const id of there) {
    const own = known.get(id)?.ownId ?? (used.has(id) || !isKept ? next++ : id);
    ids.set(id, own);
  }
  return ids;
}

function lastOf(used: ReadonlySet<number>): number {
  let last = 0;
  for (const id of used) last = Math.max(last, id);
  return last;
}

async function idsHere(manager: EntityManager, table: string): Promise<ReadonlySet<number>> {
  const rows = (await manager.query(`SELECT id FROM ${table}`)) as readonly { readonly id: unknown }[];
  return new Set(rows.map(({ id }) => Number(id)));
}

/** The root account that a first start made becomes the root of the source, with its password and its money. */
async function adoptRoot(manager: EntityManager, source: SourceDatabase, known: Map<number, KnownRow>): Promise<void> {
  const [there] = await source.query(`SELECT id FROM users WHERE role = ${Role.Root} ORDER BY id LIMIT 1`);
  if (!there || known.has(Number(there.id))) return;
  const rows = (await manager.query(
    `SELECT users.id AS id, balance + held + leased AS balance, used, request_count FROM users
     JOIN accounts ON accounts.kind = 1 AND accounts.owner_id = users.id
     WHERE role = ${Role.Root} ORDER BY users.id LIMIT 1`,
  )) as readonly Readonly<Record<string, unknown>>[];
  const here = rows[0];
  if (!here) return;
  const amounts = {
    ...NO_AMOUNTS,
    balance: whole(here, 'balance'),
    used: whole(here, 'used'),
    requests: whole(here, 'request_count'),
  };
  known.set(Number(there.id), { ownId: Number(here.id), digest: '', amounts });
}

/** Two gateways of one family have the same ids for different people. */
async function refuseOtherSource(
  manager: EntityManager,
  source: SourceDatabase,
  known: ReadonlyMap<number, KnownRow>,
): Promise<void> {
  if (known.size === 0) return;
  const here = (await manager.query('SELECT id, username FROM users')) as readonly Readonly<Record<string, unknown>>[];
  const names = new Map(here.map(row => [Number(row.id), String(row.username)]));
  const there = await source.query('SELECT id, username FROM users ORDER BY id LIMIT 1000');
  const both = there.filter(row => known.has(Number(row.id)));
  const same = both.filter(row => names.get(known.get(Number(row.id))?.ownId ?? 0) === text(row, 'username'));
  if (both.length > 0 && same.length * 2 >= both.length) return;
  throw new Error('this place holds an import from another gateway of the same family; import into an empty place.');
}

const UNIQUE_COLUMNS: readonly (readonly [UniqueName, string, string])[] = [
  ['username', 'users', 'username_key'],
  ['email', 'users', 'email'],
  ['aff_code', 'users', 'aff_code'],
  ['access_token', 'users', 'access_token_hash'],
  ['token_key', 'tokens', 'key_hash'],
  ['code_key', 'redemptions', 'key_hash'],
  ['trade_no', 'orders', 'trade_no'],
  ['upstream_key', 'tasks', 'upstream_key'],
];

/** The values here that no other row may have. */
export async function takenHere(manager: EntityManager): Promise<Readonly<Record<UniqueName, Taken>>> {
  const taken = { identity: new Taken() } as Record<UniqueName, Taken>;
  for (const [name, table, column] of UNIQUE_COLUMNS) {
    taken[name] = new Taken();
    const rows = (await manager.query(
      `SELECT id, ${column} AS value FROM ${table} WHERE ${column} IS NOT NULL`,
    )) as readonly { readonly id: unknown; readonly value: unknown }[];
    for (const { id, value } of rows) taken[name].take(String(value), Number(id));
  }
  const linked = (await manager.query('SELECT user_id, provider, subject FROM identities')) as readonly {
    readonly user_id: unknown;
    readonly provider: string;
    readonly subject: string;
  }[];
  for (const row of linked) taken.identity.take(`${row.provider} ${row.subject}`, Number(row.user_id));
  return taken;
}

/** Tasks that earlier runs brought and that have ended here; they stay as they are. */
export async function endedTasksHere(manager: EntityManager, family: Family): Promise<MapContext['endedTasks']> {
  const rows = (await manager.query(
    `SELECT id, is_refunded FROM tasks WHERE is_open = 0 AND id IN (${ownIdsSql(family, 'drawing')}
     UNION ${ownIdsSql(family, 'task')})`,
  )) as readonly Readonly<Record<string, unknown>>[];
  return new Map(rows.map(row => [Number(row.id), { isRefunded: Number(row.is_refunded) === 1 }]));
}
