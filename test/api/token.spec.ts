import { AccountKind, Ledger } from '@billing';
import { type TokenView } from '@contracts';
import { Database, insertRows, UnitOfWork } from '@platform';
import { type TestClient } from '../support/clients/client';
import { must } from '../support/clients/factories';
import { startTestApp, type TestApp } from '../support/servers/test-app';

const TOKENS = '/api/token/';
const NOT_FOUND = 'record not found';
const INVALID = 'invalid parameter';

const whole = {
  name: 'laptop',
  remain_quota: 500_000,
  unlimited_quota: false,
  expired_time: -1,
  model_limits_enabled: false,
  model_limits: '',
  ip_limits: '',
  rate_limit_enabled: false,
  rate_limit_interval: 1,
  rate_limit_count: 1,
  rpm_limit: 0,
  tpm_limit: 0,
  max_concurrency: 0,
  rpd_limit: 0,
  default_model: '',
  group: 'default',
  team_id: 0,
  tags: '',
};

describe('own tokens', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startTestApp();
  });
  afterAll(() => app.closeWithEvenLedger());

  const messageOf = async (call: Promise<{ body: { message?: string } }>): Promise<string | undefined> =>
    (await call).body.message;
  const newest = async (owner: TestClient): Promise<TokenView> => {
    const [token] = await must(owner.get<TokenView[]>(TOKENS));
    if (!token) throw new Error('there is no token');
    return token;
  };
  const create = async (owner: TestClient, fields: object = {}): Promise<TokenView> => {
    await must(owner.post(TOKENS, { ...whole, ...fields }));
    return newest(owner);
  };
  const one = (owner: TestClient, id: number): Promise<TokenView> => must(owner.get<TokenView>(`${TOKENS}${id}`));
  const spend = (tokenId: number, units: number): Promise<void> =>
    app.nest.get(UnitOfWork).run(manager =>
      app.nest.get(Ledger).book(
        manager,
        {
          sourceId: `spent:${tokenId}:${Math.random()}`,
          kind: 'consume',
          tokenId,
          tokenAmount: -units,
          usedAmount: units,
        },
        { mayOverdraw: true },
      ),
    );
  const store = (tokenId: number, columns: string): Promise<unknown> =>
    app.nest.get(UnitOfWork).run(manager => manager.query(`UPDATE tokens SET ${columns} WHERE id = ${tokenId}`));

  const routes: readonly (readonly [string, string])[] = [
    ['GET', TOKENS],
    ['GET', '/api/token/search'],
    ['GET', '/api/token/1'],
    ['POST', TOKENS],
    ['PUT', TOKENS],
    ['PUT', '/api/token/?status_only=true'],
    ['DELETE', '/api/token/1/'],
  ];

  it.each(routes)('%s %s is closed to guests and open to every role', async (method, path) => {
    const body = method === 'GET' ? undefined : {};
    expect((await app.guest.send(method, path, body)).status).toBe(401);
    for (const client of [app.user, app.admin, app.root]) {
      expect((await client.send(method, path, body)).status).toBe(200);
    }
  });

  it('shows a new token to its owner as it was requested, with its whole key', async () => {
    const owner = await app.make.signedIn();
    const before = Math.floor(Date.now() / 1000);
    const answer = await owner.post(TOKENS, { ...whole, status: 2, used_quota: 7, key: 'mine', user_id: 1 });
    expect(answer.body).toEqual({ success: true, message: '' });
    const token = await newest(owner);
    expect(token).toEqual({
      ...whole,
      disabled_by_admin: false,
      id: token.id,
      user_id: owner.user?.id,
      key: token.key,
      status: 1,
      used_quota: 0,
      created_time: token.created_time,
      accessed_time: token.created_time,
      accessed_ip: '',
      accessed_client: '',
      rotated_time: 0,
      previous_ends_time: 0,
    });
    expect(token.key).toMatch(/^[0-9A-Za-z]{48}$/);
    expect(token.created_time).toBeGreaterThanOrEqual(before);
  });

  it('keeps the key sealed and hashed in the database', async () => {
    const { id, key } = await create(app.user);
    const [row] = await app.nest.get(Database).read.query(`SELECT * FROM tokens WHERE id = ${id}`);
    expect(row.key_hash).toMatch(/^[0-9a-f]{64}$/);
    expect(JSON.stringify(row)).not.toContain(key);
  });

  it.each([
    ['no group', { group: '' }, 'please select token group'],
    ['a group that does not exist', { group: 'nowhere' }, 'token group is not available'],
    ['an inherited name as group', { group: 'constructor' }, 'token group is not available'],
    ['a name of 31 characters', { name: 'x'.repeat(31) }, 'token name too long'],
    ['an expiry that has passed', { expired_time: 1_700_000_000 }, 'expiry time format error'],
    ['an expiry that is a text', { expired_time: 'tomorrow' }, 'expiry time format error'],
    ['a negative quota', { remain_quota: -1 }, 'token quota is not valid'],
    ['half a unit', { remain_quota: 0.5 }, 'token quota is not valid'],
    ['a quota that is a text', { remain_quota: '5' }, 'token quota is not valid'],
    ['a quota beyond the range', { remain_quota: 2 ** 53 }, 'token quota is not valid'],
    ['an address that is none', { ip_limits: '10.0.0.1,here' }, 'IP limit is not valid: here'],
    ['an interval of 0', { rate_limit_interval: 0 }, 'rate limit values must be at least 1'],
    ['a count of 0', { rate_limit_count: 0 }, 'rate limit values must be at least 1'],
    ['a flag that is none', { unlimited_quota: 'yes' }, 'invalid input: unlimited_quota must be a boolean value'],
  ])('refuses %s, for a new token and for an edit', async (_what, fields, message) => {
    const owner = await app.make.signedIn();
    expect(await messageOf(owner.post(TOKENS, { ...whole, ...fields }))).toBe(message);
    expect(await must(owner.get(TOKENS))).toEqual([]);
    const token = await create(owner);
    expect(await messageOf(owner.put(TOKENS, { id: token.id, ...fields }))).toBe(message);
    expect(await one(owner, token.id)).toEqual(token);
  });

  it('accepts a name of 30 characters of any script, and tidies lists', async () => {
    const owner = await app.make.signedIn();
    const token = await create(owner, {
      name: '钥'.repeat(30),
      ip_limits: ' 10.0.0.0/8 ,::1,',
      model_limits: 'gpt-4o, gpt-4o-mini,gpt-4o',
      model_limits_enabled: true,
    });
    expect(token).toMatchObject({
      name: '钥'.repeat(30),
      ip_limits: '10.0.0.0/8,::1',
      model_limits: 'gpt-4o,gpt-4o-mini',
    });
  });

  it('offers hidden groups to their members only', async () => {
    await app.make.option('HiddenGroups', ['svip']);
    const member = await app.make.signedIn({ group: 'default,svip' });
    expect((await create(member, { group: 'svip' })).group).toBe('svip');
    expect(await messageOf(app.user.post(TOKENS, { ...whole, group: 'svip' }))).toBe('token group is not available');
  });

  it('never include the tokens of other users', async () => {
    const token = await create(await app.make.signedIn());
    const stranger = await app.make.signedIn();
    for (const client of [stranger, app.root]) {
      expect(await messageOf(client.get(`${TOKENS}${token.id}`))).toBe(NOT_FOUND);
      expect(await messageOf(client.put(TOKENS, { id: token.id, name: 'mine' }))).toBe(NOT_FOUND);
      expect(await messageOf(client.put(`${TOKENS}?status_only=true`, { id: token.id, status: 2 }))).toBe(NOT_FOUND);
      expect(await messageOf(client.delete(`${TOKENS}${token.id}/`))).toBe(NOT_FOUND);
      expect(await must(client.get(`/api/token/search?keyword=&token=${token.key}`))).toEqual([]);
    }
  });

  it.each(['abc', '0', '1.5', '1e3'])('refuses the id %s as an invalid parameter', async id => {
    expect(await messageOf(app.user.get(`${TOKENS}${id}`))).toBe(INVALID);
    expect(await messageOf(app.user.put(TOKENS, { id }))).toBe(INVALID);
  });

  it('deletes softly, once', async () => {
    const owner = await app.make.signedIn();
    const { id } = await create(owner);
    expect((await owner.delete(`${TOKENS}${id}/`)).body).toEqual({ success: true, message: '' });
    expect(await messageOf(owner.delete(`${TOKENS}${id}`))).toBe(NOT_FOUND);
    expect(await messageOf(owner.get(`${TOKENS}${id}`))).toBe(NOT_FOUND);
    expect(await must(owner.get(TOKENS))).toEqual([]);
    const [row] = await app.nest.get(Database).read.query(`SELECT deleted_at_ms FROM tokens WHERE id = ${id}`);
    expect(Number(row.deleted_at_ms)).toBeGreaterThan(0);
  });

  describe('editing', () => {
    it('writes the fields that are sent and returns the token', async () => {
      const owner = await app.make.signedIn();
      const token = await create(owner, { ip_limits: '10.0.0.1' });
      const answer = await owner.put(TOKENS, { id: token.id, name: 'desk', rate_limit_enabled: true, status: 2 });
      expect(answer.body.data).toEqual({ ...token, name: 'desk', rate_limit_enabled: true });
      const cleared = await must(owner.put<TokenView>(TOKENS, { id: token.id, ip_limits: '' }));
      expect(cleared.ip_limits).toBe('');
    });

    it('accepts an expiry that is sent back after it has passed', async () => {
      const owner = await app.make.signedIn();
      const token = await create(owner);
      await store(token.id, 'expires_at_ms = 1700000000123');
      const passed = await one(owner, token.id);
      expect(passed.expired_time).toBe(1_700_000_000);
      expect(await must(owner.put(TOKENS, { ...passed, name: 'old' }))).toEqual({ ...passed, name: 'old' });
    });

    it('keeps a group that is no longer offered', async () => {
      const owner = await app.make.signedIn();
      const token = await create(owner);
      await store(token.id, `token_group = 'closed'`);
      expect(await must(owner.put(TOKENS, { id: token.id, group: 'closed', name: 'x' }))).toMatchObject({ name: 'x' });
    });

    it.each([
      ['sets the quota when nothing was loaded', { remain_quota: 700 }, 700],
      ['applies the difference to what is left', { remain_quota: 1500, remain_quota_loaded: 1000 }, 1200],
      ['changes nothing when the form changed nothing', { remain_quota: 1000, remain_quota_loaded: 1000 }, 700],
      ['leaves no less than nothing', { remain_quota: 100, remain_quota_loaded: 1000 }, 0],
    ])('%s', async (_what, fields, expected) => {
      const owner = await app.make.signedIn();
      const token = await create(owner, { remain_quota: 1000 });
      await spend(token.id, 300);
      const edited = await must(owner.put<TokenView>(TOKENS, { id: token.id, ...fields }));
      expect(edited).toMatchObject({ remain_quota: expected, used_quota: 300 });
    });

    it('shows the use of an unlimited token, and accepts the same value in an edit', async () => {
      const owner = await app.make.signedIn();
      const token = await create(owner, { remain_quota: 0, unlimited_quota: true });
      await spend(token.id, 300);
      const used = await one(owner, token.id);
      expect(used).toMatchObject({ remain_quota: -300, used_quota: 300, unlimited_quota: true });
      expect(await must(owner.put(TOKENS, { ...used, name: 'far' }))).toEqual({ ...used, name: 'far' });
      const limited = { id: token.id, unlimited_quota: false, remain_quota: 50 };
      expect(await must(owner.put(TOKENS, limited))).toMatchObject({ remain_quota: 50, unlimited_quota: false });
      const account = await app.nest.get(Ledger).balanceOf(AccountKind.Token, token.id);
      expect(account).toMatchObject({ balance: 50, isUnlimited: false });
    });

    it.each([
      ['a used-up token gets quota', 4, { remain_quota: 10 }, 1],
      ['a used-up token becomes unlimited', 4, { unlimited_quota: true }, 1],
      ['a used-up token is renamed', 4, { name: 'x' }, 4],
      ['an expired token never expires again', 3, { expired_time: -1, remain_quota: 10 }, 1],
      ['an expired token without quota never expires again', 3, { expired_time: -1 }, 4],
      ['a disabled token gets quota', 2, { remain_quota: 10 }, 2],
    ])('when %s, status %i and %j give status %i', async (_what, status, fields, expected) => {
      const owner = await app.make.signedIn();
      const token = await create(owner, { remain_quota: 0 });
      await store(token.id, `status = ${status}${status === 3 ? ', expires_at_ms = 1700000000000' : ''}`);
      expect(await must(owner.put(TOKENS, { id: token.id, ...fields }))).toMatchObject({ status: expected });
    });
  });

  describe('status_only', () => {
    const setStatus = (owner: TestClient, id: number, status: unknown) =>
      owner.put(`${TOKENS}?status_only=true`, { id, status, name: 'ignored' });

    it('changes the status and nothing else', async () => {
      const owner = await app.make.signedIn();
      const token = await create(owner);
      expect(await must(setStatus(owner, token.id, 2))).toEqual({ ...token, status: 2 });
      expect(await must(setStatus(owner, token.id, 1))).toEqual(token);
    });

    it.each([0, 3, 4, '1', null, undefined])('refuses the status %j', async status => {
      const owner = await app.make.signedIn();
      const { id } = await create(owner);
      expect(await messageOf(setStatus(owner, id, status))).toBe('a token can only be enabled or disabled');
    });

    it('does not enable what has expired', async () => {
      const owner = await app.make.signedIn();
      const { id } = await create(owner);
      await store(id, 'status = 3, expires_at_ms = 1700000000000');
      expect(await messageOf(setStatus(owner, id, 1))).toMatch(/^token has expired and cannot be enabled/);
      expect(((await must(setStatus(owner, id, 2))) as TokenView).status).toBe(2);
    });

    it('does not enable what is used up, until it has quota or none is asked for', async () => {
      const owner = await app.make.signedIn();
      const { id } = await create(owner, { remain_quota: 10 });
      await spend(id, 10);
      await store(id, 'status = 4');
      expect(await messageOf(setStatus(owner, id, 1))).toMatch(/^token quota is used up and cannot be enabled/);
      await spend(id, -1);
      expect(await must(setStatus(owner, id, 1))).toMatchObject({ status: 1 });
    });
  });

  describe('the list', () => {
    it('pages from 0, newest first, with the counts beside the data', async () => {
      const owner = await app.make.signedIn();
      for (let at = 0; at < 12; at += 1) await must(owner.post(TOKENS, { ...whole, name: `t${at}` }));
      const first = await owner.get<TokenView[]>('/api/token/?p=0');
      expect(first.body).toMatchObject({ total: 12, page: 0, page_size: 10 });
      expect(first.body.data?.map(token => token.name)).toEqual([11, 10, 9, 8, 7, 6, 5, 4, 3, 2].map(at => `t${at}`));
      const second = await must(owner.get<TokenView[]>('/api/token/?p=1&size=10'));
      expect(second.map(token => token.name)).toEqual(['t1', 't0']);
      expect(await must(owner.get('/api/token/?p=2&size=10'))).toEqual([]);
      for (const [size, expected] of [
        ['0', 10],
        ['-4', 10],
        ['x', 10],
        ['101', 100],
      ] as const) {
        expect((await owner.get(`/api/token/?p=-1&size=${size}`)).body).toMatchObject({ page: 0, page_size: expected });
      }
    });

    it('is searched by pieces of name and key', async () => {
      const owner = await app.make.signedIn();
      const work = await create(owner, { name: 'Work 100%' });
      const home = await create(owner, { name: 'Home_Work' });
      const search = async (query: string): Promise<number[]> =>
        (await must(owner.get<TokenView[]>(`/api/token/search?${query}`))).map(token => token.id);
      expect(await search('keyword=work&token=')).toEqual([home.id, work.id]);
      expect(await search('keyword=%25')).toEqual([work.id]);
      expect(await search('keyword=_')).toEqual([home.id]);
      expect(await search(`token=${work.key.slice(5, 30)}`)).toEqual([work.id]);
      expect(await search(`token=sk-${work.key}`)).toEqual([work.id]);
      expect(await search(`keyword=home&token=${work.key}`)).toEqual([]);
      expect(await search('')).toEqual([home.id, work.id]);
    });

    it('holds a thousand tokens of one user and no more', async () => {
      const owner = await app.make.signedIn();
      const token = await create(owner);
      const columns =
        'user_id,status,name,created_at_ms,accessed_at_ms,expires_at_ms,model_limits,ip_limits,token_group,key_hash,key_sealed';
      const shape = Object.fromEntries(
        columns.split(',').map(column => [column, /_id|status|_ms/.test(column) ? 'integer' : 'text'] as const),
      );
      const rows = Array.from({ length: 998 }, (_, at) => {
        const texts = ['', '', 'default', `${token.id}-${at}`.padStart(64, '0'), 'sealed'];
        return [token.user_id, 1, 'copy', 1, 1, -1, ...texts];
      });
      await app.nest.get(UnitOfWork).run(manager => insertRows(manager, 'tokens', shape, rows));
      await must(owner.post(TOKENS, whole));
      expect(await messageOf(owner.post(TOKENS, whole))).toBe('too many tokens');
      await must(owner.delete(`${TOKENS}${token.id}`));
      await must(owner.post(TOKENS, whole));
    });
  });
});
