import { type DroppedFields } from '../canonical/dropped-fields';
import { CallRefusal } from '../canonical/call-refusal';
import {
  type AudioBlock,
  type ChatBlock,
  type FileBlock,
  type ImageBlock,
  type MediaSource,
  type ReasoningBlock,
  type Seal,
  type ToolCallBlock,
  type ToolResultBlock,
  type VideoBlock,
} from '../canonical/chat';
import { type JsonObject, isJsonObject, parseJson } from '../json/read-value';
import { isStoredHere, mimeOfAddress, mimeOfAudio } from './media';
import { writeResponse } from './read-parts';
import { NO_SIGNATURE } from '../canonical/no-signature';
import { isOwn } from './seals';
import { safeName } from './tool-names';

/** Writes the blocks of one side's turn as parts; blocks without a place are named in `dropped`. */
export class PartsWriter {
  /** A seal of the provider that waits for the part after it. */
  private waiting: string | null = null;
  private hasCalled = false;

  /** @param wantsSeals true if the first call of a turn needs a signature, or a substitute when it has none */
  constructor(
    private readonly wantsSeals: boolean,
    private readonly dropped: DroppedFields,
  ) {}

  /** @throws CallRefusal for files that are stored elsewhere */
  write(blocks: readonly ChatBlock[]): readonly JsonObject[] {
    const parts = blocks.flatMap(block => this.writeBlock(block));
    const rest = this.waiting;
    this.waiting = null;
    return rest === null ? parts : [...parts, { text: '', thoughtSignature: rest }];
  }

  private writeBlock(block: ChatBlock): readonly JsonObject[] {
    if ('cache' in block && block.cache) this.dropped.add('message.cache_control');
    switch (block.type) {
      case 'text':
        if (block.citations) this.dropped.add('message.citations');
        return this.writeText(block.text, block.seal);
      case 'refusal':
        this.dropped.add('message.refusal');
        return this.writeText(block.text, undefined);
      case 'reasoning':
        return this.writeReasoning(block);
      case 'toolCall':
        return this.writeCall(block);
      case 'toolResult':
        return []; // written in a content of its own, next to its call
      default:
        return this.writeMedia(block).flatMap(part => this.signed(part, undefined));
    }
  }

  private writeText(text: string, seal: Seal | undefined): readonly JsonObject[] {
    if (text === '' && !(seal && isOwn(seal))) {
      this.loseForeign(seal);
      return [];
    }
    return this.signed({ text }, seal);
  }

  /**
   * Plain thoughts need not come back, and other providers' reasoning would not be understood, so both are dropped; the
   * provider's own seals must come back.
   */
  private writeReasoning({ text, seal }: ReasoningBlock): readonly JsonObject[] {
    if (!seal || !isOwn(seal)) {
      if (text !== '') this.dropped.add('message.reasoning');
      this.loseForeign(seal);
      return [];
    }
    if (text !== '') return [{ text, thought: true, thoughtSignature: seal.value }];
    const before = this.waiting;
    this.waiting = seal.value;
    return before === null ? [] : [{ text: '', thoughtSignature: before }];
  }

  private writeCall(block: ToolCallBlock): readonly JsonObject[] {
    const { id, name, kind } = block;
    const parsed = kind === 'custom' ? { input: block.arguments } : parseJson(block.arguments || '{}');
    if (kind === 'custom') this.dropped.add('message.custom_tool_call');
    else if (!isJsonObject(parsed)) this.dropped.add('message.arguments');
    const args = isJsonObject(parsed) ? parsed : {};
    const parts = this.signed({ functionCall: { id, name: safeName(name), args } }, block.seal);
    const needsSeal = this.wantsSeals && !this.hasCalled && parts.at(-1)?.thoughtSignature === undefined;
    this.hasCalled = true;
    return needsSeal ? parts.map(part => ({ ...part, thoughtSignature: NO_SIGNATURE })) : parts;
  }

  /** A part has a place for one seal: when it has its own, a waiting seal stands before it in an empty part. */
  private signed(part: JsonObject, seal: Seal | undefined): readonly JsonObject[] {
    const waiting = this.waiting;
    this.waiting = null;
    this.loseForeign(seal);
    const own = seal && isOwn(seal) ? seal.value : null;
    const signature = own ?? waiting;
    const signed = signature === null ? part : { ...part, thoughtSignature: signature };
    const isPushedOut = own !== null && waiting !== null && waiting !== own;
    return isPushedOut ? [{ text: '', thoughtSignature: waiting }, signed] : [signed];
  }

  private loseForeign(seal: Seal | undefined): void {
    if (seal && !isOwn(seal)) this.dropped.add('message.reasoning_signature');
  }

  private writeMedia(block: ImageBlock | AudioBlock | VideoBlock | FileBlock): readonly JsonObject[] {
    return writeMedia(block, this.dropped);
  }
}

/** @throws CallRefusal for files that are stored at another provider */
function writeMedia(
  block: ImageBlock | AudioBlock | VideoBlock | FileBlock,
  dropped: DroppedFields,
): readonly JsonObject[] {
  if (block.type === 'audio') return writeAudio(block, dropped);
  if (block.type === 'image' && block.detail !== undefined && block.detail !== 'auto') {
    dropped.add('message.image_detail');
  }
  if (block.type === 'file' && block.name !== undefined) dropped.add('message.filename');
  return [writeSource(block.source)];
}

function writeSource(source: MediaSource): JsonObject {
  switch (source.kind) {
    case 'data':
      return { inlineData: { mimeType: source.mime, data: source.data } };
    case 'url': {
      const mimeType = source.mime ?? mimeOfAddress(source.url);
      return { fileData: { ...(mimeType !== undefined && { mimeType }), fileUri: source.url } };
    }
    case 'stored':
      if (!isStoredHere(source.id)) {
        throw new CallRefusal('a file that is stored at another provider cannot be used with this model');
      }
      return { fileData: { ...(source.mime !== undefined && { mimeType: source.mime }), fileUri: source.id } };
  }
}

/** Writes audio; an earlier spoken answer that is only named by its id is written as its transcript. */
function writeAudio({ data, format, transcript }: AudioBlock, dropped: DroppedFields): readonly JsonObject[] {
  if (data !== '') return [{ inlineData: { mimeType: mimeOfAudio(format), data } }];
  dropped.add('message.audio');
  return transcript ? [{ text: transcript }] : [];
}

/**
 * Writes a tool's result as `functionResponse`, and its other media as parts after it.
 *
 * @param name of the function that was called
 */
export function writeResult(
  { callId, content, isError, cache }: ToolResultBlock,
  name: string,
  dropped: DroppedFields,
): { readonly response: JsonObject; readonly media: readonly JsonObject[] } {
  if (cache) dropped.add('message.cache_control');
  const texts: string[] = [];
  const media: JsonObject[] = [];
  for (const block of content) {
    if ('cache' in block && block.cache) dropped.add('message.cache_control');
    if (block.type === 'text') texts.push(block.text);
    else {
      dropped.add('message.tool_result_media'); // the media are sent, but outside the result
      media.push(...writeMedia(block, dropped));
    }
  }
  const response = writeResponse(texts.join('\n'), isError === true);
  return { response: { functionResponse: { id: callId, name: safeName(name), response } }, media };
}
