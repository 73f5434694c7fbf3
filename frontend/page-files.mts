import { readFileSync } from 'node:fs';
import path from 'node:path';
import { type Plugin, type Rolldown } from 'vite';
import { withImports } from './first-load.mts';

/** One entry of the table in `routes.tsx`: its address, the module that it loads, and what follows, with the parts of the texts. */
const SCREEN = /path: '([^']+)',[^{}]*?import\('([^']+)'\)([^{}]*)/g;

const TEXTS = /texts: \[([^\]]*)\]/;
/** The parts of the texts that a page needs unless it names them. */
const ALL_TEXTS = ['daily', 'operate', 'account', 'manage'];

/**
 * Writes `page-files.json`: for each address of the console the scripts and styles that its page needs beside the first load. The
 * server names them in the header of the page, so that browsers ask for them before the first load has run.
 *
 * @param root the folder of the console
 */
export function pageFiles(root: string): Plugin {
  return {
    name: 'page-files',
    apply: 'build',
    generateBundle(_, bundle) {
      const chunks = Object.values(bundle).filter(file => file.type === 'chunk');
      const first = firstLoadOf(chunks, bundle);
      const scripts = (module: string) => {
        const chunk = chunks.find(({ moduleIds }) => moduleIds.includes(path.join(root, module)));
        if (!chunk) throw new Error(`page-files: no script holds ${module}`);
        return withImports([chunk.fileName], bundle);
      };
      const pages = screensOf(root).map(({ address, modules }) => {
        const needed = [...new Set(modules.flatMap(scripts))].filter(file => !first.has(file));
        return [address, [...needed, ...stylesOf(needed, bundle)].map(file => `/${file}`)];
      });
      this.emitFile({ type: 'asset', fileName: 'page-files.json', source: JSON.stringify(Object.fromEntries(pages)) });
    },
  };
}

/** The addresses of pages, each with the modules that it loads. @throws Error when the table has another shape */
function screensOf(root: string) {
  const source = readFileSync(path.join(root, 'src/app/routes.tsx'), 'utf8');
  const screens = [...source.matchAll(SCREEN)].map(([, address = '', module = '', rest = '']) => ({
    address,
    modules: [`${path.join('src/app', module)}.tsx`, ...textsIn(rest).map(part => `src/i18n/en-${part}.ts`)],
  }));
  if (screens.length !== source.match(/await import\(/g)?.length) {
    throw new Error('page-files: routes.tsx has a screen that cannot be read');
  }
  return screens;
}

/** The parts of the texts that an entry names. */
function textsIn(rest: string): readonly string[] {
  const named = TEXTS.exec(rest)?.[1];
  return named === undefined ? ALL_TEXTS : [...named.matchAll(/'(\w+)'/g)].map(([, part = '']) => part);
}

/** What the page asks for itself: the entry and the scripts that it imports in turn. */
function firstLoadOf(chunks: readonly Rolldown.OutputChunk[], bundle: Rolldown.OutputBundle): ReadonlySet<string> {
  const entries = chunks.filter(({ isEntry }) => isEntry);
  const named = entries.flatMap(({ fileName, dynamicImports }) => [fileName, ...dynamicImports]);
  return new Set(withImports(named, bundle));
}

/** The style sheets of scripts, which come with them. */
function stylesOf(scripts: readonly string[], bundle: Rolldown.OutputBundle): readonly string[] {
  const chunks = scripts.map(name => bundle[name]).filter(file => file?.type === 'chunk');
  return [...new Set(chunks.flatMap(chunk => [...(chunk.viteMetadata?.importedCss ?? [])]))];
}
