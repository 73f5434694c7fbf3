import { findUsage, readOpenAiUsage } from './openai-usage';

describe('findUsage', () => {
  const usage = { prompt_tokens: 1 };

  it.each([
    ['in the usual place', { usage, choices: [] }],
    ['in the finish chunk’s choice', { choices: [{ delta: {} }, { usage }], usage: null }],
    ['under x_groq', { choices: [{ delta: {} }], x_groq: { usage } }],
  ])('finds it %s', (_where, answer) => {
    expect(findUsage(answer)).toBe(usage);
  });

  it('prefers `usage` at the top level', () => {
    expect(findUsage({ usage, x_groq: { usage: {} }, choices: [{ usage: {} }] })).toBe(usage);
  });

  it.each([null, undefined, 'x', 5, [], {}, { usage: null }, { usage: 'x' }, { choices: null }, { choices: [null] }])(
    'finds none in %j',
    answer => {
      expect(findUsage(answer)).toBeUndefined();
    },
  );
});

describe('readOpenAiUsage', () => {
  const counted = (usage: unknown): Record<string, number> => {
    const reading = readOpenAiUsage(usage);
    if (reading.kind !== 'reported') return {};
    return Object.fromEntries(Object.entries(reading.usage).filter(([, count]) => count !== 0));
  };

  it.each([
    ['prompt_tokens_details', { prompt_tokens_details: { cached_tokens: 30 } }],
    ['prompt_cache_hit_tokens', { prompt_cache_hit_tokens: 30, prompt_cache_miss_tokens: 70 }],
    ['the top', { cached_tokens: 30 }],
    ['several places, nulls first', { prompt_tokens_details: { cached_tokens: null }, cached_tokens: 30 }],
  ])('subtracts cached tokens from the prompt when they are reported in %s', (_where, details) => {
    expect(counted({ prompt_tokens: 100, completion_tokens: 5, ...details })).toEqual({
      promptTokens: 70,
      cachedReadTokens: 30,
      completionTokens: 5,
      calls: 1,
    });
  });

  it('adds reasoning that was counted outside the completion, as xAI does', () => {
    const details = { completion_tokens_details: { reasoning_tokens: 40 } };
    expect(counted({ prompt_tokens: 10, completion_tokens: 5, total_tokens: 55, ...details })).toMatchObject({
      completionTokens: 45,
      reasoningTokens: 40,
    });
  });

  it('leaves reasoning inside the completion when the total says so, or matches neither way', () => {
    const details = { completion_tokens_details: { reasoning_tokens: 40 } };
    for (const total of [60, 61, undefined]) {
      expect(counted({ prompt_tokens: 10, completion_tokens: 50, total_tokens: total, ...details })).toMatchObject({
        completionTokens: 50,
        reasoningTokens: 40,
      });
    }
  });

  it('separates audio, images and cache writes, and counts each token once', () => {
    const usage = {
      prompt_tokens: 100,
      completion_tokens: 50,
      prompt_tokens_details: { cached_tokens: 20, cache_write_tokens: 10, audio_tokens: 30, image_tokens: 5 },
      completion_tokens_details: { audio_tokens: 40, image_tokens: 4, reasoning_tokens: 0 },
    };
    expect(counted(usage)).toEqual({
      promptTokens: 35,
      cachedReadTokens: 20,
      cacheWrite5mTokens: 10,
      audioInputTokens: 30,
      imageInputTokens: 5,
      completionTokens: 6,
      audioOutputTokens: 40,
      imageOutputTokens: 4,
      calls: 1,
    });
  });

  it('never lets details exceed the whole', () => {
    const usage = {
      prompt_tokens: 10,
      completion_tokens: 1,
      cached_tokens: 50,
      prompt_tokens_details: { audio_tokens: 4 },
    };
    expect(counted(usage)).toEqual({ cachedReadTokens: 6, audioInputTokens: 4, completionTokens: 1, calls: 1 });
  });

  it('derives the counts that embeddings and terse providers leave out', () => {
    expect(counted({ prompt_tokens: 8, total_tokens: 8 })).toEqual({ promptTokens: 8, calls: 1 });
    expect(counted({ total_tokens: 8 })).toEqual({ promptTokens: 8, calls: 1 });
    expect(counted({ prompt_tokens: 8, total_tokens: 10 })).toEqual({ promptTokens: 8, completionTokens: 2, calls: 1 });
  });

  it('tells an explicit zero from a missing count', () => {
    expect(readOpenAiUsage({ prompt_tokens: 0, completion_tokens: 0 })).toMatchObject({
      kind: 'reported',
      isZero: true,
    });
    expect(readOpenAiUsage({ prompt_tokens: 1 })).toMatchObject({ kind: 'reported', isZero: false });
    for (const nothing of [null, undefined, {}, [], 'x', { prompt_tokens: null }, { queue_time: 1 }]) {
      expect(readOpenAiUsage(nothing)).toEqual({ kind: 'missing' });
    }
  });

  it.each([
    ['negative', { prompt_tokens: -1, completion_tokens: 1 }],
    ['a fraction', { prompt_tokens: 1, completion_tokens: 1.5 }],
    ['a text', { prompt_tokens: '12', completion_tokens: 1 }],
    ['beyond all measure', { prompt_tokens: 1_000_000_001, completion_tokens: 1 }],
    ['not a number', { prompt_tokens: Number.NaN, completion_tokens: 1 }],
    ['hidden in a detail', { prompt_tokens: 5, completion_tokens: 1, prompt_tokens_details: { cached_tokens: -4 } }],
  ])('refuses a count that is %s, and names the field', (_what, usage) => {
    const reading = readOpenAiUsage(usage);
    expect(reading).toMatchObject({ kind: 'nonsense' });
    expect(reading.kind === 'nonsense' && reading.reason).toMatch(/^[a-z_.]+ is no token count$/);
  });

  it('accepts the largest possible count', () => {
    expect(counted({ prompt_tokens: 1_000_000_000, completion_tokens: 0 })).toMatchObject({ promptTokens: 1e9 });
  });
});
