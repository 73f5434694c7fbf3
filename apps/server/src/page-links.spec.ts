import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readPageLinks } from './page-links';

const directory = mkdtempSync(join(tmpdir(), 'page-links-'));
afterAll(() => rmSync(directory, { recursive: true }));

function linksOf(pages: unknown): (path: string) => string | null {
  writeFileSync(join(directory, 'page-files.json'), JSON.stringify(pages));
  return readPageLinks(directory);
}

describe('the scripts and styles of a page', () => {
  it('are named in the order of the build, each to be loaded behind the first load', () => {
    const link = linksOf({ '/token': ['/assets/a.js', '/assets/b.css'] });
    expect(link('/token')).toBe(
      '</assets/a.js>; rel=modulepreload; crossorigin; fetchpriority=low, ' +
        '</assets/b.css>; rel=preload; as=style; crossorigin; fetchpriority=low',
    );
  });

  it('are those of the page above, where an address has none of its own', () => {
    const link = linksOf({
      '/': ['/assets/home.js'],
      '/user': ['/assets/users.js'],
      '/user/reset': ['/assets/reset.js'],
    });
    expect(link('/user/edit/7')).toContain('/assets/users.js');
    expect(link('/user/reset')).toContain('/assets/reset.js');
    expect(link('/')).toContain('/assets/home.js');
    expect(link('/unknown')).toBeNull();
  });

  it('are not named where a page needs none, or the build did not say', () => {
    expect(linksOf({ '/': [] })('/')).toBeNull();
    expect(readPageLinks(join(directory, 'absent'))('/')).toBeNull();
  });
});
