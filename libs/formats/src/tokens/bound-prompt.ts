import { estimateTokens } from './estimate-tokens';
import { imageTokens } from './image-tokens';
import { type PromptKind, sumPrompt } from './prompt-parts';
import { type JsonObject, asList, asText, at } from '../json/read-value';

/**
 * The estimate is within some 30 % of the gateway's vocabularies; those of other providers make more tokens of a text.
 */
const MARGIN = 1.35;
const MARGIN_OF_CLAUDE = 1.8;
/** Providers explain tools to the model in words of their own. */
const TOOL_PREAMBLE_TOKENS = 600;

/**
 * The densest speech that providers count is 32 tokens a second; it is taken at the lowest bit rates that files have.
 */
const BYTES_PER_SOUND_TOKEN = { plain: 500, packed: 60 } as const;
const BYTES_PER_VIDEO_TOKEN = 300;
/** A compressed page of text has hardly fewer tokens; no provider accepts more pages than this many tokens. */
const BYTES_PER_FILE_TOKEN = 8;
const FILE_TOKENS_MAX = 400_000;
const IMAGE_TOKENS_MIN = 1600;

/**
 * The size of a prompt before the call, in tokens. Both figures are computed in one walk through the prompt when one of
 * them is first asked for; it takes microseconds and no vocabulary.
 */
export class PromptSize {
  private walked: { readonly tokens: number; readonly boundTokens: number } | null = null;

  constructor(
    private readonly parsed: JsonObject,
    private readonly kind: PromptKind,
    private readonly model: string,
  ) {}

  /** The estimate, for a channel's input limit and for formats that name the prompt's size early. */
  get tokens(): number {
    return (this.walked ??= this.walk()).tokens;
  }

  /** An upper bound, as far as one can be found without a vocabulary; for the reservation. */
  get boundTokens(): number {
    return (this.walked ??= this.walk()).boundTokens;
  }

  /**
   * An upper bound that needs no walk, because no text has more tokens than bytes; several times as high as the other.
   *
   * @param bytes length of the whole body
   * @returns null for a prompt that may hold more than text
   */
  boundByBytes(bytes: number): number | null {
    const { parsed, kind } = this;
    const isChat = kind.endpoint === 'chat' && kind.format === 'openai';
    return isChat && parsed.tools === undefined && asList(parsed.messages).every(isPlainText) ? bytes : null;
  }

  private walk(): { readonly tokens: number; readonly boundTokens: number } {
    const { parsed, kind, model } = this;
    let mediaCounted = 0;
    let mediaBound = 0;
    const tokens = sumPrompt(parsed, kind, {
      model,
      textTokens: text => estimateTokens(text, model),
      media: (part, counted) => {
        mediaCounted += counted;
        mediaBound += Math.max(counted, mediaBoundOf(part, model));
      },
    });
    const margin = model.includes('claude') ? MARGIN_OF_CLAUDE : MARGIN;
    const preamble = parsed.tools === undefined ? 0 : TOOL_PREAMBLE_TOKENS;
    return { tokens, boundTokens: Math.ceil((tokens - mediaCounted) * margin) + mediaBound + preamble };
  }
}

function isPlainText(message: unknown): boolean {
  return typeof at(message, 'content') === 'string';
}

/** The bound for a media part by its bytes; for an address only the tokens that it was counted for are known. */
function mediaBoundOf(part: JsonObject, model: string): number {
  const inline = at(part, 'inlineData') ?? at(part, 'inline_data') ?? at(part, 'source') ?? at(part, 'input_audio');
  const dataUrl = asText(at(part, 'file', 'file_data')) || asText(at(part, 'file_data'));
  const data = asText(at(inline, 'data')) || dataUrl;
  const bytes = Math.ceil((data.length * 3) / 4);
  const mime = asText(at(inline, 'mimeType')) || asText(at(inline, 'mime_type')) || asText(at(inline, 'media_type'));
  const format = asText(at(inline, 'format'));
  if (format !== '' || mime.startsWith('audio/')) {
    const isPlain = /wav|pcm|l16/i.test(format + mime);
    return Math.ceil(bytes / (isPlain ? BYTES_PER_SOUND_TOKEN.plain : BYTES_PER_SOUND_TOKEN.packed));
  }
  if (mime.startsWith('video/')) return Math.ceil(bytes / BYTES_PER_VIDEO_TOKEN);
  if (mime.startsWith('image/') || isImage(part)) {
    return Math.max(IMAGE_TOKENS_MIN, imageTokens('', '', model));
  }
  return Math.min(FILE_TOKENS_MAX, Math.ceil(bytes / BYTES_PER_FILE_TOKEN));
}

/** The images of chats, whose size can be read, were counted exactly. */
function isImage({ type }: JsonObject): boolean {
  return type === 'image' || type === 'input_image';
}
