import { Fields } from '../canonical/fields';
import { type SealedReasoning } from '../canonical/seal';
import {
  type ChatBlock,
  type ChatMessage,
  type ReasoningBlock,
  type ToolCallBlock,
  type ToolResultBlock,
} from '../canonical/chat';
import { argumentsText } from './chunk-fields';
import { type JsonObject, asRecord, asText, isJsonObject } from '../json/read-value';
import { readCitations } from './citations';
import { type Note, readContent } from './read-parts';
import { googleSealOf } from './google-signatures';
import { openSealedId } from './sealed-ids';

/**
 * Reads messages of the chat format. Tool results stand in a user message, together with the user's next text;
 * reasoning that was sealed in ids of tool calls stands before the block that it led to.
 */
export function readMessages(list: readonly unknown[], note: Note): readonly ChatMessage[] {
  const reader = new MessageReader(note);
  for (const message of list) {
    if (isJsonObject(message)) reader.add(message);
    else note('messages');
  }
  return reader.messages;
}

interface OpenMessage {
  readonly role: ChatMessage['role'];
  readonly blocks: ChatBlock[];
  readonly name?: string;
}

class MessageReader {
  readonly messages: OpenMessage[] = [];
  /** Calls of the deprecated kind have no id; the next result with the same name belongs to the call. */
  private readonly legacyIds = new Map<string, string>();
  private legacyCount = 0;
  /** The last user message, while it holds nothing but results. */
  private results: OpenMessage | null = null;

  constructor(private readonly note: Note) {}

  add(message: JsonObject): void {
    const fields = new Fields(message);
    const role = fields.text('role');
    switch (role) {
      case 'assistant':
        this.push({ role, blocks: this.readAssistant(fields), ...nameOf(fields) });
        break;
      case 'system':
      case 'developer':
        this.push({ role, blocks: [...readContent(fields.any('content'), this.note)], ...nameOf(fields) });
        break;
      case 'tool':
      case 'function':
        this.addResult(this.readResult(fields, role));
        break;
      default:
        if (role !== 'user') this.note('message.role');
        this.addUser([...readContent(fields.any('content'), this.note)], nameOf(fields));
    }
    for (const name of fields.rest) this.note(`message.${name}`);
  }

  private push(message: OpenMessage): void {
    this.results = null;
    this.messages.push(message);
  }

  private addUser(blocks: ChatBlock[], name: { readonly name?: string }): void {
    const open = this.results;
    if (open && name.name === undefined) {
      for (const block of blocks) open.blocks.push(block);
      this.results = null;
    } else this.push({ role: 'user', blocks, ...name });
  }

  private addResult(result: ToolResultBlock): void {
    if (this.results) {
      this.results.blocks.push(result);
      return;
    }
    const message: OpenMessage = { role: 'user', blocks: [result] };
    this.push(message);
    this.results = message;
  }

  private readResult(fields: Fields, role: 'tool' | 'function'): ToolResultBlock {
    const name = fields.text('name');
    const legacyId = this.legacyIds.get(name ?? '') ?? `call_${name ?? 'function'}`;
    const callId = role === 'tool' ? openSealedId(fields.text('tool_call_id') ?? '').id : legacyId;
    const content: ToolResultBlock['content'][number][] = [];
    for (const block of readContent(fields.any('content'), this.note)) {
      if (block.type === 'text' || block.type === 'image' || block.type === 'audio' || block.type === 'file') {
        content.push(block);
      } else this.note(`message.${block.type}`);
    }
    return { type: 'toolResult', callId, ...(name !== undefined && { name }), content };
  }

  private readAssistant(fields: Fields): ChatBlock[] {
    const content = readContent(fields.any('content'), this.note);
    const refusal = fields.text('refusal');
    const spoken = asText(asRecord(fields.any('audio'))?.id);
    const said = withCitations(
      content.filter(block => block.type !== 'reasoning'),
      readCitations(fields.any('annotations')),
    );
    if (refusal) said.push({ type: 'refusal', text: refusal });
    if (spoken !== '') said.push({ type: 'audio', data: '', format: '', id: spoken });
    for (const image of fields.list('images') ?? []) said.push(...readContent(image, this.note));
    const calls = this.readCalls(fields);
    const thinking = content.flatMap(block => (block.type === 'reasoning' ? [block.text] : [])).join('');
    return arrange(reasoningIn(fields) + thinking, said, calls);
  }

  private readCalls(fields: Fields): readonly SealedCall[] {
    const calls = (fields.list('tool_calls') ?? []).flatMap(call => (isJsonObject(call) ? [this.readCall(call)] : []));
    const legacy = fields.object('function_call');
    if (!legacy) return calls;
    const name = asText(legacy.name);
    const id = `call_${name || 'function'}_${this.legacyCount++}`;
    this.legacyIds.set(name, id);
    const block: ToolCallBlock = {
      type: 'toolCall',
      id,
      name,
      arguments: argumentsText(legacy.arguments),
      kind: 'function',
    };
    return [...calls, { block, sealed: [] }];
  }

  private readCall(call: JsonObject): SealedCall {
    const fields = new Fields(call);
    fields.ignore('index', 'type');
    const custom = asRecord(fields.any('custom'));
    const body = custom ?? asRecord(fields.any('function')) ?? {};
    const { id, sealed } = openSealedId(fields.text('id') ?? '');
    const beside = googleSealOf(call);
    if (beside) fields.ignore('extra_content');
    for (const name of fields.rest) this.note(`message.${name}`);
    const isOwn = ({ seal, text }: SealedReasoning): boolean => seal.provider === 'google' && text === '';
    // Clients send back one of the two seals, or both; the one next to the call can only be Google's own.
    const own = sealed.find(isOwn)?.seal ?? beside;
    return {
      block: {
        type: 'toolCall',
        id,
        name: asText(body.name),
        arguments: argumentsText(body.arguments ?? body.input),
        kind: custom ? 'custom' : 'function',
        ...(own && { seal: own }),
      },
      sealed: sealed.filter(one => !isOwn(one)),
    };
  }
}

interface SealedCall {
  readonly block: ToolCallBlock;
  readonly sealed: readonly SealedReasoning[];
}

function nameOf(fields: Fields): { readonly name?: string } {
  const name = fields.text('name');
  return name === undefined ? {} : { name };
}

/** Some clients send the same text under both names, so only one is taken. */
function reasoningIn(fields: Fields): string {
  const text = fields.text('reasoning_content') || fields.text('reasoning') || '';
  fields.ignore('reasoning_content', 'reasoning');
  return text;
}

/**
 * Offsets of annotations count through the whole content; those of the canonical form count within the block, which is
 * the last text.
 */
function withCitations(blocks: ChatBlock[], citations: ReturnType<typeof readCitations>): ChatBlock[] {
  const last = blocks.findLastIndex(block => block.type === 'text');
  const text = blocks[last];
  if (citations.length > 0 && text?.type === 'text') blocks[last] = { ...text, citations };
  return blocks;
}

/**
 * Puts reasoning first, as providers require it back; the reasoning that led to a later call stands directly before
 * that call.
 */
function arrange(plain: string, said: readonly ChatBlock[], calls: readonly SealedCall[]): ChatBlock[] {
  const seen = new Set<string>();
  const before = calls.map(({ sealed }) => sealed.filter(one => isNew(one, seen)).map(toReasoning));
  // Callers who send the reasoning back separately send the text that the seals cover, too.
  const rest = withoutTexts(
    plain,
    before.flat().map(({ text }) => text),
  );
  const bare: ChatBlock[] = rest.trim() === '' ? [] : [{ type: 'reasoning', text: rest }];
  const led = calls.map(({ block }, index) => (index === 0 ? [block] : [...(before[index] ?? []), block]));
  return [...bare, ...(before[0] ?? []), ...said, ...led.flat()];
}

/**
 * So many texts that are not found mean that the caller has rewritten the reasoning; the others are not searched for.
 */
const MISSES_MAX = 32;

/** Removes texts that occur in a text in this order; each is removed once. */
function withoutTexts(whole: string, texts: readonly string[]): string {
  const kept: string[] = [];
  let from = 0;
  let misses = 0;
  for (const text of texts) {
    if (text === '' || misses >= MISSES_MAX) continue;
    const at = whole.indexOf(text, from);
    if (at === -1) misses += 1;
    else {
      kept.push(whole.slice(from, at));
      from = at + text.length;
    }
  }
  return kept.join('') + whole.slice(from);
}

function isNew({ seal }: SealedReasoning, seen: Set<string>): boolean {
  const key = JSON.stringify([seal.provider, seal.kind, seal.value]);
  if (seen.has(key)) return false;
  seen.add(key);
  return true;
}

function toReasoning({ seal, text }: SealedReasoning): ReasoningBlock {
  return { type: 'reasoning', text, seal };
}
