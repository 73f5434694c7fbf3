import { Injectable } from '@nestjs/common';
import { toSeconds } from '@kernel';
import { Database } from '@platform';
import { In } from 'typeorm';
import { ChannelEntity } from '../store/channel.entity';

/** Why the server changed the status of a channel, and when in Unix seconds; empty and 0 when it did not. */
export interface StatusReason {
  readonly reason: string;
  readonly atSeconds: number;
}

/** Ids per IN list; databases limit the number of parameters. */
const IDS_MAX = 500;

/** Columns that the catalogue leaves out, because no call needs them. */
@Injectable()
export class ChannelStatusReadModel {
  constructor(private readonly database: Database) {}

  async reasonsOf(ids: readonly number[]): Promise<ReadonlyMap<number, StatusReason>> {
    const reasons = new Map<number, StatusReason>();
    for (let at = 0; at < ids.length; at += IDS_MAX) {
      const rows = await this.database.read.find(ChannelEntity, {
        select: ['id', 'statusReason', 'statusAtMs'],
        where: { id: In(ids.slice(at, at + IDS_MAX)) },
      });
      for (const { id, statusReason, statusAtMs } of rows) {
        reasons.set(id, { reason: statusReason, atSeconds: toSeconds(statusAtMs) });
      }
    }
    return reasons;
  }
}
