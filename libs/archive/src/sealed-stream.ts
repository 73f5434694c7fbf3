import { createCipheriv, createDecipheriv, randomBytes, scrypt } from 'node:crypto';

/**
 * An encrypted archive: `SLUICE-SEALED-1\n`, 16 bytes of salt, then pieces. A piece is its length in four bytes, the
 * encrypted bytes and their tag of 16 bytes (AES-256-GCM). The nonce is the number of the piece, with a mark on the last
 * one, so that no piece can be left out, moved or cut off.
 */
export const SEALED_MARK = Buffer.from('SLUICE-SEALED-1\n');

const SALT_BYTES = 16;
const TAG_BYTES = 16;
const PIECE_BYTES = 1024 * 1024;
const LENGTH_BYTES = 4;
/** Some 100 ms and 64 MiB for each guess of a pass phrase. */
const SCRYPT = { N: 65_536, r: 8, p: 1, maxmem: 128 * 1024 * 1024 };

/** Bytes as they arrive. */
export type Bytes = AsyncIterable<Buffer>;

export async function* seal(plain: Bytes, passphrase: string): AsyncGenerator<Buffer> {
  const salt = randomBytes(SALT_BYTES);
  const key = await keyOf(passphrase, salt);
  yield Buffer.concat([SEALED_MARK, salt]);
  let number = 0;
  let last: Buffer | null = null;
  for await (const piece of inPieces(plain)) {
    if (last !== null) yield sealed(key, number++, last, false);
    last = piece;
  }
  yield sealed(key, number, last ?? Buffer.alloc(0), true);
}

/** @throws Error with a sentence when the pass phrase is wrong, or the archive was changed or cut off */
export async function* unseal(bytes: Bytes, passphrase: string): AsyncGenerator<Buffer> {
  const reader = new PieceReader(bytes);
  const head = await reader.take(SEALED_MARK.length + SALT_BYTES);
  const key = await keyOf(passphrase, head.subarray(SEALED_MARK.length));
  for (let number = 0; ; number++) {
    const length = (await reader.take(LENGTH_BYTES)).readUInt32BE();
    if (length > PIECE_BYTES) throw new Error('the archive is damaged.');
    const piece = await reader.take(length + TAG_BYTES);
    const isLast = await reader.isAtEnd();
    yield opened(key, number, piece, isLast);
    if (isLast) return;
  }
}

function keyOf(passphrase: string, salt: Buffer): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    scrypt(passphrase.normalize('NFC'), salt, 32, SCRYPT, (error, key) => (error ? reject(error) : resolve(key)));
  });
}

function nonceOf(number: number, isLast: boolean): Buffer {
  const nonce = Buffer.alloc(12);
  nonce.writeUInt8(isLast ? 1 : 0);
  nonce.writeUIntBE(number, 6, 6);
  return nonce;
}

function sealed(key: Buffer, number: number, piece: Buffer, isLast: boolean): Buffer {
  const cipher = createCipheriv('aes-256-gcm', key, nonceOf(number, isLast));
  const length = Buffer.alloc(LENGTH_BYTES);
  length.writeUInt32BE(piece.length);
  return Buffer.concat([length, cipher.update(piece), cipher.final(), cipher.getAuthTag()]);
}

function opened(key: Buffer, number: number, piece: Buffer, isLast: boolean): Buffer {
  const decipher = createDecipheriv('aes-256-gcm', key, nonceOf(number, isLast));
  decipher.setAuthTag(piece.subarray(-TAG_BYTES));
  try {
    return Buffer.concat([decipher.update(piece.subarray(0, -TAG_BYTES)), decipher.final()]);
  } catch (cause) {
    throw new Error('the pass phrase is wrong, or the archive was changed or cut off.', { cause });
  }
}

async function* inPieces(plain: Bytes): AsyncGenerator<Buffer> {
  let waiting: Buffer[] = [];
  let length = 0;
  for await (const bytes of plain) {
    waiting.push(bytes);
    length += bytes.length;
    if (length < PIECE_BYTES) continue;
    let whole = Buffer.concat(waiting);
    for (; whole.length >= PIECE_BYTES; whole = whole.subarray(PIECE_BYTES)) yield whole.subarray(0, PIECE_BYTES);
    waiting = [whole];
    length = whole.length;
  }
  if (length > 0) yield Buffer.concat(waiting);
}

/** Hands bytes out in the lengths that are asked for. */
class PieceReader {
  private readonly source: AsyncIterator<Buffer>;
  private waiting: Buffer[] = [];
  private length = 0;

  constructor(bytes: Bytes) {
    this.source = bytes[Symbol.asyncIterator]();
  }

  async take(count: number): Promise<Buffer> {
    while (this.length < count) {
      if (!(await this.readOn())) throw new Error('the archive is cut off.');
    }
    const whole = Buffer.concat(this.waiting);
    this.waiting = [whole.subarray(count)];
    this.length = whole.length - count;
    return whole.subarray(0, count);
  }

  async isAtEnd(): Promise<boolean> {
    while (this.length === 0) {
      if (!(await this.readOn())) return true;
    }
    return false;
  }

  private async readOn(): Promise<boolean> {
    const { value, done } = await this.source.next();
    if (done === true) return false;
    this.waiting.push(value);
    this.length += value.length;
    return true;
  }
}
