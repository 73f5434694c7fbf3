import { readdirSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';

export const ROOT = join(__dirname, '../..');

/** A source file of ours, with its path from the root in forward slashes. */
export interface SourceFile {
  readonly path: string;
  readonly text: string;
}

/** TypeScript sources below a directory of the repository; generated and installed files are none. */
export function sourceFiles(directory: string): readonly SourceFile[] {
  return walk(join(ROOT, directory)).map(path => ({
    path: relative(ROOT, path).split(sep).join('/'),
    text: readFileSync(path, 'utf8'),
  }));
}

function walk(directory: string): readonly string[] {
  return readdirSync(directory, { withFileTypes: true }).flatMap(entry => {
    if (entry.name === 'node_modules' || entry.name === 'dist' || entry.name.startsWith('__')) return [];
    const path = join(directory, entry.name);
    if (entry.isDirectory()) return walk(path);
    return /\.tsx?$/.test(entry.name) ? [path] : [];
  });
}

/** What a file imports or re-exports, in the words of its statements. */
export function importsOf({ text }: SourceFile): readonly string[] {
  const pattern =
    /(?:^|\n)\s*(?:import|export)\s[^;'"]*?from\s*['"]([^'"]+)['"]|(?:import|require)\(\s*['"]([^'"]+)['"]\s*\)|(?:^|\n)\s*import\s+['"]([^'"]+)['"]/g;
  return [...text.matchAll(pattern)].map(match => match[1] ?? match[2] ?? match[3] ?? '');
}
