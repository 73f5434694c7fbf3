import Anthropic from '@anthropic-ai/sdk';
import { eventually } from '../support/eventually';
import { otherOf, startRelayScene, type RelayScene } from '../support/scenes/relay-scene';
import { callerFormats, streamOf, providerWires } from '../support/fakes/provider-wires';

const MODEL = 'begun-twice';
const wire = providerWires.anthropic;
const events = wire.events({
  words: ['half ', 'an ', 'answer'],
  usage: { prompt: 11, completion: 6 },
  finish: 'stop',
});
const beginning = events.slice(0, wire.eventsBeforeWords + 2);
const TOLD = 'the upstream began its answer again';

let scene: RelayScene;
beforeAll(async () => {
  scene = await startRelayScene();
  await scene.app.make.option('ModelRatio', JSON.stringify({ [MODEL]: 1 }));
  await scene.app.make.option('CompletionRatio', JSON.stringify({ [MODEL]: 4 }));
  await scene.app.make.channel({ type: wire.type, base_url: scene.upstream.url, models: MODEL });
});
afterAll(() => scene.close());
beforeEach(() => scene.upstream.reset());

function withoutUsage(payload: string): string {
  return payload.replace(/,"usage":\{[^}]*\}/, '');
}
const question: Anthropic.MessageCreateParamsNonStreaming = {
  model: MODEL,
  max_tokens: 100,
  messages: [{ role: 'user', content: 'Say hello.' }],
};
function client(): Anthropic {
  return new Anthropic({ apiKey: scene.key, baseURL: scene.app.url, maxRetries: 0 });
}

/** The error with which a client of Anthropic ends, and the text that it had received until then. */
async function failureOf(seeing: (see: (text: string) => void) => Promise<unknown>) {
  let text = '';
  const failure: unknown = await seeing(seen => (text += seen)).then(
    () => null,
    (error: unknown) => error,
  );
  return { text, failure };
}

describe('a passed stream of Messages that begins a second time', () => {
  let billed = 0;
  it.each([
    ['in pieces', events, { delayPerEventMs: 5 }],
    ['at once', events, {}],
    ['without usage in its beginnings', events.map(withoutUsage), {}],
  ] as const)('ends there with an error, and is billed as broken: %s', async (_how, received, options) => {
    const started = received.slice(0, beginning.length);
    scene.upstream.script(() => streamOf(wire, [...started, ...received], options));
    const { path, body, failure, goodEnd } = callerFormats.anthropic;
    const text = await (await scene.post(path(), body(MODEL, true))).text();
    expect(text.match(/event: message_start/g)).toHaveLength(1);
    expect(text.match(/half /g)).toHaveLength(1);
    expect(text).not.toContain(goodEnd);
    const [, last = ''] = text.split(`${failure}\ndata: `);
    expect(JSON.parse(last)).toMatchObject({
      type: 'error',
      error: { type: 'api_error', message: expect.stringContaining(TOLD) },
    });
    await scene.settled();
    billed += 1; // rows are written behind the answer: the newest one may be that of the test before
    const [row] = await scene.consumption(billed);
    expect(row && otherOf(row).problem).toContain(TOLD);
    // The usage of the first beginning is billed, as for any stream that breaks.
    expect(row?.quota).toBe(received === events ? 11 + 4 : 0);
  });

  it('fails in the official client, both as events and as a message', async () => {
    scene.upstream.script(() => streamOf(wire, [...beginning, ...events]));
    const asEvents = await failureOf(async see => {
      for await (const event of await client().messages.create({ ...question, stream: true })) {
        if (event.type === 'content_block_delta' && event.delta.type === 'text_delta') see(event.delta.text);
      }
    });
    const asMessage = await failureOf(see => client().messages.stream(question).on('text', see).finalMessage());
    const expected = { text: 'half an ', failure: expect.objectContaining({ type: 'api_error' }) };
    expect([asEvents, asMessage]).toEqual([expected, expected]);
    for (const { failure } of [asEvents, asMessage]) {
      expect(failure).toBeInstanceOf(Anthropic.APIError);
      expect(String(failure)).toContain(TOLD);
    }
  });

  it('ends even if the upstream keeps its connection open', async () => {
    scene.upstream.script(() => streamOf(wire, [...beginning, ...events], { delayPerEventMs: 5, hangAfterEvents: 6 }));
    const { path, body } = callerFormats.anthropic;
    const text = await (await scene.post(path(), body(MODEL, true))).text();
    expect(text).toContain(TOLD);
  });
});

it.each([
  ['in one piece', {}],
  ['in pieces', { delayPerEventMs: 5 }],
] as const)('a beginning that is repeated before anything else is passed on once, %s', async (_how, options) => {
  const ping = JSON.stringify({ type: 'ping' });
  scene.upstream.script(() => streamOf(wire, [events[0]!, ping, ...events], options));
  const message = await client().messages.stream(question).finalMessage();
  expect(message.content).toMatchObject([{ type: 'text', text: 'half an answer' }]);
  await scene.settled();
  const row = await eventually(
    async () => (await scene.consumption(1))[0],
    newest => newest !== undefined && otherOf(newest).mended !== undefined,
  );
  expect(row).toMatchObject({ prompt_tokens: 11, completion_tokens: 6 });
  expect(row && otherOf(row)).toMatchObject({ mended: ['message_start'] });
});

it('a text that mentions the beginning of a message is not taken for a beginning', async () => {
  const words = ['{"type":"message_start"}', ' event: message_start\ndata: {"type":"message_start"}\n\n'];
  const received = wire.events({ words, usage: { prompt: 11, completion: 6 }, finish: 'stop' });
  scene.upstream.script(() => streamOf(wire, received));
  const message = await client().messages.stream(question).finalMessage();
  expect(message.content).toMatchObject([{ type: 'text', text: words.join('') }]);
});
