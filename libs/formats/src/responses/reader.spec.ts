import fc from 'fast-check';
import { AnswerFolder } from '../canonical/fold-answer';
import { type UsageReading } from '../canonical/usage-reading';
import { type Json, completed, eventsOf, foldedOf, frameOf, item } from './testing/streams';
import { responses } from './index';

describe('a stream of the provider', () => {
  it('becomes reasoning, text and a call, whatever ids the items have', () => {
    const answer = foldedOf(
      { type: 'response.created', response: { id: 'resp_1', model: 'm' } },
      item(0, 'added', { id: 'rs_a', type: 'reasoning', summary: [] }),
      {
        type: 'response.reasoning_summary_text.delta',
        item_id: 'rs_a',
        output_index: 0,
        summary_index: 0,
        delta: 'one',
      },
      {
        type: 'response.reasoning_summary_text.delta',
        item_id: 'rs_b',
        output_index: 0,
        summary_index: 1,
        delta: 'two',
      },
      item(0, 'done', { id: 'rs_c', type: 'reasoning', summary: [{ text: 'one' }], encrypted_content: 'gA' }),
      item(1, 'added', { id: 'ws_1', type: 'web_search_call' }),
      { type: 'response.web_search_call.searching', output_index: 1 },
      item(1, 'done', { id: 'ws_1', type: 'web_search_call', status: 'completed' }),
      item(2, 'added', { type: 'message', content: [] }),
      {
        type: 'response.output_text.delta',
        output_index: 2,
        content_index: 0,
        delta: 'Hello',
        logprobs: [{ token: 'H' }],
      },
      {
        type: 'response.output_text.annotation.added',
        output_index: 2,
        annotation: { type: 'url_citation', url: 'https://a.example', title: 'A', start_index: 0, end_index: 3 },
      },
      item(2, 'done', { type: 'message', content: [{ type: 'output_text', text: 'Hello' }] }),
      item(3, 'added', { type: 'function_call', call_id: 'c1', name: 'f', arguments: '' }),
      { type: 'response.function_call_arguments.delta', output_index: 3, delta: '{"a"' },
      { type: 'response.function_call_arguments.delta', output_index: 3, delta: ':1}' },
      { type: 'response.function_call_arguments.done', output_index: 3, arguments: '{"a":1}' },
      item(3, 'done', { type: 'function_call', call_id: 'c1', name: 'f', arguments: '{"a":1}' }),
      completed({ usage: { input_tokens: 5, output_tokens: 2, total_tokens: 7 } }),
    );
    expect(answer).toMatchObject({ id: 'resp_1', model: 'm' });
    expect(answer.choices).toEqual([
      {
        index: 0,
        finish: 'toolCalls',
        logprobs: { content: [{ token: 'H' }] },
        blocks: [
          { type: 'reasoning', text: 'one\n\ntwo' },
          { type: 'reasoning', text: '', seal: { provider: 'openai', kind: 'encrypted', value: 'gA', id: 'rs_c' } },
          { type: 'text', text: 'Hello', citations: [{ url: 'https://a.example', title: 'A', start: 0, end: 3 }] },
          { type: 'toolCall', id: 'c1', name: 'f', arguments: '{"a":1}', kind: 'function' },
        ],
      },
    ]);
    expect(answer.usage).toMatchObject({ kind: 'reported', usage: { promptTokens: 5, completionTokens: 2 } });
  });

  it('numbers calls on their own, and keeps interleaved arguments apart', () => {
    const call = (index: number, id: string): Json =>
      item(index, 'added', { type: 'function_call', call_id: id, name: id });
    const delta = (index: number, text: string): Json => ({
      type: 'response.function_call_arguments.delta',
      output_index: index,
      delta: text,
    });
    const events = eventsOf(call(2, 'a'), call(5, 'b'), delta(2, '1'), delta(5, '2'), delta(2, '3'));
    expect(events.map(event => ('call' in event ? event.call : null))).toEqual([0, 1, 0, 1, 0]);
  });

  it('is read with fields that only the finished item holds', () => {
    const answer = foldedOf(
      item(0, 'done', { type: 'reasoning', content: [{ type: 'reasoning_text', text: 'hm' }] }),
      item(1, 'done', {
        type: 'message',
        content: [
          { type: 'output_text', text: 'Hi' },
          { type: 'refusal', refusal: 'no' },
        ],
      }),
      item(2, 'done', { type: 'custom_tool_call', call_id: 'c', name: 'sql', input: 'SELECT' }),
      item(3, 'done', { type: 'image_generation_call', result: 'AAAA', output_format: 'webp' }),
    );
    expect(answer.choices[0]?.blocks).toEqual([
      { type: 'reasoning', text: 'hm' },
      { type: 'text', text: 'Hi' },
      { type: 'refusal', text: 'no' },
      { type: 'toolCall', id: 'c', name: 'sql', arguments: 'SELECT', kind: 'custom' },
      { type: 'image', source: { kind: 'data', mime: 'image/webp', data: 'AAAA' } },
    ]);
  });

  it('is read from its last event when there was no other', () => {
    const output = [{ type: 'message', content: [{ type: 'output_text', text: 'Hi' }] }];
    expect(foldedOf(completed({ output }))).toMatchObject({
      id: 'resp_1',
      choices: [{ blocks: [{ type: 'text', text: 'Hi' }], finish: 'stop' }],
    });
  });

  it.each([
    ['max_output_tokens', 'length'],
    ['content_filter', 'contentFilter'],
    ['something new', 'unknown'],
  ])('that is incomplete for %s ends with %s', (reason, finish) => {
    const response = { status: 'incomplete', incomplete_details: { reason } };
    expect(foldedOf({ type: 'response.incomplete', response }).choices[0]?.finish).toBe(finish);
  });

  it.each<[Json]>([
    [{ type: 'error', code: 'server_error', message: 'gone', param: null }],
    [{ type: 'error', error: { type: 'server_error', code: 'server_error', message: 'gone' } }],
    [{ type: 'response.failed', response: { status: 'failed', error: { code: 'server_error', message: 'gone' } } }],
    [{ error: { code: 'server_error', message: 'gone' } }],
  ])('reports its error: %j', payload => {
    const error = { message: 'gone', type: 'server_error', code: 'server_error' };
    expect(eventsOf(payload)).toEqual([{ type: 'error', error }]);
    expect(responses.signs.errorOf(payload)).toEqual(error);
  });

  it('is done after its last event, and after the end mark that some imitations send', () => {
    for (const frame of [frameOf(completed()), { event: '', data: '[DONE]' }]) {
      const reader = responses.openReader();
      expect(reader.isDone).toBe(false);
      reader.read(frame);
      expect(reader.isDone).toBe(true);
      expect(reader.read(frameOf({ type: 'response.output_text.delta', output_index: 0, delta: 'x' }))).toEqual([]);
    }
  });

  it('is read without failing, whatever it holds', () => {
    const types = [
      'response.created',
      'response.output_item.added',
      'response.output_item.done',
      'response.output_text.delta',
      'response.function_call_arguments.done',
      'response.output_text.annotation.added',
      'response.failed',
      'error',
    ];
    const payload = fc.record(
      {
        type: fc.constantFrom(...types),
        output_index: fc.oneof(fc.nat(2), fc.anything()),
        item: fc.object({ key: fc.constantFrom('type', 'content', 'name', 'summary', 'call_id') }),
        delta: fc.anything(),
        response: fc.anything(),
        annotation: fc.anything(),
      },
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(
        fc.array(
          fc.oneof(
            payload.map(value => JSON.stringify(value)),
            fc.string(),
          ),
        ),
        texts => {
          const reader = responses.openReader();
          const folder = new AnswerFolder();
          for (const data of texts) for (const event of reader.read({ event: '', data })) folder.add(event);
          expect(folder.result().choices.length).toBeLessThanOrEqual(1);
        },
      ),
    );
    fc.assert(
      fc.property(fc.anything(), body => {
        expect(responses.readAnswer(body).choices).toHaveLength(1);
        responses.signs.errorOf(body);
        responses.signs.usageAfter(body, { kind: 'missing' });
      }),
    );
  });
});

describe('passed bytes of a Responses stream', () => {
  it('show their end', () => {
    const data = JSON.stringify(completed());
    expect(responses.signs.mayTell(Buffer.from(data))).toBe(true);
    expect(responses.signs.isEnd({ event: '', data })).toBe(true);
    expect(responses.signs.isEnd({ event: 'response.completed', data })).toBe(true);
    const words = JSON.stringify({ type: 'response.output_text.delta', delta: 'response.completed' });
    expect(responses.signs.isEnd({ event: 'response.output_text.delta', data: words })).toBe(false);
    expect(responses.signs.isEnd({ event: '', data: words })).toBe(false);
    expect(responses.signs.isEnd({ event: '', data: '{"sequence_number":1,"type":"response.failed"}' })).toBe(true);
    expect(responses.signs.mayTell(Buffer.from('{"type":"response.output_text.delta"}'))).toBe(false);
  });

  it('show usage at their end, and keep the usage known before', () => {
    const before: UsageReading = { kind: 'missing' };
    const usage = { input_tokens: 5, output_tokens: 2, total_tokens: 7 };
    const known = responses.signs.usageAfter(completed({ usage }), before);
    expect(known).toMatchObject({ kind: 'reported', usage: { promptTokens: 5 } });
    expect(responses.signs.usageAfter({ type: 'response.output_text.delta' }, known)).toBe(known);
    expect(responses.signs.usageAfter({ object: 'response', usage }, before)).toEqual(known);
  });

  it('report no error when the response has none', () => {
    expect(responses.signs.errorOf({ object: 'response', status: 'completed', error: null })).toBeNull();
    expect(responses.signs.errorOf({ type: 'response.created', response: { error: null } })).toBeNull();
  });
});
