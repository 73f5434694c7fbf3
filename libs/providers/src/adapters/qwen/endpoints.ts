import { CallRefusal, readOpenAiUsage, type JsonObject, asList, asText, at } from '@formats';
import { type JsonReading, type UpstreamCall } from '../../contract/upstream';
import { embeddingsReading, inputTexts } from '../../shared/embeddings';
import { type Image, imagesReading } from '../../shared/images';
import { ownFields, present } from '../../shared/read-call-parts';
import { commonHits, documentTexts, promptUsage, rerankReading } from '../../shared/rerank';
import { nativeError } from './errors';

/** A path of the native protocol, a body, and how its answer is read. */
export interface NativeExchange {
  readonly path: string;
  readonly body: JsonObject;
  readonly answer: JsonReading;
}

const IMAGES_MAX = 4;
const IMAGE_FIELDS = ['negative_prompt', 'seed', 'prompt_extend', 'watermark'] as const;

function isError(body: unknown): boolean {
  return nativeError(body) !== null;
}

/** Serves operators who typed the native address; all other channels use the compatible mode. */
export function nativeEmbeddings(call: UpstreamCall): NativeExchange {
  const { parsed, model } = call;
  const own = ownFields(call, ['text_type', 'output_type']);
  const parameters = present({ dimension: parsed.dimensions ?? undefined, ...own });
  return {
    path: '/api/v1/services/embeddings/text-embedding/text-embedding',
    body: {
      model,
      input: { texts: inputTexts(parsed.input) },
      ...(Object.keys(parameters).length > 0 && { parameters }),
    },
    answer: embeddingsReading({
      model,
      encoding: parsed.encoding_format,
      vectorsOf: body => inOrder(asList(at(body, 'output', 'embeddings'))).map(entry => at(entry, 'embedding')),
      usageOf: body => promptUsage(at(body, 'usage', 'total_tokens')),
      isError,
    }),
  };
}

/** Sorts vectors by the text that they belong to. */
function inOrder(entries: readonly unknown[]): readonly unknown[] {
  const place = (entry: unknown): number => Number(at(entry, 'text_index') ?? 0);
  return [...entries].sort((first, second) => place(first) - place(second));
}

/** The compatible mode returns numbers only; vectors are encoded here for callers who requested another encoding. */
export function compatibleEmbeddings({ parsed, model }: UpstreamCall): JsonReading {
  return embeddingsReading({
    model,
    encoding: parsed.encoding_format,
    vectorsOf: body => asList(at(body, 'data')).map(entry => at(entry, 'embedding')),
    usageOf: body => readOpenAiUsage(at(body, 'usage')),
    isError,
  });
}

export function rerank(call: UpstreamCall): NativeExchange {
  const { parsed, model } = call;
  const { query, documents, top_n } = parsed;
  const returnsDocuments = parsed.return_documents === true;
  const parameters = present({
    top_n: top_n ?? undefined,
    return_documents: returnsDocuments,
    ...ownFields(call, ['instruct']),
  });
  return {
    path: '/api/v1/services/rerank/text-rerank/text-rerank',
    body: { model, input: { query, documents: documentTexts(documents) }, parameters },
    answer: rerankReading({
      asked: parsed,
      model,
      hitsOf: body => commonHits(at(body, 'output', 'results')),
      usageOf: body => promptUsage(at(body, 'usage', 'total_tokens')),
      isError,
    }),
  };
}

/**
 * Requests images from the models that return them in the same response.
 *
 * @throws CallRefusal for models that return a task instead, which would have to be polled
 */
export function images(call: UpstreamCall): NativeExchange {
  const { parsed, model, dropped } = call;
  if (!/^(qwen|z)-image/i.test(model)) {
    throw new CallRefusal('this model only works in the background; use one that answers at once, like qwen-image');
  }
  for (const name of ['quality', 'style', 'user', 'background']) if (parsed[name] != null) dropped.add(name);
  // The provider returns addresses of images, which stay valid for a day.
  if (parsed.response_format === 'b64_json') dropped.add('response_format');
  const n = parsed.n;
  if (typeof n === 'number' && n > IMAGES_MAX) dropped.add('n');
  const parameters = present({
    size: sizeOf(parsed.size),
    n: typeof n === 'number' ? Math.min(n, IMAGES_MAX) : undefined,
    ...ownFields(call, IMAGE_FIELDS),
  });
  return {
    path: '/api/v1/services/aigc/multimodal-generation/generation',
    body: { model, input: { messages: [{ role: 'user', content: [{ text: parsed.prompt }] }] }, parameters },
    answer: imagesReading({ imagesOf, isError }),
  };
}

/** Writes `1024x1024` as `1024*1024`. */
function sizeOf(size: unknown): string | undefined {
  const text = asText(size);
  return /^\d+x\d+$/.test(text) ? text.replace('x', '*') : undefined;
}

/** Collects the images of all choices, since each choice may hold some. */
function imagesOf(body: unknown): readonly Image[] {
  const contents = asList(at(body, 'output', 'choices')).flatMap(choice => asList(at(choice, 'message', 'content')));
  return contents.map(part => asText(at(part, 'image'))).flatMap(url => (url === '' ? [] : [{ url }]));
}
