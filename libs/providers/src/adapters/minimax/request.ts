import { type DroppedFields, type JsonObject, asList, asText, at, isJsonObject } from '@formats';
import { type UpstreamCall } from '../../contract/upstream';
import { changeMessages, flattenText, renameRole, straightenContent } from '../../openai-compatible/adapt-messages';
import { type BodyDraft } from '../../openai-compatible/body-draft';
import { isForeignChat } from '../../openai-compatible/chat-conversion';
import { OPENAI_ONLY_FIELDS, clampField, dropFields } from '../../openai-compatible/drop-fields';
import { schemaInstruction } from '../../shared/schema-instruction';
import { takeSearchOptions } from '../../openai-compatible/search-options';
import { isNativeModel, readsImages } from './models';

/** The provider refuses zero. */
const LIMITS = { min: 0.01, max: 1 } as const;

/** Fields that the provider ignores. */
const IGNORED_FIELDS = ['presence_penalty', 'frequency_penalty', 'logit_bias', 'function_call', 'user', 'n'] as const;

/** Fields that are not part of the provider's API. */
const UNKNOWN_FIELDS = ['parallel_tool_calls', 'seed', 'logprobs', 'top_logprobs'] as const;

const toSystem = renameRole({ developer: 'system' });

/** Adapts a body of the OpenAI form to either of the provider's chat routes; source: its chat API, read 2026-08. */
export function adaptMiniMaxBody(draft: BodyDraft, call: UpstreamCall): void {
  const isNative = isNativeModel(draft.model);
  const { dropped } = call;
  clampField(draft, dropped, 'temperature', LIMITS);
  clampField(draft, dropped, 'top_p', LIMITS);
  dropIgnored(draft, IGNORED_FIELDS, dropped);
  if (isNative) {
    dropIgnored(draft, ['stop'], dropped);
    draft.drop('stream_options'); // usage is always reported
    draft.rename('max_completion_tokens', 'max_tokens');
  } else {
    draft.rename('max_tokens', 'max_completion_tokens');
    // Without this field the reasoning is part of the text; callers of the chat format decide for themselves.
    if (call.format !== 'openai' && !draft.has('reasoning_split')) draft.set('reasoning_split', true);
  }
  if (isForeignChat(call)) dropFields(draft, dropped, ...OPENAI_ONLY_FIELDS, ...UNKNOWN_FIELDS);
  adaptThinking(draft, dropped);
  adaptTools(draft, dropped);
  changeMessages(draft, toSystem);
  changeMessages(draft, straightenContent);
  changeMessages(draft, message => joinText(message, draft.model));
  if (!isNative) changeMessages(draft, detailReasoning);
  adaptFormat(draft, dropped);
  systemFirst(draft);
}

function dropIgnored(draft: BodyDraft, names: readonly string[], dropped: DroppedFields): void {
  for (const name of names) {
    const value = draft.fields[name];
    const isNothing = value === undefined || value === null || value === 0 || (name === 'n' && value === 1);
    if (!isNothing && asText(value) !== 'auto') dropped.add(name);
    draft.drop(name);
  }
}

/** Only the newest models let a call switch thinking; the caller's own `thinking` takes precedence. */
function adaptThinking(draft: BodyDraft, dropped: DroppedFields): void {
  const effort = draft.fields.reasoning_effort;
  if (effort === undefined) return;
  draft.drop('reasoning_effort');
  if (!/^minimax-m[3-9]/i.test(draft.model)) {
    dropped.add('reasoning_effort');
    return;
  }
  if (!draft.has('thinking')) draft.set('thinking', { type: effort === 'none' ? 'disabled' : 'adaptive' });
}

/** A call can be forbidden but not required. The oldest models expect schemas as JSON texts. */
function adaptTools(draft: BodyDraft, dropped: DroppedFields): void {
  const choice = draft.fields.tool_choice;
  if (choice !== undefined && choice !== null && choice !== 'none' && choice !== 'auto') {
    dropped.add('tool_choice');
    draft.set('tool_choice', 'auto');
  }
  const tools = asList(draft.fields.tools);
  const adapted = tools.map(tool => adaptTool(tool, draft.model)).filter(tool => tool !== null);
  if (takeSearchOptions(draft, dropped)) adapted.push({ type: 'web_search' });
  const hasChanged = adapted.length !== tools.length || adapted.some((tool, index) => tool !== tools[index]);
  if (!hasChanged) return;
  if (adapted.length === 0) draft.drop('tools', 'tool_choice');
  else draft.set('tools', adapted);
}

function adaptTool(tool: unknown, model: string): unknown {
  const described = at(tool, 'function');
  const isOldest = /^abab/i.test(model);
  if (!isOldest || !isJsonObject(tool) || !isJsonObject(described) || !isJsonObject(described.parameters)) return tool;
  return { ...tool, function: { ...described, parameters: JSON.stringify(described.parameters) } };
}

/** Models that read text only expect it in one piece; other parts stay, and the provider refuses them. */
function joinText(message: JsonObject, model: string): JsonObject {
  const parts = asList(message.content);
  const isText = parts.length > 0 && parts.every(part => at(part, 'type') === 'text');
  return isText && !readsImages(model) ? flattenText(message) : message;
}

/** The model continues best from its own reasoning, which the provider expects under `reasoning_details`. */
function detailReasoning(message: JsonObject): JsonObject {
  const text = asText(message.reasoning_content);
  if (text === '' || Object.hasOwn(message, 'reasoning_details')) return message;
  const { reasoning_content: _reasoning, ...rest } = message;
  return { ...rest, reasoning_details: [{ type: 'reasoning.text', text }] };
}

/** Only one model accepts a schema; the others get the schema as an instruction. */
function adaptFormat(draft: BodyDraft, dropped: DroppedFields): void {
  const format = draft.fields.response_format;
  if (at(format, 'type') !== 'json_schema' || /^minimax-text-01/i.test(draft.model)) return;
  dropped.add('response_format');
  draft.set('response_format', { type: 'json_object' });
  const content = schemaInstruction(at(format, 'json_schema', 'schema') ?? {});
  draft.set('messages', [{ role: 'system', content }, ...asList(draft.fields.messages)]);
}

/** Instructions must stand first, in one message. */
function systemFirst(draft: BodyDraft): void {
  const messages = asList(draft.fields.messages);
  const isSystem = (message: unknown): boolean => at(message, 'role') === 'system';
  const misplaced = messages.findLastIndex(isSystem) > 0;
  if (!misplaced) return;
  const texts = messages
    .filter(isSystem)
    .map(message => asText(at(isJsonObject(message) ? flattenText(message) : null, 'content')));
  const content = texts.filter(text => text !== '').join('\n');
  draft.set('messages', [{ role: 'system', content }, ...messages.filter(message => !isSystem(message))]);
}
