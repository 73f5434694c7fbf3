import { type ChatBlock, type ChatCall } from '../canonical/chat';
import { encodeSeal, sealedCallId } from '../canonical/seal';
import { readCall } from './read-call';

function read(body: Record<string, unknown>): ChatCall {
  return readCall({ model: 'm', ...body });
}

function itemsOf(...input: unknown[]): ChatCall {
  return read({ input });
}

function text(words: string): ChatBlock {
  return { type: 'text', text: words };
}

describe('a Responses call', () => {
  it('may be one text, with instructions before it', () => {
    expect(read({ instructions: 'be brief', input: 'hi' })).toEqual({
      messages: [
        { role: 'system', blocks: [text('be brief')] },
        { role: 'user', blocks: [text('hi')] },
      ],
      tools: [],
      settings: {},
      extraFields: [],
    });
  });

  it.each([
    [{ max_output_tokens: 9 }, { maxTokens: 9 }],
    [
      { temperature: 0.5, top_p: 0.9 },
      { temperature: 0.5, topP: 0.9 },
    ],
    [
      { top_logprobs: 3, include: ['message.output_text.logprobs'] },
      { logprobs: true, topLogprobs: 3 },
    ],
    [{ top_logprobs: 3 }, {}],
    [{ include: ['reasoning.encrypted_content'] }, {}],
    [
      { reasoning: { effort: 'high', summary: 'auto' } },
      { reasoning: { effort: 'high', summary: 'auto', isShown: true } },
    ],
    [{ reasoning: { effort: null, summary: null } }, {}],
    [{ text: { format: { type: 'text' }, verbosity: 'low' } }, { responseFormat: { type: 'text' }, verbosity: 'low' }],
    [{ text: { format: { type: 'json_object' } } }, { responseFormat: { type: 'json' } }],
    [
      { text: { format: { type: 'json_schema', name: 'n', schema: { a: 1 }, strict: true, description: 'd' } } },
      { responseFormat: { type: 'schema', name: 'n', schema: { a: 1 }, strict: true, description: 'd' } },
    ],
    [{ tool_choice: 'required' }, { toolChoice: { type: 'required' } }],
    [{ tool_choice: { type: 'function', name: 'f' } }, { toolChoice: { type: 'tool', name: 'f' } }],
    [
      { tool_choice: { type: 'allowed_tools', mode: 'required', tools: [{ type: 'function', name: 'f' }] } },
      { toolChoice: { type: 'allowed', names: ['f'], isRequired: true } },
    ],
    [{ parallel_tool_calls: false }, { parallelToolCalls: false }],
    [{ safety_identifier: 'u' }, { user: 'u' }],
    [
      { user: 'u', metadata: { a: 'b' } },
      { user: 'u', metadata: { a: 'b' } },
    ],
    [
      { service_tier: 'flex', store: false, prompt_cache_key: 'k' },
      { serviceTier: 'flex', store: false, promptCacheKey: 'k' },
    ],
    [{ truncation: 'disabled', background: false, stream: true, stream_options: { include_obfuscation: false } }, {}],
  ])('is read with %j', (fields, settings) => {
    const call = read({ input: 'hi', ...fields });
    expect(call.settings).toEqual(settings);
    expect(call.extraFields).toEqual([]);
  });

  it.each([
    [{ truncation: 'auto' }, ['truncation']],
    [{ max_tool_calls: 2, prompt: { id: 'p' } }, ['max_tool_calls', 'prompt']],
    [{ prompt_cache_retention: '24h', context_management: [{}] }, ['prompt_cache_retention', 'context_management']],
    [{ include: ['file_search_call.results'] }, ['include']],
    [{ reasoning: { effort: 'huge', mode: 'x' } }, ['reasoning.effort', 'reasoning.mode']],
    [{ temperature: 'warm' }, ['temperature']],
    [{ user: 'u', safety_identifier: 's' }, ['safety_identifier']],
    [{ tool_choice: { type: 'file_search' } }, ['tool_choice']],
    [{ text: { format: { type: 'grammar' }, tone: 'x' } }, ['text.format', 'text.tone']],
    [
      { tools: [{ type: 'file_search' }, { type: 'mcp' }, { type: 'shell', environment: { type: 'container_auto' } }] },
      ['tools.file_search', 'tools.mcp', 'tools.shell'],
    ],
    [{ tools: [{ type: 'function', name: 'f', novelty: 1 }] }, ['tools.novelty']],
    [{ input: [{ type: 'web_search_call', id: 'ws_1' }] }, ['input.web_search_call']],
    [{ input: [{ role: 'user', content: [{ type: 'input_video' }] }] }, ['message.input_video']],
  ])('with %j has its extra fields named: %j', (fields, extraFields) => {
    expect(read({ input: 'hi', ...fields }).extraFields).toEqual(extraFields);
  });
});

describe('input items', () => {
  it('hold images, documents and audio', () => {
    const content = [
      { type: 'input_text', text: 'look' },
      { type: 'input_image', image_url: 'data:image/png;base64,AAAA', detail: 'low' },
      { type: 'input_image', image_url: { url: 'https://p.example/a.png' } },
      { type: 'input_image', file_id: 'file-1' },
      { type: 'input_file', filename: 'a.pdf', file_data: 'data:application/pdf;base64,BBBB' },
      { type: 'input_file', file_data: 'CCCC', filename: 'a.txt' },
      { type: 'input_file', file_url: 'https://p.example/a.pdf' },
      { type: 'input_file', file_id: 'file-2' },
      { type: 'input_audio', input_audio: { data: 'DDDD', format: 'mp3' } },
    ];
    expect(itemsOf({ role: 'user', content })).toEqual({
      messages: [
        {
          role: 'user',
          blocks: [
            text('look'),
            { type: 'image', source: { kind: 'data', mime: 'image/png', data: 'AAAA' }, detail: 'low' },
            { type: 'image', source: { kind: 'url', url: 'https://p.example/a.png' } },
            { type: 'image', source: { kind: 'stored', id: 'file-1' } },
            { type: 'file', source: { kind: 'data', mime: 'application/pdf', data: 'BBBB' }, name: 'a.pdf' },
            { type: 'file', source: { kind: 'data', mime: 'text/plain', data: 'CCCC' }, name: 'a.txt' },
            { type: 'file', source: { kind: 'url', url: 'https://p.example/a.pdf' } },
            { type: 'file', source: { kind: 'stored', id: 'file-2' } },
            { type: 'audio', data: 'DDDD', format: 'mp3' },
          ],
        },
      ],
      tools: [],
      settings: {},
      extraFields: [],
    });
  });

  it('keep the roles of instructions, wherever they stand', () => {
    const call = itemsOf(
      { role: 'developer', content: 'a' },
      { type: 'message', role: 'user', content: 'b' },
      { role: 'system', content: [{ type: 'input_text', text: 'c' }] },
    );
    expect(call.messages.map(message => message.role)).toEqual(['developer', 'user', 'system']);
  });

  it('become one message for everything that the assistant produced, and one for the outputs', () => {
    const call = itemsOf(
      { role: 'user', content: 'weather?' },
      { type: 'reasoning', id: 'rs_1', summary: [{ type: 'summary_text', text: 'a' }, { text: 'b' }] },
      { type: 'message', role: 'assistant', phase: 'commentary', content: [{ type: 'output_text', text: 'I ask' }] },
      { type: 'function_call', call_id: 'c1', name: 'f', arguments: '{"x":1}', status: 'completed', id: 'fc_1' },
      { type: 'custom_tool_call', call_id: 'c2', name: 'sql', input: 'SELECT 1' },
      { type: 'function_call_output', call_id: 'c1', output: 'sun' },
      { type: 'custom_tool_call_output', call_id: 'c2', output: [{ type: 'input_text', text: '1' }] },
      { role: 'assistant', content: [{ type: 'refusal', refusal: 'no' }] },
    );
    expect(call.extraFields).toEqual([]);
    expect(call.messages).toEqual([
      { role: 'user', blocks: [text('weather?')] },
      {
        role: 'assistant',
        blocks: [
          { type: 'reasoning', text: 'a\n\nb' },
          text('I ask'),
          { type: 'toolCall', id: 'c1', name: 'f', arguments: '{"x":1}', kind: 'function' },
          { type: 'toolCall', id: 'c2', name: 'sql', arguments: 'SELECT 1', kind: 'custom' },
        ],
      },
      {
        role: 'user',
        blocks: [
          { type: 'toolResult', callId: 'c1', content: [text('sun')] },
          { type: 'toolResult', callId: 'c2', content: [text('1')] },
        ],
      },
      { role: 'assistant', blocks: [{ type: 'refusal', text: 'no' }] },
    ]);
  });

  it('keep the images that a tool returned', () => {
    const output = [{ type: 'input_image', image_url: 'data:image/png;base64,AAAA' }];
    const call = itemsOf({ type: 'function_call_output', call_id: 'c1', output });
    expect(call.messages[0]?.blocks[0]).toMatchObject({ content: [{ type: 'image' }] });
  });

  it('give the provider’s own reasoning state a seal with the id of its item', () => {
    const [message] = itemsOf({ type: 'reasoning', id: 'rs_1', summary: [], encrypted_content: 'gAAA' }).messages;
    expect(message?.blocks).toEqual([
      { type: 'reasoning', text: '', seal: { provider: 'openai', kind: 'encrypted', value: 'gAAA', id: 'rs_1' } },
    ]);
  });

  it('open the envelopes that hold seals of other providers', () => {
    const seal = { provider: 'anthropic', kind: 'signature', value: 'sig' } as const;
    const google = { provider: 'google', kind: 'signature', value: 'thought' } as const;
    const call = itemsOf(
      { type: 'reasoning', summary: [], encrypted_content: encodeSeal({ seal, text: 'hm' }) },
      { type: 'function_call', call_id: sealedCallId('c1', { seal: google, text: '' }), name: 'f', arguments: '{}' },
      { type: 'function_call_output', call_id: sealedCallId('c1', { seal: google, text: '' }), output: 'x' },
    );
    expect(call.messages[0]?.blocks).toEqual([
      { type: 'reasoning', text: 'hm', seal },
      { type: 'toolCall', id: 'c1', name: 'f', arguments: '{}', kind: 'function', seal: google },
    ]);
    expect(call.messages[1]?.blocks[0]).toMatchObject({ callId: 'c1' });
  });

  it('return a seal from the id of a call to the reasoning, unless it is there already', () => {
    const seal = { provider: 'anthropic', kind: 'signature', value: 'sig' } as const;
    const sealed = { seal, text: 'hm' };
    const called = { type: 'function_call', call_id: sealedCallId('c1', sealed), name: 'f', arguments: '{}' };
    const thought = { type: 'reasoning', summary: [], encrypted_content: encodeSeal(sealed) };
    for (const items of [[called], [thought, called]]) {
      const blocks = itemsOf(...items).messages[0]?.blocks;
      expect(blocks).toEqual([
        { type: 'reasoning', text: 'hm', seal },
        { type: 'toolCall', id: 'c1', name: 'f', arguments: '{}', kind: 'function' },
      ]);
    }
  });

  it('name reasoning that is stored only at the provider', () => {
    expect(itemsOf({ type: 'reasoning', id: 'rs_1', summary: [] }).extraFields).toEqual(['message.reasoning']);
  });
});

describe('tools', () => {
  it('are read flat, with the provider’s own search', () => {
    const call = read({
      input: 'hi',
      tools: [
        { type: 'function', name: 'f', description: 'd', parameters: { type: 'object' }, strict: true },
        { type: 'function', name: 'g', parameters: null, strict: null },
        { type: 'custom', name: 'sql', format: { type: 'grammar', syntax: 'regex', definition: 'S.+' } },
        {
          type: 'web_search',
          search_context_size: 'low',
          filters: { allowed_domains: ['a.example'] },
          user_location: { type: 'approximate', country: 'DE', city: null },
        },
      ],
    });
    expect(call.tools).toEqual([
      { type: 'function', name: 'f', description: 'd', parameters: { type: 'object' }, strict: true },
      { type: 'function', name: 'g', strict: false },
      { type: 'custom', name: 'sql', format: { type: 'grammar', syntax: 'regex', definition: 'S.+' } },
      { type: 'webSearch', contextSize: 'low', allowedDomains: ['a.example'], userLocation: { country: 'DE' } },
    ]);
    expect(call.extraFields).toEqual([]);
  });

  it('inside a namespace get names of their own, in calls and choices as well', () => {
    const call = read({
      tools: [
        { type: 'function', name: 'open', parameters: {} },
        {
          type: 'namespace',
          name: 'crm',
          description: 'Customers.',
          tools: [
            { type: 'function', name: 'open', description: 'Opens one.', parameters: {} },
            { type: 'custom', name: 'query' },
          ],
        },
      ],
      tool_choice: { type: 'function', name: 'open', namespace: 'crm' },
      input: [
        { type: 'function_call', call_id: '1', name: 'open', namespace: 'crm', arguments: '{}' },
        { type: 'function_call', call_id: '2', name: 'open', arguments: '{}' },
        { type: 'custom_tool_call', call_id: '3', name: 'query', input: 'x' },
      ],
    });
    expect(call.tools.map(tool => 'name' in tool && tool.name)).toEqual(['open', 'crm__open', 'crm__query']);
    expect(call.tools[1]).toMatchObject({ description: 'Customers.\nOpens one.' });
    expect(call.settings.toolChoice).toEqual({ type: 'tool', name: 'crm__open' });
    const names = call.messages[0]?.blocks.map(block => block.type === 'toolCall' && block.name);
    expect(names).toEqual(['crm__open', 'open', 'crm__query']);
  });

  it('keep names within 64 characters and distinct', () => {
    const inner = ['a', 'b'].map(last => ({ type: 'function', name: `${'n'.repeat(63)}${last}` }));
    const { tools } = read({ tools: [{ type: 'namespace', name: 'space', tools: inner }], input: 'x' });
    const names = tools.map(tool => ('name' in tool ? tool.name : ''));
    expect(new Set(names).size).toBe(2);
    for (const name of names) expect(name).toMatch(/^[\w-]{1,64}$/);
  });

  it('that the client runs become functions, and their calls and outputs as well', () => {
    const call = read({
      tools: [
        { type: 'local_shell' },
        { type: 'shell' },
        { type: 'apply_patch' },
        { type: 'function', name: 'shell', parameters: {} },
      ],
      input: [
        { type: 'local_shell_call', call_id: '1', action: { type: 'exec', command: ['ls'], env: {} } },
        { type: 'shell_call', call_id: '2', action: { commands: ['ls'], timeout_ms: null } },
        { type: 'apply_patch_call', call_id: '3', operation: { type: 'delete_file', path: 'a' } },
        { type: 'local_shell_call_output', id: '1', output: 'a b' },
        { type: 'shell_call_output', call_id: '2', output: [{ stdout: 'a', stderr: '', outcome: { type: 'exit' } }] },
        { type: 'apply_patch_call_output', call_id: '3', status: 'failed', output: 'no such file' },
      ],
    });
    const names = call.tools.map(tool => ('name' in tool ? tool.name : ''));
    expect(names[0]).toBe('local_shell');
    expect(names[1]).toMatch(/^shell_\w{8}$/);
    expect(names.slice(2)).toEqual(['apply_patch', 'shell']);
    const [calls, results] = call.messages;
    expect(calls?.blocks.map(block => block.type === 'toolCall' && [block.name, block.arguments])).toEqual([
      ['local_shell', '{"command":["ls"],"env":{}}'],
      [names[1], '{"commands":["ls"],"timeout_ms":null}'],
      ['apply_patch', '{"operation":{"type":"delete_file","path":"a"}}'],
    ]);
    expect(results?.blocks).toEqual([
      { type: 'toolResult', callId: '1', content: [text('a b')] },
      {
        type: 'toolResult',
        callId: '2',
        content: [text('[{"stdout":"a","stderr":"","outcome":{"type":"exit"}}]')],
      },
      { type: 'toolResult', callId: '3', content: [text('no such file')], isError: true },
    ]);
    expect(call.extraFields).toEqual([]);
  });
});
