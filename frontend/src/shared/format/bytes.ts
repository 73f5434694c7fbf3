const STEP = 1024;
const UNITS = ['B', 'KiB', 'MiB', 'GiB', 'TiB'];

/** A size in the largest unit of which there is one. */
export function formatBytes(bytes: number): string {
  let value = bytes;
  let at = 0;
  for (; value >= STEP && at < UNITS.length - 1; at++) value /= STEP;
  return `${value.toFixed(at === 0 || value >= 100 ? 0 : 1)} ${UNITS[at]}`;
}
