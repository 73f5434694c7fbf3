import { Role } from '@contracts';
import { screen, within } from '@testing-library/react';
import { UserPage } from '../features/user/UserPage';
import { ok } from './fake-server';
import { makeAdminUser } from './make-admin-user';
import { makeUser } from './render-page';
import { visitPage, type Visit } from './scene';

export const ann = makeAdminUser(11, {
  username: 'ann',
  display_name: 'Ann A.',
  email: 'ann@example.com',
  group: 'vip,svip,default',
  quota: 1_000_000,
  used_quota: 250_000,
  request_count: 12,
  aff_count: 3,
  inviter_id: 7,
});
const bob = makeAdminUser(12, { username: 'bob', status: 2 });
const cat = makeAdminUser(13, { username: 'cat', role: Role.Admin });
const dan = makeAdminUser(14, { username: 'dan', DeletedAt: '2026-01-02T03:04:05.000Z' });
const root = makeAdminUser(1, { username: 'root', role: Role.Root });
const everybody = [dan, cat, bob, ann, root];

/** Opens the user page as root or an administrator sees it. */
export function visitUsers({ at = '/user', role = Role.Root, answers, ...visit }: Visit = {}) {
  return visitPage({
    page: <UserPage />,
    at,
    user: makeUser({ id: role === Role.Root ? root.id : cat.id, role }),
    ...visit,
    answers: {
      'GET /api/group/': ok(['default', 'svip', 'vip']),
      'GET /api/user/': ok(everybody, { total: 25 }),
      'GET /api/user/search': ok([ann], { total: 1 }),
      'GET /api/user/11': ok(ann),
      'POST /api/user/': ok(),
      'PUT /api/user/': ok(),
      'DELETE /api/user/11/totp': ok(),
      ...answers,
    },
  });
}

/** The row of a user. The name stands in a cell together with other facts. */
export async function rowOfUser(name: string) {
  const cell = await screen.findByText(name, { selector: '.cell-wide' });
  return within(cell.closest('tr') ?? document.body);
}
