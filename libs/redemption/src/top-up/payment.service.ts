import { Injectable } from '@nestjs/common';
import { AccountKind, Ledger } from '@billing';
import { paymentMethods, type AmountRequest, type PayForm, type PayRequest, type PaymentMethod } from '@contracts';
import { ALPHANUMERIC, AppError, randomText, toSeconds } from '@kernel';
import { Options } from '@option';
import { Logger, UnitOfWork, type Caller } from '@platform';
import { primaryGroup } from '@pricing';
import { signEpay } from './epay-signature';
import { gatewayOf, gatewayTypes, NOTIFY_PATH, type Gateway } from './gateway';
import { OrderStore } from './order.store';
import { moneyText, topUpOffer, type TopUpOffer } from './top-up-price';

/** The address and the form with which the browser opens the gateway's page. */
export interface PaymentStart {
  readonly url: string;
  readonly form: PayForm;
}

/**
 * Random characters of an order's number. The numbers of other Epay software carry six, which can be guessed with
 * patience; sixteen of 62 are 95 bits. With id and time the number has around 35 of the 64 characters that gateways
 * keep.
 */
const TRADE_RANDOM_CHARACTERS = 16;

/** Prices top-ups and starts their payment. The gateway is never called: the browser posts a signed form to it. */
@Injectable()
export class PaymentService {
  constructor(
    private readonly orders: OrderStore,
    private readonly ledger: Ledger,
    private readonly options: Options,
    private readonly unitOfWork: UnitOfWork,
    private readonly logger: Logger,
  ) {}

  /** @returns the money to pay, as text with two decimals. @throws AppError PAY_* */
  async price(caller: Caller, { amount }: AmountRequest): Promise<string> {
    return moneyText((await this.offer(caller, amount)).moneyCents);
  }

  /** Stores the order and only then returns the form that pays it. @throws AppError PAY_* */
  async start(caller: Caller, { amount, payment_method: method }: PayRequest): Promise<PaymentStart> {
    const offer = await this.offer(caller, amount);
    if (!paymentMethods.includes(method)) throw new AppError('PAY_METHOD');
    const { gateway, serverAddress, callbackAddress } = this.configured();
    const nowMs = Date.now();
    const tradeNo = `USR${caller.id}NO${randomText(TRADE_RANDOM_CHARACTERS, ALPHANUMERIC)}${toSeconds(nowMs)}`;
    await this.store(caller, { offer, method, tradeNo, nowMs });
    const unsigned = {
      pid: gateway.merchantId,
      type: gatewayTypes[method],
      out_trade_no: tradeNo,
      notify_url: `${callbackAddress}/${NOTIFY_PATH}`,
      return_url: `${serverAddress}/log`,
      name: `TUC${amount}`,
      money: moneyText(offer.moneyCents),
      device: 'pc',
    };
    const form = { ...unsigned, sign_type: 'MD5', sign: signEpay(unsigned, gateway.key) };
    return { url: `${gateway.address}/submit.php`, form };
  }

  private async offer(caller: Caller, amount: unknown): Promise<TopUpOffer> {
    const offer = topUpOffer(amount, primaryGroup(caller.group), this.options.current);
    const { balance, held } = await this.ledger.balanceOf(AccountKind.User, caller.id);
    // A balance beyond 2^53 could not be counted any more; the refusal must come before the money is paid.
    if (!Number.isSafeInteger(balance + held + offer.quota)) throw new AppError('PAY_HIGH');
    return offer;
  }

  private configured(): {
    readonly gateway: Gateway;
    readonly serverAddress: string;
    readonly callbackAddress: string;
  } {
    const { current } = this.options;
    const gateway = gatewayOf(current);
    if (!gateway) throw new AppError('PAY_NOT_CONFIGURED');
    const { ServerAddress: serverAddress, CustomCallbackAddress: callbackAddress } = current;
    if (serverAddress === '') {
      // The payer cannot mend this, and the operator has filled in everything on the payment card.
      this.logger.error({}, 'payment is configured, but the option ServerAddress is empty: fill it in');
      throw new AppError('PAY_NOT_CONFIGURED');
    }
    return { gateway, serverAddress, callbackAddress: callbackAddress || serverAddress };
  }

  private async store(
    { id: userId }: Caller,
    order: {
      readonly offer: TopUpOffer;
      readonly method: PaymentMethod;
      readonly tradeNo: string;
      readonly nowMs: number;
    },
  ): Promise<void> {
    const { offer, method: paymentMethod, tradeNo, nowMs: createdAtMs } = order;
    const { currencyUnits: amount, moneyCents, quota } = offer;
    const row = { userId, amount, quota, moneyCents, tradeNo, paymentMethod, createdAtMs };
    try {
      await this.unitOfWork.run(manager => this.orders.insert(manager, row));
    } catch (error) {
      this.logger.error({ err: error, userId }, 'an order could not be stored');
      throw new AppError('PAY_ORDER', { cause: error });
    }
  }
}
