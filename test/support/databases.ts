import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DataSource } from 'typeorm';
import type { DatabaseDialect } from '@platform';

/** A database of its own for one suite; dropped at the end. */
export interface TestDatabase {
  readonly url: string;
  drop(): Promise<void>;
}

const SERVERS = {
  postgres: { url: process.env.TEST_POSTGRES_URL ?? 'postgres://postgres@127.0.0.1:5432/postgres', port: 5432 },
  mysql: { url: process.env.TEST_MYSQL_URL ?? 'mysql://root@127.0.0.1:3306/mysql', port: 3306 },
} as const;

/** Databases the suites run on. One that is not there is skipped with a clear line, and is a failure under CI. */
export const DIALECTS: readonly DatabaseDialect[] = ['sqlite', 'postgres', 'mysql'];

const answers = new Map<number, Promise<boolean>>();

/** Whether something listens on a local port. */
export function isListening(port: number): Promise<boolean> {
  const known = answers.get(port);
  if (known) return known;
  const answer = new Promise<boolean>(resolve => {
    const socket = connect({ port, host: '127.0.0.1', timeout: 1000 });
    const end = (isThere: boolean) => {
      socket.destroy();
      resolve(isThere);
    };
    socket.once('connect', () => end(true));
    socket.once('error', () => end(false));
    socket.once('timeout', () => end(false));
  });
  answers.set(port, answer);
  return answer;
}

/** Runs the body when the service is there; otherwise says so, and fails when CI promised it. */
export async function requireService(name: string, port: number): Promise<boolean> {
  if (await isListening(port)) return true;
  if (process.env.CI === 'true')
    throw new Error(`${name} is not listening on port ${port}, and with CI=true nothing may be skipped.`);
  process.stderr.write(`SKIPPED: ${name} is not listening on port ${port}; its tests were not run.\n`);
  return false;
}

/** @returns null when the server of this dialect is not there */
export async function createTestDatabase(dialect: DatabaseDialect): Promise<TestDatabase | null> {
  if (dialect === 'sqlite') {
    const directory = mkdtempSync(join(tmpdir(), 'sluice-test-'));
    return {
      url: `sqlite:${join(directory, 'sluice.db')}`,
      drop: () => Promise.resolve(rmSync(directory, { recursive: true, force: true })),
    };
  }
  const server = SERVERS[dialect];
  if (!(await requireService(dialect, server.port))) return null;
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
