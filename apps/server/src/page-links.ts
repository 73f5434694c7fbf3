import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseJsonObject } from '@kernel';

/** The build writes some kilobytes. */
const FILE_LIMITS = { bytesMax: 1_000_000 } as const;

/**
 * The header `link` for a page of the console: the scripts and styles that it needs beside the first load. Browsers ask for
 * them while the first load is on its way, and behind it.
 *
 * @param directory the built console; a build without `page-files.json` has no such headers
 * @returns for a path without its query: the header, or null
 */
export function readPageLinks(directory: string): (path: string) => string | null {
  const links = new Map<string, string | null>();
  const file = join(directory, 'page-files.json');
  const pages = existsSync(file) ? parseJsonObject(readFileSync(file), FILE_LIMITS) : {};
  for (const [path, files] of Object.entries(pages)) links.set(path, headerOf(files));
  return path => {
    // The addresses below a page, such as those of its forms, show the same page.
    for (let known = path; known !== ''; known = known.slice(0, known.lastIndexOf('/'))) {
      const link = links.get(known);
      if (link !== undefined) return link;
    }
    return null;
  };
}

function headerOf(files: unknown): string | null {
  if (!Array.isArray(files) || files.length === 0) return null;
  return files.map(file => `<${file}>; ${kindOf(String(file))}; crossorigin; fetchpriority=low`).join(', ');
}

function kindOf(file: string): string {
  return file.endsWith('.css') ? 'rel=preload; as=style' : 'rel=modulepreload';
}
