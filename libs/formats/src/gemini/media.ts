import { type AudioBlock, type FileBlock, type ImageBlock, type MediaSource, type VideoBlock } from '../canonical/chat';
import { CamelFields } from './camel-fields';
import { type JsonObject } from '../json/read-value';

type MediaBlock = ImageBlock | AudioBlock | VideoBlock | FileBlock;

const AUDIO_MIMES: ReadonlyMap<string, string> = new Map([
  ['wav', 'audio/wav'],
  ['mp3', 'audio/mp3'],
  ['pcm16', 'audio/L16;codec=pcm;rate=24000'],
]);
const AUDIO_FORMATS: ReadonlyMap<string, string> = new Map([
  ['x-wav', 'wav'],
  ['wave', 'wav'],
  ['mpeg', 'mp3'],
  ['l16', 'pcm16'],
]);

/** Many addresses end in one of these, and the provider needs the type of a file. */
const MIMES_BY_ENDING: ReadonlyMap<string, string> = new Map([
  ['png', 'image/png'],
  ['jpg', 'image/jpeg'],
  ['jpeg', 'image/jpeg'],
  ['webp', 'image/webp'],
  ['gif', 'image/gif'],
  ['heic', 'image/heic'],
  ['heif', 'image/heif'],
  ['pdf', 'application/pdf'],
  ['mp4', 'video/mp4'],
  ['webm', 'video/webm'],
  ['mov', 'video/quicktime'],
  ['wav', 'audio/wav'],
  ['mp3', 'audio/mp3'],
]);

/**
 * Files of the Files API (kept at the provider for 48 hours) and of Google's storage; no other provider can read them.
 */
const STORED = /^(gs:\/\/|files\/|https:\/\/generativelanguage\.googleapis\.com\/)/;
const VIDEO_SITE = /^https?:\/\/(www\.|m\.)?(youtube\.com|youtu\.be)\//i;

/** A stored context; it is read as a stored file, so that other providers refuse it. */
const CACHED_CONTENT = /^(projects\/[^/]+\/locations\/[^/]+\/)?cachedContents\/[\w-]+$/;

export function isCachedContent(id: string): boolean {
  return CACHED_CONTENT.test(id);
}

export function isStoredHere(id: string): boolean {
  return STORED.test(id);
}

export function mimeOfAudio(format: string): string {
  return AUDIO_MIMES.get(format) ?? `audio/${format}`;
}

export function formatOfAudio(mime: string): string {
  const kind = (mime.split(';')[0] ?? '').slice('audio/'.length).trim().toLowerCase();
  return AUDIO_FORMATS.get(kind) ?? kind;
}

/** The type of the file at an address, by its ending; undefined when the ending is unknown. */
export function mimeOfAddress(address: string): string | undefined {
  const ending = /\.([a-z0-9]{2,4})(?:[?#]|$)/i.exec(address)?.[1];
  return ending === undefined ? undefined : MIMES_BY_ENDING.get(ending.toLowerCase());
}

/**
 * One letter that is not in the URL-safe alphabet of base64. It is a single letter, because a repetition would need
 * memory.
 */
const NOT_URL_SAFE = /[^\w\-=]/;

/**
 * Bytes in the alphabet that every provider accepts. Google's services read both alphabets of base64, and its Python
 * client writes the URL-safe one; other providers accept only the standard one.
 */
export function standardBase64(data: string): string {
  const isStandard = !data.includes('-') && !data.includes('_');
  return isStandard || NOT_URL_SAFE.test(data) ? data : Buffer.from(data, 'base64url').toString('base64');
}

/** Reads `inlineData` of a part; null when it holds no data. */
export function readInlineData(record: JsonObject): MediaBlock | null {
  const fields = new CamelFields(record);
  const given = fields.text('data');
  if (given === undefined) return null;
  const data = standardBase64(given);
  const mime = fields.text('mimeType') ?? 'application/octet-stream';
  const name = fields.text('displayName');
  if (mime.startsWith('audio/')) return { type: 'audio', data, format: formatOfAudio(mime) };
  return blockOf(mime, { kind: 'data', mime, data }, name);
}

/** Reads `fileData` of a part; null when it names no file. */
export function readFileData(record: JsonObject): MediaBlock | null {
  const fields = new CamelFields(record);
  const uri = fields.text('fileUri');
  if (uri === undefined) return null;
  const mime = fields.text('mimeType');
  const type = mime === undefined ? {} : { mime };
  const source: MediaSource = STORED.test(uri)
    ? { kind: 'stored', id: uri, ...type }
    : { kind: 'url', url: uri, ...type };
  const guess = mime ?? mimeOfAddress(uri) ?? (VIDEO_SITE.test(uri) ? 'video/mp4' : '');
  return blockOf(guess, source, fields.text('displayName'));
}

function blockOf(mime: string, source: MediaSource, name: string | undefined): MediaBlock {
  if (mime.startsWith('image/')) return { type: 'image', source };
  if (mime.startsWith('video/')) return { type: 'video', source };
  return { type: 'file', source, ...(name === undefined ? {} : { name }) };
}
