import OpenAI from 'openai';
import { failure } from '../../apps/mock-upstream/src/index';
import { chat, startRelayScene, type RelayScene } from '../support/scenes/relay-scene';

let scene: RelayScene;
let client: OpenAI;
beforeAll(async () => {
  scene = await startRelayScene();
  client = new OpenAI({ apiKey: scene.key, baseURL: `${scene.app.url}/v1`, maxRetries: 0 });
});
afterAll(() => scene.close());
beforeEach(() => scene.upstream.reset());

const request = chat() as OpenAI.ChatCompletionCreateParamsNonStreaming;
const tool: OpenAI.ChatCompletionTool = {
  type: 'function',
  function: { name: 'get_weather', parameters: { type: 'object', properties: { city: { type: 'string' } } } },
};

describe('the official client', () => {
  it('gets a plain answer', async () => {
    const answer = await client.chat.completions.create(request);
    expect(answer.choices[0]?.message.content).toBe('Hello from the mock upstream.');
  });

  it('gets a stream with usage', async () => {
    const stream = await client.chat.completions.create({
      ...request,
      stream: true,
      stream_options: { include_usage: true },
    });
    let text = '';
    let total = 0;
    for await (const chunk of stream) {
      text += chunk.choices[0]?.delta.content ?? '';
      total = chunk.usage?.total_tokens ?? total;
    }
    expect(text).toBe('Hello from the mock upstream.');
    expect(total).toBe(17);
  });

  it('calls tools, whole and streamed', async () => {
    const answer = await client.chat.completions.create({ ...request, tools: [tool] });
    expect(answer.choices[0]?.message.tool_calls?.[0]).toMatchObject({
      type: 'function',
      function: { name: 'get_weather' },
    });
    const runner = client.chat.completions.stream({ ...request, stream: true, tools: [tool] });
    const final = await runner.finalChatCompletion();
    expect(final.choices[0]?.message.tool_calls?.[0]).toMatchObject({ function: { name: 'get_weather' } });
  });

  it('gets embeddings, also as base64, and moderations', async () => {
    const embedding = await client.embeddings.create({ model: 'text-embedding-3-small', input: ['a', 'b'] });
    expect(embedding.data).toHaveLength(2);
    expect(typeof embedding.data[0]?.embedding[0]).toBe('number');
    const moderation = await client.moderations.create({ model: 'omni-moderation-latest', input: 'hi' });
    expect(moderation.results[0]?.flagged).toBe(false);
  });

  it('lists and retrieves models', async () => {
    const names: string[] = [];
    for await (const model of client.models.list()) names.push(model.id);
    expect(names).toContain('gpt-4o-mini');
    expect((await client.models.retrieve('gpt-4o-mini')).id).toBe('gpt-4o-mini');
    await expect(client.models.retrieve('nothing')).rejects.toBeInstanceOf(OpenAI.NotFoundError);
  });

  it('may abort a stream', async () => {
    const stream = await client.chat.completions.create({ ...request, stream: true });
    for await (const _chunk of stream) {
      stream.controller.abort();
      break;
    }
    expect(await client.chat.completions.create(request)).toBeTruthy();
  });

  it('raises the right class for each refusal', async () => {
    const as = (apiKey: string) => new OpenAI({ apiKey, baseURL: `${scene.app.url}/v1`, maxRetries: 0 });
    await expect(as('sk-wrong').chat.completions.create(request)).rejects.toBeInstanceOf(OpenAI.AuthenticationError);
    const broke = await scene.app.make.token(await scene.app.make.signedIn({ quota: 0 }));
    await expect(as(broke.secret).chat.completions.create(request)).rejects.toMatchObject({
      status: 403,
      code: 'insufficient_user_quota',
    });
    await expect(client.chat.completions.create({ ...request, model: 'nobody' })).rejects.toMatchObject({
      status: 404,
      code: 'model_not_found',
    });
    await expect(client.chat.completions.create({ ...request, messages: [] })).rejects.toBeInstanceOf(
      OpenAI.BadRequestError,
    );
    const limited = await scene.app.make.token(scene.owner, {
      rate_limit_enabled: true,
      rate_limit_count: 1,
      rate_limit_interval: 60,
    });
    await as(limited.secret).chat.completions.create(request);
    await expect(as(limited.secret).chat.completions.create(request)).rejects.toBeInstanceOf(OpenAI.RateLimitError);
    scene.upstream.onModel('gpt-4o-mini', failure(500, { message: 'boom', type: 'server_error' }));
    await expect(client.chat.completions.create(request)).rejects.toBeInstanceOf(OpenAI.InternalServerError);
  });
});
