import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import sqlite3 from 'sqlite3';
import { call, signIn, startGateway } from '../../test/bench/gateway.mjs';
import { load } from '../../test/bench/load.mjs';
import { startProgram } from '../../test/bench/processes.mjs';
import { prepare, root } from './prepare.mjs';

/** How long one round over many running tasks takes, and what relay calls notice of it. */
const TASKS = Number(process.env.BENCH_TASKS ?? 2_000);
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 3);
/** A round begins at most this long after the tasks have become due. */
const TICK_MS = 7_000;
/** Tasks are asked about again after a quarter of a minute; what comes then is another round. */
const NEXT_ROUND_MS = 10_000;

await prepare();

function bench(name) {
  return join(root, 'test/bench', name);
}

const upstream = await startProgram(bench('upstream.mjs'), { CHUNKS: '1' });
const proxy = await startProgram(bench('drawing-proxy.mjs'), { DELAY_MS: '100' });
const gateway = await startGateway(root, upstream.url);

function say(line) {
  return process.stdout.write(`${line}\n`);
}

const channel = {
  type: 2,
  name: 'drawings',
  key: 'secret',
  group: 'default',
  models: 'mj_imagine',
  base_url: proxy.url,
};
const headers = await signIn(gateway.url);
await call(gateway.url, 'POST', '/api/channel/', channel, headers);
// So that the account has enough left for the relay calls.
const price = { key: 'ModelPrice', value: JSON.stringify({ mj_imagine: 0.0001 }) };
await call(gateway.url, 'PUT', '/api/option/', price, headers);

const submission = {
  path: '/mj/submit/imagine',
  body: JSON.stringify({ prompt: 'a fox' }),
  mark: '"code":1',
  key: gateway.key,
};
const submitted = await load([gateway.url], { inFlight: 16, total: TASKS, ...submission });
say(
  `${TASKS} submissions: ${submitted.perSecond.toFixed(0)} a second, ${submitted.medianMs.toFixed(1)} ms median, ${submitted.failures} failures`,
);

const chat = {
  inFlight: 1,
  pauseMs: 5,
  path: '/v1/chat/completions',
  body: JSON.stringify({ model: 'gpt-4o-mini', messages: [{ role: 'user', content: 'Say hello.' }] }),
  mark: '"usage"',
  key: gateway.key,
};

/** Sends relay calls one at a time for about as long as a round takes to begin and end. */
function relay() {
  return load([gateway.url], { ...chat, total: 1_200 });
}

function statement(sql) {
  return new Promise((resolve, reject) => {
    const database = new sqlite3.Database(join(gateway.directory, 'sluice.db'), error => error && reject(error));
    database.configure('busyTimeout', 5_000);
    database.run(sql, error => database.close(() => (error ? reject(error) : resolve())));
  });
}

async function stats() {
  return (await fetch(`${proxy.url}/stats`)).json();
}

await relay(); // compiled code is what a server runs
const rows = [];
for (let round = 1; round <= ROUNDS; round++) {
  await statement('UPDATE tasks SET due_at_ms = 9000000000000 WHERE is_open = 1');
  await pause(TICK_MS);
  const quiet = await relay();
  await stats();
  await statement('UPDATE tasks SET due_at_ms = 1 WHERE is_open = 1');
  const beside = await relay();
  await pause(TICK_MS);
  const told = await stats();
  const began = Math.min(...told.map(poll => poll.at));
  const polls = told.filter(poll => poll.at < began + NEXT_ROUND_MS);
  rows.push({
    round,
    questions: polls.length,
    'tasks asked': polls.reduce((sum, poll) => sum + poll.ids, 0),
    'largest batch': Math.max(...polls.map(poll => poll.ids)),
    'round ms': Math.max(...polls.map(poll => poll.until)) - began,
    'relay median ms': quiet.medianMs.toFixed(2),
    'beside the round': beside.medianMs.toFixed(2),
    'relay p99 ms': quiet.p99Ms.toFixed(2),
    'p99 beside': beside.p99Ms.toFixed(2),
    failures: quiet.failures + beside.failures,
  });
}
console.table(rows);
await Promise.all([gateway.stop(), proxy.stop(), upstream.stop()]);
