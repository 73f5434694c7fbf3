import { type AdminTokenView, type LogEntry, type Page, type TokenView } from '@contracts';
import { UnitOfWork } from '@platform';
import { must } from '../support/clients/factories';
import { type TestClient } from '../support/clients/client';
import { chat, otherOf, startRelayScene, type RelayScene } from '../support/scenes/relay-scene';

let scene: RelayScene;
let admin: TestClient;
beforeAll(async () => {
  scene = await startRelayScene();
  admin = scene.app.admin;
});
afterAll(() => scene.close());

function list(query: string): Promise<readonly AdminTokenView[]> {
  return must(admin.get<AdminTokenView[]>(`/api/keys/?${query}`));
}

async function statusOf(secret: string): Promise<number> {
  const response = await scene.post('/v1/chat/completions', chat(), { authorization: `Bearer ${secret}` });
  await response.text();
  return response.status;
}

function idsOf(rows: readonly AdminTokenView[]): readonly number[] {
  return rows.map(({ id }) => id);
}

describe('the keys of everybody', () => {
  it('are listed with their owners, newest first, and without anything of the secret', async () => {
    const own = await scene.app.make.token(scene.owner);
    const other = await scene.app.make.signedIn();
    const theirs = await scene.app.make.token(other);
    await must(other.post(`/api/token/${theirs.id}/rotate`, { grace_seconds: 60 }));
    const { body } = await admin.get<AdminTokenView[]>('/api/keys/?p=0&size=2');
    expect(body.data).toMatchObject([
      { id: theirs.id, username: other.user?.username },
      { id: own.id, username: scene.owner.user?.username },
    ]);
    const text = JSON.stringify(body);
    for (const { key } of [own, theirs]) {
      expect(text).not.toContain(key.slice(0, 6));
      expect(text).not.toContain(key.slice(-6));
    }
    for (const row of body.data ?? []) expect(Object.keys(row).filter(field => /key|hash/.test(field))).toEqual([]);
  });

  it('are filtered by owner, name, status, group and last use', async () => {
    const owner = await scene.app.make.signedIn();
    const name = owner.user?.username ?? '';
    const first = await scene.app.make.token(owner, { name: 'Build server' });
    const second = await scene.app.make.token(owner, { name: 'laptop' });
    expect(idsOf(await list(`username=${name}`))).toEqual([second.id, first.id]);
    expect(idsOf(await list(`username=${name}&keyword=BUILD`))).toEqual([first.id]);
    expect(await list(`username=${name}&keyword=%25`)).toEqual([]);
    expect(await list('username=nobody-has-this-name')).toEqual([]);
    await must(owner.put('/api/token/?status_only=true', { id: second.id, status: 2 }));
    expect(idsOf(await list(`username=${name}&status=2`))).toEqual([second.id]);
    expect(await list(`username=${name}&status=99999999999`)).toEqual([]);
    expect(idsOf(await list(`username=${name}&group=default`))).toEqual([second.id, first.id]);
    expect(await list(`username=${name}&group=vip`)).toEqual([]);
    expect(await list(`username=${name}&unused_days=30`)).toEqual([]);
    const old = Date.now() - 31 * 86_400_000;
    const sql = `UPDATE tokens SET accessed_at_ms = ${old} WHERE id = ${first.id}`;
    await scene.app.nest.get(UnitOfWork).run(manager => manager.query(sql));
    expect(idsOf(await list(`username=${name}&unused_days=30`))).toEqual([first.id]);
    expect(await list(`username=${name}&unused_days=32`)).toEqual([]);
  });

  it('stay disabled when an administrator disabled them, until one enables them again', async () => {
    const owner = await scene.app.make.signedIn();
    const token = await scene.app.make.token(owner);
    const enable = async () => (await owner.put('/api/token/?status_only=true', { id: token.id, status: 1 })).body;
    await must(owner.put('/api/token/?status_only=true', { id: token.id, status: 2 }));
    await must(admin.put(`/api/keys/${token.id}`, { status: 2 })); // a key that its owner had disabled, too
    expect((await enable()).message).toBe(
      'an administrator has disabled this token; only an administrator can enable it again',
    );
    const [edited] = await must(owner.get<TokenView[]>('/api/token/'));
    expect(edited).toMatchObject({ status: 2, disabled_by_admin: true });
    await must(owner.put('/api/token/', { id: token.id, name: 'renamed' }));
    expect(await statusOf(token.secret)).toBe(401);
    await must(admin.put(`/api/keys/${token.id}`, { status: 1 }));
    await must(owner.put('/api/token/?status_only=true', { id: token.id, status: 2 }));
    expect(await enable()).toMatchObject({ success: true, data: { disabled_by_admin: false } });
  });

  it('are limited and disabled at once, with a row in the log of the owner', async () => {
    const token = await scene.app.make.token(scene.owner);
    expect(await statusOf(token.secret)).toBe(200);
    const limited = await must(admin.put<AdminTokenView>(`/api/keys/${token.id}`, { rpm_limit: 1, rpd_limit: 9 }));
    expect(limited).toMatchObject({ id: token.id, rpm_limit: 1, rpd_limit: 9, tpm_limit: 0, status: 1 });
    expect([await statusOf(token.secret), await statusOf(token.secret)]).toEqual([200, 429]);
    await must(admin.put(`/api/keys/${token.id}`, { status: 2 }));
    expect(await statusOf(token.secret)).toBe(401);
    await must(admin.put(`/api/keys/${token.id}`, { status: 2 })); // changes nothing, and is no row
    const { items } = await must(admin.get<Page<LogEntry>>('/api/log/?p=1&page_size=100&type=3'));
    const changes = items.map(otherOf).filter(({ admin_info: info }) => info?.target === `token ${token.id}`);
    expect(changes.map(({ admin_info: info }) => [info?.before, info?.after])).toEqual([
      [{ status: 1 }, { status: 2 }],
      [
        { rpm_limit: 0, rpd_limit: 0 },
        { rpm_limit: 1, rpd_limit: 9 },
      ],
    ]);
    expect(changes[0]!.said).toMatchObject({ key: 'token_changed', token: token.name, fields: 'status' });
  });

  it('are revoked for good', async () => {
    const token = await scene.app.make.token(scene.owner);
    expect(await statusOf(token.secret)).toBe(200);
    await must(admin.delete(`/api/keys/${token.id}`));
    expect(await statusOf(token.secret)).toBe(401);
    expect((await scene.owner.get<TokenView>(`/api/token/${token.id}`)).body.success).toBe(false);
    const back = await scene.owner.put('/api/token/?status_only=true', { id: token.id, status: 1 });
    expect(back.body.success).toBe(false);
    expect((await admin.delete(`/api/keys/${token.id}`)).body.success).toBe(false);
  });

  it.each([{ status: 3 }, { status: 0 }, { status: 'x' }, { rpm_limit: -1 }, { tpm_limit: 1.5 }])(
    'refuse %j',
    async change => {
      const token = await scene.app.make.token(scene.owner);
      expect((await admin.put(`/api/keys/${token.id}`, change)).body.success).toBe(false);
      expect(await statusOf(token.secret)).toBe(200);
    },
  );

  it('of somebody with the same rank or above are not changed', async () => {
    const token = await scene.app.make.token(scene.app.root);
    const answers = [
      await admin.put(`/api/keys/${token.id}`, { status: 2 }),
      await admin.delete(`/api/keys/${token.id}`),
    ];
    expect(answers.map(({ body }) => body.success)).toEqual([false, false]);
    const own = await scene.app.make.token(admin);
    await must(admin.put(`/api/keys/${own.id}`, { status: 2 }));
    await must(scene.app.root.put(`/api/keys/${own.id}`, { status: 1 }));
  });
});
