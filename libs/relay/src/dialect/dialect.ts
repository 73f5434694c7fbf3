import { type WireFormat } from '@formats';
import { writeSse } from '@kernel';
import { type CallerError } from './caller-error';

/**
 * The errors and the heartbeat of a silent stream in one caller's format: everything that the caller receives besides a
 * model's answer. Sources: 'Errors' of Anthropic's API reference, the error model of Google's APIs (google.rpc.Code),
 * 'Error codes' and the event `error` of OpenAI's API reference. The rules: docs/relay-rules.md#refusals.
 */
export interface Dialect {
  /** The JSON body of an error response. The request id is what a person quotes when asking for help. */
  errorBody(error: CallerError, requestId: string): string;
  /** The error as an event inside a stream that has begun. */
  errorEvent(error: CallerError, requestId: string): string;
  readonly heartbeat: string;
}

const COMMENT = ': keep-alive\n\n';

function textOf({ error }: CallerError, requestId: string): string {
  return `${error.message} (request id: ${requestId})`;
}

const openai: Dialect = {
  errorBody: (caller, requestId) => {
    const { type, param, code } = caller.error;
    return JSON.stringify({ error: { message: textOf(caller, requestId), type, param, code } });
  },
  errorEvent: (caller, requestId) => writeSse(openai.errorBody(caller, requestId)),
  heartbeat: COMMENT,
};

const ANTHROPIC_TYPES: ReadonlyMap<number, string> = new Map([
  [400, 'invalid_request_error'],
  [401, 'authentication_error'],
  [402, 'billing_error'],
  [403, 'permission_error'],
  [404, 'not_found_error'],
  [413, 'request_too_large'],
  [422, 'invalid_request_error'],
  [429, 'rate_limit_error'],
  [503, 'overloaded_error'],
  [504, 'timeout_error'],
  [529, 'overloaded_error'],
]);

const anthropic: Dialect = {
  errorBody: (caller, requestId) => {
    const type = ANTHROPIC_TYPES.get(caller.status) ?? (caller.status < 500 ? 'invalid_request_error' : 'api_error');
    const { details } = caller.error;
    return JSON.stringify({
      type: 'error',
      error: { type, message: textOf(caller, requestId), ...(details && { details }) },
      request_id: requestId,
    });
  },
  errorEvent: (caller, requestId) => writeSse(anthropic.errorBody(caller, requestId), 'error'),
  heartbeat: writeSse('{"type": "ping"}', 'ping'),
};

const GEMINI_STATUSES: ReadonlyMap<number, string> = new Map([
  [400, 'INVALID_ARGUMENT'],
  [401, 'UNAUTHENTICATED'],
  [402, 'PERMISSION_DENIED'],
  [403, 'PERMISSION_DENIED'],
  [404, 'NOT_FOUND'],
  [413, 'INVALID_ARGUMENT'],
  [429, 'RESOURCE_EXHAUSTED'],
  [499, 'CANCELLED'],
  [501, 'UNIMPLEMENTED'],
  [502, 'UNAVAILABLE'],
  [503, 'UNAVAILABLE'],
  [504, 'DEADLINE_EXCEEDED'],
  [529, 'UNAVAILABLE'],
]);

const gemini: Dialect = {
  errorBody: (caller, requestId) => {
    const { status: code, retryAfterSeconds, error } = caller;
    const status = GEMINI_STATUSES.get(code) ?? (code < 500 ? 'INVALID_ARGUMENT' : 'INTERNAL');
    const details = [
      ...(error.code === null ? [] : [errorInfo(error.code)]),
      ...(code === 429 && retryAfterSeconds !== null ? [retryInfo(retryAfterSeconds)] : []),
    ];
    const shown = { code, message: textOf(caller, requestId), status, ...(details.length > 0 && { details }) };
    return JSON.stringify({ error: shown });
  },
  errorEvent: (caller, requestId) => writeSse(gemini.errorBody(caller, requestId)),
  heartbeat: COMMENT,
};

function errorInfo(reason: string): object {
  return {
    '@type': 'type.googleapis.com/google.rpc.ErrorInfo',
    reason: reason.toUpperCase(),
  };
}

function retryInfo(seconds: number): object {
  return {
    '@type': 'type.googleapis.com/google.rpc.RetryInfo',
    retryDelay: `${seconds}s`,
  };
}

const responses: Dialect = {
  errorBody: openai.errorBody,
  errorEvent: (caller, requestId) => {
    const { code, param, type } = caller.error;
    const event = { type: 'error', code: code ?? type, message: textOf(caller, requestId), param, sequence_number: 0 };
    return writeSse(JSON.stringify(event), 'error');
  },
  heartbeat: COMMENT,
};

/** One dialect per format. */
export const dialects: Readonly<Record<WireFormat, Dialect>> = { openai, anthropic, gemini, responses };
