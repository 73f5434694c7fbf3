import { type LogEntry } from '@contracts';

/** What stays the same of a row between two readings; the id of an own row is its place in the list. */
export function rowMark({ request_id: requestId, type, created_at: time, content }: LogEntry): string {
  return requestId === '' ? `${type} ${time} ${content}` : `${type} ${requestId}`;
}

export function isSameRow(left: LogEntry, right: LogEntry): boolean {
  return rowMark(left) === rowMark(right);
}
