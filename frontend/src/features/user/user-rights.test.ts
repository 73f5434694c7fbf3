import { Role, type UserStatusValue } from '@contracts';
import { makeAdminUser } from '../../test-support/make-admin-user';
import { deedsFor } from './user-rights';

const root = { id: 1, role: Role.Root };
const admin = { id: 2, role: Role.Admin };
const BANNED = { status: 2 } as const;
const DELETED = { DeletedAt: '2026-01-02T03:04:05.000Z' };

function deeds(...args: Parameters<typeof deedsFor>): readonly string[] {
  return [...deedsFor(...args)].sort();
}

describe('the actions of root', () => {
  it.each([
    ['a normal user', {}, ['authenticator', 'budget', 'delete', 'disable', 'edit', 'promote', 'quota']],
    ['a banned user', BANNED, ['authenticator', 'budget', 'delete', 'edit', 'enable', 'promote', 'quota']],
    [
      'an administrator',
      { role: Role.Admin },
      ['authenticator', 'budget', 'delete', 'demote', 'disable', 'edit', 'quota'],
    ],
    ['another root', { role: Role.Root }, ['authenticator', 'budget', 'edit', 'quota']],
    ['a deactivated user', DELETED, []],
    ['a deactivated administrator', { role: Role.Admin, ...DELETED }, []],
  ])('on %s are those that the role allows', (_who, changes, expected) => {
    expect(deeds(root, makeAdminUser(9, changes))).toEqual(expected);
  });

  it('on its own account are to edit it, but not to remove its authenticator app', () => {
    expect(deeds(root, makeAdminUser(1, { role: Role.Root }))).toEqual(['budget', 'edit', 'quota']);
  });
});

describe('the actions of an administrator', () => {
  it.each([
    ['a normal user', {}, ['authenticator', 'budget', 'delete', 'disable', 'edit', 'quota']],
    ['a banned user', BANNED, ['authenticator', 'budget', 'delete', 'edit', 'enable', 'quota']],
    ['another administrator', { role: Role.Admin }, []],
    ['root', { role: Role.Root }, []],
    ['a deactivated user', DELETED, []],
  ])('on %s are those that the role allows', (_who, changes, expected) => {
    expect(deeds(admin, makeAdminUser(9, changes))).toEqual(expected);
  });

  it('on the own account are none, since the personal page is for that', () => {
    expect(deeds(admin, makeAdminUser(2, { role: Role.Admin }))).toEqual([]);
  });
});

it('an account that older data marks as deleted can be switched neither on nor off', () => {
  const status = 3 as UserStatusValue; // this status is no longer written, so the contract does not contain it
  expect(deeds(root, makeAdminUser(9, { status }))).not.toContain('enable');
  expect(deeds(root, makeAdminUser(9, { status }))).not.toContain('disable');
});
