import { bigColumn } from '@platform';
import { Column, Entity, PrimaryColumn } from 'typeorm';

/** Heartbeat of a running process. */
@Entity('nodes')
export class NodeEntity {
  @PrimaryColumn({ type: 'varchar', length: 32 })
  id!: string;

  @Column(bigColumn())
  beat!: number;
}
