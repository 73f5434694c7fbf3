import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { consolePaths } from '@contracts';

const dist = join(__dirname, '../../../dist/frontend');
const isBuilt = existsSync(join(dist, 'index.html'));

/** The size limit of a first visit before anything is visible: scripts and styles together, compressed. */
const FIRST_LOAD_MAX_BYTES = 300_000;

const page = isBuilt ? readFileSync(join(dist, 'index.html'), 'utf8') : '';
const filesOfPage = [...page.matchAll(/(?:src|href)="\/(assets\/[^"]+\.(?:js|css))"/g)].map(([, file]) => file ?? '');

if (!isBuilt) console.info('first load: the console is not built, nothing to weigh (npm run build)');
const whenBuilt = isBuilt || process.env.CI === 'true' ? it : it.skip;

describe('the built console', () => {
  whenBuilt('weighs less than 300 kB on the first load', () => {
    const bytes = filesOfPage.map(file => gzipSync(readFileSync(join(dist, file))).length);
    expect(filesOfPage.length).toBeGreaterThan(1);
    expect(bytes.reduce((sum, size) => sum + size, 0)).toBeLessThan(FIRST_LOAD_MAX_BYTES);
  });

  whenBuilt('has no scripts that import each other in a circle, which would run one of them too early', () => {
    const folder = join(dist, 'assets');
    const importsOf = (name: string): readonly string[] =>
      [...readFileSync(join(folder, name), 'utf8').matchAll(/(?:from|import)\s*"\.\/([^"]+\.js)"/g)].map(
        ([, file]) => file ?? '',
      );
    const done = new Set<string>();
    const visit = (name: string, above: readonly string[]): readonly string[] => {
      if (above.includes(name)) return [[...above.slice(above.indexOf(name)), name].join(' > ')];
      if (done.has(name)) return [];
      const circles = importsOf(name).flatMap(next => visit(next, [...above, name]));
      done.add(name);
      return circles;
    };
    const scripts = readdirSync(folder).filter(name => name.endsWith('.js'));
    expect(scripts.length).toBeGreaterThan(50);
    expect(scripts.flatMap(name => visit(name, []))).toEqual([]);
  });

  whenBuilt('knows for each of its pages which scripts it needs beside the first load', () => {
    const pages = Object.entries(
      JSON.parse(readFileSync(join(dist, 'page-files.json'), 'utf8')) as Record<string, readonly string[]>,
    );
    const known = pages.map(([path]) => path);
    const isKnown = (path: string) => known.includes(path) || known.some(page => path.startsWith(`${page}/`));
    expect(consolePaths.filter(path => !isKnown(path))).toEqual([]);
    for (const [, scripts] of pages) {
      expect(scripts.length).toBeGreaterThan(0);
      expect(scripts.filter(script => !existsSync(join(dist, script)))).toEqual([]);
      expect(scripts.filter(script => filesOfPage.includes(script.slice(1)))).toEqual([]);
    }
    const textsOf = (path: string) => pages.find(([page]) => page === path)?.[1].filter(file => /\/en-/.test(file));
    expect([textsOf('/login')?.length, textsOf('/token')?.length]).toEqual([0, 1]);
  });

  whenBuilt('has no script inside its page, which the content policy would stop', () => {
    expect(page).toContain('<script type="module"');
    expect(page).not.toMatch(/<script(?![^>]*\ssrc=)[^>]*>/);
    expect(page).not.toMatch(/\son\w+=/);
  });
});
