import { eventsOfAnswer } from '../canonical/fold-answer';
import { type ChatBlock } from '../canonical/chat';
import { type ChatAnswer, type ChatEvent } from '../canonical/chat-answer';
import { foldFrames } from '../testing/fold-frames';
import { type OpenAiDialect } from './dialect';
import { readAnswer } from './read-answer';
import { OpenAiStreamReader } from './stream-reader';

const USAGE = { prompt_tokens: 9, completion_tokens: 4, total_tokens: 13 };

function frame(value: unknown): { event: string; data: string } {
  return {
    event: '',
    data: typeof value === 'string' ? value : JSON.stringify(value),
  };
}

function chunk(delta: unknown, more: object = {}): object {
  return {
    id: 'c1',
    model: 'm',
    choices: [{ index: 0, delta, ...more }],
  };
}

function fold(chunks: readonly unknown[], dialect: OpenAiDialect = {}): ChatAnswer {
  return foldFrames(chunks.map(frame), new OpenAiStreamReader(dialect));
}

function blocksOf(chunks: readonly unknown[], dialect?: OpenAiDialect): readonly ChatBlock[] | undefined {
  return fold(chunks, dialect).choices[0]?.blocks;
}

function eventsOf(chunks: readonly unknown[]): ChatEvent[] {
  const reader = new OpenAiStreamReader();
  return [...chunks.flatMap(one => reader.read(frame(one))), ...reader.end()];
}

function call(id: string, name: string, args: string): ChatBlock {
  return {
    type: 'toolCall',
    id,
    name,
    arguments: args,
    kind: 'function',
  };
}

describe('chunks of compatible providers', () => {
  it.each<[string, unknown[], ChatBlock[]]>([
    ['reasoning_content', [chunk({ reasoning_content: 'a' }), chunk({ content: 'b' })], [think('a'), text('b')]],
    ['reasoning', [chunk({ reasoning: 'a' })], [think('a')]],
    ['both names at once', [chunk({ reasoning: 'a', reasoning_content: 'a' })], [think('a')]],
    ['reasoning_details', [chunk({ reasoning_details: [{ type: 'reasoning.text', text: 'a' }] })], [think('a')]],
    [
      'both reasoning and its details',
      [chunk({ reasoning: 'a', reasoning_details: [{ type: 'reasoning.text', text: 'a' }] })],
      [think('a')],
    ],
    [
      'thinking parts in the content',
      [
        chunk({ content: [{ type: 'thinking', thinking: [{ type: 'text', text: 'a' }] }] }),
        chunk({ content: [{ type: 'text', text: 'b' }] }),
      ],
      [think('a'), text('b')],
    ],
    ['explicit nulls', [chunk({ role: null, content: null, tool_calls: null, refusal: null })], []],
    [
      'a missing delta',
      [{ id: 'c1', choices: [{ index: 0, finish_reason: null }] }, chunk({ content: 'b' })],
      [text('b')],
    ],
    ['missing choices', [{ id: 'c1' }, { id: 'c1', choices: null }, chunk({ content: 'b' })], [text('b')]],
    ['a whole message', [{ choices: [{ message: { role: 'assistant', content: 'b' } }] }], [text('b')]],
    ['a legacy completion', [{ choices: [{ index: 0, text: 'b' }] }], [text('b')]],
    [
      'a refusal',
      [chunk({ refusal: 'I ' }), chunk({ refusal: 'will not' })],
      [{ type: 'refusal', text: 'I will not' }],
    ],
    [
      'images',
      [chunk({ images: [{ type: 'image_url', image_url: { url: 'data:image/png;base64,AAEC' } }] })],
      [{ type: 'image', source: { kind: 'data', mime: 'image/png', data: 'AAEC' } }],
    ],
    [
      'images by address',
      [chunk({ images: [{ image_url: { url: 'https://p.example/a.png' } }] })],
      [text('![image](https://p.example/a.png)')],
    ],
    [
      'speech',
      [
        chunk({ audio: { id: 'a1', transcript: 'Hi' } }),
        chunk({ audio: { data: 'AAEC' } }),
        chunk({ audio: { data: 'Aw==' } }),
      ],
      [{ type: 'audio', data: 'AAECAw==', format: 'pcm16', transcript: 'Hi', id: 'a1' }],
    ],
  ])('are read with %s', (_name, chunks, blocks) => {
    expect(fold(chunks).choices[0]?.blocks ?? []).toEqual(blocks);
  });

  it.each<[string, unknown[], ChatBlock[]]>([
    [
      'in pieces, with id and name in the first only',
      [
        part({ index: 0, id: 'a', function: { name: 'f', arguments: '' } }),
        part({ index: 0, function: { arguments: '{"x"' } }),
        part({ index: 0, function: { arguments: ':1}' } }),
      ],
      [call('a', 'f', '{"x":1}')],
    ],
    [
      'whole and without an index',
      [part({ id: 'a', function: { name: 'f', arguments: '{}' } })],
      [call('a', 'f', '{}')],
    ],
    [
      'with arguments as an object',
      [part({ index: 0, id: 'a', function: { name: 'f', arguments: { x: 1 } } })],
      [call('a', 'f', '{"x":1}')],
    ],
    [
      'with id and name repeated, or empty',
      [
        part({ index: 0, id: 'a', function: { name: 'f', arguments: '{' } }),
        part({ index: 0, id: 'a', function: { name: 'f', arguments: '"x":' } }),
        part({ index: 0, id: '', function: { name: '', arguments: '1}' } }),
      ],
      [call('a', 'f', '{"x":1}')],
    ],
    [
      'that begin at index 1',
      [part({ index: 1, id: 'a', function: { name: 'f', arguments: '{}' } })],
      [call('a', 'f', '{}')],
    ],
    [
      'that all have index 0 but ids of their own',
      [
        part(
          { index: 0, id: 'a', function: { name: 'f', arguments: '{"a":1}' } },
          { index: 0, id: 'b', function: { name: 'f', arguments: '{"b"' } },
        ),
        part({ index: 0, function: { arguments: ':1}' } }),
      ],
      [call('a', 'f', '{"a":1}'), call('b', 'f', '{"b":1}')],
    ],
    [
      'without index, told apart by their ids',
      [
        part({ id: 'a', function: { name: 'f', arguments: '{}' } }),
        part({ id: 'b', function: { name: 'g', arguments: '{}' } }),
      ],
      [call('a', 'f', '{}'), call('b', 'g', '{}')],
    ],
    [
      'with the id first and the name later',
      [
        part({ index: 0, id: 'a' }),
        part({ index: 0, function: { arguments: '{"x"' } }),
        part({ index: 0, function: { name: 'f', arguments: ':1}' } }),
      ],
      [call('a', 'f', '{"x":1}')],
    ],
    ['without any id', [part({ index: 0, function: { name: 'f', arguments: '{}' } })], [call('call_0_0', 'f', '{}')]],
    ['without arguments', [part({ index: 0, id: 'a', function: { name: 'f' } })], [call('a', 'f', '')]],
    [
      'mixed with one another',
      [
        part({ index: 0, id: 'a', function: { name: 'f', arguments: '{"a"' } }),
        part({ index: 1, id: 'b', function: { name: 'g', arguments: '{"b"' } }),
        part({ index: 0, function: { arguments: ':1}' } }),
        part({ index: 1, function: { arguments: ':2}' } }),
      ],
      [call('a', 'f', '{"a":1}'), call('b', 'g', '{"b":2}')],
    ],
    [
      'of the deprecated kind',
      [chunk({ function_call: { name: 'f', arguments: '{"x"' } }), chunk({ function_call: { arguments: ':1}' } })],
      [call('call_0_0', 'f', '{"x":1}')],
    ],
    [
      'of custom tools',
      [
        part({ index: 0, id: 'a', type: 'custom', custom: { name: 'f', input: 'fr' } }),
        part({ index: 0, custom: { input: 'ee' } }),
      ],
      [{ ...call('a', 'f', 'free'), kind: 'custom' } as ChatBlock],
    ],
  ])('are read with tool calls %s', (_name, chunks, blocks) => {
    expect(blocksOf(chunks)).toEqual(blocks);
  });

  it('announce a call once, with id and name, before its arguments', () => {
    const events = eventsOf([
      part({ index: 3, id: 'a' }),
      part({ index: 3, function: { name: 'f' } }),
      part({ index: 3, function: { arguments: '{}' } }),
    ]);
    expect(events.slice(1)).toEqual([
      { type: 'toolCall', choice: 0, call: 0, id: 'a', name: 'f', kind: 'function' },
      { type: 'toolArguments', choice: 0, call: 0, text: '{}' },
    ]);
  });

  it.each([
    ['stop', 'stop'],
    ['eos', 'stop'],
    ['length', 'length'],
    ['content_filter', 'contentFilter'],
    ['tool_calls', 'toolCalls'],
    ['function_call', 'toolCalls'],
    ['something_new', 'unknown'],
  ])('end for the reason %s', (given, finish) => {
    expect(
      fold([chunk({ content: 'x' }, { finish_reason: '' }), chunk({}, { finish_reason: given })]).choices[0]?.finish,
    ).toBe(finish);
  });

  it('end for a provider’s own reason, and for tool calls even if the provider says stop', () => {
    const own = { finishReasons: { sensitive: 'contentFilter' } } as const;
    expect(fold([chunk({}, { finish_reason: 'sensitive' })], own).choices[0]?.finish).toBe('contentFilter');
    const chunks = [part({ id: 'a', function: { name: 'f' } }), chunk({}, { finish_reason: 'stop' })];
    expect(fold(chunks).choices[0]?.finish).toBe('toolCalls');
  });

  it('do not end for a reason when the provider never names one', () => {
    expect(eventsOf([chunk({ content: 'x' })]).map(({ type }) => type)).toEqual(['start', 'text']);
  });

  it('name the answer as soon as its name is known', () => {
    const filters = { id: '', model: '', object: '', choices: [], prompt_filter_results: [{}] };
    expect(eventsOf([filters, chunk({ role: 'assistant', content: '' })])).toEqual([
      { type: 'start', id: 'c1', model: 'm' },
    ]);
  });

  it.each([
    ['in a chunk of its own', [{ choices: [], usage: USAGE }]],
    ['beside the finish reason', [{ ...chunk({}, { finish_reason: 'stop' }), usage: USAGE }]],
    ['inside the choice', [chunk({}, { finish_reason: 'stop', usage: USAGE })]],
    ['under x_groq', [{ choices: [], x_groq: { usage: USAGE } }]],
    [
      'on every chunk',
      [
        { ...chunk({ content: 'a' }), usage: { prompt_tokens: 9, completion_tokens: 1 } },
        { choices: [], usage: USAGE },
      ],
    ],
  ])('report usage %s', (_name, chunks) => {
    expect(fold(chunks).usage).toMatchObject({ kind: 'reported', usage: { promptTokens: 9, completionTokens: 4 } });
  });

  it('keep alternatives apart', () => {
    const { choices } = fold([
      {
        choices: [
          { index: 1, delta: { content: 'b' } },
          { index: 0, delta: { content: 'a' } },
        ],
      },
      { choices: [{ index: 0, delta: { content: 'A' }, finish_reason: 'stop' }] },
      { choices: [{ index: 1, delta: { content: 'B' }, finish_reason: 'length' }] },
    ]);
    expect(choices).toEqual([
      { index: 0, blocks: [text('aA')], finish: 'stop' },
      { index: 1, blocks: [text('bB')], finish: 'length' },
    ]);
  });

  it('cite sources once: by annotations, otherwise by the list for the whole answer', () => {
    const source = {
      type: 'url_citation',
      url_citation: { url: 'https://a.example', title: 'A', start_index: 0, end_index: 2 },
    };
    const annotated = fold([{ ...chunk({ content: 'ab', annotations: [source] }), citations: ['https://b.example'] }]);
    expect(annotated.choices[0]?.blocks).toEqual([
      { ...text('ab'), citations: [{ url: 'https://a.example', title: 'A', start: 0, end: 2 }] },
    ]);
    const listed = ['https://a.example', 'https://b.example'];
    const chunks = ['a', 'b'].map(content => ({ ...chunk({ content }), citations: listed }));
    expect(blocksOf([...chunks, { ...chunk({}, { finish_reason: 'stop' }), citations: listed }])).toEqual([
      { ...text('ab'), citations: listed.map(url => ({ url, title: '' })) },
    ]);
  });

  it('end at the end mark only', () => {
    const reader = new OpenAiStreamReader();
    reader.read(frame(chunk({}, { finish_reason: 'stop' })));
    expect(reader.isDone).toBe(false);
    reader.read(frame(' [DONE]'));
    expect(reader.isDone).toBe(true);
  });

  it.each([
    [{ error: { message: 'overloaded', type: 'server_error', code: 503 } }, ['overloaded', 'server_error', '503']],
    [{ error: 'out of memory' }, ['out of memory', 'upstream_error', null]],
    [{ code: 1013, message: 'too fast' }, ['too fast', 'upstream_error', '1013']],
    [{ object: 'error', message: 'no', type: 'BadRequestError', code: 400 }, ['no', 'BadRequestError', '400']],
  ])('are an error when they say so: %j', (payload, [message, type, code]) => {
    expect(eventsOf([payload])).toEqual([{ type: 'error', error: { message, type, code } }]);
  });

  it('are no error because of a code or an empty error next to choices', () => {
    expect(eventsOf([{ code: 0, error: null, ...chunk({ content: 'a' }) }]).map(({ type }) => type)).toEqual([
      'start',
      'text',
    ]);
  });
});

describe('whole answers', () => {
  it('are read like one large chunk', () => {
    const message = {
      role: 'assistant',
      content: 'yes',
      reasoning: 'hm',
      tool_calls: [{ id: 'a', function: { name: 'f', arguments: '{}' } }],
    };
    const body = {
      id: 'x',
      model: 'm',
      choices: [{ message, finish_reason: 'tool_calls', logprobs: { content: [{ token: 'y' }] } }],
      usage: USAGE,
    };
    const answer = readAnswer(body);
    expect(answer).toMatchObject({ id: 'x', model: 'm', usage: { kind: 'reported' } });
    expect(answer.choices).toEqual([
      {
        index: 0,
        blocks: [think('hm'), text('yes'), call('a', 'f', '{}')],
        finish: 'toolCalls',
        logprobs: { content: [{ token: 'y' }] },
      },
    ]);
    expect(eventsOfAnswer(answer).at(-1)).toMatchObject({ type: 'usage' });
  });
});

function text(value: string): ChatBlock {
  return { type: 'text', text: value };
}

function think(value: string): ChatBlock {
  return { type: 'reasoning', text: value };
}

function part(...calls: readonly unknown[]): object {
  return chunk({ tool_calls: calls });
}
