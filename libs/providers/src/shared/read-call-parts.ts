import {
  type DroppedFields,
  CallRefusal,
  type ChatBlock,
  type ChatCall,
  type ChatMessage,
  type FunctionTool,
  type ImageBlock,
  type ToolCallBlock,
  type ToolResultBlock,
  type JsonObject,
  isJsonObject,
  parseJson,
} from '@formats';
import { createHash } from 'node:crypto';
import { type UpstreamCall } from '../contract/upstream';

/** The texts and refusals in blocks, one per line. */
export function textOf(blocks: readonly ChatBlock[]): string {
  const texts = blocks.flatMap(block => (block.type === 'text' || block.type === 'refusal' ? [block.text] : []));
  return texts.filter(text => text !== '').join('\n');
}

/** The reasoning text of a message. */
export function reasoningOf(blocks: readonly ChatBlock[]): string {
  const texts = blocks.flatMap(block => (block.type === 'reasoning' && block.text !== '' ? [block.text] : []));
  return texts.join('\n');
}

export function toolCallsOf(blocks: readonly ChatBlock[]): readonly ToolCallBlock[] {
  return blocks.filter(block => block.type === 'toolCall');
}

export function toolResultsOf(blocks: readonly ChatBlock[]): readonly ToolResultBlock[] {
  return blocks.filter(block => block.type === 'toolResult');
}

/** The text of a tool result; all other parts become dropped fields. */
export function resultText(result: ToolResultBlock, dropped: DroppedFields): string {
  for (const block of result.content) if (block.type !== 'text') dropped.add(`message.${block.type}`);
  return textOf(result.content);
}

/** The function's name for each call id of the conversation. */
export function functionNames(messages: readonly ChatMessage[]): ReadonlyMap<string, string> {
  const calls = messages.flatMap(({ blocks }) => toolCallsOf(blocks));
  return new Map(calls.map(call => [call.id, call.name]));
}

/**
 * Arguments as an object. The free text of a custom tool is under `input`; arguments that are not an object count as
 * empty.
 */
export function argumentsObject({ kind, arguments: text }: ToolCallBlock): JsonObject {
  if (kind === 'custom') return { input: text };
  const value = parseJson(text);
  return isJsonObject(value) ? value : {};
}

/**
 * The images of a user's message. Media in messages of other roles become dropped fields; a user's medium that the
 * provider does not accept ends the attempt.
 *
 * @throws CallRefusal for audio, videos, documents, stored files, and for images unless the provider accepts them
 */
export function imagesOf(
  message: ChatMessage,
  options: { readonly takesImages: boolean; readonly dropped: DroppedFields },
): readonly ImageBlock[] {
  const images: ImageBlock[] = [];
  for (const block of message.blocks) {
    const isMedia = ['image', 'audio', 'video', 'file'].includes(block.type);
    if (!isMedia) continue;
    if (message.role !== 'user') options.dropped.add(`message.${block.type}`);
    else if (block.type === 'image' && options.takesImages && block.source.kind !== 'stored') images.push(block);
    else throw new CallRefusal(`${block.type} input is not supported by this model`);
  }
  return images;
}

/** An image as one address: http, or a data address with its base64. Stored images never reach this function. */
export function addressOfImage({ source }: ImageBlock): string {
  if (source.kind === 'url') return source.url;
  return source.kind === 'data' ? `data:${source.mime};base64,${source.data}` : '';
}

/**
 * The functions to offer to a provider without a tool choice: none when none may be called, one when one was named. A
 * required call cannot be expressed and becomes a dropped field.
 */
export function chosenFunctions(call: ChatCall, dropped: DroppedFields): readonly FunctionTool[] {
  const functions = call.tools.filter(tool => tool.type === 'function');
  const choice = call.settings.toolChoice ?? { type: 'auto' };
  if (choice.type === 'none') return [];
  if (functions.length === 0 || choice.type === 'auto') return functions;
  if (choice.type === 'required') dropped.add('tool_choice');
  if (choice.type === 'tool') {
    dropped.add('tool_choice');
    return functions.filter(({ name }) => name === choice.name);
  }
  if (choice.type !== 'allowed') return functions;
  if (choice.isRequired) dropped.add('tool_choice');
  return functions.filter(({ name }) => choice.names.includes(name));
}

/** Fields of this provider that a caller of the chat format wrote into the body by name. */
export function ownFields(call: UpstreamCall, names: readonly string[]): Record<string, unknown> {
  if (call.format !== 'openai') return {};
  const given = names.filter(name => Object.hasOwn(call.parsed, name) && call.parsed[name] !== null);
  return Object.fromEntries(given.map(name => [name, call.parsed[name]]));
}

/** An id for a provider that gives its tool calls none: equal parts yield equal ids, different parts different ones. */
export function derivedCallId(...parts: readonly (string | number)[]): string {
  return `call_${createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 24)}`;
}

/**
 * The number inside its limits; a changed number becomes a dropped field, because the caller's value is only
 * approximated.
 */
export function clamped(
  value: number | undefined,
  options: { readonly min: number; readonly max: number; readonly name: string; readonly dropped: DroppedFields },
): number | undefined {
  if (value === undefined) return undefined;
  const kept = Math.min(Math.max(value, options.min), options.max);
  if (kept !== value) options.dropped.add(options.name);
  return kept;
}

/** A copy without absent fields, so that nothing is sent as null. */
export function present(fields: JsonObject): Record<string, unknown> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}
