import { type ChatBlock, type ChatCall, type ChatMessage } from '../canonical/chat';
import { type JsonObject, asList, isJsonObject } from '../json/read-value';
import { CamelFields } from './camel-fields';
import { isCachedContent } from './media';
import { configOf, readConfig, readTopSettings } from './read-config';
import { ContentsReader } from './read-contents';
import { partsOf, readPart } from './read-parts';
import { readToolChoice, readTools } from './read-tools';

/**
 * Reads the body of generateContent, streamGenerateContent or countTokens, in camel case or snake case; source: the
 * provider's reference of generateContent, read 2026-08.
 */
export function readCall(parsed: JsonObject): ChatCall {
  const wrapped = parsed.generateContentRequest ?? parsed.generate_content_request;
  const fields = new CamelFields(isJsonObject(wrapped) && parsed.contents === undefined ? wrapped : parsed);
  fields.ignore('model', 'stream');
  const extraFields = new Set<string>();
  const reader = new ContentsReader(extraFields);
  const instruction = readInstruction(fields.any('systemInstruction'), reader);
  const cached = readCachedContent(fields.text('cachedContent'), extraFields);
  const messages = [...cached, ...instruction, ...reader.read(fields.any('contents'))];
  const tools = readTools(fields.any('tools'), extraFields);
  const toolChoice = readToolChoice(configOf(fields.any('toolConfig')), extraFields);
  const settings = {
    ...readConfig(configOf(fields.any('generationConfig')), extraFields),
    ...readTopSettings(fields, extraFields),
    ...(toolChoice && { toolChoice }),
  };
  for (const key of fields.rest) extraFields.add(key);
  return { messages, tools, settings, extraFields: [...extraFields] };
}

/** Reads instructions: a content, a list of parts, one part, or plain text; their role is ignored. */
function readInstruction(value: unknown, reader: ContentsReader): readonly ChatMessage[] {
  const list = Array.isArray(value) ? asList(value) : [value];
  const parts = list.flatMap(content => partsOf(isJsonObject(content) ? withoutRole(content) : content));
  const blocks: ChatBlock[] = [];
  for (const part of parts) readPart(part, blocks, reader);
  return blocks.length === 0 ? [] : [{ role: 'system', blocks }];
}

function withoutRole({ role: _role, ...content }: JsonObject): JsonObject {
  return content;
}

/**
 * A context stored at the provider is read as a stored file: another provider cannot leave it out, so it must refuse
 * the call.
 */
function readCachedContent(name: string | undefined, extraFields: Set<string>): readonly ChatMessage[] {
  if (name === undefined) return [];
  if (isCachedContent(name))
    return [{ role: 'user', blocks: [{ type: 'file', source: { kind: 'stored', id: name } }] }];
  extraFields.add('cachedContent');
  return [];
}
