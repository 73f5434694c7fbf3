import { Injectable } from '@nestjs/common';
import {
  ALERT_RULES_MAX,
  alertKinds,
  type AlertRuleEdit,
  type AlertRuleSave,
  type AlertRuleTest,
  type AlertRuleView,
  type AlertTestResult,
  type LogSaying,
} from '@contracts';
import { AppError, toSeconds } from '@kernel';
import { Database, ManagementLog, UnitOfWork, type Actor } from '@platform';
import { type EntityManager } from 'typeorm';
import { AlertMessages } from '../delivery/alert-messages';
import { MessageSender } from '../delivery/message-sender';
import { Targets } from '../delivery/targets';
import { AlertBook } from '../evaluate/alert-book';
import { Evaluator } from '../evaluate/evaluator';
import { toRule, type AlertRule } from '../store/alert-rule';
import { AlertRuleEntity } from '../store/alert-rule.entity';
import { type Receiver } from '../store/receiver';
import { RulesStore } from '../store/rules.store';
import { AlertListReadModel } from './alert-list.read-model';
import { checkedName, checkedSettings } from './rule-rules';

/** The rules as administrators see and change them. */
@Injectable()
export class AlertRuleService {
  constructor(
    private readonly database: Database,
    private readonly unitOfWork: UnitOfWork,
    private readonly managementLog: ManagementLog,
    private readonly rules: RulesStore,
    private readonly alerts: AlertListReadModel,
    private readonly book: AlertBook,
    private readonly evaluator: Evaluator,
    private readonly messages: AlertMessages,
    private readonly sender: MessageSender,
    private readonly targets: Targets,
  ) {}

  async list(): Promise<readonly AlertRuleView[]> {
    const firing = await this.alerts.firingByRule();
    return (await this.rules.rules()).map(rule => toView(rule, firing.get(rule.id) ?? 0));
  }

  /** @throws AppError for what the rules of rules refuse, ALERT_RECEIVER_UNKNOWN, ALERT_TOO_MANY */
  async create(actor: Actor, request: AlertRuleSave): Promise<AlertRuleView> {
    const row = await this.checked(request);
    const createdAtMs = Date.now();
    const id = await this.unitOfWork.run(async manager => {
      if ((await manager.count(AlertRuleEntity)) >= ALERT_RULES_MAX) {
        throw new AppError('ALERT_TOO_MANY', { params: { max: ALERT_RULES_MAX } });
      }
      const { identifiers } = await manager.insert(AlertRuleEntity, { ...row, kind: request.kind, createdAtMs });
      const made = Number(identifiers[0]?.id);
      await this.record(manager, actor, 'alert_rule_created', { id: made, ...request });
      return made;
    });
    return this.view(id);
  }

  /** Open alerts of the rule end without a message: what they said may hold no more. */
  async edit(actor: Actor, request: AlertRuleEdit): Promise<AlertRuleView> {
    const { id } = request;
    const row = await this.checked(request);
    await this.unitOfWork.run(async manager => {
      const known = await this.lockedKind(manager, id);
      if (known !== request.kind) throw new AppError('ALERT_KIND_FIXED');
      await manager.update(AlertRuleEntity, { id }, row);
      await this.book.endSilently(manager, id, Date.now());
      await this.record(manager, actor, 'alert_rule_changed', request);
    });
    return this.view(id);
  }

  async delete(actor: Actor, id: number): Promise<void> {
    await this.unitOfWork.run(async manager => {
      const row = await manager.findOneBy(AlertRuleEntity, { id });
      const rule = row && toRule(row);
      if (!rule) throw new AppError('COMMON_RECORD_NOT_FOUND');
      await manager.delete(AlertRuleEntity, { id });
      await this.book.endSilently(manager, id, Date.now());
      await this.record(manager, actor, 'alert_rule_deleted', rule);
    });
  }

  /** Looks at the rule now, whether it is on or not, and sends its receivers a test message. */
  async test(actor: Actor, id: number): Promise<AlertRuleTest> {
    const rule = await this.existing(id);
    const nowMs = Date.now();
    const findings = await this.evaluator.findings(rule, nowMs);
    const receivers = await this.rules.receivers();
    const asked = rule.receiverIds.flatMap(receiverId => receivers.get(receiverId) ?? []);
    const sent = await Promise.all(asked.map(receiver => this.testReceiver(actor, rule, receiver, nowMs)));
    return { findings: findings.map(({ sentence, figures }) => ({ sentence, figures })), sent };
  }

  private async testReceiver(
    actor: Actor,
    rule: AlertRule,
    receiver: Receiver,
    nowMs: number,
  ): Promise<AlertTestResult> {
    const message = this.messages.test(actor.username, rule, nowMs);
    const targets = await this.targets.of(receiver);
    const errors: string[] = targets.length === 0 ? [new AppError('ALERT_NO_TARGET').message] : [];
    for (const target of targets) {
      const outcome = await this.sender.send(receiver, target, message);
      if (!outcome.isTaken) errors.push(outcome.error);
    }
    return { receiver_id: receiver.id, error: errors[0] ?? '' };
  }

  private async existing(id: number): Promise<AlertRule> {
    const row = await this.database.read.findOneBy(AlertRuleEntity, { id });
    const rule = row && toRule(row);
    if (!rule) throw new AppError('COMMON_RECORD_NOT_FOUND');
    return rule;
  }

  private async view(id: number): Promise<AlertRuleView> {
    return toView(await this.existing(id), 0);
  }

  private async lockedKind(manager: EntityManager, id: number): Promise<string> {
    await manager.update(AlertRuleEntity, { id }, { kind: () => 'kind' }); // others that change it wait for this unit
    const row = await manager.findOneBy(AlertRuleEntity, { id });
    if (!row) throw new AppError('COMMON_RECORD_NOT_FOUND');
    return row.kind;
  }

  private async checked(
    request: AlertRuleSave,
  ): Promise<Pick<AlertRuleEntity, 'name' | 'isEnabled' | 'severity' | 'settings'>> {
    const settings = checkedSettings(request);
    const known = new Set((await this.rules.receiverRows()).map(({ id }) => id));
    const unknown = settings.receiverIds.find(id => !known.has(id));
    if (unknown !== undefined) throw new AppError('ALERT_RECEIVER_UNKNOWN', { params: { id: unknown } });
    return {
      name: checkedName(request.name),
      isEnabled: request.enabled,
      severity: request.severity,
      settings: JSON.stringify(settings),
    };
  }

  private record(
    manager: EntityManager,
    actor: Actor,
    key: 'alert_rule_created' | 'alert_rule_changed' | 'alert_rule_deleted',
    { id, name, kind }: Pick<AlertRule, 'id' | 'name' | 'kind'>,
  ): Promise<void> {
    const said: LogSaying = { key, id, name: name || alertKinds[kind].title.en };
    const target = `alert rule ${id}`;
    return this.managementLog.record(manager, { userId: actor.id, username: actor.username, actor, said, target });
  }
}

function toView(rule: AlertRule, firing: number): AlertRuleView {
  return { id: rule.id, ...toRuleSave(rule), firing, created_time: toSeconds(rule.createdAtMs) };
}

/** A rule as the body that would save it. */
export function toRuleSave(rule: AlertRule): AlertRuleSave {
  return {
    name: rule.name,
    kind: rule.kind,
    enabled: rule.isEnabled,
    severity: rule.severity,
    threshold: rule.threshold,
    measure: rule.measure,
    window_minutes: rule.windowMinutes,
    minimum: rule.minimum,
    for_minutes: rule.forMinutes,
    remind_minutes: rule.remindMinutes,
    scope_by: rule.scopeBy,
    scope_values: rule.scopeValues,
    receiver_ids: rule.receiverIds,
    quiet_from: rule.quietFrom,
    quiet_to: rule.quietTo,
  };
}
