import { bigColumn } from '@platform';
import { Column, Entity, PrimaryColumn } from 'typeorm';

/** What this version knows: a row of the log may be the movement of its charge. */
export const ROW_FORM = 1;

/** Heartbeat of a running process. */
@Entity('nodes')
export class NodeEntity {
  @PrimaryColumn({ type: 'varchar', length: 32 })
  id!: string;

  @Column(bigColumn())
  beat!: number;

  /** The newest form of stored rows that the process knows; 0 where it knows charges only as rows of `movements`. */
  @Column({ name: 'row_form', type: 'int', default: 0 })
  rowForm!: number;

  /** Marks of the master keys that the process knows, the one that seals first. */
  @Column({ name: 'key_marks', type: 'varchar', length: 64, default: '' })
  keyMarks!: string;
}
