import { type OrderView, type PaymentQuote, type PaymentStarted, type PaymentTerms, Role } from '@contracts';
import { Body, Get, Post } from '@nestjs/common';
import { ConsoleController, CurrentCaller, UserLimit, type Caller } from '@platform';
import { CheckoutService } from './checkout.service';
import { OwnOrdersService } from './own-orders.service';
import { AmountDto, OwnOrderDto, PaymentStartDto } from './top-up.dto';

const MINUTE_MS = 60_000;

/** The routes of a payer, whoever the provider is. */
@ConsoleController('api/payment', Role.User)
export class CheckoutController {
  constructor(
    private readonly checkouts: CheckoutService,
    private readonly own: OwnOrdersService,
  ) {}

  @Get('terms')
  terms(): PaymentTerms {
    return this.checkouts.terms();
  }

  @Post('quote')
  quote(@Body() request: AmountDto, @CurrentCaller() caller: Caller): Promise<PaymentQuote> {
    return this.checkouts.quote(caller, request);
  }

  @Post('start')
  @UserLimit('pay', { limit: 20, windowMs: 20 * MINUTE_MS })
  start(@Body() request: PaymentStartDto, @CurrentCaller() caller: Caller): Promise<PaymentStarted> {
    return this.checkouts.start(caller, request);
  }

  @Post('claim')
  claim(@Body() { trade_no: tradeNo }: OwnOrderDto, @CurrentCaller() caller: Caller): Promise<OrderView> {
    return this.own.claim(caller, tradeNo);
  }

  @Post('cancel')
  cancel(@Body() { trade_no: tradeNo }: OwnOrderDto, @CurrentCaller() caller: Caller): Promise<OrderView> {
    return this.own.cancel(caller, tradeNo);
  }
}
