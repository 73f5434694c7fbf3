import { promisify } from 'node:util';
import { brotliDecompress, gunzip, inflate } from 'node:zlib';
import { AppError } from '@kernel';
import { type FastifyRequest } from 'fastify';
import { UnpackedTooLong } from './zstd/unpack-zstd';
import { zstdUnpacker } from './zstd/zstd-unpacker';

const DECODERS = {
  gzip: promisify(gunzip),
  'x-gzip': promisify(gunzip),
  deflate: promisify(inflate),
  br: promisify(brotliDecompress),
  zstd: (body: Buffer, { maxOutputLength }: { readonly maxOutputLength: number }) =>
    zstdUnpacker.unpack(body, maxOutputLength),
} as const;

/**
 * The bytes of a body, decompressed when the client compressed them; the limit also applies after decompression.
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
    if (error instanceof UnpackedTooLong || (error as { code?: string }).code === 'ERR_BUFFER_TOO_LARGE') {
      throw new AppError('RELAY_BODY_TOO_LARGE', { params: { megabytes: Math.round(bytesMax / 1024 / 1024) } });
    }
    throw new AppError('RELAY_BODY_INVALID', { cause: error, params: { detail: 'the body cannot be decompressed' } });
  }
}
