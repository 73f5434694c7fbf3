import { CallRefusal, type ChatBlock, type FunctionTool } from '@formats';
import { ChannelAddressError } from '../../contract/channel-address-error';
import { type ChannelTarget } from '../../contract/upstream';
import { testCall, testTarget } from '../../testing/adapter-conformance';
import {
  canonicalCall,
  chatReadingOf,
  describeOwnProtocol,
  eventsOf,
  folded,
  say,
  sentTo,
} from '../../testing/own-protocol';
import { hunyuan } from './index';

const SECRET_ID = 'AKIDTESTtestTESTtestTESTtestTEST0001';
const NATIVE: Partial<ChannelTarget> = { key: `1|${SECRET_ID}|TestSecretKeyTestSecretKey012345\n`, baseUrl: '' };
const weather: FunctionTool = { type: 'function', name: 'weather', parameters: { type: 'object', properties: {} } };

describeOwnProtocol(hunyuan, [NATIVE, {}]);

describe('the signed API of type 23 (Hunyuan)', () => {
  it('signs exactly the body that is sent, with the time of sending', async () => {
    const target = testTarget(hunyuan, NATIVE);
    const request = hunyuan.buildRequest(canonicalCall({}, { model: 'hunyuan-lite' }), target);
    expect(request).toMatchObject({ method: 'POST', url: 'https://hunyuan.tencentcloudapi.com/' });
    expect(JSON.parse(request.body?.toString() ?? '')).toEqual({
      Model: 'hunyuan-lite',
      Messages: [{ Role: 'user', Content: 'hi' }],
      Stream: false,
    });
    // The fields of the provider's worked example are in another order, and its bytes are signed.
    const body = Buffer.from('{"Model":"hunyuan-lite","Messages":[{"Role":"user","Content":"hi"}],"Stream":false}');
    const signed = await hunyuan.sign?.({ ...request, body }, target, 1_700_000_000_999);
    expect(signed?.headers).toEqual({
      accept: 'application/json',
      'accept-encoding': 'identity',
      'content-type': 'application/json',
      'x-tc-action': 'ChatCompletions',
      'x-tc-version': '2023-09-01',
      'x-tc-timestamp': '1700000000',
      authorization:
        `TC3-HMAC-SHA256 Credential=${SECRET_ID}/2023-11-14/hunyuan/tc3_request, ` +
        'SignedHeaders=content-type;host;x-tc-action, ' +
        'Signature=79065d0eb19437839d2217020a0b127a06714dee11fde3b98848da59190e7e73',
    });
  });

  it.each(['|', 'a|', 'a|b|c|d'])('refuses the key %s', key => {
    expect(() => hunyuan.buildRequest(canonicalCall({}), testTarget(hunyuan, { key }))).toThrow(ChannelAddressError);
  });

  it('writes messages in the provider’s order and form', () => {
    const blocks: ChatBlock[] = [{ type: 'toolCall', id: 'c', name: 'weather', arguments: '{}', kind: 'function' }];
    const result: ChatBlock = { type: 'toolResult', callId: 'c', content: [{ type: 'text', text: '21' }] };
    const call = canonicalCall({
      messages: [
        say('user', 'a'),
        say('user', 'b'),
        say('system', 'S'),
        { role: 'assistant', blocks: [{ type: 'reasoning', text: 'hm' }, ...blocks] },
        { role: 'user', blocks: [result] },
        say('developer', 'D'),
      ],
    });
    expect(sentTo(hunyuan, call, NATIVE)).toMatchObject({
      Messages: [
        { Role: 'system', Content: 'S\nD' },
        { Role: 'user', Content: 'a\nb' },
        {
          Role: 'assistant',
          Content: '',
          ToolCalls: [{ Id: 'c', Type: 'function', Index: 0, Function: { Name: 'weather', Arguments: '{}' } }],
        },
        { Role: 'tool', ToolCallId: 'c', Content: '21' },
      ],
    });
    expect(call.dropped.list).toEqual(['message.reasoning']);
  });

  it('carries images together with the text beside them', () => {
    const image: ChatBlock = { type: 'image', source: { kind: 'data', mime: 'image/png', data: 'AA==' } };
    const call = canonicalCall({ messages: [say('user', 'see'), { role: 'user', blocks: [image] }] });
    expect(sentTo(hunyuan, call, NATIVE)).toMatchObject({
      Messages: [
        {
          Role: 'user',
          Contents: [
            { Type: 'text', Text: 'see' },
            { Type: 'image_url', ImageUrl: { Url: 'data:image/png;base64,AA==' } },
          ],
        },
      ],
    });
  });

  it('carries supported settings and names the others as dropped', () => {
    const call = canonicalCall(
      {
        settings: {
          temperature: 3,
          topP: 0.5,
          stop: ['END'],
          seed: 20_000,
          maxTokens: 5,
          n: 2,
          responseFormat: { type: 'json' },
          reasoning: { effort: 'none' },
        },
        tools: [{ type: 'webSearch', maxUses: 3 }],
        extraFields: ['citation'],
      },
      { fields: { citation: true } },
    );
    expect(sentTo(hunyuan, call, NATIVE)).toMatchObject({
      Temperature: 2,
      TopP: 0.5,
      Stop: ['END'],
      EnableThinking: false,
      EnableEnhancement: true,
      SearchInfo: true,
      Citation: true,
    });
    expect(call.dropped.list).toEqual([
      'max_tokens',
      'n',
      'response_format',
      'seed',
      'temperature',
      'tools.web_search',
    ]);
  });

  it.each([
    [{ type: 'auto' } as const, { ToolChoice: 'auto' }, []],
    [{ type: 'none' } as const, { ToolChoice: 'none' }, []],
    [{ type: 'required' } as const, { ToolChoice: 'auto' }, ['tool_choice']],
    [
      { type: 'tool', name: 'weather' } as const,
      { ToolChoice: 'custom', CustomTool: { Function: { Name: 'weather' } } },
      [],
    ],
  ])('writes the tool choice %j', (toolChoice, expected, dropped) => {
    const call = canonicalCall({ tools: [weather], settings: { toolChoice } });
    const Parameters = '{"type":"object","properties":{}}';
    expect(sentTo(hunyuan, call, NATIVE)).toMatchObject({
      ...expected,
      Tools: [{ Type: 'function', Function: { Name: 'weather', Description: '', Parameters } }],
    });
    expect(call.dropped.list).toEqual(dropped);
  });
});

describe('answers of Hunyuan’s signed API', () => {
  const reading = chatReadingOf(hunyuan, canonicalCall({ settings: { stop: ['END'] } }), NATIVE);
  const usage = { PromptTokens: 3, CompletionTokens: 2, TotalTokens: 5 };
  const chunk = (Delta: object, FinishReason = '', more: object = {}): object => ({
    Choices: [{ Index: 0, Delta, FinishReason }],
    Created: 1_760_000_000,
    Id: '1b',
    Usage: usage,
    ...more,
  });

  it('arrive whole inside a response', () => {
    const Message = { Role: 'assistant', Content: 'Hello.END', ReasoningContent: 'hm' };
    const SearchResults = [{ Index: 1, Title: 'A', Url: 'https://a.example' }];
    const body = {
      Response: { Id: '1b', Choices: [{ Message, FinishReason: 'stop' }], SearchInfo: { SearchResults }, Usage: usage },
    };
    expect(reading.readAnswer(body)).toMatchObject({
      id: '1b',
      choices: [
        {
          finish: 'stop',
          stopSequence: 'END',
          blocks: [
            { type: 'reasoning', text: 'hm' },
            { type: 'text', text: 'Hello.', citations: [{ url: 'https://a.example', title: 'A' }] },
          ],
        },
      ],
      usage: { usage: { promptTokens: 3, completionTokens: 2 } },
    });
  });

  it('arrive in pieces, of which the last usage counts', () => {
    const made = (Index: number, more: object): object => ({ ToolCalls: [{ Index, ...more }] });
    const answer = folded(reading, [
      chunk({ Role: 'assistant', Content: 'Hel' }),
      chunk({ Content: 'lo.E' }),
      chunk(made(0, { Id: 'a', Function: { Name: 'f', Arguments: '' } })),
      chunk(made(1, { Id: 'b', Function: { Name: 'g', Arguments: '{' } })),
      chunk(made(0, { Function: { Name: '', Arguments: '{}' } })),
      chunk(made(1, { Function: { Arguments: '}' } }), 'tool_calls', { Usage: { ...usage, CompletionTokens: 9 } }),
    ]);
    expect(answer.choices).toMatchObject([
      {
        finish: 'toolCalls',
        blocks: [
          { type: 'text', text: 'Hello.E' },
          { type: 'toolCall', id: 'a', name: 'f', arguments: '{}' },
          { type: 'toolCall', id: 'b', name: 'g', arguments: '{}' },
        ],
      },
    ]);
    expect(answer.usage).toMatchObject({ usage: { completionTokens: 9 } });
  });

  it.each([
    [chunk({ Content: 'x' }, 'sensitive'), 'contentFilter'],
    [chunk({ Content: 'x' }, 'stop', { ModerationLevel: '2' }), 'contentFilter'],
    [chunk({ Content: 'x' }, 'new'), 'unknown'],
    [chunk({ Content: 'x' }), 'unknown'],
  ])('end with the provider’s finish reason, %#', (last, finish) => {
    expect(folded(reading, [last]).choices[0]?.finish).toBe(finish);
  });

  it('may end in an error inside a stream, or be an error from the start', () => {
    const broken = eventsOf(reading, [chunk({ Content: 'Hal' }), { ErrorMsg: { Msg: 'oops', Code: 4001 } }]);
    expect(broken.at(-1)).toMatchObject({ type: 'error', error: { message: 'oops (4001)', code: '4001' } });
    const refused = { Response: { Error: { Code: 'LimitExceeded', Message: 'slow down' }, RequestId: 'x' } };
    expect(reading.isError?.(refused)).toBe(true);
    expect(reading.isError?.({ Response: { Choices: [] } })).toBe(false);
    expect(eventsOf(reading, [refused])).toMatchObject([{ type: 'error', error: { code: 'LimitExceeded' } }]);
  });
});

describe('the compatible API of type 23 (Hunyuan)', () => {
  const chat = canonicalCall({}, { fields: { messages: [{ role: 'user', content: 'x' }], enable_enhancement: true } });

  it.each([
    ['', 'https://api.hunyuan.cloud.tencent.com/v1/chat/completions'],
    ['https://hunyuan.tencentcloudapi.com', 'https://api.hunyuan.cloud.tencent.com/v1/chat/completions'],
    ['https://tokenhub.tencentmaas.com/v1', 'https://tokenhub.tencentmaas.com/v1/chat/completions'],
  ])('passes the caller’s bytes at the address "%s"', async (baseUrl, url) => {
    const target = testTarget(hunyuan, { baseUrl });
    const request = hunyuan.buildRequest(chat, target);
    expect(request).toMatchObject({ url, headers: { authorization: 'Bearer sk-canary0123456789' } });
    expect(request.body).toBe(chat.body);
    expect(await hunyuan.sign?.(request, target, 0)).toBe(request);
  });

  it('reports a filtered answer by its usual finish reason', () => {
    const answer = { choices: [{ index: 0, message: { content: 'x' }, finish_reason: 'sensitive' }] };
    expect(chatReadingOf(hunyuan, chat).readAnswer(answer).choices[0]?.finish).toBe('contentFilter');
  });
});

describe('embeddings of type 23 (Hunyuan)', () => {
  it('are returned in order by the signed API', () => {
    const call = testCall({ model: 'hunyuan-embedding', input: 'a', dimensions: 5 }, { endpoint: 'embeddings' });
    const request = hunyuan.buildRequest(call, testTarget(hunyuan, NATIVE));
    expect(request.headers['x-tc-action']).toBe('GetEmbedding');
    expect(sentTo(hunyuan, call, NATIVE)).toEqual({ InputList: ['a'] });
    expect(call.dropped.list).toEqual(['dimensions']);
    if (request.answer?.kind !== 'json') throw new Error('no json reading');
    const Data = [
      { Index: 1, Embedding: [2] },
      { Index: 0, Embedding: [1] },
    ];
    expect(request.answer.convert({ Response: { Data, Usage: { PromptTokens: 2, TotalTokens: 2 } } })).toMatchObject({
      body: { data: [{ embedding: [1] }, { embedding: [2] }], usage: { prompt_tokens: 2 } },
      usage: { usage: { promptTokens: 2 } },
    });
    expect(request.answer.isError?.({ Response: { Error: { Code: 'x' } } })).toBe(true);
  });

  it('are limited in number', () => {
    const input = Array.from({ length: 201 }, () => 'a');
    const call = testCall({ model: 'm', input }, { endpoint: 'embeddings' });
    expect(() => hunyuan.buildRequest(call, testTarget(hunyuan, NATIVE))).toThrow(CallRefusal);
  });
});

describe('refusals of type 23 (Hunyuan)', () => {
  const fail = (Code: string, Message = 'm'): unknown =>
    hunyuan.readFailure({ status: 200, headers: {}, body: JSON.stringify({ Response: { Error: { Code, Message } } }) });

  it.each([
    ['AuthFailure.SecretIdNotFound', { status: 401, shouldDisableChannel: true, error: { code: 'invalid_api_key' } }],
    ['AuthFailure.SignatureFailure', { shouldDisableChannel: true }],
    ['AuthFailure.InvalidSecretId', { shouldDisableChannel: true }],
    ['AuthFailure.UnauthorizedOperation', { shouldDisableChannel: true }],
    ['UnauthorizedOperation', { shouldDisableChannel: true }],
    ['AuthFailure.SignatureExpire', { kind: 'broken', shouldDisableChannel: false, isRetryable: true }],
    ['FailedOperation.ServiceNotActivated', { status: 403, shouldDisableChannel: true }],
    ['FailedOperation.ServiceStop', { shouldDisableChannel: true }],
    ['FailedOperation.ServiceStopArrears', { shouldDisableChannel: true }],
    ['FailedOperation.FreeResourcePackExhausted', { shouldDisableChannel: true }],
    ['FailedOperation.ResourcePackExhausted', { shouldDisableChannel: true }],
    ['FailedOperation.UserUnAuthError', { shouldDisableChannel: true }],
    ['ResourceInsufficient.ChargeResourceExhaust', { shouldDisableChannel: true }],
    ['ResourceUnavailable.InArrears', { shouldDisableChannel: true }],
    ['ResourceUnavailable.LowBalance', { shouldDisableChannel: true }],
    ['ResourceUnavailable.StopUsing', { shouldDisableChannel: true }],
    ['ResourceUnavailable.NotExist', { kind: 'modelUnavailable', status: 404, isRetryable: true }],
    ['InvalidParameterValue.Model', { kind: 'modelUnavailable', isRetryable: true }],
    ['ResourceNotFound', { kind: 'modelUnavailable', isRetryable: true }],
    ['LimitExceeded', { kind: 'busy', status: 429, isRetryable: true }],
    ['RequestLimitExceeded', { kind: 'busy', status: 429 }],
    ['FailedOperation.EngineServerLimitExceeded', { kind: 'busy', status: 429 }],
    ['ResourceInsufficient', { kind: 'busy', shouldDisableChannel: false }],
    ['FailedOperation.EngineRequestTimeout', { kind: 'broken', status: 503, isRetryable: true }],
    ['FailedOperation.EngineServerError', { kind: 'broken' }],
    ['InternalError', { kind: 'broken', isRetryable: true }],
    ['InvalidParameter', { kind: 'badRequest', status: 400, isRetryable: false }],
    ['InvalidParameterValue', { kind: 'badRequest' }],
    ['MissingParameter', { kind: 'badRequest' }],
    ['UnknownParameter', { kind: 'badRequest' }],
    ['OperationDenied.TextIllegalDetected', { isRetryable: false, error: { code: 'content_filter' } }],
    ['OperationDenied.ImageIllegalDetected', { isRetryable: false, error: { code: 'content_filter' } }],
  ])('are classified: %s', (code, expected) => {
    expect(fail(code)).toMatchObject(expected);
    expect(fail(code)).toMatchObject({ error: { message: `m (${code})` } });
  });

  it('report a prompt that is too long', () => {
    const expected = { status: 400, isRetryable: false, error: { code: 'context_length_exceeded' } };
    expect(fail('FailedOperation.Unknown', 'input length exceeds the limit')).toMatchObject(expected);
  });

  it.each([
    [401, 'invalid key', { shouldDisableChannel: true }],
    [429, 'rate limit', { kind: 'busy', shouldDisableChannel: false, isRetryable: true }],
    [403, 'account in arrears', { shouldDisableChannel: true }],
  ])('are classified for the compatible API: %d %s', (status, message, expected) => {
    const body = JSON.stringify({ error: { message, type: 'x', code: 'y' }, id: 'z' });
    expect(hunyuan.readFailure({ status, headers: {}, body })).toMatchObject(expected);
  });
});
