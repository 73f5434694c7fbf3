import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { screensIn } from '../../screens.mts';
import { en } from './en';
import { en as account } from './en-account';
import { en as daily } from './en-daily';
import { en as first } from './en-first';
import { en as manage } from './en-manage';
import { en as operate } from './en-operate';
import { zh as chineseAccount } from './zh-account';
import { zh as chineseDaily } from './zh-daily';
import { zh as chineseFirst } from './zh-first';
import { zh as chineseManage } from './zh-manage';
import { zh as chineseOperate } from './zh-operate';

const source = join(__dirname, '..');
const parts: Readonly<Record<string, object>> = { first, daily, operate, account, manage };

/** Pages, each with the parts of the texts that it loads beside the first. */
const screens = screensIn(readFileSync(join(source, 'app/routes.tsx'), 'utf8')).map(({ address, module, texts }) => ({
  address,
  entry: join('app', `${module}.tsx`),
  loaded: texts ?? Object.keys(parts),
}));

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

/** The keys of texts in the files of a page that its parts do not bring, as `file: area`. */
function lackingIn(entry: string, loaded: readonly string[]): readonly string[] {
  const areas = ['first', ...loaded].flatMap(part => Object.keys(parts[part] ?? {}));
  return [...loadedWith(entry)].flatMap(file =>
    [...readFileSync(file, 'utf8').matchAll(KEY)]
      .map(([, area]) => area ?? '')
      .filter(area => !areas.includes(area))
      .map(area => `${relative(source, file)}: ${area}`),
  );
}

describe('the texts of a page', () => {
  it.each(screens)('at $address are in the parts that it loads', ({ entry, loaded }) => {
    expect(loadedWith(entry).size).toBeGreaterThan(3);
    expect(lackingIn(entry, loaded)).toEqual([]);
  });

  it('are in the first part where everything starts', () => {
    expect(lackingIn('app/start.tsx', [])).toEqual([]);
  });

  it('are known of all pages', () => {
    expect(screens.length).toBeGreaterThan(30);
    expect(screens.filter(({ loaded }) => loaded.length === 0).map(({ address }) => address)).toContain('/login');
  });

  it('are the same areas in both languages', () => {
    const chinese = [chineseFirst, chineseDaily, chineseOperate, chineseAccount, chineseManage];
    expect(chinese.map(part => Object.keys(part))).toEqual(Object.values(parts).map(part => Object.keys(part)));
  });
});
