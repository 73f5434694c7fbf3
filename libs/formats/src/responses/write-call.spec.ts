import fc from 'fast-check';
import { DroppedFields } from '../canonical/dropped-fields';
import { effortOf } from '../canonical/reasoning';
import { type ChatBlock, type ChatCall, type ChatMessage, type ChatSettings } from '../canonical/chat';
import { arbitraryCall } from '../testing/arbitrary-call';
import { readCall } from './read-call';
import { writeCall } from './write-call';

interface Written {
  readonly body: Record<string, unknown>;
  readonly lost: readonly string[];
}

function write(call: Partial<ChatCall>, isStream = false): Written {
  const dropped = new DroppedFields();
  const whole = { messages: [], tools: [], settings: {}, extraFields: [], ...call };
  return { body: { ...writeCall(whole, { model: 'm', isStream }, dropped) }, lost: dropped.list };
}

function itemsOf(...messages: ChatMessage[]): unknown {
  return write({ messages }).body.input;
}

function text(words: string): ChatBlock {
  return { type: 'text', text: words };
}

function user(...blocks: ChatBlock[]): ChatMessage {
  return { role: 'user', blocks };
}

function assistant(...blocks: ChatBlock[]): ChatMessage {
  return { role: 'assistant', blocks };
}

function called(id: string, kind: 'function' | 'custom' = 'function'): ChatBlock {
  return {
    type: 'toolCall',
    id,
    name: 'f',
    arguments: kind === 'custom' ? 'go' : '{"a":1}',
    kind,
  };
}

function result(callId: string, ...content: ChatBlock[]): ChatBlock {
  return { type: 'toolResult', callId, content } as ChatBlock;
}

describe('a call for a Responses model', () => {
  it('is complete in itself and requests the state of reasoning', () => {
    const call = { messages: [{ role: 'system' as const, blocks: [text('be brief')] }, user(text('hi'))] };
    expect(write(call, true)).toEqual({
      body: {
        model: 'm',
        instructions: 'be brief',
        input: [{ type: 'message', role: 'user', content: [{ type: 'input_text', text: 'hi' }] }],
        stream: true,
        store: false,
        include: ['reasoning.encrypted_content'],
      },
      lost: [],
    });
  });

  it.each<[ChatSettings, object, readonly string[]]>([
    [{ maxTokens: 5, temperature: 1, topP: 0.5 }, { max_output_tokens: 5, temperature: 1, top_p: 0.5 }, []],
    [{ reasoning: { effort: 'low' } }, { reasoning: { effort: 'low' } }, []],
    [{ reasoning: { budgetTokens: 9000 } }, { reasoning: { effort: 'high' } }, ['reasoning.budget_tokens']],
    [{ reasoning: { effort: 'low', isShown: true } }, { reasoning: { effort: 'low', summary: 'auto' } }, []],
    [
      { responseFormat: { type: 'json' }, verbosity: 'low' },
      { text: { format: { type: 'json_object' }, verbosity: 'low' } },
      [],
    ],
    [
      { responseFormat: { type: 'schema', name: 'n', schema: {}, strict: true } },
      { text: { format: { type: 'json_schema', name: 'n', schema: {}, strict: true } } },
      [],
    ],
    [
      { user: 'u', metadata: {}, serviceTier: 'flex', promptCacheKey: 'k' },
      { user: 'u', metadata: {}, service_tier: 'flex', prompt_cache_key: 'k' },
      [],
    ],
    [
      { topK: 1, minP: 0, presencePenalty: 1, frequencyPenalty: 1, repetitionPenalty: 1, seed: 1, n: 2, stop: ['a'] },
      {},
      ['frequency_penalty', 'min_p', 'n', 'presence_penalty', 'repetition_penalty', 'seed', 'stop', 'top_k'],
    ],
    [
      { logitBias: {}, modalities: ['audio'], audio: {}, store: true, topLogprobs: 2 },
      {},
      ['audio', 'logit_bias', 'modalities', 'store', 'top_logprobs'],
    ],
    [{ n: 1, modalities: ['text'], store: false, parallelToolCalls: true, toolChoice: { type: 'auto' } }, {}, []],
    [{ toolChoice: { type: 'required' } }, {}, ['tool_choice']],
  ])('is written with the settings %j', (settings, fields, lost) => {
    const written = write({ settings });
    expect(written.body).toEqual({
      model: 'm',
      input: [],
      store: false,
      include: ['reasoning.encrypted_content'],
      ...fields,
    });
    expect(written.lost).toEqual(lost);
  });

  it('requests logprobs by an include', () => {
    expect(write({ settings: { logprobs: true, topLogprobs: 2 } }).body).toMatchObject({
      include: ['reasoning.encrypted_content', 'message.output_text.logprobs'],
      top_logprobs: 2,
    });
  });

  it('has flat tools that say whether they are strict', () => {
    const written = write({
      tools: [
        { type: 'function', name: 'f', description: 'd' },
        { type: 'custom', name: 'c', format: { type: 'grammar', grammar: { syntax: 'lark', definition: 'x' } } },
        { type: 'webSearch', contextSize: 'high', maxUses: 2, blockedDomains: ['b'], userLocation: { city: 'Ulm' } },
      ],
      settings: { toolChoice: { type: 'allowed', names: ['f', 'c'], isRequired: false }, parallelToolCalls: false },
    });
    expect(written.body).toMatchObject({
      tools: [
        {
          type: 'function',
          name: 'f',
          description: 'd',
          parameters: { type: 'object', properties: {} },
          strict: false,
        },
        { type: 'custom', name: 'c', format: { type: 'grammar', syntax: 'lark', definition: 'x' } },
        { type: 'web_search', search_context_size: 'high', user_location: { type: 'approximate', city: 'Ulm' } },
      ],
      tool_choice: {
        type: 'allowed_tools',
        mode: 'auto',
        tools: [
          { type: 'function', name: 'f' },
          { type: 'custom', name: 'c' },
        ],
      },
      parallel_tool_calls: false,
    });
    expect(written.lost).toEqual(['tools.blocked_domains', 'tools.max_uses']);
  });
});

describe('input items for a Responses model', () => {
  it('have the order of a turn with function and custom tools', () => {
    const items = itemsOf(
      user(text('go')),
      assistant(text('I call'), called('1'), called('2', 'custom')),
      user(result('1', text('a'), text('b')), result('2'), text('next')),
    );
    expect(items).toEqual([
      { type: 'message', role: 'user', content: [{ type: 'input_text', text: 'go' }] },
      { type: 'message', role: 'assistant', content: [{ type: 'output_text', text: 'I call' }] },
      { type: 'function_call', call_id: '1', name: 'f', arguments: '{"a":1}' },
      { type: 'custom_tool_call', call_id: '2', name: 'f', input: 'go' },
      {
        type: 'function_call_output',
        call_id: '1',
        output: [
          { type: 'input_text', text: 'a' },
          { type: 'input_text', text: 'b' },
        ],
      },
      { type: 'custom_tool_call_output', call_id: '2', output: '' },
      { type: 'message', role: 'user', content: [{ type: 'input_text', text: 'next' }] },
    ]);
  });

  it('hold an empty output for a call without a result, and no output without a call', () => {
    const written = write({ messages: [assistant(called('1')), user(result('9', text('x')), text('so?'))] });
    expect(written.body.input).toEqual([
      { type: 'function_call', call_id: '1', name: 'f', arguments: '{"a":1}' },
      { type: 'function_call_output', call_id: '1', output: '' },
      { type: 'message', role: 'user', content: [{ type: 'input_text', text: 'so?' }] },
    ]);
    expect(written.lost).toEqual(['message.tool_result']);
  });

  it('hold the provider’s own reasoning, and that of no other provider', () => {
    const own = { provider: 'openai', kind: 'encrypted', value: 'gA', id: 'rs_1' } as const;
    const foreign = { provider: 'anthropic', kind: 'signature', value: 's' } as const;
    const written = write({
      messages: [
        assistant({ type: 'reasoning', text: 'hm', seal: own }, called('1')),
        user(result('1')),
        assistant({ type: 'reasoning', text: 'ah', seal: foreign }, text('done')),
      ],
    });
    expect((written.body.input as object[])[0]).toEqual({
      type: 'reasoning',
      id: 'rs_1',
      summary: [{ type: 'summary_text', text: 'hm' }],
      encrypted_content: 'gA',
    });
    expect(JSON.stringify(written.body)).not.toContain('ah');
    expect(written.lost).toEqual(['message.reasoning_content', 'message.reasoning_signature']);
  });

  it('hold no reasoning at the end of a turn, because the provider refuses it', () => {
    const seal = { provider: 'openai', kind: 'encrypted', value: 'gA' } as const;
    const written = write({ messages: [assistant({ type: 'reasoning', text: '', seal }), user(text('hi'))] });
    expect(written.body.input).toHaveLength(1);
    expect(written.lost).toEqual(['message.reasoning_content']);
  });

  it('say in words that a tool failed', () => {
    const failed = {
      type: 'toolResult',
      callId: '1',
      content: [{ type: 'text', text: 'no disk' }],
      isError: true,
    } as const;
    expect(itemsOf(assistant(called('1')), user(failed))).toContainEqual({
      type: 'function_call_output',
      call_id: '1',
      output: 'Error: no disk',
    });
  });

  it('hold media as data, stored files and addresses', () => {
    const items = itemsOf(
      user(
        { type: 'image', source: { kind: 'data', mime: 'image/png', data: 'AA' }, detail: 'low' },
        { type: 'image', source: { kind: 'stored', id: 'file-1' } },
        { type: 'file', source: { kind: 'data', mime: 'application/pdf', data: 'BB' } },
        { type: 'file', source: { kind: 'url', url: 'https://p.example/a.pdf' } },
        { type: 'audio', data: 'CC', format: 'wav' },
      ),
    );
    expect(items).toMatchObject([
      {
        content: [
          { type: 'input_image', image_url: 'data:image/png;base64,AA', detail: 'low' },
          { type: 'input_image', file_id: 'file-1' },
          { type: 'input_file', filename: 'document.pdf', file_data: 'data:application/pdf;base64,BB' },
          { type: 'input_file', file_url: 'https://p.example/a.pdf' },
          { type: 'input_audio', input_audio: { data: 'CC', format: 'wav' } },
        ],
      },
    ]);
  });

  it('name the fields that they drop', () => {
    const video = { type: 'video', source: { kind: 'url', url: 'https://p.example/a.mp4' } } as const;
    const cached = { type: 'text', text: 'x', cache: { ttl: '5m' } } as const;
    const spoken = { type: 'audio', data: 'AA', format: 'wav', transcript: 'hello' } as const;
    const written = write({ messages: [{ ...user(video, cached), name: 'ann' }, assistant(spoken)] });
    expect(written.lost).toEqual(['message.audio', 'message.cache_control', 'message.name', 'message.video']);
    expect(JSON.stringify(written.body)).toContain('"output_text","text":"hello"');
  });
});

describe('any call', () => {
  const LOST_SETTINGS = [
    'topK',
    'minP',
    'presencePenalty',
    'frequencyPenalty',
    'repetitionPenalty',
    'seed',
    'n',
    'stop',
    'logprobs',
    'topLogprobs',
    'logitBias',
    'modalities',
    'audio',
    'store',
  ] as const;
  const LOST_PARTS = ['cache', 'participantName', 'video', 'toolError', 'toolResultName'] as const;

  it('is read back unchanged when it holds nothing that this format cannot express', () => {
    const calls = arbitraryCall({ without: [...LOST_SETTINGS, ...LOST_PARTS], sealProviders: ['openai'] });
    fc.assert(
      fc.property(calls, call => {
        const { body, lost } = write(call);
        const expected = plain(call);
        expect({ ...plain(readCall(body)), extraFields: [] }).toEqual(expected);
        expect(lost.filter(name => !ROUGH.has(name))).toEqual([]);
      }),
      { numRuns: 200 },
    );
  });

  it('is written without failing, whatever it holds', () => {
    fc.assert(
      fc.property(arbitraryCall(), fc.boolean(), (call, isStream) => {
        const dropped = new DroppedFields();
        const body = writeCall(call, { model: 'm', isStream }, dropped);
        expect(JSON.parse(JSON.stringify(body))).toEqual(body);
      }),
    );
  });

  it('is read without failing, whatever it holds', () => {
    const keys = ['input', 'instructions', 'tools', 'text', 'reasoning', 'tool_choice', 'include', 'metadata', 'type'];
    const garbage = fc.anything({ key: fc.constantFrom(...keys, 'content', 'call_id', 'role', 'name'), maxDepth: 4 });
    fc.assert(
      fc.property(fc.dictionary(fc.constantFrom(...keys), garbage), body => {
        expect(readCall(body).messages).toBeInstanceOf(Array);
      }),
      { numRuns: 300 },
    );
  });
});

/** Fields that are listed as dropped although the call carries them roughly. */
const ROUGH = new Set(['reasoning.budget_tokens', 'message.reasoning_content', 'message.filename', 'tool_choice']);

/** The parts that two calls with the same meaning have in common. */
function plain(call: ChatCall): ChatCall {
  const messages = call.messages.map(message => ({ ...message, blocks: message.blocks.flatMap(plainBlock) }));
  const { reasoning, store: _never, ...settings } = call.settings;
  const effort = effortOf(reasoning);
  return {
    ...call,
    messages: joined(messages),
    tools: call.tools.map(tool => (tool.type === 'function' ? { ...tool, strict: tool.strict ?? false } : tool)),
    // A budget is read back as an effort.
    settings: { ...settings, ...(effort && { reasoning: { effort } }) },
    extraFields: [],
  };
}

/** Plain reasoning is dropped, and the name of a document may change. */
function plainBlock(block: ChatBlock): ChatBlock[] {
  if (block.type === 'reasoning') return block.seal ? [block] : [];
  if (block.type === 'file') return [{ type: 'file', source: block.source }];
  if (block.type !== 'toolResult') return [block];
  return [{ ...block, content: block.content.flatMap(plainBlock) as typeof block.content }];
}

/** Consecutive messages of one role are one turn. */
function joined(messages: readonly ChatMessage[]): ChatMessage[] {
  const turns: ChatMessage[] = [];
  for (const { role, blocks } of messages.filter(message => message.blocks.length > 0)) {
    const last = turns.at(-1);
    if (last?.role === role) turns[turns.length - 1] = { role, blocks: [...last.blocks, ...blocks] };
    else turns.push({ role, blocks });
  }
  return turns;
}
