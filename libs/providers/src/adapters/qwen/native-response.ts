import {
  answerOfEvents,
  type FinishReason,
  type ChatAnswer,
  type ChatEvent,
  type ChatStreamReader,
  type StreamFrame,
  type ChatReading,
  type UsageReading,
  readOpenAiUsage,
  type JsonObject,
  asList,
  asRecord,
  asText,
  at,
  isJsonObject,
  parseJson,
} from '@formats';
import { citationEvents } from '../../shared/answer-events';
import { derivedCallId } from '../../shared/read-call-parts';
import { nativeError } from './errors';

const FINISH_REASONS: Readonly<Record<string, FinishReason>> = {
  stop: 'stop',
  length: 'length',
  tool_calls: 'toolCalls',
};

/** Reads answers of the native protocol; source: the DashScope API reference, read 2026-08. */
export const nativeReading: ChatReading = {
  kind: 'chat',
  framing: 'sse',
  readAnswer,
  openReader: () => new NativeReader(),
  isError: body => nativeError(body) !== null,
  hasNamedExtraFields: true,
};

/** A whole answer is read as a stream of one event. */
function readAnswer(body: unknown): ChatAnswer {
  return answerOfEvents(isJsonObject(body) ? new NativeReader().readPayload(body) : []);
}

/**
 * Reads a stream of pieces, which `incremental_output` requests; each event reports the usage of the whole answer so
 * far.
 */
class NativeReader implements ChatStreamReader {
  /** The protocol has no end mark: the connection closes after the finish reason. */
  readonly isDone = false;
  private hasStarted = false;
  private readonly finished = new Set<number>();
  /** The number of a call within its choice, by the provider's own index. */
  private readonly calls = new Map<string, number>();
  private readonly callCounts = new Map<number, number>();

  read(frame: StreamFrame): readonly ChatEvent[] {
    const payload = parseJson(frame.data);
    return isJsonObject(payload) ? this.readPayload(payload) : [];
  }

  end(): readonly ChatEvent[] {
    return [];
  }

  readPayload(payload: JsonObject): readonly ChatEvent[] {
    const error = nativeError(payload);
    if (error) return [{ type: 'error', error: { ...error, type: 'upstream_error' } }];
    const output = asRecord(payload.output);
    if (!output) return [];
    const events: ChatEvent[] = [];
    const id = asText(payload.request_id);
    if (!this.hasStarted) {
      this.hasStarted = true;
      events.push({ type: 'start', id, model: '' });
    }
    // Old models return the answer in `text`, beside the finish reason.
    const choices = asList(output.choices);
    const read = choices.length > 0 ? choices : [{ message: { content: output.text } }];
    read.forEach((choice, place) => events.push(...this.readChoice(choice, place, output, id)));
    const usage = usageOf(payload.usage);
    if (usage.kind !== 'missing') events.push({ type: 'usage', usage });
    return events;
  }

  private readChoice(choice: unknown, place: number, output: JsonObject, id: string): readonly ChatEvent[] {
    const given = at(choice, 'index');
    const index = typeof given === 'number' && Number.isInteger(given) && given >= 0 ? given : place;
    const message = at(choice, 'message');
    const reasoning = asText(at(message, 'reasoning_content'));
    const text = textIn(at(message, 'content'));
    const calls = asList(at(message, 'tool_calls')).flatMap((call, callPlace) =>
      this.readCall(call, callPlace, index, id),
    );
    return [
      ...(reasoning === '' ? [] : [{ type: 'reasoning', choice: index, text: reasoning } as const]),
      ...(text === '' ? [] : [{ type: 'text', choice: index, text } as const]),
      ...citationEvents(at(output, 'search_info', 'search_results'), index),
      ...calls,
      ...this.readFinish(choice, index, output),
    ];
  }

  /** The first piece has id and name; later pieces have an empty id and continue the arguments. */
  private readCall(call: unknown, place: number, choice: number, answerId: string): readonly ChatEvent[] {
    const given = at(call, 'index');
    const key = `${choice}/${typeof given === 'number' ? given : place}`;
    const text = asText(at(call, 'function', 'arguments'));
    const known = this.calls.get(key);
    const pieces = (number: number): readonly ChatEvent[] =>
      text === '' ? [] : [{ type: 'toolArguments', choice, call: number, text }];
    if (known !== undefined) return pieces(known);
    const name = asText(at(call, 'function', 'name'));
    if (name === '') return [];
    const number = this.callCounts.get(choice) ?? 0;
    this.callCounts.set(choice, number + 1);
    this.calls.set(key, number);
    const id = asText(at(call, 'id')) || derivedCallId(answerId, choice, number);
    return [{ type: 'toolCall', choice, call: number, id, name, kind: 'function' }, ...pieces(number)];
  }

  /** The text `"null"` means that the answer goes on. Vision models report the reason beside the choices. */
  private readFinish(choice: unknown, index: number, output: JsonObject): readonly ChatEvent[] {
    const reason = asText(at(choice, 'finish_reason')) || asText(output.finish_reason);
    if (reason === '' || reason === 'null' || this.finished.has(index)) return [];
    this.finished.add(index);
    const known = Object.hasOwn(FINISH_REASONS, reason) ? FINISH_REASONS[reason] : undefined;
    const hasCalls = (this.callCounts.get(index) ?? 0) > 0;
    return [{ type: 'finish', choice: index, reason: hasCalls ? 'toolCalls' : (known ?? 'unknown') }];
  }
}

/**
 * Joins the text of a content, which is a text or parts that are known by their keys; an image that a model made is
 * shown by its address.
 */
function textIn(content: unknown): string {
  if (typeof content === 'string') return content;
  const parts = asList(content).map(part => {
    const image = asText(at(part, 'image'));
    return image === '' ? asText(at(part, 'text')) : `![image](${image})`;
  });
  return parts.join('');
}

/** The provider reports tokens of images and audio beside the prompt tokens, which include them. */
function usageOf(usage: unknown): UsageReading {
  if (!isJsonObject(usage)) return { kind: 'missing' };
  const { image_tokens, audio_tokens } = usage;
  const media = { ...(image_tokens != null && { image_tokens }), ...(audio_tokens != null && { audio_tokens }) };
  return readOpenAiUsage({
    ...usage,
    prompt_tokens_details: { ...media, ...asRecord(usage.prompt_tokens_details) },
  });
}
