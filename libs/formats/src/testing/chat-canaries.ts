import { type ChatCall, type ChatSettings, type WireFormat } from '../canonical/chat';
import { DroppedFields } from '../canonical/dropped-fields';
import { chatFormats } from '../chat-formats';
import { type JsonObject } from '../json/read-value';

/** The capabilities that a chat adapter may have; every adapter must carry the first four. */
export type ChatCapability =
  | 'text'
  | 'history'
  | 'system'
  | 'temperature'
  | 'developer'
  | 'tools'
  | 'toolChoice'
  | 'toolResults'
  | 'imageData'
  | 'imageUrl'
  | 'jsonSchema'
  | 'stop'
  | 'reasoningEffort';

/** A call, and the words of it that must be found in the provider's request. */
export interface ChatCanary {
  readonly capability: ChatCapability;
  readonly call: ChatCall;
  readonly marks: readonly string[];
}

function ask(text = 'canary question'): ChatCall['messages'][number] {
  return {
    role: 'user',
    blocks: [{ type: 'text', text }],
  };
}

function canary(
  capability: ChatCapability,
  marks: readonly string[],
  call: Partial<ChatCall> & { readonly settings?: ChatSettings } = {},
): ChatCanary {
  const settings: ChatSettings = { maxTokens: 321, ...call.settings };
  return { capability, marks, call: { messages: [ask()], tools: [], extraFields: [], ...call, settings } };
}

const TOOL = {
  type: 'function',
  name: 'canary_tool',
  description: 'canary description',
  parameters: { type: 'object', properties: { canary_city: { type: 'string' } }, required: ['canary_city'] },
} as const;

const IMAGE_DATA = Buffer.from('canary image').toString('base64');
const IMAGE_URL = 'https://images.example/canary.png';

function call(id: string, city: string): ChatCall['messages'][number]['blocks'][number] {
  return {
    type: 'toolCall',
    id,
    name: TOOL.name,
    arguments: JSON.stringify({ canary_city: city }),
    kind: 'function',
  };
}

function result(callId: string, text: string): ChatCall['messages'][number]['blocks'][number] {
  return {
    type: 'toolResult',
    callId,
    name: TOOL.name,
    content: [{ type: 'text', text }],
  };
}

/** One call per capability. */
export const chatCanaries: readonly ChatCanary[] = [
  canary('text', ['canary question']),
  canary('history', ['canary question', 'canary answer', 'canary again'], {
    messages: [ask(), { role: 'assistant', blocks: [{ type: 'text', text: 'canary answer' }] }, ask('canary again')],
  }),
  canary('system', ['canary instruction', 'canary question'], {
    messages: [{ role: 'system', blocks: [{ type: 'text', text: 'canary instruction' }] }, ask()],
  }),
  canary('temperature', ['0.375'], { settings: { temperature: 0.375 } }),
  canary('developer', ['canary instruction'], {
    messages: [{ role: 'developer', blocks: [{ type: 'text', text: 'canary instruction' }] }, ask()],
  }),
  canary('tools', ['canary_tool', 'canary description', 'canary_city'], { tools: [TOOL] }),
  canary('toolChoice', ['canary_tool'], {
    tools: [TOOL, { ...TOOL, name: 'other_tool' }],
    settings: { toolChoice: { type: 'tool', name: TOOL.name } },
  }),
  canary('toolResults', ['canary_tool', 'Ulm', 'Bonn', 'canary sun', 'canary rain'], {
    tools: [TOOL],
    messages: [
      ask(),
      { role: 'assistant', blocks: [call('call_1', 'Ulm'), call('call_2', 'Bonn')] },
      { role: 'user', blocks: [result('call_1', 'canary sun'), result('call_2', 'canary rain')] },
    ],
  }),
  canary('imageData', ['canary question', IMAGE_DATA], {
    messages: [
      {
        role: 'user',
        blocks: [
          { type: 'text', text: 'canary question' },
          { type: 'image', source: { kind: 'data', mime: 'image/png', data: IMAGE_DATA } },
        ],
      },
    ],
  }),
  canary('imageUrl', [IMAGE_URL], {
    messages: [
      {
        role: 'user',
        blocks: [
          { type: 'text', text: 'canary question' },
          { type: 'image', source: { kind: 'url', url: IMAGE_URL, mime: 'image/png' } },
        ],
      },
    ],
  }),
  canary('jsonSchema', ['canary_city'], {
    settings: { responseFormat: { type: 'schema', name: 'canary_form', schema: TOOL.parameters } },
  }),
  canary('stop', ['canary stop'], { settings: { stop: ['canary stop'] } }),
  canary('reasoningEffort', ['high'], { settings: { reasoning: { effort: 'high' } } }),
];

/** The formats that callers may use and that have a reader. */
export const callerFormats: readonly WireFormat[] = (Object.keys(chatFormats) as WireFormat[]).sort();

/**
 * The body with which a caller of a format makes this call; null when the format cannot express it.
 *
 * @param model the name that the caller uses
 */
export function bodyOfCanary(
  { call: asked }: ChatCanary,
  format: WireFormat,
  request: { readonly model: string; readonly isStream: boolean },
): JsonObject | null {
  const dropped = new DroppedFields();
  const body = chatFormats[format].writeCall(asked, request, dropped);
  return dropped.isEmpty ? body : null;
}
