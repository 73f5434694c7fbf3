import { randomBytes } from 'node:crypto';
import { existsSync, linkSync, readFileSync, unlinkSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { makeFolder } from '../files/make-folder';
import { restrictFile } from '../files/private-files';

/**
 * The secret kept in a file of mode 0600, made on first use. Two processes starting together agree on one: the file is
 * written aside and linked into place, and only the first link succeeds.
 *
 * @param file path, or null for a secret that lives only as long as the process (database in memory)
 */
export function generatedSecret(file: string | null): string {
  const fresh = randomBytes(32).toString('hex');
  if (file === null) return fresh;
  makeFolder(dirname(file));
  restrictFile(file); // copied or restored ones come with any mode
  const aside = `${file}.${process.pid}`;
  try {
    return readFileSync(file, 'utf8').trim();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
  writeFileSync(aside, fresh, { mode: 0o600 });
  try {
    linkSync(aside, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    unlinkSync(aside);
  }
  return readFileSync(file, 'utf8').trim();
}

/** The secret in a file, or an empty text where there is none. */
export function keptSecret(file: string): string {
  return existsSync(file) ? readFileSync(file, 'utf8').trim() : '';
}
