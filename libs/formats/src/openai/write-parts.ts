import { CallRefusal } from '../canonical/call-refusal';
import { type ChatBlock, type FileBlock, type TextBlock } from '../canonical/chat';
import { dataUrl, urlOfSource, writeCacheMark } from './media';
import { type WriteContext } from './write-context';

type Part = Record<string, unknown>;

/** Joins several texts to one; their marks and seals have no place in it and are named as dropped. */
export function textContent(texts: readonly TextBlock[], { dropped }: WriteContext, between = '\n'): string {
  for (const { cache, seal } of texts) {
    if (cache) dropped.add('message.cache_control');
    if (seal) dropped.add('message.reasoning_signature');
  }
  return texts.map(block => block.text).join(between);
}

/**
 * Writes the content of a user message: a plain text if there is nothing else, because every provider reads that, or a
 * list of parts.
 */
export function writeUserContent(blocks: readonly ChatBlock[], context: WriteContext): unknown {
  const straight = blocks.map(block => plainDocumentAsText(block, context));
  const texts = straight.filter(block => block.type === 'text');
  const keepsMarks = context.dialect.takesCacheMarks === true && texts.some(text => text.cache);
  return texts.length === straight.length && !keepsMarks ? textContent(texts, context) : writeParts(straight, context);
}

/** Writes each block as a part; a block that cannot be one is named as dropped. */
export function writeParts(blocks: readonly ChatBlock[], context: WriteContext): Part[] {
  return blocks.flatMap(block => {
    const part = writePart(block, context);
    if (!part) {
      context.dropped.add(`message.${block.type}`);
      return [];
    }
    if (!('cache' in block) || !block.cache) return [part];
    if (context.dialect.takesCacheMarks) return [{ ...part, cache_control: writeCacheMark(block.cache) }];
    context.dropped.add('message.cache_control');
    return [part];
  });
}

function writePart(block: ChatBlock, { dropped }: WriteContext): Part | null {
  switch (block.type) {
    case 'text':
      if (block.seal) dropped.add('message.reasoning_signature');
      return { type: 'text', text: block.text };
    case 'image':
      return { type: 'image_url', image_url: { url: addressOf(block), ...(block.detail && { detail: block.detail }) } };
    case 'video':
      return { type: 'video_url', video_url: { url: addressOf(block) } };
    case 'audio':
      return { type: 'input_audio', input_audio: { data: block.data, format: block.format } };
    case 'file':
      return { type: 'file', file: writeFile(block) };
    case 'refusal':
      return { type: 'text', text: block.text };
    default:
      return null;
  }
}

function addressOf({ type, source }: Extract<ChatBlock, { type: 'image' | 'video' }>): string {
  const url = urlOfSource(source);
  if (url === null) throw new CallRefusal(`this model cannot read a stored ${type}; send its address or its bytes`);
  return url;
}

function writeFile({ source, name }: FileBlock): Part {
  switch (source.kind) {
    case 'data': {
      const filename = name ?? (source.mime === 'application/pdf' ? 'document.pdf' : 'document');
      return { filename, file_data: dataUrl(source.mime, source.data) };
    }
    case 'stored':
      return { file_id: source.id };
    case 'url':
      throw new CallRefusal('this model cannot read a document by its address; send its bytes');
  }
}

/** Turns a plain text document into text, so that the provider need not read documents. */
function plainDocumentAsText(block: ChatBlock, { dropped }: WriteContext): ChatBlock {
  if (block.type !== 'file' || block.source.kind !== 'data' || !block.source.mime.startsWith('text/')) return block;
  const text = Buffer.from(block.source.data, 'base64').toString('utf8');
  if (block.name !== undefined) dropped.add('message.filename');
  return { type: 'text', text, ...(block.cache && { cache: block.cache }) };
}
