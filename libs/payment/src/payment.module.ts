import { Module } from '@nestjs/common';
import { UserModule } from '@user';
import { OrderEvents } from './booking/order-events';
import { CheckoutController } from './console/checkout.controller';
import { CheckoutService } from './console/checkout.service';
import { NotifyController } from './console/notify.controller';
import { OrderDecisionsService } from './console/order-decisions.service';
import { OrderListReadModel } from './console/order-list.read-model';
import { OrderController } from './console/order.controller';
import { OwnOrdersService } from './console/own-orders.service';
import { PaymentProviders } from './console/payment-providers';
import { PaymentController } from './console/payment.controller';
import { StripeTestController } from './console/stripe-test.controller';
import { StripeWebhookController } from './console/stripe-webhook.controller';
import { EpayProvider } from './epay/epay-provider';
import { ManualProvider } from './manual/manual-provider';
import { PaymentNotices } from './notices/payment-notices';
import { ExpireOrders } from './orders/expire-orders';
import { OrderStore } from './orders/order.store';
import { AskAfterOrders } from './stripe/ask-after-orders';
import { StripeClient } from './stripe/stripe-client';
import { StripeProvider } from './stripe/stripe-provider';

/** Payments through an Epay gateway, Stripe, and transfers by hand: docs/payment.md. */
@Module({
  imports: [UserModule],
  controllers: [
    PaymentController,
    CheckoutController,
    StripeWebhookController,
    StripeTestController,
    NotifyController,
    OrderController,
  ],
  providers: [
    AskAfterOrders,
    CheckoutService,
    EpayProvider,
    ExpireOrders,
    ManualProvider,
    OrderDecisionsService,
    OrderEvents,
    OrderListReadModel,
    OrderStore,
    OwnOrdersService,
    PaymentNotices,
    PaymentProviders,
    StripeClient,
    StripeProvider,
  ],
  exports: [AskAfterOrders, ExpireOrders],
})
export class PaymentModule {}
