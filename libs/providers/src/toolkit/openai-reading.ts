import {
  type OpenAiDialect,
  OpenAiStreamReader,
  readOpenAiAnswer,
  type ChatStreamReader,
  type StreamFrame,
  type ChatReading,
  type UnknownRecord,
  isRecord,
  parseJson,
} from '@formats';
import { type UpstreamCall } from '../spec/upstream';

/** Puts one answer or chunk right; null leaves a chunk out. */
export type PayloadRepair = (payload: UnknownRecord) => UnknownRecord | null;

export interface OpenAiReadingOptions {
  readonly repair?: PayloadRepair;
  /** Instead of `repair`, for one that remembers what it has seen: called anew for every reader. */
  readonly openRepair?: () => PayloadRepair;
  readonly dialect?: OpenAiDialect;
  /** As in `ChatReading`, besides a truthy `error`. */
  readonly isError?: (body: UnknownRecord) => boolean;
}

/**
 * For providers that nearly speak the OpenAI protocol: their answers are read, put right and written again for every
 * caller, those of the same format included, so that no caller meets the provider's deviations.
 */
export function openAiReading(options: OpenAiReadingOptions): ChatReading {
  const { repair = payload => payload, openRepair = () => repair, dialect = {}, isError } = options;
  return {
    kind: 'chat',
    framing: 'sse',
    readAnswer: body => readOpenAiAnswer(isRecord(body) ? (openRepair()(body) ?? {}) : body, dialect),
    openReader: () => repairingReader(new OpenAiStreamReader(dialect), openRepair()),
    isError: body => isRecord(body) && (Boolean(body.error) || isError?.(body) === true),
  };
}

/** A caller of the same format has its own body sent, so that nothing of it had to find a place. */
export function forCaller(reading: ChatReading, { format }: UpstreamCall): ChatReading {
  return format === 'openai' ? { ...reading, hasNamedExtraFields: true } : reading;
}

function repairingReader(inner: ChatStreamReader, repair: PayloadRepair): ChatStreamReader {
  return {
    read(frame: StreamFrame) {
      const payload = parseJson(frame.data);
      if (!isRecord(payload)) return inner.read(frame);
      const repaired = repair(payload);
      if (repaired === null) return [];
      return inner.read(repaired === payload ? frame : { ...frame, data: JSON.stringify(repaired) });
    },
    end: () => inner.end(),
    get isDone() {
      return inner.isDone;
    },
  };
}
