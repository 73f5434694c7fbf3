import { type ChatBlock, type ChatSettings } from '../canonical/chat';
import { at } from '../json/read-value';
import { call, result, say, settled, write } from './testing-calls';

describe('the length limit in a Messages body', () => {
  it.each([
    ['claude-3-haiku-20240307', 4096],
    ['claude-3-5-sonnet-20241022', 8192],
    ['claude-opus-4-1-20250805', 32_000],
    ['claude-sonnet-4-5', 64_000],
    ['claude-sonnet-5', 128_000],
    ['glm-4.6', 8192],
  ])('is the largest of %s when the caller names none: %d', (model, expected) => {
    expect(write({}, model).body.max_tokens).toBe(expected);
  });

  it('is at most the limit of the model', () => {
    const { body, dropped } = settled({ maxTokens: 5000 }, 'claude-3-haiku-20240307');
    expect([body.max_tokens, dropped]).toEqual([4096, ['max_tokens']]);
    expect(settled({ maxTokens: 4096 }, 'claude-3-haiku-20240307').dropped).toEqual([]);
    expect(settled({ maxTokens: 90_000 }, 'glm-4.6').body.max_tokens).toBe(90_000);
  });
});

describe('sampling settings in a Messages body', () => {
  it.each<[string, ChatSettings, object, string[]]>([
    [
      'claude-sonnet-4',
      { temperature: 1.4, topP: 0.5, topK: 3 },
      { temperature: 1, top_p: 0.5, top_k: 3 },
      ['temperature'],
    ],
    ['claude-sonnet-4-5', { temperature: 0.4, topP: 0.5 }, { temperature: 0.4 }, ['top_p']],
    ['claude-sonnet-4-5', { topP: 0.5 }, { top_p: 0.5 }, []],
    ['claude-opus-4-7', { temperature: 0.4, topP: 0.5, topK: 3 }, {}, ['temperature', 'top_k', 'top_p']],
    [
      'claude-sonnet-4',
      { temperature: 0.4, topP: 0.5, topK: 3, reasoning: { budgetTokens: 2000 } },
      {},
      ['temperature', 'top_k', 'top_p'],
    ],
    ['claude-sonnet-4', { topP: 0.96, reasoning: { budgetTokens: 2000 } }, { top_p: 0.96 }, []],
  ])('for %s change from %j to %j', (model, settings, expected, lost) => {
    const { body, dropped } = settled(settings, model);
    const { temperature, top_p, top_k } = body;
    expect(JSON.parse(JSON.stringify({ temperature, top_p, top_k }))).toEqual(expected);
    expect(dropped).toEqual(lost);
  });

  it('include no blank stop sequences', () => {
    const { body, dropped } = settled({ stop: ['\n', 'END'] });
    expect([body.stop_sequences, dropped]).toEqual([['END'], ['stop']]);
  });

  it('name the settings that have no place, unless they change nothing', () => {
    const { dropped } = settled({
      seed: 1,
      n: 2,
      presencePenalty: 1,
      logitBias: { 1: 2 },
      store: true,
      verbosity: 'low',
    });
    expect(dropped).toEqual(['logit_bias', 'n', 'presence_penalty', 'seed', 'store', 'verbosity']);
    expect(settled({ n: 1, presencePenalty: 0, store: false, logprobs: false, modalities: ['text'] }).dropped).toEqual(
      [],
    );
  });

  it.each([
    ['auto', 'auto', []],
    ['default', 'standard_only', []],
    ['flex', undefined, ['service_tier']],
  ])('write the tier %s as %s', (tier, expected, lost) => {
    const { body, dropped } = settled({ serviceTier: tier });
    expect([body.service_tier, dropped]).toEqual([expected, lost]);
  });
});

describe('thinking in a Messages body', () => {
  it.each<[string, ChatSettings, unknown, unknown, string[]]>([
    ['claude-sonnet-4-5', {}, undefined, undefined, []],
    ['claude-sonnet-4-5', { reasoning: { effort: 'none' } }, undefined, undefined, []],
    [
      'claude-sonnet-4-5',
      { reasoning: { effort: 'high' } },
      { type: 'enabled', budget_tokens: 16_384 },
      undefined,
      ['reasoning_effort'],
    ],
    [
      'claude-sonnet-4-5',
      { reasoning: { budgetTokens: 100 } },
      { type: 'enabled', budget_tokens: 1024 },
      undefined,
      ['reasoning.budget_tokens'],
    ],
    ['claude-3-5-haiku-20241022', { reasoning: { effort: 'high' } }, undefined, undefined, ['reasoning_effort']],
    ['claude-opus-4-6', { reasoning: { effort: 'high' } }, { type: 'adaptive' }, 'high', []],
    ['claude-opus-4-6', { reasoning: { effort: 'xhigh' } }, { type: 'adaptive' }, 'max', ['reasoning_effort']],
    ['claude-opus-4-6', { reasoning: { budgetTokens: 9000 } }, { type: 'enabled', budget_tokens: 9000 }, undefined, []],
    ['claude-opus-4-6', { reasoning: { effort: 'none' } }, { type: 'disabled' }, undefined, []],
    ['claude-opus-5', { reasoning: { effort: 'xhigh' } }, { type: 'adaptive', display: 'summarized' }, 'xhigh', []],
    [
      'claude-opus-5',
      { reasoning: { effort: 'low', isShown: false } },
      { type: 'adaptive', display: 'omitted' },
      'low',
      [],
    ],
    [
      'claude-opus-5',
      { reasoning: { budgetTokens: 9000 } },
      { type: 'adaptive', display: 'summarized' },
      'high',
      ['reasoning.budget_tokens'],
    ],
    [
      'claude-opus-5',
      { reasoning: { effort: 'minimal' } },
      { type: 'adaptive', display: 'summarized' },
      'low',
      ['reasoning_effort'],
    ],
    ['claude-opus-5', { reasoning: { budgetTokens: -1 } }, { type: 'adaptive', display: 'summarized' }, undefined, []],
    ['claude-nova-9', { reasoning: { effort: 'high' } }, { type: 'adaptive', display: 'summarized' }, 'high', []],
  ])('for %s with %j is %j with effort %s', (model, settings, thinking, effort, lost) => {
    const { body, dropped } = settled(settings, model);
    expect(body.thinking).toEqual(thinking);
    expect(at(body, 'output_config', 'effort')).toBe(effort);
    expect(dropped).toEqual(lost);
  });

  it.each<[string, number | undefined, number, number, number]>([
    ['leaves room where there is', 9000, 4096, 9000, 4096],
    ['makes room', 1000, 4096, 5096, 4096],
    ['thinks less where there is no more room', 30_000, 31_000, 32_000, 2000],
    ['takes most where nothing else is left', 32_000, 40_000, 32_000, 25_600],
    ['takes most of the whole when no length is given', undefined, 40_000, 32_000, 25_600],
  ])('%s', (_name, maxTokens, budgetTokens, length, budget) => {
    const settings = { reasoning: { budgetTokens }, ...(maxTokens !== undefined && { maxTokens }) };
    const { body } = settled(settings, 'claude-opus-4-1');
    expect([body.max_tokens, at(body, 'thinking', 'budget_tokens')]).toEqual([length, budget]);
  });

  it('is off for models with a budget when the last tool call lacks its thinking', () => {
    const messages = [say('user', 'q'), say('assistant', call('a')), say('user', result('a'))];
    const settings: ChatSettings = { reasoning: { effort: 'high' } };
    const { body, dropped } = write({ messages, settings });
    expect([body.thinking, dropped]).toEqual([undefined, ['reasoning_effort']]);
    expect(at(write({ messages, settings }, 'claude-opus-5').body, 'thinking', 'type')).toBe('adaptive');
    const kept: ChatBlock = {
      type: 'reasoning',
      text: 'r',
      seal: { provider: 'anthropic', kind: 'signature', value: 's' },
    };
    const sealed = [say('user', 'q'), say('assistant', kept, call('a')), say('user', result('a'))];
    expect(at(write({ messages: sealed, settings }).body, 'thinking', 'type')).toBe('enabled');
  });
});
