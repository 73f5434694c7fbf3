import { Column, Entity, PrimaryColumn } from 'typeorm';

/** An option that was changed; unchanged options have no row. Secrets are sealed. */
@Entity('options')
export class OptionEntity {
  @PrimaryColumn({ name: 'option_key', type: 'varchar', length: 191 })
  key!: string;

  @Column({ name: 'option_value', type: 'text' })
  value!: string;
}
