import { Ledger } from '@billing';
import { type OrderView } from '@contracts';
import { UnitOfWork } from '@platform';
import { TestClient } from './client';
import { must } from './factories';
import { type TestApp } from '../servers/test-app';

/** One valid call of a route with a body, by a user who may make it. */
export interface ConsoleCall {
  readonly client: TestClient;
  /** The path, with its ids filled in. */
  readonly path: string;
  readonly body: Readonly<Record<string, unknown>>;
}

type MakeCall = (app: TestApp) => Promise<ConsoleCall> | ConsoleCall;

function stranger(app: TestApp) {
  return new TestClient(app.url);
}

async function teamOf(app: TestApp): Promise<{ readonly client: TestClient; readonly id: number }> {
  const client = await app.make.signedIn();
  const { id } = await must(client.post<{ id: number }>('/api/team/', { name: 'Research' }));
  return { client, id };
}

function asUser(path: string, body: Readonly<Record<string, unknown>> = {}): MakeCall {
  return async app => ({ client: await app.make.signedIn(), path, body });
}

function asAdmin(path: string, body: Readonly<Record<string, unknown>> = {}): MakeCall {
  return app => ({ client: app.admin, path, body });
}

function asRoot(path: string, body: Readonly<Record<string, unknown>> = {}): MakeCall {
  return app => ({ client: app.root, path, body });
}

function asGuest(path: string, body: Readonly<Record<string, unknown>> = {}): MakeCall {
  return app => ({ client: stranger(app), path, body });
}

const channel = { type: 1, name: 'channel', key: 'k', models: 'm', group: 'default', base_url: 'http://127.0.0.1:1' };
const token = { name: 'key', remain_quota: 0, unlimited_quota: true, expired_time: -1, group: 'default' };
const budget = {
  quota: 500_000,
  window: 'month',
  is_rolling: false,
  time_zone: 'UTC',
  is_hard: true,
  carries_over: false,
  thresholds: [80, 100],
};
const plan = {
  name: 'Small',
  description: 'For trying things out.',
  price_quota: 0,
  period: 'month',
  quota: 500_000,
  models: ['gpt-4o*'],
  groups: ['default'],
  overage: 'wallet',
  trial_days: 7,
  is_on_sale: true,
  sort_order: 0,
};
const alertRule = { kind: 'disk', severity: 'warning', threshold: 90 };
const alertReceiver = { kind: 'mail', to: 'ops@example.org' };
const deviceAnswer = { id: 'AA', rawId: 'AA', type: 'public-key', response: {}, clientExtensionResults: {} };

async function withPlan(app: TestApp): Promise<{ readonly client: TestClient; readonly id: number }> {
  const made = await must(app.admin.post<{ id: number }>('/api/plan/', plan));
  const client = await app.make.signedIn();
  const { id } = await must(client.post<{ id: number }>('/api/plan/own', { plan_id: made.id, time_zone: 'UTC' }));
  return { client, id };
}

async function withReward(app: TestApp): Promise<TestClient> {
  const client = await app.make.signedIn();
  const userId = client.user?.id ?? 0;
  const reward = { sourceId: `reward:${userId}`, kind: 'reward', userId, affiliateAmount: 500_000 } as const;
  await app.nest.get(UnitOfWork).run(manager => app.nest.get(Ledger).book(manager, reward));
  return client;
}

/** An order that is paid by a transfer, and its payer. */
async function newTransfer(app: TestApp) {
  await app.make.option('ManualPaymentEnabled', 'true');
  const client = await app.make.signedIn();
  const body = { amount: 1, provider: 'manual' };
  const { order } = await must(client.post<{ order: OrderView }>('/api/payment/start', body));
  return { client, id: order.id, trade_no: order.trade_no };
}

async function newCode(app: TestApp): Promise<{ readonly id: number; readonly key: string }> {
  const [key = ''] = await must(app.root.post<string[]>('/api/redemption/', { name: 'code', quota: 5, count: 1 }));
  const [code] = await must(app.root.get<{ id: number }[]>('/api/redemption/'));
  return { id: code?.id ?? 0, key };
}

async function newAlert(app: TestApp): Promise<number> {
  const insert = `INSERT INTO alerts (rule_id, kind, severity, subject, state, sentence, figures)
    VALUES (1, 'disk', 'info', 'all', 'firing', 'disk', '{}')`;
  await app.nest.get(UnitOfWork).run(manager => manager.query(insert));
  const [alert] = await must(app.root.get<{ id: number }[]>('/api/alert/'));
  return alert?.id ?? 0;
}

/**
 * A call for every console route that takes a body. Codes and devices in them are wrong: such calls are refused and
 * change nothing.
 */
export const consoleCalls: Readonly<Record<string, MakeCall>> = {
  'POST /api/user/login': async app => {
    const { username, password } = await app.make.user();
    return { client: stranger(app), path: '/api/user/login', body: { username, password } };
  },
  'POST /api/user/register': asGuest('/api/user/register', { username: 'newcomer', password: 'correct-horse' }),
  'POST /api/user/reset': asGuest('/api/user/reset', { email: 'a@example.org', token: 'x' }),
  'POST /api/user/passkey/options': asGuest('/api/user/passkey/options'),
  'POST /api/user/passkey/login': asGuest('/api/user/passkey/login', { response: deviceAnswer }),

  'PUT /api/user/self': asUser('/api/user/self', { display_name: 'Renamed' }),
  'POST /api/user/totp/setup': asUser('/api/user/totp/setup'),
  'POST /api/user/totp/enable': asUser('/api/user/totp/enable', { code: '000000' }),
  'POST /api/user/totp/disable': asUser('/api/user/totp/disable', { code: '000000' }),
  'POST /api/user/totp/recovery_codes': asUser('/api/user/totp/recovery_codes', { code: '000000' }),
  'POST /api/user/passkeys/options': asUser('/api/user/passkeys/options'),
  'POST /api/user/passkeys': asUser('/api/user/passkeys', { name: 'n', response: deviceAnswer }),
  'PUT /api/user/passkeys/:id': asUser('/api/user/passkeys/1', { name: 'n' }),
  'POST /api/user/aff_transfer': async app => ({
    client: await withReward(app),
    path: '/api/user/aff_transfer',
    body: { quota: 500_000 },
  }),
  'POST /api/user/amount': asUser('/api/user/amount', { amount: 1 }),
  'POST /api/user/pay': asUser('/api/user/pay', { amount: 1, payment_method: 'zfb' }),
  'POST /api/payment/quote': asUser('/api/payment/quote', { amount: 1 }),
  'POST /api/payment/start': async app => {
    await app.make.option('ManualPaymentEnabled', 'true');
    const client = await app.make.signedIn();
    return { client, path: '/api/payment/start', body: { amount: 1, provider: 'manual' } };
  },
  'POST /api/payment/claim': async app => {
    const { client, trade_no } = await newTransfer(app);
    return { client, path: '/api/payment/claim', body: { trade_no } };
  },
  'POST /api/payment/cancel': async app => {
    const { client, trade_no } = await newTransfer(app);
    return { client, path: '/api/payment/cancel', body: { trade_no } };
  },
  'POST /api/payment/stripe/test': asAdmin('/api/payment/stripe/test', {}),
  'POST /api/order/confirm': async app => {
    const { id } = await newTransfer(app);
    return { client: app.admin, path: '/api/order/confirm', body: { id, note: 'n' } };
  },
  'POST /api/order/refuse': async app => {
    const { id } = await newTransfer(app);
    return { client: app.admin, path: '/api/order/refuse', body: { id, note: 'n' } };
  },
  'POST /api/order/refund': async app => {
    const { id } = await newTransfer(app);
    await must(app.root.post('/api/order/confirm', { id, note: '' }));
    const body = { id, note: 'n', money: '1', request_id: 'request-1' };
    return { client: app.admin, path: '/api/order/refund', body };
  },
  'POST /api/user/topup': async app => {
    const { key } = await newCode(app);
    return { client: await app.make.signedIn(), path: '/api/user/topup', body: { key } };
  },
  'POST /api/user/sign-in': async app => {
    for (const key of ['MinQuota', 'MaxQuota']) await app.make.option(key, 7);
    return { client: await app.make.signedIn(), path: '/api/user/sign-in', body: {} };
  },

  'POST /api/alert/:id/acknowledge': async app => ({
    client: app.admin,
    path: `/api/alert/${await newAlert(app)}/acknowledge`,
    body: {},
  }),
  'POST /api/alert/rule/:id/test': async app => {
    const { id } = await must(app.root.post<{ id: number }>('/api/alert/rule', alertRule));
    return { client: app.admin, path: `/api/alert/rule/${id}/test`, body: {} };
  },
  'POST /api/alert/receiver/:id/test': async app => {
    const { id } = await must(app.root.post<{ id: number }>('/api/alert/receiver', alertReceiver));
    return { client: app.admin, path: `/api/alert/receiver/${id}/test`, body: {} };
  },
  'POST /api/alert/rule': asAdmin('/api/alert/rule', alertRule),
  'PUT /api/alert/rule': async app => {
    const { id } = await must(app.root.post<{ id: number }>('/api/alert/rule', alertRule));
    return { client: app.admin, path: '/api/alert/rule', body: { id, ...alertRule } };
  },
  'POST /api/alert/receiver': asAdmin('/api/alert/receiver', alertReceiver),
  'PUT /api/alert/receiver': async app => {
    const { id } = await must(app.root.post<{ id: number }>('/api/alert/receiver', alertReceiver));
    return { client: app.admin, path: '/api/alert/receiver', body: { id, ...alertReceiver } };
  },
  'POST /api/backup': asRoot('/api/backup/'),
  'POST /api/backup/test': asRoot('/api/backup/test'),
  'POST /api/move_in': asRoot('/api/move_in/'),
  'POST /api/move_in/file/:part': asRoot('/api/move_in/file/source'),
  'POST /api/storage/clean': asRoot('/api/storage/clean'),
  'POST /api/inspector/rule': asRoot('/api/inspector/rule', { hours: 1 }),
  'POST /api/bill/compare': asAdmin('/api/bill/compare', {
    text: 'date,model,amount\n2026-11-01,gpt-4o,1.5',
    channels: [1],
    time_zone: 'UTC',
  }),
  'POST /api/inspector/kept': asUser('/api/inspector/kept', { request_ids: ['20260101000000000000000abcdefgh'] }),
  'POST /api/inspector/own': async app => {
    const client = await app.make.signedIn();
    const { id } = await app.make.token(client);
    return { client, path: '/api/inspector/own', body: { token_id: id, hours: 1 } };
  },
  'POST /api/registration_code': asAdmin('/api/registration_code/', { count: 1, uses_max: 1, note: 'call' }),
  'PUT /api/registration_code/:id': async app => {
    const [code] = await must(app.admin.post<{ id: number }[]>('/api/registration_code/', { count: 1, uses_max: 1 }));
    return { client: app.admin, path: `/api/registration_code/${code?.id}`, body: { status: 2 } };
  },
  'POST /api/redemption': asAdmin('/api/redemption/', { name: 'code', quota: 5, count: 1 }),
  'PUT /api/redemption': async app => {
    const { id } = await newCode(app);
    return { client: app.admin, path: '/api/redemption/', body: { id, name: 'renamed', quota: 6 } };
  },
  'POST /api/user': asAdmin('/api/user/', { username: 'created', password: 'correct-horse', role: 1 }),
  'PUT /api/user': async app => {
    const { id } = await app.make.user();
    // These fields are meant to be written here, so they are sent as they are.
    const kept = { role: 1, quota: 0, group: 'default', message_penetration: '' };
    return { client: app.admin, path: '/api/user/', body: { id, display_name: 'Renamed', ...kept } };
  },
  'POST /api/user/manage': async app => {
    const { id } = await app.make.user();
    return { client: app.admin, path: '/api/user/manage', body: { id, action: 'disable' } };
  },

  'POST /api/token': asUser('/api/token/', token),
  'PUT /api/token': async app => {
    const client = await app.make.signedIn();
    const { id } = await app.make.token(client);
    return { client, path: '/api/token/', body: { ...token, id, name: 'renamed', status: 1 } };
  },

  'POST /api/token/:id/rotate': async app => {
    const client = await app.make.signedIn();
    const { id } = await app.make.token(client);
    return { client, path: `/api/token/${id}/rotate`, body: { grace_seconds: 60, ends_previous: false } };
  },
  'POST /api/token_template': async app => {
    const { expired_time: _expiry, ...settings } = token;
    const client = await app.make.signedIn();
    return { client, path: '/api/token_template/', body: { ...settings, expires_in_seconds: 3600, is_site: false } };
  },
  'POST /api/budget': async app => {
    const client = await app.make.signedIn();
    return { client: app.admin, path: '/api/budget/', body: { scope: 'user', owner_id: client.user?.id, ...budget } };
  },
  'PUT /api/budget/:id': async app => {
    const client = await app.make.signedIn();
    const asked = { scope: 'user', owner_id: client.user?.id, ...budget };
    const { id } = await must(app.admin.post<{ id: number }>('/api/budget/', asked));
    return { client: app.admin, path: `/api/budget/${id}`, body: budget };
  },
  'POST /api/budget/own': async app => {
    const client = await app.make.signedIn();
    const { id } = await app.make.token(client);
    return { client, path: '/api/budget/own', body: { owner_id: id, ...budget } };
  },
  'PUT /api/budget/own/:id': async app => {
    const client = await app.make.signedIn();
    const token = await app.make.token(client);
    const { id } = await must(client.post<{ id: number }>('/api/budget/own', { owner_id: token.id, ...budget }));
    return { client, path: `/api/budget/own/${id}`, body: budget };
  },
  'POST /api/plan': asAdmin('/api/plan/', plan),
  'PUT /api/plan/:id': async app => {
    const { id } = await must(app.admin.post<{ id: number }>('/api/plan/', plan));
    return { client: app.admin, path: `/api/plan/${id}`, body: plan };
  },
  'POST /api/plan/subscriptions': async app => {
    const { id } = await must(app.admin.post<{ id: number }>('/api/plan/', plan));
    const username = (await app.make.signedIn()).user?.username;
    const body = { plan_id: id, username, periods: 2, time_zone: 'UTC' };
    return { client: app.admin, path: '/api/plan/subscriptions', body };
  },
  'POST /api/plan/own': async app => {
    const { id } = await must(app.admin.post<{ id: number }>('/api/plan/', plan));
    const body = { plan_id: id, time_zone: 'UTC', is_trial: true };
    return { client: await app.make.signedIn(), path: '/api/plan/own', body };
  },
  'PUT /api/plan/own/order': async app => {
    const { client, id } = await withPlan(app);
    return { client, path: '/api/plan/own/order', body: { ids: [id] } };
  },
  'PUT /api/plan/own/:id/change': async app => {
    const { client, id } = await withPlan(app);
    const other = await must(app.admin.post<{ id: number }>('/api/plan/', plan));
    return { client, path: `/api/plan/own/${id}/change`, body: { plan_id: other.id } };
  },
  'PUT /api/plan/own/:id/cancel': async app => {
    const { client, id } = await withPlan(app);
    return { client, path: `/api/plan/own/${id}/cancel`, body: { is_cancelled: true } };
  },
  'POST /api/team': asUser('/api/team/', { name: 'Research' }),
  'PUT /api/team/:id': async app => {
    const { client, id } = await teamOf(app);
    return {
      client,
      path: `/api/team/${id}`,
      body: { name: 'Design', allowed_groups: ['default'], allowed_models: ['m'] },
    };
  },
  'POST /api/team/:id/money': async app => {
    const { id } = await teamOf(app);
    return { client: app.admin, path: `/api/team/${id}/money`, body: { kind: 'grant', quota: 500 } };
  },
  'PUT /api/team/:id/member/:user_id': async app => {
    const { client, id } = await teamOf(app);
    const cap = { quota: 500, window: 'month' };
    return { client, path: `/api/team/${id}/member/${client.user?.id}`, body: { role: 3, cap } };
  },
  'POST /api/team/:id/invitation': async app => {
    const { client, id } = await teamOf(app);
    return { client, path: `/api/team/${id}/invitation`, body: { role: 1, email: '', days: 7 } };
  },
  'POST /api/team/join': async app => {
    const { client, id } = await teamOf(app);
    const { code } = await must(client.post<{ code: string }>(`/api/team/${id}/invitation`, { role: 1 }));
    return { client: await app.make.signedIn(), path: '/api/team/join', body: { code } };
  },
  'PUT /api/keys/:id': async app => {
    const { id } = await app.make.token(await app.make.signedIn());
    const limits = { rpm_limit: 5, tpm_limit: 0, max_concurrency: 1, rpd_limit: 0 };
    return { client: app.admin, path: `/api/keys/${id}`, body: { status: 2, ...limits } };
  },
  'POST /api/token/:id/leak': async app => {
    const client = await app.make.signedIn();
    const { id } = await app.make.token(client);
    return { client, path: `/api/token/${id}/leak`, body: { since: 0 } };
  },

  'POST /api/channel': asAdmin('/api/channel/', channel),
  'PUT /api/channel': async app => {
    const id = await app.make.channel({ base_url: 'http://127.0.0.1:1' });
    return { client: app.admin, path: '/api/channel/', body: { ...channel, id, name: 'renamed', status: 1 } };
  },
  'PUT /api/channel/bulk': asAdmin('/api/channel/bulk', { steps: [{ ids: [999_999], set: { priority: 1 } }] }),
  'POST /api/channel/batch': asAdmin('/api/channel/batch', { ids: [999_999] }),
  'POST /api/channel/fix': asAdmin('/api/channel/fix'),
  'POST /api/channel/fetch_models': asAdmin('/api/channel/fetch_models', {
    type: 1,
    key: 'k',
    base_url: channel.base_url,
  }),
  'POST /api/channel/preview': asAdmin('/api/channel/preview', channel),
  'POST /api/channel/health/:id/wake': async app => {
    const id = await app.make.channel({ base_url: 'http://127.0.0.1:1' });
    return { client: app.admin, path: `/api/channel/health/${id}/wake`, body: {} };
  },
  'POST /api/channel/:id/keys': async app => {
    const id = await app.make.channel({ base_url: 'http://127.0.0.1:1' });
    return { client: app.admin, path: `/api/channel/${id}/keys`, body: { key: 'second' } };
  },
  'POST /api/channel/:id/keys/:keyId/enable': asAdmin('/api/channel/1/keys/1/enable'),

  'PUT /api/option': asAdmin('/api/option/', { key: 'Footer', value: 'x' }),
  'POST /api/option/price_preview': asAdmin('/api/option/price_preview', { options: { GroupRatio: '{"default":2}' } }),
  'PUT /api/option/prices': asAdmin('/api/option/prices', {
    origin: 'table',
    changes: [{ model: 'called', key: 'ModelPrice', before: null, value: 1 }],
  }),
  'POST /api/option/prices/versions/:id/restore': asAdmin('/api/option/prices/versions/1/restore'),
  'POST /api/option/prices/compare': asAdmin('/api/option/prices/compare', {
    text: '{"m":{"input_cost_per_token":0.001}}',
  }),
  'POST /api/option/rest_model_ratio': asAdmin('/api/option/rest_model_ratio'),
  'POST /api/option/test_mail': asAdmin('/api/option/test_mail', { to: 'a@example.org' }),
};
