import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { setTimeout as rest } from 'node:timers/promises';
import { measureAccounting } from '../../test/bench/accounting.mjs';
import { measureClusters } from '../../test/bench/clusters.mjs';
import { measureBudgets } from '../../test/bench/budgets.mjs';
import { asOne, compare, measure } from '../../test/bench/compare.mjs';
import { startGateway } from '../../test/bench/gateway.mjs';
import { median } from '../../test/bench/load.mjs';
import { manyStreams } from '../../test/bench/many-streams.mjs';
import { busyShare, memoryMiB, pidOnPort, startProgram } from '../../test/bench/processes.mjs';
import { printResults } from '../../test/bench/report.mjs';
import { CHUNKS, MANY_STREAMS, SCENARIOS } from '../../test/bench/scenarios.mjs';
import { measureTracing } from '../../test/bench/tracing.mjs';
import { measureWorkers } from '../../test/bench/workers.mjs';
import { prepare, root } from './prepare.mjs';

/** Rounds alternate between the bare relay and what is measured. */
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 5);
/** What is measured; all of it unless named, separated by commas. */
const PARTS = (
  process.env.BENCH_PARTS ?? 'calls,accounting,budgets,tracing,streams,restart,ledger,workers,clusters,peer'
).split(',');
/** Another gateway in the same run, as `address,key,model`; its upstream is the one on BENCH_UPSTREAM_PORT. */
const PEER = process.env.BENCH_PEER?.split(',');
const WATCHING_MS = 3_000;
const RESTING_MS = 10_000;
const WARMING_CALLS = 12_000;
/** Small calls with 64 in flight, and one alone: what a call costs, and what it waits. */
const CALLS = SCENARIOS.slice(0, 2);

await prepare();

function bench(name) {
  return join(root, 'test/bench', name);
}

function isAsked(part) {
  return PARTS.includes(part);
}

const busyBefore = await busyShare(WATCHING_MS);
const upstream = await startProgram(bench('upstream.mjs'), {
  CHUNKS: String(CHUNKS),
  PORT: process.env.BENCH_UPSTREAM_PORT ?? '0',
});
const paced = await startProgram(bench('upstream.mjs'), {
  CHUNKS: String(MANY_STREAMS.chunks),
  PACE_MS: String(MANY_STREAMS.paceMs),
});
const bareProgram = await startProgram(bench('bare-relay.mjs'), { UPSTREAM_URL: upstream.url });
const gateway = await startGateway(root, upstream.url, {}, paced.url);
const bare = asOne(bareProgram);
const measured = asOne(gateway);

async function measureMemory() {
  await rest(RESTING_MS);
  const idleMiB = memoryMiB(gateway.pid);
  // Compiled code is what a server runs; the first thousands of calls are still being compiled.
  for (const program of [bare, measured]) await measure(program, { ...SCENARIOS[0], total: WARMING_CALLS });
  await rest(RESTING_MS);
  return { idleMiB, afterLoadMiB: memoryMiB(gateway.pid) };
}

async function compareAll(program, scenarios) {
  const rows = [];
  for (const scenario of scenarios) rows.push(await compare(bare, program, scenario, ROUNDS));
  return rows;
}

/** Milliseconds from the start of the process until it is ready, on the file that the calls have filled. */
async function measureRestarts() {
  await gateway.pause();
  const times = [];
  for (let round = 0; round < ROUNDS; round++) {
    const startedAt = performance.now();
    const program = await gateway.startAgain();
    times.push(performance.now() - startedAt);
    await program.stop();
  }
  return { medianMs: median(times), leastMs: Math.min(...times), mostMs: Math.max(...times) };
}

function measureLedger() {
  const options = ['--import', 'tsx', bench('ledger-bench.ts')];
  const output = execFileSync(process.execPath, options, { cwd: root, encoding: 'utf8' });
  return JSON.parse(output.trim().split('\n').pop());
}

async function comparePeer([address, key, model]) {
  const { port } = new URL(address);
  return compareAll(asOne({ url: address, pid: pidOnPort(Number(port)), key, model }), SCENARIOS.slice(0, 4));
}

const memory = await measureMemory();
const rows = isAsked('calls') ? await compareAll(measured, SCENARIOS) : [];
const accounting = isAsked('accounting') ? await measureAccounting(root, upstream.url, measured, CALLS, ROUNDS) : [];
const budgets = isAsked('budgets') ? await measureBudgets(root, upstream.url, CALLS, ROUNDS) : [];
const tracing = isAsked('tracing') ? await measureTracing(root, upstream.url, measured, CALLS, ROUNDS) : [];
const streams = isAsked('streams') ? await manyStreams(gateway, MANY_STREAMS) : null;
const peer = PEER && isAsked('peer') ? await comparePeer(PEER) : [];
const restart = isAsked('restart') ? await measureRestarts() : null;
const workers = isAsked('workers') ? await measureWorkers(root, upstream.url, bare, CALLS, ROUNDS) : [];
const clusters = isAsked('clusters') ? await measureClusters(root, upstream.url, bare, CALLS, ROUNDS) : [];
await Promise.all([gateway.stop(), bareProgram.stop(), upstream.stop(), paced.stop()]);
const ledger = isAsked('ledger') ? measureLedger() : null;
const busyAfter = await busyShare(WATCHING_MS);

const machine = { cores: cpus().length, model: cpus()[0]?.model, node: process.version, busyBefore, busyAfter };
const results = {
  at: new Date().toISOString(),
  machine,
  rounds: ROUNDS,
  rows,
  accounting,
  budgets,
  tracing,
  memory,
  streams,
  restart,
  ledger,
  workers,
  clusters,
  peer,
};
printResults(results);
writeFileSync(join(root, 'bench-results.json'), `${JSON.stringify(results, null, 2)}\n`);
