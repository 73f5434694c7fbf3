import { type DroppedFields } from '../canonical/dropped-fields';
import { type ChatBlock, type ChatMessage, type ToolResultBlock } from '../canonical/chat';
import { type JsonObject } from '../json/read-value';
import { type ModelTraits } from './model-traits';
import { PartsWriter, writeResult } from './write-parts';

/** The part that the provider requires where there is nothing to say. */
const BLANK: JsonObject = { text: ' ' };

interface Content {
  readonly role: 'user' | 'model';
  readonly parts: readonly JsonObject[];
}

/**
 * Writes `contents`: user and model in turn, the user first, and after each turn with calls one content with all their
 * results. Results are moved next to their calls; a call without a result gets an empty one when the conversation goes
 * on, and a result without a call becomes text.
 *
 * @param opening text that stands before everything, for models that take no instructions
 */
export function writeContents(
  messages: readonly ChatMessage[],
  opening: readonly JsonObject[],
  traits: ModelTraits,
  dropped: DroppedFields,
): readonly JsonObject[] {
  const turns = mergedTurns(messages, dropped);
  const results = pairResults(turns);
  const writer = (): PartsWriter => new PartsWriter(traits.wantsSeals, dropped);
  const contents: Content[] = opening.length > 0 ? [{ role: 'user', parts: opening }] : [];
  turns.forEach(({ role, blocks }, index) => {
    if (role === 'model') {
      contents.push({ role, parts: writer().write(blocks) });
      const isLast = index === turns.length - 1;
      const answers = writeAnswers(blocks, results.byCall, isLast, dropped);
      if (answers.length > 0) contents.push({ role: 'user', parts: answers });
      return;
    }
    const rest = blocks.flatMap(block => orphanAsText(block, results.used, dropped));
    if (rest.length > 0 || !blocks.some(block => block.type === 'toolResult')) {
      contents.push({ role, parts: writer().write(rest) });
    }
  });
  return finished(contents);
}

interface Turn {
  readonly role: 'user' | 'model';
  readonly blocks: readonly ChatBlock[];
}

/** Merges consecutive messages of the same side. */
function mergedTurns(messages: readonly ChatMessage[], dropped: DroppedFields): readonly Turn[] {
  const turns: { readonly role: Turn['role']; readonly blocks: ChatBlock[] }[] = [];
  for (const message of messages) {
    if (message.name !== undefined) dropped.add('message.name');
    const role = message.role === 'assistant' ? 'model' : 'user';
    const blocks = role === 'user' ? message.blocks.filter(block => isOfUser(block, dropped)) : message.blocks;
    const last = turns.at(-1);
    if (last?.role === role) for (const block of blocks) last.blocks.push(block);
    else turns.push({ role, blocks: [...blocks] });
  }
  return turns;
}

/** A user turn may hold no calls and no reasoning; those blocks are named as dropped. */
function isOfUser({ type }: ChatBlock, dropped: DroppedFields): boolean {
  if (type === 'toolCall') dropped.add('message.tool_call');
  if (type === 'reasoning') dropped.add('message.reasoning');
  return type !== 'toolCall' && type !== 'reasoning';
}

interface PairedResults {
  readonly byCall: ReadonlyMap<ChatBlock, ToolResultBlock>;
  readonly used: ReadonlySet<ChatBlock>;
}

/**
 * Pairs each result with the first call before it that has its id and no result yet; ids may occur again in later
 * turns.
 */
function pairResults(turns: readonly Turn[]): PairedResults {
  const byCall = new Map<ChatBlock, ToolResultBlock>();
  const used = new Set<ChatBlock>();
  const waiting = new Map<string, { readonly calls: ChatBlock[]; next: number }>();
  for (const block of turns.flatMap(turn => turn.blocks)) {
    if (block.type === 'toolCall') {
      const sameId = waiting.get(block.id);
      if (sameId) sameId.calls.push(block);
      else waiting.set(block.id, { calls: [block], next: 0 });
    }
    if (block.type !== 'toolResult') continue;
    const open = waiting.get(block.callId);
    const call = open?.calls[open.next];
    if (!open || !call) continue;
    open.next += 1;
    byCall.set(call, block);
    used.add(block);
  }
  return { byCall, used };
}

function writeAnswers(
  blocks: readonly ChatBlock[],
  byCall: PairedResults['byCall'],
  isLast: boolean,
  dropped: DroppedFields,
): readonly JsonObject[] {
  const responses: JsonObject[] = [];
  const media: JsonObject[] = [];
  const calls = blocks.filter(block => block.type === 'toolCall');
  if (isLast) return []; // the conversation ends with the calls, so their results are still to come
  for (const call of calls) {
    const result = byCall.get(call) ?? { type: 'toolResult', callId: call.id, content: [] };
    const written = writeResult(result, call.name, dropped);
    responses.push(written.response);
    media.push(...written.media);
  }
  return [...responses, ...media];
}

function orphanAsText(block: ChatBlock, used: ReadonlySet<ChatBlock>, dropped: DroppedFields): readonly ChatBlock[] {
  if (block.type !== 'toolResult') return [block];
  if (used.has(block)) return [];
  dropped.add('message.tool_result');
  return block.content;
}

/** Puts the user first, joins contents of the same side, and gives each at least one part. */
function finished(contents: readonly Content[]): readonly JsonObject[] {
  const joined: { readonly role: Content['role']; readonly parts: JsonObject[] }[] =
    contents[0]?.role === 'user' ? [] : [{ role: 'user', parts: [BLANK] }];
  for (const { role, parts } of contents) {
    const filled = parts.length > 0 ? parts : [BLANK];
    const last = joined.at(-1);
    if (last?.role === role) for (const part of filled) last.parts.push(part);
    else joined.push({ role, parts: [...filled] });
  }
  return joined.map(content => ({ ...content }));
}
