import { Database, Logger, UnitOfWork } from '@platform';
import { type OrderView } from '@contracts';
import { type ClientAnswer, type TestClient } from '../clients/client';
import { EpayGateway, report, type EpayForm, type NotifyMethod } from '../fakes/epay-gateway';
import { must } from '../clients/factories';
import { startTestApp, type TestApp, type TestAppOptions } from '../servers/test-app';

export const PAY = '/api/user/pay';
export const AMOUNT = '/api/user/amount';
export const ORDERS = '/api/user/orders';
export const NOTIFY = '/api/user/epay/notify';

/** A started payment: the form that the browser would post, and its address. */
export interface Started {
  readonly url: string;
  readonly form: EpayForm;
  readonly tradeNo: string;
}

/** A row of type 1 as it is stored. */
export interface CreditRow {
  readonly content: string;
  readonly username: string;
  readonly quota: number;
  readonly client_ip: string;
}

/** The server with a configured gateway. */
class PaymentScene {
  constructor(
    readonly app: TestApp,
    readonly gateway: EpayGateway,
  ) {}

  /** Starts a payment; the defaults are ten currency units by Alipay. */
  async order(person: TestClient, amount = 10, method = 'zfb'): Promise<Started> {
    return startedBy(await person.post<EpayForm>(PAY, { amount, payment_method: method }));
  }

  /** Starts a payment, and opens the gateway's page as the payer's browser does. */
  async opened(person: TestClient, amount?: number, method?: string): Promise<Started> {
    const started = await this.order(person, amount, method);
    await this.gateway.visit(started.url, started.form);
    return started;
  }

  /** Reports fields as they are. */
  notify(fields: EpayForm | URLSearchParams, method?: NotifyMethod): ReturnType<typeof report> {
    return report(this.app.url + NOTIFY, fields, method);
  }

  async balanceOf(person: TestClient): Promise<number> {
    return (await must(person.get<{ quota: number }>('/api/user/self'))).quota;
  }

  async ordersOf(person: TestClient): Promise<readonly OrderView[]> {
    return must(person.get<OrderView[]>(ORDERS));
  }

  /** The rows of type 1 of one user, oldest first. */
  async creditsOf(person: TestClient): Promise<readonly CreditRow[]> {
    const rows: CreditRow[] = await this.app.nest
      .get(Database)
      .read.query(
        `SELECT content, username, quota, client_ip FROM logs WHERE type = 1 AND user_id = ${person.user?.id ?? 0} ORDER BY id`,
      );
    return rows.map(row => ({ ...row, quota: Number(row.quota) })); // drivers write 64-bit numbers as texts
  }

  /** All values that the payment of an order changes. */
  async stateOf(
    person: TestClient,
    { tradeNo }: Started,
  ): Promise<{ balance: number; credits: number; status: string | undefined }> {
    return {
      balance: await this.balanceOf(person),
      credits: (await this.creditsOf(person)).length,
      status: (await this.ordersOf(person)).find(row => row.trade_no === tradeNo)?.status,
    };
  }

  /** The error lines that are written while some work runs. */
  async alarms(work: () => Promise<unknown>): Promise<readonly string[]> {
    const error = jest.spyOn(this.app.nest.get(Logger), 'error');
    try {
      await work();
      return error.mock.calls.map(([fields, line]) => `${line} ${JSON.stringify(fields)}`);
    } finally {
      error.mockRestore();
    }
  }

  /** Changes rows as time or an operator would; the texts must not need quoting. */
  write(sql: string): Promise<unknown> {
    return this.app.nest.get(UnitOfWork).run(manager => manager.query(sql));
  }

  async close(): Promise<void> {
    await this.app.close();
    await this.gateway.close();
  }
}

export { type PaymentScene };

export async function startPaymentScene(options?: TestAppOptions): Promise<PaymentScene> {
  const gateway = await EpayGateway.start();
  const app = await startTestApp(options);
  for (const [key, value] of Object.entries(gateway.options(app.url))) await app.make.option(key, value);
  return new PaymentScene(app, gateway);
}

/** @throws when the payment was refused */
export function startedBy({ body, text }: ClientAnswer<EpayForm>): Started {
  const { url, data: form } = body;
  if (!body.success || !form || typeof url !== 'string') throw new Error(`the payment was not started: ${text}`);
  return { url, form, tradeNo: form.out_trade_no ?? '' };
}
