import { Ledger } from '@billing';
import { UnitOfWork } from '@platform';
import { EXISTS, INVALID, logsOf, messageOf, SELF, USERS, wholeOf } from '../support/clients/accounts';
import { must } from '../support/clients/factories';
import { startTestApp, type TestApp } from '../support/servers/test-app';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.closeWithEvenLedger());

describe('editing', () => {
  it('writes the named fields and ignores those that may not be written', async () => {
    const person = await app.make.user({ quota: 1000 });
    const before = await wholeOf(app, person.id);
    await must(
      app.root.put(USERS, {
        ...before,
        display_name: 'New Name',
        group: ' vip , default ',
        message_penetration: 'Hello',
        status: 2,
        email: 'x@example.org',
        aff_quota: 9,
        used_quota: 9,
        inviter_id: 1,
        DeletedAt: 'now',
      }),
    );
    expect(await wholeOf(app, person.id)).toEqual({
      ...before,
      display_name: 'New Name',
      group: 'vip,default',
      message_penetration: 'Hello',
    });
  });

  it('writes one row of type 3 for the target when the quota changes, and one for the rest', async () => {
    const person = await app.make.user({ quota: 500_000 });
    const { length } = await logsOf(app, person.id);
    await must(app.root.put(USERS, { id: person.id, quota: 1_500_000 }));
    await must(app.root.put(USERS, { id: person.id, group: 'vip', quota: 1_500_000 }));
    const { username } = person;
    expect((await logsOf(app, person.id)).slice(length)).toEqual([
      {
        type: 3,
        username,
        content: "administrator changed the user's quota from $1.000000 quota to $3.000000 quota",
      },
      { type: 3, username, content: 'administrator root changed group from default to vip' },
    ]);
  });

  it('applies only the difference when it knows what the form had loaded', async () => {
    const person = await app.make.user({ quota: 1000 });
    await app.nest.get(UnitOfWork).run(manager =>
      app.nest.get(Ledger).book(manager, {
        sourceId: `spent:${person.id}`,
        kind: 'consume',
        userId: person.id,
        userAmount: -300,
      }),
    );
    await must(app.root.put(USERS, { id: person.id, quota: 1500, quota_loaded: 1000 }));
    expect((await wholeOf(app, person.id)).quota).toBe(1200);
    await must(app.root.put(USERS, { id: person.id, quota_delta: -200 }));
    expect((await wholeOf(app, person.id)).quota).toBe(1000);
    await must(app.root.put(USERS, { id: person.id, quota: 50 }));
    expect((await wholeOf(app, person.id)).quota).toBe(50);
  });

  it('leaves a quota alone that is not sent, and accepts an unchanged negative one', async () => {
    const person = await app.make.user();
    await app.nest
      .get(UnitOfWork)
      .run(manager =>
        app.nest
          .get(Ledger)
          .book(
            manager,
            { sourceId: `overdrawn:${person.id}`, kind: 'consume', userId: person.id, userAmount: -70 },
            { mayOverdraw: true },
          ),
      );
    await must(app.root.put(USERS, { id: person.id, group: 'vip' }));
    await must(app.root.put(USERS, { id: person.id, group: 'default', quota: -70 }));
    expect(await wholeOf(app, person.id)).toMatchObject({ quota: -70, group: 'default' });
    expect(await messageOf(app.root.put(USERS, { id: person.id, quota: -69 }))).toBe(INVALID);
    await must(app.root.put(USERS, { id: person.id, quota: 0 }));
    expect((await wholeOf(app, person.id)).quota).toBe(0);
  });

  it.each([
    ['a quota that is a text', { quota: '5' }, INVALID],
    ['half a unit', { quota: 0.5 }, INVALID],
    ['a quota beyond the range', { quota: 1e300 }, INVALID],
    ['a negative quota', { quota: -1 }, INVALID],
    ['taking more than is there', { quota_delta: -1 }, 'the balance is not enough'],
    ['an unknown group', { group: 'nowhere' }, 'group nowhere does not exist'],
    ['a short password', { password: 'short' }, 'invalid input: password'],
    ['a long personal text', { message_penetration: 'x'.repeat(2001) }, 'invalid input: message_penetration'],
    ['a taken name', { username: 'ROOT' }, EXISTS],
    ['a raise of the role by an administrator', { role: 10 }, 'no permission to raise'],
  ])('refuses %s and changes nothing', async (_what, fields, message) => {
    const person = await app.make.user();
    const before = await wholeOf(app, person.id);
    expect(await messageOf(app.admin.put(USERS, { id: person.id, ...fields }))).toContain(message);
    expect(await wholeOf(app, person.id)).toEqual(before);
  });

  it.each([[undefined], [0], [-1], ['1'], [null]])('refuses the id %j as an invalid parameter', async id => {
    expect(await messageOf(app.root.put(USERS, { id, username: 'someone' }))).toBe(INVALID);
  });

  it('undoes everything when one part is refused', async () => {
    const person = await app.make.user();
    const before = await wholeOf(app, person.id);
    expect(await messageOf(app.root.put(USERS, { id: person.id, group: 'vip', quota_delta: -5 }))).toContain('balance');
    expect(await wholeOf(app, person.id)).toEqual(before);
  });

  it('reads null as not sent', async () => {
    const person = await app.make.user();
    const before = await wholeOf(app, person.id);
    const nothing = { username: null, display_name: null, password: null, group: null, quota: null, role: null };
    await must(app.root.put(USERS, { id: person.id, ...nothing, message_penetration: null, quota_delta: null }));
    expect(await wholeOf(app, person.id)).toEqual(before);
  });

  it('becomes default when the group list is empty', async () => {
    const person = await app.make.user({ group: 'vip' });
    await must(app.root.put(USERS, { id: person.id, group: ' , ' }));
    expect((await wholeOf(app, person.id)).group).toBe('default');
  });

  it('ignores a role that root sends along, and one that is not raised', async () => {
    const person = await app.make.user();
    await must(app.root.put(USERS, { id: person.id, role: 100 }));
    await must(app.admin.put(USERS, { id: person.id, role: 1 }));
    expect(await wholeOf(app, person.id)).toMatchObject({ role: 1 });
  });

  it('does not change an account that was deactivated, nor its money', async () => {
    const person = await app.make.user();
    await must(app.root.delete(`${USERS}${person.id}`));
    expect(await messageOf(app.root.put(USERS, { id: person.id, quota_delta: 5 }))).toBe('the user does not exist');
  });

  it('gives an account to several groups, without blanks and repetitions', async () => {
    const person = await app.make.user();
    await must(app.root.put(USERS, { id: person.id, group: ' svip,default ,,svip' }));
    expect(await wholeOf(app, person.id)).toMatchObject({ group: 'svip,default' });
  });

  it('shows its owner a personal text with the next request, also one of 2000 characters', async () => {
    const owner = await app.make.signedIn();
    const text = '好'.repeat(2000);
    await must(app.admin.put(USERS, { id: owner.user?.id, message_penetration: text }));
    expect(await must(owner.get(SELF))).toMatchObject({ message_penetration: text });
    await must(app.admin.put(USERS, { id: owner.user?.id, message_penetration: '' }));
    expect(await must(owner.get(SELF))).toMatchObject({ message_penetration: '' });
  });
});
