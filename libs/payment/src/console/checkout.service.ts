import { Injectable } from '@nestjs/common';
import { AccountKind, Ledger } from '@billing';
import {
  paymentMethods,
  splitList,
  type AmountRequest,
  type OrderMethod,
  type PaymentQuote,
  type PaymentStarted,
  type PaymentStartRequest,
  type PaymentTerms,
  type PayRequest,
} from '@contracts';
import { ALPHANUMERIC, AppError, randomText, toSeconds } from '@kernel';
import { Options } from '@option';
import { Logger, UnitOfWork, type Caller } from '@platform';
import { primaryGroup } from '@pricing';
import { OrderEvents } from '../booking/order-events';
import { EpayProvider } from '../epay/epay-provider';
import { moneyText } from '../orders/money';
import { type OrderEntity } from '../orders/order.entity';
import { OrderStore } from '../orders/order.store';
import { bonusSteps, topUpOffer, type TopUpOffer } from '../orders/top-up-price';
import { type Checkout, type FormCheckout } from '../port/payment-provider';
import { toOrderView } from './order.mapper';
import { PaymentProviders } from './payment-providers';

/**
 * Random characters of an order's number. The numbers of other Epay software carry six, which can be guessed with
 * patience; sixteen of 62 are 95 bits. With id and time the number has around 35 of the 64 characters that gateways
 * keep.
 */
const TRADE_RANDOM_CHARACTERS = 16;

/** Prices top-ups and starts their payment. */
@Injectable()
export class CheckoutService {
  constructor(
    private readonly orders: OrderStore,
    private readonly providers: PaymentProviders,
    private readonly epay: EpayProvider,
    private readonly events: OrderEvents,
    private readonly ledger: Ledger,
    private readonly options: Options,
    private readonly unitOfWork: UnitOfWork,
    private readonly logger: Logger,
  ) {}

  terms(): PaymentTerms {
    const { current } = this.options;
    const providers = this.providers.offered;
    return {
      providers,
      currency: current.PayCurrency,
      presets: splitList(current.TopupPresets).map(Number),
      bonus_steps: bonusSteps(current),
      tax_percent: current.PayTaxPercent,
      tax_name: current.PayTaxName,
      manual_instructions: providers.includes('manual') ? current.ManualPaymentInstructions : '',
    };
  }

  /** @returns the money to pay, as text @throws AppError PAY_* */
  async price(caller: Caller, { amount }: AmountRequest): Promise<string> {
    const { moneyCents, currency } = await this.offer(caller, amount);
    return moneyText(moneyCents, currency);
  }

  /** @throws AppError PAY_* */
  async quote(caller: Caller, { amount }: AmountRequest): Promise<PaymentQuote> {
    const { currency, moneyCents, taxCents, quota, bonusQuota } = await this.offer(caller, amount);
    return {
      currency,
      price: moneyText(moneyCents - taxCents, currency),
      tax: moneyText(taxCents, currency),
      total: moneyText(moneyCents, currency),
      quota,
      bonus_quota: bonusQuota,
    };
  }

  /** Stores the order and only then returns the form that pays it at the Epay gateway. @throws AppError PAY_* */
  async startEpay(caller: Caller, { amount, payment_method: method }: PayRequest): Promise<FormCheckout> {
    const offer = await this.offer(caller, amount);
    if (!paymentMethods.includes(method)) throw new AppError('PAY_METHOD');
    this.epay.assertReady();
    return this.epay.start(await this.store(caller, offer, method), { amount });
  }

  /** Stores the order and only then returns where it is paid. @throws AppError PAY_* */
  async start(caller: Caller, { amount, provider: id }: PaymentStartRequest): Promise<PaymentStarted> {
    const offer = await this.offer(caller, amount);
    if (id !== 'stripe' && id !== 'manual') throw new AppError('PAY_METHOD');
    const provider = this.providers.of(id);
    provider.assertReady();
    const order = await this.store(caller, offer, id);
    const checkout = await this.openedOrCancelled(order, () => provider.start(order, { amount }));
    if (checkout.kind !== 'page') return { order: toOrderView(order, caller.username), url: '' };
    const { sessionId, url } = checkout;
    await this.unitOfWork.run(manager => this.orders.update(manager, order.id, { sessionId }));
    return { order: toOrderView(order, caller.username), url };
  }

  /** An order whose page was not made cannot be paid. */
  private async openedOrCancelled({ tradeNo }: OrderEntity, open: () => Promise<Checkout>): Promise<Checkout> {
    try {
      return await open();
    } catch (error) {
      await this.events.apply({ kind: 'ended', tradeNo, status: 'cancelled' });
      throw error;
    }
  }

  private async offer(caller: Caller, amount: unknown): Promise<TopUpOffer> {
    const offer = topUpOffer(amount, primaryGroup(caller.group), this.options.current);
    const { balance, held } = await this.ledger.balanceOf(AccountKind.User, caller.id);
    // A balance beyond 2^53 could not be counted any more; the refusal must come before the money is paid.
    if (!Number.isSafeInteger(balance + held + offer.quota)) throw new AppError('PAY_HIGH');
    return offer;
  }

  private async store({ id: userId }: Caller, offer: TopUpOffer, paymentMethod: OrderMethod): Promise<OrderEntity> {
    const createdAtMs = Date.now();
    const { currencyUnits: amount, ...offered } = offer;
    const tradeNo = `USR${userId}NO${randomText(TRADE_RANDOM_CHARACTERS, ALPHANUMERIC)}${toSeconds(createdAtMs)}`;
    const row = { ...offered, userId, amount, tradeNo, paymentMethod, createdAtMs };
    try {
      await this.unitOfWork.run(manager => this.orders.insert(manager, row));
      const order = await this.orders.find(tradeNo);
      if (order) return order;
      throw new Error('the order is not there');
    } catch (error) {
      this.logger.error({ err: error, userId }, 'an order could not be stored');
      throw new AppError('PAY_ORDER', { cause: error });
    }
  }
}
