import { AppError } from '@kernel';
import { Headers, HttpCode, Post, Req } from '@nestjs/common';
import { SkipThrottle } from '@nestjs/throttler';
import { ClientIp, Limiter, PublicController, takeOrRefuse } from '@platform';
import { type FastifyRequest } from 'fastify';
import { OrderEvents } from '../booking/order-events';
import { StripeClient } from '../stripe/stripe-client';
import { StripeProvider } from '../stripe/stripe-provider';

const PER_MINUTE = { limit: 1200, windowMs: 60_000 } as const;

/**
 * The route at which Stripe reports. All reports come from a few addresses, so the limits per address that users share
 * do not count here; it has its own. Anything but a success makes Stripe report again, for days.
 */
@SkipThrottle({ api: true, critical: true })
@PublicController('api/payment/stripe/webhook')
export class StripeWebhookController {
  constructor(
    private readonly client: StripeClient,
    private readonly stripe: StripeProvider,
    private readonly events: OrderEvents,
    private readonly limiter: Limiter,
  ) {}

  /** Responds after everything was committed. Differences are for the operator; the same report again would not mend them. */
  @Post()
  @HttpCode(200)
  async take(
    @Req() request: FastifyRequest,
    @Headers('stripe-signature') signature: string | undefined,
    @ClientIp() clientIp: string,
  ): Promise<void> {
    await takeOrRefuse(this.limiter, `stripe-webhook:${clientIp}`, PER_MINUTE);
    if (!this.client.isSetUp) throw new AppError('PAY_UNREADY');
    // The server leaves the bytes of this route unread: what is signed are the bytes.
    const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
    const reading = await this.stripe.read({ body, signature: signature ?? '' });
    if (reading.kind === 'refused') throw new AppError('PAY_SIGNATURE');
    for (const event of reading.kind === 'events' ? reading.events : []) await this.events.apply(event, { clientIp });
  }
}
