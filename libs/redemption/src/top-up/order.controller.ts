import { Get, Query } from '@nestjs/common';
import { Role, type OrderView } from '@contracts';
import { Answer, ConsoleController, pageRequest } from '@platform';
import { OrderListReadModel } from './order-list.read-model';
import { OrderSearchDto } from './top-up.dto';

/** The list of the online payments of all users, for administrators. */
@ConsoleController('api/order', Role.Admin)
export class OrderController {
  constructor(private readonly list: OrderListReadModel) {}

  @Get()
  async page(@Query() query: OrderSearchDto): Promise<Answer<readonly OrderView[]>> {
    const page = pageRequest(query.p, query.page_size);
    const { rows, total } = await this.list.search(query, page);
    return new Answer(rows, { extras: { total, page: page.skip / page.take, page_size: page.take } });
  }
}
