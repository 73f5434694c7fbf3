import { Inject, Injectable } from '@nestjs/common';
import {
  ALERT_RECEIVERS_MAX,
  Role,
  type AlertLanguage,
  type AlertReceiverEdit,
  type AlertReceiverKind,
  type AlertReceiverSave,
  type AlertReceiverView,
  type LogSaying,
} from '@contracts';
import { AppError, toSeconds } from '@kernel';
import { CONFIG, Database, ManagementLog, SecretBox, UnitOfWork, type Actor, type Config } from '@platform';
import { type EntityManager } from 'typeorm';
import { AlertMessages } from '../delivery/alert-messages';
import { MessageSender } from '../delivery/message-sender';
import { Targets } from '../delivery/targets';
import { AlertReceiverEntity } from '../store/alert-receiver.entity';
import { withoutReceiver } from '../store/alert-rule';
import { AlertRuleEntity } from '../store/alert-rule.entity';
import { fieldsOf, formOf, openReceiver, sealSecrets, secretsOf, type ReceiverFields } from '../store/receiver';
import { RulesStore } from '../store/rules.store';
import { checkedFields, originOf } from './receiver-rules';
import { checkedName } from './rule-rules';

/**
 * The receivers as administrators see and change them. With ROOT_ONLY_OPTIONS they are root's, like the options of mail:
 * whoever sets a receiver decides where the server sends what it knows.
 */
@Injectable()
export class AlertReceiverService {
  constructor(
    private readonly database: Database,
    private readonly unitOfWork: UnitOfWork,
    private readonly managementLog: ManagementLog,
    private readonly box: SecretBox,
    private readonly rules: RulesStore,
    private readonly messages: AlertMessages,
    private readonly sender: MessageSender,
    private readonly targets: Targets,
    @Inject(CONFIG) private readonly config: Pick<Config, 'rootOnlyOptions' | 'allowLinkLocalUpstreams'>,
  ) {}

  async list(): Promise<readonly AlertReceiverView[]> {
    return (await this.rules.receiverRows()).map(row => this.toView(row));
  }

  /** @throws AppError AUTH_FORBIDDEN, ALERT_TOO_MANY, and what the rules of receivers refuse */
  async create(actor: Actor, request: AlertReceiverSave): Promise<AlertReceiverView> {
    this.requireRole(actor);
    const row = this.checked(request, {});
    const id = await this.unitOfWork.run(async manager => {
      if ((await manager.count(AlertReceiverEntity)) >= ALERT_RECEIVERS_MAX) {
        throw new AppError('ALERT_TOO_MANY', { params: { max: ALERT_RECEIVERS_MAX } });
      }
      const unsent = { sentAtMs: 0, error: '', errorAtMs: 0, createdAtMs: Date.now() };
      const { identifiers } = await manager.insert(AlertReceiverEntity, { ...row, kind: request.kind, ...unsent });
      const made = Number(identifiers[0]?.id);
      await this.record(manager, actor, 'alert_receiver_created', { id: made, ...request });
      return made;
    });
    return this.toView(await this.existing(id));
  }

  async edit(actor: Actor, request: AlertReceiverEdit): Promise<AlertReceiverView> {
    this.requireRole(actor);
    const known = await this.existing(request.id);
    if (known.kind !== request.kind) throw new AppError('ALERT_KIND_FIXED');
    const row = this.checked(request, this.knownSecrets(known));
    await this.unitOfWork.run(async manager => {
      const { affected } = await manager.update(
        AlertReceiverEntity,
        { id: known.id },
        { ...row, error: '', errorAtMs: 0 },
      );
      if (affected !== 1) throw new AppError('COMMON_RECORD_NOT_FOUND');
      await this.record(manager, actor, 'alert_receiver_changed', request);
    });
    return this.toView(await this.existing(request.id));
  }

  /** Rules tell it no more; what waits for it is dropped when it would be sent. */
  async delete(actor: Actor, id: number): Promise<void> {
    this.requireRole(actor);
    const known = await this.existing(id);
    await this.unitOfWork.run(async manager => {
      const { affected } = await manager.delete(AlertReceiverEntity, { id });
      if (affected !== 1) throw new AppError('COMMON_RECORD_NOT_FOUND');
      for (const { id: ruleId, settings } of await manager.find(AlertRuleEntity)) {
        const left = withoutReceiver(settings, id);
        if (left !== null) await manager.update(AlertRuleEntity, { id: ruleId }, { settings: left });
      }
      await this.record(manager, actor, 'alert_receiver_deleted', known);
    });
  }

  /** @throws AppError ALERT_TEST_FAILED with what the receiver said, ALERT_NO_TARGET, ALERT_UNREADABLE */
  async test(actor: Actor, id: number): Promise<void> {
    this.requireRole(actor);
    const receiver = openReceiver(await this.existing(id), this.box);
    if (!receiver) throw new AppError('ALERT_UNREADABLE');
    const targets = await this.targets.of(receiver);
    if (targets.length === 0) throw new AppError('ALERT_NO_TARGET');
    const message = this.messages.test(actor.username, null, Date.now());
    for (const target of targets) {
      const outcome = await this.sender.send(receiver, target, message);
      if (!outcome.isTaken) throw new AppError('ALERT_TEST_FAILED', { params: { detail: outcome.error } });
    }
    const change = { sentAtMs: Date.now(), error: '', errorAtMs: 0 };
    await this.unitOfWork.run(manager => manager.update(AlertReceiverEntity, { id }, change));
  }

  private requireRole({ role }: Actor): void {
    if (this.config.rootOnlyOptions && role < Role.Root) throw new AppError('AUTH_FORBIDDEN');
  }

  private checked(
    request: AlertReceiverSave,
    known: ReceiverFields,
  ): Pick<AlertReceiverEntity, 'name' | 'isEnabled' | 'language' | 'settings' | 'secretsSealed'> {
    const { shown, secrets } = checkedFields(request, known, this.config.allowLinkLocalUpstreams);
    return {
      name: checkedName(request.name),
      isEnabled: request.enabled,
      language: request.language,
      settings: JSON.stringify(shown),
      secretsSealed: sealSecrets(secrets, this.box),
    };
  }

  private async existing(id: number): Promise<AlertReceiverEntity> {
    const row = await this.database.read.findOneBy(AlertReceiverEntity, { id });
    if (!row) throw new AppError('COMMON_RECORD_NOT_FOUND');
    return row;
  }

  /** None where this master key does not open them: they must be entered again. */
  private knownSecrets(row: AlertReceiverEntity): ReceiverFields {
    try {
      return secretsOf(row, this.box);
    } catch {
      return {};
    }
  }

  private toView(row: AlertReceiverEntity): AlertReceiverView {
    const kind = row.kind as AlertReceiverKind; // checked when it was saved
    const secrets = this.knownSecrets(row);
    const { address } = secrets;
    return {
      id: row.id,
      name: row.name,
      kind,
      enabled: row.isEnabled,
      language: row.language as AlertLanguage, // checked when it was saved
      shown: { ...fieldsOf(row.settings), ...(address !== undefined && { address: originOf(address) }) },
      secrets_set: formOf(kind).flatMap(({ name, isSecret }) => (isSecret && secrets[name] ? [name] : [])),
      sent_time: toSeconds(row.sentAtMs),
      error: row.error,
      error_time: toSeconds(row.errorAtMs),
    };
  }

  private record(
    manager: EntityManager,
    actor: Actor,
    key: 'alert_receiver_created' | 'alert_receiver_changed' | 'alert_receiver_deleted',
    { id, name, kind }: Pick<AlertReceiverEntity, 'id' | 'name' | 'kind'>,
  ): Promise<void> {
    const said: LogSaying = { key, id, name: name || kind };
    const target = `alert receiver ${id}`;
    return this.managementLog.record(manager, { userId: actor.id, username: actor.username, actor, said, target });
  }
}
