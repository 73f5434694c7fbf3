import {
  chatFormats,
  type AnswerContext,
  type ChatFormat,
  type ChatReading,
  type ReframeReading,
  type StreamFraming,
} from '@providers';
import type { RelayCall } from '../relay-call';
import { frameCutter } from '../transport/event-frames';
import { ArrayFlow } from './array-flow';
import { ConvertFlow, type EventFilter } from './convert-flow';
import { MediaFlow } from './media-flow';
import { PassFlow, ReframeFlow } from './pass-flow';
import { StreamMeter, type UsageDuty } from './stream-meter';
import type { StreamFlow } from './stream-flow';

/** How a stream is read: null when it is in the caller's own format and its bytes pass. */
export type StreamReading = ChatReading | ReframeReading | null;

interface FlowOrder {
  readonly call: RelayCall;
  readonly reading: StreamReading;
  readonly hidesUsage: boolean;
  readonly context: AnswerContext;
  /** Quoted in errors that are told inside the stream. */
  readonly requestId: string;
  /** When something must look at the answer, even a stream of the caller's own format is read and written. */
  readonly filter: EventFilter | null;
}

/** The way a stream takes to its caller. */
export function openFlow(order: FlowOrder): StreamFlow {
  const flow = plainFlow(order);
  return order.call.isArrayStream ? new ArrayFlow(flow) : flow;
}

function plainFlow({ call, reading, hidesUsage, context, requestId, filter }: FlowOrder): StreamFlow {
  const duty: UsageDuty = { hides: hidesUsage, tells: call.wantsUsage };
  // Legacy completions are no chat: they only ever pass.
  if (call.endpoint === 'completions') return new StreamMeter(duty, requestId);
  if (call.endpoint !== 'chat') return new MediaFlow();
  const format = chatFormats[call.format];
  if (reading?.kind === 'chat') {
    const cutter = frameCutter(framingOf(reading));
    const writer = format.openWriter(context);
    return new ConvertFlow({ cutter, reader: reading.openReader(), writer, filter, tellsUsage: call.wantsUsage });
  }
  if (filter !== null) return filteredFlow(format, reading, context, filter);
  if (reading?.kind === 'reframe') {
    const inner = call.format === 'openai' ? new StreamMeter(duty, requestId) : new PassFlow(format, requestId);
    return new ReframeFlow(format, frameCutter(framingOf(reading)), frame => reading.unwrap(frame), inner);
  }
  return call.format === 'openai' ? new StreamMeter(duty, requestId) : new PassFlow(format, requestId);
}

function filteredFlow(
  format: ChatFormat,
  reading: ReframeReading | null,
  context: AnswerContext,
  filter: EventFilter,
): StreamFlow {
  const cutter = frameCutter(reading ? framingOf(reading) : 'sse');
  const inner = format.openReader();
  const reader = reading === null ? inner : unwrapped(reading, inner);
  const writer = format.openWriter(context);
  return new ConvertFlow({ cutter, reader, writer, filter, tellsUsage: context.wantsUsage });
}

function unwrapped(reading: ReframeReading, inner: ReturnType<ChatFormat['openReader']>): typeof inner {
  return {
    read: frame => {
      const shown = reading.unwrap(frame);
      return shown === null ? [] : inner.read(shown);
    },
    end: () => inner.end(),
    get isDone() {
      return inner.isDone;
    },
  };
}

/** The transport hands socket messages over as events. */
export const framingOf = ({ framing }: { readonly framing: StreamFraming }): StreamFraming =>
  framing === 'messages' ? 'sse' : framing;
