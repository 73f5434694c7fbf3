import { existsSync, statSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { backupNameAt, bucketAddress, FolderPlace, fileSource, placeAt, storedSource } from '@archive';
import { type ArchiveSource, type BackupPlace } from '@archive';

const BACKUP_NAME = /\.backup$/;

/** The folder or bucket into which a backup goes. */
export function placeNameOf(to: string): string {
  if (bucketAddress(to) !== null) return to;
  const path = resolve(to);
  return isFolder(path) ? path : dirname(path);
}

function isFolder(path: string): boolean {
  return existsSync(path) && statSync(path).isDirectory();
}

/** Where a backup goes: a file, or one named by the time in a folder or a bucket. @throws Error when it is there already */
export async function backupTarget(
  to: string,
  nowMs: number,
  environment: NodeJS.ProcessEnv,
): Promise<{ readonly place: BackupPlace; readonly name: string; readonly shown: string }> {
  const address = bucketAddress(to);
  const path = resolve(to);
  if (address === null) {
    const file = isFolder(path) ? join(path, backupNameAt(nowMs)) : path;
    if (existsSync(file)) throw new Error(`${file} is there already.`);
    return { place: new FolderPlace(dirname(file)), name: basename(file), shown: file };
  }
  const place = await placeAt(address.bucket, address.key, environment);
  const name = backupNameAt(nowMs);
  return { place, name, shown: `${place.name}/${name}` };
}

/** The backup that is named, or the newest one below an address of a bucket. @throws Error when there is none */
export async function backupSource(from: string, environment: NodeJS.ProcessEnv): Promise<ArchiveSource> {
  const address = bucketAddress(from);
  if (address === null) return fileSource(resolve(from));
  const { bucket, key } = address;
  if (!BACKUP_NAME.test(key)) {
    const place = await placeAt(bucket, key, environment);
    const [newest] = await place.list();
    if (!newest) throw new Error(`there is no backup in ${place.name}`);
    return storedSource(place, newest.name);
  }
  const at = key.lastIndexOf('/');
  const place = await placeAt(bucket, key.slice(0, Math.max(0, at)), environment);
  return storedSource(place, key.slice(at + 1));
}
