import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { type PaymentTerms } from '@contracts';
import { leave } from '../../shared/browser/leave';
import { ok, refused, type FakeAnswer, type SeenCall } from '../../test-support/fake-server';
import { noTerms, order, visitWallet, type WalletVisit } from '../../test-support/wallet-scene';

const form = { pid: '1001', out_trade_no: order.trade_no, submit: 'a field of an awkward name' };
const url = 'https://pay.example.com/submit.php';
const started = ok(form, { message: 'success', url });

/** A submitted form with its values at that moment. */
interface Posted {
  readonly action: string;
  readonly target: string;
  readonly rel: string | null;
  readonly fields: Readonly<Record<string, FormDataEntryValue>>;
}

let posted: Posted[] = [];
let isVisible = true;

beforeEach(() => {
  posted = [];
  isVisible = true;
  // The simulated browser opens no pages.
  jest.spyOn(HTMLFormElement.prototype, 'submit').mockImplementation(function (this: HTMLFormElement) {
    const { action, target } = this;
    posted.push({ action, target, rel: this.getAttribute('rel'), fields: Object.fromEntries(new FormData(this)) });
  });
  jest.spyOn(document, 'visibilityState', 'get').mockImplementation(() => (isVisible ? 'visible' : 'hidden'));
});
afterEach(() => {
  jest.restoreAllMocks();
  jest.useRealTimers();
});

const epayTerms: PaymentTerms = { ...noTerms, providers: ['epay'] };

function quoteOf({ body }: SeenCall): FakeAnswer {
  const { amount } = body as { readonly amount: number };
  const total = (amount * 7.3).toFixed(2);
  const quota = amount < 1_000_000 ? amount * 500_000 : amount;
  return ok({ currency: 'CNY', price: total, tax: '0.00', total, quota, bonus_quota: 0 });
}

function visit({ answers, ...others }: WalletVisit = {}) {
  return visitWallet({
    ...others,
    answers: {
      'GET /api/payment/terms': ok(epayTerms),
      'POST /api/payment/quote': quoteOf,
      'POST /api/user/pay': started,
      ...answers,
    },
  });
}

/** The form appears when the ways to pay were read. */
function amountField() {
  return screen.findByLabelText('Top-up amount ($)');
}

async function confirm(method = 'Alipay') {
  await userEvent.click(await screen.findByRole('button', { name: method }));
  const pay = await screen.findByRole('button', { name: 'Pay now' });
  await waitFor(() => expect(pay).toHaveProperty('disabled', false));
  await userEvent.click(pay);
}

/** Hides the tab, or shows it again. */
function turn(visible: boolean) {
  isVisible = visible;
  act(() => void document.dispatchEvent(new Event('visibilitychange')));
}

function pass(ms: number) {
  return act(() => jest.advanceTimersByTimeAsync(ms));
}

describe('the amount of a payment', () => {
  it('is not offered while the administrator has not enabled online top-up', async () => {
    await visitWallet();
    expect(await screen.findByText('Admin has not enabled online top-up')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Alipay' })).toBeNull();
  });

  it('begins at the minimum, with its price', async () => {
    await visit();
    expect(await amountField()).toHaveProperty('value', '5');
    expect(await screen.findByText('¥36.50')).toBeTruthy();
    expect(screen.getByText('for $5.00')).toBeTruthy();
  });

  it('is raised to the minimum when it is lower, and says so', async () => {
    await visit();
    await userEvent.clear(await amountField());
    await userEvent.type(await amountField(), '4');
    await userEvent.tab();
    expect(await screen.findByText('Top-up amount cannot be below the minimum')).toBeTruthy();
    expect(await amountField()).toHaveProperty('value', '5');
  });

  it('has its price requested after a pause in the typing', async () => {
    const { server } = await visit();
    await screen.findByText('¥36.50');
    await userEvent.clear(await amountField());
    await userEvent.type(await amountField(), '1234');
    expect(await screen.findByText('¥9,008.20')).toBeTruthy();
    const asked = server.callsTo('POST', '/api/payment/quote').map(({ body }) => body);
    expect(asked).toEqual([{ amount: 5 }, { amount: 1234 }]);
  });

  it('is refused with the message of the server', async () => {
    await visit({ answers: { 'POST /api/payment/quote': refused('the top-up amount is too high') } });
    expect(await screen.findByText('the top-up amount is too high')).toBeTruthy();
  });

  it('counts quota units when the operator displays those', async () => {
    const { server } = await visit({ status: { display_in_currency: false } });
    expect(await screen.findByLabelText('Top-up amount (quota units)')).toHaveProperty('value', '2500000');
    await screen.findByText('for 2.5M');
    await waitFor(() => expect(server.callsTo('POST', '/api/payment/quote')[0]?.body).toEqual({ amount: 2_500_000 }));
  });
});

describe('a payment', () => {
  it('starts only after a confirmation', async () => {
    const { server } = await visit();
    await userEvent.click(await screen.findByRole('button', { name: 'WeChat Pay' }));
    const dialog = within(await screen.findByRole('dialog'));
    expect(await dialog.findByText('¥36.50')).toBeTruthy();
    expect(dialog.getByText('WeChat Pay')).toBeTruthy();
    await userEvent.click(dialog.getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(server.callsTo('POST', '/api/user/pay')).toEqual([]);
  });

  it('posts the hidden form of the server to the gateway in a new tab', async () => {
    const { server } = await visit();
    await confirm('WeChat Pay');
    await waitFor(() => expect(posted).toEqual([{ action: url, target: '_blank', rel: 'noopener', fields: form }]));
    expect(server.callsTo('POST', '/api/user/pay')[0]?.body).toEqual({ amount: 5, payment_method: 'wx' });
    expect(document.querySelector('form[target]')).toBeNull();
  });

  it('can be opened again, for browsers that blocked the tab', async () => {
    await visit();
    await confirm();
    await userEvent.click(await screen.findByRole('button', { name: 'Open the payment page again' }));
    expect(posted).toHaveLength(2);
    expect(posted[1]).toEqual(posted[0]);
  });

  it('opens no address that is not a web address', async () => {
    await visit({ answers: { 'POST /api/user/pay': ok(form, { url: 'javascript:alert(1)' }) } });
    await confirm();
    expect(await screen.findByText('Request failed')).toBeTruthy();
    expect(posted).toEqual([]);
  });

  it('shows why it did not start', async () => {
    const no = { body: { success: false, message: 'error', data: 'the administrator has not configured payment' } };
    await visit({ answers: { 'POST /api/user/pay': no } });
    await confirm();
    expect(await screen.findByText('the administrator has not configured payment')).toBeTruthy();
    expect(posted).toEqual([]);
    expect(screen.queryByText('Waiting for the payment')).toBeNull();
  });
});

describe('the watch of an order', () => {
  it('ends when the order is paid, with a fresh balance', async () => {
    let row = order;
    const { server } = await visit({ answers: { 'GET /api/user/orders': () => ok([row], { total: 1 }) } });
    await confirm();
    expect(await screen.findByText('Waiting for the payment')).toBeTruthy();
    const before = server.callsTo('GET', '/api/user/self').length;
    row = { ...order, status: 'success', completed_time: 1_740_000_060 };
    turn(false);
    turn(true);
    expect(await screen.findByText('Payment received: $10.00 added to your balance')).toBeTruthy();
    await waitFor(() => expect(screen.queryByText('Waiting for the payment')).toBeNull());
    await waitFor(() => expect(server.callsTo('GET', '/api/user/self').length).toBeGreaterThan(before));
    expect(await screen.findByText('Paid')).toBeTruthy();
  });

  it('reports an order that was closed without a payment', async () => {
    let row = order;
    await visit({ answers: { 'GET /api/user/orders': () => ok([row], { total: 1 }) } });
    await confirm();
    await screen.findByText('Waiting for the payment');
    row = { ...order, status: 'expired' };
    turn(false);
    turn(true);
    expect(await screen.findByText('The order was closed without a payment')).toBeTruthy();
  });

  it('continues while the tab is visible, and pauses while it is hidden', async () => {
    jest.useFakeTimers();
    const user = userEvent.setup({ advanceTimers: ms => jest.advanceTimersByTime(ms) });
    const { server } = await visit({ answers: { 'GET /api/user/orders': () => ok([order], { total: 1 }) } });
    const looks = () => server.callsTo('GET', '/api/user/orders').length;
    await user.click(await screen.findByRole('button', { name: 'Alipay' }));
    const pay = await screen.findByRole('button', { name: 'Pay now' });
    await waitFor(() => expect(pay).toHaveProperty('disabled', false));
    await user.click(pay);
    await screen.findByText('Waiting for the payment');
    await pass(1_000);
    const first = looks();
    await pass(8_500);
    expect(looks()).toBe(first + 2);
    turn(false);
    await pass(60_000);
    expect(looks()).toBe(first + 2);
    turn(true);
    await pass(100);
    expect(looks()).toBe(first + 3);
  });
});

describe('other ways to pay', () => {
  const terms: PaymentTerms = {
    ...{ providers: ['stripe', 'manual'], currency: 'EUR', presets: [10, 50], bonus_steps: [{ from: 50, percent: 5 }] },
    ...{ tax_percent: 19, tax_name: 'VAT', manual_instructions: 'IBAN **DE00**' },
  };
  const quote = (bonus_quota: number) =>
    ok({ currency: 'EUR', price: '50.00', tax: '9.50', total: '59.50', quota: 25_000_000 + bonus_quota, bonus_quota });
  const transfer = { ...order, payment_method: 'manual', reference: 'TU-3', currency: 'EUR', money: '59.50' };

  it('show tax and bonus before anything is paid, and go to the page of the provider', async () => {
    const to = jest.spyOn(leave, 'to').mockReturnValue();
    const { server } = await visit({
      answers: {
        'GET /api/payment/terms': ok(terms),
        'POST /api/payment/quote': quote(1_250_000),
        'POST /api/payment/start': ok({ order, url: 'https://pay.example.com/page' }),
      },
    });
    await userEvent.click(await screen.findByRole('button', { name: '$50' }));
    expect(await screen.findByText('€59.50')).toBeTruthy();
    expect(screen.getByText('including €9.50 VAT')).toBeTruthy();
    expect(screen.getByText('with a bonus of $2.50')).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Card and more' }));
    const dialog = within(await screen.findByRole('dialog'));
    expect(await dialog.findByText('€50.00')).toBeTruthy();
    expect(dialog.getByText('VAT (19%)')).toBeTruthy();
    await userEvent.click(dialog.getByRole('button', { name: 'Continue' }));
    await waitFor(() => expect(to).toHaveBeenCalledWith('https://pay.example.com/page'));
    expect(server.callsTo('POST', '/api/payment/start')[0]?.body).toEqual({ amount: 50, provider: 'stripe' });
  });

  it('never leave for an address that is not a web address', async () => {
    const to = jest.spyOn(leave, 'to').mockReturnValue();
    const { server } = await visit({
      answers: {
        'GET /api/payment/terms': ok(terms),
        'POST /api/payment/quote': quote(0),
        'POST /api/payment/start': ok({ order, url: 'javascript:alert(1)' }),
      },
    });
    await userEvent.click(await screen.findByRole('button', { name: 'Card and more' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Continue' }));
    await waitFor(() => expect(server.callsTo('POST', '/api/payment/start')).toHaveLength(1));
    expect(to).not.toHaveBeenCalled();
  });

  it('say where to transfer the money, and tell the operator that it is on its way', async () => {
    const { server } = await visit({
      answers: {
        'GET /api/payment/terms': ok(terms),
        'POST /api/payment/quote': quote(0),
        'POST /api/payment/start': ok({ order: transfer, url: '' }),
        'POST /api/payment/claim': ok({ ...transfer, claimed_time: 1_740_000_001 }),
      },
    });
    expect(await screen.findByText('From $50: 5% more')).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Bank transfer' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Continue' }));
    expect(await screen.findByText('TU-3')).toBeTruthy();
    expect(await screen.findByText('DE00')).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'I have paid' }));
    expect(await screen.findByText(/^Thank you/)).toBeTruthy();
    expect(server.callsTo('POST', '/api/payment/claim')[0]?.body).toEqual({ trade_no: order.trade_no });
  });

  it('end with a notice for whoever comes back from the page', async () => {
    const paid = { ...order, status: 'success', completed_time: 1_740_000_060 };
    await visit({
      at: `/topup?order=${order.trade_no}`,
      answers: { 'GET /api/user/orders': ok([paid], { total: 1 }) },
    });
    expect(await screen.findByText('Payment received: $10.00 added to your balance')).toBeTruthy();
  });
});
