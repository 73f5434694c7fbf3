import { type SessionView } from '@contracts';
import { Database, UnitOfWork } from '@platform';
import { TestClient } from '../support/clients/client';
import { must } from '../support/clients/factories';
import { startTestApp, type TestApp } from '../support/servers/test-app';

const SESSIONS = '/api/user/sessions';
const SELF = '/api/user/self';
const NOT_FOUND = 'the session does not exist or has ended';
const HOUR_MS = 3_600_000;

type Person = Awaited<ReturnType<TestApp['make']['user']>>;

describe('the list of sessions', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startTestApp();
  });
  afterAll(() => app?.close());

  const browserOf = ({ username, password }: Person, userAgent = 'a browser'): Promise<TestClient> =>
    new TestClient(app.url, { 'user-agent': userAgent }).signIn(username, password);
  const listOf = (client: TestClient): Promise<SessionView[]> => must(client.get<SessionView[]>(SESSIONS));
  const currentOf = async (client: TestClient): Promise<string> =>
    (await listOf(client)).find(session => session.is_current)?.id ?? '';
  const isSignedIn = async (client: TestClient): Promise<boolean> => (await client.get(SELF)).status === 200;
  const execute = (sql: string) => app.nest.get(UnitOfWork).run(manager => manager.query(sql));
  const withAccessToken = async (client: TestClient): Promise<TestClient> => {
    const token = await must(client.get<string>('/api/user/token'));
    return new TestClient(app.url, { authorization: token, 'new-api-user': String(client.user?.id) });
  };

  it('shows where a user is signed in, and which session makes the request', async () => {
    const person = await app.make.user();
    const startSeconds = Math.floor(Date.now() / 1000);
    const laptop = await browserOf(person, 'Laptop/1.0');
    await browserOf(person, 'Phone/2.0');
    const sessions = await listOf(laptop);
    expect(sessions.map(({ user_agent, is_current }) => [user_agent, is_current]).sort()).toEqual([
      ['Laptop/1.0', true],
      ['Phone/2.0', false],
    ]);
    for (const session of sessions) {
      expect(Object.keys(session).sort()).toEqual(
        ['id', 'client_ip', 'user_agent', 'created_time', 'seen_time', 'expires_time', 'is_current'].sort(),
      );
      expect(session.client_ip).toBe('127.0.0.1');
      expect(session.created_time).toBeGreaterThanOrEqual(startSeconds);
      expect(session.seen_time).toBe(session.created_time);
      expect(session.expires_time).toBe(session.created_time + 30 * 24 * 3600);
    }
  });

  it('names a session by a part of its hash that gives no access', async () => {
    const person = await app.make.user();
    const id = await currentOf(await browserOf(person));
    expect(id).toMatch(/^[0-9a-f]{16}$/);
    const [row] = await app.nest
      .get(Database)
      .read.query(`SELECT id_hash AS hash FROM sessions WHERE user_id = ${person.id}`);
    expect(row.hash).toHaveLength(64);
    expect(row.hash.slice(0, 16)).toBe(id);
    const guess = new TestClient(app.url, { cookie: `session=${id}`, 'new-api-user': String(person.id) });
    expect(await isSignedIn(guess)).toBe(false);
  });

  it('begins with the newest use', async () => {
    const person = await app.make.user();
    const one = await browserOf(person, 'one');
    await browserOf(person, 'two');
    await browserOf(person, 'three');
    // This uses an access token, because a request by a session would count as its use.
    const token = await withAccessToken(one);
    const seenHoursAgo = { one: 3, two: 1, three: 2 };
    for (const [agent, hours] of Object.entries(seenHoursAgo)) {
      const seen = Date.now() - hours * HOUR_MS;
      await execute(
        `UPDATE sessions SET seen_at_ms = ${seen} WHERE user_id = ${person.id} AND user_agent = '${agent}'`,
      );
    }
    expect((await listOf(token)).map(session => session.user_agent)).toEqual(['two', 'three', 'one']);
  });

  it('leaves out sessions that ended: expired ones, and those from before a new password', async () => {
    const person = await app.make.user();
    const here = await browserOf(person, 'here');
    await browserOf(person, 'expired');
    await execute(
      `UPDATE sessions SET expires_at_ms = ${Date.now()} WHERE user_id = ${person.id} AND user_agent = 'expired'`,
    );
    await browserOf(person, 'old password');
    await must(here.put(SELF, { password: 'brand-new-one' }));
    expect((await listOf(here)).map(session => session.user_agent)).toEqual(['here']);
  });

  it('shows no sessions of guests and of other users', async () => {
    const [person, other] = [await app.make.user(), await app.make.user()];
    await browserOf(other);
    const mine = await browserOf(person);
    expect(await listOf(mine)).toHaveLength(1);
    const guestRow = `'${'f'.repeat(64)}', 0, 0, '{}', '127.0.0.1', 'guest', 1, 1, ${Date.now() + HOUR_MS}`;
    await execute(
      `INSERT INTO sessions (id_hash, user_id, session_version, data, client_ip, user_agent, created_at_ms, seen_at_ms, expires_at_ms) VALUES (${guestRow})`,
    );
    for (const client of [mine, app.admin, app.root]) {
      expect((await listOf(client)).map(session => session.user_agent)).not.toContain('guest');
    }
  });

  it('is for signed-in users, by session or access token', async () => {
    expect((await app.guest.get(SESSIONS)).status).toBe(401);
    const token = await withAccessToken(await app.make.signedIn());
    const sessions = await listOf(token);
    expect(sessions.map(session => session.is_current)).toEqual([false]);
  });

  describe('ending one', () => {
    it('ends that browser at once and no other', async () => {
      const person = await app.make.user();
      const [here, lost] = [await browserOf(person), await browserOf(person)];
      await must(here.delete(`${SESSIONS}/${await currentOf(lost)}`));
      expect([await isSignedIn(here), await isSignedIn(lost)]).toEqual([true, false]);
      expect(await listOf(here)).toHaveLength(1);
    });

    it('may end the session that makes the request', async () => {
      const here = await browserOf(await app.make.user());
      await must(here.delete(`${SESSIONS}/${await currentOf(here)}`));
      expect(await isSignedIn(here)).toBe(false);
    });

    it('is refused for a session of another user, even to root', async () => {
      const victim = await browserOf(await app.make.user());
      const id = await currentOf(victim);
      for (const client of [await app.make.signedIn(), app.root]) {
        expect((await client.delete(`${SESSIONS}/${id}`)).body).toEqual({ success: false, message: NOT_FOUND });
      }
      expect(await isSignedIn(victim)).toBe(true);
    });

    it('is refused for one that has ended', async () => {
      const person = await app.make.user();
      const [here, lost] = [await browserOf(person), await browserOf(person)];
      const path = `${SESSIONS}/${await currentOf(lost)}`;
      await must(here.delete(path));
      expect((await here.delete(path)).body.message).toBe(NOT_FOUND);
    });

    it.each([
      '%25',
      '%25%25%25%25%25%25%25%25%25%25%25%25%25%25%25%25',
      '____',
      '________________',
      'a'.repeat(64),
      '0',
    ])('accepts no pattern as a name: %s', async name => {
      const here = await browserOf(await app.make.user());
      expect((await here.delete(`${SESSIONS}/${name}`)).body.message).toBe(NOT_FOUND);
      expect(await isSignedIn(here)).toBe(true);
    });
  });

  describe('ending all others', () => {
    it('leaves the session that makes the request, and those of other users', async () => {
      const person = await app.make.user();
      const [here, ...others] = [await browserOf(person), await browserOf(person), await browserOf(person)];
      await must(here.delete(SESSIONS));
      expect(await isSignedIn(here)).toBe(true);
      for (const other of others) expect(await isSignedIn(other)).toBe(false);
      expect(await isSignedIn(app.user)).toBe(true);
      expect((await listOf(here)).map(session => session.is_current)).toEqual([true]);
    });

    it('ends every session when an access token makes the request, which itself stays valid', async () => {
      const browser = await app.make.signedIn();
      const token = await withAccessToken(browser);
      await must(token.delete(SESSIONS));
      expect(await isSignedIn(browser)).toBe(false);
      expect(await listOf(token)).toEqual([]);
    });
  });
});
