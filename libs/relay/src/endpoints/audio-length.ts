/** Where no length can be read: what a spoken file of common quality (128 kbit/s) takes per second. */
const BYTES_PER_SECOND = 16_000;

/** Length of an audio file in seconds, from its own headers; from its size when they say nothing. */
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
    // Not a format that the library knows: the size is all there is.
  }
  return bytes.length / BYTES_PER_SECOND;
}

/**
 * 1000 per minute, which the shipped ratios of transcriptions are made for; a second that was begun counts whole. Headers are
 * not exact to the sample: less than a twentieth of a second begins nothing.
 */
export function tokensForSeconds(seconds: number): number {
  return Math.round((Math.ceil(Math.round(seconds * 10) / 10) / 60) * 1000);
}
