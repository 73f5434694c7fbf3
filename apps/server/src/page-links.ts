import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseJsonObject } from '@kernel';

/** The build writes some kilobytes. */
const FILE_LIMITS = { bytesMax: 1_000_000 } as const;

/**
 * The header `link` for a page of the console: the scripts that it needs beside the first load. Browsers ask for them while
 * the first load is on its way, and behind it.
 *
 * @param directory the built console; a build without `page-files.json` has no such headers
 * @returns for a path without its query: the header, or null
 */
export function readPageLinks(directory: string): (path: string) => string | null {
  const links = new Map<string, string | null>();
  const file = join(directory, 'page-files.json');
  const pages = existsSync(file) ? parseJsonObject(readFileSync(file), FILE_LIMITS) : {};
  for (const [path, scripts] of Object.entries(pages)) links.set(path, headerOf(scripts));
  return path => {
    // The addresses below a page, such as those of its forms, show the same page.
    for (let known = path; known !== ''; known = known.slice(0, known.lastIndexOf('/'))) {
      const link = links.get(known);
      if (link !== undefined) return link;
    }
    return null;
  };
}

function headerOf(scripts: unknown): string | null {
  if (!Array.isArray(scripts) || scripts.length === 0) return null;
  return scripts.map(script => `<${script}>; rel=modulepreload; crossorigin; fetchpriority=low`).join(', ');
}
