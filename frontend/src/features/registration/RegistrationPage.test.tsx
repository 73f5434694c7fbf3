import { Role, type RegistrationCodeView } from '@contracts';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { ok } from '../../test-support/fake-server';
import { dialogWith, rowOf, visitPage, watchCopies, type Visit } from '../../test-support/scene';
import { RegistrationPage } from './RegistrationPage';

function code(id: number, changes: Partial<RegistrationCodeView> = {}): RegistrationCodeView {
  return {
    id,
    code: `abcd-efgh-jkmn-pqr${id}`,
    note: `note ${id}`,
    group: '',
    quota: 0,
    uses: 0,
    uses_max: 1,
    status: 1,
    created_by: 'root',
    created_time: 1_740_000_000,
    expires_time: 0,
    ...changes,
  };
}

const usable = code(2, { group: 'vip', quota: 500_000, uses: 1, uses_max: 5 });
const expired = code(3, { expires_time: 1_000_000 });
const disabled = code(4, { status: 2, uses: 1 });
const used = code(5, { uses: 1 });

function visit({ at = '/registration', answers, ...options }: Visit = {}) {
  return visitPage({
    page: <RegistrationPage />,
    at,
    role: Role.Admin,
    ...options,
    answers: {
      'GET /api/registration_code/': ok([usable, expired, disabled, used], { total: 4 }),
      'GET /api/registration_code/2/uses': ok([{ user_id: 7, username: 'ann', used_time: 1_750_000_000 }], {
        total: 1,
      }),
      'POST /api/registration_code/': ok([usable, code(6)]),
      'PUT /api/registration_code/2': ok({ ...usable, status: 2 }),
      'DELETE /api/registration_code/2': ok(),
      'GET /api/group/': ok(['default', 'vip']),
      ...answers,
    },
  });
}

it('shows each code with one state, and what it gives', async () => {
  await visit();
  const states = [];
  for (const { note, state } of [
    { note: usable.note, state: 'Usable' },
    { note: expired.note, state: 'Expired' },
    { note: disabled.note, state: 'Disabled' },
    { note: used.note, state: 'Used up' },
  ]) {
    states.push((await rowOf(note)).getByText(state).textContent);
  }
  expect(states).toEqual(['Usable', 'Expired', 'Disabled', 'Used up']);
  const row = await rowOf(usable.note);
  expect(row.getByText('1 / 5')).toBeTruthy();
  expect(row.getByText('vip')).toBeTruthy();
  expect(row.getByText('$1.00')).toBeTruthy();
});

it('copies the link that fills the code in', async () => {
  await visit();
  const copies = watchCopies();
  await userEvent.click((await rowOf(usable.note)).getByRole('button', { name: 'Copy' }));
  expect(copies).toEqual([`http://localhost/register?code=${usable.code}`]);
});

it('narrows by state, and keeps the search', async () => {
  const { server } = await visit({ at: '/registration?keyword=note' });
  await rowOf(usable.note);
  await userEvent.selectOptions(screen.getByLabelText('Status'), 'expired');
  await waitFor(() => expect(server.callsTo('GET', '/api/registration_code/?')).toHaveLength(2));
  expect(server.callsTo('GET', '/api/registration_code/?')[1]?.url).toBe(
    '/api/registration_code/?keyword=note&state=expired&p=0&page_size=10',
  );
});

it('switches a code off and deletes it after a second click', async () => {
  const { server } = await visit();
  await userEvent.click((await rowOf(usable.note)).getByRole('button', { name: 'Disable' }));
  await waitFor(() => expect(server.callsTo('PUT', '/api/registration_code/2')[0]?.body).toEqual({ status: 2 }));
  await userEvent.click((await rowOf(usable.note)).getByRole('button', { name: `Delete code ${usable.code}` }));
  const dialog = await dialogWith(`Delete the registration code ${usable.code}?`);
  await userEvent.click(dialog.getByRole('button', { name: 'Delete' }));
  await waitFor(() => expect(server.callsTo('DELETE', '/api/registration_code/2')).toHaveLength(1));
});

describe('the form of new codes', () => {
  const open = async () => {
    const page = await visit();
    await rowOf(usable.note);
    await userEvent.click(screen.getByRole('button', { name: 'Add registration codes' }));
    return page;
  };
  const fill = async (label: RegExp, text: string) => {
    await userEvent.clear(screen.getByLabelText(label));
    await userEvent.type(screen.getByLabelText(label), text);
  };

  it('names the wrong field, and sends nothing', async () => {
    const { server } = await open();
    await fill(/^Number of codes/, '101');
    await userEvent.click(screen.getByRole('button', { name: 'Submit' }));
    expect(await screen.findByText('Enter a whole number from 1 to 100')).toBeTruthy();
    expect(server.callsTo('POST', '/api/registration_code/')).toEqual([]);
  });

  it('makes codes and offers their links', async () => {
    const { server } = await open();
    await fill(/^Note$/, ' friends ');
    await fill(/^Number of codes/, '2');
    await fill(/^People per code/, '3');
    await userEvent.selectOptions(screen.getByLabelText(/^Group/), 'vip');
    await userEvent.click(screen.getByRole('button', { name: 'Submit' }));
    const dialog = await dialogWith('2 registration codes created');
    expect(server.callsTo('POST', '/api/registration_code/')[0]?.body).toEqual({
      count: 2,
      uses_max: 3,
      note: 'friends',
      group: 'vip',
      quota: 0,
      expires_time: 0,
    });
    expect(within(dialog.getByLabelText('Codes')).getByText(/register\?code=abcd-efgh-jkmn-pqr6/)).toBeTruthy();
  });
});
