import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { call } from './gateway.mjs';

/** Rows of the bench's tables. */
export const SEEDED_CHANNELS = Number(process.env.BENCH_CHANNELS ?? 5_000);
export const SEEDED_LOGS = Number(process.env.BENCH_LOGS ?? 100_000);
/** People in the log; the first is root. */
const PEOPLE = 200;

const GROUPS = ['default', 'vip', 'svip', 'team', 'partner'];
/** Channels made by one call; each call gives its channels a name, models, groups and a priority of their own. */
const PER_CALL = 50;
const MODELS_EACH = 10;

export const MODELS = Array.from({ length: 120 }, (_, at) => `${['gpt', 'claude', 'gemini', 'qwen'][at % 4]}-${at}`);

/** Makes the channels as an administrator does. */
export async function seedChannels(url, headers) {
  for (let from = 0; from < SEEDED_CHANNELS; from += PER_CALL) {
    const round = from / PER_CALL;
    const count = Math.min(PER_CALL, SEEDED_CHANNELS - from);
    const channel = {
      type: [1, 14, 24][round % 3],
      name: `upstream ${round}`,
      key: Array.from({ length: count }, (_, at) => `sk-seed-${from + at}`).join('\n'),
      models: Array.from({ length: MODELS_EACH }, (_, at) => MODELS[(round * 7 + at) % MODELS.length]).join(),
      group: [...new Set([GROUPS[round % 5], GROUPS[(round * 3 + 1) % 5], 'default'])].join(),
      priority: round % 10,
      weight: 1,
    };
    await call(url, 'POST', '/api/channel/', channel, headers);
  }
}

/** Fills the log of an empty database, before the server starts. */
export function seedLogs(root, databaseUrl) {
  const seeds = { logs: SEEDED_LOGS, channels: SEEDED_CHANNELS, people: PEOPLE, models: MODELS };
  const program = join(root, 'test/bench/seed-logs.ts');
  const options = ['--import', 'tsx', program, databaseUrl, JSON.stringify(seeds)];
  execFileSync(process.execPath, options, { cwd: root, stdio: 'inherit' });
}
