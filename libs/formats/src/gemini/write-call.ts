import { type DroppedFields } from '../canonical/dropped-fields';
import { type ChatBlock, type ChatCall, type ChatMessage } from '../canonical/chat';
import { type JsonObject } from '../json/read-value';
import { isCachedContent } from './media';
import { geminiTraitsOf } from './model-traits';
import { writeConfig } from './write-config';
import { writeContents } from './write-contents';
import { writeTools } from './write-tools';

/**
 * Writes the body of generateContent. The model stands in the address, but it decides which fields are supported.
 * Source: 'Request body' in the reference of generateContent, read 2026-08.
 *
 * @throws CallRefusal when the call names a file that is stored at another provider
 */
export function writeCall(call: ChatCall, { model }: { readonly model: string }, dropped: DroppedFields): JsonObject {
  const traits = geminiTraitsOf(model);
  for (const name of call.extraFields) dropped.add(name);
  const { cachedContent, messages } = takeCachedContent(call.messages);
  const { instructions, conversation } = splitInstructions(messages);
  const parts = writeInstructions(instructions, dropped);
  const opening = traits.takesInstructions ? [] : parts;
  const tools = writeTools(call, traits, dropped);
  const hasTools = tools.tools !== undefined;
  return {
    ...(traits.takesInstructions && parts.length > 0 && { systemInstruction: { parts } }),
    contents: writeContents(conversation, opening, traits, dropped),
    ...tools,
    ...writeConfig(call, { traits, hasTools, dropped }),
    ...(cachedContent !== null && { cachedContent }),
  };
}

interface Split {
  readonly instructions: readonly ChatMessage[];
  readonly conversation: readonly ChatMessage[];
}

/**
 * Separates the instructions, wherever they stand; when there is nothing else, the last of them becomes the user's
 * turn.
 */
function splitInstructions(messages: readonly ChatMessage[]): Split {
  const isInstruction = ({ role }: ChatMessage): boolean => role === 'system' || role === 'developer';
  const instructions = messages.filter(isInstruction);
  const conversation = messages.filter(message => !isInstruction(message));
  const last = instructions.at(-1);
  if (conversation.length > 0 || !last) return { instructions, conversation };
  return { instructions: instructions.slice(0, -1), conversation: [{ ...last, role: 'user' }] };
}

function writeInstructions(messages: readonly ChatMessage[], dropped: DroppedFields): readonly JsonObject[] {
  const parts: JsonObject[] = [];
  for (const message of messages) {
    if (message.name !== undefined) dropped.add('message.name');
    for (const block of message.blocks) {
      if ('cache' in block && block.cache) dropped.add('message.cache_control');
      if (block.type !== 'text') dropped.add(`message.${block.type}`);
      else if (block.text !== '') parts.push({ text: block.text });
    }
  }
  return parts;
}

/** Separates the stored context that the call names from the messages. */
function takeCachedContent(messages: readonly ChatMessage[]): {
  readonly cachedContent: string | null;
  readonly messages: readonly ChatMessage[];
} {
  const nameOf = (block: ChatBlock): string | null =>
    block.type === 'file' && block.source.kind === 'stored' && isCachedContent(block.source.id)
      ? block.source.id
      : null;
  const cachedContent = messages.flatMap(({ blocks }) => blocks.map(nameOf)).find(name => name !== null) ?? null;
  if (cachedContent === null) return { cachedContent, messages };
  const kept = messages.map(message => ({
    ...message,
    blocks: message.blocks.filter(block => nameOf(block) === null),
  }));
  return {
    cachedContent,
    messages: kept.filter(({ blocks }, index) => blocks.length > 0 || messages[index]?.blocks.length === 0),
  };
}
