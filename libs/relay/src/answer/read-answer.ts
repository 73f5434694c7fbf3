import { parseJson, type ChatAnswer, type Endpoint, type StreamFrame } from '@formats';
import {
  type AnswerReading,
  type BytesReading,
  type ChannelTarget,
  type ProviderAdapter,
  type UpstreamFailure,
} from '@providers';
import { type UsageBuckets } from '@contracts';
import { collectEvents, collectPassed } from './collect-stream';
import { errorAtStart } from './error-at-start';
import { holdsEvent } from '../stream/event-window';
import { framingOf, type StreamReading } from '../stream/open-flow';
import { opaqueAnswer, readChatAnswer, readJsonAnswer, readMediaAnswer, type JsonAnswer } from './read-json-answer';
import { usageWriterOf } from './usage-in-body';
import {
  beginningIn,
  emptyFailure,
  emptyWatchFor,
  holdsItems,
  isEmptyAnswer,
  isEmptyBody,
  type Beginning,
} from './empty-answer';
import { type RelayCall } from '../call/relay-call';
import { frameCutter } from '../transport/event-frames';
import { beginsAsJson, isJsonType } from '../transport/gathered-json';
import { type UpstreamAnswer } from '../transport/upstream-answer';
import { UpstreamFault } from '../transport/upstream-fault';

/** An error body is read up to this size; what it says beyond that is not useful. */
const ERROR_BYTES_MAX = 256 * 1024;
/** The opening of a stream that holds no whole event within this size is passed on unchanged. */
const OPENING_BYTES_MAX = 64 * 1024;
/** A whole response is held in memory until it can be sent, so its size is limited. */
const ANSWER_BYTES_MAX = 128 * 1024 * 1024;

/** The facts about every response that has begun. */
interface Begun {
  readonly upstreamModel: string;
  readonly firstByteAt: number;
  /** Names of the fields that could not be sent to the upstream. */
  readonly dropped: readonly string[];
  /** Whether the response is in a format other than the caller's. */
  readonly isConverted: boolean;
}

/** The result of one attempt: a response to deliver, or a failure after which another channel may be tried. */
export type AttemptResult =
  | (Begun & {
      readonly kind: 'stream';
      readonly answer: UpstreamAnswer;
      readonly reading: StreamReading;
      /** Whether the gateway requested a usage chunk that the caller did not request. */
      readonly hidesUsage: boolean;
    })
  | (Begun & { readonly kind: 'audio'; readonly answer: UpstreamAnswer; readonly contentType: string })
  | (Begun & { readonly kind: 'answer'; readonly chat: ChatAnswer })
  | (Begun & {
      readonly kind: 'body';
      readonly body: Buffer;
      readonly contentType: string;
      readonly json: JsonAnswer;
      /** Returns the body with usage that was counted here; absent where the format has no field for it. */
      readonly withUsage?: ((usage: UsageBuckets) => Buffer) | undefined;
    })
  | {
      readonly kind: 'failure';
      readonly failure: UpstreamFailure;
      readonly upstreamModel: string;
      /**
       * Whether no request was sent because this account cannot serve such a call at all. It does not count as an
       * attempt.
       */
      readonly isUnsent?: boolean;
    };

/** An attempt without a response to deliver. */
export type FailedResult = Extract<AttemptResult, { readonly kind: 'failure' }>;

/** A response that has begun. */
export type BegunAnswer = Exclude<AttemptResult, FailedResult>;

/** The facts about an exchange that are known when its response begins. */
interface Opening {
  readonly call: RelayCall;
  readonly adapter: ProviderAdapter;
  readonly target: ChannelTarget;
  readonly upstreamModel: string;
  readonly reading: AnswerReading | null;
  readonly hidesUsage: boolean;
  readonly dropped: readonly string[];
  readonly firstByteAt: number;
  /** The operator's own mapping of status codes. */
  readonly statusMapping: ReadonlyMap<number, number> | null;
}

/**
 * Reads a response until it is clear what kind it is: at once where all of its JSON is here.
 *
 * @throws UpstreamFault when it breaks off before that, or is not readable
 */
export function openAnswerOf(answer: UpstreamAnswer, opening: Opening): AttemptResult | Promise<AttemptResult> {
  const { whole } = answer;
  const isWholeJson = whole !== null && isSuccess(answer) && isJson(answer) && beginsAsJson(whole);
  return isWholeJson && opening.reading?.kind !== 'bytes' ? readBody(answer, whole, opening) : readOn(answer, opening);
}

function isSuccess({ status }: UpstreamAnswer): boolean {
  return (status >= 200 && status < 300) || status === 101;
}

async function readOn(answer: UpstreamAnswer, opening: Opening): Promise<AttemptResult> {
  if (!isSuccess(answer)) return refused(answer, opening, (await answer.readStart(ERROR_BYTES_MAX)).toString('utf8'));
  if (opening.reading?.kind === 'bytes') return audioOf(answer, opening, opening.reading);
  if (await holdsStream(answer, opening)) return openStream(answer, opening);
  if (!isJson(answer) && answersBytes(opening)) return bytesOf(answer, opening);
  return readWhole(answer, opening);
}

function begun({ upstreamModel, firstByteAt, dropped, reading }: Opening): Begun {
  return { upstreamModel, firstByteAt, dropped, isConverted: reading !== null && reading.kind !== 'reframe' };
}

function refused(answer: UpstreamAnswer, opening: Opening, body: string): AttemptResult {
  const { adapter, target, statusMapping, upstreamModel } = opening;
  // A WebSocket that opened and then reported an error has no status code of its own.
  const given = answer.status === 101 ? 200 : answer.status;
  const status = statusMapping?.get(given) ?? given;
  const failure = adapter.readFailure({ status, headers: answer.headers, body }, target);
  return { kind: 'failure', failure, upstreamModel };
}

function isJson({ contentType }: UpstreamAnswer): boolean {
  return isJsonType(contentType);
}

/**
 * Whether the content type marks the response as a stream. Providers name the type of their own framings in many ways;
 * only JSON is certainly not such a stream.
 */
function isStream(answer: UpstreamAnswer, { call, reading }: Opening): boolean {
  if (answer.isEventStream) return true;
  const isFramed = (reading?.kind === 'chat' || reading?.kind === 'reframe') && reading.framing !== 'sse';
  return isFramed && call.isStream && !isJson(answer);
}

/** Matches the beginning of an event's field, or of a comment. */
const EVENT_START = /^(data|event|id|retry)?:/;
/** The length of the longest of these beginnings. */
const EVENT_START_LENGTH = 6;

/**
 * Whether the response is a stream. Some relays give every response to a streamed call the content type of a stream,
 * errors included, and others never do: where events are expected, the first bytes say more than the type.
 */
async function holdsStream(answer: UpstreamAnswer, opening: Opening): Promise<boolean> {
  const { call, reading } = opening;
  const isNamedSo = isStream(answer, opening);
  const mayBeEvents =
    reading === null || ((reading.kind === 'chat' || reading.kind === 'reframe') && reading.framing === 'sse');
  if (call.endpoint !== 'chat' || !mayBeEvents) return isNamedSo;
  const startOf = (bytes: Buffer): string => bytes.subarray(0, OPENING_BYTES_MAX).toString('utf8').trimStart();
  const isJsonStart = (start: string): boolean => start.startsWith('{') || start.startsWith('[');
  const first = await answer.opening(bytes => {
    const start = startOf(bytes);
    return bytes.length > OPENING_BYTES_MAX || start.length >= EVENT_START_LENGTH || isJsonStart(start);
  });
  const start = first === null ? '' : startOf(first);
  if (isJsonStart(start)) return false;
  return isNamedSo || EVENT_START.test(start);
}

async function openStream(answer: UpstreamAnswer, opening: Opening): Promise<AttemptResult> {
  const { call, reading, hidesUsage } = opening;
  if (reading?.kind === 'json' || reading?.kind === 'bytes') throw new UpstreamFault('undecodable');
  // Nothing has to be sent before a whole event has arrived, and until then another channel may still serve the call.
  const watch = watchOf(opening);
  let beginning = 'said' as Beginning; // set inside the test of the opening
  const first = await answer.opening(bytes => {
    if (bytes.length > OPENING_BYTES_MAX) return true;
    if (!holdsFrame(bytes, reading)) return false;
    if (watch !== null) beginning = beginningIn(bytes, call, reading, watch);
    return beginning !== 'open';
  });
  if (first === null) throw new UpstreamFault('cut');
  const error = errorAtStart(first, call, reading);
  if (error !== null) {
    answer.abort();
    return refused(answer, opening, error);
  }
  // A stream that is open although no more of it is held back has ended.
  const hasEnded = beginning === 'open' && first.length <= OPENING_BYTES_MAX;
  if (beginning === 'empty' || hasEnded) return emptyResult(answer, opening);
  if (call.isStream) return { ...begun(opening), kind: 'stream', answer, reading, hidesUsage };
  return collected(answer, opening, reading);
}

function watchOf({ call, adapter, upstreamModel }: Opening) {
  return emptyWatchFor(call, adapter, upstreamModel);
}

/** The failure for an answer that ended without content; another channel may do better. */
function emptyResult(answer: UpstreamAnswer, { upstreamModel }: Opening): AttemptResult {
  answer.abort();
  return { kind: 'failure', failure: emptyFailure(), upstreamModel };
}

function holdsFrame(bytes: Buffer, reading: StreamReading): boolean {
  if (reading === null || framingOf(reading) === 'sse') return holdsEvent(bytes);
  return frameCutter(framingOf(reading)).take(bytes).length > 0;
}

/** Collects a stream that the caller did not ask for into the one answer that it asked for. */
async function collected(answer: UpstreamAnswer, opening: Opening, reading: StreamReading): Promise<AttemptResult> {
  const { format } = opening.call;
  const cutter = frameCutter(reading === null ? 'sse' : framingOf(reading));
  if (reading?.kind === 'chat') {
    const chat = await collectEvents(answer, cutter, reading.openReader());
    if ('error' in chat) return refused(answer, opening, JSON.stringify({ error: chat.error }));
    if (watchOf(opening) === 'every' && isEmptyAnswer(chat.answer, 'every')) return emptyResult(answer, opening);
    return { kind: 'answer', chat: chat.answer, ...begun(opening) };
  }
  const unwrap = (frame: StreamFrame) => (reading === null ? frame : reading.unwrap(frame));
  const body = await collectPassed({ answer, cutter, format, unwrap });
  if ('error' in body) return refused(answer, opening, JSON.stringify({ error: body.error }));
  const bytes = Buffer.from(JSON.stringify(body.answer));
  return bodyResult(opening, bytes, jsonAnswerOf(bytes, opening.call));
}

/** Whether the response may be audio or plain text. */
function answersBytes({ call, reading }: Opening): boolean {
  return reading === null && ['speech', 'transcriptions', 'translations'].includes(call.endpoint);
}

/**
 * The content type to send to the caller. HTML or a script would run on the gateway's own origin, so types that are not
 * known to be harmless are replaced.
 */
function harmlessType(contentType: string): string {
  const isHarmless = /^(audio\/|video\/|text\/plain\b|text\/vtt\b|application\/(octet-stream|x-subrip))/.test(
    contentType,
  );
  return isHarmless ? contentType : 'application/octet-stream';
}

/** Audio is passed on as it arrives, once its first bytes are there. */
async function bytesOf(answer: UpstreamAnswer, opening: Opening): Promise<AttemptResult> {
  const contentType = harmlessType(answer.contentType);
  if ((await answer.opening(() => true)) === null) throw new UpstreamFault('cut');
  return { kind: 'audio', answer, contentType, ...begun(opening) };
}

/** Extracts the audio of speech from a provider's JSON. */
async function audioOf(answer: UpstreamAnswer, opening: Opening, reading: BytesReading): Promise<AttemptResult> {
  const body = await answer.readAll(ANSWER_BYTES_MAX);
  const whole = parseJson(body.toString('utf8'));
  if (whole !== undefined && reading.isError?.(whole)) return refused(answer, opening, body.toString('utf8'));
  const cutter = frameCutter(framingOf(reading));
  const frames =
    whole === undefined ? [...cutter.take(body), ...cutter.end()] : [{ event: '', data: body.toString('utf8') }];
  const reader = reading.openReader();
  const audio = Buffer.concat(frames.map(frame => reader.read(frame)));
  if (reader.error) return refused(answer, opening, JSON.stringify({ error: reader.error }));
  if (audio.length === 0) throw new UpstreamFault('undecodable');
  return { kind: 'body', body: audio, contentType: reading.contentType, json: opaqueAnswer, ...begun(opening) };
}

/** The content type for bodies that are known to be JSON, whatever type the upstream gives them. */
const JSON_TYPE = 'application/json';

async function readWhole(answer: UpstreamAnswer, opening: Opening): Promise<AttemptResult> {
  return readBody(answer, await answer.readAll(ANSWER_BYTES_MAX), opening);
}

function readBody(answer: UpstreamAnswer, body: Buffer, opening: Opening): AttemptResult {
  const { reading, call } = opening;
  if (reading === null || reading.kind === 'reframe' || reading.kind === 'bytes') {
    const json = jsonAnswerOf(body, call);
    if (!json.isReadable) throw new UpstreamFault('undecodable');
    if (json.hasError) return refused(answer, opening, body.toString('utf8'));
    const watch = watchOf(opening);
    if (watch !== null && isEmptyBody(body, call, watch, json.usage)) return emptyResult(answer, opening);
    return bodyResult(opening, body, json);
  }
  const value = parseJson(body.toString('utf8'));
  if (typeof value !== 'object' || value === null) throw new UpstreamFault('undecodable');
  const isError = reading.isError ? reading.isError(value) : Boolean((value as { error?: unknown }).error);
  if (isError) return refused(answer, opening, body.toString('utf8'));
  if (reading.kind === 'chat') {
    const chat = reading.readAnswer(value);
    const watch = watchOf(opening);
    if (watch !== null && !holdsItems(value) && isEmptyAnswer(chat, watch)) return emptyResult(answer, opening);
    return { kind: 'answer', chat, ...begun(opening) };
  }
  const converted = reading.convert(value);
  const written = Buffer.from(JSON.stringify(converted.body));
  // Images and seconds of audio are counted for every provider.
  const seen = MEDIA.has(call.endpoint) ? readMediaAnswer(written) : opaqueAnswer;
  const json: JsonAnswer = { ...seen, usage: converted.usage };
  return bodyResult(opening, written, json, converted.body);
}

function jsonAnswerOf(body: Buffer, { endpoint, format }: RelayCall): JsonAnswer {
  if (endpoint === 'chat') return readChatAnswer(body, format);
  return MEDIA.has(endpoint) ? readMediaAnswer(body) : readJsonAnswer(body);
}

const MEDIA: ReadonlySet<Endpoint> = new Set([
  'imageGenerations',
  'imageEdits',
  'imageVariations',
  'transcriptions',
  'translations',
]);

/** @param parsed the body as an object, where it is known already */
function bodyResult(opening: Opening, body: Buffer, json: JsonAnswer, parsed: object = body): AttemptResult {
  const { upstreamModel, firstByteAt, dropped, isConverted } = begun(opening);
  const withUsage = usageWriterOf(opening.call, parsed);
  // Written out, since most calls end here, and spreading one object into another costs more than all of this.
  return {
    kind: 'body',
    body,
    contentType: JSON_TYPE,
    json,
    withUsage,
    upstreamModel,
    firstByteAt,
    dropped,
    isConverted,
  };
}
