import { bigColumn, bigKey, integer64 } from '@platform';
import { Column, Entity, PrimaryColumn } from 'typeorm';

/** Several people with a wallet of their own, which is an account of the ledger. Deleted rows stay for the logs. */
@Entity('teams')
export class TeamEntity {
  @PrimaryColumn({ ...bigKey('id'), generated: 'increment' })
  id!: number;

  @Column({ type: 'varchar', length: 64 })
  name!: string;

  /** The member with the role of an owner, who gets what is left of the wallet in the end. */
  @Column(bigColumn({ name: 'owner_id' }))
  ownerId!: number;

  /** Comma lists of what keys of the team may use; empty is no limit. */
  @Column({ name: 'allowed_groups', type: 'text' })
  allowedGroups!: string;

  @Column({ name: 'allowed_models', type: 'text' })
  allowedModels!: string;

  @Column(bigColumn({ name: 'created_at_ms' }))
  createdAtMs!: number;

  @Column(bigColumn({ name: 'updated_at_ms' }))
  updatedAtMs!: number;

  @Column({ name: 'deleted_at_ms', type: 'bigint', nullable: true, transformer: integer64 })
  deletedAtMs!: number | null;
}

export type Team = Readonly<TeamEntity>;
