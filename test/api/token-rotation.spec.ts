import { type LogEntry, type Page, type TokenLeakResult, type TokenView } from '@contracts';
import { Database } from '@platform';
import { TokenUses } from '@token';
import { must } from '../support/clients/factories';
import { chat, otherOf, startRelayScene, type RelayScene } from '../support/scenes/relay-scene';

let scene: RelayScene;
beforeAll(async () => {
  scene = await startRelayScene();
});
afterAll(async () => {
  await scene.expectEvenLedger();
  await scene.close();
});

type Key = TokenView & { readonly secret: string };

function keyOf(fields: Record<string, unknown> = {}): Promise<Key> {
  return scene.app.make.token(scene.owner, fields);
}

function rotate(id: number, body: Record<string, unknown>) {
  return scene.owner.post<TokenView>(`/api/token/${id}/rotate`, body);
}

function secretOf({ key }: TokenView): string {
  return `sk-${key}`;
}

async function ask(secret: string, headers: Record<string, string> = {}) {
  const response = await scene.post('/v1/chat/completions', chat(), { authorization: `Bearer ${secret}`, ...headers });
  const text = await response.text();
  const { error } = JSON.parse(text) as { error?: { code: string; message: string } };
  return { status: response.status, code: error?.code ?? '', message: error?.message ?? '' };
}

async function rowsOf(query: string): Promise<readonly LogEntry[]> {
  return (await must(scene.owner.get<Page<LogEntry>>(`/api/log/self/?p=1&page_size=100&${query}`))).items;
}

describe('the rotation of a key', () => {
  it('keeps everything of the token but the key, and the old key works until the end of the grace', async () => {
    const before = await keyOf({ remain_quota: 1_000_000, unlimited_quota: false, rpm_limit: 50 });
    expect((await ask(before.secret)).status).toBe(200);
    await scene.settled();
    const told = await must(scene.owner.get<TokenView>(`/api/token/${before.id}`));
    const after = await must(rotate(before.id, { grace_seconds: 3600 }));
    expect(after.key).not.toBe(before.key);
    expect(after.previous_ends_time - after.rotated_time).toBe(3600);
    const changed = { key: after.key, rotated_time: after.rotated_time, previous_ends_time: after.previous_ends_time };
    expect(after).toEqual({ ...told, ...changed });
    expect(await ask(before.secret)).toMatchObject({ status: 200 });
    expect(await ask(secretOf(after))).toMatchObject({ status: 200 });
    await scene.settled();
    const { used_quota: used } = await must(scene.owner.get<TokenView>(`/api/token/${before.id}`));
    expect(used).toBe(told.used_quota * 3);
  });

  it('counts the calls of both keys towards the same limits', async () => {
    const before = await keyOf({ rpm_limit: 2 });
    const after = await must(rotate(before.id, { grace_seconds: 60 }));
    const statuses = [await ask(before.secret), await ask(secretOf(after)), await ask(before.secret)];
    expect(statuses.map(({ status }) => status)).toEqual([200, 200, 429]);
    expect(await ask(secretOf(after))).toMatchObject({ status: 429 });
  });

  it('is seen in the log: which calls came with the old key, and when it was replaced', async () => {
    const before = await keyOf();
    const after = await must(rotate(before.id, { grace_seconds: 60 }));
    await ask(before.secret);
    await scene.settled();
    await ask(secretOf(after));
    await scene.settled();
    const calls = await rowsOf(`type=2&token_name=${before.name}`);
    expect(calls.map(row => otherOf(row).previous_key)).toEqual([undefined, true]);
    const [row] = await rowsOf(`type=4&token_name=${before.name}`);
    expect(otherOf(row!).said).toMatchObject({ key: 'key_rotated', name: before.name });
    expect(row!.content).toContain(`rotated the key of token ${before.name}; the key before works until `);
  });

  it('refuses the old key after the grace, and says when it was replaced', async () => {
    const before = await keyOf();
    await ask(before.secret);
    const after = await must(rotate(before.id, { grace_seconds: 1 }));
    expect((await ask(before.secret)).status).toBe(200);
    await new Promise(resolve => setTimeout(resolve, 1100));
    const refused = await ask(before.secret);
    expect(refused).toMatchObject({ status: 401, code: 'token_replaced' });
    const rotated = new Date(after.rotated_time * 1000).toISOString().slice(0, 19);
    expect(refused.message).toContain(`this key was replaced by a new one at ${rotated}`);
    expect(await ask(secretOf(after))).toMatchObject({ status: 200 });
  });

  it('ends the old key at once without a grace, also where it was used a moment before', async () => {
    const before = await keyOf();
    expect((await ask(before.secret)).status).toBe(200);
    await must(rotate(before.id, { grace_seconds: 0 }));
    expect(await ask(before.secret)).toMatchObject({ status: 401, code: 'token_replaced' });
  });

  it('is refused while an earlier key still works, unless that one is to end', async () => {
    const first = await keyOf();
    const second = await must(rotate(first.id, { grace_seconds: 3600 }));
    const refused = await rotate(first.id, { grace_seconds: 60 });
    expect(refused.body).toMatchObject({ success: false, message: expect.stringContaining('works until') });
    expect((await ask(first.secret)).status).toBe(200);
    const third = await must(rotate(first.id, { grace_seconds: 60, ends_previous: true }));
    expect(await ask(first.secret)).toMatchObject({ status: 401, code: 'invalid_token' });
    expect(await ask(secretOf(second))).toMatchObject({ status: 200 });
    expect(await ask(secretOf(third))).toMatchObject({ status: 200 });
  });

  it('happens once when it is asked for twice at the same moment', async () => {
    const before = await keyOf();
    const answers = await Promise.all([0, 1].map(() => rotate(before.id, { grace_seconds: 60 })));
    expect(answers.map(({ body }) => body.success).sort()).toEqual([false, true]);
    expect((await ask(before.secret)).status).toBe(200);
  });

  it('can be finished before the end of the grace, once', async () => {
    const before = await keyOf();
    await must(rotate(before.id, { grace_seconds: 3600 }));
    const ended = await must(scene.owner.delete<TokenView>(`/api/token/${before.id}/previous`));
    expect(ended.previous_ends_time).toBeLessThanOrEqual(Math.floor(Date.now() / 1000));
    expect(await ask(before.secret)).toMatchObject({ status: 401, code: 'token_replaced' });
    await must(scene.owner.delete(`/api/token/${before.id}/previous`));
    expect(await rowsOf(`type=4&token_name=${before.name}`)).toHaveLength(2);
  });

  it.each([-1, 0.5, 2_592_001, '60', null, undefined])('refuses a grace of %s', async grace => {
    const { id } = await keyOf();
    const { body } = await rotate(id, { grace_seconds: grace });
    expect(body).toMatchObject({ success: false, message: expect.stringContaining('from 0 to 2592000') });
  });

  it('is for the owner alone, and for no token that was deleted', async () => {
    const token = await keyOf();
    const stranger = await scene.app.make.signedIn();
    for (const path of ['rotate', 'leak']) {
      const { body } = await stranger.post(`/api/token/${token.id}/${path}`, { grace_seconds: 0, since: 0 });
      expect(body).toMatchObject({ success: false, message: 'record not found' });
    }
    expect((await stranger.delete(`/api/token/${token.id}/previous`)).body.success).toBe(false);
    expect((await ask(token.secret)).status).toBe(200);
    const after = await must(rotate(token.id, { grace_seconds: 60 }));
    await must(scene.owner.delete(`/api/token/${token.id}`));
    expect((await rotate(token.id, { grace_seconds: 0 })).body.success).toBe(false);
    expect(await ask(token.secret)).toMatchObject({ status: 401, code: 'invalid_token' });
    expect(await ask(secretOf(after))).toMatchObject({ status: 401, code: 'invalid_token' });
  });

  it('stores no key readable', async () => {
    const before = await keyOf();
    const after = await must(rotate(before.id, { grace_seconds: 60 }));
    const [row] = await scene.app.nest.get(Database).read.query(`SELECT * FROM tokens WHERE id = ${before.id}`);
    expect(JSON.stringify(row)).not.toContain(before.key);
    expect(JSON.stringify(row)).not.toContain(after.key);
    expect(row.previous_key_hash).toMatch(/^[0-9a-f]{64}$/);
  });
});

describe('a leaked key', () => {
  it('ends at once with the one before it, and its calls since are told by address', async () => {
    const first = await keyOf();
    await ask(first.secret);
    await scene.settled();
    const since = Math.floor(Date.now() / 1000) - 60;
    const second = await must(rotate(first.id, { grace_seconds: 3600 }));
    await ask(secretOf(second));
    await scene.settled();
    const path = `/api/token/${first.id}/leak`;
    const { token, uses } = await must(scene.owner.post<TokenLeakResult>(path, { since }));
    expect([await ask(first.secret), await ask(secretOf(second))]).toMatchObject([{ status: 401 }, { status: 401 }]);
    expect(await ask(secretOf(token))).toMatchObject({ status: 200 });
    const quota = (await rowsOf(`type=2&token_name=${first.name}`)).reduce((sum, row) => sum + row.quota, 0);
    expect(uses).toMatchObject([{ client_ip: '127.0.0.1', calls: 2 }]);
    expect(quota).toBeGreaterThanOrEqual(uses[0]!.quota);
    expect(uses[0]!.quota).toBeGreaterThan(0);
    expect(uses[0]!.first_time).toBeGreaterThanOrEqual(since);
    expect(uses[0]!.last_time).toBeGreaterThanOrEqual(uses[0]!.first_time);
    const later = await must(scene.owner.post<TokenLeakResult>(path, { since: since + 3600 }));
    expect(later.uses).toEqual([]);
  });
});

describe('the last use of a key', () => {
  it('is told with address and client after the next writing, and never during a call', async () => {
    const token = await keyOf();
    expect(token).toMatchObject({ accessed_ip: '', accessed_client: '' });
    await ask(token.secret, { 'user-agent': 'first/1' });
    await ask(token.secret, { 'user-agent': `my-client/2 ${'x'.repeat(300)}` });
    const read = () => must(scene.owner.get<TokenView>(`/api/token/${token.id}`));
    expect(await read()).toMatchObject({ accessed_ip: '', accessed_client: '' });
    await scene.app.nest.get(TokenUses).flush();
    const told = await read();
    expect(told.accessed_ip).toBe('127.0.0.1');
    expect(told.accessed_client).toMatch(/^my-client\/2 x+$/);
    expect(told.accessed_client).toHaveLength(128);
  });
});
