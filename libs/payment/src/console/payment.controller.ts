import { Body, Get, Post, Query } from '@nestjs/common';
import { PAY_SUCCESS_MESSAGE, Role, type OrderView, type PayForm } from '@contracts';
import {
  Answer,
  ConsoleController,
  CurrentCaller,
  pageRequest,
  UserLimit,
  WithErrorShape,
  type Caller,
  PageQueryDto,
} from '@platform';
import { OrderListReadModel } from './order-list.read-model';
import { paymentErrors } from './payment-errors';
import { CheckoutService } from './checkout.service';
import { AmountDto, PayDto } from './top-up.dto';

const MINUTE_MS = 60_000;

/** The routes of a payer at an Epay gateway: the price and the start of a payment; and the payer's own orders. */
@ConsoleController('api/user', Role.User)
export class PaymentController {
  constructor(
    private readonly payments: CheckoutService,
    private readonly list: OrderListReadModel,
  ) {}

  @Post('amount')
  @WithErrorShape(paymentErrors)
  async price(@Body() request: AmountDto, @CurrentCaller() caller: Caller): Promise<Answer<string>> {
    return new Answer(await this.payments.price(caller, request), { message: PAY_SUCCESS_MESSAGE });
  }

  @Post('pay')
  @WithErrorShape(paymentErrors)
  @UserLimit('pay', { limit: 20, windowMs: 20 * MINUTE_MS })
  async start(@Body() request: PayDto, @CurrentCaller() caller: Caller): Promise<Answer<PayForm>> {
    const { url, form } = await this.payments.startEpay(caller, request);
    return new Answer(form, { message: PAY_SUCCESS_MESSAGE, extras: { url } });
  }

  @Get('orders')
  async orders(@Query() query: PageQueryDto, @CurrentCaller() caller: Caller): Promise<Answer<readonly OrderView[]>> {
    const page = pageRequest(query.p, query.page_size);
    const { rows, total } = await this.list.own(caller.id, page);
    return new Answer(rows, { extras: { total, page: page.skip / page.take, page_size: page.take } });
  }
}
