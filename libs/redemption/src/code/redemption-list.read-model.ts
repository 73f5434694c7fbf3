import { Injectable } from '@nestjs/common';
import { type RedemptionView } from '@contracts';
import { GiftPlans } from '@plan';
import { Database, likeText, type PageRequest } from '@platform';
import { Brackets, type WhereExpressionBuilder } from 'typeorm';
import { RedemptionEntity } from './redemption.entity';
import { isKeyShaped, plainKey } from './redemption-key';
import { toRedemptionView } from './redemption.mapper';
import { RedemptionStore } from './redemption.store';

export interface RedemptionPage {
  readonly rows: readonly RedemptionView[];
  readonly total: number;
}

/** The rows of the table of codes: whole keys, newest first, without deleted ones. */
@Injectable()
export class RedemptionListReadModel {
  constructor(
    private readonly database: Database,
    private readonly codes: RedemptionStore,
    private readonly gifts: GiftPlans,
  ) {}

  /** @param keyword an id, the beginning of a name, or a whole code; empty for all */
  async page(keyword: string, { skip, take }: PageRequest): Promise<RedemptionPage> {
    const query = this.database.read.createQueryBuilder(RedemptionEntity, 'code').where('code.deletedAtMs IS NULL');
    if (keyword !== '') query.andWhere(new Brackets(where => this.matchKeyword(where, keyword)));
    const [rows, total] = await query.orderBy('code.id', 'DESC').skip(skip).take(take).getManyAndCount();
    const plans = await this.gifts.names(rows.map(({ planId }) => planId));
    return { rows: rows.map(row => toRedemptionView(row, this.codes.keyOf(row), plans)), total };
  }

  /**
   * Matches a keyword. SQLite ignores the case of plain letters only, so that a name is also compared as it was typed.
   */
  private matchKeyword(where: WhereExpressionBuilder, keyword: string): void {
    const beginning = likeText(keyword);
    where.orWhere(`code.name LIKE :typed ESCAPE '!'`, { typed: `${beginning}%` });
    where.orWhere(`LOWER(code.name) LIKE :lower ESCAPE '!'`, { lower: `${beginning.toLowerCase()}%` });
    if (/^[1-9]\d{0,14}$/.test(keyword)) where.orWhere('code.id = :id', { id: Number(keyword) });
    const key = plainKey(keyword);
    if (isKeyShaped(key)) where.orWhere('code.keyHash = :keyHash', { keyHash: this.codes.hashOf(key) });
  }
}
