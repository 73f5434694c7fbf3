import { answerAnthropic, answerGemini, GEMINI_SIGNATURE } from '../../../apps/mock-upstream/src/index';
import { answerResponses, ENCRYPTED_REASONING } from '../fakes/responses-upstream';
import { startRelayScene, type RelayScene } from './relay-scene';

/** The facts about the gateway that a client needs. */
export interface Gateway {
  /** The address, without a trailing slash. */
  readonly url: string;
  readonly key: string;
}

/** The results of a tool loop: the call that the model made, and its answer once it had the result. */
export interface ToolLoop {
  readonly name: string;
  readonly input: unknown;
  readonly final: string;
}

/** One official client, used as its own documentation describes. */
export interface TestedClient {
  plain(model: string): Promise<string>;
  /** Streams an answer. @returns the pieces put together */
  streamed(model: string): Promise<string>;
  /**
   * Offers {@link weatherTool}, responds to its call with {@link WEATHER}, and sends the next request with the whole
   * conversation.
   */
  toolLoop(model: string): Promise<ToolLoop>;
  /** True for the error that the client throws for an unknown key. */
  isKeyRefusal(error: unknown): boolean;
}

export const QUESTION = 'How is the weather in Ulm?';
export const WEATHER = 'sunny, 21 degrees';
export const weatherTool = {
  name: 'get_weather',
  description: 'The weather of a city.',
  schema: {
    type: 'object' as const,
    properties: { city: { type: 'string' as const } },
    required: ['city'],
    additionalProperties: false,
  },
};

/** A model for each format that an upstream speaks. */
const upstreams = {
  chat: 'chat-model',
  messages: 'claude-sonnet-4-5',
  content: 'gemini-2.5-flash',
  responses: 'gpt-5-pro',
} as const;
const SAID = 'Hello from the mock upstream.';

/** Runs a client against upstreams of every form, over real sockets. */
export function describeClient(name: string, open: (gateway: Gateway) => TestedClient): void {
  describe(`${name}, through the gateway`, () => {
    let scene: RelayScene;
    let client: TestedClient;
    beforeAll(async () => {
      scene = await startClientScene();
      client = open({ url: scene.app.url, key: scene.key });
    });
    afterAll(() => scene.close());
    beforeEach(() => {
      scene.upstream.reset();
      scene.upstream.script(answerAnthropic);
      scene.upstream.script(answerGemini);
      scene.upstream.script(answerResponses);
    });

    describe.each(Object.entries(upstreams))('to an upstream of %s', (form, model) => {
      it('gets a plain answer', async () => {
        expect(await client.plain(model)).toBe(SAID);
      });

      it('gets a streamed answer', async () => {
        expect(await client.streamed(model)).toBe(SAID);
      });

      it('gets a call of its tool, and its result reaches the model', async () => {
        expect(await client.toolLoop(model)).toEqual({ name: weatherTool.name, input: { city: 'Ulm' }, final: SAID });
        const received = scene.upstream.calls.map(({ rawBody }) => rawBody.toString());
        expect(received).toHaveLength(2);
        expect(received[1]).toContain(WEATHER);
        expect(received[1]).not.toContain('slseal1');
        // A sealed part comes back to the provider that sealed it, through the answer as the client keeps it.
        if (form === 'content') expect(received[1]).toContain(GEMINI_SIGNATURE);
        // Some clients of the same API only name the item that the provider has stored.
        if (form === 'responses') expect(received[1]).toMatch(new RegExp(`${ENCRYPTED_REASONING}|item_reference`));
      });
    });

    it('recognises a refused key', async () => {
      const stranger = open({ url: scene.app.url, key: 'sk-nobody' });
      const error: unknown = await stranger.plain(upstreams.chat).catch((thrown: unknown) => thrown);
      expect([error, client.isKeyRefusal(error)]).toEqual([expect.any(Error), true]);
    });
  });
}

async function startClientScene(): Promise<RelayScene> {
  const scene = await startRelayScene();
  const { url } = scene.upstream;
  const models = Object.values(upstreams);
  await scene.app.make.option('ModelRatio', Object.fromEntries(models.map(model => [model, 1])));
  await scene.app.make.channel({ type: 8, base_url: `${url}/v1/chat/completions`, models: upstreams.chat });
  await scene.app.make.channel({ type: 14, base_url: url, models: upstreams.messages });
  await scene.app.make.channel({ type: 24, base_url: url, models: upstreams.content });
  await scene.app.make.channel({ type: 1, base_url: url, models: upstreams.responses });
  return scene;
}
