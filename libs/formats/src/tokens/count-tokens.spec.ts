import { countGeneratedTokens, countPromptTokens, countTokens, estimatePromptTokens } from './count-tokens';

const CHAT = { endpoint: 'chat', format: 'openai' } as const;
import { encodingOf } from './encoding';
import { estimateTokens } from './estimate-tokens';

const SAMPLES: Readonly<Record<string, string>> = {
  'English prose':
    'Nobody would have expected that such a small change could have consequences of this kind. When a client leaves in ' +
    'the middle of an answer, the upstream call is stopped at once, and only what was produced until then is paid for.',
  'an English chat message':
    "Hey! I'm trying to bake bread at home. I've got flour, water and salt - but no yeast. Can you help (with times)?",
  Chinese:
    '人工智能正在改变我们的生活方式。从手机到自动驾驶汽车，机器学习已经渗透到日常生活的各个方面。请用简短的语言总结主要内容。',
  'a TypeScript function':
    'export function sum(values: readonly number[]): number {\n  let total = 0;\n  for (const value of values) {\n' +
    '    total += value;\n  }\n  return total;\n}\n',
  'a Python function':
    'def train(model, data_loader, epochs=10):\n    for epoch in range(epochs):\n        total_loss = 0.0\n' +
    '        for batch_idx, (x, y) in enumerate(data_loader):\n            total_loss += model(x, y).item()\n',
  JSON: '{"type":"object","properties":{"city":{"type":"string","description":"Name of the city"}},"required":["city"]}',
  Russian: 'Искусственный интеллект меняет наш образ жизни. Алгоритмы проникли во все стороны повседневной жизни.',
  Japanese: '人工知能は私たちの生活を大きく変えています。機械学習は日常生活のあらゆる場面に浸透しています。',
};

describe('encodingOf', () => {
  it.each([
    ['gpt-4o-mini', 'o200k_base'],
    ['o3', 'o200k_base'],
    ['o1-mini', 'o200k_base'],
    ['gpt-5.2', 'o200k_base'],
    ['gpt-4', 'cl100k_base'],
    ['gpt-4-turbo', 'cl100k_base'],
    ['claude-sonnet-4', 'cl100k_base'],
    ['', 'cl100k_base'],
  ])('uses for %s the vocabulary %s', (model, encoding) => {
    expect(encodingOf(model)).toBe(encoding);
  });
});

describe('countTokens', () => {
  it('counts known texts as the vocabularies do', () => {
    expect(countTokens('hello world', 'gpt-4')).toBe(2);
    expect(countTokens('hello world', 'gpt-4o')).toBe(2);
    expect(countTokens('', 'gpt-4')).toBe(0);
  });

  it('counts special words as text', () => {
    expect(countTokens('a <|endoftext|> b', 'gpt-4')).toBeGreaterThan(5);
  });

  it('stays fast on an endless word', () => {
    countTokens('warm', 'gpt-4o');
    const started = performance.now();
    expect(countTokens('x'.repeat(100_000), 'gpt-4o')).toBeGreaterThan(5_000);
    expect(performance.now() - started).toBeLessThan(2_000);
  });

  it('estimates texts beyond one mebibyte', () => {
    const text = 'word '.repeat(300_000);
    expect(countTokens(text, 'gpt-4o')).toBe(estimateTokens(text, 'gpt-4o'));
  });
});

describe('the cheap estimate', () => {
  describe.each(['gpt-4o', 'deepseek-chat'])('for %s', model => {
    it.each(Object.entries(SAMPLES))('is within 30 %% on %s', (_name, sample) => {
      const exact = countTokens(sample, model);
      const ratio = estimateTokens(sample, model) / exact;
      expect(ratio).toBeGreaterThan(0.7);
      expect(ratio).toBeLessThan(1.3);
    });

    it('is within 30 %% on a long mixture of which it samples only parts', () => {
      const sample = Object.values(SAMPLES).join('\n').repeat(25);
      const ratio = estimateTokens(sample, model) / countTokens(sample, model);
      expect(ratio).toBeGreaterThan(0.7);
      expect(ratio).toBeLessThan(1.3);
    });
  });
});

describe('prompt tokens', () => {
  const weather = { name: 'weather', description: 'Weather of a city', parameters: { type: 'object', properties: {} } };

  it('adds three per message and three for the answer', () => {
    const messages = [
      { role: 'system', content: 'hello world' },
      { role: 'user', content: [{ type: 'text', text: 'hello world' }] },
    ];
    expect(countPromptTokens({ messages }, CHAT, 'gpt-4')).toBe(3 + 2 * (3 + 1 + 2));
  });

  it('counts every tool, not only the last', () => {
    const one = { messages: [], tools: [{ type: 'function', function: weather }] };
    const two = { messages: [], tools: [...one.tools, ...one.tools] };
    const perTool = countPromptTokens(one, CHAT, 'gpt-4') - 3;
    expect(perTool).toBeGreaterThan(8);
    expect(countPromptTokens(two, CHAT, 'gpt-4')).toBe(3 + 2 * perTool);
  });

  it('counts arguments of earlier tool calls, audio, files and images', () => {
    const of = (message: object): number => countPromptTokens({ messages: [message] }, CHAT, 'gpt-4o') - 7;
    expect(of({ tool_calls: [{ function: { name: 'f', arguments: '{}' } }] })).toBe(2);
    expect(of({ content: [{ type: 'input_audio' }, { type: 'file' }] })).toBe(5_100);
    expect(of({ content: [{ type: 'image_url', image_url: { url: 'https://a.example', detail: 'low' } }] })).toBe(85);
  });

  it('counts each token id as one token', () => {
    expect(countPromptTokens({ input: [1, 2, 3] }, { endpoint: 'embeddings', format: 'openai' }, 'm')).toBe(3);
    expect(countPromptTokens({ input: [[1, 2], [3]] }, { endpoint: 'embeddings', format: 'openai' }, 'm')).toBe(3);
    expect(
      countPromptTokens({ prompt: ['hello world', 'hello'] }, { endpoint: 'completions', format: 'openai' }, 'm'),
    ).toBe(3);
  });

  it.each([null, 5, 'x', [null, 1, 'x', []], {}])('does not fail on messages that are %j', messages => {
    expect(countPromptTokens({ messages, tools: messages }, CHAT, 'm')).toBeGreaterThanOrEqual(3);
    expect(estimatePromptTokens({ messages }, CHAT)).toBeGreaterThanOrEqual(3);
  });

  it('estimates a chat close to its count', () => {
    const messages = Object.values(SAMPLES).map(content => ({ role: 'user', content }));
    const chat = { model: 'gpt-4o', messages, tools: [{ type: 'function', function: weather }] };
    const ratio = estimatePromptTokens(chat, CHAT) / countPromptTokens(chat, CHAT, 'gpt-4o');
    expect(ratio).toBeGreaterThan(0.8);
    expect(ratio).toBeLessThan(1.2);
  });
});

it('counts seven tokens more for each tool call in generated text', () => {
  expect(countGeneratedTokens({ text: 'hello world', toolCalls: 2 }, 'gpt-4')).toBe(16);
});
