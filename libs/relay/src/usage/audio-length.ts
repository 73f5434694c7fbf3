/** Bytes per second of a spoken file of common quality (128 kbit/s), for files whose length cannot be read. */
const BYTES_PER_SECOND = 16_000;

/** Length of an audio file in seconds, read from its headers, or estimated from its size when they do not state it. */
export async function secondsOfAudio(bytes: Buffer, mime: string): Promise<number> {
  try {
    const { parseBuffer } = await import('music-metadata'); // large, and needed for audio only
    const { format } = await parseBuffer(
      bytes,
      { mimeType: mime, size: bytes.length },
      { duration: true, skipCovers: true },
    );
    if (format.duration !== undefined && Number.isFinite(format.duration) && format.duration > 0)
      return format.duration;
  } catch {
    // The library does not know the format, so only the size is left.
  }
  return bytes.length / BYTES_PER_SECOND;
}

/**
 * Tokens for a length of audio: 1000 per minute, which the shipped ratios of transcriptions assume. A second that has
 * begun counts whole. Headers are not exact to the sample, so less than a twentieth of a second is not counted as
 * begun.
 */
export function tokensForSeconds(seconds: number): number {
  return Math.round((Math.ceil(Math.round(seconds * 10) / 10) / 60) * 1000);
}
