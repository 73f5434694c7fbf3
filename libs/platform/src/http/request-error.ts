import { isDatabaseAway } from './is-database-away';

/** What an error of the HTTP server is about: the database, the body of the request, or a fault in the server. */
export type RequestErrorKind = 'databaseAway' | 'bodyTooLarge' | 'bodyUnreadable' | 'fault';

/** Reads the errors by which the HTTP server refuses a request before any route sees it. */
export function requestErrorKind(error: unknown): RequestErrorKind {
  if (isDatabaseAway(error)) return 'databaseAway';
  const { statusCode = 500, code } = error as { readonly statusCode?: number; readonly code?: string };
  if (statusCode === 413 || code === 'FST_ERR_CTP_BODY_TOO_LARGE') return 'bodyTooLarge';
  return statusCode >= 400 && statusCode < 500 ? 'bodyUnreadable' : 'fault';
}
