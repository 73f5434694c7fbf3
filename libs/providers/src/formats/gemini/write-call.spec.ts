import { Losses } from '../../chat/losses';
import { CallRefusal } from '../../spec/call-refusal';
import {
  type ChatBlock,
  type ChatCall,
  type ChatMessage,
  type ChatSettings,
  type ChatTool,
  type Seal,
} from '../../spec/chat';
import { type UnknownRecord, at } from '../../toolkit/read-value';
import { geminiFormat } from '.';

const google: Seal = { vendor: 'google', kind: 'signature', value: 'c2ln' };
const text = (words: string): ChatBlock => ({ type: 'text', text: words });
const user = (...blocks: ChatBlock[]): ChatMessage => ({ role: 'user', blocks });
const assistant = (...blocks: ChatBlock[]): ChatMessage => ({ role: 'assistant', blocks });
const system = (words: string): ChatMessage => ({ role: 'system', blocks: [text(words)] });
const called = (id: string, more: Partial<ChatBlock> = {}): ChatBlock =>
  ({ type: 'toolCall', id, name: `f_${id}`, arguments: '{"a":1}', kind: 'function', ...more }) as ChatBlock;
const answered = (callId: string, words: string): ChatBlock => ({
  type: 'toolResult',
  callId,
  content: [{ type: 'text', text: words }],
});
const call = (id: string): UnknownRecord => ({ functionCall: { id, name: `f_${id}`, args: { a: 1 } } });
const response = (id: string, words: string): UnknownRecord => ({
  functionResponse: { id, name: `f_${id}`, response: { result: words } },
});
const OLD = 'gemini-2.5-flash';
const NEW = 'gemini-3-flash-preview';

interface Written {
  readonly body: UnknownRecord;
  readonly lost: readonly string[];
}

function write(given: Partial<ChatCall>, model = OLD): Written {
  const losses = new Losses();
  const whole = { messages: [user(text('q'))], tools: [], settings: {}, unplaced: [], ...given };
  return { body: geminiFormat.writeCall(whole, { model, isStream: false }, losses), lost: losses.list };
}

const contentsOf = (messages: readonly ChatMessage[], model = OLD): unknown =>
  write({ messages }, model).body['contents'];

describe('contents', () => {
  it('leave instructions to their own field, wherever they stood', () => {
    const { body } = write({ messages: [system('a'), user(text('q')), { role: 'developer', blocks: [text('b')] }] });
    expect(body).toEqual({
      systemInstruction: { parts: [{ text: 'a' }, { text: 'b' }] },
      contents: [{ role: 'user', parts: [{ text: 'q' }] }],
    });
  });

  it.each(['gemma-3-27b-it', 'gemini-2.5-flash-image', 'gemini-2.5-pro-preview-tts'])(
    'begin with the instructions for %s, which knows none',
    model => {
      const { body } = write({ messages: [system('a'), user(text('q'))] }, model);
      expect(body).not.toHaveProperty('systemInstruction');
      expect(body['contents']).toEqual([{ role: 'user', parts: [{ text: 'a' }, { text: 'q' }] }]);
    },
  );

  it('are never empty: the last instruction becomes the question', () => {
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

  it('answer all calls of a turn in the content behind it, in their order, before anything else', () => {
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

  it('match ids that come again in a later turn', () => {
    const turn = (words: string): ChatMessage[] => [assistant(called('x')), user(answered('x', words))];
    const contents = contentsOf([user(text('q')), ...turn('1'), ...turn('2')]);
    expect(at(contents, 2, 'parts')).toEqual([response('x', '1')]);
    expect(at(contents, 4, 'parts')).toEqual([response('x', '2')]);
  });

  it('answer a call that nobody answered, unless the conversation ends there', () => {
    const open = [user(text('q')), assistant(called('x'))];
    expect(contentsOf(open)).toHaveLength(2);
    expect(at(contentsOf([...open, user(text('so?'))]), 2, 'parts')).toEqual([response('x', ''), { text: 'so?' }]);
  });

  it('tell an answer without a call as text, and say so', () => {
    const { body, lost } = write({ messages: [user(answered('gone', 'sun'), text('q'))] });
    expect(body['contents']).toEqual([{ role: 'user', parts: [{ text: 'sun' }, { text: 'q' }] }]);
    expect(lost).toEqual(['message.tool_result']);
  });
});

describe('parts', () => {
  it.each([
    ['{"deg":1}', { deg: 1 }],
    ['sun', { result: 'sun' }],
    ['[1]', { result: '[1]' }],
    ['{"result":"x"}', { result: '{"result":"x"}' }],
    ['', { result: '' }],
  ])('an answer %j becomes an object', (words, expected) => {
    const contents = contentsOf([user(text('q')), assistant(called('x')), user(answered('x', words))]);
    expect(at(contents, 2, 'parts', 0, 'functionResponse', 'response')).toEqual(expected);
  });

  it('an answer that failed says so, and its pictures follow it', () => {
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
    expect(at(body['contents'], 2, 'parts')).toEqual([
      { functionResponse: { id: 'x', name: 'f_x', response: { error: 'no' } } },
      { inlineData: { mimeType: 'image/png', data: 'AA' } },
    ]);
    expect(lost).toEqual(['message.tool_result.image']);
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
  ] as [ChatBlock, UnknownRecord][])('%j', (block, part) => {
    expect(contentsOf([user(block)])).toEqual([{ role: 'user', parts: [part] }]);
  });

  it('refuse a file that is stored elsewhere, and take a stored context', () => {
    const stored = (id: string): ChatMessage => user({ type: 'file', source: { kind: 'stored', id } });
    expect(() => write({ messages: [stored('file-abc')] })).toThrow(CallRefusal);
    expect(write({ messages: [stored('cachedContents/abc'), user(text('q'))] }).body).toEqual({
      contents: [{ role: 'user', parts: [{ text: 'q' }] }],
      cachedContent: 'cachedContents/abc',
    });
  });

  it('name what they cannot hold', () => {
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
    expect(write({ messages, unplaced: ['container'] }).lost).toEqual([
      'container',
      'message.audio',
      'message.cache_control',
      'message.citations',
      'message.file_name',
      'message.image_detail',
      'message.name',
      'message.refusal',
      'message.tool_calls.arguments',
    ]);
  });
});

describe('seals', () => {
  const ask = user(text('q'));

  it('stand on their parts, a bare one on the part behind it', () => {
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

  it('that are gone are stood in for on the first call of each step, where the model wants them', () => {
    const messages = [ask, assistant(called('x'), called('y')), user(answered('x', ''), answered('y', ''))];
    const stand = { thoughtSignature: 'skip_thought_signature_validator' };
    expect(at(contentsOf(messages, NEW), 1, 'parts')).toEqual([{ ...call('x'), ...stand }, call('y')]);
    expect(at(contentsOf(messages, OLD), 1, 'parts')).toEqual([call('x'), call('y')]);
  });

  it('of other vendors stay here', () => {
    const seal: Seal = { vendor: 'openai', kind: 'encrypted', value: 'x' };
    const { body, lost } = write({
      messages: [ask, assistant({ type: 'reasoning', text: '', seal }, called('x', { seal }))],
    });
    expect(JSON.stringify(body)).not.toContain('thoughtSignature');
    expect(lost).toEqual(['message.reasoning_signature']);
  });
});

describe('tools', () => {
  const tool: ChatTool = {
    type: 'function',
    name: 'f',
    parameters: { type: 'object', properties: { a: { type: 'string' } } },
  };
  const written = {
    functionDeclarations: [{ name: 'f', parameters: { type: 'object', properties: { a: { type: 'string' } } } }],
  };

  it.each([
    [undefined, undefined],
    [{ type: 'auto' }, { mode: 'AUTO' }],
    [{ type: 'none' }, { mode: 'NONE' }],
    [{ type: 'required' }, { mode: 'ANY' }],
    [
      { type: 'tool', name: 'f' },
      { mode: 'ANY', allowedFunctionNames: ['f'] },
    ],
    [
      { type: 'allowed', names: ['f', 'g'], isRequired: true },
      { mode: 'ANY', allowedFunctionNames: ['f', 'g'] },
    ],
    [
      { type: 'allowed', names: ['f'], isRequired: false },
      { mode: 'VALIDATED', allowedFunctionNames: ['f'] },
    ],
  ] as [ChatSettings['toolChoice'], unknown][])('chosen by %j', (toolChoice, config) => {
    const { body, lost } = write({ tools: [tool], settings: toolChoice ? { toolChoice } : {} });
    expect(body['tools']).toEqual([written]);
    expect(at(body, 'toolConfig', 'functionCallingConfig')).toEqual(config);
    expect(lost).toEqual([]);
  });

  it('that are strict make the whole call strict', () => {
    const { body, lost } = write({ tools: [{ ...tool, strict: true }] });
    expect(body['toolConfig']).toEqual({ functionCallingConfig: { mode: 'VALIDATED' } });
    expect(lost).toEqual(['tools.strict']);
  });

  it('get names that the vendor takes', () => {
    const tools: ChatTool[] = ['1st/tool', 'a'.repeat(70), 'ok.name-1:x'].map(name => ({ type: 'function', name }));
    expect(at(write({ tools }).body, 'tools', 0, 'functionDeclarations')).toEqual([
      { name: '_1st_tool' },
      { name: 'a'.repeat(64) },
      { name: 'ok.name-1:x' },
    ]);
  });

  it('of free text become functions, with the grammar in words', () => {
    const format = { type: 'grammar', syntax: 'regex', definition: 'a+' };
    const { body, lost } = write({ tools: [{ type: 'custom', name: 'c', description: 'd', format }] });
    expect(at(body, 'tools', 0, 'functionDeclarations', 0)).toEqual({
      name: 'c',
      description: `d\nInput format: ${JSON.stringify(format)}`,
      parameters: { type: 'object', properties: { input: { type: 'string' } }, required: ['input'] },
    });
    expect(lost).toEqual(['tools.custom']);
  });

  it('search alone, or beside functions where the model can', () => {
    const search: ChatTool = { type: 'webSearch', contextSize: 'low' };
    expect(write({ tools: [search] })).toMatchObject({
      body: { tools: [{ googleSearch: {} }] },
      lost: ['tools.web_search.search_context_size'],
    });
    expect(write({ tools: [tool, search] }, NEW).body['tools']).toEqual([written, { googleSearch: {} }]);
    expect(write({ tools: [tool, search] })).toMatchObject({ body: { tools: [written] }, lost: ['tools.web_search'] });
  });

  it('of the vendor go by their names, unless they are functions of the caller', () => {
    const named = (name: string, properties: UnknownRecord): ChatTool => ({
      type: 'function',
      name,
      parameters: { type: 'object', properties },
    });
    expect(write({ tools: [named('urlContext', {}), named('codeExecution', {})] }).body['tools']).toEqual([
      { urlContext: {} },
      { codeExecution: {} },
    ]);
    const own = write({ tools: [named('codeExecution', { code: { type: 'string' } })] }).body['tools'];
    expect(at(own, 0, 'functionDeclarations', 0, 'name')).toBe('codeExecution');
  });

  it('are not for models of pictures', () => {
    const given = { tools: [tool], settings: { responseFormat: { type: 'json' } } as const };
    const { body, lost } = write(given, 'gemini-3-pro-image-preview');
    expect(body).toEqual({
      contents: [{ role: 'user', parts: [{ text: 'q' }] }],
      generationConfig: { responseModalities: ['TEXT', 'IMAGE'] },
    });
    expect(lost).toEqual(['response_format', 'tools']);
  });
});

describe('settings', () => {
  const configOf = (settings: ChatSettings, model = OLD): unknown =>
    write({ settings }, model).body['generationConfig'];
  const schema = { type: 'object', properties: { a: { type: 'string' } } };

  it.each([
    [
      { maxTokens: 5, temperature: 0.5, topP: 0.9, topK: 4 },
      { maxOutputTokens: 5, temperature: 0.5, topP: 0.9, topK: 4 },
    ],
    [
      { presencePenalty: 1, frequencyPenalty: -1, seed: 3, n: 2 },
      { presencePenalty: 1, frequencyPenalty: -1, seed: 3, candidateCount: 2 },
    ],
    [{ stop: ['a', 'b'] }, { stopSequences: ['a', 'b'] }],
    [
      { logprobs: true, topLogprobs: 2 },
      { responseLogprobs: true, logprobs: 2 },
    ],
    [{ responseFormat: { type: 'json' } }, { responseMimeType: 'application/json' }],
    [
      { responseFormat: { type: 'schema', name: 'n', schema: { ...schema, additionalProperties: false } } },
      { responseMimeType: 'application/json', responseSchema: schema },
    ],
    [
      { modalities: ['audio'], audio: { voice: 'alloy', format: 'pcm16' } },
      { responseModalities: ['AUDIO'], speechConfig: { voiceConfig: { prebuiltVoiceConfig: { voiceName: 'Kore' } } } },
    ],
    [{ responseFormat: { type: 'text' } }, undefined],
  ] as [ChatSettings, unknown][])('%j', (settings, config) => {
    expect(configOf(settings)).toEqual(config);
  });

  it('have JSON give way to tools where both do not go together', () => {
    const given = { tools: [{ type: 'function', name: 'f' }], settings: { responseFormat: { type: 'json' } } } as const;
    expect(write(given).lost).toEqual(['response_format']);
    expect(write(given, NEW).body['generationConfig']).toEqual({ responseMimeType: 'application/json' });
  });

  it.each([
    ['default', { serviceTier: 'standard' }],
    ['flex', { serviceTier: 'flex' }],
    ['auto', {}],
  ])('have the tier %s beside them', (serviceTier, expected) => {
    expect(write({ settings: { serviceTier } }).body).toEqual({
      contents: [{ role: 'user', parts: [{ text: 'q' }] }],
      ...expected,
    });
  });
});

describe('thinking', () => {
  const shown = { includeThoughts: true };

  it.each([
    ['gemini-2.5-pro', { effort: 'none' }, { thinkingBudget: 128 }],
    ['gemini-2.5-pro', { effort: 'low' }, { thinkingBudget: 1024, ...shown }],
    ['gemini-2.5-pro', { budgetTokens: 90_000 }, { thinkingBudget: 32_768, ...shown }],
    ['gemini-2.5-flash', { effort: 'none' }, { thinkingBudget: 0 }],
    ['gemini-2.5-flash', { effort: 'medium' }, { thinkingBudget: 8192, ...shown }],
    ['gemini-2.5-flash', { effort: 'max' }, { thinkingBudget: 24_576, ...shown }],
    ['gemini-2.5-flash', { budgetTokens: -1 }, { thinkingBudget: -1, ...shown }],
    ['gemini-2.5-flash', { budgetTokens: 0 }, { thinkingBudget: 0 }],
    ['gemini-2.5-flash', { budgetTokens: 100, isShown: false }, { thinkingBudget: 100 }],
    ['gemini-2.5-flash-lite', { budgetTokens: 100 }, { thinkingBudget: 512, ...shown }],
    ['gemini-3-pro-preview', { effort: 'medium' }, { thinkingLevel: 'high', ...shown }],
    ['gemini-3-pro-preview', { effort: 'none' }, { thinkingLevel: 'low' }],
    ['gemini-3.1-pro-preview', { effort: 'medium' }, { thinkingLevel: 'medium', ...shown }],
    ['gemini-3-flash-preview', { effort: 'minimal' }, { thinkingLevel: 'minimal', ...shown }],
    ['gemini-3.6-flash', { effort: 'none' }, { thinkingLevel: 'minimal' }],
    ['gemini-3.7-flash', { effort: 'minimal' }, { thinkingLevel: 'low', ...shown }],
    ['gemini-3.7-flash', { effort: 'xhigh' }, { thinkingLevel: 'high', ...shown }],
    ['gemini-3.7-flash', { budgetTokens: 1024 }, { thinkingLevel: 'low', ...shown }],
    ['gemini-3-flash-preview', { budgetTokens: -1 }, shown],
    ['gemini-flash-latest', { effort: 'high' }, { thinkingLevel: 'high', ...shown }],
    ['gemini-2.0-flash', { effort: 'high' }, undefined],
    ['gemini-2.5-flash-image', { effort: 'high' }, undefined],
    ['gemma-3-27b-it', { effort: 'high' }, undefined],
  ] as [string, ChatSettings['reasoning'], unknown][])('of %s for %j', (model, reasoning, expected) => {
    const { body } = write({ settings: reasoning ? { reasoning } : {} }, model);
    expect(at(body, 'generationConfig', 'thinkingConfig')).toEqual(expected);
  });

  it.each([
    ['gemini-3-flash-preview', { effort: 'low' }, []],
    ['gemini-3-flash-preview', { budgetTokens: 1024 }, ['reasoning.budget_tokens']],
    ['gemini-2.5-flash', { budgetTokens: 1024 }, []],
    ['gemini-2.5-flash', { effort: 'low' }, ['reasoning_effort']],
    ['gemini-2.5-pro', { effort: 'none' }, ['reasoning_effort']],
    ['gemini-2.0-flash', { effort: 'low' }, ['reasoning_effort']],
    ['gemini-2.0-flash', { effort: 'none' }, []],
  ] as [string, NonNullable<ChatSettings['reasoning']>, string[]][])(
    'of %s for %j names what is only roughly told',
    (model, reasoning, lost) => {
      expect(write({ settings: { reasoning } }, model).lost).toEqual(lost);
    },
  );
});
