import { Role } from '@contracts';
import { screen, within } from '@testing-library/react';
import { createErrorListener } from '../app/error-listener';
import { UserPage } from '../features/user/UserPage';
import { ok, startFakeServer, type FakeAnswer, type SeenCall } from './fake-server';
import { makeAdminUser } from './make-admin-user';
import { makeUser, renderPage } from './render-page';

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

export interface UserPageOptions {
  readonly role?: 10 | 100;
  readonly at?: string;
  readonly answers?: Readonly<Record<string, FakeAnswer | ((call: SeenCall) => FakeAnswer)>>;
}

/** Opens the user page as root or an administrator sees it, and records the calls and the shown errors. */
export async function startUserPage({ role = Role.Root, at = '/user', answers = {} }: UserPageOptions = {}) {
  localStorage.clear();
  const server = startFakeServer({
    'GET /api/status': ok({ quota_per_unit: 500_000, display_in_currency: true }),
    'GET /api/group/': ok(['default', 'svip', 'vip']),
    'GET /api/user/': ok(everybody, { total: 25 }),
    'GET /api/user/search': ok([ann], { total: 1 }),
    'GET /api/user/11': ok(ann),
    'POST /api/user/': ok(),
    'PUT /api/user/': ok(),
    'DELETE /api/user/11/totp': ok(),
    ...answers,
  });
  const errors: string[] = [];
  const errorListener = createErrorListener({
    showError: message => errors.push(message),
    showInfo: () => undefined,
    goToLogin: () => undefined,
    translate: ((key: string) => key) as never, // only refusals occur here, whose messages come from the server
  });
  const user = makeUser({ id: role === Role.Root ? 1 : 13, role });
  const page = await renderPage(<UserPage />, { user, at, errorListener });
  return { server, errors, ...page };
}

export async function rowOf(name: string) {
  const cell = await screen.findByText(name, { selector: '.cell-wide' });
  return within(cell.closest('tr') ?? document.body);
}
