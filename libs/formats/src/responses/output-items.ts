import { type JsonObject } from '../json/read-value';

/** Sends one event with its type and its other fields, of which there is at least one; or with their JSON, without braces. */
export type Emit = (type: string, fields: JsonObject | string) => void;

type ItemStatus = 'in_progress' | 'completed' | 'incomplete';

/** One output item while it grows. */
export interface OutputItem {
  /** True when nothing more comes for the item; it is closed as soon as all items before it are closed. */
  isOver: boolean;
  /**
   * Sends every `done` event of the item.
   *
   * @returns the finished item
   */
  close(status: ItemStatus): JsonObject;
}

/** A reasoning item, shown as one part of a summary. Events of all items: 'Streaming events' of the Responses API. */
export class ReasoningItem implements OutputItem {
  isOver = false;
  text = '';
  /** Opaque state that the caller sends back. */
  encrypted: string | null = null;

  constructor(
    readonly id: string,
    private readonly index: number,
    private readonly emit: Emit,
  ) {
    emit('response.output_item.added', { output_index: index, item: { id, type: 'reasoning', summary: [] } });
  }

  add(text: string): void {
    if (text === '') return;
    if (this.text === '') this.emit('response.reasoning_summary_part.added', { ...this.place, part: summary('') });
    this.text += text;
    this.emit('response.reasoning_summary_text.delta', { ...this.place, delta: text });
  }

  close(): JsonObject {
    const { id, text, encrypted } = this;
    if (text !== '') {
      this.emit('response.reasoning_summary_text.done', { ...this.place, text });
      this.emit('response.reasoning_summary_part.done', { ...this.place, part: summary(text) });
    }
    const item = {
      id,
      type: 'reasoning',
      summary: text === '' ? [] : [summary(text)],
      ...(encrypted !== null && { encrypted_content: encrypted }),
    };
    this.emit('response.output_item.done', { output_index: this.index, item });
    return item;
  }

  private get place(): JsonObject {
    return { item_id: this.id, output_index: this.index, summary_index: 0 };
  }
}

function summary(text: string): JsonObject {
  return { type: 'summary_text', text };
}

interface TextPart {
  readonly type: 'output_text';
  text: string;
  readonly annotations: JsonObject[];
  readonly logprobs: unknown[];
}

interface RefusalPart {
  readonly type: 'refusal';
  refusal: string;
}

/** A message item of the model: parts of text and refusal, one open at a time. */
export class MessageItem implements OutputItem {
  isOver = false;
  private readonly parts: (TextPart | RefusalPart)[] = [];
  /** The fields that begin every delta of the open part, serialised once. */
  private deltaHead = '';

  constructor(
    private readonly id: string,
    private readonly index: number,
    private readonly emit: Emit,
  ) {
    emit('response.output_item.added', { output_index: index, item: this.item('in_progress') });
  }

  addText(text: string): void {
    const part = this.textPart();
    part.text += text;
    if (text === '') return;
    this.emit('response.output_text.delta', `${this.deltaHead},"delta":${JSON.stringify(text)},"logprobs":[]`);
  }

  addRefusal(text: string): void {
    let part = this.parts.at(-1);
    if (part?.type !== 'refusal') {
      part = { type: 'refusal', refusal: '' };
      this.open(part);
    }
    part.refusal += text;
    this.emit('response.refusal.delta', { ...this.place, delta: text });
  }

  addCitation(annotation: JsonObject): void {
    const part = this.textPart();
    this.emit('response.output_text.annotation.added', {
      ...this.place,
      annotation_index: part.annotations.length,
      annotation,
    });
    part.annotations.push(annotation);
  }

  addLogprobs(logprobs: readonly unknown[]): void {
    const part = this.textPart();
    for (const entry of logprobs) part.logprobs.push(entry);
  }

  close(status: ItemStatus): JsonObject {
    if (this.parts.length === 0) this.textPart(); // a message has at least one part
    this.closePart();
    const item = this.item(status);
    this.emit('response.output_item.done', { output_index: this.index, item });
    return item;
  }

  private textPart(): TextPart {
    const last = this.parts.at(-1);
    if (last?.type === 'output_text') return last;
    const part: TextPart = { type: 'output_text', text: '', annotations: [], logprobs: [] };
    this.open(part);
    return part;
  }

  private open(part: TextPart | RefusalPart): void {
    this.closePart();
    this.parts.push(part);
    this.deltaHead = JSON.stringify(this.place).slice(1, -1);
    this.emit('response.content_part.added', { ...this.place, part: copyOf(part) });
  }

  private closePart(): void {
    const part = this.parts.at(-1);
    if (!part) return;
    if (part.type === 'refusal') this.emit('response.refusal.done', { ...this.place, refusal: part.refusal });
    else this.emit('response.output_text.done', { ...this.place, text: part.text, logprobs: part.logprobs });
    this.emit('response.content_part.done', { ...this.place, part });
  }

  private get place(): JsonObject {
    return { item_id: this.id, output_index: this.index, content_index: this.parts.length - 1 };
  }

  private item(status: ItemStatus): JsonObject {
    return { id: this.id, type: 'message', status, role: 'assistant', content: this.parts };
  }
}

function copyOf(part: TextPart | RefusalPart): JsonObject {
  return part.type === 'refusal' ? { ...part } : { ...part, annotations: [], logprobs: [] };
}

/** A call of a function or custom tool; its arguments are passed on as they come. */
export class CallItem implements OutputItem {
  isOver = false;
  private text = '';

  /** @param fields `call_id`, `name` and, for a tool of a namespace, `namespace` */
  constructor(
    private readonly kind: 'function' | 'custom',
    private readonly id: string,
    private readonly index: number,
    private readonly fields: JsonObject,
    private readonly emit: Emit,
  ) {
    emit('response.output_item.added', { output_index: index, item: this.item('in_progress') });
  }

  add(text: string): void {
    if (text === '') return;
    this.text += text;
    const type = this.kind === 'custom' ? 'response.custom_tool_call_input' : 'response.function_call_arguments';
    this.emit(`${type}.delta`, { item_id: this.id, output_index: this.index, delta: text });
  }

  close(status: ItemStatus): JsonObject {
    // A function call without arguments gets an empty JSON object.
    if (this.kind === 'function' && this.text === '' && status === 'completed') this.add('{}');
    const place = { item_id: this.id, output_index: this.index };
    if (this.kind === 'custom') this.emit('response.custom_tool_call_input.done', { ...place, input: this.text });
    else {
      const { name } = this.fields;
      this.emit('response.function_call_arguments.done', { ...place, name, arguments: this.text });
    }
    const item = this.item(status);
    this.emit('response.output_item.done', { output_index: this.index, item });
    return item;
  }

  private item(status: ItemStatus): JsonObject {
    const { id, fields, text } = this;
    return this.kind === 'custom'
      ? { id, type: 'custom_tool_call', status, ...fields, input: text }
      : { id, type: 'function_call', status, ...fields, arguments: text };
  }
}

/** An item that comes whole: an image, or a call of the shell. */
export class WholeItem implements OutputItem {
  isOver = true;

  constructor(
    private readonly index: number,
    private readonly item: JsonObject,
    private readonly emit: Emit,
  ) {
    emit('response.output_item.added', { output_index: index, item: { ...item, status: 'in_progress' } });
  }

  close(status: ItemStatus): JsonObject {
    const item = { ...this.item, status };
    this.emit('response.output_item.done', { output_index: this.index, item });
    return item;
  }
}
