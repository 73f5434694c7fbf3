import { type PaymentProviderId } from '@contracts';
import { Injectable } from '@nestjs/common';
import { Options } from '@option';
import { EpayProvider } from '../epay/epay-provider';
import { ManualProvider } from '../manual/manual-provider';
import { type OrderEntity } from '../orders/order.entity';
import { type PaymentProvider } from '../port/payment-provider';
import { StripeProvider } from '../stripe/stripe-provider';

/** All ways to be paid, by their names. */
@Injectable()
export class PaymentProviders {
  private readonly all: Readonly<Record<PaymentProviderId, PaymentProvider<never>>>;

  constructor(
    epay: EpayProvider,
    stripe: StripeProvider,
    manual: ManualProvider,
    private readonly options: Options,
  ) {
    this.all = { epay, stripe, manual };
  }

  of(id: PaymentProviderId): PaymentProvider<never> {
    return this.all[id];
  }

  ofOrder({ paymentMethod: method }: OrderEntity): PaymentProvider<never> {
    return this.of(method === 'stripe' || method === 'manual' ? method : 'epay');
  }

  get offered(): readonly PaymentProviderId[] {
    return Object.values(this.all).flatMap(provider => (provider.isOffered(this.options.current) ? [provider.id] : []));
  }
}
