import { createMockUpstream, failure, json, sse, type MockUpstream } from '../../apps/mock-upstream/src/index';
import { type LogEntry, type OwnReport, type Page, type Report, type SupplierCost } from '@contracts';
import { FixedCosts } from '@cost';
import { must } from '../support/clients/factories';
import { eventually } from '../support/eventually';
import { chat, startRelayScene, type RelayScene } from '../support/scenes/relay-scene';
import { accepted, startTaskScene } from '../support/scenes/task-scene';

/** Units of one currency unit. */
const UNIT = 500_000;
const DAY_SECONDS = 86_400;

/** What two suppliers ask, and what the calls below cost by hand. */
const BOOK: SupplierCost = {
  models: {
    'gpt-4o': { input: 2.1, output: 8.3, cache_read: 1.05, audio_input: 40, audio_output: 80 },
    'up-mini': { input: 0.13, output: 0.51 },
    'dall-e-2': { call: 0.031 },
  },
};
const DISCOUNT: SupplierCost = { discount: 37.5 };

let scene: RelayScene;
let first: MockUpstream;
let second: MockUpstream;
let bookId = 0;
let tagged = 0;

beforeAll(async () => {
  scene = await startRelayScene();
  [first, second] = await Promise.all([createMockUpstream(), createMockUpstream()]);
  await scene.app.root.put('/api/channel/', { id: scene.channelId, models: 'gpt-3.5-turbo-instruct' });
  bookId = await scene.app.make.channel({
    base_url: first.url,
    models: 'gpt-4o,gpt-4o-mini,dall-e-2,o3',
    priority: 20,
    model_mapping: '{"gpt-4o-mini": "up-mini"}',
    supplier_cost: JSON.stringify(BOOK),
  });
  tagged = await scene.app.make.channel({ base_url: second.url, models: 'gpt-4o,gpt-4.1', priority: 10, tag: 'eu' });
  await scene.app.make.option('TagCosts', { eu: DISCOUNT });
  await scene.app.make.option('RetryTimes', 2);
});
afterAll(async () => {
  await scene.close();
  await Promise.all([first.close(), second.close()]);
});
beforeEach(() => {
  first.reset();
  second.reset();
  scene.app.wakeChannels();
});

function answer(model: string, usage: Record<string, unknown>) {
  const message = { role: 'assistant', content: 'Yes.' };
  return json({
    id: 'c',
    object: 'chat.completion',
    model,
    choices: [{ index: 0, message, finish_reason: 'stop' }],
    usage,
  });
}

let rows = 0;
/** The row of the call that was made last, as administrators see it. */
async function lastRow(): Promise<LogEntry> {
  rows += 1;
  const page = await eventually(
    () => must(scene.app.admin.get<Page<LogEntry>>('/api/log/?p=1&page_size=100&type=2')),
    ({ items }) => items.length >= rows,
  );
  return page.items[0]!;
}

async function costOf(model: string, usage: Record<string, unknown>, upstream = first): Promise<LogEntry> {
  upstream.onModel(model === 'gpt-4o-mini' ? 'up-mini' : model, answer(model, usage));
  const response = await scene.post('/v1/chat/completions', chat({ model }));
  expect(response.status).toBe(200);
  await response.text();
  return lastRow();
}

describe('the cost of a call', () => {
  it('follows the prices of the supplier, with cached and audio tokens, and is rounded once', async () => {
    const row = await costOf('gpt-4o', {
      prompt_tokens: 1217,
      completion_tokens: 333,
      total_tokens: 1550,
      prompt_tokens_details: { cached_tokens: 101, audio_tokens: 13 },
      completion_tokens_details: { audio_tokens: 7 },
    });
    // Per million: 1103 at 2.1, 101 at 1.05, 13 at 40, 326 at 8.3 and 7 at 80; half a unit for each millionth.
    const money = 1103 * 2.1 + 101 * 1.05 + 13 * 40 + 326 * 8.3 + 7 * 80;
    expect(row).toMatchObject({ channel: bookId, cost: Math.round(money / 2) });
  });

  it('goes by the name that the supplier knows', async () => {
    const row = await costOf('gpt-4o-mini', { prompt_tokens: 1001, completion_tokens: 77, total_tokens: 1078 });
    expect(row.cost).toBe(Math.round((1001 * 0.13 + 77 * 0.51) / 2));
  });

  it('of a stream is that of its usage', async () => {
    const usage = { prompt_tokens: 2003, completion_tokens: 401, total_tokens: 2404 };
    const chunk = { id: 'c', object: 'chat.completion.chunk', model: 'gpt-4o' };
    const events = [
      { ...chunk, choices: [{ index: 0, delta: { role: 'assistant', content: 'Yes' }, finish_reason: null }] },
      { ...chunk, choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] },
      { ...chunk, choices: [], usage },
    ];
    first.onModel('gpt-4o', sse([...events.map(event => JSON.stringify(event)), '[DONE]']));
    await (await scene.post('/v1/chat/completions', chat({ model: 'gpt-4o', stream: true }))).text();
    expect((await lastRow()).cost).toBe(Math.round((2003 * 2.1 + 401 * 8.3) / 2));
  });

  it('of images is counted by image', async () => {
    first.onModel(
      'dall-e-2',
      json({ created: 1, data: [{ url: 'https://a.example/1' }, { url: 'https://a.example/2' }] }),
    );
    const response = await scene.post('/v1/images/generations', { model: 'dall-e-2', prompt: 'a boat', n: 2 });
    expect(response.status).toBe(200);
    await response.text();
    expect((await lastRow()).cost).toBe(2 * 0.031 * UNIT);
  });

  it('is the own list price less the discount of the tag, whatever the group pays', async () => {
    await scene.app.make.option('GroupRatio', { default: 3 });
    first.onModel('gpt-4o', failure(500, { message: 'broken' }));
    const row = await costOf('gpt-4o', { prompt_tokens: 1000, completion_tokens: 100, total_tokens: 1100 }, second);
    await scene.app.make.option('GroupRatio', { default: 1 });
    const list = (1000 + 100 * 4) * 1.25;
    expect(row).toMatchObject({ channel: tagged, quota: 3 * list, cost: Math.round(list * 0.625) });
  });

  it('is not known for a model without a price, and nothing is stored', async () => {
    const row = await costOf('o3', { prompt_tokens: 10, completion_tokens: 1, total_tokens: 11 });
    expect(row).not.toHaveProperty('cost');
  });

  it('that failed is nothing', async () => {
    for (const upstream of [first, second]) upstream.onModel('gpt-4o', failure(400, { message: 'no' }));
    const response = await scene.post('/v1/chat/completions', chat({ model: 'gpt-4o' }));
    expect(response.status).toBe(400);
    const errors = await eventually(
      () => must(scene.app.admin.get<Page<LogEntry>>('/api/log/?p=1&page_size=1&type=5')),
      ({ items }) => items.length > 0,
    );
    expect(errors.items[0]).not.toHaveProperty('cost');
  });

  it('is shown to administrators only', async () => {
    const own = await must(scene.owner.get<Page<LogEntry>>('/api/log/self/?p=1&page_size=100&type=2'));
    expect(JSON.stringify(own)).not.toContain('"cost"');
    for (const path of ['/api/report?by=model', '/api/report/export?by=model']) {
      expect((await scene.owner.get(path)).body).toMatchObject({ success: false });
    }
    const report = await must(scene.owner.get<OwnReport>('/api/report/self?by=model'));
    expect(report.rows.length).toBeGreaterThan(0);
    expect(JSON.stringify(report)).not.toMatch(/cost|channel/);
    expect((await scene.owner.get('/api/report/self?by=channel')).body).toMatchObject({ success: false });
  });
});

describe('the cost of a task', () => {
  it('is that of its charge, and goes back when the task fails', async () => {
    const tasks = await startTaskScene(scene.app, 10_000_000);
    await must(scene.app.root.put('/api/channel/', { id: tasks.channelId, supplier_cost: { discount: 50 } }));
    const costs = async () => {
      const { total } = await must(scene.app.admin.get<Report>(`/api/report?by=channel&channel=${tasks.channelId}`));
      return [total.quota, total.costed_quota, total.cost];
    };
    const { task } = await tasks.submit(accepted('well'));
    const quota = task?.quota ?? 0;
    expect(quota).toBeGreaterThan(0);
    expect(await costs()).toEqual([quota, quota, quota / 2]);
    await tasks.submit(accepted('ill', { report: { status: 'FAILURE', failReason: 'bad words' } }));
    expect(await costs()).toEqual([2 * quota, quota, quota / 2]);
    rows += 2;
  });
});

describe('a report', () => {
  const all = () => must(scene.app.admin.get<Page<LogEntry>>('/api/log/?p=1&page_size=100&type=2'));

  it('sums charges, costs and margins by each of its dimensions', async () => {
    const items = (await all()).items.filter(row => row.channel === bookId || row.channel === tagged);
    const known = items.filter(({ cost }) => cost !== undefined);
    const sum = (list: readonly LogEntry[], of: (row: LogEntry) => number) => list.reduce((to, row) => to + of(row), 0);
    const total = {
      count: items.length,
      quota: sum(items, row => row.quota),
      cost: sum(known, row => row.cost ?? 0),
      costed_quota: sum(known, row => row.quota),
    };
    for (const by of ['user', 'key', 'model', 'channel', 'tag', 'group', 'day']) {
      const report = await must(scene.app.admin.get<Report>(`/api/report?by=${by}&user_id=${scene.owner.user?.id}`));
      expect(report.total).toMatchObject(total);
      expect(report.rows.reduce((cost, row) => cost + row.cost, 0)).toBe(total.cost);
    }
    const byTag = await must(scene.app.admin.get<Report>('/api/report?by=tag'));
    const eu = byTag.rows.find(({ name }) => name === 'eu');
    expect(eu?.cost).toBe(
      sum(
        known.filter(row => row.channel === tagged),
        row => row.cost ?? 0,
      ),
    );
    const ofOne = await must(scene.app.admin.get<Report>(`/api/report?by=model&channel=${bookId}&model_name=gpt-4o`));
    const rowsOfOne = items.filter(row => row.channel === bookId && row.model_name === 'gpt-4o');
    expect(ofOne.rows).toMatchObject([{ name: 'gpt-4o', count: rowsOfOne.length, cached_tokens: 101 }]);
    await scene.expectEvenLedger();
  });

  it('is a file with money, in which no name is a formula', async () => {
    const token = await scene.app.make.token(scene.owner, { name: '=1+1' });
    first.onModel('gpt-4o', answer('gpt-4o', { prompt_tokens: 1000, completion_tokens: 0, total_tokens: 1000 }));
    await fetch(`${scene.app.url}/v1/chat/completions`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token.secret}` },
      body: JSON.stringify(chat({ model: 'gpt-4o' })),
    });
    await lastRow();
    const { text } = await scene.app.admin.get('/api/report/export?by=key');
    const line = text.split('\r\n').find(row => row.includes('1+1'));
    expect(line).toContain(`"'=1+1"`);
    expect(line).toContain('"0.002500"'); // charged
    expect(line).toContain('"0.002100"'); // cost
    expect(line).toContain('"0.000400","16.00"'); // margin
    const own = await scene.owner.get('/api/report/self/export?by=key');
    expect(own.text).not.toMatch(/cost|margin/);
  });

  it('begins days where the time zone does', async () => {
    const day = async (zone: string) => {
      const { rows: found } = await must(
        scene.app.admin.get<Report>(`/api/report?by=day&time_zone=${encodeURIComponent(zone)}`),
      );
      return found.map(({ name }) => name);
    };
    const now = Date.now();
    const inKiribati = new Date(now + 14 * 3_600_000).toISOString().slice(0, 10);
    const inNiue = new Date(now - 11 * 3_600_000).toISOString().slice(0, 10);
    expect((await day('Pacific/Kiritimati')).at(-1)).toBe(inKiribati);
    expect((await day('Pacific/Niue')).at(-1)).toBe(inNiue);
    expect((await scene.app.admin.get('/api/report?by=day&time_zone=Nowhere')).body).toMatchObject({ success: false });
  });

  it('has the cost of days once they are over, spread over their calls and booked once', async () => {
    const from = new Date(Date.now() - 2 * DAY_SECONDS * 1000).toISOString().slice(0, 10);
    const perDay = 1.000003;
    await must(
      scene.app.root.put('/api/channel/', { id: tagged, supplier_cost: JSON.stringify({ per_day: perDay, from }) }),
    );
    const costs = scene.app.nest.get(FixedCosts);
    const later = Date.now() + DAY_SECONDS * 1000;
    const booked = await costs.run(later);
    expect(booked).toBeGreaterThan(1);
    expect(await costs.run(later)).toBe(0);
    const span = `start_timestamp=${Math.floor(Date.now() / 1000) - 4 * DAY_SECONDS}&end_timestamp=${Math.floor(later / 1000)}`;
    const byUser = await must(scene.app.admin.get<Report>(`/api/report?by=user&channel=${tagged}&${span}`));
    const units = Math.round(perDay * UNIT);
    expect(byUser.total.fixed_cost).toBe(booked * units);
    // Days without calls belong to nobody; that of the calls is spread over who made them.
    expect(byUser.rows.find(({ id }) => id === scene.owner.user?.id)?.fixed_cost).toBe(units);
  });

  it('refuses a cost that cannot be read, and says where', async () => {
    const { body } = await scene.app.root.put('/api/channel/', {
      id: tagged,
      supplier_cost: { models: { 'gpt-4o': { inptu: 1 } } },
    });
    expect(body).toMatchObject({ success: false, message: expect.stringContaining('models.gpt-4o') });
  });
});
