import { bigColumn, bigKey, truthColumn } from '@platform';
import { Column, Entity, PrimaryColumn } from 'typeorm';

/** One model in one group served by one channel; derived from the channel row and rebuilt with it. */
@Entity('abilities')
export class AbilityEntity {
  @PrimaryColumn({ name: 'ability_group', type: 'varchar', length: 64 })
  group!: string;

  @PrimaryColumn({ type: 'varchar', length: 255 })
  model!: string;

  @PrimaryColumn(bigKey('channel_id'))
  channelId!: number;

  @Column(truthColumn({ name: 'enabled' }))
  isEnabled!: boolean;

  @Column(bigColumn())
  priority!: number;

  @Column({ type: 'int' })
  weight!: number;
}
