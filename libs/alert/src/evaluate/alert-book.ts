import { Injectable } from '@nestjs/common';
import { type AlertSaid } from '@contracts';
import { Database, isUniqueViolation, UnitOfWork } from '@platform';
import { In, type EntityManager } from 'typeorm';
import { Outbox, type Address } from '../delivery/outbox';
import { type Finding } from '../kinds/watch';
import { AlertEntity } from '../store/alert.entity';
import { AlertMessageEntity, type AlertEvent } from '../store/alert-message.entity';
import { type AlertRule } from '../store/alert-rule';
import { type Receiver } from '../store/receiver';
import { type Step } from './steps';

const SUBJECT_MAX = 255;

/** The evaluation that steps belong to. */
export interface Evaluation {
  readonly rule: AlertRule;
  readonly receivers: ReadonlyMap<number, Receiver>;
  readonly nowMs: number;
}

/**
 * Writes what becomes of alerts, each change together with its messages. Every change is a compare-and-set, or an insert
 * with a unique key: of two nodes that evaluate at once only one makes it, and only that one sends.
 */
@Injectable()
export class AlertBook {
  constructor(
    private readonly database: Database,
    private readonly unitOfWork: UnitOfWork,
    private readonly outbox: Outbox,
  ) {}

  open(): Promise<readonly AlertEntity[]> {
    return this.database.read.findBy(AlertEntity, { state: In(['pending', 'firing']) });
  }

  async take(evaluation: Evaluation, steps: readonly Step[]): Promise<void> {
    for (const step of steps) {
      switch (step.do) {
        case 'begin':
          await this.begin(evaluation, step.finding, step.isFiring);
          break;
        case 'fire':
          await this.fire(evaluation, step.alert, step.finding);
          break;
        case 'remind':
          await this.remind(evaluation, step.alert, step.finding);
          break;
        case 'end':
          await this.end(step.alert, evaluation.nowMs);
          break;
        case 'forget':
          await this.unitOfWork.run(manager => manager.delete(AlertEntity, { id: step.alert.id, state: 'pending' }));
          break;
        case 'see':
          break;
      }
    }
    await this.see(
      steps.flatMap(step => ('alert' in step && 'finding' in step ? [step.alert.id] : [])),
      evaluation,
    );
  }

  /** Ends the open alerts of a rule without a message, because it was changed, switched off or deleted. */
  async endSilently(manager: EntityManager, ruleId: number, nowMs: number): Promise<void> {
    const open = await manager.findBy(AlertEntity, { ruleId, state: In(['pending', 'firing']) });
    for (const { id, state } of open) {
      if (state === 'pending') await manager.delete(AlertEntity, { id });
      else await manager.update(AlertEntity, { id, state }, { state: 'ended', endedAtMs: nowMs, openKey: null });
      await dropUnsent(manager, id);
    }
  }

  private async begin(evaluation: Evaluation, finding: Finding, isFiring: boolean): Promise<void> {
    const { rule, nowMs } = evaluation;
    const addresses = isFiring ? await this.addresses(evaluation, finding) : [];
    const subject = finding.subject.slice(0, SUBJECT_MAX);
    const insert = this.unitOfWork.run(async manager => {
      const { identifiers } = await manager.insert(AlertEntity, {
        ruleId: rule.id,
        ruleName: rule.name,
        kind: rule.kind,
        severity: rule.severity,
        subject,
        openKey: `${rule.id}:${subject}`,
        state: isFiring ? 'firing' : 'pending',
        ...storedSaying(finding),
        begunAtMs: nowMs,
        firedAtMs: isFiring ? nowMs : 0,
        endedAtMs: null,
        seenAtMs: nowMs,
        toldAtMs: isFiring ? nowMs : 0,
        acknowledgedBy: '',
        acknowledgedAtMs: 0,
      });
      if (isFiring) await this.tell(manager, evaluation, Number(identifiers[0]?.id), 'fired', finding, addresses);
    });
    await insert.catch((error: unknown) => {
      if (!isUniqueViolation(error)) throw error; // another node has begun it
    });
  }

  private async fire(evaluation: Evaluation, { id }: AlertEntity, finding: Finding): Promise<void> {
    const { nowMs } = evaluation;
    const addresses = await this.addresses(evaluation, finding);
    await this.unitOfWork.run(async manager => {
      const change = { state: 'firing', firedAtMs: nowMs, toldAtMs: nowMs, ...storedSaying(finding) } as const;
      const { affected } = await manager.update(AlertEntity, { id, state: 'pending' }, change);
      if (affected === 1) await this.tell(manager, evaluation, id, 'fired', finding, addresses);
    });
  }

  private async remind(evaluation: Evaluation, { id, toldAtMs }: AlertEntity, finding: Finding): Promise<void> {
    const { rule, receivers } = evaluation;
    const addresses = await this.outbox.addressesOf(rule, receivers, { isRootTold: false });
    await this.unitOfWork.run(async manager => {
      const where = { id, state: 'firing', toldAtMs, acknowledgedAtMs: 0 } as const;
      const change = { toldAtMs: evaluation.nowMs, ...storedSaying(finding) };
      const { affected } = await manager.update(AlertEntity, where, change);
      if (affected === 1) await this.tell(manager, evaluation, id, 'reminder', finding, addresses);
    });
  }

  /** Whoever was told that it began is told that it ended; what was not sent yet is not worth sending any more. */
  private async end({ id, sentence, figures }: AlertEntity, nowMs: number): Promise<void> {
    await this.unitOfWork.run(async manager => {
      const change = { state: 'ended', endedAtMs: nowMs, openKey: null } as const;
      const { affected } = await manager.update(AlertEntity, { id, state: 'firing' }, change);
      if (affected !== 1) return;
      await dropUnsent(manager, id);
      const told = await manager.findBy(AlertMessageEntity, { alertId: id, state: In(['sent', 'sending']) });
      const addresses = new Map(told.map(message => [`${message.receiverId} ${message.target}`, message]));
      const said = { sentence, figures: JSON.parse(figures) } as AlertSaid; // written by this class
      const message = { alertId: id, event: 'ended', said, nowMs, nextAtMs: nowMs } as const;
      await this.outbox.add(manager, [...addresses.values()], message);
    });
  }

  /** Root gets a mail of its own when the server disables a channel, see `RootNotices`; this one would be the second. */
  private addresses({ rule, receivers }: Evaluation, { sentence }: AlertSaid): Promise<readonly Address[]> {
    return this.outbox.addressesOf(rule, receivers, { isRootTold: sentence === 'channel_disabled' });
  }

  private tell(
    manager: EntityManager,
    { rule, nowMs }: Evaluation,
    alertId: number,
    event: AlertEvent,
    said: AlertSaid,
    addresses: readonly Address[],
  ): Promise<void> {
    const nextAtMs = this.outbox.leavingAt(rule, nowMs);
    return this.outbox.add(manager, addresses, { alertId, event, said, nowMs, nextAtMs });
  }

  private async see(ids: readonly number[], { nowMs }: Evaluation): Promise<void> {
    if (ids.length === 0) return;
    await this.unitOfWork.run(manager => manager.update(AlertEntity, { id: In([...ids]) }, { seenAtMs: nowMs }));
  }
}

async function dropUnsent(manager: EntityManager, alertId: number): Promise<void> {
  const unsent = { alertId, state: In(['waiting', 'folded']) } as const;
  await manager.update(AlertMessageEntity, unsent, { state: 'dropped' });
}

function storedSaying({ sentence, figures }: AlertSaid): Pick<AlertEntity, 'sentence' | 'figures'> {
  return { sentence, figures: JSON.stringify(figures) };
}
