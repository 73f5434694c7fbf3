import { type UsageReading, readOpenAiUsage, type JsonObject, asList, asText, at, isJsonObject } from '@formats';
import { type JsonReading } from '../contract/upstream';

/** One result, after the provider's own names were read. */
export interface RerankHit {
  readonly index: number;
  readonly score: number;
  /** What the provider returned of the document; undefined when it returned nothing. */
  readonly document?: unknown;
}

interface RerankReadingOptions {
  /** The caller's own body: `model`, `documents`, `top_n`, `return_documents`. */
  readonly asked: JsonObject;
  readonly model: string;
  readonly hitsOf: (body: unknown) => readonly RerankHit[];
  readonly usageOf: (body: unknown) => UsageReading;
  readonly isError?: (body: unknown) => boolean;
}

/**
 * Converts an answer to the form that callers of `/v1/rerank` know: `{model, results: [{index, relevance_score,
 * document?}], usage}`, best first. Documents are taken from the request when the caller wants them and the provider
 * returns none.
 */
export function rerankReading(options: RerankReadingOptions): JsonReading {
  return {
    kind: 'json',
    convert(body) {
      const usage = options.usageOf(body);
      const hits = [...options.hitsOf(body)].sort((first, second) => second.score - first.score);
      const results = hits.map(hit => ({
        index: hit.index,
        relevance_score: hit.score,
        ...(options.asked.return_documents === true && { document: documentOf(hit, options.asked) }),
      }));
      const id = asText(at(body, 'id'));
      return { body: { ...(id && { id }), model: options.model, results, usage: usageShown(usage) }, usage };
    },
    ...(options.isError && { isError: options.isError }),
  };
}

/**
 * Reads `results[{index, relevance_score, document}]`, the form of most providers; entries without an index are left
 * out.
 */
export function commonHits(results: unknown): readonly RerankHit[] {
  return asList(results).flatMap(result => {
    const index = at(result, 'index');
    const score = at(result, 'relevance_score');
    if (typeof index !== 'number' || typeof score !== 'number') return [];
    return [{ index, score, document: at(result, 'document') }];
  });
}

/** Documents as plain texts: a text, the `text` of an object, or any other object as JSON. */
export function documentTexts(documents: unknown): readonly string[] {
  return asList(documents).map(textOfDocument);
}

function textOfDocument(document: unknown): string {
  if (typeof document === 'string') return document;
  const text = at(document, 'text');
  return typeof text === 'string' ? text : JSON.stringify(document ?? '');
}

function documentOf(hit: RerankHit, asked: JsonObject): JsonObject {
  if (typeof hit.document === 'string') return { text: hit.document };
  if (isJsonObject(hit.document) && Object.keys(hit.document).length > 0) return hit.document;
  const own = asList(asked.documents)[hit.index];
  return isJsonObject(own) ? own : { text: textOfDocument(own) };
}

/** Counts all tokens as prompt, because nothing was written. */
export function promptUsage(tokens: unknown): UsageReading {
  return readOpenAiUsage({ prompt_tokens: tokens, completion_tokens: 0 });
}

function usageShown(usage: UsageReading): JsonObject {
  const tokens = usage.kind === 'reported' ? usage.usage.promptTokens : 0;
  return { prompt_tokens: tokens, total_tokens: tokens };
}
