import { createAnthropic } from '@ai-sdk/anthropic';
import Anthropic from '@anthropic-ai/sdk';
import { jsonSchema, streamText, tool } from 'ai';
import { type ChatCall, type Seal } from '../canonical/chat';
import { type ChatEvent } from '../canonical/chat-answer';
import { type JsonObject, asRecord, parseJson } from '../json/read-value';
import { foldEvents, testContext } from './testing';
import { anthropicFormat } from './index';

/** The official clients read what the writers of this format write. */

const seal: Seal = { provider: 'openai', kind: 'encrypted', value: 'opaque', id: 'rs_1' };
const EVENTS: readonly ChatEvent[] = [
  { type: 'start', id: 'x', model: 'm' },
  { type: 'reasoning', choice: 0, text: 'Let me ' },
  { type: 'reasoning', choice: 0, text: 'think' },
  { type: 'seal', choice: 0, seal },
  { type: 'text', choice: 0, text: 'I look ' },
  { type: 'text', choice: 0, text: 'it up' },
  { type: 'toolCall', choice: 0, call: 0, id: 'call_a', name: 'weather', kind: 'function' },
  { type: 'toolCall', choice: 0, call: 1, id: 'call_b', name: 'weather', kind: 'function' },
  { type: 'toolArguments', choice: 0, call: 0, text: '{"city":' },
  { type: 'toolArguments', choice: 0, call: 1, text: '{"city":"Rome"}' },
  { type: 'toolArguments', choice: 0, call: 0, text: '"Ulm"}' },
  { type: 'finish', choice: 0, reason: 'toolCalls' },
];
const DONE: readonly ChatEvent[] = [
  { type: 'text', choice: 0, text: 'Sun.' },
  { type: 'finish', choice: 0, reason: 'stop' },
];

interface Server {
  readonly asked: ChatCall[];
  readonly fetch: typeof fetch;
}

/** Answers each call with the next list of events, and remembers the requests. */
function serving(...turns: (readonly ChatEvent[])[]): Server {
  const asked: ChatCall[] = [];
  const answer = (_url: unknown, init?: { body?: unknown }): Promise<Response> => {
    const parsed: JsonObject = asRecord(parseJson(String(init?.body))) ?? {};
    const events = turns[asked.length] ?? [];
    const call = anthropicFormat.readCall(parsed);
    asked.push(call);
    const context = testContext({ call, parsed });
    if (parsed.stream !== true)
      return Promise.resolve(Response.json(anthropicFormat.writeAnswer(foldEvents(events), context)));
    const writer = anthropicFormat.openWriter(context);
    const text = events.map(event => writer.write(event)).join('') + writer.end();
    return Promise.resolve(new Response(text, { headers: { 'content-type': 'text/event-stream' } }));
  };
  return { asked, fetch: answer as typeof fetch }; // the part of a response that the clients use
}

const question: Anthropic.MessageCreateParamsNonStreaming = {
  model: 'm',
  max_tokens: 9,
  messages: [{ role: 'user', content: 'weather?' }],
};

describe('the official client', () => {
  const clientOf = ({ fetch }: Server): Anthropic => new Anthropic({ apiKey: 'k', fetch, maxRetries: 0 });
  const content = [
    { type: 'thinking', thinking: 'Let me think' },
    { type: 'text', text: 'I look it up' },
    { type: 'tool_use', id: 'call_a', name: 'weather', input: { city: 'Ulm' } },
    { type: 'tool_use', id: 'call_b', name: 'weather', input: { city: 'Rome' } },
  ];

  it('reads the stream', async () => {
    const message = await clientOf(serving(EVENTS)).messages.stream(question).finalMessage();
    expect(message).toMatchObject({ content, stop_reason: 'tool_use', model: 'asked-for' });
  });

  it('reads the whole answer', async () => {
    const message = await clientOf(serving(EVENTS)).messages.create(question);
    // An encrypted item becomes a block of its own once events are folded.
    const shown = message.content.filter(block => block.type !== 'redacted_thinking');
    expect({ ...message, content: shown }).toMatchObject({ content, stop_reason: 'tool_use', model: 'asked-for' });
  });

  it('sends sealed reasoning back', async () => {
    const server = serving(EVENTS, DONE);
    const { content: said } = await clientOf(server).messages.stream(question).finalMessage();
    const results = said.flatMap(block =>
      block.type === 'tool_use' ? [{ type: 'tool_result' as const, tool_use_id: block.id, content: 'sun' }] : [],
    );
    const messages: Anthropic.MessageParam[] = [
      ...question.messages,
      { role: 'assistant', content: said },
      { role: 'user', content: results },
    ];
    await clientOf(server).messages.create({ ...question, messages });
    expect(server.asked[1]?.extraFields).toEqual([]);
    expect(server.asked[1]?.messages[1]?.blocks[0]).toEqual({ type: 'reasoning', text: 'Let me think', seal });
    expect(server.asked[1]?.messages[2]?.blocks).toMatchObject([{ callId: 'call_a' }, { callId: 'call_b' }]);
  });

  it('reports a broken stream as an error', async () => {
    const writer = anthropicFormat.openWriter(testContext());
    const error = { message: 'lost', type: 'x', code: null, status: 529 };
    const text = writer.write({ type: 'text', choice: 0, text: 'a' }) + writer.fail(error);
    const fetch = (): Promise<Response> =>
      Promise.resolve(new Response(text, { headers: { 'content-type': 'text/event-stream' } }));
    const stream = new Anthropic({ apiKey: 'k', fetch, maxRetries: 0 }).messages.stream(question);
    await expect(stream.finalMessage()).rejects.toMatchObject({ error: { error: { type: 'overloaded_error' } } });
  });
});

it('the AI SDK reads the stream', async () => {
  const provider = createAnthropic({ apiKey: 'k', fetch: serving(EVENTS).fetch });
  const inputSchema = jsonSchema<{ readonly city: string }>({
    type: 'object',
    properties: { city: { type: 'string' } },
  });
  const answer = streamText({
    model: provider('claude-opus-5'),
    prompt: 'weather?',
    tools: { weather: tool({ inputSchema }) },
  });
  expect(await answer.text).toBe('I look it up');
  expect(await answer.reasoningText).toBe('Let me think');
  expect((await answer.toolCalls).map(call => call.input)).toEqual([{ city: 'Ulm' }, { city: 'Rome' }]);
  expect(await answer.finishReason).toBe('tool-calls');
});
