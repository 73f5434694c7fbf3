import { Injectable } from '@nestjs/common';
import { AccountKind, Ledger } from '@billing';
import { LogType, RedemptionStatus, type RedeemedPlan } from '@contracts';
import { AppError } from '@kernel';
import { LogStore, sentenceFields } from '@log';
import { Options, saidQuota } from '@option';
import { GiftPlans } from '@plan';
import { UnitOfWork, type Caller } from '@platform';
import { type EntityManager } from 'typeorm';
import { isKeyShaped, plainKey } from './redemption-key';
import { RedemptionStore, type RedemptionRow } from './redemption.store';

/** Redeems codes for balance. */
@Injectable()
export class RedeemService {
  constructor(
    private readonly codes: RedemptionStore,
    private readonly ledger: Ledger,
    private readonly logs: LogStore,
    private readonly options: Options,
    private readonly unitOfWork: UnitOfWork,
    private readonly gifts: GiftPlans,
  ) {}

  /**
   * Claims the code, credits its units and writes the log row, all in one unit of work. Unknown and deleted codes get
   * the same refusal.
   *
   * @param text the code as a user pasted it
   * @returns units gained, or the plan that the code gives
   * @throws AppError REDEEM_NONE, REDEEM_INVALID, REDEEM_USED, REDEEM_DISABLED, REDEEM_OVERFLOW,
   *   PLAN_GIFT, PLAN_HELD_MAX
   */
  async redeem(caller: Caller, text: string, clientIp: string): Promise<number | RedeemedPlan> {
    const key = plainKey(text);
    if (key === '') throw new AppError('REDEEM_NONE');
    // The code is looked up before the unit, so that callers who guess codes do not delay callers who pay.
    checkUsable(isKeyShaped(key) ? await this.codes.findByKey(key) : null);
    const gained = await this.unitOfWork.run(async manager => {
      const isMine = await this.codes.spend(manager, key, { usedUserId: caller.id, redeemedAtMs: Date.now() });
      const row = await this.codes.findByKeyInUnit(manager, key);
      if (row === null || !isMine) throw refusalOf(row);
      if (row.planId > 0) return this.give(manager, { caller, row, clientIp });
      await this.credit(manager, caller, row);
      await this.logs.append(manager, {
        userId: caller.id,
        username: caller.username,
        type: LogType.TopUp,
        clientIp,
        ...sentenceFields({ key: 'code_redeemed', amount: saidQuota(row.quota, this.options.current), id: row.id }),
      });
      return row.quota;
    });
    if (typeof gained !== 'number') await this.gifts.announce(caller.id);
    return gained;
  }

  private async give(
    manager: EntityManager,
    { caller, row, clientIp }: { readonly caller: Caller; readonly row: RedemptionRow; readonly clientIp: string },
  ): Promise<RedeemedPlan> {
    const { id, planId, planPeriods: periods } = row;
    const plan = await this.gifts.give(manager, { userId: caller.id, planId, periods });
    await this.logs.append(manager, {
      userId: caller.id,
      username: caller.username,
      type: LogType.TopUp,
      clientIp,
      ...sentenceFields({ key: 'plan_redeemed', plan, periods, id }),
    });
    return { plan, periods };
  }

  private async credit(manager: EntityManager, caller: Caller, { id, quota }: RedemptionRow): Promise<void> {
    const balance = await this.ledger.lockedBalance(manager, AccountKind.User, caller.id);
    if (!Number.isSafeInteger(balance + quota)) throw new AppError('REDEEM_OVERFLOW');
    await this.ledger.book(manager, {
      sourceId: `code:${id}`,
      kind: 'redeem',
      userId: caller.id,
      userAmount: quota,
    });
  }
}

function checkUsable(row: RedemptionRow | null): void {
  if (row?.status !== RedemptionStatus.Unused) throw refusalOf(row);
}

/**
 * The refusal of a code that could not be claimed. A code that became usable a moment too late was disabled until then.
 */
function refusalOf(row: RedemptionRow | null): AppError {
  if (row === null) return new AppError('REDEEM_INVALID');
  return new AppError(row.status === RedemptionStatus.Used ? 'REDEEM_USED' : 'REDEEM_DISABLED');
}
