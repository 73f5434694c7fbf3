import { type Endpoint } from '@formats';
import { bodySent, describeAdapter, testCall, testTarget } from '../../testing/adapter-conformance';
import { describeChat } from '../../testing/chat-conformance';
import { custom } from './index';

describeAdapter(custom, {
  folder: __dirname,
  chatUrl: null,
  plainModel: 'some/model',
  answers: [
    { file: 'text.json', text: 'Fine.', usage: {} },
    { file: 'no-usage.sse', text: 'Hehmllo', usage: null },
  ],
  refusals: {
    'an unpaid account': { body: '{"error":"pay first"}', given: 402, shouldDisableChannel: true, isRetryable: true },
    'a forbidden call': { body: '{"message":"no"}', given: 403, shouldDisableChannel: false, isRetryable: true },
    'an unknown shape with 422': { body: '{"detail":"bad field"}', given: 422, kind: 'badRequest', isRetryable: false },
    'an error text besides a message': {
      body: '{"error":"Not Found","message":"No handler"}',
      given: 404,
      isRetryable: true,
      error: { message: 'Not Found' },
    },
    'an account out of credit, told in the common shape': {
      body: '{"error":{"message":"x","type":"insufficient_quota","code":"insufficient_quota"}}',
      given: 403,
      shouldDisableChannel: true,
    },
  },
});

const ADDRESS = { baseUrl: 'https://a.example/chat/completions' };

describeChat(custom, {
  folder: __dirname,
  model: 'some/model',
  target: ADDRESS,
  answers: [
    { file: 'text.json', text: 'Fine.', finish: 'stop', usage: { prompt: 0, completion: 0 } },
    { file: 'no-usage.sse', reasoning: 'hm', text: 'Hello', finish: 'stop', usage: null },
  ],
});

describe('the Responses API of type 8 (custom)', () => {
  it.each([
    ['https://a.example/responses', 'https://a.example/responses', true],
    ['https://a.example/responses?v=1', 'https://a.example/responses?v=1', true],
    ['https://a.example/chat/completions', 'https://a.example/chat/completions', false],
  ])('is used only at its own address: a call at %s goes to %s', (baseUrl, url, isNative) => {
    const call = testCall({ model: 'm', input: 'hi' }, { format: 'responses' });
    const request = custom.buildRequest(call, testTarget(custom, { baseUrl }));
    expect(request.url).toBe(url);
    expect(request.answer === undefined).toBe(isNative);
  });
});

describe('chats of other formats at type 8 (custom)', () => {
  const asked = (format: 'responses' | 'openai', fields: object) =>
    testCall({ model: 'some/model', ...fields }, { format, model: 'some/model' });

  it('are sent without a search, which few servers of this protocol support', () => {
    const call = asked('responses', { input: 'hi', tools: [{ type: 'web_search' }] });
    expect(bodySent(custom, call)).not.toHaveProperty('web_search_options');
    expect(call.dropped.list).toContain('tools.web_search');
    const own = asked('openai', { messages: [{ role: 'user', content: 'hi' }], web_search_options: {} });
    expect(bodySent(custom, own)).toHaveProperty('web_search_options');
  });
});

describe('models of OpenAI behind a typed address', () => {
  const target = { baseUrl: 'https://a.example/{model}/chat/completions' };
  const messages = [{ role: 'user', content: 'hi' }];
  const claude = (model: string, fields: object = {}) =>
    testCall({ model, max_tokens: 9, messages, ...fields }, { format: 'anthropic', model });
  const chat = (model: string, fields: object = {}) => testCall({ model, messages, ...fields }, { model });

  it.each(['gpt-5', 'o3', 'o4-mini'])('%s gets the fields of its family from callers of every format', model => {
    for (const call of [claude(model, { temperature: 0.5 }), chat(model, { max_tokens: 9, temperature: 0.5 })]) {
      expect(bodySent(custom, call, target)).toEqual({ model, max_completion_tokens: 9, messages });
      expect(call.dropped.list).toEqual(['temperature']);
    }
  });

  it('receive an effort that they accept, also from a suffix of the name', () => {
    const call = claude('o3', { output_config: { effort: 'max' } });
    expect(bodySent(custom, call, target)).toMatchObject({ reasoning_effort: 'high' });
    const named = chat('o3-mini-high');
    expect(bodySent(custom, named, target)).toMatchObject({ model: 'o3-mini', reasoning_effort: 'high' });
    expect(custom.buildRequest(named, testTarget(custom, target)).url).toBe(
      'https://a.example/o3-mini/chat/completions',
    );
  });

  it.each(['gpt-4o', 'llama-3', 'some/model', 'gpt-oss-20b'])('leave the fields of %s unchanged', model => {
    expect(bodySent(custom, claude(model, { temperature: 0.5 }), target)).toEqual({
      model,
      max_tokens: 9,
      temperature: 0.5,
      messages,
    });
    const own = chat(model, { max_tokens: 9, temperature: 0.5 });
    expect(custom.buildRequest(own, testTarget(custom, target)).body).toBe(own.body);
  });

  it('follow the rules of a known provider when the host is the provider’s', () => {
    const deepseek = { baseUrl: 'https://api.deepseek.com/chat/completions' };
    const call = chat('deepseek-chat', { messages: [{ role: 'developer', content: 'brief' }, ...messages] });
    expect(bodySent(custom, call, deepseek)).toMatchObject({ messages: [{ role: 'system' }, { role: 'user' }] });
  });
});

describe('forms of type 8 (custom)', () => {
  it('pass with only their model replaced', () => {
    const contentType = 'multipart/form-data; boundary=b';
    const form = (model: string): Buffer =>
      Buffer.from(`--b\r\nContent-Disposition: form-data; name="model"\r\n\r\n${model}\r\n--b--\r\n`);
    const call = {
      ...testCall({ model: 'x' }, { endpoint: 'transcriptions', model: 'm', contentType }),
      body: form('x'),
    };
    const request = custom.buildRequest(call, testTarget(custom, ADDRESS));
    expect(request.url).toBe('https://a.example/audio/transcriptions');
    expect(request.headers).toMatchObject({ 'content-type': contentType, accept: '*/*' });
    expect(request.body).toEqual(form('m'));
  });
});

describe('addresses of type 8 (custom)', () => {
  const addressOf = (baseUrl: string, endpoint: Endpoint, model = 'org/name v2'): string =>
    custom.buildRequest(testCall({ model }, { endpoint }), testTarget(custom, { baseUrl })).url;

  it.each<[string, Endpoint, string]>([
    ['https://a.example/openai/chat/completions', 'chat', 'https://a.example/openai/chat/completions'],
    ['https://a.example/models/{model}/invoke', 'chat', 'https://a.example/models/org/name%20v2/invoke'],
    ['https://a.example/chat/completions', 'embeddings', 'https://a.example/embeddings'],
    ['https://a.example/chat/completions?v=1', 'completions', 'https://a.example/completions?v=1'],
    ['https://a.example/completions', 'chat', 'https://a.example/chat/completions'],
    ['https://a.example/run/', 'embeddings', 'https://a.example/run'],
  ])('are built from %s for the endpoint %s', (baseUrl, endpoint, url) => {
    expect(addressOf(baseUrl, endpoint)).toBe(url);
  });

  it('contain a model name literally, whatever it contains', () => {
    expect(addressOf('https://a.example/{model}', 'chat', '$&?x=1#y')).toBe('https://a.example/%24%26%3Fx%3D1%23y');
  });
});
