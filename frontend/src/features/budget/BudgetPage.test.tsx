import { Role, type BudgetView } from '@contracts';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { ok } from '../../test-support/fake-server';
import { makeAdminUser } from '../../test-support/make-admin-user';
import { dialogWith, rowOf, visitPage, type Visit } from '../../test-support/scene';
import { UserPage } from '../user/UserPage';
import { BudgetPage } from './BudgetPage';

const UNIT = 500_000;

function budget(id: number, changes: Partial<BudgetView> = {}): BudgetView {
  return {
    id,
    scope: 'user',
    owner_id: 7,
    group: '',
    owner_name: 'ann',
    username: 'ann',
    quota: 20 * UNIT,
    window: 'month',
    is_rolling: false,
    time_zone: 'UTC',
    is_hard: true,
    carries_over: false,
    thresholds: [80, 100],
    is_own: false,
    created_by: 'root',
    created_time: 1_740_000_000,
    granted_quota: 20 * UNIT,
    used_quota: 15 * UNIT,
    remain_quota: 5 * UNIT,
    period_start: 1_764_547_200,
    reset_time: 1_767_225_600,
    ...changes,
  };
}

const monthly = budget(1);
const rolling = budget(2, { scope: 'group', owner_name: 'vip', window: 'day', is_rolling: true, is_hard: false });
const own = budget(3, { scope: 'key', owner_name: 'laptop', window: 'once', is_own: true, reset_time: 0 });

function visit({ answers, ...options }: Visit = {}) {
  return visitPage({
    page: <BudgetPage />,
    at: '/budget',
    role: Role.Admin,
    ...options,
    answers: {
      'GET /api/budget/': ok([rolling, monthly], { total: 2 }),
      'GET /api/budget/own': ok([monthly, own]),
      'GET /api/group/': ok(['default', 'vip']),
      'POST /api/budget/': ok(monthly),
      'PUT /api/budget/1': ok(monthly),
      'PUT /api/budget/own/3': ok(own),
      'DELETE /api/budget/1': ok(),
      ...answers,
    },
  });
}

describe('the budgets of everybody', () => {
  it('say in money whose they are, what is spent, and when they begin anew', async () => {
    await visit();
    const row = await rowOf('User ann');
    expect(row.getByText('$20 a month')).toBeTruthy();
    expect(row.getByText('$15 of $20')).toBeTruthy();
    expect(row.getByText('$5')).toBeTruthy();
    expect(row.getByText(/^[A-Z][a-z]{2} \d+, 202[56],/)).toBeTruthy();
    const shared = await rowOf('Group vip');
    expect(shared.getByText('$20 in any 24 hours')).toBeTruthy();
    expect(shared.getByText('Notices only')).toBeTruthy();
    expect(document.body.textContent).not.toContain('10000000');
  });

  it('are changed in money, and removed after a question', async () => {
    const { server } = await visit();
    const row = await rowOf('User ann');
    await userEvent.click(row.getByRole('button', { name: 'Edit the budget $20 a month' }));
    const dialog = await dialogWith('Notice at percent');
    const amount = dialog.getByLabelText<HTMLInputElement>('Budget');
    expect(amount.value).toBe('20');
    await userEvent.clear(amount);
    await userEvent.type(amount, '30.5');
    await userEvent.click(dialog.getByRole('button', { name: 'Submit' }));
    await waitFor(() => expect(server.callsTo('PUT', '/api/budget/1')).toHaveLength(1));
    expect(server.callsTo('PUT', '/api/budget/1')[0]?.body).toMatchObject({ quota: 30.5 * UNIT, window: 'month' });
  });

  it('of a group are made by its name, and nothing is sent without an amount', async () => {
    const { server } = await visit();
    await rowOf('User ann');
    await userEvent.click(screen.getByRole('button', { name: 'Add a budget' }));
    const dialog = await dialogWith('Notice at percent');
    await userEvent.selectOptions(dialog.getByLabelText('For'), 'group');
    await userEvent.selectOptions(dialog.getByLabelText('Group'), 'vip');
    await userEvent.click(dialog.getByRole('button', { name: 'Submit' }));
    expect(dialog.getByText('Enter an amount of money above 0')).toBeTruthy();
    await userEvent.type(dialog.getByLabelText('Budget'), '5');
    await userEvent.selectOptions(dialog.getByLabelText('Each'), 'week');
    await userEvent.click(dialog.getByRole('button', { name: 'Submit' }));
    await waitFor(() => expect(server.callsTo('POST', '/api/budget/')).toHaveLength(1));
    const sent = { scope: 'group', group: 'vip', quota: 5 * UNIT, window: 'week', thresholds: [80, 100] };
    expect(server.callsTo('POST', '/api/budget/')[0]?.body).toMatchObject(sent);
  });
});

it('an unfinished budget and whom it is for are there again after Escape', async () => {
  await visit();
  await rowOf('User ann');
  await userEvent.click(screen.getByRole('button', { name: 'Add a budget' }));
  const dialog = await dialogWith('Notice at percent');
  await userEvent.type(dialog.getByLabelText('Username'), 'bob');
  await userEvent.type(dialog.getByLabelText('Budget'), '12');
  await userEvent.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByLabelText('Budget')).toBeNull());
  await userEvent.click(screen.getByRole('button', { name: 'Add a budget' }));
  const again = await dialogWith('Notice at percent');
  expect(again.getByLabelText<HTMLInputElement>('Username').value).toBe('bob');
  expect(again.getByLabelText<HTMLInputElement>('Budget').value).toBe('12');
  await userEvent.click(again.getByRole('button', { name: 'Start over' }));
  expect(again.getByLabelText<HTMLInputElement>('Budget').value).toBe('');
});

describe('the own budgets', () => {
  it('are shown to a user, who changes own ones only', async () => {
    await visit({ role: Role.User });
    expect((await rowOf('User ann')).getByText('Set by an administrator')).toBeTruthy();
    const mine = await rowOf('Key laptop ann');
    expect([mine.getByText('$20 once'), mine.getByText('Never')]).toHaveLength(2);
    expect(mine.getByRole('button', { name: 'Edit the budget $20 once' })).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Add a budget' })).toBeNull();
  });
});

it('a person gets a budget with four clicks at most from the page of the users', async () => {
  const person = makeAdminUser(7, { username: 'ann', display_name: 'ann' });
  const { server } = await visitPage({
    page: <UserPage />,
    at: '/user',
    role: Role.Root,
    answers: {
      'GET /api/user/': ok([person], { total: 1 }),
      'GET /api/group/': ok(['default']),
      'GET /api/budget/': ok([], { total: 0 }),
      'POST /api/budget/': ok(monthly),
    },
  });
  const row = await rowOf('ann');
  await userEvent.click(row.getByRole('button', { name: /^More/ }));
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Budgets' }));
  const dialog = await dialogWith('Budgets of ann');
  await userEvent.type(await dialog.findByLabelText('Budget'), '20');
  expect(dialog.getByText('$20 a month')).toBeTruthy();
  await userEvent.click(dialog.getByRole('button', { name: 'Submit' }));
  await waitFor(() => expect(server.callsTo('POST', '/api/budget/')).toHaveLength(1));
  const sent = { scope: 'user', owner_id: 7, quota: 20 * UNIT, window: 'month', is_hard: true };
  expect(server.callsTo('POST', '/api/budget/')[0]?.body).toMatchObject(sent);
});
