import { type OrderMethod } from '@contracts';
import { type TFunction } from 'i18next';

/** How an order is paid, in words; orders that came from another gateway may name other ways. */
export function methodName(t: TFunction, method: OrderMethod): string {
  switch (method) {
    case 'zfb':
    case 'wx':
      return t(`wallet.method_${method}`);
    case 'stripe':
    case 'manual':
      return t(`payment.method_${method}`);
    default:
      return t('payment.method_other');
  }
}
