import { HOUR_MS, hoursStatements, NO_USAGE, usageKeyOf, type UsageSum } from '@log';
import {
  dialectOf,
  execute,
  isUniqueViolation,
  runStatements,
  SqlParameters,
  type Config,
  type Database,
  type UnitOfWork,
} from '@platform';
import { type EntityManager } from 'typeorm';
import { Calendar, dayAfter, dayBefore } from '../report/calendar';
import { earnedPrice } from './earned-price';
import { shareOut } from './share-out';

/** Under which name the table of booked days knows this. */
const SUBJECT = 'plans';
/** Single charges of allowances are there for so long. */
const DAYS_BACK_MAX = 38;
const CHUNK = 500;

type Row = Readonly<Record<string, number | string | null>>;

interface Day {
  readonly day: string;
  readonly startMs: number;
  readonly endMs: number;
}

/** What a period has earned on a day, and altogether by its end. */
interface Earning {
  readonly periodId: number;
  readonly userId: number;
  readonly earned: number;
  readonly units: number;
}

/**
 * Spreads the prices of plans over the calls that they have paid, once a day is over: what a person's plans have earned
 * on the day belongs to the calls of that person that plans paid, by what they paid. What is earned on a day without such
 * calls has no model. All parts together are the prices, to the last unit.
 */
export class PlanIncomeBooking {
  constructor(
    private readonly database: Database,
    private readonly unitOfWork: UnitOfWork,
    private readonly config: Pick<Config, 'timeZone'>,
  ) {}

  /** Books the days that are over. @returns their number */
  async run(nowMs = Date.now()): Promise<number> {
    const calendar = new Calendar(this.config.timeZone);
    const today = calendar.dayOf(nowMs);
    const last = await this.lastDay();
    const earliest = calendar.dayOf(nowMs - DAYS_BACK_MAX * 24 * HOUR_MS);
    if (last === null) {
      await this.book(dayOf(dayBefore(today), calendar), 'begin');
      return 0;
    }
    let booked = 0;
    const next = dayAfter(last);
    for (let day = next > earliest ? next : earliest; day < today; day = dayAfter(day)) {
      if (await this.book(dayOf(day, calendar), 'spread')) booked += 1;
    }
    return booked;
  }

  private async lastDay(): Promise<string | null> {
    const [row]: Row[] = await this.database.read.query(
      `SELECT MAX(day) AS day FROM fixed_cost_days WHERE subject = '${SUBJECT}'`,
    );
    return row?.day ? String(row.day) : null;
  }

  /**
   * @param way what plans had earned before the first day stays uncounted, as it is not known which calls they paid
   * @returns false when another node has booked the day meanwhile
   */
  private async book(day: Day, way: 'begin' | 'spread'): Promise<boolean> {
    const earnings = await this.earnings(day);
    try {
      await this.unitOfWork.run(async manager => {
        const units = way === 'begin' ? 0 : earnings.reduce((sum, one) => sum + one.units, 0);
        const parameters = new SqlParameters(dialectOf(manager.connection));
        const places = [SUBJECT, day.day, units, Date.now()].map(value => parameters.add(value));
        const sql = `INSERT INTO fixed_cost_days (subject, day, units, booked_at_ms) VALUES (${places.join(', ')})`;
        await execute(manager, sql, [...parameters.values]);
        for (const { periodId, earned } of earnings) {
          await manager.query(`UPDATE plan_periods SET earned = ${earned} WHERE id = ${periodId}`);
        }
        if (way === 'spread') await spread(manager, day, earnings);
      });
      return true;
    } catch (error) {
      if (isUniqueViolation(error)) return false;
      throw error;
    }
  }

  /** Periods that have earned something on the day. */
  private async earnings({ startMs, endMs }: Day): Promise<readonly Earning[]> {
    const periods: Row[] = await this.database.read.query(
      `SELECT id, user_id, start_ms, end_ms, granted, price, earned FROM plan_periods
       WHERE price > 0 AND start_ms < ${endMs} AND end_ms > ${startMs} ORDER BY id`,
    );
    const used = new Map<number, number>();
    const refunds = new Map<number, number>();
    for (let at = 0; at < periods.length; at += CHUNK) {
      const ids = periods.slice(at, at + CHUNK).map(({ id }) => Number(id));
      for (const row of await this.usedOf(ids, endMs)) used.set(Number(row.period_id), Number(row.used));
      for (const row of await this.refundsOf(ids)) {
        refunds.set(Number(String(row.source_id).split(':')[1]), Number(row.user_amount));
      }
    }
    return periods.flatMap(row => {
      const periodId = Number(row.id);
      const ended = Number(row.end_ms);
      const price = Number(row.price) - (ended <= endMs ? (refunds.get(periodId) ?? 0) : 0);
      const period = { price, startMs: Number(row.start_ms), endMs: ended, granted: Number(row.granted) };
      const before = Number(row.earned);
      const earned = Math.max(before, earnedPrice({ ...period, used: used.get(periodId) ?? 0 }, endMs));
      const units = earned - before;
      return units === 0 ? [] : [{ periodId, userId: Number(row.user_id), earned, units }];
    });
  }

  private usedOf(ids: readonly number[], endMs: number): Promise<Row[]> {
    return this.database.read.query(
      `SELECT period_id, SUM(used_amount) AS used FROM allowance_movements
       WHERE period_id IN (${ids.join(', ')}) AND at_ms < ${endMs} GROUP BY period_id`,
    );
  }

  private refundsOf(ids: readonly number[]): Promise<Row[]> {
    const sources = ids.map(id => `'plan:${id}:refund'`);
    return this.database.read.query(
      `SELECT source_id, user_amount FROM movements WHERE source_id IN (${sources.join(', ')})`,
    );
  }
}

const KEY = 'user_id, token_name, channel_id, token_group, model_name, username, is_charted';

async function spread(manager: EntityManager, { startMs, endMs }: Day, earnings: readonly Earning[]): Promise<void> {
  const incomes = new Map<number, number>();
  for (const { userId, units } of earnings) incomes.set(userId, (incomes.get(userId) ?? 0) + units);
  const rows: Row[] = await manager.query(
    `SELECT MAX(hour_at_ms) AS hour_at_ms, ${KEY}, SUM(plan_quota) AS plan_quota, SUM(costed_quota) AS costed_quota
     FROM usage_hours WHERE hour_at_ms >= ${startMs} AND hour_at_ms < ${endMs} AND plan_quota <> 0
     GROUP BY ${KEY} ORDER BY ${KEY}`,
  );
  const byUser = new Map<number, Row[]>();
  for (const row of rows) byUser.set(Number(row.user_id), [...(byUser.get(Number(row.user_id)) ?? []), row]);
  const names = await namesOf(manager, [...incomes.keys()]);
  const sums: { hourAtMs: number; sum: UsageSum }[] = [];
  for (const userId of new Set([...byUser.keys(), ...incomes.keys()])) {
    const income = incomes.get(userId) ?? 0;
    const mine = byUser.get(userId) ?? [];
    const weights = mine.map(row => Math.max(0, Number(row.plan_quota)));
    const isPaid = weights.some(weight => weight > 0);
    const shares = isPaid ? shareOut(income, weights) : [];
    mine.forEach((row, at) => sums.push({ hourAtMs: Number(row.hour_at_ms), sum: shareSum(row, shares[at] ?? 0) }));
    if (isPaid || income === 0) continue;
    const own = { ...NOBODY, userId, username: names.get(userId) ?? '' };
    sums.push({ hourAtMs: endMs - HOUR_MS, sum: { ...own, planIncome: income, planDiscount: -income } });
  }
  await runStatements(manager, hoursStatements(dialectOf(manager.connection), sums, Date.now()));
}

/** Calls whose cost is not known are in no margin. */
function shareSum(row: Row, planIncome: number): UsageSum {
  const planDiscount = Number(row.costed_quota) === 0 ? 0 : Number(row.plan_quota) - planIncome;
  const key = usageKeyOf(row as Readonly<Record<string, string | number>>);
  return { ...key, ...NO_USAGE, planIncome, planDiscount };
}

/** What belongs to a person and to no call. */
const NOBODY: UsageSum = {
  ...{ userId: 0, tokenName: '', channelId: 0, group: '', modelName: '', username: '', isCharted: false },
  ...NO_USAGE,
};

async function namesOf(manager: EntityManager, ids: readonly number[]): Promise<ReadonlyMap<number, string>> {
  if (ids.length === 0) return new Map();
  const rows: Row[] = await manager.query(`SELECT id, username FROM users WHERE id IN (${ids.join(', ')})`);
  return new Map(rows.map(({ id, username }) => [Number(id), String(username)]));
}

function dayOf(day: string, calendar: Calendar): Day {
  return { day, startMs: calendar.startOfDay(day), endMs: calendar.startOfDay(dayAfter(day)) };
}
