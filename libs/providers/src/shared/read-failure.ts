import {
  type ChannelTarget,
  type FailureKind,
  type UpstreamError,
  type UpstreamFailure,
  type UpstreamRefusal,
} from '../contract/upstream';
import { readError } from './error-message';
import { maskSecrets } from './mask-secrets';

/**
 * What a provider's own table says about a refusal: disable the channel, try another one, or return the error to the
 * caller.
 */
export interface ErrorClass {
  readonly effect: 'disable' | 'retry' | 'caller';
  /** Replaces the provider's code by one that callers know, e.g. `content_filter`. */
  readonly code?: string;
  /** Replaces the status, for providers that send 200 or a status with another meaning. */
  readonly status?: number;
  /** Replaces the provider's type, e.g. by `rate_limit_error`. */
  readonly type?: string;
  /** See `UpstreamFailure.isTokenStale`. */
  readonly isTokenStale?: boolean;
}

/** The refusal that a provider's table classifies; `text` is the message in lower case. */
export interface RefusalDetails {
  readonly status: number;
  readonly type: string;
  readonly code: string;
  readonly text: string;
  readonly body: string;
}

/** Classifies errors that a provider reports differently; null leaves the decision to the common table. */
export type ClassifyError = (sign: RefusalDetails) => ErrorClass | null;

export interface FailureRules {
  readonly classifyError?: ClassifyError;
  readonly messagePaths?: readonly (readonly (string | number)[])[];
}

const DISABLING_CODES: ReadonlySet<string> = new Set([
  'invalid_api_key',
  'invalid_issuer',
  'account_deactivated',
  'no_organization',
  'billing_not_active',
  'billing_hard_limit_reached',
  'insufficient_quota',
]);

const DISABLING_TYPES: ReadonlySet<string> = new Set([
  'insufficient_quota',
  'insufficient_user_quota',
  'authentication_error',
  'permission_error',
  'forbidden',
]);

const DISABLING_SENTENCES: readonly string[] = [
  'incorrect api key provided',
  'your credit balance is too low',
  'this organization has been disabled',
  'organization has been restricted',
  'you exceeded your current quota',
  'quota exceeded for quota metric',
  'permission denied',
  'the security token included in the request is invalid',
  'operation not allowed',
  'your account is not authorized',
  'your account is not active',
  'your account balance is insufficient',
  'your account is currently blocked',
  'billing hard limit has been reached',
  'api key not valid',
  'api key expired',
  'access was terminated',
  'too many invalid requests',
  'violation of our policies',
];

/** Statuses about the account. With any other status a sentence may repeat what the caller wrote. */
const ACCOUNT_STATUSES: ReadonlySet<number> = new Set([401, 402, 403, 429]);

/** The kinds of statuses that a range does not tell; 529 is Anthropic's status for overload. */
const KINDS_BY_STATUS: ReadonlyMap<number, FailureKind> = new Map<number, FailureKind>([
  [401, 'refused'],
  [402, 'refused'],
  [403, 'refused'],
  [404, 'modelUnavailable'],
  [408, 'broken'],
  [429, 'busy'],
  [529, 'busy'],
]);

/** What the effects of a provider's own table say about the kind; with `retry` the status decides. */
const KINDS_BY_EFFECT: Readonly<Record<ErrorClass['effect'], FailureKind | null>> = {
  disable: 'refused',
  caller: 'badRequest',
  retry: null,
};

/**
 * Classifies a refusal: first by the provider's own table, then by the common one, which docs/relay-rules.md#failures
 * describes.
 */
export function readFailure(refusal: UpstreamRefusal, rules: FailureRules, target?: ChannelTarget): UpstreamFailure {
  const found = readError(refusal.status, refusal.body, rules.messagePaths);
  const status = effectiveStatus(refusal.status, found.code);
  const sign: RefusalDetails = {
    status,
    type: found.type.toLowerCase(),
    code: (found.code ?? '').toLowerCase(),
    text: found.message.toLowerCase(),
    body: refusal.body,
  };
  const own = rules.classifyError?.(sign) ?? null;
  const shown = own?.status ?? status;
  const effect = own?.effect ?? (provesBadAccount(sign) ? 'disable' : 'retry');
  const shouldDisableChannel = effect === 'disable';
  return {
    kind: KINDS_BY_EFFECT[effect] ?? kindOf(shown, own?.code ?? sign.code),
    status: shown,
    error: {
      message: maskSecrets(found.message, target),
      type: own?.type ?? maskSecrets(found.type, target),
      param: found.param && maskSecrets(found.param, target),
      code: own?.code ?? (found.code && maskSecrets(found.code, target)),
    } satisfies UpstreamError,
    shouldDisableChannel,
    isRetryable: own ? own.effect !== 'caller' : shouldDisableChannel || isRetryableStatus(status),
    retryAfterSeconds: retryAfterSecondsOf(refusal.headers),
    ...(own?.isTokenStale === true && { isTokenStale: true }),
  };
}

/** The status of an error inside a 2xx response: the one in its `code`, or 502 as for a broken upstream. */
function effectiveStatus(status: number, code: string | null): number {
  if (status < 200 || status > 299) return status;
  const named = code !== null && /^[45]\d\d$/.test(code) ? Number(code) : 502;
  return named;
}

function provesBadAccount(sign: RefusalDetails): boolean {
  if (sign.status === 401 || DISABLING_CODES.has(sign.code) || DISABLING_TYPES.has(sign.type)) return true;
  return ACCOUNT_STATUSES.has(sign.status)
    ? DISABLING_SENTENCES.some(sentence => sign.text.includes(sentence))
    : DISABLING_SENTENCES.some(sentence => sign.text.startsWith(sentence));
}

/** Timeouts are not retried, because the upstream may charge for its work; bad requests fail everywhere. */
function isRetryableStatus(status: number): boolean {
  return ![400, 408, 504, 524].includes(status);
}

function kindOf(status: number, code: string): FailureKind {
  const byStatus = KINDS_BY_STATUS.get(status) ?? (status >= 500 || status < 400 ? 'broken' : 'badRequest');
  return code === 'model_not_found' && byStatus !== 'busy' ? 'modelUnavailable' : byStatus;
}

/** Whole seconds, rounded up. A date is compared with the response's own `date`, because adapters have no clock. */
function retryAfterSecondsOf(headers: UpstreamRefusal['headers']): number | null {
  const milliseconds = header(headers, 'retry-after-ms');
  if (/^\d{1,9}(\.\d+)?$/.test(milliseconds)) return Math.ceil(Number(milliseconds) / 1000);
  const value = header(headers, 'retry-after');
  if (/^\d{1,6}(\.\d+)?$/.test(value)) return Math.ceil(Number(value));
  const difference = Date.parse(value) - Date.parse(header(headers, 'date'));
  return Number.isFinite(difference) ? Math.max(0, Math.ceil(difference / 1000)) : null;
}

function header(headers: UpstreamRefusal['headers'], name: string): string {
  const value = headers[name];
  return (typeof value === 'string' ? value : (value?.[0] ?? '')).trim();
}
