import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Backups, BucketPlace, restore, storedSource } from '@archive';
import { type BackupStatus, type OptionKey, type StoredBackupView } from '@contracts';
import { dataSourceOptions, EventBus, loadConfig, unlimitedOptions, UnitOfWork, type EventMap } from '@platform';
import { migrations } from '../../apps/server/src/database/migrations';
import { must } from '../support/clients/factories';
import { BucketServer } from '../support/fakes/bucket-server';
import { chat, startRelayScene, type RelayScene } from '../support/scenes/relay-scene';
import { createTestDatabase, describeWith, DIALECTS, type TestDatabase } from '../support/servers/databases';
import { Nodes, sharedByRedis } from '../support/servers/nodes';
import { startTestApp, type TestApp } from '../support/servers/test-app';

const MASTER_KEY = 'a master key that every server here is given';
const PASSPHRASE = '定时 correct horse battery';
const CONFIG = join(__dirname, '../../config');
const OLD = ['sluice-20200101-030000.backup', 'sluice-20200102-030000.backup'] as const;

let directory: string;
let bucket: BucketServer;
beforeEach(async () => {
  directory = mkdtempSync(join(tmpdir(), 'sluice-scheduled-'));
  bucket = await BucketServer.start();
});
afterEach(async () => {
  await bucket.close();
  rmSync(directory, { recursive: true, force: true });
});

async function useBucket(app: TestApp, further: Partial<Record<OptionKey, unknown>> = {}): Promise<void> {
  const { endpoint, region, bucket: name, prefix, credentials } = bucket.settings;
  const options: Partial<Record<OptionKey, unknown>> = {
    BackupPlace: 'bucket',
    BackupBucketEndpoint: endpoint,
    BackupBucketRegion: region,
    BackupBucket: name,
    BackupPrefix: `/${prefix}/`,
    BackupAccessKeyId: credentials.accessKeyId,
    BackupSecretKey: credentials.secretAccessKey,
    BackupPassphrase: PASSPHRASE,
    BackupEnabled: true,
    ...further,
  };
  for (const [key, value] of Object.entries(options)) await app.make.option(key, value);
}

async function useFolder(app: TestApp, further: Partial<Record<OptionKey, unknown>> = {}): Promise<void> {
  const options = { BackupFolder: directory, BackupEnabled: true, ...further };
  for (const [key, value] of Object.entries(options)) await app.make.option(key, value);
}

function statusOf(app: TestApp): Promise<BackupStatus> {
  return must(app.root.get<BackupStatus>('/api/backup/'));
}

/** Everything that a server says about its backups. */
function factsOf(app: TestApp) {
  const finished: EventMap['backup.finished'][] = [];
  const failed: EventMap['backup.failed'][] = [];
  app.nest.get(EventBus).subscribe('backup.finished', fact => void finished.push(fact));
  app.nest.get(EventBus).subscribe('backup.failed', fact => void failed.push(fact));
  return { finished, failed };
}

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
  const callers = Promise.all(Array.from({ length: 6 }, caller));
  return async () => {
    isStopped = true;
    await callers;
    return answered;
  };
}

// Each test starts a server, and several of them restore one.

describe.each(DIALECTS)('scheduled backups of %s', dialect => {
  describeWith(dialect, 'go to a bucket', () => {
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

    it('while calls are served, once for each time, and are whole', async () => {
      const { app } = scene;
      await useBucket(app);
      const facts = factsOf(app);
      const stop = keepCalling(scene);
      await scene.consumption(10);
      await app.nest.get(Backups).tick();
      await app.nest.get(Backups).tick(); // the next one is due tomorrow
      expect(await stop()).toBeGreaterThan(10);
      const { runs, next_at, is_encrypted } = await statusOf(app);
      expect(runs).toEqual([expect.objectContaining({ state: 'made', is_scheduled: true, error: '' })]);
      expect([is_encrypted, (next_at ?? 0) > Date.now() / 1000]).toEqual([true, true]);
      const { name = '', bytes, destination, rows } = runs[0] ?? {};
      expect(destination).toBe('s3://backups/nightly');
      expect(rows).toBeGreaterThan(10);
      expect(facts).toEqual({ failed: [], finished: [{ destination, bytes, durationMs: expect.any(Number) }] });
      const stored = await must(app.root.get<StoredBackupView[]>('/api/backup/stored'));
      expect(stored).toEqual([{ name, bytes, made_at: runs[0]?.started_at }]);
      expect(bucket.objects.get(`nightly/${name}`)?.includes(scene.owner.user?.username ?? '-')).toBe(false);

      const target = await createTestDatabase(dialect);
      const secrets = { DATA_DIR: directory, MASTER_KEY, SESSION_SECRET: MASTER_KEY };
      const config = loadConfig({ ...secrets, DATABASE_URL: target.url }, CONFIG);
      const options = unlimitedOptions(dataSourceOptions(config, { entities: [], migrations: [] }));
      const place = await BucketPlace.open(bucket.settings);
      const { ledger, tables } = await restore(storedSource(place, name), PASSPHRASE, { options, migrations });
      place.close();
      expect(ledger).toMatchObject({ differenceUnits: 0 });
      // Who restores a backup did not begin one.
      expect(tables.find(({ table }) => table === 'backup_runs')?.rows).toBe(0);
      const there = await startTestApp({ databaseUrl: target.url, environment: { MASTER_KEY } });
      const answer = await fetch(`${there.url}/v1/chat/completions`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${scene.key}` },
        body: JSON.stringify(chat()),
      });
      expect(answer.status).toBe(200);
      await answer.text();
      await there.closeWithEvenLedger();
      await target.drop();
    });
  });
});

describe('scheduled backups', () => {
  let app: TestApp;
  beforeEach(async () => (app = await startTestApp({ environment: { MASTER_KEY } })));
  afterEach(() => app.close());

  it('are not made while nobody has asked for them', async () => {
    await app.nest.get(Backups).tick();
    const { runs, next_at } = await statusOf(app);
    expect([runs, next_at]).toEqual([[], null]);
    expect(existsSync(join(app.config.dataDir, 'backups'))).toBe(false);
  });

  it('that fail say why, keep the older ones, and are tried again later', async () => {
    await useBucket(app, { BackupKeepNewest: 1 });
    for (const name of OLD) bucket.objects.set(`nightly/${name}`, Buffer.from('an old one'));
    const facts = factsOf(app);
    bucket.fail('put', 'forbidden');
    await app.nest.get(Backups).tick();
    await app.nest.get(Backups).tick(); // not before half an hour has passed
    const { runs, next_at } = await statusOf(app);
    const error = expect.stringContaining('s3://backups/nightly failed: the key may not do this');
    expect(runs).toEqual([expect.objectContaining({ state: 'failed', error, bytes: 0 })]);
    expect(facts).toMatchObject({ finished: [], failed: [{ destination: 's3://backups/nightly', error }] });
    const waitSeconds = (next_at ?? 0) - Date.now() / 1000;
    expect(waitSeconds).toBeGreaterThan(29 * 60);
    expect(waitSeconds).toBeLessThan(31 * 60);
    expect([...bucket.objects.keys()]).toEqual(OLD.map(name => `nightly/${name}`));
  });

  it('that cannot be read back are removed, and the older ones stay', async () => {
    await useBucket(app, { BackupKeepNewest: 1 });
    bucket.objects.set(`nightly/${OLD[0]}`, Buffer.from('an old one'));
    bucket.fail('put', 'altered');
    await app.nest.get(Backups).tick();
    const { runs } = await statusOf(app);
    expect(runs[0]).toMatchObject({ state: 'failed', error: expect.stringContaining('cannot be read back') });
    expect([...bucket.objects.keys()]).toEqual([`nightly/${OLD[0]}`]);
  });

  it('into a folder remove what the rule does not keep, and nothing else', async () => {
    for (const name of [...OLD, 'notes.txt']) writeFileSync(join(directory, name), 'x');
    await useFolder(app, { BackupKeepNewest: 2, BackupKeepWeekly: 0 });
    await app.nest.get(Backups).tick();
    const { runs, is_encrypted, has_secrets } = await statusOf(app);
    expect(runs[0]).toMatchObject({ state: 'made', destination: directory, error: '' });
    expect([is_encrypted, has_secrets]).toEqual([false, false]);
    expect(readdirSync(directory).sort()).toEqual(['notes.txt', OLD[1], runs[0]?.name].sort());
  });

  it('say in words what is wrong with a folder', async () => {
    writeFileSync(join(directory, 'file'), 'x');
    await useFolder(app, { BackupFolder: join(directory, 'file', 'below') });
    await app.nest.get(Backups).tick();
    expect((await statusOf(app)).runs[0]?.error).toContain('a part of the path is no folder');
    const refused = await app.root.post('/api/backup/test');
    expect(refused.body).toMatchObject({ success: false, message: expect.stringContaining('cannot be used') });
    const relative = await app.root.put('/api/option/', { key: 'BackupFolder', value: 'backups' });
    expect(relative.body.message).toContain('must be a whole path');
  });

  it('are tested, and started by hand, by root alone', async () => {
    mkdirSync(join(directory, 'there'));
    await useFolder(app, { BackupFolder: join(directory, 'there'), BackupEnabled: false });
    expect((await app.root.post('/api/backup/test')).body).toMatchObject({ success: true });
    expect(readdirSync(join(directory, 'there'))).toEqual([]);
    expect((await app.admin.post('/api/backup/')).body.success).toBe(false);
    expect((await app.admin.put('/api/option/', { key: 'BackupFolder', value: '/tmp' })).body.success).toBe(false);
    const answers = await Promise.all([app.root.post('/api/backup/'), app.root.post('/api/backup/')]);
    expect(answers.map(({ body }) => body.success).sort()).toEqual([false, true]);
    await app.nest.get(Backups).whenIdle();
    expect((await statusOf(app)).runs).toEqual([expect.objectContaining({ state: 'made', is_scheduled: false })]);
  });

  it('that a killed server left are said to have failed', async () => {
    await useFolder(app);
    const columns = 'place, name, is_scheduled, started_at_ms, bytes, row_count, error';
    const values = `'${directory}', '${OLD[0]}', 1, ${Date.now() - 5_000}, 0, 0, ''`;
    await app.nest
      .get(UnitOfWork)
      .run(manager => manager.query(`INSERT INTO backup_runs (${columns}) VALUES (${values})`));
    const facts = factsOf(app);
    await app.nest.get(Backups).tick();
    expect(facts.failed).toEqual([expect.objectContaining({ error: expect.stringContaining('the server ended') })]);
    const { runs } = await statusOf(app);
    expect(runs.map(({ state }) => state)).toEqual(['failed']);
  });

  it('end with their server, at once, and leave nothing', async () => {
    const other = await startTestApp({ environment: { MASTER_KEY } });
    await useBucket(other);
    bucket.fail('put', 'silent', 10);
    const run = other.nest.get(Backups).tick();
    await new Promise(resolve => setTimeout(resolve, 500));
    const startedAt = performance.now();
    await other.close();
    await run;
    expect(performance.now() - startedAt).toBeLessThan(10_000);
    expect(bucket.objects.size).toBe(0);
  });
});

describeWith('redis', 'several nodes', () => {
  describeWith('postgres', 'on one database', () => {
    it('make one backup together', async () => {
      const nodes = await Nodes.start('postgres', sharedByRedis);
      await useFolder(nodes.first, { BackupPassphrase: PASSPHRASE });
      for (const { nest } of nodes.all) await nest.get(Backups).tick(); // both have read the options
      rmSync(directory, { recursive: true, force: true });
      mkdirSync(directory);
      await nodes.first.nest.get(UnitOfWork).run(manager => manager.query('DELETE FROM backup_runs'));
      await Promise.all(nodes.all.map(({ nest }) => nest.get(Backups).tick()));
      expect(readdirSync(directory)).toHaveLength(1);
      for (const node of nodes.all) expect((await statusOf(node)).runs).toHaveLength(1);
      await nodes.close();
    });
  });
});
