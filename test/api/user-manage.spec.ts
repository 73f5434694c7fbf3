import { INVALID, MANAGE, messageOf, SELF, USERS, WRITE_DENIED } from '../support/clients/accounts';
import { type TestClient } from '../support/clients/client';
import { must } from '../support/clients/factories';
import { startTestApp, type TestApp } from '../support/servers/test-app';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.closeWithEvenLedger());

const READ_DENIED = 'no permission to read the information of a user of the same or a higher level';
const DELETE_DENIED = 'no permission to delete a user of the same or a higher level';
const PROMOTE_DENIED = 'an ordinary administrator cannot promote users to administrator';
const IS_ADMIN = 'the user is already an administrator';
const IS_NORMAL = 'the user is already a normal user';
const DONE = '';

/** The response to each action; empty where it is granted. */
type Answers = Readonly<Record<(typeof deeds)[number], string>>;
const deeds = ['read', 'edit', 'disable', 'enable', 'promote', 'demote', 'delete', 'remove'] as const;

const nothing: Answers = {
  read: READ_DENIED,
  edit: WRITE_DENIED,
  disable: WRITE_DENIED,
  enable: WRITE_DENIED,
  promote: WRITE_DENIED,
  demote: WRITE_DENIED,
  delete: WRITE_DENIED,
  remove: DELETE_DENIED,
};
const everything: Answers = {
  read: DONE,
  edit: DONE,
  disable: DONE,
  enable: DONE,
  promote: DONE,
  demote: DONE,
  delete: DONE,
  remove: DONE,
};

describe('the rank rule', () => {
  const targets = {
    'a user': async () => (await app.make.user()).id,
    'an administrator': async () => (await app.make.user({ role: 10 })).id,
    itself: () => Promise.resolve(app.admin.user?.id ?? 0),
    root: () => Promise.resolve(1),
  };

  const ask = (who: 'admin' | 'root', deed: (typeof deeds)[number], id: number) => {
    const client = app[who];
    switch (deed) {
      case 'read':
        return client.get(`${USERS}${id}`);
      case 'edit':
        return client.put(USERS, { id, display_name: 'Somebody' });
      case 'remove':
        return client.delete(`${USERS}${id}`);
      default:
        return client.post(MANAGE, { id, action: deed });
    }
  };

  it.each([
    ['admin', 'a user', { ...everything, promote: PROMOTE_DENIED, demote: IS_NORMAL }],
    ['admin', 'an administrator', nothing],
    ['admin', 'itself', nothing],
    ['admin', 'root', nothing],
    ['root', 'a user', { ...everything, demote: IS_NORMAL }],
    ['root', 'an administrator', { ...everything, promote: IS_ADMIN }],
    [
      'root',
      'root',
      {
        ...everything,
        disable: 'the super administrator cannot be disabled',
        promote: IS_ADMIN,
        demote: 'the super administrator cannot be demoted',
        delete: 'the super administrator cannot be deleted',
        remove: DELETE_DENIED,
      },
    ],
  ] as const)('decides what %s may do to %s', async (who, target, expected) => {
    const messages: Record<string, string | undefined> = {};
    for (const deed of deeds) messages[deed] = await messageOf(ask(who, deed, await targets[target]()));
    expect(messages).toEqual(expected);
  });

  it('returns role and status after each action, and changes nothing when it refuses', async () => {
    const { id } = await app.make.user();
    const manage = (client: TestClient, action: string) => must(client.post(MANAGE, { id, action }));
    expect(await manage(app.admin, 'disable')).toEqual({ role: 1, status: 2 });
    expect(await manage(app.admin, 'enable')).toEqual({ role: 1, status: 1 });
    expect(await manage(app.root, 'promote')).toEqual({ role: 10, status: 1 });
    await app.admin.post(MANAGE, { id, action: 'disable' });
    expect(await must(app.root.get(`${USERS}${id}`))).toMatchObject({ role: 10, status: 1 });
    expect(await manage(app.root, 'demote')).toEqual({ role: 1, status: 1 });
    expect(await manage(app.admin, 'delete')).toEqual({ role: 1, status: 1 });
  });

  it('protects an account that was deactivated from every action', async () => {
    const { id } = await app.make.user();
    await must(app.root.delete(`${USERS}${id}`));
    for (const action of ['disable', 'enable', 'promote', 'demote', 'delete']) {
      expect(await messageOf(app.root.post(MANAGE, { id, action }))).toBe('the user has been deactivated');
    }
    for (const deed of ['read', 'edit', 'remove'] as const) {
      expect(await messageOf(ask('root', deed, id))).toBe('the user does not exist');
    }
  });

  it('promotes once for several requests at once', async () => {
    const { id } = await app.make.user();
    const answers = await Promise.all(
      Array.from({ length: 6 }, () => app.root.post(MANAGE, { id, action: 'promote' })),
    );
    expect(answers.filter(answer => answer.body.success)).toHaveLength(1);
  });

  it('keeps root from deleting itself', async () => {
    expect(await messageOf(app.root.delete(SELF))).toBe('the super administrator account cannot be deleted');
    expect((await app.root.get(SELF)).body.success).toBe(true);
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
