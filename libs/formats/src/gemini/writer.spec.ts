import { noUsage } from '@contracts';
import { AnswerFolder } from '../canonical/fold-answer';
import { type ChatBlock, type FinishReason } from '../canonical/chat';
import { type ChatAnswer, type ChatEvent } from '../canonical/chat-answer';
import { type AnswerContext } from '../canonical/chat-format';
import { type JsonObject, asList, at } from '../json/read-value';
import { geminiFormat } from './index';

function contextFor(isShown: boolean): AnswerContext {
  return {
    model: 'asked-for',
    call: { messages: [], tools: [], settings: { reasoning: { isShown } }, extraFields: [] },
    parsed: {},
    createdAtSeconds: 0,
    wantsUsage: true,
    estimatedPromptTokens: 5,
    newId: prefix => `${prefix}made`,
  };
}

/** The objects in the frames that a writer makes of these events. */
function stream(events: readonly ChatEvent[], isShown = true): JsonObject[] {
  const writer = geminiFormat.openWriter(contextFor(isShown));
  const text = events.map(event => writer.write(event)).join('') + writer.end();
  expect(text.endsWith('\r\n\r\n')).toBe(true);
  return text
    .slice(0, -4)
    .split('\r\n\r\n')
    .map(frame => {
      expect(frame.startsWith('data: {')).toBe(true);
      return JSON.parse(frame.slice(6)) as JsonObject;
    });
}

function partsOf(objects: readonly JsonObject[]): unknown[] {
  return objects.flatMap(object => asList(at(object, 'candidates', 0, 'content', 'parts')));
}

function last(objects: readonly JsonObject[]): unknown {
  return objects.at(-1);
}

const start: ChatEvent = { type: 'start', id: 'r1', model: 'theirs' };

function text(words: string, choice = 0): ChatEvent {
  return { type: 'text', choice, text: words };
}

function toolCall(call: number, name: string): ChatEvent {
  return {
    type: 'toolCall',
    choice: 0,
    call,
    id: `c${call}`,
    name,
    kind: 'function',
  };
}

function toolArguments(call: number, words: string): ChatEvent {
  return {
    type: 'toolArguments',
    choice: 0,
    call,
    text: words,
  };
}

function finish(reason: FinishReason): ChatEvent {
  return { type: 'finish', choice: 0, reason };
}

const usage: ChatEvent = {
  type: 'usage',
  usage: {
    kind: 'reported',
    isZero: false,
    usage: { ...noUsage, promptTokens: 7, cachedReadTokens: 3, completionTokens: 8, reasoningTokens: 3, calls: 1 },
  },
};

it('streams text, and ends with finish reason and usage', () => {
  expect(stream([start, text('Hi'), text(''), text('!'), finish('stop'), usage])).toEqual([
    {
      candidates: [{ content: { role: 'model', parts: [{ text: 'Hi' }] }, index: 0 }],
      modelVersion: 'asked-for',
      responseId: 'r1',
    },
    {
      candidates: [{ content: { role: 'model', parts: [{ text: '!' }] }, index: 0 }],
      modelVersion: 'asked-for',
      responseId: 'r1',
    },
    {
      candidates: [{ content: { role: 'model', parts: [{ text: '' }] }, finishReason: 'STOP', index: 0 }],
      usageMetadata: {
        promptTokenCount: 10,
        candidatesTokenCount: 5,
        totalTokenCount: 18,
        cachedContentTokenCount: 3,
        thoughtsTokenCount: 3,
        promptTokensDetails: [{ modality: 'TEXT', tokenCount: 10 }],
      },
      modelVersion: 'asked-for',
      responseId: 'r1',
    },
  ]);
});

it.each([
  ['stop', 'STOP'],
  ['toolCalls', 'STOP'],
  ['length', 'MAX_TOKENS'],
  ['contentFilter', 'SAFETY'],
  ['unknown', 'OTHER'],
] as const)('ends an answer for %s with %s', (reason, finishReason) => {
  expect(last(stream([text('x'), finish(reason)]))).toMatchObject({ candidates: [{ finishReason }] });
});

describe('calls for a Gemini caller', () => {
  it('are whole, even if their arguments interleave', () => {
    const objects = stream([
      toolCall(0, 'f'),
      toolCall(1, 'g'),
      toolArguments(0, '{"a"'),
      toolArguments(1, '{"b":'),
      toolArguments(0, ':1}'),
      toolArguments(1, '2}'),
      finish('stop'),
    ]);
    expect(partsOf(objects)).toEqual([
      { functionCall: { id: 'c0', name: 'f', args: { a: 1 } } },
      { functionCall: { id: 'c1', name: 'g', args: { b: 2 } } },
    ]);
    expect(last(objects)).toMatchObject({ candidates: [{ finishReason: 'STOP' }] });
  });

  it('are sent as soon as they are complete and another event comes', () => {
    const writer = geminiFormat.openWriter(contextFor(true));
    const sent = [toolCall(0, 'f'), toolArguments(0, '{"a":1}')].map(event => writer.write(event));
    expect(sent).toEqual(['', '']);
    expect(writer.write(toolCall(1, 'g'))).toContain('"functionCall":{"id":"c0","name":"f","args":{"a":1}}');
    expect(writer.write(text('so'))).not.toContain('functionCall');
    expect(writer.end()).toContain('"functionCall":{"id":"c1","name":"g","args":{}}');
  });

  it.each(['', '{', '[1]', '{"a":1'])('with the arguments %j have none', words => {
    const objects = stream([toolCall(0, 'f'), toolArguments(0, words), finish('length')]);
    expect(partsOf(objects)).toEqual([{ functionCall: { id: 'c0', name: 'f', args: {} } }]);
    expect(last(objects)).toMatchObject({ candidates: [{ finishReason: 'MAX_TOKENS' }] });
  });

  it('end an answer without a finish reason regularly', () => {
    expect(last(stream([toolCall(0, 'f')]))).toMatchObject({ candidates: [{ finishReason: 'STOP' }] });
  });
});

it('keeps the order of reasoning, text and call, and shows reasoning only to callers who asked for it', () => {
  const events: ChatEvent[] = [
    { type: 'reasoning', choice: 0, text: 'plan' },
    text('Hi'),
    toolCall(0, 'f'),
    finish('toolCalls'),
  ];
  const rest = [{ text: 'Hi' }, { functionCall: { id: 'c0', name: 'f', args: {} } }];
  expect(partsOf(stream(events))).toEqual([{ text: 'plan', thought: true }, ...rest]);
  expect(partsOf(stream(events, false))).toEqual(rest);
});

it('ends an answer without any content with a valid response', () => {
  for (const objects of [stream([]), stream([start])]) {
    expect(objects).toHaveLength(1);
    expect(objects[0]).toMatchObject({
      candidates: [{ content: { role: 'model', parts: [{ text: '' }] }, finishReason: 'OTHER', index: 0 }],
    });
    expect(objects[0]).not.toHaveProperty('usageMetadata');
  }
  expect(stream([])[0]?.responseId).toBe('made');
});

it('keeps alternatives apart', () => {
  const objects = stream([text('a', 1), text('b', 0), finish('stop'), { type: 'finish', choice: 1, reason: 'length' }]);
  expect(objects[0]).toMatchObject({ candidates: [{ content: { parts: [{ text: 'a' }] }, index: 1 }] });
  expect(last(objects)).toMatchObject({
    candidates: [
      { finishReason: 'STOP', index: 0 },
      { finishReason: 'MAX_TOKENS', index: 1 },
    ],
  });
});

it('writes images, audio with its transcript, and refusals', () => {
  const objects = stream([
    { type: 'image', choice: 0, mime: 'image/png', data: 'AAAA' },
    { type: 'audio', choice: 0, data: 'BBBB', format: 'wav', transcript: 'said' },
    { type: 'refusal', choice: 0, text: 'no' },
    finish('stop'),
  ]);
  expect(partsOf(objects).slice(0, -1)).toEqual([
    { inlineData: { mimeType: 'image/png', data: 'AAAA' } },
    { text: 'said' },
    { inlineData: { mimeType: 'audio/wav', data: 'BBBB' } },
    { text: 'no' },
  ]);
});

it('writes citations with byte offsets, and logprobs', () => {
  const entry = (token: string): JsonObject => ({ token, logprob: -0.5, bytes: [...Buffer.from(token)] });
  const objects = stream([
    text('🎈 '),
    text('é!'),
    { type: 'citation', choice: 0, citation: { url: 'https://a.example', title: 'A', start: 3, end: 4 } },
    { type: 'citation', choice: 0, citation: { url: 'https://b.example', title: 'B' } },
    { type: 'logprobs', choice: 0, logprobs: { content: [{ ...entry('é'), top_logprobs: [entry('é')] }] } },
    finish('stop'),
  ]);
  expect(last(objects)).toMatchObject({
    candidates: [
      {
        groundingMetadata: {
          groundingChunks: [
            { web: { uri: 'https://a.example', title: 'A' } },
            { web: { uri: 'https://b.example', title: 'B' } },
          ],
          groundingSupports: [{ segment: { startIndex: 5, endIndex: 7, text: 'é' }, groundingChunkIndices: [0] }],
        },
        logprobsResult: {
          chosenCandidates: [{ token: 'é', logProbability: -0.5 }],
          topCandidates: [{ candidates: [{ token: 'é', logProbability: -0.5 }] }],
        },
      },
    ],
  });
});

describe('an answer that breaks', () => {
  const broken = { message: 'gone', type: 'upstream_error', code: null };

  it.each([
    [400, 'INVALID_ARGUMENT'],
    [401, 'UNAUTHENTICATED'],
    [402, 'PERMISSION_DENIED'],
    [403, 'PERMISSION_DENIED'],
    [404, 'NOT_FOUND'],
    [413, 'INVALID_ARGUMENT'],
    [429, 'RESOURCE_EXHAUSTED'],
    [499, 'CANCELLED'],
    [500, 'INTERNAL'],
    [502, 'UNAVAILABLE'],
    [503, 'UNAVAILABLE'],
    [529, 'UNAVAILABLE'],
    [504, 'DEADLINE_EXCEEDED'],
  ])('with status %d ends with the error %s and nothing after it', (status, word) => {
    const writer = geminiFormat.openWriter(contextFor(true));
    writer.write(text('Hi'));
    const sent = writer.fail({ ...broken, status });
    expect(sent).toBe(`data: {"error":{"code":${status},"message":"gone","status":"${word}"}}\r\n\r\n`);
    expect([writer.write(text('x')), writer.end(), writer.fail({ ...broken, status })]).toEqual(['', '', '']);
  });

  it('by an error of the provider ends with that error, too', () => {
    const writer = geminiFormat.openWriter(contextFor(true));
    expect(writer.write({ type: 'error', error: broken })).toContain('"status":"INTERNAL"');
    expect(writer.end()).toBe('');
  });
});

it('writes a whole answer in the form in which a stream ends', () => {
  const blocks: ChatBlock[] = [
    { type: 'reasoning', text: 'plan' },
    { type: 'text', text: 'Hi' },
    { type: 'toolCall', id: 'c', name: 'f', arguments: '{"a":1}', kind: 'function' },
  ];
  const reading = usage.type === 'usage' ? usage.usage : { kind: 'missing' as const };
  const answer: ChatAnswer = {
    id: 'r1',
    model: 'm',
    choices: [{ index: 0, blocks, finish: 'toolCalls' }],
    usage: reading,
  };
  const written = geminiFormat.writeAnswer(answer, contextFor(true));
  expect(written).toMatchObject({
    candidates: [
      {
        content: {
          role: 'model',
          parts: [
            { text: 'plan', thought: true },
            { text: 'Hi' },
            { functionCall: { id: 'c', name: 'f', args: { a: 1 } } },
          ],
        },
        finishReason: 'STOP',
        index: 0,
      },
    ],
    modelVersion: 'asked-for',
    responseId: 'r1',
  });
  const folder = new AnswerFolder();
  for (const event of geminiFormat.openReader().read({ event: '', data: JSON.stringify(written) })) folder.add(event);
  expect(folder.result()).toEqual({ ...answer, model: 'asked-for' });
});
