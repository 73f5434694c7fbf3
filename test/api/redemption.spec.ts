import { LogType, RedemptionStatus, type LogEntry, type Page, type RedemptionView } from '@contracts';
import { Database, UnitOfWork } from '@platform';
import { type TestClient } from '../support/clients/client';
import { must } from '../support/clients/factories';
import { startTestApp, type TestApp } from '../support/servers/test-app';

const CODES = '/api/redemption/';
const TOP_UP = '/api/user/topup';
const NO_RECORD = 'record not found';
const INVALID = 'redemption failed: invalid redemption code';
const USED = 'redemption failed: this redemption code has already been used';
const DISABLED = 'redemption failed: this redemption code is disabled';
const UNKNOWN_KEY = '0123456789abcdef0123456789abcdef';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.closeWithEvenLedger());

interface Batch {
  readonly name?: string;
  readonly quota?: number;
  readonly count?: number;
}

function make({ name = 'spring', quota = 1_000, count = 1 }: Batch = {}): Promise<string[]> {
  return must(app.admin.post<string[]>(CODES, { name, quota, count }));
}

function search(keyword: string, page = ''): Promise<RedemptionView[]> {
  return must(app.admin.get<RedemptionView[]>(`/api/redemption/search?keyword=${encodeURIComponent(keyword)}${page}`));
}

async function rowOf(key: string): Promise<RedemptionView> {
  return (await search(key))[0] as RedemptionView;
}

async function makeOne(batch?: Batch): Promise<RedemptionView> {
  return rowOf((await make(batch))[0] ?? '');
}

function setStatus(id: number, status: unknown) {
  return app.admin.put(`${CODES}?status_only=true`, { id, status });
}

function redeem(client: TestClient, key: unknown) {
  return client.post<number>(TOP_UP, { key });
}

async function quotaOf(client: TestClient): Promise<number> {
  return (await must(client.get<{ quota: number }>('/api/user/self'))).quota;
}

async function total(): Promise<unknown> {
  return (await app.admin.get(CODES)).body.total;
}

function query<Row>(sql: string): Promise<Row[]> {
  return app.nest.get(Database).read.query(sql);
}

/** Rows of the administrator's own log that name codes, newest first. */
async function managementRows(): Promise<readonly LogEntry[]> {
  const { items } = await must(
    app.root.get<Page<LogEntry>>(`/api/log/?type=3&username=${app.admin.user?.username}&page_size=100`),
  );
  return items.filter(item => item.content.includes('redemption code'));
}

describe('making codes', () => {
  it('returns the keys of all of them and lists them newest first', async () => {
    const keys = await make({ name: '  summer  ', quota: 2_500, count: 3 });
    expect(keys.filter(key => /^[0-9a-f]{32}$/.test(key))).toHaveLength(3);
    const rows = (await must(app.admin.get<RedemptionView[]>(CODES))).slice(0, 3);
    expect(rows.map(row => row.key)).toEqual([...keys].reverse());
    const [newest] = rows;
    expect(newest).toEqual({
      id: expect.any(Number),
      user_id: app.admin.user?.id,
      key: keys[2],
      status: RedemptionStatus.Unused,
      name: 'summer',
      quota: 2_500,
      created_time: expect.any(Number),
      redeemed_time: 0,
      used_user_id: 0,
    });
    expect(Math.abs((newest?.created_time ?? 0) - Date.now() / 1000)).toBeLessThan(60);
  });

  it.each<[string, Batch, number]>([
    ['a name of 20 characters, each worth two', { name: '🎁'.repeat(20) }, 1],
    ['the largest quota', { quota: Number.MAX_SAFE_INTEGER }, 1],
    ['the smallest quota', { quota: 1 }, 1],
    ['a hundred at a time', { count: 100 }, 100],
  ])('accepts %s', async (_what, batch, count) => {
    const keys = await make(batch);
    expect(new Set(keys).size).toBe(count);
    expect(await rowOf(keys[0] ?? '')).toMatchObject(batch.count ? { name: 'spring' } : batch);
  });

  const nameLength = 'code name must be 1 to 20 characters long';
  const quotaInvalid = 'code quota must be an integer above 0';
  it.each([
    ['no name', { name: undefined }, nameLength],
    ['a name of blanks', { name: '   ' }, nameLength],
    ['a name of 21 characters', { name: 'n'.repeat(21) }, nameLength],
    ['a name with a line break', { name: 'a\nb' }, 'invalid input: name must not contain control characters'],
    ['no quota', { quota: undefined }, quotaInvalid],
    ['a quota of zero', { quota: 0 }, quotaInvalid],
    ['a negative quota', { quota: -5 }, quotaInvalid],
    ['a fraction', { quota: 1.5 }, quotaInvalid],
    ['a quota beyond 2^53', { quota: 2 ** 53 }, quotaInvalid],
    ['a quota as text', { quota: '100' }, quotaInvalid],
    ['no count', { count: undefined }, 'number of codes must be greater than 0'],
    ['a count of zero', { count: 0 }, 'number of codes must be greater than 0'],
    ['101 codes', { count: 101 }, 'at most 100 codes at a time'],
    ['one and a half codes', { count: 1.5 }, 'invalid parameter'],
  ])('refuses %s and makes nothing', async (_what, wrong, message) => {
    const before = await total();
    const answer = await app.admin.post(CODES, { name: 'spring', quota: 1_000, count: 1, ...wrong });
    expect([answer.status, answer.body]).toEqual([200, { success: false, message }]);
    expect(await total()).toBe(before);
  });

  it('keeps no usable code in the database', async () => {
    const [key = ''] = await make({ name: 'secret' });
    const tables = await Promise.all(['redemptions', 'logs'].map(table => query(`SELECT * FROM ${table}`)));
    expect(JSON.stringify(tables)).toContain('secret');
    expect(JSON.stringify(tables)).not.toContain(key);
  });
});

describe('the list of codes', () => {
  it('is paged from 0, with the counts beside it', async () => {
    await make({ count: 12 });
    const first = await app.admin.get<RedemptionView[]>(`${CODES}?p=0`);
    const second = await app.admin.get<RedemptionView[]>(`${CODES}?p=1&page_size=5`);
    expect(first.body).toMatchObject({ page: 0, page_size: 10, total: await total() });
    expect(second.body).toMatchObject({ page: 1, page_size: 5 });
    const ids = first.body.data?.map(row => row.id) ?? [];
    expect(ids).toEqual([...ids].sort((a, b) => b - a));
    expect(second.body.data?.map(row => row.id)).toEqual(ids.slice(5));
  });

  it.each(['p=-1', 'p=abc', 'page_size=0', 'page_size=', ''])('shows the first ten for ?%s', async text => {
    const rows = await must(app.admin.get<RedemptionView[]>(`${CODES}?${text}`));
    expect(rows).toEqual(await must(app.admin.get<RedemptionView[]>(`${CODES}?p=0&page_size=10`)));
    expect(rows).toHaveLength(10);
  });

  it('is empty beyond its end and never longer than a hundred', async () => {
    await make({ count: 100 });
    expect(await must(app.admin.get(`${CODES}?p=9999`))).toEqual([]);
    expect(await must(app.admin.get<unknown[]>(`${CODES}?page_size=5000`))).toHaveLength(100);
  });
});

describe('searching codes', () => {
  const names = async (keyword: string): Promise<readonly string[]> => (await search(keyword)).map(row => row.name);

  it('finds the beginning of a name in any case, and not its middle', async () => {
    await make({ name: 'Needle in hay' });
    expect(await names('needle')).toEqual(['Needle in hay']);
    expect(await names(' NEEDLE IN ')).toEqual(['Needle in hay']);
    expect(await names('hay')).toEqual([]);
  });

  it('finds a name as it was typed, in any alphabet', async () => {
    await make({ name: 'Überraschung' });
    expect(await names('Überr')).toEqual(['Überraschung']);
  });

  it('takes wildcards for ordinary characters', async () => {
    await make({ name: '100%_off!' });
    expect(await names('100%_off!')).toEqual(['100%_off!']);
    expect(await names('%off')).toEqual([]);
    expect(await names('1_0')).toEqual([]);
  });

  it('finds an id, and not another that contains it', async () => {
    const { id } = await makeOne({ name: 'by id' });
    expect((await search(String(id))).map(row => row.id)).toEqual([id]);
  });

  it('finds a whole code as a user pasted it, and no part of it', async () => {
    const [key = ''] = await make({ name: 'by key' });
    expect(await names(` ${key.toUpperCase()} `)).toEqual(['by key']);
    expect(await names(key.slice(0, 31))).toEqual([]);
  });

  it('shows at most a hundred, or pages of them', async () => {
    await make({ name: 'many', count: 100 });
    await make({ name: 'many', count: 5 });
    const all = await search('many');
    expect(all).toHaveLength(100);
    expect(await search('many', '&p=1&page_size=100')).toHaveLength(5);
    expect(await search('')).toHaveLength(100);
  });
});

describe('one code', () => {
  it('is shown by its id', async () => {
    const row = await makeOne();
    expect(await must(app.admin.get(`${CODES}${row.id}`))).toEqual(row);
  });

  it.each([
    ['999999', NO_RECORD],
    ['0', 'invalid parameter'],
    ['abc', 'invalid parameter'],
    ['1e3', 'invalid parameter'],
  ])('is refused for the id %s', async (id, message) => {
    expect((await app.admin.get(`${CODES}${id}`)).body).toEqual({ success: false, message });
    expect((await app.admin.delete(`${CODES}${id}/`)).body).toEqual({ success: false, message });
  });
});

describe('editing a code', () => {
  it('changes name and quota and nothing else', async () => {
    const row = await makeOne();
    const sent = {
      ...row,
      name: ' autumn ',
      quota: 7,
      status: 3,
      user_id: 1,
      key: UNKNOWN_KEY,
      used_user_id: 1,
      count: 9,
    };
    const expected = { ...row, name: 'autumn', quota: 7 };
    expect(await must(app.admin.put(CODES, sent))).toEqual(expected);
    expect(await must(app.admin.get(`${CODES}${row.id}`))).toEqual(expected);
  });

  it('refuses wrong fields and leaves the code as it was', async () => {
    const row = await makeOne();
    for (const wrong of [{ name: '' }, { name: 'n'.repeat(21) }, { quota: 0 }, { quota: 2 ** 53 }, { quota: null }]) {
      expect((await app.admin.put(CODES, { ...row, ...wrong })).body.success).toBe(false);
    }
    expect((await app.admin.put(CODES, { name: 'x', quota: 1 })).body.message).toBe('invalid parameter');
    expect(await must(app.admin.get(`${CODES}${row.id}`))).toEqual(row);
  });

  it('refuses codes that are used, disabled or gone', async () => {
    const [used, disabled, gone] = [await makeOne(), await makeOne(), await makeOne()];
    await must(redeem(await app.make.signedIn(), used.key));
    await must(setStatus(disabled.id, RedemptionStatus.Disabled));
    await must(app.admin.delete(`${CODES}${gone.id}/`));
    const edit = async (id: number) => (await app.admin.put(CODES, { id, name: 'other', quota: 1 })).body.message;
    expect(await edit(used.id)).toBe('code already used');
    expect(await edit(disabled.id)).toBe('the code is disabled, enable it before editing it');
    expect(await edit(gone.id)).toBe(NO_RECORD);
    expect(await rowOf(used.key)).toMatchObject({ name: 'spring', quota: 1_000 });
    expect(await rowOf(disabled.key)).toMatchObject({ name: 'spring', quota: 1_000 });
  });
});

describe('switching a code', () => {
  it('goes from unused to disabled and back, and touches nothing else', async () => {
    const row = await makeOne();
    const sent = { id: row.id, status: RedemptionStatus.Disabled, name: 'other', quota: 9 };
    const disabled = await must(app.admin.put(`${CODES}?status_only=true`, sent));
    expect(disabled).toEqual({ ...row, status: RedemptionStatus.Disabled });
    expect(await must(setStatus(row.id, RedemptionStatus.Unused))).toEqual(row);
  });

  it.each([3, 0, '2', null, undefined])('refuses the status %p', async status => {
    const row = await makeOne();
    expect((await setStatus(row.id, status)).body.message).toBe('a code can only be enabled or disabled');
    expect(await rowOf(row.key)).toEqual(row);
  });

  it('leaves a used code used', async () => {
    const row = await makeOne();
    await must(redeem(await app.make.signedIn(), row.key));
    for (const status of [RedemptionStatus.Unused, RedemptionStatus.Disabled]) {
      expect((await setStatus(row.id, status)).body.message).toBe('code already used');
    }
    expect((await rowOf(row.key)).status).toBe(RedemptionStatus.Used);
  });

  it('refuses an unknown code', async () => {
    expect((await setStatus(999_999, RedemptionStatus.Unused)).body.message).toBe(NO_RECORD);
  });
});

describe('deleting a code', () => {
  it('takes it out of every list, makes it worthless and keeps its row', async () => {
    const row = await makeOne({ name: 'goner' });
    expect((await app.admin.delete(`${CODES}${row.id}/`)).body).toEqual({ success: true, message: '' });
    expect(await search('goner')).toEqual([]);
    expect(await search(row.key)).toEqual([]);
    expect((await must(app.admin.get<RedemptionView[]>(CODES))).map(({ id }) => id)).not.toContain(row.id);
    expect((await app.admin.delete(`${CODES}${row.id}`)).body.message).toBe(NO_RECORD);
    expect((await redeem(await app.make.signedIn(), row.key)).body.message).toBe(INVALID);
    expect(await query(`SELECT id FROM redemptions WHERE id = ${row.id} AND deleted_at_ms > 0`)).toHaveLength(1);
  });
});

describe('the log of actions on codes', () => {
  it('names the actor and the action, with values before and after, and never a key', async () => {
    const keys = await make({ name: 'logged', quota: 500_000, count: 2 });
    const [first, second] = [await rowOf(keys[0] ?? ''), await rowOf(keys[1] ?? '')];
    await must(app.admin.put(CODES, { id: first.id, name: 'renamed', quota: 500_000 }));
    await must(app.admin.put(CODES, { id: first.id, name: 'renamed', quota: 1_000_000 }));
    await must(setStatus(first.id, RedemptionStatus.Disabled));
    await must(setStatus(first.id, RedemptionStatus.Unused));
    await must(app.admin.delete(`${CODES}${first.id}/`));
    const rows = (await managementRows()).slice(0, 6);
    const named = `redemption code ${first.id} "renamed"`;
    expect(rows.map(row => row.content)).toEqual([
      `deleted ${named}`,
      `enabled ${named}`,
      `disabled ${named}`,
      `changed quota from $1.000000 quota to $2.000000 quota of ${named}`,
      `changed name to "renamed" of redemption code ${first.id} "logged"`,
      `created 2 redemption codes "logged" of $1.000000 quota each, code ids ${first.id}, ${second.id}`,
    ]);
    const details = rows.map(row => (JSON.parse(row.other) as { admin_info: Record<string, unknown> }).admin_info);
    const actor = { actor: app.admin.user?.username, actor_id: app.admin.user?.id, actor_ip: '127.0.0.1' };
    const target = `redemption code ${first.id}`;
    expect(details).toEqual([
      { ...actor, target, before: { name: 'renamed', quota: 1_000_000, status: 1 } },
      { ...actor, target, before: { status: 2 }, after: { status: 1 } },
      { ...actor, target, before: { status: 1 }, after: { status: 2 } },
      { ...actor, target, before: { quota: 500_000 }, after: { quota: 1_000_000 } },
      { ...actor, target, before: { name: 'logged' }, after: { name: 'renamed' } },
      {
        ...actor,
        target: 'redemption codes',
        after: { name: 'logged', quota: 500_000, count: 2, ids: [first.id, second.id] },
      },
    ]);
    expect(rows.every(row => row.user_id === app.admin.user?.id && row.type === LogType.Admin)).toBe(true);
    for (const key of keys) expect(JSON.stringify(rows)).not.toContain(key);
  });

  it('has no row when nothing changed', async () => {
    const row = await makeOne();
    const before = (await managementRows())[0]?.id;
    await must(app.admin.put(CODES, row));
    await must(setStatus(row.id, RedemptionStatus.Unused));
    await setStatus(row.id, RedemptionStatus.Used);
    expect((await managementRows())[0]?.id).toBe(before);
  });
});

describe('redeeming a code', () => {
  it('returns the units, credits them once and writes one row with the address', async () => {
    const person = await app.make.signedIn({ quota: 5 });
    const code = await makeOne({ quota: 250_000 });
    expect((await redeem(person, code.key)).body).toEqual({ success: true, message: '', data: 250_000 });
    expect(await quotaOf(person)).toBe(250_005);
    const used = await rowOf(code.key);
    expect(used).toEqual({
      ...code,
      status: RedemptionStatus.Used,
      used_user_id: person.user?.id,
      redeemed_time: expect.any(Number),
    });
    expect(Math.abs(used.redeemed_time - Date.now() / 1000)).toBeLessThan(60);
    const log = await must(person.get<Page<LogEntry>>('/api/log/self/?type=1'));
    expect(log.items).toEqual([
      expect.objectContaining({
        content: `topped up $0.500000 quota with a redemption code, code id ${code.id}`,
        username: person.user?.username,
        client_ip: '127.0.0.1',
        type: LogType.TopUp,
      }),
    ]);
  });

  it('refuses the second use, by the same user and by another', async () => {
    const [person, other] = [await app.make.signedIn(), await app.make.signedIn()];
    const { key } = await makeOne({ quota: 40 });
    await must(redeem(person, key));
    expect((await redeem(person, key)).body).toEqual({ success: false, message: USED });
    expect((await redeem(other, key)).body).toEqual({ success: false, message: USED });
    expect([await quotaOf(person), await quotaOf(other)]).toEqual([40, 0]);
    expect((await rowOf(key)).used_user_id).toBe(person.user?.id);
  });

  it('refuses a disabled code until it is enabled again', async () => {
    const person = await app.make.signedIn();
    const { id, key } = await makeOne({ quota: 40 });
    await must(setStatus(id, RedemptionStatus.Disabled));
    expect((await redeem(person, key)).body).toEqual({ success: false, message: DISABLED });
    expect(await quotaOf(person)).toBe(0);
    await must(setStatus(id, RedemptionStatus.Unused));
    expect(await must(redeem(person, key))).toBe(40);
  });

  it('gives the same response for a deleted code that was used and for one that never existed', async () => {
    const person = await app.make.signedIn();
    const { id, key } = await makeOne();
    await must(redeem(person, key));
    await must(app.admin.delete(`${CODES}${id}/`));
    for (const text of [key, UNKNOWN_KEY, 'no code at all', '%'.repeat(32)]) {
      expect((await redeem(person, text)).body).toEqual({ success: false, message: INVALID });
    }
  });

  it('accepts a code with blanks around it and in capitals', async () => {
    const person = await app.make.signedIn();
    const { key } = await makeOne({ quota: 3 });
    expect(await must(redeem(person, ` \n${key.toUpperCase()}\t`))).toBe(3);
  });

  it('requires a code', async () => {
    const person = await app.make.signedIn();
    const message = 'redemption failed: no redemption code given';
    for (const key of ['', '  ', null, undefined]) expect((await redeem(person, key)).body.message).toBe(message);
    expect((await redeem(person, 123)).body.message).toBe('invalid parameter');
  });

  it('gives the edited quota, not the one it was made with', async () => {
    const person = await app.make.signedIn();
    const code = await makeOne({ quota: 10 });
    await must(app.admin.put(CODES, { ...code, quota: 70 }));
    expect(await must(redeem(person, code.key))).toBe(70);
    expect(await quotaOf(person)).toBe(70);
  });

  it('leaves a code unused that would not fit into the account', async () => {
    const person = await app.make.signedIn({ quota: Number.MAX_SAFE_INTEGER - 10 });
    const [fits, tooMuch] = [await makeOne({ quota: 10 }), await makeOne({ quota: 1 })];
    expect(await must(redeem(person, fits.key))).toBe(10);
    expect((await redeem(person, tooMuch.key)).body.message).toBe(
      'redemption failed: the balance would exceed what an account can hold',
    );
    expect(await quotaOf(person)).toBe(Number.MAX_SAFE_INTEGER);
    expect((await rowOf(tooMuch.key)).status).toBe(RedemptionStatus.Unused);
  });

  it('leaves the code unused when the credit cannot be stored', async () => {
    const person = await app.make.signedIn();
    const { id, key } = await makeOne();
    // The ledger entry of this code exists already, as if a row had been lost and restored.
    await app.nest.get(UnitOfWork).run(manager =>
      manager.query(
        `INSERT INTO movements (source_id, kind, user_id, token_id, channel_id, user_amount, token_amount,
           affiliate_amount, used_amount, request_count, created_at_ms)
         VALUES ('code:${id}', 'redeem', 0, 0, 0, 0, 0, 0, 0, 0, 0)`,
      ),
    );
    expect((await redeem(person, key)).body.success).toBe(false);
    expect((await rowOf(key)).status).toBe(RedemptionStatus.Unused);
    expect(await quotaOf(person)).toBe(0);
    expect((await must(person.get<Page<LogEntry>>('/api/log/self/?type=1'))).items).toEqual([]);
  });

  it('may be tried ten times a minute by each user', async () => {
    const [person, other] = [await app.make.signedIn(), await app.make.signedIn()];
    const { key } = await makeOne();
    for (let attempt = 0; attempt < 10; attempt += 1) {
      expect((await redeem(person, UNKNOWN_KEY)).body.message).toBe(INVALID);
    }
    const eleventh = await redeem(person, key);
    expect([eleventh.status, eleventh.body.message]).toEqual([429, 'too many requests, please try again later']);
    expect(Number(eleventh.headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await rowOf(key)).status).toBe(RedemptionStatus.Unused);
    await must(redeem(other, key));
  });
});
