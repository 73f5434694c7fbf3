import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** The directory that holds package.json, both when this runs from sources and when it runs from the build. */
export function rootDirectory(): string {
  let directory = __dirname;
  while (!existsSync(join(directory, 'package.json'))) {
    const parent = dirname(directory);
    if (parent === directory) throw new Error('The installation is incomplete: package.json was not found.');
    directory = parent;
  }
  return directory;
}

/** The directory of the shipped defaults and the price book. */
export function configDirectory(): string {
  return join(rootDirectory(), 'config');
}

/** The version of this installation. */
export function productVersion(): string {
  const { version } = JSON.parse(readFileSync(join(rootDirectory(), 'package.json'), 'utf8')) as { version: string };
  return version;
}

/** The directory of the built console, which may be missing during development. */
export function consoleDirectory(): string {
  return join(rootDirectory(), 'dist', 'frontend');
}

/** What the routes of the console answer, as the build wrote it; it may be missing during development. */
export function answersFile(): string {
  return join(rootDirectory(), 'dist', 'openapi', 'answers.json');
}
