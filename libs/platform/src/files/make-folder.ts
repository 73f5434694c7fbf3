import { existsSync, mkdirSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';

/**
 * Makes a folder and those above it that are missing. Node's own way of making several at once never ends where a file
 * system makes no folders and says that the parent, which is there, is not, as `/proc` does.
 *
 * @throws Error with a sentence where no folder can be; other errors of the file system as they are
 */
export function makeFolder(path: string, mode?: number): void {
  const missing: string[] = [];
  let parent = resolve(path);
  // The root is always there.
  for (; !existsSync(parent); parent = dirname(parent)) missing.unshift(parent);
  if (!statSync(parent).isDirectory()) {
    const sentence = `${parent} is a file, and ${resolve(path)} was to be a folder: choose another place`;
    throw Object.assign(new Error(sentence), { code: 'ENOTDIR' });
  }
  for (const folder of missing) makeOne(folder, mode);
}

function makeOne(folder: string, mode: number | undefined): void {
  try {
    mkdirSync(folder, { mode });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST') return; // somebody else has made it meanwhile
    if (code !== 'ENOENT') throw error;
    throw new Error(`no folder can be made in ${dirname(folder)}: choose another place.`, { cause: error });
  }
}
