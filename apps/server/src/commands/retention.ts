import { ClosingMovements } from '@billing';
import { retentionSubjects, type RetentionSubject } from '@contracts';
import { LogStore, LogTables, ManagementLogRows } from '@log';
import { Database, loadConfig, openReader, UnitOfWork } from '@platform';
import { dueRows, readAges, RetentionWork, type RetentionParts } from '@retention';
import { type DataSource } from 'typeorm';
import { configDirectory } from '../paths';
import { type Command, type CommandResult } from './command';
import { withDatabase, withoutServer } from './opened-database';

export const retentionCommand: Command = {
  name: 'retention',
  summary: 'removes what is older than the options allow, also beside a running server',
  usage: '[--dry-run] [--shrink]',
  help: [
    '--dry-run only counts what would go. A server does the same by itself, every hour.',
    '--shrink gives what is free inside a SQLite file back to the disk; the server must be stopped.',
    'It may be ended at any time and goes on when it is called again.',
  ],
  options: { 'dry-run': { type: 'boolean' }, shrink: { type: 'boolean' } },
  async run({ options, environment, say }) {
    const config = loadConfig(environment, configDirectory());
    if (options['dry-run'] === true) return withDatabase(config, wouldGo);
    const result = await withDatabase(config, source => remove(source, say));
    if (options.shrink !== true) return result;
    if (config.database.dialect !== 'sqlite') {
      throw new Error('only a SQLite file is shrunk; PostgreSQL and MariaDB use free space again by themselves.');
    }
    await withoutServer(config, say, () => withDatabase(config, source => source.query('VACUUM')));
    return { ...result, lines: [...result.lines, 'the file was rewritten without what was free in it'] };
  },
};

async function wouldGo(source: DataSource): Promise<CommandResult> {
  const ages = await readAges(source.manager, Date.now());
  const due = await dueRows(source.manager, ages, { steps: Infinity });
  const rows = retentionSubjects.map(subject => {
    const { days, beforeMs } = ages[subject];
    return {
      subject,
      days,
      before: beforeMs === 0 ? null : new Date(beforeMs).toISOString(),
      rows: due[subject]?.rows ?? 0,
    };
  });
  const lines = rows.map(({ subject, days, before, rows: count }) =>
    before === null ? `${subject}: kept` : `${subject}: ${count} rows from before ${before} (${days} days)`,
  );
  return { lines, json: { subjects: rows }, isGood: true };
}

async function remove(source: DataSource, say: (line: string) => void): Promise<CommandResult> {
  const reader = await openReader(source);
  const database = new Database(source, reader);
  const unitOfWork = new UnitOfWork(database);
  const parts: RetentionParts = {
    database,
    unitOfWork,
    logTables: new LogTables(database, unitOfWork),
    closed: new ClosingMovements(),
    managementLog: new ManagementLogRows(new LogStore()),
  };
  try {
    const removed = await RetentionWork.run(parts, { nowMs: Date.now(), isWhole: true, say });
    const counts = Object.entries(removed) as readonly (readonly [RetentionSubject, number])[];
    const lines = counts.map(([subject, count]) => `${subject}: ${count} rows removed`);
    return { lines: lines.length === 0 ? ['nothing was too old'] : lines, json: { removed }, isGood: true };
  } finally {
    if (reader !== source) await reader.destroy();
  }
}
