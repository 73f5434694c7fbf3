import { chatFormats } from '../formats';
import { type ChatStreamReader, type StreamFrame } from '../spec/chat-format';
import { type ChatReading } from '../spec/upstream';
import { type UnknownRecord, isRecord, parseJson } from './read-value';

export interface OpenAiReadingOptions {
  /** Puts one answer or chunk right; null leaves a chunk out. */
  readonly repair?: (payload: UnknownRecord) => UnknownRecord | null;
  /** As in `ChatReading`, besides a truthy `error`. */
  readonly isError?: (body: UnknownRecord) => boolean;
}

/**
 * For vendors that nearly speak the OpenAI protocol: their answers are read, put right and written again for every
 * caller, those of the same format included, so that no caller meets the vendor's deviations.
 */
export function openAiReading({ repair = payload => payload, isError }: OpenAiReadingOptions): ChatReading {
  return {
    kind: 'chat',
    framing: 'sse',
    readAnswer: body => format().readAnswer(isRecord(body) ? (repair(body) ?? {}) : body),
    openReader: () => repairingReader(format().openReader(), repair),
    isError: body => isRecord(body) && (Boolean(body['error']) || isError?.(body) === true),
  };
}

function format(): NonNullable<(typeof chatFormats)['openai']> {
  const found = chatFormats.openai;
  if (!found) throw new Error('the chat format is not registered');
  return found;
}

function repairingReader(
  inner: ChatStreamReader,
  repair: NonNullable<OpenAiReadingOptions['repair']>,
): ChatStreamReader {
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
