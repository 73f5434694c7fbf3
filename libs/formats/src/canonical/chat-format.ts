import { type UsageBuckets } from '@contracts';
import { type DroppedFields } from './dropped-fields';
import { type UsageReading } from './usage-reading';
import { type JsonObject } from '../json/read-value';
import { type ChatCall, type WireFormat } from './chat';
import { type AnswerError, type ChatAnswer, type ChatEvent } from './chat-answer';

/** One event of an upstream's stream, independent of the framing. */
export interface StreamFrame {
  /** The event's type if the frames have one; otherwise empty. */
  readonly event: string;
  readonly data: string;
}

/**
 * Reads a provider's stream. One instance reads one stream; it never throws: a frame that it does not understand yields
 * no events.
 */
export interface ChatStreamReader {
  read(frame: StreamFrame): readonly ChatEvent[];
  /**
   * Ends the stream.
   *
   * @returns the events that were held back; a `finish` that the provider did not send is not invented
   */
  end(): readonly ChatEvent[];
  /** True once the provider's own end mark has passed; always false in formats without one. */
  readonly isDone: boolean;
}

/** The facts that a writer needs besides the answer: those that the provider does not send, or must not decide. */
export interface AnswerContext {
  /** The model name that the caller used; answers show it instead of the upstream's. */
  readonly model: string;
  readonly call: ChatCall;
  /** The caller's own body, for formats whose answers repeat parts of the request. */
  readonly parsed: JsonObject;
  readonly createdAtSeconds: number;
  /** In the chat format, true if the caller asked for the usage chunk. Other formats always carry usage. */
  readonly wantsUsage: boolean;
  /** The gateway's estimate, for formats that must name the size of the prompt before the provider has reported it. */
  readonly estimatedPromptTokens: number;
  /** Makes a new id from this prefix and 24 letters and digits, e.g. `msg_3f…` from `msg_`. */
  readonly newId: (prefix: string) => string;
}

/** Writes a caller's stream. One instance writes one stream. */
export interface ChatStreamWriter {
  /** @returns text to send now, with the format's own framing; it may be empty */
  write(event: ChatEvent): string;
  /** The answer is complete: closes whatever is open, with usage and the format's end marks. */
  end(): string;
  /** The answer broke off: writes the format's error event, and nothing that looks like a regular end. */
  fail(error: AnswerError & { readonly status: number }): string;
}

/**
 * A wire format of chat, with readers and writers for both sides. All functions are pure and never throw on unexpected
 * input: fields that cannot be read are named in `ChatCall.extraFields` or in the dropped fields.
 */
export interface ChatFormat {
  readonly id: WireFormat;

  /**
   * The caller's side: reads the call.
   *
   * @param parsed a body that passed the relay's own checks
   */
  readCall(parsed: JsonObject): ChatCall;
  writeAnswer(answer: ChatAnswer, context: AnswerContext): JsonObject;
  openWriter(context: AnswerContext): ChatStreamWriter;

  /**
   * The provider's side: writes the body of a request, without the provider's own quirks.
   *
   * @param request `model` as the provider names it (formats that name it in the address leave it out)
   */
  writeCall(
    call: ChatCall,
    request: { readonly model: string; readonly isStream: boolean },
    dropped: DroppedFields,
  ): JsonObject;
  readAnswer(body: unknown): ChatAnswer;
  openReader(): ChatStreamReader;

  /**
   * Writes a whole answer of this format as a stream, for a caller who asked for a stream that the upstream did not
   * send.
   *
   * @param answer the answer as parsed
   */
  splitAnswer(answer: unknown, context: AnswerContext): string;
  /** Opens the reverse: for a caller who asked for a whole answer, and whose upstream sent a stream. */
  openCollector(): AnswerCollector;

  /** Reads beginning, end, usage and errors out of a stream that passes unchanged. */
  readonly signs: StreamSigns;
  /** Follows a passed stream of this format, so that the gateway can end it early. */
  openCloser(): StreamCloser;
}

/**
 * Collects a stream into the whole answer of the same format. Fields that the canonical form does not know stay, too:
 * docs/decisions/2026-11-collected-streams.md. One instance collects one stream.
 */
export interface AnswerCollector {
  add(frame: StreamFrame): void;
  /** @returns null when nothing of an answer has come */
  result(): JsonObject | null;
}

/** The facts that the end of an answer still reports when the gateway ends it early. */
export interface EarlyEnd {
  readonly usage: UsageBuckets;
  /** In the chat format, true if the caller asked for the usage chunk. */
  readonly wantsUsage: boolean;
}

/** Ends a passed stream the way its format ends one that reached its length limit. One instance follows one stream. */
export interface StreamCloser {
  /** @param payload the next event, parsed */
  see(payload: unknown): void;
  /** @returns the events that close whatever is open, with the reason for `length`, usage and the format's end marks */
  close(end: EarlyEnd): string;
}

/** Describes the event that begins an answer, in formats that have one. */
export interface BeginningSigns {
  /** The name of the event, for the log. */
  readonly name: string;
  isBeginning(frame: StreamFrame): boolean;
  /**
   * Tells whether an event in these raw bytes may hold a part of the answer. This is a cheap search: true may be wrong.
   */
  mayHoldContent(events: Buffer): boolean;
}

/** Describes the end of a stream in formats that end with a mark of its own, and report usage only when asked to. */
export interface EndingSigns {
  /** The event that ends a stream; the gateway adds it where the upstream leaves it out. */
  readonly mark: string;
  /** Tells whether an event holds usage and nothing else, so that it is there only for those who asked for usage. */
  isUsageOnly(payload: unknown): boolean;
  /**
   * Writes the event that reports usage.
   *
   * @param last the last event of the answer, parsed, for the fields that all events have in common
   */
  usageEvent(last: unknown, usage: UsageBuckets): string;
}

/** Reads what single events of a passed stream mean. */
export interface StreamSigns {
  /**
   * Tells whether an event in these raw bytes may be the stream's own end mark or its beginning, or may hold usage or
   * an error. This is a cheap search: true may be wrong.
   */
  mayTell(events: Buffer): boolean;
  /** Tells whether this frame is the end mark. */
  isEnd(frame: StreamFrame): boolean;
  /** Present in formats whose clients fail on an answer that begins twice; `mayTell` then finds beginnings, too. */
  readonly beginning?: BeginningSigns;
  /** Present in formats whose streams may lack an end mark, or usage that the caller asked for. */
  readonly ending?: EndingSigns;
  /** The usage known after this event; `before` is the usage known until now. Also used for a whole answer. */
  usageAfter(payload: unknown, before: UsageReading): UsageReading;
  /** The error that this event reports, or null. */
  errorOf(payload: unknown): AnswerError | null;
}
