import OpenAI, { AzureOpenAI } from 'openai';
import { startRelayScene, type RelayScene } from '../support/scenes/relay-scene';

let scene: RelayScene;
beforeAll(async () => {
  scene = await startRelayScene();
});
afterAll(() => scene.close());
beforeEach(() => scene.upstream.reset());
afterEach(() => scene.expectEvenLedger());

const messages = [{ role: 'user' as const, content: 'Say hello.' }];
const SAID = 'Hello from the mock upstream.';
const azure = { apiVersion: '2024-10-21', maxRetries: 0 };

/** How programs reach Azure, with the official client, and the start of the path that each of them calls. */
const ways: readonly [string, string, (apiKey: string, url: string) => OpenAI][] = [
  ['an endpoint', '/openai/deployments/', (apiKey, url) => new AzureOpenAI({ ...azure, apiKey, endpoint: url })],
  [
    'an endpoint and a deployment',
    '/openai/deployments/',
    (apiKey, url) => new AzureOpenAI({ ...azure, apiKey, endpoint: url, deployment: 'gpt-4o-mini' }),
  ],
  [
    'the address of version 1',
    '/openai/v1/deployments/',
    (apiKey, url) => new AzureOpenAI({ ...azure, apiKey, baseURL: `${url}/openai/v1`, apiVersion: 'preview' }),
  ],
  [
    'the address of version 1 and the plain client',
    '/openai/v1/',
    (apiKey, url) => new OpenAI({ apiKey, baseURL: `${url}/openai/v1`, maxRetries: 0 }),
  ],
];

describe.each(ways)('the official client with %s', (_way, path, open) => {
  /** A client that notes the paths which it calls. */
  function watched(key: string) {
    const called: string[] = [];
    const client = open(key, scene.app.url).withOptions({
      fetch: (url, init) => {
        called.push(new URL(url instanceof Request ? url.url : url).pathname);
        return fetch(url, init);
      },
    });
    return { client, called };
  }

  it('chats', async () => {
    const { client, called } = watched(scene.key);
    const answer = await client.chat.completions.create({ model: 'gpt-4o-mini', messages });
    expect(answer.choices[0]?.message.content).toBe(SAID);
    expect(called).toEqual([expect.stringContaining(path)]);
    expect((await scene.consumption(1))[0]).toMatchObject({ model_name: 'gpt-4o-mini', prompt_tokens: 11 });
  });

  it('streams, with usage at the end', async () => {
    const { client } = watched(scene.key);
    const options = { stream_options: { include_usage: true }, stream: true } as const;
    let text = '';
    let total = 0;
    for await (const chunk of await client.chat.completions.create({ model: 'gpt-4o-mini', messages, ...options })) {
      text += chunk.choices[0]?.delta.content ?? '';
      total = chunk.usage?.total_tokens ?? total;
    }
    expect([text, total]).toEqual([SAID, 17]);
  });

  it('is refused with a wrong key in the way that it knows', async () => {
    const { client } = watched('sk-nobody');
    const refused = client.chat.completions.create({ model: 'gpt-4o-mini', messages });
    await expect(refused).rejects.toBeInstanceOf(OpenAI.AuthenticationError);
  });
});

// A client that is made for one deployment calls that one only.
describe.each(ways.filter(([way]) => !way.includes('a deployment')))(
  'the official client with %s',
  (_way, _path, open) => {
    it.each(['float', undefined] as const)('gets embeddings, in the encoding %s', async encoding_format => {
      const client = open(scene.key, scene.app.url);
      const fields = {
        model: 'text-embedding-3-small',
        input: ['a', 'b'],
        ...(encoding_format && { encoding_format }),
      };
      const { data } = await client.embeddings.create(fields);
      expect(data.map(({ embedding }) => typeof embedding[0])).toEqual(['number', 'number']);
      expect(scene.upstream.calls.map(call => call.model)).toEqual(['text-embedding-3-small']);
    });

    it('lists the models', async () => {
      const { data } = await open(scene.key, scene.app.url).models.list();
      expect(data.map(({ id }) => id)).toContain('gpt-4o-mini');
    });
  },
);
