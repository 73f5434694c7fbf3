import { type LogEntry, type Page, type TokenView } from '@contracts';
import { sse } from '../../apps/mock-upstream/src/index';
import { TestClient } from '../support/clients/client';
import { Connections } from '../support/clients/connections';
import { must } from '../support/clients/factories';
import { eventually } from '../support/eventually';
import { ROOT_PASSWORD, sendChat, startServedScene, type ServedScene } from '../support/scenes/served-scene';
import { createTestDatabase, describeWith, type TestDatabase } from '../support/servers/databases';
import { runLedgerVerify, ServerProcess } from '../support/servers/server-process';

const UNITS_PER_CALL = 1000;
const PRICE = { 'gpt-4o-mini': UNITS_PER_CALL / 500_000 };
/** A change has to be effective on every worker within this time. */
const LIVE_WITHIN_MS = 2000;
/** A server starts again within this time, on a busy machine too. */
const RESTART_MS = 45_000;

async function expectProvenLedger(dataDir: string): Promise<void> {
  const { code, stdout, stderr } = await runLedgerVerify(dataDir);
  expect({ code, stderr, stdout }).toEqual({
    code: 0,
    stderr: '',
    stdout: expect.stringMatching(/^[1-9]\d* accounts checked, sum of differences: 0\n$/),
  });
}

/** A server of several processes on one file, whose calls have one price. */
async function startWorkers(count: number, environment: Record<string, string> = {}): Promise<ServedScene> {
  const scene = await startServedScene({ environment: { WORKERS: String(count), ...environment } });
  await scene.make.option('ModelPrice', PRICE);
  const connections = await Connections.open(scene.server.url, count);
  const areReady = async () => (await connections.chatOnEach(scene.key)).map(({ status }) => status);
  await eventually(areReady, all => all.every(status => status === 200));
  await connections.close();
  return scene;
}

describe.each([2, 3])('%d workers on one file', count => {
  let scene: ServedScene;
  let connections: Connections;
  beforeAll(async () => {
    scene = await startWorkers(count, { CRITICAL_REQUESTS_PER_WINDOW: '100000' });
    connections = await Connections.open(scene.server.url, count);
  });
  afterAll(async () => {
    await connections?.close();
    if (!scene) return;
    expect(await scene.server.stop()).toMatchObject({ code: 0, stderr: '' });
    await expectProvenLedger(scene.server.dataDir);
    await scene.close();
  });

  const statusesOf = async (key: string) => (await connections.chatOnEach(key)).map(({ status }) => status);
  const soon = (key: string, expected: number) =>
    eventually(
      () => statusesOf(key),
      all => all.every(status => status === expected),
      LIVE_WITHIN_MS,
    );

  it('are as many processes, and say once that they are ready', () => {
    expect(scene.server.workers).toHaveLength(count);
    expect(scene.server.output.match(/ready on http:\/\//g)).toHaveLength(1);
  });

  it('drain an account to exactly zero, and refuse no call that it could have paid', async () => {
    const payable = 60;
    const person = await scene.make.signedIn({ quota: payable * UNITS_PER_CALL });
    const { secret } = await scene.make.token(person);
    const statuses: number[] = [];
    const caller = async () => {
      for (let call = 0; call < 10; call++) {
        const response = await sendChat(scene.server.url, secret);
        await response.text();
        statuses.push(response.status);
      }
    };
    await Promise.all(Array.from({ length: 12 }, caller));
    expect(statuses.filter(status => status === 200)).toHaveLength(payable);
    expect(statuses.filter(status => status === 403)).toHaveLength(120 - payable);
    const self = await eventually(
      () => must(person.get<{ quota: number; used_quota: number }>('/api/user/self')),
      ({ used_quota }) => used_quota === payable * UNITS_PER_CALL,
    );
    expect(self.quota).toBe(0);
  });

  it('see a change of a key, of a channel and of an option at once, all of them', async () => {
    const person = await scene.make.signedIn({ quota: 1_000_000 });
    const token = await scene.make.token(person);
    await soon(token.secret, 200);
    await must(person.put<TokenView>('/api/token/?status_only=true', { id: token.id, status: 2 }));
    await soon(token.secret, 401);
    await must(person.put<TokenView>('/api/token/?status_only=true', { id: token.id, status: 1 }));
    await soon(token.secret, 200);
    const [channel] = await must(scene.root.get<{ id: number }[]>('/api/channel/search?keyword=channel'));
    await must(scene.root.put('/api/channel/', { id: channel?.id, status: 2 }));
    await soon(token.secret, 503);
    await must(scene.root.put('/api/channel/', { id: channel?.id, status: 1 }));
    await soon(token.secret, 200);
    await scene.make.option('SystemName', `Workers ${count}`);
    await eventually(
      () => connections.onEach('/api/status'),
      all => all.every(({ text }) => text.includes(`Workers ${count}`)),
      LIVE_WITHIN_MS,
    );
  });

  it('admit exactly the limit of a key, together', async () => {
    const limit = { rate_limit_enabled: true, rate_limit_count: 7, rate_limit_interval: 60 };
    const { secret } = await scene.make.token(scene.root, limit);
    const all = await Promise.all(
      Array.from({ length: 24 }, async () => {
        const response = await sendChat(scene.server.url, secret);
        await response.text();
        return response.status;
      }),
    );
    expect(all.filter(status => status === 200)).toHaveLength(7);
    expect(all.filter(status => status === 429)).toHaveLength(17);
  });

  it('know a session that one of them began, and its end', async () => {
    const person = await scene.make.user();
    const login = await fetch(`${scene.server.url}/api/user/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ username: person.username, password: person.password }),
    });
    await login.text();
    const cookie =
      login.headers
        .getSetCookie()
        .find(one => one.startsWith('session='))
        ?.split(';', 1)[0] ?? '';
    const headers = { cookie, 'new-api-user': String(person.id) };
    const selves = async () => (await connections.onEach('/api/user/self', headers)).map(({ status }) => status);
    expect(new Set(await selves())).toEqual(new Set([200]));
    await fetch(`${scene.server.url}/api/user/logout`, { headers });
    expect(new Set(await selves())).toEqual(new Set([401]));
  });

  it('save what people change in the console while calls are charged', async () => {
    let isOver = false;
    const caller = async () => {
      while (!isOver) await (await sendChat(scene.server.url, scene.key)).text();
    };
    const callers = Array.from({ length: 8 }, caller);
    const person = await scene.make.signedIn();
    const names = Array.from({ length: 30 }, (_, at) => `key ${at}`);
    const makeOne = (name: string) =>
      must(person.post('/api/token/', { name, unlimited_quota: true, expired_time: -1, group: 'default' }));
    await Promise.all(names.map(makeOne));
    isOver = true;
    await Promise.all(callers);
    expect(await must(person.get<TokenView[]>('/api/token/?p=0&size=100'))).toHaveLength(names.length);
  });
});

describe('the limit of sign-ins over three workers', () => {
  it('counts the attempts on all of them together', async () => {
    const server = await ServerProcess.start({
      environment: { WORKERS: '3', CRITICAL_REQUESTS_PER_WINDOW: '6', INITIAL_ROOT_PASSWORD: ROOT_PASSWORD },
    });
    try {
      const statuses: number[] = [];
      for (let attempt = 0; attempt < 10; attempt++) {
        const connection = await Connections.open(server.url, 1);
        const person = { username: `nobody${attempt}`, password: 'wrong-one' };
        const [answer] = await connection.onEach('/api/user/login', {}, person);
        statuses.push(answer?.status ?? 0);
        await connection.close();
      }
      expect(statuses.filter(status => status !== 429)).toHaveLength(6);
    } finally {
      await server.dispose();
    }
  });
});

describeWith('postgres', 'two workers on PostgreSQL without Redis', () => {
  let database: TestDatabase;
  let scene: ServedScene;
  beforeAll(async () => {
    database = await createTestDatabase('postgres');
    scene = await startWorkers(2, { DATABASE_URL: database.url });
  });
  afterAll(async () => {
    await scene?.close();
    await database.drop();
  });

  it('admit exactly the limit of a key, see changes at once, and drain an account to zero', async () => {
    const person = await scene.make.signedIn({ quota: 20 * UNITS_PER_CALL });
    const limit = { rate_limit_enabled: true, rate_limit_count: 5, rate_limit_interval: 60 };
    const limited = await scene.make.token(scene.root, limit);
    const free = await scene.make.token(person);
    const statusesOf = (key: string) =>
      Promise.all(
        Array.from({ length: 30 }, async () => {
          const response = await sendChat(scene.server.url, key);
          await response.text();
          return response.status;
        }),
      );
    expect((await statusesOf(limited.secret)).filter(status => status === 200)).toHaveLength(5);
    expect((await statusesOf(free.secret)).filter(status => status === 200)).toHaveLength(20);
    await must(person.put('/api/token/?status_only=true', { id: free.id, status: 2 }));
    const connections = await Connections.open(scene.server.url, 2);
    await eventually(
      async () => (await connections.chatOnEach(free.secret)).map(({ status }) => status),
      all => all.every(status => status === 401),
      LIVE_WITHIN_MS,
    );
    await connections.close();
  });
});

describe('workers under load', () => {
  let scene: ServedScene;
  let answered = 0;
  let isOver = false;
  let callers: readonly Promise<void>[] = [];

  beforeEach(async () => {
    scene = await startWorkers(3);
    answered = 0;
    isOver = false;
  });
  afterEach(() => scene?.close());

  function load(): void {
    const caller = async () => {
      while (!isOver) {
        // A call that a kill interrupts may end in any way.
        const response = await sendChat(scene.server.url, scene.key).catch(() => null);
        const text = (await response?.text().catch(() => null)) ?? '';
        if (text.includes('mock upstream')) answered += 1;
        if (!response) await new Promise(resolve => setTimeout(resolve, 20));
      }
    };
    callers = Array.from({ length: 12 }, caller);
  }
  const pause = (milliseconds: number) => new Promise(resolve => setTimeout(resolve, milliseconds));
  const unload = async () => {
    isOver = true;
    await Promise.all(callers);
  };
  const chargedCalls = async (client: TestClient) =>
    (await must(client.get<Page<LogEntry>>('/api/log/?type=2&p=1&page_size=1'))).total;

  it('go on when one of them is killed, which is started again, and what it had on lease is back at once', async () => {
    const before = await chargedCalls(scene.root);
    load();
    for (let round = 0; round < 2; round++) {
      await pause(400);
      const [victim = 0] = scene.server.workers;
      process.kill(victim, 'SIGKILL');
      await eventually(
        () => Promise.resolve(scene.server.workers),
        all => all.length === 3 && !all.includes(victim),
      );
      await eventually(
        () => Promise.resolve(scene.server.output.match(/started again serves/g)?.length),
        times => times === round + 1,
        RESTART_MS,
      );
      await expectProvenLedger(scene.server.dataDir);
    }
    await unload();
    expect(answered).toBeGreaterThan(30);
    // At most the calls whose commit a kill came before are missing: those that one worker had under way.
    await eventually(
      () => chargedCalls(scene.root),
      charged => charged - before >= answered - 2 * 12,
    );
    expect(await scene.server.stop()).toMatchObject({ code: 0 });
    await expectProvenLedger(scene.server.dataDir);
  });

  it('give a small balance back to the others at once when one is killed that had it on lease', async () => {
    const person = await scene.make.signedIn({ quota: 30 * UNITS_PER_CALL });
    const { secret } = await scene.make.token(person);
    const connections = await Connections.open(scene.server.url, 3);
    expect((await connections.chatOnEach(secret)).map(({ status }) => status)).toEqual([200, 200, 200]);
    await connections.close();
    const [victim = 0] = scene.server.workers;
    await eventually(
      () => must(person.get<{ used_quota: number }>('/api/user/self')),
      ({ used_quota }) => used_quota === 3 * UNITS_PER_CALL,
    );
    process.kill(victim, 'SIGKILL');
    await pause(500);
    let paid = 3;
    for (let status = 200; status === 200;) {
      const response = await sendChat(scene.server.url, secret).catch(() => null);
      await response?.text();
      status = response?.status ?? 200; // its connection may have been with the one that was killed
      if (response?.status === 200) paid += 1;
    }
    expect(paid).toBe(30);
  });

  it('bill what they have answered and end when their supervisor is killed, and a new start goes on', async () => {
    const before = await chargedCalls(scene.root);
    load();
    await pause(500);
    scene.server.kill('SIGKILL');
    await scene.server.ended; // its output stays open until the last worker has ended
    await unload();
    await expectProvenLedger(scene.server.dataDir);
    const again = await ServerProcess.start({ dataDir: scene.server.dataDir, environment: { WORKERS: '2' } });
    const root = await new TestClient(again.url).signIn('root', ROOT_PASSWORD);
    // What a worker could not book without its supervisor is on its disk; the new start books it within seconds.
    await eventually(
      () => chargedCalls(root),
      charged => charged >= before + answered,
      RESTART_MS,
    );
    expect((await sendChat(again.url, scene.key)).status).toBe(200);
    expect(await again.stop()).toMatchObject({ code: 0 });
    await again.dispose();
    await expectProvenLedger(scene.server.dataDir);
  });

  it('end on SIGTERM after their running streams, with every answered call charged', async () => {
    const words = Array.from({ length: 60 }, () =>
      JSON.stringify({ choices: [{ index: 0, delta: { content: ' word' }, finish_reason: null }] }),
    );
    scene.upstream.onModel('gpt-4o', sse(words, { delayPerEventMs: 50 }));
    await scene.make.option('ModelPrice', { ...PRICE, 'gpt-4o': 0.001 });
    const stream = await sendChat(scene.server.url, scene.key, { model: 'gpt-4o', stream: true });
    load();
    await pause(500);
    scene.server.kill('SIGTERM');
    /** What twenty questions are answered, which both workers share. */
    const probe = async () => {
      const answers = new Set<number>();
      for (let at = 0; at < 20; at++) answers.add((await fetch(`${scene.server.url}/readyz`)).status);
      return [...answers];
    };
    const isDraining = (answers: readonly number[]) => answers.every(status => status === 503);
    await eventually(probe, isDraining); // the workers hear of the signal one after the other
    expect(await probe()).toEqual([503]); // no worker goes while another one still has a call
    const text = await stream.text();
    await unload();
    expect(text.match(/word/g)).toHaveLength(60);
    expect(text).toContain('[DONE]');
    expect(await scene.server.ended).toMatchObject({ code: 0, signal: null, stderr: '' });
    await expectProvenLedger(scene.server.dataDir);
    const again = await ServerProcess.start({ dataDir: scene.server.dataDir });
    const root = await new TestClient(again.url).signIn('root', ROOT_PASSWORD);
    expect(answered).toBeGreaterThan(10);
    expect(await chargedCalls(root)).toBe(scene.upstream.calls.length);
    await again.dispose();
  });

  it('of a new start serve beside those of the old one, which still end their calls', async () => {
    const words = Array.from({ length: 60 }, () =>
      JSON.stringify({ choices: [{ index: 0, delta: { content: ' word' }, finish_reason: null }] }),
    );
    scene.upstream.onModel('gpt-4o', sse(words, { delayPerEventMs: 50 }));
    await scene.make.option('ModelPrice', { ...PRICE, 'gpt-4o': 0.001 });
    const person = await scene.make.signedIn({ quota: 100 * UNITS_PER_CALL });
    const { secret } = await scene.make.token(person);
    const stream = await sendChat(scene.server.url, secret, { model: 'gpt-4o', stream: true });
    scene.server.kill('SIGTERM');
    const again = await ServerProcess.start({ dataDir: scene.server.dataDir, environment: { WORKERS: '2' } });
    const statuses = await Promise.all(
      Array.from({ length: 20 }, async () => (await sendChat(again.url, secret)).status),
    );
    expect(new Set(statuses)).toEqual(new Set([200]));
    expect((await stream.text()).match(/word/g)).toHaveLength(60);
    expect(await scene.server.ended).toMatchObject({ code: 0 });
    await expectProvenLedger(scene.server.dataDir);
    expect(await again.stop()).toMatchObject({ code: 0 });
    await again.dispose();
    await expectProvenLedger(scene.server.dataDir);
  });
});
