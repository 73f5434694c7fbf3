import { type ClaimRule, type OidcAuthorization, type SessionUser } from '@contracts';
import { Database, UnitOfWork } from '@platform';
import { TestClient, type ClientAnswer } from '../support/clients/client';
import { must } from '../support/clients/factories';
import { FakeOidc, type Claims } from '../support/fakes/fake-oidc';
import { OidcProvider } from '../support/fakes/oidc-provider';
import { startTestApp, type TestApp } from '../support/servers/test-app';

const AUTHORIZE = '/api/oauth/oidc/authorize';
const CONSOLE = 'https://console.example';

let app: TestApp;
let provider: OidcProvider;
let fake: FakeOidc;
beforeAll(async () => {
  [app, provider, fake] = await Promise.all([
    startTestApp(),
    OidcProvider.start(`${CONSOLE}/oauth/oidc`),
    FakeOidc.start(),
  ]);
  const options = {
    ServerAddress: CONSOLE,
    OidcName: 'Our Company',
    OidcClientId: 'sluice',
    OidcClientSecret: 'secret of sluice',
    OidcIssuer: fake.issuer,
    OidcEnabled: true,
  };
  for (const [key, value] of Object.entries(options)) await app.make.option(key, value);
});
afterAll(async () => {
  await app.close();
  await provider.stop();
  await fake.stop();
});
beforeEach(async () => {
  fake.userinfo = { sub: 'nobody' };
  await app.make.option('OidcClaimsTakeBack', false);
});

const toAdmins = { claim: 'groups', value: 'admins', gives: 'role', role: 10 } as const;
const toVip = { claim: 'groups', value: 'vip-*', gives: 'group', group: 'vip' } as const;

function rule(rules: readonly ClaimRule[]): Promise<void> {
  return app.make.option('OidcClaimRules', JSON.stringify(rules));
}

/** Signs in at the fake as a person with these claims in the signed token. */
async function signIn(sub: string, claims: Claims, details: Claims): Promise<ClientAnswer<SessionUser>> {
  fake.userinfo = { sub, ...details };
  const browser = new TestClient(app.url);
  const { url } = await must(browser.get<OidcAuthorization>(AUTHORIZE));
  const { searchParams } = new URL(url);
  fake.issues(fake.token({ sub, nonce: searchParams.get('nonce') ?? '', name: sub, email: '', ...claims }));
  const back = new URLSearchParams({ code: 'code of the fake', state: searchParams.get('state') ?? '' });
  return browser.get<SessionUser>(`/api/oauth/oidc?${back.toString()}`);
}

async function entered(sub: string, claims: Claims = {}, details: Claims = {}): Promise<SessionUser> {
  return must(signIn(sub, claims, details));
}

/** What the log of administrators says about a person, with the reasons. */
async function audited(userId: number): Promise<readonly { readonly content: string; readonly reason: string }[]> {
  const rows = await app.nest
    .get(Database)
    .read.query<{ content: string; other: string }[]>(
      `SELECT content, other FROM logs WHERE user_id = ${userId} AND type = 3 ORDER BY id`,
    );
  return rows.map(({ content, other }) => ({
    content,
    reason: (JSON.parse(other) as { admin_info: { reason: string } }).admin_info.reason,
  }));
}

async function teamOf(owner: TestClient, name: string): Promise<number> {
  return (await must(owner.post<{ id: number }>('/api/team/', { name }))).id;
}

async function membersOf(owner: TestClient, team: number): Promise<Readonly<Record<number, number>>> {
  const { members } = await must(owner.get<{ members: { user_id: number; role: number }[] }>(`/api/team/${team}`));
  return Object.fromEntries(members.map(({ user_id: id, role }) => [id, role]));
}

describe('rules about claims', () => {
  it('give a group and a role in the session that begins, and say why in the audit log', async () => {
    await rule([toAdmins, toVip]);
    const user = await entered('ann', { groups: ['everybody', 'vip-gold', 'admins'] });
    expect(user).toMatchObject({ role: 10, group: 'vip' });
    expect(await audited(user.id)).toEqual([
      {
        content: 'by what Our Company says: changed group from default to vip',
        reason: 'groups = vip-gold (vip-*)',
      },
      { content: 'by what Our Company says: made the user an administrator', reason: 'groups = admins (admins)' },
    ]);
    await entered('ann', { groups: ['vip-gold', 'admins'] });
    expect(await audited(user.id)).toHaveLength(2);
  });

  it('count in their order, the first that fits for each target', async () => {
    await rule([
      { claim: 'level', value: '2', gives: 'group', group: 'svip' },
      { claim: 'level', value: '*', gives: 'group', group: 'vip' },
    ]);
    expect((await entered('order-1', { level: 1 })).group).toBe('vip');
    expect((await entered('order-2', { level: 2 })).group).toBe('svip');
    expect((await entered('order-3')).group).toBe('default');
  });

  it('follow paths through objects and lists, and names with dots', async () => {
    await rule([{ claim: 'resource_access.my.app.roles.name', value: 'user', gives: 'group', group: 'vip' }]);
    const roles = [{ name: 'guest' }, { name: 'user' }];
    expect((await entered('path-1', { resource_access: { 'my.app': { roles } } })).group).toBe('vip');
    await rule([{ claim: 'https://example.com/roles', value: 'user', gives: 'group', group: 'vip' }]);
    expect((await entered('path-2', { 'https://example.com/roles': ['user'] })).group).toBe('vip');
    await rule([{ claim: '__proto__.constructor.name', value: '*', gives: 'group', group: 'vip' }]);
    expect((await entered('path-3', { name: 'x' })).group).toBe('default');
  });

  it('read the user endpoint for what the token does not say, and believe the token first', async () => {
    await rule([toVip]);
    expect((await entered('info-1', {}, { groups: ['vip-1'] })).group).toBe('vip');
    expect((await entered('info-2', { groups: ['none'] }, { groups: ['vip-1'] })).group).toBe('default');
  });

  it('work with a real provider, which tells the claims at its user endpoint', async () => {
    await app.make.option('OidcIssuer', provider.issuer);
    await rule([{ claim: 'realm_access.groups', value: 'staff', gives: 'group', group: 'vip' }]);
    const walked = async (login: string): Promise<SessionUser> => {
      const browser = new TestClient(app.url);
      const { url } = await must(browser.get<OidcAuthorization>(AUTHORIZE));
      return must(browser.get<SessionUser>(`/api/oauth/oidc?${(await provider.walk(url, login)).toString()}`));
    };
    expect((await walked('staff-zoe')).group).toBe('vip');
    expect((await walked('guest-zoe')).group).toBe('default');
    await app.make.option('OidcIssuer', fake.issuer);
  });

  it('ask the provider for the scopes that are set, and always for a sign-in', async () => {
    await app.make.option('OidcScopes', 'profile groups');
    const { url } = await must(new TestClient(app.url).get<OidcAuthorization>(AUTHORIZE));
    await app.make.option('OidcScopes', 'openid profile email');
    expect(new URL(url).searchParams.get('scope')).toBe('openid profile groups');
  });

  it('put people into teams with a role, but change no owner', async () => {
    const owner = await app.make.signedIn();
    const team = await teamOf(owner, 'Claimed');
    await rule([
      { claim: 'team', value: 'lead', gives: 'team', team, team_role: 2 },
      { claim: 'team', value: '*', gives: 'team', team, team_role: 1 },
    ]);
    const user = await entered('member', { team: 'any' });
    expect((await membersOf(owner, team))[user.id]).toBe(1);
    await entered('member', { team: 'lead' });
    expect((await membersOf(owner, team))[user.id]).toBe(2);
    expect((await audited(user.id)).map(({ content }) => content)).toEqual([
      'by what Our Company says: joined the team Claimed as a member',
      'by what Our Company says: joined the team Claimed as a manager',
    ]);
    await must(owner.put(`/api/team/${team}/member/${user.id}`, { role: 3 }));
    await entered('member', { team: 'any' });
    expect((await membersOf(owner, team))[user.id]).toBe(3);
  });

  it('let people in also where a rule names a team or a group that is gone', async () => {
    await rule([
      { claim: 'sub', value: '*', gives: 'team', team: 987_654, team_role: 1 },
      { claim: 'sub', value: '*', gives: 'group', group: 'long gone' },
    ]);
    expect(await entered('lost')).toMatchObject({ group: 'default', role: 1 });
  });
});

describe('a claim that is gone', () => {
  it('leaves what it gave, unless the settings say otherwise', async () => {
    await rule([toAdmins, toVip]);
    await entered('bob', { groups: ['admins', 'vip-1'] });
    expect(await entered('bob')).toMatchObject({ role: 10, group: 'vip' });
    await app.make.option('OidcClaimsTakeBack', true);
    const user = await entered('bob');
    expect(user).toMatchObject({ role: 1, group: 'default' });
    expect((await audited(user.id)).slice(2).map(({ content }) => content)).toEqual([
      'by what Our Company no longer says: changed group from vip to default',
      'by what Our Company no longer says: made the user a normal user',
    ]);
  });

  it('takes back only what a rule gave and what is still there', async () => {
    await app.make.option('OidcClaimsTakeBack', true);
    await rule([toVip]);
    const byHand = await entered('carl');
    await must(app.root.put('/api/user/', { id: byHand.id, group: 'vip' }));
    expect((await entered('carl')).group).toBe('vip');
    const changed = await entered('dan', { groups: 'vip-1' });
    await must(app.root.put('/api/user/', { id: changed.id, group: 'svip' }));
    expect((await entered('dan')).group).toBe('svip');
  });

  it('ends the membership that it gave, and not one that was there before', async () => {
    const owner = await app.make.signedIn();
    const team = await teamOf(owner, 'Back');
    await app.make.option('OidcClaimsTakeBack', true);
    await rule([{ claim: 'groups', value: 'team', gives: 'team', team, team_role: 1 }]);
    const given = await entered('eve', { groups: 'team' });
    expect((await membersOf(owner, team))[given.id]).toBe(1);
    await entered('eve');
    expect((await membersOf(owner, team))[given.id]).toBeUndefined();
  });

  it('ends sessions that still had the role', async () => {
    await app.make.option('OidcClaimsTakeBack', true);
    await rule([toAdmins]);
    const browser = new TestClient(app.url);
    const { url } = await must(browser.get<OidcAuthorization>(AUTHORIZE));
    const { searchParams } = new URL(url);
    fake.issues(fake.token({ sub: 'fred', nonce: searchParams.get('nonce'), name: 'x', email: '', groups: 'admins' }));
    const back = new URLSearchParams({ code: 'c', state: searchParams.get('state') ?? '' });
    browser.user = await must(browser.get<SessionUser>(`/api/oauth/oidc?${back.toString()}`));
    expect((await browser.get('/api/user/?p=0')).body.success).toBe(true);
    await entered('fred');
    expect((await browser.get('/api/user/?p=0')).status).toBe(401);
  });
});

describe('what no claim can do', () => {
  it.each([
    ['the role of a super administrator', { ...toAdmins, role: 100 }],
    ['a role as a text', { ...toAdmins, role: '100' }],
    ['a role that does not exist', { ...toAdmins, role: 11 }],
    ['the owner of a team', { claim: 'a', value: 'b', gives: 'team', team: 1, team_role: 3 }],
    ['something else', { claim: 'a', value: 'b', gives: 'quota', quota: 5 }],
    ['no claim', { ...toAdmins, claim: '' }],
    ['two groups', { ...toVip, group: 'vip,svip' }],
  ])('be given a rule for %s', async (_what, one) => {
    const { body } = await app.root.put('/api/option/', { key: 'OidcClaimRules', value: JSON.stringify([one]) });
    expect(body).toMatchObject({ success: false, message: 'invalid value for OidcClaimRules' });
  });

  it('be given a rule by an administrator', async () => {
    for (const [key, value] of [
      ['OidcClaimRules', '[]'],
      ['OidcClaimsTakeBack', 'true'],
    ]) {
      const { body } = await app.admin.put('/api/option/', { key, value });
      expect(body.message).toBe('not permitted: insufficient permission');
    }
  });

  it('change a super administrator, or make one by what is stored', async () => {
    await rule([{ claim: 'sub', value: '*', gives: 'role', role: 1 }]);
    const high = await entered('gina');
    const execute = (sql: string) => app.nest.get(UnitOfWork).run(manager => manager.query(sql));
    await execute(`UPDATE users SET role = 100 WHERE id = ${high.id}`);
    expect((await entered('gina')).role).toBe(100);
    await app.make.option('OidcClaimsTakeBack', true);
    await rule([]);
    const low = await entered('hank');
    await execute(
      `INSERT INTO claim_grants (user_id, target, given_value, former_value, given_at_ms) VALUES (${low.id}, 'role', '1', '100', 1)`,
    );
    expect((await entered('hank')).role).toBe(1);
  });

  it('raise anybody by an address that the provider has not verified', async () => {
    await rule([{ claim: 'email', value: '*@company.example', gives: 'role', role: 10 }]);
    const email = 'boss@company.example';
    expect((await entered('ivan', { email })).role).toBe(1);
    expect((await entered('ivan', { email, email_verified: 'true' })).role).toBe(1);
    expect((await entered('ivan', { email, email_verified: true })).role).toBe(10);
  });
});
