import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import { jsonSchema, streamText, tool } from 'ai';
import OpenAI from 'openai';
import { type ChatEvent } from '../canonical/chat-answer';
import { type AnswerContext } from '../canonical/chat-format';
import { AnswerFolder } from '../canonical/fold-answer';
import { openaiFormat } from './index';

const EVENTS: readonly ChatEvent[] = [
  { type: 'start', id: 'msg_1', model: 'provider' },
  { type: 'reasoning', choice: 0, text: 'Two cities.' },
  { type: 'seal', choice: 0, seal: { provider: 'anthropic', kind: 'signature', value: 'c2ln' } },
  { type: 'text', choice: 0, text: 'I look ' },
  { type: 'text', choice: 0, text: 'them up.' },
  { type: 'toolCall', choice: 0, call: 0, id: 'a', name: 'weather', kind: 'function' },
  { type: 'toolCall', choice: 0, call: 1, id: 'b', name: 'weather', kind: 'function' },
  { type: 'toolArguments', choice: 0, call: 0, text: '{"city":' },
  { type: 'toolArguments', choice: 0, call: 1, text: '{"city":"Bonn"}' },
  { type: 'toolArguments', choice: 0, call: 0, text: '"Ulm"}' },
  { type: 'finish', choice: 0, reason: 'toolCalls' },
  {
    type: 'usage',
    usage: {
      kind: 'reported',
      isZero: false,
      usage: {
        promptTokens: 10,
        cachedReadTokens: 5,
        cacheWrite5mTokens: 0,
        cacheWrite1hTokens: 0,
        audioInputTokens: 0,
        imageInputTokens: 0,
        completionTokens: 20,
        reasoningTokens: 4,
        audioOutputTokens: 0,
        imageOutputTokens: 0,
        calls: 1,
        webSearches: 0,
      },
    },
  },
];

const context: AnswerContext = {
  model: 'asked-for',
  call: { messages: [], tools: [], settings: {}, extraFields: [] },
  parsed: {},
  createdAtSeconds: 1_760_000_000,
  wantsUsage: true,
  estimatedPromptTokens: 1,
  newId: prefix => `${prefix}1`,
};

function wholeAnswer(): string {
  const folder = new AnswerFolder();
  for (const event of EVENTS) folder.add(event);
  return JSON.stringify(openaiFormat.writeAnswer(folder.result(), context));
}

function streamed(): string {
  const writer = openaiFormat.openWriter(context);
  return EVENTS.map(event => writer.write(event)).join('') + writer.end();
}

/** Returns what the gateway would respond, without a running gateway. */
const answering: typeof fetch = (_input, init) => {
  const isStream = String(init?.body).includes('"stream":true');
  const type = isStream ? 'text/event-stream' : 'application/json';
  const body = isStream ? streamed() : wholeAnswer();
  return Promise.resolve(new Response(body, { headers: { 'content-type': type } }));
};

const SCHEMA = jsonSchema<{ city: string }>({ type: 'object', properties: { city: { type: 'string' } } });

describe('clients that speak the chat format', () => {
  const client = new OpenAI({ apiKey: 'sk-x', baseURL: 'https://gateway.example/v1', fetch: answering });
  const messages = [{ role: 'user' as const, content: 'hi' }];

  it('let OpenAI’s client read a whole answer', async () => {
    const answer = await client.chat.completions.create({ model: 'm', messages });
    expect(answer.choices[0]?.message.content).toBe('I look them up.');
    expect(answer.choices[0]?.message.tool_calls).toHaveLength(2);
    expect(answer.usage).toMatchObject({ prompt_tokens: 15, completion_tokens: 20, total_tokens: 35 });
  });

  it('let OpenAI’s client put a stream together', async () => {
    const stream = client.chat.completions.stream({ model: 'm', messages });
    const answer = await stream.finalChatCompletion();
    const calls = answer.choices[0]?.message.tool_calls ?? [];
    expect(answer.choices[0]?.message.content).toBe('I look them up.');
    expect(calls.map(call => (call.type === 'function' ? call.function.arguments : ''))).toEqual([
      '{"city":"Ulm"}',
      '{"city":"Bonn"}',
    ]);
    expect(answer.choices[0]?.finish_reason).toBe('tool_calls');
  });

  it('let the AI SDK read reasoning, text, calls and usage of a stream', async () => {
    const provider = createOpenAICompatible({
      name: 'gateway',
      baseURL: 'https://gateway.example/v1',
      fetch: answering,
      includeUsage: true,
    });
    const result = streamText({
      model: provider('m'),
      prompt: 'hi',
      tools: { weather: tool({ inputSchema: SCHEMA }) },
    });
    await result.consumeStream();
    await expect(result.reasoningText).resolves.toBe('Two cities.');
    await expect(result.text).resolves.toBe('I look them up.');
    const calls = await result.toolCalls;
    expect(calls.map(({ input }) => input)).toEqual([{ city: 'Ulm' }, { city: 'Bonn' }]);
    await expect(result.finishReason).resolves.toBe('tool-calls');
    const usage = await result.usage;
    expect(usage).toMatchObject({ inputTokens: 15, outputTokens: 20 });
  });
});
