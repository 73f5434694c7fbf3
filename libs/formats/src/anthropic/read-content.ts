import { Fields } from '../canonical/fields';
import { openCallId } from '../canonical/seal';
import {
  type CacheMark,
  type ChatBlock,
  type MediaSource,
  type TextBlock,
  type UrlCitation,
  type AudioBlock,
  type FileBlock,
  type ImageBlock,
} from '../canonical/chat';
import { type JsonObject, asList, asText, at, isJsonObject } from '../json/read-value';
import { reasoningOf, redactedOf } from './seals';

/** Collects the names of fields that have no place in the canonical form. */
export type ExtraFields = (name: string) => void;

type Pieces = readonly (TextBlock | ImageBlock | AudioBlock | FileBlock)[];

/** Reads the content of a message, a text or blocks, into the canonical form. */
export function readContent(content: unknown, extraFields: ExtraFields): ChatBlock[] {
  if (typeof content === 'string') return content === '' ? [] : [{ type: 'text', text: content }];
  const before: Before = { blocks: [], seals: new Set() };
  for (const block of asList(content)) {
    if (typeof block === 'string') before.blocks.push({ type: 'text', text: block });
    else if (isJsonObject(block)) addBlock(before, block, extraFields);
    else extraFields('message.content');
  }
  return before.blocks;
}

/** The blocks of a message so far, and the seals of the reasoning among them. */
interface Before {
  readonly blocks: ChatBlock[];
  readonly seals: Set<string>;
}

function addBlock(before: Before, block: JsonObject, extraFields: ExtraFields): void {
  const fields = new Fields(block);
  const type = fields.text('type') ?? (typeof block.text === 'string' ? 'text' : '');
  const read = readBlock(type, fields, before, extraFields);
  if (!read) {
    extraFields(`message.${type || 'content'}`);
    return;
  }
  for (const made of read) {
    before.blocks.push(made);
    if (made.type === 'reasoning' && made.seal) before.seals.add(made.seal.value);
  }
  for (const name of fields.rest) extraFields(`message.${name}`);
}

function readBlock(type: string, fields: Fields, before: Before, extraFields: ExtraFields): ChatBlock[] | null {
  switch (type) {
    case 'tool_use':
      return readCall(fields, before);
    case 'tool_result':
      return [readResult(fields, extraFields)];
    case 'thinking':
      return [reasoningOf(fields.text('thinking') ?? '', fields.text('signature') ?? '')];
    case 'redacted_thinking':
      return readRedacted(fields, before.blocks);
    default:
      return readPiece(type, fields, extraFields);
  }
}

/** Reads a block that may stand both in messages and in tool results. */
function readPiece(
  type: string,
  fields: Fields,
  extraFields: ExtraFields,
): (TextBlock | ImageBlock | FileBlock)[] | null {
  switch (type) {
    case 'text': {
      const citations = readCitations(fields, extraFields);
      const text: TextBlock = { type: 'text', text: fields.text('text') ?? '', ...citations, ...readCache(fields) };
      return text.text === '' ? [] : [text];
    }
    case 'image': {
      const source = readSource(fields.object('source'));
      return source ? [{ type: 'image', source, ...readCache(fields) }] : null;
    }
    case 'document':
      return readDocument(fields, extraFields);
    case 'search_result':
      return readSearchResult(fields, extraFields);
    default:
      return null;
  }
}

/** Reads `{type:"ephemeral", ttl?}`; other kinds of marks stay unread. */
export function readCache(fields: Fields): { cache?: CacheMark } {
  const mark = fields.object('cache_control');
  return mark ? { cache: { ttl: mark.ttl === '1h' ? '1h' : '5m' } } : {};
}

/** Reads the sources of an earlier answer; the fields that prove them to the provider have no place. */
function readCitations(fields: Fields, extraFields: ExtraFields): { citations?: readonly UrlCitation[] } {
  const given = fields.list('citations');
  if (!given || given.length === 0) return {};
  extraFields('message.citations');
  const citations = given
    .map(citation => ({ url: asText(at(citation, 'url')), title: asText(at(citation, 'title')) }))
    .filter(citation => citation.url !== '');
  return citations.length > 0 ? { citations } : {};
}

function readSource(source: JsonObject | undefined): MediaSource | null {
  const mime = asText(source?.media_type);
  switch (source?.type) {
    case 'base64':
      return { kind: 'data', mime, data: asText(source.data) };
    case 'url':
      return { kind: 'url', url: asText(source.url) };
    case 'file':
      return { kind: 'stored', id: asText(source.file_id) };
    case 'text':
      return {
        kind: 'data',
        mime: mime || 'text/plain',
        data: Buffer.from(asText(source.data)).toString('base64'),
      };
    default:
      return null;
  }
}

function readDocument(fields: Fields, extraFields: ExtraFields): (TextBlock | ImageBlock | FileBlock)[] | null {
  const given = fields.object('source');
  const name = fields.text('title');
  const cache = readCache(fields);
  // `enabled: false` is the default and needs no place.
  if (at(fields.any('citations'), 'enabled') === true) extraFields('message.citations');
  if (given?.type === 'content') {
    return readContent(given.content, extraFields).flatMap(block =>
      block.type === 'text' || block.type === 'image' ? [{ ...block, ...cache }] : [],
    );
  }
  const source = readSource(given);
  return source ? [{ type: 'file', source, ...(name !== undefined && { name }), ...cache }] : null;
}

/**
 * Reads a search result that the caller provides: its title, address and text, which are the parts that other providers
 * can use.
 */
function readSearchResult(fields: Fields, extraFields: ExtraFields): TextBlock[] {
  extraFields('message.search_result');
  fields.ignore('citations');
  const texts = asList(fields.any('content')).map(part => asText(at(part, 'text')));
  const lines = [fields.text('title') ?? '', fields.text('source') ?? '', ...texts].filter(line => line !== '');
  return [{ type: 'text', text: lines.join('\n'), ...readCache(fields) }];
}

/**
 * Reasoning that was sealed into the id of a call stands before the call again; a seal of the call itself is put on it.
 */
function readCall(fields: Fields, { seals }: Before): ChatBlock[] {
  const { id, sealed } = openCallId(fields.text('id') ?? '');
  const input = fields.any('input');
  const isOwnSeal = sealed?.seal.provider === 'google' && sealed.seal.kind === 'signature';
  const reasoning: ChatBlock[] =
    sealed && !isOwnSeal && !seals.has(sealed.seal.value)
      ? [{ type: 'reasoning', text: sealed.text, seal: sealed.seal }]
      : [];
  return [
    ...reasoning,
    {
      type: 'toolCall',
      id,
      name: fields.text('name') ?? '',
      arguments: typeof input === 'string' ? input : JSON.stringify(input ?? {}),
      kind: 'function',
      ...(sealed && isOwnSeal && { seal: sealed.seal }),
      ...readCache(fields),
    },
  ];
}

function readResult(fields: Fields, extraFields: ExtraFields): ChatBlock {
  const isError = fields.boolean('is_error');
  return {
    type: 'toolResult',
    callId: openCallId(fields.text('tool_use_id') ?? '').id,
    content: readResultContent(fields.any('content'), extraFields),
    ...(isError !== undefined && { isError }),
    ...readCache(fields),
  };
}

function readResultContent(content: unknown, extraFields: ExtraFields): Pieces {
  return readContent(content, extraFields).filter(block => {
    const isPiece = block.type === 'text' || block.type === 'image' || block.type === 'file';
    if (!isPiece) extraFields('message.tool_result');
    return isPiece;
  });
}

/** The signature of a text has no place of its own in this format, so it follows the text as a block. */
function readRedacted(fields: Fields, before: ChatBlock[]): ChatBlock[] {
  const block = redactedOf(fields.text('data') ?? '');
  const last = before.at(-1);
  if (block.seal?.provider !== 'google' || last?.type !== 'text' || last.seal) return [block];
  before[before.length - 1] = { ...last, seal: block.seal };
  return [];
}
