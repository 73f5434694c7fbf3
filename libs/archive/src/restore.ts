import { verifyLedger, type LedgerReport } from '@billing';
import { DataSource, type DataSourceOptions, type MigrationInterface } from 'typeorm';
import { openArchive, type ArchivePart, type ArchiveSource } from './archive-file';
import { checkArchive } from './check-archive';
import { differingTables, type TableDigest } from './digest';
import { fill, useOf } from './fill';
import { appliedMigrations, storedTables, type StoredTable } from './schema';
import { partsFrom } from './backup';
import { withSnapshot } from './snapshot';
import { dropUnfinished } from './unfinished';

/** A migration as the list of the product names it. */
export type MigrationClass = new () => MigrationInterface;

/** A database that is to be filled: its options without migrations, and all migrations of this version. */
export interface FillTarget {
  readonly options: DataSourceOptions;
  readonly migrations: readonly MigrationClass[];
}

export interface FillProof {
  readonly tables: readonly TableDigest[];
  readonly ledger: LedgerReport;
}

/**
 * Restores an archive into an empty database: it is read to its end first, and the migrations that came after it run
 * behind it.
 *
 * @throws Error with a sentence; the database is as empty as before then
 */
export async function restore(
  source: ArchiveSource,
  passphrase: string | null,
  target: FillTarget,
): Promise<FillProof> {
  const checked = await openArchive(source, passphrase);
  const { head } = checked;
  const expected = await checkArchive(checked);
  const archive = await openArchive(source, passphrase);
  const proof = await fillEmpty(target, head.migrations, head.tables, archive.parts);
  refuseDifferences(expected, proof.tables);
  return proof;
}

/** Copies one database, which nobody must be writing to, into an empty one. */
export async function move(source: DataSource, target: FillTarget): Promise<FillProof> {
  return withSnapshot(source, async runner => {
    const tables = await storedTables(runner);
    const migrations = await appliedMigrations(runner);
    if (migrations.length === 0) throw new Error('there is nothing to move: the database is empty.');
    const expected: TableDigest[] = [];
    const parts = partsFrom(runner, tables, digest => expected.push(digest));
    const proof = await fillEmpty(target, migrations, tables, parts);
    refuseDifferences(expected, proof.tables);
    return proof;
  });
}

function refuseDifferences(expected: readonly TableDigest[], found: readonly TableDigest[]): void {
  const differing = differingTables(expected, found);
  if (differing.length > 0) throw new Error(`these tables did not arrive as they were: ${differing.join(', ')}.`);
}

async function fillEmpty(
  { options, migrations }: FillTarget,
  applied: readonly string[],
  tables: readonly StoredTable[],
  parts: AsyncIterable<ArchivePart>,
): Promise<FillProof> {
  const earlier = migrationsOf(migrations, applied);
  const digests = await withDataSource({ ...options, migrations: [...earlier] }, async dataSource => {
    await refuseUsed(dataSource, applied);
    await dataSource.runMigrations({ transaction: 'each' });
    return fill(dataSource, tables, parts);
  });
  const ledger = await withDataSource({ ...options, migrations: [...migrations] }, async dataSource => {
    await dataSource.runMigrations({ transaction: 'each' });
    return verifyLedger(dataSource);
  });
  return { tables: digests, ledger };
}

/** The migrations of an archive, as this version knows them. */
function migrationsOf(known: readonly MigrationClass[], applied: readonly string[]): readonly MigrationClass[] {
  const byName = new Map(known.map(migration => [new migration().name ?? migration.name, migration]));
  return applied.map(name => {
    const migration = byName.get(name);
    if (migration) return migration;
    throw new Error(
      `the data comes from a newer version of Sluice, whose migration ${name} this version does not know.`,
    );
  });
}

/** A database is empty when nobody has used it; tables of an earlier schema than the archive's are completed. */
async function refuseUsed(dataSource: DataSource, applied: readonly string[]): Promise<void> {
  const runner = dataSource.createQueryRunner();
  try {
    const table = await useOf(runner);
    if (table !== null) throw new Error(`the target is not empty: its table ${table} has rows.`);
    const stranger = (await appliedMigrations(runner)).find(name => !applied.includes(name));
    if (stranger !== undefined) {
      throw new Error(`the target was set up by a newer version than the data (${stranger}); give an empty database.`);
    }
    await dropUnfinished(runner, applied);
  } finally {
    await runner.release();
  }
}

async function withDataSource<Result>(
  options: DataSourceOptions,
  work: (dataSource: DataSource) => Promise<Result>,
): Promise<Result> {
  const dataSource = await new DataSource(options).initialize();
  try {
    return await work(dataSource);
  } finally {
    await dataSource.destroy();
  }
}
