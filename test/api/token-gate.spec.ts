import { Ledger } from '@billing';
import { FixedClock, isAppError, type AppError } from '@kernel';
import { ChangeNotices, Database, EventBus, Limiter, Logger, SecretBox, UnitOfWork } from '@platform';
import { TokenGate, TokenUses, type ApiCaller } from '@token';
import { TeamDirectory } from '@team';
import { UserStore } from '@user';
import { cpuMsOf } from '../../libs/formats/src/testing/cpu-time';
import { RefusedAddresses } from '../../libs/token/src/refused-addresses';
import { TokenChanges } from '../../libs/token/src/token-changes';
import { TokenLearning } from '../../libs/token/src/token-learning';
import { TokenRetirement } from '../../libs/token/src/token-retirement';
import { TokenStore, type TokenRow } from '../../libs/token/src/token.store';
import { type TestClient } from '../support/clients/client';
import { must } from '../support/clients/factories';
import { startTestApp, type TestApp } from '../support/servers/test-app';

const MANAGE = '/api/user/manage';
const TOKENS = '/api/token/';
const HERE = '127.0.0.1';

/** The real store; a test may delay what it has read, and count its readings. */
class WatchedStore extends TokenStore {
  reads = 0;
  /** Resolves when the reading may be returned. */
  gate: Promise<void> = Promise.resolve();

  override async findByKey(key: string): Promise<TokenRow | null> {
    this.reads += 1;
    const row = await super.findByKey(key);
    await this.gate;
    return row;
  }
}

/** A retirement whose turn to write never comes. */
class SlowRetirement extends TokenRetirement {
  override exhaust(): void {}
}

function latch(): { readonly opened: Promise<void>; open: () => void } {
  let open = (): void => undefined;
  const opened = new Promise<void>(resolve => (open = resolve));
  return { opened, open };
}

describe('the token gate', () => {
  let app: TestApp;
  let gate: TokenGate;
  beforeAll(async () => {
    app = await startTestApp();
    gate = app.nest.get(TokenGate);
  });
  afterAll(() => app.close());

  const admit = async (secret: string, isCounted = false, ip = HERE): Promise<ApiCaller> =>
    gate.admit(secret, ip, { isCounted });
  const refusalOf = async (secret: string, isCounted = false, ip = HERE): Promise<string> => {
    try {
      await admit(secret, isCounted, ip);
    } catch (error) {
      return isAppError(error) ? error.code : String(error);
    }
    return 'admitted';
  };
  const models = (secret: string) => app.guest.get('/v1/models', { authorization: `Bearer ${secret}` });
  const execute = (sql: string): Promise<unknown> => app.nest.get(UnitOfWork).run(manager => manager.query(sql));
  const statusOf = async (id: number): Promise<number> => {
    const [row] = await app.nest.get(Database).read.query(`SELECT status FROM tokens WHERE id = ${id}`);
    return Number(row.status);
  };
  const eventually = async (read: () => Promise<number>, expected: number): Promise<void> => {
    for (let round = 0; round < 100 && (await read()) !== expected; round += 1) {
      await new Promise(resolve => setTimeout(resolve, 20));
    }
    expect(await read()).toBe(expected);
  };
  const slowRetirement = (): TokenRetirement => {
    const { nest } = app;
    const anywhere = { strict: false } as const;
    return new SlowRetirement(
      nest.get(TokenStore, anywhere),
      nest.get(Ledger),
      nest.get(UnitOfWork),
      nest.get(TokenChanges, anywhere),
      nest.get(Logger),
    );
  };
  /** A second gate over the same data, as on another node, with a store and a clock of its own. */
  const anotherGate = (retirement?: TokenRetirement): { other: TokenGate; store: WatchedStore; clock: FixedClock } => {
    const { nest } = app;
    const store = new WatchedStore(nest.get(Database), nest.get(SecretBox));
    const clock = new FixedClock(Date.now());
    const other = new TokenGate({
      tokens: store,
      users: nest.get(UserStore, { strict: false }),
      teams: nest.get(TeamDirectory),
      ledger: nest.get(Ledger),
      limiter: nest.get(Limiter),
      learning: nest.get(TokenLearning, { strict: false }),
      retirement: retirement ?? nest.get(TokenRetirement, { strict: false }),
      uses: nest.get(TokenUses),
      refusedAddresses: nest.get(RefusedAddresses, { strict: false }),
      events: nest.get(EventBus),
      notices: nest.get(ChangeNotices),
      clock,
    });
    return { other, store, clock };
  };

  it('returns the caller of a key', async () => {
    const owner = await app.make.signedIn({ group: 'vip,default' });
    const token = await app.make.token(owner, {
      name: 'laptop',
      model_limits_enabled: true,
      model_limits: 'gpt-4o, gpt-4o-mini',
    });
    const caller = await admit(token.secret);
    expect(caller).toEqual({
      tokenId: token.id,
      tokenName: 'laptop',
      keyMask: `${token.key.slice(0, 3)}***${token.key.slice(-3)}`,
      hasPreviousKey: false,
      userId: owner.user?.id,
      username: owner.user?.username,
      role: 1,
      userGroup: 'vip,default',
      tokenGroup: 'default',
      modelLimits: new Set(['gpt-4o', 'gpt-4o-mini']),
      isUnlimited: true,
      channelId: null,
      expiresAtSeconds: 0,
      rate: null,
      defaultModel: '',
      keyLimits: null,
      team: null,
      tags: '',
      userLimits: null,
      identity: {},
    });
    expect(Object.isFrozen(caller)).toBe(true);
    expect((await app.make.token(owner).then(other => admit(other.secret))).modelLimits).toBeNull();
  });

  it('admits a known key without a promise, and quickly', async () => {
    const { secret } = await app.make.token(app.user);
    const caller = await admit(secret);
    expect(gate.admit(secret, HERE, { isCounted: true })).toBe(caller);
    const rounds = 200_000;
    const spentMs = cpuMsOf(() => {
      for (let round = 0; round < rounds; round += 1) void gate.admit(secret, HERE, { isCounted: true });
    });
    const microseconds = (spentMs / rounds) * 1000;
    // The budget is 2; a machine under test load gets room.
    expect(microseconds).toBeLessThan(8);
  });

  it('accepts keys with and without sk-, and refuses every other shape in the same way', async () => {
    const { key, secret } = await app.make.token(app.user);
    expect((await models(secret)).status).toBe(200);
    expect((await models(key)).status).toBe(200);
    for (const wrong of [secret.slice(0, -1), `${secret}x`, `${secret}-a`, `sk-${'a'.repeat(48)}`, 'sk-', 'x']) {
      expect(await refusalOf(wrong)).toBe('RELAY_TOKEN_INVALID');
      expect((await models(wrong)).status).toBe(401);
    }
    expect(await refusalOf('')).toBe('RELAY_TOKEN_MISSING');
  });

  describe('changes that take effect at once', () => {
    let owner: TestClient;
    let ownerId: number;
    let token: { id: number; secret: string };
    beforeEach(async () => {
      owner = await app.make.signedIn();
      ownerId = owner.user?.id ?? 0;
      token = await app.make.token(owner);
      await admit(token.secret);
    });

    it.each([
      ['disable', 403, 'RELAY_USER_BANNED'],
      ['delete', 401, 'RELAY_USER_DELETED'],
    ])('the owner: %s', async (action, status, code) => {
      await must(app.root.post(MANAGE, { id: ownerId, action }));
      expect(await refusalOf(token.secret)).toBe(code);
      expect((await models(token.secret)).status).toBe(status);
    });

    it('the owner is banned and active again', async () => {
      await must(app.root.post(MANAGE, { id: ownerId, action: 'disable' }));
      await must(app.root.post(MANAGE, { id: ownerId, action: 'enable' }));
      expect(await refusalOf(token.secret)).toBe('admitted');
    });

    it('the owner deletes the account', async () => {
      await must(owner.delete('/api/user/self'));
      expect(await refusalOf(token.secret)).toBe('RELAY_USER_DELETED');
    });

    it('the owner gets another role and group', async () => {
      await must(app.root.post(MANAGE, { id: ownerId, action: 'promote' }));
      await must(app.root.put('/api/user/', { id: ownerId, group: 'vip' }));
      expect(await admit(token.secret)).toMatchObject({ role: 10, userGroup: 'vip' });
    });

    it('the token is deleted', async () => {
      await must(owner.delete(`${TOKENS}${token.id}`));
      expect(await refusalOf(token.secret)).toBe('RELAY_TOKEN_INVALID');
    });

    it('the token is disabled and enabled', async () => {
      await must(owner.put(`${TOKENS}?status_only=true`, { id: token.id, status: 2 }));
      expect(await refusalOf(token.secret)).toBe('RELAY_TOKEN_DISABLED');
      await must(owner.put(`${TOKENS}?status_only=true`, { id: token.id, status: 1 }));
      expect(await refusalOf(token.secret)).toBe('admitted');
    });

    it('the token gets other limits', async () => {
      await must(owner.put(TOKENS, { id: token.id, ip_limits: '10.0.0.0/8', name: 'fenced' }));
      expect(await refusalOf(token.secret)).toBe('RELAY_IP_DENIED');
      expect((await admit(token.secret, false, '10.1.2.3')).tokenName).toBe('fenced');
    });

    it('a notice comes from another node', async () => {
      const { other, store } = anotherGate();
      await other.admit(token.secret, HERE, { isCounted: false });
      for (const [topic, id] of [
        ['token', token.id],
        ['user', ownerId],
      ] as const) {
        const before = store.reads;
        await app.nest.get(ChangeNotices).publish(topic, String(id + 1_000_000));
        await other.admit(token.secret, HERE, { isCounted: false });
        expect(store.reads).toBe(before);
        await app.nest.get(ChangeNotices).publish(topic, String(id));
        await other.admit(token.secret, HERE, { isCounted: false });
        expect(store.reads).toBe(before + 1);
      }
    });
  });

  describe('copies', () => {
    it('are used for sixty seconds at most, even when notices are lost', async () => {
      const { other, store, clock } = anotherGate();
      const { id, secret } = await app.make.token(app.user);
      await other.admit(secret, HERE, { isCounted: false });
      await execute(`UPDATE tokens SET status = 2 WHERE id = ${id}`);
      clock.advance(59_999);
      expect((await other.admit(secret, HERE, { isCounted: false })).tokenId).toBe(id);
      clock.advance(1);
      const late = Promise.resolve(other.admit(secret, HERE, { isCounted: false }));
      await expect(late).rejects.toMatchObject({ code: 'RELAY_TOKEN_DISABLED' });
      expect(store.reads).toBe(2);
    });

    it('are made by one reading for any number of calls at once', async () => {
      const { other, store } = anotherGate();
      const { secret } = await app.make.token(app.user);
      await Promise.all(Array.from({ length: 50 }, () => other.admit(secret, HERE, { isCounted: false })));
      expect(store.reads).toBe(1);
    });

    it('are also kept of unknown keys, and impossible keys cause no reading', async () => {
      const { other, store } = anotherGate();
      const unknown = `sk-${'z'.repeat(48)}`;
      for (let round = 0; round < 3; round += 1) {
        const call = async (): Promise<ApiCaller> => other.admit(unknown, HERE, { isCounted: false });
        await expect(call()).rejects.toMatchObject({ code: 'RELAY_TOKEN_INVALID' });
        expect(() => other.admit('sk-impossible', HERE, { isCounted: false })).toThrow('invalid token');
      }
      expect(store.reads).toBe(1);
    });

    it('are not made from a reading before a change', async () => {
      const { other, store } = anotherGate();
      const owner = await app.make.signedIn();
      const { secret } = await app.make.token(owner);
      const { opened, open } = latch();
      store.gate = opened;
      const early = Promise.resolve(other.admit(secret, HERE, { isCounted: false }));
      await new Promise(resolve => setTimeout(resolve, 20));
      await must(app.root.post(MANAGE, { id: owner.user?.id, action: 'disable' }));
      const late = Promise.resolve(other.admit(secret, HERE, { isCounted: false }));
      const isRefused = expect(late).rejects.toMatchObject({ code: 'RELAY_USER_BANNED' });
      open();
      await early.catch(() => undefined); // it may have seen either state
      await isRefused;
      expect(() => other.admit(secret, HERE, { isCounted: false })).toThrow('user is banned');
      expect(store.reads).toBe(2);
    });

    it('never outlive many changes in a short time', async () => {
      const owner = await app.make.signedIn();
      const { id, secret } = await app.make.token(owner);
      for (let round = 0; round < 20; round += 1) {
        const status = 1 + (round % 2);
        const asking = Array.from({ length: 5 }, () => refusalOf(secret));
        await must(owner.put(`${TOKENS}?status_only=true`, { id, status }));
        expect(await refusalOf(secret)).toBe(status === 1 ? 'admitted' : 'RELAY_TOKEN_DISABLED');
        await Promise.all(asking);
        expect(await refusalOf(secret)).toBe(status === 1 ? 'admitted' : 'RELAY_TOKEN_DISABLED');
      }
    });
  });

  describe('a token that ran out', () => {
    it('of quota is refused with its mask, and gets status 4', async () => {
      const owner = await app.make.signedIn();
      const { id, key, secret } = await app.make.token(owner, { unlimited_quota: false, remain_quota: 0 });
      const answer = await models(secret);
      expect(answer.status).toBe(401);
      expect(answer.text).toContain(`${key.slice(0, 3)}***${key.slice(-3)}`);
      expect(answer.text).not.toContain(key);
      await eventually(() => statusOf(id), 4);
      await must(owner.put(TOKENS, { id, remain_quota: 5 }));
      expect(await refusalOf(secret)).toBe('admitted');
    });

    it('of quota is read again while its status is not stored, because a refund sends no notice to the gate', async () => {
      const { id, secret } = await app.make.token(app.user, { unlimited_quota: false, remain_quota: 0 });
      const { other } = anotherGate(slowRetirement());
      const ask = async (): Promise<ApiCaller> => other.admit(secret, HERE, { isCounted: false });
      await expect(ask()).rejects.toMatchObject({ code: 'RELAY_TOKEN_EXHAUSTED' });
      const refund = { sourceId: `refund:${id}`, kind: 'refund', tokenId: id, tokenAmount: 5 } as const;
      await app.nest.get(UnitOfWork).run(manager => app.nest.get(Ledger).book(manager, refund));
      expect((await ask()).tokenId).toBe(id);
    });

    it('of time is refused, and gets status 3, also when it was known before', async () => {
      const owner = await app.make.signedIn();
      const seconds = Math.floor(Date.now() / 1000) + 4;
      const { id, secret } = await app.make.token(owner, { expired_time: seconds });
      expect(await refusalOf(secret)).toBe('admitted');
      await new Promise(resolve => setTimeout(resolve, seconds * 1000 - Date.now() + 5));
      expect(await refusalOf(secret)).toBe('RELAY_TOKEN_EXPIRED');
      await eventually(() => statusOf(id), 3);
      expect(await refusalOf(secret)).toBe('RELAY_TOKEN_EXPIRED');
      await must(owner.put(TOKENS, { id, expired_time: -1 }));
      expect(await refusalOf(secret)).toBe('admitted');
    });

    it('of quota by a call keeps its status while other calls have reservations, and loses it then', async () => {
      const owner = await app.make.signedIn({ quota: 1000 });
      const token = await app.make.token(owner, { unlimited_quota: false, remain_quota: 100 });
      const record = { userId: token.user_id, tokenId: token.id, price: '{}', expiresAtMs: Date.now() + 60_000 };
      const reservation = await app.nest.get(Ledger).reserve({ ...record, id: `hold-${token.id}`, amount: 100 });
      gate.markExhausted(token.id);
      await new Promise(resolve => setTimeout(resolve, 100));
      expect(await statusOf(token.id)).toBe(1);
      await reservation.settle({ units: 100, channelId: 0, riders: [] });
      gate.markExhausted(token.id);
      await eventually(() => statusOf(token.id), 4);
      expect(await refusalOf(token.secret)).toBe('RELAY_TOKEN_EXHAUSTED');
    });
  });

  it('makes its checks in one order, also with several faults', async () => {
    const owner = await app.make.signedIn();
    const token = await app.make.token(owner, { ip_limits: '10.0.0.1', rate_limit_enabled: true });
    const withChannel = `${token.secret}-1`;
    const steps: readonly (readonly [string, string])[] = [
      [`UPDATE tokens SET status = 4 WHERE id = ${token.id}`, 'RELAY_TOKEN_EXHAUSTED'],
      [`UPDATE tokens SET status = 3 WHERE id = ${token.id}`, 'RELAY_TOKEN_EXPIRED'],
      [`UPDATE tokens SET status = 2 WHERE id = ${token.id}`, 'RELAY_TOKEN_DISABLED'],
      [`UPDATE tokens SET status = 1 WHERE id = ${token.id}`, 'RELAY_TOKEN_EXPIRED'],
      [`UPDATE tokens SET status = 1, expires_at_ms = -1 WHERE id = ${token.id}`, 'RELAY_USER_BANNED'],
      [`UPDATE users SET status = 1 WHERE id = ${token.user_id}`, 'RELAY_CHANNEL_DENIED'],
      [`UPDATE users SET role = 10 WHERE id = ${token.user_id}`, 'RELAY_IP_DENIED'],
      [`UPDATE tokens SET ip_limits = '' WHERE id = ${token.id}`, 'admitted'],
    ];
    await execute(`UPDATE users SET status = 2 WHERE id = ${token.user_id}`);
    await execute(`UPDATE tokens SET expires_at_ms = 1700000000000 WHERE id = ${token.id}`);
    for (const [sql, expected] of steps) {
      await execute(sql);
      await app.nest.get(ChangeNotices).publish('token', String(token.id));
      expect(await refusalOf(withChannel, true)).toBe(expected);
      if (expected === 'RELAY_TOKEN_EXPIRED') await eventually(() => statusOf(token.id), 3);
    }
    expect(await refusalOf(withChannel, true)).toBe('RELAY_TOKEN_RATE');
  });

  it('lets administrators name a channel behind the key', async () => {
    const { secret } = await app.make.token(app.admin);
    expect(await admit(`${secret}-17`)).toMatchObject({ channelId: 17 });
    expect(await admit(secret)).toMatchObject({ channelId: null });
    expect(await refusalOf(`${secret}-0`)).toBe('RELAY_CHANNEL_INVALID');
    const { secret: ordinary } = await app.make.token(app.user);
    expect(await refusalOf(`${ordinary}-17`)).toBe('RELAY_CHANNEL_DENIED');
  });

  describe('a rate limit', () => {
    const limited = (count: number, interval: number) =>
      app.make.token(app.user, {
        rate_limit_enabled: true,
        rate_limit_count: count,
        rate_limit_interval: interval,
      });

    it('accepts its number of calls, also when all come at once, and reports when to come back', async () => {
      const { secret } = await limited(3, 60);
      const outcomes = await Promise.allSettled(Array.from({ length: 10 }, () => admit(secret, true)));
      const refusals = outcomes.flatMap(outcome => (outcome.status === 'rejected' ? [outcome.reason as AppError] : []));
      expect(refusals).toHaveLength(7);
      for (const refusal of refusals) {
        expect([refusal.code, refusal.status]).toEqual(['RELAY_TOKEN_RATE', 429]);
        expect(refusal.params).toEqual({ count: 3, seconds: 60, wait: refusal.details.retryAfterSeconds });
        expect(refusal.details.retryAfterSeconds).toBeGreaterThanOrEqual(59);
        expect(refusal.details.retryAfterSeconds).toBeLessThanOrEqual(60);
      }
    });

    it('does not count lists, and does not stop them', async () => {
      const { secret } = await limited(1, 60);
      for (let round = 0; round < 3; round += 1) expect((await models(secret)).status).toBe(200);
      expect(await refusalOf(secret, true)).toBe('admitted');
      expect(await refusalOf(secret, true)).toBe('RELAY_TOKEN_RATE');
      expect((await models(secret)).status).toBe(200);
    });

    it('opens again when the window has passed', async () => {
      const { secret } = await limited(1, 3);
      expect(await refusalOf(secret, true)).toBe('admitted');
      expect(await refusalOf(secret, true)).toBe('RELAY_TOKEN_RATE');
      await new Promise(resolve => setTimeout(resolve, 3050));
      expect(await refusalOf(secret, true)).toBe('admitted');
    });
  });

  it('writes the time of last use for many tokens together', async () => {
    const owner = await app.make.signedIn();
    const [used, idle] = [await app.make.token(owner), await app.make.token(owner)];
    await execute(`UPDATE tokens SET accessed_at_ms = 1000 WHERE user_id = ${used.user_id}`);
    await admit(used.secret);
    await app.nest.get(TokenUses).flush();
    const timeOf = async (id: number): Promise<number> =>
      (await must(owner.get<{ accessed_time: number }>(`${TOKENS}${id}`))).accessed_time;
    expect(await timeOf(used.id)).toBeGreaterThan(Date.now() / 1000 - 60);
    expect(await timeOf(idle.id)).toBe(1);
  });
});
