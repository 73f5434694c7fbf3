/** Also finds `"usageMetadata"`. */
const USAGE = Buffer.from('"usage');
/** Finds errors with a capital, too. */
const ERROR = Buffer.from('rror');

/**
 * Tells whether raw events may hold usage or an error, in formats that report usage on few events. The marks are bytes,
 * because a text would be encoded again for every chunk that is searched.
 */
export function mayHoldUsageOrError(events: Buffer): boolean {
  return events.includes(USAGE) || events.includes(ERROR);
}
