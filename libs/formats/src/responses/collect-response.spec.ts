import { ResponseCollector } from './collect-response';

function collected(...payloads: readonly { readonly type: string }[]): unknown {
  const collector = new ResponseCollector();
  for (const payload of payloads) collector.add({ event: '', data: JSON.stringify(payload) });
  return collector.result();
}

const item = { type: 'message', id: 'msg_1', content: [{ type: 'output_text', text: 'Hello' }] };

describe('collecting a stream of typed events', () => {
  it.each(['response.completed', 'response.incomplete'])('yields the response that comes with %s', type => {
    const response = { id: 'resp_1', output: [item], new_field: { a: 1 }, usage: { input_tokens: 3 } };
    const created = { type: 'response.created', response: { id: 'resp_0', output: [] } };
    expect(collected(created, { type, response } as never)).toEqual(response);
  });

  it('puts the items that were sent on the way into an empty output', () => {
    const done = { type: 'response.output_item.done', output_index: 1, item };
    const first = { type: 'response.output_item.done', output_index: 0, item: { type: 'reasoning' } };
    const completed = { type: 'response.completed', response: { id: 'resp_1', output: [] } };
    expect(collected(done, first, completed)).toEqual({ id: 'resp_1', output: [{ type: 'reasoning' }, item] });
  });

  it('yields null before the end', () => {
    expect(collected({ type: 'response.created' })).toBeNull();
  });
});
