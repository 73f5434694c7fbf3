import { type Endpoint } from '@formats';
import { CACHE_HOUR_FACTOR, noUsage, totalPromptTokens, type UsageBuckets } from '@contracts';
import { priceUpTo, unitsFor, weightOf, type AnswerBucket, type Price } from '@pricing';
import { type RequestedImages } from '../call/requested-images';
import { type RelayCall } from '../call/relay-call';

/** The most that a call may use, as far as it is known before the call: this much is reserved. */
export interface CallBound {
  /** Never below any price that the prompt can reach; without tiers. */
  readonly price: Price;
  /** The usage apart from the tokens of the answer. */
  readonly rest: UsageBuckets;
  /** The bucket that counts the answer: the most expensive one that this call may use. */
  readonly bucket: AnswerBucket;
  /** The number of alternatives; each may be as long as the limit allows. */
  readonly choices: number;
  /** The most tokens of one alternative; null where the caller sets no limit. */
  readonly answerTokens: number | null;
  /** Whether a limit on the answer may be written into the call. */
  readonly isLimitable: boolean;
}

/** Facts about a call that its body does not state. */
export interface BoundFacts {
  readonly price: Price;
  readonly boundPromptTokens: number;
  readonly images: RequestedImages | null;
  /** Length of the uploaded audio in seconds; 0 where there is none. */
  readonly seconds: number;
}

/** Stands in every body that asks for a cache to be written; as bytes, because bodies are searched at each call. */
const CACHE_MARK = Buffer.from('"cache_control"');
const CHOICES_MAX = 128;
/** The most searches that a provider may run in one call that sets no limit on them. */
const SEARCHES_MAX = 10;
/** Tokens of the largest image in the highest quality; source: the providers' lists, read 2026-08. */
const TOKENS_PER_IMAGE_MADE = 6240;
const TOKENS_PER_IMAGE_GIVEN = 6240;
/** Speech has some 15 characters per second and is counted at some 20 tokens per second. */
const SPOKEN_TOKENS_PER_CHARACTER = 3;
const SOUND_TOKENS_PER_SECOND = 34;
const WRITTEN_TOKENS_PER_SECOND = 6;

const ANSWERING: ReadonlySet<Endpoint> = new Set(['chat', 'completions', 'edits', 'responsesCompact', 'realtime']);

/** The bound of a call, in the same buckets and at the dearest price that it may be settled with. */
export function boundOf(call: RelayCall, facts: BoundFacts): CallBound {
  if (!isAnswering(call.endpoint)) return mediaBound(call, facts);
  const { boundPromptTokens } = facts;
  const price = priceUpTo(facts.price, boundPromptTokens);
  const bucket = mayAnswerInAudio(call)
    ? dearest(price, ['completionTokens', 'audioOutputTokens'])
    : 'completionTokens';
  const rest: Record<keyof UsageBuckets, number> = { ...noUsage };
  rest[promptBucket(call, price)] = boundPromptTokens;
  rest.calls = 1;
  if (price.searchPrice > 0) rest.webSearches = searchesOf(call.parsed);
  return {
    price,
    rest,
    bucket,
    choices: choicesOf(call),
    answerTokens: call.maxTokens,
    isLimitable: call.endpoint === 'chat' || call.endpoint === 'completions',
  };
}

/** The bound of a call of which at most the size of the prompt is known. */
export function plainBound(price: Price, promptTokens: number, answerTokens: number | null): CallBound {
  const rest = { ...noUsage, promptTokens, calls: 1 };
  return {
    price: priceUpTo(price, promptTokens),
    rest,
    bucket: 'completionTokens',
    choices: 1,
    answerTokens,
    isLimitable: false,
  };
}

/** Whether an endpoint generates answers whose length is not known in advance. */
export function isAnswering(endpoint: Endpoint): boolean {
  return ANSWERING.has(endpoint);
}

/** The units for a bound when each alternative has the given number of tokens. */
export function unitsOfBound({ price, rest, bucket, choices }: CallBound, tokens: number): number {
  const usage: Record<keyof UsageBuckets, number> = { ...rest };
  usage[bucket] += tokens * choices;
  return unitsFor(usage, price);
}

/** The bound for endpoints that generate no text of free length. */
function mediaBound(call: RelayCall, facts: BoundFacts): CallBound {
  const restAt = (price: Price): UsageBuckets => ({ ...noUsage, calls: 1, ...mediaUsage(call, { ...facts, price }) });
  const price = priceUpTo(facts.price, totalPromptTokens(restAt(priceUpTo(facts.price, 0))));
  return {
    price,
    rest: restAt(price),
    bucket: 'completionTokens',
    choices: 1,
    answerTokens: 0,
    isLimitable: false,
  };
}

function mediaUsage(call: RelayCall, facts: BoundFacts): Partial<UsageBuckets> {
  const { boundPromptTokens: promptTokens, images, seconds, price } = facts;
  const { endpoint, model, parsed } = call;
  if (images) {
    const given = endpoint === 'imageGenerations' ? 0 : TOKENS_PER_IMAGE_GIVEN;
    const made = images.count * TOKENS_PER_IMAGE_MADE;
    const calls = images.count * images.factor;
    return { promptTokens, calls, imageInputTokens: given, imageOutputTokens: made };
  }
  switch (endpoint) {
    case 'speech': {
      const characters = typeof parsed.input === 'string' ? Array.from(parsed.input).length : 0;
      if (model.startsWith('tts')) return { promptTokens: Math.max(characters, promptTokens) };
      return { promptTokens, audioOutputTokens: characters * SPOKEN_TOKENS_PER_CHARACTER };
    }
    case 'transcriptions':
    case 'translations': {
      if (model.startsWith('whisper')) return { promptTokens: Math.ceil((seconds + 1) * (1000 / 60)) };
      const heard = Math.ceil(seconds * SOUND_TOKENS_PER_SECOND);
      const bucket = dearest(price, ['promptTokens', 'audioInputTokens']);
      const completionTokens = Math.ceil(seconds * WRITTEN_TOKENS_PER_SECOND);
      const usage = { promptTokens, audioInputTokens: 0, completionTokens };
      return { ...usage, [bucket]: usage[bucket] + heard };
    }
    default:
      return { promptTokens };
  }
}

/**
 * Writing a prompt to a cache costs more. A body that names a lifetime of one hour may ask for it in every part, so all
 * of it is bound at that price.
 */
function promptBucket({ body, parsed }: RelayCall, price: Price): keyof UsageBuckets {
  const hourRatio = price.createCacheHourRatio ?? price.createCacheRatio * CACHE_HOUR_FACTOR;
  const dearestRatio = Math.max(price.createCacheRatio, hourRatio);
  if (price.mode === 'call' || dearestRatio <= 1 || !body.includes(CACHE_MARK)) return audioBucket(parsed, price);
  const written = dearest(price, ['promptTokens', 'cacheWrite5mTokens']);
  return body.includes('"1h"') ? dearest(price, [written, 'cacheWrite1hTokens']) : written;
}

/** A chat model that accepts audio counts the audio in a prompt separately from the text. */
function audioBucket({ modalities }: Readonly<Record<string, unknown>>, price: Price): keyof UsageBuckets {
  return modalities === undefined ? 'promptTokens' : dearest(price, ['promptTokens', 'audioInputTokens']);
}

function dearest<Bucket extends Parameters<typeof weightOf>[1]>(
  price: Price,
  buckets: readonly [Bucket, Bucket],
): Bucket {
  const [first, second] = buckets;
  return weightOf(price, second) > weightOf(price, first) ? second : first;
}

function mayAnswerInAudio({ endpoint, parsed }: RelayCall): boolean {
  if (endpoint === 'realtime') return true;
  const config = (parsed.generationConfig ?? parsed.generation_config) as Readonly<Record<string, unknown>> | undefined;
  const asked = parsed.modalities ?? config?.responseModalities ?? config?.response_modalities;
  return Array.isArray(asked) && asked.some(modality => typeof modality === 'string' && /^audio$/i.test(modality));
}

function choicesOf({ parsed, endpoint, format }: RelayCall): number {
  const config = (parsed.generationConfig ?? parsed.generation_config) as Readonly<Record<string, unknown>> | undefined;
  const asked = format === 'gemini' ? (config?.candidateCount ?? config?.candidate_count) : parsed.n;
  const best = endpoint === 'completions' ? parsed.best_of : 1;
  const prompts = endpoint === 'completions' && isListOfTexts(parsed.prompt) ? parsed.prompt.length : 1;
  const wanted = Math.max(countOf(asked), countOf(best)) * prompts;
  return Math.min(CHOICES_MAX, wanted);
}

function isListOfTexts(prompt: unknown): prompt is readonly unknown[] {
  return Array.isArray(prompt) && prompt.length > 0 && typeof prompt[0] !== 'number';
}

function countOf(value: unknown): number {
  return typeof value === 'number' && value > 1 ? Math.ceil(value) : 1;
}

/**
 * The most searches that a call may cause. Each provider's way to ask for a search is a tool or an option of its own.
 */
function searchesOf(parsed: Readonly<Record<string, unknown>>): number {
  if (parsed.web_search_options !== undefined && parsed.web_search_options !== null) return 1;
  if (!Array.isArray(parsed.tools)) return 0;
  let searches = 0;
  for (const tool of parsed.tools as unknown[]) {
    if (typeof tool !== 'object' || tool === null) continue;
    const { type, max_uses: usesMax } = tool as { readonly type?: unknown; readonly max_uses?: unknown };
    if (typeof type === 'string' && type.startsWith('web_search')) {
      searches += typeof usesMax === 'number' && usesMax > 0 ? usesMax : SEARCHES_MAX;
    } else if ('google_search' in tool || 'googleSearch' in tool || 'googleSearchRetrieval' in tool) searches += 1;
  }
  return searches;
}
