import { type ChatBlock, type ChatMessage } from '../../spec/chat';
import { type UnknownRecord, asText, isRecord } from '../../toolkit/read-value';
import { CamelFields } from './camel-fields';
import { type PartContext, partsOf, readPart } from './read-parts';

interface OpenCall {
  readonly id: string;
  readonly name: string;
  isAnswered: boolean;
}

/**
 * Reads the contents of a conversation. Callers of this format may leave the ids of calls out: such calls get one made of
 * their number and name, and answers are matched to the calls of the content before by order and name.
 */
export class ContentsReader implements PartContext {
  private count = 0;
  private open: OpenCall[] = [];

  constructor(readonly unplaced: Set<string>) {}

  /** A list of contents, one content, or bare text. */
  read(contents: unknown): ChatMessage[] {
    const list: readonly unknown[] = Array.isArray(contents) ? (contents as unknown[]) : [contents];
    return list.map(content => this.readContent(content)).filter(message => message !== null);
  }

  called(name: string, id: string | undefined): string {
    const known = id ?? `call_${this.count}_${name}`;
    this.count += 1;
    this.open.push({ id: known, name, isAnswered: false });
    return known;
  }

  answered(name: string, id: string | undefined): string {
    const waiting = this.open.filter(call => !call.isAnswered);
    const found =
      id === undefined
        ? (waiting.find(call => call.name === name) ?? waiting[0])
        : waiting.find(call => call.id === id);
    if (found) found.isAnswered = true;
    if (id !== undefined) return id;
    if (found) return found.id;
    this.count += 1;
    return `call_${this.count - 1}_${name}`;
  }

  private readContent(content: unknown): ChatMessage | null {
    if (typeof content !== 'string' && !isRecord(content)) return null;
    const role = roleOf(isRecord(content) ? asText(content['role']) : 'user');
    if (role === 'assistant' && this.open.some(call => call.isAnswered)) this.open = [];
    if (isRecord(content)) this.nameRest(content);
    const blocks: ChatBlock[] = [];
    for (const part of partsOf(content)) readPart(part, blocks, this);
    if (blocks.length === 0) return null;
    // Results come first: other formats want them next to their calls.
    const results = blocks.filter(block => block.type === 'toolResult');
    const rest = blocks.filter(block => block.type !== 'toolResult');
    return { role, blocks: [...results, ...rest] };
  }

  private nameRest(content: UnknownRecord): void {
    if (content['parts'] === undefined && content['role'] === undefined) return; // a bare part names its own
    const fields = new CamelFields(content);
    fields.ignore('role', 'parts');
    for (const key of fields.rest) this.unplaced.add(`message.${key}`);
  }
}

function roleOf(role: string): ChatMessage['role'] {
  if (role === 'model' || role === 'assistant') return 'assistant';
  return role === 'system' ? 'system' : 'user';
}
