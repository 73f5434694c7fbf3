import { PAY_ERROR_MESSAGE, USER_ID_HEADER, isJsonObject } from '@contracts';
import { fetchBaseQuery, type BaseQueryFn, type FetchArgs } from '@reduxjs/toolkit/query/react';
import { fetchOrTake } from './early-calls';
import { FileAnswer } from './file-answer';
import { readInOrder, writeInOrder } from './in-order';

/**
 * Why a call gave no data. `refused`: the server refused with a message; `http`: another status; `network`: no
 * response; `unreadable`: a response that is none of this server's, such as the page of a proxy.
 */
export interface ApiError {
  readonly kind: 'refused' | 'http' | 'network' | 'unreadable';
  readonly status: number;
  /** The server's message, shown verbatim; for `network` the browser's own text. */
  readonly message: string;
  /** True when the error listener must not show this error because the caller shows it itself. */
  readonly isQuiet: boolean;
  /** Top-level fields beside `data`; a refusal may carry them too (the channel test's `time`). */
  readonly extra: Extra;
}

/** Fields that the server puts beside `data`, such as total, time and balance. */
type Extra = Readonly<Record<string, unknown>>;

/** What a successful response held besides its data. */
interface EnvelopeMeta {
  readonly message: string;
  readonly extra: Extra;
}

/** Options that an endpoint may set. */
interface EndpointOptions {
  /** The component shows the error itself, so no toast appears. */
  readonly quiet?: boolean;
  /** A refusal has `error` as its message and the reason in its data, as the two payment calls do. */
  readonly refusalInData?: boolean;
  /** The page shows the result of this write before the server has responded, so later calls wait for the write. */
  readonly isShownAhead?: boolean;
}

/** The id that is sent while no user is signed in. */
const NOBODY = -1;

/** Longest wait for a console call in milliseconds; a channel test may take 60 seconds on the server. */
const CALL_TIMEOUT_MS = 120_000;

interface StateWithSession {
  readonly session?: { readonly user?: { readonly id: number } | null };
}

const rawQuery = fetchBaseQuery({
  baseUrl: '/api/',
  timeout: CALL_TIMEOUT_MS,
  fetchFn: fetchOrTake,
  prepareHeaders: (headers, { getState }) => {
    const { session } = getState() as StateWithSession; // the API layer knows only this part of the store
    headers.set(USER_ID_HEADER, String(session?.user?.id ?? NOBODY));
    // The server's messages are shown verbatim, so they must come in the language of the page.
    headers.set('Accept-Language', document.documentElement.lang || 'en');
    return headers;
  },
});

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

function errorMessageOf(body: unknown): string {
  if (!isJsonObject(body)) return '';
  const nested = isJsonObject(body.error) ? textOf(body.error.message) : '';
  return textOf(body.message) || nested;
}

/** Splits `{success, message, data, …}`; null when the body is no envelope. */
function readEnvelope(body: unknown) {
  if (!isJsonObject(body) || typeof body.success !== 'boolean') return null;
  const { success, message, data, ...extra } = body;
  return { success, message: textOf(message), data, extra };
}

/**
 * Sends a console call and removes the envelope, in one place for the whole application. It gives the data (null when
 * the server sent none), a {@link FileAnswer} for a file, or an {@link ApiError} for a refusal.
 */
export const envelopeBaseQuery: BaseQueryFn<
  string | FetchArgs,
  unknown,
  ApiError,
  EndpointOptions,
  EnvelopeMeta
> = async (request, api, options) => {
  const isQuiet = options?.quiet === true;
  const send = async () => rawQuery(request, api, {});
  const isWrite = api.type === 'mutation';
  const { data: body, error } = await (isWrite
    ? writeInOrder(options?.isShownAhead === true, send)
    : readInOrder(send));
  if (error) {
    const status = typeof error.status === 'number' ? error.status : 0;
    if (status !== 0) {
      return { error: { kind: 'http', status, message: errorMessageOf(error.data), isQuiet, extra: {} } };
    }
    const message = 'error' in error ? error.error : '';
    return { error: { kind: 'network', status, message, isQuiet, extra: {} } };
  }
  if (body instanceof FileAnswer) return { data: body };
  const envelope = readEnvelope(body);
  if (!envelope) {
    return { error: { kind: 'unreadable', status: 0, message: 'unexpected answer', isQuiet, extra: {} } };
  }
  const { success, message, data, extra } = envelope;
  if (!success) {
    const isInData = options?.refusalInData === true && message === PAY_ERROR_MESSAGE;
    return { error: { kind: 'refused', status: 200, message: isInData ? textOf(data) : message, isQuiet, extra } };
  }
  return { data: data ?? null, meta: { message, extra } };
};

/** The result of a list call: its rows, and the total count when the server sends it. */
export interface ListAnswer<Row> {
  readonly rows: readonly Row[];
  readonly total?: number;
}

/** Joins the bare array of a list call with the `total` that newer servers put beside it. */
export function toListAnswer<Row>(rows: readonly Row[] | null, meta: EnvelopeMeta | undefined): ListAnswer<Row> {
  const total = meta?.extra.total;
  return typeof total === 'number' ? { rows: rows ?? [], total } : { rows: rows ?? [] };
}
