import { type SealedReasoning } from '../canonical/seal';
import { type ChatCall, type Seal } from '../canonical/chat';
import { type ChatAnswer, type ChatEvent } from '../canonical/chat-answer';
import { type AnswerContext } from '../canonical/chat-format';
import { foldFrames, sseFrames } from '../testing/fold-frames';
import { type JsonObject, at, isJsonObject } from '../json/read-value';
import { openaiFormat } from './index';
import { openSealedId } from './sealed-ids';

const CALL: ChatCall = { messages: [], tools: [], settings: {}, extraFields: [] };

function contextOf(changes: Partial<AnswerContext> = {}): AnswerContext {
  return {
    model: 'asked-for',
    call: CALL,
    parsed: {},
    createdAtSeconds: 1_760_000_000,
    wantsUsage: true,
    estimatedPromptTokens: 1,
    newId: prefix => `${prefix}new`,
    ...changes,
  };
}

const USAGE = {
  kind: 'reported',
  isZero: false,
  usage: {
    promptTokens: 5,
    cachedReadTokens: 3,
    cacheWrite5mTokens: 2,
    cacheWrite1hTokens: 0,
    audioInputTokens: 0,
    imageInputTokens: 0,
    completionTokens: 7,
    reasoningTokens: 4,
    audioOutputTokens: 0,
    imageOutputTokens: 0,
    calls: 1,
    webSearches: 0,
  },
} as const;

function written(events: readonly ChatEvent[], changes: Partial<AnswerContext> = {}): string {
  const writer = openaiFormat.openWriter(contextOf(changes));
  return events.map(event => writer.write(event)).join('') + writer.end();
}

function chunksOf(text: string): JsonObject[] {
  return sseFrames(text)
    .map(({ data }) => (data === '[DONE]' ? data : (JSON.parse(data) as unknown)))
    .filter(isJsonObject);
}

function deltasOf(text: string): unknown[] {
  return chunksOf(text).map(chunk => at(chunk, 'choices', 0, 'delta'));
}

function back(text: string): ChatAnswer {
  return foldFrames(sseFrames(text), openaiFormat.openReader());
}

describe('a stream for a chat caller', () => {
  it('opens with the role, ends with reason, usage and end mark, and names the model that the caller asked for', () => {
    const text = written([
      { type: 'start', id: 'msg_1', model: 'provider-model' },
      { type: 'text', choice: 0, text: 'Hi' },
      { type: 'finish', choice: 0, reason: 'stop' },
      { type: 'usage', usage: USAGE },
    ]);
    const head = { id: 'chatcmpl-new', object: 'chat.completion.chunk', created: 1_760_000_000, model: 'asked-for' };
    const choice = { index: 0, logprobs: null, finish_reason: null };
    expect(chunksOf(text)).toEqual([
      { ...head, choices: [{ ...choice, delta: { role: 'assistant', content: '', refusal: null } }], usage: null },
      { ...head, choices: [{ ...choice, delta: { content: 'Hi' } }], usage: null },
      { ...head, choices: [{ ...choice, delta: {}, finish_reason: 'stop' }], usage: null },
      {
        ...head,
        choices: [],
        usage: {
          prompt_tokens: 10,
          completion_tokens: 7,
          total_tokens: 17,
          prompt_tokens_details: { cached_tokens: 3, audio_tokens: 0, cache_write_tokens: 2 },
          completion_tokens_details: {
            reasoning_tokens: 4,
            audio_tokens: 0,
            accepted_prediction_tokens: 0,
            rejected_prediction_tokens: 0,
          },
        },
      },
    ]);
    expect(text.endsWith('data: [DONE]\n\n')).toBe(true);
    expect(back(text).usage).toEqual(USAGE);
  });

  it('does not mention usage to callers who did not ask for it', () => {
    expect(written([{ type: 'usage', usage: USAGE }], { wantsUsage: false })).not.toContain('usage');
  });

  it('is valid when nothing at all was generated', () => {
    const text = written([]);
    expect(deltasOf(text)).toEqual([{ role: 'assistant', content: '', refusal: null }, {}]);
    expect(text).toContain('"finish_reason":"stop"');
    expect(text).toContain('[DONE]');
  });

  it('fills in the finish reason that the provider did not give', () => {
    const call: ChatEvent = { type: 'toolCall', choice: 0, call: 0, id: 'a', name: 'f', kind: 'function' };
    expect(written([{ type: 'text', choice: 0, text: 'x' }])).toContain('"finish_reason":"stop"');
    expect(written([call])).toContain('"finish_reason":"tool_calls"');
    expect(written([call, { type: 'finish', choice: 0, reason: 'unknown' }])).toContain('"finish_reason":"tool_calls"');
  });

  it('keeps calls apart whose arguments interleave, and holds the finish reason back until the end', () => {
    const text = written([
      { type: 'toolCall', choice: 0, call: 0, id: 'a', name: 'f', kind: 'function' },
      { type: 'toolCall', choice: 0, call: 1, id: 'b', name: 'g', kind: 'custom' },
      { type: 'toolArguments', choice: 0, call: 0, text: '{"x"' },
      { type: 'toolArguments', choice: 0, call: 1, text: 'fr' },
      { type: 'finish', choice: 0, reason: 'toolCalls' },
      { type: 'toolArguments', choice: 0, call: 1, text: 'ee' },
      { type: 'toolArguments', choice: 0, call: 0, text: ':1}' },
    ]);
    expect(back(text).choices).toEqual([
      {
        index: 0,
        finish: 'toolCalls',
        blocks: [
          { type: 'toolCall', id: 'a', name: 'f', arguments: '{"x":1}', kind: 'function' },
          { type: 'toolCall', id: 'b', name: 'g', arguments: 'free', kind: 'custom' },
        ],
      },
    ]);
  });

  it('carries refusals, images, speech, logprobs and alternatives', () => {
    const events: ChatEvent[] = [
      { type: 'refusal', choice: 1, text: 'no' },
      { type: 'text', choice: 0, text: 'see' },
      { type: 'logprobs', choice: 0, logprobs: { content: [{ token: 'see' }] } },
      { type: 'image', choice: 0, mime: 'image/png', data: 'AAEC' },
      { type: 'audio', choice: 0, data: 'AAEC', format: 'pcm16', transcript: 'se' },
      { type: 'audio', choice: 0, data: 'Aw==', format: 'pcm16', transcript: 'e' },
    ];
    expect(back(written(events)).choices).toEqual([
      {
        index: 0,
        finish: 'stop',
        logprobs: { content: [{ token: 'see' }] },
        blocks: [
          { type: 'text', text: 'see' },
          { type: 'image', source: { kind: 'data', mime: 'image/png', data: 'AAEC' } },
          { type: 'audio', data: 'AAECAw==', format: 'pcm16', transcript: 'see', id: 'audio_new' },
        ],
      },
      { index: 1, finish: 'stop', blocks: [{ type: 'refusal', text: 'no' }] },
    ]);
  });

  it('counts citations through the whole content', () => {
    const cite = (start: number, end: number): ChatEvent => ({
      type: 'citation',
      choice: 0,
      citation: { url: 'https://s.example', title: 'S', start, end },
    });
    const text = written([
      { type: 'text', choice: 0, text: 'abc' },
      { type: 'reasoning', choice: 0, text: 'hm' },
      { type: 'text', choice: 0, text: 'def' },
      { type: 'text', choice: 0, text: 'ghi' },
      cite(1, 4),
      { type: 'citation', choice: 0, citation: { url: 'https://t.example', title: 'T' } },
    ]);
    expect(text).toContain('"start_index":4,"end_index":7');
    expect(text).toContain('"start_index":0,"end_index":0');
  });

  it('ends a broken answer with an error, and with nothing that looks like a regular end', () => {
    const writer = openaiFormat.openWriter(contextOf());
    const begun = writer.write({ type: 'text', choice: 0, text: 'Hi' });
    const failed = writer.fail({ message: 'gone', type: 'server_error', code: null, status: 502 });
    expect(failed).toBe('data: {"error":{"message":"gone","type":"server_error","param":null,"code":null}}\n\n');
    expect(begun + failed + writer.end()).not.toMatch(/\[DONE\]|"finish_reason":"/);
  });

  it('uses function_call for callers who send functions', () => {
    const parsed = { functions: [{ name: 'f' }] };
    const events: ChatEvent[] = [
      { type: 'toolCall', choice: 0, call: 0, id: 'a', name: 'f', kind: 'function' },
      { type: 'toolArguments', choice: 0, call: 0, text: '{}' },
      { type: 'toolCall', choice: 0, call: 1, id: 'b', name: 'g', kind: 'function' },
      { type: 'toolArguments', choice: 0, call: 1, text: '{"second":1}' },
      { type: 'finish', choice: 0, reason: 'toolCalls' },
    ];
    const text = written(events, { parsed });
    expect(deltasOf(text).slice(1)).toEqual([
      { function_call: { name: 'f', arguments: '' } },
      { function_call: { arguments: '{}' } },
      {},
    ]);
    expect(text).toContain('"finish_reason":"function_call"');
    const body = openaiFormat.writeAnswer(back(written(events)), contextOf({ parsed }));
    expect(at(body, 'choices', 0)).toMatchObject({
      message: { content: null, function_call: { name: 'f', arguments: '{}' } },
      finish_reason: 'function_call',
    });
  });
});

describe('seals that pass through a chat caller', () => {
  const seal: Seal = { provider: 'anthropic', kind: 'signature', value: 'c2ln' };
  const redacted: Seal = { provider: 'anthropic', kind: 'redacted', value: 'eHl6' };
  const item: Seal = { provider: 'openai', kind: 'encrypted', value: 'ZW5j', id: 'rs_1' };
  const own: Seal = { provider: 'google', kind: 'signature', value: 'dGg=' };
  const answer: ChatAnswer = {
    id: '',
    model: 'm',
    usage: { kind: 'missing' },
    choices: [
      {
        index: 0,
        finish: 'toolCalls',
        blocks: [
          { type: 'reasoning', text: 'first thought', seal },
          { type: 'reasoning', text: '', seal: redacted },
          { type: 'text', text: 'Let me see.' },
          { type: 'toolCall', id: 'a', name: 'f', arguments: '{}', kind: 'function' },
          { type: 'reasoning', text: 'summary', seal: item },
          { type: 'toolCall', id: 'b', name: 'f', arguments: '{}', kind: 'function', seal: own },
        ],
      },
    ],
  };

  it('come back unchanged in the next turn from a whole answer', () => {
    const body = openaiFormat.writeAnswer(answer, contextOf());
    const message = at(body, 'choices', 0, 'message');
    const call = openaiFormat.readCall({ messages: [message] });
    expect(call.messages[0]?.blocks).toEqual(answer.choices[0]?.blocks);
    expect(call.extraFields).toEqual([]);
  });

  it('come back from a stream, even when the caller keeps no reasoning', () => {
    const events: ChatEvent[] = [
      { type: 'reasoning', choice: 0, text: 'first ' },
      { type: 'reasoning', choice: 0, text: 'thought' },
      { type: 'seal', choice: 0, seal },
      { type: 'seal', choice: 0, seal: redacted },
      { type: 'text', choice: 0, text: 'Let me see.' },
      { type: 'toolCall', choice: 0, call: 0, id: 'a', name: 'f', kind: 'function' },
      { type: 'reasoning', choice: 0, text: 'summary' },
      { type: 'seal', choice: 0, seal: item },
      { type: 'toolCall', choice: 0, call: 1, id: 'b', name: 'f', kind: 'function', seal: own },
    ];
    const ids = chunksOf(written(events)).flatMap(chunk => {
      const id = at(chunk, 'choices', 0, 'delta', 'tool_calls', 0, 'id');
      return typeof id === 'string' ? [id] : [];
    });
    const toolCalls = ids.map(id => ({ id, type: 'function', function: { name: 'f', arguments: '{}' } }));
    const call = openaiFormat.readCall({
      messages: [{ role: 'assistant', content: 'Let me see.', tool_calls: toolCalls }],
    });
    expect(call.messages[0]?.blocks).toEqual(answer.choices[0]?.blocks);
  });

  it('are put into call ids one after another', () => {
    const body = openaiFormat.writeAnswer(answer, contextOf());
    const [first, second] = [0, 1].map(index => String(at(body, 'choices', 0, 'message', 'tool_calls', index, 'id')));
    const expected: SealedReasoning[] = [
      { seal, text: 'first thought' },
      { seal: redacted, text: '' },
    ];
    expect(openSealedId(first ?? '')).toEqual({ id: 'a', sealed: expected });
    expect(openSealedId(second ?? '').id).toBe('b');
    expect(first).toMatch(/^[\w-]+$/);
  });
});
