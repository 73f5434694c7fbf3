import { modelToTest, probeCall } from './probe-call';

describe('the model of a probe', () => {
  const channel = { testModel: 'own', models: ['first', 'second'] };

  it.each([
    [' asked ', channel, 'asked'],
    ['', channel, 'own'],
    ['', { ...channel, testModel: null }, 'first'],
    ['', { ...channel, testModel: ' ' }, 'first'],
    [' ', { testModel: null, models: [] }, 'gpt-4o-mini'],
  ])('for the request %j of %j is %s', (asked, of, model) => {
    expect(modelToTest(of, asked)).toBe(model);
  });
});

describe('the call of a probe', () => {
  it.each([
    ['gpt-4o-mini', { max_tokens: 10 }],
    ['o1-mini', { max_completion_tokens: 10 }],
    ['o3', { max_completion_tokens: 10 }],
    ['qwen3-thinking', { max_tokens: 50 }],
    ['gemini-2.5-thinking', { max_tokens: 50 }],
    ['claude-sonnet-4-thinking', { max_tokens: 10 }],
    ['gemini-2.5-flash', { max_tokens: 300 }],
  ])('sends %s one word, with %j', (model, limit) => {
    const { endpoint, parsed, isStream } = probeCall(model);
    expect({ endpoint, parsed, isStream }).toEqual({
      endpoint: 'chat',
      isStream: false,
      parsed: { model, messages: [{ role: 'user', content: 'hi' }], stream: false, ...limit },
    });
  });

  it.each(['text-embedding-3-small', 'Qwen3-Embedding-8B', 'BAAI/bge-m3', 'm3e-base'])(
    'requests an embedding from %s',
    model => {
      const { endpoint, parsed } = probeCall(model);
      expect({ endpoint, parsed }).toEqual({ endpoint: 'embeddings', parsed: { model, input: ['hello world'] } });
    },
  );

  it('does not treat a model as an embedding model because of the middle of its name', () => {
    expect(probeCall('gpt-m3e').endpoint).toBe('chat');
  });
});
