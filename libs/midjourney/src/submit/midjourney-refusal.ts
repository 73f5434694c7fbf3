import { ImageTaskCode } from '@contracts';
import { AppError, type ErrorCode } from '@kernel';
import { type RefusalShape } from '@task';
import { errorBody } from './submit-response';

/** General error codes and the codes under which clients of Midjourney proxies know them. */
const OWN_NAMES: Readonly<Partial<Record<ErrorCode, ErrorCode>>> = {
  RELAY_USER_QUOTA: 'DRAWING_QUOTA',
  RELAY_USER_QUOTA_HOLD: 'DRAWING_QUOTA',
  RELAY_TOKEN_QUOTA: 'DRAWING_QUOTA',
  TASK_QUOTA: 'DRAWING_QUOTA',
  TASK_BODY: 'DRAWING_BODY',
  TASK_CHANNEL: 'DRAWING_CHANNEL',
  TASK_CHANNEL_DISABLED: 'DRAWING_CHANNEL_DISABLED',
  TASK_NOT_FOUND: 'DRAWING_NOT_FOUND',
  TASK_STORE: 'DRAWING_STORE',
  TASK_REFUSED: 'DRAWING_UPSTREAM',
};
const UNKNOWN_FAULTS: ReadonlySet<ErrorCode> = new Set([
  'DRAWING_UPSTREAM',
  'DRAWING_EMPTY',
  'DRAWING_UNREADABLE',
  'RELAY_INTERNAL',
]);

/**
 * An error body `{description, type, code}`, as Midjourney proxies send it; the codes are in
 * docs/relay-rules.md#refusals.
 */
export const refuseMidjourney: RefusalShape = error => {
  const known = ownName(error);
  return { status: known.status, body: errorBody(descriptionOf(known), codeOf(known)) };
};

function ownName(error: AppError): AppError {
  const name = OWN_NAMES[error.code];
  return name ? new AppError(name, { cause: error }) : error;
}

/** Codes of the protocol are sent alone, because clients compare them; other codes are followed by a sentence. */
function descriptionOf(error: AppError): string {
  const { wireCode } = error;
  if (error.code === 'DRAWING_UNKNOWN_ACTION') return `${wireCode}:${String(error.params.customId ?? '')}`;
  if (error.code.startsWith('DRAWING_')) return wireCode;
  return `${wireCode} ${error.sentence('en')}`.trim();
}

function codeOf({ status, code }: AppError): number {
  if (status === 429 && !code.startsWith('RELAY_BUDGET')) return ImageTaskCode.Saturated;
  return UNKNOWN_FAULTS.has(code) ? ImageTaskCode.Unknown : ImageTaskCode.RequestError;
}
