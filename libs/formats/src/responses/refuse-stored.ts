import { type JsonObject, asList, asText, at } from '../json/read-value';

/** The reason why a provider that does not store the caller's responses cannot serve a call. */
interface StoredRefusal {
  /** A sentence for the caller that says what to do instead. */
  readonly message: string;
  readonly code: 'previous_response_not_found' | 'unsupported_parameter';
  /** The field that the refusal is about. */
  readonly param: string;
}

/**
 * Refuses calls of the Responses format that rely on something the provider has stored, or that shall run in the
 * background. Providers of this format get such calls unchanged; for all others the relay responds with status 400 and
 * this refusal.
 *
 * @returns null when the call holds everything that is needed to serve it
 */
export function refuseStored(parsed: JsonObject): StoredRefusal | null {
  const previous = parsed.previous_response_id;
  if (typeof previous === 'string' && previous !== '') return notFound('previous_response_id');
  if (isGiven(parsed.conversation)) return notFound('conversation');
  if (asList(parsed.input).some(item => asText(at(item, 'type')) === 'item_reference')) return notFound('input');
  if (parsed.background !== true) return null;
  return {
    message: 'background is not supported by this model: ask without it, as a stream if the answer takes long',
    code: 'unsupported_parameter',
    param: 'background',
  };
}

function notFound(param: string): StoredRefusal {
  const subject = param === 'input' ? 'an item_reference in input' : param;
  return {
    message: `${subject} names something stored elsewhere: send the whole conversation in input, with store set to false`,
    code: 'previous_response_not_found',
    param,
  };
}

function isGiven(value: unknown): boolean {
  return value !== undefined && value !== null && value !== '';
}
