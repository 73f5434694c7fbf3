import { DistinctIds } from '../canonical/distinct-ids';
import { type DroppedFields } from '../canonical/dropped-fields';
import {
  type AudioBlock,
  type ChatBlock,
  type ChatMessage,
  type FileBlock,
  type ImageBlock,
  type ReasoningBlock,
  type ToolCallBlock,
  type ToolResultBlock,
} from '../canonical/chat';
import { type JsonObject } from '../json/read-value';
import { writeCitation } from './read-content';

interface WrittenItems {
  /** The text of the first message, when that is a system message with exactly one text. */
  readonly instructions?: string;
  readonly input: readonly JsonObject[];
}

/**
 * Writes messages as input items. The provider refuses a call without output, an output without call, and reasoning
 * that nothing follows; the first gets an empty output, the other two are left out and named as dropped.
 */
export function writeItems(messages: readonly ChatMessage[], dropped: DroppedFields): WrittenItems {
  const first = messages[0];
  const only = first?.role === 'system' && first.blocks.length === 1 ? first.blocks[0] : undefined;
  const isInstruction = only?.type === 'text' && !first?.name;
  const writer = new ItemWriter(messages, dropped);
  const input = writer.write(isInstruction ? messages.slice(1) : messages);
  if (!isInstruction) return { input };
  if (only.cache) dropped.add('message.cache_control');
  return { instructions: only.text, input };
}

class ItemWriter {
  private readonly items: JsonObject[] = [];
  /** The call of each result and, below, the id of each call in the request. */
  private readonly callOf = new Map<ToolResultBlock, ToolCallBlock>();
  private readonly shownIds = new Map<ToolCallBlock, string>();
  private readonly answered = new Set<ToolCallBlock>();
  /** Calls of the assistant since the last message of another role. */
  private open: ToolCallBlock[] = [];

  constructor(
    messages: readonly ChatMessage[],
    private readonly dropped: DroppedFields,
  ) {
    this.pair(messages);
  }

  /** Pairs each result with the first call before it that has its id and no result yet. */
  private pair(messages: readonly ChatMessage[]): void {
    const ids = new DistinctIds();
    const waiting = new Map<string, { readonly calls: ToolCallBlock[]; next: number }>();
    for (const block of messages.flatMap(message => message.blocks)) {
      if (block.type === 'toolCall') {
        this.shownIds.set(block, ids.next(block.id));
        const sameId = waiting.get(block.id);
        if (sameId) sameId.calls.push(block);
        else waiting.set(block.id, { calls: [block], next: 0 });
      } else if (block.type === 'toolResult') {
        const open = waiting.get(block.callId);
        const call = open?.calls[open.next];
        if (!open || !call) continue;
        open.next += 1;
        this.callOf.set(block, call);
        this.answered.add(call);
      }
    }
  }

  private idOf(call: ToolCallBlock): string {
    return this.shownIds.get(call) ?? call.id;
  }

  write(messages: readonly ChatMessage[]): readonly JsonObject[] {
    for (const message of messages) {
      if (message.name) this.dropped.add('message.name');
      if (message.role !== 'assistant') this.answerOpenCalls();
      this.writeMessage(message);
    }
    this.answerOpenCalls();
    return this.items;
  }

  private answerOpenCalls(): void {
    for (const call of this.open) {
      if (this.answered.has(call)) continue;
      this.items.push({ type: outputType(call.kind), call_id: this.idOf(call), output: '' });
    }
    this.open = [];
  }

  /** Consecutive blocks that a message may hold become one item; every other block is an item of its own. */
  private writeMessage({ role, blocks }: ChatMessage): void {
    let parts: JsonObject[] = [];
    const flush = (): void => {
      if (parts.length > 0) this.items.push({ type: 'message', role, content: parts });
      parts = [];
    };
    const lastSaid = blocks.findLastIndex(({ type }) => type === 'text' || type === 'toolCall' || type === 'refusal');
    blocks.forEach((block, index) => {
      if ('cache' in block && block.cache) this.dropped.add('message.cache_control');
      if (block.type === 'toolCall' || block.type === 'toolResult' || block.type === 'reasoning') {
        flush();
        this.writeItem(block, index < lastSaid);
        return;
      }
      const part = role === 'assistant' ? this.saidPart(block) : this.askedPart(block);
      if (part) parts.push(part);
    });
    flush();
  }

  private writeItem(block: ToolCallBlock | ToolResultBlock | ReasoningBlock, isFollowed: boolean): void {
    switch (block.type) {
      case 'toolCall':
        this.open.push(block);
        if (block.seal) this.dropped.add('message.reasoning_signature');
        this.items.push(callItem(block, this.idOf(block)));
        return;
      case 'toolResult': {
        const call = this.callOf.get(block);
        if (!call) this.dropped.add('message.tool_result');
        else this.items.push({ type: outputType(call.kind), call_id: this.idOf(call), output: this.outputOf(block) });
        return;
      }
      case 'reasoning': {
        const item = this.reasoningItem(block, isFollowed);
        if (item) this.items.push(item);
      }
    }
  }

  private reasoningItem({ text, seal }: ReasoningBlock, isFollowed: boolean): JsonObject | null {
    const isOwn = seal?.provider === 'openai';
    if (seal && !isOwn) this.dropped.add('message.reasoning_signature');
    if (!isOwn || !isFollowed) {
      if (text !== '' || isOwn) this.dropped.add('message.reasoning_content');
      return null;
    }
    const summary = text === '' ? [] : [{ type: 'summary_text', text }];
    return { type: 'reasoning', ...(seal.id !== undefined && { id: seal.id }), summary, encrypted_content: seal.value };
  }

  private saidPart(block: ChatBlock): JsonObject | null {
    if (block.type === 'text') {
      if (block.seal) this.dropped.add('message.reasoning_signature');
      const annotations = (block.citations ?? []).map(writeCitation);
      return { type: 'output_text', text: block.text, ...(annotations.length > 0 && { annotations }) };
    }
    if (block.type === 'refusal') return { type: 'refusal', refusal: block.text };
    this.dropped.add(`message.${block.type}`);
    const spoken = block.type === 'audio' ? (block.transcript ?? '') : '';
    return spoken === '' ? null : { type: 'output_text', text: spoken };
  }

  private askedPart(block: ChatBlock): JsonObject | null {
    switch (block.type) {
      case 'text':
        if (block.seal) this.dropped.add('message.reasoning_signature');
        if (block.citations) this.dropped.add('message.citations');
        return { type: 'input_text', text: block.text };
      case 'refusal':
        return { type: 'input_text', text: block.text };
      case 'image':
        return imagePart(block);
      case 'file':
        if (block.name !== undefined && block.source.kind === 'stored') this.dropped.add('message.filename');
        return filePart(block);
      case 'audio':
        return audioPart(block);
      default:
        this.dropped.add(`message.${block.type}`);
        return null;
    }
  }

  private outputOf({ content, isError }: ToolResultBlock): unknown {
    const parts = content.flatMap((block): readonly JsonObject[] => {
      if ('cache' in block && block.cache) this.dropped.add('message.cache_control');
      if (block.type === 'audio') this.dropped.add('message.audio');
      const part = block.type === 'audio' ? null : this.askedPart(block);
      return part ? [part] : [];
    });
    const texts = parts.map(part => part.text).filter(text => typeof text === 'string');
    if (isError === true && !texts.some(text => /error/i.test(text))) {
      this.dropped.add('message.is_error');
      if (texts.length === parts.length) return `Error: ${texts.join('\n')}`;
      return [{ type: 'input_text', text: 'Error:' }, ...parts];
    }
    if (isError === true) this.dropped.add('message.is_error');
    return parts.length === texts.length && texts.length < 2 ? (texts[0] ?? '') : parts;
  }
}

function callItem({ name, arguments: args, kind }: ToolCallBlock, id: string): JsonObject {
  if (kind === 'custom') return { type: 'custom_tool_call', call_id: id, name, input: args };
  return { type: 'function_call', call_id: id, name, arguments: args === '' ? '{}' : args };
}

function outputType(kind: ToolCallBlock['kind']): string {
  return kind === 'custom' ? 'custom_tool_call_output' : 'function_call_output';
}

function imagePart({ source, detail }: ImageBlock): JsonObject {
  const type = 'input_image';
  const rest = detail === undefined ? {} : { detail };
  if (source.kind === 'stored') return { type, file_id: source.id, ...rest };
  const url = source.kind === 'url' ? source.url : `data:${source.mime};base64,${source.data}`;
  return { type, image_url: url, ...rest };
}

function filePart({ source, name }: FileBlock): JsonObject {
  const type = 'input_file';
  if (source.kind === 'stored') return { type, file_id: source.id };
  const filename = name === undefined ? {} : { filename: name };
  if (source.kind === 'url') return { type, file_url: source.url, ...filename };
  // The provider refuses file bytes without a name.
  const named = { filename: name ?? (source.mime === 'application/pdf' ? 'document.pdf' : 'document.txt') };
  return { type, ...named, file_data: `data:${source.mime};base64,${source.data}` };
}

function audioPart({ data, format }: AudioBlock): JsonObject {
  return { type: 'input_audio', input_audio: { data, format } };
}
