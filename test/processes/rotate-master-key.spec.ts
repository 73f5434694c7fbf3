import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TotpRecoveryCodes, type TotpSetup } from '@contracts';
import { createMockUpstream, type MockUpstream } from '../../apps/mock-upstream/src/index';
import { AuthenticatorApp } from '../support/clients/authenticator-app';
import { TestClient } from '../support/clients/client';
import { Factories, must } from '../support/clients/factories';
import { ROOT_PASSWORD, sendChat } from '../support/scenes/served-scene';
import { createTestDatabase, describeWith, DIALECTS, type TestDatabase } from '../support/servers/databases';
import { runCommand, ServerProcess, startCommand } from '../support/servers/server-process';

const OLD_KEY = 'the master key of the first year, long enough';
const NEW_KEY = 'the master key of the second year, long enough';
const COMMAND = 'rotate-master-key';
/** Enough sealed codes for a command to be killed among them. */
const CODES = 1_500;
const CODES_AT_ONCE = 100;
/** Often enough to meet every moment of a rotation, of which each run lasts half a minute. */
const CALL_EVERY_MS = 100;

interface Found {
  readonly isGood: boolean;
  readonly left: number;
  readonly unreadable: number;
  readonly tables: readonly { readonly table: string; readonly values: number; readonly left: number }[];
}

let directory: string;
let upstream: MockUpstream;
beforeEach(async () => {
  directory = mkdtempSync(join(tmpdir(), 'sluice-rotate-'));
  upstream = await createMockUpstream();
});
afterEach(async () => {
  await upstream.close();
  rmSync(directory, { recursive: true, force: true });
});

/** What a site keeps sealed or hashed, and how its owners use it. */
interface Kept {
  readonly key: string;
  readonly code: string;
  readonly accessToken: string;
  readonly person: { readonly id: number; readonly username: string; readonly password: string };
  readonly phone: AuthenticatorApp;
  readonly recoveryCodes: readonly string[];
}

async function fillSite(url: string): Promise<Kept> {
  const root = await new TestClient(url).signIn('root', ROOT_PASSWORD);
  const make = new Factories(url, root);
  await make.channel({ base_url: upstream.url, proxy: '' });
  await make.channel({
    base_url: upstream.url,
    name: 'behind a proxy',
    proxy: 'http://me:secret@127.0.0.1:9',
    group: 'vip',
  });
  await make.option('SMTPToken', 'the password of the mail server');
  const { secret } = await make.token(root);
  const person = await make.user({ quota: 1_000_000 });
  const client = await new TestClient(url).signIn(person.username, person.password);
  const accessToken = await must(client.get<string>('/api/user/token'));
  const phone = new AuthenticatorApp((await must(client.post<TotpSetup>('/api/user/totp/setup'))).url);
  const { recovery_codes: recoveryCodes } = await must(
    client.post<TotpRecoveryCodes>('/api/user/totp/enable', { code: phone.code(-1) }),
  );
  let code = '';
  for (let made = 0; made < CODES; made += CODES_AT_ONCE) {
    const body = { name: 'many', quota: 700, count: CODES_AT_ONCE };
    code = (await must(root.post<string[]>('/api/redemption/', body)))[0] ?? '';
  }
  return { key: secret, code, accessToken, person, phone, recoveryCodes };
}

/** Everything that was sealed opens, and everything that was hashed is found. */
async function expectUsable(url: string, kept: Kept): Promise<void> {
  expect((await sendChat(url, kept.key)).status).toBe(200);
  const root = await new TestClient(url).signIn('root', ROOT_PASSWORD);
  const channels = await must(root.get<{ key?: string }[]>('/api/channel/?p=0&page_size=10&include_key=true'));
  expect(channels.map(({ key }) => key)).toEqual(['sk-upstream-secret', 'sk-upstream-secret']);
  const tokens = await must(root.get<{ key: string }[]>('/api/token/?p=0&size=10'));
  expect(tokens.map(({ key }) => `sk-${key}`)).toContain(kept.key);
  const { id, username, password } = kept.person;
  const headers = { authorization: kept.accessToken, 'new-api-user': String(id) };
  expect((await new TestClient(url).get('/api/user/self', headers)).body.success).toBe(true);
  const enter = (totp_code: string) => new TestClient(url).post('/api/user/login', { username, password, totp_code });
  expect((await enter(kept.phone.code(1))).body).toMatchObject({ success: true });
  expect((await enter(kept.recoveryCodes[0] ?? '')).body).toMatchObject({ success: true });
  const redeemed = await new TestClient(url, headers).post('/api/user/topup', { key: kept.code });
  expect(redeemed.body).toMatchObject({ success: true, data: 700 });
}

/** Calls until it is told to stop. @returns a function that stops and returns the statuses that were not 200 */
function keepCalling(urls: readonly string[], key: string): () => Promise<readonly number[]> {
  const bad: number[] = [];
  let isStopped = false;
  const callers = urls.map(async url => {
    while (!isStopped) {
      const { status } = await sendChat(url, key);
      if (status !== 200) bad.push(status);
      await new Promise(resolve => setTimeout(resolve, CALL_EVERY_MS));
    }
  });
  return async () => {
    isStopped = true;
    await Promise.all(callers);
    return bad;
  };
}

describe.each(DIALECTS)('a rotation of the master key on %s', dialect => {
  describeWith(dialect, 'with servers that run', () => {
    let database: TestDatabase;
    let environment: Readonly<Record<string, string>>;
    const servers: ServerProcess[] = [];
    beforeEach(async () => {
      database = await createTestDatabase(dialect);
      environment = {
        DATABASE_URL: database.url,
        SESSION_SECRET: 'a session secret that all servers of this test share',
        INITIAL_ROOT_PASSWORD: ROOT_PASSWORD,
        API_REQUESTS_PER_WINDOW: '100000',
        CRITICAL_REQUESTS_PER_WINDOW: '100000',
      };
    });
    afterEach(async () => {
      for (const server of servers.splice(0)) await server.dispose();
      await database.drop();
    });

    const start = async (keys: Readonly<Record<string, string>>): Promise<ServerProcess> => {
      const server = await ServerProcess.start({ environment: { ...environment, ...keys } });
      servers.push(server);
      return server;
    };
    const place = (keys: Readonly<Record<string, string>>) => ({ ...environment, DATA_DIR: directory, ...keys });
    const both = { MASTER_KEY: NEW_KEY, MASTER_KEY_PREVIOUS: OLD_KEY };

    it('stops no call, survives its own kills, and leaves nothing under the old key', async () => {
      const nodes = dialect === 'sqlite' ? 1 : 2;
      for (let at = 0; at < nodes; at++) await start({ MASTER_KEY: OLD_KEY });
      const kept = await fillSite(servers[0]?.url ?? '');
      const refused = await runCommand([COMMAND], place(both));
      expect([refused.code, refused.stderr]).toEqual([1, expect.stringContaining('does not know the new key yet')]);

      // One after another, as an operator does it; what the first one seals meanwhile, the other one can use.
      for (const old of servers.splice(0)) {
        await old.stop();
        await start(both);
      }
      const urls = servers.map(({ url }) => url);
      for (const url of urls) expect((await sendChat(url, kept.key)).status).toBe(200);

      const stop = keepCalling(urls, kept.key);
      let kills = 0;
      for (const at of [1, 3]) {
        const command = startCommand([COMMAND], place(both));
        let lines = 0;
        command.onProgress(piece => {
          lines += piece.match(/resealed/g)?.length ?? 0;
          if (lines >= at) command.kill();
        });
        kills += Number((await command.ended).signal === 'SIGKILL');
      }
      expect(kills).toBe(2);
      const ended = await runCommand([COMMAND, '--json'], place(both));
      expect({ code: ended.code, stderr: ended.stderr }).toEqual({ code: 0, stderr: expect.any(String) });
      const { left, unreadable, tables } = JSON.parse(ended.stdout) as Found;
      expect([left, unreadable]).toEqual([0, 0]);
      const counts = Object.fromEntries(tables.map(({ table, values }) => [table, values]));
      expect(counts).toEqual({
        authenticators: 1,
        channels: 3,
        options: 1,
        redemptions: CODES,
        sealing: 1,
        tokens: 1,
      });
      expect(await stop()).toEqual([]);

      for (const server of servers.splice(0)) expect(await server.stop()).toMatchObject({ code: 0 });
      const { url } = await start({ MASTER_KEY: NEW_KEY });
      await expectUsable(url, kept);
    });
  });
});

describe('a rotation of a generated master key', () => {
  it('puts a new key beside the old one, and takes the old one away at its end', async () => {
    const environment = { INITIAL_ROOT_PASSWORD: ROOT_PASSWORD, CRITICAL_REQUESTS_PER_WINDOW: '1000' };
    const dataDir = join(directory, 'data');
    const server = await ServerProcess.start({ dataDir, environment });
    const kept = await fillSite(server.url);
    const keyOf = (name: string) => readFileSync(join(dataDir, name), 'utf8').trim();
    const old = keyOf('master-key');
    const first = await runCommand([COMMAND], { DATA_DIR: dataDir });
    expect([first.code, first.stderr]).toEqual([1, expect.stringContaining('restart every server')]);
    const fresh = keyOf('master-key');
    expect([fresh === old, keyOf('master-key-previous')]).toEqual([false, old]);
    await server.stop();
    const between = await ServerProcess.start({ dataDir, environment });
    expect((await sendChat(between.url, kept.key)).status).toBe(200);
    await between.stop();

    const { code, stdout } = await runCommand([COMMAND, '--json'], { DATA_DIR: dataDir });
    expect([code, (JSON.parse(stdout) as Found).left]).toEqual([0, 0]);
    expect(keyOf('master-key')).toBe(fresh);
    expect(readdirSync(dataDir).filter(name => /previous|new/.test(name))).toEqual([]);
    const after = await ServerProcess.start({ dataDir, environment });
    await expectUsable(after.url, kept);
    await after.stop();
  });

  it('says what is missing', async () => {
    const there = { DATA_DIR: directory, MASTER_KEY: NEW_KEY };
    expect((await runCommand([COMMAND], there)).stderr).toContain('there is no database yet');
    const server = await ServerProcess.start({ dataDir: directory, environment: { MASTER_KEY: OLD_KEY } });
    await server.stop();
    expect((await runCommand([COMMAND], there)).stderr).toContain('give the old key as MASTER_KEY_PREVIOUS');
    const wrong = { ...there, MASTER_KEY_PREVIOUS: 'a key that this place has never seen before' };
    expect((await runCommand([COMMAND], wrong)).stderr).toContain('neither of the two keys');
    const done = await runCommand([COMMAND], { DATA_DIR: directory, MASTER_KEY: OLD_KEY, NEW_MASTER_KEY: NEW_KEY });
    expect([done.code, done.stdout]).toEqual([0, expect.stringContaining('left under the old key: 0')]);
    expect(
      (await runCommand(['backup', '--to', directory], { DATA_DIR: directory, MASTER_KEY: OLD_KEY })).stderr,
    ).toContain('MASTER_KEY is not the key of this database');
  });
});
