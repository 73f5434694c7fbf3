import { type GroupLabels, type PricingItem } from '@contracts';
import { GroupWatch } from '@pricing';
import { messageOf, USERS, wholeOf } from '../support/clients/accounts';
import { type TestClient } from '../support/clients/client';
import { must } from '../support/clients/factories';
import { startTestApp, type TestApp } from '../support/servers/test-app';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
  const upstream = { base_url: 'http://127.0.0.1:9' };
  await app.make.channel({ ...upstream, models: 'for-all', group: 'default' });
  await app.make.channel({ ...upstream, models: 'for-vip', group: 'vip' });
  await app.make.channel({ ...upstream, models: 'for-lab,for-both', group: 'lab' });
  await app.make.channel({ ...upstream, models: 'for-both', group: 'default,vip' });
});
afterAll(() => app.close());

beforeEach(async () => {
  await app.make.option('GroupRatio', { default: 1, vip: 0.8, lab: 0.5, ops: 2 });
  await app.make.option('GroupDisplayNames', { lab: 'Laboratory', vip: '' });
  await app.make.option('HiddenGroups', ['lab', 'ops', 'lab']);
});

function labels(client: TestClient) {
  return must(client.get<GroupLabels>('/api/groups/token'));
}

function models(client: TestClient, query = '') {
  return must(client.get<string[]>(`/api/user/models${query}`)).then(names =>
    names.filter(name => name.startsWith('for-')),
  );
}

describe('groups that a user may use', () => {
  it('are the public ones for a user of no other group, under their display names or their own', async () => {
    const person = await app.make.signedIn();
    expect(await labels(person)).toEqual({ default: 'default', vip: 'vip' });
    expect(await models(person)).toEqual(['for-all', 'for-both', 'for-vip']);
  });

  it('are all of a comma list, hidden ones included', async () => {
    const person = await app.make.signedIn({ group: 'lab,ops' });
    expect(await labels(person)).toEqual({ default: 'default', lab: 'Laboratory', ops: 'ops', vip: 'vip' });
    expect(await models(person)).toEqual(['for-all', 'for-both', 'for-lab', 'for-vip']);
  });

  it('are the same for administrators as for users: a hidden group stays hidden', async () => {
    for (const client of [app.admin, app.root]) expect(Object.keys(await labels(client))).toEqual(['default', 'vip']);
    const all = await must(app.admin.get<string[]>('/api/group/'));
    expect(all).toEqual(['default', 'lab', 'ops', 'vip']);
  });

  it('fall back to default when every group is hidden', async () => {
    await app.make.option('HiddenGroups', ['default', 'vip', 'lab', 'ops']);
    expect(await labels(await app.make.signedIn({ group: 'vip' }))).toEqual({ vip: 'vip' });
    await app.make.option('GroupRatio', { default: 1, lab: 1 });
    expect(await labels(app.user)).toEqual({ default: 'default' });
  });

  it('decide for which groups a key may be made', async () => {
    const make = (client: TestClient, group: string) =>
      client.post('/api/token/', {
        name: 'key',
        remain_quota: 0,
        unlimited_quota: true,
        expired_time: -1,
        model_limits_enabled: false,
        model_limits: '',
        group,
      });
    expect((await make(app.user, 'lab')).body.success).toBe(false);
    expect((await make(await app.make.signedIn({ group: 'default,lab' }), 'lab')).body.success).toBe(true);
  });
});

describe('models of one group', () => {
  it('are those served there, sorted, and none where the user has no access or nothing is served', async () => {
    const member = await app.make.signedIn({ group: 'lab,ops' });
    expect(await models(member, '?group=lab')).toEqual(['for-both', 'for-lab']);
    expect(await models(member, '?group=ops')).toEqual([]);
    expect(await models(app.user, '?group=lab')).toEqual([]);
    expect(await models(app.user, '?group=')).toEqual(await models(app.user));
  });
});

describe('a group that is renamed', () => {
  const rename = async () => {
    await app.make.option('GroupRatio', { default: 1, gold: 0.8, lab: 0.5, ops: 2 });
    await app.make.option('HiddenGroups', []);
  };

  it('is gone at once for its members, who keep the public ones', async () => {
    const person = await app.make.signedIn({ group: 'vip' });
    await rename();
    expect(Object.keys(await labels(person))).toEqual(['default', 'gold', 'lab', 'ops']);
    expect(await models(person, '?group=vip')).toEqual([]);
    const { body } = await person.get<PricingItem[]>('/api/pricing');
    expect(body.group_ratio).toEqual({ default: 1, gold: 0.8, lab: 0.5, ops: 2 });
  });

  it('does not keep its members’ accounts from edits and from a move to the new name', async () => {
    const { id } = await app.make.user({ group: 'vip,default' });
    await rename();
    await must(app.admin.put(USERS, { ...(await wholeOf(app, id)), display_name: 'Ann' }));
    expect(await wholeOf(app, id)).toMatchObject({ group: 'vip,default', display_name: 'Ann' });
    await must(app.admin.put(USERS, { id, group: 'gold,default' }));
    expect(await messageOf(app.admin.put(USERS, { id, group: 'vip' }))).toBe('group vip does not exist');
  });

  it('is noticed while accounts or channels still name it', async () => {
    const abandoned = () => app.nest.get(GroupWatch).abandoned();
    await app.make.option('GroupRatio', { default: 1, lab: 1, brief: 1 });
    const { id } = await app.make.user({ group: 'default,brief' });
    expect(await abandoned()).not.toContain('brief');
    await app.make.option('GroupRatio', { default: 1 });
    expect(await abandoned()).toEqual(expect.arrayContaining(['brief', 'lab']));
    await must(app.root.delete(`${USERS}${id}`));
    expect(await abandoned()).not.toContain('brief');
  });
});
