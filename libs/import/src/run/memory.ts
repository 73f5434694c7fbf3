import { createHash } from 'node:crypto';
import { dialectOf, runStatements, upsertStatement, type RowSetShape, type RowValue } from '@platform';
import { type EntityManager } from 'typeorm';
import { type Family } from '../source/family';
import { NO_AMOUNTS, type Amounts, type Kind, type MappedRow } from './target';

/** What an earlier run brought of a row. */
export interface KnownRow {
  readonly ownId: number;
  /** Tells how the row stood there; empty for a row that was here before. */
  readonly digest: string;
  readonly amounts: Amounts;
}

type MemoryKind = Kind | 'option' | 'log' | 'log-type' | 'hours';

const TABLE = 'imported_rows';
const SHAPE: RowSetShape = {
  source: 'text',
  kind: 'text',
  source_id: 'integer',
  own_id: 'integer',
  digest: 'text',
  balance: 'integer',
  affiliate: 'integer',
  used: 'integer',
  requests: 'integer',
};

interface MemoryRow extends KnownRow {
  readonly kind: MemoryKind;
  readonly sourceId: number;
}

/** What earlier runs brought of a kind, by the id there; nothing in a database that has no import yet. */
export async function remembered(
  manager: EntityManager,
  family: Family,
  kind: MemoryKind,
): Promise<ReadonlyMap<number, KnownRow>> {
  const rows = (await manager.query(
    `SELECT source_id, own_id, digest, balance, affiliate, used, requests FROM ${TABLE}
     WHERE source = '${family}' AND kind = '${kind}'`,
  )) as readonly Readonly<Record<string, unknown>>[];
  return new Map(
    rows.map(row => {
      const number = (name: string) => Number(row[name]);
      const amounts = {
        ...NO_AMOUNTS,
        balance: number('balance'),
        affiliate: number('affiliate'),
        used: number('used'),
        requests: number('requests'),
      };
      return [number('source_id'), { ownId: number('own_id'), digest: String(row.digest), amounts }];
    }),
  );
}

/** Notes what was brought, in the unit that brought it. @param onConflict `add` sums the amounts up */
export async function remember(
  manager: EntityManager,
  family: Family,
  rows: readonly MemoryRow[],
  onConflict: 'replace' | 'add' = 'replace',
): Promise<void> {
  const target = {
    table: TABLE,
    key: ['source', 'kind', 'source_id'],
    onConflict,
    kept: onConflict === 'add' ? ['own_id', 'digest'] : [],
    shape: SHAPE,
  } as const;
  const values = rows.map(({ kind, sourceId, ownId, digest, amounts }) => {
    const { balance, affiliate, used, requests } = amounts;
    return [family, kind, sourceId, ownId, digest, balance, affiliate, used, requests];
  });
  await runStatements(manager, upsertStatement(dialectOf(manager.connection), target, values));
}

/** The ids here of everything of a kind that came, as a query. */
export function ownIdsSql(family: Family, kind: Kind): string {
  return `SELECT own_id FROM ${TABLE} WHERE source = '${family}' AND kind = '${kind}'`;
}

/** Columns that change with every use, or with every run. */
const PASSING = /^(id|accessed_at_ms|last_login_at_ms|tested_at_ms|response_time_ms|.*_sealed)$/;
/** A sealed text differs each time; what it seals has a hash beside it. */
const SEALED = /v1\.[\w-]{20,}/g;

/** Tells whether a row changed there since it came. */
export function digestOf({ columns, identities = [], isUnlimited = false }: MappedRow): string {
  const lasting = Object.entries(columns)
    .filter(([name]) => !PASSING.test(name))
    .map(([name, value]): readonly [string, RowValue | boolean] => [
      name,
      name === 'deleted_at_ms' ? value !== null : value,
    ]);
  const linked = identities.map(({ provider, subject }) => [provider, subject]);
  const json = JSON.stringify([lasting, linked, isUnlimited]).replace(SEALED, 'sealed');
  return createHash('sha256').update(json).digest('hex');
}
