import {
  chatFormats,
  findUsage,
  generatedIn,
  parseJson,
  readOpenAiUsage,
  type GeneratedText,
  type UsageReading,
  type WireFormat,
} from '@formats';
import { responseIdOf } from '../stream/response-id';

/** The facts that are read from a whole response; its bytes stay unchanged. */
export interface JsonAnswer {
  readonly usage: UsageReading;
  readonly generated: () => GeneratedText;
  /** False when the body is not JSON that can be read. */
  readonly isReadable: boolean;
  /** Number of images in it; absent where they were not counted. */
  readonly images?: number;
  /** Length in seconds of the transcribed audio, where the response states it. */
  readonly seconds?: number;
  /** The id by which later calls may name the response; absent in formats without one. */
  readonly responseId?: string | null;
  /** Whether a response with a success status holds an error object. */
  readonly hasError: boolean;
}

/**
 * Bodies above this size are searched for their usage object instead of being parsed, since embeddings are long lists
 * of numbers.
 */
const PARSED_BYTES_MAX = 32 * 1024;

/** Reads a successful response of the OpenAI protocol that is not a chat. */
export function readJsonAnswer(body: Buffer): JsonAnswer {
  const found = body.length > PARSED_BYTES_MAX ? usageAtTheEnd(body) : null;
  if (found) {
    return { usage: found, generated: () => generatedOf(parse(body)), isReadable: true, hasError: false };
  }
  const parsed = parse(body);
  const isReadable = typeof parsed === 'object' && parsed !== null;
  const { error } = (parsed ?? {}) as { error?: unknown };
  return {
    usage: readOpenAiUsage(findUsage(parsed)),
    generated: () => generatedOf(parsed),
    isReadable,
    hasError: isReadable && Boolean(error) && !('choices' in parsed),
  };
}

/** The generated text of chats and legacy completions; empty for all other responses. */
function generatedOf(parsed: unknown): GeneratedText {
  return generatedIn(chatFormats.openai.readAnswer(parsed));
}

/** The facts of a response that is not JSON: audio, or a transcript as plain text. */
export const opaqueAnswer: JsonAnswer = {
  usage: { kind: 'missing' },
  generated: () => ({ text: '', toolCalls: 0 }),
  isReadable: true,
  hasError: false,
};

/** Reads a successful response that holds images, or the text of audio. */
export function readMediaAnswer(body: Buffer): JsonAnswer {
  const answer = readJsonAnswer(body);
  const { data, duration, usage } = (parse(body) ?? {}) as { data?: unknown; duration?: unknown; usage?: unknown };
  const seconds = duration ?? (usage as { seconds?: unknown } | null | undefined)?.seconds;
  return {
    ...answer,
    ...(Array.isArray(data) && { images: data.length }),
    ...(typeof seconds === 'number' && seconds >= 0 && { seconds }),
  };
}

/** Reads a successful response of any chat format. */
export function readChatAnswer(body: Buffer, formatId: WireFormat): JsonAnswer {
  const format = chatFormats[formatId];
  const parsed = parse(body);
  return {
    usage: format.signs.usageAfter(parsed, { kind: 'missing' }),
    generated: () => generatedIn(format.readAnswer(parsed)),
    isReadable: typeof parsed === 'object' && parsed !== null,
    hasError: format.signs.errorOf(parsed) !== null,
    responseId: formatId === 'responses' ? responseIdOf(parsed) : null,
  };
}

/** Reads the last `"usage":{…}` of a long body, when it is certain to be a usage object. */
function usageAtTheEnd(body: Buffer): UsageReading | null {
  const at = body.lastIndexOf('"usage"');
  if (at === -1) return null;
  const tail = body.toString('utf8', at + 7, Math.min(body.length, at + 4096));
  const start = /^\s*:\s*\{/.exec(tail);
  if (!start) return null;
  const object = balancedObject(tail.slice(start[0].length - 1));
  const reading = readOpenAiUsage(object);
  return reading.kind === 'reported' ? reading : null;
}

/**
 * Parses the object at the start of a text. Usage objects hold names and numbers only, so no brace is inside a string.
 */
function balancedObject(text: string): unknown {
  let depth = 0;
  for (let at = 0; at < text.length; at++) {
    if (text[at] === '{') depth++;
    if (text[at] === '}' && --depth === 0) return parse(text.slice(0, at + 1));
  }
  return undefined;
}

/** Parses JSON; an unreadable response is an ordinary case here. */
function parse(source: Buffer | string): unknown {
  return parseJson(source.toString());
}
