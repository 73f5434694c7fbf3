import { readCall } from './read-call';

describe('settings of a chat call', () => {
  it('are read by their names', () => {
    const { settings, extraFields } = readCall({
      model: 'm',
      stream: true,
      stream_options: { include_usage: true },
      messages: [],
      max_completion_tokens: 9,
      temperature: 0.5,
      top_p: 0.9,
      top_k: 3,
      min_p: 0.1,
      presence_penalty: 1,
      frequency_penalty: -1,
      repetition_penalty: 1.1,
      seed: 5,
      n: 2,
      stop: 'END',
      logprobs: true,
      top_logprobs: 4,
      logit_bias: { 7: 1 },
      reasoning_effort: 'low',
      verbosity: 'high',
      tool_choice: 'required',
      parallel_tool_calls: false,
      modalities: ['text', 'audio'],
      audio: { voice: 'alloy', format: 'wav' },
      safety_identifier: 'u',
      metadata: { a: 'b' },
      service_tier: 'flex',
      store: true,
      prompt_cache_key: 'k',
      response_format: { type: 'json_schema', json_schema: { name: 'n', schema: { type: 'object' }, strict: true } },
    });
    expect(extraFields).toEqual([]);
    expect(settings).toEqual({
      maxTokens: 9,
      temperature: 0.5,
      topP: 0.9,
      topK: 3,
      minP: 0.1,
      presencePenalty: 1,
      frequencyPenalty: -1,
      repetitionPenalty: 1.1,
      seed: 5,
      n: 2,
      stop: ['END'],
      logprobs: true,
      topLogprobs: 4,
      logitBias: { 7: 1 },
      reasoning: { effort: 'low' },
      verbosity: 'high',
      toolChoice: { type: 'required' },
      parallelToolCalls: false,
      modalities: ['text', 'audio'],
      audio: { voice: 'alloy', format: 'wav' },
      user: 'u',
      metadata: { a: 'b' },
      serviceTier: 'flex',
      store: true,
      promptCacheKey: 'k',
      responseFormat: { type: 'schema', name: 'n', schema: { type: 'object' }, strict: true },
    });
  });

  it.each([
    ['none', { type: 'none' }],
    ['any', { type: 'required' }],
    [
      { type: 'function', function: { name: 'f' } },
      { type: 'tool', name: 'f' },
    ],
    [
      { type: 'custom', custom: { name: 'f' } },
      { type: 'tool', name: 'f' },
    ],
    [
      {
        type: 'allowed_tools',
        allowed_tools: { mode: 'required', tools: [{ type: 'function', function: { name: 'f' } }] },
      },
      { type: 'allowed', names: ['f'], isRequired: true },
    ],
  ])('include the tool choice %j', (given, expected) => {
    expect(readCall({ tool_choice: given }).settings.toolChoice).toEqual(expected);
  });

  it('include tools of every kind, search too', () => {
    const { tools, extraFields } = readCall({
      tools: [
        {
          type: 'function',
          function: { name: 'f', description: 'd', parameters: { type: 'object' }, strict: true },
          cache_control: { type: 'ephemeral' },
        },
        { type: 'custom', custom: { name: 'g', format: { type: 'text' } } },
        { type: 'builtin_function', function: { name: '$web_search' } },
      ],
      web_search_options: {
        search_context_size: 'low',
        user_location: { type: 'approximate', approximate: { country: 'DE' } },
      },
    });
    expect(tools).toEqual([
      {
        type: 'function',
        name: 'f',
        description: 'd',
        parameters: { type: 'object' },
        strict: true,
        cache: { ttl: '5m' },
      },
      { type: 'custom', name: 'g', format: { type: 'text' } },
      { type: 'webSearch', contextSize: 'low', userLocation: { country: 'DE' } },
    ]);
    expect(extraFields).toEqual(['tools.builtin_function']);
  });

  it('name the fields that have no place', () => {
    const { extraFields } = readCall({
      prediction: { type: 'content', content: 'x' },
      reasoning_effort: 'immense',
      max_tokens: 1,
      max_completion_tokens: 2,
      temperature: 'hot',
      response_format: { type: 'xml' },
      tool_choice: { type: 'web' },
      messages: [{ role: 'user', content: [{ type: 'hologram' }], weight: 1 }, 5, { role: 'oracle', content: 'x' }],
    });
    expect([...extraFields].sort()).toEqual([
      'max_tokens',
      'message.hologram',
      'message.role',
      'message.weight',
      'messages',
      'prediction',
      'reasoning_effort',
      'response_format',
      'temperature',
      'tool_choice',
    ]);
  });
});
