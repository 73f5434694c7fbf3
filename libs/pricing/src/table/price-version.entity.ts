import { bigColumn, bigKey } from '@platform';
import { Column, Entity, PrimaryColumn } from 'typeorm';

/** One state of the table of prices. Numbers have no gaps, so that two nodes cannot write the next one both. */
@Entity('price_versions')
export class PriceVersionEntity {
  @PrimaryColumn(bigKey('id'))
  id!: number;

  @Column(bigColumn({ name: 'created_at_ms' }))
  createdAtMs!: number;

  @Column(bigColumn({ name: 'user_id' }))
  userId!: number;

  @Column({ type: 'varchar', length: 64 })
  username!: string;

  @Column({ type: 'varchar', length: 16 })
  origin!: string;

  @Column(bigColumn({ name: 'changed' }))
  changed!: number;

  /** The texts of the options by key, as JSON. */
  @Column({ type: 'text' })
  tables!: string;
}
