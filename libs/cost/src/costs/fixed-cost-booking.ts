import { type CatalogChannel, type ChannelCatalog } from '@channel';
import { type SupplierCost } from '@contracts';
import { multiply, parseFraction, roundHalfUp } from '@kernel';
import { HOUR_MS, hoursStatements, NO_USAGE, usageKeyOf, type UsageSum } from '@log';
import { type Options } from '@option';
import {
  type Database,
  dialectOf,
  execute,
  isUniqueViolation,
  runStatements,
  SqlParameters,
  type UnitOfWork,
  type Config,
} from '@platform';
import { type EntityManager } from 'typeorm';
import { Calendar, dayAfter } from '../report/calendar';
import { shareOut } from './share-out';
import { type SupplierCosts } from './supplier-costs';

/** Who is paid for days: a channel, or all channels with a tag together. */
interface PaidSubject {
  /** `channel:7` or `tag:eu`. */
  readonly subject: string;
  readonly cost: SupplierCost;
  readonly channelIds: readonly number[];
}

/** Days before today for which costs are still booked. */
const DAYS_BACK_MAX = 366;
/** Days that one run books; the next one goes on. */
const DAYS_AT_ONCE = 100;
const DAY_MS = 24 * HOUR_MS;

type Row = Readonly<Record<string, string | number>>;

/**
 * Spreads what suppliers take for a day over the figures of the calls of that day, by what they were charged, once the
 * day is over. Each day is booked once; what was booked stays when the setting changes.
 */
export class FixedCostBooking {
  constructor(
    private readonly database: Database,
    private readonly unitOfWork: UnitOfWork,
    private readonly catalog: ChannelCatalog,
    private readonly costs: SupplierCosts,
    private readonly options: Options,
    private readonly config: Pick<Config, 'timeZone'>,
  ) {}

  /** Books the days that are over. @returns their number */
  async run(nowMs = Date.now()): Promise<number> {
    const calendar = new Calendar(this.config.timeZone);
    let booked = 0;
    for (const paid of this.subjects()) {
      for (const day of await this.missingDays(paid, calendar, nowMs)) {
        if (booked >= DAYS_AT_ONCE) return booked;
        if (await this.book(paid, day, calendar)) booked += 1;
      }
    }
    return booked;
  }

  private subjects(): readonly PaidSubject[] {
    const subjects = new Map<string, PaidSubject>();
    for (const channel of this.catalog.current.all) {
      const cost = this.costs.agreed(channel);
      if (cost === null || !cost.per_day || cost.from === undefined) continue;
      const subject = subjectOf(channel);
      const channelIds = [...(subjects.get(subject)?.channelIds ?? []), channel.id];
      subjects.set(subject, { subject, cost, channelIds });
    }
    return [...subjects.values()];
  }

  private async missingDays({ subject, cost }: PaidSubject, calendar: Calendar, nowMs: number): Promise<string[]> {
    const today = calendar.dayOf(nowMs);
    const earliest = calendar.dayOf(nowMs - DAYS_BACK_MAX * DAY_MS);
    const parameters = new SqlParameters(this.database.dialect);
    const rows: Row[] = await this.database.read.query(
      `SELECT day FROM fixed_cost_days WHERE subject = ${parameters.add(subject)}`,
      [...parameters.values],
    );
    const booked = new Set(rows.map(({ day }) => String(day)));
    const days: string[] = [];
    const from = cost.from ?? today;
    for (let day = from > earliest ? from : earliest; day < today; day = dayAfter(day)) {
      if (!booked.has(day)) days.push(day);
    }
    return days;
  }

  /** @returns false when another node has booked the day meanwhile */
  private async book(paid: PaidSubject, day: string, calendar: Calendar): Promise<boolean> {
    const { QuotaPerUnit } = this.options.current;
    const units = Number(roundHalfUp(multiply(parseFraction(paid.cost.per_day ?? 0), parseFraction(QuotaPerUnit))));
    const hours = { startMs: calendar.startOfDay(day), endMs: calendar.startOfDay(dayAfter(day)) };
    try {
      await this.unitOfWork.run(async manager => {
        const parameters = new SqlParameters(dialectOf(manager.connection));
        const places = [paid.subject, day, units, Date.now()].map(value => parameters.add(value));
        const sql = `INSERT INTO fixed_cost_days (subject, day, units, booked_at_ms) VALUES (${places.join(', ')})`;
        await execute(manager, sql, [...parameters.values]);
        await this.spread(manager, paid, { units, ...hours });
      });
      return true;
    } catch (error) {
      if (isUniqueViolation(error)) return false;
      throw error;
    }
  }

  private async spread(
    manager: EntityManager,
    { channelIds, cost }: PaidSubject,
    { units, startMs, endMs }: { readonly units: number; readonly startMs: number; readonly endMs: number },
  ): Promise<void> {
    const key = 'user_id, token_name, channel_id, token_group, model_name, username, is_charted';
    const rows: Row[] = await manager.query(
      `SELECT MAX(hour_at_ms) AS hour_at_ms, ${key}, SUM(quota) AS quota, SUM(costed_quota) AS costed_quota
       FROM usage_hours WHERE hour_at_ms >= ${startMs} AND hour_at_ms < ${endMs}
         AND channel_id IN (${channelIds.join(', ')})
       GROUP BY ${key} ORDER BY ${key}`,
    );
    const isOnlyDays = cost.discount === undefined && cost.models === undefined;
    const shares = shareOut(
      units,
      rows.map(({ quota }) => Number(quota)),
    );
    const sums = rows.map((row, at) => ({
      hourAtMs: Number(row.hour_at_ms),
      sum: shareOf(row, shares[at] ?? 0, isOnlyDays ? Number(row.quota) - Number(row.costed_quota) : 0),
    }));
    const unused = { hourAtMs: endMs - HOUR_MS, sum: { ...NOBODY, channelId: channelIds[0] ?? 0, fixedCost: units } };
    const statements = hoursStatements(dialectOf(manager.connection), sums.length > 0 ? sums : [unused], Date.now());
    await runStatements(manager, statements);
  }
}

function subjectOf({ id, supplierCost, tag }: CatalogChannel): string {
  return supplierCost === null ? `tag:${tag}` : `channel:${id}`;
}

/** The key of a day on which nobody called. */
const NOBODY: UsageSum = {
  ...{ userId: 0, tokenName: '', channelId: 0, group: '', modelName: '', username: '', isCharted: false },
  ...NO_USAGE,
};

function shareOf(row: Row, fixedCost: number, costedQuota: number): UsageSum {
  return { ...usageKeyOf(row), ...NO_USAGE, fixedCost, costedQuota };
}
