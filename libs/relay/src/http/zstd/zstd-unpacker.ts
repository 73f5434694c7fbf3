import { join } from 'node:path';
import { WorkerThread } from '@platform';
import { inspectZstd } from './inspect-zstd';
import { UnpackedTooLong, unpackZstd } from './unpack-zstd';
import { type UnpackAnswer, type UnpackRequest } from './zstd-worker';

/** Up to this size, unpacking takes less time than asking a worker. */
const INLINE_BYTES_MAX = 256 * 1024;
const INLINE_MOVED_BYTES_MAX = 32 * 1024 * 1024;
/** A worker that does not respond in time is replaced. */
const TIMEOUT_MS = 30_000;

/** Unpacks zstd in a worker, because the decoder is not native and would block all other requests. */
class ZstdUnpacker {
  private readonly worker = new WorkerThread<UnpackRequest, UnpackAnswer>({
    module: join(__dirname, 'zstd-worker'),
    timeoutMs: TIMEOUT_MS,
  });

  async unpack(body: Buffer, bytesMax: number): Promise<Buffer> {
    const plan = inspectZstd(body);
    if (!plan) throw new Error('no valid zstd, or one that claims too much');
    const { frames } = plan;
    if (plan.bytesMax <= INLINE_BYTES_MAX && plan.movedBytes <= INLINE_MOVED_BYTES_MAX) {
      return asBuffer(unpackZstd(body, frames, bytesMax));
    }
    const unpacked = await this.worker.ask({ body, frames, bytesMax });
    if (unpacked === 'tooLong') throw new UnpackedTooLong();
    if (unpacked === 'broken') throw new Error('broken zstd');
    return asBuffer(unpacked);
  }
}

function asBuffer(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

/** One unpacker for the process, like the thread pool that unpacks the other encodings. */
export const zstdUnpacker = new ZstdUnpacker();
