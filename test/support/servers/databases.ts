import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DataSource } from 'typeorm';
import { type DatabaseDialect } from '@platform';

/** A database for one suite, dropped at its end. */
export interface TestDatabase {
  readonly url: string;
  drop(): Promise<void>;
}

const SERVERS = {
  postgres: { url: process.env.TEST_POSTGRES_URL ?? 'postgres://postgres@127.0.0.1:5432/postgres' },
  mysql: { url: process.env.TEST_MYSQL_URL ?? 'mysql://root@127.0.0.1:3306/mysql' },
} as const;

/** The databases on which the suites run. */
export const DIALECTS: readonly DatabaseDialect[] = ['sqlite', 'postgres', 'mysql'];

/** The database that SLUICE_TEST_DATABASE names; without the variable there is none. */
export function namedDialect(): DatabaseDialect | undefined {
  const name = process.env.SLUICE_TEST_DATABASE;
  if (!name) return undefined;
  const dialect = DIALECTS.find(known => known === name);
  if (!dialect) throw new Error(`SLUICE_TEST_DATABASE must be one of ${DIALECTS.join(', ')}, not "${name}".`);
  return dialect;
}

/**
 * The databases for a file that is repeated on each: the named one, or all of them when the file runs by itself and
 * nobody has named one.
 */
export function dialectsOfRun(): readonly DatabaseDialect[] {
  const named = namedDialect();
  return named ? [named] : DIALECTS;
}

/** True when the global set-up found a service; the set-up also reports a service that it did not find. */
export function hasService(name: 'postgres' | 'mysql' | 'redis' | 'chromium'): boolean {
  return (process.env.SLUICE_TEST_SERVICES ?? '').split(',').includes(name);
}

/** A `describe` for suites that need a service: skipped, and counted as skipped, where the service is missing. */
export function describeWith(
  service: Parameters<typeof hasService>[0] | 'sqlite',
  name: string,
  body: () => void,
): void {
  (service === 'sqlite' || hasService(service) ? describe : describe.skip)(name, body);
}

/** Creates an empty database; the server of this dialect must be running. */
export async function createTestDatabase(dialect: DatabaseDialect): Promise<TestDatabase> {
  if (dialect === 'sqlite') {
    const directory = mkdtempSync(join(tmpdir(), 'sluice-test-'));
    return {
      url: `sqlite:${join(directory, 'sluice.db')}`,
      drop: () => Promise.resolve(rmSync(directory, { recursive: true, force: true })),
    };
  }
  const server = SERVERS[dialect];
  const name = `sluice_test_${randomBytes(6).toString('hex')}`;
  await administer(dialect, `CREATE DATABASE ${name}`);
  const url = new URL(server.url);
  url.pathname = `/${name}`;
  const drop = dialect === 'postgres' ? `DROP DATABASE ${name} WITH (FORCE)` : `DROP DATABASE ${name}`;
  return { url: url.toString(), drop: () => administer(dialect, drop) };
}

async function administer(dialect: 'postgres' | 'mysql', sql: string): Promise<void> {
  const source = await new DataSource({ type: dialect, url: SERVERS[dialect].url }).initialize();
  try {
    await source.query(sql);
  } finally {
    await source.destroy();
  }
}
