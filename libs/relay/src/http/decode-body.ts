import { promisify } from 'node:util';
import { brotliDecompress, gunzip, inflate } from 'node:zlib';
import { AppError } from '@kernel';
import { Decompress } from 'fzstd';
import type { FastifyRequest } from 'fastify';

const DECODERS = {
  gzip: promisify(gunzip),
  'x-gzip': promisify(gunzip),
  deflate: promisify(inflate),
  br: promisify(brotliDecompress),
  zstd: unpackZstd,
} as const;

const ZSTD_STEP_BYTES = 64 * 1024;

/** Unpacked piece by piece, so that a small body cannot unfold beyond the limit. Node 20 knows no zstd of its own. */
function unpackZstd(body: Buffer, { maxOutputLength }: { readonly maxOutputLength: number }): Promise<Buffer> {
  const pieces: Buffer[] = [];
  let length = 0;
  const decoder = new Decompress(piece => {
    length += piece.length;
    if (length > maxOutputLength) throw Object.assign(new Error('too long'), { code: 'ERR_BUFFER_TOO_LARGE' });
    pieces.push(Buffer.from(piece));
  });
  for (let at = 0; at < body.length; at += ZSTD_STEP_BYTES) {
    decoder.push(body.subarray(at, at + ZSTD_STEP_BYTES), at + ZSTD_STEP_BYTES >= body.length);
  }
  return Promise.resolve(Buffer.concat(pieces));
}

/**
 * The bytes of a body, decompressed when the client compressed them; the limit holds after decompression too.
 *
 * @throws AppError RELAY_BODY_INVALID, RELAY_BODY_TOO_LARGE
 */
export async function decodeBody(request: FastifyRequest, bytesMax: number): Promise<Buffer> {
  const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
  const encoding = request.headers['content-encoding']?.trim().toLowerCase();
  if (!encoding || encoding === 'identity') return body;
  if (!Object.hasOwn(DECODERS, encoding)) {
    throw new AppError('RELAY_BODY_INVALID', {
      params: { detail: 'content-encoding must be gzip, deflate, br or zstd' },
    });
  }
  try {
    return await DECODERS[encoding as keyof typeof DECODERS](body, { maxOutputLength: bytesMax });
  } catch (error) {
    if ((error as { code?: string }).code === 'ERR_BUFFER_TOO_LARGE') {
      throw new AppError('RELAY_BODY_TOO_LARGE', { params: { megabytes: Math.round(bytesMax / 1024 / 1024) } });
    }
    throw new AppError('RELAY_BODY_INVALID', { cause: error, params: { detail: 'the body cannot be decompressed' } });
  }
}
