import {
  type ChatStreamReader,
  type StreamFrame,
  type ChatEvent,
  parseJson,
  isJsonObject,
  asText,
  at,
  asList,
  type UsageReading,
  readOpenAiUsage,
} from '@formats';
import { callEvents } from '../../shared/answer-events';
import { derivedCallId } from '../../shared/read-call-parts';

/** Reads the lines of `POST /api/chat`, one JSON object each; the last line has `done: true`. */
export class OllamaStreamReader implements ChatStreamReader {
  isDone = false;
  private hasStarted = false;
  private calls = 0;

  read(frame: StreamFrame): readonly ChatEvent[] {
    return this.readLine(parseJson(frame.data));
  }

  end(): readonly ChatEvent[] {
    return [];
  }

  readLine(line: unknown): readonly ChatEvent[] {
    if (!isJsonObject(line)) return [];
    const failure = asText(line.error) || asText(at(line, 'error', 'message'));
    if (failure !== '') {
      this.isDone = true;
      return [{ type: 'error', error: { message: failure, type: 'upstream_error', code: null } }];
    }
    const events: ChatEvent[] = [];
    if (!this.hasStarted) events.push({ type: 'start', id: '', model: asText(line.model) });
    this.hasStarted = true;
    const thinking = asText(at(line, 'message', 'thinking'));
    const text = asText(at(line, 'message', 'content'));
    if (thinking !== '') events.push({ type: 'reasoning', choice: 0, text: thinking });
    if (text !== '') events.push({ type: 'text', choice: 0, text });
    const logprobs = asList(line.logprobs);
    if (logprobs.length > 0) events.push({ type: 'logprobs', choice: 0, logprobs: { content: logprobs } });
    for (const made of asList(at(line, 'message', 'tool_calls'))) events.push(...this.readCall(made, line.created_at));
    if (line.done === true) events.push(...this.readEnd(line));
    return events;
  }

  /** A call arrives in one piece; servers before 0.12.10 give it no id. */
  private readCall(made: unknown, createdAt: unknown): readonly ChatEvent[] {
    const name = asText(at(made, 'function', 'name'));
    if (name === '') return [];
    const given = at(made, 'function', 'arguments');
    const text = typeof given === 'string' ? given : JSON.stringify(given ?? {});
    const call = this.calls++;
    const id = asText(at(made, 'id')) || derivedCallId(asText(createdAt), call, name, text);
    return callEvents({ call, id, name, text });
  }

  /** In the line with `done` the server reports every end as `stop`, also after tool calls. */
  private readEnd(line: unknown): readonly ChatEvent[] {
    this.isDone = true;
    const isCut = at(line, 'done_reason') === 'length';
    const reason = isCut ? 'length' : this.calls > 0 ? 'toolCalls' : 'stop';
    return [
      { type: 'finish', choice: 0, reason },
      { type: 'usage', usage: ollamaUsage(line) },
    ];
  }
}

/**
 * Old servers leave the prompt's count out when the prompt came from their cache; the gateway then counts everything.
 */
function ollamaUsage(line: unknown): UsageReading {
  const prompt = at(line, 'prompt_eval_count');
  if (typeof prompt !== 'number') return { kind: 'missing' };
  return readOpenAiUsage({ prompt_tokens: prompt, completion_tokens: at(line, 'eval_count') ?? 0 });
}
