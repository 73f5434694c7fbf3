import { type UpstreamCall } from '../../contract/upstream';
import { testCall, testTarget } from '../../testing/adapter-conformance';
import { baidu } from './index';

function legacyTarget() {
  return testTarget(baidu, { key: 'ak-example1|sk-example2', baseUrl: '', accessToken: '24.token' });
}

describe('error codes of the first generation of Baidu’s API', () => {
  it.each<[number, number, Record<string, unknown>]>([
    ...[1, 2, 4, 15, 336000, 336100, 500000, 336102, 336117].map((code): [number, number, Record<string, unknown>] => [
      code,
      503,
      { kind: 'broken', isRetryable: true },
    ]),
    ...[3, 336005, 336101].map((code): [number, number, Record<string, unknown>] => [
      code,
      404,
      { kind: 'badRequest', isRetryable: false },
    ]),
    [6, 403, { isRetryable: true, shouldDisableChannel: false }],
    [336004, 403, { isRetryable: true, shouldDisableChannel: false }],
    ...[13, 14, 100].map((code): [number, number, Record<string, unknown>] => [
      code,
      401,
      { shouldDisableChannel: true },
    ]),
    [110, 401, { shouldDisableChannel: true, isTokenStale: true }],
    [111, 401, { shouldDisableChannel: true, isTokenStale: true }],
    [17, 403, { shouldDisableChannel: true }],
    [19, 403, { shouldDisableChannel: true }],
    ...[18, 336501, 336502].map((code): [number, number, Record<string, unknown>] => [code, 429, { kind: 'busy' }]),
    ...[336001, 336002, 336003, 336006, 336007, 336103, 336104, 336105].map(
      (code): [number, number, Record<string, unknown>] => [code, 400, { kind: 'badRequest', isRetryable: false }],
    ),
  ])('turn %d into status %d', (code, status, expected) => {
    const body = JSON.stringify({ error_code: code, error_msg: 'sentence', id: 'as-1' });
    expect(baidu.readFailure({ status: 200, headers: {}, body }, legacyTarget())).toMatchObject({
      status,
      error: { message: `sentence (${code})` },
      ...expected,
    });
  });
});

describe('other endpoints of the first generation of Baidu’s API', () => {
  const ask = (endpoint: UpstreamCall['endpoint'], fields: Record<string, unknown>) => {
    const call = testCall(fields, { endpoint });
    const request = baidu.buildRequest(call, legacyTarget());
    if (request.answer?.kind !== 'json') throw new Error('no json reading');
    return {
      url: request.url,
      body: JSON.parse(request.body?.toString() ?? '') as unknown,
      answer: request.answer,
      call,
    };
  };

  it('embed one text as a list of one', () => {
    const { url, body, answer } = ask('embeddings', { model: 'bge-large-zh', input: 'hi', encoding_format: 'base64' });
    expect(url).toContain('/wenxinworkshop/embeddings/bge_large_zh?access_token=24.token');
    expect(body).toEqual({ input: ['hi'] });
    const provider = {
      data: [{ object: 'embedding', embedding: [1, -2], index: 0 }],
      usage: { prompt_tokens: 2, total_tokens: 2 },
    };
    expect(answer.convert(provider)).toMatchObject({
      body: { object: 'list', model: 'bge-large-zh', data: [{ index: 0, embedding: 'AACAPwAAAMA=' }] },
      usage: { kind: 'reported', usage: { promptTokens: 2 } },
    });
    expect(answer.isError?.({ error_code: 18, error_msg: 'x' })).toBe(true);
  });

  it('rerank documents', () => {
    const fields = {
      model: 'bce-reranker-base',
      query: 'q',
      documents: ['a', { text: 'b' }],
      top_n: 1,
      return_documents: true,
    };
    const { url, body, answer } = ask('rerank', fields);
    expect(url).toContain('/reranker/bce_reranker_base?');
    expect(body).toEqual({ query: 'q', documents: ['a', 'b'], top_n: 1 });
    const provider = {
      results: [{ document: 'b', relevance_score: 0.9, index: 1 }],
      usage: { prompt_tokens: 4, total_tokens: 4 },
    };
    expect(answer.convert(provider).body).toMatchObject({
      results: [{ index: 1, relevance_score: 0.9, document: { text: 'b' } }],
    });
  });

  it('make images', () => {
    const { url, body, answer } = ask('imageGenerations', {
      model: 'sd_xl',
      prompt: 'a cat',
      n: 2,
      size: '1024x1024',
      steps: 20,
    });
    expect(url).toContain('/text2image/sd_xl?');
    expect(body).toEqual({ prompt: 'a cat', n: 2, size: '1024x1024', steps: 20 });
    expect(answer.convert({ created: 5, data: [{ object: 'image', b64_image: 'QQ==', index: 0 }] }).body).toEqual({
      created: 5,
      data: [{ b64_json: 'QQ==' }],
    });
  });
});
