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
export function configDirectory(): string {
  return join(rootDirectory(), 'config');
}

/** The built console; may be absent while developing. */
export function consoleDirectory(): string {
  return join(rootDirectory(), 'dist', 'frontend');
}
