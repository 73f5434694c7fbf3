import { type AnswerError } from '../canonical/chat-answer';
import { at, isJsonObject } from '../json/read-value';

/**
 * Reads the error in a body or an event: an `error` object or text, or, from relays and self-hosted servers, `message`
 * with a `code` or the name `error` where choices should be. Null when there is no error.
 */
export function errorIn(payload: unknown): AnswerError | null {
  if (!isJsonObject(payload)) return null;
  const { error } = payload;
  if (error) {
    const message = typeof error === 'string' ? error : at(error, 'message');
    return {
      message: textOf(message) ?? 'the upstream reported an error',
      type: textOf(at(error, 'type')) ?? 'upstream_error',
      code: labelOf(at(error, 'code')),
    };
  }
  const isNamedSo = payload.object === 'error' || payload.type === 'error' || labelOf(payload.code) !== null;
  const message = isNamedSo && !('choices' in payload) ? textOf(payload.message ?? payload.msg) : null;
  if (message === null) return null;
  return { message, type: textOf(payload.type) ?? 'upstream_error', code: labelOf(payload.code) };
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null;
}

/** A code is a word, or a number from relays; 0 means no error. */
function labelOf(value: unknown): string | null {
  if (typeof value === 'number') return value === 0 ? null : String(value);
  return textOf(value);
}
