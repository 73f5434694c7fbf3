import { Injectable } from '@nestjs/common';
import { ALERT_HOURLY_MAX, type AlertSaid } from '@contracts';
import { groupBy } from '@kernel';
import { Database, Logger, UnitOfWork } from '@platform';
import { In, LessThanOrEqual, MoreThanOrEqual } from 'typeorm';
import { type WireOutcome } from '../formats/wire';
import { AlertEntity } from '../store/alert.entity';
import { AlertMessageEntity } from '../store/alert-message.entity';
import { AlertReceiverEntity } from '../store/alert-receiver.entity';
import { type Receiver } from '../store/receiver';
import { RulesStore } from '../store/rules.store';
import { AlertMessages } from './alert-messages';
import { MessageSender } from './message-sender';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
/** Messages of one run; the next run sends the others. */
const RUN_MAX = 50;
/** A node that does not come back within this time has ended, and another one sends its message. */
const CLAIM_MS = 2 * MINUTE_MS;
/** Pauses after the failed attempts; after the last one the message has failed. */
const PAUSES_MS = [30_000, 2 * MINUTE_MS, 8 * MINUTE_MS, 30 * MINUTE_MS, 2 * HOUR_MS];
const PAUSE_MAX_MS = HOUR_MS;
/** How long a storm is gathered before its first summary. */
const GATHER_MS = MINUTE_MS;

/**
 * Sends what waits. A message is claimed before it is sent, so that of several nodes one sends it; a node that is killed
 * between sending and writing that down makes the message come twice, with the same id.
 */
@Injectable()
export class Delivery {
  constructor(
    private readonly database: Database,
    private readonly unitOfWork: UnitOfWork,
    private readonly rules: RulesStore,
    private readonly messages: AlertMessages,
    private readonly sender: MessageSender,
    private readonly logger: Logger,
  ) {}

  /** @returns how many messages were taken by their receivers */
  async run(nowMs = Date.now()): Promise<number> {
    await this.takeBack(nowMs);
    await this.summarise(nowMs);
    const due = await this.database.read.find(AlertMessageEntity, {
      where: { state: 'waiting', nextAtMs: LessThanOrEqual(nowMs) },
      order: { id: 'ASC' },
      take: RUN_MAX,
    });
    if (due.length === 0) return 0;
    const receivers = await this.rules.receivers();
    const perReceiver = [...groupBy(due, message => message.receiverId)];
    const sent = await Promise.all(
      perReceiver.map(([id, messages]) => this.sendAll(receivers.get(id) ?? null, messages, nowMs)),
    );
    return sent.reduce((sum, count) => sum + count, 0);
  }

  /** In their order; after a failure that may go away the others wait for the next run. */
  private async sendAll(
    receiver: Receiver | null,
    messages: readonly AlertMessageEntity[],
    nowMs: number,
  ): Promise<number> {
    let count = 0;
    for (const message of messages) {
      if (!receiver?.isEnabled) {
        await this.change(message.id, 'waiting', { state: 'dropped' });
        continue;
      }
      if (!(await this.claim(message, nowMs))) continue;
      const outcome = await this.sendOne(receiver, message);
      await this.note(receiver, message, outcome, nowMs);
      if (outcome.isTaken) count += 1;
      else if (outcome.mayRetry) break;
    }
    return count;
  }

  private async sendOne(receiver: Receiver, message: AlertMessageEntity): Promise<WireOutcome> {
    const alert = await this.database.read.findOneBy(AlertEntity, { id: message.alertId });
    return this.sender.send(receiver, message.target, this.messages.ofStored(message, alert));
  }

  private claim({ id, attempts }: AlertMessageEntity, nowMs: number): Promise<boolean> {
    return this.change(id, 'waiting', { state: 'sending', attempts: attempts + 1, nextAtMs: nowMs + CLAIM_MS });
  }

  private async note(
    receiver: Receiver,
    message: AlertMessageEntity,
    outcome: WireOutcome,
    nowMs: number,
  ): Promise<void> {
    if (outcome.isTaken) {
      await this.change(message.id, 'sending', { state: 'sent', sentAtMs: nowMs, error: '' });
      await this.noteReceiver(receiver.id, { sentAtMs: nowMs, error: '', errorAtMs: 0 });
      return;
    }
    const { error, mayRetry, retryAfterMs } = outcome;
    const pauseMs = mayRetry ? PAUSES_MS[message.attempts] : undefined;
    if (pauseMs === undefined) {
      await this.change(message.id, 'sending', { state: 'failed', error });
      this.logger.warn({ receiver: receiver.id, kind: receiver.kind, error }, 'an alert could not be sent');
    } else {
      const nextAtMs = nowMs + Math.max(pauseMs, Math.min(retryAfterMs, PAUSE_MAX_MS));
      await this.change(message.id, 'sending', { state: 'waiting', nextAtMs, error });
    }
    await this.noteReceiver(receiver.id, { error, errorAtMs: nowMs });
  }

  /** Compare-and-set on the state; only who gets true may go on. */
  private change(id: number, from: string, change: Partial<AlertMessageEntity>): Promise<boolean> {
    return this.unitOfWork.run(async manager => {
      const where = { id, state: from as AlertMessageEntity['state'] };
      return (await manager.update(AlertMessageEntity, where, change)).affected === 1;
    });
  }

  private async noteReceiver(id: number, change: Partial<AlertReceiverEntity>): Promise<void> {
    await this.unitOfWork.run(manager => manager.update(AlertReceiverEntity, { id }, change));
  }

  /** What a node claimed that has ended. */
  private async takeBack(nowMs: number): Promise<void> {
    const where = { state: 'sending', nextAtMs: LessThanOrEqual(nowMs) } as const;
    if (!(await this.database.read.existsBy(AlertMessageEntity, where))) return;
    await this.unitOfWork.run(manager => manager.update(AlertMessageEntity, where, { state: 'waiting' }));
  }

  /** One message in the place of all that went beyond the limit of an hour, at most once an hour for each target. */
  private async summarise(nowMs: number): Promise<void> {
    const folded = await this.database.read.find(AlertMessageEntity, {
      where: { state: 'folded', createdAtMs: LessThanOrEqual(nowMs - GATHER_MS) },
      order: { id: 'ASC' },
      take: 2000,
    });
    for (const [, messages] of groupBy(folded, ({ receiverId, target }) => `${receiverId} ${target}`)) {
      const [first] = messages;
      if (first) await this.summariseFor(first, messages, nowMs);
    }
  }

  private async summariseFor(
    { receiverId, target }: AlertMessageEntity,
    messages: readonly AlertMessageEntity[],
    nowMs: number,
  ): Promise<void> {
    await this.unitOfWork.run(async manager => {
      const recent = { receiverId, target, event: 'summary', createdAtMs: MoreThanOrEqual(nowMs - HOUR_MS) } as const;
      if (await manager.existsBy(AlertMessageEntity, recent)) return;
      const where = { id: In(messages.map(({ id }) => id)), state: 'folded' } as const;
      const { affected } = await manager.update(AlertMessageEntity, where, { state: 'summarised' });
      if (!affected) return; // another node was quicker
      const said: AlertSaid = { sentence: 'summary', figures: { count: affected, max: ALERT_HOURLY_MAX } };
      await manager.insert(AlertMessageEntity, {
        alertId: 0,
        receiverId,
        target,
        event: 'summary',
        state: 'waiting',
        sentence: said.sentence,
        figures: JSON.stringify(said.figures),
        attempts: 0,
        nextAtMs: nowMs,
        createdAtMs: nowMs,
        sentAtMs: 0,
        error: '',
      });
    });
  }
}
