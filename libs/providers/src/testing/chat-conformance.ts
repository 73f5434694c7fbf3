import {
  chatFormats,
  CallRefusal,
  type FinishReason,
  type WireFormat,
  type AnswerContext,
  type ChatStreamReader,
  type StreamFrame,
  type ChatReading,
} from '@formats';
import {
  foldFrames,
  sseFrames,
  type Summary,
  summaryOf,
  type ChatCapability,
  type ChatCanary,
  bodyOfCanary,
  callerFormats,
  chatCanaries,
} from '@formats/testing';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type ProviderAdapter } from '../contract/provider-adapter';
import { type ChannelTarget, type UpstreamRequest } from '../contract/upstream';
import { testCall, testTarget } from './adapter-conformance';

/** The expected result of an answer of the provider, whichever format the caller uses. */
export interface ChatAnswerExpectation {
  /**
   * A file in the adapter's `__fixtures__`: `.json` holds one answer; `.sse` events; `.ndjson` one frame per line;
   * `.frames.json` a list of `{event, data}`, for binary framings.
   */
  readonly file: string;
  readonly text?: string;
  readonly reasoning?: string;
  /** The name and the parsed arguments of each call. */
  readonly toolCalls?: readonly { readonly name: string; readonly arguments: unknown }[];
  readonly finish: FinishReason;
  /** Whole counts; `prompt` includes cached tokens. Null when the provider reports none. */
  readonly usage: { readonly prompt: number; readonly cached?: number; readonly completion: number } | null;
}

export interface ChatExpectations {
  /** The `__dirname` of the spec. */
  readonly folder: string;
  /** A model with all capabilities of the provider. */
  readonly model: string;
  /**
   * Capabilities that the provider lacks: a call with one must be refused or must name a dropped field, never drop it
   * silently.
   */
  readonly without?: readonly ChatCapability[];
  /** The texts that prove a capability was carried, where the provider's names differ from the caller's. */
  readonly marks?: Partial<Readonly<Record<ChatCapability, readonly string[]>>>;
  readonly answers: readonly ChatAnswerExpectation[];
  /** Changes to the test channel, for keys and addresses of a special shape. */
  readonly target?: Partial<ChannelTarget>;
  /** The formats whose bytes pass, when they differ from `nativeFormats` for single models. */
  readonly nativeFormats?: readonly WireFormat[];
  /** The callers' formats to test, when another API of the provider answers some; all when absent. */
  readonly formats?: readonly WireFormat[];
}

/**
 * Tests that every chat adapter must pass for callers of all formats: it carries what a call holds or reports that it
 * cannot, and turns its provider's answers, whole and streamed, into answers of the caller's format.
 */
export function describeChat(adapter: ProviderAdapter, expectations: ChatExpectations): void {
  describe(`chats through ${adapter.id}`, () => {
    describe.each(expectations.formats ?? callerFormats)('called in the format %s', format => {
      describeCanaries(adapter, expectations, format);
      if (expectations.answers.length > 0) describeAnswersFor(adapter, expectations, format);
    });
  });
}

const REQUESTED = 'requested-model';

interface Sent {
  readonly request: UpstreamRequest | null;
  readonly dropped: readonly string[];
}

function send(
  adapter: ProviderAdapter,
  { model, target }: ChatExpectations,
  order: { readonly body: Readonly<Record<string, unknown>>; readonly format: WireFormat; readonly isStream: boolean },
): Sent {
  const { body, format, isStream } = order;
  const call = testCall(body, { format, isStream, model, requestedModel: REQUESTED });
  try {
    return { request: adapter.buildRequest(call, testTarget(adapter, target)), dropped: call.dropped.list };
  } catch (error) {
    if (error instanceof CallRefusal) return { request: null, dropped: call.dropped.list };
    throw error;
  }
}

function describeCanaries(adapter: ProviderAdapter, expectations: ChatExpectations, format: WireFormat): void {
  const asked = chatCanaries.flatMap(canary => {
    const body = bodyOfCanary(canary, format, { model: REQUESTED, isStream: false });
    return body ? [{ capability: canary.capability, canary, body }] : [];
  });
  const isAbsent = ({ capability }: ChatCanary): boolean => expectations.without?.includes(capability) === true;
  const marksOf = ({ capability, marks }: ChatCanary): readonly string[] => expectations.marks?.[capability] ?? marks;

  it.each(asked.filter(({ canary }) => !isAbsent(canary)))('carries $capability', ({ canary, body }) => {
    const { request } = send(adapter, expectations, { body, format, isStream: false });
    if (!request) throw new Error('the call was refused');
    const sent = `${request.url} ${request.body?.toString() ?? ''}`;
    for (const mark of marksOf(canary)) expect(sent).toContain(mark);
    expect(sent).not.toContain(REQUESTED);
  });

  const absent = asked.filter(({ canary }) => isAbsent(canary));
  if (absent.length > 0) {
    it.each(absent)('does not drop $capability silently', ({ canary, body }) => {
      const { request, dropped } = send(adapter, expectations, { body, format, isStream: false });
      const sent = request?.body?.toString() ?? '';
      // For a caller of the provider's own format the part may be sent anyway, and the provider decides.
      const isCarried = marksOf(canary).every(mark => sent.includes(mark));
      expect(request === null || dropped.length > 0 || isCarried).toBe(true);
    });
  }
}

function describeAnswersFor(adapter: ProviderAdapter, expectations: ChatExpectations, format: WireFormat): void {
  it.each(expectations.answers)('turns $file into an answer of the caller’s format', expected => {
    const isStream = !expected.file.endsWith('.json') || expected.file.endsWith('.frames.json');
    const { reading, context } = openCall(adapter, expectations, format, isStream);
    const text = readFileSync(join(expectations.folder, '__fixtures__', expected.file), 'utf8');
    const answer = isStream
      ? foldFrames(framesOf(expected.file, text), reading.openReader())
      : reading.readAnswer(JSON.parse(text));
    expect(summaryOf(answer)).toEqual(wanted(expected));
    if (!isStream) expect(reading.isError?.(JSON.parse(text)) ?? false).toBe(false);

    const caller = chatFormats[format];
    const written = isStream
      ? foldFrames(sseFrames(rewrite(framesOf(expected.file, text), reading, context, format)), caller.openReader())
      : caller.readAnswer(JSON.parse(JSON.stringify(caller.writeAnswer(answer, context))));
    // Formats that require counts write an estimate of their own.
    const shown = expected.usage === null ? { ...summaryOf(written), usage: null } : summaryOf(written);
    expect(shown).toEqual(wanted(expected));
  });
}

/** Returns how answers to a plain call of this format are read, and the context for the caller's writer. */
function openCall(
  adapter: ProviderAdapter,
  expectations: ChatExpectations,
  format: WireFormat,
  isStream: boolean,
): { readonly reading: Pick<ChatReading, 'readAnswer' | 'openReader' | 'isError'>; readonly context: AnswerContext } {
  const canary = chatCanaries.find(({ capability }) => capability === 'tools');
  if (!canary) throw new Error('there is no canary with tools');
  const asked = { ...canary, call: { ...canary.call, settings: { maxTokens: 4000 } } };
  const body = bodyOfCanary(asked, format, { model: REQUESTED, isStream }) ?? {};
  const { request } = send(adapter, expectations, { body, format, isStream });
  const natives = expectations.nativeFormats ?? adapter.nativeFormats;
  let ids = 0;
  const context: AnswerContext = {
    model: REQUESTED,
    // Reasoning is only written for callers who asked to see it.
    call: { ...asked.call, settings: { ...asked.call.settings, reasoning: { effort: 'high', isShown: true } } },
    parsed: body,
    createdAtSeconds: 1_760_000_000,
    wantsUsage: true,
    estimatedPromptTokens: 9,
    newId: prefix => `${prefix}${String(++ids).padStart(24, '0')}`,
  };
  const answer = request?.answer;
  if (answer?.kind === 'chat') return { reading: answer, context };
  if (answer?.kind === 'reframe') {
    const inner = chatFormats[format];
    const openReader = (): ChatStreamReader => {
      const reader = inner.openReader();
      return {
        read: frame => {
          const unwrapped = answer.unwrap(frame);
          return unwrapped ? reader.read(unwrapped) : [];
        },
        end: () => reader.end(),
        get isDone() {
          return reader.isDone;
        },
      };
    };
    return { reading: { readAnswer: body => inner.readAnswer(body), openReader }, context };
  }
  expect(natives).toContain(format);
  return { reading: chatFormats[format], context };
}

function rewrite(
  frames: readonly StreamFrame[],
  reading: Pick<ChatReading, 'openReader'>,
  context: AnswerContext,
  format: WireFormat,
): string {
  const reader = reading.openReader();
  const writer = chatFormats[format].openWriter(context);
  const events = [...frames.flatMap(frame => reader.read(frame)), ...reader.end()];
  return events.map(event => writer.write(event)).join('') + writer.end();
}

function framesOf(file: string, text: string): readonly StreamFrame[] {
  if (file.endsWith('.frames.json')) return JSON.parse(text) as StreamFrame[];
  if (!file.endsWith('.ndjson')) return sseFrames(text);
  return text
    .split('\n')
    .filter(line => line.trim() !== '')
    .map(data => ({ event: '', data }));
}

function wanted({ text = '', reasoning = '', toolCalls = [], finish, usage }: ChatAnswerExpectation): Summary {
  return { text, reasoning, toolCalls, finish, usage: usage && { cached: 0, ...usage } };
}
