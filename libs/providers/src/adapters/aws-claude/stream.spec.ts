import { type ChatEvent, type StreamFrame } from '@formats';
import { readUnwrapped, unwrapFrame } from './stream';

function chunk(payload: unknown): StreamFrame {
  return {
    event: 'chunk',
    data: JSON.stringify({ bytes: Buffer.from(JSON.stringify(payload)).toString('base64'), p: 'abcdef' }),
  };
}

describe('frames of type 33 (Bedrock)', () => {
  it('contain one Messages event each, byte for byte', () => {
    const delta = { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: 'Grüße 👋' } };
    expect(unwrapFrame(chunk(delta))).toEqual({ event: 'content_block_delta', data: JSON.stringify(delta) });
  });

  it('lose the provider’s own figures', () => {
    const metrics = { inputTokenCount: 9, outputTokenCount: 3, invocationLatency: 400, firstByteLatency: 90 };
    const last = chunk({ type: 'message_stop', 'amazon-bedrock-invocationMetrics': metrics });
    expect(unwrapFrame(last)).toEqual({ event: 'message_stop', data: '{"type":"message_stop"}' });
  });

  it.each([
    ['throttlingException', 'rate_limit_error'],
    ['serviceUnavailableException', 'overloaded_error'],
    ['internalServerException', 'api_error'],
    ['modelTimeoutException', 'timeout_error'],
    ['modelStreamErrorException', 'api_error'],
    ['validationException', 'invalid_request_error'],
    ['newException', 'api_error'],
    ['error', 'api_error'],
  ])('%s becomes the event of a %s', (event, type) => {
    const frame = unwrapFrame({ event, data: '{"message":"Too many tokens"}' });
    expect(frame?.event).toBe('error');
    expect(JSON.parse(frame?.data ?? '')).toEqual({ type: 'error', error: { type, message: 'Too many tokens' } });
  });

  it.each([
    { event: 'chunk', data: '' },
    { event: 'chunk', data: '{"bytes":5}' },
    { event: 'chunk', data: '{"bytes":"!!"}' },
    { event: 'chunk', data: '{"bytes":"WzFd"}' },
    { event: 'initial-response', data: '{}' },
    { event: '', data: 'null' },
  ])('hold no event: %j', frame => {
    expect(unwrapFrame(frame)).toBeNull();
  });

  it('report an exception without a message by its name', () => {
    expect(unwrapFrame({ event: 'modelTimeoutException', data: '' })?.data).toContain(
      '"message":"modelTimeoutException"',
    );
  });
});

it('reads binary frames with a reader of Messages events', () => {
  const seen: StreamFrame[] = [];
  const text: ChatEvent = { type: 'text', choice: 0, text: 'x' };
  const reader = readUnwrapped({
    read: frame => (seen.push(frame), [text]),
    end: () => [text, text],
    get isDone() {
      return seen.length > 1;
    },
  });
  expect(reader.read(chunk({ type: 'ping' }))).toEqual([text]);
  expect(reader.read({ event: 'other', data: '' })).toEqual([]);
  expect(reader.isDone).toBe(false);
  expect(reader.read({ event: 'validationException', data: '{"message":"no"}' })).toEqual([text]);
  expect(reader.isDone).toBe(true);
  expect(seen.map(({ event }) => event)).toEqual(['ping', 'error']);
  expect(reader.end()).toHaveLength(2);
});
