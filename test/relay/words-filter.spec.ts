import { json, sse } from '../../apps/mock-upstream/src/index';
import { type LogEntry, type Page } from '@contracts';
import { Logger } from '@platform';
import { must } from '../support/clients/factories';
import { eventually } from '../support/eventually';
import { chat, otherOf, recomputed, startRelayScene, type RelayScene } from '../support/scenes/relay-scene';
import {
  behaviourOf,
  callerFormats,
  providerWires,
  callersOnWires,
  wires,
  type WireAnswer,
  type WireName,
} from '../support/fakes/provider-wires';

let scene: RelayScene;

function modelFor(wire: WireName) {
  return wire === 'responses' ? 'gpt-5-pro' : `words-${wire}`;
}

/** OpenAI itself would get a Responses call unchanged on that route; here it shall be converted. */
function typeOf(wire: WireName) {
  return wire === 'openai' ? 25 : providerWires[wire].type;
}

beforeAll(async () => {
  scene = await startRelayScene();
  const { make } = scene.app;
  await make.option(
    'ModelRatio',
    JSON.stringify(
      Object.fromEntries(
        [
          ...wires.map(modelFor),
          'gpt-4o-mini',
          'gpt-3.5-turbo-instruct',
          'text-embedding-3-small',
          'tts-1',
          'dall-e-3',
          'rerank-1',
          'omni-moderation-latest',
        ].map(model => [model, 1]),
      ),
    ),
  );
  for (const wire of wires) {
    await make.channel({ type: typeOf(wire), base_url: scene.upstream.url, models: modelFor(wire) });
  }
  await make.channel({ base_url: scene.upstream.url, models: 'tts-1,dall-e-3,rerank-1' });
  await make.option('SensitiveWords', 'Forbidden\n 禁词 \n\nsecond thing');
});
afterAll(() => scene.close());
beforeEach(() => scene.upstream.reset());
afterEach(() => scene.expectEvenLedger());

function ask(caller: WireName, wire: WireName, isStream: boolean): Promise<Response> {
  const { path, body } = callerFormats[caller];
  const model = modelFor(wire);
  return scene.post(path(model, isStream), body(model, isStream));
}

/** The newest consumption row, once every call so far is billed. */
async function newestRow(): Promise<LogEntry> {
  await scene.settled();
  const [row] = await scene.consumption(1);
  if (!row) throw new Error('no row');
  return row;
}

async function warnings(): Promise<readonly LogEntry[]> {
  return (await must(scene.app.root.get<Page<LogEntry>>('/api/log/?p=1&page_size=100&type=6'))).items;
}

describe('a prompt with sensitive words', () => {
  const said = 'something FORBIDDEN here';
  const prompts: readonly (readonly [string, string, Record<string, unknown>])[] = [
    ['a message', '/v1/chat/completions', chat({ messages: [{ role: 'user', content: said }] })],
    [
      'a system message',
      '/v1/chat/completions',
      chat({
        messages: [
          { role: 'system', content: said },
          { role: 'user', content: 'x' },
        ],
      }),
    ],
    [
      'a part of a message',
      '/v1/chat/completions',
      chat({ messages: [{ role: 'user', content: [{ type: 'text', text: said }] }] }),
    ],
    [
      'arguments of a tool',
      '/v1/chat/completions',
      chat({
        messages: [
          {
            role: 'assistant',
            tool_calls: [{ id: 'c', type: 'function', function: { name: 'f', arguments: '{"a":"\\u7981\\u8bcd"}' } }],
          },
        ],
      }),
    ],
    [
      'a description of a tool',
      '/v1/chat/completions',
      chat({ tools: [{ type: 'function', function: { name: 'f', description: said } }] }),
    ],
    ['full width', '/v1/chat/completions', chat({ messages: [{ role: 'user', content: 'Ｆｏｒｂｉｄｄｅｎ' }] })],
    ['a stream', '/v1/chat/completions', chat({ stream: true, messages: [{ role: 'user', content: said }] })],
    ['a completion', '/v1/completions', { model: 'gpt-3.5-turbo-instruct', prompt: ['fine', said] }],
    ['an embedding', '/v1/embeddings', { model: 'text-embedding-3-small', input: said }],
    ['a moderation', '/v1/moderations', { model: 'omni-moderation-latest', input: said }],
    ['speech', '/v1/audio/speech', { model: 'tts-1', input: said, voice: 'alloy' }],
    ['an image', '/v1/images/generations', { model: 'dall-e-3', prompt: said }],
    ['rerank', '/v1/rerank', { model: 'rerank-1', query: 'x', documents: ['fine', said] }],
    [
      'Claude messages',
      '/v1/messages',
      { model: 'gpt-4o-mini', max_tokens: 9, messages: [{ role: 'user', content: said }] },
    ],
    [
      'a tool result',
      '/v1/messages',
      {
        model: 'gpt-4o-mini',
        max_tokens: 9,
        messages: [{ role: 'user', content: [{ type: 'tool_result', tool_use_id: 't', content: said }] }],
      },
    ],
    ['Responses', '/v1/responses', { model: 'gpt-4o-mini', input: said }],
    ['Gemini', '/v1beta/models/gpt-4o-mini:generateContent', { contents: [{ role: 'user', parts: [{ text: said }] }] }],
  ];

  it.each(prompts)('is refused in %s, and costs nothing', async (_where, path, body) => {
    await scene.settled();
    const before = await scene.balance();
    const rows = (await warnings()).length;
    const response = await scene.post(path, body);
    expect(response.status).toBe(400);
    const text = await response.text();
    expect(text).toContain('sensitive words detected');
    expect(text.toLowerCase()).not.toContain('forbidden');
    expect(scene.upstream.calls).toHaveLength(0);
    const [row] = await eventually(warnings, found => found.length > rows);
    expect(row).toMatchObject({ content: 'sensitive words detected', quota: 0, channel: 0 });
    expect(JSON.parse(row?.other ?? '')).toMatchObject({ said: { key: 'words_refused' } });
    expect(JSON.stringify(row).toLowerCase()).not.toContain('forbidden');
    await scene.settled();
    expect(await scene.balance()).toEqual(before);
  });

  it('is reported with its code, and its words only in the system log', async () => {
    const warn = jest.spyOn(scene.app.nest.get(Logger), 'warn');
    const response = await scene.post('/v1/chat/completions', chat({ messages: [{ role: 'user', content: said }] }));
    expect(await response.json()).toMatchObject({ error: { code: 'sensitive_words_detected' } });
    expect(warn.mock.calls.map(([fields]) => fields)).toContainEqual(expect.objectContaining({ words: ['forbidden'] }));
    warn.mockRestore();
  });

  it.each([
    ['CheckSensitiveEnabled', false],
    ['CheckSensitiveOnPromptEnabled', false],
    ['SensitiveWords', ''],
  ])('passes while %s is %s', async (key, value) => {
    const before = key === 'SensitiveWords' ? 'Forbidden\n 禁词 \n\nsecond thing' : true;
    await scene.app.make.option(key, value);
    const response = await scene.post('/v1/chat/completions', chat({ messages: [{ role: 'user', content: said }] }));
    expect(response.status).toBe(200);
    await response.text();
    await scene.app.make.option(key, before);
  });

  it('is not found in words of the protocol and in bytes', async () => {
    await scene.app.make.option('SensitiveWords', 'assist\nuser\nAAAA');
    const image = { type: 'image_url', image_url: { url: `data:image/png;base64,${'AAAA'.repeat(60)}` } };
    const messages = [
      { role: 'assistant', content: 'x' },
      { role: 'user', content: [image, { type: 'text', text: 'fine' }] },
    ];
    const response = await scene.post('/v1/chat/completions', chat({ messages }));
    expect(response.status).toBe(200);
    await response.text();
    await scene.app.make.option('SensitiveWords', 'Forbidden\n 禁词 \n\nsecond thing');
  });
});

/** The sensitive word comes in three pieces. */
const ANSWER: WireAnswer = {
  words: ['This is for', 'bid', 'den fruit', ' and 禁', '词 too'],
  usage: { prompt: 11, completion: 6 },
  finish: 'stop',
};

/** Collects all readable text in an answer of any format. */
function readable(text: string): string {
  const payloads = text.includes('data: ')
    ? text.split('\n').flatMap(line => (line.startsWith('data: {') ? [line.slice(6)] : []))
    : [text];
  const pieces: string[] = [];
  for (const payload of payloads) collect(JSON.parse(payload), pieces);
  return pieces.join('');
}

/** Reads deltas of streams, and the text of whole answers. Objects that repeat streamed text are left out. */
function collect(value: unknown, pieces: string[], isWhole = true): void {
  if (typeof value !== 'object' || value === null) return;
  const record = value as Record<string, unknown>;
  const type = typeof record.type === 'string' ? record.type : '';
  if (/\.(created|in_progress|completed|incomplete|done|added)$/.test(type)) return;
  for (const [key, member] of Object.entries(record)) {
    if (typeof member === 'string' && ['content', 'text', 'delta'].includes(key)) pieces.push(member);
    else collect(member, pieces, isWhole);
  }
}

describe('sensitive words in an answer are hidden', () => {
  beforeAll(() => scene.app.make.option('StopOnSensitiveEnabled', false));

  it.each(callersOnWires)('for a caller of %s in a stream of %s', async (caller, wire) => {
    scene.upstream.script(() => behaviourOf(providerWires[wire], ANSWER, true));
    const text = await (await ask(caller, wire, true)).text();
    expect(readable(text)).toBe('This is **###** fruit and **###** too');
    expect(text).not.toMatch(/forbid|禁词|词 too"/);
    expect(text).toContain(callerFormats[caller].goodEnd);
  });

  it.each(callersOnWires)(
    'for a caller of %s in a whole answer of %s, and all that came is billed',
    async (caller, wire) => {
      scene.upstream.script(() => behaviourOf(providerWires[wire], ANSWER, false));
      const text = await (await ask(caller, wire, false)).text();
      expect(readable(text)).toBe('This is **###** fruit and **###** too');
      expect(await newestRow()).toMatchObject({ prompt_tokens: 11, completion_tokens: 6 });
    },
  );

  it('while the bytes of a clean whole answer pass unchanged', async () => {
    const body = {
      id: 'x',
      odd: { field: 1 },
      choices: [{ index: 0, message: { role: 'assistant', content: 'fine' }, finish_reason: 'stop' }],
      usage: { prompt_tokens: 3, completion_tokens: 1, total_tokens: 4 },
    };
    scene.upstream.script(() => json(body));
    expect(await (await scene.post('/v1/chat/completions', chat())).json()).toEqual(body);
  });

  it('in reasoning, in arguments of tools, and in each alternative separately', async () => {
    const chunk = (index: number, delta: object, finish: string | null = null) =>
      JSON.stringify({
        id: 'c',
        object: 'chat.completion.chunk',
        model: 'm',
        choices: [{ index, delta, finish_reason: finish }],
      });
    const call = (fields: object) => ({ tool_calls: [{ index: 0, ...fields }] });
    scene.upstream.script(() =>
      sse([
        chunk(0, { role: 'assistant', reasoning_content: 'so forb' }),
        chunk(1, { role: 'assistant', content: 'forb' }),
        chunk(0, { reasoning_content: 'idden it is' }),
        chunk(1, { content: 'earing' }),
        chunk(0, call({ id: 'c1', type: 'function', function: { name: 'f', arguments: '' } })),
        chunk(0, call({ function: { arguments: '{"a":"forbid' } })),
        chunk(0, call({ function: { arguments: 'den"}' } })),
        chunk(0, {}, 'tool_calls'),
        chunk(1, {}, 'stop'),
      ]),
    );
    const text = await (await scene.post('/v1/chat/completions', chat({ stream: true, n: 2 }))).text();
    type Chunk = {
      choices: {
        index: number;
        delta: { content?: string; reasoning_content?: string; tool_calls?: { function?: { arguments?: string } }[] };
      }[];
    };
    const choices = text
      .split('\n')
      .flatMap(line => (line.startsWith('data: {') ? (JSON.parse(line.slice(6)) as Chunk).choices : []));
    const of = (index: number, read: (delta: Chunk['choices'][number]['delta']) => string | undefined) =>
      choices
        .filter(choice => choice.index === index)
        .map(choice => read(choice.delta) ?? '')
        .join('');
    expect(of(0, delta => delta.reasoning_content)).toBe('so **###** it is');
    expect(of(0, delta => delta.tool_calls?.[0]?.function?.arguments)).toBe('{"a":"**###**"}');
    expect(of(1, delta => delta.content)).toBe('forbearing');
  });

  it('in legacy completions, streamed and whole', async () => {
    const chunk = (text: string, finish: string | null = null) =>
      JSON.stringify({ id: 'c', choices: [{ index: 0, text, finish_reason: finish }] });
    const body = { model: 'gpt-3.5-turbo-instruct', prompt: 'x' };
    scene.upstream.onModel(
      'gpt-3.5-turbo-instruct',
      sse([chunk('a for'), chunk('bidden b'), chunk('', 'stop')]),
      json({ id: 'c', choices: [{ index: 0, text: 'a forbidden b', finish_reason: 'stop' }] }),
    );
    const streamed = await (await scene.post('/v1/completions', { ...body, stream: true })).text();
    expect(readable(streamed)).toBe('a **###** b');
    expect(streamed.split('[DONE]')).toHaveLength(2);
    expect(readable(await (await scene.post('/v1/completions', body)).text())).toBe('a **###** b');
  });

  it('without a delay beyond what may become a word, unless the option to hold pieces back is set', async () => {
    const words = ['one ', 'two ', 'three ', 'four '];
    const served = () => sse(providerWires.openai.events({ ...ANSWER, words }), { delayPerEventMs: 120 });
    scene.upstream.script(served);
    const firstWords = async () => {
      const startedAt = performance.now();
      const response = await scene.post('/v1/chat/completions', chat({ stream: true }));
      const reader = response.body?.getReader();
      let text = '';
      for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) {
        text += Buffer.from(part.value).toString('utf8');
        if (readable(text.slice(0, text.lastIndexOf('\n\n') + 1)).includes('one ')) break;
      }
      await reader?.cancel();
      return performance.now() - startedAt;
    };
    const free = await firstWords();
    await scene.app.make.option('StreamCacheQueueLength', 3);
    const held = await firstWords();
    await scene.app.make.option('StreamCacheQueueLength', 0);
    expect(held - free).toBeGreaterThan(200);
  });

  it('only while the operator has enabled it', async () => {
    await scene.app.make.option('CheckSensitiveOnCompletionEnabled', false);
    scene.upstream.script(() => behaviourOf(providerWires.openai, ANSWER, true));
    expect(readable(await (await ask('openai', 'openai', true)).text())).toBe(ANSWER.words.join(''));
    await scene.app.make.option('CheckSensitiveOnCompletionEnabled', true);
  });
});

describe('an answer ends at a sensitive word', () => {
  beforeAll(() => scene.app.make.option('StopOnSensitiveEnabled', true));
  afterAll(() => scene.app.make.option('StopOnSensitiveEnabled', false));
  /** The finish reason for a filtered answer in each caller's format. */
  const ends: Readonly<Record<WireName, RegExp>> = {
    openai: /"finish_reason":"content_filter"/,
    anthropic: /"stop_reason":"refusal"/,
    gemini: /"finishReason":"(SAFETY|PROHIBITED_CONTENT)"/,
    responses: /"reason":"content_filter"/,
  };

  it.each(callersOnWires)(
    'for a caller of %s in a stream of %s, and the text made so far is billed',
    async (caller, wire) => {
      scene.upstream.script(() => behaviourOf(providerWires[wire], ANSWER, true));
      const text = await (await ask(caller, wire, true)).text();
      expect(readable(text)).toBe('This is ');
      expect(text).toMatch(ends[caller]);
      expect((await newestRow()).completion_tokens).toBeGreaterThanOrEqual(4);
    },
  );

  it.each(callersOnWires)('for a caller of %s in a whole answer of %s', async (caller, wire) => {
    scene.upstream.script(() => behaviourOf(providerWires[wire], ANSWER, false));
    const response = await ask(caller, wire, false);
    expect(response.status).toBe(200);
    const text = await response.text();
    expect(readable(text)).toBe('This is ');
    expect(text).toMatch(ends[caller]);
    expect(await newestRow()).toMatchObject({ prompt_tokens: 11, completion_tokens: 6 });
  });

  it('and the upstream is stopped', async () => {
    scene.upstream.script(() => ({
      kind: 'endless',
      event: JSON.stringify({ choices: [{ index: 0, delta: { content: 'forbidden ' } }] }),
      delayPerEventMs: 20,
      headers: { 'content-type': 'text/event-stream' },
    }));
    const startedAt = performance.now();
    const text = await (await scene.post('/v1/chat/completions', chat({ stream: true }))).text();
    expect(text).toContain('[DONE]');
    expect(performance.now() - startedAt).toBeLessThan(10_000);
    const [call] = scene.upstream.calls;
    if (call) await scene.upstream.waitForClose(call);
    const [row] = await scene.consumption(1);
    expect(row && otherOf(row).usage_source).toBe('local');
    expect(row && recomputed(row)).toBe(row?.quota);
  });
});
