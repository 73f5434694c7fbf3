import { makeUsage } from '../../test-support/make-usage';
import { MODELS_SHOWN_MAX, percentOf, sumsPerModel, sumsPerPeriod, toSeries, totalOf } from './usage-sums';

function row(model: string, at: number, quota: number) {
  return makeUsage(model, at, { quota, token_used: quota * 10 });
}

const rows = [row('a', 100, 1), row('b', 100, 5), row('a', 250, 2), row('c', 200, 0)];

function periodOf(seconds: number) {
  return seconds - (seconds % 100);
}

describe('sums of usage', () => {
  it('per model list the most expensive first', () => {
    expect(sumsPerModel(rows)).toEqual([
      { model: 'b', quota: 5, count: 1, token_used: 50 },
      { model: 'a', quota: 3, count: 2, token_used: 30 },
      { model: 'c', quota: 0, count: 1, token_used: 0 },
    ]);
    expect(totalOf(sumsPerModel(rows))).toEqual({ quota: 8, count: 4, token_used: 80 });
  });

  it('per period have a row for periods without usage', () => {
    expect(sumsPerPeriod(rows, [0, 100, 200], periodOf)).toEqual([
      { at: 0, quota: 0, count: 0, token_used: 0 },
      { at: 100, quota: 6, count: 2, token_used: 60 },
      { at: 200, quota: 2, count: 2, token_used: 20 },
    ]);
  });

  it('are zero without usage, and their share is a dash', () => {
    expect(sumsPerModel([])).toEqual([]);
    expect(totalOf([])).toEqual({ quota: 0, count: 0, token_used: 0 });
    expect(percentOf(0, 0)).toBe('–');
    expect(percentOf(1, 3)).toBe('33.3%');
  });
});

describe('the series of a chart', () => {
  const request = { rows, models: ['b', 'a', 'c'], periods: [100, 200], periodOf, measure: 'quota' } as const;

  it('are one per model over all periods', () => {
    expect(toSeries(request)).toEqual([
      { model: 'b', values: [5, 0] },
      { model: 'a', values: [1, 2] },
      { model: 'c', values: [0, 0] },
    ]);
  });

  it('leave out what lies before the first period', () => {
    expect(toSeries({ ...request, periods: [200] }).map(({ values }) => values)).toEqual([[0], [2], [0]]);
  });

  it('put the models without a series of their own together, and lose no usage', () => {
    const names = Array.from({ length: MODELS_SHOWN_MAX + 3 }, (_, at) => `model ${at}`);
    const many = names.map(name => row(name, 100, 7));
    const series = toSeries({ ...request, rows: many, models: names, periods: [100] });
    expect(series).toHaveLength(MODELS_SHOWN_MAX + 1);
    expect(series.at(-1)).toEqual({ model: null, values: [21] });
    const exactly = toSeries({ ...request, rows: many, models: names.slice(0, MODELS_SHOWN_MAX), periods: [100] });
    expect(exactly).toHaveLength(MODELS_SHOWN_MAX);
  });

  it('handle a model that is named like a property of every object', () => {
    const odd = [row('constructor', 100, 4), row('__proto__', 100, 3)];
    expect(sumsPerModel(odd).map(({ model, quota }) => [model, quota])).toEqual([
      ['constructor', 4],
      ['__proto__', 3],
    ]);
  });
});
