import { statSync } from 'node:fs';
import { join } from 'node:path';
import { type LogEntry, type Page } from '@contracts';
import { sse } from '../../apps/mock-upstream/src/index';
import { TestClient } from '../support/clients/client';
import { eventually } from '../support/eventually';
import { must } from '../support/clients/factories';

import { ROOT_PASSWORD, sendChat, startServedScene, type ServedScene } from '../support/scenes/served-scene';
import { runLedgerVerify, ServerProcess } from '../support/servers/server-process';

const KILLS = 10;
const ERROR_LEVEL = 50;
const DEFAULT_PASSWORD = '123456';

function words(count: number): readonly string[] {
  return Array.from({ length: count }, () =>
    JSON.stringify({ choices: [{ index: 0, delta: { content: ' word' }, finish_reason: null }] }),
  );
}

/** Checks the ledger of a server that has ended or is still working. */
async function expectProvenLedger(dataDir: string): Promise<void> {
  const { code, stdout, stderr } = await runLedgerVerify(dataDir);
  expect({ code, stderr, stdout }).toEqual({
    code: 0,
    stderr: '',
    stdout: expect.stringMatching(/^[1-9]\d* accounts checked, sum of differences: 0\n$/),
  });
}

/** Lines of a server's log that tell of an error. */
function errorsIn(output: string): readonly string[] {
  return output.split('\n').filter(line => line.startsWith('{') && JSON.parse(line).level >= ERROR_LEVEL);
}

describe('a start with a wrong setting', () => {
  it.each([
    ['PORT', 'abc'],
    ['TRUSTED_PROXIES', 'x'],
    ['WORKERS', 'many'],
    ['SESSION_SECRET', 'too-short'],
    ['SESSION_SECRET', 'random_string'],
    ['DATABASE_URL', 'oracle://host/name'],
    ['DRAIN_SECONDS', '-1'],
    ['LOG_LEVEL', 'loud'],
  ])('is refused with one sentence that names the variable: %s=%s', async (name, value) => {
    const server = ServerProcess.spawn({ environment: { [name]: value } });
    const { code, stdout, stderr } = await server.ended;
    await server.dispose();
    expect(code).toBe(1);
    expect(stdout).toBe('');
    expect(stderr).toMatch(new RegExp(`^${name} .+\\.\\n$`));
    expect(stderr.trim().split('\n')).toHaveLength(1);
  });
});

describe('a start', () => {
  let server: ServerProcess;
  beforeAll(async () => (server = await ServerProcess.start()));
  afterAll(() => server?.dispose());

  it('reports exactly once that it is ready, and its address', async () => {
    const lines = server.output.split('\n').filter(line => line.includes('ready on http://'));
    expect(lines).toHaveLength(1);
    for (const probe of ['/healthz', '/readyz']) expect((await fetch(server.url + probe)).status).toBe(200);
  });

  it('writes nothing but structured lines beside that', () => {
    const others = server.output.split('\n').filter(line => line !== '' && !line.includes('ready on http://'));
    for (const line of others) expect(JSON.parse(line)).toMatchObject({ level: expect.any(Number) });
  });

  it.each(['session-secret', 'master-key'])('keeps the generated %s for its own user only', name => {
    expect((statSync(join(server.dataDir, name)).mode & 0o777).toString(8)).toBe('600');
  });

  it('accepts the default password from this machine only', async () => {
    const login = (headers: Record<string, string>) =>
      new TestClient(server.url).post('/api/user/login', { username: 'root', password: DEFAULT_PASSWORD }, headers);
    const forwarded = await login({ 'x-forwarded-for': '203.0.113.9' });
    expect(forwarded.body).toMatchObject({ success: false, message: expect.stringContaining('this machine only') });
    expect((await login({})).body.success).toBe(true);
  });

  it('uses the client address that a trusted proxy names for the default password', async () => {
    const behind = await ServerProcess.start({ environment: { TRUSTED_PROXIES: '127.0.0.1' } });
    const login = (address: string) =>
      new TestClient(behind.url).post(
        '/api/user/login',
        { username: 'root', password: DEFAULT_PASSWORD },
        { 'x-forwarded-for': address },
      );
    expect((await login('203.0.113.9')).body.success).toBe(false);
    expect((await login('127.0.0.1')).body.success).toBe(true);
    await behind.dispose();
  });
});

describe('a second start on the same data', () => {
  it('finds users, sessions and keys again, and creates no second first account', async () => {
    const served = await startServedScene();
    try {
      expect(await served.server.stop()).toMatchObject({ code: 0, stderr: '' });
      const again = await ServerProcess.start({
        dataDir: served.server.dataDir,
        environment: { INITIAL_ROOT_PASSWORD: 'is-not-looked-at-any-more' },
      });
      expect((await sendChat(again.url, served.key)).status).toBe(200);
      const root = await new TestClient(again.url).signIn('root', ROOT_PASSWORD);
      expect((await root.get('/api/user/search?keyword=root')).body.data).toHaveLength(1);
      expect(await again.stop()).toMatchObject({ code: 0 });
    } finally {
      await served.close();
    }
  });
});

describe('SIGTERM', () => {
  let served: ServedScene;
  afterEach(() => served?.close());

  /** A running stream: its first bytes have arrived. */
  async function openStream(count: number): Promise<{ readonly rest: Promise<string> }> {
    served.upstream.onModel('gpt-4o-mini', sse(words(count), { delayPerEventMs: 50 }));
    const response = await served.chat({ stream: true });
    const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader();
    let text = (await reader.read()).value ?? '';
    const readOn = async () => {
      for (let piece = await reader.read(); !piece.done; piece = await reader.read()) text += piece.value;
      return text;
    };
    return { rest: readOn() };
  }

  it('lets a running stream finish, accepts no new call and reports this to balancers', async () => {
    served = await startServedScene();
    const { rest } = await openStream(40);
    served.server.kill('SIGTERM');
    const probe = await eventually(
      async () => (await fetch(`${served.server.url}/readyz`)).status,
      status => status === 503,
    );
    expect(probe).toBe(503);
    expect((await fetch(`${served.server.url}/healthz`)).status).toBe(200);
    const late = await served.chat();
    expect(late.status).toBe(503);
    expect(await late.json()).toMatchObject({ error: { code: 'server_draining' } });
    expect(await served.root.get('/api/user/self')).toMatchObject({ status: 503, body: { success: false } });

    const text = await rest;
    expect(text.match(/word/g)).toHaveLength(40);
    expect(text).toContain('[DONE]');
    expect(await served.server.ended).toMatchObject({ code: 0, signal: null, stderr: '' });
    expect(errorsIn(served.server.output)).toEqual([]);
    await expectProvenLedger(served.server.dataDir);
  });

  it('cuts a stream that outlasts DRAIN_SECONDS with an error event, and bills what was made', async () => {
    served = await startServedScene({ environment: { DRAIN_SECONDS: '1' } });
    const { rest } = await openStream(2000);
    const startedAt = performance.now();
    served.server.kill('SIGTERM');
    const text = await rest;
    expect(performance.now() - startedAt).toBeGreaterThan(900);
    const last = text.trim().split('\n\n').at(-1) ?? '';
    expect(JSON.parse(last.replace(/^data: /, ''))).toMatchObject({ error: { code: 'server_draining' } });
    expect(await served.server.ended).toMatchObject({ code: 0, signal: null });
    expect(performance.now() - startedAt).toBeLessThan(5000);
    expect(errorsIn(served.server.output)).toEqual([]);
    await expectProvenLedger(served.server.dataDir);

    const again = await ServerProcess.start({ dataDir: served.server.dataDir });
    const root = await new TestClient(again.url).signIn('root', ROOT_PASSWORD);
    const { items } = await must(root.get<Page<LogEntry>>('/api/log/?type=2'));
    await again.dispose();
    expect(items).toHaveLength(1);
    expect(items[0]?.completion_tokens).toBeGreaterThan(10);
    expect(items[0]?.completion_tokens).toBeLessThan(200);
  });

  it('ends a server at once that has nothing to do, with or without idle connections', async () => {
    served = await startServedScene();
    const startedAt = performance.now();
    expect(await served.server.stop()).toMatchObject({ code: 0 });
    expect(performance.now() - startedAt).toBeLessThan(2000);
  });
});

describe('SIGKILL under load', () => {
  it(`leaves a proven ledger ${KILLS} times, right after the kill, and every next start works`, async () => {
    const served = await startServedScene();
    let { server } = served;
    let answered = 0;
    let isOver = true;
    try {
      for (let round = 0; round < KILLS; round++) {
        isOver = false;
        const before = answered;
        const caller = async (stream: boolean) => {
          while (!isOver) {
            // A call that the kill interrupts may end in any way.
            const response = await sendChat(server.url, served.key, { stream }).catch(() => null);
            const text = (await response?.text().catch(() => null)) ?? '';
            if (text.includes(stream ? '[DONE]' : 'mock upstream')) answered += 1;
          }
        };
        const callers = Array.from({ length: 8 }, (_, at) => caller(at % 2 === 0));
        // However slow the machine is, the kill meets a server that answers.
        await eventually(
          () => Promise.resolve(answered),
          count => count > before + 1,
        );
        await new Promise(resolve => setTimeout(resolve, Math.random() * 500));
        server.kill('SIGKILL');
        isOver = true;
        expect((await server.ended).signal).toBe('SIGKILL');
        await Promise.all(callers);
        await expectProvenLedger(server.dataDir);
        server = await ServerProcess.start({ dataDir: server.dataDir });
      }
      expect(answered).toBeGreaterThan(KILLS);
      expect((await sendChat(server.url, served.key)).status).toBe(200);
      expect((await server.stop()).code).toBe(0);
      await expectProvenLedger(server.dataDir);
    } finally {
      isOver = true;
      await server.dispose();
      await served.close();
    }
  });
});
