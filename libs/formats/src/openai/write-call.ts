import { nestedFormat } from '../canonical/custom-format';
import { type DroppedFields } from '../canonical/dropped-fields';
import { effortOf } from '../canonical/reasoning';
import {
  type ChatCall,
  type ChatSettings,
  type ChatTool,
  type FunctionTool,
  type ResponseFormat,
  type ToolChoice,
  type WebSearchTool,
} from '../canonical/chat';
import { type JsonObject, asList, at } from '../json/read-value';
import { shortUser } from '../canonical/short-user';
import { functionOfCustom } from './custom-tools';
import { type OpenAiDialect, PLAIN_DIALECT } from './dialect';
import { writeCacheMark } from './media';
import { type WriteContext } from './write-context';
import { writeMessages } from './write-messages';

const STOPS_MAX = 4;

type Body = Record<string, unknown>;

/**
 * Writes a body of `POST /v1/chat/completions`. The length limit is `max_tokens`, which all providers accept;
 * restrictions of single model families are left to the adapter.
 *
 * @throws CallRefusal when the call holds a stored image or a document by its address
 */
export function writeCall(
  call: ChatCall,
  request: { readonly model: string; readonly isStream: boolean },
  dropped: DroppedFields,
  dialect: OpenAiDialect = PLAIN_DIALECT,
): JsonObject {
  const context: WriteContext = { dropped, dialect };
  for (const name of call.extraFields) dropped.add(name);
  const body: Body = { model: request.model, messages: writeMessages(call.messages, context) };
  if (request.isStream) body.stream = true;
  writeTools(body, call, context);
  writeSettings(body, call.settings, context);
  return body;
}

function writeTools(body: Body, { tools, settings: { toolChoice } }: ChatCall, context: WriteContext): void {
  const search = tools.find(tool => tool.type === 'webSearch');
  if (search) body.web_search_options = writeSearch(search, context.dropped);
  const filter =
    toolChoice?.type === 'allowed' && context.dialect.takesAllowedTools === false ? new Set(toolChoice.names) : null;
  const written = tools.flatMap(tool => {
    if (tool.type === 'webSearch' || (filter && !filter.has(tool.name))) return [];
    return [writeTool(tool, context)];
  });
  if (written.length > 0) body.tools = written;
}

function writeTool(tool: Exclude<ChatTool, WebSearchTool>, context: WriteContext): Body {
  const { type, name, description } = tool;
  const described = { name, ...(description !== undefined && { description }) };
  if (tool.type === 'custom' && context.dialect.takesCustomTools === false) {
    if (tool.format?.type === 'grammar') context.dropped.add('tools.format'); // described in words
    return { type: 'function', function: functionOfCustom(tool) };
  }
  if (tool.type === 'custom')
    return { type, custom: { ...described, ...(tool.format && { format: nestedFormat(tool.format) }) } };
  return { type, function: { ...described, ...functionFields(tool) }, ...toolMark(tool, context) };
}

function functionFields({ parameters, strict }: FunctionTool): Body {
  return { ...(parameters && { parameters: withoutSchemaName(parameters) }), ...(strict !== undefined && { strict }) };
}

/** `$schema` says nothing to a model, and strict mode refuses it. */
function withoutSchemaName({ $schema: _name, ...schema }: JsonObject): JsonObject {
  return schema;
}

function toolMark({ cache }: FunctionTool, { dropped, dialect }: WriteContext): Body {
  if (!cache) return {};
  if (dialect.takesCacheMarks) return { cache_control: writeCacheMark(cache) };
  dropped.add('tools.cache_control');
  return {};
}

function writeSearch(tool: WebSearchTool, dropped: DroppedFields): Body {
  const { contextSize, userLocation, maxUses, allowedDomains, blockedDomains } = tool;
  if (maxUses !== undefined) dropped.add('tools.web_search.max_uses');
  if (allowedDomains) dropped.add('tools.web_search.allowed_domains');
  if (blockedDomains) dropped.add('tools.web_search.blocked_domains');
  return {
    ...(contextSize && { search_context_size: contextSize }),
    ...(userLocation && { user_location: { type: 'approximate', approximate: userLocation } }),
  };
}

/** Writes one setting into the body, or names it as dropped. */
interface SettingWriter<Value> {
  write(value: Value, body: Body, context: WriteContext): void;
}

type SettingRule<Value> = string | SettingWriter<Value>['write'];

/**
 * The rule for every setting: another field name, or a function that writes it. A new setting does not compile without
 * one.
 */
const SETTINGS: { readonly [Key in keyof Required<ChatSettings>]: SettingRule<Required<ChatSettings>[Key]> } = {
  maxTokens: 'max_tokens',
  temperature: 'temperature',
  topP: 'top_p',
  topK: (value: number, body, context) => writeSampling('topK', { top_k: value }, body, context),
  minP: (value: number, body, context) => writeSampling('minP', { min_p: value }, body, context),
  presencePenalty: 'presence_penalty',
  frequencyPenalty: 'frequency_penalty',
  repetitionPenalty: (value: number, body, context) =>
    writeSampling('repetitionPenalty', { repetition_penalty: value }, body, context),
  seed: 'seed',
  n: 'n',
  stop: (value: readonly string[], body, { dropped }) => {
    if (value.length > STOPS_MAX) dropped.add('stop');
    body.stop = value.slice(0, STOPS_MAX);
  },
  logprobs: 'logprobs',
  topLogprobs: 'top_logprobs',
  logitBias: 'logit_bias',
  responseFormat: (value: ResponseFormat, body) => {
    body.response_format = writeResponseFormat(value);
  },
  reasoning: (value: Required<ChatSettings>['reasoning'], body, { dropped }) => {
    const effort = effortOf(value);
    if (effort !== null) body.reasoning_effort = effort;
    if (value.budgetTokens !== undefined) dropped.add('reasoning.budget_tokens');
    if (value.summary !== undefined) dropped.add('reasoning.summary');
  },
  verbosity: 'verbosity',
  toolChoice: (value: ToolChoice, body, context) => {
    // Providers refuse `tool_choice` without tools.
    if (body.tools) body.tool_choice = writeToolChoice(value, body.tools, context);
    else if (value.type !== 'auto' && value.type !== 'none') context.dropped.add('tool_choice');
  },
  parallelToolCalls: (value: boolean, body) => {
    if (body.tools) body.parallel_tool_calls = value; // refused without tools, where it would mean nothing
  },
  modalities: 'modalities',
  audio: 'audio',
  user: (value: string, body) => {
    body.user = shortUser(value);
  },
  metadata: (value: JsonObject, body, { dropped }) => {
    // `metadata` is refused unless the answer is stored; `store` has been written before all other settings.
    if (body.store === true) body.metadata = value;
    else dropped.add('metadata');
  },
  serviceTier: 'service_tier',
  store: 'store',
  promptCacheKey: 'prompt_cache_key',
};

function writeSettings(body: Body, settings: ChatSettings, context: WriteContext): void {
  if (settings.store !== undefined) body.store = settings.store;
  for (const key of Object.keys(SETTINGS) as (keyof ChatSettings)[]) {
    const value = settings[key];
    if (value === undefined) continue;
    // The rule under a key takes the value under the same key; the compiler cannot follow that through a loop.
    const rule = SETTINGS[key] as SettingRule<unknown>;
    if (typeof rule === 'string') body[rule] = value;
    else rule(value, body, context);
  }
}

function writeSampling(
  key: 'topK' | 'minP' | 'repetitionPenalty',
  field: Body,
  body: Body,
  { dropped, dialect }: WriteContext,
): void {
  if (dialect.sampling?.includes(key)) Object.assign(body, field);
  else for (const name of Object.keys(field)) dropped.add(name);
}

function writeResponseFormat(format: ResponseFormat): Body {
  switch (format.type) {
    case 'text':
      return { type: 'text' };
    case 'json':
      return { type: 'json_object' };
    case 'schema': {
      const { name, schema, description, strict } = format;
      const inner = {
        name,
        ...(description !== undefined && { description }),
        schema: withoutSchemaName(schema),
        ...(strict !== undefined && { strict }),
      };
      return { type: 'json_schema', json_schema: inner };
    }
  }
}

function writeToolChoice(choice: ToolChoice, tools: unknown, { dialect }: WriteContext): unknown {
  const customs = new Set(asList(tools).map(tool => at(tool, 'custom', 'name')));
  const reference = (name: string): Body => {
    return customs.has(name) ? { type: 'custom', custom: { name } } : { type: 'function', function: { name } };
  };
  switch (choice.type) {
    case 'tool':
      return reference(choice.name);
    case 'allowed': {
      const mode = choice.isRequired ? 'required' : 'auto';
      if (dialect.takesAllowedTools === false) return mode;
      return { type: 'allowed_tools', allowed_tools: { mode, tools: choice.names.map(reference) } };
    }
    default:
      return choice.type;
  }
}
