import { type JsonObject, shortUser } from '@formats';
import { adaptChatBody } from '../openai/chat-request';
import { type ChannelTarget, type UpstreamCall } from '../../contract/upstream';
import { changeMessages, renameRole } from '../../openai-compatible/adapt-messages';
import { type BodyDraft } from '../../openai-compatible/body-draft';
import { resourceOf, isSince, modelBehind } from './account';

/** The first API versions that know `stream_options` and the role `developer`. */
const STREAM_OPTIONS_SINCE = '2024-09-01';
const DEVELOPER_SINCE = '2024-12-01';

export function takesStreamOptions(target: ChannelTarget): boolean {
  return isSince(resourceOf(target), STREAM_OPTIONS_SINCE);
}

/** Adapts a body of the OpenAI protocol to what this provider's versions and deployments accept. */
export function adaptAzureBody(draft: BodyDraft, call: UpstreamCall, target: ChannelTarget): void {
  // A deployment may have any name, so the rules follow the model behind it.
  const deployment = draft.model;
  draft.model = modelBehind({ ...call, model: deployment });
  adaptChatBody(draft, call);
  if (call.model !== call.requestedModel) draft.model = deployment;
  shortenUser(draft);
  if (call.endpoint === 'imageGenerations' && modelBehind(call).startsWith('gpt-image')) draft.drop('response_format');
  if (call.endpoint !== 'chat') return;
  if (draft.has('stream_options') && !takesStreamOptions(target)) {
    call.dropped.add('stream_options');
    draft.drop('stream_options');
  }
  if (!isSince(resourceOf(target), DEVELOPER_SINCE)) changeMessages(draft, renameRole({ developer: 'system' }));
  changeMessages(draft, withoutEmptyText);
}

function shortenUser(draft: BodyDraft): void {
  const { user } = draft.fields;
  if (typeof user === 'string' && user !== shortUser(user)) draft.set('user', shortUser(user));
}

/** Some API versions refuse an empty text beside tool calls. */
function withoutEmptyText(message: JsonObject): JsonObject {
  const hasCalls = Array.isArray(message.tool_calls) && message.tool_calls.length > 0;
  return hasCalls && message.content === '' ? { ...message, content: null } : message;
}
