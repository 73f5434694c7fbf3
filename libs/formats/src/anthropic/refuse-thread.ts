import { CallRefusal } from '../canonical/call-refusal';
import { type JsonObject } from '../json/read-value';

/**
 * Refuses calls of the Messages format that rely on a conversation which the provider stores: they hold only the new
 * messages. A server without that conversation must say so in these words, and then the clients send the whole
 * conversation by themselves.
 * Source: `ThreadUnsupportedRequestError` of Anthropic's client libraries (beta `message-threads-2026-08-12`), read
 * 2026-11.
 *
 * @returns null when the call names no thread
 */
export function refuseThread(parsed: JsonObject): CallRefusal | null {
  const { thread } = parsed;
  if (thread === undefined || thread === null) return null;
  return new CallRefusal('thread is not supported by this model: send the whole conversation in messages, without it', {
    code: 'thread_unsupported_request',
    param: 'thread',
    details: { error_code: 'thread_unsupported_request', unsupported: ['thread'] },
  });
}
