import { type EarlyEnd, type StreamFrame } from '@formats';
import { writeSse } from '@kernel';
import { type CallerError } from '../dialect/caller-error';
import { type FrameCutter } from '../transport/event-frames';
import { type PassFlow } from './pass-flow';
import { WrappedFlow } from './wrapped-flow';

const EMPTY = Buffer.alloc(0);

/**
 * Passes on a stream in the caller's own format whose frames are of another kind: each frame is unwrapped and framed
 * again, and stays the same otherwise.
 */
export class ReframeFlow extends WrappedFlow<PassFlow> {
  /** @param inner passes on what was unwrapped */
  constructor(
    inner: PassFlow,
    private readonly cutter: FrameCutter,
    private readonly unwrap: (frame: StreamFrame) => StreamFrame | null,
  ) {
    super(inner);
  }

  take(chunk: Buffer): Buffer {
    return this.pass(this.cutter.take(chunk));
  }

  end(): Buffer {
    return Buffer.concat([this.pass(this.cutter.end()), this.inner.end()]);
  }

  closing(): string {
    return this.inner.closing();
  }

  endEarly(end: EarlyEnd): string {
    return this.inner.endEarly(end);
  }

  breaking(error: CallerError, requestId: string): string {
    return this.inner.breaking(error, requestId);
  }

  private pass(frames: readonly StreamFrame[]): Buffer {
    const shown = frames.map(this.unwrap).filter(frame => frame !== null);
    if (shown.length === 0) return EMPTY;
    return this.inner.take(Buffer.from(shown.map(({ event, data }) => writeSse(data, event)).join('')));
  }
}
