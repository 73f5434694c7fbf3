import { move } from '@archive';
import { ensurePrivateFile, FileOwnership, loadConfig } from '@platform';
import { migrations } from '../database/migrations';
import { configDirectory } from '../paths';
import { required, type Command } from './command';
import { plainOptions, withDatabase, withoutServer } from './opened-database';
import { proofResult } from './proof-lines';

export const moveCommand: Command = {
  name: 'move',
  summary: 'copies the database into an empty one of the same or another kind, and proves it',
  usage: '--to <address>',
  help: [
    'The address is one that DATABASE_URL takes. Every server must be stopped; the source stays as it is.',
    'Afterwards start the server with DATABASE_URL set to the new address, and the same MASTER_KEY.',
  ],
  options: { to: { type: 'string' } },
  async run(call) {
    const to = required(call, 'to', 'the address of an empty database');
    const { environment, say } = call;
    const config = loadConfig(environment, configDirectory());
    const target = loadConfig({ ...environment, DATABASE_URL: to }, configDirectory());
    if (target.database.url === config.database.url) throw new Error('the target is the database itself.');
    const fill = () =>
      withDatabase(config, source => move(source, { options: plainOptions(target), migrations })).then(proof =>
        proofResult('moved', proof),
      );
    return withoutServer(config, say, async () => {
      if (target.database.dialect !== 'sqlite') return fill();
      const ownership = await FileOwnership.take(target.database.url);
      if (!ownership) throw new Error(`a server is using ${target.database.url}; stop it first.`);
      ensurePrivateFile(target.database.url);
      return fill().finally(() => ownership.end());
    });
  },
};
