import { DroppedFields } from '../canonical/dropped-fields';
import { CallRefusal } from '../canonical/call-refusal';
import { type ChatBlock, type ChatCall, type ChatMessage, type Seal } from '../canonical/chat';
import { type JsonObject, at } from '../json/read-value';
import { geminiFormat } from './index';

const google: Seal = { provider: 'google', kind: 'signature', value: 'c2ln' };

function text(words: string): ChatBlock {
  return { type: 'text', text: words };
}

function user(...blocks: ChatBlock[]): ChatMessage {
  return { role: 'user', blocks };
}

function assistant(...blocks: ChatBlock[]): ChatMessage {
  return { role: 'assistant', blocks };
}

function system(words: string): ChatMessage {
  return { role: 'system', blocks: [text(words)] };
}

function called(id: string, more: Partial<ChatBlock> = {}): ChatBlock {
  return { type: 'toolCall', id, name: `f_${id}`, arguments: '{"a":1}', kind: 'function', ...more } as ChatBlock;
}

function answered(callId: string, words: string): ChatBlock {
  return {
    type: 'toolResult',
    callId,
    content: [{ type: 'text', text: words }],
  };
}

function call(id: string): JsonObject {
  return { functionCall: { id, name: `f_${id}`, args: { a: 1 } } };
}

function response(id: string, words: string): JsonObject {
  return {
    functionResponse: { id, name: `f_${id}`, response: { result: words } },
  };
}

const OLD = 'gemini-2.5-flash';
const NEW = 'gemini-3-flash-preview';

interface Written {
  readonly body: JsonObject;
  readonly lost: readonly string[];
}

function write(given: Partial<ChatCall>, model = OLD): Written {
  const dropped = new DroppedFields();
  const whole = { messages: [user(text('q'))], tools: [], settings: {}, extraFields: [], ...given };
  return { body: geminiFormat.writeCall(whole, { model, isStream: false }, dropped), lost: dropped.list };
}

function contentsOf(messages: readonly ChatMessage[], model = OLD): unknown {
  return write({ messages }, model).body.contents;
}

describe('contents for a Gemini model', () => {
  it('leave instructions to their own field, wherever they stood', () => {
    const { body } = write({ messages: [system('a'), user(text('q')), { role: 'developer', blocks: [text('b')] }] });
    expect(body).toEqual({
      systemInstruction: { parts: [{ text: 'a' }, { text: 'b' }] },
      contents: [{ role: 'user', parts: [{ text: 'q' }] }],
    });
  });

  it.each(['gemma-3-27b-it', 'gemini-2.5-flash-image', 'gemini-2.5-pro-preview-tts'])(
    'begin with the instructions for %s, which has no field for them',
    model => {
      const { body } = write({ messages: [system('a'), user(text('q'))] }, model);
      expect(body).not.toHaveProperty('systemInstruction');
      expect(body.contents).toEqual([{ role: 'user', parts: [{ text: 'a' }, { text: 'q' }] }]);
    },
  );

  it('are never empty: the last instruction becomes the user’s turn', () => {
    expect(write({ messages: [system('a'), system('b')] }).body).toEqual({
      systemInstruction: { parts: [{ text: 'a' }] },
      contents: [{ role: 'user', parts: [{ text: 'b' }] }],
    });
    expect(contentsOf([])).toEqual([{ role: 'user', parts: [{ text: ' ' }] }]);
    expect(contentsOf([user(text(''))])).toEqual([{ role: 'user', parts: [{ text: ' ' }] }]);
  });

  it('join neighbours and begin with the user', () => {
    expect(contentsOf([assistant(text('a')), assistant(text('b')), user(text('c')), user(text('d'))])).toEqual([
      { role: 'user', parts: [{ text: ' ' }] },
      { role: 'model', parts: [{ text: 'a' }, { text: 'b' }] },
      { role: 'user', parts: [{ text: 'c' }, { text: 'd' }] },
    ]);
  });

  it('hold all results of a turn in the next content, in the order of the calls, before anything else', () => {
    const messages = [
      user(text('q')),
      assistant(called('x'), called('y')),
      user(text('wait'), answered('y', '2')),
      user(answered('x', '1')),
    ];
    expect(contentsOf(messages)).toEqual([
      { role: 'user', parts: [{ text: 'q' }] },
      { role: 'model', parts: [call('x'), call('y')] },
      { role: 'user', parts: [response('x', '1'), response('y', '2'), { text: 'wait' }] },
    ]);
  });

  it('match ids that occur again in a later turn', () => {
    const turn = (words: string): ChatMessage[] => [assistant(called('x')), user(answered('x', words))];
    const contents = contentsOf([user(text('q')), ...turn('1'), ...turn('2')]);
    expect(at(contents, 2, 'parts')).toEqual([response('x', '1')]);
    expect(at(contents, 4, 'parts')).toEqual([response('x', '2')]);
  });

  it('hold an empty result for a call without one, unless the conversation ends there', () => {
    const open = [user(text('q')), assistant(called('x'))];
    expect(contentsOf(open)).toHaveLength(2);
    expect(at(contentsOf([...open, user(text('so?'))]), 2, 'parts')).toEqual([response('x', ''), { text: 'so?' }]);
  });

  it('hold a result without a call as text, which is named as dropped', () => {
    const { body, lost } = write({ messages: [user(answered('gone', 'sun'), text('q'))] });
    expect(body.contents).toEqual([{ role: 'user', parts: [{ text: 'sun' }, { text: 'q' }] }]);
    expect(lost).toEqual(['message.tool_result']);
  });
});

describe('parts for a Gemini model', () => {
  it.each([
    ['{"deg":1}', { deg: 1 }],
    ['sun', { result: 'sun' }],
    ['[1]', { result: '[1]' }],
    ['{"result":"x"}', { result: '{"result":"x"}' }],
    ['', { result: '' }],
  ])('hold the result %j as an object', (words, expected) => {
    const contents = contentsOf([user(text('q')), assistant(called('x')), user(answered('x', words))]);
    expect(at(contents, 2, 'parts', 0, 'functionResponse', 'response')).toEqual(expected);
  });

  it('mark a failed result, and its images follow it', () => {
    const result: ChatBlock = {
      type: 'toolResult',
      callId: 'x',
      isError: true,
      content: [
        { type: 'text', text: 'no' },
        { type: 'image', source: { kind: 'data', mime: 'image/png', data: 'AA' } },
      ],
    };
    const { body, lost } = write({ messages: [user(text('q')), assistant(called('x')), user(result)] });
    expect(at(body.contents, 2, 'parts')).toEqual([
      { functionResponse: { id: 'x', name: 'f_x', response: { error: 'no' } } },
      { inlineData: { mimeType: 'image/png', data: 'AA' } },
    ]);
    expect(lost).toEqual(['message.tool_result_media']);
  });

  it.each([
    [
      { type: 'image', source: { kind: 'url', url: 'https://x.example/a.webp' } },
      { fileData: { mimeType: 'image/webp', fileUri: 'https://x.example/a.webp' } },
    ],
    [
      { type: 'image', source: { kind: 'url', url: 'https://x.example/a' } },
      { fileData: { fileUri: 'https://x.example/a' } },
    ],
    [{ type: 'audio', data: 'AA', format: 'wav' }, { inlineData: { mimeType: 'audio/wav', data: 'AA' } }],
    [{ type: 'audio', data: 'AA', format: 'flac' }, { inlineData: { mimeType: 'audio/flac', data: 'AA' } }],
    [
      { type: 'file', source: { kind: 'data', mime: 'application/pdf', data: 'AA' } },
      { inlineData: { mimeType: 'application/pdf', data: 'AA' } },
    ],
    [
      { type: 'video', source: { kind: 'stored', id: 'gs://b/f', mime: 'video/mp4' } },
      { fileData: { mimeType: 'video/mp4', fileUri: 'gs://b/f' } },
    ],
  ] as [ChatBlock, JsonObject][])('are written for %j', (block, part) => {
    expect(contentsOf([user(block)])).toEqual([{ role: 'user', parts: [part] }]);
  });

  it('refuse a file that is stored elsewhere, and accept a stored context', () => {
    const stored = (id: string): ChatMessage => user({ type: 'file', source: { kind: 'stored', id } });
    expect(() => write({ messages: [stored('file-abc')] })).toThrow(CallRefusal);
    expect(write({ messages: [stored('cachedContents/abc'), user(text('q'))] }).body).toEqual({
      contents: [{ role: 'user', parts: [{ text: 'q' }] }],
      cachedContent: 'cachedContents/abc',
    });
  });

  it('name the fields that they drop', () => {
    const messages: ChatMessage[] = [
      {
        role: 'user',
        name: 'ann',
        blocks: [
          { type: 'text', text: 'q', cache: { ttl: '5m' } },
          { type: 'image', detail: 'high', source: { kind: 'data', mime: 'image/png', data: 'AA' } },
          { type: 'file', name: 'a.pdf', source: { kind: 'data', mime: 'application/pdf', data: 'AA' } },
          { type: 'audio', data: '', format: 'wav', id: 'a1' },
        ],
      },
      assistant({ type: 'refusal', text: 'no' }, called('x', { arguments: '{"a"' }), {
        type: 'text',
        text: 'b',
        citations: [{ url: 'https://x.example', title: '' }],
      }),
    ];
    expect(write({ messages, extraFields: ['container'] }).lost).toEqual([
      'container',
      'message.arguments',
      'message.audio',
      'message.cache_control',
      'message.citations',
      'message.filename',
      'message.image_detail',
      'message.name',
      'message.refusal',
    ]);
  });
});

describe('seals for a Gemini model', () => {
  const ask = user(text('q'));

  it('stand on their parts, and a seal of its own on the next part', () => {
    const messages = [
      ask,
      assistant({ type: 'reasoning', text: '', seal: { ...google, value: 'YmFyZQ==' } }, called('x')),
      user(answered('x', '1')),
      assistant({ type: 'text', text: 'done', seal: google }, { type: 'reasoning', text: '', seal: google }),
    ];
    const contents = contentsOf(messages, NEW);
    expect(at(contents, 1, 'parts')).toEqual([{ ...call('x'), thoughtSignature: 'YmFyZQ==' }]);
    expect(at(contents, 3, 'parts')).toEqual([
      { text: 'done', thoughtSignature: 'c2ln' },
      { text: '', thoughtSignature: 'c2ln' },
    ]);
  });

  it('are neither lost nor doubled when a part has one already', () => {
    const bare = (value: string): ChatBlock => ({ type: 'reasoning', text: '', seal: { ...google, value } });
    const partsFor = (...blocks: ChatBlock[]): unknown => at(contentsOf([ask, assistant(...blocks)], NEW), 1, 'parts');
    const sealed = { type: 'text', text: 'a', seal: google } as const;
    const written = { text: 'a', thoughtSignature: 'c2ln' };
    expect(partsFor(bare('YQ=='), sealed)).toEqual([{ text: '', thoughtSignature: 'YQ==' }, written]);
    expect(partsFor(bare('c2ln'), sealed)).toEqual([written]);
    expect(partsFor(bare('YQ=='), bare('Yg=='), text('x'))).toEqual([
      { text: '', thoughtSignature: 'YQ==' },
      { text: 'x', thoughtSignature: 'Yg==' },
    ]);
  });

  it('are replaced by a substitute on the first call of each step for models that require them', () => {
    const messages = [ask, assistant(called('x'), called('y')), user(answered('x', ''), answered('y', ''))];
    const stand = { thoughtSignature: 'skip_thought_signature_validator' };
    expect(at(contentsOf(messages, NEW), 1, 'parts')).toEqual([{ ...call('x'), ...stand }, call('y')]);
    expect(at(contentsOf(messages, OLD), 1, 'parts')).toEqual([call('x'), call('y')]);
  });

  it('of other providers are not sent', () => {
    const seal: Seal = { provider: 'openai', kind: 'encrypted', value: 'x' };
    const { body, lost } = write({
      messages: [ask, assistant({ type: 'reasoning', text: '', seal }, called('x', { seal }))],
    });
    expect(JSON.stringify(body)).not.toContain('thoughtSignature');
    expect(lost).toEqual(['message.reasoning_signature']);
  });
});
