import { DroppedFields } from '../canonical/dropped-fields';
import { CallRefusal } from '../canonical/call-refusal';
import { type ChatCall, type ChatMessage, type ChatSettings, type ChatTool } from '../canonical/chat';
import { type JsonObject } from '../json/read-value';
import { type OpenAiDialect } from './dialect';
import { writeCall } from './write-call';

interface Written {
  readonly body: JsonObject;
  readonly dropped: readonly string[];
}

function write(call: Partial<ChatCall>, dialect?: OpenAiDialect): Written {
  const dropped = new DroppedFields();
  const whole = { messages: [], tools: [], settings: {}, extraFields: [], ...call };
  return { body: writeCall(whole, { model: 'm', isStream: false }, dropped, dialect), dropped: dropped.list };
}

function messages(...list: readonly ChatMessage[]): unknown {
  return write({ messages: list }).body.messages;
}

function user(...blocks: ChatMessage['blocks']): ChatMessage {
  return { role: 'user', blocks };
}

function assistant(...blocks: ChatMessage['blocks']): ChatMessage {
  return { role: 'assistant', blocks };
}

function text(value: string): ChatMessage['blocks'][number] {
  return { type: 'text', text: value };
}

function call(id: string): ChatMessage['blocks'][number] {
  return {
    type: 'toolCall',
    id,
    name: 'f',
    arguments: '{}',
    kind: 'function',
  };
}

function result(callId: string, value: string, more: object = {}): ChatMessage['blocks'][number] {
  return {
    type: 'toolResult',
    callId,
    content: [{ type: 'text', text: value }],
    ...more,
  };
}

function written(...ids: readonly string[]): unknown {
  return {
    role: 'assistant',
    content: null,
    tool_calls: ids.map(id => ({ id, type: 'function', function: { name: 'f', arguments: '{}' } })),
  };
}

function answer(id: string, content: string): unknown {
  return { role: 'tool', tool_call_id: id, content };
}

describe('messages written for a chat provider', () => {
  it('join texts, and list parts only when there is more than text', () => {
    const image = { type: 'image', source: { kind: 'url', url: 'https://p.example/a.png' }, detail: 'low' } as const;
    expect(messages(user(text('a'), text('b')), assistant(text('c'), text('d')), user(text('e'), image))).toEqual([
      { role: 'user', content: 'a\nb' },
      { role: 'assistant', content: 'cd' },
      {
        role: 'user',
        content: [
          { type: 'text', text: 'e' },
          { type: 'image_url', image_url: { url: 'https://p.example/a.png', detail: 'low' } },
        ],
      },
    ]);
  });

  it('hold every result directly after its call, in the order of the calls', () => {
    expect(
      messages(
        assistant(call('a'), call('b')),
        user(text('wait'), result('b', 'two')),
        assistant(text('well')),
        user(result('a', 'one'), text('go on')),
      ),
    ).toEqual([
      written('a', 'b'),
      answer('a', 'one'),
      answer('b', 'two'),
      { role: 'user', content: 'wait' },
      { role: 'assistant', content: 'well' },
      { role: 'user', content: 'go on' },
    ]);
  });

  it('add an empty result to a call that has none, and leave out results without a call', () => {
    const { body, dropped } = write({ messages: [assistant(call('a')), user(result('x', 'lost'), text('next'))] });
    expect(body.messages).toEqual([written('a'), answer('a', ''), { role: 'user', content: 'next' }]);
    expect(dropped).toEqual(['message.tool_result']);
  });

  it('give each of two calls with the same id its own result', () => {
    expect(
      messages(assistant(call('a')), user(result('a', 'one')), assistant(call('a')), user(result('a', 'two'))),
    ).toEqual([written('a'), answer('a', 'one'), written('a'), answer('a', 'two')]);
  });

  it('move images of tool results into a user message, and report that', () => {
    const image = { type: 'image', source: { kind: 'data', mime: 'image/png', data: 'AAEC' } } as const;
    const history = [assistant(call('a')), user(result('a', '', { content: [text('seen'), image] }), text('and?'))];
    const { body, dropped } = write({ messages: history });
    const shown = { type: 'image_url', image_url: { url: 'data:image/png;base64,AAEC' } };
    expect(body.messages).toEqual([
      written('a'),
      answer('a', 'seen'),
      {
        role: 'user',
        content: [{ type: 'text', text: '(from the result of f)' }, shown, { type: 'text', text: 'and?' }],
      },
    ]);
    expect(dropped).toEqual(['message.tool_result_media']);
    expect(write({ messages: history }, { takesToolMedia: true }).body.messages).toEqual([
      written('a'),
      { role: 'tool', tool_call_id: 'a', content: [{ type: 'text', text: 'seen' }, shown] },
      { role: 'user', content: 'and?' },
    ]);
  });

  it('move images that a model made into the user’s next message', () => {
    const image = { type: 'image', source: { kind: 'data', mime: 'image/png', data: 'AAEC' } } as const;
    const { body, dropped } = write({ messages: [assistant(text('here'), image), user(text('bluer'))] });
    expect(body.messages).toEqual([
      { role: 'assistant', content: 'here' },
      {
        role: 'user',
        content: [
          { type: 'image_url', image_url: { url: 'data:image/png;base64,AAEC' } },
          { type: 'text', text: 'bluer' },
        ],
      },
    ]);
    expect(dropped).toEqual(['message.assistant_image']);
  });

  it.each([
    ['boom', 'Error: boom'],
    ['It failed: boom', 'It failed: boom'],
  ])('say that a tool failed, unless its text does: %s', (given, shown) => {
    const { body, dropped } = write({ messages: [assistant(call('a')), user(result('a', given, { isError: true }))] });
    expect(body.messages).toEqual([written('a'), answer('a', shown)]);
    expect(dropped).toEqual(['message.is_error']);
  });

  it('leave out an assistant message that would be empty', () => {
    const seal = { provider: 'anthropic', kind: 'redacted', value: 'x' } as const;
    const { body, dropped } = write({
      messages: [user(text('a')), assistant({ type: 'reasoning', text: '', seal }), user(text('b'))],
    });
    expect(body.messages).toEqual([
      { role: 'user', content: 'a' },
      { role: 'user', content: 'b' },
    ]);
    expect(dropped).toEqual(['message.reasoning_signature']);
  });

  it('send reasoning back only with the calls that it led to, and only to providers that want it', () => {
    const thought = { type: 'reasoning', text: 'hm' } as const;
    const history = [
      assistant(thought, call('a')),
      user(result('a', 'one')),
      assistant(thought, text('so')),
      user(text('b')),
    ];
    const wanting = write({ messages: history }, { reasoningField: 'reasoning_content' });
    expect(wanting.body.messages).toEqual([
      { ...(written('a') as object), reasoning_content: 'hm' },
      answer('a', 'one'),
      { role: 'assistant', content: 'so' },
      { role: 'user', content: 'b' },
    ]);
    expect(wanting.dropped).toEqual(['message.reasoning']);
    expect(JSON.stringify(write({ messages: history }).body)).not.toContain('hm');
  });

  it('keep refusals and spoken answers of the assistant', () => {
    expect(messages(assistant({ type: 'refusal', text: 'no' }))).toEqual([
      { role: 'assistant', content: null, refusal: 'no' },
    ]);
    expect(messages(assistant({ type: 'audio', data: '', format: '', id: 'audio_1' }))).toEqual([
      { role: 'assistant', content: null, audio: { id: 'audio_1' } },
    ]);
    const spoken = write({ messages: [assistant({ type: 'audio', data: 'AA==', format: 'wav', transcript: 'hi' })] });
    expect(spoken.body.messages).toEqual([{ role: 'assistant', content: 'hi' }]);
    expect(spoken.dropped).toEqual(['message.audio']);
  });

  it('turn a plain text document into text, and name a document that has no name', () => {
    const plain = { kind: 'data', mime: 'text/plain', data: Buffer.from('notes').toString('base64') } as const;
    const pdf = { kind: 'data', mime: 'application/pdf', data: 'AAEC' } as const;
    expect(messages(user({ type: 'file', source: plain }), user({ type: 'file', source: pdf }))).toEqual([
      { role: 'user', content: 'notes' },
      {
        role: 'user',
        content: [{ type: 'file', file: { filename: 'document.pdf', file_data: 'data:application/pdf;base64,AAEC' } }],
      },
    ]);
  });

  it.each<ChatMessage['blocks'][number]>([
    { type: 'image', source: { kind: 'stored', id: 'file-1' } },
    { type: 'video', source: { kind: 'stored', id: 'file-1' } },
    { type: 'file', source: { kind: 'url', url: 'https://p.example/a.pdf' } },
  ])('refuse media that a chat provider cannot fetch: %j', block => {
    expect(() => write({ messages: [user(block)] })).toThrow(CallRefusal);
  });
});

describe('tools and settings written for a chat provider', () => {
  const tools: ChatTool[] = [
    { type: 'function', name: 'f', parameters: { $schema: 'x', type: 'object' }, strict: true, cache: { ttl: '1h' } },
    { type: 'custom', name: 'g', format: { type: 'text' } },
    {
      type: 'webSearch',
      contextSize: 'low',
      userLocation: { country: 'DE' },
      maxUses: 3,
      allowedDomains: ['a.example'],
    },
  ];

  it('use the fields of the format, and the rest is named as dropped', () => {
    const { body, dropped } = write({ tools });
    expect(body).toMatchObject({
      tools: [
        { type: 'function', function: { name: 'f', parameters: { type: 'object' }, strict: true } },
        { type: 'custom', custom: { name: 'g', format: { type: 'text' } } },
      ],
      web_search_options: {
        search_context_size: 'low',
        user_location: { type: 'approximate', approximate: { country: 'DE' } },
      },
    });
    expect(JSON.stringify(body)).not.toContain('$schema');
    expect(dropped).toEqual(['tools.cache_control', 'tools.web_search.allowed_domains', 'tools.web_search.max_uses']);
  });

  it('keep cache marks for providers that understand them', () => {
    const marked = { ...text('a'), cache: { ttl: '5m' } } as ChatMessage['blocks'][number];
    const { body, dropped } = write(
      { tools: tools.slice(0, 1), messages: [{ role: 'system', blocks: [marked] }, user(marked)] },
      { takesCacheMarks: true },
    );
    const part = { type: 'text', text: 'a', cache_control: { type: 'ephemeral' } };
    expect(body.messages).toEqual([
      { role: 'system', content: [part] },
      { role: 'user', content: [part] },
    ]);
    expect(body.tools).toMatchObject([{ cache_control: { type: 'ephemeral', ttl: '1h' } }]);
    expect(dropped).toEqual([]);
  });

  it.each<[ChatSettings['toolChoice'], unknown]>([
    [{ type: 'required' }, 'required'],
    [
      { type: 'tool', name: 'f' },
      { type: 'function', function: { name: 'f' } },
    ],
    [
      { type: 'tool', name: 'g' },
      { type: 'custom', custom: { name: 'g' } },
    ],
    [
      { type: 'allowed', names: ['f'], isRequired: true },
      {
        type: 'allowed_tools',
        allowed_tools: { mode: 'required', tools: [{ type: 'function', function: { name: 'f' } }] },
      },
    ],
  ])('write the tool choice %j', (toolChoice, expected) => {
    expect(write({ tools, settings: toolChoice ? { toolChoice } : {} }).body.tool_choice).toEqual(expected);
  });

  it('leave out the tools that are not allowed when a provider cannot restrict the choice', () => {
    const settings = { toolChoice: { type: 'allowed', names: ['g'], isRequired: false } } as const;
    const { body } = write({ tools, settings }, { takesAllowedTools: false });
    expect(body).toMatchObject({ tools: [{ type: 'custom' }], tool_choice: 'auto' });
    expect(body.tools).toHaveLength(1);
  });

  it('leave out the tool choice when there are no tools', () => {
    const { body, dropped } = write({ settings: { toolChoice: { type: 'required' }, parallelToolCalls: false } });
    expect(body).toEqual({ model: 'm', messages: [] });
    expect(dropped).toEqual(['tool_choice']);
  });

  it.each<[ChatSettings, object, string[]]>([
    [{ stop: ['a', 'b', 'c', 'd', 'e'] }, { stop: ['a', 'b', 'c', 'd'] }, ['stop']],
    [{ topK: 3, minP: 0.1, repetitionPenalty: 1.1 }, {}, ['min_p', 'repetition_penalty', 'top_k']],
    [{ metadata: { a: 1 } }, {}, ['metadata']],
    [{ metadata: { a: 1 }, store: true }, { metadata: { a: 1 }, store: true }, []],
    [{ reasoning: { budgetTokens: 4000 } }, { reasoning_effort: 'medium' }, ['reasoning.budget_tokens']],
    [{ reasoning: { effort: 'low', summary: 'auto' } }, { reasoning_effort: 'low' }, ['reasoning.summary']],
    [{ reasoning: { budgetTokens: -1 } }, {}, ['reasoning.budget_tokens']],
    [{ responseFormat: { type: 'json' } }, { response_format: { type: 'json_object' } }, []],
  ])('write %j', (settings, fields, lost) => {
    const { body, dropped } = write({ settings });
    expect(body).toEqual({ model: 'm', messages: [], ...fields });
    expect(dropped).toEqual(lost);
  });

  it('name the extra fields of the caller’s own format as dropped', () => {
    expect(write({ extraFields: ['container', 'tools.bash_20250124'] }).dropped).toEqual([
      'container',
      'tools.bash_20250124',
    ]);
  });
});
