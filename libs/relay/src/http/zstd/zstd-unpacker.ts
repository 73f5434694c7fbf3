import { Worker } from 'node:worker_threads';
import { inspectZstd } from './inspect-zstd';
import { UnpackedTooLong, unpackZstd } from './unpack-zstd';
import type { UnpackAnswer, UnpackRequest } from './zstd-worker';

/** So much is unpacked in less time than it takes to ask a worker. */
const INLINE_BYTES_MAX = 256 * 1024;
const INLINE_MOVED_BYTES_MAX = 32 * 1024 * 1024;
/** A worker that does not answer is replaced. */
const TIMEOUT_MS = 30_000;

type Settle = (unpacked: UnpackAnswer['unpacked']) => void;

/** Unpacks zstd in a worker, because the decoder is no native one and would hold up everybody else. */
class ZstdUnpacker {
  private worker: Worker | null = null;
  private sequence = 0;
  private readonly pending = new Map<number, Settle>();

  async unpack(body: Buffer, bytesMax: number): Promise<Buffer> {
    const plan = inspectZstd(body);
    if (!plan) throw new Error('no sound zstd, or one that claims too much');
    const { frames } = plan;
    if (plan.bytesMax <= INLINE_BYTES_MAX && plan.movedBytes <= INLINE_MOVED_BYTES_MAX) {
      return asBuffer(unpackZstd(body, frames, bytesMax));
    }
    const unpacked = await this.inWorker({ body, frames, bytesMax });
    if (unpacked === 'tooLong') throw new UnpackedTooLong();
    if (unpacked === 'broken') throw new Error('broken zstd');
    return asBuffer(unpacked);
  }

  private inWorker(request: Omit<UnpackRequest, 'id'>): Promise<UnpackAnswer['unpacked']> {
    return new Promise(resolve => {
      const id = ++this.sequence;
      const limit = setTimeout(() => void this.worker?.terminate(), TIMEOUT_MS);
      this.pending.set(id, unpacked => {
        clearTimeout(limit);
        this.pending.delete(id);
        resolve(unpacked);
      });
      (this.worker ??= this.startWorker()).postMessage({ ...request, id } satisfies UnpackRequest);
    });
  }

  private startWorker(): Worker {
    // While developing and testing, the sources run without a build; the worker then needs the same loader.
    const isSource = __filename.endsWith('.ts');
    const worker = new Worker(require.resolve(`./zstd-worker${isSource ? '.ts' : '.js'}`), {
      execArgv: isSource ? ['--require', 'tsx/cjs'] : [],
    });
    worker.on('message', ({ id, unpacked }: UnpackAnswer) => this.pending.get(id)?.(unpacked));
    const replace = (): void => {
      if (this.worker === worker) this.worker = null;
      for (const settle of [...this.pending.values()]) settle('broken');
    };
    worker.on('error', replace);
    worker.on('exit', replace);
    worker.unref(); // after the listeners, the first of which keeps the process alive again
    return worker;
  }
}

const asBuffer = (bytes: Uint8Array): Buffer => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);

/** One for the process, like the thread pool that unpacks the other encodings. */
export const zstdUnpacker = new ZstdUnpacker();
