import { existsSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { backUp } from '@archive';
import { loadConfig } from '@platform';
import { configDirectory } from '../paths';
import { required, type Command } from './command';
import { withDatabase } from './opened-database';
import { digestLines } from './proof-lines';

export const backupCommand: Command = {
  name: 'backup',
  summary: 'writes the whole database into one file, also beside a running server',
  usage: '--to <file or folder> [--without-secrets]',
  help: [
    'In a folder the file is named by the time. BACKUP_PASSPHRASE in the environment encrypts it.',
    '--without-secrets leaves the generated session secret and master key out; without the master',
    'key, the keys of channels and users in the file cannot be opened.',
  ],
  options: { to: { type: 'string' }, 'without-secrets': { type: 'boolean' } },
  async run(call) {
    const to = resolve(required(call, 'to', 'a file or a folder'));
    const { environment, options, say } = call;
    const config = loadConfig(environment, configDirectory());
    const nowMs = Date.now();
    const path = existsSync(to) && statSync(to).isDirectory() ? join(to, nameAt(nowMs)) : to;
    if (existsSync(path)) throw new Error(`${path} is there already.`);
    const passphrase = environment.BACKUP_PASSPHRASE || null;
    if (passphrase === null) say('BACKUP_PASSPHRASE is not set: whoever has the file can read it.');
    const tables = await withDatabase(config, dataSource =>
      backUp(dataSource, {
        path,
        passphrase,
        secretsDirectory: options['without-secrets'] === true ? null : config.dataDir,
        masterKey: config.masterKey,
        nowMs,
        onTable: ({ table, rows }) => say(`${table}: ${rows} rows`),
      }),
    );
    const bytes = statSync(path).size;
    return {
      lines: [...digestLines(tables), `${path}: ${bytes} bytes`],
      json: { path, bytes, isEncrypted: passphrase !== null, tables },
      isGood: true,
    };
  },
};

/** `sluice-20261123-221530.backup`, in UTC. */
function nameAt(nowMs: number): string {
  const digits = new Date(nowMs).toISOString().replace(/\D/g, '');
  return `sluice-${digits.slice(0, 8)}-${digits.slice(8, 14)}.backup`;
}
