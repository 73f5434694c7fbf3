import { type DroppedFields } from '../canonical/dropped-fields';
import {
  type CacheMark,
  type ChatBlock,
  type FileBlock,
  type ImageBlock,
  type ToolCallBlock,
  type ToolResultBlock,
} from '../canonical/chat';
import { type UnknownRecord, asRecord, parseJson } from '../json/read-value';
import { inputOfFreeText } from './custom-tools';

/** A block on its way out; cache marks may still be taken off it. */
export type WireBlock = Record<string, unknown>;

export const PDF = 'application/pdf';
const IMAGE_TYPES: ReadonlySet<string> = new Set(['image/jpeg', 'image/png', 'image/gif', 'image/webp']);

/** As a list, for putting together. */
export function some(block: WireBlock | null): WireBlock[] {
  return block ? [block] : [];
}

/** `cache_control` as the API spells it; five minutes need no lifetime. */
export function cacheControl(cache: CacheMark | undefined): UnknownRecord {
  if (!cache) return {};
  return { cache_control: { type: 'ephemeral', ...(cache.ttl === '1h' && { ttl: '1h' }) } };
}

/** Blank text is refused, so it becomes no block at all. */
export function writeText(text: string, cache?: CacheMark): WireBlock | null {
  return text.trim() === '' ? null : { type: 'text', text, ...cacheControl(cache) };
}

/** A block of the user's; what cannot be said is named in the dropped fields and yields null. */
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

/** The name by which the loss of a whole block shows. */
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

/** A wrong type is refused, so the bytes tell. */
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

/** Types whose bytes are text that can be read as it is. */
export function isPlainText(mime: string): boolean {
  return mime.startsWith('text/') || mime === 'application/json';
}

/** Whether an image or document has a type that the provider reads. */
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

function inputOf({ arguments: written, kind }: ToolCallBlock, dropped: DroppedFields): UnknownRecord {
  if (kind === 'custom') return inputOfFreeText(written);
  if (written.trim() === '') return {};
  const input = asRecord(parseJson(written));
  if (input) return input;
  dropped.add('message.arguments');
  return { _raw: written };
}

/** One plain text is sent as a text, everything else as blocks; nothing at all is fine, too. */
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
