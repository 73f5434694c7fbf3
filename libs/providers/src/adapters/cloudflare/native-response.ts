import {
  answerOfEvents,
  chatFormats,
  type AnswerError,
  type ChatAnswer,
  type ChatEvent,
  type ChatStreamReader,
  type StreamFrame,
  type ChatReading,
  readOpenAiUsage,
  asList,
  asText,
  at,
  isJsonObject,
  parseJson,
} from '@formats';
import { callEvents } from '../../shared/answer-events';
import { messageWithCode } from '../../shared/native-error';
import { derivedCallId } from '../../shared/read-call-parts';

/** True when a response is an error, whatever its status. */
export function isCloudflareError(body: unknown): boolean {
  return at(body, 'success') === false || asList(at(body, 'errors')).length > 0 || Boolean(at(body, 'error'));
}

/**
 * Reads answers of `POST …/run/{model}`. Newer models answer in the OpenAI form on this path, too.
 *
 * @param maxTokens the requested limit; only a comparison with it shows that an answer was cut
 */
export function nativeReading(maxTokens: number): ChatReading {
  return {
    kind: 'chat',
    framing: 'sse',
    hasNamedExtraFields: true,
    openReader: () => new NativeStreamReader(maxTokens),
    readAnswer: body => readNativeAnswer(body, maxTokens),
    isError: isCloudflareError,
  };
}

function readNativeAnswer(body: unknown, maxTokens: number): ChatAnswer {
  const result = at(body, 'result') ?? body;
  if (Array.isArray(at(result, 'choices'))) return chatFormats.openai.readAnswer(result);
  const reader = new NativeStreamReader(maxTokens);
  return answerOfEvents([...reader.readChunk(result), ...reader.finish()]);
}

class NativeStreamReader implements ChatStreamReader {
  isDone = false;
  private readonly compatible = chatFormats.openai.openReader();
  private isCompatible = false;
  private hasStarted = false;
  private calls = 0;
  private completionTokens = 0;

  constructor(private readonly maxTokens: number) {}

  read(frame: StreamFrame): readonly ChatEvent[] {
    const payload = parseJson(frame.data);
    this.isCompatible ||= Array.isArray(at(payload, 'choices'));
    if (this.isCompatible) {
      const events = this.compatible.read(frame);
      this.isDone = this.compatible.isDone;
      return events;
    }
    return frame.data.trim() === '[DONE]' ? this.finish() : this.readChunk(payload);
  }

  end(): readonly ChatEvent[] {
    return this.isCompatible ? this.compatible.end() : [];
  }

  readChunk(chunk: unknown): readonly ChatEvent[] {
    if (!isJsonObject(chunk) || this.isDone) return [];
    if (isCloudflareError(chunk)) {
      this.isDone = true;
      return [{ type: 'error', error: errorOf(chunk) }];
    }
    const events: ChatEvent[] = [];
    if (!this.hasStarted) events.push({ type: 'start', id: '', model: '' });
    this.hasStarted = true;
    const text = textOf(chunk.response);
    if (text !== '') events.push({ type: 'text', choice: 0, text });
    for (const made of asList(chunk.tool_calls)) events.push(...this.readCall(made));
    const usage = readOpenAiUsage(chunk.usage);
    if (usage.kind === 'reported' && !usage.isZero) {
      this.completionTokens = usage.usage.completionTokens;
      events.push({ type: 'usage', usage });
    }
    return events;
  }

  /** The provider reports no reason why an answer ended, so the reason is derived. */
  finish(): readonly ChatEvent[] {
    if (this.isDone || !this.hasStarted) return [];
    this.isDone = true;
    const isCut = this.completionTokens >= this.maxTokens;
    return [{ type: 'finish', choice: 0, reason: this.calls > 0 ? 'toolCalls' : isCut ? 'length' : 'stop' }];
  }

  /** A call arrives in one piece, with its arguments as an object and usually without an id. */
  private readCall(made: unknown): readonly ChatEvent[] {
    const inner = isJsonObject(at(made, 'function')) ? at(made, 'function') : made;
    const name = asText(at(inner, 'name'));
    if (name === '') return [];
    const given = at(inner, 'arguments');
    const text = typeof given === 'string' ? given : JSON.stringify(given ?? {});
    const call = this.calls++;
    const id = asText(at(made, 'id')) || derivedCallId(call, name, text);
    return callEvents({ call, id, name, text });
  }
}

/** A token that is a number arrives as a number; an answer that follows a schema arrives as an object. */
function textOf(response: unknown): string {
  if (typeof response === 'number') return String(response);
  return isJsonObject(response) || Array.isArray(response) ? JSON.stringify(response) : asText(response);
}

/** The first of the errors in a response. */
export function errorOf(chunk: unknown): AnswerError {
  const first = asList(at(chunk, 'errors'))[0] ?? at(chunk, 'error');
  const given = at(first, 'code');
  const code = typeof given === 'number' ? String(given) : asText(given);
  const message = asText(at(first, 'message')) || asText(first);
  const shown = messageWithCode({ message, code }) || 'the model failed';
  return { message: shown, type: 'upstream_error', code: code || null };
}
