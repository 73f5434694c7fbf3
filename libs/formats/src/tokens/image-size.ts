/** The size of an image, in pixels. */
export interface ImageSize {
  readonly width: number;
  readonly height: number;
}

/** The head of a JPEG may hold a thumbnail and profiles before the size, so this many bytes are searched. */
const HEAD_BASE64_LENGTH = 96 * 1024;
const SEGMENTS_MAX = 200;

/**
 * Reads the size of an image in a `data:` address from its first bytes: PNG, GIF, WEBP and JPEG.
 *
 * @returns null for other formats, other addresses, and invalid heads
 */
export function imageSizeOf(url: string): ImageSize | null {
  const comma = /^data:image\/[\w.+-]+;base64,/.exec(url.slice(0, 64))?.[0].length;
  if (comma === undefined) return null;
  const head = Buffer.from(url.slice(comma, comma + HEAD_BASE64_LENGTH), 'base64');
  const size = head.length < 30 ? null : (pngSize(head) ?? gifSize(head) ?? webpSize(head) ?? jpegSize(head));
  return size && size.width > 0 && size.height > 0 ? size : null;
}

function pngSize(head: Buffer): ImageSize | null {
  if (head.readUInt32BE(0) !== 0x89504e47) return null;
  return { width: head.readUInt32BE(16), height: head.readUInt32BE(20) };
}

function gifSize(head: Buffer): ImageSize | null {
  if (head.toString('latin1', 0, 4) !== 'GIF8') return null;
  return { width: head.readUInt16LE(6), height: head.readUInt16LE(8) };
}

/** There are three kinds of WEBP: extended, lossless and lossy; source: the WebP container specification. */
function webpSize(head: Buffer): ImageSize | null {
  if (head.toString('latin1', 0, 4) !== 'RIFF' || head.toString('latin1', 8, 12) !== 'WEBP') return null;
  switch (head.toString('latin1', 12, 16)) {
    case 'VP8X':
      return { width: 1 + head.readUIntLE(24, 3), height: 1 + head.readUIntLE(27, 3) };
    case 'VP8L': {
      const bits = head.readUInt32LE(21);
      return { width: 1 + (bits & 0x3fff), height: 1 + ((bits >>> 14) & 0x3fff) };
    }
    case 'VP8 ':
      return { width: head.readUInt16LE(26) & 0x3fff, height: head.readUInt16LE(28) & 0x3fff };
    default:
      return null;
  }
}

/** Walks the segments to the frame header, which holds the size. */
function jpegSize(head: Buffer): ImageSize | null {
  if (head.readUInt16BE(0) !== 0xffd8) return null;
  let index = 2;
  for (let segment = 0; segment < SEGMENTS_MAX && index + 9 <= head.length; segment += 1) {
    if (head[index] !== 0xff) return null;
    const marker = head[index + 1] ?? 0;
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
    if (isFrame) return { height: head.readUInt16BE(index + 5), width: head.readUInt16BE(index + 7) };
    // A filler byte may stand before a marker; segments always advance by at least two bytes.
    index += marker === 0xff ? 1 : 2 + Math.max(2, head.readUInt16BE(index + 2));
  }
  return null;
}
