import { type JsonObject, nameDropped } from '@formats';
import { type UpstreamCall } from '../../contract/upstream';
import { imagesOf, toolResultsOf, resultText, textOf } from '../../shared/read-call-parts';

/**
 * Writes the last message of the conversation alone; source: the provider's library page, read 2026-08.
 *
 * @throws CallRefusal when the last message holds anything but text
 */
export function aiProxyBody(upstreamCall: UpstreamCall, libraryId: string): JsonObject {
  const call = upstreamCall.chat();
  const { dropped } = upstreamCall;
  nameDropped(call, { settings: [] }, dropped);
  const last = call.messages.at(-1);
  if (last) imagesOf({ ...last, role: 'user' }, { takesImages: false, dropped });
  if (call.messages.length > 1) dropped.add('messages');
  const results = toolResultsOf(last?.blocks ?? []).map(result => resultText(result, dropped));
  return {
    model: upstreamCall.model,
    query: [...results, textOf(last?.blocks ?? [])].filter(text => text !== '').join('\n'),
    libraryId,
    stream: upstreamCall.isStream,
  };
}
