import { estimateTokens } from './estimate-tokens';
import { imageTokens } from './image-tokens';
import { type PromptKind, sumPrompt } from './prompt-parts';
import { type UnknownRecord, asText, at } from '../json/read-value';

/** A prompt before the call, in tokens. */
export interface PromptEstimate {
  /** About so many; for a channel's input limit, and for formats that name the prompt's size early. */
  readonly tokens: number;
  /** No more than so many, as far as can be told without a vocabulary; for what is held. */
  readonly boundTokens: number;
}

/** The estimate is within some 30 % of our vocabularies; those of other providers make more tokens of a text. */
const MARGIN = 1.35;
const MARGIN_OF_CLAUDE = 1.8;
/** Providers explain tools to the model in words of their own. */
const TOOL_PREAMBLE_TOKENS = 600;

/** The densest speech that providers count, 32 tokens a second, at the lowest rates that files have. */
const BYTES_PER_SOUND_TOKEN = { plain: 500, packed: 60 } as const;
const BYTES_PER_VIDEO_TOKEN = 300;
/** A page of text takes little more when it is packed; no provider takes more pages than this many tokens. */
const BYTES_PER_FILE_TOKEN = 8;
const FILE_TOKENS_MAX = 400_000;
const IMAGE_TOKENS_MIN = 1600;

/** Both figures of a prompt in one walk through it: microseconds, no vocabulary. */
export function estimatePrompt(parsed: UnknownRecord, kind: PromptKind, model: string): PromptEstimate {
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

/** By the bytes of what is sent along; of an address nothing is known but what it is counted for. */
function mediaBoundOf(part: UnknownRecord, model: string): number {
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

/** Images whose size is told, those of chats, were counted exactly. */
function isImage({ type }: UnknownRecord): boolean {
  return type === 'image' || type === 'input_image';
}
