import { purify } from './safe-html';
import { toSafeHtml } from './safe-source';

describe('texts the server has rendered', () => {
  it('are purified, and not rendered again', () => {
    expect(purify('2 * 3 * 4 and # 5')).toBe('2 * 3 * 4 and # 5');
    expect(purify('<p>*a*<script>alert(1)</script></p>')).toBe('<p>*a*</p>');
  });
});

describe('texts of others', () => {
  it.each([
    '<script>alert(1)</script>',
    '<img src=x onerror=alert(1)>',
    '<a href="javascript:alert(1)">x</a>',
    '<svg onload=alert(1)></svg>',
    '<iframe src="https://example.com"></iframe>',
    '<form action="/api/user/self"><input name="password"></form>',
    '[x](javascript:alert(1))',
  ])('cannot act: %s', text => {
    expect(toSafeHtml(`hello ${text}`)).not.toMatch(/script|onerror|onload|iframe|<form|<input/i);
  });

  it('keep their shape as HTML', () => {
    expect(toSafeHtml('<p>Hello <b>you</b></p>')).toBe('<p>Hello <b>you</b></p>');
  });

  it('are read as markdown without tags', () => {
    expect(toSafeHtml('## Title').trim()).toBe('<h2>Title</h2>');
  });

  it('open links in a window that cannot reach back', () => {
    const html = toSafeHtml('[docs](https://example.com)');
    expect(html).toContain('target="_blank"');
    expect(html).toContain('rel="noopener noreferrer"');
  });
});
