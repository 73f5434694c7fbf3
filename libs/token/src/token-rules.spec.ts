import { TokenStatus } from '@contracts';
import { isAppError } from '@kernel';
import {
  checkedExpiryMs,
  checkedModelLimits,
  checkedName,
  checkQuota,
  checkRateValue,
  checkStatusEdit,
  isPast,
  statusAfterEdit,
} from './token-rules';

function codeOf(work: () => unknown): string {
  try {
    work();
  } catch (error) {
    return isAppError(error) ? error.code : String(error);
  }
  return 'accepted';
}

const NOW_MS = 1_700_000_000_000;
const NOW_SECONDS = NOW_MS / 1000;

it.each([
  [30, 'accepted'],
  [31, 'TOKEN_NAME_TOO_LONG'],
])('a name of %i characters is %s', (length, outcome) => {
  expect(codeOf(() => checkedName('名'.repeat(length)))).toBe(outcome);
});

describe('expiry', () => {
  it.each([
    [-1, 'accepted'],
    [NOW_SECONDS + 1, 'accepted'],
    [NOW_SECONDS, 'TOKEN_EXPIRY_INVALID'],
    [0, 'TOKEN_EXPIRY_INVALID'],
    [-2, 'TOKEN_EXPIRY_INVALID'],
    [1.5, 'TOKEN_EXPIRY_INVALID'],
    [Number.NaN, 'TOKEN_EXPIRY_INVALID'],
    [Number.MAX_SAFE_INTEGER, 'TOKEN_EXPIRY_INVALID'],
  ])('of %d for a new token is %s', (seconds, outcome) => {
    expect(codeOf(() => checkedExpiryMs(seconds, NOW_MS, null))).toBe(outcome);
  });

  it('may be sent back unchanged after it has passed', () => {
    expect(checkedExpiryMs(NOW_SECONDS - 60, NOW_MS, NOW_MS - 60_000)).toBe(NOW_MS - 60_000);
    expect(codeOf(() => checkedExpiryMs(NOW_SECONDS - 61, NOW_MS, NOW_MS - 60_000))).toBe('TOKEN_EXPIRY_INVALID');
  });

  it('has passed at its own second', () => {
    expect(isPast(NOW_MS, NOW_MS)).toBe(true);
    expect(isPast(NOW_MS + 1, NOW_MS)).toBe(false);
    expect(isPast(-1, NOW_MS)).toBe(false);
  });
});

it.each([
  [0, 'accepted'],
  [500_000, 'accepted'],
  [-1, 'TOKEN_QUOTA_INVALID'],
  [0.5, 'TOKEN_QUOTA_INVALID'],
  [2 ** 53, 'TOKEN_QUOTA_INVALID'],
])('a quota of %d is %s', (units, outcome) => {
  expect(codeOf(() => checkQuota(units))).toBe(outcome);
});

it.each([
  [1, 'accepted'],
  [0, 'TOKEN_RATE_INVALID'],
  [1.5, 'TOKEN_RATE_INVALID'],
])('a rate value of %d is %s', (value, outcome) => {
  expect(codeOf(() => checkRateValue(value))).toBe(outcome);
});

it('keeps model names apart and in order', () => {
  expect(checkedModelLimits(' gpt-4o, ,gpt-4o-mini,gpt-4o ')).toBe('gpt-4o,gpt-4o-mini');
  expect(codeOf(() => checkedModelLimits('x'.repeat(20_001)))).toBe('COMMON_INVALID_INPUT');
});

describe('status', () => {
  const { Enabled, Disabled, Expired, Exhausted } = TokenStatus;
  const none = { isExpired: false, isExhausted: false };

  it.each([
    [Expired, none, Enabled],
    [Exhausted, none, Enabled],
    [Expired, { isExpired: true, isExhausted: true }, Expired],
    [Expired, { isExpired: false, isExhausted: true }, Exhausted],
    [Exhausted, { isExpired: true, isExhausted: false }, Expired],
    [Disabled, none, Disabled],
    [Enabled, { isExpired: true, isExhausted: true }, Enabled],
  ])('%i with %j becomes %i after an edit', (stored, reasons, expected) => {
    expect(statusAfterEdit(stored, reasons)).toBe(expected);
  });

  it.each([
    [Enabled, none, 'accepted'],
    [Enabled, { isExpired: true, isExhausted: false }, 'TOKEN_EXPIRED_STAYS'],
    [Enabled, { isExpired: false, isExhausted: true }, 'TOKEN_EXHAUSTED_STAYS'],
    [Disabled, { isExpired: true, isExhausted: true }, 'accepted'],
    [Expired, none, 'TOKEN_STATUS_INVALID'],
    [Exhausted, none, 'TOKEN_STATUS_INVALID'],
    [0, none, 'TOKEN_STATUS_INVALID'],
  ])('a request for %i with %j is %s', (wanted, reasons, outcome) => {
    expect(codeOf(() => checkStatusEdit(wanted, reasons))).toBe(outcome);
  });
});
