import { LogType, type LogEntry, type OrderView, type Page, type PaymentStarted, type PaymentTerms } from '@contracts';
import { UnitOfWork } from '@platform';
import { ExpireOrders } from '@payment';
import { type TestClient } from '../support/clients/client';
import { must } from '../support/clients/factories';
import { startTestApp, type TestApp } from '../support/servers/test-app';

const TEN = 5_000_000;
const STATE = 'the state of the order does not allow this any more';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
  const options = {
    ManualPaymentEnabled: 'true',
    ManualPaymentInstructions: '**IBAN** DE00',
    PayCurrency: 'USD',
    Price: '1',
  };
  for (const [key, value] of Object.entries(options)) await app.make.option(key, value);
});
afterAll(() => app.closeWithEvenLedger());

async function start(person: TestClient): Promise<OrderView> {
  const started = await must(person.post<PaymentStarted>('/api/payment/start', { amount: 10, provider: 'manual' }));
  expect(started.url).toBe('');
  return started.order;
}

async function balanceOf(person: TestClient): Promise<number> {
  return (await must(person.get<{ quota: number }>('/api/user/self'))).quota;
}

function decide(what: 'confirm' | 'refuse', id: number, client = app.admin, note = '') {
  return client.post<OrderView>(`/api/order/${what}`, { id, note });
}

describe('a transfer', () => {
  it('is described to payers, with a reference of their own', async () => {
    const person = await app.make.signedIn();
    const terms = await must(person.get<PaymentTerms>('/api/payment/terms'));
    expect(terms).toMatchObject({ providers: ['manual'], currency: 'USD', manual_instructions: '**IBAN** DE00' });
    const order = await start(person);
    expect(order).toMatchObject({ reference: `TU-${order.id}`, money: '10.00', currency: 'USD', status: 'pending' });
    const found = await must(app.admin.get<OrderView[]>(`/api/order/?keyword=tu-${order.id}&method=manual`));
    expect(found.map(({ id }) => id)).toEqual([order.id]);
  });

  it('is credited when an administrator confirms it, once', async () => {
    const person = await app.make.signedIn();
    const { id, trade_no } = await start(person);
    const claimed = await must(person.post<OrderView>('/api/payment/claim', { trade_no }));
    expect(claimed.claimed_time).toBeGreaterThan(0);
    expect(await balanceOf(person)).toBe(0);
    const answers = await Promise.all([
      decide('confirm', id, app.admin, 'seen on the 3rd'),
      decide('confirm', id, app.root),
    ]);
    expect(answers.filter(({ body }) => body.success)).toHaveLength(1);
    expect(answers.find(({ body }) => !body.success)?.body.message).toBe(STATE);
    expect(await balanceOf(person)).toBe(TEN);
    const rows = await must(app.root.get<Page<LogEntry>>(`/api/log/?type=${LogType.Admin}&p=0&page_size=5`));
    const said = rows.items.filter(({ content }) => content.includes(trade_no)).map(({ content }) => content);
    expect(said).toEqual([expect.stringContaining(`confirmed the payment of order ${trade_no}: 10.00 USD`)]);
  });

  it('that an administrator refuses is closed, with the reason', async () => {
    const person = await app.make.signedIn();
    const { id } = await start(person);
    expect((await decide('refuse', id, app.admin, 'no such transfer')).body.data).toMatchObject({
      ...{ status: 'cancelled', note: 'no such transfer' },
    });
    expect((await decide('confirm', id)).body.message).toBe(STATE);
    expect(await balanceOf(person)).toBe(0);
  });

  it('that comes late is credited, too', async () => {
    const person = await app.make.signedIn();
    const { id } = await start(person);
    await app.nest
      .get(UnitOfWork)
      .run(manager => manager.query(`UPDATE orders SET created_at_ms = 1 WHERE id = ${id}`));
    await app.nest.get(ExpireOrders).run();
    expect((await decide('confirm', id)).body.data).toMatchObject({ status: 'success' });
    expect(await balanceOf(person)).toBe(TEN);
  });

  it('is cancelled by its payer, and by nobody else', async () => {
    const person = await app.make.signedIn();
    const stranger = await app.make.signedIn();
    const { trade_no } = await start(person);
    for (const call of ['claim', 'cancel']) {
      const { body } = await stranger.post(`/api/payment/${call}`, { trade_no });
      expect(body.message).toBe('this order does not exist');
    }
    expect(await must(person.post('/api/payment/cancel', { trade_no }))).toMatchObject({ status: 'cancelled' });
    expect((await person.post('/api/payment/claim', { trade_no })).body.message).toBe(STATE);
  });

  it('of administrators is confirmed by root, not by themselves', async () => {
    const admin = await app.make.signedIn({ role: 10 });
    const { id } = await start(admin);
    expect((await decide('confirm', id, admin)).body).toMatchObject({ success: false });
    expect((await decide('confirm', id, app.root)).body).toMatchObject({ success: true });
  });

  it('is refunded in parts that were sent back by hand, each once', async () => {
    const person = await app.make.signedIn();
    const { id } = await start(person);
    await must(decide('confirm', id));
    const refund = (money: string, request_id: string) =>
      app.admin.post<OrderView>('/api/order/refund', { id, money, request_id, note: '' });
    await must(refund('4', 'request-1'));
    await must(refund('4', 'request-1'));
    expect(await balanceOf(person)).toBe(3_000_000);
    expect((await refund('6', 'request-2')).body.data).toMatchObject({ status: 'refunded', returned: '10.00' });
    expect(await balanceOf(person)).toBe(0);
    expect((await refund('1', 'request-3')).body.message).toBe(STATE);
  });

  it('is offered only while it is on', async () => {
    await app.make.option('ManualPaymentEnabled', 'false');
    const person = await app.make.signedIn();
    const { body } = await person.post('/api/payment/start', { amount: 10, provider: 'manual' });
    expect(body.message).toBe('the administrator has not configured payment');
    expect((await person.post('/api/payment/start', { amount: 10, provider: 'cash' })).body.message).toBe(
      'this payment method does not exist',
    );
    await app.make.option('ManualPaymentEnabled', 'true');
  });
});

describe('the options of a payment', () => {
  it.each([
    ['TopupPresets', '10, x'],
    ['TopupPresets', '1,2,3,4,5,6,7,8,9'],
    ['TopupBonusSteps', '{"0":5}'],
    ['TopupBonusSteps', '{"10":101}'],
    ['PayCurrency', 'XXX'],
    ['PayTaxPercent', '101'],
    ['StripeEnabled', 'true'],
  ])('%s refuses %s', async (key, value) => {
    expect((await app.root.put('/api/option/', { key, value })).body.success).toBe(false);
  });

  it('close the gateway of Epay where prices are in another currency than yuan', async () => {
    const gateway = { PayAddress: 'https://pay.example', EpayId: '1', EpayKey: 'k', ServerAddress: app.url };
    for (const [key, value] of Object.entries(gateway)) await app.make.option(key, value);
    const isOpen = async () =>
      (await must(app.guest.get<{ enable_online_topup: boolean }>('/api/status'))).enable_online_topup;
    expect(await isOpen()).toBe(false);
    const { body } = await app.user.post('/api/user/pay', { amount: 10, payment_method: 'zfb' });
    expect(body.data).toBe('the administrator has not configured payment');
    await app.make.option('PayCurrency', 'CNY');
    expect(await isOpen()).toBe(true);
    await app.make.option('EpayEnabled', 'false');
    expect(await isOpen()).toBe(false);
  });
});
