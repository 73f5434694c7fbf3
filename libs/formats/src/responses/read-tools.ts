import { flatFormat } from '../canonical/custom-format';
import { Fields } from '../canonical/fields';
import {
  type ChatTool,
  type CustomTool,
  type FunctionTool,
  type ToolChoice,
  type WebSearchTool,
} from '../canonical/chat';
import { type JsonObject, asList, asText, at, isJsonObject } from '../json/read-value';
import { clientToolAsFunction } from './client-tools';
import { type ClientTool, type ToolNames, clientTools } from './tool-names';

/**
 * Reads the caller's tools. Tools that the provider itself runs are named in `extraFields` as `tools.<type>`.
 *
 * @param names made from the same list
 */
export function readTools(tools: unknown, names: ToolNames, extraFields: Set<string>): ChatTool[] {
  const found: ChatTool[] = [];
  for (const tool of asList(tools)) {
    if (isJsonObject(tool)) for (const one of readTool(tool, names, extraFields)) found.push(one);
    else extraFields.add('tools');
  }
  return found;
}

function readTool(tool: JsonObject, names: ToolNames, extraFields: Set<string>): readonly ChatTool[] {
  const fields = new Fields(tool);
  const read = toolOf(tool, fields, names, extraFields);
  if (!read) {
    extraFields.add(`tools.${asText(tool.type) || 'type'}`);
    return [];
  }
  for (const name of fields.rest) extraFields.add(`tools.${name}`);
  return read;
}

function toolOf(
  tool: JsonObject,
  fields: Fields,
  names: ToolNames,
  extraFields: Set<string>,
): readonly ChatTool[] | null {
  const type = fields.text('type') ?? '';
  switch (type) {
    case 'function':
      return [functionTool(tool, fields, names)];
    case 'custom':
      return [customTool(fields, names)];
    case 'namespace':
      return namespaceTools(fields, names, extraFields);
    case 'web_search':
    case 'web_search_2025_08_26':
    case 'web_search_preview':
    case 'web_search_preview_2025_03_11':
      return [webSearchTool(fields)];
    default: {
      const client = clientTools.find(kind => kind === type);
      return client && isRunByClient(client, fields)
        ? [clientToolAsFunction(client, names.flatNameOfClientTool(client))]
        : null;
    }
  }
}

/** A shell may also run in a container of the provider; then it is not a client tool. */
function isRunByClient(kind: ClientTool, fields: Fields): boolean {
  if (kind !== 'shell') return true;
  const environment = fields.object('environment');
  return environment === undefined || environment.type === 'local';
}

/** The namespace of a tool; its description is put before the description of each of its tools. */
interface Namespace {
  readonly name?: string;
  readonly note?: string;
}

/** `strict: null` is this format's way to say no; an absent field leaves it to the provider. */
function functionTool(tool: JsonObject, fields: Fields, names: ToolNames, within: Namespace = {}): FunctionTool {
  const strict = tool.strict === null ? false : fields.boolean('strict');
  const description = joined(within.note, fields.text('description'));
  const parameters = fields.object('parameters');
  fields.ignore('defer_loading');
  return {
    type: 'function',
    name: names.flatNameOf(fields.text('name') ?? '', within.name),
    ...(description !== '' && { description }),
    ...(parameters && { parameters }),
    ...(strict !== undefined && { strict }),
  };
}

function customTool(fields: Fields, names: ToolNames, within: Namespace = {}): CustomTool {
  const description = joined(within.note, fields.text('description'));
  const format = fields.object('format');
  fields.ignore('defer_loading');
  return {
    type: 'custom',
    name: names.flatNameOf(fields.text('name') ?? '', within.name),
    ...(description !== '' && { description }),
    ...(format && { format: flatFormat(format) }),
  };
}

function namespaceTools(fields: Fields, names: ToolNames, extraFields: Set<string>): readonly ChatTool[] {
  const [name, note] = [fields.text('name'), fields.text('description')];
  const within: Namespace = { ...(name !== undefined && { name }), ...(note !== undefined && { note }) };
  return asList(fields.list('tools')).flatMap(inner => {
    if (!isJsonObject(inner)) return [];
    const innerFields = new Fields(inner);
    const isCustom = innerFields.text('type') === 'custom';
    const tool = isCustom ? customTool(innerFields, names, within) : functionTool(inner, innerFields, names, within);
    for (const rest of innerFields.rest) extraFields.add(`tools.${rest}`);
    return [tool];
  });
}

function webSearchTool(fields: Fields): WebSearchTool {
  const size = fields.text('search_context_size');
  const contextSize = (['low', 'medium', 'high'] as const).find(known => known === size);
  const filters = fields.object('filters');
  const allowedDomains = asList(filters?.allowed_domains).map(asText).filter(Boolean);
  const blockedDomains = asList(filters?.blocked_domains).map(asText).filter(Boolean);
  const userLocation = placeOf(fields.object('user_location'));
  fields.ignore('external_web_access', 'search_content_types');
  return {
    type: 'webSearch',
    ...(contextSize && { contextSize }),
    ...(allowedDomains.length > 0 && { allowedDomains }),
    ...(blockedDomains.length > 0 && { blockedDomains }),
    ...(Object.keys(userLocation).length > 0 && { userLocation }),
  };
}

function placeOf(location: JsonObject | undefined): Record<string, string> {
  const places = ['country', 'city', 'region', 'timezone'].map(key => [key, asText(location?.[key])] as const);
  return Object.fromEntries(places.filter(([, place]) => place !== ''));
}

/**
 * Reads `tool_choice`.
 *
 * @returns undefined when the caller set none; a choice of a tool that the provider runs counts as `auto`
 */
export function readToolChoice(value: unknown, names: ToolNames, extraFields: Set<string>): ToolChoice | undefined {
  if (value === undefined || value === null) return undefined;
  if (value === 'auto' || value === 'none' || value === 'required') return { type: value };
  const type = at(value, 'type');
  if (type === 'function' || type === 'custom') return { type: 'tool', name: nameOf(value, names) };
  if (type === 'allowed_tools') {
    const allowed = asList(at(value, 'tools')).map(tool => nameOf(tool, names));
    return { type: 'allowed', names: allowed.filter(Boolean), isRequired: at(value, 'mode') === 'required' };
  }
  const client = clientTools.find(kind => kind === type);
  if (client) return { type: 'tool', name: names.flatNameOfClientTool(client) };
  extraFields.add('tool_choice');
  return { type: 'auto' };
}

/** The type of the provider's own tool that must be called; {@link readToolChoice} cannot express it. */
export function readForcedTool(value: unknown): string | undefined {
  const type = asText(at(value, 'type'));
  const isOwn = ['', 'function', 'custom', 'allowed_tools', 'auto', 'none', 'required', ...clientTools].includes(type);
  return isOwn ? undefined : type;
}

function nameOf(tool: unknown, names: ToolNames): string {
  const client = clientTools.find(kind => kind === at(tool, 'type'));
  if (client) return names.flatNameOfClientTool(client);
  return names.flatNameOf(asText(at(tool, 'name')), asText(at(tool, 'namespace')));
}

function joined(...texts: readonly (string | undefined)[]): string {
  return [...new Set(texts.filter(text => text))].join('\n');
}
