import { type DroppedFields } from '../canonical/dropped-fields';
import {
  type CacheMark,
  type ChatBlock,
  type FileBlock,
  type ImageBlock,
  type ToolCallBlock,
  type ToolResultBlock,
} from '../canonical/chat';
import { type JsonObject, asRecord, parseJson } from '../json/read-value';
import { inputOfFreeText } from './custom-tools';

/** A block of the request; cache marks may still be removed from it. */
export type WireBlock = Record<string, unknown>;

const PDF = 'application/pdf';
const IMAGE_TYPES: ReadonlySet<string> = new Set(['image/jpeg', 'image/png', 'image/gif', 'image/webp']);

/** A list of the block, or an empty list, for use with `flatMap` and spreads. */
export function some(block: WireBlock | null): WireBlock[] {
  return block ? [block] : [];
}

/** Writes a cache mark as `cache_control`; five minutes are the default and need no lifetime. */
export function cacheControl(cache: CacheMark | undefined): JsonObject {
  if (!cache) return {};
  return { cache_control: { type: 'ephemeral', ...(cache.ttl === '1h' && { ttl: '1h' }) } };
}

/** The API refuses blank text, so a blank text yields no block. */
export function writeText(text: string, cache?: CacheMark): WireBlock | null {
  return text.trim() === '' ? null : { type: 'text', text, ...cacheControl(cache) };
}

/** Writes a block of a user message; a block that has no place is named in the dropped fields and yields null. */
export function writeUserBlock(block: ChatBlock, dropped: DroppedFields): WireBlock | null {
  switch (block.type) {
    case 'text':
      return writeText(block.text, block.cache);
    case 'image':
      return writeImage(block, dropped);
    case 'file':
      return writeFile(block, dropped);
    default:
      dropped.add(lostName(block));
      return null;
  }
}

/** The name under which a whole dropped block is listed. */
export function lostName({ type }: ChatBlock): string {
  return `message.${type.replace(/[A-Z]/g, letter => `_${letter.toLowerCase()}`)}`;
}

function writeImage({ source, cache, detail }: ImageBlock, dropped: DroppedFields): WireBlock | null {
  if (detail !== undefined) dropped.add('message.image_detail');
  switch (source.kind) {
    case 'url':
      return { type: 'image', source: { type: 'url', url: source.url }, ...cacheControl(cache) };
    case 'stored':
      return { type: 'image', source: { type: 'file', file_id: source.id }, ...cacheControl(cache) };
    case 'data': {
      const mime = imageTypeOf(source.data) ?? source.mime;
      if (!IMAGE_TYPES.has(mime)) {
        dropped.add('message.image');
        return null;
      }
      const sent = { type: 'base64', media_type: mime, data: source.data };
      return { type: 'image', source: sent, ...cacheControl(cache) };
    }
  }
}

/** The API refuses a wrong type, so the type is taken from the bytes. */
function imageTypeOf(data: string): string | null {
  if (data.startsWith('iVBORw0KGgo')) return 'image/png';
  if (data.startsWith('/9j/')) return 'image/jpeg';
  if (data.startsWith('R0lGOD')) return 'image/gif';
  return data.startsWith('UklGR') ? 'image/webp' : null;
}

function writeFile(block: FileBlock, dropped: DroppedFields): WireBlock | null {
  const { source, name, cache } = block;
  const rest = { ...(name !== undefined && name !== '' && { title: name }), ...cacheControl(cache) };
  switch (source.kind) {
    case 'url':
      return { type: 'document', source: { type: 'url', url: source.url }, ...rest };
    case 'stored':
      return { type: 'document', source: { type: 'file', file_id: source.id }, ...rest };
    case 'data': {
      const { mime, data } = source;
      if (mime === PDF) return { type: 'document', source: { type: 'base64', media_type: PDF, data }, ...rest };
      if (mime.startsWith('image/')) return writeImage({ type: 'image', source, ...(cache && { cache }) }, dropped);
      if (isPlainText(mime)) {
        const text = Buffer.from(data, 'base64').toString('utf8');
        return { type: 'document', source: { type: 'text', media_type: 'text/plain', data: text }, ...rest };
      }
      dropped.add('message.file');
      return null;
    }
  }
}

/** Types whose bytes are readable text. */
function isPlainText(mime: string): boolean {
  return mime.startsWith('text/') || mime === 'application/json';
}

/** Tells whether an image or document has a type that the provider reads. */
export function isReadable(block: ImageBlock | FileBlock): boolean {
  const { source } = block;
  if (source.kind !== 'data') return true;
  if (IMAGE_TYPES.has(imageTypeOf(source.data) ?? source.mime)) return true;
  return block.type === 'file' && (source.mime === PDF || isPlainText(source.mime));
}

export function writeToolCall(block: ToolCallBlock, id: string, dropped: DroppedFields): WireBlock {
  if (block.seal) dropped.add('message.reasoning_signature');
  return { type: 'tool_use', id, name: block.name, input: inputOf(block, dropped), ...cacheControl(block.cache) };
}

function inputOf({ arguments: written, kind }: ToolCallBlock, dropped: DroppedFields): JsonObject {
  if (kind === 'custom') return inputOfFreeText(written);
  if (written.trim() === '') return {};
  const input = asRecord(parseJson(written));
  if (input) return input;
  dropped.add('message.arguments');
  return { _raw: written };
}

/** Writes a single plain text as a text, everything else as blocks; empty content is allowed, too. */
export function writeToolResult(block: ToolResultBlock, id: string, dropped: DroppedFields): WireBlock {
  const content = block.content.flatMap(part => some(writeUserBlock(part, dropped)));
  const only = content.length === 1 ? content[0] : undefined;
  const isPlain = only?.type === 'text' && only.cache_control === undefined;
  return {
    type: 'tool_result',
    tool_use_id: id,
    content: isPlain ? only.text : content,
    ...(block.isError !== undefined && { is_error: block.isError }),
    ...cacheControl(block.cache),
  };
}
