import { createWriteStream } from 'node:fs';
import { mkdir, open, rename, rm, stat, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { Transform, type Readable, type TransformCallback } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { MOVE_IN_FILE_BYTES_MAX, moveInFileParts, type MoveInFile, type MoveInFilePart } from '@contracts';
import { AppError, isAppError } from '@kernel';
import { Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { CONFIG, type Config } from '@platform';

const MIB = 1024 * 1024;
const GIB = 1024 * MIB;
const DAY_MS = 24 * 60 * 60_000;
/** Space that stays free on the disk: the server goes on writing meanwhile. */
const SPARE_BYTES = 256 * MIB;
/** How often the space is looked at while a file of unknown length arrives. */
const LOOK_EVERY_BYTES = 64 * MIB;
const OWNER_ONLY = 0o600;
/** Source: "Database File Format" of sqlite.org, section 1.3. */
const SQLITE_HEADER = 'SQLite format 3\0';

/**
 * Database files that root has sent, on the disk of this node; they hold secrets of the other gateway, so nobody else may
 * read them, and none stays for longer than a day.
 */
@Injectable()
export class SentFiles implements OnApplicationBootstrap {
  private readonly directory: string;

  constructor(@Inject(CONFIG) config: Config) {
    this.directory = join(config.dataDir, 'move-in');
  }

  async onApplicationBootstrap(): Promise<void> {
    for (const part of moveInFileParts) await this.find(part);
  }

  pathOf(part: MoveInFilePart): string {
    return join(this.directory, `${part}.sqlite`);
  }

  async find(part: MoveInFilePart): Promise<MoveInFile | null> {
    const found = await stat(this.pathOf(part)).catch(() => null);
    if (!found) return null;
    if (Date.now() - found.mtimeMs < DAY_MS) {
      return { bytes: found.size, sent_at: Math.floor(found.mtimeMs / 1000) };
    }
    await this.remove(part);
    return null;
  }

  async remove(part: MoveInFilePart): Promise<void> {
    await rm(this.pathOf(part), { force: true });
  }

  /**
   * Stores a file as it arrives; the one before stays until the new one is whole.
   *
   * @param length as the sender declared it; null for a body that does not
   * @throws AppError MOVE_IN_TOO_LARGE, MOVE_IN_NO_SPACE, MOVE_IN_NOT_SQLITE, MOVE_IN_CUT
   */
  async take(part: MoveInFilePart, body: Readable, length: number | null): Promise<MoveInFile> {
    await mkdir(this.directory, { recursive: true, mode: 0o700 });
    if ((length ?? 0) > MOVE_IN_FILE_BYTES_MAX) throw tooLarge();
    await this.refuseFull(length ?? 0);
    const arriving = `${this.pathOf(part)}.${process.pid}.${Date.now()}.part`;
    try {
      const file = createWriteStream(arriving, { mode: OWNER_ONLY, flags: 'wx' });
      await pipeline(body, new Measure(bytes => this.refuseFull(bytes)), file).catch((error: unknown) => {
        throw isAppError(error) ? error : new AppError('MOVE_IN_CUT', { cause: error });
      });
      if (!(await isSqlite(arriving))) throw new AppError('MOVE_IN_NOT_SQLITE');
      await rename(arriving, this.pathOf(part));
    } finally {
      await rm(arriving, { force: true });
    }
    const { size, mtimeMs } = await stat(this.pathOf(part));
    return { bytes: size, sent_at: Math.floor(mtimeMs / 1000) };
  }

  private async refuseFull(bytes: number): Promise<void> {
    const { bavail, bsize } = await statfs(this.directory);
    const free = bavail * bsize;
    if (bytes + SPARE_BYTES <= free) return;
    throw new AppError('MOVE_IN_NO_SPACE', { params: { free: Math.floor(free / MIB) } });
  }
}

/** Counts what passes, and ends it at the limit, or when the disk is nearly full. */
class Measure extends Transform {
  private bytes = 0;
  private lookAt = LOOK_EVERY_BYTES;

  constructor(private readonly look: (bytes: number) => Promise<void>) {
    super();
  }

  override _transform(chunk: Buffer, _encoding: BufferEncoding, done: TransformCallback): void {
    this.bytes += chunk.length;
    if (this.bytes > MOVE_IN_FILE_BYTES_MAX) return done(tooLarge());
    if (this.bytes < this.lookAt) return done(null, chunk);
    this.lookAt += LOOK_EVERY_BYTES;
    this.look(0).then(() => done(null, chunk), done);
  }
}

function tooLarge(): AppError {
  return new AppError('MOVE_IN_TOO_LARGE', { params: { limit: MOVE_IN_FILE_BYTES_MAX / GIB } });
}

async function isSqlite(path: string): Promise<boolean> {
  const file = await open(path);
  try {
    const { buffer } = await file.read(Buffer.alloc(SQLITE_HEADER.length), 0, SQLITE_HEADER.length, 0);
    return buffer.toString('latin1') === SQLITE_HEADER;
  } finally {
    await file.close();
  }
}
