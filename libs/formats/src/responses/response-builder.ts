import { encodeSeal, sealedCallId } from '../canonical/seal';
import { type FinishReason, type Seal } from '../canonical/chat';
import { type AnswerError, type ChatEvent } from '../canonical/chat-answer';
import { type AnswerContext } from '../canonical/chat-format';
import { type UsageReading } from '../canonical/usage-reading';
import { type JsonObject, asRecord, asText, parseJson } from '../json/read-value';
import { clientCallFields, clientToolForms } from './client-tools';
import { CallItem, type Emit, MessageItem, type OutputItem, ReasoningItem, WholeItem } from './output-items';
import { writeCitation } from './read-content';
import { estimatedUsage, responseObject, statusOf } from './response-object';
import { ToolNames, type ToolOrigin } from './tool-names';

type EventOf<Type extends ChatEvent['type']> = Extract<ChatEvent, { type: Type }>;

/** A call that can be written only when its arguments are complete. */
interface HeldCall {
  readonly call: EventOf<'toolCall'>;
  readonly origin: ToolOrigin;
  text: string;
}

/**
 * Builds an answer as a response object and sends the events for it. `output_index` is the order in which items begin,
 * and items are closed in that order, since clients build their history from it. Calls stay open until the end because
 * their arguments may interleave.
 */
export class ResponseBuilder {
  private readonly names: ToolNames;
  private readonly id: string;
  private readonly items: OutputItem[] = [];
  private readonly output: JsonObject[] = [];
  private readonly calls = new Map<number, CallItem | HeldCall>();
  private current: ReasoningItem | MessageItem | null = null;
  private logprobs: unknown[] = [];
  private reason: FinishReason = 'unknown';
  private usage: UsageReading = { kind: 'missing' };
  private hasStarted = false;

  constructor(
    private readonly context: AnswerContext,
    private readonly emit: Emit,
  ) {
    this.names = new ToolNames(context.parsed.tools);
    this.id = context.newId('resp_');
  }

  start(): void {
    if (this.hasStarted) return;
    this.hasStarted = true;
    const response = responseObject(this.id, this.context, { status: 'in_progress', output: [] });
    this.emit('response.created', { response });
    this.emit('response.in_progress', { response });
  }

  /** This format has one alternative; others are left out. Errors are handled by {@link fail}. */
  add(event: ChatEvent): void {
    this.start();
    if ('choice' in event && event.choice !== 0) return;
    switch (event.type) {
      case 'reasoning':
        if (event.text !== '') this.reasoning().add(event.text);
        return;
      case 'seal':
        this.addSeal(event.seal);
        return;
      case 'text':
        if (event.text !== '') this.message().addText(event.text);
        if (event.seal) this.addTextSeal(event.seal);
        return;
      case 'refusal':
        if (event.text !== '') this.message().addRefusal(event.text);
        return;
      case 'citation':
        if (this.current instanceof MessageItem) this.current.addCitation(writeCitation(event.citation));
        return;
      case 'toolCall':
        this.addCall(event);
        return;
      case 'toolArguments':
        this.addArguments(event);
        return;
      case 'image':
        this.addImage(event);
        return;
      case 'audio':
        // This format has no speech, so its transcript becomes text.
        if (event.transcript !== '') this.message().addText(event.transcript);
        return;
      case 'logprobs':
        this.addLogprobs(event.logprobs.content);
        return;
      case 'finish':
        // Items stay open here, because a moderation filter may hold text back until the very end.
        this.reason = event.reason;
        return;
      case 'usage':
        this.usage = event.usage;
    }
  }

  /** @returns the complete response object */
  finish(): JsonObject {
    this.start();
    this.closeItems();
    if (this.items.length === 0) {
      this.message();
      this.closeItems();
    }
    const status = statusOf(this.reason);
    const { output, reason } = this;
    const usage = this.usage.kind === 'reported' ? this.usage.usage : estimatedUsage(output, this.context);
    const response = responseObject(this.id, this.context, { status, output, usage, reason });
    this.emit(`response.${status}`, { response });
    return response;
  }

  fail({ message, code, type }: AnswerError): void {
    this.start();
    const error = { code: code ?? (type || 'server_error'), message };
    this.emit('error', { ...error, param: null });
    const response = responseObject(this.id, this.context, { status: 'failed', output: this.output, error });
    this.emit('response.failed', { response });
  }

  private reasoning(id?: string): ReasoningItem {
    if (this.current instanceof ReasoningItem) return this.current;
    this.leave();
    const item = new ReasoningItem(id ?? this.context.newId('rs_'), this.items.length, this.emit);
    this.items.push(item);
    this.current = item;
    return item;
  }

  private message(): MessageItem {
    if (this.current instanceof MessageItem) return this.current;
    this.leave();
    const item = new MessageItem(this.context.newId('msg_'), this.items.length, this.emit);
    this.items.push(item);
    this.current = item;
    if (this.logprobs.length > 0) item.addLogprobs(this.logprobs);
    this.logprobs = [];
    return item;
  }

  /** A seal closes the readable reasoning before it; without such reasoning it is an item of its own. */
  private addSeal(seal: Seal): void {
    const isOfOpen = this.current instanceof ReasoningItem && seal.kind !== 'redacted';
    if (!isOfOpen) this.leave();
    const isOwn = seal.provider === 'openai' && seal.kind === 'encrypted';
    const item = this.reasoning(isOwn ? seal.id : undefined);
    // The provider checks its state against the item's id, which can no longer be set when the text came first.
    const isRaw = isOwn && (seal.id === undefined || seal.id === item.id);
    item.encrypted = isRaw ? seal.value : encodeSeal({ seal, text: item.text });
    this.leave();
  }

  /** The seal of a plain text follows the text in an item of its own. */
  private addTextSeal(seal: Seal): void {
    this.leave();
    this.reasoning().encrypted = encodeSeal({ seal, text: '' });
    this.leave();
  }

  private addCall(event: EventOf<'toolCall'>): void {
    this.leave();
    const origin: ToolOrigin = this.names.originOf(event.name) ?? { kind: event.kind, name: event.name };
    const isHeld = origin.kind !== event.kind;
    if (isHeld) this.calls.set(event.call, { call: event, origin, text: '' });
    else this.calls.set(event.call, this.openCall(event, origin));
  }

  private addArguments({ call, text }: EventOf<'toolArguments'>): void {
    const open = this.calls.get(call);
    if (open instanceof CallItem) open.add(text);
    else if (open) open.text += text;
  }

  private openCall(event: EventOf<'toolCall'>, origin: ToolOrigin): CallItem {
    const kind = origin.kind === 'custom' ? 'custom' : 'function';
    const name = 'name' in origin ? origin.name : event.name;
    const namespace = 'name' in origin ? origin.namespace : undefined;
    const fields = { call_id: this.callId(event), name, ...(namespace !== undefined && { namespace }) };
    const id = this.context.newId(kind === 'custom' ? 'ctc_' : 'fc_');
    const item = new CallItem(kind, id, this.items.length, fields, this.emit);
    this.items.push(item);
    return item;
  }

  private callId({ id, seal }: EventOf<'toolCall'>): string {
    return sealedCallId(id || this.context.newId('call_'), seal ? { seal, text: '' } : null);
  }

  private writeHeld({ call, origin, text }: HeldCall): void {
    if (origin.kind === 'function' || origin.kind === 'custom') {
      this.openCall(call, origin).add(origin.kind === 'custom' ? unwrapped(text) : text);
      return;
    }
    const fields = clientCallFields(origin.kind, text);
    if (!fields) {
      this.openCall(call, { kind: 'function', name: call.name }).add(text);
      return;
    }
    const { callType: type, idPrefix } = clientToolForms[origin.kind];
    const item = { id: this.context.newId(idPrefix), type, call_id: this.callId(call), ...fields };
    this.items.push(new WholeItem(this.items.length, item, this.emit));
  }

  private addImage({ mime, data }: EventOf<'image'>): void {
    this.leave();
    const id = this.context.newId('ig_');
    const item = { id, type: 'image_generation_call', output_format: mime.replace(/^image\//, ''), result: data };
    this.items.push(new WholeItem(this.items.length, item, this.emit));
    this.closeDone('completed');
  }

  private addLogprobs(content: unknown): void {
    if (!Array.isArray(content)) return;
    if (this.current instanceof MessageItem) this.current.addLogprobs(content);
    else this.logprobs.push(...(content as unknown[]));
  }

  private leave(): void {
    if (this.current) this.current.isOver = true;
    this.current = null;
    this.closeDone('completed');
  }

  private closeItems(): void {
    for (const call of this.calls.values()) if (!(call instanceof CallItem)) this.writeHeld(call);
    this.calls.clear();
    this.current = null;
    for (const item of this.items) item.isOver = true;
    this.closeDone(statusOf(this.reason));
  }

  /** @param lastStatus status of the very last item, which was cut off if the answer was */
  private closeDone(lastStatus: 'completed' | 'incomplete'): void {
    while (this.items[this.output.length]?.isOver) {
      const item = this.items[this.output.length];
      const isLast = this.output.length === this.items.length - 1;
      if (item) this.output.push(item.close(isLast ? lastStatus : 'completed'));
    }
  }
}

/**
 * The text of a custom tool that was offered as a function is in `input`; arguments of another shape are the text
 * itself.
 */
function unwrapped(args: string): string {
  const parsed = asRecord(parseJson(args));
  if (!parsed) return args;
  if (typeof parsed.input === 'string') return parsed.input;
  const values = Object.values(parsed);
  return values.length === 1 && typeof values[0] === 'string' ? asText(values[0]) : args;
}
