import {
  type ChatBlock,
  type ChatCall,
  type ChatMessage,
  type ChatSettings,
  type ChatTool,
  type ToolCallBlock,
} from '../canonical/chat';
import { type JsonObject, isJsonObject, parseJson } from '../json/read-value';

/** The facts that a call states, by names that decide which dropped fields may excuse a change. */
export type CallFacts = Map<string, unknown>;

/**
 * Splits a call into facts, without differences that mean the same: in which of several text parts a word stands,
 * whether instructions come from the system or the developer, and the defaults that every provider assumes.
 */
export function factsOf(call: ChatCall): CallFacts {
  return new Map([...settingFacts(call), ...toolFacts(call.tools), ...messageFacts(call.messages)]);
}

function* settingFacts({ settings, tools }: ChatCall): Iterable<[string, unknown]> {
  for (const [key, value] of Object.entries(settings) as [keyof ChatSettings, unknown][]) {
    const isAssumed =
      ((key === 'frequencyPenalty' || key === 'presencePenalty') && value === 0) ||
      (key === 'reasoning' && (settings.reasoning?.effort === 'none' || settings.reasoning?.budgetTokens === 0)) ||
      (key === 'store' && value === false) ||
      (key === 'modalities' && String(value) === 'text') ||
      ((key === 'toolChoice' || key === 'parallelToolCalls') && tools.length === 0) ||
      (key === 'toolChoice' && settings.toolChoice?.type === 'auto') ||
      (key === 'parallelToolCalls' && value === true) ||
      (key === 'responseFormat' && settings.responseFormat?.type === 'text') ||
      (key === 'n' && value === 1) ||
      (key === 'logprobs' && value === false) ||
      (key === 'topLogprobs' && settings.logprobs !== true) ||
      (key === 'serviceTier' && (value === 'auto' || value === 'default'));
    if (!isAssumed) yield [`settings.${key}`, meant(settings, key)];
  }
}

/** A required choice of one allowed tool means that tool, and a schema without fields means any object. */
function meant(settings: ChatSettings, key: keyof ChatSettings): unknown {
  const { toolChoice, responseFormat } = settings;
  if (key === 'toolChoice' && toolChoice?.type === 'allowed') {
    const [name] = toolChoice.isRequired && toolChoice.names.length === 1 ? toolChoice.names : [];
    return name === undefined ? toolChoice : { type: 'tool', name };
  }
  if (key !== 'responseFormat' || responseFormat?.type !== 'schema') return settings[key];
  // The name is a label that not every provider needs, and providers differ in whether they may be lax.
  const { schema, description } = responseFormat;
  const fields = isJsonObject(schema.properties) ? Object.keys(schema.properties) : [];
  return fields.length === 0 ? { type: 'json' } : { description, ...closed(schema) };
}

/** Models fill in the fields of a schema, whether or not others are forbidden. */
function closed(schema: JsonObject | undefined): JsonObject {
  const { additionalProperties: _additional, ...rest } = schema ?? {};
  return rest;
}

function* toolFacts(tools: readonly ChatTool[]): Iterable<[string, unknown]> {
  for (const tool of tools) {
    if (tool.type === 'webSearch') {
      const { type: _type, ...wants } = tool;
      yield ['tools.webSearch', wants];
      continue;
    }
    const at = `tools.${tool.type}`;
    yield [`${at} ${tool.name}`, true];
    yield [`tools.description ${tool.name}`, tool.description];
    if (tool.type === 'custom') yield [`tools.format ${tool.name}`, tool.format];
    else {
      yield [`tools.parameters ${tool.name}`, closed(tool.parameters)];
      if (tool.strict === true) yield [`tools.strict ${tool.name}`, true];
      if (tool.cache) yield [`cache of ${tool.name}`, tool.cache];
    }
  }
}

function isInstruction({ role }: ChatMessage): boolean {
  return role === 'system' || role === 'developer';
}

function* messageFacts(messages: readonly ChatMessage[]): Iterable<[string, unknown]> {
  yield ['instructions', textsOf(messages.filter(isInstruction).flatMap(({ blocks }) => blocks))];
  const talk = messages.filter(message => !isInstruction(message));
  const blocks = talk.flatMap(message => message.blocks.map(block => ({ role: message.role, block })));
  const roles = talk.map(({ role }) => role).filter((role, index, all) => role !== all[index - 1]);
  yield ['order', roles[0] === 'user' ? roles.slice(1) : roles];
  for (const role of ['user', 'assistant'] as const) {
    yield [`${role} text`, textsOf(blocks.filter(each => each.role === role).map(({ block }) => block))];
  }
  const names = messages.flatMap(({ name }) => name ?? []);
  if (names.length > 0) yield ['names', names];
  // An address without a type does not say what is there.
  const addressed = blocks.flatMap(({ block }) => addressIn(block) ?? []);
  if (addressed.length > 0) yield ['address', addressed.sort()];
  for (const kind of ['image', 'audio', 'video', 'file', 'refusal', 'reasoning', 'toolCall', 'toolResult'] as const) {
    const isHere = (block: ChatBlock): boolean => block.type === kind && addressIn(block) === null;
    const found = blocks.flatMap(({ block }) => (isHere(block) ? [bare(block)] : []));
    if (found.length > 0) yield [kind, found];
  }
  yield* ridingFacts(blocks.map(({ block }) => block));
}

/** Facts that accompany blocks: seals, cache marks, sources. */
function* ridingFacts(blocks: readonly ChatBlock[]): Iterable<[string, unknown]> {
  const seals = blocks.flatMap(block => ('seal' in block && block.seal ? [block.seal] : []));
  if (seals.length > 0) yield ['seals', seals];
  const caches = blocks.flatMap(block => ('cache' in block && block.cache ? [block.cache] : []));
  if (caches.length > 0) yield ['cache of messages', caches];
  const citations = blocks.flatMap(block => (block.type === 'text' ? (block.citations ?? []) : []));
  if (citations.length > 0) yield ['citations', citations];
}

function addressIn(block: ChatBlock): string | null {
  return 'source' in block && block.source.kind === 'url' ? block.source.url : null;
}

/** The placeholder for a message that a provider requires although there is nothing to say. */
const PLACEHOLDER = /^(…| ?)$/;

/** Joins parts in the order in which they are read. */
function textsOf(blocks: readonly ChatBlock[]): string {
  return blocks
    .flatMap(block => (block.type === 'text' ? [block.text] : []))
    .join('\n')
    .split('\n')
    .filter(line => !PLACEHOLDER.test(line))
    .join('\n');
}

function bare(block: ChatBlock): unknown {
  switch (block.type) {
    case 'toolCall':
      // Free text is the only field of an object for providers without free-text tools.
      return { id: block.id, name: block.name, input: inputOf(block) };
    case 'toolResult':
      return {
        callId: block.callId,
        text: textsOf(block.content),
        media: block.content.flatMap(part => (part.type === 'text' ? [] : [bare(part)])),
        isError: block.isError === true,
      };
    case 'reasoning':
      return block.text;
    default: {
      return plainMedia(block);
    }
  }
}

/** Removes values that are the default anyway. */
function plainMedia(block: ChatBlock): unknown {
  const { cache: _cache, ...rest } = { cache: undefined, ...block };
  if (rest.type === 'image' && rest.detail === 'auto') return { type: rest.type, source: rest.source };
  if (rest.type !== 'file') return rest;
  // A stored file has the name under which it was stored.
  const isNamed = rest.name !== undefined && rest.name !== 'document.pdf' && rest.source.kind === 'data';
  return { type: rest.type, source: rest.source, ...(isNamed && { name: rest.name }) };
}

function inputOf({ kind, arguments: text }: ToolCallBlock): unknown {
  return kind === 'custom' ? { input: text } : (parseJson(text) ?? text);
}

/** The names of dropped fields that excuse the change of a fact, besides the name of the setting itself. */
const EXCUSES: Readonly<Record<string, RegExp>> = {
  'settings.maxTokens': /^max_tokens|budget/,
  'settings.stop': /^stop/,
  'settings.reasoning': /^(reasoning|thinking|budget_tokens)/,
  'settings.responseFormat': /^response_format/,
  'settings.toolChoice': /^(tool_choice|tools)/,
  'settings.parallelToolCalls': /^(parallel_tool_calls|tools|tool_choice)/,
  'settings.audio': /^(audio|modalities)/,
  instructions: /^(message\.(role|system|video|audio|image|file)|response_format)/,
  'user text': /^message\.(audio|video|image|file|role|tool_result_media|refusal)/,
  'assistant text': /^message\.refusal/,
  names: /^message\.name/,
  address: /^message\.(image|video|file|tool_result_media)/,
  image: /^message\.(image|tool_result_media)/,
  audio: /^message\.audio/,
  video: /^message\.video/,
  file: /^message\.(file|tool_result_media)/,
  refusal: /^message\.refusal/,
  reasoning: /^message\.reasoning/,
  seals: /^message\.reasoning_signature/,
  citations: /^message\.citations/,
  toolCall: /^(message\.custom_tool_call|tools\.custom)/,
  toolResult: /^message\.(is_error|tool_result|image|file|custom)/,
  order: /^message\.(role|audio|video|image|file|tool_result_media)/,
  cache: /cache_control/,
  tools: /^(tools\.|tool_choice\.allowed_tools)/,
};

/** The changes that no dropped field names: `what: before -> after`. */
export function silentChanges(before: ChatCall, after: ChatCall, dropped: readonly string[]): string[] {
  const [first, second] = [factsOf(before), factsOf(after)];
  // Some providers require an output limit, and get the model's own; others require a user message.
  if (!first.has('settings.maxTokens')) second.delete('settings.maxTokens');
  if (before.messages.every(isInstruction)) {
    for (const name of ['user text', 'instructions']) second.set(name, first.get(name));
  }
  const names = [...new Set([...first.keys(), ...second.keys()])];
  return names.flatMap(name => {
    const [was, is] = [canonicalJson(first.get(name)), canonicalJson(second.get(name))];
    const isExcused = dropped.some(loss => excuses(name, loss));
    return was === is || isExcused ? [] : [`${name}: ${was} -> ${is}`];
  });
}

function excuses(fact: string, loss: string): boolean {
  const group = /^(cache|tools)/.exec(fact)?.[0] ?? fact;
  const pattern = EXCUSES[fact] ?? EXCUSES[group];
  if (pattern) return pattern.test(loss);
  const field = fact.replace('settings.', '').replace(/[A-Z]/g, letter => `_${letter.toLowerCase()}`);
  return loss === field || loss.startsWith(`${field}.`);
}

/** JSON with the keys of objects in alphabetical order. */
function canonicalJson(value: unknown): string {
  const sorted = (_key: string, inner: unknown): unknown =>
    isJsonObject(inner) ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1))) : inner;
  return JSON.stringify(value, sorted) ?? 'nothing';
}
