import { chmodSync, closeSync, openSync } from 'node:fs';

const OWNER_ONLY = 0o600;

/** Makes a file when there is none, and shuts it to everybody but its owner, also one that is there already. */
export function ensurePrivateFile(path: string): void {
  closeSync(openSync(path, 'a', OWNER_ONLY));
  restrictFile(path);
}

/**
 * Shuts an existing file to everybody but its owner. Where that cannot be done, because the file belongs to somebody else
 * or its file system knows no owners, whoever set it up so has decided who reads it.
 */
export function restrictFile(path: string): void {
  try {
    chmodSync(path, OWNER_ONLY);
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    if (!['ENOENT', 'EPERM', 'EROFS', 'ENOTSUP', 'ENOSYS'].includes(code)) throw error;
  }
}
