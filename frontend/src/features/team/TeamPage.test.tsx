import { Role, type TeamDetail, type TeamSummary } from '@contracts';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { ok, refused } from '../../test-support/fake-server';
import { rowOf, visitPage, type Visit } from '../../test-support/scene';
import { TeamPage } from './TeamPage';

const UNIT = 500_000;

const summary: TeamSummary = {
  id: 5,
  name: 'Research',
  role: 3,
  owner_name: 'ann',
  member_count: 2,
  balance: 10 * UNIT,
  used_quota: UNIT,
  request_count: 3,
  allowed_groups: [],
  allowed_models: [],
  created_time: 1_740_000_000,
};

const detail: TeamDetail = {
  ...summary,
  members: [
    { user_id: 7, username: 'ann', role: 3, joined_time: 1_740_000_000, cap: null },
    {
      user_id: 8,
      username: 'ben',
      role: 1,
      joined_time: 1_740_000_000,
      cap: { quota: 2 * UNIT, window: 'month', used_quota: UNIT, reset_time: 0 },
    },
  ],
  invitations: [],
};

function visit({ answers, ...options }: Visit = {}) {
  return visitPage({
    page: <TeamPage />,
    at: '/team',
    role: Role.User,
    ...options,
    answers: {
      'GET /api/team/': ok([summary]),
      'GET /api/team/5': ok(detail),
      'PUT /api/team/5/member/8': ok(detail),
      'POST /api/team/5/money': ok(detail),
      ...answers,
    },
  });
}

describe('the teams of a person', () => {
  it('say what their wallets hold, and lead to each', async () => {
    await visit();
    const row = await rowOf('Research');
    expect(row.getByText('$10.00')).toBeTruthy();
    expect(row.getByText('Owner')).toBeTruthy();
    expect(row.getByRole('link').getAttribute('href')).toBe('/team/5');
    expect(screen.queryByRole('combobox', { name: 'Teams' })).toBeNull();
  });

  it('are explained to who is in none', async () => {
    await visit({ answers: { 'GET /api/team/': ok([]) } });
    expect(await screen.findByText(/^You are in no team yet/)).toBeTruthy();
  });
});

describe('a team', () => {
  it('shows its owner what members may spend, and takes a cap away', async () => {
    const { server } = await visit({ at: '/team/5' });
    const row = await rowOf('ben');
    expect(row.getByText('$1 of $2 a month')).toBeTruthy();
    await userEvent.click(row.getByRole('button', { name: 'Change the cap of ben' }));
    await userEvent.clear(await screen.findByLabelText(/^Budget/));
    await userEvent.click(screen.getByRole('button', { name: 'Submit' }));
    await waitFor(() => expect(server.callsTo('PUT', '/api/team/5/member/8')[0]?.body).toEqual({ cap: null }));
  });

  it('refuses an amount that is none before anything is sent', async () => {
    const { server } = await visit({ at: '/team/5' });
    await userEvent.click(await screen.findByRole('button', { name: 'Move money' }));
    await userEvent.click(screen.getByRole('button', { name: 'Submit' }));
    expect(await screen.findByText('Enter an amount of money above 0')).toBeTruthy();
    expect(server.callsTo('POST', '/api/team/5/money')).toEqual([]);
  });

  it('offers a plain member neither money nor deletion', async () => {
    const me = { ...detail, role: 1 as const, members: detail.members.slice(1) };
    await visit({ at: '/team/5', answers: { 'GET /api/team/5': ok(me) } });
    expect(await screen.findByRole('button', { name: 'Leave' })).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Move money' })).toBeNull();
    expect(screen.queryByRole('button', { name: 'Delete the team' })).toBeNull();
    expect(screen.queryByRole('tab', { name: 'Invitations' })).toBeNull();
  });
});

it('an invitation that is good no more says so', async () => {
  await visit({ at: '/team/join/old', answers: { 'GET /api/team/join/old': refused('gone') } });
  expect(await screen.findByText(/^This invitation does not exist, has been used, or has expired/)).toBeTruthy();
});
