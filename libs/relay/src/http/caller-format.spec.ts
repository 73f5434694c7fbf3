import { formatOfRequest } from './caller-format';

describe('the format of a caller', () => {
  it.each([
    ['/v1/messages', 'anthropic'],
    ['/messages/batches', 'anthropic'],
    ['/v1/v1/messages/count_tokens?beta=true', 'anthropic'],
    ['/claude/v1/models', 'anthropic'],
    ['/v1beta/models/gemini-2.5-pro:generateContent', 'gemini'],
    ['/v1beta/cachedContents', 'gemini'],
    ['/upload/v1beta/files', 'gemini'],
    ['/v1beta1/models', 'gemini'],
    ['/v1/publishers/google/models', 'gemini'],
    ['/openai/v1/deployments/nobody/chat/completions', 'openai'],
    ['/gemini/v1/files', 'gemini'],
    ['/v1/models/org/name:streamGenerateContent?alt=sse', 'gemini'],
    ['/v1/models/gemini-pro%3AgenerateContent', 'gemini'],
    ['/v1beta/openai/chat/completions', 'openai'],
    ['/v1/responses/resp_1', 'responses'],
    ['/v1/models', 'openai'],
    ['/v1/nothing', 'openai'],
    ['/v1/messagesx', 'openai'],
  ])('follows from the address %s', (url, format) => {
    expect(formatOfRequest({ url, headers: {} })).toBe(format);
  });

  it.each([
    [{ 'anthropic-version': '2023-06-01' }, 'anthropic'],
    [{ 'x-api-key': 'sk-1' }, 'anthropic'],
    [{ 'x-goog-api-key': 'sk-1' }, 'gemini'],
    [{ authorization: 'Bearer sk-1' }, 'openai'],
    [{ 'x-api-key': 'sk-1', 'x-goog-api-key': 'sk-1' }, 'gemini'],
  ])('follows from the headers %j when the address belongs to no format', (headers, format) => {
    for (const url of ['/v1/files', '/v1/models', '/v1/nothing'])
      expect(formatOfRequest({ url, headers })).toBe(format);
  });

  it('follows from an address of one format, whatever the headers say', () => {
    const headers = { 'anthropic-version': '2023-06-01', 'x-goog-api-key': 'sk-1' };
    expect(formatOfRequest({ url: '/v1/chat/completions', headers })).toBe('openai');
    expect(formatOfRequest({ url: '/v1/messages', headers: { 'x-goog-api-key': 'sk-1' } })).toBe('anthropic');
  });

  it('follows from the key in the query', () => {
    expect(formatOfRequest({ url: '/v1/files?key=sk-1', headers: {} })).toBe('gemini');
    expect(formatOfRequest({ url: '/v1/files?monkey=1', headers: {} })).toBe('openai');
  });
});
