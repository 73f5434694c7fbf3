import { Ledger } from '@billing';
import { type TokenView } from '@contracts';
import { UnitOfWork } from '@platform';
import { GroupWatch } from '@pricing';
import { TokenGate, TokenUses } from '@token';
import { UserService } from '@user';
import { TestClient } from '../support/clients/client';
import { createTestDatabase, describeWith, type TestDatabase } from '../support/servers/databases';
import { must } from '../support/clients/factories';
import { startTestApp, type TestApp } from '../support/servers/test-app';

const USERS = '/api/user/';
const TOKENS = '/api/token/';
const EXISTS = 'user name already exists or has been deactivated';

interface UserRow {
  readonly id: number;
  readonly username: string;
  readonly [field: string]: unknown;
}

/** SQLite is the database of every other suite; here the other two have to give the same responses. */
describe.each(['postgres', 'mysql'] as const)('on %s', dialect => {
  describeWith(dialect, 'people, sessions and tokens', () => {
    let database: TestDatabase;
    let app: TestApp;
    beforeAll(async () => {
      database = await createTestDatabase(dialect);
      app = await startTestApp({ databaseUrl: database.url });
    });
    afterAll(async () => {
      const { differences } = await app.verifyLedger();
      await app.close();
      await database.drop();
      expect(differences).toEqual([]);
    });

    it('an account is made, found, edited and deactivated, with numbers as numbers', async () => {
      const person = await app.make.user({ username: 'Ännie_1x', quota: 2 ** 40 });
      const search = (query: string) => must(app.root.get<UserRow[]>(`/api/user/search?${query}`));
      const [row] = await search(`keyword=${encodeURIComponent('ÄNNIE_1X')}&group=default`);
      expect(row).toMatchObject({ id: person.id, quota: 2 ** 40, inviter_id: 0, aff_quota: 0, DeletedAt: null });
      expect(await search('keyword=ennie')).toEqual([]);
      expect(await search('keyword=ANNIE_1X')).toEqual([]);
      await must(app.root.put(USERS, { id: person.id, quota_delta: -(2 ** 40), group: 'vip,default' }));
      expect(await search('group=vip')).toEqual([expect.objectContaining({ id: person.id, quota: 0 })]);
      await must(app.root.post('/api/user/manage', { id: person.id, action: 'delete' }));
      const body = { username: 'ännie_1x', password: 'password-1' };
      expect((await app.root.post(USERS, body)).body.message).toBe(EXISTS);
    });

    it('a contested name goes to one, and an invitation is rewarded', async () => {
      const users = app.nest.get(UserService);
      const inviter = await app.make.signedIn();
      const affCode = await must(inviter.get<string>('/api/user/aff'));
      const request = { username: 'Contested', password: null, affCode, clientIp: '127.0.0.1' };
      await app.make.option('QuotaForInviter', 500_000);
      const outcomes = await Promise.allSettled(Array.from({ length: 6 }, () => users.create(request)));
      expect(outcomes.filter(outcome => outcome.status === 'fulfilled')).toHaveLength(1);
      const transfers = await Promise.all(
        Array.from({ length: 4 }, () => inviter.post('/api/user/aff_transfer', { quota: 500_000 })),
      );
      expect(transfers.filter(answer => answer.body.success)).toHaveLength(1);
      expect(await must(inviter.get('/api/user/self'))).toMatchObject({
        quota: 500_000,
        aff_quota: 0,
        aff_history_quota: 500_000,
        aff_count: 1,
      });
    });

    it('money from an administrator is one movement with its row, and a lost group is noticed', async () => {
      const { id } = await app.make.user({ group: 'vip' });
      const give = () => app.root.put(USERS, { id, quota_delta: 7, reason: '谢谢' });
      await Promise.all([must(give()), must(give()), must(give())]);
      const { items } = await must(
        app.root.get<{ items: { user_id: number; other: string }[] }>('/api/log/?type=3&page_size=3'),
      );
      const infos = items.map(row => (JSON.parse(row.other) as { admin_info: Record<string, unknown> }).admin_info);
      expect(infos.map(info => [info.before, info.after, info.reason])).toEqual([
        [{ quota: 14 }, { quota: 21 }, '谢谢'],
        [{ quota: 7 }, { quota: 14 }, '谢谢'],
        [{ quota: 0 }, { quota: 7 }, '谢谢'],
      ]);
      expect(await app.nest.get(GroupWatch).abandoned()).toEqual([]);
      await app.make.option('GroupRatio', { default: 1 });
      expect(await app.nest.get(GroupWatch).abandoned()).toEqual(['vip']);
      await app.make.option('GroupRatio', { default: 1, vip: 1, svip: 1 });
    });

    it('a session survives its own new password and ends with a ban', async () => {
      const { id, username, password } = await app.make.user();
      const [here, elsewhere] = [new TestClient(app.url), new TestClient(app.url)];
      await here.signIn(username, password);
      await elsewhere.signIn(username, password);
      await must(here.put('/api/user/self', { password: 'brand-new-one' }));
      expect((await elsewhere.get('/api/user/self')).status).toBe(401);
      expect((await here.get('/api/user/self')).status).toBe(200);
      await must(app.root.post('/api/user/manage', { id, action: 'disable' }));
      expect((await here.get('/api/user/self')).body.message).toBe('the user is banned');
      expect((await here.get('/api/user/self')).status).toBe(401);
    });

    it('a token is made, edited, spent, used up and found by its key', async () => {
      const owner = await app.make.signedIn();
      const token = await app.make.token(owner, { unlimited_quota: false, remain_quota: 1000, name: 'Schlüssel' });
      const tokenId = token.id;
      const spent = { sourceId: `spent:${tokenId}`, kind: 'consume', tokenId, tokenAmount: -300 } as const;
      await app.nest.get(UnitOfWork).run(manager => app.nest.get(Ledger).book(manager, spent));
      const edited = await must(
        owner.put<TokenView>(TOKENS, { id: tokenId, remain_quota: 1500, remain_quota_loaded: 1000 }),
      );
      expect(edited).toEqual({ ...token, secret: undefined, remain_quota: 1200 });
      const found = await must(
        owner.get<TokenView[]>(`/api/token/search?keyword=SCHLÜ&token=${token.key.slice(3, 20)}`),
      );
      expect(found.map(row => row.id)).toEqual([tokenId]);
      const gate = app.nest.get(TokenGate);
      const admit = async (): Promise<number> =>
        (await gate.admit(token.secret, '10.0.0.1', { isCounted: true })).tokenId;
      expect(await admit()).toBe(tokenId);
      await app.nest.get(TokenUses).flush();
      await must(owner.put(TOKENS, { id: tokenId, remain_quota: 0 }));
      await expect(admit()).rejects.toMatchObject({ code: 'RELAY_TOKEN_EXHAUSTED' });
      const statusOf = async (): Promise<number> => (await must(owner.get<TokenView>(`${TOKENS}${tokenId}`))).status;
      for (let round = 0; round < 100 && (await statusOf()) !== 4; round += 1) {
        await new Promise(resolve => setTimeout(resolve, 20));
      }
      expect(await must(owner.put(TOKENS, { id: tokenId, unlimited_quota: true }))).toMatchObject({ status: 1 });
      expect(await admit()).toBe(tokenId);
    });
  });
});
