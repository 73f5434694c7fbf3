import { Injectable } from '@nestjs/common';
import { Database, SecretBox } from '@platform';
import { AlertReceiverEntity } from './alert-receiver.entity';
import { toRule, type AlertRule } from './alert-rule';
import { AlertRuleEntity } from './alert-rule.entity';
import { openReceiver, type Receiver } from './receiver';

/** Reads rules and receivers; there are few of both, so they are read whole. */
@Injectable()
export class RulesStore {
  constructor(
    private readonly database: Database,
    private readonly box: SecretBox,
  ) {}

  async rules(): Promise<readonly AlertRule[]> {
    const rows = await this.database.read.find(AlertRuleEntity, { order: { id: 'ASC' } });
    return rows.flatMap(row => toRule(row) ?? []);
  }

  receiverRows(): Promise<readonly AlertReceiverEntity[]> {
    return this.database.read.find(AlertReceiverEntity, { order: { id: 'ASC' } });
  }

  async receivers(): Promise<ReadonlyMap<number, Receiver>> {
    const rows = await this.receiverRows();
    return new Map(rows.flatMap(row => openReceiver(row, this.box) ?? []).map(receiver => [receiver.id, receiver]));
  }
}
