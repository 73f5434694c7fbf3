import { type OrderView } from '@contracts';
import { must } from '../support/clients/factories';
import { type TestClient } from '../support/clients/client';
import { startMailServer, type MailServer } from '../support/fakes/mail-server';
import { giveEmail } from '../support/scenes/mail-scene';
import { COMPLETED, StripeScene } from '../support/scenes/stripe-scene';

let scene: StripeScene;
let mails: MailServer;
let people = 0;
beforeAll(async () => {
  mails = await startMailServer();
  scene = await StripeScene.start({ ManualPaymentEnabled: 'true' });
  await mails.configure(scene.app);
});
afterAll(async () => {
  await scene.close();
  await mails.close();
});

async function person(): Promise<{ readonly client: TestClient; readonly email: string }> {
  const client = await scene.app.make.signedIn();
  const email = `payer${people++}@site.example`;
  await giveEmail(scene.app, client, email);
  return { client, email };
}

describe('a payer is told', () => {
  it('once of a payment, a refund and a dispute, however often they are reported', async () => {
    const { client, email } = await person();
    const { order } = await scene.order(client);
    const page = scene.stripe.pay(order.trade_no);
    await Promise.all([COMPLETED, COMPLETED, COMPLETED].map(type => scene.report(type, page)));
    const paid = await mails.waitFor(email);
    expect(paid.subject).toContain('您的付款已到账 / Your payment has arrived');
    expect(paid.text).toContain('10.00 EUR');
    const refund = scene.stripe.refund(order.trade_no, 250);
    for (const type of ['refund.created', 'refund.updated']) await scene.report(type, refund);
    const refunded = await mails.waitFor(email);
    expect(refunded.subject).toContain('Your payment was refunded');
    expect(refunded.text).toContain('2.50 EUR');
    const dispute = scene.stripe.dispute(order.trade_no, 750);
    for (const type of ['charge.dispute.created', 'charge.dispute.updated']) await scene.report(type, dispute);
    expect((await mails.waitFor(email)).subject).toContain('disputed');
    const won = scene.stripe.change(dispute.id, { status: 'won' });
    for (const type of ['charge.dispute.closed', 'charge.dispute.updated']) await scene.report(type, won);
    expect((await mails.waitFor(email)).subject).toContain('its amount is yours');
    expect(mails.to(email)).toHaveLength(4);
  });

  it('of what an administrator decides about a transfer, with the note', async () => {
    const { client, email } = await person();
    const { order: first } = await scene.order(client, 10, 'manual');
    await must(scene.app.root.post('/api/order/confirm', { id: first.id, note: '' }));
    expect((await mails.waitFor(email)).subject).toContain('Your transfer has arrived');
    const { order: second } = await scene.order(client, 10, 'manual');
    await must(scene.app.root.post('/api/order/refuse', { id: second.id, note: 'no such transfer' }));
    const refused = await mails.waitFor(email);
    expect(refused.subject).toContain('Your transfer was not confirmed');
    expect(refused.text).toContain('no such transfer');
    const { order: third } = await scene.order(client, 10, 'manual');
    await must(client.post('/api/payment/cancel', { trade_no: third.trade_no }));
    expect(mails.to(email)).toHaveLength(2);
  });
});

describe('an open order at Stripe', () => {
  it('is called off by its payer, and its page is closed', async () => {
    const { client } = await person();
    const { order } = await scene.order(client);
    const stranger = await scene.app.make.signedIn();
    const cancel = (who: TestClient) => who.post<OrderView>('/api/payment/cancel', { trade_no: order.trade_no });
    expect((await cancel(stranger)).body).toMatchObject({ success: false });
    expect(await must(cancel(client))).toMatchObject({ status: 'cancelled' });
    expect(scene.stripe.sessionOf(order.trade_no)).toMatchObject({ status: 'expired' });
    expect((await cancel(client)).body).toMatchObject({ success: false });
    await scene.report('checkout.session.expired', scene.stripe.sessionOf(order.trade_no));
    expect((await scene.orderOf(client, order.trade_no))?.status).toBe('cancelled');
  });

  it('that was paid a moment before is credited instead', async () => {
    const { client } = await person();
    const { order } = await scene.order(client);
    scene.stripe.pay(order.trade_no);
    const { body } = await client.post('/api/payment/cancel', { trade_no: order.trade_no });
    expect(body).toMatchObject({ success: false });
    expect(await scene.stateOf(client, order.trade_no)).toMatchObject({ status: 'success', balance: 5_000_000 });
  });
});
