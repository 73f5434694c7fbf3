import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { startGateway } from '../../test/bench/gateway.mjs';
import { load, median } from '../../test/bench/load.mjs';
import { cpuMicroseconds, memoryMiB, startProgram } from '../../test/bench/processes.mjs';
import { CHUNKS, SCENARIOS } from '../../test/bench/scenarios.mjs';
import { prepare, root } from './prepare.mjs';

/** Rounds alternate between the bare relay and the gateway, so that a noisy moment hits both. */
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 5);

prepare();

function bench(name) {
  return join(root, 'test/bench', name);
}

const upstream = await startProgram(bench('upstream.mjs'), { CHUNKS: String(CHUNKS) });
const bare = await startProgram(bench('bare-relay.mjs'), { UPSTREAM_URL: upstream.url });
const gateway = await startGateway(root, upstream.url);

async function measure(program, key, scenario) {
  const { inFlight, total, perRequest, pauseMs } = scenario;
  const { path, body, mark } = program === bare ? scenario.bareCall : scenario.call;
  const before = cpuMicroseconds(program.pid);
  const result = await load(program.url, { inFlight, total, path, body: JSON.stringify(body), mark, key, pauseMs });
  await new Promise(resolve => setTimeout(resolve, 100)); // settlements that still run belong to the requests
  return { ...result, cpu: (cpuMicroseconds(program.pid) - before) / (total * perRequest) };
}

// Compiled code is what a server runs; the first thousands of calls are still being compiled.
for (const program of [bare, gateway]) await measure(program, gateway.key, { ...SCENARIOS[0], total: 12_000 });

const rows = [];
for (const scenario of SCENARIOS) {
  const rounds = { bare: [], gateway: [] };
  for (const warm of [bare, gateway])
    await measure(warm, gateway.key, { ...scenario, total: Math.ceil(scenario.total / 2) });
  for (let round = 0; round < ROUNDS; round++) {
    rounds.bare.push(await measure(bare, gateway.key, scenario));
    rounds.gateway.push(await measure(gateway, gateway.key, scenario));
  }
  const of = (who, figure) => median(rounds[who].map(result => result[figure]));
  rows.push({
    scenario: scenario.name,
    unit: scenario.unit,
    bareCpuMicroseconds: of('bare', 'cpu'),
    gatewayCpuMicroseconds: of('gateway', 'cpu'),
    cpuRatio: median(rounds.gateway.map((result, at) => result.cpu / rounds.bare[at].cpu)),
    addedMedianMs: of('gateway', 'medianMs') - of('bare', 'medianMs'),
    addedP99Ms: of('gateway', 'p99Ms') - of('bare', 'p99Ms'),
    gatewayPerSecond: of('gateway', 'perSecond'),
    barePerSecond: of('bare', 'perSecond'),
    failures: rounds.gateway.reduce((sum, result) => sum + result.failures, 0),
  });
}
const gatewayMemoryMiB = memoryMiB(gateway.pid);
await Promise.all([gateway.stop(), bare.stop(), upstream.stop()]);
const ledger = JSON.parse(
  execFileSync(process.execPath, ['--import', 'tsx', bench('ledger-bench.ts')], { cwd: root, encoding: 'utf8' })
    .trim()
    .split('\n')
    .pop(),
);

function round(value, digits = 2) {
  return Number(value.toFixed(digits));
}

console.table(
  rows.map(row => ({
    scenario: row.scenario,
    'bare µs': round(row.bareCpuMicroseconds, 1),
    'Sluice µs': round(row.gatewayCpuMicroseconds, 1),
    'CPU ratio': round(row.cpuRatio),
    per: row.unit,
    'added median ms': round(row.addedMedianMs),
    'added p99 ms': round(row.addedP99Ms),
    'Sluice/s': round(row.gatewayPerSecond, 0),
    'bare/s': round(row.barePerSecond, 0),
    failures: row.failures,
  })),
);
console.log(
  `ledger on SQLite, full sync: ${round(ledger.pairsPerSecond, 0)} reserve-plus-settle pairs/s with 64 in flight; one pair alone ${round(ledger.aloneMedianMs)} ms median; difference ${ledger.differenceUnits}`,
);
const machine = { cores: cpus().length, model: cpus()[0]?.model, node: process.version };
const results = { at: new Date().toISOString(), machine, rounds: ROUNDS, rows, ledger, gatewayMemoryMiB };
writeFileSync(join(root, 'bench-results.json'), `${JSON.stringify(results, null, 2)}\n`);
