import { CallRefusal } from '../canonical/call-refusal';
import { type UnknownRecord } from '../json/read-value';

/**
 * Calls of the Messages format that lean on a conversation which the provider keeps: they hold only what is new. Whoever
 * keeps none must say so in these words, on which the clients send everything again by themselves.
 * Source: `ThreadUnsupportedRequestError` of Anthropic's client libraries (beta `message-threads-2026-08-12`), read 2026-11.
 *
 * @returns null when the call names no thread
 */
export function refuseThread(parsed: UnknownRecord): CallRefusal | null {
  const { thread } = parsed;
  if (thread === undefined || thread === null) return null;
  return new CallRefusal('thread is not supported by this model: send the whole conversation in messages, without it', {
    code: 'thread_unsupported_request',
    param: 'thread',
    details: { error_code: 'thread_unsupported_request', unsupported: ['thread'] },
  });
}
