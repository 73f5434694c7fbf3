import { createReadStream, createWriteStream, existsSync } from 'node:fs';
import { open, readdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { makeFolder } from '@platform';
import { type Bytes } from '../sealed-stream';
import { backupsAmong, backupTimeOf, type BackupPlace, type StoredBackup } from './place';

const OWNER_ONLY = 0o600;
const UNFINISHED = '.part';
/** A backup takes less; what is older was left by a process that was killed. */
const UNFINISHED_MAX_MS = 24 * 3_600_000;

/**
 * Writes a file that nothing has the name of yet. Until it is whole and on the disk it ends in `.part`.
 *
 * @returns number of bytes
 * @throws Error with a sentence when the file is there already
 */
export async function writeWhole(path: string, bytes: Bytes): Promise<number> {
  const unfinished = `${path}${UNFINISHED}`;
  try {
    if (existsSync(path)) throw new Error(`${path} is there already.`);
    await pipeline(bytes, createWriteStream(unfinished, { mode: OWNER_ONLY }));
    await synced(unfinished);
    await rename(unfinished, path);
    await synced(dirname(path)).catch(() => undefined); // not every system lets a folder be synced
    return (await stat(path)).size;
  } catch (error) {
    await rm(unfinished, { force: true });
    throw error;
  }
}

async function synced(path: string): Promise<void> {
  const opened = await open(path);
  try {
    await opened.sync();
  } finally {
    await opened.close();
  }
}

/** Backups in a folder of this machine. */
export class FolderPlace implements BackupPlace {
  constructor(readonly name: string) {}

  async write(name: string, bytes: Bytes): Promise<number> {
    makeFolder(this.name, 0o700);
    await this.removeUnfinished();
    return writeWhole(join(this.name, name), bytes);
  }

  read(name: string): Bytes {
    return createReadStream(join(this.name, name));
  }

  async list(): Promise<readonly StoredBackup[]> {
    const names = await this.names();
    const files = await Promise.all(
      names
        .filter(name => backupTimeOf(name) !== null)
        .map(async name => ({ name, bytes: (await stat(join(this.name, name))).size })),
    );
    return backupsAmong(files);
  }

  async remove(name: string): Promise<void> {
    await rm(join(this.name, name), { force: true });
  }

  /** A folder that was not made yet holds nothing. */
  private async names(): Promise<readonly string[]> {
    try {
      return await readdir(this.name);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
      throw error;
    }
  }

  private async removeUnfinished(): Promise<void> {
    for (const name of await this.names()) {
      if (!name.endsWith(UNFINISHED) || backupTimeOf(name.slice(0, -UNFINISHED.length)) === null) continue;
      const path = join(this.name, name);
      const { mtimeMs } = await stat(path);
      if (Date.now() - mtimeMs > UNFINISHED_MAX_MS) await rm(path, { force: true });
    }
  }
}
