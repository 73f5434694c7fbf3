import { type OptionValues } from '@contracts';
import { type Stripe } from './stripe-types';
import { type OrderEntity } from '../orders/order.entity';
import { ORDER_FIELD } from './stripe-events';

/** How long a page can be paid; Stripe allows thirty minutes to a day. */
const PAGE_SECONDS = 3600;

type SiteFacts = Pick<OptionValues, 'SystemName' | 'ServerAddress' | 'PayTaxName' | 'PayTaxPercent'>;

/**
 * The page on which an order is paid. The tax is a line of its own, worked out by us, so that page and order name the
 * same amount. The payment bears the number of the order, too: refunds and disputes name only the payment.
 */
export function checkoutParameters(
  order: OrderEntity,
  site: SiteFacts,
  nowMs: number,
): Stripe.Checkout.SessionCreateParams {
  const { tradeNo, moneyCents, taxCents, currency } = order;
  const metadata = { [ORDER_FIELD]: tradeNo };
  const line = (name: string, amount: number) => ({
    quantity: 1,
    price_data: { currency: currency.toLowerCase(), unit_amount: amount, product_data: { name } },
  });
  const tax = line(`${site.PayTaxName || 'Tax'} (${site.PayTaxPercent} %)`, taxCents);
  return {
    mode: 'payment',
    client_reference_id: tradeNo,
    metadata,
    payment_intent_data: { metadata },
    line_items: [line(site.SystemName, moneyCents - taxCents), ...(taxCents > 0 ? [tax] : [])],
    success_url: `${site.ServerAddress}/topup?order=${tradeNo}`,
    cancel_url: `${site.ServerAddress}/topup`,
    expires_at: Math.floor(nowMs / 1000) + PAGE_SECONDS,
    // A price in the payer's own currency would come back in that currency, and would not fit the order.
    adaptive_pricing: { enabled: false },
  };
}
