import { Role, type PlanOffer, type PlanView, type SubscriptionView } from '@contracts';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { ok } from '../../test-support/fake-server';
import { dialogWith, rowOf, visitPage, type Visit } from '../../test-support/scene';
import { PlanPage } from './PlanPage';

const UNIT = 500_000;

const terms = {
  name: 'Plus',
  price_quota: 20 * UNIT,
  period: 'month',
  quota: 25 * UNIT,
  models: ['gpt-4o*'],
  groups: [],
  overage: 'wallet',
} as const;
const plan: PlanView = {
  id: 1,
  ...terms,
  description: 'For every day.',
  trial_days: 7,
  is_on_sale: true,
  sort_order: 0,
  subscribers: 3,
};
const { is_on_sale: _sale, subscribers: _people, ...offered } = plan;
const offer: PlanOffer = { ...offered, is_trial_open: true, is_held: false };
const held: SubscriptionView = {
  id: 9,
  ...terms,
  name: 'Small',
  user_id: 7,
  username: 'ann',
  plan_id: 2,
  state: 'active',
  used_quota: 5 * UNIT,
  remain_quota: 20 * UNIT,
  period_start: 1_764_547_200,
  period_end: 1_767_225_600,
  time_zone: 'UTC',
  is_cancelled: false,
  next_plan: '',
  prepaid_periods: 0,
  created_time: 1_764_547_200,
};

function visit({ answers, ...options }: Visit = {}) {
  return visitPage({
    page: <PlanPage />,
    at: '/plan',
    role: Role.User,
    ...options,
    answers: {
      'GET /api/plan/': ok([plan]),
      'GET /api/plan/own': ok([held]),
      'GET /api/plan/own/offers': ok([offer]),
      'GET /api/plan/subscriptions': ok([held], { total: 1 }),
      'GET /api/plan/own/9/change': ok({
        is_now: true,
        credit_quota: 3 * UNIT,
        price_quota: 20 * UNIT,
        effective_time: 1_765_000_000,
        period_end: 1_767_225_600,
      }),
      'GET /api/group/': ok(['default']),
      'POST /api/plan/': ok(plan),
      'POST /api/plan/own': ok(held),
      'POST /api/plan/subscriptions': ok(),
      'PUT /api/plan/own/9/change': ok(held),
      'PUT /api/plan/own/9/cancel': ok(held),
      ...answers,
    },
  });
}

describe('the plans of a person', () => {
  it('say in money what they cost and give, and what is left', async () => {
    await visit();
    expect(await screen.findByText('$20 a month', { selector: '.plan-price' })).toBeTruthy();
    expect(screen.getByText('$25 of calls')).toBeTruthy();
    expect(screen.getByText('gpt-4o*')).toBeTruthy();
    expect(await screen.findByText('$20 of $25 left')).toBeTruthy();
    expect(screen.getByText(/^Begins anew [A-Z][a-z]+ \d+, 202[56],/)).toBeTruthy();
    expect(document.body.textContent).not.toContain('10000000');
  });

  it('are bought after a question, and tried', async () => {
    const { server } = await visit({ answers: { 'GET /api/plan/own': ok([]) } });
    await userEvent.click(await screen.findByRole('button', { name: 'Buy for $20 a month' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Confirm' }));
    await waitFor(() => expect(server.callsTo('POST', '/api/plan/own')).toHaveLength(1));
    expect(server.callsTo('POST', '/api/plan/own')[0]?.body).toMatchObject({ plan_id: 1, is_trial: false });
    await userEvent.click(screen.getByRole('button', { name: 'Try it 7 days free' }));
    expect(await screen.findByText(/Nothing is paid now/)).toBeTruthy();
  });

  it('are changed after it was said what that costs', async () => {
    const { server } = await visit();
    await userEvent.click(await screen.findByRole('button', { name: 'Change to this' }));
    const dialog = await dialogWith('Change from Small to Plus?');
    expect(await dialog.findByText(/\$3 of what you paid for Small comes back, and the wallet pays \$20/)).toBeTruthy();
    await userEvent.click(dialog.getByRole('button', { name: 'Change to this' }));
    await waitFor(() => expect(server.callsTo('PUT', '/api/plan/own/9/change')).toHaveLength(1));
  });

  it('are cancelled after a question', async () => {
    const { server } = await visit();
    await userEvent.click(await screen.findByRole('button', { name: 'Cancel the plan Small' }));
    expect(await screen.findByText(/You keep it until/)).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Cancel the plan' }));
    await waitFor(() => expect(server.callsTo('PUT', '/api/plan/own/9/cancel')).toHaveLength(1));
  });
});

describe('the plans of the site', () => {
  it('are listed for administrators, and made in money', async () => {
    const { server } = await visit({ role: Role.Admin });
    const row = await rowOf('Plus');
    expect([row.getByText('$20 a month'), row.getByText('$25 of calls'), row.getByText('3')]).toHaveLength(3);
    await userEvent.click(screen.getByRole('button', { name: 'Add a plan' }));
    const name = await screen.findByLabelText(/^Name/);
    await userEvent.click(screen.getByRole('button', { name: 'Submit' }));
    expect(screen.getByText('Enter a name of up to 40 characters')).toBeTruthy();
    await userEvent.type(name, 'Max');
    await userEvent.type(screen.getByLabelText('Price'), '50');
    await userEvent.type(screen.getByLabelText('Allowance'), '70.5');
    await userEvent.click(screen.getByRole('button', { name: 'Submit' }));
    await waitFor(() => expect(server.callsTo('POST', '/api/plan/')).toHaveLength(1));
    const sent = { name: 'Max', price_quota: 50 * UNIT, quota: 70.5 * UNIT, period: 'month', overage: 'wallet' };
    expect(server.callsTo('POST', '/api/plan/')[0]?.body).toMatchObject(sent);
  });

  it('are given to people, whose table says what is left', async () => {
    const { server } = await visit({ role: Role.Admin, at: '/plan?part=subscribers' });
    expect((await rowOf('ann')).getByText('$20 of $25 left')).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Give a plan' }));
    const dialog = await dialogWith('Periods');
    await userEvent.type(dialog.getByLabelText(/^Username/), 'ben');
    await userEvent.click(dialog.getByRole('button', { name: 'Give a plan' }));
    await waitFor(() => expect(server.callsTo('POST', '/api/plan/subscriptions')).toHaveLength(1));
    expect(server.callsTo('POST', '/api/plan/subscriptions')[0]?.body).toMatchObject({ username: 'ben', periods: 1 });
  });
});
