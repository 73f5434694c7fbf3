import { Fields } from '../canonical/fields';
import { type ChatTool, type FunctionTool, type ToolChoice, type WebSearchTool } from '../canonical/chat';
import { type JsonObject, asRecord, asText, isJsonObject } from '../json/read-value';
import { type ExtraFields, readCache } from './read-content';

/**
 * Reads the tools of a caller's body. Tools that the provider itself runs or defines have no place, except its search.
 */
export function readTools(tools: readonly unknown[], extraFields: ExtraFields): ChatTool[] {
  return tools.flatMap(tool => {
    const read = isJsonObject(tool) ? readTool(tool, extraFields) : null;
    if (!read && !isJsonObject(tool)) extraFields('tools');
    return read ? [read] : [];
  });
}

function readTool(tool: JsonObject, extraFields: ExtraFields): ChatTool | null {
  const fields = new Fields(tool);
  const type = fields.text('type') ?? 'custom';
  const isSearch = type.startsWith('web_search');
  if (!isSearch && type !== 'custom') {
    extraFields(`tools.${type}`);
    return null;
  }
  const read = isSearch ? readSearch(fields) : readFunction(fields);
  for (const name of fields.rest) extraFields(`tools.${name}`);
  return read;
}

function readFunction(fields: Fields): FunctionTool {
  const description = fields.text('description');
  const schema = fields.object('input_schema');
  const strict = fields.boolean('strict');
  return {
    type: 'function',
    name: fields.text('name') ?? '',
    ...(description !== undefined && { description }),
    ...(schema && { parameters: withoutDialect(schema) }),
    ...(strict !== undefined && { strict }),
    ...readCache(fields),
  };
}

/** `$schema` names the dialect of the schema; other providers refuse it. */
function withoutDialect({ $schema: _dialect, ...schema }: JsonObject): JsonObject {
  return schema;
}

function readSearch(fields: Fields): WebSearchTool {
  fields.ignore('name');
  const maxUses = fields.number('max_uses');
  const allowedDomains = fields.texts('allowed_domains');
  const blockedDomains = fields.texts('blocked_domains');
  const location = readLocation(fields.object('user_location'));
  return {
    type: 'webSearch',
    ...(maxUses !== undefined && { maxUses }),
    ...(allowedDomains && { allowedDomains }),
    ...(blockedDomains && { blockedDomains }),
    ...(location && { userLocation: location }),
  };
}

function readLocation(location: JsonObject | undefined): Record<string, string> | null {
  if (!location) return null;
  const { type: _type, ...rest } = location;
  return Object.fromEntries(
    Object.entries(rest).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  );
}

interface ReadChoice {
  readonly toolChoice?: ToolChoice;
  readonly parallelToolCalls?: boolean;
}

/** Reads `{type, name?, disable_parallel_tool_use?}`; a plain word is understood, too. */
export function readToolChoice(value: unknown, extraFields: ExtraFields): ReadChoice {
  const fields = new Fields(typeof value === 'string' ? { type: value } : (asRecord(value) ?? {}));
  const toolChoice = choiceOf(fields.text('type'), asText(fields.any('name')));
  const isDisabled = fields.boolean('disable_parallel_tool_use');
  if (!toolChoice) extraFields('tool_choice');
  for (const name of fields.rest) extraFields(`tool_choice.${name}`);
  return {
    ...(toolChoice && { toolChoice }),
    ...(isDisabled !== undefined && { parallelToolCalls: !isDisabled }),
  };
}

function choiceOf(type: string | undefined, name: string): ToolChoice | null {
  switch (type) {
    case 'auto':
    case 'none':
      return { type };
    case 'any':
      return { type: 'required' };
    case 'tool':
      return { type: 'tool', name };
    default:
      return null;
  }
}
