import { type UsageBuckets } from '@contracts';
import { isAppError } from '@kernel';
import { maskSecrets } from '@providers';
import { toCallerError } from '../dialect/caller-error';
import { type UpstreamAnswer } from '../transport/upstream-answer';
import { UpstreamFault } from '../transport/upstream-fault';
import { upstreamError } from '../answer/upstream-errors';
import { type ClientConnection } from './client-connection';
import { type StreamAllowance } from '../limits/stream-allowance';
import { type Delivery, type Ending, type UsageCount } from '../usage/delivery';
import { type StreamFlow } from '../stream/stream-flow';
import { StreamGate } from './stream-gate';

/** An upstream that has sent its end mark but keeps its connection open is aborted after this time. */
const LINGER_MS = 1000;
/** No model's answer is this long; an upstream that never stops must not fill the memory with text to count. */
const STREAM_BYTES_MAX = 512 * 1024 * 1024;

interface StreamDelivery {
  readonly answer: UpstreamAnswer;
  readonly client: ClientConnection;
  readonly flow: StreamFlow;
  /**
   * Counts the usage that the upstream does not report and the caller must receive; absent where there is nothing to
   * count.
   */
  readonly count?: UsageCount;
  /** The content type of a stream that is not an event stream. */
  readonly contentType?: string;
  /** What the stream may spend; absent where it is bounded otherwise. */
  readonly allowance?: StreamAllowance | null;
}

/**
 * Passes a stream on as it arrives. A slow reader slows the upstream down; a reader that leaves stops it. Resolves when
 * the stream has ended in one of the three ways; never rejects.
 */
export function deliverStream(order: StreamDelivery): Promise<Delivery> {
  const { answer, client, flow, contentType, count, allowance } = order;
  return new Promise(resolve => {
    let isOver = false;
    let isCounting = false;
    let counted: UsageBuckets | null = null;
    let length = 0;
    const finish = (ending: Ending, problem: string | null = null, more: Partial<Delivery> = {}) => {
      if (isOver) return;
      isOver = true;
      client.onGone(null);
      client.onDrain(null);
      const { usage, images, repairs = [] } = flow;
      resolve({
        ending,
        usage,
        generated: () => flow.generated(),
        responseId: () => flow.responseId?.() ?? null,
        problem,
        ...(counted && { counted }),
        ...(ending === 'clientGone' && !flow.isComplete() && { isCutShort: true }),
        ...(images !== undefined && { images }),
        ...(repairs.length > 0 && { repairs }),
        ...more,
      });
    };
    const gate = new StreamGate({
      answer,
      flow,
      allowance: allowance ?? null,
      onFault: error =>
        guarded(() => {
          if (!isOver) throw error;
        }, undefined),
      onStop: stop =>
        guarded(() => {
          if (isOver || isCounting) return;
          answer.abort();
          client.end(flow.endEarly?.(stop));
          finish('completed', null, { counted: stop.usage, endedEarly: stop.said });
        }, undefined),
    });
    const breakOff = (problem: string, fault: UpstreamFault | null) => {
      const told = flow.breaking(toCallerError(upstreamError(fault, true)), client.requestId);
      if (told === null) client.cut();
      else client.end(told);
      finish('broken', problem);
    };
    const end = () => {
      if (flow.errorMessage !== null) {
        client.end(flow.closingAfterError?.());
        return finish('broken', maskSecrets(flow.errorMessage));
      }
      if (!flow.isComplete()) return breakOff('the stream ended without an end mark', null);
      if (!count || !flow.lacksUsage?.()) return close();
      isCounting = true;
      count({ generated: () => flow.generated() }).then(closeWith, () => closeWith(null));
    };
    const closeWith = (usage: UsageBuckets | null) =>
      guarded(() => {
        if (isOver) return;
        if (usage) flow.tellUsage?.(usage);
        counted = usage;
        close();
      }, undefined);
    const close = () => {
      client.end(flow.closing());
      finish('completed');
    };
    /** Runs a step of a reader or writer; an error in it ends the stream, so that the caller is not left waiting. */
    const guarded = <Result>(step: () => Result, otherwise: Result): Result => {
      try {
        return step();
      } catch (error) {
        answer.abort();
        const fault = isAppError(error, 'SSE_TOO_LONG') ? new UpstreamFault('tooLarge', { cause: error }) : null;
        breakOff(error instanceof Error ? error.message : 'the stream could not be read', fault);
        return otherwise;
      }
    };

    client.onGone(() => {
      answer.abort();
      finish('clientGone');
    });
    client.onDrain(() => gate.drained());
    client.openStream(contentType);
    answer.pipe({
      onData: chunk =>
        guarded(() => {
          if (isOver || isCounting) return true;
          length += chunk.length;
          if (length > STREAM_BYTES_MAX) {
            answer.abort();
            breakOff('the stream is too long', new UpstreamFault('tooLarge'));
            return true;
          }
          const bytes = flow.take(chunk);
          const isFlowing = bytes.length === 0 || client.write(bytes);
          if (!flow.isDone) return gate.passed(bytes, isFlowing);
          end();
          setTimeout(() => answer.abort(), LINGER_MS).unref();
          return true;
        }, true),
      onEnd: () =>
        guarded(() => {
          if (isOver || isCounting) return;
          const rest = flow.end();
          if (rest.length > 0) client.write(rest);
          end();
        }, undefined),
      onFault: fault => {
        if (isOver || isCounting) return;
        // A caller that has received one error needs no second one.
        if (flow.errorMessage !== null) end();
        else breakOff(fault.message, fault);
      },
    });
  });
}
