import { Injectable } from '@nestjs/common';
import { Database } from '@platform';
import { MoreThan } from 'typeorm';
import { ChannelEntity } from './channel.entity';

/** Most channels whose balance is told; metrics name no more channels either. */
const CHANNELS_MAX = 200;

/** The balances that were last read from the providers, for those who watch the server. */
@Injectable()
export class UpstreamBalances {
  constructor(private readonly database: Database) {}

  /** Channels whose balance was never read are left out. */
  async all(): Promise<readonly { readonly id: number; readonly balance: number }[]> {
    const found = await this.database.read.find(ChannelEntity, {
      select: { id: true, upstreamBalance: true },
      where: { upstreamBalanceAtMs: MoreThan(0) },
      order: { id: 'ASC' },
      take: CHANNELS_MAX,
    });
    return found.map(({ id, upstreamBalance }) => ({ id, balance: upstreamBalance }));
  }
}
