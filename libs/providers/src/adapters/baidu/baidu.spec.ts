import { ChannelAddressError } from '../../contract/channel-address-error';
import { type ChannelTarget } from '../../contract/upstream';
import { describeAdapter, testCall, testTarget } from '../../testing/adapter-conformance';
import { canonicalCall } from '../../testing/own-protocol';
import { chatPath, embeddingsPath } from './models';
import { baidu } from './index';

describeAdapter(baidu, {
  folder: __dirname,
  chatUrl: 'https://qianfan.baidubce.com/v2/chat/completions',
  plainModel: 'ernie-4.5-turbo-128k',
  answers: [{ file: 'v2.sse', text: 'Hello!', usage: { promptTokens: 7, completionTokens: 3 } }],
  refusals: {
    'a bad key': {
      body: '{"error":{"code":"invalid_iam_token","message":"IAM token is invalid","type":"invalid_request_error"},"id":"as-1"}',
      given: 401,
      kind: 'refused',
      shouldDisableChannel: true,
      error: { code: 'invalid_api_key', message: 'IAM token is invalid (invalid_iam_token)' },
    },
    'a model without permission': {
      body: '{"error":{"code":"invalid_model","message":"No permission","type":"invalid_request_error"}}',
      given: 401,
      shouldDisableChannel: false,
      isRetryable: true,
    },
    'an application without permission': {
      body: '{"error":{"code":"invalid_appid","message":"No permission","type":"invalid_request_error"}}',
      given: 401,
      shouldDisableChannel: false,
      isRetryable: true,
    },
    'a bad argument': {
      body: '{"error":{"code":"invalid_argument","message":"bad","type":"invalid_request_error"}}',
      given: 400,
      kind: 'badRequest',
      isRetryable: false,
    },
    'a long prompt': {
      body: '{"error":{"code":"tokens_too_long","message":"too long","type":"invalid_request_error"}}',
      given: 400,
      isRetryable: false,
      error: { code: 'context_length_exceeded' },
    },
    'unsafe content': {
      body: '{"error":{"code":"system_unsafe","message":"no","type":"unsafe_request"}}',
      given: 403,
      isRetryable: false,
      shouldDisableChannel: false,
      error: { code: 'content_filter' },
    },
    'an account in arrears': {
      body: '{"error":{"code":"access_denied","message":"account overdue","type":"access_denied"}}',
      given: 403,
      shouldDisableChannel: true,
      error: { code: 'insufficient_quota' },
    },
    'a model that is not enabled': {
      body: '{"error":{"code":"access_denied","message":"model is not enabled","type":"access_denied"}}',
      given: 403,
      shouldDisableChannel: false,
      isRetryable: true,
    },
    'too many requests': {
      body: '{"error":{"code":"rpm_rate_limit_exceeded","message":"slow down","type":"rate_limit_exceeded"}}',
      given: 429,
      kind: 'busy',
      shouldDisableChannel: false,
    },
    'an empty account behind 429': {
      body: '{"error":{"code":"cluster_x","message":"insufficient balance","type":"rate_limit_exceeded"}}',
      given: 429,
      shouldDisableChannel: true,
    },
    'a failing provider': {
      body: '{"error":{"code":"dispatch_internal_error","message":"oops","type":"internal_error"}}',
      given: 500,
      kind: 'broken',
      isRetryable: true,
    },
  },
});

function legacyTarget(changes: Partial<ChannelTarget> = {}): ChannelTarget {
  return testTarget(baidu, { key: 'ak-example1|sk-example2', baseUrl: '', accessToken: '24.token', ...changes });
}

describe('accounts of type 15 (Baidu)', () => {
  it.each([
    [
      'ak|sk',
      '',
      'https://aip.baidubce.com/rpc/2.0/ai_custom/v1/wenxinworkshop/chat/completions_pro?access_token=24.token',
    ],
    [
      '24.a1b2',
      '',
      'https://aip.baidubce.com/rpc/2.0/ai_custom/v1/wenxinworkshop/chat/completions_pro?access_token=24.a1b2',
    ],
    ['bce-v3/ALTAK-1/2', '', 'https://qianfan.baidubce.com/v2/chat/completions'],
    ['bce-v3/ALTAK-1/2|app-9', 'https://proxy.example/v2', 'https://proxy.example/v2/chat/completions'],
    ['anything', 'https://qianfan.baidubce.com', 'https://qianfan.baidubce.com/v2/chat/completions'],
  ])('send the key %s at %j to %s', (key, baseUrl, url) => {
    const call = canonicalCall({}, { fields: { model: 'ERNIE-4.0-8K', messages: [] } });
    expect(baidu.buildRequest(call, legacyTarget({ key, baseUrl })).url).toBe(url);
  });

  it('send the application of a compound key in its own header', () => {
    const target = legacyTarget({ key: 'bce-v3/ALTAK-1/2|app-9' });
    expect(baidu.buildRequest(testCall({ model: 'm', messages: [] }), target).headers).toMatchObject({
      authorization: 'Bearer bce-v3/ALTAK-1/2',
      appid: 'app-9',
    });
  });

  it('send no authorisation header to the first generation', () => {
    expect(baidu.buildRequest(canonicalCall({}), legacyTarget()).headers).not.toHaveProperty('authorization');
  });

  it('exchange a pair of keys for a token of thirty days', async () => {
    const request = await baidu.authorize?.buildRequest(legacyTarget(), 1_700_000_000_000);
    expect(request).toMatchObject({
      method: 'POST',
      url: 'https://aip.baidubce.com/oauth/2.0/token?grant_type=client_credentials&client_id=ak-example1&client_secret=sk-example2',
      body: null,
    });
    const body = '{"access_token":"24.a1","expires_in":2592000,"refresh_token":"r"}';
    expect(baidu.authorize?.read({ status: 200, body })).toEqual({ token: '24.a1', expiresInSeconds: 2_592_000 });
  });

  it.each([
    ['ak|sk', true],
    ['24.a1b2', false],
    ['bce-v3/ALTAK-1/2', false],
    ['bce-v3/ALTAK-1/2|app-9', false],
  ])('exchange the key %s: %s', (key, isNeeded) => {
    expect(baidu.authorize?.isNeeded?.(legacyTarget({ key }))).toBe(isNeeded);
  });

  it('refuse an incomplete pair', () => {
    expect(() => baidu.authorize?.buildRequest(legacyTarget({ key: 'ak|' }), 0)).toThrow(ChannelAddressError);
  });

  it.each(['{"error":"invalid_client","error_description":"unknown client id"}', '', '<html>', '{"access_token":5}'])(
    'find no token in %j',
    body => {
      expect(baidu.authorize?.read({ status: 401, body })).toBeNull();
    },
  );

  it.each([200, 401])('classify a pair that is refused with status %d as a bad key', status => {
    const body = '{"error":"invalid_client","error_description":"Client authentication failed"}';
    expect(baidu.readFailure({ status, headers: {}, body }, legacyTarget())).toMatchObject({
      kind: 'refused',
      status: 401,
      shouldDisableChannel: true,
      error: { message: 'Client authentication failed (invalid_client)', code: 'invalid_api_key' },
    });
  });
});

describe('addresses of Baidu’s models', () => {
  it.each([
    ['ERNIE-Bot-4', 'completions_pro'],
    ['ERNIE-4.0-8K-Latest', 'ernie-4.0-8k-latest'],
    ['ERNIE-4.0-8K-Preview-0518', 'completions_adv_pro'],
    ['ERNIE-4.0-Turbo-128K', 'ernie-4.0-turbo-128k'],
    ['ERNIE-Bot', 'completions'],
    ['ERNIE-3.5-8K-0701', 'ernie-3.5-8k-0701'],
    ['ERNIE-3.5-4K-0205', 'ernie-3.5-4k-0205'],
    ['ERNIE-Bot-8K', 'ernie_bot_8k'],
    ['ERNIE-Speed', 'ernie_speed'],
    ['ERNIE-Speed-128K', 'ernie-speed-128k'],
    ['ERNIE-Lite-8K', 'ernie-lite-8k'],
    ['ERNIE-Lite-8K-0308', 'ernie-lite-8k'],
    ['ERNIE-Bot-turbo', 'eb-instant'],
    ['ERNIE-Tiny-8K', 'ernie-tiny-8k'],
    ['ERNIE-Character-8K', 'ernie-char-8k'],
    ['ERNIE-Function-8K', 'ernie-func-8k'],
    ['BLOOMZ-7B', 'bloomz_7b1'],
    ['Llama-2-13b-Chat', 'llama_2_13b'],
    ['My-Own/Model', 'my-own%2Fmodel'],
  ])('contain for %s the path %s', (model, slug) => {
    expect(chatPath(model)).toBe(`chat/${slug}`);
  });

  it('contain the provider’s own names of embedding models', () => {
    expect(['Embedding-V1', 'bge-large-zh', 'tao-8k'].map(embeddingsPath)).toEqual([
      'embeddings/embedding-v1',
      'embeddings/bge_large_zh',
      'embeddings/tao_8k',
    ]);
  });
});

describe('the second generation of Baidu’s API', () => {
  const sent = (fields: Record<string, unknown>): { body: unknown; lost: readonly string[] } => {
    const call = testCall({ messages: [{ role: 'user', content: 'x' }], ...fields });
    const { body } = baidu.buildRequest(call, testTarget(baidu));
    return { body: JSON.parse(body?.toString() ?? ''), lost: call.dropped.list };
  };
  const messages = [{ role: 'user', content: 'x' }];

  it.each([
    ['ernie-4.0-8k', { temperature: 0 }, { temperature: 0.01 }, ['temperature']],
    ['ernie-3.5-8k', { temperature: 1.5 }, { temperature: 1 }, ['temperature']],
    ['ernie-4.5-turbo-128k', { temperature: 1.5 }, { temperature: 1.5 }, []],
    ['ernie-5.1', { max_tokens: 1 }, { max_tokens: 2 }, ['max_tokens']],
    ['ernie-5.1', { presence_penalty: 1 }, { penalty_score: 1.5 }, ['presence_penalty']],
    ['ernie-5.1', { reasoning_effort: 'none' }, { enable_thinking: false }, []],
    ['ernie-5.1', { web_search_options: {} }, { web_search: { enable: true } }, []],
  ])('adapts %s with %j', (model, fields, expected, lost) => {
    expect(sent({ model, ...fields })).toEqual({ body: { model, messages, ...expected }, lost });
  });

  it('returns the list of embeddings under its common name', () => {
    const { answer } = baidu.buildRequest(
      testCall({ model: 'embedding-v1', input: ['a'] }, { endpoint: 'embeddings' }),
      testTarget(baidu),
    );
    const provider = {
      object: 'embedding_list',
      data: [{ embedding: [1] }],
      usage: { prompt_tokens: 1, total_tokens: 1 },
    };
    if (answer?.kind !== 'json') throw new Error('no json reading');
    expect(answer.convert(provider).body).toMatchObject({
      object: 'list',
      data: [{ object: 'embedding', embedding: [1] }],
    });
  });
});
