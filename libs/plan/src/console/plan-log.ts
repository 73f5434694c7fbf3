import { LogType, type LogSaying } from '@contracts';
import { LogStore, sentenceFields } from '@log';
import { Injectable } from '@nestjs/common';
import { Options, saidQuota } from '@option';
import { ManagementLog, type Actor } from '@platform';
import { type EntityManager } from 'typeorm';
import { type StoredTerms } from '../rules/plan.entity';
import { perPeriodSaying } from '../rules/plan-saying';

/** Writes down what people and administrators do with plans. */
@Injectable()
export class PlanLog {
  constructor(
    private readonly logs: LogStore,
    private readonly management: ManagementLog,
    private readonly options: Options,
  ) {}

  amount(units: number): LogSaying {
    return saidQuota(units, this.options.current);
  }

  /** What a plan costs and gives. */
  terms({ price, allowance, period }: Pick<StoredTerms, 'price' | 'allowance' | 'period'>): LogSaying {
    const { QuotaPerUnit } = this.options.current;
    return {
      key: 'plan_terms',
      price: perPeriodSaying(price, period, QuotaPerUnit),
      allowance: allowance === 0 ? { key: 'plan_unlimited' } : perPeriodSaying(allowance, period, QuotaPerUnit),
    };
  }

  /** What somebody did with an own plan. */
  async own(manager: EntityManager, { id: userId, username, clientIp }: Actor, said: LogSaying): Promise<void> {
    await this.logs.append(manager, { userId, username, clientIp, type: LogType.System, ...sentenceFields(said) });
  }

  /** What an administrator did, in the log of whom it concerns. */
  async managed(
    manager: EntityManager,
    actor: Actor,
    entry: { readonly said: LogSaying; readonly target: string; readonly user?: { id: number; username: string } },
  ): Promise<void> {
    const { said, target, user = actor } = entry;
    await this.management.record(manager, { userId: user.id, username: user.username, actor, said, target });
  }
}
