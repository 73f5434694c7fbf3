import { AccountKind, Ledger } from '@billing';
import {
  type LogPageView,
  type Report,
  type TeamDetail,
  type TeamInvitationOffer,
  type TeamInvited,
  type TeamKey,
  type TeamSummary,
  type TeamUsageRow,
  type TokenView,
} from '@contracts';
import { TaskRounds } from '@task';
import { TeamWallet } from '@team';
import { TokenGate } from '@token';
import { type TestClient } from '../support/clients/client';
import { must } from '../support/clients/factories';
import { eventually } from '../support/eventually';
import { accepted, startTaskScene } from '../support/scenes/task-scene';
import { chat, startRelayScene, type RelayScene } from '../support/scenes/relay-scene';

/** A price per call is reserved as it is charged, so that a wallet can be emptied to the last unit. */
const CALL = 500;
const MODEL = 'gpt-4o-mini';
const MONEY = 1_000_000;

let scene: RelayScene;
beforeAll(async () => {
  scene = await startRelayScene();
  await scene.app.make.option('ModelPrice', { [MODEL]: 0.001 });
  await scene.app.make.option('GroupRatio', { default: 1, other: 1 });
});
afterAll(async () => {
  await scene.expectEvenLedger();
  await scene.close();
});

function idOf(client: TestClient): number {
  return client.user?.id ?? 0;
}

function person(): Promise<TestClient> {
  return scene.app.make.signedIn({ quota: MONEY });
}

async function balanceOf(client: TestClient): Promise<number> {
  return (await must(client.get<{ quota: number }>('/api/user/self'))).quota;
}

function walletOf(teamId: number) {
  return scene.app.nest.get(Ledger).balanceOf(AccountKind.Team, teamId);
}

/** A team with money in its wallet, and its owner. */
async function team(units: number): Promise<{ owner: TestClient; id: number }> {
  const owner = await person();
  const { id } = await must(owner.post<TeamDetail>('/api/team/', { name: 'Research' }));
  if (units > 0) await must(owner.post(`/api/team/${id}/money`, { kind: 'deposit', quota: units }));
  return { owner, id };
}

async function joined(owner: TestClient, teamId: number, role = 1): Promise<TestClient> {
  const member = await person();
  const { code } = await must(owner.post<TeamInvited>(`/api/team/${teamId}/invitation`, { role }));
  await must(member.post('/api/team/join', { code }));
  return member;
}

function keyOf(client: TestClient, teamId: number, fields: Record<string, unknown> = {}) {
  return scene.app.make.token(client, { team_id: teamId, ...fields });
}

function call(key: string, headers: Record<string, string> = {}, body: object = chat()): Promise<Response> {
  return scene.post('/v1/chat/completions', body, { authorization: `Bearer ${key}`, ...headers });
}

async function statusOf(key: string, headers: Record<string, string> = {}): Promise<number> {
  const response = await call(key, headers);
  await response.text();
  return response.status;
}

function settled(teamId: number) {
  return eventually(
    async () => (await walletOf(teamId)).held,
    held => held === 0,
  );
}

describe('a key of a team', () => {
  it('draws on the wallet of the team and leaves that of its owner alone, down to exactly zero', async () => {
    const { owner, id } = await team(10 * CALL);
    const member = await joined(owner, id);
    const { secret } = await keyOf(member, id);
    const statuses = await Promise.all(Array.from({ length: 14 }, () => statusOf(secret)));
    await settled(id);
    expect(statuses.filter(status => status === 200)).toHaveLength(10);
    expect(statuses.filter(status => status === 403)).toHaveLength(4);
    expect(await walletOf(id)).toMatchObject({ balance: 0, held: 0, used: 10 * CALL, requestCount: 10 });
    expect(await balanceOf(member)).toBe(MONEY);
    expect(await balanceOf(owner)).toBe(MONEY - 10 * CALL);
    const refused = await call(secret);
    expect(await refused.text()).toContain('the wallet of the team is empty');
    expect(await scene.app.verifyLedger()).toMatchObject({ differenceUnits: 0 });
  });

  it('leaves keys of people themselves as they were', async () => {
    const someone = await person();
    const { secret, team_id: teamId, tags } = await scene.app.make.token(someone);
    expect([teamId, tags]).toEqual([0, '']);
    expect(await statusOf(secret)).toBe(200);
    const { items } = await eventually(
      () => must(someone.get<LogPageView>('/api/log/self?type=2')),
      ({ total }) => total > 0,
    );
    expect(await balanceOf(someone)).toBe(MONEY - CALL);
    expect(items).toHaveLength(1);
    expect(items[0]).not.toHaveProperty('team_id');
    expect(items[0]).not.toHaveProperty('tags');
  });

  it('stops at once when its member is removed, also for who joins again; the log stays', async () => {
    const { owner, id } = await team(10 * CALL);
    const member = await joined(owner, id);
    const { secret } = await keyOf(member, id);
    expect(await statusOf(secret)).toBe(200);
    await must(owner.delete(`/api/team/${id}/member/${idOf(member)}`));
    const refused = await call(secret);
    expect(refused.status).toBe(401);
    expect(await refused.text()).toContain('belongs to a team that no longer exists, or that its user has left');
    const { code } = await must(owner.post<TeamInvited>(`/api/team/${id}/invitation`, { role: 1 }));
    await must(member.post('/api/team/join', { code }));
    expect(await statusOf(secret)).toBe(401);
    expect(await statusOf((await keyOf(member, id)).secret)).toBe(200);
    await settled(id);
    const { total } = await must(owner.get<LogPageView>(`/api/team/${id}/log?type=2`));
    expect(total).toBe(2);
  });

  it('is limited to the groups and models that the team allows', async () => {
    const { owner, id } = await team(10 * CALL);
    const { secret } = await keyOf(owner, id);
    await must(owner.put(`/api/team/${id}`, { allowed_models: ['another-model'] }));
    expect(await statusOf(secret)).toBe(403);
    await must(owner.put(`/api/team/${id}`, { allowed_models: [MODEL, 'another-model'] }));
    expect(await statusOf(secret)).toBe(200);
    await must(owner.put(`/api/team/${id}`, { allowed_groups: ['other'] }));
    expect(await statusOf(secret)).toBe(403);
    const refused = await owner.post('/api/token/', {
      name: 'k',
      unlimited_quota: true,
      group: 'default',
      team_id: id,
    });
    expect(refused).toMatchObject({ body: { success: false, message: expect.stringContaining('other') as string } });
    await must(owner.put(`/api/team/${id}`, { allowed_groups: [], allowed_models: [] }));
    expect(await statusOf(secret)).toBe(200);
  });

  it('may be shared: members read it, its calls are the owner’s, and it outlives who made it', async () => {
    const { owner, id } = await team(10 * CALL);
    const manager = await joined(owner, id, 2);
    const member = await joined(owner, id);
    const body = { name: 'shared', unlimited_quota: true, group: 'default', team_id: id, shared: true };
    expect(await member.post('/api/token/', body)).toMatchObject({ body: { success: false } });
    await must(manager.post('/api/token/', body));
    expect(await must(manager.get<TokenView[]>('/api/token/?p=0&size=100'))).toEqual([]);
    const [key] = await must(member.get<TeamKey[]>(`/api/team/${id}/key`));
    expect(key).toMatchObject({ name: 'shared', is_shared: true, username: '' });
    await must(owner.delete(`/api/team/${id}/member/${idOf(manager)}`));
    expect(await statusOf(`sk-${key?.key}`)).toBe(200);
    await settled(id);
    const usage = await must(owner.get<TeamUsageRow[]>(`/api/team/${id}/usage?by=member`));
    expect(usage).toEqual([
      { name: owner.user?.username, count: 1, quota: CALL, token_used: expect.any(Number) as number },
    ]);
    expect(await member.delete(`/api/team/${id}/key/${key?.id}`)).toMatchObject({ body: { success: false } });
    await must(owner.delete(`/api/team/${id}/key/${key?.id}`));
    expect(await statusOf(`sk-${key?.key}`)).toBe(401);
  });
});

it('a task that fails gives its charge back to the wallet of the team', async () => {
  const tasks = await startTaskScene(scene.app, MONEY);
  const { id } = await must(tasks.owner.post<TeamDetail>('/api/team/', { name: 'Media' }));
  await must(tasks.owner.post(`/api/team/${id}/money`, { kind: 'deposit', quota: MONEY / 2 }));
  const { secret } = await keyOf(tasks.owner, id);
  const caller = await scene.app.nest.get(TokenGate).admit(secret, '127.0.0.1', { isCounted: false });
  const { task } = await tasks.submit(accepted('team-song'), { caller });
  const charged = await walletOf(id);
  expect(charged.used).toBeGreaterThan(0);
  expect(charged.balance + charged.used).toBe(MONEY / 2);
  tasks.platform.reports.set('team-song', { status: 'FAILURE', failReason: 'the upstream gave up' });
  await tasks.age({ dueAtMs: 0 });
  await scene.app.nest.get(TaskRounds).run();
  expect(task?.taskId).toBe('team-song');
  expect(await walletOf(id)).toMatchObject({ balance: MONEY / 2, used: 0, held: 0 });
  expect(await balanceOf(tasks.owner)).toBe(MONEY / 2);
  expect(await scene.app.verifyLedger()).toMatchObject({ differenceUnits: 0 });
});

describe('a cap', () => {
  it('is never overspent by calls at once, and leaves other members alone', async () => {
    const { owner, id } = await team(100 * CALL);
    const member = await joined(owner, id);
    await must(owner.put(`/api/team/${id}/member/${idOf(member)}`, { cap: { quota: 5 * CALL, window: 'month' } }));
    const { secret } = await keyOf(member, id);
    const statuses = await Promise.all(Array.from({ length: 12 }, () => statusOf(secret)));
    expect(statuses.filter(status => status === 200)).toHaveLength(5);
    expect(statuses.filter(status => status === 429)).toHaveLength(7);
    const refused = await call(secret);
    expect(await refused.text()).toContain('the budget of this member of the team');
    expect(await statusOf((await keyOf(owner, id)).secret)).toBe(200);
    await settled(id);
    const { members } = await must(owner.get<TeamDetail>(`/api/team/${id}`));
    expect(members.find(one => one.user_id === idOf(member))?.cap).toMatchObject({
      quota: 5 * CALL,
      window: 'month',
      used_quota: 5 * CALL,
    });
    await must(owner.put(`/api/team/${id}/member/${idOf(member)}`, { cap: null }));
    expect(await statusOf(secret)).toBe(200);
  });

  it('does not count what the member spends with own keys, and a budget of the team counts all', async () => {
    const { owner, id } = await team(100 * CALL);
    const member = await joined(owner, id);
    await must(owner.put(`/api/team/${id}/member/${idOf(member)}`, { cap: { quota: CALL, window: 'once' } }));
    const own = await scene.app.make.token(member);
    const { secret } = await keyOf(member, id);
    expect([await statusOf(own.secret), await statusOf(own.secret), await statusOf(secret)]).toEqual([200, 200, 200]);
    expect(await statusOf(secret)).toBe(429);
    await must(scene.app.admin.post('/api/budget/', { scope: 'team', owner_id: id, quota: CALL, window: 'day' }));
    const ownersKey = (await keyOf(owner, id)).secret;
    expect([await statusOf(ownersKey), await statusOf(ownersKey)]).toEqual([200, 429]);
  });
});

describe('the wallet', () => {
  it('takes from and gives to the wallets of people, by movements, and never more than is there', async () => {
    const { owner, id } = await team(0);
    const manager = await joined(owner, id, 2);
    const member = await joined(owner, id);
    const money = (client: TestClient, kind: string, quota: number) =>
      client.post(`/api/team/${id}/money`, { kind, quota });
    expect(await money(owner, 'deposit', MONEY + 1)).toMatchObject({ body: { success: false } });
    await must(money(manager, 'deposit', 3000));
    expect(await money(member, 'deposit', 1)).toMatchObject({ body: { success: false } });
    expect(await money(manager, 'withdraw', 1)).toMatchObject({ body: { success: false } });
    expect(await money(owner, 'grant', 1)).toMatchObject({ body: { success: false } });
    await must(money(scene.app.admin, 'grant', 500));
    expect(await money(owner, 'withdraw', 3501)).toMatchObject({ body: { success: false } });
    await must(money(owner, 'withdraw', 1500));
    expect((await walletOf(id)).balance).toBe(2000);
    expect(await balanceOf(manager)).toBe(MONEY - 3000);
    expect(await balanceOf(owner)).toBe(MONEY + 1500);
    await must(money(scene.app.admin, 'withdraw', 2000));
    expect(await balanceOf(owner)).toBe(MONEY + 3500);
  });

  it('goes to the owner when the team ends, with what calls give back later', async () => {
    const { owner, id } = await team(10 * CALL);
    const { secret } = await keyOf(owner, id);
    expect(await statusOf(secret)).toBe(200);
    await settled(id);
    await must(owner.delete(`/api/team/${id}`));
    expect(await statusOf(secret)).toBe(401);
    await scene.app.nest.get(TeamWallet).returnRests();
    expect(await balanceOf(owner)).toBe(MONEY - CALL);
    expect(await walletOf(id)).toMatchObject({ balance: 0, held: 0 });
    expect(await owner.get(`/api/team/${id}`)).toMatchObject({ body: { success: false } });
  });
});

describe('an invitation', () => {
  it('is good once, also for two who accept at the same moment, and only until its end', async () => {
    const { owner, id } = await team(0);
    const { code } = await must(owner.post<TeamInvited>(`/api/team/${id}/invitation`, { role: 2 }));
    const [one, two] = [await person(), await person()];
    const offer = await must(one.get<TeamInvitationOffer>(`/api/team/join/${code}`));
    expect(offer).toMatchObject({ team: 'Research', role: 2, invited_by: owner.user?.username });
    const answers = await Promise.all([one, two].map(client => client.post('/api/team/join', { code })));
    expect(answers.filter(({ body }) => body.success)).toHaveLength(1);
    expect(await two.get(`/api/team/join/${code}`)).toMatchObject({ body: { success: false } });
    const withdrawn = await must(owner.post<TeamInvited>(`/api/team/${id}/invitation`, { role: 1 }));
    await must(owner.delete(`/api/team/${id}/invitation/${withdrawn.id}`));
    expect(await two.post('/api/team/join', { code: withdrawn.code })).toMatchObject({ body: { success: false } });
    const { invitations, member_count: count } = await must(owner.get<TeamDetail>(`/api/team/${id}`));
    expect([invitations, count]).toEqual([[], 2]);
  });
});

describe('roles', () => {
  it('decide who may do what', async () => {
    const { owner, id } = await team(1000);
    const [manager, member, stranger] = [await joined(owner, id, 2), await joined(owner, id), await person()];
    const own = `/api/team/${id}`;
    const may = async (client: TestClient, method: 'get' | 'put' | 'post' | 'delete', path: string, body?: object) =>
      (method === 'get' || method === 'delete' ? await client[method](path) : await client[method](path, body)).body
        .success;
    const asked = async (client: TestClient) => ({
      see: await may(client, 'get', own),
      log: await may(client, 'get', `${own}/log`),
      rename: await may(client, 'put', own, { name: 'Research' }),
      invite: await may(client, 'post', `${own}/invitation`, { role: 1 }),
      inviteManager: await may(client, 'post', `${own}/invitation`, { role: 2 }),
      cap: await may(client, 'put', `${own}/member/${idOf(member)}`, { cap: { quota: 9, window: 'day' } }),
      capOfManager: await may(client, 'put', `${own}/member/${idOf(manager)}`, { cap: { quota: 9, window: 'day' } }),
      role: await may(client, 'put', `${own}/member/${idOf(member)}`, { role: 1 }),
      withdraw: await may(client, 'post', `${own}/money`, { kind: 'withdraw', quota: 1 }),
    });
    const all = Object.fromEntries(Object.keys(await asked(owner)).map(name => [name, true]));
    const none = Object.fromEntries(Object.keys(all).map(name => [name, false]));
    expect(await asked(owner)).toEqual(all);
    expect(await asked(scene.app.admin)).toEqual(all);
    expect(await asked(manager)).toEqual({
      ...all,
      ...{ inviteManager: false, capOfManager: false, role: false, withdraw: false },
    });
    expect(await asked(member)).toEqual({ ...none, see: true, log: true });
    expect(await asked(stranger)).toEqual(none);
  });

  it('let a team be handed over, and keep its owner in it', async () => {
    const { owner, id } = await team(0);
    const member = await joined(owner, id);
    expect(await owner.delete(`/api/team/${id}/member/${idOf(owner)}`)).toMatchObject({ body: { success: false } });
    expect(await scene.app.root.delete(`/api/user/${idOf(owner)}`)).toMatchObject({
      body: { success: false, message: expect.stringContaining('Research') as string },
    });
    await must(owner.put(`/api/team/${id}/member/${idOf(member)}`, { role: 3 }));
    const detail = await must(member.get<TeamDetail>(`/api/team/${id}`));
    expect(detail.members.map(({ user_id, role }) => [user_id, role])).toEqual([
      [idOf(member), 3],
      [idOf(owner), 2],
    ]);
    await must(owner.delete(`/api/team/${id}/member/${idOf(owner)}`));
    expect(await must(owner.get<TeamSummary[]>('/api/team/'))).toEqual([]);
    await must(scene.app.root.delete(`/api/user/${idOf(owner)}`));
  });
});

describe('tags', () => {
  it('of key and call stand in the log and in reports, and go to no provider', async () => {
    const someone = await person();
    const { secret, tags } = await scene.app.make.token(someone, { tags: 'Project=Apollo, batch' });
    expect(tags).toBe('project=apollo,batch');
    expect(await statusOf(secret, { 'x-sluice-tags': 'run=7,batch' })).toBe(200);
    expect(await statusOf(secret)).toBe(200);
    expect(JSON.stringify(scene.upstream.calls.at(-1)?.headers ?? {})).not.toContain('sluice-tags');
    const log = (tag: string) => must(someone.get<LogPageView>(`/api/log/self?type=2&tag=${encodeURIComponent(tag)}`));
    const found = await eventually(
      () => log('batch'),
      ({ items }) => items.length === 2,
    );
    expect(found.items.map(item => item.tags)).toEqual(['project=apollo,batch', 'project=apollo,batch,run=7']);
    expect((await log('run=7')).total).toBe(1);
    expect((await log('run')).total).toBe(0);
    const report = await must(someone.get<Report>('/api/report/self?by=call_tag'));
    const sums = report.rows.map(({ name, count, quota }) => [name, count, quota]);
    expect(sums.sort()).toEqual([
      ['batch', 2, 2 * CALL],
      ['project=apollo', 2, 2 * CALL],
      ['run=7', 1, CALL],
    ]);
  });

  it.each([
    ['too many', Array.from({ length: 9 }, (_, at) => `t${at}`).join(',')],
    ['too long', 'x'.repeat(65)],
    ['other characters', 'project=a b'],
    ['two signs', 'a=b=c'],
    ['nothing before the sign', '=c'],
  ])('with %s are refused before anything is asked', async (_, text) => {
    const before = scene.upstream.calls.length;
    const response = await call(scene.key, { 'x-sluice-tags': text });
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ error: { code: 'invalid_tags' } });
    expect(scene.upstream.calls.length).toBe(before);
  });
});

it('a report by teams names them, and is narrowed by what its figures know', async () => {
  const { owner, id } = await team(10 * CALL);
  expect(await statusOf((await keyOf(owner, id)).secret)).toBe(200);
  await settled(id);
  const report = await eventually(
    () => must(scene.app.admin.get<Report>(`/api/report?by=team&user_id=${idOf(owner)}`)),
    ({ rows }) => rows.length > 0,
  );
  expect(report.rows).toMatchObject([{ id, name: 'Research', count: 1, quota: CALL }]);
  expect(await scene.app.admin.get('/api/report?by=team&channel=1')).toMatchObject({ body: { success: false } });
});
