import { type ChatTool, type FunctionTool, type ToolChoice, type WebSearchTool } from '../canonical/chat';
import { type JsonObject, asList, asText, isJsonObject } from '../json/read-value';
import { CamelFields } from './camel-fields';
import { schemaFromGemini } from './schema-from-gemini';

/** Reads the tools of a call; source: 'Tool' in the reference of generateContent, read 2026-08. */
export function readTools(value: unknown, extraFields: Set<string>): readonly ChatTool[] {
  const list = Array.isArray(value) ? asList(value) : [value];
  return list.flatMap(tool => {
    if (isJsonObject(tool)) return readTool(tool, extraFields);
    if (tool !== undefined && tool !== null) extraFields.add('tools');
    return [];
  });
}

function readTool(tool: JsonObject, extraFields: Set<string>): readonly ChatTool[] {
  const fields = new CamelFields(tool);
  const declarations = fields.any('functionDeclarations');
  const list = Array.isArray(declarations) ? asList(declarations) : [declarations];
  const tools: ChatTool[] = list.filter(isJsonObject).map(declaration => readDeclaration(declaration, extraFields));
  if (list.some(declaration => declaration !== undefined && !isJsonObject(declaration))) extraFields.add('tools');
  const search = fields.object('googleSearch') ?? fields.object('googleSearchRetrieval');
  if (search) tools.push(readSearch(search, extraFields));
  for (const key of fields.rest) extraFields.add(`tools.${key}`);
  return tools;
}

function readDeclaration(declaration: JsonObject, extraFields: Set<string>): FunctionTool {
  const fields = new CamelFields(declaration);
  const description = fields.text('description');
  const json = fields.object('parametersJsonSchema');
  const own = fields.object('parameters');
  for (const key of fields.rest) if (key !== 'name') extraFields.add(`tools.${key}`);
  return {
    type: 'function',
    name: asText(declaration.name),
    ...(description !== undefined && { description }),
    parameters: json ?? (own ? schemaFromGemini(own) : { type: 'object', properties: {} }),
  };
}

function readSearch(search: JsonObject, extraFields: Set<string>): WebSearchTool {
  const fields = new CamelFields(search);
  const blockedDomains = fields.texts('excludeDomains');
  for (const key of fields.rest) extraFields.add(`tools.googleSearch.${key}`);
  return { type: 'webSearch', ...(blockedDomains && { blockedDomains }) };
}

/** The choice in `toolConfig`; undefined when it sets none. */
export function readToolChoice(config: JsonObject, extraFields: Set<string>): ToolChoice | undefined {
  const fields = new CamelFields(config);
  const calling = fields.object('functionCallingConfig');
  for (const key of fields.rest) extraFields.add(`toolConfig.${key}`);
  if (!calling) return undefined;
  const modes = new CamelFields(calling);
  const mode = modes.text('mode')?.toUpperCase();
  const names = modes.texts('allowedFunctionNames') ?? [];
  modes.ignore('streamFunctionCallArguments'); // concerns the form of the stream only
  for (const key of modes.rest) extraFields.add(`toolConfig.functionCallingConfig.${key}`);
  switch (mode) {
    case 'NONE':
      return { type: 'none' };
    case 'ANY': {
      const [name, ...others] = names;
      if (name === undefined) return { type: 'required' };
      return others.length === 0 ? { type: 'tool', name } : { type: 'allowed', names, isRequired: true };
    }
    case 'AUTO':
    case 'VALIDATED':
      return names.length === 0 ? { type: 'auto' } : { type: 'allowed', names, isRequired: false };
    case undefined:
    case 'MODE_UNSPECIFIED':
      return undefined;
    default:
      extraFields.add('toolConfig.functionCallingConfig.mode');
      return undefined;
  }
}
