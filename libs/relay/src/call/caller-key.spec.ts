import { presentedKey } from './caller-key';

function key(headers: Record<string, string>, query = '') {
  return presentedKey({ headers, query });
}

describe('the key of a caller', () => {
  it.each([
    [{ authorization: 'Bearer sk-a' }],
    [{ authorization: 'bearer   sk-a ' }],
    [{ authorization: 'sk-a' }],
    [{ 'x-api-key': 'sk-a' }],
    [{ 'api-key': 'sk-a' }],
    [{ 'x-goog-api-key': 'sk-a' }],
    [{ 'mj-api-secret': 'Bearer sk-a' }],
    [{ 'mj-api-secret': 'sk-a', authorization: 'midjourney-proxy' }],
    [{ 'sec-websocket-protocol': 'realtime, openai-insecure-api-key.sk-a, openai-beta.realtime-v1' }],
    [{ 'x-api-key': 'sk-a', authorization: 'Bearer other' }],
  ])('is found in %j', headers => {
    expect(key(headers as unknown as Record<string, string>)).toBe('sk-a');
  });

  it('is found in the query', () => {
    expect(key({}, 'alt=sse&key=sk-a')).toBe('sk-a');
  });

  it.each([[{}], [{ authorization: 'Bearer ' }], [{ authorization: 'Bearer' }], [{ 'x-api-key': ' ' }]])(
    'is absent from %j',
    headers => {
      expect(key(headers as unknown as Record<string, string>)).toBeNull();
    },
  );
});
