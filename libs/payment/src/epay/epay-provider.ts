import { type OptionValues } from '@contracts';
import { AppError } from '@kernel';
import { Injectable } from '@nestjs/common';
import { Options } from '@option';
import { Logger } from '@platform';
import { type OrderEntity } from '../orders/order.entity';
import { isMoney, moneyText } from '../orders/money';
import { OrderStore } from '../orders/order.store';
import { handRefund } from '../port/hand-refund';
import { type OrderEvent } from '../port/order-event';
import {
  type CheckoutAsked,
  type FormCheckout,
  type NoticeReading,
  type PaymentProvider,
  type RefundRequest,
} from '../port/payment-provider';
import { isEpaySigned, signEpay, type EpayParameters } from './epay-signature';
import { gatewayOf, gatewayTypeOf, NOTIFY_PATH, type Gateway } from './gateway';

/** The one status that says that the money was paid; all others need no action. */
const PAID = 'TRADE_SUCCESS';
/** The most characters of a text from strangers that reach the log. */
const LOGGED_TEXT_MAX = 64;

/** A notify that was read, and where it came from. */
export interface Notify {
  readonly parameters: EpayParameters | null;
  readonly clientIp: string;
}

/** The gateways of the "easy pay" family. They are never called: the browser posts a signed form to them. */
@Injectable()
export class EpayProvider implements PaymentProvider<Notify> {
  readonly id = 'epay';

  constructor(
    private readonly orders: OrderStore,
    private readonly options: Options,
    private readonly logger: Logger,
  ) {}

  /** These gateways take yuan, so a price in another currency must not reach them. */
  isOffered(options: OptionValues): boolean {
    return options.EpayEnabled && options.PayCurrency === 'CNY' && gatewayOf(options) !== null;
  }

  assertReady(): void {
    this.configured();
  }

  start(order: OrderEntity, { amount }: CheckoutAsked): Promise<FormCheckout> {
    const { gateway, serverAddress, callbackAddress } = this.configured();
    const unsigned = {
      pid: gateway.merchantId,
      type: gatewayTypeOf(order.paymentMethod),
      out_trade_no: order.tradeNo,
      notify_url: `${callbackAddress}/${NOTIFY_PATH}`,
      return_url: `${serverAddress}/log`,
      name: `TUC${amount}`,
      money: moneyText(order.moneyCents),
      device: 'pc',
    };
    const form = { ...unsigned, sign_type: 'MD5', sign: signEpay(unsigned, gateway.key) };
    return Promise.resolve({ kind: 'form', url: `${gateway.address}/submit.php`, form });
  }

  async read({ parameters, clientIp }: Notify): Promise<NoticeReading> {
    const gateway = gatewayOf(this.options.current);
    if (!gateway) {
      this.logger.warn({ clientIp }, 'a payment was reported, but payment is not configured');
      return { kind: 'refused' };
    }
    if (!parameters || !isEpaySigned(parameters, gateway.key)) {
      this.logger.warn(
        { clientIp, tradeNo: clip(parameters?.out_trade_no) },
        'a report of a payment does not bear our signature',
      );
      return { kind: 'refused' };
    }
    // From here on the report really comes from the gateway: a difference is a matter for the operator.
    if (parameters.pid !== gateway.merchantId) return this.differs(parameters, 'merchant');
    if (parameters.trade_status !== PAID) {
      const facts = { tradeNo: clip(parameters.out_trade_no), status: clip(parameters.trade_status) };
      this.logger.info(facts, 'a payment was reported that is not complete');
      return { kind: 'nothing' };
    }
    return this.readPaid(parameters);
  }

  /** The protocol knows no refund that all gateways share: an administrator refunds at the gateway, and enters it. */
  refund(order: OrderEntity, request: RefundRequest): Promise<OrderEvent> {
    return Promise.resolve(handRefund(order, request));
  }

  private async readPaid(parameters: EpayParameters): Promise<NoticeReading> {
    const order = await this.orders.find(parameters.out_trade_no ?? '');
    if (!order) {
      this.logger.error(
        { tradeNo: clip(parameters.out_trade_no), money: clip(parameters.money) },
        'a payment was reported for an order that does not exist; nobody was credited',
      );
      return { kind: 'refused' };
    }
    if (!isMoney(parameters.money ?? '', order.moneyCents)) return this.differs(parameters, 'money', order);
    const type = gatewayTypeOf(order.paymentMethod);
    if (type === '' || parameters.type !== type) return this.differs(parameters, 'type', order);
    const money = { minor: order.moneyCents, currency: order.currency };
    const paymentNumber = parameters.trade_no ?? '';
    return { kind: 'events', events: [{ kind: 'paid', tradeNo: order.tradeNo, paymentNumber, money }] };
  }

  private configured(): {
    readonly gateway: Gateway;
    readonly serverAddress: string;
    readonly callbackAddress: string;
  } {
    const { current } = this.options;
    const gateway = gatewayOf(current);
    if (!gateway || !this.isOffered(current)) throw new AppError('PAY_NOT_CONFIGURED');
    const { ServerAddress: serverAddress, CustomCallbackAddress: callbackAddress } = current;
    if (serverAddress === '') {
      // The payer cannot mend this, and the operator has filled in everything on the payment card.
      this.logger.error({}, 'payment is configured, but the option ServerAddress is empty: fill it in');
      throw new AppError('PAY_NOT_CONFIGURED');
    }
    return { gateway, serverAddress, callbackAddress: callbackAddress || serverAddress };
  }

  /** A difference is logged for the operator and not credited. */
  private differs(
    parameters: EpayParameters,
    field: 'merchant' | 'money' | 'type',
    order?: OrderEntity,
  ): NoticeReading {
    const facts = {
      field,
      tradeNo: clip(parameters.out_trade_no),
      gatewayTradeNo: clip(parameters.trade_no),
      received: { merchant: clip(parameters.pid), money: clip(parameters.money), type: clip(parameters.type) },
      ...(order && { ordered: { money: moneyText(order.moneyCents), type: gatewayTypeOf(order.paymentMethod) } }),
    };
    this.logger.error(facts, 'a reported payment differs from its order; nobody was credited');
    return { kind: 'refused' };
  }
}

/** Cuts a text at whole characters, because halves of a pair cannot be stored on every database. */
function clip(text = ''): string {
  return text.length > LOGGED_TEXT_MAX ? Array.from(text).slice(0, LOGGED_TEXT_MAX).join('') : text;
}
