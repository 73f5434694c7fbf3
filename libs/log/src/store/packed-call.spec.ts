import { noUsage } from '@contracts';
import { packCall, packedPrice, unpackCall, type CallDetails } from './packed-call';

const columns = { channelId: 7, quota: 41, promptTokens: 1_009, completionTokens: 26 };

const usual: CallDetails = {
  price: packedPrice({ mode: 'token', modelRatio: 0.075, completionRatio: 4, bookVersion: 'a1b2c3d4' }),
  usage: { ...noUsage, promptTokens: 1_009, completionTokens: 26, calls: 1 },
  firstByteMs: 640,
  route: { tried: [7], because: 'only channel' },
  rest: '',
};

const everyPrice = {
  ...{ mode: 'call', modelRatio: 2, completionRatio: 3, cacheRatio: 0.1, createCacheRatio: 1.25, groupRatio: 0.5 },
  ...{ modelPrice: 0.04, audioRatio: 20, audioCompletionRatio: 2, imageRatio: 5, searchPrice: 10 },
  ...{ quotaPerUnit: 1_000, bookVersion: 'a1b2c3d4', aLaterRatio: 9 },
};
const everyBucket = {
  ...{ promptTokens: 9, cachedReadTokens: 500, cacheWrite5mTokens: 300, cacheWrite1hTokens: 100 },
  ...{ audioInputTokens: 60, imageInputTokens: 40, completionTokens: 1, reasoningTokens: 1 },
  ...{ audioOutputTokens: 5, imageOutputTokens: 20, calls: 2.5, webSearches: 3 },
};
const rare: CallDetails = {
  price: packedPrice(everyPrice),
  usage: everyBucket,
  firstByteMs: null,
  route: {
    tried: [3, 7],
    because: 'retry: #3 failed (busy)',
    key: { position: 2, mask: 'sk-a…z' },
    upstreamModel: 'gpt-4o-2024',
  },
  rest: ',"problem":"usage: nonsense","dropped":["seed"]',
};

describe('the packed details of a call', () => {
  it('of the usual kind are all there again', () => {
    expect(unpackCall(packCall(usual), columns)).toEqual({
      ...{ model_ratio: 0.075, completion_ratio: 4, group_ratio: 1, model_price: -1, cache_tokens: 0, cache_ratio: 1 },
      frt: 640,
      receipt: {
        version: 1,
        units: 41,
        usage: { promptTokens: 1_009, completionTokens: 26, calls: 1 },
        price: { mode: 'token', modelRatio: 0.075, completionRatio: 4, bookVersion: 'a1b2c3d4' },
      },
      admin_info: { use_channel: ['7'], chosen_because: 'only channel' },
    });
  });

  it('of every kind are all there again', () => {
    expect(unpackCall(packCall(rare), columns)).toEqual({
      ...{ model_ratio: 2, completion_ratio: 3, group_ratio: 0.5, model_price: 0.04 },
      ...{ cache_tokens: 500, cache_ratio: 0.1, problem: 'usage: nonsense', dropped: ['seed'] },
      receipt: { version: 1, units: 41, usage: everyBucket, price: everyPrice },
      admin_info: {
        use_channel: ['3', '7'],
        chosen_because: 'retry: #3 failed (busy)',
        ...{ used_key_position: 2, used_key_mask: 'sk-a…z' },
        ...{ is_model_mapped: true, upstream_model_name: 'gpt-4o-2024' },
      },
    });
  });

  it('of a call that used nothing have no bucket', () => {
    const details = { ...usual, usage: noUsage, route: { tried: [] } };
    const read = unpackCall(packCall(details), { channelId: 0, quota: 0, promptTokens: 0, completionTokens: 0 });
    expect(read).toMatchObject({ receipt: { units: 0, usage: {} }, admin_info: { use_channel: [] } });
  });

  it('stay readable with a count that no JSON can hold', () => {
    const details = { ...usual, usage: { ...usual.usage, audioInputTokens: Infinity } };
    expect(JSON.stringify(unpackCall(packCall(details), columns)?.receipt)).toContain('"audioInputTokens":null');
  });

  it.each(['pinned', 'session', 'only channel', 'weight 30 of 50 in priority -2', 'weight of nothing'])(
    'keep the reason %s',
    reason => {
      const details = { ...usual, route: { tried: [7], because: reason } };
      expect(unpackCall(packCall(details), columns)?.admin_info?.chosen_because).toBe(reason);
    },
  );

  it('take less than a hundred bytes for a usual call', () => {
    expect(packCall(usual).length).toBeLessThan(100);
  });

  it.each(['', '{"frt":640}', 'no JSON'])('are not looked for in %j', text => {
    expect(unpackCall(text, columns)).toBeNull();
  });
});
