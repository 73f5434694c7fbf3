import {
  type OpenAiDialect,
  OpenAiStreamReader,
  readOpenAiAnswer,
  type ChatStreamReader,
  type StreamFrame,
  type ChatReading,
  type JsonObject,
  isJsonObject,
  parseJson,
} from '@formats';

/** Repairs one answer or chunk; null leaves a chunk out. */
export type PayloadRepair = (payload: JsonObject) => JsonObject | null;

interface OpenAiReadingOptions {
  readonly repair?: PayloadRepair;
  /** Replaces `repair` when the repair needs memory: called once for every reader. */
  readonly openRepair?: () => PayloadRepair;
  readonly dialect?: OpenAiDialect;
  /** True for a body that is an error, as in `ChatReading`; a truthy `error` is always one. */
  readonly isError?: (body: JsonObject) => boolean;
}

/**
 * Reads answers of providers that nearly use the OpenAI protocol. They are read, repaired and written again for every
 * caller, also in the same format, so that no caller meets the provider's deviations.
 */
export function openAiReading(options: OpenAiReadingOptions): ChatReading {
  const { repair = payload => payload, openRepair = () => repair, dialect = {}, isError } = options;
  return {
    kind: 'chat',
    framing: 'sse',
    readAnswer: body => readOpenAiAnswer(isJsonObject(body) ? (openRepair()(body) ?? {}) : body, dialect),
    openReader: () => repairingReader(new OpenAiStreamReader(dialect), openRepair()),
    isError: body => isJsonObject(body) && (Boolean(body.error) || isError?.(body) === true),
  };
}

function repairingReader(inner: ChatStreamReader, repair: PayloadRepair): ChatStreamReader {
  return {
    read(frame: StreamFrame) {
      const payload = parseJson(frame.data);
      if (!isJsonObject(payload)) return inner.read(frame);
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
