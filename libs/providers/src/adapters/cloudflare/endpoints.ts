import { CallRefusal, type JsonObject, asList, asText, at } from '@formats';
import { type AnswerReading, type UpstreamCall } from '../../contract/upstream';
import { embeddingsReading, inputTexts } from '../../shared/embeddings';
import { imagesReading } from '../../shared/images';
import { ownFields, present } from '../../shared/read-call-parts';
import { type RerankHit, documentTexts, rerankReading } from '../../shared/rerank';
import { isCloudflareError } from './native-response';

/** A body for `…/run/{model}` and how its answer is read. */
export interface NativeEndpoint {
  readonly body: JsonObject;
  readonly answer: AnswerReading;
}

const TEXTS_MAX = 100;

export function embeddings(call: UpstreamCall): NativeEndpoint {
  const text = inputTexts(call.parsed.input);
  if (text.length > TEXTS_MAX) throw new CallRefusal(`input holds more than ${TEXTS_MAX} texts`);
  for (const name of ['dimensions', 'user']) if (call.parsed[name] !== undefined) call.dropped.add(name);
  return {
    body: { text, ...ownFields(call, ['pooling']) },
    answer: embeddingsReading({
      model: call.model,
      encoding: call.parsed.encoding_format,
      vectorsOf: body => asList(at(body, 'result', 'data')),
      usageOf: () => ({ kind: 'missing' }),
      isError: isCloudflareError,
    }),
  };
}

export function rerank(call: UpstreamCall): NativeEndpoint {
  const { parsed } = call;
  const contexts = documentTexts(parsed.documents).map(text => ({ text }));
  return {
    body: present({ query: parsed.query, contexts, top_k: parsed.top_n ?? undefined }),
    answer: rerankReading({
      asked: parsed,
      model: call.model,
      hitsOf: body => asList(at(body, 'result', 'response')).flatMap(hitOf),
      usageOf: () => ({ kind: 'missing' }),
      isError: isCloudflareError,
    }),
  };
}

function hitOf(result: unknown): readonly RerankHit[] {
  const index = at(result, 'id');
  const score = at(result, 'score');
  return typeof index === 'number' && typeof score === 'number' ? [{ index, score }] : [];
}

/** Fields that callers may write into the body by name. */
const IMAGE_FIELDS = ['negative_prompt', 'num_steps', 'steps', 'guidance', 'seed', 'image_b64', 'mask', 'strength'];

/**
 * Requests one image per call, always as base64.
 *
 * @throws CallRefusal for models that return bytes or expect a form
 */
export function images(call: UpstreamCall): NativeEndpoint {
  const { parsed, model, dropped } = call;
  if (/stable-diffusion|dreamshaper|flux-2/.test(model)) {
    throw new CallRefusal('this model’s images are not supported by this channel');
  }
  for (const name of ['quality', 'style', 'user', 'background', 'moderation', 'output_format']) {
    if (parsed[name] !== undefined) dropped.add(name);
  }
  if (typeof parsed.n === 'number' && parsed.n > 1) dropped.add('n');
  if (parsed.response_format === 'url') dropped.add('response_format');
  const size = /^(\d{2,5})x(\d{2,5})$/.exec(asText(parsed.size));
  if (parsed.size !== undefined && !size) dropped.add('size');
  return {
    body: present({
      prompt: parsed.prompt,
      width: size ? Number(size[1]) : undefined,
      height: size ? Number(size[2]) : undefined,
      ...ownFields(call, IMAGE_FIELDS),
    }),
    answer: imagesReading({
      imagesOf: body => {
        const data = asText(at(body, 'result', 'image'));
        return data === '' ? [] : [{ b64_json: data }];
      },
      isError: isCloudflareError,
    }),
  };
}
