import { openCallId } from '../canonical/seal';
import { type ChatBlock, type ToolCallBlock, type ToolResultBlock } from '../canonical/chat';
import { type JsonObject, asList, asText, at, isJsonObject, parseJson } from '../json/read-value';
import { CamelFields } from './camel-fields';
import { readFileData, readInlineData } from './media';
import { addSealed, addThought, readSignature } from './seals';

/** The state that the parts of a message share: calls made, calls without a result yet, and extra fields. */
export interface PartContext {
  readonly extraFields: Set<string>;
  /**
   * Registers a new call of the model.
   *
   * @returns the id of the call
   */
  called(name: string, id: string | undefined): string;
  /**
   * Registers a result.
   *
   * @returns the id of the call that it belongs to
   */
  answered(name: string, id: string | undefined): string;
}

/**
 * Adds the blocks of one part to the blocks of its message. Source: 'Part' in the reference of generateContent, read
 * 2026-08.
 */
export function readPart(part: unknown, blocks: ChatBlock[], context: PartContext): void {
  if (typeof part === 'string') {
    if (part !== '') blocks.push({ type: 'text', text: part });
    return;
  }
  if (!isJsonObject(part)) {
    if (part !== undefined && part !== null) context.extraFields.add('message.parts');
    return;
  }
  const fields = new CamelFields(part);
  const isThought = fields.boolean('thought') === true;
  const { own, before } = readSignature(fields.text('thoughtSignature'));
  if (before) addSealed(blocks, before);
  const block = readBlock(fields, isThought, blocks, context);
  for (const key of fields.rest) context.extraFields.add(`message.${key}`);
  if (block?.type === 'text' || block?.type === 'toolCall') {
    const isEmpty = block.type === 'text' && block.text === '' && !own;
    if (!isEmpty) blocks.push({ ...block, ...(own && { seal: own }) });
    return;
  }
  if (block?.type === 'reasoning') {
    const isEmpty = block.text === '' && !own;
    if (!isEmpty) addThought(blocks, { ...block, ...(own && { seal: own }) });
    return;
  }
  // A part of this kind has no place for its seal, so the seal stands before it as a block of its own.
  if (own) blocks.push({ type: 'reasoning', text: '', seal: own });
  if (block) blocks.push(block);
}

function readBlock(
  fields: CamelFields,
  isThought: boolean,
  blocks: ChatBlock[],
  context: PartContext,
): ChatBlock | null {
  const text = fields.text('text');
  if (text !== undefined) return isThought ? { type: 'reasoning', text } : { type: 'text', text };
  const inline = fields.object('inlineData');
  if (inline) {
    const media = readInlineData(inline);
    const isNamed = (inline.displayName ?? inline.display_name) !== undefined;
    if (isNamed && media?.type !== 'file') context.extraFields.add('message.inlineData.displayName');
    return media;
  }
  const stored = fields.object('fileData');
  if (stored) return readFileData(stored);
  const call = fields.object('functionCall');
  if (call) return readCallPart(call, blocks, context);
  const result = fields.object('functionResponse');
  if (result) return readResponsePart(result, context);
  const code = codeText(fields.object('executableCode'), fields.object('codeExecutionResult'));
  return code === null ? null : { type: 'text', text: code };
}

/** Code that the provider ran, or its output, as fenced text; null when there is neither. */
export function codeText(code: JsonObject | undefined, result: JsonObject | undefined): string | null {
  if (code) return fenced(asText(code.language).toLowerCase(), asText(code.code));
  return result ? fenced('', asText(result.output)) : null;
}

function fenced(language: string, text: string): string {
  return `\n\`\`\`${language}\n${text.replace(/\n$/, '')}\n\`\`\`\n`;
}

function readCallPart(call: JsonObject, blocks: ChatBlock[], context: PartContext): ToolCallBlock {
  const fields = new CamelFields(call);
  const name = fields.text('name') ?? '';
  const shown = fields.text('id');
  const { id, sealed } = openCallId(shown ?? '');
  const args = fields.object('args');
  for (const key of fields.rest) context.extraFields.add(`message.functionCall.${key}`);
  const isOfCall = sealed?.seal.provider === 'google' && sealed.seal.kind === 'signature' && sealed.text === '';
  if (sealed && !isOfCall) addSealed(blocks, sealed);
  return {
    type: 'toolCall',
    id: context.called(name, shown === undefined || id === '' ? undefined : id),
    name,
    arguments: JSON.stringify(args ?? {}),
    kind: 'function',
    ...(sealed && isOfCall && { seal: sealed.seal }),
  };
}

function readResponsePart(result: JsonObject, context: PartContext): ToolResultBlock {
  const fields = new CamelFields(result);
  const name = fields.text('name') ?? '';
  const { id } = openCallId(fields.text('id') ?? '');
  const { text, isError } = responseText(fields.any('response'));
  const content: ToolResultBlock['content'][number][] = text === '' ? [] : [{ type: 'text', text }];
  for (const part of fields.list('parts') ?? []) {
    const inline = at(part, 'inlineData') ?? at(part, 'inline_data');
    const media = isJsonObject(inline) ? readInlineData(inline) : null;
    if (media && media.type !== 'video') content.push(media);
    else context.extraFields.add('message.functionResponse.parts');
  }
  for (const key of fields.rest) context.extraFields.add(`message.functionResponse.${key}`);
  return {
    type: 'toolResult',
    callId: context.answered(name, id === '' ? undefined : id),
    ...(name !== '' && { name }),
    content,
    ...(isError && { isError }),
  };
}

/** Results are objects here; a single text in one of the usual fields is that text. */
function responseText(response: unknown): { readonly text: string; readonly isError: boolean } {
  if (typeof response === 'string') return { text: response, isError: false };
  if (!isJsonObject(response)) return { text: response === undefined ? '' : JSON.stringify(response), isError: false };
  const wrapped = wrappedText(response);
  return wrapped ?? { text: JSON.stringify(response), isError: false };
}

function wrappedText(response: JsonObject): { readonly text: string; readonly isError: boolean } | null {
  const [entry, ...others] = Object.entries(response);
  if (!entry || others.length > 0) return null;
  const [key, value] = entry;
  if (typeof value !== 'string' || !['result', 'output', 'error'].includes(key)) return null;
  return { text: value, isError: key === 'error' };
}

/** Writes the object for a tool's result: the inverse of the function above. */
export function writeResponse(text: string, isError: boolean): JsonObject {
  if (isError) return { error: text };
  const parsed = text.trimStart().startsWith('{') ? parseJson(text) : undefined;
  return isJsonObject(parsed) && !wrappedText(parsed) ? parsed : { result: text };
}

/** The parts of a content in any of their forms: a list, one part, or plain text. */
export function partsOf(content: unknown): readonly unknown[] {
  if (typeof content === 'string') return [content];
  if (!isJsonObject(content)) return [];
  const parts = content.parts;
  if (parts === undefined || parts === null) return Object.hasOwn(content, 'role') ? [] : [content];
  return Array.isArray(parts) ? asList(parts) : [parts];
}
