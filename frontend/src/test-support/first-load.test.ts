import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

const dist = join(__dirname, '../../../dist/frontend');
const isBuilt = existsSync(join(dist, 'index.html'));

/** The size limit of a first visit before anything is visible: scripts and styles together, compressed. */
const FIRST_LOAD_MAX_BYTES = 350_000;

const page = isBuilt ? readFileSync(join(dist, 'index.html'), 'utf8') : '';
const filesOfPage = [...page.matchAll(/(?:src|href)="\/(assets\/[^"]+\.(?:js|css))"/g)].map(([, file]) => file ?? '');

if (!isBuilt) console.info('first load: the console is not built, nothing to weigh (npm run build)');
const whenBuilt = isBuilt || process.env.CI === 'true' ? it : it.skip;

describe('the built console', () => {
  whenBuilt('weighs less than 350 kB on the first load', () => {
    const bytes = filesOfPage.map(file => gzipSync(readFileSync(join(dist, file))).length);
    expect(filesOfPage.length).toBeGreaterThan(1);
    expect(bytes.reduce((sum, size) => sum + size, 0)).toBeLessThan(FIRST_LOAD_MAX_BYTES);
  });

  whenBuilt('has no script inside its page, which the content policy would stop', () => {
    expect(page).toContain('<script type="module"');
    expect(page).not.toMatch(/<script(?![^>]*\ssrc=)[^>]*>/);
    expect(page).not.toMatch(/\son\w+=/);
  });
});
