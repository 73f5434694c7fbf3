import { type ModelTraits } from './models';
import { type DroppedFields } from '../canonical/dropped-fields';
import { type ChatBlock, type ChatMessage, type ReasoningBlock } from '../canonical/chat';
import { CallIds } from './call-ids';
import {
  type WireBlock,
  lostName,
  some,
  writeText,
  writeToolCall,
  writeToolResult,
  writeUserBlock,
} from './write-content';

/** The text of a user turn that the API requires and the caller did not send. */
const PLACEHOLDER = '…';
const NO_RESULT = 'result not available';

interface WireMessage {
  readonly role: 'user' | 'assistant';
  content: WireBlock[];
}

interface Conversation {
  readonly system: WireBlock[];
  readonly messages: WireMessage[];
  /**
   * The last turn holds tool results for a call whose message does not begin with sealed thinking; a model with a
   * thinking budget then refuses to think.
   */
  readonly isLoopUnsigned: boolean;
}

interface Turn {
  readonly role: 'user' | 'assistant';
  readonly blocks: WireBlock[];
  /** Results of the calls directly before keep this turn even when it holds nothing else. */
  hasResults: boolean;
}

/**
 * Writes the messages as the API requires them: instructions first, user and assistant in turn with the user first, all
 * results of a message's calls at the beginning of the next message, no blank text.
 */
export function writeConversation(
  messages: readonly ChatMessage[],
  traits: ModelTraits,
  dropped: DroppedFields,
): Conversation {
  const firstTalk = messages.findIndex(message => message.role === 'user' || message.role === 'assistant');
  const split = firstTalk === -1 ? messages.length : firstTalk;
  const system = messages.slice(0, split).flatMap(message => instructionBlocks(message, dropped));
  const writer = new TurnWriter(traits, dropped);
  for (const message of messages.slice(split)) writer.add(message);
  return { system, ...writer.finish() };
}

/** Instructions are text only. */
function instructionBlocks({ blocks }: ChatMessage, dropped: DroppedFields): WireBlock[] {
  return blocks.flatMap(block => {
    if (block.type === 'text') return some(writeText(block.text, block.cache));
    dropped.add(lostName(block));
    return [];
  });
}

class TurnWriter {
  private readonly turns: Turn[] = [];
  private readonly ids = new CallIds();
  private readonly results = new Map<string, WireBlock>();
  private lastCalls = new Set<string>();

  constructor(
    private readonly traits: ModelTraits,
    private readonly dropped: DroppedFields,
  ) {}

  add(message: ChatMessage): void {
    if (message.name !== undefined) this.dropped.add('message.name');
    switch (message.role) {
      case 'assistant':
        this.addAssistant(message.blocks);
        return;
      case 'user':
        this.addUser(message.blocks);
        return;
      default:
        // The API takes instructions only at the beginning; as a user turn at their place they keep the order and the
        // prompt cache.
        this.dropped.add('message.role');
        this.turns.push({ role: 'user', blocks: instructionBlocks(message, this.dropped), hasResults: false });
    }
  }

  finish(): Omit<Conversation, 'system'> {
    const spoken = this.turns.filter(({ blocks, hasResults }) => blocks.length > 0 || hasResults);
    const messages = inTurn(spoken.map(({ role, blocks }) => ({ role, content: blocks })));
    const paired = messages.flatMap((message, index) => this.withResults(message, messages[index + 1]));
    // Late results have been moved to the message after their call, which may have emptied their own message.
    const answered = inTurn(paired.filter(({ content }) => content.length > 0));
    if (answered[0]?.role !== 'user') answered.unshift(placeholder());
    return { messages: answered, isLoopUnsigned: isLoopUnsigned(answered) };
  }

  private addUser(blocks: readonly ChatBlock[]): void {
    const turn: Turn = { role: 'user', blocks: [], hasResults: false };
    for (const block of blocks) {
      if (block.type !== 'toolResult') {
        turn.blocks.push(...some(writeUserBlock(block, this.dropped)));
        continue;
      }
      const id = this.ids.find(block.callId);
      if (id === undefined || this.results.has(id)) this.dropped.add('message.tool_result');
      else {
        this.results.set(id, writeToolResult(block, id, this.dropped));
        turn.hasResults ||= this.lastCalls.has(id);
      }
    }
    this.turns.push(turn);
  }

  private addAssistant(blocks: readonly ChatBlock[]): void {
    const written: WireBlock[] = [];
    const calls: WireBlock[] = [];
    for (const block of blocks) {
      if (block.type === 'toolCall') calls.push(writeToolCall(block, this.ids.begin(block.id), this.dropped));
      else written.push(...some(this.assistantBlock(block)));
    }
    if (calls.length > 0) this.lastCalls = new Set(calls.map(call => String(call.id)));
    this.turns.push({ role: 'assistant', blocks: [...written, ...calls], hasResults: false });
  }

  private assistantBlock(block: ChatBlock): WireBlock | null {
    switch (block.type) {
      case 'text':
        if (block.citations) this.dropped.add('message.citations');
        if (block.seal) this.dropped.add('message.reasoning_signature');
        return writeText(block.text, block.cache);
      case 'refusal':
        this.dropped.add('message.refusal');
        return writeText(block.text);
      case 'reasoning':
        return this.reasoning(block);
      case 'audio':
        this.dropped.add('message.audio');
        return writeText(block.transcript ?? '');
      default:
        this.dropped.add(lostName(block));
        return null;
    }
  }

  /** Only thinking that the provider has sealed may be sent back. */
  private reasoning({ text, seal }: ReasoningBlock): WireBlock | null {
    if (seal && (seal.provider !== 'anthropic' || this.traits.thinking === 'none')) {
      this.dropped.add('message.reasoning_signature');
    }
    if (seal?.provider !== 'anthropic' || this.traits.thinking === 'none') {
      if (text !== '') this.dropped.add('message.reasoning');
      return null;
    }
    if (seal.kind === 'redacted') return { type: 'redacted_thinking', data: seal.value };
    return { type: 'thinking', thinking: text, signature: seal.value };
  }

  /** Puts the calls last in their message and their results at the beginning of the next user message. */
  private withResults(message: WireMessage, next: WireMessage | undefined): WireMessage[] {
    if (message.role === 'user') return [message];
    const isCall = (block: WireBlock): boolean => block.type === 'tool_use';
    const calls = message.content.filter(isCall);
    if (calls.length === 0) return [message];
    message.content = [...message.content.filter(block => !isCall(block)), ...calls];
    const results = calls.map(call => {
      const id = String(call.id);
      return this.results.get(id) ?? { type: 'tool_result', tool_use_id: id, content: NO_RESULT };
    });
    if (!next) return [message, { role: 'user', content: results }];
    next.content = [...results, ...next.content];
    return [message];
  }
}

/** Merges consecutive messages of the same role. */
function inTurn(messages: readonly WireMessage[]): WireMessage[] {
  const turns: WireMessage[] = [];
  for (const { role, content } of messages) {
    const last = turns.at(-1);
    if (last?.role === role) for (const block of content) last.content.push(block);
    else turns.push({ role, content: [...content] });
  }
  return turns;
}

function placeholder(): WireMessage {
  return { role: 'user', content: [{ type: 'text', text: PLACEHOLDER }] };
}

function isLoopUnsigned(messages: readonly WireMessage[]): boolean {
  const isInLoop = messages.at(-1)?.content[0]?.type === 'tool_result';
  const opening = messages.at(-2)?.content[0]?.type;
  return isInLoop && opening !== 'thinking' && opening !== 'redacted_thinking';
}

/**
 * Settles a conversation that ends with the assistant, which asks the model to continue that answer. Trailing white
 * space is refused and removed; where continuing is refused altogether, a user turn is added.
 */
export function settleEnding(messages: WireMessage[], isPrefillRefused: boolean, dropped: DroppedFields): void {
  const last = messages.at(-1);
  if (last?.role !== 'assistant') return;
  const block = last.content.at(-1);
  if (isPrefillRefused || block?.type !== 'text') {
    dropped.add('message.prefill');
    messages.push(placeholder());
    return;
  }
  block.text = String(block.text).trimEnd();
}
