import { AccountKind, Ledger } from '@billing';
import { UnitOfWork } from '@platform';
import { EXISTS, INVALID, logsOf, messageOf, SELF, USERS, type UserRow } from '../support/clients/accounts';
import { TestClient } from '../support/clients/client';
import { must } from '../support/clients/factories';
import { startTestApp, type TestApp } from '../support/servers/test-app';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.closeWithEvenLedger());

describe('the own profile', () => {
  it('cannot give itself rights, money or addresses', async () => {
    const person = await app.make.signedIn();
    const before = await must(person.get<UserRow>(SELF));
    const wanted = { role: 100, quota: 5, group: 'vip', status: 1, email: 'x@example.org', aff_quota: 5, id: 1 };
    await must(person.put(SELF, { ...before, ...wanted, display_name: 'New' }));
    expect(await must(person.get(SELF))).toEqual({ ...before, display_name: 'New' });
  });

  it('reads null as not sent', async () => {
    const person = await app.make.signedIn();
    const before = await must(person.get(SELF));
    await must(person.put(SELF, { username: null, display_name: null, password: null, original_password: null }));
    expect(await must(person.get(SELF))).toEqual(before);
  });

  it('goes back to the user name when the display name is emptied', async () => {
    const person = await app.make.signedIn();
    await must(person.put(SELF, { display_name: 'Somebody' }));
    await must(person.put(SELF, { display_name: '' }));
    expect(await must(person.get(SELF))).toMatchObject({ display_name: person.user?.username });
  });

  it('can take another free name', async () => {
    const person = await app.make.signedIn();
    await must(person.put(SELF, { username: 'brandNewName', password: '', display_name: undefined }));
    expect(await must(person.get(SELF))).toMatchObject({ username: 'brandNewName' });
    expect(await messageOf(person.put(SELF, { username: 'root' }))).toBe(EXISTS);
    expect(await messageOf(person.put(SELF, { username: 'not a name' }))).toContain('invalid input: username');
  });

  it('checks the old password whenever it is sent', async () => {
    const { username, password } = await app.make.user();
    const person = await new TestClient(app.url).signIn(username, password);
    const change = { password: 'brand-new-one', original_password: 'wrong' };
    expect(await messageOf(person.put(SELF, change))).toBe('the original password is wrong');
    await must(person.put(SELF, { ...change, original_password: password }));
  });

  it('makes the invite code once', async () => {
    const code = await must(app.root.get<string>('/api/user/aff'));
    expect(code).toMatch(/^[0-9A-Za-z]{4}$/);
    expect(await must(app.root.get('/api/user/aff'))).toBe(code);
  });

  it('loses its keys and its money when it is deleted, and leaves its name reserved', async () => {
    const person = await app.make.signedIn();
    await must(person.delete(SELF));
    const body = { username: person.user?.username, password: 'password-1' };
    expect(await messageOf(app.root.post(USERS, body))).toBe(EXISTS);
  });
});

describe('moving rewards to the wallet', () => {
  const rewarded = async (units: number): Promise<TestClient> => {
    const person = await app.make.signedIn();
    const userId = person.user?.id ?? 0;
    await app.nest
      .get(UnitOfWork)
      .run(manager =>
        app.nest
          .get(Ledger)
          .book(manager, { sourceId: `reward:${userId}`, kind: 'reward', userId, affiliateAmount: units }),
      );
    return person;
  };
  const transfer = (person: TestClient, quota: unknown) => person.post('/api/user/aff_transfer', { quota });

  it.each([
    [499_999, 'transfer failed: the minimum transfer amount is $1.000000 quota'],
    [1_000_001, 'transfer failed: not enough invitation quota'],
    [0, INVALID],
    [-500_000, INVALID],
    [500_000.5, INVALID],
    ['500000', INVALID],
    [undefined, INVALID],
  ])('refuses %j', async (quota, message) => {
    const person = await rewarded(1_000_000);
    expect(await messageOf(transfer(person, quota))).toBe(message);
    expect(await must(person.get(SELF))).toMatchObject({ quota: 0, aff_quota: 1_000_000 });
  });

  it('accepts the minimum, keeps the history and writes a log row', async () => {
    const person = await rewarded(500_000);
    expect((await transfer(person, 500_000)).body).toEqual({ success: true, message: 'transfer succeeded' });
    expect(await must(person.get(SELF))).toMatchObject({
      quota: 500_000,
      aff_quota: 0,
      aff_history_quota: 500_000,
    });
    expect((await logsOf(app, person.user?.id ?? 0)).at(-1)).toMatchObject({
      type: 4,
      content: 'transferred invitation quota $1.000000 quota',
    });
  });

  it('moves the whole reward once for several requests at once', async () => {
    const person = await rewarded(500_000);
    const answers = await Promise.all(Array.from({ length: 10 }, () => transfer(person, 500_000)));
    expect(answers.filter(answer => answer.body.success)).toHaveLength(1);
    const { balance } = await app.nest.get(Ledger).balanceOf(AccountKind.User, person.user?.id ?? 0);
    expect(balance).toBe(500_000);
  });
});
