import {
  answerOfEvents,
  CallRefusal,
  type ChatBlock,
  type ChatCall,
  type ChatMessage,
  type ChatSettings,
  wireFormats,
  type ChatAnswer,
  type ChatEvent,
  type StreamFrame,
  type ChatReading,
} from '@formats';
import { arbitraryCall } from '@formats/testing';
import fc from 'fast-check';
import { type ProviderAdapter } from '../contract/provider-adapter';
import { type ChannelTarget, type UpstreamCall } from '../contract/upstream';
import { testCall, testTarget } from './adapter-conformance';

/** A message with one text. */
export function say(role: ChatMessage['role'], text: string): ChatMessage {
  return {
    role,
    blocks: [{ type: 'text', text }],
  };
}

/** A chat call from a canonical chat, as if a caller of any format had sent it. */
export function canonicalCall(
  chat: Partial<ChatCall>,
  changes: Partial<Omit<UpstreamCall, 'parsed' | 'body'>> & {
    readonly fields?: Readonly<Record<string, unknown>>;
  } = {},
): UpstreamCall {
  const { fields, ...rest } = changes;
  const call: ChatCall = { messages: [say('user', 'hi')], tools: [], settings: {}, extraFields: [], ...chat };
  return testCall({ model: 'm', ...fields }, { chat: () => call, ...rest });
}

/** The body that an adapter sends for a call to this channel, parsed. */
export function sentTo(adapter: ProviderAdapter, call: UpstreamCall, target: Partial<ChannelTarget> = {}): unknown {
  const { body } = adapter.buildRequest(call, testTarget(adapter, target));
  return JSON.parse(body?.toString() ?? 'null') as unknown;
}

export function chatReadingOf(
  adapter: ProviderAdapter,
  call: UpstreamCall,
  target: Partial<ChannelTarget> = {},
): ChatReading {
  const { answer } = adapter.buildRequest(call, testTarget(adapter, target));
  if (answer?.kind !== 'chat') throw new Error('no chat reading');
  return answer;
}

/** A converted answer of an endpoint other than chat. */
export function converted(
  adapter: ProviderAdapter,
  call: UpstreamCall,
  body: unknown,
): { readonly body: unknown; readonly usage: unknown } {
  const { answer } = adapter.buildRequest(call, testTarget(adapter));
  if (answer?.kind !== 'json') throw new Error('no json reading');
  return answer.convert(body);
}

export function frame(data: unknown, event = ''): StreamFrame {
  return {
    event,
    data: typeof data === 'string' ? data : JSON.stringify(data),
  };
}

/** All events of a stream of these payloads. */
export function eventsOf(reading: ChatReading, frames: readonly (StreamFrame | object | string)[]): ChatEvent[] {
  const reader = reading.openReader();
  const events = frames.flatMap(item => reader.read(isFrame(item) ? item : frame(item)));
  return [...events, ...reader.end()];
}

function isFrame(item: object | string): item is StreamFrame {
  return typeof item === 'object' && 'event' in item && typeof (item as { data?: unknown }).data === 'string';
}

/** The whole answer in a stream of these payloads. */
export function folded(reading: ChatReading, frames: readonly (StreamFrame | object | string)[]): ChatAnswer {
  return answerOfEvents(eventsOf(reading, frames));
}

const SETTINGS: Required<ChatSettings> = {
  maxTokens: 77,
  temperature: 0.7,
  topP: 0.7,
  topK: 3,
  minP: 0.7,
  presencePenalty: 0.7,
  frequencyPenalty: 0.7,
  repetitionPenalty: 0.7,
  seed: 77,
  n: 3,
  stop: ['canary'],
  logprobs: true,
  topLogprobs: 3,
  logitBias: { 7: 7 },
  responseFormat: { type: 'json' },
  reasoning: { effort: 'low' },
  verbosity: 'low',
  toolChoice: { type: 'required' },
  parallelToolCalls: false,
  modalities: ['audio'],
  audio: { voice: 'x' },
  user: 'canary',
  metadata: { a: 'b' },
  serviceTier: 'flex',
  store: true,
  promptCacheKey: 'canary',
};

function asking(...blocks: ChatBlock[]): Partial<ChatCall> {
  return {
    messages: [{ role: 'user', blocks: [{ type: 'text', text: 'hi' }, ...blocks] }],
  };
}

const DATA = { kind: 'data', mime: 'image/png', data: 'AA==' } as const;
const made: ChatBlock = { type: 'toolCall', id: 'c', name: 'f', arguments: '{"canary":1}', kind: 'function' };

/** Everything that a call may hold in addition to a plain message. */
const ADDITIONS: readonly (readonly [string, Partial<ChatCall>])[] = [
  ...Object.entries(SETTINGS).map(([name, value]): [string, Partial<ChatCall>] => [
    `the setting ${name}`,
    { settings: { [name]: value }, ...(/tool/i.test(name) && { tools: [{ type: 'function', name: 'f' }] }) },
  ]),
  ['a schema', { settings: { responseFormat: { type: 'schema', name: 'n', schema: { type: 'object' } } } }],
  ['an image', asking({ type: 'image', source: DATA })],
  ['the address of an image', asking({ type: 'image', source: { kind: 'url', url: 'https://a.example/b.png' } })],
  ['a stored image', asking({ type: 'image', source: { kind: 'stored', id: 'file-1' } })],
  ['audio', asking({ type: 'audio', data: 'AA==', format: 'wav' })],
  ['a video', asking({ type: 'video', source: DATA })],
  ['a document', asking({ type: 'file', source: DATA, name: 'a.pdf' })],
  ['a cache mark', { messages: [{ role: 'user', blocks: [{ type: 'text', text: 'hi', cache: { ttl: '5m' } }] }] }],
  ['a participant', { messages: [{ ...say('user', 'hi'), name: 'canary' }] }],
  ['an instruction', { messages: [say('system', 'canary'), say('user', 'hi')] }],
  ['an instruction of the developer', { messages: [say('developer', 'canary'), say('user', 'hi')] }],
  ['earlier words', { messages: [say('user', 'canary'), say('assistant', 'canary'), say('user', 'hi')] }],
  [
    'earlier thoughts',
    { messages: [{ role: 'assistant', blocks: [{ type: 'reasoning', text: 'x' }] }, say('user', 'hi')] },
  ],
  [
    'an earlier refusal',
    { messages: [{ role: 'assistant', blocks: [{ type: 'refusal', text: 'x' }] }, say('user', 'hi')] },
  ],
  [
    'an earlier image',
    { messages: [{ role: 'assistant', blocks: [{ type: 'image', source: DATA }] }, say('user', 'hi')] },
  ],
  ['an earlier call', { messages: [{ role: 'assistant', blocks: [made] }, say('user', 'hi')] }],
  [
    'a result',
    {
      messages: [
        { role: 'user', blocks: [{ type: 'toolResult', callId: 'c', content: [{ type: 'text', text: 'canary' }] }] },
      ],
    },
  ],
  ['a tool', { tools: [{ type: 'function', name: 'g', description: 'canary' }] }],
  ['a strict tool', { tools: [{ type: 'function', name: 'f', strict: true }] }],
  ['a tool of free text', { tools: [{ type: 'custom', name: 'g' }] }],
  ['search', { tools: [{ type: 'webSearch' }] }],
  ['a field without a place', { extraFields: ['canary'] }],
];

const GARBAGE = ['', 'null', '[]', '{}', '5', '"x"', '{"error":', '{"choices":5,"message":[],"delta":7,"header":"x"}'];

/**
 * Tests that every adapter with a protocol of its own must pass, for any call and any response.
 *
 * @param targets channels for each mode that the adapter has
 */
export function describeOwnProtocol(
  adapter: ProviderAdapter,
  targets: readonly Partial<ChannelTarget>[] = [{}],
  model = 'm',
): void {
  // The caller uses a format other than the provider's own, because a provider's own format may pass as bytes or be
  // read field by field.
  const foreign =
    wireFormats.find(format => format !== 'openai' && !adapter.nativeFormats.includes(format)) ?? 'gemini';
  describe.each(targets)(`protocol of ${adapter.id} at %j`, target => {
    const channel = testTarget(adapter, target);
    // Shorter parts of a key are regions and numbers.
    const secrets = channel.key.split('|').filter(part => part.length >= 12);

    it('writes every call, or refuses it', () => {
      fc.assert(
        fc.property(arbitraryCall(), fc.boolean(), (chat, isStream) => {
          const call = canonicalCall(chat, { model, isStream, format: foreign });
          const build = (): string => {
            const request = adapter.buildRequest(call, channel);
            return `${request.url} ${request.body?.toString() ?? ''}`;
          };
          try {
            const sent = build();
            for (const secret of secrets) expect(sent).not.toContain(secret);
          } catch (error) {
            if (!(error instanceof CallRefusal)) throw error;
          }
        }),
        { numRuns: 60 },
      );
    });

    it.each(ADDITIONS)('carries %s, or names it as dropped, or refuses it', (_name, addition) => {
      const sentFor = (chat: Partial<ChatCall>): { readonly body: string; readonly isNamed: boolean } => {
        const call = canonicalCall(chat, { model, format: foreign });
        try {
          const request = adapter.buildRequest(call, testTarget(adapter, target));
          // The relay names fields without a place, unless the adapter has done so.
          const namesExtraFields = request.answer?.kind === 'chat' && request.answer.hasNamedExtraFields === true;
          const isNamed = !call.dropped.isEmpty || (!namesExtraFields && call.chat().extraFields.length > 0);
          return { body: request.body?.toString() ?? '', isNamed };
        } catch (error) {
          if (!(error instanceof CallRefusal)) throw error;
          return { body: '', isNamed: true };
        }
      };
      const { body, isNamed } = sentFor(addition);
      const tool = { type: 'function', name: 'f' } as const;
      // A choice of tools has no effect without tools.
      const plain = addition.tools ? { tools: [tool] } : {};
      expect(isNamed || body !== sentFor({ messages: [say('user', 'hi')], ...plain }).body).toBe(true);
    });

    it('reads garbage without an exception, in streams and in whole answers', () => {
      const reading = chatReadingOf(adapter, canonicalCall({}, { model }), target);
      for (const text of GARBAGE) {
        expect(() => eventsOf(reading, [frame(text), frame(text, 'message')])).not.toThrow();
        const body: unknown = text.endsWith(':') || text === '' ? undefined : JSON.parse(text);
        expect(() => [reading.readAnswer(body), reading.isError?.(body)]).not.toThrow();
      }
      fc.assert(
        fc.property(fc.jsonValue(), value => {
          eventsOf(reading, [frame(value)]);
          reading.readAnswer(value);
          reading.isError?.(value);
        }),
        { numRuns: 100 },
      );
    });

    it('shows neither key nor address in a refusal', () => {
      const message = `${channel.key} at ${channel.baseUrl}`;
      for (const body of [{ error: { message } }, { message }, { error: message }, { header: { code: 1, message } }]) {
        const failure = adapter.readFailure({ status: 500, headers: {}, body: JSON.stringify(body) }, channel);
        expect(failure.error.message).not.toMatch(/canary|upstream\.example/);
      }
    });
  });
}
