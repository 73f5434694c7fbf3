import Anthropic from '@anthropic-ai/sdk';
import { GoogleGenAI } from '@google/genai';
import OpenAI from 'openai';
import { AccountKind, Ledger } from '@billing';
import { LogType, type LogEntry, type LogOther, type Page } from '@contracts';
import { json, sse } from '../../apps/mock-upstream/src/index';
import { type TestClient } from '../support/clients/client';
import { answerEndlessly, WORD } from '../support/fakes/endless-upstream';
import { must } from '../support/clients/factories';
import { eventually } from '../support/eventually';
import { chat, otherOf, startRelayScene, type RelayScene } from '../support/scenes/relay-scene';

/** One model for each format of the upstream; every token costs one unit, for prompt and answer. */
const models = { chat: 'chat-model', messages: 'my-claude', content: 'my-gemini', responses: 'gpt-5-pro-like' };
const WORDS = 20_000;

interface Heard {
  readonly text: string;
  readonly reason: unknown;
  readonly outputTokens: number | undefined;
}

/** Drives one official client as its own documentation does, without a limit on the answer. */
type Listener = (gateway: { readonly url: string; readonly key: string }, model: string) => Promise<Heard>;

const question = { role: 'user', content: 'Tell me about rivers.' } as const;

function openai({ url, key }: { url: string; key: string }) {
  return new OpenAI({ apiKey: key, baseURL: `${url}/v1`, maxRetries: 0 });
}

const listeners: Readonly<Record<string, Listener>> = {
  'openai, chat completions': async (gateway, model) => {
    const stream = openai(gateway).chat.completions.stream({
      model,
      messages: [question],
      stream_options: { include_usage: true },
    });
    const { choices, usage } = await stream.finalChatCompletion();
    const [choice] = choices;
    return {
      text: choice?.message.content ?? '',
      reason: choice?.finish_reason,
      outputTokens: usage?.completion_tokens,
    };
  },
  'openai, responses': async (gateway, model) => {
    let last: OpenAI.Responses.ResponseStreamEvent | null = null;
    let text = '';
    for await (const event of await openai(gateway).responses.create({ model, input: 'Tell me.', stream: true })) {
      if (event.type === 'response.output_text.delta') text += event.delta;
      last = event;
    }
    if (last?.type !== 'response.incomplete') throw new Error(`ended with ${last?.type}`);
    const { incomplete_details: details, usage, output_text: whole, output } = last.response;
    expect(output).toHaveLength(1);
    expect(output[0]).toMatchObject({ type: 'message', status: 'incomplete', content: [{ text }] });
    expect(whole ?? text).toBe(text);
    return { text, reason: details?.reason, outputTokens: usage?.output_tokens };
  },
  '@anthropic-ai/sdk': async ({ url, key }, model) => {
    const { messages } = new Anthropic({ apiKey: key, baseURL: url, maxRetries: 0 });
    // The type requires a limit; a request without one must end as well.
    const asked = { model, messages: [question] } as unknown as Anthropic.MessageStreamParams;
    const message = await messages.stream(asked).finalMessage();
    const text = message.content.map(block => (block.type === 'text' ? block.text : '')).join('');
    return { text, reason: message.stop_reason, outputTokens: message.usage.output_tokens };
  },
  '@google/genai': async ({ url, key }, model) => {
    const client = new GoogleGenAI({ apiKey: key, httpOptions: { baseUrl: url } });
    let heard: Heard = { text: '', reason: undefined, outputTokens: undefined };
    for await (const chunk of await client.models.generateContentStream({ model, contents: 'Tell me.' })) {
      heard = {
        text: heard.text + (chunk.text ?? ''),
        reason: chunk.candidates?.[0]?.finishReason,
        outputTokens: chunk.usageMetadata?.candidatesTokenCount,
      };
    }
    return heard;
  },
};
const REASONS: Readonly<Record<string, string>> = {
  'openai, chat completions': 'length',
  'openai, responses': 'max_output_tokens',
  '@anthropic-ai/sdk': 'max_tokens',
  '@google/genai': 'MAX_TOKENS',
};

let scene: RelayScene;
beforeAll(async () => {
  scene = await startRelayScene();
  const { url } = scene.upstream;
  const priced = Object.fromEntries([...Object.values(models), 'plain-model'].map(model => [model, 1]));
  // The answers of this family cost eight times as much as prompts, whatever the options say.
  await scene.app.make.option('ModelRatio', { ...priced, [models.responses]: 0.125 });
  await scene.app.make.option('CompletionRatio', priced);
  await scene.app.make.channel({ type: 8, base_url: `${url}/v1/chat/completions`, models: models.chat });
  await scene.app.make.channel({ type: 14, base_url: url, models: models.messages });
  await scene.app.make.channel({ type: 24, base_url: url, models: models.content });
  await scene.app.make.channel({ type: 1, base_url: url, models: `${models.responses},plain-model` });
});
afterAll(() => scene.close());
beforeEach(() => {
  scene.upstream.reset();
  scene.upstream.script(answerEndlessly(WORDS));
});

async function payer(quota: number, token: Record<string, unknown> = {}) {
  const client = await scene.app.make.signedIn({ quota });
  const { secret, id } = await scene.app.make.token(client, token);
  return { client, key: secret, tokenId: id };
}

function ask(key: string, fields: Record<string, unknown>) {
  return fetch(`${scene.app.url}/v1/chat/completions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${key}` },
    body: JSON.stringify(chat({ model: 'plain-model', ...fields })),
  });
}

function account({ user }: TestClient) {
  return eventually(
    () => scene.app.nest.get(Ledger).balanceOf(AccountKind.User, user?.id ?? 0),
    ({ held, requestCount }) => held === 0 && requestCount > 0,
  );
}

async function row(client: TestClient, type: number): Promise<LogEntry> {
  const list = async () =>
    (await must(client.get<Page<LogEntry>>(`/api/log/self/?p=1&page_size=9&type=${type}`))).items;
  const [first] = await eventually(list, rows => rows.length > 0);
  if (!first) throw new Error('no row');
  return first;
}

function saidOf({ other }: LogEntry) {
  return (JSON.parse(other) as LogOther).said;
}

describe.each(Object.entries(listeners))(
  '%s sees that the answer reached its limit when the quota ends',
  (name, listen) => {
    it.each(Object.entries(models))('from an upstream of %s', async (_form, model) => {
      const { client, key } = await payer(900);
      const heard = await listen({ url: scene.app.url, key }, model);
      expect(heard.reason).toBe(REASONS[name]);
      const wordCount = heard.text.length / WORD.length;
      expect(heard.text).toBe(WORD.repeat(wordCount));
      const { balance, used } = await account(client);
      expect(balance).toBeGreaterThan(-40); // no more than one chunk
      expect(used).toBeGreaterThan(600);
      const charge = await row(client, LogType.Consume);
      expect([charge.quota, charge.completion_tokens]).toEqual([used, heard.outputTokens]);
      expect(otherOf(charge).usage_source).toBe('local');
      expect(saidOf(await row(client, LogType.Warning))).toMatchObject({
        key: 'answer_ended_by_quota',
        tokens: charge.completion_tokens,
        reason: { key: 'quota_left_user' },
      });
      expect((await scene.app.verifyLedger()).differenceUnits).toBe(0);
    });
  },
);

describe('a call without a limit', () => {
  const usage = { prompt_tokens: 12, completion_tokens: 20, total_tokens: 32 };
  const whole = json({
    id: 'x',
    object: 'chat.completion',
    choices: [{ index: 0, message: { role: 'assistant', content: 'Hi.' }, finish_reason: 'stop' }],
    usage,
  });

  it('is ended by the balance of a key that is smaller than its owner’s', async () => {
    const { client, key } = await payer(1_000_000, { unlimited_quota: false, remain_quota: 900 });
    const text = await (await ask(key, { stream: true })).text();
    expect(text).toContain('"finish_reason":"length"');
    expect(saidOf(await row(client, LogType.Warning))).toMatchObject({ reason: { key: 'quota_left_token' } });
    expect((await account(client)).used).toBeLessThan(940);
  });

  it('enlarges its reservation only a few times while an answer of two thousand tokens passes', async () => {
    const extend = jest.spyOn(scene.app.nest.get(Ledger), 'reserveMore');
    scene.upstream.script(answerEndlessly(2000, 0));
    const { client, key } = await payer(10_000_000);
    const text = await (await ask(key, { stream: true })).text();
    expect(text).toContain('"finish_reason":"stop"');
    expect(text.split(WORD)).toHaveLength(2001);
    await account(client);
    expect(extend.mock.calls.length).toBeGreaterThan(0);
    expect(extend.mock.calls.length).toBeLessThanOrEqual(4);
    extend.mockRestore();
  });

  it('is sent unchanged when the largest answer can be paid', async () => {
    scene.upstream.onModel('plain-model', whole);
    const { client, key } = await payer(10_000);
    expect((await ask(key, {})).status).toBe(200);
    expect(scene.upstream.calls[0]?.body).not.toHaveProperty('max_tokens');
    expect(otherOf(await row(client, LogType.Consume)).answer_limit).toBeUndefined();
  });

  it('is sent with the affordable length as its limit, and the row says so', async () => {
    scene.upstream.onModel('plain-model', whole);
    const { client, key } = await payer(400);
    expect((await ask(key, { seed: 1 })).status).toBe(200);
    const sent = scene.upstream.calls[0];
    const limit = (sent?.body as { max_tokens?: number }).max_tokens ?? 0;
    expect(limit).toBeGreaterThan(300);
    expect(limit).toBeLessThan(400);
    expect(sent?.rawBody.toString()).toMatch(/"seed":1/);
    expect(otherOf(await row(client, LogType.Consume)).answer_limit).toBe(limit);
  });

  it('is refused with the affordable length when that is too short to be useful', async () => {
    scene.upstream.onModel('plain-model', whole);
    const { key } = await payer(25);
    const response = await ask(key, {});
    expect(response.status).toBe(403);
    const { error } = (await response.json()) as { error: { message: string; code: string } };
    expect(error.code).toBe('insufficient_user_quota');
    expect(error.message).toMatch(/pays for an answer of \d+ tokens beside the prompt; at least 16 are needed/);
    const small = await payer(1_000_000, { unlimited_quota: false, remain_quota: 25 });
    const refused = (await (await ask(small.key, {})).json()) as { error: { code: string } };
    expect(refused.error.code).toBe('pre_consume_token_quota_failed');
    expect(scene.upstream.calls).toHaveLength(0);
  });
});

describe('an upstream that generates more than it was asked for', () => {
  it('is paid in full, below zero, and leaves a warning', async () => {
    const usage = { prompt_tokens: 12, completion_tokens: 5000, total_tokens: 5012 };
    const chunk = { id: 'c', object: 'chat.completion.chunk', choices: [{ index: 0, delta: { content: 'x' } }] };
    const last = { ...chunk, choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] };
    scene.upstream.reset();
    scene.upstream.onModel(
      'plain-model',
      sse([chunk, last, { ...chunk, choices: [], usage }].map(event => JSON.stringify(event))),
    );
    const { client, key } = await payer(1000);
    await (await ask(key, { stream: true, max_tokens: 100 })).text();
    expect((await account(client)).balance).toBe(1000 - 5012);
    expect(saidOf(await row(client, LogType.Warning))).toMatchObject({ key: 'charge_above_hold' });
    expect((await ask(key, { max_tokens: 100 })).status).toBe(403);
  });
});
