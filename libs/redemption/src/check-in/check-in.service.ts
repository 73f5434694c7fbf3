import { Inject, Injectable } from '@nestjs/common';
import { Ledger } from '@billing';
import { LogType, type SignInDates, type SignInResult } from '@contracts';
import { AppError, isAppError, type Random } from '@kernel';
import { LogStore, sentenceFields } from '@log';
import { Options, saidQuota } from '@option';
import {
  CONFIG,
  Database,
  isDatabaseAway,
  isUniqueViolation,
  Logger,
  UnitOfWork,
  type Caller,
  type Config,
} from '@platform';
import { Between, MoreThan, type EntityManager } from 'typeorm';
import { calendarOf, daysBefore } from './calendar-day';
import { CheckInEntity } from './check-in.entity';
import { drawReward, isRewarding } from './reward';

/** Injection token of the source of chance that decides about rewards. */
export const CHECK_IN_RANDOM = Symbol('CHECK_IN_RANDOM');

/** Days that are returned without a month: a whole year, also when it is a leap year. */
const DAYS_SHOWN = 366;

/** Errors that are expected, so that they are not logged as errors. */
const EXPECTED = ['SIGN_IN_DONE', 'LEDGER_OVERFLOW', 'DATABASE_BUSY'] as const;

/** The daily reward. A day begins at midnight of the configured time zone. */
@Injectable()
export class CheckInService {
  private readonly dayOf: (timeMs: number) => string;

  constructor(
    private readonly database: Database,
    private readonly ledger: Ledger,
    private readonly logs: LogStore,
    private readonly options: Options,
    private readonly unitOfWork: UnitOfWork,
    private readonly logger: Logger,
    @Inject(CONFIG) config: Config,
    @Inject(CHECK_IN_RANDOM) private readonly random: Random,
  ) {
    this.dayOf = calendarOf(config.timeZone);
  }

  /**
   * Checks the caller in for today: its row, its reward and its log row are stored together or not at all.
   *
   * @throws AppError AUTH_SESSION_ONLY, SIGN_IN_DISABLED, SIGN_IN_DONE, LEDGER_OVERFLOW, SIGN_IN_FAILED
   */
  async signIn(caller: Caller, clientIp: string): Promise<SignInResult> {
    if (caller.via !== 'session') throw new AppError('AUTH_SESSION_ONLY');
    if (!isRewarding(this.options.current)) throw new AppError('SIGN_IN_DISABLED');
    const nowMs = Date.now();
    try {
      return await this.unitOfWork.run(manager => this.claim(manager, { caller, clientIp, nowMs }));
    } catch (error) {
      if (isUniqueViolation(error)) throw new AppError('SIGN_IN_DONE', { cause: error });
      const isExpected = EXPECTED.some(code => isAppError(error, code));
      if (isExpected || isDatabaseAway(error)) throw error;
      this.logger.error({ err: error, userId: caller.id }, 'a check-in could not be stored');
      throw new AppError('SIGN_IN_FAILED', { cause: error });
    }
  }

  /**
   * Lists the days on which the caller checked in, ascending.
   *
   * @param month YYYY-MM; without it the last 366 days
   */
  async dates(caller: Caller, month?: string): Promise<SignInDates> {
    const today = this.dayOf(Date.now());
    const signDate =
      month === undefined ? MoreThan(daysBefore(today, DAYS_SHOWN)) : Between(`${month}-01`, `${month}-31`);
    const [rows, latest] = await Promise.all([
      this.database.read.find(CheckInEntity, { where: { userId: caller.id, signDate }, order: { signDate: 'ASC' } }),
      latestOf(this.database.read, caller.id),
    ]);
    const canSignInToday = isRewarding(this.options.current) && !hasReached(latest, today);
    return {
      sign_in_dates: rows.map(row => row.signDate),
      status: { can_sign_in_today: canSignInToday, today },
    };
  }

  /** Claims today. When two requests claim the same day at once, the unique index on user and day refuses one. */
  private async claim(
    manager: EntityManager,
    { caller, clientIp, nowMs }: { readonly caller: Caller; readonly clientIp: string; readonly nowMs: number },
  ): Promise<SignInResult> {
    const { id: userId, username } = caller;
    const today = this.dayOf(nowMs);
    const latest = await latestOf(manager, userId);
    if (hasReached(latest, today)) throw new AppError('SIGN_IN_DONE');
    const streak = latest?.signDate === daysBefore(today, 1) ? latest.streak + 1 : 1;
    const reward = drawReward(this.options.current, streak, this.random);
    await manager.insert(CheckInEntity, {
      userId,
      signDate: today,
      quotaAwarded: reward,
      streak,
      createdAtMs: nowMs,
    });
    const sourceId = `check-in:${userId}:${today}`;
    await this.ledger.book(manager, { sourceId, kind: 'check-in', userId, userAmount: reward });
    const row = sentenceFields({ key: 'check_in', amount: saidQuota(reward, this.options.current), streak });
    await this.logs.append(manager, { userId, username, type: LogType.Reward, clientIp, ...row });
    return { quota_awarded: reward, sign_in_date: today, streak };
  }
}

/** The latest day, not the last one stored: a clock that was wrong may have written days ahead. */
function latestOf(manager: EntityManager, userId: number): Promise<CheckInEntity | null> {
  return manager.findOne(CheckInEntity, { where: { userId }, order: { signDate: 'DESC' } });
}

/** True when a day is taken, also by a later day: a clock that was set back must not grant a day twice. */
function hasReached(latest: CheckInEntity | null, day: string): boolean {
  return latest !== null && latest.signDate >= day;
}
