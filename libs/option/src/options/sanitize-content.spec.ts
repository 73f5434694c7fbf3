import { isCheapMarkdown } from './markdown-cost';
import { sanitizeContent } from './sanitize-content';

const LENGTH = 100_000;

function repeated(part: string): string {
  return part.repeat(Math.ceil(LENGTH / part.length)).slice(0, LENGTH);
}

/** Texts for which readers of markdown or HTML may need the square of their length, or more. */
const HOSTILE = [
  '<a‹a', '<a', '<', '</', '<!--', '![', '[', '](', '[a](', '[a][b', '*a', '**a', '_a_', '__a', '_a*', '*_', '***', '~~a',
  '!', 'a!', '``a', '|a', '| | \n|-|-|\n', '> ', '>', '- ', '1. ', '   > ', '- [ ] a\n', 'http://a.b/(', '&#x', '\\[',
  '<b>', '<p style="color:red;', '<a b=c ', '<a b="', '&amp', "<a b='",
]; // prettier-ignore

describe('content of administrators', () => {
  it.each(HOSTILE)('of %j, repeated many times, is read in a moment', part => {
    const before = process.cpuUsage();
    sanitizeContent(repeated(part));
    const { user } = process.cpuUsage(before);
    // The time is that of the processor, not of the clock. Slow implementations took two to twenty seconds; most texts
    // now take some hundredths of a second.
    expect(user / 1_000).toBeLessThan(1_500);
  });

  it('is still read as markdown when it is long', () => {
    const paragraph =
      '**Prices** change on *Monday*; see [the list](https://example.org/a_b_c) or `GET /v1/models`.\n\n';
    const row = '| gpt-4o | 1.25 | 4 |\n';
    const text = `${paragraph.repeat(400)}| a | b | c |\n|---|---|---|\n${row.repeat(200)}\n${'- **Point** one\n'.repeat(800)}`;
    expect(text.length).toBeLessThan(LENGTH);
    expect(isCheapMarkdown(text)).toBe(true);
    const html = sanitizeContent(text);
    expect(html).toContain('<strong>Prices</strong>');
    expect(html).toContain('<td>1.25</td>');
  });

  it('is shown as written when reading it would take too long', () => {
    expect(sanitizeContent('_a*'.repeat(4_000))).toMatch(/^<pre>_a\*_a\*/);
    expect(sanitizeContent(`${'> '.repeat(60)}deep`)).toMatch(/^<pre>/);
  });

  it.each([
    ['a < b and c > d', '<p>a &lt; b and c &gt; d</p>'],
    ['<b>bold', '<b>bold</b>'],
    ['<not closed', '<p>&lt;not closed</p>'],
    ['1 > 0 <b', '<p>1 &gt; 0 &lt;b</p>'],
  ])('is recognised as HTML or text: %s', (text, html) => {
    expect(sanitizeContent(text)).toBe(html);
  });
});
