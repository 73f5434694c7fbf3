import { type OrderView, type PaymentStarted } from '@contracts';
import { Options } from '@option';
import { Database, type DatabaseDialect } from '@platform';
import { must } from '../support/clients/factories';
import { StripeServer } from '../support/fakes/stripe-server';
import { COMPLETED, WEBHOOK } from '../support/scenes/stripe-scene';
import { describeWith, dialectsOfRun } from '../support/servers/databases';
import { Nodes, sharedSecrets } from '../support/servers/nodes';

const TEN = 5_000_000;
const ROUNDS = 5;

/** SQLite serves one node; on the others, two nodes share the database and have no other connection. */
describe.each(dialectsOfRun())('on %s', (dialect: DatabaseDialect) => {
  describeWith(dialect, 'payments that all nodes hear of at once', () => {
    let nodes: Nodes;
    let stripe: StripeServer;

    beforeAll(async () => {
      stripe = await StripeServer.start();
      nodes = await Nodes.start(dialect, { ...sharedSecrets, STRIPE_API_URL: stripe.url });
      const site = {
        ServerAddress: 'https://gateway.example',
        PayCurrency: 'EUR',
        Price: '1',
        ManualPaymentEnabled: 'true',
      };
      for (const [key, value] of Object.entries({ ...site, ...stripe.options }))
        await nodes.first.make.option(key, value);
      for (const node of nodes.all) await node.nest.get(Options).reload();
    });
    afterAll(async () => {
      const { differences } = await nodes.first.verifyLedger();
      await nodes.close();
      await stripe.close();
      expect(differences).toEqual([]);
    });

    async function started(provider: string) {
      const person = await nodes.first.make.signedIn();
      const body = { amount: 10, provider };
      const { order } = await must(person.post<PaymentStarted>('/api/payment/start', body));
      const balance = async () => (await must(person.get<{ quota: number }>('/api/user/self'))).quota;
      const state = async () => (await must(person.get<OrderView[]>('/api/user/orders')))[0]?.status;
      return { order, balance, state };
    }

    it('are credited once, and refunded once', async () => {
      for (let round = 0; round < ROUNDS; round += 1) {
        const { order, balance, state } = await started('stripe');
        const page = stripe.pay(order.trade_no);
        const refund = stripe.refund(order.trade_no, 250);
        const dispute = stripe.dispute(order.trade_no, 100);
        const events = [
          ...[
            [COMPLETED, page] as const,
            ['refund.created', refund] as const,
            ['charge.dispute.created', dispute] as const,
          ],
          ['charge.dispute.closed', { ...dispute, status: 'won' }] as const,
        ];
        const reports = events.flatMap(([type, object]) =>
          [0, 1, 2].map(at => stripe.report(nodes.of(at).url + WEBHOOK, type, object)),
        );
        expect(new Set(await Promise.all(reports))).toEqual(new Set([200]));
        expect([await balance(), await state()]).toEqual([3_750_000, 'partly_refunded']);
      }
    });

    it('by hand are confirmed once', async () => {
      for (let round = 0; round < ROUNDS; round += 1) {
        const { order, balance } = await started('manual');
        const confirm = (at: number) => nodes.of(at).root.post('/api/order/confirm', { id: order.id, note: '' });
        const answers = await Promise.all([0, 1, 2, 3].map(confirm));
        expect(answers.filter(({ body }) => body.success)).toHaveLength(1);
        expect(await balance()).toBe(TEN);
      }
    });

    it('leave one row for each refund and dispute', async () => {
      const sql = 'SELECT COUNT(*) AS rows_now, COUNT(DISTINCT number) AS numbers FROM order_returns';
      const [counted]: { rows_now: number | string; numbers: number | string }[] = await nodes.first.nest
        .get(Database)
        .read.query(sql);
      expect([Number(counted?.rows_now), Number(counted?.numbers)]).toEqual([2 * ROUNDS, 2 * ROUNDS]);
    });
  });
});
