import { type ChatAnswer } from './chat-answer';
import { type ChatStreamReader } from './chat-format';

/**
 * How a stream is cut into frames. `aws`: application/vnd.amazon.eventstream. `messages`: one socket message each.
 * `lines`: each line as it stands, empty ones too, for streams that look like events and break their rules.
 */
export type StreamFraming = 'sse' | 'ndjson' | 'lines' | 'aws' | 'messages';

/** An answer of a provider's own form that becomes the canonical one. */
export interface ChatReading {
  readonly kind: 'chat';
  readonly framing: StreamFraming;
  readAnswer(body: unknown): ChatAnswer;
  openReader(): ChatStreamReader;
  /** Whether the whole body of a 2xx answer is an error; absent: it holds a truthy `error`. */
  isError?(body: unknown): boolean;
  /**
   * The adapter itself has looked at the fields that the canonical form has no place for: carried them to the provider, or
   * named them as lost. Absent: the relay names them all.
   */
  readonly hasNamedExtraFields?: boolean;
}
