import { Role, type StripeTest } from '@contracts';
import { Post } from '@nestjs/common';
import { ConsoleController, UserLimit } from '@platform';
import { StripeProvider } from '../stripe/stripe-provider';

/** The route with which administrators test the saved Stripe keys. */
@ConsoleController('api/payment/stripe', Role.Admin)
export class StripeTestController {
  constructor(private readonly stripe: StripeProvider) {}

  @Post('test')
  @UserLimit('stripe-test', { limit: 20, windowMs: 600_000 })
  async test(): Promise<StripeTest> {
    return { live: await this.stripe.test() };
  }
}
