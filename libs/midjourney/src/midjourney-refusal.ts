import { DrawingCode } from '@contracts';
import { AppError, type ErrorCode } from '@kernel';
import { type RefusalShape } from '@task';
import { errorBody } from './submit/submit-response';

/** Refusals of the common parts that clients of drawing proxies know under a name of their own. */
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

/** `{description, type, code}`, as drawing proxies refuse; the codes are in docs/relay-rules.md#refusals. */
export const refuseMidjourney: RefusalShape = error => {
  const known = ownName(error);
  return { status: known.status, body: errorBody(descriptionOf(known), codeOf(known)) };
};

function ownName(error: AppError): AppError {
  const name = OWN_NAMES[error.code];
  return name ? new AppError(name, { cause: error }) : error;
}

/** The protocol's own words stand alone, since clients compare with them; others need their sentence. */
function descriptionOf(error: AppError): string {
  const { wireCode } = error;
  if (error.code === 'DRAWING_UNKNOWN_ACTION') return `${wireCode}:${String(error.params.customId ?? '')}`;
  if (error.code.startsWith('DRAWING_')) return wireCode;
  return `${wireCode} ${error.sentence('en')}`.trim();
}

function codeOf({ status, code }: AppError): number {
  if (status === 429) return DrawingCode.Saturated;
  return UNKNOWN_FAULTS.has(code) ? DrawingCode.Unknown : DrawingCode.RequestError;
}
