import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { TestClient } from '../support/clients/client';
import { must } from '../support/clients/factories';
import { BucketServer } from '../support/fakes/bucket-server';
import { createTestDatabase, describeWith } from '../support/servers/databases';
import { runCommand, ServerProcess } from '../support/servers/server-process';

let directory: string;
let place: { readonly DATA_DIR: string };
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'sluice-cli-'));
  place = { DATA_DIR: join(directory, 'data') };
});
afterEach(() => rmSync(directory, { recursive: true, force: true }));

/** A server that has people and a channel with a sealed key. */
async function startUsed(dataDir: string): Promise<ServerProcess> {
  const server = await ServerProcess.start({ dataDir });
  const root = await new TestClient(server.url).signIn('root', '123456');
  await must(root.post('/api/user/', { username: 'alice', password: 'correct-horse', display_name: 'Alice' }));
  await must(
    root.post('/api/channel/', { type: 1, name: 'one', key: 'sk-upstream-1', models: 'gpt-4o', group: 'default' }),
  );
  return server;
}

/** Starts a server on data that came from elsewhere. @returns whether alice can sign in, and the keys of the channels */
async function lookInto(dataDir: string, environment: Readonly<Record<string, string>> = {}) {
  const server = await ServerProcess.start({ dataDir, environment });
  try {
    const alice = await new TestClient(server.url).signIn('alice', 'correct-horse');
    const root = await new TestClient(server.url).signIn('root', '123456');
    const channels = await must(root.get<{ key?: string }[]>('/api/channel/?p=0&page_size=10&include_key=true'));
    return { name: alice.user?.username, keys: channels.map(({ key }) => key) };
  } finally {
    await server.stop();
  }
}

const AS_IT_WAS = { name: 'alice', keys: ['sk-upstream-1'] };

describe('the command line', () => {
  it.each([
    [[], 'which command?'],
    [['bakcup'], 'there is no command "bakcup"'],
    [['backup'], '--to is missing'],
    [['backup', '--too', 'x'], "Unknown option '--too'"],
    [['restore', 'x'], 'sluice restore --from <file>'],
  ])('called as %j ends with 2 and says what is wrong', async (args, message) => {
    const { code, stdout, stderr } = await runCommand(args, place);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toContain(message);
    expect(stderr.trim().split('\n').length).toBeLessThanOrEqual(3);
  });

  it('lists its commands, and explains each', async () => {
    const { code, stdout } = await runCommand(['--help'], place);
    expect(code).toBe(0);
    const names = ['backup', 'restore', 'move', 'migrate', 'ledger verify'];
    for (const name of names) {
      expect(stdout).toContain(`  ${name} `);
      const help = await runCommand([...name.split(' '), '--help'], place);
      expect(help).toMatchObject({ code: 0, stderr: '' });
      expect(help.stdout).toContain(`sluice ${name}`);
    }
    expect(existsSync(place.DATA_DIR)).toBe(false);
  });

  it('names the missing steps of the tables before it takes them', async () => {
    const before = await runCommand(['migrate', '--dry-run', '--json'], place);
    const { missing } = JSON.parse(before.stdout) as { missing: string[] };
    expect(missing.length).toBeGreaterThan(10);
    expect(existsSync(join(place.DATA_DIR, 'sluice.db'))).toBe(false);
    expect((await runCommand(['migrate'], place)).code).toBe(0);
    const after = await runCommand(['migrate', '--dry-run', '--json'], place);
    expect(JSON.parse(after.stdout)).toMatchObject({ isGood: true, missing: [] });
  });

  it('says in one sentence that there is no database', async () => {
    const { code, stderr } = await runCommand(['ledger', 'verify'], place);
    expect(code).toBe(1);
    expect(stderr).toContain('there is no database at');
  });
});

describe('a backup of a running server', () => {
  let server: ServerProcess;
  beforeEach(async () => (server = await startUsed(place.DATA_DIR)));
  afterEach(() => server.dispose());

  it('is restored in another place with its people, keys and secrets', async () => {
    const secret = { ...place, BACKUP_PASSPHRASE: 'correct horse' };
    const made = await runCommand(['backup', '--to', directory, '--json'], secret);
    expect(made.code).toBe(0);
    const { path, isEncrypted } = JSON.parse(made.stdout) as { path: string; isEncrypted: boolean };
    expect(isEncrypted).toBe(true);
    expect(statSync(path).mode & 0o777).toBe(0o600);
    const there = { DATA_DIR: join(directory, 'there') };
    expect((await runCommand(['restore', '--from', path], there)).stderr).toContain('BACKUP_PASSPHRASE');
    expect(existsSync(there.DATA_DIR)).toBe(false);
    const restored = await runCommand(['restore', '--from', path, '--json'], { ...secret, ...there });
    expect(restored.stderr).not.toContain('sluice restore:');
    expect(JSON.parse(restored.stdout)).toMatchObject({ isGood: true, ledger: { differenceUnits: 0 } });
    expect(statSync(join(there.DATA_DIR, 'sluice.db')).mode & 0o777).toBe(0o600);
    expect(await lookInto(there.DATA_DIR)).toEqual(AS_IT_WAS);
  });

  it('goes to a bucket and is restored from there, and its copy makes no backups by itself', async () => {
    const bucket = await BucketServer.start();
    const root = await new TestClient(server.url).signIn('root', '123456');
    await must(root.put('/api/option/', { key: 'BackupEnabled', value: 'true' }));
    const secret = { ...place, ...bucket.environment, BACKUP_PASSPHRASE: 'correct horse' };
    const address = 's3://backups/by/hand';
    expect((await runCommand(['restore', '--from', address], secret)).stderr).toContain('there is no backup in');
    const made = await runCommand(['backup', '--to', address, '--json'], secret);
    expect({ code: made.code, stderr: made.stderr }).toEqual({ code: 0, stderr: expect.any(String) });
    const { path } = JSON.parse(made.stdout) as { path: string };
    expect(bucket.objects.has(path.slice('s3://backups/'.length))).toBe(true);
    for (const [from, name] of [
      [address, 'newest'],
      [path, 'named'],
    ] as const) {
      const there = { ...secret, DATA_DIR: join(directory, name) };
      const restored = await runCommand(['restore', '--from', from, '--json'], there);
      expect([restored.code, restored.stderr]).toEqual([0, expect.stringContaining(path)]);
      expect(await lookInto(there.DATA_DIR)).toEqual(AS_IT_WAS);
      expect(existsSync(join(there.DATA_DIR, 'backups'))).toBe(false);
    }
    const copy = { DATA_DIR: join(directory, 'named') };
    await runCommand(['config', 'export', '--to', join(directory, 'options.json')], copy);
    expect(readFileSync(join(directory, 'options.json'), 'utf8')).not.toContain('BackupEnabled');
    await bucket.close();
  });

  it('is never written over, and not restored into a place that is in use', async () => {
    const file = join(directory, 'one.backup');
    expect((await runCommand(['backup', '--to', file], place)).code).toBe(0);
    const again = await runCommand(['backup', '--to', file], place);
    expect(again).toMatchObject({ code: 1, stderr: expect.stringContaining('is there already') });
    const onto = await runCommand(['restore', '--from', file], place);
    expect(onto).toMatchObject({ code: 1, stderr: expect.stringContaining('a server is using') });
    await server.stop();
    const used = await runCommand(['restore', '--from', file], place);
    expect(used).toMatchObject({ code: 1, stderr: expect.stringContaining('is not empty') });
  });

  it('without its secrets opens with the same master key only', async () => {
    const file = join(directory, 'one.backup');
    await runCommand(['backup', '--to', file, '--without-secrets'], place);
    const there = { DATA_DIR: join(directory, 'there') };
    const refused = await runCommand(['restore', '--from', file], there);
    expect(refused).toMatchObject({ code: 1, stderr: expect.stringContaining('MASTER_KEY') });
    expect(readdirSync(there.DATA_DIR)).not.toContain('sluice.db');
  });
});

describeWith('postgres', 'moving to PostgreSQL', () => {
  it('waits until the server has stopped, keeps the source, and goes on there', async () => {
    const server = await startUsed(place.DATA_DIR);
    const target = await createTestDatabase('postgres');
    const early = await runCommand(['move', '--to', target.url], place);
    expect(early).toMatchObject({ code: 1, stderr: expect.stringContaining('a server is using') });
    await server.stop();
    const moved = await runCommand(['move', '--to', target.url, '--json'], place);
    expect(JSON.parse(moved.stdout)).toMatchObject({ isGood: true, ledger: { differenceUnits: 0 } });
    expect(await lookInto(place.DATA_DIR, { DATABASE_URL: target.url })).toEqual(AS_IT_WAS);
    expect(await lookInto(place.DATA_DIR)).toEqual(AS_IT_WAS);
    const again = await runCommand(['move', '--to', target.url], place);
    expect(again).toMatchObject({ code: 1, stderr: expect.stringContaining('is not empty') });
    await target.drop();
  });
});
