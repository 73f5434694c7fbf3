import { createOpenAI } from '@ai-sdk/openai';
import { jsonSchema, stepCountIs, streamText, tool } from 'ai';
import OpenAI from 'openai';
import { type ChatEvent } from '../canonical/chat-answer';
import { responses } from './index';

/** The answer of the server that the official clients call. */
const EVENTS: readonly ChatEvent[] = [
  { type: 'start', id: 'x', model: 'm' },
  { type: 'reasoning', choice: 0, text: 'Let me ' },
  { type: 'reasoning', choice: 0, text: 'think' },
  { type: 'seal', choice: 0, seal: { provider: 'anthropic', kind: 'signature', value: 'sig' } },
  { type: 'text', choice: 0, text: 'I look ' },
  { type: 'text', choice: 0, text: 'it up' },
  { type: 'toolCall', choice: 0, call: 0, id: 'call_a', name: 'weather', kind: 'function' },
  { type: 'toolCall', choice: 0, call: 1, id: 'call_b', name: 'weather', kind: 'function' },
  { type: 'toolArguments', choice: 0, call: 0, text: '{"city":' },
  { type: 'toolArguments', choice: 0, call: 1, text: '{"city":"Rome"}' },
  { type: 'toolArguments', choice: 0, call: 0, text: '"Ulm"}' },
  { type: 'finish', choice: 0, reason: 'toolCalls' },
];

type Body = Record<string, unknown>;

const city = jsonSchema<{ readonly city: string }>({ type: 'object', properties: { city: { type: 'string' } } });

/** A server that answers each call with the next list of events and remembers the requests. */
function serving(...turns: (readonly ChatEvent[])[]): { readonly asked: Body[]; readonly fetch: typeof fetch } {
  const asked: Body[] = [];
  const answer = (_url: unknown, init?: { body?: unknown }): Promise<Response> => {
    const parsed = JSON.parse(String(init?.body)) as Body;
    const events = turns[asked.length] ?? [];
    asked.push(parsed);
    let ids = 0;
    const writer = responses.openWriter({
      model: 'asked',
      call: responses.readCall(parsed),
      parsed,
      createdAtSeconds: 1_760_000_000,
      wantsUsage: true,
      estimatedPromptTokens: 3,
      newId: prefix => `${prefix}${asked.length}_${(ids += 1)}`,
    });
    const text = events.map(event => writer.write(event)).join('') + writer.end();
    return Promise.resolve(new Response(text, { headers: { 'content-type': 'text/event-stream' } }));
  };
  return { asked, fetch: answer as typeof fetch };
}

it('OpenAI’s client puts the stream together', async () => {
  const { fetch } = serving(EVENTS);
  const client = new OpenAI({ apiKey: 'k', baseURL: 'http://server.example/v1', fetch });
  const stream = client.responses.stream({ model: 'asked', input: 'weather?' });
  const types: string[] = [];
  for await (const event of stream) types.push(event.type);
  const final = await stream.finalResponse();
  expect(types.at(-1)).toBe('response.completed');
  expect(final.output_text).toBe('I look it up');
  expect(final.output.flatMap(item => (item.type === 'function_call' ? [item.arguments] : []))).toEqual([
    '{"city":"Ulm"}',
    '{"city":"Rome"}',
  ]);
});

it('Vercel’s client runs a loop of tools and sends reasoning back with its seal', async () => {
  const last: readonly ChatEvent[] = [
    { type: 'text', choice: 0, text: 'Sunny.' },
    { type: 'finish', choice: 0, reason: 'stop' },
  ];
  const { asked, fetch } = serving(EVENTS, last);
  const provider = createOpenAI({ apiKey: 'k', baseURL: 'http://server.example/v1', fetch });
  const result = streamText({
    model: provider.responses('gpt-5'),
    prompt: 'weather?',
    providerOptions: { openai: { store: false, include: ['reasoning.encrypted_content'], reasoningSummary: 'auto' } },
    tools: {
      weather: tool({ inputSchema: city, execute: question => `sun in ${question.city}` }),
    },
    stopWhen: stepCountIs(2),
  });
  expect(await result.text).toBe('Sunny.');
  const [first] = await result.steps;
  expect(first?.reasoningText).toBe('Let me think');
  const call = responses.readCall(asked[1] ?? {});
  expect(call.messages.map(message => message.role)).toEqual(['user', 'assistant', 'user']);
  expect(call.messages[1]?.blocks).toEqual([
    { type: 'reasoning', text: 'Let me think', seal: { provider: 'anthropic', kind: 'signature', value: 'sig' } },
    { type: 'text', text: 'I look it up' },
    { type: 'toolCall', id: 'call_a', name: 'weather', arguments: '{"city":"Ulm"}', kind: 'function' },
    { type: 'toolCall', id: 'call_b', name: 'weather', arguments: '{"city":"Rome"}', kind: 'function' },
  ]);
  expect(call.messages[2]?.blocks).toMatchObject([{ callId: 'call_a' }, { callId: 'call_b' }]);
});
