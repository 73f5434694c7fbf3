import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type AlertRuleTest, type BackupStatus } from '@contracts';
import { must } from '../support/clients/factories';
import { createTestDatabase, describeWith, DIALECTS, type TestDatabase } from '../support/servers/databases';
import { runCommand } from '../support/servers/server-process';
import { startTestApp, type TestApp } from '../support/servers/test-app';

const KEY = 'a master key of more than thirty letters';

let directory: string;
beforeEach(() => (directory = mkdtempSync(join(tmpdir(), 'sluice-command-'))));
afterEach(() => rmSync(directory, { recursive: true, force: true }));

describe.each(DIALECTS)('a backup by the command, on %s', dialect => {
  describeWith(dialect, 'beside a server', () => {
    let database: TestDatabase;
    let app: TestApp;
    beforeEach(async () => {
      database = await createTestDatabase(dialect);
      app = await startTestApp({ databaseUrl: database.url, environment: { MASTER_KEY: KEY } });
    });
    afterEach(async () => {
      await app.close();
      await database.drop();
    });

    const backUp = (to: string) =>
      runCommand(['backup', '--to', to], { DATABASE_URL: database.url, DATA_DIR: app.config.dataDir, MASTER_KEY: KEY });
    const found = async () => {
      const rule = { kind: 'backup', severity: 'critical', threshold: 26, receiver_ids: [] };
      const { id } = await must(app.root.post<{ id: number }>('/api/alert/rule', rule));
      return (await must(app.root.post<AlertRuleTest>(`/api/alert/rule/${id}/test`, {}))).findings;
    };
    const runs = async () => (await must(app.root.get<BackupStatus>('/api/backup/'))).runs;

    it('that failed is found by the rule and shown in the console until one is made there', async () => {
      const folder = join(directory, 'backups');
      mkdirSync(folder);
      const taken = join(folder, 'nightly.backup');
      expect((await backUp(taken)).code).toBe(0);
      expect(await found()).toEqual([]);
      expect(await runs()).toMatchObject([{ state: 'made', name: 'nightly.backup', destination: folder, error: '' }]);
      const again = await backUp(taken); // a name that is taken
      expect([again.code, again.stderr]).toEqual([1, expect.stringContaining('is there already')]);
      expect(await runs()).toMatchObject([{ state: 'failed', error: expect.stringContaining('already') }, {}]);
      expect(await found()).toMatchObject([{ sentence: 'backup_failed', figures: { destination: folder } }]);
      expect((await backUp(folder)).code).toBe(0);
      expect(await found()).toEqual([]);
      expect((await runs()).map(({ state }) => state)).toEqual(['made', 'failed', 'made']);
    });
  });
});

describe('a place where no folder can be made', () => {
  it('is refused with a sentence, and the command ends', async () => {
    if (!existsSync('/proc/self')) return; // a system without /proc
    const environment = { DATA_DIR: directory, MASTER_KEY: KEY };
    expect((await runCommand(['migrate'], environment)).code).toBe(0);
    const { code, stderr } = await runCommand(['backup', '--to', '/proc/sluice/one.backup'], environment);
    expect([code, stderr]).toEqual([
      1,
      expect.stringContaining('no folder can be made in /proc: choose another place.'),
    ]);
  });
});
