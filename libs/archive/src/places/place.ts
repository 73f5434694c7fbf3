import { randomBytes } from 'node:crypto';
import { type ArchiveSource } from '../archive-file';
import { type Bytes } from '../sealed-stream';

/** A backup as it lies in its place. */
export interface StoredBackup {
  readonly name: string;
  readonly bytes: number;
  /** When it was begun, as its name says. */
  readonly madeAtMs: number;
}

/** A folder or a bucket with backups. Failures are errors with a sentence for people, without secrets. */
export interface BackupPlace {
  /** For people. */
  readonly name: string;
  /**
   * Keeps bytes under a name that nothing has yet. Until all of them are there, nothing has the name; after a failure
   * nothing is left.
   *
   * @param signal ends the work, also while the place says nothing
   * @returns number of bytes
   */
  write(name: string, bytes: Bytes, signal?: AbortSignal): Promise<number>;
  read(name: string, signal?: AbortSignal): Bytes;
  /** The backups in the place, the newest first. */
  list(): Promise<readonly StoredBackup[]>;
  remove(name: string): Promise<void>;
}

const NAME = /^sluice-(\d{4})(\d{2})(\d{2})-(\d{2})(\d{2})(\d{2})\.backup$/;

/** `sluice-20261123-221530.backup`, in UTC. */
export function backupNameAt(nowMs: number): string {
  const digits = new Date(nowMs).toISOString().replace(/\D/g, '');
  return `sluice-${digits.slice(0, 8)}-${digits.slice(8, 14)}.backup`;
}

/** When a backup was begun; null for a name that no backup has. */
export function backupTimeOf(name: string): number | null {
  const found = NAME.exec(name);
  if (!found) return null;
  const [year = 0, month = 0, ...rest] = found.slice(1).map(Number);
  const [day, hour, minute, second] = rest;
  return Date.UTC(year, month - 1, day, hour, minute, second);
}

/** The backups among some files, the newest first. */
export function backupsAmong(files: readonly { readonly name: string; readonly bytes: number }[]): StoredBackup[] {
  return files
    .flatMap(({ name, bytes }) => {
      const madeAtMs = backupTimeOf(name);
      return madeAtMs === null ? [] : [{ name, bytes, madeAtMs }];
    })
    .sort((left, right) => right.madeAtMs - left.madeAtMs);
}

export function storedSource(place: BackupPlace, name: string): ArchiveSource {
  return { name: `${place.name}/${name}`, read: () => place.read(name) };
}

/** Does once with a few bytes what a backup needs: writes, lists, reads and removes. @throws Error with a sentence */
export async function tryPlace(place: BackupPlace): Promise<void> {
  const name = `sluice-test-${randomBytes(6).toString('hex')}`;
  const wanted = randomBytes(32);
  await place.write(name, onePiece(wanted));
  try {
    await place.list();
    const pieces: Buffer[] = [];
    for await (const piece of place.read(name)) pieces.push(piece);
    if (!Buffer.concat(pieces).equals(wanted))
      throw new Error(`${place.name} gives back other bytes than were written.`);
  } finally {
    await place.remove(name);
  }
}

async function* onePiece(bytes: Buffer): AsyncGenerator<Buffer> {
  yield bytes;
}
