import { AnswerFolder, type ChatCall, type ChatReading, DroppedFields } from '@formats';
import { type UpstreamCall, adapterFor } from '@providers';
import Anthropic from '@anthropic-ai/sdk';
import { type MockUpstream, createMockUpstream } from '../mock-upstream';
import { ANTHROPIC_SIGNATURE, ANTHROPIC_THINKING, ANTHROPIC_USAGE, answerAnthropic } from './anthropic';
import { MOCK_WORDS } from './openai';

let mock: MockUpstream;
let client: Anthropic;

beforeAll(async () => {
  mock = await createMockUpstream();
  mock.script(answerAnthropic);
  client = new Anthropic({ apiKey: 'sk-ant-test', baseURL: mock.url, maxRetries: 0 });
});
afterAll(() => mock.close());

const model = 'claude-opus-5';
const messages = [{ role: 'user' as const, content: 'hi' }];
const tools = [{ name: 'weather', input_schema: { type: 'object' as const } }];
const thinking = { type: 'adaptive' as const };
const call = { type: 'tool_use' as const, id: 'toolu_mock', name: 'weather', input: { city: 'Ulm' } };
const thought = { type: 'thinking' as const, thinking: ANTHROPIC_THINKING.join(''), signature: ANTHROPIC_SIGNATURE };

describe('the Messages script, as the official client sees it', () => {
  it('answers', async () => {
    const message = await client.messages.create({ model, max_tokens: 9, messages });
    expect(message.content).toEqual([{ type: 'text', text: MOCK_WORDS.join('') }]);
    expect(message).toMatchObject({ stop_reason: 'end_turn', usage: ANTHROPIC_USAGE });
  });

  it('streams thinking and text', async () => {
    const message = await client.messages.stream({ model, max_tokens: 9, messages, thinking }).finalMessage();
    expect(message.content).toEqual([thought, { type: 'text', text: MOCK_WORDS.join('') }]);
    expect(message.usage).toMatchObject({ input_tokens: 11, output_tokens: 6 });
  });

  it('calls the offered tool, whole and in a stream, and takes its result', async () => {
    const question = { model, max_tokens: 9, messages, tools, thinking };
    const message = await client.messages.create(question);
    expect(message).toMatchObject({ content: [thought, call], stop_reason: 'tool_use' });
    const streamed = await client.messages.stream(question).finalMessage();
    expect(streamed).toMatchObject({ content: [thought, call], stop_reason: 'tool_use' });
    const result = { type: 'tool_result' as const, tool_use_id: 'toolu_mock', content: 'sun' };
    const next = [
      ...messages,
      { role: 'assistant' as const, content: streamed.content },
      { role: 'user' as const, content: [result] },
    ];
    const last = await client.messages.create({ ...question, messages: next });
    expect(last.stop_reason).toBe('end_turn');
  });

  it('counts tokens and lists models', async () => {
    expect(await client.messages.countTokens({ model, messages })).toEqual({ input_tokens: 11 });
    expect((await client.models.list()).data.map(item => item.id)).toContain(model);
  });

  it.each<[string, Anthropic.MessageParam[], RegExp]>([
    [
      'a call without a result',
      [...messages, { role: 'assistant', content: [call] }, ...messages],
      /without `tool_result`/,
    ],
    [
      'a result without a call',
      [{ role: 'user', content: [{ type: 'tool_result', tool_use_id: 'x' }] }],
      /unexpected `tool_use_id`/,
    ],
    ['blank text', [{ role: 'user', content: [{ type: 'text', text: ' ' }] }], /non-whitespace/],
    [
      'a signature that is not its own',
      [...messages, { role: 'assistant', content: [{ ...thought, signature: 'x' }] }],
      /Invalid `signature`/,
    ],
    ['no messages', [], /at least one/],
  ])('refuses %s in the provider’s envelope', async (_name, given, expected) => {
    const refused = client.messages.create({ model, max_tokens: 9, messages: given });
    await expect(refused).rejects.toMatchObject({
      status: 400,
      error: {
        type: 'error',
        error: { type: 'invalid_request_error', message: expect.stringMatching(expected) as unknown },
      },
    });
  });

  it('refuses a request without a key', async () => {
    const response = await fetch(`${mock.url}/v1/messages`, { method: 'POST', body: '{}' });
    expect(response.status).toBe(401);
  });
});

describe('a request that the adapter of type 14 builds from a canonical call', () => {
  const asked: ChatCall = {
    messages: [{ role: 'user', blocks: [{ type: 'text', text: 'hi' }] }],
    tools: [{ type: 'function', name: 'weather' }],
    settings: { reasoning: { effort: 'low' } },
    extraFields: [],
  };

  async function ask(
    chat: ChatCall,
    isStream: boolean,
  ): Promise<{ readonly text: string; readonly reading: ChatReading }> {
    const upstreamCall: UpstreamCall = {
      endpoint: 'chat',
      format: 'openai',
      contentType: 'application/json',
      dropped: new DroppedFields(),
      callerHeaders: {},
      chat: () => chat,
      model,
      requestedModel: model,
      body: Buffer.from('{}'),
      parsed: {},
      isStream,
      addUsageOption: false,
    };
    const target = { id: 1, type: 14, key: 'sk-ant-test', baseUrl: mock.url, other: '', organization: null };
    const request = adapterFor(14)?.buildRequest(upstreamCall, target);
    if (!request?.body || request.answer?.kind !== 'chat') throw new Error('type 14 builds no chat');
    const body = new Uint8Array(request.body);
    const response = await fetch(request.url, { method: request.method, headers: request.headers, body });
    const text = await response.text();
    if (!response.ok) throw new Error(text);
    return { text, reading: request.answer };
  }

  it('gets an answer that the adapter reads, whole and in a stream', async () => {
    const whole = await ask(asked, false);
    const answer = whole.reading.readAnswer(JSON.parse(whole.text));
    const stream = await ask(asked, true);
    const reader = stream.reading.openReader();
    const folder = new AnswerFolder();
    for (const part of stream.text.split('\n\n')) {
      const [, event = '', data = ''] = /^event: (.*)\ndata: (.*)$/.exec(part) ?? [];
      for (const item of reader.read({ event, data })) folder.add(item);
    }
    expect(reader.isDone).toBe(true);
    const seal = { provider: 'anthropic', kind: 'signature', value: ANTHROPIC_SIGNATURE };
    for (const read of [answer, folder.result()]) {
      expect(read.choices[0]).toMatchObject({
        finish: 'toolCalls',
        blocks: [
          { type: 'reasoning', text: ANTHROPIC_THINKING.join(''), seal },
          { type: 'toolCall', id: 'toolu_mock', name: 'weather' },
        ],
      });
      expect(read.usage).toMatchObject({ usage: { promptTokens: 11, completionTokens: 6 } });
    }
    const blocks = answer.choices[0]?.blocks ?? [];
    const result = { type: 'toolResult', callId: 'toolu_mock', content: [{ type: 'text', text: 'sun' }] } as const;
    const next: ChatCall = {
      ...asked,
      messages: [...asked.messages, { role: 'assistant', blocks }, { role: 'user', blocks: [result] }],
    };
    const last = await ask(next, false);
    expect(last.reading.readAnswer(JSON.parse(last.text)).choices[0]).toMatchObject({ finish: 'stop' });
  });
});
