import { purify } from './safe-html';
import { toSafeHtml } from './safe-source';

describe('texts that the server has rendered', () => {
  it('are purified, and not rendered again', () => {
    expect(purify('2 * 3 * 4 and # 5')).toBe('2 * 3 * 4 and # 5');
    expect(purify('<p>*a*<script>alert(1)</script></p>')).toBe('<p>*a*</p>');
  });
});

describe('texts from other people', () => {
  it.each([
    '<script>alert(1)</script>',
    '<img src=x onerror=alert(1)>',
    '<a href="javascript:alert(1)">x</a>',
    '<svg onload=alert(1)></svg>',
    '<iframe src="https://example.com"></iframe>',
    '<form action="/api/user/self"><input name="password"></form>',
    '[x](javascript:alert(1))',
  ])('contain no active content: %s', text => {
    expect(toSafeHtml(`hello ${text}`)).not.toMatch(/script|onerror|onload|iframe|<form|<input/i);
  });

  it('keep their formatting as HTML', () => {
    expect(toSafeHtml('<p>Hello <b>you</b></p>')).toBe('<p>Hello <b>you</b></p>');
  });

  it('are treated as markdown when they contain no tags', () => {
    expect(toSafeHtml('## Title').trim()).toBe('<h2>Title</h2>');
  });

  it('open links in a window that has no access to this one', () => {
    const html = toSafeHtml('[docs](https://example.com)');
    expect(html).toContain('target="_blank"');
    expect(html).toContain('rel="noopener noreferrer"');
  });
});
