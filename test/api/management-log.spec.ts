import { AccountKind, Ledger } from '@billing';
import { type ChannelKeyView, type LogAdminInfo, type LogEntry, type LogOther, type Page } from '@contracts';
import { Database } from '@platform';
import { MANAGE, messageOf, USERS, wholeOf } from '../support/clients/accounts';
import { type TestClient } from '../support/clients/client';
import { must } from '../support/clients/factories';
import { startTestApp, type TestApp } from '../support/servers/test-app';

const CHANNELS = '/api/channel/';
const HERE = '127.0.0.1';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.closeWithEvenLedger());

interface Row {
  readonly entry: LogEntry;
  readonly info: LogAdminInfo;
}

/** The newest management rows as administrators read them, newest first. */
async function rows(): Promise<readonly Row[]> {
  const { items } = await must(app.root.get<Page<LogEntry>>('/api/log/?type=3&page_size=100'));
  return items.map(entry => ({ entry, info: (JSON.parse(entry.other) as LogOther).admin_info ?? {} }));
}

async function newest(): Promise<Row> {
  return (await rows())[0]!;
}

function actorOf({ user }: TestClient) {
  return { actor: user?.username, actor_id: user?.id, actor_ip: HERE };
}

describe('an action of an administrator on an account', () => {
  it('stands in the log of that account when it creates the account', async () => {
    const person = await app.make.user();
    const { entry, info } = await newest();
    expect(entry).toMatchObject({
      user_id: person.id,
      username: person.username,
      content: 'administrator root created the user',
      client_ip: '',
    });
    expect(info).toEqual({
      ...actorOf(app.root),
      target: `user ${person.id}`,
      after: { username: person.username, role: 1 },
    });
  });

  it('is logged with both values of each changed field, a password only as changed', async () => {
    const { id, username } = await app.make.user({ group: 'vip' });
    const wanted = { username: `${username}x`, display_name: 'Ann', group: 'vip,svip', message_penetration: 'Hello' };
    await must(app.admin.put(USERS, { id, ...wanted, password: 'brand-new-one' }));
    const { entry, info } = await newest();
    expect(entry.content).toBe(
      `administrator ${app.admin.user?.username} changed user name from ${username} to ${username}x, ` +
        `display name from ${username} to Ann, group from vip to vip,svip, personal text, password`,
    );
    expect(info).toEqual({
      ...actorOf(app.admin),
      target: `user ${id}`,
      before: { username, display_name: username, group: 'vip', message_penetration: '' },
      after: { ...wanted, password: 'changed' },
    });
    expect(JSON.stringify([entry, info])).not.toContain('brand-new-one');
  });

  it('is not logged when it changes nothing', async () => {
    const { id } = await app.make.user();
    const before = await rows();
    await must(app.admin.put(USERS, { ...(await wholeOf(app, id)), quota_loaded: 0 }));
    expect(await rows()).toEqual(before);
  });

  it.each([
    ['promote', { role: 1 }, { role: 10 }],
    ['demote', { role: 10 }, { role: 1 }],
    ['disable', { status: 1 }, { status: 2 }],
    ['enable', { status: 2 }, { status: 1 }],
    ['delete', { deleted: false }, { deleted: true }],
  ])('is logged with the values before and after: %s', async (action, before, after) => {
    const { id } = await app.make.user({ role: action === 'demote' ? 10 : 1 });
    if (action === 'enable') await must(app.root.post(MANAGE, { id, action: 'disable' }));
    await must(app.root.post(MANAGE, { id, action }));
    const { entry, info } = await newest();
    expect(entry.user_id).toBe(id);
    expect(info).toEqual({ ...actorOf(app.root), target: `user ${id}`, before, after });
  });

  it('leaves no row when it is refused', async () => {
    const before = await rows();
    await app.admin.post(MANAGE, { id: 1, action: 'disable' });
    await app.admin.put(USERS, { id: 1, quota_delta: 5 });
    await app.admin.post(USERS, { username: 'nobody', password: 'short' });
    expect(await rows()).toEqual(before);
  });
});

describe('money given by an administrator', () => {
  it('is one movement of the ledger that names its actor, and a row with the reason', async () => {
    const owner = await app.make.signedIn({ quota: 500_000 });
    const id = owner.user?.id ?? 0;
    await must(app.admin.put(USERS, { id, quota_delta: 250_000, reason: '  paid by invoice 17 ' }));
    const { entry, info } = await newest();
    expect(entry).toMatchObject({
      user_id: id,
      content: "administrator changed the user's quota from $1.000000 quota to $1.500000 quota",
    });
    expect(info).toEqual({
      ...actorOf(app.admin),
      target: `user ${id}`,
      before: { quota: 500_000 },
      after: { quota: 750_000 },
      reason: 'paid by invoice 17',
      movement: expect.stringMatching(new RegExp(`^admin:${app.admin.user?.id}:user:${id}:`)),
    });
    const movements: { kind: string; user_amount: number | string }[] = await app.nest
      .get(Database)
      .read.query(`SELECT kind, user_amount FROM movements WHERE source_id = '${info.movement}'`);
    // The drivers of the database servers hand 64-bit numbers over as texts.
    const amounts = movements.map(({ kind, user_amount }) => [kind, Number(user_amount)]);
    expect(amounts).toEqual([['admin', 250_000]]);
    expect((await app.nest.get(Ledger).balanceOf(AccountKind.User, id)).balance).toBe(750_000);
  });

  it('shows its owner the amounts, but neither actor nor reason', async () => {
    const owner = await app.make.signedIn();
    await must(app.admin.put(USERS, { id: owner.user?.id, quota_delta: 5, reason: 'a private remark' }));
    for (const path of ['/api/log/self?type=3', '/api/log/?type=3']) {
      const own = await owner.get<Page<LogEntry>>(path);
      expect(own.body.data?.items[0]?.content).toContain("changed the user's quota from");
      expect(own.text).not.toMatch(/admin_info|remark|127\.0\.0\.1|movement/);
    }
  });

  it('takes a reason of 200 characters and not one more, and books nothing then', async () => {
    const { id } = await app.make.user();
    const give = (reason: string) => app.admin.put(USERS, { id, quota_delta: 5, reason });
    await must(give('ü'.repeat(200)));
    expect(await messageOf(give('ü'.repeat(201)))).toBe('invalid input: reason must be at most 200 characters');
    expect((await wholeOf(app, id)).quota).toBe(5);
  });

  it('is booked once per request, also for many requests at once', async () => {
    const { id } = await app.make.user();
    await Promise.all(Array.from({ length: 8 }, () => must(app.admin.put(USERS, { id, quota_delta: 3 }))));
    expect((await wholeOf(app, id)).quota).toBe(24);
    const quotas = (await rows()).filter(({ entry }) => entry.user_id === id).map(({ info }) => info.after?.quota);
    expect(quotas.slice(0, 8)).toEqual([24, 21, 18, 15, 12, 9, 6, 3]);
  });
});

describe('an action of an administrator on a channel', () => {
  const make = async (fields: Record<string, unknown> = {}): Promise<number> =>
    app.make.channel({ base_url: 'https://upstream.example', name: `main-${Math.random()}`, ...fields });
  const own = () => ({ user_id: app.admin.user?.id, username: app.admin.user?.username, client_ip: HERE });

  it('stands in the actor’s log for creating, with every field but the key', async () => {
    const id = await make({ key: 'sk-canary-made', group: 'vip', priority: 3, weight: 4 });
    const { entry, info } = await newest();
    expect(entry).toMatchObject({ user_id: 1, username: 'root', client_ip: HERE });
    expect(info).toMatchObject({
      ...actorOf(app.root),
      target: `channel ${id}`,
      after: { type: 1, group: 'vip', priority: 3, weight: 4, base_url: 'https://upstream.example', key: 'set' },
    });
    expect(JSON.stringify([entry, info])).not.toContain('canary');
  });

  it('is logged as creating when it copies the channel', async () => {
    const id = await make({ key: 'sk-canary-copied' });
    const copy = await must(app.admin.get<Record<string, unknown>>(`${CHANNELS}${id}?include_key=true`));
    await must(app.admin.post(CHANNELS, { ...copy, id: undefined, name: 'the copy' }));
    const [created, revealed] = await rows();
    expect(created).toMatchObject({ entry: own(), info: { after: { name: 'the copy', key: 'set' } } });
    expect(revealed).toMatchObject({ entry: own(), info: { target: `channel ${id}` } });
    expect(revealed?.entry.content).toMatch(/^revealed the key of channel #/);
  });

  it.each([
    [{ priority: 9 }, { priority: 0 }],
    [{ weight: 7 }, { weight: 0 }],
    [{ status: 2 }, { status: 1 }],
    [{ models: 'one,two' }, { models: 'gpt-4o' }],
    [{ base_url: 'https://new.example' }, { base_url: 'https://upstream.example' }],
    [{ test_model: 'gpt-4o' }, { test_model: null }],
  ])('is logged with the value before, for the edit %j', async (change, before) => {
    const id = await make({ models: 'gpt-4o' });
    await must(app.admin.put(CHANNELS, { id, group: 'default', ...change }));
    const { entry, info } = await newest();
    expect(entry).toMatchObject(own());
    expect(info).toEqual({ ...actorOf(app.admin), target: `channel ${id}`, before, after: change });
  });

  it('is logged without the new key', async () => {
    const id = await make();
    await must(app.admin.put(CHANNELS, { id, key: 'sk-canary-replaced' }));
    const { entry, info } = await newest();
    expect(info).toMatchObject({ before: {}, after: { key: 'changed' } });
    expect(JSON.stringify([entry, info])).not.toContain('canary');
  });

  it('is logged with the beginning of a list of models that is too long for a row', async () => {
    const models = Array.from({ length: 400 }, (_, at) => `model-number-${at}`).join(',');
    const id = await make();
    await must(app.admin.put(CHANNELS, { id, models }));
    const after = String((await newest()).info.after?.models);
    expect(after).toBe(`${models.slice(0, 2000)}…`);
  });

  it('is logged with the numbers of keys added, removed and enabled, without the keys', async () => {
    const id = await make({ key: 'sk-canary-first-1\nsk-canary-second-2', several_keys: true });
    const path = `${CHANNELS}${id}/keys`;
    const keys = await must(app.admin.post<ChannelKeyView[]>(path, { key: 'sk-canary-third-3' }));
    expect((await newest()).info).toMatchObject({ target: `channel ${id}`, before: { keys: 2 }, after: { keys: 3 } });
    await must(app.admin.delete(`${path}/${keys[0]?.id}`));
    const { entry, info } = await newest();
    expect(info).toMatchObject({ before: { keys: 3 }, after: { keys: 2 } });
    expect(JSON.stringify([entry, info])).not.toContain('canary');
  });

  it('is logged when it deletes, with the existing channels only', async () => {
    const ids = [await make({ name: 'first of two' }), await make({ name: 'second of two' })];
    await must(app.admin.post(`${CHANNELS}batch`, { ids: [...ids, 9_999_999] }));
    const { entry, info } = await newest();
    expect(entry.content).toBe(`deleted channels #${ids.join(', #')}`);
    expect(info).toMatchObject({
      target: `channels ${ids.join(', ')}`,
      before: { names: 'first of two, second of two' },
    });
  });

  it('is logged in one row when it reads the keys of a whole page', async () => {
    const before = (await rows()).length;
    await must(app.admin.get(`${CHANNELS}?include_key=true`));
    await must(app.admin.get(CHANNELS));
    expect(await rows()).toHaveLength(before + 1);
  });

  it('is logged when it repairs the abilities', async () => {
    const count = await must(app.admin.post<number>(`${CHANNELS}fix`));
    expect((await newest()).info).toEqual({ ...actorOf(app.admin), target: 'channels', after: { rebuilt: count } });
  });
});

describe('an action of an administrator on the site', () => {
  it('is logged with both values of an option', async () => {
    await must(app.root.put('/api/option/', { key: 'MinTopUp', value: '3' }));
    await must(app.admin.put('/api/option/', { key: 'MinTopUp', value: '4' }));
    expect((await newest()).info).toEqual({
      ...actorOf(app.admin),
      target: 'option MinTopUp',
      before: { MinTopUp: '3' },
      after: { MinTopUp: '4' },
    });
  });

  it('is logged for secrets only as set or cleared', async () => {
    await must(app.admin.put('/api/option/', { key: 'SMTPToken', value: 'canary-mail' }));
    expect((await newest()).info).toMatchObject({ before: { SMTPToken: 'cleared' }, after: { SMTPToken: 'set' } });
    await must(app.admin.put('/api/option/', { key: 'SMTPToken', value: '' }));
    expect((await newest()).info).toMatchObject({ before: { SMTPToken: 'set' }, after: { SMTPToken: 'cleared' } });
    expect((await app.root.get('/api/log/?page_size=100')).text).not.toContain('canary');
  });

  it('is logged with the beginning of a long option', async () => {
    await must(app.admin.put('/api/option/', { key: 'About', value: 'x'.repeat(50_000) }));
    const { entry, info } = await newest();
    expect(entry.content).toBe('changed option About');
    expect(String(info.after?.About)).toHaveLength(2001);
  });

  it('is logged when it resets the ratios', async () => {
    await must(app.admin.put('/api/option/', { key: 'ModelRatio', value: '{"mine":1}' }));
    await must(app.admin.post('/api/option/rest_model_ratio'));
    expect((await newest()).info).toMatchObject({ target: 'option ModelRatio', before: { ModelRatio: '{"mine":1}' } });
  });

  it('is logged when it clears the log', async () => {
    const timestamp = Math.floor(Date.now() / 1000) - 3600;
    await must(app.admin.delete(`/api/log/?target_timestamp=${timestamp}`));
    expect((await newest()).info).toEqual({ ...actorOf(app.admin), target: 'log', after: { removed: 0 } });
  });
});
