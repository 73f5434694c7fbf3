import { INVALID, logsOf, MANAGE, messageOf, SELF, USERS, WRITE_DENIED } from '../support/accounts';
import { must } from '../support/factories';
import { startTestApp, type TestApp } from '../support/test-app';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(async () => {
  const { differences } = await app.verifyLedger();
  await app.close();
  expect(differences).toEqual([]);
});

describe('the rank rule', () => {
  const targets = { user: 0, admin: 0, self: 0, root: 1 };
  beforeAll(async () => {
    targets.user = (await app.make.user()).id;
    targets.admin = (await app.make.user({ role: 10 })).id;
    targets.self = app.admin.user?.id ?? 0;
  });

  it.each(['admin', 'self', 'root'] as const)('keeps an administrator from %s', async name => {
    const id = targets[name];
    expect(await messageOf(app.admin.get(`${USERS}${id}`))).toContain('no permission to read');
    expect(await messageOf(app.admin.put(USERS, { id, display_name: 'x' }))).toBe(WRITE_DENIED);
    for (const action of ['disable', 'enable', 'delete', 'promote', 'demote']) {
      expect(await messageOf(app.admin.post(MANAGE, { id, action }))).toBe(WRITE_DENIED);
    }
    expect(await messageOf(app.admin.delete(`${USERS}${id}`))).toContain('no permission to delete');
  });

  it('lets an administrator read, edit, ban, activate and delete a user, but not raise one', async () => {
    const { id } = await app.make.user();
    expect((await app.admin.get(`${USERS}${id}`)).body.success).toBe(true);
    await must(app.admin.put(USERS, { id, display_name: 'x' }));
    expect(await must(app.admin.post(MANAGE, { id, action: 'disable' }))).toEqual({ role: 1, status: 2 });
    expect(await must(app.admin.post(MANAGE, { id, action: 'enable' }))).toEqual({ role: 1, status: 1 });
    expect(await messageOf(app.admin.post(MANAGE, { id, action: 'promote' }))).toBe(
      'an ordinary administrator cannot promote users to administrator',
    );
    expect(await messageOf(app.admin.post(MANAGE, { id, action: 'demote' }))).toBe('the user is already a normal user');
    expect(await must(app.admin.post(MANAGE, { id, action: 'delete' }))).toEqual({ role: 1, status: 1 });
    expect(await messageOf(app.admin.post(MANAGE, { id, action: 'enable' }))).toBe('the user has been deactivated');
    expect(await messageOf(app.admin.get(`${USERS}${id}`))).toBe('the user does not exist');
  });

  it('lets root promote and demote, once each', async () => {
    const { id } = await app.make.user();
    expect(await must(app.root.post(MANAGE, { id, action: 'promote' }))).toEqual({ role: 10, status: 1 });
    expect(await messageOf(app.root.post(MANAGE, { id, action: 'promote' }))).toBe(
      'the user is already an administrator',
    );
    expect(await must(app.root.post(MANAGE, { id, action: 'demote' }))).toEqual({ role: 1, status: 1 });
    expect((await logsOf(app, id)).map(row => [row.type, row.content])).toEqual([
      [3, 'administrator root made the user an administrator'],
      [3, 'administrator root made the user a normal user'],
    ]);
  });

  it('protects root from root', async () => {
    const refusals = await Promise.all(
      ['disable', 'delete', 'demote', 'promote'].map(action => messageOf(app.root.post(MANAGE, { id: 1, action }))),
    );
    expect(refusals).toEqual([
      'the super administrator cannot be disabled',
      'the super administrator cannot be deleted',
      'the super administrator cannot be demoted',
      'the user is already an administrator',
    ]);
    expect(await messageOf(app.root.delete(`${USERS}1`))).toContain('no permission to delete');
    expect(await messageOf(app.root.delete(SELF))).toBe('the super administrator account cannot be deleted');
    expect((await app.root.get(`${USERS}1`)).body.success).toBe(true);
  });

  it.each([
    ['an unknown action', { id: 1, action: 'explode' }, INVALID],
    ['an inherited name as action', { id: 1, action: 'constructor' }, INVALID],
    ['no id', { action: 'enable' }, INVALID],
    ['an unknown id', { id: 999_999, action: 'enable' }, 'the user does not exist'],
  ])('refuses %s', async (_what, body, message) => {
    expect(await messageOf(app.root.post(MANAGE, body))).toBe(message);
  });
});
