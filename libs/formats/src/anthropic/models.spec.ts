import { splitThinkingSuffix, claudeTraitsOf } from './models';

it.each([
  ['us.anthropic.claude-sonnet-4-5-20250929-v1:0', 'claude-sonnet-4-5'],
  ['claude-sonnet-4@20250514', 'claude-sonnet-4'],
  ['claude-3-7-sonnet-latest', 'claude-3-7-sonnet-20250219'],
  ['anthropic/claude-opus-4.6', 'claude-opus-4-6'],
  ['claude-opus-6', 'claude-opus-5'],
  ['Claude-Haiku-4-5', 'claude-haiku-4-5-20251001'],
])('%s has the same traits as %s', (model, other) => {
  expect(claudeTraitsOf(model)).toEqual(claudeTraitsOf(other));
});

it.each([
  ['claude-sonnet-4-5-thinking', 'claude-sonnet-4-5', true],
  ['claude-sonnet-4-5', 'claude-sonnet-4-5', false],
  ['kimi-k2-thinking', 'kimi-k2-thinking', false],
])('%s is read as %s, with thinking switched on: %s', (name, model, wantsThinking) => {
  expect(splitThinkingSuffix(name)).toEqual({ model, wantsThinking });
});

it.each([
  ['claude-opus-4-1-20250805', true],
  ['claude-opus-4-20250514', false],
  ['claude-sonnet-4-20250514', false],
  ['claude-haiku-4-5', true],
  ['claude-opus-5', true],
  ['glm-4.6', false],
])('%s supports a schema for its answer: %s', (model, expected) => {
  expect(claudeTraitsOf(model).hasOutputFormat).toBe(expected);
});
