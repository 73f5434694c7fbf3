import { type UpstreamAnswer } from './upstream-answer';

/** A running operation that can be aborted at any moment. */
export interface Abortable {
  abort(): void;
}

/** A running exchange; it can also be aborted before the upstream has responded. */
export interface Exchange extends Abortable {
  readonly answer: Promise<UpstreamAnswer>;
}
