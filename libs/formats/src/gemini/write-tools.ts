import { type DroppedFields } from '../canonical/dropped-fields';
import {
  type ChatCall,
  type ChatTool,
  type CustomTool,
  type FunctionTool,
  type ToolChoice,
  type WebSearchTool,
} from '../canonical/chat';
import { type JsonObject, isJsonObject } from '../json/read-value';
import { type ModelTraits } from './model-traits';
import { schemaToGemini } from './schema-to-gemini';
import { safeName } from './tool-names';

/** Functions with these names and without parameters mean the provider's own tools, by a convention of chat clients. */
const HOSTED: ReadonlySet<string> = new Set(['googleSearch', 'codeExecution', 'urlContext']);

/** Writes `tools` and `toolConfig`; empty when the call has no tools, or the model supports none. */
export function writeTools(call: ChatCall, traits: ModelTraits, dropped: DroppedFields): JsonObject {
  const { tools, settings } = call;
  const choice = settings.toolChoice;
  if (!traits.takesTools) {
    if (tools.length > 0) dropped.add('tools');
    return {};
  }
  const hosted = tools.filter(isHosted).map(tool => ({ [tool.name]: {} }));
  const functions = tools.filter(isCallable);
  const search = tools.filter(tool => tool.type === 'webSearch').slice(0, 1);
  const mayMix = functions.length === 0 || traits.mixesTools;
  const searches = search.flatMap(tool => writeSearch(tool, mayMix, dropped));
  if (!mayMix && hosted.length > 0) dropped.add('tools');
  const declarations = functions.map(tool =>
    tool.type === 'custom' ? writeCustom(tool, dropped) : writeFunction(tool, dropped),
  );
  const entries = [
    ...(declarations.length > 0 ? [{ functionDeclarations: declarations }] : []),
    ...searches,
    ...(mayMix ? hosted : []),
  ];
  const isStrict = functions.some(tool => tool.type === 'function' && tool.strict === true);
  if (isStrict) dropped.add('tools.strict'); // here only the whole call can be strict
  if (settings.parallelToolCalls === false) dropped.add('parallel_tool_calls');
  if (declarations.length === 0 && choice && choice.type !== 'auto' && choice.type !== 'none')
    dropped.add('tool_choice');
  const calling = declarations.length > 0 ? writeChoice(choice, isStrict) : null;
  return {
    ...(entries.length > 0 && { tools: entries }),
    ...(calling && { toolConfig: { functionCallingConfig: calling } }),
  };
}

/** The tools that the caller runs itself. */
function isCallable(tool: ChatTool): tool is FunctionTool | CustomTool {
  return tool.type !== 'webSearch' && !isHosted(tool);
}

function isHosted(tool: ChatTool): tool is FunctionTool {
  if (tool.type !== 'function' || !HOSTED.has(tool.name)) return false;
  const properties = tool.parameters?.properties;
  return !isJsonObject(properties) || Object.keys(properties).length === 0;
}

function writeSearch(tool: WebSearchTool, mayMix: boolean, dropped: DroppedFields): readonly JsonObject[] {
  if (!mayMix) {
    dropped.add('tools.web_search');
    return [];
  }
  const names = {
    contextSize: 'search_context_size',
    maxUses: 'max_uses',
    allowedDomains: 'allowed_domains',
    blockedDomains: 'blocked_domains',
    userLocation: 'user_location',
  } as const satisfies Record<Exclude<keyof WebSearchTool, 'type'>, string>;
  for (const key of Object.keys(names) as (keyof typeof names)[]) {
    if (tool[key] !== undefined) dropped.add(`tools.web_search.${names[key]}`);
  }
  return [{ googleSearch: {} }];
}

function writeFunction(tool: FunctionTool, dropped: DroppedFields): JsonObject {
  if (tool.cache) dropped.add('tools.cache_control');
  const { schema, isExact } = schemaToGemini(tool.parameters ?? { type: 'object', properties: {} });
  if (!isExact) dropped.add('tools.parameters');
  return {
    name: safeName(tool.name),
    ...(tool.description !== undefined && { description: tool.description }),
    ...(schema && { parameters: schema }),
  };
}

/** A free-text tool becomes a function with one text; a grammar is described in words. */
function writeCustom(tool: CustomTool, dropped: DroppedFields): JsonObject {
  dropped.add('tools.custom');
  const grammar = tool.format && tool.format.type !== 'text' ? `Input format: ${JSON.stringify(tool.format)}` : '';
  const description = [tool.description ?? '', grammar].filter(text => text !== '').join('\n');
  return {
    name: safeName(tool.name),
    ...(description !== '' && { description }),
    parameters: { type: 'object', properties: { input: { type: 'string' } }, required: ['input'] },
  };
}

function writeChoice(choice: ToolChoice | undefined, isStrict: boolean): JsonObject | null {
  const auto = isStrict ? 'VALIDATED' : 'AUTO';
  switch (choice?.type) {
    case undefined:
      return isStrict ? { mode: auto } : null;
    case 'auto':
      return { mode: auto };
    case 'none':
      return { mode: 'NONE' };
    case 'required':
      return { mode: 'ANY' };
    case 'tool':
      return { mode: 'ANY', allowedFunctionNames: [safeName(choice.name)] };
    case 'allowed':
      // The API allows names only together with ANY and VALIDATED.
      return { mode: choice.isRequired ? 'ANY' : 'VALIDATED', allowedFunctionNames: choice.names.map(safeName) };
  }
}
