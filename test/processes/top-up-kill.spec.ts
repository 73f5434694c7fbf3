import { type LogEntry, type OrderView, type Page } from '@contracts';
import { type TestClient } from '../support/clients/client';
import { EpayGateway } from '../support/fakes/epay-gateway';
import { must } from '../support/clients/factories';
import { KilledServer } from '../support/servers/killed-server';
import { ORDERS, PAY, startedBy } from '../support/scenes/payment-scene';

const ROUNDS = Number(process.env.SLUICE_PAYMENT_KILLS ?? 5);
const PAYERS = 3;
/** The number of orders of each payer, one short of the limit per user, which a restart forgets. */
const ORDERS_EACH = 19;
const UNITS = 500_000;

async function creditsOf(person: TestClient): Promise<number> {
  return (await must(person.get<Page<LogEntry>>('/api/log/self/?type=1'))).total;
}

async function balanceOf(person: TestClient): Promise<number> {
  return (await must(person.get<{ quota: number }>('/api/user/self'))).quota;
}

function ordersOf(person: TestClient): Promise<OrderView[]> {
  return must(person.get(`${ORDERS}?page_size=100`));
}

describe('a server that is killed while payments are reported', () => {
  it(`credits every order exactly once, ${ROUNDS} times`, async () => {
    const gateway = await EpayGateway.start();
    const server = await KilledServer.start();
    try {
      const { make } = server;
      for (const [key, value] of Object.entries(gateway.options(server.url))) await make.option(key, value);
      const payers = await Promise.all(Array.from({ length: PAYERS }, () => make.signedIn()));
      let repeated = 0;
      for (let round = 1; round <= ROUNDS; round += 1) {
        const opened = await Promise.all(payers.map(payer => openOrders(gateway, payer)));
        const payments = opened.flat().map(tradeNo => gateway.pay(tradeNo));
        await confirmations(payments, 1 + Math.floor(Math.random() * (payments.length / 2)));
        await server.kill();
        await server.startAgain();
        repeated += (await Promise.all(payments)).filter(attempts => attempts > 1).length;
        for (const payer of payers) {
          expect(await creditsOf(payer)).toBe(round * ORDERS_EACH);
          expect(await balanceOf(payer)).toBe(round * ORDERS_EACH * UNITS);
          expect((await ordersOf(payer)).every(order => order.status === 'success')).toBe(true);
        }
      }
      // A kill after all reports would prove nothing.
      expect(repeated).toBeGreaterThan(ROUNDS);
      await server.stopWithEvenLedger();
    } finally {
      await server.dispose();
      await gateway.close();
    }
  });
});

/** Resolves at the moment at which a number of payments are confirmed; the others are under way. */
function confirmations(payments: readonly Promise<unknown>[], count: number): Promise<void> {
  return new Promise(resolve => {
    let confirmed = 0;
    for (const payment of payments) {
      void payment.then(() => {
        confirmed += 1;
        if (confirmed === count) resolve();
      });
    }
  });
}

/** Starts payments and opens their pages. @returns the trade numbers */
async function openOrders(gateway: EpayGateway, payer: TestClient): Promise<readonly string[]> {
  const numbers: string[] = [];
  for (let at = 0; at < ORDERS_EACH; at += 1) {
    const { url, form, tradeNo } = startedBy(await payer.post(PAY, { amount: 1, payment_method: 'wx' }));
    await gateway.visit(url, form);
    numbers.push(tradeNo);
  }
  return numbers;
}
