import { type IncomingHttpHeaders } from 'node:http';

/** What is stated of a span, by the names of the semantic conventions or our own. */
export type SpanFacts = Readonly<Record<string, string | number | boolean>>;

interface SpanBeginning {
  readonly name: string;
  /** In milliseconds of the monotonic clock. */
  readonly startedAt: number;
  readonly facts: SpanFacts;
}

/** A span that has begun. Times are milliseconds of the monotonic clock. */
export interface TraceSpan {
  /** Whether it is sampled; nothing need be found out for one that is not. */
  readonly isRecorded: boolean;
  state(facts: SpanFacts): void;
  event(name: string, at: number): void;
  /** Marks it as failed. Messages are not taken: they may repeat what the caller wrote. */
  fail(errorType: string): void;
  rename(name: string): void;
  /** Call it once, and nothing else after it. */
  end(at: number): void;
  /** A span for a request that this one sends to an upstream. */
  client(beginning: SpanBeginning): TraceSpan;
  /** Headers that let the upstream continue the trace; empty where contexts are not passed on. */
  readonly headers: Readonly<Record<string, string>>;
}

/** Traces of this process. It exists only where the operator has asked for traces. */
export interface Tracing {
  /** Begins the span of a request that came in; it continues the caller's trace, if the headers name one. */
  server(beginning: SpanBeginning & { readonly headers: IncomingHttpHeaders }): TraceSpan;
  /** Sends what has ended, and waits for it at most so long; nothing is sent after that. */
  end(limitMs: number): Promise<void>;
}
