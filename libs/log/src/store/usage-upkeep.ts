import { setTimeout as pause } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { Database, UnitOfWork } from '@platform';
import { completeHour } from './older-usage';
import { HOUR_MS, hourOf } from './usage-hours';
import { moveProgress, readProgress, type UsageProgress } from './usage-progress';
import { sumHour, sumHourBy } from './usage-sums';

/** Hours that ended this long ago are summed up; by then every row that is still added marks its hour. */
const SETTLED_AFTER_MS = HOUR_MS;
/** One run ends after this time, and the next one goes on. */
const RUN_MS = 45_000;
/** Other writers come first: SQLite has one writer for all. */
const PAUSE_MS = 10;

/**
 * Sums up the figures of hours that are over, again where something was added later, and completes those of hours that
 * an older version counted. One hour is one short unit of work, so a run may end anywhere.
 */
@Injectable()
export class UsageUpkeep {
  constructor(
    private readonly database: Database,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  /** Does what is left to do, for at most three quarters of a minute. @returns the number of hours */
  async run(nowMs = Date.now(), hoursMax = Infinity): Promise<number> {
    const endAt = performance.now() + RUN_MS;
    let hours = 0;
    while (hours < hoursMax && performance.now() < endAt && (await this.next(nowMs))) {
      hours++;
      await pause(PAUSE_MS);
    }
    return hours;
  }

  private async next(nowMs: number): Promise<boolean> {
    const settledMs = hourOf(nowMs - SETTLED_AFTER_MS);
    const progress = await readProgress(this.database.read);
    const { exactFromMs, summedUntilMs, lateHours, groupedUntilMs } = progress;
    if (groupedUntilMs < summedUntilMs) return this.groupNewer(progress);
    const ended = await this.nearest('usage_hours', 'MIN', `>= ${summedUntilMs}`);
    if (ended !== null && ended < settledMs) {
      const untilMs = ended + HOUR_MS;
      return this.sum(ended, async manager => {
        await moveProgress(manager, 'summed_until_ms', untilMs);
        if (untilMs > groupedUntilMs) await moveProgress(manager, 'grouped_until_ms', untilMs);
      });
    }
    const late = lateHours.find(hourAtMs => hourAtMs < summedUntilMs);
    if (late !== undefined) return this.sum(late);
    return (await this.complete(exactFromMs, settledMs)) || this.groupOlder(progress);
  }

  /** Adds the sums of channels with groups to the oldest hour that a node of an older version summed up. */
  private async groupNewer({ groupedUntilMs, summedUntilMs }: UsageProgress): Promise<boolean> {
    const hourAtMs = await this.nearest('usage_hours', 'MIN', `>= ${groupedUntilMs}`);
    const isLast = hourAtMs === null || hourAtMs >= summedUntilMs;
    await this.unitOfWork.run(async manager => {
      if (!isLast) await sumHourBy(manager, 'channelAndGroup', hourAtMs);
      await moveProgress(manager, 'grouped_until_ms', isLast ? summedUntilMs : hourAtMs + HOUR_MS);
    });
    return true;
  }

  /** Adds them to the newest hour that was summed up before there were such sums. */
  private async groupOlder({ exactFromMs, groupedFromMs }: UsageProgress): Promise<boolean> {
    if (groupedFromMs <= exactFromMs) return false;
    const hourAtMs = await this.nearest('usage_hours', 'MAX', `< ${groupedFromMs}`);
    const isLast = hourAtMs === null || hourAtMs < exactFromMs;
    await this.unitOfWork.run(async manager => {
      if (!isLast) await sumHourBy(manager, 'channelAndGroup', hourAtMs);
      await moveProgress(manager, 'grouped_from_ms', isLast ? exactFromMs : hourAtMs);
    });
    return !isLast;
  }

  /** Completes the newest hour before a time, or one in which a node of an older version still counted. */
  private async complete(exactFromMs: number, settledMs: number): Promise<boolean> {
    if (exactFromMs > settledMs) return false;
    const coarse = await this.nearest('hourly_usage', 'MAX', `< ${settledMs}`);
    const logged = exactFromMs === 0 ? null : await this.nearest('logs', 'MAX', `< ${exactFromMs}`);
    if (coarse === null && logged === null) {
      if (exactFromMs > 0) await this.unitOfWork.run(manager => moveProgress(manager, 'exact_from_ms', 0));
      return false;
    }
    const hourAtMs = Math.max(coarse ?? 0, logged ?? 0);
    await this.unitOfWork.run(async manager => {
      // First, because it locks the row: two nodes that completed one hour together would both add what it lacks.
      await moveProgress(manager, 'exact_from_ms', Math.min(exactFromMs, hourAtMs));
      await completeHour(manager, hourAtMs);
      await sumHour(manager, hourAtMs);
    });
    return true;
  }

  private async sum(
    hourAtMs: number,
    also: Parameters<UnitOfWork['run']>[0] = () => Promise.resolve(),
  ): Promise<boolean> {
    await this.unitOfWork.run(async manager => {
      await sumHour(manager, hourAtMs);
      await also(manager);
    });
    return true;
  }

  /** The start of the hour of the nearest row; null when there is none. */
  private async nearest(
    table: 'usage_hours' | 'hourly_usage' | 'logs',
    which: 'MIN' | 'MAX',
    limit: string,
  ): Promise<number | null> {
    const column = table === 'logs' ? 'created_at_ms' : 'hour_at_ms';
    const sql = `SELECT ${which}(${column}) AS at_ms FROM ${table} WHERE ${column} ${limit}`;
    const [row]: { at_ms: number | string | null }[] = await this.database.read.query(sql);
    return row && row.at_ms !== null ? hourOf(Number(row.at_ms)) : null;
  }
}
