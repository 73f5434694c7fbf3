import { flatFormat } from '../canonical/custom-format';
import { type DroppedFields } from '../canonical/dropped-fields';
import { type ChatTool, type ToolChoice, type WebSearchTool } from '../canonical/chat';
import { type JsonObject } from '../json/read-value';

/**
 * Writes tools in the flat form of this format. `strict` is always written, because this format's default differs from
 * that of all others.
 */
export function writeTools(tools: readonly ChatTool[], dropped: DroppedFields): readonly JsonObject[] {
  return tools.map(tool => {
    switch (tool.type) {
      case 'function': {
        const { name, description, parameters, strict, cache } = tool;
        if (cache) dropped.add('tools.cache_control');
        return {
          type: 'function',
          name,
          ...(description !== undefined && { description }),
          parameters: parameters ?? { type: 'object', properties: {} },
          strict: strict ?? false,
        };
      }
      case 'custom': {
        const { name, description, format } = tool;
        return {
          type: 'custom',
          name,
          ...(description !== undefined && { description }),
          ...(format && { format: flatFormat(format) }),
        };
      }
      case 'webSearch':
        return writeWebSearch(tool, dropped);
    }
  });
}

function writeWebSearch(tool: WebSearchTool, dropped: DroppedFields): JsonObject {
  const { contextSize, maxUses, allowedDomains, blockedDomains, userLocation } = tool;
  if (maxUses !== undefined) dropped.add('tools.max_uses');
  if (blockedDomains !== undefined) dropped.add('tools.blocked_domains');
  return {
    type: 'web_search',
    ...(contextSize && { search_context_size: contextSize }),
    ...(allowedDomains && { filters: { allowed_domains: allowedDomains } }),
    ...(userLocation && { user_location: { type: 'approximate', ...userLocation } }),
  };
}

export function writeToolChoice(choice: ToolChoice, tools: readonly ChatTool[]): unknown {
  const customs = new Set(tools.flatMap(tool => (tool.type === 'custom' ? [tool.name] : [])));
  const named = (name: string): JsonObject => ({ type: customs.has(name) ? 'custom' : 'function', name });
  switch (choice.type) {
    case 'auto':
    case 'none':
    case 'required':
      return choice.type;
    case 'tool':
      return named(choice.name);
    case 'allowed':
      return { type: 'allowed_tools', mode: choice.isRequired ? 'required' : 'auto', tools: choice.names.map(named) };
  }
}
