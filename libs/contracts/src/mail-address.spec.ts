import { isMailAddress } from './mail-address';

describe('an address', () => {
  it.each(['a@b.example', 'a.b+c@sub.b.example', '用户@例子.example', `${'a'.repeat(244)}@b.example`])(
    '%s is one',
    text => {
      expect(isMailAddress(text)).toBe(true);
    },
  );

  it.each([
    '',
    'a',
    '@b.example',
    'a@',
    'a@b@c.example',
    'a b@c.example',
    'a@b.example\r\nBcc: x@y.example',
    'a@b.example\n',
    'a@b.example\0',
    'A <a@b.example>',
    'a@b.example,c@d.example',
    'a@b.example;c@d.example',
    '"a"@b.example',
    `${'a'.repeat(245)}@b.example`,
  ])('%j is none', text => {
    expect(isMailAddress(text)).toBe(false);
  });
});
