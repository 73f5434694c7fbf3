import { Role, type OrderView, type RoleValue } from '@contracts';
import { screen } from '@testing-library/react';
import { createErrorListener } from '../app/error-listener';
import { notices } from '../shared/dialog/notices';
import i18next from 'i18next';
import { ok, startFakeServer, type FakeAnswer, type SeenCall } from './fake-server';
import { makeUser, renderPage } from './render-page';
import { WalletPage } from '../features/wallet/WalletPage';

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
  money: '73.00',
  status: 'pending',
  created_time: 1_740_000_000,
  completed_time: 0,
};

type Answers = Readonly<Record<string, FakeAnswer | ((call: SeenCall) => FakeAnswer)>>;

export interface WalletVisit {
  readonly role?: RoleValue;
  readonly at?: string;
  readonly status?: object;
  readonly self?: object;
  readonly answers?: Answers;
}

const records = ok({ items: [], total: 0, page: 1, page_size: 5 });

/** Opens the wallet as its owner sees it; errors are shown as in the application. */
export async function visitWallet({ role = Role.User, at = '/topup', status, self, answers }: WalletVisit = {}) {
  localStorage.clear();
  const user = makeUser({ role });
  const account = {
    quota: 1_000_000,
    used_quota: 250_000,
    request_count: 12,
    aff_count: 2,
    aff_history_quota: 900_000,
  };
  const server = startFakeServer({
    'GET /api/status': ok({ quota_per_unit: 500_000, display_in_currency: true, min_topup: 5, ...status }),
    'GET /api/user/self': ok({ ...user, ...account, aff_quota: 700_000, ...self }),
    'GET /api/user/aff': ok('Ab3x'),
    'GET /api/topup-affiliate/img': ok(''),
    'GET /api/log/': records,
    'GET /api/log/self/': records,
    'GET /api/user/orders': ok([], { total: 0 }),
    'GET /api/order/': ok([], { total: 0 }),
    ...answers,
  });
  const errorListener = createErrorListener({
    showError: notices.error,
    showInfo: notices.info,
    goToLogin: () => undefined,
    translate: i18next.t,
  });
  const view = await renderPage(<WalletPage />, { user, at, errorListener });
  if (!at.includes('tab=orders')) await screen.findByText('12'); // this shows that the account has been read
  return { server, ...view };
}
