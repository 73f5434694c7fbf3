import { readOpenAiUsage, type JsonObject, asList, asText, at } from '@formats';
import { type JsonReading, type UpstreamCall } from '../../contract/upstream';
import { embeddingsReading, inputTexts } from '../../shared/embeddings';
import { type Image, imagesReading } from '../../shared/images';
import { ownFields, present } from '../../shared/read-call-parts';
import { commonHits, documentTexts, rerankReading } from '../../shared/rerank';
import { isWorkshopError } from './errors';

/** A request body and how its answer is read. */
interface WorkshopExchange {
  readonly body: JsonObject;
  readonly answer: JsonReading;
}

const IMAGE_FIELDS = ['negative_prompt', 'steps', 'sampler_index', 'seed', 'cfg_scale', 'style'] as const;

/** Sends the texts of an embeddings call, always as a list; token numbers are refused. */
export function workshopEmbeddings({ parsed, model, dropped }: UpstreamCall): WorkshopExchange {
  if (parsed.dimensions != null) dropped.add('dimensions');
  return {
    body: present({ input: inputTexts(parsed.input), user_id: textOrNothing(parsed.user) }),
    answer: embeddingsReading({
      model,
      encoding: parsed.encoding_format,
      vectorsOf: body => asList(at(body, 'data')).map(entry => at(entry, 'embedding')),
      usageOf: body => readOpenAiUsage(at(body, 'usage')),
      isError: isWorkshopError,
    }),
  };
}

export function workshopRerank({ parsed, model }: UpstreamCall): WorkshopExchange {
  const { query, documents, top_n } = parsed;
  return {
    body: present({ query, documents: documentTexts(documents), top_n: top_n ?? undefined }),
    answer: rerankReading({
      asked: parsed,
      model,
      hitsOf: body => commonHits(at(body, 'results')),
      usageOf: body => readOpenAiUsage(at(body, 'usage')),
      isError: isWorkshopError,
    }),
  };
}

/** Requests images. The provider returns base64 only, several megabytes per image. */
export function workshopImages({ parsed, dropped, ...call }: UpstreamCall): WorkshopExchange {
  if (parsed.quality != null) dropped.add('quality');
  if (parsed.response_format === 'url') dropped.add('response_format');
  const own = ownFields({ ...call, parsed, dropped }, IMAGE_FIELDS);
  return {
    body: present({
      prompt: parsed.prompt,
      size: parsed.size ?? undefined,
      n: parsed.n ?? undefined,
      user_id: textOrNothing(parsed.user),
      ...own,
    }),
    answer: imagesReading({
      createdAtSecondsOf: body => at(body, 'created'),
      imagesOf: body => asList(at(body, 'data')).map((image): Image => ({ b64_json: asText(at(image, 'b64_image')) })),
      isError: isWorkshopError,
    }),
  };
}

function textOrNothing(value: unknown): string | undefined {
  return asText(value) || undefined;
}
