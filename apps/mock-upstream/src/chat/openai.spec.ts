import { findUsage, readOpenAiUsage, DroppedFields } from '@formats';
import { adapterFor } from '@providers';
import OpenAI from 'openai';
import { type MockUpstream, createMockUpstream } from '../mock-upstream';
import { MOCK_USAGE, MOCK_WORDS } from './openai';

let mock: MockUpstream;
let client: OpenAI;

beforeAll(async () => {
  mock = await createMockUpstream();
  client = new OpenAI({ apiKey: 'sk-test', baseURL: `${mock.url}/v1`, maxRetries: 0 });
});
afterAll(() => mock.close());

const messages = [{ role: 'user' as const, content: 'hi' }];

describe('the OpenAI script, as the official client sees it', () => {
  it('chats', async () => {
    const answer = await client.chat.completions.create({ model: 'gpt-4.1-mini', messages });
    expect(answer.choices[0]?.message.content).toBe(MOCK_WORDS.join(''));
    expect(answer.usage).toEqual(MOCK_USAGE);
  });

  it('streams, with usage at the end', async () => {
    const stream = await client.chat.completions.create({
      model: 'gpt-4.1-mini',
      messages,
      stream: true,
      stream_options: { include_usage: true },
    });
    const chunks = [];
    for await (const chunk of stream) chunks.push(chunk);
    expect(chunks.map(chunk => chunk.choices[0]?.delta.content ?? '').join('')).toBe(MOCK_WORDS.join(''));
    expect(chunks.at(-1)).toMatchObject({ choices: [], usage: MOCK_USAGE });
    expect(chunks.at(-2)?.choices[0]?.finish_reason).toBe('stop');
  });

  it('streams a tool call in parts', async () => {
    const stream = await client.chat.completions.create({
      model: 'gpt-4.1-mini',
      messages,
      stream: true,
      tools: [{ type: 'function', function: { name: 'weather' } }],
    });
    let written = '';
    for await (const chunk of stream) {
      const call = chunk.choices[0]?.delta.tool_calls?.[0]?.function;
      written += (call?.name ?? '') + (call?.arguments ?? '');
    }
    expect(written).toBe('weather{"city":"Ulm"}');
  });

  it('embeds in base64 for the client, moderates, completes and lists models', async () => {
    const embeddings = await client.embeddings.create({ model: 'text-embedding-3-small', input: ['a', 'b'] });
    expect(embeddings.data.map(item => Array.from(item.embedding))).toEqual([
      [0.5, -0.25, 0.125],
      [0.5, -0.25, 0.125],
    ]);
    expect((await client.moderations.create({ input: 'a' })).results[0]?.flagged).toBe(false);
    const completion = await client.completions.create({ model: 'gpt-3.5-turbo-instruct', prompt: 'a' });
    expect(completion.choices[0]?.text).toBe(MOCK_WORDS.join(''));
    expect((await client.models.list()).data.map(model => model.id)).toContain('o4-mini');
  });

  it('refuses a chat without messages in the provider’s envelope', async () => {
    const refused = client.post('/chat/completions', { body: { model: 'm' } });
    await expect(refused).rejects.toMatchObject({ status: 400, code: 'missing_required_parameter', param: 'messages' });
  });
});

it('responds to requests of the adapter of type 1, which reads the answer', async () => {
  const adapter = adapterFor(1);
  const fields = { model: 'gpt-4.1-mini', messages, stream: true };
  const request = adapter?.buildRequest(
    {
      endpoint: 'chat',
      format: 'openai',
      contentType: 'application/json',
      dropped: new DroppedFields(),
      callerHeaders: {},
      chat: () => ({ messages: [], tools: [], settings: {}, extraFields: [] }),
      model: 'gpt-4.1',
      requestedModel: 'gpt-4.1-mini',
      body: Buffer.from(JSON.stringify(fields)),
      parsed: fields,
      isStream: true,
      addUsageOption: true,
    },
    { id: 1, type: 1, key: 'sk-test', baseUrl: mock.url, other: '', organization: null },
  );
  if (!request?.body) throw new Error('type 1 has no adapter');
  const response = await fetch(request.url, {
    method: request.method,
    headers: request.headers,
    body: new Uint8Array(request.body),
  });
  const events = (await response.text()).split('\n\n').map(frame => frame.replace(/^data: /, ''));
  const last = JSON.parse(events.at(-3) ?? '') as unknown;
  expect(readOpenAiUsage(findUsage(last))).toMatchObject({ usage: { promptTokens: 11, completionTokens: 6 } });
  expect(mock.calls.at(-1)?.model).toBe('gpt-4.1');
});
