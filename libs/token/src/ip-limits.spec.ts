import { isAppError } from '@kernel';
import { checkedIpLimits, compileIpLimits } from './ip-limits';

function refusedEntry(text: string): unknown {
  try {
    checkedIpLimits(text);
  } catch (error) {
    return isAppError(error, 'TOKEN_IP_INVALID') ? error.params.entry : error;
  }
  return 'accepted';
}

describe('checkedIpLimits', () => {
  it('trims and drops blanks and repetitions', () => {
    expect(checkedIpLimits(' 10.0.0.1, ,2001:db8::/32 ,10.0.0.1')).toBe('10.0.0.1,2001:db8::/32');
    expect(checkedIpLimits(' , ')).toBe('');
  });

  it.each([
    ['10.0.0', '10.0.0'],
    ['10.0.0.256', '10.0.0.256'],
    ['010.0.0.1x', '010.0.0.1x'],
    ['127.1', '127.1'],
    ['10.0.0.0/33', '10.0.0.0/33'],
    ['10.0.0.0/-1', '10.0.0.0/-1'],
    ['10.0.0.0/8/8', '10.0.0.0/8/8'],
    ['2001:db8::/129', '2001:db8::/129'],
    ['fe80::1%eth0', 'fe80::1%eth0'],
    ['10.0.0.1,example.org', 'example.org'],
  ])('refuses %s', (text, entry) => {
    expect(refusedEntry(text)).toBe(entry);
  });

  it('accepts 200 entries and refuses 201', () => {
    const list = (length: number): string => Array.from({ length }, (_, at) => `10.0.${at >> 8}.${at & 255}`).join(',');
    expect(refusedEntry(list(200))).toBe('accepted');
    expect(refusedEntry(list(201))).toBe('10.0.0.200');
  });
});

describe('compileIpLimits', () => {
  it('sets no limit for an empty list', () => {
    expect(compileIpLimits(' , ')).toBeNull();
  });

  it.each([
    ['10.0.0.1', '10.0.0.1', true],
    ['10.0.0.1', '10.0.0.2', false],
    ['10.0.0.0/30', '10.0.0.3', true],
    ['10.0.0.0/30', '10.0.0.4', false],
    ['0.0.0.0/0', '203.0.113.7', true],
    ['0.0.0.0/0', '2001:db8::1', false],
    ['10.0.0.1', '::ffff:10.0.0.1', true],
    ['::ffff:10.0.0.0/120', '10.0.0.77', true],
    ['2001:db8::/32', '2001:db8:5::1', true],
    ['2001:db8::/32', '2001:db9::1', false],
    ['2001:DB8:0:0::1', '2001:db8::1', true],
    ['not an address', '10.0.0.1', false],
    ['10.0.0.1', 'unix socket', false],
  ])('%s lets %s in: %s', (list, address, isAllowed) => {
    expect(compileIpLimits(list)?.(address)).toBe(isAllowed);
  });
});
