import { Fields } from '../canonical/fields';
import {
  type AudioBlock,
  type ChatBlock,
  type FileBlock,
  type ImageBlock,
  type MediaSource,
  type TextBlock,
  type UrlCitation,
} from '../canonical/chat';
import { type JsonObject, asList, asText, isJsonObject } from '../json/read-value';

/** Blocks that both a message and the output of a tool may hold. */
type PartBlock = TextBlock | ImageBlock | AudioBlock | FileBlock;

const DATA_URL = /^data:([^;,]*)(?:;[^;,]*)*;base64,/i;

/**
 * Reads the content of a message or of a tool's output: a text, one part, or a list of parts.
 *
 * @param extraFields collects the names of unreadable parts, as `message.<key>`
 */
export function readContent(content: unknown, extraFields: Set<string>): ChatBlock[] {
  if (typeof content === 'string') return content === '' ? [] : [{ type: 'text', text: content }];
  const parts = isJsonObject(content) ? [content] : asList(content);
  return parts.flatMap(part => {
    const block = typeof part === 'string' ? textBlock(part) : isJsonObject(part) ? readPart(part, extraFields) : null;
    if (block === null && !isEmptyText(part)) extraFields.add(`message.${partName(part)}`);
    return block ?? [];
  });
}

/** Reads a tool's output: text, images, audio and documents; other parts, such as a refusal, are left out. */
export function readOutputContent(content: unknown, extraFields: Set<string>): PartBlock[] {
  return readContent(content, extraFields).filter((block): block is PartBlock => {
    const isPart = ['text', 'image', 'audio', 'file'].includes(block.type);
    if (!isPart) extraFields.add(`message.${block.type}`);
    return isPart;
  });
}

function readPart(part: JsonObject, extraFields: Set<string>): ChatBlock | null {
  const fields = new Fields(part);
  fields.ignore('type', 'logprobs');
  const block = blockOf(asText(part.type), fields);
  if (asList(part.annotations).some(annotation => readCitation(annotation) === null))
    extraFields.add('message.annotations');
  if (block) for (const name of fields.rest) extraFields.add(`message.${name}`);
  return block;
}

function blockOf(type: string, fields: Fields): ChatBlock | null {
  switch (type) {
    case 'input_text':
    case 'output_text':
    case 'summary_text':
    case 'text': {
      const citations = readCitations(fields.list('annotations'));
      const block = textBlock(fields.text('text') ?? '');
      return block && { ...block, ...(citations.length > 0 && { citations }) };
    }
    case 'refusal': {
      const text = fields.text('refusal') ?? '';
      return text === '' ? null : { type: 'refusal', text };
    }
    case 'input_image':
    case 'image_url':
      return imageOf(fields);
    case 'input_audio':
      return audioOf(fields);
    case 'input_file':
    case 'file':
      return fileOf(fields);
    default:
      return null;
  }
}

/** `image_url` is a text here and an object in the chat format; callers confuse the two. */
function imageOf(fields: Fields): ImageBlock | null {
  const nested = fields.object('image_url');
  const url = fields.text('image_url') ?? asText(nested?.url);
  const id = fields.text('file_id');
  const detail = fields.text('detail') ?? asText(nested?.detail);
  const source = url ? mediaOfUrl(url) : id ? ({ kind: 'stored', id } as const) : null;
  return source && { type: 'image', source, ...(detail !== '' && { detail }) };
}

function audioOf(fields: Fields): AudioBlock | null {
  const audio = fields.object('input_audio');
  const data = asText(audio?.data);
  return data === '' ? null : { type: 'audio', data, format: asText(audio?.format) || 'wav' };
}

function fileOf(fields: Fields): FileBlock | null {
  const nested = fields.object('file');
  const read = (key: string): string => fields.text(key) ?? asText(nested?.[key]);
  const [data, url, id, name] = [read('file_data'), read('file_url'), read('file_id'), read('filename')];
  const source: MediaSource | null = data
    ? fileData(data, name)
    : url
      ? { kind: 'url', url }
      : id
        ? { kind: 'stored', id }
        : null;
  return source && { type: 'file', source, ...(name !== '' && { name }) };
}

/** The data has a data URL's prefix, or is plain base64, which is a PDF unless its name says otherwise. */
function fileData(data: string, name: string): MediaSource {
  const source = mediaOfUrl(data);
  if (source.kind === 'data') return source;
  return { kind: 'data', mime: /\.(txt|md|csv)$/i.test(name) ? 'text/plain' : 'application/pdf', data };
}

/** A data URL is split into type and bytes; any other address stays an address. */
export function mediaOfUrl(url: string): MediaSource {
  const match = DATA_URL.exec(url.slice(0, 200));
  if (!match) return { kind: 'url', url };
  return { kind: 'data', mime: match[1] || 'application/octet-stream', data: url.slice(match[0].length) };
}

/** Reads citations of addresses; citations of files and containers mean nothing outside the provider. */
export function readCitations(annotations: unknown): UrlCitation[] {
  return asList(annotations).flatMap(annotation => readCitation(annotation) ?? []);
}

export function readCitation(annotation: unknown): UrlCitation | null {
  if (!isJsonObject(annotation) || annotation.type !== 'url_citation') return null;
  const { start_index: start, end_index: end } = annotation;
  return {
    url: asText(annotation.url),
    title: asText(annotation.title),
    ...(typeof start === 'number' && { start }),
    ...(typeof end === 'number' && { end }),
  };
}

export function writeCitation({ url, title, start, end }: UrlCitation): JsonObject {
  return { type: 'url_citation', url, title, start_index: start ?? 0, end_index: end ?? 0 };
}

function textBlock(text: string): TextBlock | null {
  return text === '' ? null : { type: 'text', text };
}

function isEmptyText(part: unknown): boolean {
  return part === '' || (isJsonObject(part) && (part.text === '' || part.refusal === ''));
}

function partName(part: unknown): string {
  return isJsonObject(part) ? asText(part.type) || 'content' : 'content';
}
