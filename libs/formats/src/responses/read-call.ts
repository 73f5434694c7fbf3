import { Fields } from '../canonical/fields';
import { readStore } from '../canonical/read-store';
import {
  type ChatCall,
  type ChatMessage,
  type ChatSettings,
  type ReasoningOptions,
  type ResponseFormat,
  reasoningEfforts,
} from '../canonical/chat';
import { type JsonObject, asText, isJsonObject } from '../json/read-value';
import { ItemReader } from './read-items';
import { readContent } from './read-content';
import { readForcedTool, readToolChoice, readTools } from './read-tools';
import { ToolNames } from './tool-names';

/** Requests the encrypted state of reasoning, which callers of this format receive in any case. */
export const INCLUDE_REASONING = 'reasoning.encrypted_content';
export const INCLUDE_LOGPROBS = 'message.output_text.logprobs';

type Mutable<Value> = { -readonly [Key in keyof Value]: Value[Key] };

/** Reads the body of `POST /v1/responses`; source: Responses API reference, read 2026-08. */
export function readCall(parsed: JsonObject): ChatCall {
  const extraFields = new Set<string>();
  const fields = new Fields(parsed);
  fields.ignore('model', 'stream', 'stream_options');
  const given = fields.list('tools');
  const names = new ToolNames(given);
  const messages = readMessages(fields, names, extraFields);
  const tools = readTools(given, names, extraFields);
  const settings = readSettings(fields, names, extraFields);
  // Tells whether a value asks for what happens anyway.
  if (parsed.truncation === 'disabled') fields.ignore('truncation');
  if (parsed.background === false) fields.ignore('background');
  const forcedTool = readForcedTool(parsed.tool_choice);
  const forced = forcedTool === undefined ? {} : { forcedTool };
  return { messages, tools, settings, extraFields: [...fields.rest, ...extraFields], ...forced };
}

function readMessages(fields: Fields, names: ToolNames, extraFields: Set<string>): readonly ChatMessage[] {
  const instructions = fields.any('instructions');
  // A list of items here is a copy of a stored prompt; its messages come first, too.
  const first = Array.isArray(instructions) ? instructions : [];
  const input = fields.any('input');
  const items = typeof input === 'string' || isJsonObject(input) ? [input] : Array.isArray(input) ? input : [];
  const messages = new ItemReader(names, extraFields).readAll([...first, ...items]);
  if (typeof instructions !== 'string' || instructions === '') return messages;
  return [{ role: 'system', blocks: readContent(instructions, extraFields) }, ...messages];
}

function readSettings(fields: Fields, names: ToolNames, extraFields: Set<string>): ChatSettings {
  const settings: Mutable<ChatSettings> = {};
  const put = <Key extends keyof ChatSettings>(key: Key, value: ChatSettings[Key] | undefined): void => {
    if (value !== undefined) settings[key] = value;
  };
  put('maxTokens', fields.number('max_output_tokens'));
  put('temperature', fields.number('temperature'));
  put('topP', fields.number('top_p'));
  put('presencePenalty', fields.number('presence_penalty'));
  put('frequencyPenalty', fields.number('frequency_penalty'));
  put('reasoning', readReasoning(fields.object('reasoning'), extraFields));
  put('toolChoice', readToolChoice(fields.any('tool_choice'), names, extraFields));
  put('parallelToolCalls', fields.boolean('parallel_tool_calls'));
  put('metadata', fields.object('metadata'));
  put('serviceTier', fields.text('service_tier'));
  put('store', readStore(fields, extraFields));
  put('promptCacheKey', fields.text('prompt_cache_key'));
  // `safety_identifier` is the successor of `user`; when both are given, `user` wins, because older providers know only
  // that.
  put('user', fields.text('user') ?? fields.text('safety_identifier'));
  const text = new Fields(fields.object('text') ?? {});
  put('verbosity', text.text('verbosity'));
  put('responseFormat', readFormat(text.object('format'), extraFields));
  for (const name of text.rest) extraFields.add(`text.${name}`);
  const includes = fields.list('include') ?? [];
  if (includes.includes(INCLUDE_LOGPROBS)) {
    settings.logprobs = true;
    put('topLogprobs', fields.number('top_logprobs'));
  } else fields.ignore('top_logprobs'); // without this include the caller would not receive them
  if (includes.some(item => item !== INCLUDE_LOGPROBS && item !== INCLUDE_REASONING)) extraFields.add('include');
  return settings;
}

function readReasoning(reasoning: JsonObject | undefined, extraFields: Set<string>): ReasoningOptions | undefined {
  if (!reasoning) return undefined;
  const fields = new Fields(reasoning);
  const effort = reasoningEfforts.find(known => known === reasoning.effort);
  const summary = fields.text('summary') ?? fields.text('generate_summary');
  if (effort) fields.ignore('effort');
  for (const name of fields.rest) extraFields.add(`reasoning.${name}`);
  if (effort === undefined && summary === undefined) return undefined;
  return { ...(effort && { effort }), ...(summary !== undefined && { summary, isShown: true }) };
}

function readFormat(format: JsonObject | undefined, extraFields: Set<string>): ResponseFormat | undefined {
  if (!format) return undefined;
  const fields = new Fields(format);
  const type = fields.text('type');
  if (type === 'text') return { type: 'text' };
  if (type === 'json_object') return { type: 'json' };
  const schema = fields.object('schema');
  if (type !== 'json_schema' || !schema) {
    extraFields.add('text.format');
    return undefined;
  }
  const [name, description, strict] = [fields.text('name'), fields.text('description'), fields.boolean('strict')];
  for (const rest of fields.rest) extraFields.add(`text.format.${rest}`);
  return {
    type: 'schema',
    name: asText(name) || 'response',
    schema,
    ...(description !== undefined && { description }),
    ...(strict !== undefined && { strict }),
  };
}
