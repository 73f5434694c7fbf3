import { RedemptionStatus } from '@contracts';
import {
  codeFileName,
  codeFileText,
  findRedemptionFault,
  newRedemptionDraft,
  toRedemptionCreate,
} from './redemption-form';
import { canEdit, nextStatus } from './redemption-rules';

const { Unused, Disabled, Used } = RedemptionStatus;

describe('the draft of redemption codes', () => {
  it('begins with 100000 units and one code', () => {
    expect(newRedemptionDraft).toEqual({ name: '', quota: '100000', count: '1', planId: 0, periods: '1' });
  });

  it.each([
    ['spring', '1', '1', null],
    ['', '1', '1', 'name'],
    ['   ', '1', '1', 'name'],
    ['🎁'.repeat(20), '1', '1', null],
    ['n'.repeat(21), '1', '1', 'name'],
    ['spring', '0', '1', 'quota'],
    ['spring', '-5', '1', 'quota'],
    ['spring', '1.5', '1', 'quota'],
    ['spring', '', '1', 'quota'],
    ['spring', '9007199254740993', '1', 'quota'],
    ['spring', '1', '0', 'count'],
    ['spring', '1', '100', null],
    ['spring', '1', '101', 'count'],
    ['spring', '1', 'many', 'count'],
  ])('with %j, %j units and %j codes has the fault %p', (name, quota, count, fault) => {
    expect(findRedemptionFault({ ...newRedemptionDraft, name, quota, count })).toBe(fault);
  });

  it('is sent with a trimmed name and with numbers', () => {
    const request = toRedemptionCreate({ ...newRedemptionDraft, name: ' spring ', count: '3' });
    expect(request).toEqual({ name: 'spring', quota: 100_000, count: 3 });
  });

  it('asks for periods of a plan instead of units', () => {
    const gift = { ...newRedemptionDraft, name: 'gift', quota: '', planId: 7, periods: '3' };
    expect(findRedemptionFault(gift)).toBeNull();
    expect(findRedemptionFault({ ...gift, periods: '0' })).toBe('periods');
    expect(toRedemptionCreate(gift)).toEqual({ name: 'gift', quota: 0, count: 1, plan_id: 7, plan_periods: 3 });
  });
});

describe('the text file of new codes', () => {
  it('has the name of the codes, without characters that file systems refuse', () => {
    expect(codeFileName('spring')).toBe('spring.txt');
    expect(codeFileName('春/节: *')).toBe('春_节_ _.txt');
  });

  it('has one code per line', () => {
    expect(codeFileText(['a', 'b'])).toBe('a\nb\n');
  });
});

describe('the states of a code', () => {
  it.each([
    ['an unused code can be disabled, and edited', Unused, Disabled, true],
    ['a disabled code can be enabled, but not edited', Disabled, Unused, false],
    ['a used code can be neither switched nor edited', Used, null, false],
  ])('say that %s', (_rule, status, next, isEditable) => {
    expect(nextStatus(status)).toBe(next);
    expect(canEdit(status)).toBe(isEditable);
  });
});
