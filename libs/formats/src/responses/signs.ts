import { type AnswerError } from '../canonical/chat-answer';
import { type StreamFrame, type StreamSigns } from '../canonical/chat-format';
import { mayHoldUsageOrError } from '../canonical/search-signs';
import { type UsageReading } from '../canonical/usage-reading';
import { asText, at, isJsonObject, parseJson } from '../json/read-value';
import { usageOfResponse } from './usage';

/** The events that end a stream; there is no `[DONE]`, though some imitations send one. */
const END_TYPES = ['response.completed', 'response.incomplete', 'response.failed'] as const;
const MARKS = END_TYPES.map(type => Buffer.from(type));
const TYPE_AT_FRONT = /^\s*\{\s*"type"\s*:\s*"([^"\\]*)"/;

export const signs: StreamSigns = {
  mayTell: events => MARKS.some(mark => events.includes(mark)) || mayHoldUsageOrError(events),
  isEnd: frame => isEndType(typeOf(frame)),
  usageAfter: (payload, before) => {
    const usage = usageOf(payload);
    return usage.kind === 'missing' ? before : usage;
  },
  errorOf: responsesErrorOf,
};

export function isEndType(type: string): boolean {
  return END_TYPES.some(end => end === type);
}

/** The event's type: from the frame if it has one, otherwise from its data, which is parsed only if necessary. */
export function typeOf({ event, data }: StreamFrame): string {
  if (event !== '' && event !== 'message') return event;
  return TYPE_AT_FRONT.exec(data.slice(0, 200))?.[1] ?? asText(at(parseJson(data), 'type'));
}

/** The response object: inside an event that carries one, or the payload itself. */
function usageOf(payload: unknown): UsageReading {
  return usageOfResponse(at(payload, 'response') ?? payload);
}

/** The error of an event (`error`, flat or nested, and `response.failed`) or of a response object that failed. */
export function responsesErrorOf(payload: unknown): AnswerError | null {
  const type = asText(at(payload, 'type'));
  const response = at(payload, 'response');
  if (type === 'response.failed') return describe(at(response, 'error'));
  const nested = at(payload, 'error');
  if (type === 'error') return describe(isJsonObject(nested) ? nested : payload);
  if (type.startsWith('response.')) return null;
  if (at(payload, 'status') === 'failed') return describe(nested);
  return nested ? describe(nested) : null;
}

function describe(error: unknown): AnswerError {
  const code = at(error, 'code');
  const type = asText(at(error, 'type'));
  const message = typeof error === 'string' ? error : asText(at(error, 'message'));
  return {
    message: message || 'the upstream reported an error',
    type: type === '' || type === 'error' ? 'server_error' : type,
    code: typeof code === 'number' ? String(code) : asText(code) || null,
  };
}
