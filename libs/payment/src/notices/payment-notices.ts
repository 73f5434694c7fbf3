import { Injectable } from '@nestjs/common';
import { canSendMail, formatQuota, Options } from '@option';
import { Logger, Mailer } from '@platform';
import { UserStore } from '@user';
import { orderMail, type ToldOrder } from './order-mail';

/** What became of an order, before its amounts are put into words. */
type Fact = Omit<ToldOrder, 'changed'> & { readonly change: number };

/**
 * Tells payers by mail what became of their orders, where the site sends any. The one who has changed an order, in a unit
 * that has locked it, tells of the change: an event that comes again changes nothing, and nobody is told.
 */
@Injectable()
export class PaymentNotices {
  constructor(
    private readonly users: UserStore,
    private readonly options: Options,
    private readonly mailer: Mailer,
    private readonly logger: Logger,
  ) {}

  /** Call it after the commit. A notice that cannot be sent changes nothing of the payment. */
  async tell({ change, ...told }: Fact): Promise<void> {
    const { current } = this.options;
    if (!canSendMail(current)) return;
    try {
      const { email } = (await this.users.find(told.order.userId)) ?? {};
      if (!email) return;
      const changed = change === 0 ? '' : `${change > 0 ? '+' : ''}${formatQuota(change, current)}`;
      const mail = orderMail({ ...told, changed }, current.ServerAddress);
      if (mail) this.mailer.sendLater({ to: [email], ...mail });
    } catch (error) {
      this.logger.warn({ err: error, tradeNo: told.order.tradeNo }, 'nobody could be told of an order');
    }
  }
}
