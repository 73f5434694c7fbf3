import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { appliedMigrations } from '@archive';
import { dataSourceOptions, FileOwnership, refuseNewerSchema, unlimitedOptions, type Config } from '@platform';
import { DataSource, type DataSourceOptions } from 'typeorm';
import { migrationNames } from '../database/migrations';

const IN_MEMORY = ':memory:';
/** A node that runs moves its row more often than this. */
const BEAT_WAIT_MS = 25_000;
const LOOK_EVERY_MS = 500;

/** Options without limits of time, entities and migrations. */
export function plainOptions(config: Pick<Config, 'database'>): DataSourceOptions {
  return unlimitedOptions(dataSourceOptions(config, { entities: [], migrations: [] }));
}

/** Whether the configured database exists and has been set up. */
export async function isPresent(config: Pick<Config, 'database'>): Promise<boolean> {
  const { dialect, url } = config.database;
  if (dialect === 'sqlite' && !existsSync(url)) return false;
  return withDatabase(config, async dataSource => {
    const runner = dataSource.createQueryRunner();
    try {
      return await runner.hasTable('imported_rows');
    } finally {
      await runner.release();
    }
  });
}

/** Opens the configured database, which must be there and of no newer version. @throws Error with a sentence */
export async function withDatabase<Result>(
  config: Pick<Config, 'database'>,
  work: (dataSource: DataSource) => Promise<Result>,
): Promise<Result> {
  const { dialect, url } = config.database;
  if (url === IN_MEMORY) throw new Error('a database in memory belongs to its server alone.');
  if (dialect === 'sqlite' && !existsSync(url)) throw new Error(`there is no database at ${url}`);
  const dataSource = await new DataSource(plainOptions(config)).initialize();
  try {
    const runner = dataSource.createQueryRunner();
    refuseNewerSchema(await appliedMigrations(runner).finally(() => runner.release()), migrationNames);
    return await work(dataSource);
  } finally {
    await dataSource.destroy();
  }
}

/**
 * Keeps every server away from the configured database during some work.
 *
 * @throws Error with a sentence while a server runs, or when charges wait on the disk for a server
 */
export async function withoutServer<Result>(
  config: Config,
  say: (line: string) => void,
  work: () => Promise<Result>,
): Promise<Result> {
  refuseWaitingCharges(config.dataDir);
  const { dialect, url } = config.database;
  if (dialect !== 'sqlite') {
    await withDatabase(config, dataSource => refuseBeating(dataSource, say));
    return work();
  }
  const ownership = await FileOwnership.take(url);
  if (!ownership) throw new Error(`a server is using ${url}; stop it first.`);
  try {
    return await work();
  } finally {
    await ownership.end();
  }
}

function refuseWaitingCharges(dataDir: string): void {
  const directory = join(dataDir, 'charges');
  const waiting = existsSync(directory) ? readdirSync(directory).filter(name => name.endsWith('.journal')) : [];
  if (waiting.length === 0) return;
  throw new Error(`charges wait to be booked in ${directory}; start the server once, and stop it when it is ready.`);
}

async function refuseBeating(dataSource: DataSource, say: (line: string) => void): Promise<void> {
  if ((await livingNodes(dataSource, say)).length > 0) {
    throw new Error('a server is using the database; stop every node first.');
  }
}

/** A process that serves the database, with the marks of the master keys that it knows. */
export interface LivingNode {
  readonly id: string;
  readonly keyMarks: string;
}

/**
 * Nodes move their rows while they run, and remove them at an orderly end; a row that stays as it is belongs to a node that
 * was killed.
 *
 * @param wanted whether one living node suffices
 */
export async function livingNodes(
  dataSource: DataSource,
  say: (line: string) => void,
  wanted: 'first' | 'all' = 'first',
): Promise<readonly LivingNode[]> {
  const before = await beatsOf(dataSource);
  if (before.size === 0) return [];
  say(`looking for ${BEAT_WAIT_MS / 1000} seconds whether a server still uses the database …`);
  for (let waitedMs = 0; ; waitedMs += LOOK_EVERY_MS) {
    await pause(LOOK_EVERY_MS);
    const now = await beatsOf(dataSource);
    const living = [...now].filter(([id, { beat }]) => before.get(id)?.beat !== beat);
    const isEnough = living.length === now.size || (wanted === 'first' && living.length > 0);
    if (isEnough || waitedMs >= BEAT_WAIT_MS) return living.map(([id, { keyMarks }]) => ({ id, keyMarks }));
  }
}

interface Beat {
  readonly beat: string;
  readonly keyMarks: string;
}

/** The nodes that have shown themselves, and what they showed last. */
export async function beatsOf(dataSource: DataSource): Promise<ReadonlyMap<string, Beat>> {
  const runner = dataSource.createQueryRunner();
  try {
    if (!(await runner.hasTable('nodes'))) return new Map();
    const rows = (await runner.query('SELECT * FROM nodes')) as readonly {
      readonly id: string;
      readonly beat: unknown;
      readonly key_marks?: string;
    }[];
    return new Map(rows.map(({ id, beat, key_marks = '' }) => [id, { beat: String(beat), keyMarks: key_marks }]));
  } finally {
    await runner.release();
  }
}
