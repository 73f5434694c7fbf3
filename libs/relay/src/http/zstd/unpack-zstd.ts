import { Decompress, decompress } from 'fzstd';
import { type ZstdFrame } from './inspect-zstd';

/** Thrown for a body that unpacks beyond its limit. */
export class UnpackedTooLong extends Error {}

/**
 * Unpacks frames that were inspected. Node 20 has no zstd decoder of its own.
 *
 * @throws UnpackedTooLong, or the decoder's error for broken bytes
 */
export function unpackZstd(body: Uint8Array, frames: readonly ZstdFrame[], bytesMax: number): Uint8Array {
  const pieces: Uint8Array[] = [];
  let length = 0;
  const keep = (piece: Uint8Array): void => {
    length += piece.length;
    if (length > bytesMax) throw new UnpackedTooLong();
    pieces.push(piece);
  };
  for (const { start, end, contentBytes } of frames) {
    const frame = body.subarray(start, end);
    if (contentBytes === null) {
      // The decoder reuses the memory of its pieces, so each piece is copied.
      new Decompress(piece => keep(piece.slice())).push(frame, true);
      continue;
    }
    if (length + contentBytes > bytesMax) throw new UnpackedTooLong();
    keep(decompress(frame, new Uint8Array(contentBytes)));
  }
  return pieces.length === 1 && pieces[0] ? pieces[0] : Buffer.concat(pieces);
}
