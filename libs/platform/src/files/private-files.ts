import { chmodSync, closeSync, openSync } from 'node:fs';

const OWNER_ONLY = 0o600;

/** Creates a file if it does not exist, and makes it accessible to its owner only. */
export function ensurePrivateFile(path: string): void {
  closeSync(openSync(path, 'a', OWNER_ONLY));
  restrictFile(path);
}

/**
 * Makes an existing file accessible to its owner only. Where that is impossible, because the file belongs to another
 * user or its file system has no owners, the person who set it up has decided who may read it.
 */
export function restrictFile(path: string): void {
  try {
    chmodSync(path, OWNER_ONLY);
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    if (!['ENOENT', 'EPERM', 'EROFS', 'ENOTSUP', 'ENOSYS'].includes(code)) throw error;
  }
}
