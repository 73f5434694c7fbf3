import { type ChatCall, type ChatTool } from './chat';
import { CallRefusal } from './call-refusal';
import { type DroppedFields } from './dropped-fields';

/**
 * Tells whether the caller requires a tool call although none of the tools that it allows can be offered to the model.
 * The model would then answer in words, which the caller has ruled out.
 *
 * @param dropped the dropped fields of this call
 */
export function losesForcedTool(
  { tools, settings, extraFields, forcedTool }: ChatCall,
  dropped: DroppedFields,
): boolean {
  const lost = new Set(dropped.list);
  // Some adapters offer tools of the provider itself, for which the canonical form has no place.
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

/** The refusal for a call that `losesForcedTool` applies to. */
export function refuseForcedTool(): CallRefusal {
  return new CallRefusal(
    'tool_choice demands a tool that this model cannot be offered: choose another tool, or leave the choice to the model',
    { code: 'unsupported_parameter', param: 'tool_choice' },
  );
}
