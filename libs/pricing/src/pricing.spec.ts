import { join } from 'node:path';
import { noUsage, type UsageBuckets } from '@contracts';
import { imageFactor } from './call-factor';
import { freePrice, type Price } from './price';
import { answerTokensWithin, unitsFor } from './units-for';
import { RatioBook, type RatioOptions } from './ratio-book';
import { receiptOf, unitsFromReceipt, type Receipt } from './receipt';
import { loadShippedBook } from './shipped-book';

const shipped = loadShippedBook(join(__dirname, '../../../config/ratios'));
const options: RatioOptions = { ...shipped, groupRatio: { default: 1, cheap: 0.8, free: 0 } };
const book = new RatioBook(options, shipped);

function priceOf(model: string, group = 'default'): Price {
  const price = book.priceFor({ model, group });
  if (price === null) throw new Error(`no price for ${model}`);
  return price;
}

function used(usage: Partial<UsageBuckets>): UsageBuckets {
  return { ...noUsage, ...usage };
}

describe('the bill of one call', () => {
  it('costs 1 when the exact price is a fraction of a unit', () => {
    expect(unitsFor(used({ promptTokens: 1 }), { ...freePrice, modelRatio: 0.075 })).toBe(1);
  });

  it('takes cached tokens at their ratio and the group discount last', () => {
    const usage = used({ promptTokens: 600, cachedReadTokens: 400, completionTokens: 200 });
    expect(unitsFor(usage, priceOf('gpt-4o', 'cheap'))).toBe(1600);
  });

  it('bills a Messages answer with cache reads and writes', () => {
    const usage = used({ promptTokens: 100, cachedReadTokens: 1000, cacheWrite5mTokens: 200, completionTokens: 50 });
    expect(unitsFor(usage, priceOf('claude-sonnet-4-5'))).toBe(1050);
  });

  it('bills a cache write for an hour at 1.6 times that for five minutes', () => {
    expect(unitsFor(used({ cacheWrite1hTokens: 100 }), priceOf('claude-sonnet-4-5'))).toBe(300);
  });

  it('bills reasoning once, inside the completion', () => {
    const price = priceOf('o3');
    const usage = used({ completionTokens: 100 });
    expect(unitsFor({ ...usage, reasoningTokens: 90 }, price)).toBe(unitsFor(usage, price));
  });

  it('bills audio by the audio ratios, and like text where the model has none', () => {
    expect(unitsFor(used({ audioInputTokens: 100, audioOutputTokens: 10 }), priceOf('gpt-4o-audio-preview'))).toBe(
      (100 * 16 + 10 * 16 * 2) * 1.25,
    );
    expect(unitsFor(used({ audioInputTokens: 100, audioOutputTokens: 10 }), priceOf('gpt-5.5'))).toBe(
      (100 + 10 * 6) * 2.5,
    );
  });

  it('bills speech by characters and transcription by the minute', () => {
    expect(unitsFor(used({ promptTokens: 1000 }), priceOf('tts-1'))).toBe(7500);
    expect(unitsFor(used({ promptTokens: 1017 }), priceOf('whisper-1'))).toBe(15255);
  });

  it('bills a price per call whatever the tokens', () => {
    const calls = imageFactor({ model: 'dall-e-3', size: '1792x1024', quality: 'hd' }, shipped.callFactors);
    expect(unitsFor(used({ calls, promptTokens: 10_000 }), priceOf('dall-e-3'))).toBe(60_000);
    expect(unitsFor(used({ calls: 1 }), priceOf('mj_imagine'))).toBe(50_000);
    expect(unitsFor(used({ calls: 1 }), priceOf('mj_inpaint'))).toBe(0);
  });

  it('follows the units of a currency unit for prices per call only', () => {
    const half = new RatioBook({ ...options, quotaPerUnit: 250_000 }, shipped);
    const price = (model: string): Price => half.priceFor({ model, group: 'default' }) ?? freePrice;
    expect(unitsFor(used({ calls: 1 }), price('mj_imagine'))).toBe(25_000);
    expect(unitsFor(used({ promptTokens: 100 }), price('gpt-4o'))).toBe(125);
  });

  it('rounds half up, once', () => {
    const price = { ...freePrice, modelRatio: 0.5 };
    expect(unitsFor(used({ promptTokens: 3 }), price)).toBe(2);
    expect(unitsFor(used({ promptTokens: 3, completionTokens: 2 }), price)).toBe(3);
    expect(unitsFor(used({ promptTokens: 149 }), { ...freePrice, modelRatio: 0.01 })).toBe(1);
  });

  it('costs nothing in a free group, for a free model, and when nothing was used', () => {
    expect(unitsFor(used({ promptTokens: 1000 }), priceOf('gpt-4o', 'free'))).toBe(0);
    expect(unitsFor(used({ promptTokens: 1000 }), priceOf('glm-4-flash'))).toBe(0);
    expect(unitsFor(noUsage, priceOf('gpt-4o'))).toBe(0);
  });

  it('ignores counts that only a broken upstream reports', () => {
    const usage = used({ promptTokens: -5, completionTokens: Number.NaN, cachedReadTokens: Infinity });
    expect(unitsFor(usage, priceOf('gpt-4o'))).toBe(0);
  });

  it('stays exact beyond the range of plain numbers', () => {
    const price = { ...freePrice, modelRatio: 0.821918, completionRatio: 8.33333, groupRatio: 0.97 };
    // 123456789 x 0.821918 x 0.97 x (1 + 8.33333) = 918646... worked out with integers below
    const exact = (123_456_789n * 821_918n * 97n * (100_000n + 833_333n) * 2n + 10n ** 13n) / (2n * 10n ** 13n);
    const usage = used({ promptTokens: 123_456_789, completionTokens: 123_456_789 });
    expect(unitsFor(usage, price)).toBe(Number(exact));
  });
});

describe('random bills', () => {
  let seed = 20_260_801;
  const next = (below: number): number => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
    return seed % below;
  };
  const decimals = (): { text: string; scaled: bigint } => {
    const scaled = next(3_000_000);
    return { text: (scaled / 1e6).toFixed(6), scaled: BigInt(scaled) };
  };

  it('equal a reference worked out with big integers', () => {
    for (let round = 0; round < 3_000; round += 1) {
      const [model, completion, cache, group] = [decimals(), decimals(), decimals(), decimals()];
      const price: Price = {
        ...freePrice,
        modelRatio: Number(model.text),
        completionRatio: Number(completion.text),
        cacheRatio: Number(cache.text),
        groupRatio: Number(group.text),
      };
      const size = round % 3 === 0 ? 2_000_000_000 : 5_000;
      const usage = used({ promptTokens: next(size), cachedReadTokens: next(size), completionTokens: next(size) });
      const weighted =
        BigInt(usage.promptTokens) * 10n ** 6n +
        BigInt(usage.cachedReadTokens) * cache.scaled +
        BigInt(usage.completionTokens) * completion.scaled;
      const numerator = weighted * model.scaled * group.scaled;
      const rounded = (2n * numerator + 10n ** 18n) / (2n * 10n ** 18n);
      const expected = numerator > 0n && rounded === 0n ? 1n : rounded;
      expect(unitsFor(usage, price)).toBe(Number(expected));
      const receipt = JSON.parse(JSON.stringify(receiptOf(usage, price))) as Receipt;
      expect(unitsFromReceipt(receipt)).toBe(Number(expected));
      expect(receipt.units).toBe(Number(expected));
    }
  });
});

describe('the answer tokens that units pay for', () => {
  const price = priceOf('gpt-4o', 'cheap');
  const ofAnswer = { bucket: 'completionTokens', price } as const;

  it.each([0, 1, 7, 99, 1000, 12_345, 10_000_001])('is the most answer tokens that cost no more: %d units', units => {
    const rest = used({ promptTokens: 13 });
    const tokens = answerTokensWithin(units, rest, ofAnswer);
    const cost = (more: number) => unitsFor(used({ promptTokens: 13, completionTokens: tokens + more }), price);
    if (tokens < 0) expect(unitsFor(rest, price)).toBeGreaterThan(units);
    else expect([cost(0) <= units, cost(1) > units]).toEqual([true, true]);
  });

  it('are found quickly however small the price of a token is', () => {
    const tiny = { ...freePrice, modelRatio: 1e-9 };
    expect(answerTokensWithin(5, used({}), { bucket: 'completionTokens', price: tiny })).toBe(5_499_999_999);
  });

  it('are above zero where prompt and answer together cost less than the one reserved unit', () => {
    const cheap = { ...freePrice, modelRatio: 0.001 };
    const rest = used({ promptTokens: 30 });
    expect(answerTokensWithin(1, rest, { bucket: 'completionTokens', price: cheap })).toBe(1469);
    expect(answerTokensWithin(0, rest, { bucket: 'completionTokens', price: cheap })).toBeLessThan(0);
  });

  it('are unlimited where an answer costs nothing', () => {
    const perCall = { bucket: 'completionTokens', price: priceOf('mj_imagine') } as const;
    expect(answerTokensWithin(0, used({ calls: 1 }), perCall)).toBe(Infinity);
    expect(answerTokensWithin(0, used({}), { ...ofAnswer, price: priceOf('gpt-4o', 'free') })).toBe(Infinity);
  });
});

describe('the receipt', () => {
  it('leaves out what is neutral and recomputes without trusting its own sum', () => {
    const receipt = receiptOf(used({ promptTokens: 10 }), { ...freePrice, modelRatio: 2, bookVersion: 'b' });
    expect(receipt).toEqual({
      version: 1,
      units: 20,
      usage: { promptTokens: 10 },
      price: { mode: 'token', modelRatio: 2, bookVersion: 'b' },
    });
    expect(unitsFromReceipt({ ...receipt, units: 7 })).toBe(20);
  });
});

describe('factors of a call', () => {
  it('multiply by size and quality', () => {
    const factor = (model: string, size?: string, quality?: string): number =>
      imageFactor({ model, ...(size ? { size } : {}), ...(quality ? { quality } : {}) }, shipped.callFactors);
    expect(factor('dall-e-3', '1024x1024', 'hd')).toBe(2);
    expect(factor('dall-e-3', '1024x1792')).toBe(2);
    expect(factor('dall-e-2', '256x256', 'hd')).toBe(0.4);
    expect(factor('dall-e-3', 'toString')).toBe(1);
  });

  it('of videos are those of the modes and lengths', () => {
    expect(shipped.callFactors.video).toEqual({ mode: { std: 1, pro: 3.5 }, durationSeconds: { '5': 1, '10': 2 } });
  });
});

describe('the shipped book', () => {
  it('is readable and has the spot values of the price lists', () => {
    const spots = {
      'gpt-4o': [1.25, 4],
      'gpt-5': [0.625, 8],
      'claude-opus-5': [2.5, 5],
      'gemini-2.5-flash': [0.15, 8.3333],
    };
    for (const [model, [ratio, completion]] of Object.entries(spots)) {
      expect(priceOf(model).modelRatio).toBe(ratio);
      expect(priceOf(model).completionRatio).toBeCloseTo(completion ?? 0, 3);
    }
  });

  it('names the file that is missing', () => {
    expect(() => loadShippedBook('/nowhere')).toThrow(/model-ratio\.json/);
  });
});

describe('searches that the provider runs', () => {
  const book = new RatioBook(
    {
      modelRatio: { 'gpt-4o': 1, 'claude-x': 1, 'gemini-x': 1 },
      completionRatio: {},
      modelPrice: { flat: 0.01 },
      groupRatio: { half: 0.5 },
    },
    shipped,
  );
  it.each([
    ['claude-x', 'default', 3, 15_000],
    ['gpt-4o', 'default', 2, 25_000],
    ['gemini-x', 'half', 1, 3500],
    ['flat', 'default', 1, 5000],
  ])('%s in %s, %i times, costs %i units beside the rest', (model, group, webSearches, units) => {
    const price = book.priceFor({ model, group });
    if (!price) throw new Error('no price');
    expect(unitsFor({ ...noUsage, webSearches }, price)).toBe(units);
    const receipt = receiptOf({ ...noUsage, promptTokens: 7, webSearches }, price);
    expect(unitsFromReceipt(receipt)).toBe(receipt.units);
  });
});
