import { Injectable } from '@nestjs/common';
import { AccountKind, Ledger } from '@billing';
import { LogType, TopUpStatus } from '@contracts';
import { LogStore, sentenceFields } from '@log';
import { Options, saidQuota } from '@option';
import { Logger, UnitOfWork } from '@platform';
import { UserStore } from '@user';
import { isEpaySigned, type EpayParameters } from './epay-signature';
import { gatewayOf, gatewayTypes } from './gateway';
import { type OrderEntity } from './order.entity';
import { OrderStore } from './order.store';
import { isMoney, moneyText } from './top-up-price';

/** The one status that says that the money was paid; all others need no action. */
const PAID = 'TRADE_SUCCESS';
const GATEWAY_NUMBER_MAX = 64;
/** The most characters of a text from strangers that reach the log. */
const LOGGED_TEXT_MAX = 64;

/** A notify that was read, and where it came from. */
export interface Notify {
  readonly parameters: EpayParameters | null;
  readonly clientIp: string;
}

/** Accepts the gateway's reports that an order was paid. */
@Injectable()
export class NotifyService {
  constructor(
    private readonly orders: OrderStore,
    private readonly users: UserStore,
    private readonly ledger: Ledger,
    private readonly logs: LogStore,
    private readonly options: Options,
    private readonly unitOfWork: UnitOfWork,
    private readonly logger: Logger,
  ) {}

  /**
   * @returns true when nothing more has to be reported: the order is credited, durably, or there is nothing to credit.
   *   On false the gateway comes again, with growing pauses.
   * @throws what went wrong in the database; the gateway comes again then too
   */
  async accept({ parameters, clientIp }: Notify): Promise<boolean> {
    const gateway = gatewayOf(this.options.current);
    if (!gateway) {
      this.logger.warn({ clientIp }, 'a payment was reported, but payment is not configured');
      return false;
    }
    if (!parameters || !isEpaySigned(parameters, gateway.key)) {
      this.logger.warn(
        { clientIp, tradeNo: clip(parameters?.out_trade_no) },
        'a report of a payment does not bear our signature',
      );
      return false;
    }
    // From here on the report really comes from the gateway: a difference is a matter for the operator.
    if (parameters.pid !== gateway.merchantId) return this.differs(parameters, 'merchant');
    if (parameters.trade_status !== PAID) {
      const facts = { tradeNo: clip(parameters.out_trade_no), status: clip(parameters.trade_status) };
      this.logger.info(facts, 'a payment was reported that is not complete');
      return true;
    }
    return this.settle(parameters, clientIp);
  }

  private async settle(parameters: EpayParameters, clientIp: string): Promise<boolean> {
    const order = await this.orders.find(parameters.out_trade_no ?? '');
    if (!order) {
      this.logger.error(
        { tradeNo: clip(parameters.out_trade_no), money: clip(parameters.money) },
        'a payment was reported for an order that does not exist; nobody was credited',
      );
      return false;
    }
    if (!isMoney(parameters.money ?? '', order.moneyCents)) return this.differs(parameters, 'money', order);
    if (parameters.type !== gatewayTypes[order.paymentMethod]) return this.differs(parameters, 'type', order);
    const status = await this.credit(order, { gatewayTradeNo: parameters.trade_no ?? '', clientIp });
    if (status === TopUpStatus.Success) return true;
    this.logger.error({ tradeNo: order.tradeNo, status }, 'a closed order was paid; nobody was credited');
    return false;
  }

  /**
   * Claims the order and, when that succeeds, credits it in the same unit of work.
   *
   * @returns the state of the order afterwards: success also when another report was first
   */
  private async credit(
    order: OrderEntity,
    { gatewayTradeNo, clientIp }: { readonly gatewayTradeNo: string; readonly clientIp: string },
  ): Promise<string | null> {
    const { id, userId, quota, tradeNo, moneyCents } = order;
    const username = (await this.users.namesOf([userId])).get(userId);
    const paid = { gatewayTradeNo: clip(gatewayTradeNo, GATEWAY_NUMBER_MAX), completedAtMs: Date.now() };
    const amount = saidQuota(quota, this.options.current);
    const row = sentenceFields({ key: 'paid', amount, money: moneyText(moneyCents) });
    return this.unitOfWork.run(async manager => {
      if (!(await this.orders.complete(manager, id, paid))) return this.orders.statusInUnit(manager, id);
      const balance = await this.ledger.lockedBalance(manager, AccountKind.User, userId);
      if (!Number.isSafeInteger(balance + quota)) throw new Error(`A balance has no room for the order ${tradeNo}.`);
      await this.ledger.book(manager, { sourceId: `order:${tradeNo}`, kind: 'order', userId, userAmount: quota });
      await this.logs.append(manager, { userId, username, type: LogType.TopUp, quota, clientIp, ...row });
      return TopUpStatus.Success;
    });
  }

  /** A difference is logged for the operator and not credited. */
  private differs(parameters: EpayParameters, field: 'merchant' | 'money' | 'type', order?: OrderEntity): false {
    const facts = {
      field,
      tradeNo: clip(parameters.out_trade_no),
      gatewayTradeNo: clip(parameters.trade_no),
      received: { merchant: clip(parameters.pid), money: clip(parameters.money), type: clip(parameters.type) },
      ...(order && { ordered: { money: moneyText(order.moneyCents), type: gatewayTypes[order.paymentMethod] } }),
    };
    this.logger.error(facts, 'a reported payment differs from its order; nobody was credited');
    return false;
  }
}

/** Cuts a text at whole characters, because halves of a pair cannot be stored on every database. */
function clip(text = '', lengthMax = LOGGED_TEXT_MAX): string {
  return text.length > lengthMax ? Array.from(text).slice(0, lengthMax).join('') : text;
}
