import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { median } from '../../test/bench/load.mjs';
import { cpuMicroseconds, startProgram } from '../../test/bench/processes.mjs';
import { prepare, root } from './prepare.mjs';

/** How long a server takes until it is ready, on each database that is there, beside a Node that does nothing. */
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 10);

await prepare();
const load = createRequire(import.meta.url);
const name = `sluice_bench_${randomBytes(4).toString('hex')}`;
const directory = mkdtempSync(join(tmpdir(), 'sluice-bench-'));

function say(line) {
  return process.stdout.write(`${line}\n`);
}

async function onPostgres(sql) {
  const { Client } = load('pg');
  const client = new Client({ connectionString: 'postgres://postgres@127.0.0.1:5432/postgres' });
  await client.connect();
  await client.query(sql);
  await client.end();
}

async function onMysql(sql) {
  const connection = await load('mysql2/promise').createConnection('mysql://root@127.0.0.1:3306');
  await connection.query(sql);
  await connection.end();
}

const databases = [
  { title: 'SQLite', url: `sqlite:${join(directory, 'sluice.db')}`, run: () => Promise.resolve() },
  { title: 'PostgreSQL', url: `postgres://postgres@127.0.0.1:5432/${name}`, run: onPostgres },
  { title: 'MySQL', url: `mysql://root@127.0.0.1:3306/${name}`, run: onMysql },
];

async function start(url) {
  const startedAt = performance.now();
  const environment = { PORT: '0', HOST: '127.0.0.1', DATA_DIR: directory, DATABASE_URL: url, LOG_LEVEL: 'error' };
  const server = await startProgram(join(root, 'dist/server/main.js'), environment);
  const result = { wallMs: performance.now() - startedAt, cpuMs: cpuMicroseconds(server.pid) / 1000 };
  await server.stop();
  return result;
}

function startNode() {
  const startedAt = performance.now();
  execFileSync(process.execPath, ['-e', '0']);
  return performance.now() - startedAt;
}

const rows = [];
for (const { title, url, run } of databases) {
  try {
    await run(`CREATE DATABASE ${name}`);
  } catch {
    say(`${title} is not there.`);
    continue;
  }
  await start(url); // makes the tables
  const rounds = [];
  for (let round = 0; round < ROUNDS; round++) rounds.push({ ...(await start(url)), nodeMs: startNode() });
  await run(`DROP DATABASE ${name}`);
  const of = figure => median(rounds.map(result => result[figure]));
  rows.push({ database: title, wallMs: of('wallMs'), cpuMs: of('cpuMs'), emptyNodeWallMs: of('nodeMs') });
}
rmSync(directory, { recursive: true, force: true });
say(`Ready after, medians of ${ROUNDS} starts; processor time is the steadier figure on a busy machine.`);
console.table(
  rows.map(row =>
    Object.fromEntries(Object.entries(row).map(([k, v]) => [k, typeof v === 'number' ? Math.round(v) : v])),
  ),
);
