import { Injectable } from '@nestjs/common';
import { AccountKind, Ledger } from '@billing';
import { maskedProxy, type ChannelView } from '@contracts';
import { Database, likeText, SecretBox, type PageRequest } from '@platform';
import { Brackets, type SelectQueryBuilder } from 'typeorm';
import { ChannelCatalog } from '../catalog/channel-catalog';
import { isShownKey } from '../catalog/catalog-key';
import { openProxy, readSettings } from '../catalog/channel-settings';
import { ChannelEntity } from '../store/channel.entity';
import { toChannelView } from './channel.mapper';

/** The sort order of the table: by priority, or newest first. */
export interface ChannelOrder {
  readonly isById: boolean;
}

export interface ChannelPage {
  readonly items: readonly ChannelView[];
  readonly total: number;
}

export interface ChannelFilter {
  readonly keyword: string;
  readonly model: string;
  readonly group: string;
  readonly tag: string;
  /** One status; null for all. */
  readonly status: number | null;
  /** The number of one channel type; null for all. */
  readonly type: number | null;
}

/** Most rows of a search without pages. */
const SEARCH_MAX = 1000;
/** Words shorter than this are never compared with keys, so that a key cannot be guessed piece by piece. */
const KEY_LENGTH_MIN = 8;

/** Most channels found by one key of several; a key belongs to one account, so more than this is not expected. */
const HOLDERS_MAX = 100;

/** What the channel table shows. */
@Injectable()
export class ChannelListReadModel {
  constructor(
    private readonly database: Database,
    private readonly ledger: Ledger,
    private readonly box: SecretBox,
    private readonly catalog: ChannelCatalog,
  ) {}

  async list(
    page: PageRequest,
    order: ChannelOrder,
    { withKeys }: { readonly withKeys: boolean },
  ): Promise<ChannelPage> {
    const query = this.ordered(order).skip(page.skip).take(page.take);
    const [channels, total] = await query.getManyAndCount();
    return { items: await this.views(channels, { withKeys }), total };
  }

  /** A search never returns keys. */
  async search(filter: ChannelFilter, order: ChannelOrder): Promise<readonly ChannelView[]> {
    const query = this.ordered(order).take(SEARCH_MAX);
    if (filter.keyword) query.andWhere(this.keywordCondition(filter.keyword));
    if (filter.model) {
      query.andWhere(`LOWER(channel.models) LIKE :model ESCAPE '!'`, {
        model: `%${likeText(filter.model.toLowerCase())}%`,
      });
    }
    if (filter.group && filter.group !== 'null') {
      const sql = `SELECT 1 FROM abilities WHERE abilities.channel_id = channel.id AND abilities.ability_group = :group`;
      query.andWhere(`EXISTS (${sql})`, { group: filter.group });
    }
    if (filter.tag) query.andWhere('channel.tag = :tag', { tag: filter.tag });
    if (filter.status !== null) query.andWhere('channel.status = :status', { status: filter.status });
    if (filter.type !== null) query.andWhere('channel.type = :type', { type: filter.type });
    return this.views(await query.getMany(), { withKeys: false });
  }

  async view(channel: ChannelEntity, { withKeys }: { readonly withKeys: boolean }): Promise<ChannelView> {
    const { used } = await this.ledger.balanceOf(AccountKind.Channel, channel.id);
    return toChannelView(channel, {
      usedQuota: used,
      key: withKeys ? this.openKey(channel) : undefined,
      proxy: this.proxyOf(channel, { withKeys }),
      live: this.catalog.current.byId(channel.id),
    });
  }

  private async views(
    channels: readonly ChannelEntity[],
    { withKeys }: { readonly withKeys: boolean },
  ): Promise<readonly ChannelView[]> {
    const accounts = await this.ledger.balancesOf(
      AccountKind.Channel,
      channels.map(channel => channel.id),
    );
    return channels.map(channel =>
      toChannelView(channel, {
        usedQuota: accounts.get(channel.id)?.used ?? 0,
        key: withKeys ? this.openKey(channel) : undefined,
        proxy: this.proxyOf(channel, { withKeys }),
        live: this.catalog.current.byId(channel.id),
      }),
    );
  }

  private proxyOf({ settings }: ChannelEntity, { withKeys }: { readonly withKeys: boolean }): string {
    const proxy = settings === '' ? '' : openProxy(readSettings(settings), this.box);
    return withKeys || proxy === '' ? proxy : maskedProxy(proxy);
  }

  private openKey(channel: ChannelEntity): string {
    return this.box.open('channel-key', channel.keySealed);
  }

  private ordered({ isById }: ChannelOrder): SelectQueryBuilder<ChannelEntity> {
    const query = this.database.read.createQueryBuilder(ChannelEntity, 'channel');
    if (!isById) query.orderBy('channel.priority', 'DESC');
    return query.addOrderBy('channel.id', 'DESC');
  }

  private keywordCondition(keyword: string): Brackets {
    const id = /^\d{1,15}$/.test(keyword) ? Number(keyword) : 0;
    return new Brackets(condition => {
      condition.where('channel.id = :id', { id });
      condition.orWhere(`LOWER(channel.name) LIKE :name ESCAPE '!'`, { name: `%${likeText(keyword.toLowerCase())}%` });
      const keyHash = keyword.length >= KEY_LENGTH_MIN ? this.box.hash('channel-key', keyword) : '';
      if (keyHash) condition.orWhere('channel.keyHash = :keyHash', { keyHash });
      const holders = this.holdersOf(keyword, keyHash);
      if (holders.length > 0) condition.orWhere('channel.id IN (:...holders)', { holders });
    });
  }

  /** Finds channels that hold the key among several, or one that is shown with this beginning or end. */
  private holdersOf(keyword: string, keyHash: string): readonly number[] {
    const { all } = this.catalog.current;
    return all
      .filter(channel => channel.keys.some(key => key.keyHash === keyHash || isShownKey(key.mask, keyword)))
      .slice(0, HOLDERS_MAX)
      .map(channel => channel.id);
  }
}
