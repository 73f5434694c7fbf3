import { linesOf, recordedFiles } from '@formats/testing';
import { type UpstreamCall, type UpstreamFailure } from '../../contract/upstream';
import { bodySent, describeAdapter, testCall, testTarget } from '../../testing/adapter-conformance';
import { canonicalCall, chatReadingOf, converted, folded } from '../../testing/own-protocol';
import { qwen } from './index';

describeAdapter(
  { ...qwen, endpoints: ['chat', 'embeddings'] },
  {
    folder: __dirname,
    chatUrl: 'https://dashscope.aliyuncs.com/compatible-mode/v1/chat/completions',
    plainModel: 'qwen-plus',
    answers: [
      {
        file: 'compatible.sse',
        text: 'Greet. Hi',
        usage: {
          promptTokens: 10,
          cachedReadTokens: 8,
          cacheWrite5mTokens: 6,
          completionTokens: 6,
          reasoningTokens: 4,
        },
      },
    ],
    refusals: {
      'arrears behind 400': {
        body: '{"code":"Arrearage","message":"Access denied","request_id":"r"}',
        given: 400,
        status: 403,
        shouldDisableChannel: true,
        error: { message: 'Access denied (Arrearage)', code: 'insufficient_quota' },
      },
      'a window that is too small': {
        body: '{"error":{"message":"Range of input length should be [1, 30720]","type":"invalid_request_error","param":null,"code":"invalid_parameter_error"}}',
        given: 400,
        isRetryable: false,
        error: { code: 'context_length_exceeded' },
      },
    },
  },
);

const messages = [{ role: 'user', content: 'x' }];

/** The body that is sent for these fields, and the names of the dropped fields. */
function sent(fields: Record<string, unknown>): { readonly body: unknown; readonly lost: readonly string[] } {
  const call = testCall({ messages, ...fields });
  return { body: bodySent(qwen, call), lost: call.dropped.list };
}

describe('addresses of type 17 (Qwen)', () => {
  const urlOf = (baseUrl: string, changes: Partial<UpstreamCall> = {}, other = ''): string => {
    const call = canonicalCall(
      {},
      { fields: { model: changes.model ?? 'qwen-plus', messages, input: 'a' }, ...changes },
    );
    return qwen.buildRequest(call, testTarget(qwen, { baseUrl, other })).url;
  };

  it.each([
    ['https://dashscope-intl.aliyuncs.com', '/compatible-mode/v1/chat/completions'],
    ['https://dashscope-intl.aliyuncs.com/compatible-mode/v1', '/compatible-mode/v1/chat/completions'],
    ['https://dashscope-intl.aliyuncs.com/compatible-mode', '/compatible-mode/v1/chat/completions'],
    ['https://dashscope-intl.aliyuncs.com/api/v1/', '/api/v1/services/aigc/text-generation/generation'],
  ])('are built from %s', (baseUrl, path) => {
    expect(urlOf(baseUrl)).toBe(`https://dashscope-intl.aliyuncs.com${path}`);
  });

  it.each([
    ['qwen-audio-turbo', '', '/api/v1/services/aigc/multimodal-generation/generation'],
    ['qwen-plus', '{"pdf_extracter":{}}', '/api/v1/services/aigc/text-generation/generation'],
    ['qwen-vl-plus', '{"pdf_extracter":{}}', '/api/v1/services/aigc/multimodal-generation/generation'],
    ['qwen3.6-plus', '{"pdf_extracter":{}}', '/api/v1/services/aigc/multimodal-generation/generation'],
    ['qwen3-vl-plus', '', '/compatible-mode/v1/chat/completions'],
  ])('are chosen for %s with the plugin %j', (model, other, path) => {
    expect(urlOf('', { model }, other)).toBe(`https://dashscope.aliyuncs.com${path}`);
  });

  it('are those of native embeddings when the operator typed the native address', () => {
    const path = '/api/v1/services/embeddings/text-embedding/text-embedding';
    expect(urlOf('https://d.example/api/v1', { endpoint: 'embeddings' })).toBe(`https://d.example${path}`);
    expect(urlOf('https://d.example', { endpoint: 'embeddings' })).toBe(
      'https://d.example/compatible-mode/v1/embeddings',
    );
  });

  it('list models by the compatible mode', () => {
    const target = testTarget(qwen, { baseUrl: 'https://d.example/api/v1' });
    expect(qwen.models?.buildRequest(target).url).toBe('https://d.example/compatible-mode/v1/models');
  });
});

const FORCED = { type: 'function', function: { name: 'f' } };

describe('requests of Qwen’s compatible mode', () => {
  it.each<[string, Record<string, unknown>, Record<string, unknown>, string[]]>([
    ['qwen-plus-internet', {}, { model: 'qwen-plus', enable_search: true }, []],
    ['qwen-plus', { web_search_options: {} }, { enable_search: true }, []],
    [
      'qwen-plus',
      { web_search_options: { search_context_size: 'low' } },
      { enable_search: true },
      ['web_search_options'],
    ],
    ['qwen-plus', { reasoning_effort: 'none' }, { enable_thinking: false }, []],
    [
      'qwen-plus',
      { reasoning_effort: 'high', tool_choice: FORCED },
      { enable_thinking: false, tool_choice: FORCED },
      ['reasoning_effort'],
    ],
    [
      'qwen-plus',
      { reasoning_effort: 'high', tool_choice: 'required' },
      { enable_thinking: false, tool_choice: 'required' },
      ['reasoning_effort'],
    ],
    [
      'qwen-plus',
      { reasoning_effort: 'low', tool_choice: 'auto' },
      { enable_thinking: true, thinking_budget: 2048, tool_choice: 'auto' },
      [],
    ],
    ['qwen-plus', { tool_choice: FORCED }, { tool_choice: FORCED }, []],
    ['qwen-plus', { enable_thinking: true, tool_choice: FORCED }, { enable_thinking: true, tool_choice: FORCED }, []],
    [
      'qwen3-32b',
      { stream: true, tool_choice: FORCED },
      { stream: true, tool_choice: FORCED, enable_thinking: false },
      [],
    ],
    ['qwq-32b', { stream: true, tool_choice: FORCED }, { stream: true, tool_choice: 'auto' }, ['tool_choice']],
    ['qwen-plus', { reasoning_effort: 'low' }, { enable_thinking: true, thinking_budget: 2048 }, []],
    ['qwen-plus', { reasoning_effort: 'low', thinking_budget: 50 }, { enable_thinking: true, thinking_budget: 50 }, []],
    ['qwq-32b', {}, { stream: true, stream_options: { include_usage: true } }, []],
    ['qwen3-omni-flash', { stream: true }, { stream: true }, []],
    ['qwen3-32b', {}, { enable_thinking: false }, []],
    ['qwen3-235b-a22b', { stream: true }, { stream: true }, []],
    [
      'qwen3-14b',
      { enable_thinking: true },
      { enable_thinking: true, stream: true, stream_options: { include_usage: true } },
      [],
    ],
    ['qwen3-next-80b-a3b-thinking', {}, { stream: true, stream_options: { include_usage: true } }, []],
    ['qwen3-235b-a22b-instruct-2507', {}, {}, []],
    ['qwen3-max', { top_p: 1, temperature: 2, top_k: 5 }, { top_p: 1, temperature: 2, top_k: 5 }, []],
  ])('for %s with %j are adapted', (model, fields, expected, lost) => {
    expect(sent({ model, ...fields })).toEqual({ body: { model, messages, ...expected }, lost });
  });

  it('carry the budget of a call in another format', () => {
    const call = canonicalCall(
      { settings: { reasoning: { budgetTokens: 777 } } },
      { format: 'anthropic', model: 'qwen-plus' },
    );
    expect(bodySent(qwen, call)).toMatchObject({ enable_thinking: true, thinking_budget: 777 });
  });

  it('return encoded vectors to callers who requested them', () => {
    const call = testCall(
      { model: 'text-embedding-v4', input: ['a'], encoding_format: 'base64' },
      { endpoint: 'embeddings' },
    );
    expect(bodySent(qwen, call)).toEqual({ model: 'text-embedding-v4', input: ['a'] });
    const provider = { data: [{ embedding: [1], index: 0 }], usage: { prompt_tokens: 3, total_tokens: 3 } };
    expect(converted(qwen, call, provider).body).toMatchObject({ data: [{ embedding: 'AACAPw==' }] });
  });
});

describe('codes of type 17 (Qwen)', () => {
  const failure = (given: number, code: string, isNative: boolean): UpstreamFailure => {
    const error = { code, message: 'm' };
    const body = JSON.stringify(isNative ? { ...error, request_id: 'r' } : { error, request_id: 'r' });
    return qwen.readFailure({ status: given, headers: {}, body });
  };

  it.each<[number, string, Partial<UpstreamFailure>]>([
    [400, 'InvalidParameter', { status: 400, isRetryable: false }],
    [400, 'InvalidParameter.DataCheck', { status: 400, isRetryable: false }],
    [400, 'BadRequest.TooLarge', { status: 400, isRetryable: false }],
    [400, 'UnsupportedOperation', { status: 400, isRetryable: false }],
    [400, 'invalid_parameter_error', { status: 400, isRetryable: false }],
    [400, 'DataInspectionFailed', { status: 400, isRetryable: false }],
    [400, 'data_inspection_failed', { status: 400, isRetryable: false }],
    [400, 'Arrearage', { status: 403, shouldDisableChannel: true }],
    [400, 'InvalidURL', { status: 404, isRetryable: true }],
    [404, 'ModelNotFound', { status: 404, isRetryable: true, kind: 'modelUnavailable' }],
    [404, 'model_not_found', { status: 404, isRetryable: true }],
    [401, 'InvalidApiKey', { status: 401, shouldDisableChannel: true }],
    [401, 'invalid_api_key', { status: 401, shouldDisableChannel: true }],
    [403, 'AccessDenied', { status: 403, isRetryable: true, shouldDisableChannel: false }],
    [403, 'AccessDenied.Unpurchased', { status: 403, shouldDisableChannel: true }],
    [403, 'Model.AccessDenied', { status: 403, isRetryable: true, shouldDisableChannel: false }],
    [403, 'Workspace.AccessDenied', { status: 403, isRetryable: true, shouldDisableChannel: false }],
    [403, 'AllocationQuota.FreeTierOnly', { status: 403, shouldDisableChannel: true }],
    [408, 'RequestTimeOut', { status: 504, isRetryable: true, shouldDisableChannel: false }],
    [413, 'Whatever', { status: 413, isRetryable: false }],
    [429, 'Throttling', { status: 429, kind: 'busy', shouldDisableChannel: false }],
    [429, 'Throttling.RateQuota', { status: 429, kind: 'busy', shouldDisableChannel: false }],
    [200, 'Throttling.AllocationQuota', { status: 429, kind: 'busy', shouldDisableChannel: false }],
    [429, 'LimitRequests', { status: 429, kind: 'busy', shouldDisableChannel: false }],
    [429, 'insufficient_quota', { status: 429, kind: 'busy', shouldDisableChannel: false }],
    [429, 'PrepaidBillOverdue', { status: 403, shouldDisableChannel: true }],
    [429, 'PostpaidBillOverdue', { status: 403, shouldDisableChannel: true }],
    [429, 'CommodityNotPurchased', { status: 403, shouldDisableChannel: true }],
    [500, 'InternalError.Algo', { status: 500, kind: 'broken', isRetryable: true }],
    [500, 'SystemError', { status: 500, kind: 'broken', isRetryable: true }],
    [500, 'ModelServiceFailed', { status: 500, kind: 'broken', isRetryable: true }],
    [503, 'ModelServingError', { status: 503, kind: 'broken', isRetryable: true }],
    [503, 'ModelUnavailable', { status: 503, kind: 'broken', isRetryable: true }],
  ])('are classified: %d %s', (given, code, expected) => {
    for (const isNative of [true, false]) {
      expect(failure(given, code, isNative)).toMatchObject({ ...expected, error: { message: `m (${code})` } });
    }
  });
});

const recorded = new Map(recordedFiles(['alibaba']).map(({ name, text }) => [name, text]));

(recorded.size > 0 ? describe : describe.skip)('recorded answers of the compatible mode', () => {
  const reading = () => chatReadingOf(qwen, canonicalCall({}, { format: 'anthropic', model: 'qwen3-max' }));
  const read = (file: string): string => recorded.get(`alibaba/${file}`) ?? '';
  const lines = (file: string): readonly string[] => linesOf(read(file));

  /** Joins the values of one field of the deltas. */
  const said = (file: string, field: string): string =>
    lines(file)
      .map(line => JSON.parse(line) as { choices: { delta?: Record<string, unknown> }[] })
      .map(({ choices }) => choices[0]?.delta?.[field])
      .filter(piece => typeof piece === 'string')
      .join('');

  it.each(['alibaba-text.chunks.txt', 'alibaba-reasoning.chunks.txt'])('are read whole from %s', file => {
    const answer = folded(reading(), lines(file));
    const blocks = answer.choices[0]?.blocks ?? [];
    const textOf = (type: string): string =>
      blocks.map(block => (block.type === type && 'text' in block ? block.text : '')).join('');
    expect(textOf('text')).toBe(said(file, 'content'));
    expect(textOf('reasoning')).toBe(said(file, 'reasoning_content'));
    expect(textOf('text')).not.toBe('');
    expect(answer.choices[0]?.finish).toBe('stop');
    expect(answer.usage.kind).toBe('reported');
  });

  it('contain the tool call', () => {
    const answer = reading().readAnswer(JSON.parse(read('alibaba-tool-call.json')));
    expect(answer.choices[0]).toMatchObject({
      blocks: [{ type: 'toolCall', name: 'weather', arguments: '{"location": "San Francisco"}' }],
      finish: 'toolCalls',
    });
    expect(answer.usage).toMatchObject({ usage: { promptTokens: 295, completionTokens: 22 } });
  });
});
