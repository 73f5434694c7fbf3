import { screen } from '@testing-library/react';
import { renderPage } from '../../test-support/render-page';
import { Markdown } from './Markdown';

function show(text: string) {
  return renderPage(<Markdown text={text} />);
}

describe('a formatted answer', () => {
  it('has tables, lists of tasks and highlighted code', async () => {
    await show('| a | b |\n|---|---|\n| 1 | 2 |\n\n- [x] done\n\n```js\nconst a = 1;\n```');
    expect(screen.getByRole('table')).toBeTruthy();
    expect(screen.getByRole('checkbox')).toBeTruthy();
    expect(document.querySelector('.hljs-keyword')?.textContent).toBe('const');
    expect(screen.getByRole('button', { name: 'Copy' })).toBeTruthy();
  });

  it('opens links in a page that has no access to this one', async () => {
    await show('[site](https://example.com)');
    const link = screen.getByRole('link', { name: 'site' });
    expect(link.getAttribute('href')).toBe('https://example.com');
    expect(link.getAttribute('target')).toBe('_blank');
    expect(link.getAttribute('rel')).toContain('noopener');
  });

  it.each(['javascript:alert(1)', 'data:text/html,<script>1</script>', 'vbscript:x'])(
    'follows no %s',
    async address => {
      await show(`[site](${address})`);
      expect(document.querySelector('.markdown a')?.getAttribute('href') ?? '').toBe('');
    },
  );

  it('shows HTML as text', async () => {
    await show('<img src=x onerror=alert(1)> <script>alert(1)</script>');
    expect(document.querySelector('.markdown img, .markdown script')).toBeNull();
  });

  it('shows image data, and no other data', async () => {
    await show('![one](data:image/png;base64,AAAA) ![two](data:image/svg+xml;base64,AAAA)');
    expect(screen.getByAltText('one').getAttribute('src')).toBe('data:image/png;base64,AAAA');
    expect(screen.getByAltText('two').getAttribute('src') ?? '').toBe('');
  });
});
