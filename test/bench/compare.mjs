import { setTimeout as rest } from 'node:timers/promises';
import { load, median } from './load.mjs';
import { cpuMicroseconds } from './processes.mjs';

/** What `measure` takes: one program, or several that share the calls, each with as many in flight as one alone. */
export function asOne(...programs) {
  const { key, model } = programs[0];
  return { urls: programs.map(({ url }) => url), pids: programs.map(({ pid }) => pid), key, model };
}

/** Settlements that still run after the last answer belong to the calls that were measured. */
const SETTLING_MS = 100;

/** Processor time of all processes of a program so far, in microseconds; null when one of them is not on this machine. */
function cpuOf({ pids }) {
  return pids.every(Boolean) ? pids.reduce((sum, pid) => sum + cpuMicroseconds(pid), 0) : null;
}

/**
 * Runs a scenario against one program: `{urls, pids, key, model?}`. Returns what `load` tells, with the processor time per
 * request or chunk in microseconds.
 */
export async function measure(program, scenario, call = scenario.call) {
  const { total, perRequest, pauseMs } = scenario;
  const inFlight = scenario.inFlight * program.urls.length;
  const body = JSON.stringify(program.model ? { ...call.body, model: program.model } : call.body);
  const before = cpuOf(program);
  const { path, mark } = call;
  const result = await load(program.urls, { inFlight, total, path, body, mark, key: program.key, pauseMs });
  await rest(SETTLING_MS);
  const cpu = before === null ? null : (cpuOf(program) - before) / (total * perRequest);
  return { ...result, cpu };
}

/** The median of a figure over rounds, with the least and the most. */
function spreadOf(values) {
  if (values.some(value => value === null)) return null;
  return { median: median(values), least: Math.min(...values), most: Math.max(...values) };
}

/**
 * Runs a scenario in turns against the bare relay and another program, so that a noisy moment hits both. Processor time in
 * microseconds, latencies in milliseconds; ratios and what is added are worked out round by round.
 */
export async function compare(bare, program, scenario, rounds) {
  const warming = { ...scenario, total: Math.ceil(scenario.total / 2) };
  await measure(bare, warming, scenario.bareCall);
  await measure(program, warming);
  const pairs = [];
  for (let round = 0; round < rounds; round++) {
    pairs.push({ bare: await measure(bare, scenario, scenario.bareCall), measured: await measure(program, scenario) });
  }
  const over = figure => spreadOf(pairs.map(figure));
  return {
    scenario: scenario.name,
    unit: scenario.unit,
    bareCpuMicroseconds: over(({ bare: { cpu } }) => cpu),
    cpuMicroseconds: over(({ measured: { cpu } }) => cpu),
    cpuRatio: over(({ bare: { cpu }, measured }) => (measured.cpu === null ? null : measured.cpu / cpu)),
    addedMedianMs: over(({ bare: { medianMs }, measured }) => measured.medianMs - medianMs),
    addedP99Ms: over(({ bare: { p99Ms }, measured }) => measured.p99Ms - p99Ms),
    perSecond: over(({ measured: { perSecond } }) => perSecond),
    barePerSecond: over(({ bare: { perSecond } }) => perSecond),
    failures: pairs.reduce((sum, { measured }) => sum + measured.failures, 0),
  };
}
