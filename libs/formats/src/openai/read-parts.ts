import { Fields } from '../canonical/fields';
import { type ChatBlock, type FileBlock, type MediaSource } from '../canonical/chat';
import { asList, asText, at, isJsonObject } from '../json/read-value';
import { readCacheMark, sourceOfUrl } from './media';

/** Collects the name of a field in a caller's body that has no place in the canonical form. */
export type Note = (name: string) => void;

/** Reads the content of a message: a text, a list of parts, a single part, or nothing. Empty texts make no block. */
export function readContent(content: unknown, note: Note): readonly ChatBlock[] {
  if (content === null || content === undefined || content === '') return [];
  const parts: readonly unknown[] = Array.isArray(content) ? content : [content];
  return parts.flatMap(part => readPart(part, note) ?? []);
}

function readPart(part: unknown, note: Note): ChatBlock | null {
  if (typeof part === 'string') return part === '' ? null : { type: 'text', text: part };
  if (!isJsonObject(part)) {
    note('message.content');
    return null;
  }
  const fields = new Fields(part);
  fields.ignore('index');
  const type = fields.text('type') ?? 'text';
  const block = readTyped(type, fields);
  if (block === undefined) {
    note(`message.${type}`);
    return null;
  }
  for (const name of fields.rest) note(`message.${name}`);
  return block;
}

/** Returns undefined for a part that has no place in the canonical form, and null for an empty part. */
function readTyped(type: string, fields: Fields): ChatBlock | null | undefined {
  const mark = readCacheMark(fields.any('cache_control'));
  const cache = mark && { cache: mark };
  switch (type) {
    case 'text': {
      const text = fields.text('text');
      return text === '' ? null : text === undefined ? undefined : { type, text, ...cache };
    }
    case 'refusal': {
      const text = fields.text('refusal');
      return text === '' ? null : text === undefined ? undefined : { type, text };
    }
    case 'thinking': {
      const text = thinkingText(fields.any('thinking'));
      return text === '' ? null : { type: 'reasoning', text };
    }
    case 'image_url':
    case 'image': {
      const image = fields.any('image_url') ?? fields.any('image');
      const url = typeof image === 'string' ? image : asText(at(image, 'url'));
      const detail = asText(at(image, 'detail')) || fields.text('detail');
      return url === '' ? undefined : { type: 'image', source: sourceOfUrl(url), ...(detail && { detail }), ...cache };
    }
    case 'input_audio': {
      const audio = fields.any('input_audio');
      const data = asText(at(audio, 'data'));
      const source = sourceOfUrl(data);
      if (data === '') return undefined;
      return {
        type: 'audio',
        data: source.kind === 'data' ? source.data : data,
        format: asText(at(audio, 'format')) || 'wav',
      };
    }
    case 'video_url': {
      const video = fields.any('video_url');
      const url = typeof video === 'string' ? video : asText(at(video, 'url'));
      return url === '' ? undefined : { type: 'video', source: sourceOfUrl(url) };
    }
    case 'file': {
      const file = readFile(fields.any('file'));
      return file ? { ...file, ...cache } : undefined;
    }
    default:
      return undefined;
  }
}

function readFile(file: unknown): FileBlock | null {
  const name = asText(at(file, 'filename'));
  const source = sourceOfFile(file, name);
  return source && { type: 'file', source, ...(name !== '' && { name }) };
}

function sourceOfFile(file: unknown, name: string): MediaSource | null {
  const id = asText(at(file, 'file_id'));
  if (id !== '') return { kind: 'stored', id };
  const data = asText(at(file, 'file_data'));
  if (data === '') return null;
  if (/^(data:|https?:)/i.test(data)) return sourceOfUrl(data);
  // Some clients send the base64 without its prefix.
  return { kind: 'data', mime: /\.pdf$/i.test(name) ? 'application/pdf' : 'application/octet-stream', data };
}

/** Reads Mistral's reasoning: a text, or a list of parts with texts. */
function thinkingText(thinking: unknown): string {
  if (typeof thinking === 'string') return thinking;
  return asList(thinking)
    .map(inner => asText(at(inner, 'text')))
    .join('');
}
