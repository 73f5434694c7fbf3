import { type Plugin, type Rolldown } from 'vite';

/** A style sheet of the first load, as Vite writes it into the page. */
const STYLE_SHEET = /<link rel="stylesheet"( crossorigin)? href="([^"]+)">/g;

/**
 * Makes the page ask at once for all that the first load consists of, and wait for none of it before it shows the logo:
 * the scripts that `main.ts` imports in turn, and the styles, which it applies itself (`base/late-styles.ts`).
 */
export function firstLoad(): Plugin {
  return {
    name: 'first-load',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler: (html, { bundle, chunk }) => ({
        html: html.replaceAll(STYLE_SHEET, '<link rel="preload" as="style"$1 href="$2" data-late-style>'),
        tags: chunk && bundle ? importsOf(chunk, bundle).map(preload) : [],
      }),
    },
  };
}

/** The scripts that the entry imports in turn, and those that they need, apart from those that it needs itself. */
function importsOf(entry: Rolldown.OutputChunk, bundle: Rolldown.OutputBundle): readonly string[] {
  const found = withImports(entry.dynamicImports, bundle);
  return found.filter(name => name !== entry.fileName && !entry.imports.includes(name));
}

/** Scripts with those that they import, in turn. */
export function withImports(names: readonly string[], bundle: Rolldown.OutputBundle): readonly string[] {
  const found = new Set(names);
  for (const name of found) {
    const chunk = bundle[name];
    if (chunk?.type === 'chunk') for (const next of chunk.imports) found.add(next);
  }
  return [...found];
}

function preload(name: string) {
  return {
    tag: 'link',
    injectTo: 'head' as const,
    attrs: { rel: 'modulepreload', crossorigin: true, href: `/${name}` },
  };
}
