import { type ChatBlock, type ChatMessage } from '../canonical/chat';
import { type JsonObject, asText, isJsonObject } from '../json/read-value';
import { CamelFields } from './camel-fields';
import { type PartContext, partsOf, readPart } from './read-parts';

interface OpenCall {
  readonly id: string;
  readonly name: string;
  isAnswered: boolean;
}

/** Calls in the order in which they were made; calls with a result are skipped once, however many there are. */
class CallQueue {
  private readonly calls: OpenCall[] = [];
  private next = 0;

  add(call: OpenCall): void {
    this.calls.push(call);
  }

  /** The first call that waits for its result. */
  first(): OpenCall | undefined {
    while (this.calls[this.next]?.isAnswered === true) this.next += 1;
    return this.calls[this.next];
  }
}

/** Calls without a result so far, which can be found by order, name and id. */
class OpenCalls {
  hasAnswers = false;
  private readonly all = new CallQueue();
  private readonly byName = new Map<string, CallQueue>();
  private readonly byId = new Map<string, CallQueue>();

  add(id: string, name: string): void {
    const call: OpenCall = { id, name, isAnswered: false };
    this.all.add(call);
    queueOf(this.byName, name).add(call);
    queueOf(this.byId, id).add(call);
  }

  /** @returns the call that this result belongs to, if there is one */
  answer(name: string, id: string | undefined): OpenCall | undefined {
    const found = id === undefined ? (this.byName.get(name)?.first() ?? this.all.first()) : this.byId.get(id)?.first();
    if (found) {
      found.isAnswered = true;
      this.hasAnswers = true;
    }
    return found;
  }
}

function queueOf(queues: Map<string, CallQueue>, key: string): CallQueue {
  const queue = queues.get(key) ?? new CallQueue();
  queues.set(key, queue);
  return queue;
}

/**
 * Reads the contents of a conversation. Callers of this format may leave out the ids of calls: such calls get an id
 * from their number and name, and results are matched to the calls of the content before them by order and name.
 */
export class ContentsReader implements PartContext {
  private count = 0;
  private open = new OpenCalls();

  constructor(readonly extraFields: Set<string>) {}

  /** Accepts a list of contents, one content, or plain text. */
  read(contents: unknown): ChatMessage[] {
    const list: readonly unknown[] = Array.isArray(contents) ? (contents as unknown[]) : [contents];
    return list.map(content => this.readContent(content)).filter(message => message !== null);
  }

  called(name: string, id: string | undefined): string {
    const known = id ?? `call_${this.count}_${name}`;
    this.count += 1;
    this.open.add(known, name);
    return known;
  }

  answered(name: string, id: string | undefined): string {
    const found = this.open.answer(name, id);
    if (id !== undefined) return id;
    if (found) return found.id;
    this.count += 1;
    return `call_${this.count - 1}_${name}`;
  }

  private readContent(content: unknown): ChatMessage | null {
    if (typeof content !== 'string' && !isJsonObject(content)) {
      if (content !== undefined && content !== null) this.extraFields.add('contents');
      return null;
    }
    const role = roleOf(isJsonObject(content) ? asText(content.role) : 'user');
    if (role === 'assistant' && this.open.hasAnswers) this.open = new OpenCalls();
    if (isJsonObject(content)) this.nameRest(content);
    const blocks: ChatBlock[] = [];
    for (const part of partsOf(content)) readPart(part, blocks, this);
    if (blocks.length === 0) return null;
    // Results come first, because other formats require them directly after their calls.
    const results = blocks.filter(block => block.type === 'toolResult');
    const rest = blocks.filter(block => block.type !== 'toolResult');
    return { role, blocks: [...results, ...rest] };
  }

  private nameRest(content: JsonObject): void {
    if (content.parts === undefined && content.role === undefined) return; // a plain part names its own
    const fields = new CamelFields(content);
    fields.ignore('role', 'parts');
    for (const key of fields.rest) this.extraFields.add(`message.${key}`);
  }
}

function roleOf(role: string): ChatMessage['role'] {
  if (role === 'model' || role === 'assistant') return 'assistant';
  return role === 'system' ? 'system' : 'user';
}
