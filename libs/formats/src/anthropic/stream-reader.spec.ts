import fc from 'fast-check';
import { noUsage } from '@contracts';
import { type ChatEvent } from '../canonical/chat-answer';
import { readMessage } from './read-answer';
import { messagesSigns } from './signs';
import { MessagesStreamReader } from './stream-reader';
import { eventsOfStream, foldEvents } from './testing';

function start(fields: object = {}): object {
  return {
    type: 'message_start',
    message: { id: 'msg_1', model: 'claude', content: [], usage: { input_tokens: 5, output_tokens: 1 }, ...fields },
  };
}

function open(index: number, block: object): object {
  return { type: 'content_block_start', index, content_block: block };
}

function delta(index: number, fields: object): object {
  return { type: 'content_block_delta', index, delta: fields };
}

function close(index: number): object {
  return { type: 'content_block_stop', index };
}

function end(reason: string | null, usage: object = { output_tokens: 9 }): object {
  return {
    type: 'message_delta',
    delta: { stop_reason: reason, stop_sequence: null },
    usage,
  };
}

const stop = { type: 'message_stop' };

function tool(index: number, name: string, input: object = {}): object {
  return open(index, { type: 'tool_use', id: `toolu_${index}`, name, input });
}

function ofType(events: readonly ChatEvent[], type: ChatEvent['type']): ChatEvent[] {
  return events.filter(event => event.type === type);
}

describe('a Messages stream', () => {
  it('is read when its beginning holds all its calls', () => {
    const content = [
      { type: 'tool_use', id: 'toolu_1', name: 'roll', input: { player: 1 }, caller: { type: 'program' } },
    ];
    const answer = foldEvents(eventsOfStream([start({ content, stop_reason: 'tool_use' }), stop]));
    expect(answer.choices).toEqual([
      {
        index: 0,
        finish: 'toolCalls',
        blocks: [{ type: 'toolCall', id: 'toolu_1', name: 'roll', kind: 'function', arguments: '{"player":1}' }],
      },
    ]);
  });

  it('numbers calls on their own, independent of the number of their block', () => {
    const events = eventsOfStream([
      start(),
      open(0, { type: 'text', text: '' }),
      close(0),
      open(1, { type: 'server_tool_use', id: 'srv', name: 'web_search', input: {} }),
      delta(1, { type: 'input_json_delta', partial_json: '{"query":"x"}' }),
      close(1),
      tool(2, 'a'),
      delta(2, { type: 'input_json_delta', partial_json: '' }),
      delta(2, { type: 'input_json_delta', partial_json: '{"k":1}' }),
      close(2),
      tool(3, 'b'),
      close(3),
      end('tool_use'),
      stop,
    ]);
    expect(
      ofType(events, 'toolCall').map(event => [event.type === 'toolCall' && event.call, 'name' in event && event.name]),
    ).toEqual([
      [0, 'a'],
      [1, 'b'],
    ]);
    expect(foldEvents(events).choices[0]?.blocks).toMatchObject([{ arguments: '{"k":1}' }, { arguments: '{}' }]);
  });

  it('may hold a call that comes whole', () => {
    const [block] = foldEvents(eventsOfStream([tool(0, 'a', { k: [1] }), close(0)])).choices[0]?.blocks ?? [];
    expect(block).toMatchObject({ name: 'a', arguments: '{"k":[1]}' });
  });

  it('is announced once when a proxy starts it twice', () => {
    const events = eventsOfStream([
      start(),
      start(),
      open(0, { type: 'text', text: 'a' }),
      close(0),
      end('end_turn'),
      stop,
    ]);
    expect(ofType(events, 'start')).toHaveLength(1);
    expect(ofType(events, 'finish')).toHaveLength(1);
  });

  it("reports usage before the start, so that a caller's first event can hold it", () => {
    expect(eventsOfStream([start()]).map(event => event.type)).toEqual(['usage', 'start']);
  });

  it('reports the last of several finish reasons, once', () => {
    const events = eventsOfStream([start(), end(null), end('end_turn'), end('max_tokens'), stop]);
    expect(ofType(events, 'finish')).toEqual([{ type: 'finish', choice: 0, reason: 'length' }]);
  });

  it.each([
    ['end_turn', 'stop'],
    ['stop_sequence', 'stop'],
    ['pause_turn', 'stop'],
    ['max_tokens', 'length'],
    ['model_context_window_exceeded', 'length'],
    ['refusal', 'contentFilter'],
    ['something_new', 'unknown'],
  ])('reads the stop reason %s as %s', (reason, expected) => {
    expect(foldEvents(eventsOfStream([start(), end(reason), stop])).choices[0]?.finish).toBe(expected);
  });

  it('names the stop sequence that ended it', () => {
    const payload = { type: 'message_delta', delta: { stop_reason: 'stop_sequence', stop_sequence: 'END' } };
    expect(foldEvents(eventsOfStream([payload, stop])).choices[0]).toMatchObject({
      finish: 'stop',
      stopSequence: 'END',
    });
  });

  it('invents no finish when the connection ends early, and is not done', () => {
    const reader = new MessagesStreamReader();
    reader.read({ event: '', data: JSON.stringify(start()) });
    reader.read({ event: '', data: JSON.stringify(open(0, { type: 'text', text: 'a' })) });
    expect(reader.end()).toEqual([]);
    expect(reader.isDone).toBe(false);
  });

  it('is read with signed thinking, hidden thinking, and redacted thinking', () => {
    const blocks = foldEvents(
      eventsOfStream([
        open(0, { type: 'thinking', thinking: '', signature: '' }),
        delta(0, { type: 'thinking_delta', thinking: 'hm' }),
        delta(0, { type: 'signature_delta', signature: 's1' }),
        close(0),
        open(1, { type: 'thinking', thinking: '', signature: 's2' }),
        close(1),
        open(2, { type: 'redacted_thinking', data: 'r' }),
        close(2),
      ]),
    ).choices[0]?.blocks;
    expect(blocks).toEqual([
      { type: 'reasoning', text: 'hm', seal: { provider: 'anthropic', kind: 'signature', value: 's1' } },
      { type: 'reasoning', text: '', seal: { provider: 'anthropic', kind: 'signature', value: 's2' } },
      { type: 'reasoning', text: '', seal: { provider: 'anthropic', kind: 'redacted', value: 'r' } },
    ]);
  });

  it('gives citations the place of their block in the whole text', () => {
    const page = { type: 'web_search_result_location', url: 'https://a.example', title: 'A', cited_text: 'x' };
    const own = { type: 'char_location', document_index: 0, cited_text: 'y' };
    const [block] =
      foldEvents(
        eventsOfStream([
          open(0, { type: 'text', text: 'Well, ' }),
          close(0),
          open(1, { type: 'text', text: '', citations: [] }),
          delta(1, { type: 'citations_delta', citation: page }),
          delta(1, { type: 'text_delta', text: 'it is so' }),
          delta(1, { type: 'citations_delta', citation: own }),
          close(1),
        ]),
      ).choices[0]?.blocks ?? [];
    expect(block).toEqual({
      type: 'text',
      text: 'Well, it is so',
      citations: [{ url: 'https://a.example', title: 'A', start: 6, end: 14 }],
    });
  });

  it('turns the input of a forced tool into text', () => {
    const events = eventsOfStream(
      [
        tool(0, 'json_answer'),
        delta(0, { type: 'input_json_delta', partial_json: '{"a":' }),
        delta(0, { type: 'input_json_delta', partial_json: '1}' }),
        close(0),
        end('tool_use'),
        stop,
      ],
      { jsonTool: 'json_answer' },
    );
    expect(foldEvents(events).choices[0]).toEqual({
      index: 0,
      blocks: [{ type: 'text', text: '{"a":1}' }],
      finish: 'stop',
    });
    const whole = {
      content: [{ type: 'tool_use', id: 't', name: 'json_answer', input: { a: 1 } }],
      stop_reason: 'tool_use',
    };
    expect(readMessage(whole, { jsonTool: 'json_answer' }).choices).toEqual(foldEvents(events).choices);
  });

  it('unwraps the input of a free-text tool', () => {
    const options = { customTools: new Set(['sh']) };
    const payloads = [
      tool(0, 'sh'),
      delta(0, { type: 'input_json_delta', partial_json: '{"input":"l' }),
      delta(0, { type: 'input_json_delta', partial_json: 's"}' }),
      close(0),
    ];
    const block = foldEvents(eventsOfStream(payloads, options)).choices[0]?.blocks[0];
    expect(block).toMatchObject({ type: 'toolCall', kind: 'custom', arguments: 'ls' });
  });

  it('reports an error, with or without its type', () => {
    const error = { type: 'overloaded_error', message: 'Overloaded' };
    const expected = { message: 'Overloaded', type: 'overloaded_error', code: 'overloaded_error' };
    expect(eventsOfStream([{ type: 'error', error }])).toEqual([{ type: 'error', error: expected }]);
    expect(eventsOfStream([{ error }])).toEqual([{ type: 'error', error: expected }]);
    expect(messagesSigns.errorOf({ type: 'error', error })).toEqual(expected);
    expect(messagesSigns.errorOf({ error: 'gone' })).toEqual({ message: 'gone', type: 'api_error', code: 'api_error' });
    expect(messagesSigns.errorOf({ type: 'ping' })).toBeNull();
  });

  it('yields nothing for unexpected input', () => {
    const types = fc.constantFrom(
      'message_start',
      'content_block_start',
      'content_block_delta',
      'content_block_stop',
      'message_delta',
      'message_stop',
      'error',
    );
    fc.assert(
      fc.property(types, fc.jsonValue(), fc.jsonValue(), (type, first, second) => {
        const keys = ['message', 'content_block', 'delta', 'usage', 'index', 'error'] as const;
        for (const key of keys)
          eventsOfStream([
            { type, index: 0, [key]: first },
            { type, index: 0, delta: second },
          ]);
        readMessage(first);
        readMessage({ content: first, usage: second });
      }),
    );
    for (const data of ['', 'null', '[]', '{', '5']) {
      expect(new MessagesStreamReader().read({ event: 'message_start', data })).toEqual([]);
    }
    expect(messagesSigns.isEnd({ event: '', data: '{"type":"content","text":"message_stop"}' })).toBe(false);
  });
});

describe('usage of Messages', () => {
  const reported = (...payloads: object[]): object => {
    const { usage } = foldEvents(eventsOfStream(payloads));
    return usage.kind === 'reported' ? usage.usage : usage;
  };

  it('keeps the two lifetimes of cache writes apart', () => {
    const first = start({
      usage: {
        input_tokens: 10,
        cache_read_input_tokens: 20,
        cache_creation_input_tokens: 7,
        cache_creation: { ephemeral_5m_input_tokens: 3, ephemeral_1h_input_tokens: 4 },
        output_tokens: 1,
      },
    });
    const expected = {
      ...noUsage,
      promptTokens: 10,
      cachedReadTokens: 20,
      cacheWrite5mTokens: 3,
      cacheWrite1hTokens: 4,
      calls: 1,
    };
    expect(reported(first)).toEqual({ ...expected, completionTokens: 1 });
    const last = end('end_turn', { output_tokens: 50, cache_creation_input_tokens: 7 });
    expect(reported(first, last)).toEqual({ ...expected, completionTokens: 50 });
    const more = end('end_turn', { output_tokens: 50, cache_creation_input_tokens: 9, input_tokens: 11 });
    expect(reported(first, more)).toEqual({
      ...expected,
      promptTokens: 11,
      cacheWrite5mTokens: 5,
      completionTokens: 50,
    });
  });

  it('counts later writes as long-lived when all earlier ones were', () => {
    const first = start({
      usage: { input_tokens: 1, cache_creation: { ephemeral_5m_input_tokens: 0, ephemeral_1h_input_tokens: 4 } },
    });
    const more = end('end_turn', { output_tokens: 5, cache_creation_input_tokens: 9 });
    expect(reported(first, more)).toMatchObject({ cacheWrite5mTokens: 0, cacheWrite1hTokens: 9 });
  });

  it('counts the reasoning inside the output', () => {
    const last = end('end_turn', { output_tokens: 50, output_tokens_details: { thinking_tokens: 30 } });
    expect(reported(start(), last)).toMatchObject({ completionTokens: 50, reasoningTokens: 30 });
  });

  it('counts every round of an answer that was compacted', () => {
    const rounds = [
      { type: 'compaction', input_tokens: 60_000, output_tokens: 500 },
      { type: 'advisor_message', input_tokens: 2000, output_tokens: 3000 },
      { type: 'message', input_tokens: 600, output_tokens: 2800 },
    ];
    const last = end('end_turn', { input_tokens: 600, output_tokens: 2800, iterations: rounds });
    expect(reported(start(), last)).toMatchObject({ promptTokens: 60_600, completionTokens: 3300 });
  });

  it('takes the counts at the top level when a fallback answered', () => {
    const rounds = [
      { type: 'message', input_tokens: 408, output_tokens: 0 },
      { type: 'fallback_message', input_tokens: 412, output_tokens: 264 },
    ];
    const last = end('end_turn', { input_tokens: 412, output_tokens: 264, iterations: rounds });
    expect(reported(start(), last)).toMatchObject({ promptTokens: 412, completionTokens: 264 });
  });

  it('is nonsense with an impossible count, and missing without counts', () => {
    expect(reported(end('end_turn', { output_tokens: -1 }))).toMatchObject({ kind: 'nonsense' });
    expect(reported(end('end_turn', {}))).toEqual({ kind: 'missing' });
  });
});

describe('a message that begins a second time', () => {
  const begin = { type: 'message_start', message: { id: 'm', content: [] } };
  const call = {
    type: 'content_block_start',
    index: 0,
    content_block: { type: 'tool_use', id: 't', name: 'f', input: {} },
  };
  const half = { type: 'content_block_delta', index: 0, delta: { type: 'input_json_delta', partial_json: '{"a":' } };
  const stop = { type: 'content_block_stop', index: 0 };

  it('in the middle of a call is an error: half of its arguments cannot be taken back', () => {
    const events = eventsOfStream([begin, call, half, begin, call, stop]);
    expect(events).toContainEqual({
      type: 'error',
      error: expect.objectContaining({ message: expect.stringContaining('began its answer again') }),
    });
  });

  it('is ignored when nothing of a call has come yet', () => {
    const events = eventsOfStream([
      begin,
      begin,
      call,
      half,
      { ...half, delta: { ...half.delta, partial_json: '1}' } },
      stop,
    ]);
    expect(events.map(event => event.type)).toEqual(['start', 'toolCall', 'toolArguments', 'toolArguments']);
  });
});
