import { readCall } from '../call/relay-call';
import { type WireFormat } from '@formats';
import { errorAtStart } from './error-at-start';

function sse(...payloads: readonly unknown[]): string {
  return payloads.map(payload => `data: ${JSON.stringify(payload)}\n\n`).join('');
}

/** The error at the start of a stream that passes to a caller of this format. */
function errorIn(format: WireFormat, stream: string): string | null {
  const asked = { messages: [{ role: 'user', content: 'a' }], contents: [{ parts: [{ text: 'a' }] }], input: 'a' };
  const body = Buffer.from(JSON.stringify({ model: 'm', max_tokens: 9, ...asked }));
  return errorAtStart(Buffer.from(stream), readCall({ endpoint: 'chat', format, body, model: 'm' }), null);
}

const error = { error: { message: 'no' } };
const beginnings = {
  openai: { choices: [{ index: 0, delta: { role: 'assistant', content: '' } }] },
  anthropic: { type: 'message_start', message: { id: 'msg_1', usage: { input_tokens: 3 } } },
  gemini: { usageMetadata: { promptTokenCount: 3 } },
  responses: { type: 'response.created', response: { id: 'resp_1' } },
} as const;
const contents = {
  openai: { choices: [{ index: 0, delta: { content: 'an "error" here' } }] },
  anthropic: { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: 'an "error" here' } },
  gemini: { candidates: [{ content: { parts: [{ text: 'an "error" here' }] } }] },
  responses: { type: 'response.output_text.delta', output_index: 0, delta: 'an "error" here' },
} as const;

describe.each(Object.keys(beginnings) as WireFormat[])('the start of a passed stream of %s', format => {
  it('may be an error, also behind the beginning of an answer', () => {
    expect(errorIn(format, sse(error))).toBe('{"error":{"message":"no"}}');
    expect(errorIn(format, sse(beginnings[format], error))).toBe('{"error":{"message":"no"}}');
  });

  it('may be an error without the empty line that ends its event', () => {
    expect(errorIn(format, sse(error).trimEnd())).toBe('{"error":{"message":"no"}}');
  });

  it('is no error when content comes first, or a text about errors', () => {
    expect(errorIn(format, sse(contents[format], error))).toBeNull();
    expect(errorIn(format, sse(contents[format]))).toBeNull();
    expect(errorIn(format, 'data: {"error":{"mess')).toBeNull();
  });
});

it('is no error where a chunk names one beside what was generated', () => {
  expect(errorIn('openai', sse({ ...contents.openai, ...error }))).toBeNull();
});
