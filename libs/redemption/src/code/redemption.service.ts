import { Injectable } from '@nestjs/common';
import {
  RedemptionStatus,
  type LogSaying,
  type RedemptionCreate,
  type RedemptionEdit,
  type RedemptionStatusEdit,
  type RedemptionView,
} from '@contracts';
import { AppError } from '@kernel';
import { Options, saidQuota } from '@option';
import { GiftPlans } from '@plan';
import { ManagementLog, UnitOfWork, type Actor, type ManagementEntry } from '@platform';
import { type EntityManager } from 'typeorm';
import { newKey } from './redemption-key';
import { checkedCount, checkedName, checkedQuota, checkEditable, checkStatusChange } from './redemption-rules';
import { toRedemptionView } from './redemption.mapper';
import { RedemptionStore, type RedemptionChange, type RedemptionRow } from './redemption.store';

/** The parts of a management row that differ between actions; the rest follows from the actor. */
type Deed = Pick<ManagementEntry, 'said' | 'target' | 'before' | 'after'>;

/** A change of one code, in columns and as a sentence. */
interface Decision extends Pick<Deed, 'before' | 'after'> {
  readonly change: RedemptionChange;
  readonly said: LogSaying;
}

/**
 * The actions of administrators on redemption codes. Each action leaves a row in the actor's own log, without any key.
 */
@Injectable()
export class RedemptionService {
  constructor(
    private readonly codes: RedemptionStore,
    private readonly options: Options,
    private readonly managementLog: ManagementLog,
    private readonly unitOfWork: UnitOfWork,
    private readonly gifts: GiftPlans,
  ) {}

  /** @throws AppError COMMON_RECORD_NOT_FOUND */
  async view(id: number): Promise<RedemptionView> {
    return this.toView(found(await this.codes.find(id)));
  }

  /**
   * Makes codes, all or none.
   *
   * @returns their keys
   * @throws AppError REDEMPTION_NAME_LENGTH, REDEMPTION_QUOTA_INVALID, REDEMPTION_COUNT_MIN, REDEMPTION_COUNT_MAX,
   *   COMMON_INVALID_INPUT, COMMON_INVALID_PARAMETER
   */
  async create(actor: Actor, request: RedemptionCreate): Promise<readonly string[]> {
    const name = checkedName(request.name);
    const planId = request.plan_id ?? 0;
    const plan = planId > 0 ? await this.gifts.nameOf(planId) : null;
    const quota = plan === null ? checkedQuota(request.quota) : 0;
    const planPeriods = plan === null ? 0 : (request.plan_periods ?? 1);
    const count = checkedCount(request.count);
    const keys = Array.from({ length: count }, newKey);
    const sealed = keys.map(key => this.codes.sealed(key));
    const batch = { userId: actor.id, name, quota, planId, planPeriods, createdAtMs: Date.now() };
    await this.unitOfWork.run(async manager => {
      const ids = await this.codes.insertAll(manager, batch, sealed);
      await this.record(manager, actor, {
        said:
          plan === null
            ? { key: 'codes_created', count, name, amount: this.amount(quota), ids }
            : { key: 'plan_codes', count, name, plan, periods: planPeriods, ids },
        target: 'redemption codes',
        after: { name, quota, count, ids, ...(planId > 0 && { planId, planPeriods }) },
      });
    });
    return keys;
  }

  /**
   * Changes name and quota, while the code is unused.
   *
   * @throws AppError COMMON_RECORD_NOT_FOUND, REDEMPTION_USED, REDEMPTION_DISABLED and the refusals of the fields
   */
  async edit(actor: Actor, request: RedemptionEdit): Promise<RedemptionView> {
    const name = checkedName(request.name);
    return this.change(actor, request.id, row => {
      // What a code for a plan gives stays as it is.
      const quota = row.planId > 0 ? 0 : checkedQuota(request.quota);
      checkEditable(row.status);
      const isRenamed = row.name !== name;
      const isRevalued = row.quota !== quota;
      if (!isRenamed && !isRevalued) return null;
      const toName = { key: 'code_new_name', name } as const;
      const toQuota = {
        key: 'code_new_quota',
        before: this.amount(row.quota),
        after: this.amount(quota),
      } as const;
      const toBoth = { key: 'code_new_both', name: toName, quota: toQuota } as const;
      const change = isRenamed && isRevalued ? toBoth : isRenamed ? toName : toQuota;
      return {
        change: { name, quota },
        said: { key: 'code_changed', change, id: row.id, name: row.name },
        before: { ...(isRenamed ? { name: row.name } : {}), ...(isRevalued ? { quota: row.quota } : {}) },
        after: { ...(isRenamed ? { name } : {}), ...(isRevalued ? { quota } : {}) },
      };
    });
  }

  /** @throws AppError COMMON_RECORD_NOT_FOUND, REDEMPTION_STATUS_INVALID, REDEMPTION_USED */
  setStatus(actor: Actor, { id, status }: RedemptionStatusEdit): Promise<RedemptionView> {
    return this.change(actor, id, row => {
      checkStatusChange(row.status, status);
      if (row.status === status) return null;
      const key = status === RedemptionStatus.Unused ? 'code_enabled' : 'code_disabled';
      const said: LogSaying = { key, id, name: row.name };
      return { change: { status }, said, before: { status: row.status }, after: { status } };
    });
  }

  /**
   * Deletes a code of any status; a used code only disappears from the list. @throws AppError COMMON_RECORD_NOT_FOUND
   */
  async delete(actor: Actor, id: number): Promise<void> {
    await this.change(actor, id, ({ name, quota, status }) => ({
      change: { deletedAtMs: Date.now() },
      said: { key: 'code_deleted', id, name },
      before: { name, quota, status },
    }));
  }

  /**
   * Decides on the locked row and writes by compare-and-set, so that a code that was redeemed meanwhile stays redeemed.
   *
   * @param decide may refuse by throwing; null leaves everything as it is, the log too
   */
  private async change(
    actor: Actor,
    id: number,
    decide: (row: RedemptionRow) => Decision | null,
  ): Promise<RedemptionView> {
    const changed = await this.unitOfWork.run(async manager => {
      const row = found(await this.codes.lockedInUnit(manager, id));
      const decision = decide(row);
      if (decision === null) return row;
      const { change, said, before, after } = decision;
      if (!(await this.codes.change(manager, id, row.status, change))) throw new AppError('COMMON_RECORD_NOT_FOUND');
      await this.record(manager, actor, { said, target: `redemption code ${id}`, before, after });
      return { ...row, ...change };
    });
    return this.toView(changed);
  }

  private record(manager: EntityManager, actor: Actor, deed: Deed): Promise<void> {
    return this.managementLog.record(manager, { ...deed, userId: actor.id, username: actor.username, actor });
  }

  private async toView(row: RedemptionRow): Promise<RedemptionView> {
    return toRedemptionView(row, this.codes.keyOf(row), await this.gifts.names([row.planId]));
  }

  private amount(units: number): LogSaying {
    return saidQuota(units, this.options.current);
  }
}

function found(row: RedemptionRow | null): RedemptionRow {
  if (!row) throw new AppError('COMMON_RECORD_NOT_FOUND');
  return row;
}
