import { parentPort } from 'node:worker_threads';
import type { ZstdFrame } from './inspect-zstd';
import { UnpackedTooLong, unpackZstd } from './unpack-zstd';

/** What the main thread asks for. */
export interface UnpackRequest {
  readonly id: number;
  readonly body: Uint8Array;
  readonly frames: readonly ZstdFrame[];
  readonly bytesMax: number;
}

export interface UnpackAnswer {
  readonly id: number;
  readonly unpacked: Uint8Array | 'tooLong' | 'broken';
}

parentPort?.on('message', ({ id, body, frames, bytesMax }: UnpackRequest) => {
  try {
    const unpacked = unpackZstd(body, frames, bytesMax);
    parentPort?.postMessage({ id, unpacked } satisfies UnpackAnswer);
  } catch (error) {
    const unpacked = error instanceof UnpackedTooLong ? 'tooLong' : 'broken';
    parentPort?.postMessage({ id, unpacked } satisfies UnpackAnswer);
  }
});
