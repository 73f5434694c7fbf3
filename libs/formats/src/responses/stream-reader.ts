import { type ChatEvent } from '../canonical/chat-answer';
import { type ChatStreamReader, type StreamFrame } from '../canonical/chat-format';
import { type JsonObject, asList, asText, at, isJsonObject, parseJson } from '../json/read-value';
import { blocksOfItem, finishOf, sealOf } from './read-answer';
import { readCitation } from './read-content';
import { responsesErrorOf, isEndType } from './signs';
import { usageOfResponse } from './usage';

/** The state of one output item. Items are identified by `output_index`, because some relays change their ids. */
interface Slot {
  /** The number of the tool call, once it was announced. */
  call: number | null;
  /** The number of characters that have been passed on. */
  textLength: number;
  argumentsLength: number;
  citations: number;
  /** The index of the last part of a summary. */
  part: number;
  isDone: boolean;
}

/**
 * Reads the typed events of a Responses stream; events of hosted tools yield nothing. Source: 'Streaming events' of the
 * Responses API.
 */
export function openReader(): ChatStreamReader {
  return new ResponsesReader();
}

class ResponsesReader implements ChatStreamReader {
  isDone = false;
  private readonly slots = new Map<number, Slot>();
  private hasStarted = false;
  private hasItems = false;
  private calls = 0;
  private lastReasoning: Slot | null = null;

  read({ event, data }: StreamFrame): readonly ChatEvent[] {
    if (this.isDone) return [];
    if (data.trim() === '[DONE]') {
      this.isDone = true;
      return [];
    }
    const payload = parseJson(data);
    if (!isJsonObject(payload)) return [];
    const type = asText(payload.type) || event;
    const error = type === 'error' || type === 'response.failed' || type === '' ? responsesErrorOf(payload) : null;
    if (isEndType(type)) this.isDone = true;
    if (error) return [...this.usage(payload), { type: 'error', error }];
    return this.readEvent(type, payload);
  }

  end(): readonly ChatEvent[] {
    return [];
  }

  private readEvent(type: string, payload: JsonObject): readonly ChatEvent[] {
    switch (type) {
      case 'response.created':
      case 'response.in_progress':
      case 'response.queued':
        return this.start(payload.response);
      case 'response.output_item.added':
        return this.added(this.slotOf(payload), payload.item);
      case 'response.output_item.done':
        return this.done(this.slotOf(payload), payload.item);
      case 'response.completed':
      case 'response.incomplete':
        return this.completed(payload.response);
      default:
        return payload.output_index === undefined ? [] : this.readDelta(type, payload);
    }
  }

  private readDelta(type: string, payload: JsonObject): readonly ChatEvent[] {
    const slot = this.slotOf(payload);
    const delta = asText(payload.delta);
    switch (type) {
      case 'response.output_text.delta':
        return [...this.text(slot, delta), ...logprobsOf(payload.logprobs)];
      case 'response.refusal.delta':
        slot.textLength += delta.length;
        return delta === '' ? [] : [{ type: 'refusal', choice: 0, text: delta }];
      case 'response.reasoning_summary_text.delta':
        return this.reasoning(slot, delta, payload.summary_index);
      case 'response.reasoning_text.delta':
        return this.reasoning(slot, delta, payload.content_index);
      case 'response.function_call_arguments.delta':
      case 'response.custom_tool_call_input.delta':
        return this.arguments(slot, delta);
      case 'response.function_call_arguments.done':
        return slot.argumentsLength === 0 ? this.arguments(slot, asText(payload.arguments)) : [];
      case 'response.custom_tool_call_input.done':
        return slot.argumentsLength === 0 ? this.arguments(slot, asText(payload.input)) : [];
      case 'response.output_text.annotation.added':
        return this.citation(slot, payload.annotation);
      default:
        return [];
    }
  }

  private start(response: unknown): readonly ChatEvent[] {
    if (this.hasStarted) return [];
    this.hasStarted = true;
    return [{ type: 'start', id: asText(at(response, 'id')), model: asText(at(response, 'model')) }];
  }

  private text(slot: Slot, text: string): readonly ChatEvent[] {
    this.lastReasoning = null;
    slot.textLength += text.length;
    return text === '' ? [] : [{ type: 'text', choice: 0, text }];
  }

  /** Parts of one item, and consecutive items, become paragraphs of one reasoning text. */
  private reasoning(slot: Slot, text: string, part: unknown): readonly ChatEvent[] {
    if (text === '') return [];
    const index = typeof part === 'number' ? part : 0;
    const isNewParagraph = this.lastReasoning !== null && (this.lastReasoning !== slot || slot.part !== index);
    this.lastReasoning = slot;
    slot.part = index;
    slot.textLength += text.length;
    return [{ type: 'reasoning', choice: 0, text: isNewParagraph ? `\n\n${text}` : text }];
  }

  private arguments(slot: Slot, text: string): readonly ChatEvent[] {
    if (slot.call === null || text === '') return [];
    slot.argumentsLength += text.length;
    return [{ type: 'toolArguments', choice: 0, call: slot.call, text }];
  }

  private citation(slot: Slot, annotation: unknown): readonly ChatEvent[] {
    const citation = readCitation(annotation);
    slot.citations += 1;
    return citation ? [{ type: 'citation', choice: 0, citation }] : [];
  }

  /** A call is announced as soon as its name is known; its arguments follow, or come whole when the call is done. */
  private added(slot: Slot, item: unknown): readonly ChatEvent[] {
    const type = at(item, 'type');
    if (slot.call !== null || (type !== 'function_call' && type !== 'custom_tool_call')) return [];
    const name = asText(at(item, 'name'));
    if (name === '') return [];
    this.lastReasoning = null;
    slot.call = this.calls;
    this.calls += 1;
    const id = asText(at(item, 'call_id')) || asText(at(item, 'id'));
    const kind = type === 'custom_tool_call' ? 'custom' : 'function';
    return [{ type: 'toolCall', choice: 0, call: slot.call, id, name, kind }];
  }

  /**
   * Reads the fields of a finished item that no delta has held, and the seal of reasoning, which comes only at the end.
   */
  private done(slot: Slot, item: unknown): readonly ChatEvent[] {
    if (slot.isDone || !isJsonObject(item)) return [];
    slot.isDone = true;
    const events: ChatEvent[] = [...this.added(slot, item)];
    for (const block of blocksOfItem(item)) {
      if (block.type === 'toolCall' && slot.argumentsLength === 0)
        events.push(...this.arguments(slot, block.arguments));
      if (block.type === 'image' && block.source.kind === 'data') {
        const { mime, data } = block.source;
        events.push({ type: 'image', choice: 0, mime, data });
      }
    }
    events.push(...this.missedWords(slot, item));
    const seal = item.type === 'reasoning' ? sealOf(item) : null;
    if (seal) {
      events.push({ type: 'seal', choice: 0, seal });
      this.lastReasoning = null;
    }
    return events;
  }

  private missedWords(slot: Slot, item: JsonObject): readonly ChatEvent[] {
    const hadText = slot.textLength > 0;
    const hadCitations = slot.citations > 0;
    return blocksOfItem(item).flatMap((block): readonly ChatEvent[] => {
      if (block.type === 'reasoning') return hadText ? [] : this.reasoning(slot, block.text, 0);
      if (block.type === 'refusal') return hadText ? [] : [{ type: 'refusal', choice: 0, text: block.text }];
      if (block.type !== 'text') return [];
      const citations = hadCitations ? [] : (block.citations ?? []);
      return [
        ...(hadText ? [] : this.text(slot, block.text)),
        ...citations.map((citation): ChatEvent => ({ type: 'citation', choice: 0, citation })),
      ];
    });
  }

  /** Some imitations send everything in the last event only. */
  private completed(response: unknown): readonly ChatEvent[] {
    const output = asList(at(response, 'output'));
    const started = this.start(response);
    const missed = this.hasItems ? [] : output.flatMap((item, index) => this.done(this.slotAt(index), item));
    const calls = this.calls > 0 ? [{ type: 'toolCall' }] : [];
    return [
      ...started,
      ...missed,
      { type: 'finish', choice: 0, reason: finishOf(response, calls) },
      ...this.usage({ response }),
    ];
  }

  private usage(payload: JsonObject): readonly ChatEvent[] {
    const usage = usageOfResponse(at(payload, 'response'));
    return usage.kind === 'missing' ? [] : [{ type: 'usage', usage }];
  }

  private slotOf(payload: JsonObject): Slot {
    const index = payload.output_index;
    this.hasItems = true;
    return this.slotAt(typeof index === 'number' ? index : -1);
  }

  private slotAt(index: number): Slot {
    let slot = this.slots.get(index);
    if (!slot) {
      slot = { call: null, textLength: 0, argumentsLength: 0, citations: 0, part: 0, isDone: false };
      this.slots.set(index, slot);
    }
    return slot;
  }
}

function logprobsOf(logprobs: unknown): readonly ChatEvent[] {
  const content = asList(logprobs);
  return content.length === 0 ? [] : [{ type: 'logprobs', choice: 0, logprobs: { content } }];
}
