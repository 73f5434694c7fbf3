import { bigColumn, bigKey } from '@platform';
import { Column, Entity, PrimaryColumn } from 'typeorm';

/** `test` is sent at once and never stored. */
export type AlertEvent = 'fired' | 'reminder' | 'ended' | 'summary' | 'test';

/**
 * `sending` belongs to one node until `nextAtMs`. `folded` waits for the summary and becomes `summarised`; `dropped` is
 * not worth sending any more.
 */
export type MessageState = 'waiting' | 'sending' | 'sent' | 'failed' | 'folded' | 'summarised' | 'dropped';

/** A message to one receiver, and what became of it. */
@Entity('alert_messages')
export class AlertMessageEntity {
  @PrimaryColumn({ ...bigKey('id'), generated: 'increment' })
  id!: number;

  /** 0 for a summary. */
  @Column(bigColumn({ name: 'alert_id' }))
  alertId!: number;

  @Column(bigColumn({ name: 'receiver_id' }))
  receiverId!: number;

  /** The address of a mail; empty for other receivers. */
  @Column({ type: 'varchar', length: 255 })
  target!: string;

  @Column({ type: 'varchar', length: 16 })
  event!: AlertEvent;

  @Column({ type: 'varchar', length: 16 })
  state!: MessageState;

  @Column({ type: 'varchar', length: 32 })
  sentence!: string;

  @Column({ type: 'text' })
  figures!: string;

  @Column({ type: 'int' })
  attempts!: number;

  @Column(bigColumn({ name: 'next_at_ms' }))
  nextAtMs!: number;

  @Column(bigColumn({ name: 'created_at_ms' }))
  createdAtMs!: number;

  @Column(bigColumn({ name: 'sent_at_ms' }))
  sentAtMs!: number;

  @Column({ type: 'varchar', length: 500 })
  error!: string;
}
