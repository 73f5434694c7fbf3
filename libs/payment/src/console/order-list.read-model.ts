import { Injectable } from '@nestjs/common';
import { type OrderSearch, type OrderView } from '@contracts';
import { Database, type PageRequest } from '@platform';
import { UserStore } from '@user';
import { Brackets, type SelectQueryBuilder } from 'typeorm';
import { OrderEntity } from '../orders/order.entity';
import { REFERENCE_PREFIX, toOrderView } from './order.mapper';

/** What a payer by hand has named. */
const REFERENCE = new RegExp(`^${REFERENCE_PREFIX}([1-9]\\d{0,14})$`, 'i');

export interface OrderPage {
  readonly rows: readonly OrderView[];
  readonly total: number;
}

/** The rows of the order lists, newest first. */
@Injectable()
export class OrderListReadModel {
  constructor(
    private readonly database: Database,
    private readonly users: UserStore,
  ) {}

  own(userId: number, page: PageRequest): Promise<OrderPage> {
    return this.read(this.query().where('o.userId = :userId', { userId }), page);
  }

  async search({ keyword = '', status = '', method = '' }: OrderSearch, page: PageRequest): Promise<OrderPage> {
    const query = this.query();
    if (status !== '') query.andWhere('o.status = :status', { status });
    if (method !== '') query.andWhere('o.paymentMethod = :method', { method });
    const text = keyword.trim();
    const reference = REFERENCE.exec(text)?.[1];
    if (text !== '') {
      const userIds = [...(await this.users.idsByNamePart(text))];
      if (/^[1-9]\d{0,14}$/.test(text)) userIds.push(Number(text));
      // The numbers are compared as a whole: a part of one identifies nothing, and user ids are parts of many.
      const numbers = new Brackets(where => {
        where.where('o.tradeNo = :text', { text }).orWhere('o.gatewayTradeNo = :text', { text });
        if (reference !== undefined) where.orWhere('o.id = :id', { id: Number(reference) });
        if (userIds.length > 0) where.orWhere('o.userId IN (:...userIds)', { userIds });
      });
      query.andWhere(numbers);
    }
    return this.read(query, page);
  }

  private query(): SelectQueryBuilder<OrderEntity> {
    return this.database.read.createQueryBuilder(OrderEntity, 'o');
  }

  private async read(query: SelectQueryBuilder<OrderEntity>, { skip, take }: PageRequest): Promise<OrderPage> {
    const [orders, total] = await query.orderBy('o.id', 'DESC').skip(skip).take(take).getManyAndCount();
    const names = await this.users.namesOf(orders.map(order => order.userId));
    return { rows: orders.map(order => toOrderView(order, names.get(order.userId) ?? '')), total };
  }
}
