import { AccountKind, Ledger } from '@billing';
import { ChannelCatalog, ChannelHealth } from '@channel';
import { type ChannelView, type LogEntry, type Page } from '@contracts';
import { Database } from '@platform';
import { must } from '../support/clients/factories';
import { startTestApp, type TestApp } from '../support/servers/test-app';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

function fields(changes: Record<string, unknown> = {}) {
  return {
    type: 1,
    name: 'main',
    key: 'sk-canary-upstream',
    models: 'gpt-4o,gpt-4o-mini',
    group: 'default,vip',
    ...changes,
  };
}

function create(changes: Record<string, unknown> = {}) {
  return app.admin.post('/api/channel/', fields(changes));
}

function list(query = '') {
  return must(app.admin.get<ChannelView[]>(`/api/channel/${query}`));
}

function get(id: number, query = '') {
  return must(app.admin.get<ChannelView>(`/api/channel/${id}${query}`));
}

/** Makes channels of one unusual name and returns their rows, newest first. */
async function make(changes: Record<string, unknown> = {}): Promise<ChannelView[]> {
  const name = String(changes.name ?? `made-${Math.random().toString(36).slice(2)}`);
  await must(create({ ...changes, name }));
  return must(app.admin.get<ChannelView[]>(`/api/channel/search?keyword=${encodeURIComponent(name)}&id_sort=true`));
}

async function makeOne(changes: Record<string, unknown> = {}): Promise<ChannelView> {
  return (await make(changes))[0]!;
}

function abilities(id: number): Promise<{ ability_group: string; model: string; enabled: number }[]> {
  return app.nest
    .get(Database)
    .read.query(`SELECT ability_group, model, enabled FROM abilities WHERE channel_id = ${id} ORDER BY 1, 2`);
}

async function adminLog(): Promise<LogEntry> {
  return (await must(app.root.get<Page<LogEntry>>('/api/log/?type=3'))).items[0]!;
}

describe('the routes of the channels', () => {
  it.each([
    ['GET', '/api/channel/'],
    ['GET', '/api/channel/search'],
    ['GET', '/api/channel/1'],
    ['GET', '/api/channel/models'],
    ['POST', '/api/channel/'],
    ['PUT', '/api/channel/'],
    ['DELETE', '/api/channel/1/'],
    ['DELETE', '/api/channel/disabled'],
    ['POST', '/api/channel/batch'],
    ['POST', '/api/channel/fix'],
  ])('%s %s is refused to guests and users', async (method, path) => {
    expect((await app.guest.send(method, path)).status).toBe(401);
    const refusal = await app.user.send(method, path);
    expect([refusal.status, refusal.body.message]).toEqual([200, 'not permitted: insufficient permission']);
  });

  it('return the names of each type to every signed-in user', async () => {
    expect((await app.guest.get('/api/models')).status).toBe(401);
    const models = await must(app.user.get<Record<string, string[]>>('/api/models'));
    expect(models['1']).toContain('gpt-4o');
    expect(models['21']).toEqual([]);
  });

  it('list the built-in names once each', async () => {
    const models = await must(app.admin.get<{ id: string; object: string }[]>('/api/channel/models'));
    const names = models.map(model => model.id);
    expect(new Set(names).size).toBe(names.length);
    expect(names).toEqual(expect.arrayContaining(['gpt-4o', 'mj_imagine', 'suno_music']));
  });

  it('refuse an id that is no number with "invalid parameter"', async () => {
    expect((await app.admin.get('/api/channel/abc')).body.message).toBe('invalid parameter');
    expect((await app.admin.delete('/api/channel/0')).body.message).toBe('invalid parameter');
  });
});

describe('unusual requests', () => {
  it('without a body may carry a JSON content type', async () => {
    const json = { 'content-type': 'application/json' };
    expect((await app.admin.send('POST', '/api/channel/fix', undefined, json)).body.success).toBe(true);
    expect((await app.admin.send('DELETE', '/api/channel/9999996/', undefined, json)).body.success).toBe(true);
  });

  it.each([
    ['GET', '/api/channel/search?keyword=a%00b', undefined],
    ['GET', '/api/log/?model_name=a%00b', undefined],
    ['POST', '/api/channel/', { name: 'a\0b', key: 'k', models: 'm' }],
    ['PUT', '/api/option/', { key: 'Notice', value: 'a\0b' }],
  ])('with a NUL are refused: %s %s', async (method, path, body) => {
    const answer = await app.admin.send(method, path, body);
    expect([answer.status, answer.body.message]).toEqual([200, 'invalid parameter']);
  });
});

describe('creating channels', () => {
  it('makes one with its abilities and its counter', async () => {
    const channel = await makeOne();
    expect(channel).toMatchObject({
      type: 1,
      status: 1,
      group: 'default,vip',
      models: 'gpt-4o,gpt-4o-mini',
      auto_ban: 1,
      priority: 0,
      weight: 0,
      used_quota: 0,
      balance: 0,
      response_time: 0,
      other: '',
      other_info: '',
      base_url: '',
      model_mapping: '',
      status_code_mapping: '',
      openai_organization: null,
      test_model: null,
      ma_input_tokens: 0,
    });
    expect(await abilities(channel.id)).toHaveLength(4);
    expect(app.nest.get(ChannelCatalog).current.byId(channel.id)?.key).toBe('sk-canary-upstream');
  });

  it('makes one per key line, without blanks and repetitions', async () => {
    const channels = await make({ key: ' sk-line-1 \r\n\nsk-line-2\nsk-line-1' });
    const { current } = app.nest.get(ChannelCatalog);
    expect(channels.map(channel => current.byId(channel.id)?.key)).toEqual(['sk-line-2', 'sk-line-1']);
  });

  it('takes the credential of type 41 as one key', async () => {
    const key = '{\n"type":"service_account"\n}';
    const channels = await make({ type: 41, key, other: 'us-central1' });
    expect(channels.map(channel => app.nest.get(ChannelCatalog).current.byId(channel.id)?.key)).toEqual([key]);
  });

  it('drops repeated models and groups, blanks and slashes', async () => {
    const channel = await makeOne({ models: ' a , b,a,', group: 'vip, ,vip', base_url: 'https://a.example/x//' });
    expect(channel).toMatchObject({ models: 'a,b', group: 'vip', base_url: 'https://a.example/x' });
  });

  it('ignores what only the server writes', async () => {
    const channel = await makeOne({
      id: 99_999,
      used_quota: 5,
      balance: 7,
      response_time: 9,
      test_time: 1,
      created_time: 1,
    });
    expect(channel).toMatchObject({ used_quota: 0, balance: 0, response_time: 0, test_time: 0 });
    expect(channel.id).toBeLessThan(99_999);
    expect(channel.created_time).toBeGreaterThan(1_700_000_000);
  });

  it.each([
    [3, '2023-06-01-preview'],
    [18, 'v2.1'],
  ])('fills in the version of type %d', async (type, other) => {
    expect(await makeOne({ type })).toMatchObject({ other });
    expect(await makeOne({ type, other: 'mine' })).toMatchObject({ other: 'mine' });
  });

  it.each([
    [{ name: ' ' }, 'please fill in channel name and channel key'],
    [{ key: undefined }, 'please fill in channel name and channel key'],
    [{ models: ' , ' }, 'please select at least one model'],
    [{ models: undefined }, 'please select at least one model'],
    [{ models: `ok,${'m'.repeat(256)}` }, `model name too long: ${'m'.repeat(60)}…`],
    [{ model_mapping: '{"a":' }, 'model mapping must be valid JSON'],
    [{ model_mapping: '{"a":1}' }, 'model mapping must be valid JSON'],
    [{ model_mapping: '{"a":"b","b":"c","c":"a"}' }, 'model mapping contains a cycle'],
    [{ status_code_mapping: '{"400":"600"}' }, 'status code mapping must be valid JSON'],
    [{ base_url: 'ftp://a.example' }, 'base URL is not a valid address'],
    [{ type: 9 }, 'unknown channel type'],
    [{ type: 41 }, 'deployment region must not be empty'],
    [{ type: 41, other: '{"m":"x"}' }, 'deployment region must contain a default field'],
    [{ priority: -1000 }, 'priority must be an integer of at least -999, weight an integer of at least 0'],
    [{ weight: 1.5 }, 'priority must be an integer of at least -999, weight an integer of at least 0'],
    [{ status: 7 }, 'a channel can only be enabled or disabled'],
  ])('refuses %j', async (changes, message) => {
    const before = await list('?page_size=1&id_sort=true');
    expect((await create(changes)).body).toEqual({ success: false, message });
    expect(await list('?page_size=1&id_sort=true')).toEqual(before);
  });

  it('stores the edges: priority -999, weight below zero as zero, a name of 255 characters', async () => {
    const channel = await makeOne({ priority: -999, weight: -3, models: 'm'.repeat(255) });
    expect(channel).toMatchObject({ priority: -999, weight: 0 });
  });

  it('starts the copy of a channel that the server switched off as switched off by hand', async () => {
    expect(await makeOne({ status: 3 })).toMatchObject({ status: 2, other_info: '' });
  });
});

describe('keys', () => {
  it('are shown only when include_key requests them, which is logged', async () => {
    const { id, name } = await makeOne({ key: 'sk-canary-revealed' });
    expect(await get(id)).not.toHaveProperty('key');
    expect(await get(id, '?include_key=yes')).not.toHaveProperty('key');
    expect(await get(id, '?include_key=true')).toMatchObject({ key: 'sk-canary-revealed' });
    expect(await adminLog()).toMatchObject({
      user_id: app.admin.user?.id,
      content: `revealed the key of channel #${id} (${name})`,
    });
    expect((await list('?include_key=1&id_sort=true'))[0]).toMatchObject({ key: 'sk-canary-revealed' });
    expect((await adminLog()).content).toContain(`#${id}`);
  });

  it('are in no other response and in no log row', async () => {
    const { id } = await makeOne({ key: 'sk-canary-hidden' });
    const edited = await app.admin.put('/api/channel/', { id, key: 'sk-canary-replaced', weight: 1 });
    const answers = [
      edited,
      await app.admin.get('/api/channel/?page_size=100'),
      await app.admin.get('/api/channel/search?include_key=true'),
      await app.root.get('/api/log/?page_size=100'),
    ];
    for (const answer of answers) expect(answer.text).not.toMatch(/canary|sealed|"key":/);
    expect(app.nest.get(ChannelCatalog).current.byId(id)?.key).toBe('sk-canary-replaced');
  });

  it('are stored sealed', async () => {
    const rows = await app.nest.get(Database).read.query('SELECT key_sealed, key_hash FROM channels');
    expect(JSON.stringify(rows)).not.toContain('canary');
  });
});

describe('the list of channels', () => {
  it('is ordered by priority, then newest first, or newest first alone', async () => {
    const low = await makeOne({ priority: -5 });
    const high = await makeOne({ priority: 50 });
    const alsoHigh = await makeOne({ priority: 50 });
    const byPriority = await list('?page_size=100');
    expect(byPriority.slice(0, 2).map(channel => channel.id)).toEqual([alsoHigh.id, high.id]);
    const byId = (await list('?page_size=100&id_sort=true')).map(channel => channel.id);
    expect(byId).toEqual([...byId].sort((left, right) => right - left));
    expect(byId).toContain(low.id);
  });

  it('has pages from 0, sizes up to 100, and the total beside the array', async () => {
    const first = await app.admin.get<ChannelView[]>('/api/channel/?p=0&page_size=2&id_sort=t');
    const second = await app.admin.get<ChannelView[]>('/api/channel/?p=1&page_size=2&id_sort=1');
    expect([first.body.data?.length, second.body.data?.length]).toEqual([2, 2]);
    expect(first.body).toMatchObject({ page: 0, page_size: 2 });
    expect(first.body.total).toBeGreaterThan(4);
    expect(first.body.data?.[1]?.id).toBeGreaterThan(second.body.data?.[0]?.id ?? 0);
    expect((await list('?p=-1&page_size=x')).length).toBe(10);
    expect(await list('?p=9999')).toEqual([]);
  });
});

describe('searching channels', () => {
  const search = (query: string) => must(app.admin.get<ChannelView[]>(`/api/channel/search?${query}`));

  it('finds by status and by type, and together with other filters', async () => {
    const off = await makeOne({ name: 'sought off' });
    const on = await makeOne({ name: 'sought on', type: 14 });
    await must(app.admin.put('/api/channel/', { id: off.id, status: 2 }));
    const idsOf = async (query: string) => (await search(`keyword=sought&${query}`)).map(({ id }) => id);
    expect(await idsOf('status=2')).toEqual([off.id]);
    expect(await idsOf('type=14')).toEqual([on.id]);
    expect(await idsOf('status=2&type=14')).toEqual([]);
    expect(await idsOf('status=&type=any')).toHaveLength(2);
  });

  it('finds by id, by part of the name, by the whole key and by what the console shows of it', async () => {
    const channel = await makeOne({ name: 'Search_100%', key: 'sk-search-me-1234' });
    const finds = async (keyword: string) =>
      (await search(`keyword=${encodeURIComponent(keyword)}`)).some(found => found.id === channel.id);
    expect(await finds(String(channel.id))).toBe(true);
    expect(await finds('search_100%')).toBe(true);
    expect(await finds('search%100')).toBe(false);
    expect(await finds('searchx100')).toBe(false);
    expect(await finds('sk-search-me-1234')).toBe(true);
    expect(await finds('sk-search-me-123')).toBe(false);
    expect(await finds('1234')).toBe(true);
    expect(await finds('sk-s...1234')).toBe(true);
    expect(await finds('me-1')).toBe(false);
  });

  it('does not compare keys with short words', async () => {
    await makeOne({ key: 'short12' });
    expect(await search('keyword=short12')).toEqual([]);
  });

  it('combines model and exact group', async () => {
    const channel = await makeOne({ models: 'unusual-model-x', group: 'default,svip' });
    const ids = async (query: string) => (await search(query)).map(found => found.id);
    expect(await ids('model=unusual-model')).toEqual([channel.id]);
    expect(await ids('model=unusual-model&group=svip')).toEqual([channel.id]);
    expect(await ids('model=unusual-model&group=vip')).toEqual([]);
    expect(await ids('model=unusual-model&group=null')).toEqual([channel.id]);
  });
});

describe('editing channels', () => {
  it('changes only what is present, zero and empty included', async () => {
    const { id } = await makeOne({ priority: 5, weight: 5, other: 'x', ma_input_tokens: 9, test_model: 'gpt-4o' });
    await must(app.admin.put('/api/channel/', { id, priority: 0 }));
    await must(app.admin.put('/api/channel/', { id, other: '', ma_input_tokens: 0, test_model: '' }));
    expect(await get(id)).toMatchObject({
      priority: 0,
      weight: 5,
      other: '',
      ma_input_tokens: 0,
      test_model: null,
      models: 'gpt-4o,gpt-4o-mini',
    });
    expect(app.nest.get(ChannelCatalog).current.byId(id)?.key).toBe('sk-canary-upstream');
  });

  it('rebuilds the abilities with the row, and keeps the key when it is sent empty', async () => {
    const { id } = await makeOne();
    await must(app.admin.put('/api/channel/', { id, models: 'new-1,new-2', group: 'svip', key: '' }));
    expect(await abilities(id)).toEqual([
      { ability_group: 'svip', model: 'new-1', enabled: 1 },
      { ability_group: 'svip', model: 'new-2', enabled: 1 },
    ]);
    expect(app.nest.get(ChannelCatalog).current.modelsOf('svip')).toEqual(expect.arrayContaining(['new-1', 'new-2']));
    expect(app.nest.get(ChannelCatalog).current.byId(id)?.key).toBe('sk-canary-upstream');
  });

  it('takes a channel out of the relay at once when it is disabled, and back when enabled', async () => {
    const { id } = await makeOne({ models: 'only-here' });
    await must(app.admin.put('/api/channel/', { id, status: 2 }));
    expect(app.nest.get(ChannelCatalog).current.candidates('default', 'only-here')).toEqual([]);
    expect((await abilities(id)).map(ability => ability.enabled)).toEqual([0, 0]);
    await must(app.admin.put('/api/channel/', { id, status: 1 }));
    expect(app.nest.get(ChannelCatalog).current.candidates('default', 'only-here')[0]?.channels[0]?.id).toBe(id);
  });

  it('leaves status 3 to the server, but accepts it unchanged', async () => {
    const { id } = await makeOne();
    expect((await app.admin.put('/api/channel/', { id, status: 3 })).body.message).toBe(
      'a channel can only be enabled or disabled',
    );
    await app.make.option('AutomaticDisableChannelEnabled', true);
    const keyHash = app.nest.get(ChannelCatalog).current.byId(id)?.keyHash ?? '';
    await app.nest.get(ChannelHealth).disableAfterFailure({ channelId: id, keyHash, reason: 'bad key' });
    const before = await get(id);
    expect(JSON.parse(before.other_info)).toMatchObject({ status_reason: 'bad key', status_time: expect.any(Number) });
    await must(app.admin.put('/api/channel/', { ...before, name: 'renamed' }));
    expect(await get(id)).toMatchObject({ status: 3, name: 'renamed', other_info: before.other_info });
    await must(app.admin.put('/api/channel/', { id, status: 1 }));
    expect(await get(id)).toMatchObject({ status: 1, other_info: '' });
  });

  it('checks the rules of creation and changes nothing when one is broken', async () => {
    const before = await makeOne();
    const refused = async (changes: object) =>
      (await app.admin.put('/api/channel/', { id: before.id, ...changes })).body;
    expect(await refused({ name: '' })).toMatchObject({ success: false });
    expect(await refused({ models: '' })).toMatchObject({ message: 'please select at least one model' });
    expect(await refused({ type: 41 })).toMatchObject({ message: 'deployment region must not be empty' });
    expect(await refused({ type: 9 })).toMatchObject({ message: 'unknown channel type' });
    expect(await refused({ key: 'a\nb' })).toMatchObject({ success: false });
    expect(await get(before.id)).toEqual(before);
  });

  it('refuses an unknown channel with "record not found", and never edits the first one', async () => {
    expect((await app.admin.put('/api/channel/', { id: 9_999_999, weight: 1 })).body.message).toBe('record not found');
    expect((await app.admin.put('/api/channel/', { weight: 1 })).body.success).toBe(false);
    expect((await app.admin.get('/api/channel/9999999')).body.message).toBe('record not found');
  });

  it('says in the log what changed, and of the key only that it did', async () => {
    const { id, name } = await makeOne();
    await must(app.admin.put('/api/channel/', { id, status: 2, key: 'sk-canary-other', weight: 3, name }));
    expect((await adminLog()).content).toBe(`changed channel #${id} (${name}): status 1 to 2, weight, key`);
  });
});

describe('deleting channels', () => {
  it('removes the row, its abilities and its place in the relay, and keeps the counter', async () => {
    const { id } = await makeOne();
    expect((await app.admin.delete(`/api/channel/${id}/`)).body).toEqual({ success: true, message: '' });
    expect((await app.admin.get(`/api/channel/${id}`)).body.success).toBe(false);
    expect(await abilities(id)).toEqual([]);
    expect(app.nest.get(ChannelCatalog).current.byId(id)).toBeNull();
    expect(await app.nest.get(Ledger).balanceOf(AccountKind.Channel, id)).toMatchObject({ used: 0 });
    expect((await app.admin.delete(`/api/channel/${id}/`)).body.success).toBe(true);
  });

  it('returns the real number of a batch', async () => {
    const [first, second] = await make({ key: 'k-1\nk-2' });
    const batch = (ids?: unknown) => app.admin.post('/api/channel/batch', { ids });
    expect((await batch([first!.id, second!.id, first!.id, 9_999_998])).body.data).toBe(2);
    expect((await batch([])).body).toEqual({ success: false, message: 'parameter error' });
    expect((await batch()).body).toEqual({ success: false, message: 'parameter error' });
    expect((await batch(['1; DROP'])).body.success).toBe(false);
    expect((await batch('1')).body.message).toMatch(/^invalid input: .*ids/);
  });

  it('removes exactly those that are off, by hand or by the server', async () => {
    await must(app.admin.delete('/api/channel/disabled'));
    const on = await makeOne();
    const off = await makeOne({ status: 2 });
    const banned = await makeOne();
    const keyHash = app.nest.get(ChannelCatalog).current.byId(banned.id)?.keyHash ?? '';
    await app.nest.get(ChannelHealth).disableAfterFailure({ channelId: banned.id, keyHash, reason: 'r' });
    expect((await app.admin.delete('/api/channel/disabled')).body.data).toBe(2);
    expect(await abilities(off.id)).toEqual([]);
    expect(app.nest.get(ChannelCatalog).current.byId(on.id)?.id).toBe(on.id);
    expect((await app.admin.delete('/api/channel/disabled')).body.data).toBe(0);
  });
});

describe('repairing abilities', () => {
  it('derives all of them again and returns the number of channels', async () => {
    const { id } = await makeOne();
    const total = (await app.admin.get('/api/channel/?page_size=1')).body.total;
    const { writer } = app.nest.get(Database);
    await writer.query(`DELETE FROM abilities WHERE channel_id = ${id} AND model = 'gpt-4o'`);
    await writer.query(`INSERT INTO abilities (ability_group, model, channel_id) VALUES ('x', 'ghost', 9999997)`);
    const answers = await Promise.all([app.admin.post('/api/channel/fix'), app.root.post('/api/channel/fix')]);
    expect(answers.map(answer => answer.body.data)).toEqual([total, total]);
    expect(await abilities(id)).toHaveLength(4);
    expect(await abilities(9_999_997)).toEqual([]);
  });
});

describe('automatic disabling and enabling', () => {
  const health = () => app.nest.get(ChannelHealth);
  const failure = (id: number, changes: object = {}) => ({
    channelId: id,
    keyHash: app.nest.get(ChannelCatalog).current.byId(id)?.keyHash ?? '',
    reason: 'your credit balance is too low',
    ...changes,
  });

  beforeEach(() => app.make.option('AutomaticDisableChannelEnabled', true));

  it('happens once, with reason, time, abilities off and a log row', async () => {
    const { id } = await makeOne();
    const outcomes = await Promise.all([1, 2, 3].map(() => health().disableAfterFailure(failure(id))));
    expect(outcomes.filter(Boolean)).toHaveLength(1);
    expect(await get(id)).toMatchObject({ status: 3 });
    expect((await abilities(id)).every(ability => ability.enabled === 0)).toBe(true);
    expect(app.nest.get(ChannelCatalog).current.byId(id)?.status).toBe(3);
    const rows = await must(app.root.get<Page<LogEntry>>(`/api/log/?type=4&channel=${id}`));
    expect(rows.items.map(row => row.content)).toEqual([expect.stringContaining('your credit balance is too low')]);
  });

  it('does not happen while the switch is off, without auto_ban, to a disabled channel or for an old key', async () => {
    const { id } = await makeOne();
    const protectedOne = await makeOne({ auto_ban: 0 });
    const disabled = await makeOne({ status: 2 });
    expect(await health().disableAfterFailure(failure(protectedOne.id))).toBe(false);
    expect(await health().disableAfterFailure(failure(disabled.id))).toBe(false);
    const old = failure(id);
    await must(app.admin.put('/api/channel/', { id, key: 'sk-fixed' }));
    expect(await health().disableAfterFailure(old)).toBe(false);
    await app.make.option('AutomaticDisableChannelEnabled', false);
    expect(await health().disableAfterFailure(failure(id))).toBe(false);
    expect(await get(id)).toMatchObject({ status: 1 });
    expect(await get(disabled.id)).toMatchObject({ status: 2 });
  });

  it('enables only channels that the server disabled, and only while the option allows it', async () => {
    const byServer = await makeOne();
    const byHand = await makeOne({ status: 2 });
    await health().disableAfterFailure(failure(byServer.id));
    expect(await health().enableAfterTest(byServer.id)).toBe(false);
    await app.make.option('AutomaticEnableChannelEnabled', true);
    expect(await health().enableAfterTest(byServer.id)).toBe(true);
    expect(await health().enableAfterTest(byHand.id)).toBe(false);
    expect(await get(byServer.id)).toMatchObject({ status: 1, other_info: '' });
    expect((await abilities(byServer.id)).every(ability => ability.enabled === 1)).toBe(true);
  });

  it('records tests and the balance at the provider', async () => {
    const { id } = await makeOne();
    await health().recordTest(id, 812.4);
    await health().recordBalance(id, 17.25);
    const channel = await get(id);
    expect(channel).toMatchObject({ response_time: 812, balance: 17.25 });
    expect(Math.abs(channel.test_time - Date.now() / 1000)).toBeLessThan(60);
    expect(Math.abs(channel.balance_updated_time - Date.now() / 1000)).toBeLessThan(60);
  });
});
