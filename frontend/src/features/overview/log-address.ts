import { type Overview } from '@contracts';

const CONSUME = '2';
const ERROR = '5';
const HOUR_SECONDS = 3600;

/** Which rows of the log stand behind a figure. */
interface LogRows {
  readonly kind: 'calls' | 'errors' | 'all';
  readonly start: number;
  /** Exclusive. */
  readonly end: number;
  readonly model?: string;
  readonly username?: string;
  readonly key?: string;
}

/** The address of the log with the rows behind a figure. */
export function logAddress({ kind, start, end, model, username, key }: LogRows): string {
  const parameters = new URLSearchParams({ start: String(start), end: String(end - 1) });
  if (kind !== 'all') parameters.set('type', kind === 'calls' ? CONSUME : ERROR);
  if (model) parameters.set('model_name', model);
  if (username) parameters.set('username', username);
  if (key) parameters.set('token_name', key);
  return `/log?${parameters.toString()}`;
}

/** The span of one hour or day of an overview, within the whole one. */
export function spanOfPeriod({ start, end, step }: Pick<Overview, 'start' | 'end' | 'step'>, at: number) {
  const length = step === 'hour' ? HOUR_SECONDS : 24 * HOUR_SECONDS;
  return { start: Math.max(start, at), end: Math.min(end, at + length) };
}
