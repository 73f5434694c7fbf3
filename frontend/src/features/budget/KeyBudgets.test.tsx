import { Role, type TokenView } from '@contracts';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { ok } from '../../test-support/fake-server';
import { makeToken } from '../../test-support/make-token';
import { dialogWith, visitPage } from '../../test-support/scene';
import { TokenDrawer } from '../token/TokenDrawer';

const UNIT = 500_000;
const token = makeToken(5, { name: 'laptop' });

function visit(edited: TokenView | null) {
  return visitPage({
    page: <TokenDrawer token={edited} onClose={() => undefined} onCreate={() => undefined} />,
    at: '/token',
    role: Role.User,
    answers: {
      'GET /api/groups/token': ok({ default: 'Default' }),
      'GET /api/budget/own': ok([]),
      'POST /api/budget/own': ok({}),
      'POST /api/token/': ok(),
    },
  });
}

describe('the form of a key', () => {
  it('sets a budget with a new key: 20 $ a month', async () => {
    const { server } = await visit(null);
    await screen.findByText('Default');
    fireEvent.change(screen.getByLabelText(/^Token group/), { target: { value: 'default' } });
    fireEvent.change(screen.getByLabelText('Budget'), { target: { value: '20' } });
    expect(screen.getByText('$20 a month')).toBeTruthy();
    fireEvent.click(screen.getByText('Submit'));
    await waitFor(() => expect(server.callsTo('POST', '/api/token/')).toHaveLength(1));
    const { body } = server.callsTo('POST', '/api/token/')[0] ?? {};
    expect(body).toMatchObject({ budget: { quota: 20 * UNIT, window: 'month' } });
  });

  it('adds a budget to a key without sending the form of the key', async () => {
    const { server } = await visit(token);
    await userEvent.click(await screen.findByText('Add a budget'));
    const dialog = await dialogWith('Budgets of key laptop');
    fireEvent.change(dialog.getByLabelText('Budget'), { target: { value: '0.5' } });
    fireEvent.change(dialog.getByLabelText('Each'), { target: { value: 'day' } });
    await userEvent.click(dialog.getByText('Submit'));
    await waitFor(() => expect(server.callsTo('POST', '/api/budget/own')).toHaveLength(1));
    expect(server.callsTo('POST', '/api/budget/own')[0]?.body).toMatchObject({
      owner_id: 5,
      quota: UNIT / 2,
      window: 'day',
    });
    expect(server.callsTo('PUT', '/api/token/')).toEqual([]);
  });
});
