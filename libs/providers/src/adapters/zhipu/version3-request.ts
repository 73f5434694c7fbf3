import {
  type DroppedFields,
  type ChatCall,
  type ChatMessage,
  type ChatSettings,
  nameDropped,
  type JsonObject,
} from '@formats';
import {
  clamped,
  imagesOf,
  present,
  resultText,
  textOf,
  toolCallsOf,
  toolResultsOf,
} from '../../shared/read-call-parts';

const HANDLED = ['temperature', 'topP'] as const satisfies readonly (keyof ChatSettings)[];

/** The provider refuses both 0 and 1. */
const INNER = { min: 0.01, max: 0.99 } as const;

interface Turn {
  readonly role: 'user' | 'assistant';
  readonly content: string;
}

/**
 * Writes the body of a chat call of version 3, which has texts of two roles and two settings; source: the provider's
 * manual of version 3, read 2026-08.
 *
 * @throws CallRefusal for images, audio, videos and documents
 */
export function version3Body(call: ChatCall, isStream: boolean, dropped: DroppedFields): JsonObject {
  nameDropped(call, { settings: HANDLED }, dropped);
  const { temperature, topP } = call.settings;
  return present({
    prompt: call.messages.flatMap(message => turnsOf(message, dropped)),
    temperature: clamped(temperature, { ...INNER, name: 'temperature', dropped }),
    top_p: clamped(topP, { ...INNER, name: 'top_p', dropped }),
    incremental: isStream ? true : undefined,
  });
}

function turnsOf(message: ChatMessage, dropped: DroppedFields): readonly Turn[] {
  imagesOf(message, { takesImages: false, dropped });
  const text = textOf(message.blocks);
  if (message.role === 'system' || message.role === 'developer') {
    // Older models have no system role; the provider advises a turn in which the model agrees to the instruction.
    return text === '' ? [] : [turn('user', text), turn('assistant', 'Okay')];
  }
  if (message.role === 'assistant') {
    if (toolCallsOf(message.blocks).length > 0) dropped.add('message.tool_calls');
    return text === '' ? [] : [turn('assistant', text)];
  }
  const results = toolResultsOf(message.blocks).map(result => resultText(result, dropped));
  if (results.length > 0) dropped.add('message.tool_call_id');
  const said = [...results, text].filter(part => part !== '').join('\n');
  return said === '' ? [] : [turn('user', said)];
}

function turn(role: Turn['role'], content: string): Turn {
  return { role, content };
}
