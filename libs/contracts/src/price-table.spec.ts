import { priceTableKeys } from './price-keys';
import { moneyOf, priceCell, ratioOf, withMoney, type PriceTableRow } from './price-table';

type Cells = Pick<PriceTableRow, 'set' | 'standard' | 'locked'>;
const UNITS = 500_000;

function row(set: PriceTableRow['set'], standard: PriceTableRow['standard'] = {}): Cells {
  return { set, standard };
}

/** The row after a price in money was entered. */
function entered(before: Cells, key: (typeof priceTableKeys)[number], money: number, quotaPerUnit = UNITS): Cells {
  const changed = withMoney(before, { key, money, quotaPerUnit });
  return { ...before, set: { ...before.set, ...changed } };
}

describe('a price in money', () => {
  const amounts = [2.5, 0.15, 10, 3, 0.0375, 1.1, 0.075, 66.6667, 75, 0.003, 123.456789, 1e-6, 0];

  it.each(amounts)('of %d comes back as it was entered, whatever it is multiplied by', amount => {
    for (const input of [0.15, 1.1, 2.5, 3, 7, 0.27]) {
      for (const quotaPerUnit of [UNITS, 1_000_000, 700_000, 333]) {
        const base = entered(row({}), 'ModelRatio', input, quotaPerUnit);
        expect(moneyOf(base, 'ModelRatio', quotaPerUnit)).toBe(input);
        for (const key of priceTableKeys.filter(other => other !== 'ModelRatio')) {
          if (key === 'AudioCompletionRatio') continue;
          expect(moneyOf(entered(base, key, amount, quotaPerUnit), key, quotaPerUnit)).toBe(amount);
        }
      }
    }
  });

  it('becomes the shortest ratio that gives it back', () => {
    expect(ratioOf(row({}), 'ModelRatio', 2.5, UNITS)).toBe(1.25);
    expect(ratioOf(row({ ModelRatio: 1.25 }), 'CompletionRatio', 10, UNITS)).toBe(4);
    expect(ratioOf(row({ ModelRatio: 1.5 }), 'CompletionRatio', 10, UNITS)).toBe(3.333333333);
  });

  it('keeps the money of other entries when the input changes, and lets standards follow', () => {
    const before = row(
      { ModelRatio: 1.25, CompletionRatio: 4, AudioRatio: 16, AudioCompletionRatio: 2 },
      { CacheRatio: 0.5 },
    );
    const after = entered(before, 'ModelRatio', 5);
    expect(after.set).toEqual({ ModelRatio: 2.5, CompletionRatio: 2, AudioRatio: 8, AudioCompletionRatio: 2 });
    expect(moneyOf(after, 'CacheRatio', UNITS)).toBe(2.5);
  });

  it('of a fixed completion ratio follows the input', () => {
    const locked: Cells = { ...row({ ModelRatio: 1, CompletionRatio: 9 }, { CompletionRatio: 4 }), locked: true };
    expect(priceCell(locked, 'CompletionRatio')).toBe(4);
    expect(moneyOf(entered(locked, 'ModelRatio', 4), 'CompletionRatio', UNITS)).toBe(16);
  });

  it('cannot be given beside an input that is absent or free', () => {
    expect(withMoney(row({}), { key: 'CacheRatio', money: 1, quotaPerUnit: UNITS })).toBeNull();
    expect(withMoney(row({ ModelRatio: 0 }), { key: 'CacheRatio', money: 1, quotaPerUnit: UNITS })).toBeNull();
  });
});

describe('a cell without an entry', () => {
  it('follows the others as the bill does', () => {
    expect(priceCell(row({ CreateCacheRatio: 1.25 }), 'CreateCacheHourRatio')).toBe(2);
    expect(priceCell(row({ CompletionRatio: 4 }), 'AudioCompletionRatio')).toBe(4);
    expect(priceCell(row({ CompletionRatio: 4, AudioRatio: 8 }), 'AudioCompletionRatio')).toBe(1);
    expect(priceCell(row({}), 'ModelRatio')).toBeNull();
  });
});
