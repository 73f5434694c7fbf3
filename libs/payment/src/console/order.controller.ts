import { Body, Get, Post, Query } from '@nestjs/common';
import { Role, type OrderView } from '@contracts';
import { Answer, ConsoleController, CurrentActor, pageRequest, type Actor } from '@platform';
import { OrderDecisionsService } from './order-decisions.service';
import { OrderListReadModel } from './order-list.read-model';
import { OrderDecisionDto, OrderRefundDto, OrderSearchDto } from './top-up.dto';

/** The payments of all users, and what administrators decide about them. */
@ConsoleController('api/order', Role.Admin)
export class OrderController {
  constructor(
    private readonly list: OrderListReadModel,
    private readonly decisions: OrderDecisionsService,
  ) {}

  @Get()
  async page(@Query() query: OrderSearchDto): Promise<Answer<readonly OrderView[]>> {
    const page = pageRequest(query.p, query.page_size);
    const { rows, total } = await this.list.search(query, page);
    return new Answer(rows, { extras: { total, page: page.skip / page.take, page_size: page.take } });
  }

  @Post('confirm')
  confirm(@Body() decision: OrderDecisionDto, @CurrentActor() actor: Actor): Promise<OrderView> {
    return this.decisions.confirm(actor, decision);
  }

  @Post('refuse')
  refuse(@Body() decision: OrderDecisionDto, @CurrentActor() actor: Actor): Promise<OrderView> {
    return this.decisions.refuse(actor, decision);
  }

  @Post('refund')
  refund(@Body() refund: OrderRefundDto, @CurrentActor() actor: Actor): Promise<OrderView> {
    return this.decisions.refund(actor, refund);
  }
}
