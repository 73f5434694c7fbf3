import fc from 'fast-check';
import {
  type ChatCall,
  type ChatMessage,
  type ChatSettings,
  type ChatTool,
  type FunctionTool,
  type ResponseFormat,
  type Seal,
  type ToolChoice,
  reasoningEfforts,
} from '../canonical/chat';
import { type CallFeature, type Has, Parts, arbitraryText, name, schema, withSome } from './arbitrary-parts';

export { type CallFeature, arbitraryText } from './arbitrary-parts';

export interface ArbitraryCallOptions {
  readonly without?: readonly (CallFeature | keyof ChatSettings)[];
  /** Providers whose seals may occur; all when absent. */
  readonly sealProviders?: readonly Seal['provider'][];
}

/**
 * Canonical calls as a well-behaved caller would make them: messages of user and assistant in turn, ending with the
 * user; every tool call has its result in the very next message, results in the order of the calls and before anything
 * else; ids and names that every provider accepts; arguments of functions are JSON objects as `JSON.stringify` writes
 * them; no text is blank. `extraFields` is empty.
 */
export function arbitraryCall(options: ArbitraryCallOptions = {}): fc.Arbitrary<ChatCall> {
  const absent = new Set<string>(options.without ?? []);
  const has = (feature: CallFeature): boolean => !absent.has(feature);
  const parts = new Parts(has, options.sealProviders ?? ['anthropic', 'google', 'openai']);
  return arbitraryTools(has, parts).chain(tools =>
    fc
      .tuple(arbitraryMessages(has, parts, tools), arbitrarySettings(absent, tools))
      .map(([messages, settings]) => ({ messages, tools, settings, extraFields: [] })),
  );
}

function arbitraryTools(has: Has, parts: Parts): fc.Arbitrary<ChatTool[]> {
  if (!has('tools')) return fc.constant([]);
  const strict = has('toolStrict') ? { strict: fc.boolean() } : {};
  const functionTool: fc.Arbitrary<ChatTool> = withSome<FunctionTool, Partial<FunctionTool>>(
    fc.record({ type: fc.constant<'function'>('function'), name, parameters: schema }),
    { description: arbitraryText, ...strict, ...parts.cache } as never, // optional fields, each with its own arbitrary
  );
  const customTool: fc.Arbitrary<ChatTool> = withSome(fc.record({ type: fc.constant<'custom'>('custom'), name }), {
    description: arbitraryText,
    format: fc.constantFrom({ type: 'text' }, { type: 'grammar', syntax: 'regex', definition: 'a+' }),
  });
  const callable = has('customTools') ? fc.oneof({ weight: 3, arbitrary: functionTool }, customTool) : functionTool;
  const named = fc.uniqueArray(callable, { maxLength: 3, selector: tool => ('name' in tool ? tool.name : '') });
  const search: fc.Arbitrary<ChatTool> = withSome(fc.record({ type: fc.constant<'webSearch'>('webSearch') }), {
    contextSize: fc.constantFrom<'low' | 'medium' | 'high'>('low', 'medium', 'high'),
    userLocation: fc.constant({ country: 'DE', city: 'Ulm' }),
  });
  if (!has('webSearch')) return named;
  return fc.tuple(named, fc.array(search, { maxLength: 1 })).map(([tools, searches]) => [...tools, ...searches]);
}

function arbitraryMessages(has: Has, parts: Parts, tools: readonly ChatTool[]): fc.Arbitrary<ChatMessage[]> {
  const isCallable = tools.some(tool => tool.type !== 'webSearch');
  const turns = fc.array(fc.boolean(), { maxLength: 3 }).chain(kinds => {
    const each = kinds.map((wantsCall, index) =>
      wantsCall && isCallable ? toolTurn(has, parts, tools, index) : talkTurn(parts),
    );
    return fc.tuple(...each).map(found => found.flat());
  });
  return fc
    .tuple(instructions(has, parts), userMessage(has, parts), turns, instructions(has, parts))
    .map(([first, user, rest, late]) => [
      ...first,
      user,
      ...(has('lateInstructions') && rest.length > 0 ? late : []),
      ...rest,
    ]);
}

function instructions(has: Has, parts: Parts): fc.Arbitrary<ChatMessage[]> {
  const roles = (['system', 'developer'] as const).filter(role => has(role));
  if (roles.length === 0) return fc.constant([]);
  const blocks = parts.text().map(block => [block]);
  return fc.array(fc.record({ role: fc.constantFrom(...roles), blocks }), { maxLength: 1 });
}

function userMessage(has: Has, parts: Parts): fc.Arbitrary<ChatMessage> {
  const base = fc.record({
    role: fc.constant<'user'>('user'),
    blocks: fc.array(parts.userBlock(), { minLength: 1, maxLength: 3 }),
  });
  return has('participantName') ? withSome(base, { name }) : base;
}

function talkTurn(parts: Parts): fc.Arbitrary<ChatMessage[]> {
  const reply = parts.text().map((block): ChatMessage => ({ role: 'user', blocks: [block] }));
  const said = parts.said().map((blocks): ChatMessage => ({ role: 'assistant', blocks }));
  return fc.tuple(said, reply);
}

/** The assistant makes the calls, with or without a text before them; the user sends the result of every call. */
function toolTurn(has: Has, parts: Parts, tools: readonly ChatTool[], turn: number): fc.Arbitrary<ChatMessage[]> {
  const callsMax = has('parallelToolCalls') ? 3 : 1;
  const calls = fc
    .integer({ min: 1, max: callsMax })
    .chain(count =>
      fc.tuple(...Array.from({ length: count }, (_, index) => parts.toolCall(tools, `call_${turn}_${index}`))),
    );
  const words = fc.oneof(
    parts.reasoning(),
    fc.tuple(parts.reasoning(), parts.text()).map(([reasoning, text]) => [...reasoning, text]),
  );
  return fc.tuple(words, calls).chain(([before, made]) => {
    const results = fc.tuple(...made.map(call => parts.toolResult(call)));
    const after = has('textAfterToolResults') ? fc.array(parts.text(), { maxLength: 1 }) : fc.constant([]);
    return fc.tuple(results, after).map(([answers, rest]): ChatMessage[] => [
      { role: 'assistant', blocks: [...before, ...made] },
      { role: 'user', blocks: [...answers, ...rest] },
    ]);
  });
}

function arbitrarySettings(absent: ReadonlySet<string>, tools: readonly ChatTool[]): fc.Arbitrary<ChatSettings> {
  const all = settingArbitraries(tools);
  const kept = Object.fromEntries(Object.entries(all).filter(([key]) => !absent.has(key)));
  return fc.record(kept, { requiredKeys: [] }) as fc.Arbitrary<ChatSettings>; // the table names each setting's own type
}

function settingArbitraries(tools: readonly ChatTool[]): Partial<{
  [Key in keyof Required<ChatSettings>]: fc.Arbitrary<Required<ChatSettings>[Key]>;
}> {
  const fraction = (max: number): fc.Arbitrary<number> =>
    fc.integer({ min: 0, max: max * 10 }).map(tenths => tenths / 10);
  const names = tools.flatMap(tool => ('name' in tool ? [tool.name] : []));
  return {
    maxTokens: fc.integer({ min: 1, max: 5000 }),
    temperature: fraction(2),
    topP: fraction(1),
    topK: fc.integer({ min: 1, max: 100 }),
    minP: fraction(1),
    presencePenalty: fraction(2),
    frequencyPenalty: fraction(2),
    repetitionPenalty: fraction(2),
    seed: fc.integer({ min: 0, max: 99 }),
    n: fc.integer({ min: 1, max: 3 }),
    stop: fc.uniqueArray(fc.constantFrom('END', '\n\n', 'stop', '#'), { minLength: 1, maxLength: 4 }),
    logprobs: fc.boolean(),
    topLogprobs: fc.integer({ min: 0, max: 20 }),
    logitBias: fc.constantFrom<Record<string, number>>({ 50256: -100 }, { 1: 5, 2: -5 }),
    responseFormat,
    reasoning: fc.oneof(
      fc.constantFrom(...reasoningEfforts).map(effort => ({ effort })),
      fc.integer({ min: 1024, max: 40_000 }).map(budgetTokens => ({ budgetTokens })),
    ),
    verbosity: fc.constantFrom('low', 'medium', 'high'),
    ...(names.length > 0 && { toolChoice: arbitraryToolChoice(names), parallelToolCalls: fc.boolean() }),
    modalities: fc.constantFrom(['text'], ['text', 'audio'], ['text', 'image']),
    audio: fc.constantFrom({ voice: 'alloy', format: 'wav' }, { voice: 'ash', format: 'mp3' }),
    user: name,
    metadata: fc.constantFrom({ purpose: 'test' }, {}),
    serviceTier: fc.constantFrom('auto', 'default', 'flex', 'priority'),
    store: fc.boolean(),
    promptCacheKey: name,
  };
}

const responseFormat: fc.Arbitrary<ResponseFormat> = fc.oneof(
  fc.constantFrom<ResponseFormat>({ type: 'text' }, { type: 'json' }),
  withSome(fc.record({ type: fc.constant<'schema'>('schema'), name, schema }), {
    description: arbitraryText,
    strict: fc.boolean(),
  }),
);

function arbitraryToolChoice(names: readonly string[]): fc.Arbitrary<ToolChoice> {
  return fc.oneof(
    fc.constantFrom<ToolChoice>({ type: 'auto' }, { type: 'none' }, { type: 'required' }),
    fc.constantFrom(...names).map((chosen): ToolChoice => ({ type: 'tool', name: chosen })),
    fc
      .tuple(fc.uniqueArray(fc.constantFrom(...names), { minLength: 1 }), fc.boolean())
      .map(([allowed, isRequired]): ToolChoice => ({ type: 'allowed', names: allowed, isRequired })),
  );
}
