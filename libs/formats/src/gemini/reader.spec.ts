import { noUsage } from '@contracts';
import fc from 'fast-check';
import { AnswerFolder } from '../canonical/fold-answer';
import { type ChatAnswer, type ChatEvent } from '../canonical/chat-answer';
import { type UsageReading } from '../canonical/usage-reading';
import { geminiFormat } from './index';
import { writeGeminiUsage } from './usage';

const seal = { provider: 'google', kind: 'signature', value: 'c2ln' };

function candidate(parts: readonly unknown[], more: object = {}): object {
  return {
    candidates: [{ content: { role: 'model', parts }, ...more }],
  };
}

function read(...payloads: readonly unknown[]): readonly ChatEvent[] {
  const reader = geminiFormat.openReader();
  const events = payloads.flatMap(payload => reader.read({ event: '', data: JSON.stringify(payload) }));
  return [...events, ...reader.end(), ...reader.end()];
}

function fold(...payloads: readonly unknown[]): ChatAnswer {
  const folder = new AnswerFolder();
  for (const event of read(...payloads)) folder.add(event);
  return folder.result();
}

it('reads a stream with thoughts, text, a call and usage', () => {
  const events = read(
    { ...candidate([{ text: 'plan', thought: true }]), responseId: 'r1', modelVersion: 'gemini-3' },
    candidate([{ text: 'Hi', thoughtSignature: 'c2ln' }]),
    candidate([{ functionCall: { id: 'c1', name: 'f', args: { a: 1 } }, thoughtSignature: 'c2ln' }]),
    {
      ...candidate([{ text: '' }], { finishReason: 'STOP' }),
      usageMetadata: { promptTokenCount: 3, totalTokenCount: 9 },
    },
  );
  expect(events).toEqual([
    { type: 'start', id: 'r1', model: 'gemini-3' },
    { type: 'reasoning', choice: 0, text: 'plan' },
    { type: 'text', choice: 0, text: 'Hi', seal },
    { type: 'toolCall', choice: 0, call: 0, id: 'c1', name: 'f', kind: 'function', seal },
    { type: 'toolArguments', choice: 0, call: 0, text: '{"a":1}' },
    { type: 'finish', choice: 0, reason: 'toolCalls' },
    { type: 'usage', usage: expect.objectContaining({ kind: 'reported' }) as UsageReading },
  ]);
});

it('reads images with their seals, audio and code, and skips drafts and unknown parts', () => {
  const { choices } = fold(
    candidate([
      { inlineData: { mimeType: 'image/png', data: 'ZHJhZnQ=' }, thought: true },
      { inlineData: { mimeType: 'image/png', data: 'AAAA' }, thoughtSignature: 'c2ln' },
      { inlineData: { mimeType: 'audio/L16;codec=pcm;rate=24000', data: 'BBBB' } },
      { inlineData: { mimeType: 'video/mp4', data: 'CCCC' } },
      { executableCode: { language: 'PYTHON', code: 'x()' } },
      { brandNew: {} },
    ]),
  );
  expect(choices[0]?.blocks).toEqual([
    { type: 'reasoning', text: '', seal },
    { type: 'image', source: { kind: 'data', mime: 'image/png', data: 'AAAA' } },
    { type: 'audio', data: 'BBBB', format: 'pcm16', transcript: '' },
    { type: 'text', text: '\n```python\nx()\n```\n' },
  ]);
});

it('gives calls without ids different ids, in one answer and between answers', () => {
  const idsOf = (responseId: string): string[] =>
    read({ ...candidate([{ functionCall: { name: 'f' } }, { functionCall: { name: 'f' } }]), responseId }).flatMap(
      event => (event.type === 'toolCall' ? [event.id] : []),
    );
  const ids = [...idsOf('a'), ...idsOf('b')];
  expect(new Set(ids).size).toBe(4);
  for (const id of ids) expect(id).toMatch(/^call_[0-9a-f]{24}$/);
  expect(idsOf('a')).toEqual(ids.slice(0, 2));
});

it('announces a whole call at once', () => {
  const chunk = candidate([{ functionCall: { id: 'c', name: 'f' } }]);
  const events = geminiFormat.openReader().read({ event: '', data: JSON.stringify(chunk) });
  expect(events.map(event => event.type)).toEqual(['start', 'toolCall', 'toolArguments']);
});

describe('calls that come in pieces', () => {
  const piece = (fields: object): object => candidate([{ functionCall: fields }]);
  const set = (jsonPath: string, value: object): object =>
    piece({ partialArgs: [{ jsonPath, ...value }], willContinue: true });
  const argumentsOf = (...pieces: readonly object[]): string[] =>
    (fold(piece({ name: 'f', willContinue: true }), ...pieces).choices[0]?.blocks ?? []).flatMap(block =>
      block.type === 'toolCall' ? [block.arguments] : [],
    );

  it('are put together by path', () => {
    expect(
      argumentsOf(
        set('$.city', { stringValue: 'Ro', willContinue: true }),
        set('$.city', { stringValue: 'me' }),
        set('$.a.b[1].c', { numberValue: 2 }),
        set("$['odd.key']", { boolValue: false }),
        set('$.none', { nullValue: 'NULL_VALUE' }),
        piece({}),
      ),
    ).toEqual(['{"city":"Rome","a":{"b":[null,{"c":2}]},"odd.key":false,"none":null}']);
  });

  it('end with the next call, with other parts, or with the stream', () => {
    expect(argumentsOf(set('$.a', { numberValue: 1 }), piece({ name: 'g', args: { b: 2 } }))).toEqual([
      '{"a":1}',
      '{"b":2}',
    ]);
    expect(argumentsOf(set('$.a', { numberValue: 1 }), candidate([{ text: 'x' }]))).toEqual(['{"a":1}']);
    expect(argumentsOf(set('$.a', { numberValue: 1 }))).toEqual(['{"a":1}']);
  });

  it('cannot reach beyond their own object', () => {
    expect(
      argumentsOf(
        set('$.__proto__.hacked', { boolValue: true }),
        set('$.list[99999999]', { numberValue: 1 }),
        set('no path', { numberValue: 1 }),
        set('$[0]', { numberValue: 1 }),
        set('$.a', { numberValue: 1 }),
        set('$.a.b', { numberValue: 2 }),
      ),
    ).toEqual(['{"__proto__":{"hacked":true},"a":{"b":2}}']);
    expect(({} as { hacked?: boolean }).hacked).toBeUndefined();
  });
});

describe('the end of an answer', () => {
  it.each([
    ['STOP', 'stop'],
    ['MAX_TOKENS', 'length'],
    ['SAFETY', 'contentFilter'],
    ['RECITATION', 'contentFilter'],
    ['IMAGE_SAFETY', 'contentFilter'],
    ['MALFORMED_FUNCTION_CALL', 'stop'],
    ['OTHER', 'stop'],
    ['BRAND_NEW', 'unknown'],
  ])('is read from %s as %s', (finishReason, finish) => {
    expect(fold(candidate([], { finishReason })).choices[0]).toEqual({ index: 0, blocks: [], finish });
  });

  it('is announced once, and not invented', () => {
    const finished = candidate([], { finishReason: 'STOP' });
    expect(read(finished, finished).filter(event => event.type === 'finish')).toHaveLength(1);
    expect(read(candidate([{ text: 'x' }])).some(event => event.type === 'finish')).toBe(false);
    const reader = geminiFormat.openReader();
    reader.read({ event: '', data: JSON.stringify(finished) });
    expect(reader.isDone).toBe(false);
  });

  it('may come before the last text', () => {
    const { choices } = fold(candidate([{ text: 'a' }], { finishReason: 'STOP' }), candidate([{ text: 'b' }]));
    expect(choices).toEqual([{ index: 0, blocks: [{ type: 'text', text: 'ab' }], finish: 'stop' }]);
  });

  it('is a refusal when the prompt was blocked', () => {
    expect(fold({ promptFeedback: { blockReason: 'SAFETY' } }).choices).toEqual([
      { index: 0, blocks: [], finish: 'contentFilter' },
    ]);
  });
});

it('keeps alternatives apart', () => {
  const both = {
    candidates: [
      { index: 1, content: { parts: [{ text: 'b' }] } },
      { content: { parts: [{ text: 'c' }] }, index: 0 },
    ],
  };
  expect(fold(both, both).choices.map(choice => choice.blocks[0])).toEqual([
    { type: 'text', text: 'cc' },
    { type: 'text', text: 'bb' },
  ]);
});

it('reads citations with byte offsets, once each', () => {
  const groundingMetadata = {
    groundingChunks: [{ web: { uri: 'https://a.example', title: 'A' } }, { web: { uri: 'https://b.example' } }],
    groundingSupports: [
      { segment: { endIndex: 4 }, groundingChunkIndices: [0, 7] },
      { segment: { startIndex: 5, endIndex: 7 }, groundingChunkIndices: [0, 1] },
    ],
  };
  const grounded = candidate([], { groundingMetadata, finishReason: 'STOP' });
  const [block] =
    fold(candidate([{ text: '🎈 ' }]), candidate([{ text: 'é!' }]), grounded, grounded).choices[0]?.blocks ?? [];
  expect(block).toEqual({
    type: 'text',
    text: '🎈 é!',
    citations: [
      { url: 'https://a.example', title: 'A', start: 0, end: 2 },
      { url: 'https://a.example', title: 'A', start: 3, end: 4 },
      { url: 'https://b.example', title: '', start: 3, end: 4 },
    ],
  });
  const bare = candidate([{ text: 'x' }], {
    groundingMetadata: { groundingChunks: groundingMetadata.groundingChunks },
  });
  expect(fold(bare).choices[0]?.blocks[0]).toMatchObject({
    citations: [
      { url: 'https://a.example', title: 'A' },
      { url: 'https://b.example', title: '' },
    ],
  });
});

it('reads citations of a later part of one answer', () => {
  const groundingMetadata = {
    groundingChunks: [{ web: { uri: 'https://a.example', title: 'A' } }],
    groundingSupports: [{ segment: { partIndex: 1, endIndex: 2 }, groundingChunkIndices: [0] }],
  };
  const whole = candidate([{ text: 'abc' }, { text: 'de' }], { groundingMetadata });
  expect(geminiFormat.readAnswer(whole).choices[0]?.blocks[0]).toMatchObject({ citations: [{ start: 3, end: 5 }] });
});

it('reads logprobs in the OpenAI form', () => {
  const token = (text: string): object => ({ token: text, logProbability: -0.5 });
  const logprobsResult = { chosenCandidates: [token('H')], topCandidates: [{ candidates: [token('H'), token('J')] }] };
  const shown = (text: string): object => ({ token: text, logprob: -0.5, bytes: [...Buffer.from(text)] });
  expect(fold(candidate([{ text: 'H' }], { logprobsResult })).choices[0]?.logprobs).toEqual({
    content: [{ ...shown('H'), top_logprobs: [shown('H'), shown('J')] }],
  });
});

it.each([
  [{ error: { code: 503, message: 'overloaded', status: 'UNAVAILABLE' } }],
  [[{ error: { code: 503, message: 'overloaded', status: 'UNAVAILABLE' } }]],
])('reads the error %j', payload => {
  const error = { message: 'overloaded', type: 'unavailable', code: '503' };
  expect(read(payload)).toEqual([{ type: 'error', error }]);
  expect(geminiFormat.signs.errorOf(payload)).toEqual(error);
  expect(geminiFormat.signs.errorOf(candidate([]))).toBeNull();
});

describe('usage of a Gemini answer', () => {
  const usageOf = (usageMetadata: unknown): UsageReading =>
    geminiFormat.signs.usageAfter({ usageMetadata }, { kind: 'missing' });
  const detail = (modality: string, tokenCount: number): object => ({ modality, tokenCount });

  it.each([
    [
      { promptTokenCount: 29, candidatesTokenCount: 15, thoughtsTokenCount: 45, totalTokenCount: 89 },
      { promptTokens: 29, completionTokens: 60, reasoningTokens: 45 },
    ],
    [
      { promptTokenCount: 10, thoughtsTokenCount: 5, totalTokenCount: 15 },
      { promptTokens: 10, completionTokens: 5, reasoningTokens: 5 },
    ],
    [
      { promptTokenCount: 10, totalTokenCount: 18 },
      { promptTokens: 10, completionTokens: 8 },
    ],
    [
      { promptTokenCount: 10, cachedContentTokenCount: 4, candidatesTokenCount: 1 },
      { promptTokens: 6, cachedReadTokens: 4, completionTokens: 1 },
    ],
    [
      { promptTokenCount: 10, toolUsePromptTokenCount: 7, candidatesTokenCount: 1, totalTokenCount: 18 },
      { promptTokens: 17, completionTokens: 1 },
    ],
    // thoughts that are counted among the candidates' tokens
    [
      { promptTokenCount: 10, candidatesTokenCount: 9, thoughtsTokenCount: 4, totalTokenCount: 19 },
      { promptTokens: 10, completionTokens: 9, reasoningTokens: 4 },
    ],
    [
      {
        promptTokenCount: 20,
        candidatesTokenCount: 30,
        promptTokensDetails: [detail('AUDIO', 5), detail('IMAGE', 6), detail('TEXT', 9)],
        candidatesTokensDetails: [detail('IMAGE', 25), detail('AUDIO', 2)],
      },
      {
        promptTokens: 9,
        audioInputTokens: 5,
        imageInputTokens: 6,
        completionTokens: 3,
        imageOutputTokens: 25,
        audioOutputTokens: 2,
      },
    ],
  ])('is read from %j', (metadata, expected) => {
    const reading = usageOf(metadata);
    if (reading.kind !== 'reported') throw new Error(reading.kind);
    const nonZero = Object.entries(reading.usage).filter(([key, count]) => count !== 0 && key !== 'calls');
    expect(Object.fromEntries(nonZero)).toEqual(expected);
  });

  it('is the same after it was written and read back', () => {
    const count = fc.integer({ min: 0, max: 5000 });
    const buckets = fc.record({
      promptTokens: count,
      cachedReadTokens: count,
      audioInputTokens: count,
      imageInputTokens: count,
      audioOutputTokens: count,
      imageOutputTokens: count,
      reasoningTokens: count,
      said: count,
    });
    fc.assert(
      fc.property(buckets, ({ said, ...given }) => {
        const usage = { ...noUsage, ...given, completionTokens: given.reasoningTokens + said, calls: 1 };
        expect(usageOf(writeGeminiUsage(usage))).toMatchObject({ kind: 'reported', usage });
      }),
    );
  });

  it('is missing or nonsense, but not zero, when it is absent or invalid', () => {
    expect(usageOf({ trafficType: 'ON_DEMAND' })).toEqual({ kind: 'missing' });
    expect(usageOf({ promptTokenCount: -1 })).toMatchObject({ kind: 'nonsense' });
    const known: UsageReading = { kind: 'nonsense', reason: 'before' };
    expect(geminiFormat.signs.usageAfter({ usageMetadata: { trafficType: 'X' } }, known)).toBe(known);
    expect(usageOf({ promptTokenCount: 0 })).toMatchObject({ isZero: true });
  });
});
