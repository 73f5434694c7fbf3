import { type OrderView, type PaymentQuote, type PaymentTerms } from '@contracts';
import { AskAfterOrders, ExpireOrders } from '@payment';
import { must } from '../support/clients/factories';
import { COMPLETED, StripeScene, WEBHOOK } from '../support/scenes/stripe-scene';

const TEN = 5_000_000;

let scene: StripeScene;
beforeAll(async () => {
  scene = await StripeScene.start();
});
afterAll(() => scene.close());

describe('a page of Stripe', () => {
  it('names what the order costs, and the order', async () => {
    const person = await scene.app.make.signedIn();
    const { order, url } = await scene.order(person);
    const session = scene.stripe.sessionOf(order.trade_no);
    expect(url).toBe(session.url);
    expect(session).toMatchObject({
      mode: 'payment',
      amount_total: 1000,
      currency: 'eur',
      metadata: { order: order.trade_no },
      payment_intent_data: { metadata: { order: order.trade_no } },
      success_url: `${scene.app.url}/topup?order=${order.trade_no}`,
      cancel_url: `${scene.app.url}/topup`,
      adaptive_pricing: { enabled: 'false' },
    });
    expect(scene.stripe.posted.at(-1)?.idempotencyKey).toBe(`checkout:${order.trade_no}`);
    expect(order).toMatchObject({ status: 'pending', payment_method: 'stripe', currency: 'EUR', money: '10.00' });
  });

  it('that Stripe refuses leaves a cancelled order', async () => {
    const person = await scene.app.make.signedIn();
    const { body } = await person.post('/api/payment/start', { amount: 1_000_000, provider: 'stripe' });
    expect(body).toMatchObject({ success: false, message: 'cannot start the payment' });
    const [order] = await must(person.get<OrderView[]>('/api/user/orders'));
    expect(order?.status).toBe('cancelled');
  });

  it('has a line for the tax, and the order brings the bonus', async () => {
    const { make } = scene.app;
    const terms = { PayTaxPercent: '19', PayTaxName: 'VAT', TopupBonusSteps: '{"10":5}', TopupPresets: '5, 10' };
    for (const [key, value] of Object.entries(terms)) await make.option(key, value);
    const person = await make.signedIn();
    expect(await must(person.get<PaymentTerms>('/api/payment/terms'))).toMatchObject({
      providers: ['stripe'],
      currency: 'EUR',
      presets: [5, 10],
      bonus_steps: [{ from: 10, percent: 5 }],
      tax_percent: 19,
      tax_name: 'VAT',
    });
    expect(await must(person.post<PaymentQuote>('/api/payment/quote', { amount: 10 }))).toEqual({
      ...{ currency: 'EUR', price: '10.00', tax: '1.90', total: '11.90' },
      ...{ quota: TEN + 250_000, bonus_quota: 250_000 },
    });
    const { order } = await scene.order(person);
    expect(scene.stripe.sessionOf(order.trade_no)).toMatchObject({
      amount_total: 1190,
      line_items: { '1': { price_data: { unit_amount: '190', product_data: { name: 'VAT (19 %)' } } } },
    });
    await scene.report(COMPLETED, scene.stripe.pay(order.trade_no));
    expect((await scene.stateOf(person, order.trade_no)).balance).toBe(TEN + 250_000);
    for (const [key, value] of [
      ['PayTaxPercent', '0'],
      ['TopupBonusSteps', '{}'],
    ] as const)
      await make.option(key, value);
  });

  it('is in whole yen where the site takes yen', async () => {
    await scene.app.make.option('PayCurrency', 'JPY');
    await scene.app.make.option('Price', '155');
    const person = await scene.app.make.signedIn();
    const { order } = await scene.order(person);
    expect(order.money).toBe('1550');
    expect(scene.stripe.sessionOf(order.trade_no)).toMatchObject({ amount_total: 1550, currency: 'jpy' });
    await scene.report(COMPLETED, scene.stripe.pay(order.trade_no));
    expect(await scene.stateOf(person, order.trade_no)).toMatchObject({ balance: TEN, status: 'success' });
    await scene.report('refund.created', scene.stripe.refund(order.trade_no, 155));
    expect(await scene.stateOf(person, order.trade_no)).toMatchObject({ balance: 4_500_000, returned: '155' });
    await scene.app.make.option('PayCurrency', 'EUR');
    await scene.app.make.option('Price', '1');
  });
});

describe('a payment at Stripe', () => {
  it('is credited once, however often it is reported', async () => {
    const { person, tradeNo, page } = await scene.paid();
    for (const type of [COMPLETED, 'checkout.session.async_payment_succeeded', COMPLETED]) {
      expect(await scene.report(type, page)).toBe(200);
    }
    expect(await scene.stateOf(person, tradeNo)).toEqual({
      balance: TEN,
      status: 'success',
      returned: '0.00',
      logged: TEN,
    });
    expect(await scene.movementsOf(tradeNo)).toEqual([TEN]);
  });

  it('is credited once when everybody reports it at the same time', async () => {
    const person = await scene.app.make.signedIn();
    const { order } = await scene.order(person);
    const page = scene.stripe.pay(order.trade_no);
    const refund = scene.stripe.refund(order.trade_no, 250);
    const events = [...Array<null>(12)].map((_, at) =>
      at % 3 === 0 ? (['refund.updated', refund] as const) : ([COMPLETED, page] as const),
    );
    expect(new Set(await Promise.all(events.map(([type, object]) => scene.report(type, object))))).toEqual(
      new Set([200]),
    );
    expect(await scene.stateOf(person, order.trade_no)).toEqual({
      ...{ balance: 3_750_000, status: 'partly_refunded', returned: '2.50', logged: 3_750_000 },
    });
  });

  it.each([
    ['forged', { secret: 'whsec_of_somebody_else' }],
    ['old', { ageSeconds: 301 }],
    ['altered', { alter: (body: string) => body.replace('"amount_total": 1000', '"amount_total": 1001') }],
    ['broken', { alter: () => '{' }],
  ])('is not believed when the event is %s', async (_what, delivery) => {
    const person = await scene.app.make.signedIn();
    const { order } = await scene.order(person);
    expect(await scene.report(COMPLETED, scene.stripe.pay(order.trade_no), delivery)).toBe(400);
    expect(await scene.stateOf(person, order.trade_no)).toMatchObject({ balance: 0, status: 'pending' });
  });

  it('is not believed without a signature or a body', async () => {
    for (const body of ['{}', '']) {
      const headers = { 'content-type': 'application/json' };
      const { status } = await fetch(scene.app.url + WEBHOOK, { method: 'POST', headers, body });
      expect(status).toBe(400);
    }
  });

  it.each([
    ['another amount', { amount_total: 999 }],
    ['another currency', { currency: 'usd' }],
    ['another page', { id: 'cs_test_of_somebody' }],
  ])('is not credited when it is of %s', async (_what, changes) => {
    const person = await scene.app.make.signedIn();
    const { order } = await scene.order(person);
    const page = { ...scene.stripe.pay(order.trade_no), ...changes };
    expect(await scene.report(COMPLETED, page)).toBe(200);
    expect(await scene.stateOf(person, order.trade_no)).toMatchObject({ balance: 0, status: 'pending' });
  });

  it('of another product of the same account is none of ours', async () => {
    const other = { id: 'cs_test_other', object: 'checkout.session', metadata: {}, payment_status: 'paid' };
    expect(await scene.report(COMPLETED, other)).toBe(200);
    const unknown = { ...other, metadata: { order: 'USR1NOunknown' }, amount_total: 1000, currency: 'eur' };
    expect(await scene.report(COMPLETED, unknown)).toBe(200);
    expect(await scene.report('customer.created', { id: 'cus_1', object: 'customer' })).toBe(200);
  });

  it('that takes days is credited when it succeeds', async () => {
    const person = await scene.app.make.signedIn();
    const { order } = await scene.order(person);
    const waiting = scene.stripe.pay(order.trade_no, { payment_status: 'unpaid' });
    expect(await scene.report(COMPLETED, waiting)).toBe(200);
    expect(await scene.stateOf(person, order.trade_no)).toMatchObject({ balance: 0, status: 'pending' });
    const done = scene.stripe.change(waiting.id, { payment_status: 'paid' });
    await scene.report('checkout.session.async_payment_succeeded', done);
    expect(await scene.stateOf(person, order.trade_no)).toMatchObject({ balance: TEN, status: 'success' });
  });

  it('that takes days and fails cancels the order', async () => {
    const person = await scene.app.make.signedIn();
    const { order } = await scene.order(person);
    const waiting = scene.stripe.pay(order.trade_no, { payment_status: 'unpaid' });
    await scene.report('checkout.session.async_payment_failed', waiting);
    expect(await scene.stateOf(person, order.trade_no)).toMatchObject({ balance: 0, status: 'cancelled' });
  });

  it('is credited also when the end of the page was reported first', async () => {
    const person = await scene.app.make.signedIn();
    const { order } = await scene.order(person);
    const session = scene.stripe.sessionOf(order.trade_no);
    await scene.report('checkout.session.expired', { ...session, status: 'expired' });
    expect(await scene.stateOf(person, order.trade_no)).toMatchObject({ status: 'expired' });
    await scene.report(COMPLETED, scene.stripe.pay(order.trade_no));
    await scene.report('checkout.session.expired', { ...session, status: 'expired' });
    expect(await scene.stateOf(person, order.trade_no)).toMatchObject({ balance: TEN, status: 'success' });
  });
});

describe('an event that was lost', () => {
  it('is made good by asking Stripe', async () => {
    const { make, nest } = scene.app;
    const [payer, leaver, waiter] = await Promise.all([make.signedIn(), make.signedIn(), make.signedIn()]);
    const [paid, left, open] = await Promise.all([payer, leaver, waiter].map(person => scene.order(person)));
    if (!paid || !left || !open) throw new Error('three orders were made');
    scene.stripe.pay(paid.order.trade_no);
    scene.stripe.change(scene.stripe.sessionOf(left.order.trade_no).id, { status: 'expired' });
    await nest.get(AskAfterOrders).run(-1);
    expect(await scene.stateOf(payer, paid.order.trade_no)).toMatchObject({ balance: TEN, status: 'success' });
    expect(await scene.stateOf(leaver, left.order.trade_no)).toMatchObject({ status: 'expired' });
    expect(await scene.stateOf(waiter, open.order.trade_no)).toMatchObject({ status: 'pending' });
    // It was asked about a moment ago.
    expect(await nest.get(AskAfterOrders).run()).toBe(0);
    await nest.get(ExpireOrders).run();
    expect(await scene.stateOf(waiter, open.order.trade_no)).toMatchObject({ status: 'pending' });
  });
});

describe('the keys of Stripe', () => {
  it('are tested by an administrator', async () => {
    expect(await must(scene.app.admin.post('/api/payment/stripe/test'))).toEqual({ live: false });
    await scene.app.make.option('StripeSecretKey', 'sk_test_wrong');
    const { body } = await scene.app.admin.post('/api/payment/stripe/test');
    expect(body).toMatchObject({ success: false });
    expect(body.message).toContain('Invalid API Key');
    await scene.app.make.option('StripeSecretKey', scene.stripe.secretKey);
  });

  it('are sealed, and never shown', async () => {
    const { text } = await scene.app.root.get('/api/option/');
    expect(text).not.toContain(scene.stripe.secretKey);
    expect(text).not.toContain(scene.stripe.webhookSecret);
  });
});
