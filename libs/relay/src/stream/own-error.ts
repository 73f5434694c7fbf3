import { chatFormats, isJsonObject, type AnswerError, type StreamFrame, type WireFormat } from '@formats';
import { maskSecrets } from '@providers';
import { dialects } from '../dialect/dialect';

const BROKEN_STATUS = 502;

/**
 * The error in an event of a passing stream, whichever protocol it was written in; null when the event is not an error.
 */
export function errorInEvent(format: WireFormat, payload: unknown): AnswerError | null {
  const error = chatFormats[format].signs.errorOf(payload);
  if (error || !isJsonObject(payload) || 'candidates' in payload) return error;
  // Every event of these protocols has a type, and one may well hold a message; only errors have `object: 'error'`.
  if (payload.type !== undefined && payload.object !== 'error') return null;
  return chatFormats.openai.signs.errorOf(payload);
}

/** Whether the official clients of a format recognise this event as an error. */
export function isOwnError(format: WireFormat, { event }: StreamFrame, payload: unknown): boolean {
  const first = Array.isArray(payload) ? (payload as readonly unknown[])[0] : payload;
  if (!isJsonObject(first)) return false;
  const { error, type } = first;
  switch (format) {
    case 'openai':
      return isJsonObject(error);
    case 'anthropic':
      return event === 'error' && type === 'error' && isJsonObject(error);
    case 'gemini':
      return isJsonObject(error) && typeof error.code === 'number';
    case 'responses':
      return type === 'error' || type === 'response.failed';
  }
}

/**
 * Writes the error as an event of the caller's format, since relays pass on errors in whatever form they received them.
 */
export function ownErrorEvent(format: WireFormat, { message, type, code }: AnswerError, requestId: string): string {
  const given = Number(code);
  const status = Number.isInteger(given) && given >= 400 && given <= 599 ? given : BROKEN_STATUS;
  const error = { message: maskSecrets(message), type, param: null, code };
  return dialects[format].errorEvent({ status, error, retryAfterSeconds: null }, requestId);
}
