import { Inject, Injectable } from '@nestjs/common';
import { ALERT_HOURLY_MAX, type AlertSaid } from '@contracts';
import { CONFIG, type Config } from '@platform';
import { In, MoreThanOrEqual, Not, type EntityManager } from 'typeorm';
import { minuteOfDay } from '../kinds/said';
import { AlertMessageEntity, type AlertEvent } from '../store/alert-message.entity';
import { type AlertRule } from '../store/alert-rule';
import { type Receiver } from '../store/receiver';
import { afterQuietHours } from './quiet-hours';
import { Targets } from './targets';

const HOUR_MS = 3_600_000;

/** One receiver of a message, before it is stored. */
export interface Address {
  readonly receiverId: number;
  readonly target: string;
}

interface NewMessage {
  readonly alertId: number;
  readonly event: AlertEvent;
  readonly said: AlertSaid;
  readonly nowMs: number;
  /** When it may leave. */
  readonly nextAtMs: number;
}

/** Messages that wait in the database: nothing is lost when a node ends, and no other node sends them too. */
@Injectable()
export class Outbox {
  constructor(
    private readonly targets: Targets,
    @Inject(CONFIG) private readonly config: Pick<Config, 'timeZone'>,
  ) {}

  /**
   * The addresses of a rule, found before the unit of work that stores its messages.
   *
   * @param isRootTold whether another mail tells root the same
   */
  async addressesOf(
    rule: AlertRule,
    receivers: ReadonlyMap<number, Receiver>,
    { isRootTold }: { readonly isRootTold: boolean },
  ): Promise<readonly Address[]> {
    const found: Address[] = [];
    for (const receiverId of rule.receiverIds) {
      const receiver = receivers.get(receiverId);
      if (!receiver?.isEnabled) continue;
      for (const target of await this.targets.of(receiver, { isRootTold })) found.push({ receiverId, target });
    }
    return found;
  }

  /** When a message of a rule may leave. */
  leavingAt(rule: AlertRule, nowMs: number): number {
    return afterQuietHours(rule, minuteOfDay(nowMs, this.config.timeZone), nowMs);
  }

  /** Stores a message for each address. What is beyond the limit of an hour is folded into a summary. */
  async add(manager: EntityManager, addresses: readonly Address[], message: NewMessage): Promise<void> {
    const { alertId, event, said, nowMs, nextAtMs } = message;
    for (const { receiverId, target } of addresses) {
      const state = (await this.isFull(manager, receiverId, target, nowMs)) ? 'folded' : 'waiting';
      await manager.insert(AlertMessageEntity, {
        alertId,
        receiverId,
        target,
        event,
        state,
        sentence: said.sentence,
        figures: JSON.stringify(said.figures),
        attempts: 0,
        nextAtMs,
        createdAtMs: nowMs,
        sentAtMs: 0,
        error: '',
      });
    }
  }

  private async isFull(manager: EntityManager, receiverId: number, target: string, nowMs: number): Promise<boolean> {
    const count = await manager.countBy(AlertMessageEntity, {
      receiverId,
      target,
      createdAtMs: MoreThanOrEqual(nowMs - HOUR_MS),
      state: In(['waiting', 'sending', 'sent']),
      event: Not('summary'),
    });
    return count >= ALERT_HOURLY_MAX;
  }
}
