import { bigColumn, bigKey } from '@platform';
import { Column, Entity, PrimaryColumn } from 'typeorm';

/** The calls of one user to one model in one hour. */
@Entity('hourly_usage')
export class HourlyUsageEntity {
  @PrimaryColumn(bigKey('user_id'))
  userId!: number;

  @PrimaryColumn({ name: 'model_name', type: 'varchar', length: 255 })
  modelName!: string;

  /** The start of the hour. */
  @PrimaryColumn(bigKey('hour_at_ms'))
  hourAtMs!: number;

  @Column({ type: 'varchar', length: 64 })
  username!: string;

  @Column(bigColumn({ name: 'request_count' }))
  requestCount!: number;

  @Column(bigColumn())
  quota!: number;

  @Column(bigColumn({ name: 'token_used' }))
  tokenUsed!: number;
}
