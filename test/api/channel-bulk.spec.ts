import { ChannelCatalog } from '@channel';
import { type ChannelBulkResult, type ChannelBulkStep, type ChannelView, type LogEntry, type Page } from '@contracts';
import { ChangeNotices, Database, UnitOfWork } from '@platform';
import { must } from '../support/clients/factories';
import { startTestApp, type TestApp } from '../support/servers/test-app';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

function send(...steps: readonly ChannelBulkStep[]) {
  return app.admin.put<ChannelBulkResult>('/api/channel/bulk', { steps });
}

function edit(...steps: readonly ChannelBulkStep[]): Promise<ChannelBulkResult> {
  return must(send(...steps));
}

function view(id: number) {
  return must(app.admin.get<ChannelView>(`/api/channel/${id}`));
}

/** Channels of one kind, oldest first. */
async function make(count: number, changes: Record<string, unknown> = {}): Promise<readonly number[]> {
  const name = `made-${Math.random().toString(36).slice(2)}`;
  const key = Array.from({ length: count }, (_, at) => `${name}-${at}`).join('\n');
  await must(app.admin.post('/api/channel/', { type: 1, models: 'a,b', group: 'default', ...changes, name, key }));
  const rows = await must(app.admin.get<ChannelView[]>(`/api/channel/search?keyword=${name}&id_sort=true`));
  return rows.map(({ id }) => id).toReversed();
}

/** The step that undoes an edit. */
function undoOf({ changed }: ChannelBulkResult): readonly ChannelBulkStep[] {
  return changed.map(({ id, before, after }) => ({ ids: [id], set: before, expect: after }));
}

function abilities(id: number): Promise<Record<string, unknown>[]> {
  return app.nest
    .get(Database)
    .read.query(
      `SELECT ability_group, model, enabled, priority, weight FROM abilities WHERE channel_id = ${id} ORDER BY 1, 2`,
    );
}

async function namesIn(id: number) {
  return (await abilities(id)).map(row => `${row.ability_group}/${row.model}`);
}

function managementRows() {
  return must(app.root.get<Page<LogEntry>>('/api/log/?type=3&page_size=100'));
}

describe('who may edit many channels', () => {
  it('is refused to guests and users', async () => {
    const body = { steps: [{ ids: [1], set: { priority: 1 } }] };
    expect((await app.guest.put('/api/channel/bulk', body)).status).toBe(401);
    const refusal = await app.user.put('/api/channel/bulk', body);
    expect([refusal.status, refusal.body.message]).toEqual([200, 'not permitted: insufficient permission']);
  });
});

describe('one edit of many channels', () => {
  it('sets every field that many may share, and returns the earlier values', async () => {
    const ids = await make(2);
    const set = {
      status: 2,
      priority: 5,
      weight: 3,
      group: 'default,vip',
      models: 'b,c',
      model_mapping: '{"b":"x"}',
      status_code_mapping: '{"400":"500"}',
      test_model: 'c',
      ma_input_tokens: 1000,
      auto_ban: 0,
    } as const;
    const before = {
      status: 1,
      priority: 0,
      weight: 0,
      group: 'default',
      models: 'a,b',
      model_mapping: '',
      status_code_mapping: '',
      test_model: null,
      ma_input_tokens: 0,
      auto_ban: 1,
    };
    const result = await edit({ ids, set });
    expect(result).toEqual({ changed: ids.map(id => ({ id, before, after: set })), skipped: [] });
    for (const id of ids) expect(await view(id)).toMatchObject(set);
  });

  it('returns only fields that changed, and nothing of channels that had all values', async () => {
    const [first = 0, second = 0] = await make(2);
    await edit({ ids: [first], set: { priority: 7, weight: 1 } });
    const { changed } = await edit({ ids: [first, second], set: { priority: 7, weight: 1 } });
    expect(changed.map(({ id }) => id)).toEqual([second]);
    const again = await edit({ ids: [first], set: { priority: 7, weight: 2 } });
    expect(again.changed).toEqual([{ id: first, before: { weight: 1 }, after: { weight: 2 } }]);
  });

  it('adds names to the lists of each channel and takes names out, each once and in order', async () => {
    const [long = 0] = await make(1, { models: 'a,b,c', group: 'default,vip' });
    const [short = 0] = await make(1, { models: 'c' });
    await edit({
      ids: [long, short],
      add: { models: ' d ,a,d', group: 'svip' },
      remove: { models: 'b', group: 'vip' },
    });
    expect([(await view(long)).models, (await view(long)).group]).toEqual(['a,c,d', 'default,svip']);
    expect([(await view(short)).models, (await view(short)).group]).toEqual(['c,d,a', 'default,svip']);
  });

  it('takes different steps for different channels', async () => {
    const [first = 0, second = 0] = await make(2);
    await edit({ ids: [first], set: { priority: 1 } }, { ids: [second], set: { priority: 2 } });
    expect([(await view(first)).priority, (await view(second)).priority]).toEqual([1, 2]);
  });

  it('keeps the abilities correct, rebuilt or updated', async () => {
    const ids = await make(2);
    await edit({ ids, set: { status: 2, priority: 9, weight: 4 } });
    for (const id of ids) {
      const rows = (await abilities(id)).map(row => [row.enabled, Number(row.priority), row.weight].map(Number));
      expect(rows).toEqual([
        [0, 9, 4],
        [0, 9, 4],
      ]);
    }
    await edit({ ids, add: { group: 'vip' }, remove: { models: 'a' } });
    for (const id of ids) expect(await namesIn(id)).toEqual(['default/b', 'vip/b']);
  });

  it('is in force in the relay when it responds, and is announced once', async () => {
    const ids = await make(3);
    const received = jest.spyOn(app.nest.get(ChangeNotices), 'publish');
    await edit({ ids, add: { models: 'brand-new' } });
    const [tier] = app.nest.get(ChannelCatalog).current.candidates('default', 'brand-new');
    expect(tier?.channels.map(({ id }) => id).toSorted((a, b) => a - b)).toEqual(ids);
    expect(received.mock.calls.filter(([topic]) => topic === 'channel')).toEqual([['channel', ids.join()]]);
    received.mockRestore();
  });

  it('skips channels that are gone', async () => {
    const [id = 0, gone = 0] = await make(2);
    await app.admin.delete(`/api/channel/${gone}/`);
    const { changed, skipped } = await edit({ ids: [gone, id], set: { weight: 8 } });
    expect([changed.map(row => row.id), skipped]).toEqual([[id], [{ id: gone, reason: 'gone' }]]);
  });

  it('switches channels on that the server had switched off, without its reason', async () => {
    const [id = 0] = await make(1);
    await app.nest
      .get(UnitOfWork)
      .run(manager => manager.query(`UPDATE channels SET status = 3, status_reason = 'bad key' WHERE id = ${id}`));
    expect((await edit({ ids: [id], set: { status: 1 } })).changed).toEqual([
      { id, before: { status: 3 }, after: { status: 1 } },
    ]);
    expect(await view(id)).toMatchObject({ status: 1, other_info: '' });
  });
});

describe('the log', () => {
  it('has one row per edit, with actor, number, fields and common values', async () => {
    const ids = await make(3);
    const { total } = await managementRows();
    await edit({ ids, set: { priority: 5 }, add: { models: 'c' } });
    const rows = await managementRows();
    expect(rows.total).toBe(total + 1);
    const [row] = rows.items;
    const named = ids.map(id => `#${id}`).join(', ');
    expect(row?.content).toBe(`changed 3 channels at once: priority, models of channels ${named}`);
    const { admin_info } = JSON.parse(row?.other ?? '') as { admin_info: Record<string, unknown> };
    expect(admin_info).toMatchObject({
      actor: app.admin.user?.username,
      before: { priority: 0, models: 'a,b' },
      after: { priority: 5, models: 'a,b,c' },
    });
  });

  it('has none for an edit that changed nothing', async () => {
    const ids = await make(2);
    const { total } = await managementRows();
    expect(await edit({ ids, set: { weight: 0 } })).toEqual({ changed: [], skipped: [] });
    expect((await managementRows()).total).toBe(total);
  });
});

describe('undo', () => {
  it('puts back exactly what was there, different for each', async () => {
    const [first = 0] = await make(1, { models: 'a', priority: 1, model_mapping: '{"a":"b"}' });
    const [second = 0] = await make(1, { models: 'b,c', priority: 2 });
    const old = [await view(first), await view(second)];
    const result = await edit({
      ids: [first, second],
      set: { priority: 9, status: 2, model_mapping: '' },
      add: { models: 'd' },
    });
    expect(await edit(...undoOf(result))).toMatchObject({ skipped: [] });
    expect([await view(first), await view(second)]).toEqual(old);
    expect(await namesIn(second)).toEqual(['default/b', 'default/c']);
  });

  it('skips channels that another administrator changed meanwhile, and names them', async () => {
    const [mine = 0, theirs = 0] = await make(2);
    const result = await edit({ ids: [mine, theirs], set: { priority: 5, weight: 1 } });
    await must(app.root.put('/api/channel/', { id: theirs, priority: 6 }));
    const undone = await edit(...undoOf(result));
    expect(undone.changed.map(({ id }) => id)).toEqual([mine]);
    expect(undone.skipped).toEqual([{ id: theirs, reason: 'changed' }]);
    expect(await view(mine)).toMatchObject({ priority: 0, weight: 0 });
    expect(await view(theirs)).toMatchObject({ priority: 6, weight: 1 });
  });

  it('is not stopped by changes of others to other fields', async () => {
    const [id = 0] = await make(1);
    const result = await edit({ ids: [id], set: { priority: 5 } });
    await must(app.root.put('/api/channel/', { id, weight: 6 }));
    expect((await edit(...undoOf(result))).skipped).toEqual([]);
    expect(await view(id)).toMatchObject({ priority: 0, weight: 6 });
  });

  it('happens once when two run at the same time', async () => {
    const ids = await make(2);
    const undo = undoOf(await edit({ ids, set: { priority: 5 } }));
    const answers = await Promise.all([edit(...undo), edit(...undo)]);
    expect(answers.map(({ changed }) => changed.length).toSorted()).toEqual([0, 2]);
  });
});

describe('a refused edit of many channels', () => {
  let ids: readonly number[];
  beforeAll(async () => {
    ids = await make(2);
  });

  it.each<[string, Omit<ChannelBulkStep, 'ids'>]>([
    ['priority must be an integer of at least -999, weight an integer of at least 0', { set: { priority: -1000 } }],
    ['please select at least one model', { set: { models: ' , ' } }],
    ['model mapping must be valid JSON', { set: { model_mapping: '{' } }],
    ['model mapping contains a cycle', { set: { model_mapping: '{"a":"b","b":"a"}' } }],
    ['status code mapping must be valid JSON', { set: { status_code_mapping: '{"a":1}' } }],
    ['a channel can only be enabled or disabled', { set: { status: 3 } }],
    [`model name too long: ${'x'.repeat(60)}…`, { add: { models: 'x'.repeat(300) } }],
  ])('has the sentence of an edit of one channel: %s', async (sentence, step) => {
    const answer = await send({ ids, ...step });
    expect([answer.status, answer.body.success, answer.body.message]).toEqual([200, false, sentence]);
    const single = step.set && (await app.admin.put('/api/channel/', { id: ids[0], ...step.set }));
    if (single) expect(single.body.message).toBe(sentence);
  });

  it('names a channel that would lose its last model or group', async () => {
    const [rich = 0] = await make(1, { models: 'a,b,c', group: 'default,vip' });
    const [poor = 0] = await make(1, { models: 'a', group: 'vip' });
    const { name } = await view(poor);
    const without = async (step: Omit<ChannelBulkStep, 'ids'>) =>
      (await send({ ids: [rich, poor], ...step })).body.message;
    expect(await without({ remove: { models: 'a' } })).toBe(`channel #${poor} (${name}) would be left without a model`);
    expect(await without({ remove: { group: 'vip' } })).toBe(
      `channel #${poor} (${name}) would be left without a group`,
    );
    expect(await view(rich)).toMatchObject({ models: 'a,b,c', group: 'default,vip' });
  });

  it('undoes the earlier steps after a fault in a later one', async () => {
    const [first = 0, second = 0] = ids;
    const answer = await send({ ids: [first], set: { weight: 77 } }, { ids: [second], set: { priority: -1000 } });
    expect(answer.body.success).toBe(false);
    expect((await view(first)).weight).toBe(0);
  });

  it.each<[string, () => readonly ChannelBulkStep[]]>([
    ['parameter error', () => []],
    ['parameter error', () => [{ ids: [], set: { weight: 1 } }]],
    ['invalid input: nothing to change', () => [{ ids }]],
    ['invalid input: nothing to change', () => [{ ids, set: {} }]],
    ['invalid input: a channel stands there twice', () => [{ ids: [...ids, ...ids], set: { weight: 1 } }]],
    [
      'invalid input: more than 1000 channels',
      () => [1, 1001].map(from => ({ ids: Array.from({ length: 501 }, (_, at) => from + at), set: { weight: 1 } })),
    ],
  ])('has the sentence: %s', async (sentence, steps) => {
    expect((await send(...steps())).body.message).toBe(sentence);
  });

  it('has more than 1000 ids in one step, or invalid ids', async () => {
    const many = Array.from({ length: 1001 }, (_, at) => at + 1);
    expect((await send({ ids: many, set: { weight: 1 } })).body.success).toBe(false);
    expect((await send({ ids: many.slice(1), set: { weight: 0 } })).body.success).toBe(true);
    const bad = { steps: [{ ids: ['1 OR 1=1'], set: { weight: 1 } }] };
    expect((await app.admin.put('/api/channel/bulk', bad)).body.success).toBe(false);
  });

  it('never takes a key, a name or an address', async () => {
    const [id = 0] = ids;
    const old = await view(id);
    const set = { key: 'sk-stolen', name: 'x', base_url: 'https://elsewhere.example', type: 8, used_quota: 5 };
    const answer = await app.admin.put('/api/channel/bulk', { steps: [{ ids: [id], set }] });
    expect(answer.body.message).toBe('invalid input: nothing to change');
    expect(await view(id)).toEqual(old);
  });
});

describe('a thousand channels', () => {
  it('are edited at once, and back', async () => {
    const ids = await make(1000);
    const result = await edit({ ids, set: { priority: 3 }, add: { models: 'c,d', group: 'vip' } });
    expect(result.changed).toHaveLength(1000);
    expect(await namesIn(ids[999] ?? 0)).toEqual(
      ['default', 'vip'].flatMap(group => ['a', 'b', 'c', 'd'].map(model => `${group}/${model}`)),
    );
    expect((await edit(...undoOf(result))).changed).toHaveLength(1000);
    expect(await namesIn(ids[999] ?? 0)).toEqual(['default/a', 'default/b']);
  });

  it('with more combinations of models and groups than can be written are refused', async () => {
    const ids = await make(500);
    const models = Array.from({ length: 401 }, (_, at) => `m${at}`).join();
    const { message } = (await send({ ids, set: { models } })).body;
    expect(message).toMatch(/^models times groups of these channels are more than 200000/);
    expect((await view(ids[0] ?? 0)).models).toBe('a,b');
  });
});
