import { bigColumn, bigKey } from '@platform';
import { Column, Entity, PrimaryColumn } from 'typeorm';

/** Saved values of the form of a new token. */
@Entity('token_templates')
export class TokenTemplateEntity {
  @PrimaryColumn({ ...bigKey('id'), generated: 'increment' })
  id!: number;

  /** The owner; 0 for a template that everybody is offered. */
  @Column(bigColumn({ name: 'user_id' }))
  userId!: number;

  @Column({ type: 'varchar', length: 30 })
  name!: string;

  /** The values as JSON, in the shape of the wire. */
  @Column({ type: 'text' })
  settings!: string;

  @Column(bigColumn({ name: 'created_at_ms' }))
  createdAtMs!: number;
}
