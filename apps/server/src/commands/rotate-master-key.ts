import { setTimeout as pause } from 'node:timers/promises';
import { resealTables, type ResealedTable } from '@archive';
import {
  dialectOf,
  FileOwnership,
  followSealing,
  loadConfig,
  markOf,
  readSealing,
  SecretBox,
  turnSealing,
  type Config,
} from '@platform';
import { type DataSource } from 'typeorm';
import { configDirectory } from '../paths';
import { type Command, type CommandCall, type CommandResult } from './command';
import { KeyFiles } from './key-files';
import { beatsOf, isPresent, livingNodes, withDatabase, type LivingNode } from './opened-database';

/** Servers look every ten seconds which key seals, and show it with their next heartbeat. */
const FOLLOWED_WITHIN_MS = 60_000;
const PASSES_MAX = 10;

export const rotateMasterKeyCommand: Command = {
  name: 'rotate-master-key',
  summary: 'seals every stored key and secret with a new master key, also beside running servers',
  usage: '',
  help: [
    'Give MASTER_KEY (new) and MASTER_KEY_PREVIOUS (old) to every server, restart them one after another, then run this',
    'with the same two. A generated key is replaced in DATA_DIR: by NEW_MASTER_KEY, or by one that is made here; servers',
    'that run must be restarted then, and the command repeated. It may be ended at any time and repeated.',
  ],
  options: {},
  async run(call) {
    const { environment, say } = call;
    const files = prepare(call);
    const config = loadConfig(withNewKey(environment), configDirectory());
    if (!(await isPresent(config))) throw new Error('there is no database yet; nothing is sealed.');
    if (config.previousMasterKey === null) {
      throw new Error('give the old key as MASTER_KEY_PREVIOUS and the new one as MASTER_KEY.');
    }
    const { masterKey, previousMasterKey } = config;
    const passes = await withDatabase(config, database =>
      besideServers(config, database, say, living => rotate({ database, masterKey, previousMasterKey, living, say })),
    );
    if (environment.MASTER_KEY_PREVIOUS === undefined) files?.forgetPrevious();
    return resultOf(passes, { isFromFile: files !== null, environment });
  },
};

/** A key that was generated here gets its successor here. */
function prepare({ environment }: CommandCall): KeyFiles | null {
  if (environment.MASTER_KEY || environment.MASTER_KEY_PREVIOUS) return null;
  const { dataDir } = loadConfig(environment, configDirectory());
  const files = new KeyFiles(dataDir);
  if (!files.isUsed) return null;
  const key = environment.NEW_MASTER_KEY;
  if (key !== undefined && key.length < 32) throw new Error('NEW_MASTER_KEY must have at least 32 characters.');
  files.replace(key);
  return files;
}

/** With the old key in MASTER_KEY, NEW_MASTER_KEY names the other one. */
function withNewKey(environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const { MASTER_KEY: old, NEW_MASTER_KEY: key } = environment;
  return old && key ? { ...environment, MASTER_KEY: key, MASTER_KEY_PREVIOUS: old } : environment;
}

/** A file that no server owns is kept from them; other databases show who lives. */
async function besideServers<Result>(
  config: Config,
  database: DataSource,
  say: (line: string) => void,
  work: (living: () => Promise<readonly LivingNode[]>) => Promise<Result>,
): Promise<Result> {
  const { dialect, url } = config.database;
  const ownership = dialect === 'sqlite' ? await FileOwnership.take(url) : null;
  try {
    return await work(async () => {
      if (ownership) return [];
      const living = await livingNodes(database, say, 'all');
      if (dialect === 'sqlite' && living.length === 0) {
        throw new Error('a server that has just started is using the file; repeat this in a few seconds.');
      }
      return living;
    });
  } finally {
    await ownership?.end();
  }
}

interface Rotation {
  readonly database: DataSource;
  readonly masterKey: Buffer;
  readonly previousMasterKey: Buffer;
  readonly living: () => Promise<readonly LivingNode[]>;
  readonly say: (line: string) => void;
}

/** @returns what each pass found; the last one found nothing under the old key */
async function rotate(rotation: Rotation): Promise<readonly (readonly ResealedTable[])[]> {
  const { database, masterKey, previousMasterKey, living, say } = rotation;
  const mark = markOf(masterKey);
  const nodes = await living();
  if (nodes.some(({ keyMarks }) => !keyMarks.split(',').includes(mark))) {
    throw new Error(
      'a running server does not know the new key yet; restart every server with both keys, and repeat this.',
    );
  }
  await turn(database, new SecretBox(masterKey, previousMasterKey));
  const [from, to] = [new SecretBox(previousMasterKey), new SecretBox(masterKey)];
  const pass = (): Promise<readonly ResealedTable[]> =>
    resealTables(database, from, to, ({ table, values, resealed }) =>
      say(`${table}: ${resealed} of ${values} resealed`),
    );
  const passes = [await pass()];
  if (nodes.length > 0) await untilFollowed(rotation, nodes, mark);
  // What a server sealed with the old key in the meantime is found by the next pass.
  do passes.push(await pass());
  while (passes.length < PASSES_MAX && passes.at(-1)?.some(({ resealed }) => resealed > 0));
  return passes;
}

/** From now on the new key seals. */
async function turn(database: DataSource, box: SecretBox): Promise<void> {
  const before = await readSealing(database);
  if (before === null) throw new Error('start this version of the server once before its key is rotated.');
  if (!(await followSealing(database, box))) throw new Error('neither of the two keys is the key of this database.');
  box.turn();
  await turnSealing(database, dialectOf(database), before, box.sealedLookUp);
}

/** Waits until every server seals with the new key. */
async function untilFollowed({ database, say }: Rotation, nodes: readonly LivingNode[], mark: string): Promise<void> {
  say('waiting until every server seals with the new key …');
  for (const deadline = Date.now() + FOLLOWED_WITHIN_MS; ;) {
    const shown = await beatsOf(database);
    // A row that is gone was one of a server that has ended.
    const behind = nodes.filter(({ id }) => shown.has(id) && !shown.get(id)?.keyMarks.startsWith(mark));
    if (behind.length === 0) return;
    if (Date.now() > deadline) {
      throw new Error('a server still seals with the old key; look at its log, and repeat this.');
    }
    await pause(1_000);
  }
}

function resultOf(
  passes: readonly (readonly ResealedTable[])[],
  { isFromFile, environment }: { readonly isFromFile: boolean; readonly environment: NodeJS.ProcessEnv },
): CommandResult {
  const last = passes.at(-1) ?? [];
  const tables = last.map(({ table, values, resealed: left, unreadable }) => {
    const resealed = passes.flat().reduce((sum, found) => sum + (found.table === table ? found.resealed : 0), 0);
    return { table, values, resealed, left, unreadable };
  });
  const left = tables.reduce((sum, table) => sum + table.left, 0);
  const unreadable = tables.reduce((sum, table) => sum + table.unreadable, 0);
  const next = isFromFile
    ? 'The new key is in DATA_DIR; keep the old one as long as you keep backups that were made before.'
    : `Give ${environment.NEW_MASTER_KEY ? 'the new key as MASTER_KEY' : 'MASTER_KEY alone'} from the next start on; keep the old key as long as backups from before.`;
  return {
    lines: [
      ...tables.map(
        found => `${found.table}: ${found.values} values under the new key, ${found.resealed} of them resealed now`,
      ),
      ...(unreadable > 0
        ? [`${unreadable} texts look sealed, and neither key opens them; they are as they were.`]
        : []),
      `left under the old key: ${left}`,
      next,
    ],
    json: { tables, left, unreadable },
    isGood: left === 0,
  };
}
