import {
  type ChatEvent,
  type ChatStreamReader,
  type StreamFrame,
  asText,
  at,
  parseJson,
  errorIn,
  type AnswerError,
} from '@formats';
import { citationOf, cohereUsage, finishOf, isBrokenEnd, logprobsOf } from './response';

const NOTHING: readonly ChatEvent[] = [];

/** Reads the typed events of `POST /v2/chat`; `data.type` repeats the event's name and is the one that is used. */
export class CohereStreamReader implements ChatStreamReader {
  isDone = false;
  /** Maps the provider's index of each call to ours, and records whether arguments arrived. */
  private readonly calls = new Map<unknown, { readonly call: number; hasArguments: boolean }>();

  read(frame: StreamFrame): readonly ChatEvent[] {
    const data = parseJson(frame.data);
    const message = at(data, 'delta', 'message');
    switch (asText(at(data, 'type')) || frame.event) {
      case 'message-start':
        return [{ type: 'start', id: asText(at(data, 'id')), model: '' }];
      case 'content-start':
      case 'content-delta':
        return contentEvents(at(message, 'content'), at(data, 'logprobs'));
      case 'tool-plan-delta':
        return contentEvents({ text: at(message, 'tool_plan') }, undefined);
      case 'tool-call-start':
        return this.beginCall(at(data, 'index'), at(message, 'tool_calls'));
      case 'tool-call-delta':
        return this.continueCall(at(data, 'index'), at(message, 'tool_calls', 'function', 'arguments'));
      case 'tool-call-end':
        return this.endCall(at(data, 'index'));
      case 'citation-start':
        return citationOf(at(message, 'citations')).map(citation => ({ type: 'citation', choice: 0, citation }));
      case 'message-end':
        return this.endMessage(at(data, 'delta'));
      default:
        return this.proxyError(errorIn(data));
    }
  }

  end(): readonly ChatEvent[] {
    return NOTHING;
  }

  private proxyError(error: AnswerError | null): readonly ChatEvent[] {
    if (!error) return NOTHING;
    this.isDone = true;
    return [{ type: 'error', error }];
  }

  private beginCall(index: unknown, made: unknown): readonly ChatEvent[] {
    const call = this.calls.size;
    this.calls.set(index, { call, hasArguments: false });
    const name = asText(at(made, 'function', 'name'));
    const start: ChatEvent = { type: 'toolCall', choice: 0, call, id: asText(at(made, 'id')), name, kind: 'function' };
    return [start, ...this.continueCall(index, at(made, 'function', 'arguments'))];
  }

  private continueCall(index: unknown, piece: unknown): readonly ChatEvent[] {
    const open = this.calls.get(index);
    const text = asText(piece);
    if (!open || text === '' || (text === 'null' && !open.hasArguments)) return NOTHING;
    open.hasArguments = true;
    return [{ type: 'toolArguments', choice: 0, call: open.call, text }];
  }

  /** A call of a function without parameters may arrive without any arguments. */
  private endCall(index: unknown): readonly ChatEvent[] {
    const open = this.calls.get(index);
    return !open || open.hasArguments ? NOTHING : this.continueCall(index, '{}');
  }

  private endMessage(delta: unknown): readonly ChatEvent[] {
    this.isDone = true;
    const reason = at(delta, 'finish_reason');
    const usage: ChatEvent = { type: 'usage', usage: cohereUsage(at(delta, 'usage')) };
    if (!isBrokenEnd(reason)) return [{ type: 'finish', choice: 0, reason: finishOf(reason) }, usage];
    const message = asText(at(delta, 'error')) || `the model ended with ${asText(reason)}`;
    return [usage, { type: 'error', error: { message, type: 'upstream_error', code: asText(reason).toLowerCase() } }];
  }
}

function contentEvents(content: unknown, logprobs: unknown): readonly ChatEvent[] {
  const thinking = asText(at(content, 'thinking'));
  const text = asText(at(content, 'text'));
  const events: ChatEvent[] = [];
  if (thinking !== '') events.push({ type: 'reasoning', choice: 0, text: thinking });
  if (text !== '') events.push({ type: 'text', choice: 0, text });
  const read = logprobsOf(logprobs);
  if (read) events.push({ type: 'logprobs', choice: 0, logprobs: read });
  return events;
}
