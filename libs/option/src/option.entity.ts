import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A setting that was changed; the others have no row. Secrets are sealed. */
@Entity('options')
export class OptionEntity {
  @PrimaryColumn({ name: 'option_key', type: 'varchar', length: 191 })
  key!: string;

  @Column({ name: 'option_value', type: 'text' })
  value!: string;
}
