import { type OptionValues, type OrderMethod, type PaymentMethod } from '@contracts';

/** The merchant's account at the gateway. */
export interface Gateway {
  /** The base address without a trailing slash; it may have a path. */
  readonly address: string;
  /** Called `pid` on the wire. */
  readonly merchantId: string;
  readonly key: string;
}

/**
 * Reads the gateway from the options; null while any of the three settings is missing: an incomplete gateway neither
 * takes nor confirms payments.
 */
export function gatewayOf({ PayAddress: address, EpayId, EpayKey: key }: OptionValues): Gateway | null {
  const merchantId = EpayId.trim();
  return address && merchantId && key ? { address, merchantId, key } : null;
}

/** The gateway's names for the payment methods that the console offers. */
const gatewayTypes: Readonly<Record<PaymentMethod, string>> = { zfb: 'alipay', wx: 'wxpay' };

/** Empty for orders that no gateway takes. */
export function gatewayTypeOf(method: OrderMethod): string {
  return (gatewayTypes as Readonly<Partial<Record<string, string>>>)[method] ?? '';
}

/**
 * The path at which the gateway reports payments; both forms of the route and the address given to the gateway follow
 * from it.
 */
export const NOTIFY_PATH = 'api/user/epay/notify';
