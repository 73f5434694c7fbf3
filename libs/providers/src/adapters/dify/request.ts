import {
  type DroppedFields,
  CallRefusal,
  type ChatBlock,
  type ChatCall,
  type ChatMessage,
  nameDropped,
  type JsonObject,
  asRecord,
  asText,
} from '@formats';
import { type ChannelTarget, type UpstreamCall } from '../../contract/upstream';
import { functionNames, ownFields, resultText, textOf, toolCallsOf, toolResultsOf } from '../../shared/read-call-parts';

/** The three kinds of applications, each with a path of its own. */
export type DifyApp = 'chat' | 'completion' | 'workflow';

/** Fields that callers of the chat format may write into the body by name. */
const OWN_FIELDS = ['inputs', 'conversation_id'];

/** The provider refuses a call without the name of an end user. */
const UNNAMED_USER = 'sluice';

/** The prefix of the model's name selects the kind of application, otherwise the channel's extra field does. */
export function appOf(model: string, { other }: ChannelTarget): DifyApp {
  if (model.startsWith('completion-')) return 'completion';
  if (model.startsWith('workflow-')) return 'workflow';
  const typed = other.trim();
  return typed === 'completion' || typed === 'workflow' ? typed : 'chat';
}

/**
 * Writes the body for an application; source: the pages of the application API, read 2026-08. It always requests a
 * stream: agents support nothing else, and whole answers are cut after 100 s.
 *
 * @throws CallRefusal for audio, videos, and for images and documents without an address
 */
export function difyBody(upstreamCall: UpstreamCall, app: DifyApp): JsonObject {
  const call = upstreamCall.chat();
  const { dropped } = upstreamCall;
  nameDropped(call, { settings: ['user'], fields: OWN_FIELDS }, dropped);
  const own = ownFields(upstreamCall, OWN_FIELDS);
  const inputs = asRecord(own.inputs) ?? {};
  const query = flatten(call, dropped);
  const files = call.messages.flatMap(message => filesOf(message, dropped));
  const common = {
    response_mode: 'streaming',
    user: call.settings.user || UNNAMED_USER,
    ...(files.length > 0 && { files }),
  };
  if (app !== 'chat') {
    const text = app === 'workflow' ? lastUserText(call) : query;
    if (app === 'workflow' && call.messages.length > 1) dropped.add('messages');
    return { inputs: { query: text, ...inputs }, ...common };
  }
  const conversation = asText(own.conversation_id);
  return { inputs, query, ...common, conversation_id: conversation, auto_generate_name: false };
}

const ROLE_LABELS: Readonly<Record<ChatMessage['role'], string>> = {
  system: 'SYSTEM',
  developer: 'SYSTEM',
  user: 'USER',
  assistant: 'ASSISTANT',
};

/** Writes the whole conversation as labelled lines; a single message of the user needs no label. */
function flatten(call: ChatCall, dropped: DroppedFields): string {
  const names = functionNames(call.messages);
  const lines = call.messages.flatMap(message => {
    const texts = [...linesOfTools(message.blocks, names, dropped), textOf(message.blocks)];
    return texts.filter(text => text !== '').map(text => ({ role: message.role, text }));
  });
  const [only] = lines;
  if (lines.length === 1 && only?.role === 'user') return only.text;
  return lines.map(({ role, text }) => `${ROLE_LABELS[role]}: ${text}`).join('\n');
}

/** An application calls its own tools, so results of the caller's tools are written as text. */
function linesOfTools(
  blocks: readonly ChatBlock[],
  names: ReadonlyMap<string, string>,
  dropped: DroppedFields,
): string[] {
  if (toolCallsOf(blocks).length > 0) dropped.add('message.tool_calls');
  return toolResultsOf(blocks).map(result => {
    const name = result.name ?? names.get(result.callId) ?? result.callId;
    return `Function ${name} returned: ${resultText(result, dropped)}`;
  });
}

function lastUserText(call: ChatCall): string {
  const texts = call.messages.filter(({ role }) => role === 'user').map(({ blocks }) => textOf(blocks));
  return texts.findLast(text => text !== '') ?? '';
}

function filesOf({ role, blocks }: ChatMessage, dropped: DroppedFields): readonly JsonObject[] {
  return blocks.flatMap((block): JsonObject[] => {
    if (block.type !== 'image' && block.type !== 'file' && block.type !== 'audio' && block.type !== 'video') return [];
    if (role !== 'user') {
      dropped.add(`message.${block.type}`);
      return [];
    }
    if ((block.type === 'image' || block.type === 'file') && block.source.kind === 'url') {
      const type = block.type === 'image' ? 'image' : 'document';
      return [{ type, transfer_method: 'remote_url', url: block.source.url }];
    }
    throw new CallRefusal(`${block.type} input must be an http address for this model`);
  });
}
