import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** The directory that holds package.json, whether this runs from sources or from the build. */
export function rootDirectory(): string {
  let directory = __dirname;
  while (!existsSync(join(directory, 'package.json'))) {
    const parent = dirname(directory);
    if (parent === directory) throw new Error('The installation is incomplete: package.json was not found.');
    directory = parent;
  }
  return directory;
}

/** Shipped defaults and price book. */
export const configDirectory = (): string => join(rootDirectory(), 'config');

/** The built console; may be absent while developing. */
export const consoleDirectory = (): string => join(rootDirectory(), 'dist', 'frontend');
