import { type ReportColumn, type ReportFigure } from '@log';
import { type AlertRule } from '../store/alert-rule';
import { saidNumber, saidUnits } from './said';
import { MINUTE_MS, type Finding, type Watch, type World } from './watch';

const HOUR_MS = 3_600_000;
/** The subjects with the lowest margins that are looked at. */
const ROWS_MAX = 1000;

const COLUMNS: Readonly<Record<AlertRule['scopeBy'], ReportColumn | null>> = {
  all: null,
  channel: 'channel_id',
  model: 'model_name',
  group: 'token_group',
  user: 'user_id',
};

/** Calls cost more at their suppliers than they were charged for, as far as their cost is known. */
export const negativeMargin: Watch = {
  everyMs: 10 * MINUTE_MS,
  find: async (rule, world) => {
    const sinceMs = world.nowMs - rule.windowMinutes * MINUTE_MS;
    // Figures are those of whole hours: the hour in which the window begins counts, too.
    const hours = { startMs: Math.floor(sinceMs / HOUR_MS) * HOUR_MS, endMs: null };
    const question = { by: COLUMNS[rule.scopeBy], filter: {}, order: 'margin', rowsMax: ROWS_MAX } as const;
    const figures = await world.reports.read(question, hours);
    return figures.flatMap(figure => findingOf(rule, world, figure) ?? []);
  },
};

function findingOf(rule: AlertRule, world: World, figure: ReportFigure): Finding | null {
  const cost = figure.cost + figure.fixedCost;
  const earned = figure.costedQuota - figure.planDiscount;
  const margin = earned - cost;
  const percent = earned > 0 ? (margin / earned) * 100 : -100;
  if (cost <= 0 || cost < rule.minimum || percent >= rule.threshold) return null;
  const { value, username } = figure;
  const isWatched = rule.scopeBy === 'all' || rule.scopeValues.length === 0 || rule.scopeValues.includes(value);
  if (!isWatched) return null;
  const of = rule.scopeBy === 'all' ? 'all' : `${rule.scopeBy}:${value}`;
  const figures = {
    of,
    name: nameOf(rule, world, { value, username }),
    cost: saidUnits(cost, world.options),
    charged: saidUnits(earned, world.options),
    margin: saidUnits(margin, world.options),
    percent: saidNumber(percent),
    window: rule.windowMinutes,
    threshold: rule.threshold,
  };
  return { subject: of, sentence: rule.scopeBy === 'all' ? 'margin_all' : 'margin_of', figures };
}

function nameOf({ scopeBy }: AlertRule, { catalog }: World, figure: Pick<ReportFigure, 'value' | 'username'>): string {
  if (scopeBy === 'channel') return catalog.current.byId(Number(figure.value))?.name ?? `#${figure.value}`;
  return scopeBy === 'user' ? figure.username : figure.value;
}
