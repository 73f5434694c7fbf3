import { createGoogleGenerativeAI } from '@ai-sdk/google';
import { generateText, jsonSchema, stepCountIs, streamText, tool } from 'ai';
import { AnswerFolder } from '../canonical/fold-answer';
import { DroppedFields } from '../canonical/dropped-fields';
import { type Seal } from '../canonical/chat';
import { type ChatEvent } from '../canonical/chat-answer';
import { type JsonObject, at, isJsonObject } from '../json/read-value';
import { geminiFormat } from './index';

/** The AI SDK's client for Gemini reads what the writers of this format write. */
const anthropic: Seal = { provider: 'anthropic', kind: 'signature', value: 'YW50' };
const EVENTS: readonly ChatEvent[] = [
  { type: 'start', id: 'x', model: 'm' },
  { type: 'reasoning', choice: 0, text: 'Let me ' },
  { type: 'reasoning', choice: 0, text: 'think' },
  { type: 'seal', choice: 0, seal: anthropic },
  { type: 'text', choice: 0, text: 'I look ' },
  { type: 'text', choice: 0, text: 'it up' },
  { type: 'seal', choice: 0, seal: { ...anthropic, value: 'bW9yZQ==' } },
  { type: 'toolCall', choice: 0, call: 0, id: 'call_a', name: 'weather', kind: 'function' },
  { type: 'toolCall', choice: 0, call: 1, id: 'call_b', name: 'weather', kind: 'function' },
  { type: 'toolArguments', choice: 0, call: 0, text: '{"city":' },
  { type: 'toolArguments', choice: 0, call: 1, text: '{"city":"Rome"}' },
  { type: 'toolArguments', choice: 0, call: 0, text: '"Ulm"}' },
  { type: 'finish', choice: 0, reason: 'toolCalls' },
];
const LAST: readonly ChatEvent[] = [
  { type: 'text', choice: 0, text: 'Sunny.' },
  { type: 'finish', choice: 0, reason: 'stop' },
];

const city = jsonSchema<{ readonly city: string }>({
  type: 'object',
  properties: { city: { type: 'string' } },
  required: ['city'],
});
const tools = { weather: tool({ inputSchema: city, execute: question => `sun in ${question.city}` }) };
const providerOptions = { google: { thinkingConfig: { includeThoughts: true } } };

/** A server that answers each call with the next of these turns and remembers the requests. */
function serving(...turns: (readonly ChatEvent[])[]): {
  readonly asked: JsonObject[];
  readonly fetch: typeof fetch;
} {
  const asked: JsonObject[] = [];
  const answer = (url: unknown, init?: { body?: unknown }): Promise<Response> => {
    const parsed: unknown = JSON.parse(String(init?.body));
    if (!isJsonObject(parsed)) throw new Error('the client sent no object');
    const events = turns[asked.length] ?? [];
    asked.push(parsed);
    const isStream = String(url).includes(':streamGenerateContent');
    return Promise.resolve(isStream ? streamed(events, parsed) : whole(events, parsed));
  };
  return { asked, fetch: answer as typeof fetch };
}

function contextFor(parsed: JsonObject): Parameters<typeof geminiFormat.openWriter>[0] {
  return {
    model: 'asked',
    call: geminiFormat.readCall(parsed),
    parsed,
    createdAtSeconds: 0,
    wantsUsage: true,
    estimatedPromptTokens: 3,
    newId: prefix => `${prefix}1`,
  };
}

function streamed(events: readonly ChatEvent[], parsed: JsonObject): Response {
  const writer = geminiFormat.openWriter(contextFor(parsed));
  const text = events.map(event => writer.write(event)).join('') + writer.end();
  return new Response(text, { headers: { 'content-type': 'text/event-stream' } });
}

function whole(events: readonly ChatEvent[], parsed: JsonObject): Response {
  const folder = new AnswerFolder();
  for (const event of events) folder.add(event);
  const body = geminiFormat.writeAnswer(folder.result(), contextFor(parsed));
  return new Response(JSON.stringify(body), { headers: { 'content-type': 'application/json' } });
}

function expectSecondTurn(body: JsonObject | undefined): void {
  const { messages, extraFields } = geminiFormat.readCall(body ?? {});
  expect(extraFields).toEqual([]);
  const [, said, received] = messages;
  const blocks = said?.blocks ?? [];
  expect(blocks.filter(block => block.type === 'reasoning')).toEqual([
    { type: 'reasoning', text: 'Let me think', seal: anthropic },
    { type: 'reasoning', text: '', seal: { ...anthropic, value: 'bW9yZQ==' } },
  ]);
  const calls = blocks.filter(block => block.type === 'toolCall');
  expect(calls.map(call => call.arguments)).toEqual(['{"city":"Ulm"}', '{"city":"Rome"}']);
  const results = (received?.blocks ?? []).filter(block => block.type === 'toolResult');
  expect(results.map(result => result.callId)).toEqual(calls.map(call => call.id));
  expect(results.map(result => at(result.content, 0, 'text') ?? '').join()).toContain('sun in Ulm');
}

it('runs a loop of tools over streams and sends the seals of another provider back', async () => {
  const { asked, fetch } = serving(EVENTS, LAST);
  const model = createGoogleGenerativeAI({ apiKey: 'k', fetch })('gemini-3-flash-preview');
  const result = streamText({ model, prompt: 'weather?', tools, providerOptions, stopWhen: stepCountIs(2) });
  const steps = await result.steps;
  expect(steps[0]?.reasoningText).toBe('Let me think');
  expect(steps[0]?.text).toBe('I look it up');
  expect(await result.text).toBe('Sunny.');
  expectSecondTurn(asked[1]);
});

it('runs a loop of tools over whole answers', async () => {
  const { asked, fetch } = serving(EVENTS, LAST);
  const model = createGoogleGenerativeAI({ apiKey: 'k', fetch })('gemini-3-flash-preview');
  const result = await generateText({ model, prompt: 'weather?', tools, providerOptions, stopWhen: stepCountIs(2) });
  expect(result.text).toBe('Sunny.');
  expectSecondTurn(asked[1]);
});

it('sends requests that lose nothing on the way to the provider and back', async () => {
  const { asked, fetch } = serving(LAST);
  const model = createGoogleGenerativeAI({ apiKey: 'k', fetch })('gemini-3-flash-preview');
  await generateText({
    model,
    system: 'Be brief.',
    prompt: 'hi',
    tools,
    temperature: 0.5,
    maxOutputTokens: 9,
    topK: 3,
  });
  const call = geminiFormat.readCall(asked[0] ?? {});
  expect(call.settings).toMatchObject({ temperature: 0.5, maxTokens: 9, topK: 3 });
  const dropped = new DroppedFields();
  const written = geminiFormat.writeCall(call, { model: 'gemini-3-flash-preview', isStream: false }, dropped);
  expect(geminiFormat.readCall(written)).toEqual(call);
  expect(dropped.list).toEqual([]);
});
