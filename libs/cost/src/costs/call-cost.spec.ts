import { noUsage, type UsageBuckets } from '@contracts';
import { freePrice } from '@pricing';
import { callCost } from './call-cost';

const UNIT = 500_000;
const price = { ...freePrice, modelRatio: 1.25, completionRatio: 4, cacheRatio: 0.5, groupRatio: 7 };

function call(usage: Partial<UsageBuckets>, changes: Partial<Parameters<typeof callCost>[1]> = {}) {
  return { usage: { ...noUsage, calls: 1, ...usage }, price, model: 'asked', upstreamModel: 'sent', ...changes };
}

describe('the cost of a call', () => {
  it('goes by the name at the supplier before the one that was asked for', () => {
    const models = { asked: { input: 4 }, sent: { input: 2 } };
    expect(callCost({ models }, call({ promptTokens: 1000 }), UNIT)).toBe(1000);
    expect(callCost({ models: { asked: { input: 4 } } }, call({ promptTokens: 1000 }), UNIT)).toBe(2000);
  });

  it('prices what the supplier does not name as the nearest that it does', () => {
    const models = { sent: { input: 2, output: 8, cache_write: 3 } };
    const usage = { cachedReadTokens: 10, cacheWrite1hTokens: 100, audioInputTokens: 20, audioOutputTokens: 5 };
    expect(callCost({ models }, call(usage), UNIT)).toBe((10 * 2 + 100 * 3 * 1.6 + 20 * 2 + 5 * 8) / 2);
  });

  it('is the list price less the discount, whatever the group of the caller pays', () => {
    const list = 1000 * 1.25 + 100 * 1.25 * 4;
    const usage = { promptTokens: 1000, completionTokens: 100 };
    expect(callCost({ discount: 33.3 }, call(usage), UNIT)).toBe(Math.round(list * 0.667));
    expect(callCost({ discount: -10 }, call(usage), UNIT)).toBe(1925);
    expect(callCost({ discount: 100 }, call(usage), UNIT)).toBe(0);
  });

  it('of a video is by its seconds where the supplier has such a price', () => {
    const video = { ...noUsage, calls: 2, seconds: 35 };
    expect(callCost({ models: { sent: { second: 0.04 } } }, { ...call({}), usage: video }, UNIT)).toBe(700_000);
    expect(callCost({ models: { sent: { call: 0.3 } } }, { ...call({}), usage: video }, UNIT)).toBe(2 * 0.3 * UNIT);
    const perSecond = { ...freePrice, mode: 'call' as const, secondPrice: 0.05 };
    expect(callCost({ discount: 20 }, { ...call({}), usage: video, price: perSecond }, UNIT)).toBe(700_000);
  });

  it('follows the tiers of the supplier, by the whole prompt', () => {
    const models = { sent: { input: 2, output: 8, cache_read: 0.2, tiers: [{ above: 1000, input: 4, output: 12 }] } };
    const usage = { promptTokens: 500, cachedReadTokens: 500, completionTokens: 10 };
    expect(callCost({ models }, call(usage), UNIT)).toBe((500 * 2 + 500 * 0.2 + 10 * 8) / 2);
    expect(callCost({ models }, call({ ...usage, cachedReadTokens: 520 }), UNIT)).toBe((500 * 4 + 520 * 0.2 + 120) / 2);
  });

  it('takes a discount from the list price of the tier, not from the own price of a group', () => {
    const tiers = [{ ...price, modelRatio: 3, tierAbove: 1000 }];
    const list = { ...price, tiers };
    const ofGroup = { ...price, modelRatio: 0.1, isOfGroup: true, list };
    expect(callCost({ discount: 50 }, call({ promptTokens: 1001 }, { price: ofGroup }), UNIT)).toBe(
      Math.round(1001 * 3 * 0.5),
    );
    expect(callCost({ discount: 50 }, call({ promptTokens: 1000 }, { price: ofGroup }), UNIT)).toBe(625);
  });

  it('is rounded half up and not raised to a unit', () => {
    const models = { sent: { input: 0.1 } };
    expect(callCost({ models }, call({ promptTokens: 9 }), UNIT)).toBe(0);
    expect(callCost({ models }, call({ promptTokens: 10 }), UNIT)).toBe(1);
  });

  it('is nothing where days alone are paid, and not known where nothing fits', () => {
    expect(callCost({ per_day: 5, from: '2026-11-01' }, call({ promptTokens: 9 }), UNIT)).toBe(0);
    expect(callCost({ models: { other: { input: 1 } } }, call({ promptTokens: 9 }), UNIT)).toBeNull();
  });
});
