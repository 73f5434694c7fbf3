import { type ChatAnswer } from './chat-answer';
import { type ChatStreamReader } from './chat-format';

/**
 * The way a stream is cut into frames. `aws`: application/vnd.amazon.eventstream. `messages`: one socket message each.
 * `lines`: each line unchanged, empty ones too, for streams that look like server-sent events but break their rules.
 */
export type StreamFraming = 'sse' | 'ndjson' | 'lines' | 'aws' | 'messages';

/** How to read a provider's response in its own format into the canonical answer. */
export interface ChatReading {
  readonly kind: 'chat';
  readonly framing: StreamFraming;
  readAnswer(body: unknown): ChatAnswer;
  openReader(): ChatStreamReader;
  /** Tells whether the whole body of a 2xx response is an error; absent: a body with a truthy `error` is one. */
  isError?(body: unknown): boolean;
  /**
   * The adapter itself has handled the extra fields of the call: it sent them to the provider or named them as dropped.
   * Absent: the relay names them all as dropped.
   */
  readonly hasNamedExtraFields?: boolean;
}
