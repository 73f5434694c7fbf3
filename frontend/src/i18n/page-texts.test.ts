import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { en } from './en';
import { en as first } from './en-first';
import { zh as firstChinese } from './zh-first';

const source = join(__dirname, '..');

/** Where a first visit may begin; their texts come with the first load (`isEntrance` in routes.tsx). */
const ENTRANCES = [
  'app/start.tsx',
  'features/home/HomePage.tsx',
  'features/auth/LoginPage.tsx',
  'features/auth/RegisterPage.tsx',
  'features/auth/ResetRequestPage.tsx',
  'features/auth/ResetConfirmPage.tsx',
];

const IMPORT = /^(?:import|export)\s[^;]*?from '(\.[^']+)'|^import '(\.[^']+)'/gm;
const KEY = new RegExp(`['"\`](${Object.keys(en).join('|')})\\.[a-z_$]`, 'g');

/** The files that are loaded with a file, because it imports them at its top. */
function loadedWith(entry: string): ReadonlySet<string> {
  const found = new Set<string>();
  const left = [join(source, entry)];
  for (let file = left.pop(); file !== undefined; file = left.pop()) {
    if (found.has(file) || file.includes('/i18n/')) continue;
    found.add(file);
    const folder = dirname(file);
    for (const [, named, bare] of readFileSync(file, 'utf8').matchAll(IMPORT)) {
      const base = join(folder, named ?? bare ?? '');
      const path = [`${base}.ts`, `${base}.tsx`, `${base}/index.ts`].find(existsSync);
      if (path !== undefined) left.push(path);
    }
  }
  return found;
}

/** The keys of texts in the files of an entrance that the first load does not bring, as `file: area`. */
function lackingIn(entry: string): readonly string[] {
  return [...loadedWith(entry)].flatMap(file =>
    [...readFileSync(file, 'utf8').matchAll(KEY)]
      .map(([, area]) => area ?? '')
      .filter(area => !(area in first))
      .map(area => `${relative(source, file)}: ${area}`),
  );
}

describe('the texts of a first visit', () => {
  it.each(ENTRANCES)('are all that %s uses', entry => {
    expect(loadedWith(entry).size).toBeGreaterThan(3);
    expect(lackingIn(entry)).toEqual([]);
  });

  it('are the same areas in both languages', () => {
    expect(Object.keys(firstChinese)).toEqual(Object.keys(first));
  });
});
