import fc from 'fast-check';
import { AnswerFolder } from '../chat/fold-answer';
import { CallRefusal } from '../spec/call-refusal';
import { type ChatCall, type ChatMessage } from '../spec/chat';
import { type ChatAnswer, type ChatEvent } from '../spec/chat-answer';
import { type StreamFrame } from '../spec/chat-format';
import { type ProviderAdapter } from '../spec/provider-adapter';
import { type ChannelTarget, type ChatReading, type UpstreamCall } from '../spec/upstream';
import { CANARY_KEY, testCall, testTarget } from './adapter-conformance';
import { arbitraryCall } from './arbitrary-call';

/** A message of one text. */
export const say = (role: ChatMessage['role'], text: string): ChatMessage => ({
  role,
  blocks: [{ type: 'text', text }],
});

/** A chat call whose question is given in the canonical form, as if a caller of any format had asked it. */
export function canonicalCall(
  question: Partial<ChatCall>,
  changes: Partial<Omit<UpstreamCall, 'parsed' | 'body'>> & {
    readonly fields?: Readonly<Record<string, unknown>>;
  } = {},
): UpstreamCall {
  const { fields, ...rest } = changes;
  const call: ChatCall = { messages: [say('user', 'hi')], tools: [], settings: {}, unplaced: [], ...question };
  return testCall({ model: 'm', ...fields }, { chat: () => call, ...rest });
}

/** The body an adapter sends for a call to this channel, parsed. */
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

/** An answer of another endpoint, converted. */
export function converted(
  adapter: ProviderAdapter,
  call: UpstreamCall,
  body: unknown,
): { readonly body: unknown; readonly usage: unknown } {
  const { answer } = adapter.buildRequest(call, testTarget(adapter));
  if (answer?.kind !== 'json') throw new Error('no json reading');
  return answer.convert(body);
}

export const frame = (data: unknown, event = ''): StreamFrame => ({
  event,
  data: typeof data === 'string' ? data : JSON.stringify(data),
});

/** All events of a stream of these payloads. */
export function eventsOf(reading: ChatReading, frames: readonly (StreamFrame | object | string)[]): ChatEvent[] {
  const reader = reading.openReader();
  const events = frames.flatMap(item => reader.read(isFrame(item) ? item : frame(item)));
  return [...events, ...reader.end()];
}

const isFrame = (item: object | string): item is StreamFrame =>
  typeof item === 'object' && 'event' in item && typeof (item as { data?: unknown }).data === 'string';

/** The answer that a stream of these payloads is. */
export function folded(reading: ChatReading, frames: readonly (StreamFrame | object | string)[]): ChatAnswer {
  const folder = new AnswerFolder();
  for (const event of eventsOf(reading, frames)) folder.add(event);
  return folder.result();
}

const GARBAGE = ['', 'null', '[]', '{}', '5', '"x"', '{"error":', '{"choices":5,"message":[],"delta":7,"header":"x"}'];

/**
 * What every protocol of a vendor's own must keep, whatever is asked and answered.
 *
 * @param targets channels for each mode that the adapter has
 */
export function describeOwnProtocol(
  adapter: ProviderAdapter,
  targets: readonly Partial<ChannelTarget>[] = [{}],
  model = 'm',
): void {
  describe.each(targets)(`protocol of ${adapter.id} at %j`, target => {
    it('writes every call, or refuses what it cannot carry', () => {
      fc.assert(
        fc.property(arbitraryCall(), fc.boolean(), (question, isStream) => {
          const call = canonicalCall(question, { model, isStream });
          const build = (): string => {
            const request = adapter.buildRequest(call, testTarget(adapter, target));
            return request.body?.toString() ?? '';
          };
          try {
            expect(build()).not.toContain(CANARY_KEY);
          } catch (error) {
            if (!(error instanceof CallRefusal)) throw error;
          }
        }),
        { numRuns: 60 },
      );
    });

    it('takes garbage for nothing, in streams and in whole answers', () => {
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
      const channel = testTarget(adapter, target);
      const message = `${channel.key} at ${channel.baseUrl}`;
      for (const body of [{ error: { message } }, { message }, { error: message }, { header: { code: 1, message } }]) {
        const failure = adapter.readFailure({ status: 500, headers: {}, body: JSON.stringify(body) }, channel);
        expect(failure.error.message).not.toMatch(/canary|upstream\.example/);
      }
    });
  });
}
