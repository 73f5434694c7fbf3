/**
 * The largest window in bytes: every decoder must support it, and no encoder needs more; source: RFC 8878, section
 * 3.1.1.1.2.
 */
const WINDOW_BYTES_MAX = 8 * 1024 * 1024;
/** The largest unpacked size of one block in bytes; source: RFC 8878, section 3.1.1.2.4. */
const BLOCK_BYTES_MAX = 128 * 1024;
const FRAMES_MAX = 1_000;
/**
 * The most bytes that may be moved in memory, about a second's work. Where a frame does not state its length, its whole
 * window is moved for every block.
 */
const MOVED_BYTES_MAX = 8 * 1024 * 1024 * 1024;
const RLE = 1;
const RESERVED = 3;

/** One frame: its position in the body, and its unpacked length. */
export interface ZstdFrame {
  readonly start: number;
  readonly end: number;
  /** Unpacked length as stated in the frame's header; null when it is not stated. */
  readonly contentBytes: number | null;
}

interface ZstdPlan {
  readonly frames: readonly ZstdFrame[];
  /** The most bytes that unpacking can produce. */
  readonly bytesMax: number;
  /** Bytes that unpacking moves in memory in addition. */
  readonly movedBytes: number;
}

/**
 * Computes the cost of unpacking from the headers of all frames and blocks. Nothing is allocated for the lengths that a
 * few bytes may claim.
 *
 * @returns null for bytes that are not valid zstd, and for those that claim more than their content can need
 */
export function inspectZstd(body: Uint8Array): ZstdPlan | null {
  const view = new DataView(body.buffer, body.byteOffset, body.byteLength);
  const frames: ZstdFrame[] = [];
  let bytesMax = 0;
  let movedBytes = 0;
  let at = 0;
  try {
    while (at < body.length) {
      const magic = view.getUint32(at, true);
      if ((magic & 0xfffffff0) >>> 0 === 0x184d2a50) {
        at += 8 + view.getUint32(at + 4, true); // a skippable frame, which is meant for other programs
        continue;
      }
      const frame = magic === 0xfd2fb528 ? inspectFrame(view, at) : null;
      if (!frame || frames.length === FRAMES_MAX) return null;
      frames.push({ start: at, end: frame.end, contentBytes: frame.contentBytes });
      bytesMax += frame.contentBytes ?? frame.blockBytes;
      if (frame.contentBytes === null) movedBytes += frame.windowBytes * frame.blocks;
      if (movedBytes > MOVED_BYTES_MAX) return null;
      at = frame.end;
    }
  } catch {
    return null; // a header that would lie behind the end of the body
  }
  return frames.length === 0 || at !== body.length ? null : { frames, bytesMax, movedBytes };
}

interface InspectedFrame {
  readonly end: number;
  readonly contentBytes: number | null;
  readonly windowBytes: number;
  readonly blocks: number;
  /** The sum of the largest unpacked sizes of the blocks. */
  readonly blockBytes: number;
}

function inspectFrame(view: DataView, start: number): InspectedFrame | null {
  const flags = view.getUint8(start + 4);
  const isSingleSegment = (flags & 0x20) !== 0;
  // a reserved flag, or a dictionary that is not available here
  if ((flags & 0x08) !== 0 || (flags & 0x03) !== 0) return null;
  let at = start + 5;
  const windowBytes = isSingleSegment ? 0 : windowOf(view.getUint8(at++));
  if (windowBytes > WINDOW_BYTES_MAX) return null;
  const sizeBytes = [isSingleSegment ? 1 : 0, 2, 4, 8][flags >> 6] ?? 0;
  const contentBytes = sizeBytes === 0 ? null : sizeIn(view, at, sizeBytes);
  at += sizeBytes;
  let blocks = 0;
  let blockBytes = 0;
  for (let isLast = false; !isLast; blocks++) {
    const header = view.getUint16(at, true) | (view.getUint8(at + 2) << 16);
    const kind = (header >> 1) & 3;
    const size = header >> 3;
    if (kind === RESERVED || size > BLOCK_BYTES_MAX) return null;
    blockBytes += kind === 2 ? BLOCK_BYTES_MAX : size;
    at += 3 + (kind === RLE ? 1 : size);
    isLast = (header & 1) === 1;
  }
  const end = at + ((flags & 0x04) === 0 ? 0 : 4); // the frame ends with a checksum
  // A length beyond what the blocks can hold is false, and memory would be allocated for it.
  const isFalse = contentBytes !== null && contentBytes > blockBytes;
  return isFalse || end > view.byteLength ? null : { end, contentBytes, windowBytes, blocks, blockBytes };
}

function windowOf(descriptor: number): number {
  const base = 2 ** (10 + (descriptor >> 3));
  return base + (base / 8) * (descriptor & 7);
}

function sizeIn(view: DataView, at: number, sizeBytes: number): number {
  switch (sizeBytes) {
    case 1:
      return view.getUint8(at);
    case 2:
      return view.getUint16(at, true) + 256;
    case 4:
      return view.getUint32(at, true);
    default:
      return Number(view.getBigUint64(at, true));
  }
}
