import { isAppError } from '@kernel';
import {
  checkedDisplayName,
  checkedGroup,
  checkedMessage,
  checkedUsername,
  checkNewPassword,
  emailKeyOf,
  usernameKeyOf,
  withoutHidden,
} from './user-rules';

function codeOf(work: () => unknown): string {
  try {
    work();
  } catch (error) {
    return isAppError(error) ? error.code : String(error);
  }
  return 'accepted';
}

describe('user names', () => {
  it('are trimmed and compared without regard to case', () => {
    expect(checkedUsername('  Ann ')).toEqual({ username: 'Ann', usernameKey: 'ann' });
    expect(usernameKeyOf('ÄNN')).toBe(usernameKeyOf('a\u0308nn'));
  });

  it.each([
    ['', 'COMMON_INVALID_INPUT'],
    ['   ', 'COMMON_INVALID_INPUT'],
    ['a', 'accepted'],
    ['a'.repeat(20), 'accepted'],
    ['a'.repeat(21), 'COMMON_INVALID_INPUT'],
    ['字'.repeat(20), 'accepted'],
    ['İ'.repeat(20), 'COMMON_INVALID_INPUT'],
    ['ann@example.org', 'COMMON_INVALID_INPUT'],
    ['ann lee', 'COMMON_INVALID_INPUT'],
    ['ann\u0000', 'COMMON_INVALID_INPUT'],
    ['ann\u200b', 'COMMON_INVALID_INPUT'],
    ['an\u200dn', 'COMMON_INVALID_INPUT'],
    ['ann\u202egnp', 'COMMON_INVALID_INPUT'],
    ['ann\u2066', 'COMMON_INVALID_INPUT'],
    ['ann\u3164', 'COMMON_INVALID_INPUT'],
    ['ann\u034f', 'COMMON_INVALID_INPUT'],
    ['ann\ufe0f', 'COMMON_INVALID_INPUT'],
    ['ann＠example.org', 'COMMON_INVALID_INPUT'],
    ['a\ud800', 'COMMON_INVALID_INPUT'],
    ['㍿'.repeat(5), 'accepted'],
    ['㍿'.repeat(6), 'COMMON_INVALID_INPUT'],
  ])('%j is %s', (name, outcome) => {
    expect(codeOf(() => checkedUsername(name))).toBe(outcome);
  });
});

describe('user names that look like another', () => {
  it.each([
    ['ａｄｍｉｎ', 'admin'],
    ['ﬁsh', 'fish'],
    ['ro\u{1d428}t', 'root'],
    ['A\u030angstrom', 'Ångstrom'],
  ])('%s is %s', (written, plain) => {
    expect(checkedUsername(written).username).toBe(plain);
    expect(usernameKeyOf(written)).toBe(usernameKeyOf(plain));
  });
});

describe('passwords', () => {
  it.each([
    [7, 'COMMON_INVALID_INPUT'],
    [8, 'accepted'],
    [20, 'accepted'],
    [21, 'COMMON_INVALID_INPUT'],
  ])('of %i characters are %s', (length, outcome) => {
    expect(codeOf(() => checkNewPassword('密'.repeat(length)))).toBe(outcome);
  });
});

describe('display names', () => {
  it('fall back to the user name', () => {
    expect(checkedDisplayName('  ', 'ann')).toBe('ann');
    expect(checkedDisplayName(' Ann Lee ', 'ann')).toBe('Ann Lee');
  });

  it('have at most 20 characters and no control characters', () => {
    expect(codeOf(() => checkedDisplayName('x'.repeat(21), 'ann'))).toBe('COMMON_INVALID_INPUT');
    expect(codeOf(() => checkedDisplayName('a\nb', 'ann'))).toBe('COMMON_INVALID_INPUT');
  });

  it.each([
    '\u202e',
    '\u202a',
    '\u2066',
    '\u2069',
    '\u200f',
    '\u061c',
    '\u200b',
    '\u2060',
    '\ufeff',
    '\u3164',
    '\ud800',
  ])('contain no character that turns or hides text (%j)', sign => {
    expect(codeOf(() => checkedDisplayName(`Ann${sign}eeL`, 'ann'))).toBe('COMMON_INVALID_INPUT');
    expect(withoutHidden(` Ann${sign} Lee `)).toBe('Ann Lee');
  });

  it('may be written in any script, and with emoji', () => {
    for (const name of ['محمد', 'دست\u200cها', '👩\u200d🔧 Ann', 'שלום', '名字', 'Zoë ❤\ufe0f']) {
      expect(checkedDisplayName(name, 'ann')).toBe(name);
      expect(withoutHidden(name)).toBe(name);
    }
  });
});

describe('groups', () => {
  const known = { default: 1, vip: 1 };

  it('are a trimmed list without repetitions', () => {
    expect(checkedGroup(' vip , default,vip,', 'default', known)).toBe('vip,default');
  });

  it('become default when the list is empty', () => {
    expect(checkedGroup(' , ', 'vip', known)).toBe('default');
  });

  it('must exist, unless the account has them already', () => {
    expect(codeOf(() => checkedGroup('gone', 'default', known))).toBe('USER_GROUP_UNKNOWN');
    expect(codeOf(() => checkedGroup('constructor', 'default', known))).toBe('USER_GROUP_UNKNOWN');
    expect(checkedGroup('gone', 'gone', known)).toBe('gone');
  });
});

it('limits the personal text to 2000 characters', () => {
  expect(checkedMessage('x'.repeat(2000))).toHaveLength(2000);
  expect(codeOf(() => checkedMessage('x'.repeat(2001)))).toBe('COMMON_INVALID_INPUT');
});

it('compares addresses in lower case', () => {
  expect(emailKeyOf(' Ann@Example.ORG ')).toBe('ann@example.org');
});
