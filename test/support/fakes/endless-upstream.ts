import { sse, type Behaviour, type MockCall } from '../../../apps/mock-upstream/src/index';

/** A word that is one token in the usual vocabularies. */
export const WORD = ' river';

function words(count: number): readonly number[] {
  return Array.from({ length: count }, (_, index) => index);
}

function written(events: readonly object[]): readonly string[] {
  return events.map(event => JSON.stringify(event));
}

const named = { eventNameOf: (payload: string) => String((JSON.parse(payload) as { type: string }).type) };

function chunks(count: number): readonly string[] {
  const head = {
    id: 'chatcmpl-endless',
    object: 'chat.completion.chunk',
    created: 1_760_000_000,
    model: 'provider-name',
  };
  const choice = (content: string, finish: string | null) => ({ index: 0, delta: { content }, finish_reason: finish });
  const first = { ...head, choices: [{ index: 0, delta: { role: 'assistant', content: '' }, finish_reason: null }] };
  const pieces = words(count).map(() => ({ ...head, choices: [choice(WORD, null)] }));
  return written([first, ...pieces, { ...head, choices: [choice('', 'stop')] }]);
}

function messages(count: number): readonly string[] {
  const usage = { input_tokens: 12, output_tokens: 1 };
  const message = { id: 'msg_endless', type: 'message', role: 'assistant', model: 'm', content: [], usage };
  const delta = { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: WORD } };
  return written([
    { type: 'message_start', message: { ...message, stop_reason: null, stop_sequence: null } },
    { type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } },
    ...words(count).map(() => delta),
    { type: 'content_block_stop', index: 0 },
    { type: 'message_delta', delta: { stop_reason: 'end_turn', stop_sequence: null }, usage: { output_tokens: count } },
    { type: 'message_stop' },
  ]);
}

function contents(count: number): readonly string[] {
  const chunk = (text: string, more: object = {}) => ({
    candidates: [{ content: { role: 'model', parts: [{ text }] }, index: 0, ...more }],
    modelVersion: 'm',
    responseId: 'endless',
  });
  return written([...words(count).map(() => chunk(WORD)), chunk('', { finishReason: 'STOP' })]);
}

function responses(count: number): readonly string[] {
  const response = { id: 'resp_endless', object: 'response', created_at: 1_760_000_000, model: 'm', error: null };
  const begun = { ...response, status: 'in_progress', incomplete_details: null, output: [], usage: null };
  const item = { id: 'msg_endless', type: 'message', status: 'in_progress', role: 'assistant', content: [] };
  const part = { type: 'output_text', text: '', annotations: [], logprobs: [] };
  const place = { item_id: item.id, output_index: 0, content_index: 0 };
  const text = WORD.repeat(count);
  const whole = { ...item, status: 'completed', content: [{ ...part, text }] };
  const usage = { input_tokens: 12, output_tokens: count, total_tokens: count + 12 };
  const events = [
    { type: 'response.created', response: begun },
    { type: 'response.output_item.added', output_index: 0, item },
    { type: 'response.content_part.added', ...place, part },
    ...words(count).map(() => ({ type: 'response.output_text.delta', ...place, delta: WORD, logprobs: [] })),
    { type: 'response.output_text.done', ...place, text, logprobs: [] },
    { type: 'response.content_part.done', ...place, part: { ...part, text } },
    { type: 'response.output_item.done', output_index: 0, item: whole },
    { type: 'response.completed', response: { ...begun, status: 'completed', output: [whole], usage } },
  ];
  return written(events.map((event, index) => ({ ...event, sequence_number: index })));
}

/**
 * A model that writes thousands of words, one by one, in the format of the provider that is called. A rule for
 * `script`: null for other paths.
 */
export function answerEndlessly(count: number, delayPerEventMs = 1) {
  return (call: MockCall): Behaviour | null => {
    if (call.path.endsWith('/chat/completions')) return sse(chunks(count), { delayPerEventMs });
    if (call.path.endsWith('/messages')) return sse(messages(count), { delayPerEventMs, terminator: null, ...named });
    if (call.path.includes(':streamGenerateContent'))
      return sse(contents(count), { delayPerEventMs, terminator: null });
    if (call.path.endsWith('/responses')) return sse(responses(count), { delayPerEventMs, terminator: null, ...named });
    return null;
  };
}
