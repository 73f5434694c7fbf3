import { bigColumn, bigKey, truthColumn } from '@platform';
import { Column, Entity, PrimaryColumn } from 'typeorm';

/** The balance of one owner. Only this lib writes the table; other libs use the ledger. */
@Entity('accounts')
export class AccountEntity {
  @PrimaryColumn({ type: 'int' })
  kind!: number;

  @PrimaryColumn(bigKey('owner_id'))
  ownerId!: number;

  @Column(bigColumn())
  balance!: number;

  @Column(bigColumn())
  held!: number;

  @Column(bigColumn())
  leased!: number;

  @Column(bigColumn())
  used!: number;

  @Column(bigColumn())
  credited!: number;

  @Column(bigColumn({ name: 'request_count' }))
  requestCount!: number;

  @Column(truthColumn({ name: 'unlimited' }))
  isUnlimited!: boolean;
}
