import { fileSource, FolderPlace, makeBackup, move, openArchive, restore } from '@archive';
import { dataSourceOptions, loadConfig, markOf, unlimitedOptions, type DatabaseDialect } from '@platform';
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { DataSource, type DataSourceOptions } from 'typeorm';
import { migrations } from '../../apps/server/src/database/migrations';
import { TestClient } from '../support/clients/client';
import { must } from '../support/clients/factories';
import { chat, startRelayScene, type RelayScene } from '../support/scenes/relay-scene';
import {
  createTestDatabase,
  describeWith,
  DIALECTS,
  hasService,
  type TestDatabase,
} from '../support/servers/databases';
import { startTestApp } from '../support/servers/test-app';

const MASTER_KEY = 'a master key that both of the servers are given';
const PASSPHRASE = '正确的 horse battery staple';
const CONFIG = join(__dirname, '../../config');

let directory: string;
beforeEach(() => (directory = mkdtempSync(join(tmpdir(), 'sluice-archive-'))));
afterEach(() => rmSync(directory, { recursive: true, force: true }));

function optionsOf(url: string): DataSourceOptions {
  const config = loadConfig({ DATABASE_URL: url, DATA_DIR: directory, MASTER_KEY, SESSION_SECRET: MASTER_KEY }, CONFIG);
  return unlimitedOptions(dataSourceOptions(config, { entities: [], migrations: [] }));
}

function targetOf(url: string) {
  return { options: optionsOf(url), migrations };
}

async function withSource<Result>(url: string, work: (source: DataSource) => Promise<Result>): Promise<Result> {
  const source = await new DataSource(optionsOf(url)).initialize();
  try {
    return await work(source);
  } finally {
    await source.destroy();
  }
}

async function backUpTo(url: string, path: string, passphrase: string | null = PASSPHRASE) {
  const rest = { secretsDirectory: directory, keyMarks: markOf(Buffer.from(MASTER_KEY)), nowMs: Date.now() };
  const place = new FolderPlace(dirname(path));
  const made = await withSource(url, source => makeBackup(source, place, basename(path), { passphrase, ...rest }));
  return made.tables;
}

/** Calls until it is told to stop. @returns a function that stops them and returns how many were answered */
function keepCalling(scene: RelayScene): () => Promise<number> {
  let answered = 0;
  let isStopped = false;
  const caller = async (): Promise<void> => {
    while (!isStopped) {
      const response = await scene.post('/v1/chat/completions', chat());
      await response.text();
      answered += Number(response.status === 200);
    }
  };
  const callers = Promise.all(Array.from({ length: 8 }, caller));
  return async () => {
    isStopped = true;
    await callers;
    return answered;
  };
}

/** A server on a filled database: the owner signs in, sees the same money and calls with the same key. */
async function expectServes(url: string, scene: RelayScene, balance: number): Promise<void> {
  const app = await startTestApp({ databaseUrl: url, environment: { MASTER_KEY } });
  const owner = await new TestClient(app.url).signIn(scene.owner.user?.username ?? '', 'correct-horse');
  expect((await must(owner.get<{ quota: number }>('/api/user/self'))).quota).toBe(balance);
  const response = await fetch(`${app.url}/v1/chat/completions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${scene.key}` },
    body: JSON.stringify(chat()),
  });
  expect(response.status).toBe(200);
  await response.text();
  await app.closeWithEvenLedger();
}

const TARGETS: Readonly<Record<DatabaseDialect, DatabaseDialect>> = {
  sqlite: 'postgres',
  postgres: 'mysql',
  mysql: 'sqlite',
};

describe.each(DIALECTS)('an archive of %s', dialect => {
  describeWith(dialect, 'is made', () => {
    let database: TestDatabase;
    let scene: RelayScene;
    beforeEach(async () => {
      database = await createTestDatabase(dialect);
      scene = await startRelayScene({ databaseUrl: database.url, environment: { MASTER_KEY } });
    });
    afterEach(async () => {
      await scene.close();
      await database.drop();
    });

    it('while calls are served, and its ledger is even when it is restored', async () => {
      const stop = keepCalling(scene);
      await scene.consumption(20);
      const path = join(directory, 'busy.sluice');
      const written = await backUpTo(database.url, path);
      expect(await stop()).toBeGreaterThan(20);
      expect(written.find(({ table }) => table === 'logs')?.rows).toBeGreaterThanOrEqual(20);
      const target = await createTestDatabase(dialect);
      const { tables, ledger } = await restore(fileSource(path), PASSPHRASE, targetOf(target.url));
      expect(tables).toEqual(written);
      expect(ledger).toMatchObject({ differenceUnits: 0 });
      await target.drop();
    });

    it('and another database goes on from it, with the same passwords, keys and money', async () => {
      const other = TARGETS[dialect];
      if (!hasService(other as 'postgres') && other !== 'sqlite') return;
      await (await scene.post('/v1/chat/completions', chat())).text();
      await scene.consumption(1);
      await scene.settled();
      const { quota } = await scene.balance();
      const path = join(directory, 'quiet.sluice');
      await backUpTo(database.url, path);
      const [restored, moved] = [await createTestDatabase(other), await createTestDatabase(other)];
      expect((await restore(fileSource(path), PASSPHRASE, targetOf(restored.url))).ledger.differenceUnits).toBe(0);
      await expectServes(restored.url, scene, quota);
      const proof = await withSource(database.url, source => move(source, targetOf(moved.url)));
      expect(proof.ledger.differenceUnits).toBe(0);
      await expectServes(moved.url, scene, quota);
      await restored.drop();
      await moved.drop();
    });
  });
});

describe('restoring', () => {
  let database: TestDatabase;
  let scene: RelayScene;
  let path: string;
  beforeEach(async () => {
    database = await createTestDatabase('sqlite');
    scene = await startRelayScene({ databaseUrl: database.url, environment: { MASTER_KEY } });
    path = join(directory, 'archive.sluice');
    writeFileSync(join(directory, 'master-key'), 'the generated one\n');
    await backUpTo(database.url, path);
  });
  afterEach(async () => {
    await scene.close();
    await database.drop();
  });

  async function refusalOf(passphrase: string | null, url?: string): Promise<string> {
    const empty = await createTestDatabase('sqlite');
    try {
      await restore(fileSource(path), passphrase, targetOf(url ?? empty.url));
      return 'restored';
    } catch (error) {
      return (error as Error).message;
    } finally {
      await empty.drop();
    }
  }

  it('needs the pass phrase of an encrypted archive', async () => {
    expect(await refusalOf(null)).toContain('BACKUP_PASSPHRASE');
    expect(await refusalOf('a wrong one')).toContain('the pass phrase is wrong');
  });

  it('refuses a place that is in use, and leaves it alone', async () => {
    expect(await refusalOf(PASSPHRASE, database.url)).toMatch(/is not empty: its table \w+ has rows/);
    await scene.expectEvenLedger();
  });

  it.each([100, 2, 1])('refuses an archive of which %i bytes are missing', async missing => {
    truncateSync(path, statSync(path).size - missing);
    expect(await refusalOf(PASSPHRASE)).toMatch(/cut off|changed/);
  });

  it('refuses an archive of which one byte was changed', async () => {
    const bytes = readFileSync(path);
    const at = bytes.length >> 1;
    bytes.writeUInt8(bytes.readUInt8(at) ^ 1, at);
    writeFileSync(path, bytes);
    expect(await refusalOf(PASSPHRASE)).toContain('changed');
  });

  it('refuses a plain archive that is cut off, and a file that is none', async () => {
    rmSync(path);
    await backUpTo(database.url, path, null);
    truncateSync(path, statSync(path).size - 20);
    expect(await refusalOf(null)).toMatch(/cut off/);
    writeFileSync(path, 'something else');
    expect(await refusalOf(null)).toContain('is no archive of Sluice');
  });

  it('names the master key without telling it, and holds the generated secrets', async () => {
    const { head, close } = await openArchive(fileSource(path), PASSPHRASE);
    await close();
    expect(head.masterKeyMark).toBe(markOf(Buffer.from(MASTER_KEY)));
    expect(head.secrets).toEqual({ 'master-key': 'the generated one' });
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(existsSync(`${path}.part`)).toBe(false);
  });

  it('keeps nothing readable of an encrypted archive', async () => {
    expect(readFileSync(path).includes('archive')).toBe(false);
    expect(readFileSync(path).includes(scene.owner.user?.username ?? '-')).toBe(false);
  });
});
