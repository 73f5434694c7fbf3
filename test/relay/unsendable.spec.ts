import Anthropic from '@anthropic-ai/sdk';
import { betaTool } from '@anthropic-ai/sdk/helpers/beta/json-schema';
import { answerAnthropic, json } from '../../apps/mock-upstream/src/index';
import { startRelayScene, type RelayScene } from '../support/scenes/relay-scene';

let scene: RelayScene;
beforeAll(async () => {
  scene = await startRelayScene();
  const { url } = scene.upstream;
  await scene.app.make.option('RetryTimes', 0);
  const models = ['chat-model', 'claude-sonnet-4-5', 'gpt-5-pro', 'relay-model', 'cloud-model', 'deaf-model'];
  await scene.app.make.option('ModelRatio', Object.fromEntries(models.map(model => [model, 1])));
  await scene.app.make.channel({ type: 8, base_url: `${url}/v1/chat/completions`, models: 'chat-model' });
  // A relay that supports only chat completions gets a request in the Responses format first.
  await scene.app.make.channel({ type: 1, base_url: url, models: 'relay-model,gpt-5-pro' });
  await scene.app.make.channel({ type: 14, base_url: url, models: 'claude-sonnet-4-5' });
  // Claude on a cloud platform, and an application that accepts no tools.
  await scene.app.make.channel({
    type: 33,
    base_url: url,
    key: 'AKID|secret|us-east-1',
    models: 'cloud-model',
    model_mapping: JSON.stringify({ 'cloud-model': 'claude-sonnet-4-5' }),
  });
  await scene.app.make.channel({ type: 22, base_url: url, models: 'deaf-model' });
});
afterAll(() => scene.close());
beforeEach(() => {
  scene.upstream.reset();
  scene.upstream.script(answerAnthropic);
});

const hi = [{ role: 'user', content: 'hi' }];

/** Asserts that a call is refused with 400, that no upstream got a request, and that nothing was charged. */
async function refused(path: string, body: object): Promise<Record<string, unknown>> {
  await scene.settled();
  const before = await scene.balance();
  const response = await scene.post(path, body);
  const { error } = (await response.json()) as { error: Record<string, unknown> };
  expect([response.status, scene.upstream.calls.length]).toEqual([400, 0]);
  await scene.settled();
  expect((await scene.balance()).quota).toBe(before.quota);
  return error;
}

describe('a conversation that only a provider stores', () => {
  const thread = { type: 'continue', previous_message_id: 'msg_1' };

  it.each([
    ['chat-model', { type: 'create' }],
    ['chat-model', thread],
    ['gpt-5-pro', thread],
    ['cloud-model', thread],
  ])('is refused by %s in the words on which clients act: %j', async (model, given) => {
    const error = await refused('/v1/messages', { model, max_tokens: 9, thread: given, messages: hi });
    expect(error).toMatchObject({
      type: 'invalid_request_error',
      details: { error_code: 'thread_unsupported_request', unsupported: ['thread'] },
    });
  });

  it('reaches the provider that stores it, even without a new message', async () => {
    scene.upstream.reset();
    scene.upstream.script(() =>
      json({ type: 'message', role: 'assistant', content: [{ type: 'text', text: 'Yes.' }] }),
    );
    for (const messages of [hi, []]) {
      const response = await scene.post('/v1/messages', {
        model: 'claude-sonnet-4-5',
        max_tokens: 9,
        thread,
        messages,
      });
      expect(response.status).toBe(200);
    }
    expect(scene.upstream.calls.map(({ rawBody }) => rawBody.includes('"previous_message_id":"msg_1"'))).toEqual([
      true,
      true,
    ]);
  });

  it('is reported as lost when that provider has lost it', async () => {
    const details = { error_code: 'thread_not_found', secret: 'sk-1234567890abcdefghij' };
    scene.upstream.reset();
    scene.upstream.script(() =>
      json({ type: 'error', error: { type: 'not_found_error', message: 'no such thread', details } }, { status: 404 }),
    );
    const body = { model: 'claude-sonnet-4-5', max_tokens: 9, thread, messages: hi };
    const response = await scene.post('/v1/messages', body);
    expect(response.status).toBe(404);
    const { error } = (await response.json()) as { error: object };
    expect(error).toMatchObject({ details: { error_code: 'thread_not_found' } });
    expect(JSON.stringify(error)).not.toContain(details.secret);
  });

  it('is sent again as a whole by the official client, which does so by itself while it runs tools', async () => {
    const { beta } = new Anthropic({ apiKey: scene.key, baseURL: scene.app.url, maxRetries: 0 });
    const weather = betaTool({
      name: 'get_weather',
      description: 'The weather of a city.',
      inputSchema: { type: 'object', properties: { city: { type: 'string' } } },
      run: () => 'sunny',
    });
    scene.upstream.reset();
    const call = { id: 'c1', type: 'function', function: { name: 'get_weather', arguments: '{}' } };
    scene.upstream.script(({ rawBody }) =>
      json(completion(rawBody.includes('sunny') ? { content: 'It is sunny.' } : { tool_calls: [call] })),
    );
    const final = await beta.messages.toolRunner({
      model: 'chat-model',
      max_tokens: 100,
      messages: [{ role: 'user', content: 'How is the weather in Ulm?' }],
      tools: [weather],
    });
    expect(final.content).toMatchObject([{ type: 'text', text: 'It is sunny.' }]);
    const received = scene.upstream.calls.map(call => call.body as { messages: { role: string }[]; tools: object[] });
    expect(received.map(({ messages, tools }) => [messages.map(({ role }) => role), tools.length])).toEqual([
      [['user'], 1],
      [['user', 'assistant', 'tool'], 1],
    ]);
  });
});

function completion(message: object): object {
  return {
    id: 'chatcmpl-1',
    object: 'chat.completion',
    choices: [{ index: 0, message: { role: 'assistant', content: null, ...message }, finish_reason: 'stop' }],
    usage: { prompt_tokens: 3, completion_tokens: 2, total_tokens: 5 },
  };
}

describe('a call without any content that a provider could read', () => {
  const orphan = { type: 'tool_result', tool_use_id: 'toolu_1', content: 'sunny' };

  it.each([
    ['/v1/messages', { messages: [{ role: 'user', content: [orphan] }] }],
    [
      '/v1/messages',
      { messages: [{ role: 'assistant', content: [{ type: 'thinking', thinking: 'x', signature: '' }] }] },
    ],
    ['/v1/responses', { input: [{ type: 'function_call_output', call_id: 'call_1', output: 'sunny' }] }],
    ['/v1/responses', { input: [{ type: 'reasoning', summary: [{ type: 'summary_text', text: 'x' }] }] }],
  ])('is refused: %s %j', async (path, body) => {
    const error = await refused(path, { model: 'chat-model', max_tokens: 9, ...body });
    expect(error.message).toContain('no content that can be read');
  });

  it('is refused in the other formats, too', async () => {
    const response = { name: 'get_weather', response: { result: 'sunny' } };
    await refused('/v1beta/models/chat-model:generateContent', {
      contents: [{ role: 'user', parts: [{ functionResponse: response }] }],
    });
    await refused('/v1/chat/completions', {
      model: 'claude-sonnet-4-5',
      messages: [{ role: 'tool', tool_call_id: 'call_1', content: 'sunny' }],
    });
  });
});

describe('a required tool that cannot be offered', () => {
  const search = { type: 'file_search', vector_store_ids: ['vs_1'] };
  const own = { type: 'function', name: 'f', parameters: { type: 'object', properties: {} } };
  const bash = { type: 'bash_20250124', name: 'bash' };

  it.each([
    ['/v1/responses', 'chat-model', { input: 'hi', tools: [search], tool_choice: 'required' }],
    ['/v1/responses', 'chat-model', { input: 'hi', tools: [search], tool_choice: { type: 'file_search' } }],
    ['/v1/responses', 'chat-model', { input: 'hi', tools: [search, own], tool_choice: { type: 'file_search' } }],
    ['/v1/responses', 'chat-model', { input: 'hi', tools: [{ type: 'web_search' }], tool_choice: 'required' }],
    ['/v1/responses', 'claude-sonnet-4-5', { input: 'hi', tools: [search], tool_choice: 'required' }],
    ['/v1/messages', 'chat-model', { messages: hi, tools: [bash], tool_choice: { type: 'tool', name: 'bash' } }],
    ['/v1/messages', 'chat-model', { messages: hi, tools: [bash], tool_choice: { type: 'any' } }],
    [
      '/v1/messages',
      'cloud-model',
      {
        messages: hi,
        tools: [{ type: 'code_execution_20250825', name: 'code_execution' }],
        tool_choice: { type: 'tool', name: 'code_execution' },
      },
    ],
    [
      '/v1/chat/completions',
      'deaf-model',
      { messages: hi, tools: [{ type: 'function', function: { name: 'f' } }], tool_choice: 'required' },
    ],
  ])('ends the call: %s to %s, %j', async (path, model, body) => {
    const error = await refused(path, { model, max_tokens: 9, ...body });
    expect(error.message).toContain('tool_choice demands a tool');
  });

  it('ends a call for which another format was tried before', async () => {
    const body = { model: 'relay-model', input: 'hi', tools: [search], tool_choice: 'required' };
    const response = await scene.post('/v1/responses', body);
    expect(response.status).toBe(400);
    expect(await response.text()).toContain('tool_choice demands a tool');
    expect(scene.upstream.calls.map(({ path }) => path)).toEqual(['/v1/responses']);
  });

  it('ends calls of Gemini callers, too', async () => {
    await refused('/v1beta/models/chat-model:generateContent', {
      contents: 'hi',
      tools: [{ codeExecution: {} }],
      toolConfig: { functionCallingConfig: { mode: 'ANY' } },
    });
  });

  it.each([
    ['another one is there', { tools: [search, own], tool_choice: 'required' }],
    ['the model may choose', { tools: [search], tool_choice: 'auto' }],
    ['it is there', { tools: [search, own], tool_choice: { type: 'function', name: 'f' } }],
  ])('does not end the call when %s', async (_name, body) => {
    const response = await scene.post('/v1/responses', { model: 'chat-model', input: 'hi', ...body });
    expect(response.status).toBe(200);
    expect(response.headers.get('x-sluice-dropped')).toContain('tools.file_search');
  });
});
