import { parentPort } from 'node:worker_threads';
import { type WorkerAnswer, type WorkerJob } from '@platform';
import { type ZstdFrame } from './inspect-zstd';
import { UnpackedTooLong, unpackZstd } from './unpack-zstd';

/** A request of the main thread to unpack a body. */
export interface UnpackRequest {
  readonly body: Uint8Array;
  readonly frames: readonly ZstdFrame[];
  readonly bytesMax: number;
}

export type UnpackAnswer = Uint8Array | 'tooLong' | 'broken';

function unpack({ body, frames, bytesMax }: UnpackRequest): UnpackAnswer {
  try {
    return unpackZstd(body, frames, bytesMax);
  } catch (error) {
    return error instanceof UnpackedTooLong ? 'tooLong' : 'broken';
  }
}

parentPort?.on('message', ({ id, request }: WorkerJob<UnpackRequest>) => {
  parentPort?.postMessage({ id, answer: unpack(request) } satisfies WorkerAnswer<UnpackAnswer>);
});
