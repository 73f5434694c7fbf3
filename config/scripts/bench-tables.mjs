import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { call, signIn } from '../../test/bench/gateway.mjs';
import { median } from '../../test/bench/load.mjs';
import { cpuMicroseconds, memoryMiB, startProgram } from '../../test/bench/processes.mjs';
import { MODELS, SEEDED_CHANNELS, SEEDED_LOGS, seedChannels, seedLogs } from '../../test/bench/seeds.mjs';
import { prepare, root } from './prepare.mjs';

/** How long the console's tables take when they are long: medians of whole answers, one call at a time, and the server's work. */
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 15);
const SLOW_MS = 200;
/** Only calls whose name has this in it. */
const ONLY = process.env.BENCH_ONLY ?? '';
const DAY_SECONDS = 86_400;

await prepare();
const directory = mkdtempSync(join(tmpdir(), 'sluice-bench-tables-'));
const databaseUrl = process.env.BENCH_DATABASE_URL ?? `sqlite:${join(directory, 'sluice.db')}`;

function say(line) {
  return process.stdout.write(`${line}\n`);
}

// A key that stays the same opens the channels of a database that an earlier run has filled.
const MASTER_KEY = 'the key of every run of bench-tables';
const environment = { PORT: '0', HOST: '127.0.0.1', DATA_DIR: directory, DATABASE_URL: databaseUrl, MASTER_KEY };
const limits = { LOG_LEVEL: 'warn', API_REQUESTS_PER_WINDOW: '1000000' };

function start() {
  return startProgram(join(root, 'dist/server/main.js'), { ...environment, ...limits });
}

if (SEEDED_LOGS > 0) {
  // The first account is made by a first start, before there are others.
  await (await start()).stop();
  say(`Seeding ${SEEDED_LOGS} log rows …`);
  seedLogs(root, databaseUrl);
}

const server = await start();
const headers = await signIn(server.url);
say(`Seeding ${SEEDED_CHANNELS} channels …`);
await seedChannels(server.url, headers);

function get(path) {
  return () => call(server.url, 'GET', path, undefined, headers);
}

function put(path, bodyOf) {
  return round => call(server.url, 'PUT', path, bodyOf(round), headers);
}

const { data: newest } = await get('/api/channel/?page_size=100&id_sort=true')();
const anId = newest[50].id;
const lastPage = Math.ceil(SEEDED_CHANNELS / 100) - 1;
const manyIds = Array.from({ length: Math.min(1000, SEEDED_CHANNELS) }, (_, at) => newest[0].id - at);

const now = Math.floor(Date.now() / 1000);
const lastWeek = `start_timestamp=${now - 7 * DAY_SECONDS}&end_timestamp=${now}`;
const lastMonth = `start_timestamp=${now - 30 * DAY_SECONDS}&end_timestamp=${now}`;
const model = MODELS[5];
const page = 'p=1&page_size=100';

const CALLS = {
  'channels, first 10': get('/api/channel/?page_size=10'),
  'channels, first 100': get('/api/channel/?page_size=100'),
  'channels, last 100': get(`/api/channel/?p=${lastPage}&page_size=100`),
  'channels by id, first 100': get('/api/channel/?page_size=100&id_sort=true'),
  'channels by id, last 100': get(`/api/channel/?p=${lastPage}&page_size=100&id_sort=true`),
  'channel search, id': get(`/api/channel/search?keyword=${anId}`),
  'channel search, name of 50': get('/api/channel/search?keyword=upstream%2042'),
  'channel search, name of all': get('/api/channel/search?keyword=upstream'),
  'channel search, key': get('/api/channel/search?keyword=sk-seed-4242'),
  'channel search, model': get(`/api/channel/search?model=${model}`),
  'channel search, group of some': get('/api/channel/search?group=vip'),
  'channel search, group of all': get('/api/channel/search?group=default&id_sort=true'),
  'channel search, all three': get(`/api/channel/search?keyword=upstream&model=${model}&group=vip`),
  'channel, one read': get(`/api/channel/${anId}`),
  'channel, one edited, catalogue read again': put('/api/channel/', round => ({ id: anId, priority: round + 1 })),
  'channels, 1000 get a priority': put('/api/channel/bulk', round => ({
    steps: [{ ids: manyIds, set: { priority: round + 1 } }],
  })),
  'channels, 1000 get a model or lose it': put('/api/channel/bulk', round => ({
    steps: [{ ids: manyIds, [round % 2 === 0 ? 'add' : 'remove']: { models: 'brand-new' } }],
  })),
  'log, first 100': get(`/api/log/?${page}`),
  'log, last 100': get(`/api/log/?p=${SEEDED_LOGS / 100}&page_size=100`),
  'log, last week': get(`/api/log/?${page}&${lastWeek}`),
  'log, one type': get(`/api/log/?${page}&type=5`),
  'log, one person': get(`/api/log/?${page}&username=person42`),
  'log, one key': get(`/api/log/?${page}&token_name=key42`),
  'log, one group': get(`/api/log/?${page}&group=vip`),
  'log, one channel': get(`/api/log/?${page}&channel=42`),
  'log, one model': get(`/api/log/?${page}&model_name=${model}`),
  'log, models like': get(`/api/log/?${page}&model_name=gpt%25`),
  'log, nothing matches': get(`/api/log/?${page}&model_name=no-such-model`),
  'log, several filters': get(`/api/log/?${page}&type=2&model_name=${model}&group=vip&${lastMonth}`),
  'own log, first 100': get(`/api/log/self?${page}`),
  'statistics, everything': get('/api/log/stat'),
  'statistics, last week': get(`/api/log/stat?${lastWeek}`),
  'statistics, one person': get(`/api/log/stat?username=person42&${lastMonth}`),
  'statistics, one key': get(`/api/log/stat?token_name=key42&${lastMonth}`),
  'statistics, models like': get(`/api/log/stat?model_name=gpt%25&${lastMonth}`),
  'statistics, one channel': get(`/api/log/stat?channel=42&${lastMonth}`),
  'statistics, one group': get(`/api/log/stat?group=vip&${lastMonth}`),
  'statistics, one model': get(`/api/log/stat?model_name=${model}&${lastMonth}`),
  'statistics, today': get(`/api/log/stat?start_timestamp=${now - (now % DAY_SECONDS)}&end_timestamp=${now + 3600}`),
  'statistics, parts of hours': get(
    `/api/log/stat?start_timestamp=${now - 9 * DAY_SECONDS - 1800}&end_timestamp=${now - 1800}`,
  ),
  'statistics, person, key, group': get(`/api/log/stat?username=person42&token_name=key42&group=vip&${lastMonth}`),
  'statistics, channel and group': get(`/api/log/stat?channel=42&group=vip&${lastMonth}`),
  'own statistics': get(`/api/log/self/stat?${lastMonth}`),
  'dashboard, last day': get('/api/data/'),
  'dashboard, last week': get(`/api/data/?${lastWeek}`),
  'dashboard, last month': get(`/api/data/?${lastMonth}`),
  'dashboard, last month by days': get(`/api/data/?${lastMonth}&day_start=0`),
  'dashboard, one person': get(`/api/data/?username=person42&${lastMonth}`),
};

const rows = [];
for (const [name, ask] of Object.entries(CALLS).filter(([name]) => name.includes(ONLY))) {
  const times = [];
  let bytes = 0;
  const cpuBefore = cpuMicroseconds(server.pid);
  for (let round = 0; round < ROUNDS; round++) {
    const startedAt = performance.now();
    ({ bytes } = await ask(round));
    times.push(performance.now() - startedAt);
  }
  const medianMs = median(times);
  const sorted = [...times].sort((left, right) => left - right);
  const p95Ms = sorted[Math.ceil(sorted.length * 0.95) - 1];
  rows.push({
    call: name,
    'median ms': Number(medianMs.toFixed(1)),
    'p95 ms': Number(p95Ms.toFixed(1)),
    'worst ms': Number(Math.max(...times).toFixed(1)),
    'CPU ms': Number(((cpuMicroseconds(server.pid) - cpuBefore) / ROUNDS / 1000).toFixed(1)),
    KiB: Math.round(bytes / 1024),
    outcome: medianMs > SLOW_MS ? `over ${SLOW_MS} ms` : '',
  });
}
const memory = memoryMiB(server.pid);
await server.stop();
rmSync(directory, { recursive: true, force: true });
console.table(rows);
say(
  `${SEEDED_CHANNELS} channels, ${SEEDED_LOGS} log rows, ${ROUNDS} rounds; the server holds ${memory.toFixed(0)} MiB`,
);
