import { json } from '../../apps/mock-upstream/src/index';
import { type LogEntry, type ModelRule, type PriceSaved, type PriceTable, type PriceVersionDetail } from '@contracts';
import { must } from '../support/clients/factories';
import { chat, otherOf, recomputed, startRelayScene, type RelayScene } from '../support/scenes/relay-scene';

const MODEL = 'gemini-2.5-pro';
/** The dearer half of Google's list: above 200,000 tokens 2.5 dollars in and 15 out. */
const TIERS = [{ above: 200_000, prices: { ModelRatio: 1.25, CompletionRatio: 6 } }];
const PATH = '/api/option/prices';

let scene: RelayScene;
let rows = 0;
let rule: ModelRule | null = null;
beforeAll(async () => {
  scene = await startRelayScene();
  await scene.app.make.option('GroupRatio', { default: 2, vip: 0.5 });
  await must(scene.app.admin.put('/api/channel/', { id: scene.channelId, models: MODEL, group: 'default,vip' }));
});
afterAll(() => scene?.close());

async function setRule(value: ModelRule | null): Promise<void> {
  const rules = [{ model: MODEL, before: rule, value }];
  await must(scene.app.admin.put<PriceSaved>(PATH, { origin: 'table', changes: [], rules }));
  rule = value;
}

function answer(prompt: number, cached: number, completion: number) {
  return json({
    id: 'c',
    object: 'chat.completion',
    model: MODEL,
    choices: [{ index: 0, message: { role: 'assistant', content: 'Yes.' }, finish_reason: 'stop' }],
    usage: {
      prompt_tokens: prompt,
      completion_tokens: completion,
      total_tokens: prompt + completion,
      prompt_tokens_details: { cached_tokens: cached },
    },
  });
}

/** Calls the model, whose upstream reports these counts, and returns the row of the charge. */
async function called(prompt: number, cached = 0, completion = 100): Promise<LogEntry> {
  scene.upstream.onModel(MODEL, answer(prompt, cached, completion));
  const response = await scene.post('/v1/chat/completions', chat({ model: MODEL, max_tokens: 100 }));
  expect(response.status).toBe(200);
  await response.text();
  rows += 1;
  const [row] = await scene.consumption(rows);
  return row!;
}

describe('a model with tiers', () => {
  beforeAll(() => setRule({ tiers: TIERS }));
  afterAll(() => setRule(null));

  it('is charged by the tier that the reported prompt has reached, cached tokens included', async () => {
    const below = await called(200_000, 150_000);
    // Group ratio 2; 0.625 units a token, cached ones at the shipped ratio, answers at 8.
    const { cacheRatio = 1 } = otherOf(below).receipt.price;
    expect(below.quota).toBe(Math.round(2 * 0.625 * (50_000 + 150_000 * cacheRatio + 8 * 100)));
    const above = await called(200_001, 150_000);
    expect(above.quota).toBe(Math.round(2 * 1.25 * (50_001 + 150_000 * cacheRatio + 6 * 100)));
    expect(otherOf(below).receipt.price).not.toHaveProperty('tierAbove');
    expect(otherOf(above)).toMatchObject({ model_ratio: 1.25, receipt: { price: { tierAbove: 200_000 } } });
    expect([recomputed(below), recomputed(above)]).toEqual([below.quota, above.quota]);
    await scene.expectEvenLedger();
  });

  it('reserves the dearest tier that the prompt can reach', async () => {
    const poor = await scene.app.make.signedIn({ quota: 1_000_000 });
    const { secret } = await scene.app.make.token(poor);
    const ask = (words: number) =>
      scene.post(
        '/v1/chat/completions',
        chat({ model: MODEL, max_tokens: 100, messages: [{ role: 'user', content: 'word '.repeat(words) }] }),
        { authorization: `Bearer ${secret}` },
      );
    scene.upstream.onModel(MODEL, answer(10, 0, 1));
    // At the lower price the prompt would cost half as much: less than there is.
    const refused = await ask(320_000);
    expect([refused.status, await refused.text()]).toEqual([403, expect.stringContaining('quota')]);
    expect((await ask(100_000)).status).toBe(200);
  });
});

describe('a model with hours', () => {
  afterEach(() => setRule(null));

  it('is charged by the moment of the call, and the receipt names the hours', async () => {
    await setRule({ windows: [{ zone: 'UTC', from: '00:00', to: '24:00', factor: 0.25 }] });
    const row = await called(1000);
    expect(row.quota).toBe(Math.round(2 * 0.625 * 0.25 * (1000 + 800)));
    expect(otherOf(row).receipt.price).toMatchObject({ hours: '00:00-24:00 UTC', hoursFactor: 0.25 });
    expect(recomputed(row)).toBe(row.quota);
  });

  it('costs what it always does outside of them', async () => {
    const other = ((new Date().getUTCDay() + 2) % 7) + 1;
    await setRule({ windows: [{ zone: 'UTC', days: [other], from: '00:00', to: '24:00', prices: { ModelRatio: 9 } }] });
    const row = await called(1000);
    expect(row.quota).toBe(Math.round(2 * 0.625 * (1000 + 800)));
    expect(otherOf(row).receipt.price).not.toHaveProperty('hours');
  });
});

describe('the own price of a group', () => {
  const groups = { default: { prices: { ModelRatio: 0.4, CompletionRatio: 5 } } };
  beforeAll(() => setRule({ tiers: TIERS, groups }));
  afterAll(() => setRule(null));

  it('takes the place of group ratio, price and tiers', async () => {
    const row = await called(300_000);
    expect(row.quota).toBe(Math.round(0.4 * (300_000 + 500)));
    expect(otherOf(row)).toMatchObject({ group_ratio: 1, receipt: { price: { isOfGroup: true } } });
    expect(recomputed(row)).toBe(row.quota);
  });

  it('is on the price list of those who may use the group alone', async () => {
    await scene.app.make.option('HiddenGroups', ['default']);
    const list = async (client: RelayScene['owner']) => (await client.get<readonly object[]>('/api/pricing')).body.data;
    const tiers = [{ above: 200_000, model_ratio: 1.25, completion_ratio: 6 }];
    const [item] = (await list(scene.owner)) ?? [];
    expect(item).toMatchObject({
      model_ratio: 0.625,
      tiers,
      group_prices: { default: { quota_type: 0, model_ratio: 0.4, completion_ratio: 5 } },
    });
    const [seen] = (await list(scene.app.guest)) ?? [];
    expect(seen).toMatchObject({ enable_groups: ['vip'], tiers });
    expect(seen).not.toHaveProperty('group_prices');
    await scene.app.make.option('HiddenGroups', []);
  });

  it('is a version that one can go back from', async () => {
    const versions = await must(scene.app.admin.get<readonly { id: number }[]>(`${PATH}/versions`));
    const detail = await must(scene.app.admin.get<PriceVersionDetail>(`${PATH}/versions/${versions[0]?.id}`));
    expect(detail.rule_changes).toEqual([{ model: MODEL, before: null, value: { tiers: TIERS, groups } }]);
    await must(scene.app.admin.post(`${PATH}/versions/${versions[1]?.id}/restore`));
    const row = async () =>
      (await must(scene.app.admin.get<PriceTable>(PATH))).rows.find(({ model }) => model === MODEL);
    expect(await row()).not.toHaveProperty('rule');
    await must(scene.app.admin.post(`${PATH}/versions/${versions[0]?.id}/restore`));
    expect((await row())?.rule).toEqual({ tiers: TIERS, groups });
  });
});

describe('a change of a rule', () => {
  it('is refused when somebody else was faster, and when a rule has a fault', async () => {
    await setRule({ tiers: TIERS });
    const save = (before: unknown, value: unknown) =>
      scene.app.admin.put(PATH, { origin: 'table', changes: [], rules: [{ model: MODEL, before, value }] });
    expect((await save(null, null)).body.message).toContain('somebody else has changed the prices of gemini-2.5-pro');
    const wrong = { tiers: [{ above: 5, prices: { ModelRatio: -1 } }] };
    expect((await save(rule, wrong)).body.message).toContain('gemini-2.5-pro.tiers.0.prices');
    const nowhere = { windows: [{ zone: 'Nowhere/Town', from: '00:00', to: '08:00', factor: 1 }] };
    expect((await save(rule, nowhere)).body.message).toContain('gemini-2.5-pro.windows.0.zone');
    await setRule(null);
  });
});
