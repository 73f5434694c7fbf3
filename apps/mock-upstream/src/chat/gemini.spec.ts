import { AnswerFolder, type ChatReading, DroppedFields, chatFormats } from '@formats';
import { type UpstreamCall, adapterFor } from '@providers';
import { GoogleGenAI } from '@google/genai';
// The client looks for the dispatcher of fetch, which lies outside of the sandbox that specs run in; this makes one.
import 'undici';
import { type MockUpstream, createMockUpstream } from '../mock-upstream';
import { GEMINI_SIGNATURE, GEMINI_USAGE, answerGemini } from './gemini';
import { MOCK_WORDS } from './openai';

let mock: MockUpstream;
let client: GoogleGenAI;
const model = 'gemini-3-flash-preview';

beforeAll(async () => {
  mock = await createMockUpstream();
  mock.script(answerGemini);
  client = new GoogleGenAI({ apiKey: 'AIza-test', httpOptions: { baseUrl: mock.url } });
});
afterAll(() => mock.close());

describe('the Gemini script, as the official client sees it', () => {
  it('answers', async () => {
    const answer = await client.models.generateContent({ model, contents: 'hi' });
    expect(answer.text).toBe(MOCK_WORDS.join(''));
    expect(answer.usageMetadata).toEqual(GEMINI_USAGE);
  });

  it('streams', async () => {
    const texts = [];
    let last;
    for await (const chunk of await client.models.generateContentStream({ model, contents: 'hi' })) {
      texts.push(chunk.text);
      last = chunk;
    }
    expect(texts.join('')).toBe(MOCK_WORDS.join(''));
    expect(last?.candidates?.[0]?.finishReason).toBe('STOP');
  });

  it('calls the offered function, with a signature, and takes its result', async () => {
    const config = { tools: [{ functionDeclarations: [{ name: 'weather' }] }] };
    const asked = { role: 'user', parts: [{ text: 'weather?' }] };
    const first = await client.models.generateContent({ model, contents: [asked], config });
    expect(first.functionCalls).toEqual([{ name: 'weather', args: { city: 'Ulm' } }]);
    const said = first.candidates?.[0]?.content ?? {};
    expect(said.parts?.[0]?.thoughtSignature).toBe(GEMINI_SIGNATURE);
    const received = { role: 'user', parts: [{ functionResponse: { name: 'weather', response: { result: 'sun' } } }] };
    const second = await client.models.generateContent({ model, contents: [asked, said, received], config });
    expect(second.text).toBe(MOCK_WORDS.join(''));
  });

  it('counts, embeds and lists models', async () => {
    expect((await client.models.countTokens({ model, contents: 'hi' })).totalTokens).toBe(11);
    const embedded = await client.models.embedContent({ model: 'gemini-embedding-001', contents: ['a', 'b'] });
    expect(embedded.embeddings?.map(({ values }) => values)).toEqual([
      [0.5, -0.25, 0.125],
      [0.5, -0.25, 0.125],
    ]);
    const names = [];
    for await (const listed of await client.models.list()) names.push(listed.name);
    expect(names).toContain('models/gemini-2.5-flash');
  });

  it('refuses in the provider’s envelope', async () => {
    await expect(client.models.generateContent({ model, contents: [] })).rejects.toThrow();
    const response = await fetch(`${mock.url}/v1beta/models/${model}:generateContent`, { method: 'POST', body: '{}' });
    expect(response.status).toBe(403);
    expect(await response.json()).toMatchObject({ error: { code: 403, status: 'PERMISSION_DENIED' } });
  });
});

it('streams one array unless events are requested', async () => {
  const url = `${mock.url}/v1beta/models/${model}:streamGenerateContent?key=k`;
  const body = JSON.stringify({ contents: [{ parts: [{ text: 'hi' }] }] });
  const response = await fetch(url, { method: 'POST', body });
  const answer = chatFormats.gemini.readAnswer(await response.json());
  expect(answer.choices[0]?.blocks).toEqual([{ type: 'text', text: MOCK_WORDS.join('') }]);
});

it.each([true, false])(
  'responds to requests of the adapter of type 24, which reads the answer; as a stream: %s',
  async isStream => {
    const parsed = { model, messages: [{ role: 'user', content: 'weather?' }], tools: [weather] };
    const call: UpstreamCall = {
      endpoint: 'chat',
      format: 'openai',
      contentType: 'application/json',
      dropped: new DroppedFields(),
      callerHeaders: {},
      chat: () => chatFormats.openai.readCall(parsed),
      model,
      requestedModel: model,
      body: Buffer.from(JSON.stringify(parsed)),
      parsed,
      isStream,
      addUsageOption: false,
    };
    const target = { id: 1, type: 24, key: 'AIza-test', baseUrl: mock.url, other: '', organization: null };
    const request = adapterFor(24)?.buildRequest(call, target);
    if (!request?.body) throw new Error('type 24 has no adapter');
    const { url, method, headers } = request;
    const response = await fetch(url, { method, headers, body: new Uint8Array(request.body) });
    const reading = request.answer as ChatReading; // this adapter gives a reading for chats of other formats
    const answer = isStream ? await folded(response, reading) : reading.readAnswer(await response.json());
    const seal = { provider: 'google', kind: 'signature', value: GEMINI_SIGNATURE };
    expect(answer.choices[0]).toMatchObject({
      finish: 'toolCalls',
      blocks: [{ type: 'toolCall', name: 'weather', arguments: '{"city":"Ulm"}', seal }],
    });
    expect(answer.usage).toMatchObject({ usage: { promptTokens: 11, completionTokens: 6 } });
  },
);

const weather = { type: 'function', function: { name: 'weather', parameters: { type: 'object', properties: {} } } };

async function folded(response: Response, reading: ChatReading): Promise<ReturnType<AnswerFolder['result']>> {
  const frames = (await response.text()).split('\r\n\r\n').map(frame => frame.replace(/^data: /, ''));
  const reader = reading.openReader();
  const folder = new AnswerFolder();
  for (const data of frames) for (const event of reader.read({ event: '', data })) folder.add(event);
  return folder.result();
}
