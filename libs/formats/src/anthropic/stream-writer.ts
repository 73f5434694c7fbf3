import { type FinishReason } from '../canonical/chat';
import { type AnswerError, type ChatEvent } from '../canonical/chat-answer';
import { type AnswerContext, type ChatStreamWriter } from '../canonical/chat-format';
import { GrowingJson } from '../json/growing-json';
import { type UsageReading } from '../canonical/usage-reading';
import { messageId, imageText, shownCallId } from './answer-parts';
import { BlockWriter, frame } from './block-writer';
import { errorBody } from './errors';
import { stopReasonOf } from './stop-reasons';
import { estimatedUsage, writeUsage } from './usage';

type PartEvent = Exclude<ChatEvent, { type: 'start' | 'usage' | 'error' | 'finish' | 'logprobs' }>;

interface WaitingCall {
  readonly event: ChatEvent & { type: 'toolCall' };
  readonly input: GrowingJson;
}

/**
 * Writes a Messages stream. Blocks of this format come one after another, so every event that comes while the input of
 * a call is incomplete waits until it is complete, or until the stream ends.
 *
 * Source: 'Streaming Messages' of Anthropic's API reference, read 2026-08.
 */
export class MessagesStreamWriter implements ChatStreamWriter {
  private readonly blocks = new BlockWriter();
  private hasStarted = false;
  private hasEnded = false;
  private usage: UsageReading = { kind: 'missing' };
  private finish: FinishReason = 'unknown';
  private stopSequence: string | undefined;
  private hasCalls = false;
  private hasRefused = false;
  private openCall: WaitingCall | null = null;
  private waiting: (WaitingCall | PartEvent)[] = [];
  /** The number of waiting events that have been written. */
  private releasedCount = 0;
  /** The waiting calls, by their number. */
  private readonly waitingCalls = new Map<number, WaitingCall>();

  constructor(private readonly context: AnswerContext) {}

  write(event: ChatEvent): string {
    if (this.hasEnded) return '';
    switch (event.type) {
      case 'start':
        return this.start(event.id);
      case 'usage':
        this.usage = event.usage;
        return '';
      case 'error':
        return this.fail({ ...event.error, status: 502 });
      case 'logprobs':
        return '';
      case 'finish':
        if (event.choice !== 0) return '';
        this.finish = event.reason;
        this.stopSequence = event.stopSequence;
        return this.start('') + this.drain();
      default:
        return event.choice === 0 ? this.start('') + this.part(event) : '';
    }
  }

  end(): string {
    if (this.hasEnded) return '';
    const opening = this.start('') + this.drain();
    this.hasEnded = true;
    const { hasCalls, hasRefused, finish, stopSequence } = this;
    const delta = {
      stop_reason: stopReasonOf({ finish, stopSequence, hasCalls, hasRefused }),
      stop_sequence: stopSequence ?? null,
    };
    const usage = this.usageObject(0);
    return opening + this.blocks.finish() + frame('message_delta', { delta, usage }) + frame('message_stop', {});
  }

  fail(error: AnswerError & { readonly status: number }): string {
    if (this.hasEnded) return '';
    this.hasEnded = true;
    const { type: _type, ...body } = errorBody(error.status, error.message);
    return frame('error', body);
  }

  private start(id: string): string {
    if (this.hasStarted) return '';
    this.hasStarted = true;
    const message = {
      id: messageId(id, this.context.newId),
      type: 'message',
      role: 'assistant',
      model: this.context.model,
      content: [],
      stop_reason: null,
      stop_sequence: null,
      usage: this.usageObject(1),
    };
    return frame('message_start', { message }) + frame('ping', {});
  }

  private usageObject(completionTokens: number): unknown {
    return this.usage.kind === 'reported'
      ? writeUsage(this.usage.usage)
      : estimatedUsage(this.context.estimatedPromptTokens, completionTokens);
  }

  /** Writes one event of the answer, or keeps it until the call before it is complete. */
  private part(event: PartEvent): string {
    if (event.type === 'toolArguments') return this.toolArguments(event);
    if (event.type === 'toolCall') this.hasCalls = true;
    if (this.openCall && !this.isHolding && isComplete(this.openCall)) this.openCall = null;
    if (!this.openCall) return this.begin(event);
    if (event.type === 'toolCall') this.waitFor({ event, input: new GrowingJson() });
    else this.waiting.push(event);
    return '';
  }

  private waitFor(call: WaitingCall): void {
    this.waiting.push(call);
    this.waitingCalls.set(call.event.call, call);
  }

  private toolArguments({ call, text }: PartEvent & { type: 'toolArguments' }): string {
    if (this.openCall?.event.call === call) {
      const written = this.addInput(this.openCall, text);
      return this.isHolding && isComplete(this.openCall) ? written + this.release() : written;
    }
    this.waitingCalls.get(call)?.input.add(text);
    return '';
  }

  /**
   * The input of a free-text tool is a single JSON text around the whole text, so it is written when it is complete.
   */
  private addInput(call: WaitingCall, text: string): string {
    call.input.add(text);
    return call.event.kind === 'custom' ? '' : this.blocks.input(text);
  }

  /** Ends the open call, which is complete, and writes the waiting events up to the next incomplete call. */
  private release(): string {
    this.openCall = null;
    let text = '';
    while (this.isHolding) {
      const item = this.waiting[this.releasedCount++] as WaitingCall | PartEvent; // isHolding has just said that there is one
      if (!('event' in item)) text += this.begin(item);
      else {
        this.waitingCalls.delete(item.event.call);
        text += this.begin(item.event) + (this.openCall ? this.addInput(this.openCall, item.input.text) : '');
        if (!isComplete(item)) return text;
        this.openCall = null;
      }
    }
    this.waiting = [];
    this.releasedCount = 0;
    return text;
  }

  private get isHolding(): boolean {
    return this.releasedCount < this.waiting.length;
  }

  /** Writes everything that waited, because nothing more belongs to the calls. */
  private drain(): string {
    let text = '';
    while (this.isHolding) text += this.closeCall() + this.release();
    return text + this.closeCall();
  }

  private closeCall(): string {
    const call = this.openCall;
    this.openCall = null;
    return call?.event.kind === 'custom' ? this.blocks.input(JSON.stringify({ input: call.input.text })) : '';
  }

  private begin(event: PartEvent): string {
    switch (event.type) {
      case 'text':
        return this.blocks.text(event.text) + (event.seal ? this.blocks.redacted(event.seal) : '');
      case 'reasoning':
        return this.blocks.reasoning(event.text);
      case 'seal':
        return this.blocks.seal(event.seal);
      case 'refusal':
        this.hasRefused = true;
        return this.blocks.text(event.text);
      case 'citation':
        return this.blocks.cite(event.citation);
      case 'image':
        return this.blocks.text(imageText({ kind: 'data', mime: event.mime, data: event.data }));
      case 'audio':
        return this.blocks.text(event.transcript);
      case 'toolCall':
        this.openCall = { event, input: new GrowingJson() };
        return this.blocks.call(shownCallId(event, this.context.newId), event.name);
      case 'toolArguments':
        return '';
    }
  }
}

/** Tells whether the input of a call is a whole JSON object, so that nothing more can belong to it. */
function isComplete({ event, input }: WaitingCall): boolean {
  return event.kind !== 'custom' && input.isWhole;
}
