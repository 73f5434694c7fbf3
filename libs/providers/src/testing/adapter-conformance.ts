import {
  DroppedFields,
  chatFormats,
  type Endpoint,
  findUsage,
  GeneratedEvents,
  type GeneratedText,
  readOpenAiUsage,
} from '@formats';
import { payloadsOf } from '@formats/testing';
import { type UsageBuckets } from '@contracts';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ChannelAddressError } from '../contract/channel-address-error';
import { type ProviderAdapter } from '../contract/provider-adapter';
import { type ChannelTarget, type UpstreamCall, type UpstreamFailure } from '../contract/upstream';

/** The key and the host of the test channel, which no message and no address may show by accident. */
export const CANARY_KEY = 'sk-canary0123456789';
const CANARY_HOST = 'canary-upstream.example';

export interface AnswerExpectation {
  /** A file in the adapter's `__fixtures__`; `.sse` holds a stream, `.json` one answer. */
  readonly file: string;
  readonly text: string;
  readonly toolCalls?: number;
  /** The usage buckets that are not zero; null when the provider reports none. */
  readonly usage: Partial<UsageBuckets> | null;
}

export interface RefusalExpectation extends Partial<Omit<UpstreamFailure, 'error'>> {
  /** A `.json` file in the adapter's `__fixtures__`; when it is absent, `body` holds the response. */
  readonly file?: string;
  readonly body?: string;
  readonly given: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly error?: Partial<UpstreamFailure['error']>;
}

export interface AdapterExpectations {
  /** The `__dirname` of the spec. */
  readonly folder: string;
  /** The address of a chat call when the channel names none; null when the type has no default. */
  readonly chatUrl: string | null;
  /** A model whose plain chat body needs no change at all. */
  readonly plainModel: string;
  readonly answers: readonly AnswerExpectation[];
  readonly refusals: Readonly<Record<string, RefusalExpectation>>;
}

/** A channel for tests, with the canary key. */
export function testTarget(adapter: ProviderAdapter, changes: Partial<ChannelTarget> = {}): ChannelTarget {
  const type = adapter.channelTypes[0] ?? 0;
  const baseUrl = `https://${CANARY_HOST}/prefix`;
  return { id: 7, type, key: CANARY_KEY, baseUrl, other: '', organization: null, ...changes };
}

/** A call as the relay would make it from these fields. */
export function testCall(
  fields: Readonly<Record<string, unknown>>,
  changes: Partial<Omit<UpstreamCall, 'parsed' | 'body'>> = {},
): UpstreamCall {
  const model = typeof fields.model === 'string' ? fields.model : '';
  const parsed = deepFreeze(fields);
  return {
    endpoint: 'chat',
    format: 'openai',
    model,
    requestedModel: model,
    contentType: 'application/json',
    isStream: fields.stream === true,
    addUsageOption: false,
    dropped: new DroppedFields(),
    callerHeaders: {},
    chat: () => {
      const format = chatFormats[changes.format ?? 'openai'];
      if (!format) throw new Error(`no format ${changes.format}`);
      return format.readCall(parsed);
    },
    ...changes,
    body: Buffer.from(JSON.stringify(fields)),
    parsed,
  };
}

/** The body that an adapter would send, parsed. */
export function bodySent(
  adapter: ProviderAdapter,
  call: UpstreamCall,
  target: Partial<ChannelTarget> = {},
): Record<string, unknown> {
  const { body } = adapter.buildRequest(call, testTarget(adapter, target));
  return JSON.parse(body?.toString() ?? '{}') as Record<string, unknown>;
}

/** Tests that every OpenAI-compatible adapter must pass, whatever its provider; call it once per adapter. */
export function describeAdapter(adapter: ProviderAdapter, expectations: AdapterExpectations): void {
  describe(`adapter ${adapter.id}`, () => {
    describeRequests(adapter, expectations);
    describeAnswers(expectations);
    describeRefusals(adapter, expectations);
    describeAccount(adapter);
  });
}

const SAMPLE_BODIES = {
  chat: { messages: [{ role: 'user', content: 'hi' }] },
  completions: { prompt: 'hi' },
  embeddings: { input: ['hi'] },
  moderations: { input: 'hi' },
  rerank: { query: 'hi', documents: ['hi'] },
} satisfies Partial<Record<Endpoint, Readonly<Record<string, unknown>>>>;

/**
 * True for endpoints whose bodies are one JSON object and pass with the model exchanged; the others have specs of their
 * own.
 */
function isPlain(endpoint: Endpoint): endpoint is keyof typeof SAMPLE_BODIES {
  return endpoint in SAMPLE_BODIES;
}

function describeRequests(adapter: ProviderAdapter, { chatUrl, plainModel }: AdapterExpectations): void {
  const plain = { model: plainModel, ...SAMPLE_BODIES.chat };

  it('uses the default address when the channel names none', () => {
    const build = (): string => adapter.buildRequest(testCall(plain), testTarget(adapter, { baseUrl: '' })).url;
    if (chatUrl === null) expect(build).toThrow(ChannelAddressError);
    else expect(build()).toBe(chatUrl);
  });

  it('refuses an address that is not http', () => {
    const target = testTarget(adapter, { baseUrl: 'file:///etc/passwd' });
    expect(() => adapter.buildRequest(testCall(plain), target)).toThrow(ChannelAddressError);
  });

  it.each(adapter.endpoints.filter(isPlain))(
    'builds a %s request with the channel key and no header of the caller',
    endpoint => {
      const fields = { model: 'requested', ...SAMPLE_BODIES[endpoint] };
      const request = adapter.buildRequest(testCall(fields, { endpoint, model: plainModel }), testTarget(adapter));
      expect(request.method).toBe('POST');
      expect(request.url.startsWith(`https://${CANARY_HOST}/prefix`)).toBe(true);
      expect(request.headers).toEqual({
        authorization: `Bearer ${CANARY_KEY}`,
        'content-type': 'application/json',
        accept: 'application/json',
        'accept-encoding': 'identity',
      });
      expect(JSON.parse(request.body?.toString() ?? '')).toEqual({ ...fields, model: plainModel });
    },
  );

  it('passes the caller’s bytes when nothing has to change', () => {
    const call = testCall(plain);
    expect(adapter.buildRequest(call, testTarget(adapter)).body).toBe(call.body);
  });

  it('requests usage of a stream only with the usage option', () => {
    const fields = { ...plain, stream: true };
    const asked = bodySent(adapter, testCall(fields, { addUsageOption: true }));
    expect(asked).toEqual({ ...fields, stream_options: { include_usage: true } });
    expect(bodySent(adapter, testCall(fields))).toEqual(fields);
    expect(adapter.buildRequest(testCall(fields), testTarget(adapter)).headers.accept).toBe('text/event-stream');
  });
}

function describeAnswers({ folder, answers }: AdapterExpectations): void {
  it.each(answers)('reads text and usage of $file', expected => {
    const text = readFixture(folder, expected.file);
    const payloads = expected.file.endsWith('.sse') ? payloadsOf(text) : [text];
    const chunks = payloads.map(payload => JSON.parse(payload) as unknown);
    const usage = chunks.map(findUsage).findLast(Boolean);
    expect(generatedBy(payloads)).toEqual({ text: expected.text, toolCalls: expected.toolCalls ?? 0 });
    const reading = readOpenAiUsage(usage);
    expect(reading.kind === 'reported' ? nonZero(reading.usage) : null).toEqual(
      expected.usage && { ...expected.usage, calls: 1 },
    );
  });
}

/** The text that the gateway counts where the provider reports no usage. */
function generatedBy(payloads: readonly string[]): GeneratedText {
  const reader = chatFormats.openai.openReader();
  const generated = new GeneratedEvents();
  const events = payloads.flatMap(data => reader.read({ event: '', data }));
  for (const event of [...events, ...reader.end()]) generated.add(event);
  return generated.result();
}

function describeRefusals(adapter: ProviderAdapter, { folder, refusals }: AdapterExpectations): void {
  it.each(Object.entries(refusals))('classifies: %s', (_name, refusal) => {
    const { file, body, given, headers, error, ...expected } = refusal;
    const text = file === undefined ? (body ?? '') : readFixture(folder, file);
    const failure = adapter.readFailure({ status: given, headers: headers ?? {}, body: text });
    expect(failure).toMatchObject({ ...expected, ...(error && { error }) });
  });

  it('never shows the key or the address, and limits the length of the message', () => {
    const leak = `${CANARY_KEY} at https://${CANARY_HOST}/prefix or ${CANARY_HOST} or 10.1.2.3:8080 `.repeat(30);
    const body = JSON.stringify({ error: { message: leak } });
    const { error } = adapter.readFailure({ status: 500, headers: {}, body }, testTarget(adapter));
    expect(error.message).not.toMatch(/canary|10\.1\.2\.3/);
    expect(error.message.length).toBeLessThanOrEqual(500);
  });

  it.each(['', '<html><h1>502</h1></html>', '[]', 'null', '{"error":{}}', '{"error":', '{"error":[1]}'])(
    'has a plain message for the unreadable response %j',
    body => {
      const failure = adapter.readFailure({ status: 502, headers: {}, body });
      expect(failure.error.message).toBe('bad response status code 502');
      expect(failure).toMatchObject({ kind: 'broken', status: 502, shouldDisableChannel: false, isRetryable: true });
    },
  );
}

function describeAccount(adapter: ProviderAdapter): void {
  const { models, balance } = adapter;
  if (models) {
    it('lists models sorted, each once, and reads garbage as an empty list', () => {
      const request = models.buildRequest(testTarget(adapter));
      expect(request).toMatchObject({ method: 'GET', body: null });
      expect(JSON.stringify(request.headers)).toContain(CANARY_KEY);
      expect(models.read('{"data":[{"id":"b"},{"id":"a"},{"id":"b"},{},null]}')).toEqual(['a', 'b']);
      for (const garbage of ['', '<html>', '{"data":5}', 'null']) expect(models.read(garbage)).toEqual([]);
    });
  }
  if (balance) {
    it.each([
      [200, '{}'],
      [200, '<html>'],
      [401, '{"error":{"message":"must be made with a session key"}}'],
    ])('reports no balance when the provider responds %d %s', (status, body) => {
      const context = { nowMs: Date.UTC(2026, 7, 1), localPerCurrencyUnit: 7 };
      const first = balance.next(testTarget(adapter), [], context);
      expect(first).toMatchObject({ kind: 'request', request: { method: 'GET', body: null } });
      expect(balance.next(testTarget(adapter), [{ status, body }], context).kind).toBe('unavailable');
    });
  }
}

function readFixture(folder: string, file: string): string {
  return readFileSync(join(folder, '__fixtures__', file), 'utf8');
}

function nonZero(usage: UsageBuckets): Partial<UsageBuckets> {
  return Object.fromEntries(Object.entries(usage).filter(([, count]) => count !== 0));
}

/**
 * Freezes a value, so that an adapter that writes into the parsed body fails at once instead of spoiling the next
 * attempt.
 */
function deepFreeze<Value>(value: Value): Value {
  if (typeof value === 'object' && value !== null && !Object.isFrozen(value)) {
    Object.freeze(value);
    Object.values(value).forEach(deepFreeze);
  }
  return value;
}

export { type ChatAnswerExpectation, type ChatExpectations, describeChat } from './chat-conformance';
