import { SSE_DONE, writeSse } from '@kernel';
import { maskSecrets } from '@providers';
import { errorBody, toCallerError } from '../dialect/openai-error';
import type { UpstreamAnswer } from '../transport/upstream-answer';
import { UpstreamFault } from '../transport/upstream-fault';
import { upstreamError } from '../upstream-errors';
import type { ClientConnection } from './client-connection';
import type { Delivery, Ending } from './delivery';
import { StreamMeter } from './stream-meter';

/** An upstream that has said [DONE] but keeps its connection open is given up after this. */
const LINGER_MS = 1000;
/** No answer of a model comes near; an upstream that goes on for ever must not fill the memory with counted text. */
const STREAM_BYTES_MAX = 512 * 1024 * 1024;

interface StreamDelivery {
  readonly answer: UpstreamAnswer;
  readonly client: ClientConnection;
  readonly hidesUsage: boolean;
}

/**
 * Passes a stream on as it arrives. A slow reader slows the upstream down; a reader that leaves stops it. Resolves when
 * the stream has ended in one of the three ways; never rejects.
 */
export function deliverStream({ answer, client, hidesUsage }: StreamDelivery): Promise<Delivery> {
  const meter = new StreamMeter(hidesUsage);
  return new Promise(resolve => {
    let isOver = false;
    let length = 0;
    const finish = (ending: Ending, problem: string | null = null) => {
      if (isOver) return;
      isOver = true;
      client.onGone(null);
      client.onDrain(null);
      resolve({ ending, usage: meter.usage, generated: () => meter.generated(), problem });
    };
    const breakOff = (problem: string, fault: UpstreamFault | null) => {
      client.end(writeSse(errorBody(toCallerError(upstreamError(fault, true)), client.requestId)));
      finish('broken', problem);
    };
    const end = () => {
      if (meter.errorMessage !== null) {
        client.end();
        return finish('broken', maskSecrets(meter.errorMessage));
      }
      if (!meter.isComplete()) return breakOff('the stream ended without an end mark', null);
      if (meter.isDone) client.end();
      else client.end(SSE_DONE);
      finish('completed');
    };

    client.onGone(() => {
      answer.abort();
      finish('clientGone');
    });
    client.onDrain(() => answer.resume());
    client.openStream();
    answer.pipe({
      onData: chunk => {
        if (isOver) return true;
        length += chunk.length;
        if (length > STREAM_BYTES_MAX) {
          answer.abort();
          breakOff('the stream is too long', new UpstreamFault('tooLarge'));
          return true;
        }
        const bytes = meter.take(chunk);
        const isFlowing = bytes.length === 0 || client.write(bytes);
        if (!meter.isDone) return isFlowing;
        end();
        setTimeout(() => answer.abort(), LINGER_MS).unref();
        return true;
      },
      onEnd: () => {
        if (isOver) return;
        const rest = meter.end();
        if (rest.length > 0) client.write(rest);
        end();
      },
      onFault: fault => {
        if (!isOver) breakOff(fault.message, fault);
      },
    });
  });
}
