import { makeBackup } from '@archive';
import { loadConfig } from '@platform';
import { configDirectory } from '../paths';
import { backupTarget, placeNameOf } from './backup-place';
import { recordBackup, type CommandBackup } from './backup-record';
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
    const startedAtMs = Date.now();
    const passphrase = environment.BACKUP_PASSPHRASE || null;
    if (passphrase === null) say('BACKUP_PASSPHRASE is not set: whoever has the file can read it.');
    const begun = { place: placeNameOf(to), name: '', startedAtMs };
    const make = async () => {
      const { place, name, shown } = await backupTarget(to, startedAtMs, environment);
      Object.assign(begun, { place: place.name, name });
      return withDatabase(config, async dataSource => ({
        shown,
        ...(await makeBackup(dataSource, place, name, {
          passphrase,
          secretsDirectory: options['without-secrets'] === true ? null : config.dataDir,
          keyMarks: (await storedBox(config, dataSource)).marks,
          nowMs: startedAtMs,
          onTable: ({ table, rows }) => say(`${table}: ${rows} rows`),
        })),
      }));
    };
    const record = (end: Pick<CommandBackup, 'bytes' | 'rowCount' | 'error'>) =>
      recordBackup(config, { ...begun, ...end }).catch((error: unknown) =>
        say(`the console does not show this backup: ${(error as Error).message}`),
      );
    const { bytes, tables, shown } = await make().catch(async (error: unknown) => {
      await record({ bytes: 0, rowCount: 0, error: (error as Error).message });
      throw error;
    });
    await record({ bytes, rowCount: tables.reduce((sum, { rows }) => sum + rows, 0), error: '' });
    return {
      lines: [...digestLines(tables), `${shown}: ${bytes} bytes`],
      json: { path: shown, bytes, isEncrypted: passphrase !== null, tables },
      isGood: true,
    };
  },
};
