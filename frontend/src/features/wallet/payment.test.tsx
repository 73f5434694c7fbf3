import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { ok, type FakeAnswer, type SeenCall } from '../../test-support/fake-server';
import { order, visitWallet, type WalletVisit } from '../../test-support/wallet-scene';

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

function priceOf({ body }: SeenCall): FakeAnswer {
  return ok(((body as { readonly amount: number }).amount * 7.3).toFixed(2), { message: 'success' });
}

function visit({ answers, ...others }: WalletVisit = {}) {
  return visitWallet({
    ...others,
    status: { enable_online_topup: true, ...others.status },
    answers: { 'POST /api/user/amount': priceOf, 'POST /api/user/pay': started, ...answers },
  });
}

function amountField() {
  return screen.getByLabelText('Top-up amount ($)');
}

async function confirm(method = 'Alipay') {
  await userEvent.click(screen.getByRole('button', { name: method }));
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
    await visitWallet({ status: { enable_online_topup: false } });
    expect(screen.getByText('Admin has not enabled online top-up')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Alipay' })).toBeNull();
  });

  it('begins at the minimum, with its price', async () => {
    await visit();
    expect(amountField()).toHaveProperty('value', '5');
    expect(await screen.findByText('¥36.50')).toBeTruthy();
    expect(screen.getByText('for $5.00')).toBeTruthy();
  });

  it('is raised to the minimum when it is lower, and says so', async () => {
    await visit();
    await userEvent.clear(amountField());
    await userEvent.type(amountField(), '4');
    await userEvent.tab();
    expect(await screen.findByText('Top-up amount cannot be below the minimum')).toBeTruthy();
    expect(amountField()).toHaveProperty('value', '5');
  });

  it('has its price requested after a pause in the typing', async () => {
    const { server } = await visit();
    await screen.findByText('¥36.50');
    await userEvent.clear(amountField());
    await userEvent.type(amountField(), '1234');
    expect(await screen.findByText('¥9008.20')).toBeTruthy();
    const asked = server.callsTo('POST', '/api/user/amount').map(({ body }) => body);
    expect(asked).toEqual([{ amount: 5 }, { amount: 1234 }]);
  });

  it('is refused with the message that the server puts into its data', async () => {
    const tooHigh = { body: { success: false, message: 'error', data: 'the top-up amount is too high' } };
    await visit({ answers: { 'POST /api/user/amount': tooHigh } });
    expect(await screen.findByText('the top-up amount is too high')).toBeTruthy();
  });

  it('counts quota units when the operator displays those', async () => {
    const { server } = await visit({ status: { display_in_currency: false } });
    expect(screen.getByLabelText('Top-up amount (quota units)')).toHaveProperty('value', '2500000');
    await screen.findByText('for 2.5M');
    await waitFor(() => expect(server.callsTo('POST', '/api/user/amount')[0]?.body).toEqual({ amount: 2_500_000 }));
  });
});

describe('a payment', () => {
  it('starts only after a confirmation', async () => {
    const { server } = await visit();
    await userEvent.click(screen.getByRole('button', { name: 'WeChat Pay' }));
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
    await user.click(screen.getByRole('button', { name: 'Alipay' }));
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
