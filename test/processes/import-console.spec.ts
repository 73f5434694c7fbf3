import { randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { MOVE_IN_FILE_TYPE, type MoveInFile, type MoveInRun, type MoveInStart, type MoveInStatus } from '@contracts';
import { recordedSource } from '@formats/testing';
import { hash } from 'bcryptjs';
import { createMockUpstream, type MockUpstream } from '../../apps/mock-upstream/src/index';
import { TestClient, type ClientAnswer } from '../support/clients/client';
import { must } from '../support/clients/factories';
import { type Expected } from '../support/inputs/expected-import';
import { changeSource, composeSource } from '../support/inputs/import-source';
import { loadDump } from '../support/inputs/load-dump';
import { createTestDatabase, describeWith } from '../support/servers/databases';
import { runLedgerVerify, ServerProcess } from '../support/servers/server-process';

const HERE_PASSWORD = 'a-password-of-the-new-place';
const ROOT_PASSWORD = 'pw-root-of-the-source';
const ALICE_PASSWORD = 'pw-alice-of-the-source';
const ALICE_KEY = `sk-${'k1'.repeat(24)}`;
const NOTHING: MoveInStart = {
  address: '',
  logs_address: '',
  has_logs_file: false,
  salt_key: '',
  is_dry_run: false,
};
/** A run ends within this time, on a busy machine too. */
const RUN_TIMEOUT_MS = 240_000;

let directory: string;
let from: string;
let upstream: MockUpstream;
let server: ServerProcess;
let root: TestClient;

function startServer(further: Readonly<Record<string, string>> = {}): Promise<ServerProcess> {
  const environment = {
    ...further,
    INITIAL_ROOT_PASSWORD: HERE_PASSWORD,
    API_REQUESTS_PER_WINDOW: '100000',
    CRITICAL_REQUESTS_PER_WINDOW: '100000',
  };
  return ServerProcess.start({ dataDir: join(directory, 'data'), environment });
}

beforeEach(async () => {
  directory = mkdtempSync(join(tmpdir(), 'sluice-move-in-'));
  from = join(directory, 'source.db');
  upstream = await createMockUpstream();
  await composeSource(from);
  await changeSource(from, [
    'ALTER TABLE channels ADD COLUMN base_url text',
    `UPDATE channels SET base_url = '${upstream.url}'`,
    `UPDATE users SET password = '${await hash(ROOT_PASSWORD, 4)}' WHERE id = 1`,
    `UPDATE users SET password = '${await hash(ALICE_PASSWORD, 4)}' WHERE id = 2`,
  ]);
  server = await startServer();
  root = await new TestClient(server.url).signIn('root', HERE_PASSWORD);
});

afterEach(async () => {
  await server.dispose();
  await upstream.close();
  rmSync(directory, { recursive: true, force: true });
});

async function send(bytes: Uint8Array, part = 'source', client = root): Promise<ClientAnswer<MoveInFile>> {
  const response = await fetch(`${server.url}/api/move_in/file/${part}`, {
    method: 'POST',
    headers: { ...client.headers, 'accept-language': 'en', 'content-type': MOVE_IN_FILE_TYPE },
    body: new Uint8Array(bytes),
  });
  const text = await response.text();
  const body = JSON.parse(text) as ClientAnswer<MoveInFile>['body'];
  return { status: response.status, headers: response.headers, text, body };
}

function statusOf(client = root) {
  return must(client.get<MoveInStatus>('/api/move_in/'));
}

/** Starts a run and waits for its end. */
async function run(request: Partial<MoveInStart>, client = root): Promise<MoveInRun> {
  await must(client.post('/api/move_in/', { ...NOTHING, ...request }));
  return untilEnded(client);
}

async function untilEnded(client = root): Promise<MoveInRun> {
  for (const endAt = Date.now() + RUN_TIMEOUT_MS; Date.now() < endAt; await pause(50)) {
    const { run } = await statusOf(client);
    if (run && run.state !== 'running') return run;
  }
  throw new Error('the run did not end');
}

function chat(key: string, model = 'gpt-4o') {
  return fetch(`${server.url}/v1/chat/completions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${key}` },
    body: JSON.stringify({ model, messages: [{ role: 'user', content: 'hi' }] }),
  });
}

function unequal({ report }: MoveInRun) {
  return report?.tables.filter(({ is_equal }) => is_equal === false);
}

async function expectEvenLedger(): Promise<void> {
  await server.stop();
  const { code, stdout } = await runLedgerVerify(join(directory, 'data'));
  expect({ code, stdout }).toMatchObject({ code: 0 });
}

describe('moving in from the console, with a file', () => {
  it('shows a plan that stores nothing, moves in beside the running server, and people go on with password and key', async () => {
    expect((await chat(ALICE_KEY)).status).toBe(401);
    await must(send(readFileSync(from)));
    expect(await statusOf()).toMatchObject({ source_file: { bytes: readFileSync(from).length }, run: null });

    const plan = await run({ is_dry_run: true });
    expect(plan).toMatchObject({ state: 'done', is_dry_run: true, source: 'file', username: 'root', error: '' });
    expect(plan.report?.tables.find(({ table }) => table === 'users')).toMatchObject({
      fresh: 2,
      changed: 1,
      here: null,
    });
    expect(plan.report?.remarks.find(({ what }) => what.startsWith('channels of a type'))?.count).toBe(1);
    expect((await chat(ALICE_KEY)).status).toBe(401);

    const done = await run({});
    expect({ state: done.state, error: done.error, unequal: unequal(done) }).toEqual({
      state: 'done',
      error: '',
      unequal: [],
    });
    expect(done.report).toMatchObject({ family: 'new-api', difference_units: 0 });
    // The key was refused a moment ago, which no node may remember now.
    expect((await chat(ALICE_KEY)).status).toBe(200);
    const alice = await new TestClient(server.url).signIn('alice', ALICE_PASSWORD);
    expect(alice.user?.username).toBe('alice');
    await expect(new TestClient(server.url).signIn('root', HERE_PASSWORD)).rejects.toThrow();
    await new TestClient(server.url).signIn('root', ROOT_PASSWORD);

    const { items } = await must(root.get<{ items: { content: string }[] }>('/api/log/?type=3&page_size=100'));
    const texts = items.map(({ content }) => content).filter(content => content.includes(' from file'));
    expect(texts).toEqual([expect.stringMatching(/^moved in from file: users 3,/), 'began to move in from file']);
    // The file holds secrets: it does not outlive its use. The proof stays beside the data.
    expect(await statusOf()).toMatchObject({ source_file: null });
    expect(readdirSync(join(directory, 'data', 'move-in'))).toEqual([]);
    expect(readdirSync(join(directory, 'data')).filter(name => /^import-.*\.json$/.test(name))).toHaveLength(1);
    await expectEvenLedger();
  });

  it('goes on after a server that was killed in the middle, and a further run brings nothing new', async () => {
    await changeSource(from, [
      `WITH RECURSIVE n(i) AS (SELECT 10 UNION ALL SELECT i + 1 FROM n WHERE i < 120000)
         INSERT INTO logs SELECT i, 2, 1700000000 + i, 2, '', 'alice', 'k', 'gpt-4o', 1, 5, 5, 1, 0, 1 FROM n`,
    ]);
    await must(send(readFileSync(from)));
    await must(root.post('/api/move_in/', NOTHING));
    const refused = await root.post('/api/move_in/', NOTHING);
    expect(refused.body.message).toBe('somebody is moving in already; wait until that has ended');
    expect((await send(readFileSync(from))).body.message).toContain('somebody is moving in already');
    for (;;) {
      const { run } = await statusOf();
      if (run?.state !== 'running') throw new Error(`the run was too quick: ${JSON.stringify(run)}`);
      if (run.step === 'logs' && run.step_rows > 0) break;
      await pause(20);
    }
    server.kill('SIGKILL');
    await server.ended;
    server = await startServer();
    root = await new TestClient(server.url).signIn('root', ROOT_PASSWORD);
    expect((await statusOf()).run).toMatchObject({ state: 'interrupted', report: null });

    const again = await run({});
    expect({ state: again.state, unequal: unequal(again) }).toEqual({ state: 'done', unequal: [] });
    await must(send(readFileSync(from)));
    const third = await run({});
    const came = third.report?.tables.filter(({ fresh, changed }) => (fresh ?? 0) + (changed ?? 0) > 0);
    expect({ state: third.state, came, unequal: unequal(third) }).toEqual({ state: 'done', came: [], unequal: [] });
    await expectEvenLedger();
  });

  it('takes the log from a second file', async () => {
    const logs = join(directory, 'logs.db');
    await composeSource(logs);
    await changeSource(from, ['DELETE FROM logs']);
    await must(send(readFileSync(from)));
    await must(send(readFileSync(logs), 'logs'));
    const done = await run({ has_logs_file: true });
    expect(done.report?.tables.find(({ table }) => table === 'logs')).toMatchObject({
      is_equal: true,
      there: { rows: 3 },
    });
  });
});

describe('what the console refuses when somebody moves in', () => {
  it('everybody but root', async () => {
    await must(
      root.post('/api/user/', { username: 'admin01', password: 'pw-admin-0000', display_name: 'a', role: 10 }),
    );
    const admin = await new TestClient(server.url).signIn('admin01', 'pw-admin-0000');
    for (const answer of [
      await admin.get('/api/move_in/'),
      await admin.post('/api/move_in/', NOTHING),
      await send(readFileSync(from), 'source', admin),
      await admin.delete('/api/move_in/file/source'),
    ]) {
      expect(answer.body).toMatchObject({ success: false, message: expect.stringContaining('permission') as string });
    }
    expect((await send(readFileSync(from), 'source', new TestClient(server.url))).status).toBe(401);
    expect(await statusOf()).toMatchObject({ source_file: null, run: null });
  });

  it('a file that is no database, of no kind, too large, or cut; nothing of it stays', async () => {
    const messageOf = async (bytes: Uint8Array, part?: string) => (await send(bytes, part)).body.message;
    expect(await messageOf(randomBytes(70_000))).toBe('this file is no SQLite database');
    expect(await messageOf(Buffer.from('SQLite'))).toBe('this file is no SQLite database');
    expect(await messageOf(readFileSync(from), 'other')).toBe('the file is either the source or the logs');
    const json = await root.post('/api/move_in/file/source', '{}', { 'content-type': 'application/json' });
    expect(json.body.message).toBe('this file is no SQLite database');
    const form = await root.post('/api/move_in/file/source', 'SQLite format 3', { 'content-type': 'text/plain' });
    expect(form.body).toMatchObject({ success: false });
    expect(await answerToLength(5 * 1024 ** 3)).toMatchObject({
      status: 413,
      text: expect.stringContaining('larger than 4 GiB') as string,
    });
    await cutUpload(readFileSync(from));
    await pause(300);
    expect(readdirSync(join(directory, 'data', 'move-in'))).toEqual([]);
    expect((await root.post('/api/move_in/', NOTHING)).body.message).toMatch(/^there is no database file on this node/);
  });

  it('addresses that are paths, name files of the server, or lead nowhere, and it never says a password', async () => {
    const messageOf = async (address: string) =>
      (await root.post('/api/move_in/', { ...NOTHING, address })).body.message;
    for (const address of [
      '/etc/passwd',
      'sqlite:///etc/passwd',
      'file:///etc/passwd',
      'http://127.0.0.1/x',
      'postgres://%2Fvar%2Frun/x',
      'postgres://u:pw@localhost/x?sslkey=/etc/passwd',
      'mysql://u:pw@localhost/x?ssl=1',
      'postgres://localhost',
    ]) {
      expect(await messageOf(address)).toMatch(/^give an address like/);
    }
    const secret = 'Correct-Horse-9';
    const failed = await run({ address: `postgres://somebody:${secret}@127.0.0.1:1/db`, is_dry_run: true });
    expect(failed).toMatchObject({ state: 'failed', source: 'postgres://somebody@127.0.0.1:1/db' });
    expect(failed.error).toContain('the source cannot be opened');
    expect(JSON.stringify(await statusOf()) + server.output).not.toContain(secret);
  });

  it('a database that is none of the families, and Sluice itself', async () => {
    await changeSource(from, ['DROP TABLE redemptions']);
    await must(send(readFileSync(from)));
    expect(await run({})).toMatchObject({
      state: 'failed',
      error: expect.stringMatching(/: no redemptions\.$/) as string,
    });
    await must(root.delete('/api/move_in/file/source'));
    expect(await statusOf()).toMatchObject({ source_file: null });
  });
});

/** Declares a length and sends nothing. */
function answerToLength(length: number): Promise<{ readonly status: number; readonly text: string }> {
  return new Promise((resolve, reject) => {
    const call = uploadCall(length);
    call.on('error', reject);
    call.on('response', response => {
      let text = '';
      response.on('data', (chunk: Buffer) => (text += chunk.toString()));
      response.on('end', () => {
        resolve({ status: response.statusCode ?? 0, text });
        call.destroy();
      });
    });
    call.flushHeaders();
  });
}

/** Ends the connection in the middle of a file. */
async function cutUpload(bytes: Uint8Array): Promise<void> {
  const call = uploadCall(bytes.length);
  call.on('error', () => undefined); // this side ended it
  await new Promise<void>(resolve => call.write(bytes.subarray(0, 9000), () => resolve()));
  await pause(100);
  call.destroy();
}

function uploadCall(length: number) {
  return request(`${server.url}/api/move_in/file/source`, {
    method: 'POST',
    headers: {
      ...root.headers,
      'accept-language': 'en',
      'content-type': MOVE_IN_FILE_TYPE,
      'content-length': length,
    },
  });
}

const FAMILIES = ['new-api', 'one-api', 'one-hub'] as const;

describe('moving in from the console, from a real gateway', () => {
  for (const family of FAMILIES) {
    const [file, told] = [recordedSource(`${family}/source.sqlite`), recordedSource(`${family}/expected.json`)];
    if (file === null || told === null) continue;
    it(`of ${family}: equal on both sides, and people sign in with their passwords`, async () => {
      const { users } = JSON.parse(readFileSync(told, 'utf8')) as Expected;
      await must(send(readFileSync(file)));
      const done = await run({});
      expect({ error: done.error, unequal: unequal(done) }).toEqual({ error: '', unequal: [] });
      expect(done.report?.difference_units).toBe(0);
      for (const { username, password } of users.filter(({ status, deleted }) => status === 1 && !deleted)) {
        const client = await new TestClient(server.url).signIn(username, password);
        expect(client.user?.username).toBe(username);
      }
      await expectEvenLedger();
    });
  }
});

const dump = recordedSource('new-api/source.mysql.sql');
if (dump !== null) {
  describeWith('mysql', 'moving in from the console, with an address', () => {
    it('brings a gateway whose database is a server', async () => {
      const source = await createTestDatabase('mysql');
      await loadDump('mysql', source.url, dump);
      const done = await run({ address: source.url });
      expect({ state: done.state, error: done.error, unequal: unequal(done) }).toEqual({
        state: 'done',
        error: '',
        unequal: [],
      });
      expect(done.source).toMatch(/^mysql:\/\//);
      await source.drop();
    });
  });
}

describe.each(['postgres', 'mysql'] as const)('moving in from the console, into %s', dialect => {
  describeWith(dialect, 'beside its server', () => {
    it('brings everything, once', async () => {
      const database = await createTestDatabase(dialect);
      await server.stop();
      server = await startServer({ DATABASE_URL: database.url });
      root = await new TestClient(server.url).signIn('root', HERE_PASSWORD);
      await must(send(readFileSync(from)));
      const done = await run({});
      expect({ error: done.error, unequal: unequal(done) }).toEqual({ error: '', unequal: [] });
      expect(done.report?.difference_units).toBe(0);
      expect((await chat(ALICE_KEY)).status).toBe(200);
      await must(send(readFileSync(from)));
      const again = await run({});
      const came = again.report?.tables.filter(({ fresh, changed }) => (fresh ?? 0) + (changed ?? 0) > 0);
      expect({ error: again.error, came }).toMatchObject({ error: '', came: [] });
      expect(again.report?.difference_units).toBe(0);
      await server.stop();
      await database.drop();
    });
  });
});
