import { Role, type BudgetView } from '@contracts';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { ok } from '../../test-support/fake-server';
import { makeToken } from '../../test-support/make-token';
import { dialogWith, rowOf, visitPage } from '../../test-support/scene';
import { TokenPage } from '../token/TokenPage';

const UNIT = 500_000;
const token = makeToken(5, { name: 'laptop' });

function visit(budgets: readonly Partial<BudgetView>[] = []) {
  return visitPage({
    page: <TokenPage />,
    at: '/token',
    role: Role.User,
    answers: {
      'GET /api/token/': ok([token], { total: 1 }),
      'GET /api/token-channel-description': ok(''),
      'GET /api/groups/token': ok({ default: 'Default' }),
      'GET /api/budget/own': ok(budgets),
      'POST /api/budget/own': ok({}),
      'POST /api/token/': ok(),
    },
  });
}

describe('the form of a key', () => {
  it('sets a budget with a new key: 20 $ a month', async () => {
    const { server } = await visit();
    await userEvent.click(await screen.findByRole('button', { name: 'Add token' }));
    await userEvent.selectOptions(await screen.findByLabelText(/group/i), 'default');
    await userEvent.type(screen.getByLabelText('Budget'), '20');
    expect(screen.getByText('$20 a month')).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Submit' }));
    await waitFor(() => expect(server.callsTo('POST', '/api/token/')).toHaveLength(1));
    const { body } = server.callsTo('POST', '/api/token/')[0] ?? {};
    expect(body).toMatchObject({ budget: { quota: 20 * UNIT, window: 'month' } });
  });

  it('adds a budget to a key without sending the form of the key', async () => {
    const { server } = await visit();
    const row = await rowOf('laptop');
    await userEvent.click(row.getByRole('button', { name: /^Edit/ }));
    await userEvent.click(await screen.findByRole('button', { name: 'Add a budget' }));
    const dialog = await dialogWith('Budgets of key laptop');
    await userEvent.type(dialog.getByLabelText('Budget'), '0.5');
    await userEvent.selectOptions(dialog.getByLabelText('Each'), 'day');
    await userEvent.click(dialog.getByRole('button', { name: 'Submit' }));
    await waitFor(() => expect(server.callsTo('POST', '/api/budget/own')).toHaveLength(1));
    expect(server.callsTo('POST', '/api/budget/own')[0]?.body).toMatchObject({
      owner_id: 5,
      quota: UNIT / 2,
      window: 'day',
    });
    expect(server.callsTo('PUT', '/api/token/')).toEqual([]);
  });
});
