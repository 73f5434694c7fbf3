import { type ChatCall, type ChatTool } from './chat';
import { CallRefusal } from './call-refusal';
import { type DroppedFields } from './dropped-fields';

/**
 * Whether the caller insists that a tool be called and none of those that it means has come with the call. A model would
 * then answer in words, which the caller has ruled out.
 *
 * @param dropped what the provider could not be told
 */
export function losesForcedTool(
  { tools, settings, extraFields, forcedTool }: ChatCall,
  dropped: DroppedFields,
): boolean {
  const lost = new Set(dropped.list);
  // Some adapters carry tools of the provider's own that the canonical form has no place for.
  if (extraFields.some(name => name.startsWith('tools.') && !lost.has(name))) return false;
  const isCarried = ({ type }: ChatTool): boolean => !lost.has(type === 'webSearch' ? 'tools.web_search' : 'tools');
  const carried = tools.filter(isCarried);
  const hasNamed = (name: string): boolean =>
    carried.some(tool => (tool.type === 'webSearch' ? name === 'web_search' : tool.name === name));
  if (forcedTool !== undefined) return !(forcedTool.startsWith('web_search') && hasNamed('web_search'));
  const choice = settings.toolChoice;
  switch (choice?.type) {
    case 'required':
      return carried.length === 0;
    case 'tool':
      return !hasNamed(choice.name);
    case 'allowed':
      return choice.isRequired && !choice.names.some(hasNamed);
    default:
      return false;
  }
}

/** What the caller hears then. */
export function refuseForcedTool(): CallRefusal {
  return new CallRefusal(
    'tool_choice demands a tool that this model cannot be offered: choose another tool, or leave the choice to the model',
    { code: 'unsupported_parameter', param: 'tool_choice' },
  );
}
