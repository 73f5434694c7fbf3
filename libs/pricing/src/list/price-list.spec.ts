import { type PriceTableRow } from '@contracts';
import { comparePrices } from './compare-prices';
import { readPriceList } from './read-price-list';

const modelsDev = JSON.stringify({
  reseller: { id: 'reseller', models: { 'gpt-x': { id: 'gpt-x', cost: { input: 9, output: 9 } } } },
  openai: {
    id: 'openai',
    models: {
      'gpt-x': { id: 'gpt-x', cost: { input: 2.5, output: 10, cache_read: 0.25, input_audio: 40, output_audio: 80 } },
      'without-price': { id: 'without-price' },
    },
  },
});
const liteLlm = JSON.stringify({
  sample_spec: { input_cost_per_token: 0, litellm_provider: 'one of …' },
  'azure/gpt-x': { input_cost_per_token: 0.000003, output_cost_per_token: 0.00001, litellm_provider: 'azure' },
  'gpt-x': {
    input_cost_per_token: 0.0000025,
    output_cost_per_token: 0.00001,
    cache_read_input_token_cost: 2.5e-7,
    cache_creation_input_token_cost: 0.000003125,
    cache_creation_input_token_cost_above_1hr: 0.00000625,
    litellm_provider: 'openai',
    search_context_cost_per_query: { search_context_size_medium: 0.0125 },
  },
  painter: { mode: 'image_generation', output_cost_per_image: 0.04, litellm_provider: 'openai' },
});

function table(...rows: readonly Partial<PriceTableRow>[]) {
  const empty = { model: 'gpt-x', channels: 1, priced: true, set: {}, standard: {}, changed: [] } as const;
  return { quota_per_unit: 500_000, rows: rows.map(row => ({ ...empty, ...row })) };
}

function changesOf(text: string, row: Partial<PriceTableRow>) {
  const { rows } = comparePrices(table(row), readPriceList(text).prices);
  return Object.fromEntries(rows[0]?.changes.map(({ key, value }) => [key, value]) ?? []);
}

describe('a public price list', () => {
  it('of models.dev is read, and the own provider of a model is believed first', () => {
    expect(readPriceList(modelsDev).format).toBe('models.dev');
    const { rows } = comparePrices(table({ set: { ModelRatio: 1 } }), readPriceList(modelsDev).prices);
    expect(rows[0]?.listed_as).toBe('openai/gpt-x');
    expect(changesOf(modelsDev, { set: { ModelRatio: 1 } })).toEqual({
      ModelRatio: 1.25,
      CompletionRatio: 4,
      CacheRatio: 0.1,
      AudioRatio: 16,
      AudioCompletionRatio: 2,
    });
  });

  it('of LiteLLM is read, whose prices are those of one token', () => {
    expect(readPriceList(liteLlm).format).toBe('LiteLLM');
    expect(
      changesOf(liteLlm, { set: { ModelRatio: 1.25, CompletionRatio: 4 }, standard: { SearchPrice: 10 } }),
    ).toEqual({
      CacheRatio: 0.1,
      CreateCacheRatio: 1.25,
      CreateCacheHourRatio: 2.5,
      SearchPrice: 12.5,
    });
  });

  it('leaves fixed completion ratios alone, and models that are billed by the call', () => {
    const locked = { locked: true, set: { ModelRatio: 1.25 }, standard: { CompletionRatio: 3 } } as const;
    expect(changesOf(modelsDev, locked)).not.toHaveProperty('CompletionRatio');
    expect(changesOf(modelsDev, { set: { ModelPrice: 0.1 } })).toEqual({});
    expect(changesOf(liteLlm, { model: 'painter', set: { ModelPrice: 0.1 } })).toEqual({ ModelPrice: 0.04 });
  });

  it('counts what it has and what it does not have', () => {
    const { matched, missing } = comparePrices(table({}, { model: 'ours' }), readPriceList(liteLlm).prices);
    expect([matched, missing]).toEqual([1, 1]);
  });

  it.each(['', '[]', '{}', '{"a":1}', '{"a":{"models":{}}}', '{"m":{"input_cost_per_token":-1}}'])(
    'is refused when it is neither: %s',
    text => expect(() => readPriceList(text)).toThrow(expect.objectContaining({ code: 'PRICE_LIST_UNREADABLE' })),
  );
});
