import { DistinctIds } from '../canonical/distinct-ids';
import {
  type ChatBlock,
  type ChatMessage,
  type ToolCallBlock,
  type ToolResultBlock,
  type UrlCitation,
} from '../canonical/chat';
import { argumentsOfText } from './custom-tools';
import { signatureField } from './google-signatures';
import { type WriteContext } from './write-context';
import { textContent, writeParts, writeUserContent } from './write-parts';

type Body = Record<string, unknown>;
type CarriedBlock = Exclude<ChatBlock, { type: 'toolResult' | 'toolCall' | 'reasoning' }>;

/** A call and the id that it has within its message. */
type ShownCall = ToolCallBlock & { readonly shownId: string };

interface PlacedResults {
  readonly list: { readonly result: ToolResultBlock; readonly index: number }[];
  next: number;
}

/**
 * Writes messages as the chat format requires them: each call of an assistant message is followed directly by its
 * result, results without a call are left out, and there are no empty messages.
 */
export function writeMessages(messages: readonly ChatMessage[], context: WriteContext): Body[] {
  return new MessageWriter(messages, context).write();
}

class MessageWriter {
  private readonly written: Body[] = [];
  private readonly used = new Set<ToolResultBlock>();
  /** Results by the call id that they name, in their order; `next` skips those that no later call can have. */
  private readonly results = new Map<string, PlacedResults>();
  /** Images of tools and of the assistant, which only a user message may hold; they go into the user's next message. */
  private carried: CarriedBlock[] = [];

  constructor(
    private readonly messages: readonly ChatMessage[],
    private readonly context: WriteContext,
  ) {
    messages.forEach(({ blocks }, index) => {
      for (const block of blocks) if (block.type === 'toolResult') this.place(block, index);
    });
  }

  private place(result: ToolResultBlock, index: number): void {
    const placed = this.results.get(result.callId);
    if (placed) placed.list.push({ result, index });
    else this.results.set(result.callId, { list: [{ result, index }], next: 0 });
  }

  write(): Body[] {
    this.messages.forEach((message, index) => {
      if (message.role === 'assistant') this.writeAssistant(message, index);
      else if (message.role === 'user') this.writeUser(message);
      else this.writeInstructions(message);
    });
    this.flushCarried();
    return this.written;
  }

  private writeInstructions({ role, blocks, name }: ChatMessage): void {
    const { dropped, dialect } = this.context;
    const texts = blocks.filter(block => block.type === 'text');
    for (const block of blocks) if (block.type !== 'text') dropped.add(`message.${block.type}`);
    if (texts.length === 0) return;
    const keepsMarks = dialect.takesCacheMarks === true && texts.some(text => text.cache);
    const content = keepsMarks ? writeParts(texts, this.context) : textContent(texts, this.context);
    this.written.push({ role, content, ...named(name) });
  }

  private writeUser({ blocks, name }: ChatMessage): void {
    const said: CarriedBlock[] = [...this.carried];
    this.carried = [];
    for (const block of blocks) {
      if (block.type === 'toolResult') {
        if (!this.used.has(block)) this.context.dropped.add('message.tool_result');
      } else if (block.type === 'toolCall' || block.type === 'reasoning') this.lose(block.type);
      else said.push(block);
    }
    if (said.length > 0)
      this.written.push({ role: 'user', content: writeUserContent(said, this.context), ...named(name) });
  }

  private writeAssistant({ blocks, name }: ChatMessage, index: number): void {
    this.flushCarried();
    const ids = new DistinctIds();
    const calls = blocks.flatMap(block =>
      block.type === 'toolCall' ? [{ ...block, shownId: ids.next(block.id) }] : [],
    );
    const message = { ...this.assistantFields(blocks), ...this.reasoningField(blocks), ...named(name) };
    const hasContent = message.content !== null || 'refusal' in message || 'audio' in message;
    if (!hasContent && calls.length === 0) return;
    this.written.push({
      role: 'assistant',
      ...message,
      ...(calls.length > 0 && { tool_calls: calls.map(call => this.writeCall(call)) }),
    });
    for (const call of calls) this.writeResult(call, this.findResult(call, index));
  }

  private assistantFields(blocks: readonly ChatBlock[]): Body & { content: unknown } {
    const { dropped } = this.context;
    const fields: Body = {};
    const texts: ChatBlock[] = [];
    for (const block of blocks) {
      switch (block.type) {
        case 'text':
          texts.push(block);
          break;
        case 'refusal':
          fields.refusal = `${textOr(fields.refusal)}${block.text}`;
          break;
        case 'audio':
          if (block.id !== undefined) fields.audio = { id: block.id };
          else {
            dropped.add('message.audio');
            if (block.transcript) texts.push({ type: 'text', text: block.transcript });
          }
          break;
        case 'image':
        case 'file':
        case 'video':
          dropped.add(`message.assistant_${block.type}`); // moved to the user's next message
          this.carried.push(block);
          break;
        case 'toolResult':
          this.lose('tool_result');
          break;
        case 'reasoning':
        case 'toolCall':
          break; // written by the parent
      }
    }
    return { content: this.assistantContent(texts), ...fields };
  }

  /** Reasoning is sent back only with the calls that it led to: elsewhere providers ignore it, or even refuse it. */
  private reasoningField(blocks: readonly ChatBlock[]): Body {
    const { reasoningField } = this.context.dialect;
    const reasoning = blocks.filter(block => block.type === 'reasoning');
    if (reasoning.some(block => block.seal)) this.lose('reasoning_signature');
    const text = reasoning.map(block => block.text).join('');
    if (text === '') return {};
    if (reasoningField && blocks.some(block => block.type === 'toolCall')) return { [reasoningField]: text };
    this.lose('reasoning');
    return {};
  }

  private assistantContent(blocks: readonly ChatBlock[]): unknown {
    const texts = blocks.filter(block => block.type === 'text');
    if (texts.length === 0) return null;
    const { dialect, dropped } = this.context;
    if (texts.some(({ citations }) => citations?.some(isCited))) dropped.add('message.citations');
    if (dialect.takesCacheMarks && texts.some(text => text.cache)) return writeParts(texts, this.context);
    // The texts are pieces of one answer and may be split in mid-sentence, so nothing is put between them.
    return textContent(texts, this.context, '');
  }

  private writeCall(call: ShownCall): Body {
    const { shownId: id, name, kind } = call;
    const beside = this.context.dialect.takesGoogleSignatures ? signatureField(call.seal) : {};
    if (call.seal && Object.keys(beside).length === 0) this.lose('reasoning_signature');
    if (call.cache) this.lose('cache_control');
    if (kind === 'custom') {
      if (this.context.dialect.takesCustomTools !== false) {
        return { id, type: 'custom', custom: { name, input: call.arguments }, ...beside };
      }
      return { id, type: 'function', function: { name, arguments: argumentsOfText(call.arguments) }, ...beside };
    }
    return { id, type: 'function', function: { name, arguments: call.arguments || '{}' }, ...beside };
  }

  /** The first result with this call's id that comes after the call and is not used for another call. */
  private findResult(call: ToolCallBlock, index: number): ToolResultBlock | null {
    const placed = this.results.get(call.id);
    // Calls are looked up in their order, so a result that stands before one of them stands before all later ones.
    for (let one = placed?.list[placed.next]; placed && one; one = placed.list[placed.next]) {
      placed.next += 1;
      if (one.index <= index) continue;
      this.used.add(one.result);
      return one.result;
    }
    return null;
  }

  private writeResult(call: ShownCall, result: ToolResultBlock | null): void {
    const blocks = result?.content ?? [];
    const texts = blocks.filter(block => block.type === 'text');
    const media = blocks.filter(block => block.type !== 'text');
    if (result?.cache) this.lose('cache_control');
    const takesMedia = this.context.dialect.takesToolMedia === true;
    const text = textContent(texts, this.context);
    const content = media.length > 0 && takesMedia ? writeUserContent(blocks, this.context) : text;
    this.written.push({ role: 'tool', tool_call_id: call.shownId, content: this.withFault(content, result) });
    if (media.length > 0 && !takesMedia) {
      this.lose('tool_result_media'); // moved to the user's next message
      this.carried.push({ type: 'text', text: `(from the result of ${call.name})` }, ...media);
    }
  }

  /** The format has no field for a tool that failed, so its text must say it. */
  private withFault(content: unknown, result: ToolResultBlock | null): unknown {
    if (!result?.isError || typeof content !== 'string') return content;
    this.lose('is_error');
    return /error|fail/i.test(content) ? content : `Error: ${content}`;
  }

  private flushCarried(): void {
    if (this.carried.length > 0) this.writeUser({ role: 'user', blocks: [] });
  }

  private lose(name: string): void {
    this.context.dropped.add(`message.${name}`);
  }
}

function named(name: string | undefined): Body {
  return name === undefined ? {} : { name };
}

function textOr(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

function isCited({ url }: UrlCitation): boolean {
  return url !== '';
}
