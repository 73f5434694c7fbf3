import {
  answerAnthropic,
  answerOpenAi,
  createMockUpstream,
  failure,
  type Behaviour,
  type MockCall,
  type MockUpstream,
} from '../../apps/mock-upstream/src/index';
import { must } from '../support/clients/factories';
import { PromptCache, type CachedPrompt } from '../support/fakes/prompt-cache';
import { startRelayScene, type RelayScene } from '../support/scenes/relay-scene';

/** Five accounts of a provider, each with a cache of prompts of its own, and conversations whose prompts grow. */
let scene: RelayScene;
let upstreams: readonly MockUpstream[];
let caches: readonly PromptCache[];
let key: string;

const ACCOUNTS = 5;
const CONVERSATIONS = 10;
const TURNS = 40;
const OPENAI_MODEL = 'gpt-4o';
const ANTHROPIC_MODEL = 'claude-haiku-4-5-20251001';
const SAID = 'An answer that goes on for some lines. '.repeat(12);

type Message = Readonly<Record<string, unknown>>;

/** How a client of one format names its conversation, and what it sends. */
interface Client {
  readonly path: string;
  readonly cachedIn: RegExp;
  body(conversation: string, messages: readonly Message[]): Record<string, unknown>;
}

const clients: Readonly<Record<'OpenAI' | 'Anthropic', Client>> = {
  OpenAI: {
    path: '/v1/chat/completions',
    cachedIn: /"cached_tokens":\s*(\d+)/g,
    body: (conversation, messages) => ({
      model: OPENAI_MODEL,
      prompt_cache_key: conversation,
      stream_options: { include_usage: true },
      messages: [{ role: 'system', content: systemOf(conversation) }, ...messages],
    }),
  },
  Anthropic: {
    path: '/v1/messages',
    cachedIn: /"cache_read_input_tokens":\s*(\d+)/g,
    body: (conversation, messages) => ({
      model: ANTHROPIC_MODEL,
      metadata: { user_id: `user_1_account_2_session_${conversation}` },
      system: systemOf(conversation),
      messages,
    }),
  },
};

function systemOf(conversation: string): string {
  return `You help with ${conversation}. ${'Be exact, and say what you do not know. '.repeat(60)}`;
}

/** A request as clients send it that know nothing of conversations. */
function unnamed(body: Record<string, unknown>): Record<string, unknown> {
  const { prompt_cache_key: _key, metadata: _metadata, ...rest } = body;
  return rest;
}

/** The messages of a conversation before its next answer. */
function messagesAt(conversation: string, turn: number): readonly Message[] {
  const messages: Message[] = [];
  for (let at = 0; at <= turn; at++) {
    messages.push({ role: 'user', content: `Question ${at} about ${conversation}: ${'what of this? '.repeat(20)}` });
    if (at < turn) messages.push({ role: 'assistant', content: SAID });
  }
  return messages;
}

function promptOf(body: unknown): readonly unknown[] {
  const { system, messages } = body as { system?: unknown; messages: readonly unknown[] };
  return system === undefined ? messages : [system, ...messages];
}

/** Answers as the provider does, with the usage that the account's cache gives. */
function answerFrom(cache: PromptCache): (call: MockCall) => Behaviour | null {
  return call => {
    const prompt = cache.ask(promptOf(call.body));
    const behaviour = call.path.endsWith('/messages') ? answerAnthropic(call) : answerOpenAi(call);
    return behaviour && withUsage(behaviour, prompt);
  };
}

/** Replaces the numbers of the prompt in an answer of the mock, whichever form it has. */
function withUsage(behaviour: Behaviour, { promptTokens, cachedTokens }: CachedPrompt): Behaviour {
  const replaced = (text: string) =>
    text
      .replace(
        '"prompt_tokens":11,',
        `"prompt_tokens":${promptTokens},"prompt_tokens_details":{"cached_tokens":${cachedTokens}},`,
      )
      .replace('"total_tokens":17', `"total_tokens":${promptTokens + 6}`)
      .replace('"input_tokens":11', `"input_tokens":${promptTokens - cachedTokens}`)
      .replace('"cache_read_input_tokens":0', `"cache_read_input_tokens":${cachedTokens}`);
  if (behaviour.kind === 'sse') return { ...behaviour, events: behaviour.events.map(replaced) };
  return behaviour.kind === 'json' ? { ...behaviour, body: replaced(JSON.stringify(behaviour.body)) } : behaviour;
}

beforeAll(async () => {
  scene = await startRelayScene();
  upstreams = await Promise.all(Array.from({ length: ACCOUNTS }, () => createMockUpstream()));
  for (const { url } of upstreams) {
    await scene.app.make.channel({ base_url: url, models: OPENAI_MODEL });
    await scene.app.make.channel({ base_url: url, models: ANTHROPIC_MODEL, type: 14 });
  }
  await must(scene.app.root.put('/api/channel/', { id: scene.channelId, models: 'gpt-4o-mini' }));
  const owner = await scene.app.make.signedIn({ quota: 1_000_000_000 });
  key = (await scene.app.make.token(owner)).secret;
});
afterAll(async () => {
  await scene.close();
  await Promise.all(upstreams.map(upstream => upstream.close()));
});
beforeEach(() => {
  scene.app.wakeChannels();
  caches = upstreams.map(() => new PromptCache());
  upstreams.forEach(upstream => upstream.reset());
  upstreams.forEach((upstream, at) => upstream.script(answerFrom(caches[at]!)));
});

/** @returns the tokens that the caller is told were read from the cache */
async function ask(client: Client, conversation: string, turn: number): Promise<number> {
  const stream = turn % 2 === 0;
  const body = { ...client.body(conversation, messagesAt(conversation, turn)), max_tokens: 20, stream };
  if (!stream) Reflect.deleteProperty(body, 'stream_options');
  const response = await scene.post(client.path, body, { authorization: `Bearer ${key}` });
  const text = await response.text();
  expect(response.status).toBe(200);
  return Math.max(...[...text.matchAll(client.cachedIn)].map(([, tokens]) => Number(tokens)));
}

/** @param name names a conversation, so that no two tests share one */
function namesOf(name: string): readonly string[] {
  return Array.from({ length: CONVERSATIONS }, (_, at) => `${name}-${at}`);
}

/** All turns of all conversations, side by side. @returns the tokens read, as the callers are told */
async function converse(
  client: Client,
  names: readonly string[],
  beforeTurn: (turn: number) => void = () => undefined,
) {
  let read = 0;
  for (let turn = 0; turn < TURNS; turn++) {
    beforeTurn(turn);
    const told = await Promise.all(names.map(name => ask(client, name, turn)));
    for (const tokens of told) read += tokens;
  }
  return read;
}

/** What a single account would have read from its cache. */
function readOfOne(client: Client, names: readonly string[]): number {
  const one = new PromptCache();
  for (const name of names) {
    for (let turn = 0; turn < TURNS; turn++) one.ask(promptOf(client.body(name, messagesAt(name, turn))));
  }
  return one.readTokens;
}

function read(): number {
  return caches.reduce((sum, { readTokens }) => sum + readTokens, 0);
}

describe.each(Object.entries(clients))('conversations of 40 turns over five channels, %s', (format, client) => {
  it('read as much from the caches of prompts as one channel alone would', async () => {
    const names = namesOf(`steady-${format}`);
    const told = await converse(client, names);
    const alone = readOfOne(client, names);
    expect(told).toBe(read());
    expect(told / alone).toBeGreaterThanOrEqual(0.95);
    // They are shared by all channels nevertheless.
    expect(upstreams.filter(({ calls }) => calls.length > 0).length).toBeGreaterThan(2);
  });

  it('read nearly as much when their client does not name them', async () => {
    const names = namesOf(`unnamed-${format}`);
    const told = await converse({ ...client, body: (...turn) => unnamed(client.body(...turn)) }, names);
    expect(told / readOfOne(client, names)).toBeGreaterThanOrEqual(0.95);
    expect(upstreams.filter(({ calls }) => calls.length > 0).length).toBeGreaterThan(2);
  });

  it('lose little when the busiest channel rests for five turns in between', async () => {
    const names = namesOf(`resting-${format}`);
    const told = await converse(client, names, turn => {
      if (turn === 15) {
        const [busiest] = [...upstreams].sort((left, right) => right.calls.length - left.calls.length);
        busiest?.script(() => failure(429, { message: 'slow down' }, { 'retry-after': '600' }));
      }
      if (turn === 20) {
        upstreams.forEach((upstream, at) => upstream.script(answerFrom(caches[at]!)));
        scene.app.wakeChannels();
      }
    });
    const alone = readOfOne(client, names);
    // Nearly all: 99 % where two of ten conversations move, and come back.
    expect(told / alone).toBeGreaterThanOrEqual(0.9);
  });
});
