import { Fields } from '../canonical/fields';
import { decodeSeal, isEnvelope, openCallId } from '../canonical/seal';
import {
  type ChatBlock,
  type ChatMessage,
  type ReasoningBlock,
  type TextBlock,
  type ToolCallBlock,
  type ToolResultBlock,
} from '../canonical/chat';
import { type JsonObject, asList, asText, at, isJsonObject } from '../json/read-value';
import { clientToolForms, clientToolOfItem, readClientOutput } from './client-tools';
import { readContent, readOutputContent } from './read-content';
import { type ClientTool, type ToolNames } from './tool-names';

const ROLES = ['system', 'developer', 'user', 'assistant'] as const;

/**
 * Reads the items of `input` as messages: consecutive output of the model, with its calls, becomes one assistant
 * message, and consecutive tool outputs become one user message. Source: Responses API, input items, read 2026-08.
 */
export class ItemReader {
  readonly messages: ChatMessage[] = [];
  private said: ChatBlock[] = [];
  private results: ToolResultBlock[] = [];
  /** The seals of the reasoning in `said`, so that none is added twice. */
  private seals = new Set<string>();

  constructor(
    private readonly names: ToolNames,
    private readonly extraFields: Set<string>,
  ) {}

  readAll(items: readonly unknown[]): readonly ChatMessage[] {
    for (const item of items) {
      if (typeof item === 'string') this.addMessage('user', readContent(item, this.extraFields));
      else if (isJsonObject(item)) this.read(item);
      else this.extraFields.add('input');
    }
    this.close();
    return this.messages;
  }

  private read(item: JsonObject): void {
    const type = asText(item.type) || (item.role === undefined ? '' : 'message');
    const fields = new Fields(item);
    fields.ignore('type', 'id', 'status', 'created_by');
    const client = clientToolOfItem(type);
    if (client?.isOutput) this.addClientOutput(item, fields);
    else if (client) this.addClientCall(item, fields, client.kind);
    else if (!this.readKnown(type, item, fields)) {
      this.extraFields.add(`input.${type || 'item'}`);
      return;
    }
    for (const name of fields.rest) this.extraFields.add(`message.${name}`);
  }

  private readKnown(type: string, item: JsonObject, fields: Fields): boolean {
    switch (type) {
      case 'message':
        fields.ignore('phase');
        this.readMessage(fields);
        return true;
      case 'reasoning':
        this.addReasoning(item, fields);
        return true;
      case 'function_call':
        this.addCall('function', item, fields, fields.text('arguments') ?? '');
        return true;
      case 'custom_tool_call':
        this.addCall('custom', item, fields, fields.text('input') ?? '');
        return true;
      case 'function_call_output':
      case 'custom_tool_call_output':
        this.addResult(fields.text('call_id') ?? '', readOutputContent(fields.any('output'), this.extraFields));
        fields.ignore('name');
        return true;
      case 'compaction':
        return this.addCompaction(fields);
      default:
        return false;
    }
  }

  private readMessage(fields: Fields): void {
    const given = fields.text('role') ?? 'user';
    const role = ROLES.find(known => known === given);
    if (!role) this.extraFields.add('message.role');
    const blocks = readContent(fields.any('content'), this.extraFields);
    if (role === 'assistant') this.say(blocks);
    else this.addMessage(role ?? 'user', blocks);
  }

  private addMessage(role: ChatMessage['role'], blocks: readonly ChatBlock[]): void {
    this.close();
    if (blocks.length > 0) this.messages.push({ role, blocks });
  }

  private addReasoning(item: JsonObject, fields: Fields): void {
    const text = reasoningText(item);
    const envelope = fields.text('encrypted_content') ?? '';
    fields.ignore('summary', 'content');
    const id = asText(item.id);
    const sealed = decodeSeal(envelope);
    if (sealed) this.saySealed({ type: 'reasoning', text: sealed.text || text, seal: sealed.seal });
    else if (envelope !== '' && !isEnvelope(envelope)) {
      const seal = { provider: 'openai', kind: 'encrypted', value: envelope, ...(id !== '' && { id }) } as const;
      this.say([{ type: 'reasoning', text, seal }]);
    } else if (text !== '') this.say([{ type: 'reasoning', text }]);
    else if (id !== '') this.extraFields.add('message.reasoning'); // the provider stores it under this id
  }

  /** Google seals plain text, too; such a seal follows its text in an item of its own. */
  private saySealed(block: ReasoningBlock): void {
    const last = this.said.at(-1);
    const belongsToText =
      block.seal?.provider === 'google' && block.text === '' && last?.type === 'text' && last.seal === undefined;
    if (!belongsToText) this.say([block]);
    else this.said[this.said.length - 1] = { ...last, seal: block.seal } as TextBlock;
  }

  private addCall(kind: ToolCallBlock['kind'], item: JsonObject, fields: Fields, args: string): void {
    const name = this.names.flatNameOf(fields.text('name') ?? '', fields.text('namespace'));
    this.sayCall(fields.text('call_id') ?? asText(item.id), { name, arguments: args, kind });
  }

  private addClientCall(item: JsonObject, fields: Fields, kind: ClientTool): void {
    fields.ignore('action', 'operation', 'environment', 'max_output_length');
    const args = JSON.stringify(clientToolForms[kind].readArguments(item));
    const name = this.names.flatNameOfClientTool(kind);
    this.sayCall(fields.text('call_id') ?? asText(item.id), { name, arguments: args, kind: 'function' });
  }

  private sayCall(shownId: string, call: Pick<ToolCallBlock, 'name' | 'arguments' | 'kind'>): void {
    const { id, sealed } = openCallId(shownId);
    const belongsToCall = sealed?.seal.provider === 'google';
    if (sealed && !belongsToCall && !this.seals.has(sealed.seal.value)) {
      this.say([{ type: 'reasoning', text: sealed.text, seal: sealed.seal }]);
    }
    this.say([{ type: 'toolCall', id, ...call, ...(belongsToCall && { seal: sealed.seal }) }]);
  }

  private addClientOutput(item: JsonObject, fields: Fields): void {
    fields.ignore('output', 'max_output_length');
    const { text, isError } = readClientOutput(item);
    const content: TextBlock[] = text === '' ? [] : [{ type: 'text', text }];
    this.addResult(fields.text('call_id') ?? asText(item.id), content, isError);
  }

  private addResult(shownId: string, content: ToolResultBlock['content'], isError = false): void {
    if (this.results.length === 0) this.close();
    const { id: callId } = openCallId(shownId);
    this.results.push({ type: 'toolResult', callId, content, ...(isError && { isError }) });
  }

  /** Reads a summary of the conversation so far; other providers can use only its readable form. */
  private addCompaction(fields: Fields): boolean {
    const text = fields.text('text') ?? fields.text('summary') ?? '';
    if (text === '') return false;
    this.addMessage('user', [{ type: 'text', text }]);
    return true;
  }

  private say(blocks: readonly ChatBlock[]): void {
    if (this.said.length === 0) this.close();
    for (const block of blocks) {
      this.said.push(block);
      if (block.type === 'reasoning' && block.seal) this.seals.add(block.seal.value);
    }
  }

  private close(): void {
    if (this.said.length > 0) this.messages.push({ role: 'assistant', blocks: this.said });
    if (this.results.length > 0) this.messages.push({ role: 'user', blocks: this.results });
    this.said = [];
    this.results = [];
    this.seals = new Set();
  }
}

/** The text of a reasoning item: the full reasoning if the provider shows it, otherwise its summary. */
export function reasoningText(item: JsonObject): string {
  const texts = (parts: unknown): string => asList(parts).map(partText).filter(Boolean).join('\n\n');
  return texts(item.content) || texts(item.summary);
}

function partText(part: unknown): string {
  return typeof part === 'string' ? part : asText(at(part, 'text'));
}
