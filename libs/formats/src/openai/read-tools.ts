import { flatFormat } from '../canonical/custom-format';
import { Fields } from '../canonical/fields';
import { type ChatTool, type FunctionTool, type ToolChoice, type WebSearchTool } from '../canonical/chat';
import { type JsonObject, asList, asRecord, asText, at, isJsonObject } from '../json/read-value';
import { readCacheMark } from './media';
import { type Note } from './read-parts';

/** Reads `tools`, the deprecated `functions`, and `web_search_options`, which is a tool in all but name. */
export function readTools(fields: Fields, note: Note): readonly ChatTool[] {
  const tools = (fields.list('tools') ?? []).flatMap(tool => readTool(tool, note) ?? []);
  const functions = (fields.list('functions') ?? []).flatMap(tool =>
    isJsonObject(tool) ? [readFunction(tool, note)] : [],
  );
  const search = fields.object('web_search_options');
  return [...tools, ...functions, ...(search ? [readSearch(search, note)] : [])];
}

function readTool(tool: unknown, note: Note): ChatTool | null {
  if (!isJsonObject(tool)) {
    note('tools');
    return null;
  }
  const fields = new Fields(tool);
  const type = fields.text('type') ?? 'function';
  if (type === 'custom') return readCustom(asRecord(fields.any('custom')) ?? {}, note);
  if (type !== 'function') {
    note(`tools.${type}`);
    return null;
  }
  const nested = fields.object('function');
  if (!nested) return readFunction(tool, note); // the flat form of the Responses API
  const cache = readCacheMark(fields.any('cache_control'));
  for (const name of fields.rest) note(`tools.${name}`);
  return { ...readFunction(nested, note), ...(cache && { cache }) };
}

function readFunction(record: JsonObject, note: Note): FunctionTool {
  const fields = new Fields(record);
  fields.ignore('type');
  const name = fields.text('name') ?? '';
  const description = fields.text('description');
  const parameters = fields.object('parameters');
  const strict = fields.boolean('strict');
  const cache = readCacheMark(fields.any('cache_control'));
  for (const rest of fields.rest) note(`tools.${rest}`);
  return {
    type: 'function',
    name,
    ...(description !== undefined && { description }),
    ...(parameters && { parameters }),
    ...(strict !== undefined && { strict }),
    ...(cache && { cache }),
  };
}

function readCustom(record: JsonObject, note: Note): ChatTool {
  const fields = new Fields(record);
  const name = fields.text('name') ?? '';
  const description = fields.text('description');
  const format = fields.object('format');
  for (const rest of fields.rest) note(`tools.${rest}`);
  return {
    type: 'custom',
    name,
    ...(description !== undefined && { description }),
    ...(format && { format: flatFormat(format) }),
  };
}

function readSearch(record: JsonObject, note: Note): WebSearchTool {
  const fields = new Fields(record);
  const size = fields.text('search_context_size');
  const contextSize = size === 'low' || size === 'medium' || size === 'high' ? size : undefined;
  const place = asRecord(at(fields.any('user_location'), 'approximate'));
  const userLocation = place && texts(place);
  for (const rest of fields.rest) note(`tools.web_search.${rest}`);
  return { type: 'webSearch', ...(contextSize && { contextSize }), ...(userLocation && { userLocation }) };
}

function texts(record: JsonObject): Readonly<Record<string, string>> {
  const pairs = Object.entries(record).filter((pair): pair is [string, string] => typeof pair[1] === 'string');
  return Object.fromEntries(pairs);
}

/**
 * Reads `tool_choice`, or the deprecated `function_call`; undefined when the caller set neither, or a value without a
 * place in the canonical form.
 */
export function readToolChoice(fields: Fields, note: Note): ToolChoice | undefined {
  const legacy = fields.any('function_call');
  const given = fields.any('tool_choice') ?? (isJsonObject(legacy) ? { type: 'function', function: legacy } : legacy);
  if (given === undefined) return undefined;
  const choice = choiceOf(given);
  if (!choice) note('tool_choice');
  return choice;
}

function choiceOf(given: unknown): ToolChoice | undefined {
  const type = typeof given === 'string' ? given : asText(at(given, 'type'));
  switch (type) {
    case 'auto':
    case 'none':
    case 'required':
      return { type };
    case 'any': // Mistral's word
      return { type: 'required' };
    case 'function':
    case 'custom': {
      const name = asText(at(given, type, 'name') ?? at(given, 'name'));
      return name === '' ? undefined : { type: 'tool', name };
    }
    case 'allowed_tools': {
      const allowed = at(given, 'allowed_tools') ?? given;
      const names = asList(at(allowed, 'tools')).map(tool =>
        asText(at(tool, 'function', 'name') ?? at(tool, 'custom', 'name') ?? at(tool, 'name')),
      );
      return {
        type: 'allowed',
        names: names.filter(name => name !== ''),
        isRequired: at(allowed, 'mode') === 'required',
      };
    }
    default:
      return undefined;
  }
}
