import { type EpayParameters } from './epay-signature';

/** The most parameters that are read; gateways send about ten. */
const PARAMETERS_MAX = 64;

/**
 * The parameters of a notify, from the query, the form, or both.
 *
 * @returns null when there are none or too many, or when one is given twice or is no text: what was signed and what is
 *   read must be the same, so nothing is chosen or converted
 */
export function readNotify(...sources: readonly unknown[]): EpayParameters | null {
  const parameters = new Map<string, string>();
  for (const source of sources) {
    if (source === undefined || source === null) continue;
    if (typeof source !== 'object' || Array.isArray(source)) return null;
    for (const [name, value] of Object.entries(source)) {
      if (typeof value !== 'string' || parameters.has(name) || parameters.size === PARAMETERS_MAX) return null;
      parameters.set(name, value);
    }
  }
  return parameters.size === 0 ? null : Object.fromEntries(parameters);
}
