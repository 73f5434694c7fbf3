import { bigColumn, bigKey, integer64 } from '@platform';
import { Column, Entity, PrimaryColumn } from 'typeorm';

/**
 * A code that is worth quota to the first user who redeems it. Deleted rows stay for the ledger, whose entries name
 * them.
 */
@Entity('redemptions')
export class RedemptionEntity {
  @PrimaryColumn({ ...bigKey('id'), generated: 'increment' })
  id!: number;

  /** Id of the administrator who created the code. */
  @Column(bigColumn({ name: 'user_id' }))
  userId!: number;

  @Column({ type: 'varchar', length: 20 })
  name!: string;

  /** Keyed hash by which a presented code is found. */
  @Column({ name: 'key_hash', type: 'varchar', length: 64 })
  keyHash!: string;

  /** The code, sealed: administrators copy it from the list. */
  @Column({ name: 'key_sealed', type: 'varchar', length: 255 })
  keySealed!: string;

  /** 1 unused, 2 disabled, 3 used, which is final. */
  @Column({ type: 'int' })
  status!: number;

  /** The units that the code is worth. */
  @Column(bigColumn())
  quota!: number;

  /** The plan that the code gives; 0 for a code that is worth quota. */
  @Column(bigColumn({ name: 'plan_id' }))
  planId!: number;

  @Column({ name: 'plan_periods', type: 'int' })
  planPeriods!: number;

  @Column(bigColumn({ name: 'created_at_ms' }))
  createdAtMs!: number;

  /** 0 while the code is unused. */
  @Column(bigColumn({ name: 'redeemed_at_ms' }))
  redeemedAtMs!: number;

  /** 0 while the code is unused. */
  @Column(bigColumn({ name: 'used_user_id' }))
  usedUserId!: number;

  @Column({ name: 'deleted_at_ms', type: 'bigint', nullable: true, transformer: integer64 })
  deletedAtMs!: number | null;
}
