import { QuotaType, type Manufacturer, type PriceTableRow, type PriceVersion, type PricingItem } from '@contracts';
import * as chat from '../../frontend/src/features/chat/chat-api';
import * as prices from '../../frontend/src/features/prices/prices-api';
import * as pricing from '../../frontend/src/features/pricing/pricing-api';
import * as site from '../../frontend/src/base/site/site-api';
import * as users from '../../frontend/src/base/session/user-api';
import { ROOT_PASSWORD, startServedScene, type ServedScene } from '../support/scenes/served-scene';
import { browseTo, Console, unansweredOf } from './console';
import { tokenShape } from './shapes';

const number: unknown = expect.any(Number);

/** A model with a price; only a model without one has the mark `unpriced`, and only one with a rule has the others. */
const itemShape: {
  readonly [
    Field in keyof Omit<Required<PricingItem>, 'unpriced' | 'second_price' | 'tiers' | 'windows' | 'group_prices'>
  ]: unknown;
} = {
  model_name: expect.any(String),
  quota_type: number,
  model_ratio: number,
  completion_ratio: number,
  model_price: number,
  owner_by: '',
  enable_groups: ['default'],
};

const rowShape: { readonly [Field in keyof Omit<Required<PriceTableRow>, 'locked' | 'rule'>]: unknown } = {
  model: expect.any(String),
  channels: number,
  priced: expect.any(Boolean),
  set: expect.any(Object),
  standard: expect.any(Object),
  changed: expect.any(Array),
};
const versionShape: { readonly [Field in keyof Required<PriceVersion>]: unknown } = {
  id: number,
  created_time: number,
  username: expect.any(String),
  origin: expect.any(String),
  changed: number,
};

const manufacturers: readonly Manufacturer[] = [
  {
    Manufacturer: 'Acme',
    icon: 'https://acme.example.com/icon.png',
    description: 'All **models** of Acme',
    models: [{ model_name: 'gpt-4o-mini', type: ['chat', 'vision'], illustrate: 'Small' }],
  },
];

let served: ServedScene;
const page = new Console();

beforeAll(async () => {
  served = await startServedScene();
  await served.make.option('GroupRatio', { default: 1.5, vip: 0.5 });
  await served.make.option('GroupDisplayNames', { default: 'Everybody' });
  await served.make.option('Manufacturers', manufacturers);
  await served.make.option('About', '**Offers**');
  browseTo(served.server.url);
});
afterAll(() => served?.close());

describe('for guests', () => {
  it('the price list contains ratios and labels of the groups', async () => {
    const { items, ratios, labels } = await page.query(pricing.useGetPricingQuery, undefined);
    expect(items.length).toBeGreaterThan(0);
    for (const item of items) expect(item).toEqual(itemShape);
    expect(items.find(item => item.model_name === 'gpt-4o-mini')).toMatchObject({ quota_type: QuotaType.PerToken });
    expect(ratios).toEqual({ default: 1.5, vip: 0.5 });
    expect(labels).toEqual({ default: 'Everybody', vip: 'vip' });
  });

  it('the manufacturers are returned as they were saved', async () => {
    expect(await page.query(pricing.useGetModelInfoQuery, undefined)).toEqual(manufacturers);
  });

  it('the about page is HTML', async () => {
    expect(await page.query(site.useGetAboutQuery, undefined)).toContain('<strong>Offers</strong>');
  });
});

describe('for the quick-configure chat', () => {
  beforeAll(async () => {
    page.remember(await page.call(users.useLoginMutation, { username: 'root', password: ROOT_PASSWORD }));
  });

  it('tokens are listed, and a default token can be created', async () => {
    const before = await page.query(chat.useListQuickTokensQuery, undefined);
    expect(before).toEqual([tokenShape]);
    expect(await page.call(chat.useCreateDefaultTokenMutation, undefined)).toBeNull();
    const after = await page.query(chat.useListQuickTokensQuery, undefined);
    expect(after[0]).toMatchObject({ name: 'default', group: 'default', remain_quota: 500_000, expired_time: -1 });
  });
});

describe('for administrators', () => {
  const cell = { model: 'ours', key: 'ModelPrice', before: null, value: 0.5 } as const;

  it('the table of prices is saved cell by cell, and goes back to a version', async () => {
    const { rows, quota_per_unit } = await page.query(prices.useGetPriceTableQuery, undefined);
    expect(quota_per_unit).toBe(500_000);
    for (const { locked: _locked, ...row } of rows) expect(row).toEqual(rowShape);
    const save = { origin: 'table', changes: [cell] } as const;
    expect(await page.call(prices.useSavePricesMutation, save)).toEqual({ changed: 1 });
    const [made, before] = await page.query(prices.useListPriceVersionsQuery, undefined);
    expect([made, before]).toEqual([versionShape, versionShape]);
    const detail = await page.query(prices.useGetPriceVersionQuery, made?.id ?? 0);
    expect(detail).toEqual({
      ...made,
      ...{ changes: [cell], restore: [], restore_count: 0, rule_changes: [], rule_restore: [] },
    });
    expect(await page.call(prices.useRestorePricesMutation, before?.id ?? 0)).toEqual({ changed: 1 });
  });

  it('the table of prices is compared with a public list', async () => {
    const text = JSON.stringify({ 'gpt-4o': { input_cost_per_token: 0.000005, litellm_provider: 'openai' } });
    const comparison = await page.call(prices.useComparePriceListMutation, { text });
    expect(comparison).toMatchObject({
      format: 'LiteLLM',
      matched: 1,
      rows: [
        { model: 'gpt-4o', listed_as: 'openai/gpt-4o', changes: [{ key: 'ModelRatio', before: 1.25, value: 2.5 }] },
      ],
    });
  });
});

it('every endpoint of these pages has answered', () => expect(unansweredOf(prices, pricing, chat)).toEqual([]));
