import {
  effortOf,
  type DroppedFields,
  type ChatCall,
  type ChatMessage,
  type ChatSettings,
  type FunctionTool,
  nameDropped,
  type JsonObject,
  asList,
  asText,
} from '@formats';
import { type UpstreamCall } from '../../contract/upstream';
import {
  addressOfImage,
  clamped,
  ownFields,
  imagesOf,
  present,
  resultText,
  textOf,
  toolCallsOf,
  toolResultsOf,
} from '../../shared/read-call-parts';

/** Switches that callers of the chat format may write into the body, spelled as in the compatible API. */
const OWN_FIELDS = [
  'enable_enhancement',
  'force_search_enhancement',
  'search_info',
  'citation',
  'enable_multimedia',
  'enable_speed_search',
  'enable_deep_search',
  'enable_thinking',
  'stream_moderation',
];

const SPOKEN: readonly (keyof ChatSettings)[] = ['temperature', 'topP', 'stop', 'seed', 'toolChoice', 'reasoning'];

const SEED_MAX = 10_000;

/**
 * Writes the body of `ChatCompletions`, version 2023-09-01; source: the action's page in the provider's manual, read
 * 2026-08.
 *
 * @throws CallRefusal for audio, videos and documents inside messages
 */
export function hunyuanBody(upstreamCall: UpstreamCall): Record<string, unknown> {
  const call = upstreamCall.chat();
  const { dropped } = upstreamCall;
  nameDropped(call, { settings: SPOKEN, fields: OWN_FIELDS, parts: ['tools', 'webSearch'] }, dropped);
  return present({
    Model: upstreamCall.model,
    Messages: writeMessages(call, dropped),
    Stream: upstreamCall.isStream,
    ...writeSettings(call.settings, dropped),
    ...writeTools(call, dropped),
    ...writeSearch(call, dropped),
    ...ownSwitches(upstreamCall),
  });
}

/**
 * Joins all instructions into one system message at the beginning, and consecutive messages of the same role into one.
 */
function writeMessages(call: ChatCall, dropped: DroppedFields): readonly JsonObject[] {
  const system = call.messages.filter(({ role }) => role === 'system' || role === 'developer');
  const instructions = system.map(({ blocks }) => textOf(blocks)).filter(text => text !== '');
  const talk = call.messages.filter(message => !system.includes(message));
  const turns = talk.flatMap(message => writeMessage(message, dropped)).reduce(joinNeighbours, []);
  return instructions.length === 0 ? turns : [{ Role: 'system', Content: instructions.join('\n') }, ...turns];
}

function writeMessage(message: ChatMessage, dropped: DroppedFields): readonly JsonObject[] {
  const { blocks } = message;
  const images = imagesOf(message, { takesImages: true, dropped });
  const text = textOf(blocks);
  if (message.role === 'assistant') {
    const calls = toolCallsOf(blocks).map((call, index) => ({
      Id: call.id,
      Type: 'function',
      Index: index,
      Function: {
        Name: call.name,
        Arguments: call.kind === 'custom' ? JSON.stringify({ input: call.arguments }) : call.arguments,
      },
    }));
    if (text === '' && calls.length === 0) return [];
    return [present({ Role: 'assistant', Content: text, ToolCalls: calls.length > 0 ? calls : undefined })];
  }
  const results = toolResultsOf(blocks).map(result => ({
    Role: 'tool',
    ToolCallId: result.callId,
    Content: resultText(result, dropped),
  }));
  if (images.length === 0) {
    return text === '' && results.length > 0 ? results : [...results, { Role: 'user', Content: text }];
  }
  const contents = blocks.flatMap((block): JsonObject[] => {
    if (block.type === 'text') return [{ Type: 'text', Text: block.text }];
    return block.type === 'image' ? [{ Type: 'image_url', ImageUrl: { Url: addressOfImage(block) } }] : [];
  });
  return [...results, { Role: 'user', Contents: contents }];
}

function joinNeighbours(turns: readonly JsonObject[], turn: JsonObject): JsonObject[] {
  const last = turns.at(-1);
  const isSame = last?.Role === turn.Role && turn.Role !== 'tool';
  if (!last || !isSame || last.ToolCalls || turn.ToolCalls) return [...turns, turn];
  return [...turns.slice(0, -1), joined(last, turn)];
}

function joined(first: JsonObject, second: JsonObject): JsonObject {
  if (!first.Contents && !second.Contents) {
    const texts = [first, second].map(turn => asText(turn.Content)).filter(text => text !== '');
    return { ...first, Content: texts.join('\n') };
  }
  const partsOf = (turn: JsonObject): readonly unknown[] =>
    turn.Contents ? asList(turn.Contents) : [{ Type: 'text', Text: turn.Content }];
  return { Role: first.Role, Contents: [...partsOf(first), ...partsOf(second)] };
}

function writeSettings(settings: ChatSettings, dropped: DroppedFields): JsonObject {
  const { seed, stop, reasoning } = settings;
  const isSeedGood = seed !== undefined && Number.isInteger(seed) && seed >= 1 && seed <= SEED_MAX;
  if (seed !== undefined && !isSeedGood) dropped.add('seed');
  const isThinkingOff = effortOf(reasoning) === 'none';
  const hasReasoning = reasoning?.effort !== undefined || reasoning?.budgetTokens !== undefined;
  if (hasReasoning && !isThinkingOff) dropped.add('reasoning_effort');
  return {
    Temperature: clamped(settings.temperature, { min: 0, max: 2, name: 'temperature', dropped }),
    TopP: clamped(settings.topP, { min: 0, max: 1, name: 'top_p', dropped }),
    Stop: stop && stop.length > 0 ? stop : undefined,
    Seed: isSeedGood ? seed : undefined,
    EnableThinking: isThinkingOff ? false : undefined,
  };
}

/** A call of one named function can be required, but not a call of any function. */
function writeTools(call: ChatCall, dropped: DroppedFields): JsonObject {
  const all = call.tools.filter(tool => tool.type === 'function');
  if (all.length === 0) return {};
  const choice = call.settings.toolChoice ?? { type: 'auto' };
  const allowed = choice.type === 'allowed' ? all.filter(({ name }) => choice.names.includes(name)) : all;
  const written = { Tools: allowed.map(writeTool) };
  switch (choice.type) {
    case 'none':
    case 'auto':
      return { ...written, ...(call.settings.toolChoice && { ToolChoice: choice.type }) };
    case 'tool': {
      const named = allowed.find(({ name }) => name === choice.name);
      if (named) return { ...written, ToolChoice: 'custom', CustomTool: writeTool(named) };
      dropped.add('tool_choice');
      return written;
    }
    case 'required':
      dropped.add('tool_choice');
      return { ...written, ToolChoice: 'auto' };
    case 'allowed':
      if (choice.isRequired) dropped.add('tool_choice');
      return { ...written, ToolChoice: 'auto' };
  }
}

/** The provider expects the schema of the parameters as a JSON text. */
function writeTool({ name, description, parameters }: FunctionTool): JsonObject {
  const schema = JSON.stringify(parameters ?? { type: 'object', properties: {} });
  return { Type: 'function', Function: { Name: name, Description: description ?? '', Parameters: schema } };
}

function writeSearch(call: ChatCall, dropped: DroppedFields): JsonObject {
  const search = call.tools.find(tool => tool.type === 'webSearch');
  if (!search) return {};
  const { type: _type, ...wants } = search;
  if (Object.keys(wants).length > 0) dropped.add('tools.web_search');
  return { EnableEnhancement: true, SearchInfo: true };
}

function ownSwitches(call: UpstreamCall): JsonObject {
  const given = Object.entries(ownFields(call, OWN_FIELDS));
  return Object.fromEntries(given.map(([name, value]) => [pascalCase(name), value]));
}

/** Converts `search_info` to `SearchInfo`. */
function pascalCase(name: string): string {
  return name.replace(/(?:^|_)([a-z])/g, (_match, letter: string) => letter.toUpperCase());
}
