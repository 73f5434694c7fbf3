import { bigColumn } from '@platform';
import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A text that a browser may present once, or a few times, within minutes. */
@Entity('tickets')
export class TicketEntity {
  @PrimaryColumn({ type: 'varchar', length: 16 })
  purpose!: string;

  @PrimaryColumn({ name: 'ticket_hash', type: 'varchar', length: 64 })
  ticketHash!: string;

  /** Hash that names the session it is bound to; empty when any browser may present it. */
  @Column({ name: 'session_id', type: 'varchar', length: 64 })
  sessionId!: string;

  /** JSON object with the data of its issuer. */
  @Column({ type: 'text' })
  data!: string;

  @Column({ name: 'uses_left', type: 'int' })
  usesLeft!: number;

  @Column(bigColumn({ name: 'expires_at_ms' }))
  expiresAtMs!: number;
}
