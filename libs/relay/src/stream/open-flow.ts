import {
  chatFormats,
  type AnswerContext,
  type ChatFormat,
  type ChatReading,
  type StreamFraming,
  type WireFormat,
} from '@formats';
import { type ReframeReading } from '@providers';
import { type RelayCall } from '../call/relay-call';
import { frameCutter } from '../transport/event-frames';
import { ArrayFlow } from './array-flow';
import { CallIndexes } from './call-indexes';
import { ConvertFlow, type EventFilter } from './convert-flow';
import { MediaFlow } from './media-flow';
import { PassFlow } from './pass-flow';
import { ReframeFlow } from './reframe-flow';
import { type EventMender, type StreamFlow } from './stream-flow';

/** How a stream is read; null when it is in the caller's own format and its bytes pass unchanged. */
export type StreamReading = ChatReading | ReframeReading | null;

interface FlowOptions {
  readonly call: RelayCall;
  readonly reading: StreamReading;
  readonly hidesUsage: boolean;
  readonly context: AnswerContext;
  /** The id that errors inside the stream quote. */
  readonly requestId: string;
  /**
   * The filter for the answer; with one, even a stream in the caller's own format is read and written event by event.
   */
  readonly filter: EventFilter | null;
  /** Whether the answer may have to be ended early. */
  readonly isBounded: boolean;
}

/** Opens the flow that takes a stream to its caller. */
export function openFlow(options: FlowOptions): StreamFlow {
  const flow = plainFlow(options);
  return options.call.isArrayStream ? new ArrayFlow(flow) : flow;
}

function plainFlow(options: FlowOptions): StreamFlow {
  const { call, reading, hidesUsage, context, requestId, filter, isBounded } = options;
  const format = chatFormats[call.format];
  const mender = MENDERS[call.format]?.(call);
  const passing = () =>
    new PassFlow(format, { requestId, isBounded, hidesUsage, reportsUsage: call.wantsUsage, mender });
  // Legacy completions are not chats and always pass unchanged.
  if (call.endpoint === 'completions') return passing();
  if (call.endpoint !== 'chat') return new MediaFlow();
  if (reading?.kind === 'chat') {
    const cutter = frameCutter(framingOf(reading));
    const writer = format.openWriter(context);
    const reader = reading.openReader();
    return new ConvertFlow({ cutter, reader, writer, filter, reportsUsage: call.wantsUsage, choices: choicesOf(call) });
  }
  if (filter !== null) return filteredFlow(options, reading, filter);
  if (reading?.kind === 'reframe') {
    return new ReframeFlow(passing(), frameCutter(framingOf(reading)), frame => reading.unwrap(frame));
  }
  return passing();
}

/** Repairs of passed streams, by the format that needs one. */
const MENDERS: Partial<Record<WireFormat, (call: RelayCall) => EventMender | undefined>> = { openai: indexesOf };

/** The repair of tool call indexes; absent when the caller offered no tools, since there are no calls then. */
function indexesOf({ parsed }: RelayCall): CallIndexes | undefined {
  return Array.isArray(parsed.tools) && parsed.tools.length > 0 ? new CallIndexes() : undefined;
}

function filteredFlow({ call, context }: FlowOptions, reading: ReframeReading | null, filter: EventFilter): StreamFlow {
  const format = chatFormats[call.format];
  const cutter = frameCutter(reading ? framingOf(reading) : 'sse');
  const inner = format.openReader();
  const reader = reading === null ? inner : unwrapped(reading, inner);
  const writer = format.openWriter(context);
  const choices = choicesOf(call);
  return new ConvertFlow({ cutter, reader, writer, filter, reportsUsage: context.wantsUsage, choices });
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

function choicesOf(call: RelayCall): number {
  return call.chat().settings.n ?? 1;
}

/** The framing of a stream as the transport delivers it: it turns WebSocket messages into events. */
export function framingOf({ framing }: { readonly framing: StreamFraming }): StreamFraming {
  return framing === 'messages' ? 'sse' : framing;
}
