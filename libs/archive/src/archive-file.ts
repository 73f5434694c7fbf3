import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { constants, createGunzip, createGzip } from 'node:zlib';
import { type TableDigest } from './digest';
import { type Row } from './rows';
import { type StoredTable } from './schema';
import { seal, SEALED_MARK, unseal, type Bytes } from './sealed-stream';

/** The first line of an archive. */
export interface ArchiveHead {
  readonly format: 'sluice-archive';
  readonly version: 1;
  /** ISO 8601, UTC. */
  readonly createdAt: string;
  /** Names of the migrations of the schema, in their order. */
  readonly migrations: readonly string[];
  readonly tables: readonly StoredTable[];
  /** Contents of the files with generated secrets by their names; null where they were left out. */
  readonly secrets: Readonly<Record<string, string>> | null;
  /** Tells whether a master key is the one that sealed the keys in the archive, without telling the key. */
  readonly masterKeyMark: string;
  /** Written during a rotation of the master key: some values may be sealed with this key. */
  readonly otherKeyMark?: string;
}

/** What an archive holds after its head: for each table its name, its rows, its digest; at last that it is whole. */
export type ArchivePart =
  | { readonly table: string }
  | { readonly rows: readonly Row[] }
  | { readonly end: TableDigest }
  | { readonly whole: true };

const GZIP_MARK = Buffer.from([0x1f, 0x8b]);
/** Rows of one line; a line is parsed at once. */
const LINE_ROWS = 100;

/** The bytes of an archive: lines of JSON, compressed, and encrypted where a pass phrase is given. */
export async function* archiveBytes(
  head: ArchiveHead,
  parts: AsyncIterable<ArchivePart>,
  passphrase: string | null,
): AsyncGenerator<Buffer> {
  const gzip = createGzip({ level: constants.Z_BEST_SPEED });
  const packed = pipeline(Readable.from(linesOf(head, parts)), gzip);
  packed.catch(() => undefined); // the reader of the bytes gets the failure
  yield* passphrase === null ? (gzip as Bytes) : seal(gzip, passphrase);
  await packed;
}

async function* linesOf(head: ArchiveHead, parts: AsyncIterable<ArchivePart>): AsyncGenerator<string> {
  yield `${JSON.stringify(head)}\n`;
  for await (const part of parts) {
    if (!('rows' in part)) yield `${JSON.stringify(part)}\n`;
    else {
      for (let at = 0; at < part.rows.length; at += LINE_ROWS) {
        yield `${JSON.stringify({ rows: part.rows.slice(at, at + LINE_ROWS) })}\n`;
      }
    }
  }
}

/** An archive that is being read: its head, then its parts in their order. */
export interface OpenArchive {
  readonly head: ArchiveHead;
  readonly parts: AsyncIterable<ArchivePart>;
  /** Lets go of an archive whose parts are not read. */
  readonly close: () => Promise<unknown>;
}

/** Where the bytes of an archive come from; they may be read several times. */
export interface ArchiveSource {
  /** For people: a path or an address. */
  readonly name: string;
  read(): Bytes;
}

export function fileSource(path: string): ArchiveSource {
  return { name: path, read: () => createReadStream(path) };
}

/**
 * Opens an archive.
 *
 * @param passphrase null where there is none; an encrypted archive is then refused
 * @throws Error with a sentence about a file that is no archive, is damaged, or needs a (different) pass phrase
 */
export async function openArchive(source: ArchiveSource, passphrase: string | null): Promise<OpenArchive> {
  const lines = archiveLines(await plainBytes(source, passphrase));
  const first = await lines.next();
  const head = first.done === true ? null : (JSON.parse(first.value) as ArchiveHead);
  if (head?.format !== 'sluice-archive') throw new Error(`${source.name} is no archive of Sluice.`);
  if (head.version !== 1) throw new Error(`${source.name} was written by a newer version of Sluice.`);
  return { head, parts: partsOf(lines), close: () => lines.return(undefined) };
}

async function plainBytes({ name, read }: ArchiveSource, passphrase: string | null): Promise<Bytes> {
  const { first, whole } = await lookedAt(read(), SEALED_MARK.length);
  if (first.subarray(0, GZIP_MARK.length).equals(GZIP_MARK)) return whole;
  const isSealed = first.subarray(0, SEALED_MARK.length).equals(SEALED_MARK);
  if (isSealed && passphrase !== null) return unseal(whole, passphrase);
  await whole.return(undefined);
  if (!isSealed) throw new Error(`${name} is no archive of Sluice.`);
  throw new Error(`${name} is encrypted; give its pass phrase in BACKUP_PASSPHRASE.`);
}

/** Reads at least so many first bytes, where there are as many, and gives all bytes nevertheless. */
async function lookedAt(
  bytes: Bytes,
  count: number,
): Promise<{ readonly first: Buffer; readonly whole: AsyncGenerator<Buffer> }> {
  const iterator = bytes[Symbol.asyncIterator]();
  let first = Buffer.alloc(0);
  while (first.length < count) {
    const { value, done } = await iterator.next();
    if (done === true) break;
    first = Buffer.concat([first, value]);
  }
  const whole = (async function* () {
    try {
      yield first;
      for (let next = await iterator.next(); next.done !== true; next = await iterator.next()) yield next.value;
    } finally {
      await iterator.return?.();
    }
  })();
  return { first, whole };
}

async function* archiveLines(bytes: Bytes): AsyncGenerator<string> {
  const gunzip = createGunzip();
  const unpacked = pipeline(Readable.from(bytes), gunzip);
  unpacked.catch(() => undefined); // thrown below, when the lines before it have been read
  try {
    for await (const line of createInterface({ input: gunzip, crlfDelay: Infinity })) yield line;
    await unpacked;
  } catch (cause) {
    const isUnpacking = String((cause as NodeJS.ErrnoException).code).startsWith('Z_');
    throw isUnpacking ? new Error('the archive is damaged or cut off.', { cause }) : cause;
  } finally {
    gunzip.destroy(); // a reader who stops early lets go of the source
  }
}

async function* partsOf(lines: AsyncIterable<string>): AsyncGenerator<ArchivePart> {
  for await (const line of lines) yield JSON.parse(line) as ArchivePart; // written by linesOf
}
