import { type UsageBuckets } from '@contracts';
import { type DroppedFields } from './dropped-fields';
import { type UsageReading } from './usage-reading';
import { type UnknownRecord } from '../json/read-value';
import { type ChatCall, type WireFormat } from './chat';
import { type AnswerError, type ChatAnswer, type ChatEvent } from './chat-answer';

/** One event of an upstream's stream, whatever frames it came in. */
export interface StreamFrame {
  /** The event's type where the frames have one; empty otherwise. */
  readonly event: string;
  readonly data: string;
}

/** Reads a provider's stream. One instance per stream; never throws: what it does not understand yields nothing. */
export interface ChatStreamReader {
  read(frame: StreamFrame): readonly ChatEvent[];
  /** Nothing more comes. @returns what was held back; a `finish` that the provider did not send is not invented */
  end(): readonly ChatEvent[];
  /** The provider's own end mark has passed; false forever in formats without one. */
  readonly isDone: boolean;
}

/** What a writer may need besides the answer: everything that the provider does not tell or must not tell. */
export interface AnswerContext {
  /** The name the caller used; answers show it instead of the upstream's. */
  readonly model: string;
  readonly call: ChatCall;
  /** The caller's own body, for formats whose answers echo the question. */
  readonly parsed: UnknownRecord;
  readonly createdAtSeconds: number;
  /** Chat format: the caller asked for the usage chunk. Other formats always carry usage. */
  readonly wantsUsage: boolean;
  /** Our estimate, for formats that must name the prompt's size before the provider has told it. */
  readonly estimatedPromptTokens: number;
  /** A new id with this prefix, e.g. `msg_` to `msg_3f…`: letters and digits, 24 of them. */
  readonly newId: (prefix: string) => string;
}

/** Writes a caller's stream. One instance per stream. */
export interface ChatStreamWriter {
  /** @returns text to send now, with the format's own framing; may be empty */
  write(event: ChatEvent): string;
  /** The answer came to its end: closes whatever is open, with usage and the format's end marks. */
  end(): string;
  /** The answer broke: the format's error event, and nothing that looks like a good end. */
  fail(error: AnswerError & { readonly status: number }): string;
}

/**
 * A wire format of chat, seen from both sides. All functions are pure and never throw on odd input: what cannot be read
 * is named in `ChatCall.extraFields` or in the dropped fields.
 */
export interface ChatFormat {
  readonly id: WireFormat;

  /** The caller's side: what is asked. @param parsed a body that passed the relay's own checks */
  readCall(parsed: UnknownRecord): ChatCall;
  writeAnswer(answer: ChatAnswer, context: AnswerContext): UnknownRecord;
  openWriter(context: AnswerContext): ChatStreamWriter;

  /**
   * The provider's side: the body of a request, without the provider's own quirks.
   *
   * @param request `model` as the provider names it (formats that name it in the address leave it out)
   */
  writeCall(
    call: ChatCall,
    request: { readonly model: string; readonly isStream: boolean },
    dropped: DroppedFields,
  ): UnknownRecord;
  readAnswer(body: unknown): ChatAnswer;
  openReader(): ChatStreamReader;

  /** What bytes that pass unchanged tell about themselves. */
  readonly signs: StreamSigns;
  /** Follows a stream of this format that passes, so that it can be ended before its time. */
  openCloser(): StreamCloser;
}

/** What an answer that is ended before its time still tells. */
export interface EarlyEnd {
  readonly usage: UsageBuckets;
  /** Chat format: the caller asked for the usage chunk. */
  readonly wantsUsage: boolean;
}

/** Ends a passed stream as its format ends one that came to its limit. One instance per stream. */
export interface StreamCloser {
  /** @param payload of the next event, parsed */
  see(payload: unknown): void;
  /** @returns the events that close whatever is open, with the reason `length`, usage and the format's end marks */
  close(end: EarlyEnd): string;
}

/** Of a format in which an event of its own begins the answer. */
export interface BeginningSigns {
  /** How the event is called, for the log. */
  readonly name: string;
  isBeginning(frame: StreamFrame): boolean;
  /** Cheap search in raw bytes: whether an event in them may hold a part of the answer. */
  mayHoldContent(events: Buffer): boolean;
}

/** For streams that pass as bytes: what one event, parsed, says. */
export interface StreamSigns {
  /** Cheap search in raw bytes: whether an event in them may be the stream's own end mark, or its beginning. */
  mayEnd(events: Buffer): boolean;
  /** Whether this frame is the end mark. */
  isEnd(frame: StreamFrame): boolean;
  /** Present where clients stumble over an answer that begins twice; `mayEnd` then finds beginnings, too. */
  readonly beginning?: BeginningSigns;
  /** Usage known after this event; `before` is what was known until now. Also used for a whole answer. */
  usageAfter(payload: unknown, before: UsageReading): UsageReading;
  /** The error that this event is, or null. */
  errorOf(payload: unknown): AnswerError | null;
}
