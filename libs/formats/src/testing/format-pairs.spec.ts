import fc from 'fast-check';
import { DroppedFields } from '../canonical/dropped-fields';
import { chatFormats } from '../chat-formats';
import { CallRefusal } from '../canonical/call-refusal';
import { type ChatBlock, type ChatCall, type Seal, type WireFormat, wireFormats } from '../canonical/chat';
import { type ChatAnswer } from '../canonical/chat-answer';
import { type AnswerContext } from '../canonical/chat-format';
import { type JsonObject, asList, at } from '../json/read-value';
import { arbitraryCall } from './arbitrary-call';
import { silentChanges } from './call-facts';

/** Models without quirks of their own, so that every dropped field is due to the formats. */
const MODEL_OF: Readonly<Record<WireFormat, string>> = {
  openai: 'gpt-4.1',
  anthropic: 'claude-sonnet-4-5',
  gemini: 'gemini-2.5-flash',
  responses: 'gpt-4.1',
};

const pairs = wireFormats.flatMap(first =>
  wireFormats.filter(second => second !== first).map(second => [first, second] as const),
);

/** The call after it was written in a format and read back. */
function through(format: WireFormat, call: ChatCall, dropped: DroppedFields): ChatCall {
  const { readCall, writeCall } = chatFormats[format];
  const body = writeCall(call, { model: MODEL_OF[format], isStream: false }, dropped);
  return readCall(JSON.parse(JSON.stringify(body)) as JsonObject);
}

/** Null when one of the formats refuses the call. */
function thereAndBack(from: WireFormat, to: WireFormat, call: ChatCall) {
  try {
    const before = through(from, call, new DroppedFields());
    const dropped = new DroppedFields(before.extraFields);
    const after = through(from, through(to, before, dropped), dropped);
    return { before, after, dropped: dropped.list };
  } catch (error) {
    if (error instanceof CallRefusal) return null;
    throw error;
  }
}

const anyCall = fc.oneof(arbitraryCall({ without: ['storedMedia', 'mediaUrl'] }), arbitraryCall());

describe.each(pairs)('a call from %s through %s and back', (from, to) => {
  it('differs only where a dropped field is named', () => {
    fc.assert(
      fc.property(anyCall, call => {
        const result = thereAndBack(from, to, call);
        if (result) expect(silentChanges(result.before, result.after, result.dropped)).toEqual([]);
      }),
      { numRuns: 100 },
    );
  });
});

/** Providers that make seals, each with its own format; the chat format has no seals of its own. */
const SEALING = [
  ['anthropic', 'anthropic'],
  ['gemini', 'google'],
  ['responses', 'openai'],
] as const;

const word = fc.stringMatching(/^[A-Za-z0-9+/]{8,40}$/);

/** Answers that call tools, with the seals that a provider would set. */
function sealedAnswer(provider: Seal['provider']): fc.Arbitrary<ChatAnswer> {
  const seal = word.map((value): Seal => {
    if (provider === 'openai') return { provider, kind: 'encrypted', value, id: `rs_${value.length}` };
    return { provider, kind: 'signature', value };
  });
  return fc
    .record({
      value: seal,
      thought: word,
      said: fc.option(word),
      cities: fc.array(word, { minLength: 1, maxLength: 3 }),
    })
    .map(({ value, thought, said, cities }) => {
      // Google seals the call, the other providers the reasoning that led to it.
      const onCall = provider === 'google';
      const reasoning: ChatBlock = { type: 'reasoning', text: thought, ...(!onCall && { seal: value }) };
      const text: ChatBlock[] = said === null ? [] : [{ type: 'text', text: said }];
      const calls = cities.map((city, index): ChatBlock => {
        const call = { type: 'toolCall', id: `call_${index}`, name: 'weather', kind: 'function' } as const;
        const isSealed = onCall && index === 0;
        return { ...call, arguments: JSON.stringify({ city }), ...(isSealed && { seal: value }) };
      });
      const choice = { index: 0, blocks: [reasoning, ...text, ...calls], finish: 'toolCalls' } as const;
      return { id: 'x', model: 'm', choices: [choice], usage: { kind: 'missing' } };
    });
}

const TOOL = { type: 'function', name: 'weather', parameters: { type: 'object', properties: {} } } as const;

function contextFor(caller: WireFormat, isShown: boolean): AnswerContext {
  const messages = [{ role: 'user', blocks: [{ type: 'text', text: 'hi' }] }] as const;
  const settings = { maxTokens: 9000, reasoning: { effort: 'high', isShown } } as const;
  const call: ChatCall = { messages, tools: [TOOL], settings, extraFields: [] };
  const parsed = chatFormats[caller].writeCall(call, { model: 'm', isStream: false }, new DroppedFields());
  let ids = 0;
  const newId = (prefix: string): string => `${prefix}${String(++ids).padStart(24, '0')}`;
  return {
    model: 'm',
    call,
    parsed,
    createdAtSeconds: 1_760_000_000,
    wantsUsage: true,
    estimatedPromptTokens: 9,
    newId,
  };
}

/** The answer as the caller sends it back in the next turn: whole, as the providers' own documentation says. */
function nextTurn(caller: WireFormat, answer: JsonObject): JsonObject {
  switch (caller) {
    case 'openai':
      return { messages: [at(asList(answer.choices)[0], 'message')] };
    case 'anthropic':
      return { max_tokens: 9, messages: [{ role: 'assistant', content: answer.content }] };
    case 'gemini':
      return { contents: [at(asList(answer.candidates)[0], 'content')] };
    case 'responses':
      return { input: answer.output };
  }
}

function sealsOf(blocks: readonly ChatBlock[]): Seal[] {
  return blocks.flatMap(block => ('seal' in block && block.seal ? [block.seal] : []));
}

describe.each(SEALING)('a sealed answer of the %s format', (format, provider) => {
  const callers = wireFormats.filter(caller => caller !== format);

  it.each(callers)(
    'comes back sealed through a caller of the %s format, and is sent to its provider with its seals',
    caller => {
      fc.assert(
        fc.property(sealedAnswer(provider), fc.boolean(), (answer, isShown) => {
          const own = chatFormats[format];
          const shown = wire(chatFormats[caller].writeAnswer(answer, contextFor(caller, isShown)));
          const { messages } = chatFormats[caller].readCall(nextTurn(caller, shown));
          const seals = sealsOf(answer.choices[0]?.blocks ?? []);
          expect(sealsOf(messages.flatMap(({ blocks }) => blocks))).toEqual(seals);

          const heard = { role: 'user', blocks: [{ type: 'text', text: 'and?' }] } as const;
          const call: ChatCall = { messages: [...messages, heard], tools: [TOOL], settings: {}, extraFields: [] };
          const asked = own.writeCall(call, { model: MODEL_OF[format], isStream: false }, new DroppedFields());
          for (const { value } of seals) expect(JSON.stringify(asked)).toContain(value);
          expect(JSON.stringify(asked)).not.toContain('slseal1');
        }),
        { numRuns: 50 },
      );
    },
  );
});

function wire(value: JsonObject): JsonObject {
  return JSON.parse(JSON.stringify(value)) as JsonObject;
}

describe('the comparison of calls', () => {
  const call: ChatCall = {
    messages: [{ role: 'user', blocks: [{ type: 'text', text: 'hi' }] }],
    tools: [TOOL],
    settings: { seed: 5 },
    extraFields: [],
  };

  it.each<[string, Partial<ChatCall>, string]>([
    ['a setting', { settings: {} }, 'settings.seed'],
    ['a word', { messages: [{ role: 'user', blocks: [{ type: 'text', text: 'h' }] }] }, 'user text'],
    ['a tool', { tools: [] }, 'tools.function weather'],
  ])('reports that %s is missing without being named', (_what, change, name) => {
    expect(silentChanges(call, { ...call, ...change }, ['top_k']).join()).toContain(name);
  });

  it('accepts a change that is named', () => {
    expect(silentChanges(call, { ...call, settings: {} }, ['seed'])).toEqual([]);
  });
});
