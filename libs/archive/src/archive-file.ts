import { once } from 'node:events';
import { createReadStream, createWriteStream } from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';
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
}

/** What an archive holds after its head: for each table its name, its rows, its digest; at last that it is whole. */
export type ArchivePart =
  | { readonly table: string }
  | { readonly rows: readonly Row[] }
  | { readonly end: TableDigest }
  | { readonly whole: true };

const OWNER_ONLY = 0o600;
const GZIP_MARK = Buffer.from([0x1f, 0x8b]);
/** Rows of one line; a line is parsed at once. */
const LINE_ROWS = 100;

/**
 * Writes an archive: lines of JSON, compressed, and encrypted where a pass phrase is given. Until it is whole and on the
 * disk it has another name.
 */
export async function writeArchive(
  path: string,
  head: ArchiveHead,
  parts: AsyncIterable<ArchivePart>,
  passphrase: string | null,
): Promise<void> {
  const unfinished = `${path}.part`;
  const lines = Readable.from(linesOf(head, parts));
  const gzip = createGzip({ level: constants.Z_BEST_SPEED });
  const file = createWriteStream(unfinished, { mode: OWNER_ONLY });
  try {
    if (passphrase === null) await pipeline(lines, gzip, file);
    else await pipeline(lines, gzip, (bytes: Bytes) => seal(bytes, passphrase), file);
    const written = await open(unfinished);
    await written.sync();
    await written.close();
    await rename(unfinished, path);
  } catch (error) {
    await rm(unfinished, { force: true });
    throw error;
  }
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
}

/**
 * Opens an archive.
 *
 * @param passphrase null where there is none; an encrypted archive is then refused
 * @throws Error with a sentence about a file that is no archive, is damaged, or needs a (different) pass phrase
 */
export async function openArchive(path: string, passphrase: string | null): Promise<OpenArchive> {
  const lines = archiveLines(await plainBytes(path, passphrase));
  const first = await lines.next();
  const head = first.done === true ? null : (JSON.parse(first.value) as ArchiveHead);
  if (head?.format !== 'sluice-archive') throw new Error(`${path} is no archive of Sluice.`);
  if (head.version !== 1) throw new Error(`${path} was written by a newer version of Sluice.`);
  return { head, parts: partsOf(lines) };
}

async function plainBytes(path: string, passphrase: string | null): Promise<Bytes> {
  const mark = await firstBytes(path);
  const bytes = createReadStream(path);
  await once(bytes, 'open');
  if (mark.subarray(0, GZIP_MARK.length).equals(GZIP_MARK)) return bytes;
  if (!mark.equals(SEALED_MARK)) throw new Error(`${path} is no archive of Sluice.`);
  if (passphrase === null) throw new Error(`${path} is encrypted; give its pass phrase in BACKUP_PASSPHRASE.`);
  return unseal(bytes, passphrase);
}

async function firstBytes(path: string): Promise<Buffer> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(SEALED_MARK.length), 0, SEALED_MARK.length, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
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
  }
}

async function* partsOf(lines: AsyncIterable<string>): AsyncGenerator<ArchivePart> {
  for await (const line of lines) yield JSON.parse(line) as ArchivePart; // written by linesOf
}
