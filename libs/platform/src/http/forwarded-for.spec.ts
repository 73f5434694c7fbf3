import { tidyForwardedFor } from './forwarded-for';

function tidied(list: string): string | string[] | undefined {
  const headers = { 'x-forwarded-for': list };
  tidyForwardedFor(headers);
  return headers['x-forwarded-for'];
}

describe('the list of addresses a proxy sends along', () => {
  it.each([
    ['8.8.8.8', '8.8.8.8'],
    ['8.8.8.8:1234', '8.8.8.8'],
    ['2001:db8::1', '2001:db8::1'],
    ['[2001:db8::1]', '2001:db8::1'],
    ['[2001:db8::1]:443', '2001:db8::1'],
    ['::ffff:8.8.8.8', '::ffff:8.8.8.8'],
    [' 8.8.8.8 , 10.0.0.1:80 ', '8.8.8.8, 10.0.0.1'],
    ['8.8.8.8,,10.0.0.1', '8.8.8.8, 10.0.0.1'],
  ])('"%s" is read as "%s"', (list, expected) => expect(tidied(list)).toBe(expected));

  it.each([
    'garbage',
    'unknown',
    '1',
    '0x7f000001',
    '8.8.8.8:port',
    '[8.8.8.8]:1',
    'fe80::1%eth0',
    '8.8.8.8;1.1.1.1',
    '',
  ])('nothing is left of "%s"', list => expect(tidied(list)).toBe(''));

  it('counts nothing that stands before something unreadable', () => {
    expect(tidied('1.1.1.1, garbage, 8.8.8.8')).toBe('8.8.8.8');
    expect(tidied('1.1.1.1, garbage')).toBe('');
  });

  it('is left alone where it is missing', () => {
    const headers = {};
    tidyForwardedFor(headers);
    expect(headers).toEqual({});
  });
});
