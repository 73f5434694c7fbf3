import { isJsonObject, type JsonObject } from '@kernel';
import { type ReceiverFields } from '../store/receiver';
import { type AlertMessage, type AlertText } from './alert-text';

/** What is posted; the body is JSON text. */
export interface WireRequest {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** What became of a post. */
export type WireOutcome =
  | { readonly isTaken: true }
  | {
      readonly isTaken: false;
      /** For administrators; without secrets. */
      readonly error: string;
      /** Whether the same message may be taken later. */
      readonly mayRetry: boolean;
      /** What the receiver asked for; 0 when it said nothing. */
      readonly retryAfterMs: number;
    };

export interface WireResponse {
  readonly status: number;
  /** The Retry-After header; empty when there is none. */
  readonly retryAfter: string;
  readonly text: string;
}

export interface WireOptions {
  readonly fields: ReceiverFields;
  readonly message: AlertMessage;
  readonly texts: readonly AlertText[];
  readonly nowMs: number;
}

/** How one kind of receiver is written to. Pure: no clock, no socket. */
export interface Wire {
  readonly write: (options: WireOptions) => WireRequest;
  readonly read: (response: WireResponse) => WireOutcome;
}

const ERROR_MAX = 300;
const JSON_TYPE = { 'content-type': 'application/json; charset=utf-8' };

export function jsonPost(url: string, body: JsonObject, headers: Readonly<Record<string, string>> = {}): WireRequest {
  return { url, headers: { ...JSON_TYPE, ...headers }, body: JSON.stringify(body) };
}

/** Any 2xx is good; 408, 425, 429 and 5xx may be tried again; anything else is final. */
export function byStatus(response: WireResponse): WireOutcome {
  const { status } = response;
  if (status >= 200 && status < 300) return { isTaken: true };
  const mayRetry = status === 408 || status === 425 || status === 429 || status >= 500;
  return refusedBecause(`HTTP ${status}: ${response.text}`, { mayRetry, retryAfterMs: retryAfterOf(response) });
}

/** For robots that answer 200 with a number that says what happened; 0 is good. */
export function byCode(field: string, messageField: string, busyCodes: readonly number[]) {
  return (response: WireResponse): WireOutcome => {
    const outcome = byStatus(response);
    if (!outcome.isTaken) return outcome;
    const body = bodyOf(response);
    const code = Number(body[field]);
    if (body[field] !== undefined && code === 0) return { isTaken: true };
    const said = typeof body[messageField] === 'string' ? body[messageField] : response.text;
    return refusedBecause(`${field} ${String(body[field] ?? '-')}: ${said}`, { mayRetry: busyCodes.includes(code) });
  };
}

export function refusedBecause(
  error: string,
  { mayRetry = false, retryAfterMs = 0 }: { readonly mayRetry?: boolean; readonly retryAfterMs?: number } = {},
): WireOutcome {
  const text = error.replace(/\s+/g, ' ').trim();
  return { isTaken: false, error: text.slice(0, ERROR_MAX), mayRetry, retryAfterMs };
}

export function bodyOf({ text }: WireResponse): JsonObject {
  try {
    const body: unknown = JSON.parse(text);
    return isJsonObject(body) ? body : {};
  } catch {
    return {}; // not JSON, which the caller takes as saying nothing
  }
}

/** Seconds in the header; dates are not used by these receivers. */
function retryAfterOf({ retryAfter }: WireResponse): number {
  const seconds = Number(retryAfter);
  return retryAfter !== '' && Number.isFinite(seconds) && seconds > 0 ? Math.ceil(seconds * 1000) : 0;
}
