import { readFileSync } from 'node:fs';
import path from 'node:path';
import { type Plugin, type Rolldown } from 'vite';
import { withImports } from './first-load.mts';
import { screensIn } from './screens.mts';

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
      const pages = pagesOf(root).map(({ address, modules }) => {
        const needed = [...new Set(modules.flatMap(scripts))].filter(file => !first.has(file));
        return [address, [...needed, ...stylesOf(needed, bundle)].map(file => `/${file}`)];
      });
      this.emitFile({ type: 'asset', fileName: 'page-files.json', source: JSON.stringify(Object.fromEntries(pages)) });
    },
  };
}

/** The addresses of pages, each with the modules that it loads. @throws Error when the table has another shape */
function pagesOf(root: string) {
  return screensIn(readFileSync(path.join(root, 'src/app/routes.tsx'), 'utf8')).map(({ address, module, texts }) => ({
    address,
    modules: [`${path.join('src/app', module)}.tsx`, ...(texts ?? ALL_TEXTS).map(part => `src/i18n/en-${part}.ts`)],
  }));
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
