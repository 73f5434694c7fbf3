import sqlite3 from 'sqlite3';
import { DataSource } from 'typeorm';
import { createMockUpstream, failure, sse, type MockUpstream } from '../../apps/mock-upstream/src/index';
import { AccountKind, ExpireReservations, Ledger } from '@billing';
import { LogType } from '@contracts';
import { createTestDatabase, describeWith, type TestDatabase } from '../support/servers/databases';
import { eventually } from '../support/eventually';
import { chat, startRelayScene, type RelayScene } from '../support/scenes/relay-scene';
import { startTestApp, type TestApp } from '../support/servers/test-app';

const QUOTA = 10_000_000;

interface Reply {
  readonly status: number;
  readonly retryAfter: string | null;
  readonly code: string | null;
}

async function ask(app: TestApp, key: string, fields = {}): Promise<Reply> {
  const response = await fetch(`${app.url}/v1/chat/completions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${key}` },
    body: JSON.stringify(chat(fields)),
  });
  const text = await response.text();
  const code = response.status === 200 ? null : (JSON.parse(text) as { error: { code: string } }).error.code;
  return { status: response.status, retryAfter: response.headers.get('retry-after'), code };
}

function pause(milliseconds: number) {
  return new Promise(resolve => setTimeout(resolve, milliseconds));
}

describeWith('postgres', 'PostgreSQL that drops every connection, again and again', () => {
  let database: TestDatabase;
  let upstream: MockUpstream;
  let app: TestApp;
  let operator: DataSource;
  beforeAll(async () => {
    database = await createTestDatabase('postgres');
    upstream = await createMockUpstream();
    app = await startTestApp({ databaseUrl: database.url });
    await app.make.channel({ base_url: upstream.url, models: 'gpt-4o-mini,gpt-4o' });
    operator = await new DataSource({ type: 'postgres', url: database.url }).initialize();
  });
  afterAll(async () => {
    await operator.destroy();
    await app.close();
    await upstream.close();
    await database.drop();
  });

  const dropConnections = () =>
    operator.query(
      'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()',
    );

  it('lets each call succeed or fail with a request to retry, charges nothing twice, and needs no restart', async () => {
    const chunks = Array.from({ length: 10 }, () =>
      JSON.stringify({ choices: [{ index: 0, delta: { content: ' word' }, finish_reason: null }] }),
    );
    const end = JSON.stringify({ choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] });
    upstream.script(call =>
      (call.body as { stream?: boolean }).stream ? sse([...chunks, end], { delayPerEventMs: 10 }) : null,
    );
    // These calls are refused, so that reservations are voided while the database goes away.
    upstream.onModel('gpt-4o', failure(429, { message: 'slow down', type: 'requests' }));
    const client = await app.make.signedIn({ quota: QUOTA });
    const { secret } = await app.make.token(client);
    await ask(app, secret);
    let isOver = false;
    const replies: Reply[] = [];
    const lane = async (index: number) => {
      while (!isOver) {
        replies.push(await ask(app, secret, { stream: index % 2 === 0, model: index % 3 ? 'gpt-4o-mini' : 'gpt-4o' }));
        await pause(5);
      }
    };
    const lanes = Array.from({ length: 20 }, (_, index) => lane(index));
    for (let round = 0; round < 12; round++) {
      await pause(150);
      await dropConnections();
    }
    isOver = true;
    await Promise.all(lanes);
    const odd = replies.filter(({ status }) => ![200, 429, 503].includes(status));
    expect(odd).toEqual([]);
    for (const { retryAfter, code } of replies.filter(({ status }) => status === 503)) {
      expect({ retryAfter, code }).toEqual({ retryAfter: '1', code: 'database_busy' });
    }
    const served = 1 + replies.filter(({ status }) => status === 200).length;
    expect(served).toBeGreaterThan(10);

    expect((await ask(app, secret)).status).toBe(200);
    const userId = client.user?.id ?? 0;
    const charged = async () => {
      const [row]: { count: string; units: string }[] = await operator.query(
        `SELECT COUNT(*) AS count, SUM(quota) AS units FROM logs WHERE type = ${LogType.Consume} AND user_id = ${userId}`,
      );
      return { count: Number(row?.count), units: Number(row?.units) };
    };
    // Every answer that was delivered is charged exactly once, and nothing else is charged.
    const { units } = await eventually(charged, ({ count }) => count >= served + 1);
    const account = await app.nest.get(Ledger).balanceOf(AccountKind.User, userId);
    expect(account).toMatchObject({ used: units, requestCount: served + 1 });
    expect(account.balance + account.held + account.used).toBe(QUOTA);
    expect(await app.verifyLedger()).toMatchObject({ differenceUnits: 0 });
  });

  it('leaves no reservation behind', async () => {
    const ledger = app.nest.get(Ledger);
    const reserved = async () => {
      await app.nest.get(ExpireReservations).sweep();
      await ledger.whenIdle();
      // A lease ends only when nothing is reserved out of it.
      const [row]: { units: string }[] = await operator.query('SELECT SUM(held + leased) AS units FROM accounts');
      return Number(row?.units);
    };
    await eventually(reserved, units => units === 0);
  });

  it('lets the server become ready again by itself', async () => {
    await dropConnections();
    await eventually(
      async () => (await app.guest.get('/readyz')).status,
      status => status === 200,
    );
    expect((await app.root.get('/api/user/self')).status).toBe(200);
  });
});

describe('a SQLite file that another process has locked', () => {
  /** Longer than the limit for one wait for the lock. */
  const LOCKED_FOR_LONG_MS = 12_000;
  const LOCKED_BRIEFLY_MS = 3000;
  let database: TestDatabase;
  let scene: RelayScene;
  let other: sqlite3.Database;
  beforeAll(async () => {
    database = await createTestDatabase('sqlite');
    scene = await startRelayScene({ databaseUrl: database.url });
    other = new sqlite3.Database(database.url.slice('sqlite:'.length));
    expect((await ask(scene.app, scene.key)).status).toBe(200);
    await scene.settled();
  });
  afterAll(async () => {
    await new Promise(resolve => other.close(resolve));
    await scene.close();
    await database.drop();
  });

  const run = (sql: string) =>
    new Promise<void>((resolve, reject) => other.exec(sql, error => (error ? reject(error) : resolve())));

  it('makes writers wait, and then all of them finish', async () => {
    await run('BEGIN IMMEDIATE');
    const startedAt = performance.now();
    const calls = Array.from({ length: 10 }, () => ask(scene.app, scene.key));
    await pause(LOCKED_BRIEFLY_MS);
    await run('COMMIT');
    const replies = await Promise.all(calls);
    expect(replies.map(({ status }) => status)).toEqual(Array.from({ length: 10 }, () => 200));
    expect(performance.now() - startedAt).toBeGreaterThan(LOCKED_BRIEFLY_MS - 100);
    await scene.consumption(11);
    await scene.expectEvenLedger();
  });

  it('for too long yields an error in the shape of each route, with the time to wait, and the upstream gets no request', async () => {
    const { secret } = await scene.app.make.token(await scene.app.make.signedIn({ quota: QUOTA }));
    scene.upstream.reset();
    await run('BEGIN IMMEDIATE');
    const unlocking = pause(LOCKED_FOR_LONG_MS).then(() => run('COMMIT'));
    const [called, saved] = await Promise.all([
      ask(scene.app, secret),
      scene.app.root.put('/api/option/', { key: 'Notice', value: 'x' }),
    ]);
    expect(called).toEqual({ status: 503, retryAfter: '1', code: 'database_busy' });
    expect(scene.upstream.calls).toHaveLength(0);
    expect(saved).toMatchObject({ status: 503, body: { success: false, message: expect.stringContaining('busy') } });
    expect(saved.headers.get('retry-after')).toBe('1');
    // What an account has on lease is there without the database.
    expect((await ask(scene.app, scene.key)).status).toBe(200);
    await unlocking;
    expect((await ask(scene.app, secret)).status).toBe(200);
    await scene.settled();
    await scene.expectEvenLedger();
  });
});
