/** `claude-opus-4-5-20251101` and the vendor's own ids of it; a date is no version. */
const FAMILY_FIRST = /claude-[a-z]+-(\d{1,2})(?:-(\d{1,2}))?(?!\d)/;
/** `claude-3-7-sonnet-20250219`, `claude-2.1`, `claude-v2:1`. */
const VERSION_FIRST = /claude-v?(\d{1,2})(?:[-.:](\d{1,2}))?(?!\d)/;

/** The model's generation as major x 100 + minor, e.g. 405 for 4.5; null for names that tell none (an address of a profile). */
export function claudeGenerationOf(model: string): number | null {
  const match = VERSION_FIRST.exec(model) ?? FAMILY_FIRST.exec(model);
  return match ? Number(match[1]) * 100 + Number(match[2] ?? 0) : null;
}
