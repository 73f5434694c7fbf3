import { type HourlyUsage } from '@contracts';

/** The values that are summed: charged units, requests, tokens. */
export type Measure = 'quota' | 'count' | 'token_used';

export type Sums = Readonly<Record<Measure, number>>;

export interface ModelSums extends Sums {
  readonly model: string;
}

/** The sums of all models over one hour, day or week. */
export interface PeriodSums extends Sums {
  /** The beginning of the period in Unix seconds. */
  readonly at: number;
}

/** The number of models with a colour of their own; the others are drawn together. */
export const MODELS_SHOWN_MAX = 8;

const nothing: Sums = { quota: 0, count: 0, token_used: 0 };

function add(left: Sums, right: Sums): Sums {
  return {
    quota: left.quota + right.quota,
    count: left.count + right.count,
    token_used: left.token_used + right.token_used,
  };
}

export function totalOf(rows: readonly Sums[]): Sums {
  return rows.reduce(add, nothing);
}

/** Sums per key, in the order in which the keys first appear. */
function sumBy<Key>(rows: readonly HourlyUsage[], keyOf: (row: HourlyUsage) => Key): ReadonlyMap<Key, Sums> {
  const sums = new Map<Key, Sums>();
  for (const row of rows) sums.set(keyOf(row), add(sums.get(keyOf(row)) ?? nothing, row));
  return sums;
}

/** One row per model, the most expensive first; models without a price follow by their requests. */
export function sumsPerModel(rows: readonly HourlyUsage[]): readonly ModelSums[] {
  return [...sumBy(rows, row => row.model_name)]
    .map(([model, sums]) => ({ model, ...sums }))
    .sort((left, right) => right.quota - left.quota || right.count - left.count || (left.model < right.model ? -1 : 1));
}

/** One row per requested period, also for those without usage. */
export function sumsPerPeriod(
  rows: readonly HourlyUsage[],
  periods: readonly number[],
  periodOf: (seconds: number) => number,
): readonly PeriodSums[] {
  const sums = sumBy(rows, row => periodOf(row.created_at));
  return periods.map(at => ({ at, ...(sums.get(at) ?? nothing) }));
}

/** One series of a chart: one model over all periods. */
interface Series {
  /** The model; null for all models that have no series of their own. */
  readonly model: string | null;
  /** One value per period, in the order of the periods. */
  readonly values: readonly number[];
}

interface SeriesRequest {
  readonly rows: readonly HourlyUsage[];
  /** The models in the order in which they are drawn; the first ones get a series of their own. */
  readonly models: readonly string[];
  readonly periods: readonly number[];
  readonly periodOf: (seconds: number) => number;
  readonly measure: Measure;
}

/** One series per shown model, and one for all others together when there are any. */
export function toSeries({ rows, models, periods, periodOf, measure }: SeriesRequest): readonly Series[] {
  const shown = models.slice(0, MODELS_SHOWN_MAX);
  const places = new Map(periods.map((at, place) => [at, place]));
  const lines = new Map(shown.map(model => [model, periods.map(() => 0)]));
  const others = periods.map(() => 0);
  for (const row of rows) {
    const place = places.get(periodOf(row.created_at));
    if (place === undefined) continue; // the server rounds differently, so the hour lies before the span
    const line = lines.get(row.model_name) ?? others;
    line[place] = (line[place] ?? 0) + row[measure];
  }
  const series = shown.map(model => ({ model, values: lines.get(model) ?? [] }));
  return models.length > shown.length ? [...series, { model: null, values: others }] : series;
}

/** A part of the whole as a percentage with one decimal. */
export function percentOf(part: number, whole: number): string {
  return whole > 0 ? `${((part / whole) * 100).toFixed(1)}%` : '–';
}
