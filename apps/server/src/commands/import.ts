import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { loadImport, type ImportReport } from '@import';
import { loadConfig, makeFolder, openDatabase, type Config } from '@platform';
import { type DataSource } from 'typeorm';
import { entities } from '../database/entities';
import { migrations } from '../database/migrations';
import { configDirectory } from '../paths';
import { required, type Command, type CommandResult } from './command';
import { isPresent, plainOptions, withoutServer } from './opened-database';
import { storedBox } from '../database/stored-box';

export const importCommand: Command = {
  name: 'import',
  summary: 'moves in from one-api, new-api, one-hub or LiteLLM, and proves it',
  usage: '--from <file or address> [--logs-from <file or address>] [--dry-run]',
  help: [
    'The source is a SQLite file, mysql://… or postgres://…; it is only read. Every server here must be stopped.',
    'LiteLLM: LITELLM_SALT_KEY or LITELLM_MASTER_KEY of the environment opens the keys of its models.',
    'With --dry-run it says what would come, and stores nothing. It may be ended and repeated at any time.',
  ],
  options: { from: { type: 'string' }, 'logs-from': { type: 'string' }, 'dry-run': { type: 'boolean' } },
  async run(call) {
    const from = required(call, 'from', 'a SQLite file, mysql://… or postgres://…');
    const logsFrom = call.options['logs-from'];
    const isDryRun = call.options['dry-run'] === true;
    const config = loadConfig(call.environment, configDirectory());
    const options = { from, isDryRun, nowMs: Date.now(), say: call.say };
    const { LITELLM_SALT_KEY, LITELLM_MASTER_KEY } = call.environment;
    const saltKey = LITELLM_SALT_KEY ?? LITELLM_MASTER_KEY ?? '';
    const logs = { saltKey, ...(typeof logsFrom === 'string' && { logsFrom }) };
    return withoutServer(config, call.say, () =>
      withPlace(config, isDryRun, async here => {
        const runImport = await loadImport();
        const report = await runImport(here, { ...options, ...logs, box: await storedBox(config, here) });
        return isDryRun ? planResult(report) : proofResult(report, config.dataDir, options.nowMs);
      }),
    );
  },
};

/** A dry run into a place without a database looks at one in memory, and leaves nothing behind. */
async function withPlace<Result>(
  config: Config,
  isDryRun: boolean,
  work: (here: DataSource) => Promise<Result>,
): Promise<Result> {
  const memory: Config = { ...config, database: { ...config.database, dialect: 'sqlite', url: ':memory:' } };
  const place = isDryRun && !(await isPresent(config)) ? memory : config;
  const here = await openDatabase({ ...plainOptions(place), entities, migrations });
  try {
    return await work(here);
  } finally {
    await here.destroy();
  }
}

function remarkLines({ remarks }: ImportReport): readonly string[] {
  return remarks.map(({ what, names }) => `${what}: ${names.join(', ')}`);
}

function planResult(report: ImportReport): CommandResult {
  const lines = report.tables.map(({ table, there, fresh, changed, same }) => {
    const sums = Object.entries(there.sums).map(([name, sum]) => `${name} ${sum}`);
    const coming = fresh === undefined ? [] : [`${fresh} new, ${changed} changed, ${same} as they were`];
    return `${table}: ${[`${there.rows} rows there`, ...sums, ...coming].join(', ')}`;
  });
  return { lines: [...lines, ...remarkLines(report), 'nothing was stored.'], json: { ...report }, isGood: true };
}

/** The proof is kept beside the data. */
function proofResult(report: ImportReport, dataDir: string, nowMs: number): CommandResult {
  const { tables = [], ledger } = report.proof ?? {};
  makeFolder(dataDir);
  const path = join(dataDir, `import-${new Date(nowMs).toISOString().replace(/[:.]/g, '-')}.json`);
  writeFileSync(path, `${JSON.stringify(report, null, 2)}\n`, { mode: 0o600 });
  const lines = tables.map(({ table, there, here, isEqual }) => {
    const sums = Object.keys(there.sums).map(name => `${name} ${there.sums[name]} / ${here.sums[name] ?? 0}`);
    const outcome = isEqual ? 'equal' : 'different, see below';
    return `${table}: ${[`rows ${there.rows} / ${here.rows}`, ...sums].join(', ')}: ${outcome}`;
  });
  const { accountsChecked = 0, differenceUnits = 0, differences = [] } = ledger ?? {};
  return {
    lines: [
      'table: there / here',
      ...lines,
      ...remarkLines(report),
      ...differences,
      `${accountsChecked} accounts checked, sum of differences: ${differenceUnits}`,
      `the report is in ${path}`,
    ],
    json: { ...report, path },
    isGood: differenceUnits === 0,
  };
}
