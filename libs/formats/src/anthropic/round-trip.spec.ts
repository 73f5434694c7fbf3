import fc from 'fast-check';
import { DroppedFields } from '../canonical/dropped-fields';
import { type ChatBlock, type ChatCall, type ChatMessage, type ChatSettings, type ToolChoice } from '../canonical/chat';
import { arbitraryCall } from '../testing/arbitrary-call';
import { type JsonObject, asList, at } from '../json/read-value';
import { readMessagesCall } from './read-call';
import { writeMessagesCall } from './write-call';

const SETTINGS_WITHOUT_PLACE = [
  'minP',
  'presencePenalty',
  'frequencyPenalty',
  'repetitionPenalty',
  'seed',
  'n',
  'logprobs',
  'topLogprobs',
  'logitBias',
  'verbosity',
  'modalities',
  'audio',
  'metadata',
  'store',
  'promptCacheKey',
] as const;

/** Parts of a call that the format or the model below cannot express; the dropped fields have tests of their own. */
const LEFT_OUT = [
  ...SETTINGS_WITHOUT_PLACE,
  'audio',
  'video',
  'developer',
  'lateInstructions',
  'participantName',
  'citations',
  'refusal',
  'imageDetail',
  'customTools',
  'toolResultName',
  'responseFormat',
] as const;

interface Return {
  readonly body: JsonObject;
  readonly back: ChatCall;
  readonly dropped: readonly string[];
}

function writtenAndRead(call: ChatCall, model: string): Return {
  const dropped = new DroppedFields();
  const { body } = writeMessagesCall(call, { model, isStream: false }, dropped);
  const sent = JSON.parse(JSON.stringify(body)) as JsonObject;
  return { body: sent, back: readMessagesCall(sent), dropped: dropped.list };
}

/**
 * Removes thinking without the provider's seal, which may not be sent back, and the seals of calls, which the format
 * cannot hold.
 */
function forThisProvider(messages: readonly ChatMessage[]): ChatMessage[] {
  const stays = (block: ChatBlock): boolean => block.type !== 'reasoning' || block.seal?.provider === 'anthropic';
  return messages.map(message => ({ ...message, blocks: message.blocks.filter(stays).map(withoutCallSeal) }));
}

function withoutCallSeal(block: ChatBlock): ChatBlock {
  if (block.type !== 'toolCall') return block;
  const { seal: _seal, ...call } = block;
  return call;
}

/** Removes cache marks, because their number and order are limited. */
function withoutMarks<Value>(value: Value): Value {
  return JSON.parse(JSON.stringify(value, (key, inner: unknown) => (key === 'cache' ? undefined : inner))) as Value;
}

/** The names that report a setting as dropped. */
const NAMES: Partial<Record<keyof ChatSettings, readonly string[]>> = {
  maxTokens: ['max_tokens'],
  temperature: ['temperature'],
  topP: ['top_p'],
  topK: ['top_k'],
  stop: ['stop'],
  serviceTier: ['service_tier'],
  toolChoice: ['tool_choice'],
  parallelToolCalls: ['parallel_tool_calls'],
  reasoning: ['reasoning_effort', 'reasoning.budget_tokens'],
};

/** The settings that are not reported as dropped. */
function named(settings: ChatSettings, dropped: readonly string[]): Partial<ChatSettings> {
  const isKept = ([key]: [string, unknown]): boolean =>
    !NAMES[key as keyof ChatSettings]?.some(name => dropped.includes(name)); // the keys of settings
  return Object.fromEntries(Object.entries(settings).filter(isKept));
}

/**
 * Removes settings that the API's own default means anyway, and those that mean nothing without tools, because they are
 * not written.
 */
function meant(settings: ChatSettings, hasTools: boolean): ChatSettings {
  const { toolChoice, parallelToolCalls, reasoning, ...rest } = settings;
  const choice = toolChoice && received(toolChoice);
  return {
    ...rest,
    ...(choice && choice.type !== 'auto' && hasTools && { toolChoice: choice }),
    ...(parallelToolCalls === false && { parallelToolCalls }),
    ...(reasoning && reasoning.effort !== 'none' && { reasoning }),
  };
}

function received(choice: ToolChoice): ToolChoice {
  return choice.type === 'allowed' ? { type: choice.isRequired ? 'required' : 'auto' } : choice;
}

function unlimited({ maxTokens: _maxTokens, ...settings }: ChatSettings): ChatSettings {
  return settings;
}

describe('calls written and read again', () => {
  it.each(['claude-sonnet-4-20250514', 'claude-sonnet-4-6'])(
    'for %s are the same except for the dropped fields',
    model => {
      fc.assert(
        fc.property(arbitraryCall({ without: LEFT_OUT }), call => {
          const { back, dropped } = writtenAndRead(call, model);
          const settings = call.settings.maxTokens === undefined ? unlimited(back.settings) : back.settings;
          const hasTools = back.tools.length > 0;
          expect(named(meant(settings, hasTools), dropped)).toEqual(named(meant(call.settings, hasTools), dropped));
          const isTooled = !dropped.some(name => name.startsWith('tool'));
          if (isTooled) expect(withoutMarks(back.tools)).toEqual(withoutMarks(call.tools));
          expect(withoutMarks(back.messages)).toEqual(withoutMarks(forThisProvider(call.messages)));
          if (!dropped.includes('message.cache_control')) {
            expect(back.messages).toEqual(forThisProvider(call.messages));
          }
          expect(back.extraFields).toEqual([]);
        }),
        { numRuns: 200 },
      );
    },
  );

  it('are valid bodies, whatever the call holds', () => {
    fc.assert(
      fc.property(
        arbitraryCall(),
        fc.constantFrom('claude-3-haiku-20240307', 'claude-3-7-sonnet-latest', 'claude-opus-5', 'claude-sonnet-5', 'x'),
        (call, model) => {
          const { body } = writtenAndRead(call, model);
          expectValid(body);
        },
      ),
      { numRuns: 200 },
    );
  });

  it('name the fields that they drop', () => {
    fc.assert(
      fc.property(arbitraryCall(), call => {
        const { dropped } = writtenAndRead(call, 'claude-sonnet-4-5');
        const { settings } = call;
        expect(dropped.includes('seed')).toBe(settings.seed !== undefined);
        expect(dropped.includes('logit_bias')).toBe(settings.logitBias !== undefined);
        expect(dropped.includes('n')).toBe(settings.n !== undefined && settings.n > 1);
        const kinds = new Set(call.messages.flatMap(message => message.blocks.map(block => block.type)));
        for (const kind of ['video', 'refusal'] as const)
          expect(dropped.includes(`message.${kind}`)).toBe(kinds.has(kind));
      }),
      { numRuns: 100 },
    );
  });
});

/** Checks the rules of the API that every written body must keep, whatever the call holds. */
function expectValid(body: JsonObject): void {
  const messages = asList(body.messages);
  expect(messages.map(message => at(message, 'role'))).toEqual(
    messages.map((_message, index) => (index % 2 === 0 ? 'user' : 'assistant')),
  );
  let calls: unknown[] = [];
  for (const message of messages) {
    const blocks = asList(at(message, 'content'));
    expect(blocks.length).toBeGreaterThan(0);
    const results = blocks.filter(block => at(block, 'type') === 'tool_result');
    expect(results.map(block => at(block, 'tool_use_id'))).toEqual(calls);
    expect(blocks.slice(0, results.length)).toEqual(results);
    calls = blocks.filter(block => at(block, 'type') === 'tool_use').map(block => at(block, 'id'));
    for (const block of blocks) if (at(block, 'type') === 'text') expect(String(at(block, 'text')).trim()).not.toBe('');
  }
  expect(body.max_tokens).toBeGreaterThan(0);
  const budget = at(body, 'thinking', 'budget_tokens');
  if (budget !== undefined) {
    expect(budget).toBeGreaterThanOrEqual(1024);
    expect(body.max_tokens).toBeGreaterThan(Number(budget));
    expect(body.temperature).toBeUndefined();
    expect(['auto', 'none', undefined]).toContain(at(body, 'tool_choice', 'type'));
  }
  expect(JSON.stringify(body).split('"cache_control"').length - 1).toBeLessThanOrEqual(4);
  expect(body).not.toHaveProperty(['tool_choice', 'names']);
  if (body.tools === undefined) expect(body.tool_choice).toBeUndefined();
}
