import { makeAdminUser } from '../../test-support/make-admin-user';
import { findQuotaFault, readAmount } from './quota-change';
import {
  findCreateFault,
  findEditFault,
  newUserDraft,
  toCreate,
  toUserDraft,
  toUserEdit,
  type UserDraft,
} from './user-form';

const created: UserDraft = { ...newUserDraft, username: 'ann', password: 'x'.repeat(8) };

describe('a new account', () => {
  it.each<[string, Partial<UserDraft>, string | null]>([
    ['is accepted with name and password', {}, null],
    ['is refused without a name', { username: '  ' }, 'username'],
    ['is accepted with a name of 20 characters', { username: '🎁'.repeat(20) }, null],
    ['is refused with a name of 21 characters', { username: 'n'.repeat(21) }, 'username'],
    ['is refused with a name that looks like an address', { username: 'ann@example' }, 'username_signs'],
    ['is refused with a blank inside its name', { username: 'an n' }, 'username_signs'],
    ['is refused with a display name of 21 characters', { displayName: 'n'.repeat(21) }, 'display_name'],
    ['is refused without a password', { password: '' }, 'password'],
    ['is refused with a password of 7 characters', { password: 'x'.repeat(7) }, 'password'],
    ['is accepted with a password of 20 characters', { password: 'x'.repeat(20) }, null],
    ['is refused with a password of 21 characters', { password: 'x'.repeat(21) }, 'password'],
  ])('%s', (_what, changes, fault) => {
    expect(findCreateFault({ ...created, ...changes })).toBe(fault);
  });

  it('is sent with trimmed names, and with the password as typed', () => {
    const draft = { ...created, username: ' ann ', displayName: ' Ann ', password: ' secret ' };
    expect(toCreate(draft)).toEqual({ username: 'ann', display_name: 'Ann', password: ' secret ' });
  });
});

describe('an edited account', () => {
  const user = makeAdminUser(5, { group: 'vip,default', quota: -7, username: 'an old@name' });
  const loaded = toUserDraft(user);
  const after = (changes: Partial<UserDraft>) => toUserEdit({ ...loaded, ...changes }, user);
  const faultOf = (changes: Partial<UserDraft>) => findEditFault({ ...loaded, ...changes }, loaded);

  it('is not sent when nothing was changed', () => {
    expect(after({})).toBeNull();
  });

  it('leaves out all unchanged fields, above all the balance', () => {
    expect(after({ displayName: 'New' })).toEqual({ id: 5, display_name: 'New' });
  });

  it('sends a changed balance with the balance that the form began with', () => {
    expect(after({ quota: '100' })).toEqual({ id: 5, quota: 100, quota_loaded: -7 });
  });

  it('keeps the order of the groups, since the first is the primary one', () => {
    expect(after({ groups: ['default', 'vip'] })).toEqual({ id: 5, group: 'default,vip' });
    expect(after({ groups: [] })).toEqual({ id: 5, group: '' });
  });

  it('removes a personal message by an empty one', () => {
    const written = makeAdminUser(5, { message_penetration: 'hello' });
    expect(toUserEdit({ ...toUserDraft(written), message: '' }, written)).toEqual({ id: 5, message_penetration: '' });
  });

  it.each<[string, Partial<UserDraft>, string | null]>([
    ['accepts names and balances of other times while nobody touches them', {}, null],
    ['checks a name that was touched', { username: 'a@b' }, 'username_signs'],
    ['checks an empty name', { username: '' }, 'username'],
    ['accepts an empty password', { password: '' }, null],
    ['refuses a short password', { password: 'short' }, 'password'],
    ['accepts 64 characters of groups', { groups: ['g'.repeat(64)] }, null],
    ['refuses 65 characters of groups', { groups: ['g'.repeat(32), 'h'.repeat(32)] }, 'groups'],
    ['accepts a balance of 0', { quota: '0' }, null],
    ['refuses another negative balance', { quota: '-6' }, 'quota'],
    ['refuses a broken balance', { quota: '1.5' }, 'quota'],
    ['refuses an empty balance', { quota: '' }, 'quota'],
    ['refuses a balance no number can hold exactly', { quota: '9007199254740993' }, 'quota'],
    ['accepts 2000 characters of message', { message: 'm'.repeat(2000) }, null],
    ['refuses 2001 characters of message', { message: 'm'.repeat(2001) }, 'message'],
  ])('%s', (_what, changes, fault) => {
    expect(faultOf(changes)).toBe(fault);
  });
});

describe('an amount in the quota dialog', () => {
  it.each([
    ['5', 5],
    ['-5', -5],
    [' 12 ', 12],
    ['0', null],
    ['', null],
    ['1.5', null],
    ['1e3', null],
    ['9007199254740993', null],
  ])('%j reads as %p', (text, amount) => {
    expect(readAmount(text)).toBe(amount);
  });

  const faultOf = (amount: string, balance: number, reason = '') => findQuotaFault({ amount, balance, reason }, 200);

  it('may take the whole balance, and no more', () => {
    expect(faultOf('-100', 100)).toBeNull();
    expect(faultOf('-101', 100)).toBe('shortfall');
  });

  it('may add to a negative balance, even if it stays negative', () => {
    expect(faultOf('3', -5)).toBeNull();
    expect(faultOf('-1', -5)).toBe('shortfall');
  });

  it('may not lead to numbers that are no longer exact', () => {
    expect(faultOf('1', Number.MAX_SAFE_INTEGER)).toBe('amount');
  });

  it('needs a reason of at most 200 characters', () => {
    expect(faultOf('1', 0, 'r'.repeat(200))).toBeNull();
    expect(faultOf('1', 0, 'r'.repeat(201))).toBe('reason');
  });
});
