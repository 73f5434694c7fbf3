import { type DataSource } from 'typeorm';
import { openArchive } from './archive-file';
import { backUp, type BackupOptions } from './backup';
import { checkArchive } from './check-archive';
import { differingTables, type TableDigest } from './digest';
import { type BackupPlace } from './places/place';
import { type Bytes } from './sealed-stream';

export interface MadeBackup {
  readonly bytes: number;
  readonly tables: readonly TableDigest[];
}

export interface MakeOptions extends Omit<BackupOptions, 'write'> {
  /** Ends the work; nothing is left in the place then. */
  readonly signal?: AbortSignal;
}

/**
 * Puts a backup into a place and reads it back to its end: one that is not what was written is removed.
 *
 * @throws Error with a sentence; the place holds what it held before then
 */
export async function makeBackup(
  source: DataSource,
  place: BackupPlace,
  name: string,
  { signal, ...options }: MakeOptions,
): Promise<MadeBackup> {
  let bytes = 0;
  const write = async (pieces: Bytes): Promise<void> => {
    bytes = await place.write(name, until(signal, pieces), signal);
  };
  const tables = await backUp(source, { ...options, write });
  try {
    const archive = await openArchive(
      { name, read: () => until(signal, place.read(name, signal)) },
      options.passphrase,
    );
    const differing = differingTables(tables, await checkArchive(archive));
    if (differing.length > 0) throw new Error(`these tables are not what was written: ${differing.join(', ')}.`);
  } catch (cause) {
    await place.remove(name).catch(() => undefined); // what is told is why it cannot be read
    throw new Error(`the backup cannot be read back, and is removed: ${(cause as Error).message}`, { cause });
  }
  return { bytes, tables };
}

async function* until(signal: AbortSignal | undefined, bytes: Bytes): AsyncGenerator<Buffer> {
  for await (const piece of bytes) {
    if (signal?.aborted === true) throw new Error('the server ended while the backup was made.');
    yield piece;
  }
}
