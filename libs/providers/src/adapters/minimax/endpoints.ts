import { type JsonObject, asList, asText, at } from '@formats';
import { type JsonReading, type UpstreamCall } from '../../contract/upstream';
import { embeddingsReading, inputTexts } from '../../shared/embeddings';
import { type Image, imagesReading } from '../../shared/images';
import { ownFields, present } from '../../shared/read-call-parts';
import { promptUsage } from '../../shared/rerank';
import { minimaxError } from './errors';

/** The aspect ratios of the provider for the sizes that callers of the OpenAI form name. */
const ASPECT_RATIOS: Readonly<Record<string, string>> = {
  '1024x1024': '1:1',
  '1792x1024': '16:9',
  '1024x1792': '9:16',
};

const IMAGE_FIELDS = ['aspect_ratio', 'width', 'height', 'prompt_optimizer', 'subject_reference'] as const;
const IMAGES_MAX = 9;

function isError(body: unknown): boolean {
  return minimaxError(body) !== null;
}

/**
 * The purpose of texts that are stored rather than searched for; callers of the chat format may set another one in
 * `type`.
 */
const DEFAULT_PURPOSE = 'db';

export function embeddingsBody({ parsed, model, dropped }: UpstreamCall): JsonObject {
  if (parsed.dimensions != null) dropped.add('dimensions');
  return { model, texts: inputTexts(parsed.input), type: parsed.type === 'query' ? 'query' : DEFAULT_PURPOSE };
}

/** Reads `{vectors, total_tokens}`. */
export function embeddingsAnswer({ parsed, model }: UpstreamCall): JsonReading {
  return embeddingsReading({
    model,
    encoding: parsed.encoding_format,
    vectorsOf: body => asList(at(body, 'vectors')),
    usageOf: body => promptUsage(at(body, 'total_tokens')),
    isError,
  });
}

export function imagesBody(call: UpstreamCall): JsonObject {
  const { parsed, model, dropped } = call;
  for (const name of ['quality', 'style', 'background', 'user']) if (parsed[name] != null) dropped.add(name);
  const n = parsed.n;
  if (typeof n === 'number' && n > IMAGES_MAX) dropped.add('n');
  return present({
    model,
    prompt: parsed.prompt,
    ...shapeOf(call),
    n: typeof n === 'number' ? Math.min(n, IMAGES_MAX) : undefined,
    response_format: parsed.response_format === 'b64_json' ? 'base64' : 'url',
    ...ownFields(call, IMAGE_FIELDS),
  });
}

function shapeOf({ parsed, dropped }: UpstreamCall): JsonObject {
  const size = asText(parsed.size);
  if (size === '' || size === 'auto') return {};
  if (Object.hasOwn(ASPECT_RATIOS, size)) return { aspect_ratio: ASPECT_RATIOS[size] };
  const [width, height] = size.split('x').map(Number);
  if (width && height) return { width, height };
  dropped.add('size');
  return {};
}

/** Reads `{data: {image_urls}}` or `{data: {image_base64}}`. */
export const imagesAnswer: JsonReading = imagesReading({
  imagesOf: body => [
    ...asList(at(body, 'data', 'image_urls')).map((url): Image => ({ url: asText(url) })),
    ...asList(at(body, 'data', 'image_base64')).map((data): Image => ({ b64_json: asText(data) })),
  ],
  isError,
});
