import fc from 'fast-check';
import { DroppedFields } from '../canonical/dropped-fields';
import { type ChatBlock, type ChatCall, type ChatMessage, type WireFormat, wireFormats } from '../canonical/chat';
import { type JsonObject, asList, asText, at } from '../json/read-value';
import { chatFormats } from '../chat-formats';

const MODELS = { openai: 'gpt-4o', anthropic: 'claude-sonnet-4-5', gemini: 'gemini-3-pro-preview', responses: 'gpt-5' };

/** Ids that repeat, are empty, hold unusual characters, or look like ids that are made for repeated ones. */
const callId = fc.constantFrom('a', 'b', '', 'x y', 'a_2', '__proto__');
const said: fc.Arbitrary<ChatBlock> = fc.oneof(
  fc.constantFrom('t', ' ').map(text => ({ type: 'text', text }) as const),
  callId.map(id => ({ type: 'toolCall', id, name: 'f', arguments: '{}', kind: 'function' }) as const),
  callId.map(id => ({ type: 'toolCall', id, name: 'c', arguments: 'x', kind: 'custom' }) as const),
  fc.constant({ type: 'reasoning', text: 'r' } as const),
);
const asked: fc.Arbitrary<ChatBlock> = fc.oneof(
  fc.constantFrom('t', ' ').map(text => ({ type: 'text', text }) as const),
  callId.map(id => ({ type: 'toolResult', callId: id, content: [{ type: 'text', text: 'r' }] }) as const),
);
/** Any side may hold any block, though mostly the blocks that belong there. */
const message: fc.Arbitrary<ChatMessage> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({ role: fc.constant('assistant' as const), blocks: fc.array(said, { maxLength: 4 }) }),
  },
  {
    weight: 4,
    arbitrary: fc.record({ role: fc.constant('user' as const), blocks: fc.array(asked, { maxLength: 4 }) }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      role: fc.constantFrom('user' as const, 'assistant' as const, 'system' as const),
      blocks: fc.array(fc.oneof(said, asked), { maxLength: 3 }),
    }),
  },
);
const conversation: fc.Arbitrary<ChatCall> = fc
  .array(message, { minLength: 1, maxLength: 7 })
  .filter(messages => messages.some(({ blocks }) => blocks.length > 0))
  .map(messages => ({ messages, tools: [], settings: {}, extraFields: [] }));

function ofType(items: readonly unknown[], type: string): readonly unknown[] {
  return items.filter(item => at(item, 'type') === type);
}

function texts(items: readonly unknown[], key: string): string[] {
  return items.map(item => asText(at(item, key)));
}

/** Violations of each provider's rules for calls and results; every list is empty for a valid request. */
const faults: Readonly<Record<WireFormat, (body: JsonObject) => readonly string[]>> = {
  anthropic: body => {
    const found: string[] = [];
    const seen = new Set<string>();
    let open: string[] = [];
    let role: unknown = 'assistant';
    for (const turn of asList(body.messages)) {
      if (at(turn, 'role') === role) found.push('one role twice');
      role = at(turn, 'role');
      const content = asList(at(turn, 'content'));
      const results = ofType(content, 'tool_result');
      if (content.length === 0) found.push('an empty turn');
      if (texts(results, 'tool_use_id').sort().join() !== open.sort().join()) found.push('results do not fit');
      if (ofType(content.slice(0, results.length), 'tool_result').length < results.length) found.push('results late');
      open = texts(ofType(content, 'tool_use'), 'id');
      if (open.some(id => seen.has(id) || !/^[\w-]+$/.test(id))) found.push('an id');
      for (const id of open) seen.add(id);
      if (texts(ofType(content, 'text'), 'text').some(text => text.trim() === '')) found.push('blank text');
    }
    return open.length > 0 ? [...found, 'calls at the end'] : found;
  },
  openai: body => {
    const found: string[] = [];
    let open: string[] = [];
    for (const turn of asList(body.messages)) {
      if (at(turn, 'role') === 'tool') {
        const id = asText(at(turn, 'tool_call_id'));
        if (!open.includes(id)) found.push('a result without call');
        open = open.filter(other => other !== id);
        continue;
      }
      if (open.length > 0) found.push('a call without result');
      open = texts(asList(at(turn, 'tool_calls')), 'id');
      if (new Set(open).size < open.length || open.includes('')) found.push('an id');
    }
    return found;
  },
  gemini: body => {
    const found: string[] = [];
    let open = 0;
    let role: unknown = 'model';
    for (const content of asList(body.contents)) {
      if (at(content, 'role') === role) found.push('one role twice');
      role = at(content, 'role');
      const parts = asList(at(content, 'parts'));
      const count = (key: string): number => parts.filter(part => at(part, key) !== undefined).length;
      if (parts.length === 0) found.push('an empty content');
      if (role === 'user' && (count('functionCall') > 0 || count('functionResponse') !== open)) found.push('results');
      if (role === 'model' && count('functionResponse') > 0) found.push('a result of the model');
      open = role === 'model' ? count('functionCall') : 0;
    }
    return found;
  },
  responses: body => {
    const found: string[] = [];
    const calls = new Map<string, string>();
    const answered = new Set<string>();
    for (const item of asList(body.input)) {
      const type = asText(at(item, 'type'));
      const id = asText(at(item, 'call_id'));
      if (type.endsWith('_call')) {
        if (id === '' || calls.has(id)) found.push('an id');
        calls.set(id, type);
      } else if (type.endsWith('_output')) {
        if (`${calls.get(id)}_output` !== type || answered.has(id)) found.push('an output');
        answered.add(id);
      }
    }
    return answered.size < calls.size ? [...found, 'a call without output'] : found;
  },
};

describe('calls and results in any disorder', () => {
  it.each(wireFormats)('become a request that providers of the %s format accept', upstream => {
    fc.assert(
      fc.property(conversation, call => {
        const body = chatFormats[upstream].writeCall(
          call,
          { model: MODELS[upstream], isStream: false },
          new DroppedFields(),
        );
        expect(faults[upstream](body)).toEqual([]);
      }),
      { numRuns: 1000 },
    );
  });
});
