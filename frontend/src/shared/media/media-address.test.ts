import { kindsOf, safeMediaAddress } from './media-address';

describe('an address that may be loaded', () => {
  it.each([
    ['https://cdn.example.com/a.png?x=1', 'https://cdn.example.com/a.png?x=1'],
    [' http://10.0.0.4:8080/b ', 'http://10.0.0.4:8080/b'],
    ['/mj/image/17', `${window.location.origin}/mj/image/17`],
    ['data:image/png;base64,AAAA', 'data:image/png;base64,AAAA'],
  ])('can be %s', (text, address) => {
    expect(safeMediaAddress(text)).toBe(address);
  });

  it.each([
    '',
    'javascript:alert(1)',
    ' JavaScript:alert(1)',
    'data:text/html,<script>1</script>',
    'data:image/svg+xml,<svg onload="1">',
    'blob:https://a/1',
    'file:///etc/passwd',
    'ftp://a/b',
    'https://',
    'word',
    null,
    7,
    { url: 'https://a/b' },
  ])('cannot be %j', value => {
    expect(safeMediaAddress(value)).toBeNull();
  });
});

describe('the kinds of media tried for an address', () => {
  it.each([
    ['https://a/b.mp4?x=y.png', ['video']],
    ['https://a/b.PNG', ['image']],
    ['data:image/png;base64,AAAA', ['image']],
    ['https://a/mj/image/17', ['video', 'image']],
  ])('of %s are %j', (address, kinds) => {
    expect(kindsOf(address, 'video')).toEqual(kinds);
  });

  it('begin with an image when one is likely', () => {
    expect(kindsOf('https://a/b', 'image')).toEqual(['image', 'video']);
  });
});
