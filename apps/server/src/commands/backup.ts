import { makeBackup } from '@archive';
import { loadConfig } from '@platform';
import { configDirectory } from '../paths';
import { backupTarget } from './backup-place';
import { required, type Command } from './command';
import { withDatabase } from './opened-database';
import { digestLines } from './proof-lines';
import { storedBox } from '../database/stored-box';

export const backupCommand: Command = {
  name: 'backup',
  summary: 'writes the whole database into one file or bucket, also beside a running server',
  usage: '--to <file or folder> [--without-secrets]',
  help: [
    'In a folder or a bucket it is named by the time, and read back. BACKUP_PASSPHRASE encrypts it.',
    's3://bucket/prefix is a bucket, with AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY, AWS_REGION and AWS_ENDPOINT_URL_S3.',
    '--without-secrets leaves the generated session secret and master key out; without the master',
    'key, the keys of channels and users in the file cannot be opened.',
  ],
  options: { to: { type: 'string' }, 'without-secrets': { type: 'boolean' } },
  async run(call) {
    const to = required(call, 'to', 'a file, a folder or s3://bucket/prefix');
    const { environment, options, say } = call;
    const config = loadConfig(environment, configDirectory());
    const nowMs = Date.now();
    const { place, name, shown } = await backupTarget(to, nowMs, environment);
    const passphrase = environment.BACKUP_PASSPHRASE || null;
    if (passphrase === null) say('BACKUP_PASSPHRASE is not set: whoever has the file can read it.');
    const { bytes, tables } = await withDatabase(config, async dataSource =>
      makeBackup(dataSource, place, name, {
        passphrase,
        secretsDirectory: options['without-secrets'] === true ? null : config.dataDir,
        keyMarks: (await storedBox(config, dataSource)).marks,
        nowMs,
        onTable: ({ table, rows }) => say(`${table}: ${rows} rows`),
      }),
    );
    return {
      lines: [...digestLines(tables), `${shown}: ${bytes} bytes`],
      json: { path: shown, bytes, isEncrypted: passphrase !== null, tables },
      isGood: true,
    };
  },
};
