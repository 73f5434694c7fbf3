import { readParamOverride } from '@contracts';
import { guarded } from './guard-cost';
import { withRules } from './param-rules';

type Body = Readonly<Record<string, unknown>>;

/** A body after the rules, for a model; `bound` is the limit that was reserved. */
function ruled(body: Body, override: unknown, { model = 'gpt-5', bound = null as number | null } = {}): Body {
  const read = readParamOverride(JSON.stringify(override));
  if (!('rules' in read)) throw new Error(`refused at ${read.at}`);
  const changed = withRules(body, read.rules, { names: [model] });
  return changed === body ? body : guarded(body, changed, bound);
}

describe('rules for the parameters of a channel', () => {
  it('rename the limit for reasoning models of OpenAI, and leave other models alone', () => {
    const rules = {
      rules: [{ op: 'rename', path: 'max_tokens', to: 'max_completion_tokens', models: ['o*', 'gpt-5*'] }],
    };
    const body = { model: 'gpt-5', max_tokens: 5 };
    expect(ruled(body, rules, { bound: 5 })).toEqual({ model: 'gpt-5', max_completion_tokens: 5 });
    expect(ruled(body, rules, { model: 'gpt-4o' })).toBe(body);
  });

  it('remove, default and bound a parameter', () => {
    const rules = {
      rules: [
        { op: 'remove', path: 'temperature', models: ['*-thinking'] },
        { op: 'default', path: 'reasoning_effort', value: 'low' },
        { op: 'max', path: 'top_p', value: 0.9 },
        { op: 'min', path: 'generationConfig.topK', value: 1 },
      ],
    };
    const body = { temperature: 2, top_p: 1, generationConfig: { topK: 0 } };
    expect(ruled(body, rules, { model: 'kimi-thinking' })).toEqual({
      top_p: 0.9,
      generationConfig: { topK: 1 },
      reasoning_effort: 'low',
    });
    expect(ruled({ reasoning_effort: 'high', temperature: 1 }, rules)).toMatchObject({
      reasoning_effort: 'high',
      temperature: 1,
    });
    expect(body.temperature).toBe(2);
  });

  it('reach into lists and make missing objects', () => {
    const rules = {
      rules: [
        { op: 'remove', path: 'stop.*' },
        { op: 'remove', path: 'tools.*.function.strict' },
        { op: 'set', path: 'thinking.type', value: 'disabled' },
      ],
    };
    const tools = [{ function: { name: 'a', strict: true } }, { function: { name: 'b', strict: false } }];
    expect(() => ruled({}, { rules: [{ op: 'set', path: 'tools.*.function.strict', value: false }] })).toThrow(
      'refused',
    );
    expect(ruled({ tools, stop: ['a', 'b', 'c'] }, rules)).toEqual({
      tools: [{ function: { name: 'a' } }, { function: { name: 'b' } }],
      stop: [],
      thinking: { type: 'disabled' },
    });
  });

  it('are a plain object in the form of other gateways, null removing a field', () => {
    expect(ruled({ seed: 1, user: 'x' }, { user: null, 'a.b': 2, enable_thinking: false })).toEqual({
      seed: 1,
      'a.b': 2,
      enable_thinking: false,
    });
  });

  it('never raise a limit that was reserved, whatever its name, and never take the last one away', () => {
    expect(ruled({ max_tokens: 10 }, { max_tokens: 9000 }, { bound: 10 })).toEqual({ max_tokens: 10 });
    expect(ruled({ max_tokens: 10 }, { max_completion_tokens: 9000 }, { bound: 10 })).toEqual({
      max_tokens: 10,
      max_completion_tokens: 10,
    });
    expect(ruled({ max_tokens: 10 }, { max_tokens: 'all' }, { bound: 10 })).toEqual({ max_tokens: 10 });
    expect(ruled({ max_tokens: 10 }, { max_tokens: null }, { bound: 10 })).toEqual({ max_tokens: 10 });
    expect(ruled({ max_tokens: 10 }, { max_tokens: 4 }, { bound: 10 })).toEqual({ max_tokens: 4 });
    const gemini = { generationConfig: { maxOutputTokens: 10 } };
    expect(ruled(gemini, { generationConfig: { maxOutputTokens: 99, topK: 3 } }, { bound: 10 })).toEqual({
      generationConfig: { maxOutputTokens: 10, topK: 3 },
    });
  });

  it('never multiply what a call costs, nor change model or stream, not even inside an object', () => {
    const change = { generationConfig: { candidateCount: 8 }, parameters: { n: 4 } };
    expect(ruled({ n: 1, model: 'a' }, change)).toEqual({ n: 1, model: 'a', generationConfig: {}, parameters: {} });
    for (const name of ['model', 'stream', 'messages', 'n', 'tools', 'prompt']) {
      expect(readParamOverride(JSON.stringify({ [name]: 1 }))).toEqual({ code: 'CHANNEL_PARAM_PROTECTED', at: name });
    }
    expect(ruled({ n: 5 }, { rules: [{ op: 'max', path: 'n', value: 2 }] })).toEqual({ n: 2 });
  });

  it.each([
    ['no JSON', '{"a":', '{}'],
    ['a list', '[]', '{}'],
    ['an unknown operation', '{"rules":[{"op":"add","path":"a","value":1}]}', '#1'],
    ['a bound that is no number', '{"rules":[{"op":"max","path":"a","value":"1"}]}', '#1'],
    ['no value', '{"rules":[{"op":"remove","path":"a"},{"op":"set","path":"a"}]}', '#2'],
    ['an object of the language', '{"rules":[{"op":"set","path":"__proto__.a","value":1}]}', '#1'],
  ])('are refused with %s', (_name, text, at) => {
    expect(readParamOverride(text)).toEqual({ code: 'CHANNEL_PARAMS_INVALID', at });
  });
});
