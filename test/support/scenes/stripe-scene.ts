import { type OrderView, type PaymentStarted } from '@contracts';
import { Database } from '@platform';
import { type TestClient } from '../clients/client';
import { must } from '../clients/factories';
import { StripeServer, type Delivery, type StripeObject } from '../fakes/stripe-server';
import { startTestApp, type TestApp } from '../servers/test-app';

export const WEBHOOK = '/api/payment/stripe/webhook';
export const COMPLETED = 'checkout.session.completed';

/** What the payment of an order has changed. */
export interface PaymentState {
  readonly balance: number;
  readonly status: string | undefined;
  readonly returned: string | undefined;
  /** Sum of the rows of type 1 in the log. */
  readonly logged: number;
}

/** A server beside a stand-in for Stripe. */
export class StripeScene {
  constructor(
    readonly app: TestApp,
    readonly stripe: StripeServer,
  ) {}

  static async start(options: Readonly<Record<string, string>> = {}): Promise<StripeScene> {
    const stripe = await StripeServer.start();
    const app = await startTestApp({ environment: { STRIPE_API_URL: stripe.url } });
    const site = { ServerAddress: app.url, PayCurrency: 'EUR', Price: '1' };
    for (const [key, value] of Object.entries({ ...site, ...stripe.options, ...options }))
      await app.make.option(key, value);
    return new StripeScene(app, stripe);
  }

  async order(person: TestClient, amount = 10, provider = 'stripe'): Promise<PaymentStarted> {
    return must(person.post<PaymentStarted>('/api/payment/start', { amount, provider }));
  }

  /** A new person with a paid order of ten euros. */
  async paid(
    amount?: number,
  ): Promise<{ readonly person: TestClient; readonly tradeNo: string; readonly page: StripeObject }> {
    const person = await this.app.make.signedIn();
    const { order } = await this.order(person, amount);
    const page = this.stripe.pay(order.trade_no);
    expect(await this.report(COMPLETED, page)).toBe(200);
    return { person, tradeNo: order.trade_no, page };
  }

  report(type: string, object: StripeObject, delivery?: Delivery): Promise<number> {
    return this.stripe.report(this.app.url + WEBHOOK, type, object, delivery);
  }

  async orderOf(person: TestClient, tradeNo: string): Promise<OrderView | undefined> {
    return (await must(person.get<OrderView[]>('/api/user/orders'))).find(row => row.trade_no === tradeNo);
  }

  async stateOf(person: TestClient, tradeNo: string): Promise<PaymentState> {
    const { quota: balance } = await must(person.get<{ quota: number }>('/api/user/self'));
    const sql = `SELECT COALESCE(SUM(quota), 0) AS units FROM logs WHERE type = 1 AND user_id = ${person.user?.id ?? 0}`;
    const [sum]: { units: number | string }[] = await this.app.nest.get(Database).read.query(sql);
    const order = await this.orderOf(person, tradeNo);
    return { balance, status: order?.status, returned: order?.returned, logged: Number(sum?.units) };
  }

  /** Movements that were booked for an order. */
  async movementsOf(tradeNo: string): Promise<readonly number[]> {
    const sql = `SELECT user_amount AS units FROM movements WHERE source_id LIKE 'order:${tradeNo}%' ORDER BY id`;
    const rows: { units: number | string }[] = await this.app.nest.get(Database).read.query(sql);
    return rows.map(({ units }) => Number(units));
  }

  async close(): Promise<void> {
    await this.app.closeWithEvenLedger();
    await this.stripe.close();
  }
}
