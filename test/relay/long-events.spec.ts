import { sse, type Behaviour } from '../../apps/mock-upstream/src/index';
import { createRawUpstream } from '../support/fakes/raw-upstream';
import { otherOf, startRelayScene, type RelayScene } from '../support/scenes/relay-scene';

/** More than any buffer on the way; large images of models have this size. */
const IMAGE = 'iVBORw0KGgo'.repeat(5_000_000 / 11);
const MODELS = { chat: 'long-chat', responses: 'o3-pro', gemini: 'long-gemini', anthropic: 'long-claude' } as const;
const IMAGE_MODEL = 'gpt-image-1';
const USAGE = { prompt_tokens: 1000, completion_tokens: 2000, total_tokens: 3000 };
const RESPONSES_USAGE = { input_tokens: 1000, output_tokens: 2000, total_tokens: 3000 };

let scene: RelayScene;
beforeAll(async () => {
  scene = await startRelayScene();
  const { url } = scene.upstream;
  const all = [...Object.values(MODELS), IMAGE_MODEL, 'long-line'];
  await scene.app.make.option('ModelRatio', JSON.stringify(Object.fromEntries(all.map(model => [model, 1]))));
  await scene.app.make.option('CompletionRatio', JSON.stringify(Object.fromEntries(all.map(model => [model, 4]))));
  await scene.app.make.channel({ base_url: url, models: `${MODELS.chat},${MODELS.responses},${IMAGE_MODEL}` });
  await scene.app.make.channel({ type: 24, base_url: url, models: MODELS.gemini });
  await scene.app.make.channel({ type: 14, base_url: url, models: MODELS.anthropic });
});
afterAll(() => scene.close());
beforeEach(() => scene.upstream.reset());
afterEach(() => scene.expectEvenLedger());

interface LongStream {
  readonly path: string;
  readonly body: object;
  readonly upstream: Behaviour;
  /** Text that only the end of a whole stream holds. */
  readonly end: string;
}

function typeOf(payload: string): string {
  return (JSON.parse(payload) as { type: string }).type;
}

const messages = [{ role: 'user', content: 'a cat' }];
const chatEvents = [
  { choices: [{ index: 0, delta: { role: 'assistant', images: [{ image_url: { url: IMAGE } }] } }] },
  { choices: [{ index: 0, delta: {}, finish_reason: 'stop' }], padding: IMAGE, usage: USAGE },
];
const responseEvents = [
  { type: 'response.created', response: { id: 'r', status: 'in_progress', output: [] } },
  {
    type: 'response.completed',
    response: {
      id: 'r',
      status: 'completed',
      output: [{ type: 'image_generation_call', id: 'ig', status: 'completed', result: IMAGE }],
      usage: RESPONSES_USAGE,
    },
  },
];
const geminiEvents = [
  {
    candidates: [
      {
        content: { role: 'model', parts: [{ inlineData: { mimeType: 'image/png', data: IMAGE } }] },
        finishReason: 'STOP',
      },
    ],
    usageMetadata: { promptTokenCount: 1000, candidatesTokenCount: 2000, totalTokenCount: 3000 },
  },
];
const claudeEvents = [
  { type: 'message_start', message: { id: 'm', content: [], usage: { input_tokens: 1000, output_tokens: 1 } } },
  { type: 'content_block_start', index: 0, content_block: { type: 'redacted_thinking', data: IMAGE } },
  { type: 'content_block_stop', index: 0 },
  { type: 'message_delta', delta: { stop_reason: 'end_turn' }, usage: { output_tokens: 2000 } },
  { type: 'message_stop' },
];
const imageEvents = [
  { type: 'image_generation.partial_image', b64_json: IMAGE, partial_image_index: 0 },
  { type: 'image_generation.completed', b64_json: IMAGE, usage: RESPONSES_USAGE },
];

function payloads(events: readonly object[]): readonly string[] {
  return events.map(event => JSON.stringify(event));
}

function named(events: readonly object[], terminator: string | null = null): Behaviour {
  return sse(payloads(events), { eventNameOf: typeOf, terminator });
}

const streams: Readonly<Record<string, LongStream>> = {
  'chat, usage asked for': {
    path: '/v1/chat/completions',
    body: { model: MODELS.chat, messages, stream: true, stream_options: { include_usage: true } },
    upstream: sse(payloads(chatEvents)),
    end: 'data: [DONE]',
  },
  'chat, usage taken out': {
    path: '/v1/chat/completions',
    body: { model: MODELS.chat, messages, stream: true },
    upstream: sse(payloads(chatEvents)),
    end: 'data: [DONE]',
  },
  Responses: {
    path: '/v1/responses',
    body: { model: MODELS.responses, input: 'a cat', stream: true },
    upstream: named(responseEvents),
    end: '"output_tokens":2000',
  },
  Gemini: {
    path: `/v1beta/models/${MODELS.gemini}:streamGenerateContent?alt=sse`,
    body: { contents: [{ role: 'user', parts: [{ text: 'a cat' }] }] },
    upstream: sse(payloads(geminiEvents), { terminator: null }),
    end: '"candidatesTokenCount":2000',
  },
  Messages: {
    path: '/v1/messages',
    body: { model: MODELS.anthropic, max_tokens: 9000, messages, stream: true },
    upstream: named(claudeEvents),
    end: 'event: message_stop',
  },
  images: {
    path: '/v1/images/generations',
    body: { model: IMAGE_MODEL, prompt: 'a cat', stream: true },
    upstream: named(imageEvents),
    end: '"output_tokens":2000',
  },
};

/** The data of the events that arrived, as a client reads them. */
function dataOf(text: string): readonly string[] {
  return text.split('\n\n').flatMap(event => /^data: (.*)$/m.exec(event)?.[1] ?? []);
}

describe.each(Object.entries(streams))('an event of 5 MB in a stream of %s', (_name, { path, body, upstream, end }) => {
  it('arrives whole and is billed as reported', async () => {
    scene.upstream.script(() => upstream);
    const before = (await scene.balance()).quota;
    const text = await (await scene.post(path, body)).text();
    const sent = upstream.kind === 'sse' ? upstream.events : [];
    expect(text.slice(-500)).toContain(end);
    const seen = dataOf(text).filter(data => data !== '[DONE]');
    expect(seen.map(data => data.length)).toEqual(sent.map(data => data.length));
    expect(seen.every((data, index) => data === sent[index])).toBe(true);
    await scene.settled();
    expect(before - (await scene.balance()).quota).toBe(1000 + 2000 * 4);
  });
});

describe('a line of more than 64 MiB', () => {
  const piece = Buffer.alloc(1024 * 1024, 'A');
  /** @param start the text before the image that never ends */
  async function endless(start: string, run: (model: string) => Promise<void>): Promise<void> {
    const raw = await createRawUpstream(socket => {
      socket.write(`HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\n\r\n${start}`);
      let left = 70;
      const more = () => {
        while (left > 0 && !socket.destroyed) {
          left -= 1;
          if (!socket.write(piece)) return void socket.once('drain', more);
        }
      };
      more();
    });
    const id = await scene.app.make.channel({ base_url: raw.url, models: 'long-line' });
    try {
      await run('long-line');
    } finally {
      await scene.app.root.delete(`/api/channel/${id}/`);
      await raw.close();
    }
  }

  it.each([true, false])('ends in an error event that a client can read (usage requested: %p)', async wantsUsage => {
    const first = JSON.stringify({ choices: [{ index: 0, delta: { content: 'Hel' } }] });
    await endless(`data: ${first}\n\ndata: {"choices":[{"index":0,"delta":{"image":{"data":"`, async model => {
      const options = wantsUsage ? { stream_options: { include_usage: true } } : {};
      const response = await scene.post('/v1/chat/completions', { model, messages, stream: true, ...options });
      const text = await response.text();
      const last = dataOf(text).at(-1) ?? '';
      expect((JSON.parse(last) as { error: { code: string } }).error.code).toBe('read_response_body_failed');
      expect(text.slice(-200)).not.toContain('[DONE]');
    });
    await scene.settled();
    const [row] = await scene.consumption(1);
    expect(row).toMatchObject({ quota: 0 });
    expect(row && otherOf(row).problem).toMatch(/line/);
  });
});

describe('several streams of long events at once', () => {
  it('all arrive whole', async () => {
    const { upstream } = streams.images as LongStream;
    scene.upstream.script(() => upstream);
    const body = streams.images?.body;
    const all = await Promise.all(Array.from({ length: 6 }, () => scene.post('/v1/images/generations', body)));
    const texts = await Promise.all(all.map(response => response.text()));
    expect(texts.every(text => text.includes('"output_tokens":2000'))).toBe(true);
  });
});
