import { LogStore, type LogRecord } from '@log';
import { Database, UnitOfWork } from '@platform';
import { PriceBook, receiptOf } from '@pricing';
import {
  noUsage,
  type PricePreview,
  type PricePreviewModel,
  type PricePreviewSums,
  type UsageBuckets,
} from '@contracts';
import { PricePreviewService } from '../../libs/pricing/src/preview/price-preview.service';
import { must } from '../support/clients/factories';
import { chat, startRelayScene, type RelayScene } from '../support/scenes/relay-scene';

const DAY_MS = 86_400_000;
const PATH = '/api/option/price_preview';

let scene: RelayScene;
let admin: RelayScene['app']['admin'];

beforeAll(async () => {
  scene = await startRelayScene();
  ({ admin } = scene.app);
});
afterAll(() => scene.close());
afterEach(async () => {
  await scene.settled();
  await scene.app.nest.get(Database).writer.query('DELETE FROM logs');
});

function preview(options: Record<string, unknown>): Promise<PricePreview> {
  return must(admin.post<PricePreview>(PATH, { options }));
}

async function optionOf(key: string): Promise<Record<string, number>> {
  const entries = await must(admin.get<{ key: string; value: string }[]>('/api/option/'));
  return JSON.parse(entries.find(entry => entry.key === key)?.value ?? '{}') as Record<string, number>;
}

/** Writes rows as the relay does, billed by the prices in force. */
async function write(rows: readonly (Partial<LogRecord> & { usage?: Partial<UsageBuckets> })[]): Promise<void> {
  const book = scene.app.nest.get(PriceBook).current;
  const logs = scene.app.nest.get(LogStore);
  const records = rows.map(({ usage, ...fields }) => {
    const { modelName = 'gpt-4o', tokenGroup = 'default' } = fields;
    const price = book.priceFor({ model: modelName, group: tokenGroup, selfUse: true });
    if (!price) throw new Error('no price');
    const receipt = receiptOf({ ...noUsage, calls: 1, ...usage }, price);
    return {
      userId: scene.owner.user?.id ?? 0,
      type: 2,
      modelName,
      tokenGroup,
      quota: receipt.units,
      other: JSON.stringify({ receipt }),
      ...fields,
    };
  });
  await scene.app.nest.get(UnitOfWork).run(manager => logs.writeAll(manager, records));
}

function sums(row: PricePreviewSums | undefined) {
  return row && [row.calls, row.charged, row.unknown_calls, row.unknown_charged, row.current, row.proposed];
}

function rowOf(answer: PricePreview, model: string): PricePreviewModel | undefined {
  return answer.models.find(row => row.model === model);
}

describe('the preview of prices', () => {
  it('calculates real calls with the price that such a call would have after saving', async () => {
    await (await scene.post('/v1/chat/completions', chat())).text();
    const [row] = await scene.consumption(1);
    const ratios = { ...(await optionOf('ModelRatio')), 'gpt-4o-mini': 12.34 };
    const answer = await preview({ ModelRatio: JSON.stringify(ratios) });
    const received = rowOf(answer, 'gpt-4o-mini');
    expect(sums(received)?.slice(0, 5)).toEqual([1, row?.quota, 0, 0, row?.quota]);
    const before = await optionOf('ModelRatio');
    await scene.app.make.option('ModelRatio', ratios);
    await (await scene.post('/v1/chat/completions', chat())).text();
    const [next] = await scene.consumption(2);
    await scene.app.make.option('ModelRatio', before);
    expect(received?.proposed).toBe(next?.quota);
    expect(received?.proposed).toBeGreaterThan(received?.current ?? Infinity);
  });

  it('uses completion ratios, prices per call and group ratios, each row in its own group', async () => {
    await write([
      { usage: { promptTokens: 1000, completionTokens: 100 } },
      { usage: { promptTokens: 1000 }, tokenGroup: 'vip' },
      { usage: { promptTokens: 500 }, modelName: 'gpt-4o-mini' },
    ]);
    const groups = await optionOf('GroupRatio');
    const byGroup = await preview({ GroupRatio: JSON.stringify({ ...groups, vip: 3 }) });
    const perCall = await preview({ ModelPrice: JSON.stringify({ 'gpt-4o': 0.5 }) });
    const own = rowOf(byGroup, 'gpt-4o');
    // 1.25 units a token: 1000 in the group whose ratio grows from 1 to 3.
    expect((own?.proposed ?? 0) - (own?.current ?? 0)).toBe(2500);
    expect(rowOf(byGroup, 'gpt-4o-mini')).toMatchObject({ current: 38, proposed: 38 });
    expect(rowOf(perCall, 'gpt-4o')?.proposed).toBe(2 * 250_000);
    expect(byGroup.models.map(row => row.model)).toEqual(['gpt-4o', 'gpt-4o-mini']);
  });

  it('bills long prompts, hours and groups as rules would', async () => {
    await write([
      { usage: { promptTokens: 1000, completionTokens: 100 } },
      { usage: { promptTokens: 1001 }, tokenGroup: 'vip' },
    ]);
    const tiers = [{ above: 1000, prices: { ModelRatio: 2.5 } }];
    const proposed = async (rule: object) =>
      rowOf(await preview({ PriceRules: JSON.stringify({ 'gpt-4o': rule }) }), 'gpt-4o')?.proposed;
    expect(await proposed({ tiers })).toBe(1750 + Math.round(1001 * 2.5));
    expect(await proposed({ groups: { vip: { prices: { ModelRatio: 0.5 } } } })).toBe(1750 + Math.round(1001 * 0.5));
    const hours = { zone: 'UTC', from: '00:00', to: '24:00' };
    expect(await proposed({ windows: [{ ...hours, factor: 2 }] })).toBe(3500 + Math.round(1001 * 2.5));
  });

  it('sums exactly, also amounts that plain sums would lose', async () => {
    await write([
      { quota: Number.MAX_SAFE_INTEGER - 100 },
      { quota: 1 },
      { quota: 1 },
      { usage: { promptTokens: 7 }, modelName: 'gpt-4o-mini' },
    ]);
    const { total, models } = await preview({});
    expect(total.charged).toBe(models.reduce((sum, row) => sum + row.charged, 0));
    expect(rowOf({ models } as PricePreview, 'gpt-4o')?.charged).toBe(Number.MAX_SAFE_INTEGER - 98);
    expect(total.current).toBe(total.proposed);
  });

  it('reports calls that cannot be calculated again, and leaves them out of both sums', async () => {
    await write([
      { usage: { promptTokens: 1000 } },
      { quota: 40, other: '' },
      { quota: 41, other: '{"receipt":{"version":1' },
      { quota: 42, other: JSON.stringify({ receipt: { version: 2, usage: {} } }) },
      { quota: 43, other: JSON.stringify({ receipt: { version: 1, usage: { promptTokens: 'many' } } }) },
      { quota: 44, other: JSON.stringify({ receipt: { version: 1, usage: { promptTokens: 1e300 } } }) },
      { quota: 9, usage: { promptTokens: 5 }, modelName: 'priced-no-more' },
    ]);
    const answer = await preview({});
    expect(sums(rowOf(answer, 'gpt-4o'))).toEqual([6, 1250 + 210, 5, 210, 1250, 1250]);
    expect(sums(rowOf(answer, 'priced-no-more'))).toEqual([1, 9, 1, 9, 0, 0]);
    expect(sums(answer.total)).toEqual([7, 1250 + 210 + 9, 6, 219, 1250, 1250]);
  });

  it('covers the last seven days and consumption only', async () => {
    const now = Date.now();
    await write([
      { usage: { promptTokens: 8 }, createdAtMs: now - 7 * DAY_MS + 60_000 },
      { usage: { promptTokens: 8 }, createdAtMs: now - 7 * DAY_MS - 60_000 },
      { usage: { promptTokens: 8 }, type: 1 },
      { usage: { promptTokens: 8 }, type: 5 },
    ]);
    const answer = await preview({});
    expect(sums(answer.total)).toEqual([1, 10, 0, 0, 10, 10]);
    expect(answer.until - answer.since).toBe(7 * 86_400);
    expect(answer.capped).toBeNull();
  });

  it('is empty for an empty log', async () => {
    const answer = await preview({});
    expect([sums(answer.total), answer.models]).toEqual([[0, 0, 0, 0, 0, 0], []]);
  });

  it('reads more rows than one page holds, each once', async () => {
    await write(Array.from({ length: 2345 }, () => ({ usage: { promptTokens: 8 } })));
    expect(sums((await preview({})).total)).toEqual([2345, 23_450, 0, 0, 23_450, 23_450]);
  });
});

describe('the limits of a preview', () => {
  const actor = { id: 1, username: 'root', role: 100 } as const;
  const run = (limits: { rowsMax: number; timeMs: number }, signal = new AbortController().signal) =>
    scene.app.nest.get(PricePreviewService).preview({ options: {} }, actor, signal, limits);

  it.each([
    [4, 'rows', 4],
    [5, null, 5],
    [6, null, 5],
  ] as const)('of %i rows are reported as "%s", and nothing is extrapolated', async (rowsMax, capped, calls) => {
    const now = Date.now();
    await write([5, 4, 3, 2, 1].map(hours => ({ usage: { promptTokens: 8 }, createdAtMs: now - hours * 3_600_000 })));
    const answer = await run({ rowsMax, timeMs: 20_000 });
    expect([answer.capped, answer.total.calls, answer.total.current]).toEqual([capped, calls, calls * 10]);
    // The preview reaches back to the oldest row that it read.
    if (capped) expect(answer.since).toBe(Math.floor((now - 4 * 3_600_000) / 1000));
  });

  it('end it when its time is over, and when the caller has left', async () => {
    await write([{ usage: { promptTokens: 8 } }]);
    expect(await run({ rowsMax: 10, timeMs: -1 })).toMatchObject({ capped: 'time', total: { calls: 0 } });
    expect(await run({ rowsMax: 10, timeMs: 20_000 }, AbortSignal.abort())).toMatchObject({ total: { calls: 0 } });
  });
});

describe('the route of the preview', () => {
  // Previews are limited per user, and the tests above have used up their share.
  beforeEach(async () => {
    admin = await scene.app.make.signedIn({ role: 10 });
  });

  it('allows a user some twenty previews a minute', async () => {
    const answers = [];
    for (let count = 0; count < 21; count++) answers.push(await admin.post(PATH, { options: {} }));
    expect(answers.map(answer => answer.body.success).filter(Boolean)).toHaveLength(20);
    expect(answers.at(-1)?.body.message).toBe('too many requests, please try again later');
  });

  it('refuses guests and users', async () => {
    expect((await scene.app.guest.post(PATH, { options: {} })).status).toBe(401);
    expect((await scene.app.user.post(PATH, { options: {} })).body.success).toBe(false);
  });

  it.each([
    ['a broken text', { ModelRatio: '{' }],
    ['a ratio below zero', { GroupRatio: '{"default":-1}' }],
    ['a text in place of a number', { ModelPrice: '{"gpt-4o":"dear"}' }],
    ['a list', { CompletionRatio: ['1'] }],
    ['a units-per-currency of 0', { QuotaPerUnit: '0' }],
  ])('refuses %s with the same sentence as saving it', async (_name, options) => {
    const [[key, value]] = Object.entries(options) as [[string, unknown]];
    const saved = await admin.put('/api/option/', { key, value });
    const previewed = await admin.post(PATH, { options });
    expect([saved.body.success, previewed.body.success]).toEqual([false, false]);
    expect(previewed.body.message).toBe(saved.body.message);
  });

  it.each([
    [{ options: { SystemName: 'x' } }],
    [{ options: { __proto: '1' } }],
    [{ options: 'x' }],
    [{}],
    [{ options: [] }],
  ])('refuses %j', async body => {
    expect((await admin.post(PATH, body)).body.success).toBe(false);
  });

  it('saves nothing', async () => {
    const before = await optionOf('ModelRatio');
    await preview({ ModelRatio: '{"gpt-4o":99}' });
    expect(await optionOf('ModelRatio')).toEqual(before);
  });
});
