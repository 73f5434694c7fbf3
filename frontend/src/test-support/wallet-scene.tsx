import { Role, type OrderView, type PaymentTerms } from '@contracts';
import { screen } from '@testing-library/react';
import { WalletPage } from '../features/wallet/WalletPage';
import { ok } from './fake-server';
import { makeUser } from './render-page';
import { visitPage, type Visit } from './scene';

/** An order as the server returns it. */
export const order: OrderView = {
  id: 3,
  user_id: 7,
  username: 'ann',
  trade_no: 'USR7NOabc1740000000',
  gateway_trade_no: '',
  payment_method: 'zfb',
  amount: 10,
  quota: 5_000_000,
  bonus_quota: 0,
  money: '73.00',
  tax: '0.00',
  currency: 'CNY',
  returned: '0.00',
  reference: '',
  status: 'pending',
  created_time: 1_740_000_000,
  completed_time: 0,
  claimed_time: 0,
  note: '',
};

/** The ways to pay of a site that offers none. */
export const noTerms: PaymentTerms = {
  ...{ providers: [], currency: 'CNY', presets: [], bonus_steps: [] },
  ...{ tax_percent: 0, tax_name: '', manual_instructions: '' },
};

export interface WalletVisit extends Visit {
  readonly self?: object;
}

const records = ok({ items: [], total: 0, page: 1, page_size: 5 });

const account = {
  quota: 1_000_000,
  used_quota: 250_000,
  request_count: 12,
  aff_count: 2,
  aff_quota: 700_000,
  aff_history_quota: 900_000,
};

/** Opens the wallet as its owner sees it. */
export async function visitWallet({ at = '/topup', role = Role.User, status, self, answers }: WalletVisit = {}) {
  const user = makeUser({ role });
  const scene = await visitPage({
    page: <WalletPage />,
    at,
    user,
    status: { min_topup: 5, ...status },
    answers: {
      'GET /api/user/self': ok({ ...user, ...account, ...self }),
      'GET /api/user/aff': ok('Ab3x'),
      'GET /api/topup-affiliate/img': ok(''),
      'GET /api/log/': records,
      'GET /api/log/self/': records,
      'GET /api/user/orders': ok([], { total: 0 }),
      'GET /api/plan/own': ok([]),
      'GET /api/payment/terms': ok(noTerms),
      'GET /api/order/': ok([], { total: 0 }),
      ...answers,
    },
  });
  if (!at.includes('tab=orders')) await screen.findByText('12'); // this shows that the account has been read
  return scene;
}
