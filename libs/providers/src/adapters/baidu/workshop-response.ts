import {
  answerOfEvents,
  type FinishReason,
  type ChatAnswer,
  type ChatEvent,
  type ChatStreamReader,
  type StreamFrame,
  type ChatReading,
  readOpenAiUsage,
  type JsonObject,
  asText,
  at,
  isJsonObject,
  parseJson,
  errorIn,
} from '@formats';
import { callEvents, citationEvents } from '../../shared/answer-events';
import { derivedCallId } from '../../shared/read-call-parts';
import { isWorkshopError, workshopError } from './errors';

/** Reads chat answers of the first generation; source: the Wenxin Workshop chat API, read 2026-08. */
export const workshopReading: ChatReading = {
  kind: 'chat',
  framing: 'sse',
  readAnswer,
  openReader: () => new WorkshopReader(),
  isError: isWorkshopError,
  hasNamedExtraFields: true,
};

/** A whole answer is read as a stream with a single event. */
function readAnswer(body: unknown): ChatAnswer {
  const whole = isJsonObject(body) ? { ...body, is_end: true } : {};
  return answerOfEvents(new WorkshopReader().readPayload(whole));
}

class WorkshopReader implements ChatStreamReader {
  isDone = false;
  private hasStarted = false;
  private calls = 0;

  read(frame: StreamFrame): readonly ChatEvent[] {
    const payload = parseJson(frame.data);
    return isJsonObject(payload) ? this.readPayload(payload) : [];
  }

  end(): readonly ChatEvent[] {
    return [];
  }

  readPayload(payload: JsonObject): readonly ChatEvent[] {
    const error = workshopError(payload);
    if (error) return [{ type: 'error', error: { ...error, type: 'upstream_error' } }];
    const proxyError = errorIn(payload);
    if (proxyError) return [{ type: 'error', error: proxyError }];
    const events: ChatEvent[] = [];
    if (!this.hasStarted) {
      this.hasStarted = true;
      events.push({ type: 'start', id: asText(payload.id), model: '' });
    }
    const text = asText(payload.result);
    if (text !== '') events.push({ type: 'text', choice: 0, text });
    events.push(...this.readCall(payload), ...citationEvents(at(payload, 'search_info', 'search_results'), 0));
    if (payload.is_end === true) {
      this.isDone = true;
      events.push({ type: 'finish', choice: 0, reason: this.finishOf(payload) });
      // Each event reports usage; only the report of the last event covers the whole answer.
      const usage = readOpenAiUsage(payload.usage);
      if (usage.kind !== 'missing') events.push({ type: 'usage', usage });
    }
    return events;
  }

  /** A function call arrives in one piece, and the provider gives it no id. */
  private readCall(payload: JsonObject): readonly ChatEvent[] {
    const asked = payload.function_call;
    const name = asText(at(asked, 'name'));
    if (name === '') return [];
    const call = this.calls++;
    const thoughts = asText(at(asked, 'thoughts'));
    const id = derivedCallId(asText(payload.id), call);
    return [
      ...(thoughts === '' ? [] : [{ type: 'reasoning', choice: 0, text: thoughts } as const]),
      ...callEvents({ call, id, name, text: asText(at(asked, 'arguments')) || '{}' }),
    ];
  }

  private finishOf(payload: JsonObject): FinishReason {
    const reason = asText(payload.finish_reason);
    if (payload.need_clear_history === true || reason === 'content_filter') return 'contentFilter';
    if (payload.is_truncated === true || reason === 'length') return 'length';
    if (this.calls > 0 || reason === 'function_call') return 'toolCalls';
    return ['normal', 'stop', ''].includes(reason) ? 'stop' : 'unknown';
  }
}
