import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openArchive, restore, SECRET_FILES, type ArchiveHead } from '@archive';
import { dataDirectory, ensurePrivateFile, loadConfig, makeFolder, markOf, type Config } from '@platform';
import { migrations } from '../database/migrations';
import { configDirectory } from '../paths';
import { backupSource } from './backup-place';
import { required, type Command } from './command';
import { plainOptions, withDatabase, withoutServer } from './opened-database';
import { proofResult } from './proof-lines';

/** The variables that take the place of the files with generated secrets. */
const VARIABLES: Readonly<Record<(typeof SECRET_FILES)[number], string>> = {
  'session-secret': 'SESSION_SECRET',
  'master-key': 'MASTER_KEY',
  'master-key-previous': 'MASTER_KEY_PREVIOUS',
};

export const restoreCommand: Command = {
  name: 'restore',
  summary: 'fills an empty place with what a backup holds, and proves it',
  usage: '--from <file>',
  help: [
    'The place is what DATA_DIR and DATABASE_URL name; it must be empty, of any of the three databases.',
    'It may lie in a bucket: s3://bucket/prefix/name; without a name the newest one there is taken.',
    'The file is read to its end first. BACKUP_PASSPHRASE in the environment opens an encrypted one.',
  ],
  options: { from: { type: 'string' } },
  async run(call) {
    const from = required(call, 'from', 'the file of a backup, or s3://bucket/prefix');
    const { environment, say } = call;
    const passphrase = environment.BACKUP_PASSPHRASE || null;
    const source = await backupSource(from, environment);
    const { head, close } = await openArchive(source, passphrase);
    await close();
    putSecrets(head, environment);
    const config = loadConfig(environment, configDirectory());
    refuseOtherKey(head, config, say);
    say(`reading ${source.name}, made ${head.createdAt} …`);
    return withoutServer(config, say, async () => {
      if (config.database.dialect === 'sqlite') ensurePrivateFile(config.database.url);
      const proof = await restore(source, passphrase, { options: plainOptions(config), migrations });
      // A copy must not write into the destination of its source, and remove that one's backups there.
      await withDatabase(config, place => place.query("DELETE FROM options WHERE option_key = 'BackupEnabled'"));
      return proofResult('restored', proof);
    });
  },
};

/** Puts the generated secrets where a server looks for them, unless the environment gives others. */
function putSecrets({ secrets }: ArchiveHead, environment: NodeJS.ProcessEnv): void {
  if (secrets === null) return;
  const directory = dataDirectory(environment, configDirectory());
  for (const name of SECRET_FILES) {
    const secret = secrets[name];
    if (secret === undefined || environment[VARIABLES[name]]) continue;
    const path = join(directory, name);
    if (!existsSync(path)) {
      makeFolder(directory);
      writeFileSync(path, secret, { mode: 0o600 });
    } else if (readFileSync(path, 'utf8').trim() !== secret) {
      throw new Error(`${path} holds another secret than the backup; restore into an empty DATA_DIR.`);
    }
  }
}

function refuseOtherKey(head: ArchiveHead, config: Config, say: (line: string) => void): void {
  const { masterKey, previousMasterKey } = config;
  const known = [masterKey, ...(previousMasterKey ? [previousMasterKey] : [])].map(markOf);
  if (!known.includes(head.masterKeyMark)) {
    throw new Error('the keys in the backup were sealed with another master key; give that one in MASTER_KEY.');
  }
  if (head.otherKeyMark === undefined || known.includes(head.otherKeyMark)) return;
  say('the master key was being rotated: what was not resealed yet needs the other key, as MASTER_KEY_PREVIOUS.');
}
