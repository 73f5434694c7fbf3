import { type DroppedFields, CallRefusal, asList, asText, at, isJsonObject } from '@formats';
import { type UpstreamCall } from '../../contract/upstream';
import { type BodyDraft } from '../../openai-compatible/body-draft';
import { isForeignChat } from '../../openai-compatible/chat-conversion';
import { OPENAI_ONLY_FIELDS, clampField, dropFields } from '../../openai-compatible/drop-fields';
import { schemaInstruction } from '../../shared/schema-instruction';
import { takeSearchOptions } from '../../openai-compatible/search-options';
import { adaptZhipuMessages } from './request-messages';
import { type GlmFamily, familyOf } from './models';

/** The provider refuses both 0 and 1. */
const INNER = { min: 0.01, max: 0.99 } as const;
const USER_ID_LENGTH = { min: 6, max: 128 } as const;
const UNKNOWN_FIELDS = [
  'frequency_penalty',
  'presence_penalty',
  'n',
  'logprobs',
  'top_logprobs',
  'seed',
  'logit_bias',
] as const;

/** Adapts a body of the OpenAI form to version 4; source: the provider's chat API, read 2026-08. */
export function adaptZhipuBody(draft: BodyDraft, call: UpstreamCall): void {
  const { dropped } = call;
  if (/^chatglm_/.test(draft.model)) throw new CallRefusal('this model belongs to version 3 of the provider');
  const family = familyOf(draft.model);
  adaptZhipuMessages(draft, family, dropped);
  adaptSampling(draft, family, dropped);
  adaptTools(draft, family, dropped);
  adaptFormat(draft, dropped);
  adaptThinking(draft, family, dropped);
  adaptUser(draft, dropped);
  dropWithLoss(draft, dropped, UNKNOWN_FIELDS);
  draft.drop('stream_options'); // usage is always reported
  if (isForeignChat(call)) dropFields(draft, dropped, ...OPENAI_ONLY_FIELDS, 'parallel_tool_calls');
}

/** Removes fields that the provider does not know; a value without an effect does not count as dropped. */
export function dropWithLoss(draft: BodyDraft, dropped: DroppedFields, names: readonly string[]): void {
  for (const name of names) {
    const value = draft.fields[name];
    const isNothing =
      value === undefined || value === null || value === false || value === 0 || (name === 'n' && value === 1);
    if (!isNothing) dropped.add(name);
    draft.drop(name);
  }
}

function adaptSampling(draft: BodyDraft, family: GlmFamily, dropped: DroppedFields): void {
  const temperature = draft.fields.temperature;
  if (typeof temperature === 'number' && temperature <= 0 && !(family.isNew && !family.isVision)) {
    draft.drop('temperature');
    if (!draft.has('do_sample')) draft.set('do_sample', false);
  }
  clampField(draft, dropped, 'temperature', { min: 0, max: family.temperatureMax });
  clampField(draft, dropped, 'top_p', INNER);
  draft.rename('max_completion_tokens', 'max_tokens');
  clampField(draft, dropped, 'max_tokens', { max: family.outputTokensMax });
  adaptStop(draft, family, dropped);
}

function adaptStop(draft: BodyDraft, family: GlmFamily, dropped: DroppedFields): void {
  const stop = draft.fields.stop;
  if (stop === undefined || stop === null) return draft.drop('stop');
  const wanted = typeof stop === 'string' ? [stop] : asList(stop);
  const kept = wanted.slice(0, family.stopsMax);
  if (kept.length < wanted.length) dropped.add('stop');
  if (kept.length === 0) draft.drop('stop');
  else if (kept !== stop && (typeof stop === 'string' || kept.length < wanted.length)) draft.set('stop', kept);
}

/** The provider lets the model decide about calls; a call cannot be required. */
function adaptTools(draft: BodyDraft, family: GlmFamily, dropped: DroppedFields): void {
  const choice = draft.fields.tool_choice;
  if (choice === 'none' || !family.takesTools) {
    if (!family.takesTools && (asList(draft.fields.tools).length > 0 || draft.has('web_search_options'))) {
      dropped.add('tools');
    }
    return draft.drop('tools', 'tool_choice', 'web_search_options', 'parallel_tool_calls');
  }
  if (choice !== undefined && choice !== null && choice !== 'auto') {
    dropped.add('tool_choice');
    draft.set('tool_choice', 'auto');
  }
  const tools = asList(draft.fields.tools);
  const adapted = tools.map(tool => adaptTool(tool, dropped)).filter(tool => tool !== null);
  if (takeSearchOptions(draft, dropped)) adapted.push({ type: 'web_search', web_search: { enable: true } });
  const hasChanged = adapted.length !== tools.length || adapted.some((tool, index) => tool !== tools[index]);
  if (!hasChanged) return;
  if (adapted.length === 0) draft.drop('tools', 'tool_choice');
  else draft.set('tools', adapted);
}

function adaptTool(tool: unknown, dropped: DroppedFields): unknown {
  const described = at(tool, 'function');
  if (!isJsonObject(tool) || !isJsonObject(described) || !Object.hasOwn(described, 'strict')) return tool;
  const { strict, ...rest } = described;
  if (strict === true) dropped.add('tools.strict');
  return { ...tool, function: rest };
}

/** A schema becomes an instruction in the system message. */
function adaptFormat(draft: BodyDraft, dropped: DroppedFields): void {
  const format = draft.fields.response_format;
  if (at(format, 'type') !== 'json_schema') return;
  dropped.add('response_format');
  draft.set('response_format', { type: 'json_object' });
  const content = schemaInstruction(at(format, 'json_schema', 'schema') ?? {});
  const messages = asList(draft.fields.messages);
  const [first, ...rest] = messages;
  const isSystem = isJsonObject(first) && first.role === 'system';
  if (!isSystem) return draft.set('messages', [{ role: 'system', content }, ...messages]);
  const said = asText(first.content);
  draft.set('messages', [{ ...first, content: said === '' ? content : `${said}\n\n${content}` }, ...rest]);
}

/** From 4.5 on thinking can be switched; the caller's own `thinking` takes precedence. */
function adaptThinking(draft: BodyDraft, family: GlmFamily, dropped: DroppedFields): void {
  const effort = draft.fields.reasoning_effort;
  if (effort === undefined) return;
  const isOff = effort === 'none' || effort === 'minimal';
  if (!family.isNew) {
    if (!isOff) dropped.add('reasoning_effort');
    return draft.drop('reasoning_effort');
  }
  if (!draft.has('thinking')) draft.set('thinking', { type: isOff ? 'disabled' : 'enabled' });
  if (!family.takesEffort || isOff) draft.drop('reasoning_effort');
}

function adaptUser(draft: BodyDraft, dropped: DroppedFields): void {
  const user = draft.fields.user;
  if (user === undefined) return;
  draft.drop('user');
  const isFit = typeof user === 'string' && user.length >= USER_ID_LENGTH.min && user.length <= USER_ID_LENGTH.max;
  if (!isFit) dropped.add('user');
  else if (!draft.has('user_id')) draft.set('user_id', user);
}
