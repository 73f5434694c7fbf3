import { encodeSeal, sealedCallId } from '../canonical/seal';
import { type ChatCall, type Seal } from '../canonical/chat';
import { geminiFormat } from './index';

const { readCall } = geminiFormat;
const google: Seal = { provider: 'google', kind: 'signature', value: 'c2ln' };
const anthropic: Seal = { provider: 'anthropic', kind: 'signature', value: 'YW50' };

function blocksOf(...parts: readonly unknown[]): ChatCall['messages'][number]['blocks'] | undefined {
  return readCall({ contents: [{ role: 'model', parts }] }).messages[0]?.blocks;
}

describe('contents of a Gemini call', () => {
  it.each([
    ['bare text', 'hi'],
    ['one content', { role: 'user', parts: [{ text: 'hi' }] }],
    ['a content without a role', [{ parts: [{ text: 'hi' }] }]],
    ['one part instead of a list', [{ role: 'user', parts: { text: 'hi' } }]],
    ['a list of texts', ['hi']],
    ['a bare part', [{ text: 'hi' }]],
  ])('may be %s', (_name, contents) => {
    expect(readCall({ contents })).toEqual({
      messages: [{ role: 'user', blocks: [{ type: 'text', text: 'hi' }] }],
      tools: [],
      settings: {},
      extraFields: [],
    });
  });

  it.each([
    ['text', 'Be brief.'],
    ['a content', { role: 'user', parts: [{ text: 'Be brief.' }] }],
    ['a bare part', { text: 'Be brief.' }],
    ['a list of parts', [{ text: 'Be brief.' }]],
  ])('follow instructions that are %s, in both spellings', (_name, instruction) => {
    const expected = [
      { role: 'system', blocks: [{ type: 'text', text: 'Be brief.' }] },
      { role: 'user', blocks: [{ type: 'text', text: 'hi' }] },
    ];
    expect(readCall({ systemInstruction: instruction, contents: 'hi' }).messages).toEqual(expected);
    expect(readCall({ system_instruction: instruction, contents: 'hi' }).messages).toEqual(expected);
  });

  it('may stand inside the body of countTokens', () => {
    expect(readCall({ generateContentRequest: { model: 'models/m', contents: 'hi' } })).toEqual(
      readCall({ contents: 'hi' }),
    );
  });
});

describe('parts of a Gemini call', () => {
  it.each([
    [{ text: 'a' }, { type: 'text', text: 'a' }],
    [
      { text: 'a', thought: true },
      { type: 'reasoning', text: 'a' },
    ],
    [
      { text: 'a', thoughtSignature: 'c2ln' },
      { type: 'text', text: 'a', seal: google },
    ],
    [
      { text: '', thoughtSignature: 'c2ln' },
      { type: 'text', text: '', seal: google },
    ],
    [
      { text: 'a', thought: true, thought_signature: 'c2ln' },
      { type: 'reasoning', text: 'a', seal: google },
    ],
    [
      { inlineData: { mimeType: 'image/png', data: 'AA' } },
      { type: 'image', source: { kind: 'data', mime: 'image/png', data: 'AA' } },
    ],
    [{ inline_data: { mime_type: 'audio/mpeg', data: 'AA' } }, { type: 'audio', data: 'AA', format: 'mp3' }],
    [{ inlineData: { mimeType: 'audio/x-wav', data: 'AA' } }, { type: 'audio', data: 'AA', format: 'wav' }],
    [
      { inlineData: { mimeType: 'application/pdf', data: 'AA', displayName: 'a.pdf' } },
      { type: 'file', source: { kind: 'data', mime: 'application/pdf', data: 'AA' }, name: 'a.pdf' },
    ],
    [
      { inlineData: { mimeType: 'video/mp4', data: 'AA' } },
      { type: 'video', source: { kind: 'data', mime: 'video/mp4', data: 'AA' } },
    ],
    [
      { fileData: { mimeType: 'image/png', fileUri: 'https://x.example/a' } },
      { type: 'image', source: { kind: 'url', url: 'https://x.example/a', mime: 'image/png' } },
    ],
    [
      { file_data: { file_uri: 'https://www.youtube.com/watch?v=1' } },
      { type: 'video', source: { kind: 'url', url: 'https://www.youtube.com/watch?v=1' } },
    ],
    [
      {
        fileData: {
          fileUri: 'https://generativelanguage.googleapis.com/v1beta/files/abc',
          mimeType: 'application/pdf',
        },
      },
      {
        type: 'file',
        source: {
          kind: 'stored',
          id: 'https://generativelanguage.googleapis.com/v1beta/files/abc',
          mime: 'application/pdf',
        },
      },
    ],
    [
      { functionCall: { id: 'c1', name: 'f', args: { a: 1 } }, thoughtSignature: 'c2ln' },
      { type: 'toolCall', id: 'c1', name: 'f', arguments: '{"a":1}', kind: 'function', seal: google },
    ],
    [
      { function_call: { name: 'f' } },
      { type: 'toolCall', id: 'call_0_f', name: 'f', arguments: '{}', kind: 'function' },
    ],
    [{ executableCode: { language: 'PYTHON', code: 'x()' } }, { type: 'text', text: '\n```python\nx()\n```\n' }],
    [{ codeExecutionResult: { outcome: 'OUTCOME_OK', output: '1\n' } }, { type: 'text', text: '\n```\n1\n```\n' }],
  ])('are read from %j', (part, block) => {
    expect(blocksOf(part)).toEqual([block]);
  });

  describe('in URL-safe base64', () => {
    /** Holds both letters in which the alphabets differ; clients write its padding, too. */
    const bytes = Buffer.from([0xfb, 0xef, 0xff, 0x3e, 0x3f, 0xfe, 0x00]);
    const standard = bytes.toString('base64');
    const urlSafe = `${bytes.toString('base64url')}==`;

    it.each([
      ['image/png', { type: 'image', source: { kind: 'data', mime: 'image/png', data: standard } }],
      ['application/pdf', { type: 'file', source: { kind: 'data', mime: 'application/pdf', data: standard } }],
      ['audio/wav', { type: 'audio', data: standard, format: 'wav' }],
      ['video/mp4', { type: 'video', source: { kind: 'data', mime: 'video/mp4', data: standard } }],
    ])('are converted to standard base64: %s', (mime_type, block) => {
      expect(urlSafe).not.toBe(standard);
      for (const data of [urlSafe, bytes.toString('base64url'), standard]) {
        expect(blocksOf({ inline_data: { mime_type, data } })).toEqual([block]);
      }
    });

    it('are converted inside tool results, too', () => {
      const parts = [{ inlineData: { mimeType: 'image/png', data: urlSafe } }];
      const [result] = blocksOf({ functionResponse: { name: 'f', response: { result: 'x' }, parts } }) ?? [];
      expect(result).toMatchObject({
        content: [
          { type: 'text', text: 'x' },
          { type: 'image', source: { kind: 'data', data: standard } },
        ],
      });
    });

    it('are converted whatever their size', () => {
      const large = Buffer.alloc(24_000_000, bytes);
      const part = { inlineData: { mimeType: 'image/png', data: large.toString('base64url') } };
      const [block] = blocksOf(part) ?? [];
      expect(block?.type === 'image' && block.source.kind === 'data').toBe(true);
      if (block?.type === 'image' && block.source.kind === 'data')
        expect(Buffer.from(block.source.data, 'base64').equals(large)).toBe(true);
    });

    it('stay unchanged when they are not base64 at all', () => {
      const data = 'no-base64, whatever it is_';
      expect(blocksOf({ inlineData: { mimeType: 'image/png', data } })).toMatchObject([{ source: { data } }]);
    });
  });

  it('put their seal before them when they have no place for it', () => {
    expect(blocksOf({ inlineData: { mimeType: 'image/png', data: 'AA' }, thoughtSignature: 'c2ln' })).toEqual([
      { type: 'reasoning', text: '', seal: google },
      { type: 'image', source: { kind: 'data', mime: 'image/png', data: 'AA' } },
    ]);
  });

  it('treat the substitute for a signature as no signature', () => {
    const part = { functionCall: { name: 'f', args: {} }, thoughtSignature: 'skip_thought_signature_validator' };
    expect(blocksOf(part)?.[0]).not.toHaveProperty('seal');
  });

  it('return reasoning of other providers, once', () => {
    const envelope = encodeSeal({ seal: anthropic, text: 'plan' });
    const sealed = { type: 'reasoning', text: 'plan', seal: anthropic };
    const call = { functionCall: { id: 'c', name: 'f', args: {} }, thoughtSignature: envelope };
    const made = { type: 'toolCall', id: 'c', name: 'f', arguments: '{}', kind: 'function' };
    expect(blocksOf(call)).toEqual([sealed, made]);
    expect(blocksOf({ text: 'plan', thought: true }, call, { text: '', thoughtSignature: envelope })).toEqual([
      sealed,
      made,
    ]);
  });

  it('join thoughts that come in pieces, and give each its own seal', () => {
    const thought = (text: string): object => ({ text, thought: true });
    const sealedPart = (text: string, words: string): object => ({
      text: words,
      thoughtSignature: encodeSeal({ seal: { ...anthropic, value: text }, text }),
    });
    const sealed = (text: string): object => ({ type: 'reasoning', text, seal: { ...anthropic, value: text } });
    expect(blocksOf(thought('pl'), thought('an'), { text: 'a' })).toEqual([
      { type: 'reasoning', text: 'plan' },
      { type: 'text', text: 'a' },
    ]);
    expect(
      blocksOf(thought('pl'), thought('an'), thought('more'), sealedPart('plan', ''), sealedPart('more', 'a')),
    ).toEqual([sealed('plan'), sealed('more'), { type: 'text', text: 'a' }]);
    expect(blocksOf(thought('pl'), { ...thought('an'), thoughtSignature: 'c2ln' })).toEqual([
      { type: 'reasoning', text: 'plan', seal: google },
    ]);
  });

  it('open ids that hold a seal', () => {
    const own = sealedCallId('c', { seal: google, text: '' });
    const foreign = sealedCallId('c', { seal: anthropic, text: 'plan' });
    const made = { type: 'toolCall', id: 'c', name: 'f', arguments: '{}', kind: 'function' };
    expect(blocksOf({ functionCall: { id: own, name: 'f' } })).toEqual([{ ...made, seal: google }]);
    expect(blocksOf({ functionCall: { id: foreign, name: 'f' } })).toEqual([
      { type: 'reasoning', text: 'plan', seal: anthropic },
      made,
    ]);
    const answered = readCall({
      contents: [{ parts: [{ functionResponse: { id: foreign, name: 'f', response: {} } }] }],
    });
    expect(answered.messages[0]?.blocks[0]).toMatchObject({ callId: 'c' });
  });

  it('name the fields that have no place', () => {
    const contents = [
      {
        role: 'user',
        extra: 1,
        parts: [
          { text: 'a', video_metadata: { fps: 1 } },
          { functionResponse: { name: 'f', response: {}, scheduling: 'SILENT' } },
        ],
      },
    ];
    expect(readCall({ contents }).extraFields).toEqual([
      'message.extra',
      'message.video_metadata',
      'message.functionResponse.scheduling',
    ]);
  });
});

describe('function responses', () => {
  const idsOf = (contents: readonly unknown[]): string[] =>
    readCall({ contents }).messages.flatMap(({ blocks }) =>
      blocks.flatMap(block =>
        block.type === 'toolCall' ? [block.id] : block.type === 'toolResult' ? [block.callId] : [],
      ),
    );
  const calls = (...names: string[]): unknown => ({
    role: 'model',
    parts: names.map(name => ({ functionCall: { name } })),
  });
  const answers = (...names: string[]): unknown => ({
    role: 'function',
    parts: names.map(name => ({ functionResponse: { name, response: {} } })),
  });

  it('without ids belong to calls by name, then by order', () => {
    expect(idsOf([calls('f', 'g', 'f'), answers('g', 'f', 'f')])).toEqual([
      'call_0_f',
      'call_1_g',
      'call_2_f',
      'call_1_g',
      'call_0_f',
      'call_2_f',
    ]);
    expect(idsOf([calls('f'), answers('renamed')])).toEqual(['call_0_f', 'call_0_f']);
  });

  it('belong to the calls of the content before them, not to older ones', () => {
    expect(idsOf([calls('f', 'g'), answers('f'), calls('g'), answers('g')])).toEqual([
      'call_0_f',
      'call_1_g',
      'call_0_f',
      'call_2_g',
      'call_2_g',
    ]);
  });

  it('without a call get an id of their own', () => {
    expect(idsOf([answers('f', 'f')])).toEqual(['call_0_f', 'call_1_f']);
  });

  it.each([
    [{ result: 'sun' }, { content: [{ type: 'text', text: 'sun' }] }],
    [{ output: 'sun' }, { content: [{ type: 'text', text: 'sun' }] }],
    [{ error: 'no sun' }, { content: [{ type: 'text', text: 'no sun' }], isError: true }],
    [{ result: { deg: 1 } }, { content: [{ type: 'text', text: '{"result":{"deg":1}}' }] }],
    [{ deg: 1, unit: 'c' }, { content: [{ type: 'text', text: '{"deg":1,"unit":"c"}' }] }],
    [{}, { content: [{ type: 'text', text: '{}' }] }],
  ])('are read from %j', (response, expected) => {
    const contents = [
      { role: 'user', parts: [{ text: 'so' }, { functionResponse: { id: 'c', name: 'f', response } }] },
    ];
    expect(readCall({ contents }).messages[0]?.blocks).toEqual([
      { type: 'toolResult', callId: 'c', name: 'f', ...expected },
      { type: 'text', text: 'so' },
    ]);
  });

  it('may hold images', () => {
    const parts = [{ inlineData: { mimeType: 'image/png', data: 'AA' } }];
    const contents = [{ parts: [{ functionResponse: { id: 'c', name: 'f', response: { result: 'see' }, parts } }] }];
    expect(readCall({ contents }).messages[0]?.blocks[0]).toMatchObject({
      content: [{ text: 'see' }, { type: 'image', source: { data: 'AA' } }],
    });
  });
});

it('names all other fields as extra', () => {
  const call = readCall({
    contents: 'hi',
    model: 'models/m',
    safetySettings: [],
    labels: { a: 'b' },
    service_tier: 'flex',
    generation_config: {
      media_resolution: 'LOW',
      responseMimeType: 'image/png',
      thinkingConfig: { thinkingLevel: 'odd' },
    },
    toolConfig: { retrievalConfig: {} },
  });
  expect(call.settings).toEqual({ reasoning: { isShown: false }, serviceTier: 'flex' });
  expect([...call.extraFields].sort()).toEqual([
    'generationConfig.media_resolution',
    'generationConfig.responseMimeType',
    'generationConfig.thinkingConfig.thinkingLevel',
    'labels',
    'safetySettings',
    'toolConfig.retrievalConfig',
  ]);
});

it('reads a stored context as a stored file, which only its provider can read', () => {
  const { messages } = readCall({ contents: 'hi', cachedContent: 'cachedContents/abc' });
  expect(messages[0]).toEqual({
    role: 'user',
    blocks: [{ type: 'file', source: { kind: 'stored', id: 'cachedContents/abc' } }],
  });
  expect(readCall({ contents: 'hi', cachedContent: 'odd' }).extraFields).toEqual(['cachedContent']);
});
