import { type LogEntry } from '@contracts';
import { json, MOCK_USAGE, sse, type MockCall } from '../../apps/mock-upstream/src/index';
import { otherOf, startRelayScene, type RelayScene } from '../support/scenes/relay-scene';

type Json = Record<string, unknown>;

/** The two token counts as each format reports them. */
interface UsageFigures {
  readonly prompt: number;
  readonly completion: number;
}

const QUESTION = 'How is the weather in Ulm today?';
const messages = [{ role: 'user', content: QUESTION }];

/** How a caller of each format makes a call, and where its answers report usage. */
const callers = {
  chat: {
    path: () => '/v1/chat/completions',
    body: (isStream: boolean) => ({
      messages,
      ...(isStream && { stream: true, stream_options: { include_usage: true } }),
    }),
    usageIn: (answer: Json) => usageFigures(answer.usage, 'prompt_tokens', 'completion_tokens'),
  },
  messages: {
    path: () => '/v1/messages',
    body: (isStream: boolean) => ({ max_tokens: 100, messages, ...(isStream && { stream: true }) }),
    usageIn: (answer: Json) => usageFigures(answer.usage, 'input_tokens', 'output_tokens'),
  },
  gemini: {
    path: (model: string, isStream: boolean) =>
      `/v1beta/models/${model}:${isStream ? 'streamGenerateContent?alt=sse' : 'generateContent'}`,
    body: () => ({ contents: QUESTION }),
    usageIn: (answer: Json) => usageFigures(answer.usageMetadata, 'promptTokenCount', 'candidatesTokenCount'),
  },
  responses: {
    path: () => '/v1/responses',
    body: (isStream: boolean) => ({ input: QUESTION, ...(isStream && { stream: true }) }),
    usageIn: (answer: Json) =>
      usageFigures(answer.usage ?? (answer.response as Json | undefined)?.usage, 'input_tokens', 'output_tokens'),
  },
} as const;
type Caller = keyof typeof callers;
const everyCaller = Object.keys(callers) as Caller[];

function usageFigures(usage: unknown, prompt: string, completion: string): UsageFigures | null {
  const counts = usage as Json | null | undefined;
  return counts ? { prompt: Number(counts[prompt] ?? 0), completion: Number(counts[completion] ?? 0) } : null;
}

let scene: RelayScene;
beforeAll(async () => {
  scene = await startRelayScene();
  const { url } = scene.upstream;
  const models = ['typed-model', 'strict-400', 'strict-422', 'flow-model', 'library-model', 'relay-model', 'embedder'];
  await scene.app.make.option('ModelRatio', Object.fromEntries(models.map(model => [model, 1])));
  await scene.app.make.option('RetryTimes', 0);
  await scene.app.make.channel({ type: 8, base_url: `${url}/v1/chat/completions`, models: 'typed-model' });
  await scene.app.make.channel({ type: 22, base_url: url, models: 'flow-model' });
  await scene.app.make.channel({ type: 21, base_url: url, models: 'library-model', other: 'library-1' });
  await scene.app.make.channel({ type: 1, base_url: url, models: 'relay-model' });
  await scene.app.make.channel({ type: 24, base_url: url, models: 'embedder' });
});
afterAll(() => scene.close());
beforeEach(() => scene.upstream.reset());

/** Makes a call and waits for its bill. */
async function ask(caller: Caller, model: string, isStream: boolean): Promise<{ text: string; row: LogEntry }> {
  const { path, body } = callers[caller];
  const before = (await scene.consumption(0)).length;
  const response = await scene.post(path(model, isStream), { model, ...body(isStream) });
  const text = await response.text();
  expect([response.status, text]).toEqual([200, expect.any(String)]);
  await scene.settled();
  const [row] = await scene.consumption(before + 1);
  return { text, row: row! };
}

/** The last token counts that an answer reports. */
function lastUsage(caller: Caller, text: string): UsageFigures | null {
  const payloads = text.startsWith('{') ? [text] : text.split('\n').filter(line => line.startsWith('data: {'));
  const answers = payloads.map(line => JSON.parse(line.replace(/^data: /, '')) as Json);
  return answers.map(answer => callers[caller].usageIn(answer)).findLast(found => found !== null) ?? null;
}

function billed(row: LogEntry): UsageFigures {
  return { prompt: row.prompt_tokens, completion: row.completion_tokens };
}

describe('a stream of a server behind a typed address', () => {
  it.each(everyCaller)('includes a request for usage, for a caller of %s', async caller => {
    const { text, row } = await ask(caller, 'typed-model', true);
    expect(scene.upstream.calls.map(call => (call.body as Json).stream_options)).toEqual([{ include_usage: true }]);
    const usage = { prompt: MOCK_USAGE.prompt_tokens, completion: MOCK_USAGE.completion_tokens };
    expect([lastUsage(caller, text), billed(row)]).toEqual([usage, usage]);
    expect(otherOf(row).usage_source).toBeUndefined();
  });

  it('does not show usage to a chat caller who did not request it', async () => {
    const response = await scene.post('/v1/chat/completions', { model: 'typed-model', messages, stream: true });
    expect(await response.text()).not.toContain('prompt_tokens');
    await scene.settled();
    const [row] = await scene.consumption(1);
    expect(otherOf(row!).usage_source).toBeUndefined();
  });

  it.each([
    ['a sentence', { error: { message: 'Unknown field: include_usage', type: 'invalid_request_error' } }, 400],
    [
      'a list of complaints',
      { detail: [{ loc: ['body', 'stream_options'], msg: 'Extra inputs are not permitted' }] },
      422,
    ],
  ])(
    'is requested without usage for a while after the server has refused that option in %s',
    async (_name, refusal, status) => {
      const model = `strict-${status}`;
      const base_url = `${scene.upstream.url}/strict/chat/completions`;
      const id = await scene.app.make.channel({ type: 8, base_url, models: model });
      scene.upstream.script(call => (hasOption(call) ? json(refusal, { status }) : null));
      const first = await ask('messages', model, true);
      const second = await ask('gemini', model, true);
      expect(scene.upstream.calls.map(hasOption)).toEqual([true, false, false]);
      // The server did not report these numbers; the gateway counted them.
      for (const { row } of [first, second]) expect(otherOf(row).usage_source).toBe('local');
      const channel = await scene.app.root.get<{ status: number }>(`/api/channel/${id}`);
      expect(JSON.stringify(channel)).toContain('"status":1');
    },
  );
});

describe('usage that the gateway counts because the upstream reports none', () => {
  const mute = (isStream: boolean) => () => (isStream ? sse(chunks(null)) : json(completion(WORDS.join(''))));

  it.each(everyCaller.flatMap(caller => [[caller, false] as const, [caller, true] as const]))(
    'is reported to a caller of %s (stream: %s) as it is billed',
    async (caller, isStream) => {
      scene.upstream.script(mute(isStream));
      const { text, row } = await ask(caller, 'typed-model', isStream);
      expect(otherOf(row).usage_source).toBe('local');
      expect(billed(row)).toEqual({ prompt: expect.any(Number), completion: ANSWER_TOKENS });
      expect(lastUsage(caller, text)).toEqual(billed(row));
    },
  );

  it.each(['messages', 'gemini', 'responses'] as const)(
    'is reported to a caller of %s who gets a stream that the upstream did not stream',
    async caller => {
      scene.upstream.script(mute(false));
      const { text, row } = await ask(caller, 'typed-model', true);
      expect([otherOf(row).usage_source, lastUsage(caller, text)]).toEqual(['local', billed(row)]);
    },
  );

  it('replaces zeros that stand for no count', async () => {
    scene.upstream.script(() => sse(chunks({ prompt_tokens: 0, completion_tokens: 0, total_tokens: 0 })));
    for (const caller of everyCaller) {
      const { text, row } = await ask(caller, 'typed-model', true);
      expect([caller, lastUsage(caller, text)]).toEqual([caller, billed(row)]);
      expect(row.completion_tokens).toBe(ANSWER_TOKENS);
    }
  });

  it.each(['flow-model', 'library-model'])('is reported to callers of %s, an application', async model => {
    const library = { success: true, answer: WORDS.join(''), documents: [] };
    for (const caller of everyCaller) {
      for (const isStream of [false, true]) {
        scene.upstream.reset();
        scene.upstream.script(model === 'flow-model' ? mute(isStream) : () => json(library));
        const { text, row } = await ask(caller, model, isStream);
        expect([caller, isStream, otherOf(row).usage_source]).toEqual([caller, isStream, 'local']);
        expect([caller, isStream, lastUsage(caller, text)]).toEqual([caller, isStream, billed(row)]);
      }
    }
  });

  it('is reported to callers of embeddings', async () => {
    scene.upstream.script(() => json({ embedding: { values: [0.5, 0.25] } }));
    const response = await scene.post('/v1/embeddings', { model: 'embedder', input: 'two words' });
    const answer = (await response.json()) as Json;
    await scene.settled();
    const [row] = await scene.consumption(1);
    expect(row!.prompt_tokens).toBeGreaterThan(0);
    expect(answer).toMatchObject({
      data: [{ embedding: [0.5, 0.25] }],
      usage: { prompt_tokens: row!.prompt_tokens, total_tokens: row!.prompt_tokens },
    });
  });

  it('stands between the last chunk and the end mark of a stream that passes unchanged', async () => {
    scene.upstream.script(mute(true));
    const { text } = await ask('chat', 'typed-model', true);
    const wire = chunks(null)
      .map(payload => `data: ${payload}\n\n`)
      .join('');
    expect(text.startsWith(wire)).toBe(true);
    const rest = text.slice(wire.length).split('\n\n');
    expect(JSON.parse(rest[0]!.slice('data: '.length))).toMatchObject({ id: 'chatcmpl-mute', choices: [] });
    expect(rest.slice(1)).toEqual(['data: [DONE]', '']);
  });

  it('is reported and marked when the upstream reports impossible numbers', async () => {
    const usage = { prompt_tokens: -5, completion_tokens: 3, total_tokens: -2 };
    scene.upstream.script(() => json({ ...completion(WORDS.join('')), usage }));
    for (const caller of everyCaller) {
      const { text, row } = await ask(caller, 'typed-model', false);
      expect([caller, lastUsage(caller, text)]).toEqual([caller, billed(row)]);
      expect(otherOf(row).problem).toContain('usage');
    }
  });

  it('is not reported to a chat caller of a stream who did not request it', async () => {
    scene.upstream.script(mute(true));
    const response = await scene.post('/v1/chat/completions', { model: 'typed-model', messages, stream: true });
    expect(await response.text()).not.toContain('usage":{');
  });

  it('is neither reported nor billed when the answer breaks', async () => {
    scene.upstream.script(() => sse(chunks(null), { cutAfter: { events: 3 } }));
    await scene.settled();
    const before = (await scene.balance()).quota;
    const body = { model: 'typed-model', ...callers.messages.body(true) };
    const text = await (await scene.post('/v1/messages', body)).text();
    expect(text).toContain('event: error');
    expect(text).not.toContain('message_delta');
    await scene.settled();
    expect((await scene.balance()).quota).toBe(before);
  });
});

const WORDS = ['It ', 'is ', 'sunny ', 'in ', 'Ulm.'];
/** Counted with the vocabulary; the estimate would be one less. */
const ANSWER_TOKENS = 7;

/** A stream of words, with usage in a chunk of its own if there is any. */
function chunks(usage: object | null): string[] {
  const chunk = (fields: object) =>
    JSON.stringify({ id: 'chatcmpl-mute', object: 'chat.completion.chunk', created: 1, model: 'x', ...fields });
  const choice = (delta: object, finish_reason: string | null = null) =>
    chunk({ choices: [{ index: 0, delta, finish_reason }] });
  return [
    ...WORDS.map(content => choice({ content })),
    choice({}, 'stop'),
    ...(usage ? [chunk({ choices: [], usage })] : []),
  ];
}

function completion(content: string): object {
  return {
    id: 'chatcmpl-mute',
    object: 'chat.completion',
    created: 1,
    model: 'x',
    choices: [{ index: 0, message: { role: 'assistant', content }, finish_reason: 'stop' }],
  };
}

function hasOption(call: MockCall): boolean {
  return (call.body as Json).stream_options !== undefined;
}
