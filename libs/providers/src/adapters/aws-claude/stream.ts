import { type ChatStreamReader, type StreamFrame, asText, at, isJsonObject, parseJson } from '@formats';

/** The field of the last event with the provider's own figures about the call. */
const METRICS = 'amazon-bedrock-invocationMetrics';

/**
 * Exceptions inside a stream and the error types of the Messages API for them. Source: "InvokeModelWithResponseStream",
 * Amazon Bedrock API reference, read 2026-08.
 */
const ERROR_TYPES: Readonly<Record<string, string>> = {
  throttlingException: 'rate_limit_error',
  serviceUnavailableException: 'overloaded_error',
  internalServerException: 'api_error',
  modelStreamErrorException: 'api_error',
  modelTimeoutException: 'timeout_error',
  validationException: 'invalid_request_error',
};

/**
 * Takes the Messages event out of a binary frame: a `chunk` carries it as `{bytes: <base64 of its JSON>}`, and an
 * exception becomes the `error` event.
 *
 * @returns null for frames of another kind, and for chunks that hold no event
 */
export function unwrapFrame({ event, data }: StreamFrame): StreamFrame | null {
  if (event === 'chunk') return unwrapChunk(data);
  return event === 'error' || event.endsWith('Exception') ? errorEvent(event, data) : null;
}

/** Lets a reader of Messages events read binary frames. */
export function readUnwrapped(inner: ChatStreamReader): ChatStreamReader {
  return {
    read: frame => {
      const event = unwrapFrame(frame);
      return event === null ? [] : inner.read(event);
    },
    end: () => inner.end(),
    get isDone() {
      return inner.isDone;
    },
  };
}

function unwrapChunk(data: string): StreamFrame | null {
  const text = Buffer.from(asText(at(parseJson(data), 'bytes')), 'base64').toString('utf8');
  const payload = parseJson(text);
  if (!isJsonObject(payload)) return null;
  const event = asText(payload.type);
  if (!Object.hasOwn(payload, METRICS)) return { event, data: text };
  const { [METRICS]: _metrics, ...shown } = payload;
  return { event, data: JSON.stringify(shown) };
}

function errorEvent(name: string, data: string): StreamFrame {
  const message = asText(at(parseJson(data), 'message')) || name;
  const type = (Object.hasOwn(ERROR_TYPES, name) ? ERROR_TYPES[name] : undefined) ?? 'api_error';
  return { event: 'error', data: JSON.stringify({ type: 'error', error: { type, message } }) };
}
