import { RedemptionStatus, type RedemptionStatusValue } from '@contracts';
import { checkedCount, checkedName, checkedQuota, checkEditable, checkStatusChange } from './redemption-rules';

const { Unused, Disabled, Used } = RedemptionStatus;

/** The code of the refusal, or the result of the rule. */
function outcome<Result>(rule: () => Result): Result | string {
  try {
    return rule();
  } catch (error) {
    return (error as { code: string }).code;
  }
}

describe('the name of a code', () => {
  it.each([
    ['x', 'x'],
    ['  spring sale ', 'spring sale'],
    ['n'.repeat(20), 'n'.repeat(20)],
    ['🎁'.repeat(20), '🎁'.repeat(20)],
    ['n'.repeat(21), 'REDEMPTION_NAME_LENGTH'],
    ['', 'REDEMPTION_NAME_LENGTH'],
    [' \t ', 'REDEMPTION_NAME_LENGTH'],
    ['two\nlines', 'COMMON_INVALID_INPUT'],
  ])('%j becomes %j', (text, expected) => {
    expect(outcome(() => checkedName(text))).toBe(expected);
  });
});

describe('the quota of a code', () => {
  it.each([1, 100_000, Number.MAX_SAFE_INTEGER])('may be %d', units => {
    expect(checkedQuota(units)).toBe(units);
  });

  it.each([0, -1, 0.5, NaN, Infinity, 2 ** 53, '5' as unknown as number])('may not be %p', units => {
    expect(outcome(() => checkedQuota(units))).toBe('REDEMPTION_QUOTA_INVALID');
  });
});

describe('the number of codes', () => {
  it.each([
    [1, 1],
    [100, 100],
    [0, 'REDEMPTION_COUNT_MIN'],
    [-3, 'REDEMPTION_COUNT_MIN'],
    [101, 'REDEMPTION_COUNT_MAX'],
    [1.5, 'COMMON_INVALID_PARAMETER'],
    ['2' as unknown as number, 'COMMON_INVALID_PARAMETER'],
  ])('%p gives %p', (count, expected) => {
    expect(outcome(() => checkedCount(count))).toBe(expected);
  });
});

describe('the states of a code', () => {
  it.each([
    [Unused, undefined],
    [Disabled, 'REDEMPTION_DISABLED'],
    [Used, 'REDEMPTION_USED'],
  ])('editing in status %d gives %p', (status, expected) => {
    expect(outcome(() => checkEditable(status))).toBe(expected);
  });

  it.each([
    [Unused, Disabled, undefined],
    [Disabled, Unused, undefined],
    [Unused, Unused, undefined],
    [Used, Unused, 'REDEMPTION_USED'],
    [Used, Disabled, 'REDEMPTION_USED'],
    [Unused, Used, 'REDEMPTION_STATUS_INVALID'],
    [Used, Used, 'REDEMPTION_STATUS_INVALID'],
    [Unused, 0, 'REDEMPTION_STATUS_INVALID'],
    [Unused, '2', 'REDEMPTION_STATUS_INVALID'],
    [Unused, undefined, 'REDEMPTION_STATUS_INVALID'],
  ])('from %p to %p gives %p', (stored, wanted, expected) => {
    expect(outcome(() => checkStatusChange(stored, wanted as RedemptionStatusValue))).toBe(expected);
  });
});
