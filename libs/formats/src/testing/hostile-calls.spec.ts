import { DroppedFields } from '../canonical/dropped-fields';
import { type WireFormat } from '../canonical/chat';
import { type JsonObject } from '../json/read-value';
import { chatFormats } from '../chat-formats';
import { cpuMsOf } from './cpu-time';

/** A count whose square takes many seconds to process, but the count itself a moment. */
const MANY = 20_000;
/** More than the arguments that a single function call can have. */
const TOO_MANY_ARGUMENTS = 130_000;
const LIMIT_MS = 6000;
const MODELS = { openai: 'gpt-4o', anthropic: 'claude-sonnet-4-5', gemini: 'gemini-3-pro-preview', responses: 'gpt-5' };

function many<Item>(make: (index: number) => Item, count = MANY): Item[] {
  return Array.from({ length: count }, (_, index) => make(index));
}

function openaiCall(id: string) {
  return { id, type: 'function', function: { name: 'f', arguments: '{}' } };
}

const asked = { messages: [{ role: 'user', content: 'hi' }] };

/** Bodies within the server's size limit. */
const bodies: Readonly<Record<string, readonly [caller: WireFormat, upstream: WireFormat, body: () => JsonObject]>> = {
  'messages of one role': ['openai', 'gemini', () => ({ messages: many(() => ({ role: 'user', content: 'a' })) })],
  'calls that nobody answered': [
    'openai',
    'openai',
    () => ({
      messages: many(index => ({ role: 'assistant', tool_calls: [openaiCall(`c${index}`)] }), 2 * MANY),
    }),
  ],
  'calls of one id, side by side': [
    'openai',
    'anthropic',
    () => ({
      messages: [
        { role: 'assistant', tool_calls: many(() => openaiCall('c'), MANY / 2) },
        ...many(() => ({ role: 'tool', tool_call_id: 'c', content: 'r' }), MANY / 2),
      ],
    }),
  ],
  'parts behind the result of a tool': [
    'openai',
    'openai',
    () => ({
      messages: [
        { role: 'tool', tool_call_id: 'c', content: 'r' },
        { role: 'user', content: many(() => 'a', TOO_MANY_ARGUMENTS) },
        { role: 'assistant', content: many(() => 'a', TOO_MANY_ARGUMENTS) },
      ],
    }),
  ],
  'tools to choose from': [
    'openai',
    'openai',
    () => ({
      ...asked,
      tools: many(index => ({ type: 'function', function: { name: `f${index}` } }), MANY / 2),
      tool_choice: {
        type: 'allowed_tools',
        allowed_tools: { mode: 'auto', tools: many(index => ({ function: { name: `f${index}` } }), MANY / 2) },
      },
    }),
  ],
  'parts of one schema': [
    'openai',
    'gemini',
    () => {
      const allOf = many(index => ({ properties: { [`p${index}`]: { type: 'string' } }, required: [`p${index}`] }));
      return {
        ...asked,
        tools: [{ type: 'function', function: { name: 'f', parameters: { type: 'object', allOf } } }],
      };
    },
  ],
  'definitions in a chain': [
    'openai',
    'anthropic',
    () => {
      const chain = many(index => [`d${index}`, { $ref: `#/$defs/d${index + 1}` }] as const);
      const schema = { type: 'object', properties: { a: { $ref: '#/$defs/d0' } }, $defs: Object.fromEntries(chain) };
      return { ...asked, response_format: { type: 'json_schema', json_schema: { name: 'x', schema } } };
    },
  ],
  'calls and results of tools': [
    'anthropic',
    'anthropic',
    () => ({
      messages: [
        { role: 'assistant', content: many(index => ({ type: 'tool_use', id: `c${index}`, name: 'f', input: {} })) },
        { role: 'user', content: many(index => ({ type: 'tool_result', tool_use_id: `c${MANY - 1 - index}` })) },
      ],
    }),
  ],
  'texts inside a document': [
    'anthropic',
    'openai',
    () => {
      const content = many(() => ({ type: 'text', text: 'a' }), TOO_MANY_ARGUMENTS);
      return { messages: [{ role: 'user', content: [{ type: 'document', source: { type: 'content', content } }] }] };
    },
  ],
  'calls without ids': [
    'gemini',
    'gemini',
    () => ({
      contents: [
        { role: 'model', parts: many(() => ({ functionCall: { name: 'f' } })) },
        { role: 'user', parts: many(() => ({ functionResponse: { name: 'f', response: {} } })) },
      ],
    }),
  ],
  'contents of one role': [
    'gemini',
    'anthropic',
    () => ({ contents: many(() => ({ role: 'user', parts: [{ text: 'a' }] }), TOO_MANY_ARGUMENTS) }),
  ],
  'parts of one item': [
    'responses',
    'openai',
    () => ({
      input: [
        {
          role: 'assistant',
          content: many(() => ({ type: 'output_text', text: 'a' }), TOO_MANY_ARGUMENTS),
        },
      ],
    }),
  ],
};

describe('a call with far more parts than any real one', () => {
  it.each(Object.entries(bodies))('%s is converted without quadratic cost', (name, [caller, upstream, make]) => {
    const body = make();
    const isCut = name === 'parts of one schema';
    const target = { model: MODELS[upstream], isStream: false };
    let written: unknown;
    const spentMs = cpuMsOf(() => {
      written = chatFormats[upstream].writeCall(chatFormats[caller].readCall(body), target, new DroppedFields());
    });
    expect(spentMs).toBeLessThan(LIMIT_MS);
    // A schema of that size is cut; everything else is there.
    expect(JSON.stringify(written).length).toBeGreaterThan(isCut ? 0 : MANY);
  });
});
