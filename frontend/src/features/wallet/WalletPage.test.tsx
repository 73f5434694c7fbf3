import { Role } from '@contracts';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { changeLanguage } from '../../base/language';
import { ok, refused } from '../../test-support/fake-server';
import { order, visitWallet } from '../../test-support/wallet-scene';

const record = { id: 1, user_id: 3, username: 'bob', created_at: 1_740_000_000, type: 1, content: 'topped up $5' };
const records = ok({ items: [record], total: 1, page: 1, page_size: 5 });

function press(name: string) {
  return userEvent.click(screen.getByRole('button', { name }));
}

describe('the wallet', () => {
  it('shows balance, usage and number of requests', async () => {
    await visitWallet();
    expect(screen.getByText('$2.00')).toBeTruthy();
    expect(screen.getByText('$0.50')).toBeTruthy();
    expect(screen.getByText('12')).toBeTruthy();
  });

  it('shows users their own latest five top-ups', async () => {
    const { server } = await visitWallet({ answers: { 'GET /api/log/self/': records } });
    expect(await screen.findByText('topped up $5')).toBeTruthy();
    expect(server.callsTo('GET', '/api/log').map(({ url }) => url)).toEqual(['/api/log/self/?p=0&page_size=5&type=1']);
    expect(screen.queryByText('bob')).toBeNull();
  });

  it('shows administrators the top-ups of all users, with the user', async () => {
    const { server } = await visitWallet({ role: Role.Admin, answers: { 'GET /api/log/': records } });
    expect(await screen.findByText('bob')).toBeTruthy();
    expect(server.callsTo('GET', '/api/log').map(({ url }) => url)).toEqual(['/api/log/?p=0&page_size=5&type=1']);
  });

  it('names the parts that could not be loaded, and shows the others', async () => {
    const no = refused('no');
    await visitWallet({
      answers: { 'GET /api/log/self/': no, 'GET /api/user/aff': no, 'GET /api/topup-affiliate/img': no },
    });
    expect(await screen.findByText('Failed to get top-up records')).toBeTruthy();
    expect(await screen.findByText('Failed to get invite link')).toBeTruthy();
    expect(await screen.findByText('Failed to get promo image')).toBeTruthy();
  });

  it("shows top-ups in the reader's language", async () => {
    const said = { key: 'code_redeemed', amount: { key: 'quota_money', amount: '$5' }, id: 8 };
    const received = { ...record, other: JSON.stringify({ said }) };
    await visitWallet({
      answers: { 'GET /api/log/self/': ok({ items: [received], total: 1, page: 1, page_size: 5 }) },
    });
    await act(() => changeLanguage('zh'));
    expect(await screen.findByText('通过兑换码充值 $5 额度，兑换码 ID 8')).toBeTruthy();
    await act(() => changeLanguage('en'));
    expect(screen.getByText('topped up $5')).toBeTruthy();
  });

  it('lists the own orders with amount and state', async () => {
    await visitWallet({ answers: { 'GET /api/user/orders': ok([order], { total: 1 }) } });
    expect(await screen.findByText('¥73.00')).toBeTruthy();
    expect(screen.getByText('Waiting for payment')).toBeTruthy();
    expect(screen.getByText('Alipay')).toBeTruthy();
  });
});

describe('a redemption code', () => {
  it('is required in the field', async () => {
    const { server } = await visitWallet();
    await press('Redeem');
    expect(await screen.findByText('Please enter redemption code')).toBeTruthy();
    expect(server.callsTo('POST', '/api')).toEqual([]);
  });

  it('is sent without surrounding blanks, and adds its quota', async () => {
    const { server } = await visitWallet({ answers: { 'POST /api/user/topup': ok(100_000) } });
    const before = server.callsTo('GET', '/api/user/self').length;
    await userEvent.type(screen.getByLabelText('Redemption code'), '  abc ');
    await press('Redeem');
    expect(await screen.findByText('Code redeemed: $0.20 added to your balance')).toBeTruthy();
    expect(server.callsTo('POST', '/api/user/topup')[0]?.body).toEqual({ key: 'abc' });
    expect(screen.getByLabelText('Redemption code')).toHaveProperty('value', '');
    await waitFor(() => expect(server.callsTo('GET', '/api/user/self').length).toBe(before + 1));
  });

  it('stays in the field when the server refuses it', async () => {
    await visitWallet({ answers: { 'POST /api/user/topup': refused('redemption failed: invalid redemption code') } });
    await userEvent.type(screen.getByLabelText('Redemption code'), 'abd');
    await press('Redeem');
    expect(await screen.findByText('redemption failed: invalid redemption code')).toBeTruthy();
    expect(screen.getByLabelText('Redemption code')).toHaveProperty('value', 'abd');
  });

  it('can be bought when the super administrator has set a shop', async () => {
    const open = jest.spyOn(window, 'open').mockReturnValue(null);
    await visitWallet({ status: { top_up_link: 'https://shop.example.com' } });
    await press('Get a redemption code');
    expect(open).toHaveBeenCalledWith('https://shop.example.com', '_blank', 'noopener');
    open.mockRestore();
  });

  it('cannot be bought when no shop is set', async () => {
    await visitWallet({ status: { top_up_link: '' } });
    await press('Get a redemption code');
    expect(await screen.findByText('Super admin has not set top-up link')).toBeTruthy();
  });
});

describe('invitations', () => {
  it('have a link at the address of the site, and show their rewards', async () => {
    await visitWallet({ status: { server_address: 'https://gate.example.com' } });
    expect(await screen.findByText('https://gate.example.com/register?aff=Ab3x')).toBeTruthy();
    expect(screen.getByText('$1.40')).toBeTruthy();
    expect(screen.getByText('$1.80')).toBeTruthy();
  });

  it("show the operator's image, and say so when it does not load", async () => {
    await visitWallet({ answers: { 'GET /api/topup-affiliate/img': ok('https://example.com/promo.png') } });
    const image = await screen.findByRole('img', { name: 'Poster of the invitation' });
    expect(image.getAttribute('src')).toBe('https://example.com/promo.png');
    fireEvent.error(image);
    expect(await screen.findByText('Failed to get promo image')).toBeTruthy();
  });

  it.each([
    ['499999', 'Transfer amount minimum is $1.00'],
    ['700001', 'Not enough invitation quota'],
    ['', 'Enter a whole number'],
    ['500000.5', 'Enter a whole number'],
  ])('do not transfer %p units', async (text, fault) => {
    const { server } = await visitWallet();
    await press('Transfer to the balance');
    fireEvent.change(screen.getByLabelText('Quota units to transfer'), { target: { value: text } });
    await press('Confirm');
    expect(await screen.findByText(fault)).toBeTruthy();
    expect(server.callsTo('POST', '/api')).toEqual([]);
  });

  it('keep the amount in the dialog when the server refuses it', async () => {
    await visitWallet({ answers: { 'POST /api/user/aff_transfer': refused('transfer failed') } });
    await press('Transfer to the balance');
    fireEvent.change(screen.getByLabelText('Quota units to transfer'), { target: { value: '600000' } });
    await press('Confirm');
    expect(await screen.findByText('transfer failed')).toBeTruthy();
    expect(screen.getByLabelText('Quota units to transfer')).toHaveProperty('value', '600000');
  });

  it.each(['500000', '700000'])('transfer %s units', async text => {
    const { server } = await visitWallet({ answers: { 'POST /api/user/aff_transfer': ok() } });
    await press('Transfer to the balance');
    fireEvent.change(screen.getByLabelText('Quota units to transfer'), { target: { value: text } });
    await press('Confirm');
    expect(await screen.findByText('Transfer succeeded')).toBeTruthy();
    expect(server.callsTo('POST', '/api/user/aff_transfer')[0]?.body).toEqual({ quota: Number(text) });
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });
});

describe('the orders of all users', () => {
  it('are not offered to users, whatever the address contains', async () => {
    const { server } = await visitWallet({ at: '/topup?tab=own' });
    expect(screen.queryByRole('tab')).toBeNull();
    expect(server.callsTo('GET', '/api/order/')).toEqual([]);
  });

  it('can be searched and filtered by administrators', async () => {
    const { server } = await visitWallet({
      role: Role.Admin,
      at: '/topup?tab=orders',
      answers: { 'GET /api/order/': ok([{ ...order, username: 'bob', status: 'expired' }], { total: 1 }) },
    });
    expect(await screen.findByText('bob')).toBeTruthy();
    await userEvent.type(screen.getByRole('searchbox', { name: 'User or order number' }), 'bob{Enter}');
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Status' }), 'expired');
    await waitFor(() =>
      expect(server.callsTo('GET', '/api/order/').at(-1)?.url).toBe(
        '/api/order/?p=0&page_size=10&keyword=bob&status=expired&method=',
      ),
    );
  });

  it('send no unknown status from the address to the server', async () => {
    const { server } = await visitWallet({ role: Role.Admin, at: '/topup?tab=orders&status=stolen' });
    expect(await screen.findByText('There are no online payments yet.')).toBeTruthy();
    expect(server.callsTo('GET', '/api/order/')[0]?.url).toBe('/api/order/?p=0&page_size=10&keyword=&status=&method=');
  });

  it('are confirmed, closed and refunded by an administrator', async () => {
    const transfer = { ...order, payment_method: 'manual', reference: 'TU-3', claimed_time: 1_740_000_001 };
    const paid = { ...order, id: 4, trade_no: 'USR7NOpaid', status: 'partly_refunded', returned: '3.00' };
    const { server } = await visitWallet({
      role: Role.Admin,
      at: '/topup?tab=orders',
      answers: {
        'GET /api/order/': ok([transfer, paid], { total: 2 }),
        'POST /api/order/confirm': ok({ ...transfer, status: 'success' }),
        'POST /api/order/refund': ok({ ...paid, status: 'refunded' }),
      },
    });
    expect(await screen.findByText('Says it is paid')).toBeTruthy();
    expect(screen.getByText('¥3.00 went back')).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Confirm' }));
    const confirm = within(await screen.findByRole('dialog'));
    await userEvent.type(confirm.getByLabelText('Note'), 'seen');
    await userEvent.click(confirm.getByRole('button', { name: 'Confirm' }));
    expect(await screen.findByText('The payment is confirmed')).toBeTruthy();
    expect(server.callsTo('POST', '/api/order/confirm')[0]?.body).toEqual({ id: 3, note: 'seen' });
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await userEvent.click(screen.getByRole('button', { name: 'Refund' }));
    const refund = within(await screen.findByRole('dialog'));
    expect(refund.getByLabelText('Amount to refund')).toHaveProperty('value', '70.00');
    await userEvent.click(refund.getByRole('button', { name: 'Refund' }));
    expect(await screen.findByText('The refund is entered')).toBeTruthy();
    const body = { id: 4, money: '70.00', note: '', request_id: expect.stringMatching(/^[a-z0-9]{24}$/) as unknown };
    expect(server.callsTo('POST', '/api/order/refund')[0]?.body).toEqual(body);
  });
});
