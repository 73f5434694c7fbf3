import { type OrderView, type PaymentQuote, type PaymentTerms } from '@contracts';
import * as checkIns from '../../frontend/src/features/check-in/check-in-api';
import * as users from '../../frontend/src/base/session/user-api';
import * as payment from '../../frontend/src/features/wallet/payment-api';
import * as wallet from '../../frontend/src/features/wallet/wallet-api';
import { EpayGateway, epaySign, report } from '../support/fakes/epay-gateway';
import { must } from '../support/clients/factories';
import { ROOT_PASSWORD, startServedScene, type ServedScene } from '../support/scenes/served-scene';
import { browseTo, Console, unansweredOf } from './console';
import * as shapes from './shapes';

const text: unknown = expect.any(String);
const number: unknown = expect.any(Number);
const DATE: unknown = expect.stringMatching(/^\d{4}-\d\d-\d\d$/);

const orderShape: Readonly<Record<keyof OrderView, unknown>> = {
  id: number,
  user_id: number,
  username: text,
  trade_no: text,
  gateway_trade_no: text,
  payment_method: text,
  amount: number,
  quota: number,
  bonus_quota: number,
  money: expect.stringMatching(/^\d+\.\d\d$/),
  tax: expect.stringMatching(/^\d+\.\d\d$/),
  currency: text,
  returned: expect.stringMatching(/^\d+\.\d\d$/),
  reference: text,
  status: text,
  created_time: number,
  completed_time: number,
  claimed_time: number,
  note: text,
};

const quoteShape: Readonly<Record<keyof PaymentQuote, unknown>> = {
  ...{ currency: text, price: text, tax: text, total: text },
  ...{ quota: number, bonus_quota: number },
};

const termsShape: Readonly<Record<keyof PaymentTerms, unknown>> = {
  ...{ providers: expect.any(Array), currency: text, presets: expect.any(Array), bonus_steps: expect.any(Array) },
  ...{ tax_percent: number, tax_name: text, manual_instructions: text },
};

let served: ServedScene;
let gateway: EpayGateway;
const page = new Console();

beforeAll(async () => {
  [served, gateway] = await Promise.all([startServedScene(), EpayGateway.start()]);
  const { url } = served.server;
  const options = {
    ...gateway.options(url),
    TopupAffiliate: 'https://example.com/promo.png',
    QuotaForInviter: '700000',
  };
  for (const [key, value] of Object.entries(options)) await served.make.option(key, value);
  browseTo(url);
  page.remember(await page.call(users.useLoginMutation, { username: 'root', password: ROOT_PASSWORD }));
});
afterAll(async () => {
  await served?.close();
  await gateway?.close();
});

async function balance() {
  return (await page.query(users.useGetSelfQuery, undefined)).quota;
}

describe('a redemption code in the console', () => {
  it('adds its units once, and is refused with a reason afterwards', async () => {
    const [key = ''] = await must(
      served.root.post<string[]>('/api/redemption/', { name: 'welcome', quota: 100_000, count: 1 }),
    );
    const before = await balance();
    expect(await page.call(wallet.useRedeemMutation, { key })).toBe(100_000);
    expect(await balance()).toBe(before + 100_000);
    await expect(page.call(wallet.useRedeemMutation, { key })).rejects.toThrow('already been used');
  });
});

describe('a payment in the console', () => {
  it('has its price, and its refusal is the message from the data', async () => {
    expect(await page.query(payment.useGetTermsQuery, undefined)).toEqual(termsShape);
    const quote = await page.query(payment.useGetQuoteQuery, { amount: 10 });
    expect(quote).toEqual(quoteShape);
    expect(quote.total).toBe('73.00');
    const tooLittle = page.query(payment.useGetQuoteQuery, { amount: 0 });
    await expect(tooLittle).rejects.toThrow('the top-up amount must not be less than 1');
    const tooMuch = page.call(wallet.useStartPaymentMutation, { amount: 2_000_000, payment_method: 'zfb' });
    await expect(tooMuch).rejects.toThrow('the top-up amount is too high');
  });

  it('is posted to the gateway with the form, and is found paid in both lists', async () => {
    const before = await balance();
    const start = await page.call(wallet.useStartPaymentMutation, { amount: 10, payment_method: 'wx' });
    expect(start.url).toBe(`${gateway.url}/submit.php`);
    const tradeNo = start.form.out_trade_no ?? '';
    const pending = await page.query(wallet.useListOwnOrdersQuery, { page: 1, size: 10 });
    expect(pending).toEqual({ rows: [orderShape], total: 1 });
    expect(pending.rows[0]).toMatchObject({ trade_no: tradeNo, status: 'pending', money: '73.00', quota: 5_000_000 });

    // The browser's fetch of this file knows only one server, so the test does not open the gateway's page.
    expect(start.form.sign).toBe(epaySign(start.form, gateway.key));
    // The test then reports the payment in place of the gateway.
    const { text: answer } = await report(start.form.notify_url ?? '', gateway.notifyFields(start.form));
    expect(answer).toBe('success');
    // Another size makes another query, so no row comes from the cache of the store.
    const { rows } = await page.query(wallet.useListOwnOrdersQuery, { page: 1, size: 20 });
    expect(rows[0]?.status).toBe('success');
    expect(rows).toEqual([orderShape]);
    const query = { page: 1, size: 10, keyword: tradeNo, status: 'success' } as const;
    expect(await page.query(wallet.useListOrdersQuery, query)).toEqual({ rows, total: 1 });
    expect((await must(served.root.get<{ quota: number }>('/api/user/self'))).quota).toBe(before + 5_000_000);
  });

  it('is among the latest top-ups, of all users and of the own account', async () => {
    for (const isAdmin of [true, false]) {
      const rows = await page.query(wallet.useListTopUpRecordsQuery, { isAdmin });
      expect(rows).toEqual([shapes.logEntryShape, shapes.logEntryShape]);
      expect(rows.map(({ content }) => content)).toEqual([
        expect.stringMatching(/^online top-up succeeded/),
        expect.stringMatching(/with a redemption code/),
      ]);
    }
  });

  it('by transfer is claimed, confirmed and refunded, or closed', async () => {
    await served.make.option('ManualPaymentEnabled', 'true');
    const start = () => page.call(payment.useStartCheckoutMutation, { amount: 1, provider: 'manual' });
    const { order, url } = await start();
    expect([order, url]).toEqual([orderShape, '']);
    expect(await page.call(payment.useClaimOrderMutation, order.trade_no)).toEqual(orderShape);
    const { id } = order;
    expect(await page.call(payment.useConfirmOrderMutation, { id, note: 'seen' })).toMatchObject({ status: 'success' });
    const refund = { id, note: '', money: '7.30', request_id: 'request-1' };
    expect(await page.call(payment.useRefundOrderMutation, refund)).toMatchObject({ status: 'refunded' });
    const cancelled = await start();
    const gone = await page.call(payment.useCancelOrderMutation, cancelled.order.trade_no);
    expect(gone).toMatchObject({ status: 'cancelled' });
    const refused = await start();
    expect(await page.call(payment.useRefuseOrderMutation, { id: refused.order.id, note: '' })).toEqual(orderShape);
  });
});

describe('the invitations in the console', () => {
  it('have a code, and an image that the operator has chosen', async () => {
    expect(await page.query(wallet.useGetInviteCodeQuery, undefined)).toMatch(/^[0-9A-Za-z]{4}$/);
    expect(await page.query(wallet.useGetPromoImageQuery, undefined)).toBe('https://example.com/promo.png');
  });

  it('give rewards that are transferred, from one currency unit on', async () => {
    const aff_code = await page.query(wallet.useGetInviteCodeQuery, undefined);
    const guest = { username: 'guest', password: 'a-password-1', password2: 'a-password-1', aff_code };
    expect((await served.root.post('/api/user/register', guest)).body.success).toBe(true);
    const tooLittle = page.call(wallet.useTransferRewardsMutation, { quota: 499_999 });
    await expect(tooLittle).rejects.toThrow('the minimum transfer amount is');
    expect(await page.call(wallet.useTransferRewardsMutation, { quota: 500_000 })).toBeNull();
    expect(await page.query(users.useGetSelfQuery, undefined)).toMatchObject({ aff_quota: 200_000, aff_count: 1 });
  });
});

describe('the daily check-in in the console', () => {
  it('is granted once a day, and the calendar contains it', async () => {
    const before = await page.query(checkIns.useGetSignInDatesQuery, {});
    expect(before).toEqual({ sign_in_dates: [], status: { can_sign_in_today: true, today: DATE } });
    const { today } = before.status;
    const reward = await page.call(checkIns.useSignInMutation, undefined);
    expect(reward).toEqual({ quota_awarded: number, sign_in_date: today, streak: 1 });
    const after = await page.query(checkIns.useGetSignInDatesQuery, { month: today.slice(0, 7) });
    expect(after).toEqual({ sign_in_dates: [today], status: { can_sign_in_today: false, today } });
    await expect(page.call(checkIns.useSignInMutation, undefined)).rejects.toThrow('already signed in today');
  });
});

describe('the wallet pages', () => {
  it('have called every endpoint of the wallet and of the check-in', () => {
    expect(unansweredOf(wallet, payment)).toEqual([]);
    expect(unansweredOf(checkIns)).toEqual([]);
  });
});
