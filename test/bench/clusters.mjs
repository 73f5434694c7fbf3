import { randomBytes } from 'node:crypto';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { asOne, compare } from './compare.mjs';
import { startGateway } from './gateway.mjs';

const load = createRequire(import.meta.url);
const SERVER_URL = process.env.BENCH_POSTGRES_URL ?? 'postgres://postgres@127.0.0.1:5432';
const REDIS_URL = process.env.BENCH_REDIS_URL ?? 'redis://127.0.0.1:6379/15';
const OTHER_REDIS_URL = process.env.BENCH_OTHER_REDIS_URL ?? 'redis://127.0.0.1:6379/14';

/** Runs one statement on the database server; the error when it is not there. */
async function onPostgres(sql) {
  const { Client } = load('pg');
  const client = new Client({ connectionString: `${SERVER_URL}/postgres` });
  await client.connect();
  await client.query(sql);
  await client.end();
}

/**
 * What a call costs on PostgreSQL with Redis: one process, two nodes on one database, two nodes that have nothing in
 * common but the machine, and two workers of one node, each beside the bare relay. Empty when there is no PostgreSQL.
 */
export async function measureClusters(root, upstreamUrl, bare, scenarios, rounds) {
  const name = `sluice_bench_${randomBytes(4).toString('hex')}`;
  try {
    await onPostgres(`CREATE DATABASE ${name}`);
  } catch {
    return [];
  }
  const secrets = { MASTER_KEY: randomBytes(32).toString('hex'), SESSION_SECRET: randomBytes(32).toString('hex') };
  const shared = { DATABASE_URL: `${SERVER_URL}/${name}`, REDIS_URL, ...secrets };
  const rows = [];
  const add = async (layout, program) => {
    for (const scenario of scenarios) rows.push({ layout, ...(await compare(bare, program, scenario, rounds)) });
  };
  const first = await startGateway(root, upstreamUrl, shared);
  try {
    await add('PostgreSQL and Redis, one process', asOne(first));
    const second = await first.startAgain();
    await add('PostgreSQL and Redis, two nodes', asOne(first, second));
    await second.stop();
    await first.pause();
    const apart = await startApart(first, name);
    await add('PostgreSQL and Redis, two nodes apart', asOne(...apart));
    for (const node of apart) await node.stop();
    const workers = await first.startAgain({ WORKERS: '2' });
    await add('PostgreSQL and Redis, two workers', asOne({ ...workers, key: first.key }));
    await workers.stop();
  } finally {
    await first.stop();
    for (const made of [copyOf(name), name]) await onPostgres(`DROP DATABASE IF EXISTS ${made} WITH (FORCE)`);
  }
  return rows;
}

function copyOf(name) {
  return `${name}_copy`;
}

/** Two nodes of the same site, which is paused: one goes on with its database, and one with a copy and a Redis of its own. */
async function startApart(site, name) {
  await onPostgres(`CREATE DATABASE ${copyOf(name)} TEMPLATE ${name}`);
  const own = {
    DATABASE_URL: `${SERVER_URL}/${copyOf(name)}`,
    REDIS_URL: OTHER_REDIS_URL,
    DATA_DIR: join(site.directory, 'apart'),
  };
  const nodes = [await site.startAgain(), await site.startAgain(own)];
  return nodes.map(node => ({ ...node, key: site.key }));
}
