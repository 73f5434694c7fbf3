import { type UpstreamAnswer } from './upstream-answer';

/** A running operation that can be aborted at any moment. */
export interface Abortable {
  abort(): void;
}

/** A running exchange; it can also be aborted before the upstream has responded. */
export interface Exchange extends Abortable {
  readonly answer: Promise<UpstreamAnswer>;
  /** The content of the answer has begun: from now on only the limit of the whole exchange holds. */
  contentBegan(): void;
}

/** How long an answer may take to begin, in milliseconds; 0 is no limit. */
export interface BeginLimits {
  /** Until its first byte. */
  readonly firstByteMs: number;
  /** Until `contentBegan` is called. */
  readonly firstContentMs: number;
}

export const NO_BEGIN_LIMITS: BeginLimits = { firstByteMs: 0, firstContentMs: 0 };
