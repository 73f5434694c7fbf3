import { LOG_TYPE_ALL } from '@contracts';
import { type AlertRule } from '../store/alert-rule';
import { saidNumber, saidTime, saidUnits, startOf } from './said';
import { MINUTE_MS, type Finding, type Watch, type World } from './watch';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** Days whose average the spend of today is compared with. */
const TREND_DAYS = 7;
/** With fewer days of use there is no trend yet. */
const TREND_DAYS_MIN = 3;
/** Days before the month whose pace its spend is compared with. */
const PACE_DAYS = 30;

/** More is spent than the days before let expect. */
export const spend: Watch = {
  everyMs: 10 * MINUTE_MS,
  find: async (rule, world) => {
    const found: Finding[] = [];
    for (const subject of subjectsOf(rule)) {
      const finding = await findingOf(rule, world, subject);
      if (finding) found.push(finding);
    }
    return found;
  },
};

interface Subject {
  /** As the alert names it. */
  readonly name: string;
  readonly userId: number | null;
  readonly channelId: number | null;
  readonly group: string;
  readonly modelName: string;
}

function subjectsOf({ scopeBy, scopeValues }: AlertRule): readonly Subject[] {
  const all: Subject = { name: 'all', userId: null, channelId: null, group: '', modelName: '' };
  if (scopeBy === 'all') return [all];
  return scopeValues.map(value => ({
    ...all,
    name: `${scopeBy}:${value}`,
    ...(scopeBy === 'user' && { userId: Number(value) }),
    ...(scopeBy === 'channel' && { channelId: Number(value) }),
    ...(scopeBy === 'group' && { group: value }),
    ...(scopeBy === 'model' && { modelName: value }),
  }));
}

interface Trend {
  readonly expected: number;
  readonly days: number;
}

async function findingOf(rule: AlertRule, world: World, subject: Subject): Promise<Finding | null> {
  const span = rule.measure === 'month' ? 'month' : 'day';
  const startMs = startOf(span, world.nowMs, world.timeZone);
  const spent = await spentBetween(world, subject, startMs, hourAfter(world.nowMs));
  if (spent < rule.minimum || spent === 0) return null;
  const trend = await (span === 'day' ? trendOfDays : paceBefore)(world, subject, startMs);
  if (trend === null) return null;
  const percent = (spent / trend.expected) * 100;
  if (percent < rule.threshold) return null;
  const figures = {
    of: subject.name,
    percent: saidNumber(percent),
    value: saidUnits(spent, world.options),
    expected: saidUnits(trend.expected, world.options),
    days: trend.days,
    threshold: rule.threshold,
    time: saidTime(world.nowMs, world.timeZone),
  };
  return { subject: subject.name, sentence: rule.scopeBy === 'all' ? `spend_${span}` : `spend_${span}_of`, figures };
}

/**
 * What the days before had spent by the end of the present hour, on average. Days before the first use do not count.
 */
async function trendOfDays(world: World, subject: Subject, startMs: number): Promise<Trend | null> {
  const lengthMs = hourAfter(world.nowMs) - startMs;
  const sums: number[] = [];
  for (let day = TREND_DAYS; day >= 1; day--) {
    const fromMs = startMs - day * DAY_MS;
    const spent = await spentBetween(world, subject, fromMs, fromMs + lengthMs);
    if (spent > 0 || sums.length > 0) sums.push(spent);
  }
  const expected = sums.reduce((sum, spent) => sum + spent, 0) / Math.max(1, sums.length);
  return sums.length < TREND_DAYS_MIN || expected === 0 ? null : { expected, days: sums.length };
}

/** What the month would have spent until now at the pace of the days before it, of which both halves must have use. */
async function paceBefore(world: World, subject: Subject, startMs: number): Promise<Trend | null> {
  const middleMs = startMs - (PACE_DAYS / 2) * DAY_MS;
  const older = await spentBetween(world, subject, startMs - PACE_DAYS * DAY_MS, middleMs);
  const newer = await spentBetween(world, subject, middleMs, startMs);
  if (older === 0) return null;
  const elapsedDays = (hourAfter(world.nowMs) - startMs) / DAY_MS;
  return { expected: ((older + newer) / PACE_DAYS) * elapsedDays, days: PACE_DAYS };
}

function hourAfter(atMs: number): number {
  return atMs - (atMs % HOUR_MS) + HOUR_MS;
}

async function spentBetween({ usage }: World, subject: Subject, startMs: number, endMs: number): Promise<number> {
  const { userId, channelId, group, modelName } = subject;
  const filter = { userId, channelId, group, modelName, type: LOG_TYPE_ALL, username: '', tokenName: '' };
  const { rows } = await usage.read(filter, { startMs, endMs }, { per: [] });
  return rows.reduce((sum, { quota }) => sum + Number(quota ?? 0), 0);
}
