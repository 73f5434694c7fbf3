import { type JsonObject, asList, at } from '@formats';
import { channelPresets, PRESET_CHANNEL_TYPE } from '@contracts';
import { openai } from '../../adapters/openai';
import { bodySent, testCall, testTarget } from '../../testing/adapter-conformance';
import { type UpstreamCall } from '../../contract/upstream';
import { quirksOf } from './presets';
import { shortIdOf } from './short-ids';

function ask(fields: JsonObject = {}, changes: Partial<UpstreamCall> = {}): UpstreamCall {
  return testCall({ model: 'm', messages: [{ role: 'user', content: 'hi' }], ...fields }, changes);
}

function urlAt(baseUrl: string, changes: Partial<UpstreamCall> = {}): string {
  return openai.buildRequest(ask({}, changes), testTarget(openai, { baseUrl })).url;
}

function bodyAt(baseUrl: string, call: UpstreamCall): JsonObject {
  const { body } = openai.buildRequest(call, testTarget(openai, { baseUrl }));
  return JSON.parse(body?.toString() ?? '') as JsonObject;
}

describe('presets of channels', () => {
  it('use the protocol of type 1 (OpenAI), under their own names and addresses', () => {
    expect(openai.channelTypes).toContain(PRESET_CHANNEL_TYPE);
    for (const key of ['id', 'name', 'baseUrl'] as const) {
      expect(new Set(channelPresets.map(preset => preset[key])).size).toBe(channelPresets.length);
    }
    expect(channelPresets.map(({ id }) => id)).toEqual(channelPresets.map(({ id }) => id).sort());
  });

  it.each(channelPresets)('$name receives calls at its own address', ({ baseUrl, models }) => {
    const { protocol, host, pathname } = new URL(baseUrl);
    expect(protocol).toBe('https:');
    expect(baseUrl.endsWith('/')).toBe(false);
    expect(urlAt(baseUrl).startsWith(`https://${host}${pathname === '/' ? '' : pathname}/`)).toBe(true);
    expect(urlAt(baseUrl)).toMatch(/[^/]\/chat\/completions$/);
    expect(quirksOf(testTarget(openai, { baseUrl }))).not.toBeNull();
    expect(new Set(models).size).toBe(models.length);
  });

  it.each([
    ['https://api.deepseek.com', 'https://api.deepseek.com/v1/chat/completions'],
    ['https://api.perplexity.ai', 'https://api.perplexity.ai/chat/completions'],
    ['https://ark.cn-beijing.volces.com/api/v3/', 'https://ark.cn-beijing.volces.com/api/v3/chat/completions'],
    ['https://models.github.ai/inference', 'https://models.github.ai/inference/chat/completions'],
    ['https://api.deepinfra.com/v1/openai', 'https://api.deepinfra.com/v1/openai/chat/completions'],
    ['https://api.groq.com/openai', 'https://api.groq.com/openai/v1/chat/completions'],
    ['https://unknown.example/api/paas/v4', 'https://unknown.example/api/paas/v4/chat/completions'],
    ['https://unknown.example/v1beta/openai', 'https://unknown.example/v1beta/openai/v1/chat/completions'],
    ['https://unknown.example/v10', 'https://unknown.example/v10/chat/completions'],
    ['https://unknown.example/v1', 'https://unknown.example/v1/chat/completions'],
  ])('%s receives calls at %s', (baseUrl, url) => {
    expect(urlAt(baseUrl)).toBe(url);
  });

  it.each([
    ['https://ark.cn-beijing.volces.com/api/v3', 'https://ark.cn-beijing.volces.com/api/v3/models'],
    ['https://api.deepinfra.com/v1/openai', 'https://api.deepinfra.com/v1/openai/models'],
    ['https://models.github.ai/inference', 'https://models.github.ai/catalog/models'],
    ['https://models.github.ai/orgs/org/inference', 'https://models.github.ai/catalog/models'],
    ['https://unknown.example', 'https://unknown.example/v1/models'],
  ])('at %s list their models at %s', (baseUrl, url) => {
    expect(openai.models?.buildRequest(testTarget(openai, { baseUrl })).url).toBe(url);
  });

  it.each([
    ['https://api.x.ai/v1', true],
    ['https://openrouter.ai/api/v1', true],
    ['https://unknown.example', true],
    ['https://api.deepseek.com', false],
    ['https://api.mistral.ai/v1', false],
  ])('%s receives calls in the Responses format: %s', (baseUrl, isOffered) => {
    const call = testCall({ model: 'm', input: 'hi' }, { format: 'responses' });
    const { url, answer } = openai.buildRequest(call, testTarget(openai, { baseUrl }));
    expect(url.endsWith('/responses')).toBe(isOffered);
    expect(answer === undefined).toBe(isOffered);
  });
});

describe('differences of providers by address', () => {
  const calls = [{ id: 'call_1', type: 'function', function: { name: 'f', arguments: '{}' } }];
  const history = [
    { role: 'user', content: 'hi' },
    { role: 'assistant', content: null, tool_calls: calls },
    { role: 'tool', tool_call_id: 'call_1', content: 'ok' },
  ];

  it('apply to a whole host and not to a similar one', () => {
    const target = (baseUrl: string): ReturnType<typeof testTarget> => testTarget(openai, { baseUrl });
    expect(quirksOf(target('https://API.DeepSeek.com/v1'))).not.toBeNull();
    expect(quirksOf(target('https://api.deepseek.com.evil.example'))).toBeNull();
    expect(quirksOf(target('https://proxy.example/api.deepseek.com'))).toBeNull();
    expect(quirksOf(target(''))).toBeNull();
    expect(quirksOf(target('no address'))).toBeNull();
  });

  it('give Mistral ids of nine letters and digits, equal for a call and its result', () => {
    const sent = bodyAt('https://api.mistral.ai/v1', ask({ messages: history }));
    const id = String(at(asList(sent.messages)[1], 'tool_calls', 0, 'id'));
    expect(id).toMatch(/^[a-zA-Z0-9]{9}$/);
    expect(at(asList(sent.messages)[2], 'tool_call_id')).toBe(id);
    expect(shortIdOf('call_1')).toBe(id);
    expect(shortIdOf('call_2')).not.toBe(id);
  });

  it('leave Mistral’s own ids unchanged, and pass such a body as bytes', () => {
    const own = JSON.parse(JSON.stringify(history).replaceAll('call_1', 'D681PevKs')) as unknown;
    const call = ask({ messages: own });
    expect(openai.buildRequest(call, testTarget(openai, { baseUrl: 'https://api.mistral.ai' })).body).toBe(call.body);
  });

  it('use the role for instructions that other providers know', () => {
    const messages = [{ role: 'developer', content: 'brief' }];
    const fields = { model: 'm', messages };
    expect(bodyAt('https://api.deepseek.com', ask(fields)).messages).toEqual([{ role: 'system', content: 'brief' }]);
    expect(bodySent(openai, ask(fields)).messages).toEqual(messages);
  });

  it('send DeepSeek its reasoning back with the calls that it led to, and never send it to OpenAI', () => {
    const messages = [
      { role: 'user', content: 'hi' },
      {
        role: 'assistant',
        content: [
          { type: 'thinking', thinking: 'hm', signature: '' },
          { type: 'tool_use', id: 'call_1', name: 'f', input: {} },
        ],
      },
      { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'call_1', content: 'ok' }] },
    ];
    const call = (): UpstreamCall => ask({ max_tokens: 9, messages }, { format: 'anthropic' });
    expect(at(bodyAt('https://api.deepseek.com', call()), 'messages', 1)).toMatchObject({ reasoning_content: 'hm' });
    expect(JSON.stringify(bodySent(openai, call()))).not.toContain('hm');
  });

  it('offer only the allowed tools where a provider has no such choice', () => {
    const tool = (name: string): object => ({ type: 'function', name, parameters: { type: 'object' } });
    const fields = {
      input: 'hi',
      tools: [tool('a'), tool('b')],
      tool_choice: { type: 'allowed_tools', mode: 'required', tools: [{ type: 'function', name: 'b' }] },
    };
    const sent = bodyAt('https://api.deepseek.com', testCall({ model: 'm', ...fields }, { format: 'responses' }));
    expect(sent).toMatchObject({ tool_choice: 'required', tools: [{ function: { name: 'b' } }] });
    expect(sent.tools).toHaveLength(1);
  });
});
