import { isFinished } from './statuses';
import { noUsage, totalCompletionTokens, totalPromptTokens } from './usage';

describe('the usage of a call', () => {
  it('sums every prompt bucket once, and reasoning never', () => {
    const usage = {
      promptTokens: 1,
      cachedReadTokens: 10,
      cacheWrite5mTokens: 100,
      cacheWrite1hTokens: 1_000,
      audioInputTokens: 10_000,
      imageInputTokens: 100_000,
      completionTokens: 2,
      reasoningTokens: 1,
      audioOutputTokens: 20,
      imageOutputTokens: 200,
      calls: 7,
      webSearches: 0,
    };
    expect(totalPromptTokens(usage)).toBe(111_111);
    expect(totalCompletionTokens(usage)).toBe(222);
    expect(totalPromptTokens(noUsage) + totalCompletionTokens(noUsage)).toBe(0);
  });
});

it('takes success and failure for ends, and a waiting dialog not', () => {
  expect((['SUCCESS', 'FAILURE'] as const).every(isFinished)).toBe(true);
  expect((['', 'NOT_START', 'SUBMITTED', 'QUEUED', 'IN_PROGRESS', 'UNKNOWN', 'MODAL'] as const).some(isFinished)).toBe(
    false,
  );
});
