import { CallRefusal } from '@formats';
import { bodySent, testCall, testTarget } from '../../testing/adapter-conformance';
import { converted } from '../../testing/own-protocol';
import { jina } from './index';

describe('embeddings of type 38 (Jina)', () => {
  const sent = (fields: object): unknown =>
    bodySent(jina, testCall({ model: 'jina-embeddings-v3', ...fields }, { endpoint: 'embeddings' }));

  it('go to the provider with the key, in the provider’s form', () => {
    const call = testCall(
      { model: 'jina-embeddings-v3', input: 'a', encoding_format: 'base64', task: 'retrieval.query', user: 'u' },
      { endpoint: 'embeddings' },
    );
    const request = jina.buildRequest(call, testTarget(jina, { baseUrl: '' }));
    expect(request).toMatchObject({
      url: 'https://api.jina.ai/v1/embeddings',
      headers: { authorization: 'Bearer sk-canary0123456789' },
    });
    expect(request.answer).toBeUndefined();
    expect(JSON.parse(request.body?.toString() ?? '')).toEqual({
      model: 'jina-embeddings-v3',
      input: ['a'],
      embedding_type: 'base64',
      task: 'retrieval.query',
    });
    expect(call.dropped.list).toEqual(['user']);
  });

  it('accept images beside texts, as the caller wrote them', () => {
    const call = testCall({ model: 'jina-clip-v2', input: ['a', { image: 'AA==' }] }, { endpoint: 'embeddings' });
    expect(jina.buildRequest(call, testTarget(jina)).body).toBe(call.body);
  });

  it.each([[[1, 2]], [[[1, 2], [3]]]])('are refused for token numbers, %j', input => {
    expect(() => sent({ input })).toThrow(CallRefusal);
  });
});

describe('rerank of type 38 (Jina)', () => {
  const fields = {
    model: 'jina-reranker-v3',
    query: 'what is a panda?',
    documents: ['hi', { text: 'a bear' }],
    top_n: 2,
  };
  const call = (more: object = {}): ReturnType<typeof testCall> =>
    testCall({ ...fields, ...more }, { endpoint: 'rerank' });

  it('requests documents only when the caller does', () => {
    expect(bodySent(jina, call())).toEqual({ ...fields, return_documents: false });
    expect(bodySent(jina, call({ return_documents: true }))).toEqual({ ...fields, return_documents: true });
    expect(jina.buildRequest(call(), testTarget(jina, { baseUrl: '' })).url).toBe('https://api.jina.ai/v1/rerank');
  });

  const results = [
    { index: 0, relevance_score: 0.1, document: 'hi' },
    { index: 1, relevance_score: 0.93, document: { text: 'a bear' } },
  ];

  it('answers in the common form, best result first, with documents as objects', () => {
    expect(converted(jina, call({ return_documents: true }), { results, usage: { total_tokens: 38 } })).toMatchObject({
      body: {
        model: 'jina-reranker-v3',
        results: [
          { index: 1, relevance_score: 0.93, document: { text: 'a bear' } },
          { index: 0, relevance_score: 0.1, document: { text: 'hi' } },
        ],
        usage: { prompt_tokens: 38, total_tokens: 38 },
      },
      usage: { kind: 'reported', usage: { promptTokens: 38, completionTokens: 0 } },
    });
  });

  it('contains no documents without a request for them, and leaves usage to the gateway when none is reported', () => {
    const answer = converted(jina, call(), { results });
    expect(answer).toMatchObject({ usage: { kind: 'missing' } });
    expect(JSON.stringify(answer.body)).not.toContain('document');
  });
});

describe('refusals of type 38 (Jina)', () => {
  it.each([
    [400, { code: 'INPUT_MODEL_NOT_FOUND', message: 'no such model' }, { kind: 'modelUnavailable', isRetryable: true }],
    [400, { detail: 'bad input' }, { kind: 'badRequest', isRetryable: false, error: { message: 'bad input' } }],
    [401, { code: 'AUTH_MISSING_API_KEY', message: 'm' }, { shouldDisableChannel: true }],
    [401, { code: 'AUTH_INVALID_API_KEY', message: 'm' }, { shouldDisableChannel: true }],
    [401, { code: 'AUTH_INVALID_FORMAT', message: 'm' }, { shouldDisableChannel: true }],
    [401, { detail: 'm' }, { shouldDisableChannel: true }],
    [402, { detail: 'out of tokens' }, { shouldDisableChannel: true, status: 402 }],
    [403, { code: 'AUTHZ_INSUFFICIENT_BALANCE', message: 'm' }, { shouldDisableChannel: true }],
    [403, { code: 'AUTHZ_RESOURCE_LIMIT_EXCEEDED', message: 'm' }, { shouldDisableChannel: false, isRetryable: true }],
    [404, { detail: 'm' }, { kind: 'badRequest', status: 404, isRetryable: false }],
    [409, { detail: 'm' }, { kind: 'badRequest', isRetryable: false }],
    [429, { detail: 'm' }, { kind: 'busy', isRetryable: true, shouldDisableChannel: false }],
    [500, { detail: 'm' }, { kind: 'broken', isRetryable: true }],
    [524, { detail: 'm' }, { kind: 'broken', isRetryable: true }],
  ])('are classified: %d %j', (status, body, expected) => {
    expect(jina.readFailure({ status, headers: {}, body: JSON.stringify(body) })).toMatchObject(expected);
  });

  it('shorten a list of all wrong fields', () => {
    const entry = { loc: ['body', 'input', 0], msg: 'too long', type: 'x' };
    const body = JSON.stringify({ detail: Array.from({ length: 500 }, () => entry) });
    const { error, status } = jina.readFailure({ status: 422, headers: {}, body });
    expect(status).toBe(422);
    expect(error.message.startsWith('body.input.0: too long; body.input.0: too long')).toBe(true);
    expect(error.message.length).toBeLessThan(200);
  });
});
