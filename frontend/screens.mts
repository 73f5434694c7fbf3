/** One entry of the table in `routes.tsx`: its address, the module that it loads, and what follows. */
const SCREEN = /path: '([^']+)',[^{}]*?import\('([^']+)'\)([^{}]*)/g;
const TEXTS = /texts: \[([^\]]*)\]/;

/** An entry of the table of pages, as the build and its tests read it. */
export interface ScreenEntry {
  readonly address: string;
  /** The module that the page is in, from the folder of the table, without its ending. */
  readonly module: string;
  /** The parts of the texts that it names; null where it needs all of them. */
  readonly texts: readonly string[] | null;
}

/**
 * The entries of the table of pages.
 *
 * @param source the text of `routes.tsx`
 * @throws Error when an entry has another shape
 */
export function screensIn(source: string): readonly ScreenEntry[] {
  const screens = [...source.matchAll(SCREEN)].map(([, address = '', module = '', rest = '']) => {
    const named = TEXTS.exec(rest)?.[1];
    const texts = named === undefined ? null : [...named.matchAll(/\w+/g)].map(([part]) => part);
    return { address, module, texts };
  });
  const pages = source.match(/await import\(/g)?.length;
  if (screens.length !== pages) throw new Error('routes.tsx has a page that cannot be read');
  return screens;
}
