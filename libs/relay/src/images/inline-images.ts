import { type WireFormat } from '@formats';
import { isJsonObject, type JsonObject } from '@kernel';

/** Images are png, jpeg, gif or webp; documents are PDFs. */
export type ImageKind = 'image' | 'document';

/** An address in a caller's body that stands in the place of bytes; always http or https. */
export interface ImageAddress {
  readonly url: string;
  readonly kind: ImageKind;
}

/** The content of an address: its true type, and base64 without a prefix. */
export interface FetchedImage {
  readonly mime: string;
  readonly data: string;
}

/** @returns the content to write in place of an address; undefined leaves the address as it is */
type Fill = (address: ImageAddress) => FetchedImage | undefined;
type ChangePart = (part: JsonObject) => unknown;

const HTTP = /^https?:\/\//i;
/** Addresses that Google's models read by themselves, and that are not images. */
const GOOGLE_OWN = /^https?:\/\/(generativelanguage\.googleapis\.com|(www\.|m\.)?youtube\.com|youtu\.be)\//i;
const IMAGE_ENDING = /\.(png|jpe?g|gif|webp)(?:[?#]|$)/i;
const DOCUMENT_ENDING = /\.pdf(?:[?#]|$)/i;
const DOCUMENT_NAME = 'document.pdf';

/** Every address of a chat body once, in the order of the body; tool results are searched too. */
export function imagesByAddress(format: WireFormat, body: JsonObject): readonly ImageAddress[] {
  const found = new Map<string, ImageAddress>();
  change(format, body, address => {
    found.set(`${address.kind} ${address.url}`, address);
    return undefined;
  });
  return [...found.values()];
}

/**
 * A copy of a chat body in which the bytes stand where their addresses stood; the body itself is not written to. Fields
 * that hold no media (arguments of tools, schemas, texts) are never searched.
 *
 * @param fetched images by address; an address that is missing here, or that turned out to be of the other kind, stays
 */
export function inlineImages(
  format: WireFormat,
  body: JsonObject,
  fetched: ReadonlyMap<string, FetchedImage>,
): JsonObject {
  return change(format, body, ({ url, kind }) => {
    const image = fetched.get(url);
    return image && kindOfType(image.mime) === kind ? image : undefined;
  });
}

function change(format: WireFormat, body: JsonObject, fill: Fill): JsonObject {
  switch (format) {
    case 'openai':
      return changed(body, 'messages', message => changed(message, 'content', part => fillOpenAi(part, fill)));
    case 'anthropic':
      return changed(body, 'messages', message => changed(message, 'content', block => fillAnthropic(block, fill)));
    case 'gemini':
      return changed(body, 'contents', content => changed(content, 'parts', part => fillGemini(part, fill)));
    case 'responses':
      return changed(body, 'input', item =>
        changed(
          changed(item, 'content', part => fillResponses(part, fill)),
          'output',
          part => fillResponses(part, fill),
        ),
      );
  }
}

/** A copy with one field changed: each object of its list, or the one object that stands in place of a list. */
function changed(record: JsonObject, field: string, each: ChangePart): JsonObject {
  const value = Object.hasOwn(record, field) ? record[field] : undefined;
  if (Array.isArray(value)) {
    return { ...record, [field]: value.map((item: unknown) => (isJsonObject(item) ? each(item) : item)) };
  }
  return isJsonObject(value) ? { ...record, [field]: each(value) } : record;
}

/** Source: OpenAI's chat completions, content parts. Some clients write `image` for `image_url`, or bare texts. */
function fillOpenAi(part: JsonObject, fill: Fill): JsonObject {
  if (part.type === 'image_url' || part.type === 'image') {
    return fillImageUrl(fillImageUrl(part, 'image_url', fill), 'image', fill);
  }
  const { type, file } = part;
  if (type !== 'file' || !isJsonObject(file)) return part;
  const found = filled(file.file_data, 'document', fill);
  return found ? { ...part, file: { filename: DOCUMENT_NAME, ...file, file_data: dataUrl(found) } } : part;
}

/** Replaces an image address that is written as a text or as `{url}`. */
function fillImageUrl(part: JsonObject, field: string, fill: Fill): JsonObject {
  const image = part[field];
  const found = filled(isJsonObject(image) ? image.url : image, 'image', fill);
  if (!found) return part;
  return { ...part, [field]: isJsonObject(image) ? { ...image, url: dataUrl(found) } : dataUrl(found) };
}

/** Source: Anthropic's messages, image and document blocks, which occur in messages, tool results and documents. */
function fillAnthropic(block: JsonObject, fill: Fill): JsonObject {
  const { type, source } = block;
  if (type === 'tool_result') return changed(block, 'content', inner => fillAnthropic(inner, fill));
  if ((type !== 'image' && type !== 'document') || !isJsonObject(source)) return block;
  if (source.type === 'content') {
    return { ...block, source: changed(source, 'content', inner => fillImage(inner, fill)) };
  }
  return fillImage(block, fill);
}

function fillImage(block: JsonObject, fill: Fill): JsonObject {
  const { type, source } = block;
  if ((type !== 'image' && type !== 'document') || !isJsonObject(source) || source.type !== 'url') return block;
  const found = filled(source.url, type === 'image' ? 'image' : 'document', fill);
  return found ? { ...block, source: { type: 'base64', media_type: found.mime, data: found.data } } : block;
}

/**
 * Source: Google's Content, whose fields may be written in camel case or in snake case. Files stored at Google are left
 * to Google. A file that neither its type nor its ending marks as an image or a PDF is left alone.
 */
function fillGemini(part: JsonObject, fill: Fill): JsonObject {
  const result = isJsonObject(part.functionResponse) ? 'functionResponse' : 'function_response';
  const response = part[result];
  if (isJsonObject(response))
    return { ...part, [result]: changed(response, 'parts', inner => fillGemini(inner, fill)) };
  const isCamel = isJsonObject(part.fileData);
  const file = isCamel ? part.fileData : part.file_data;
  if (!isJsonObject(file)) return part;
  const { fileUri = file.file_uri, mimeType = file.mime_type, displayName = file.display_name } = file;
  if (typeof fileUri !== 'string' || GOOGLE_OWN.test(fileUri)) return part;
  const kind = typeof mimeType === 'string' ? kindOfType(mimeType) : kindOfEnding(fileUri);
  const found = kind && filled(fileUri, kind, fill);
  if (!found) return part;
  const { fileData: _camel, file_data: _snake, ...rest } = part;
  const name = typeof displayName === 'string' ? { displayName } : {};
  return { ...rest, inlineData: { mimeType: found.mime, data: found.data, ...name } };
}

/**
 * Source: OpenAI's Responses API, input items; clients also send parts in the chat form, and tools return screenshots.
 */
function fillResponses(part: JsonObject, fill: Fill): JsonObject {
  switch (part.type) {
    case 'input_image':
    case 'image_url':
    case 'computer_screenshot':
      return fillImageUrl(part, 'image_url', fill);
    case 'input_file':
      return fillFileUrl(part, fill);
    case 'file':
      return isJsonObject(part.file) ? { ...part, file: fillFileUrl(part.file, fill) } : fillFileUrl(part, fill);
    default:
      return part;
  }
}

function fillFileUrl(file: JsonObject, fill: Fill): JsonObject {
  const found = filled(file.file_url, 'document', fill);
  if (!found) return file;
  const { file_url: _address, ...rest } = file;
  return { filename: DOCUMENT_NAME, ...rest, file_data: dataUrl(found) };
}

function filled(url: unknown, kind: ImageKind, fill: Fill): FetchedImage | undefined {
  return typeof url === 'string' && HTTP.test(url) ? fill({ url, kind }) : undefined;
}

function kindOfType(mime: string): ImageKind | null {
  if (mime.startsWith('image/')) return 'image';
  return mime === 'application/pdf' ? 'document' : null;
}

function kindOfEnding(url: string): ImageKind | null {
  if (IMAGE_ENDING.test(url)) return 'image';
  return DOCUMENT_ENDING.test(url) ? 'document' : null;
}

function dataUrl({ mime, data }: FetchedImage): string {
  return `data:${mime};base64,${data}`;
}
