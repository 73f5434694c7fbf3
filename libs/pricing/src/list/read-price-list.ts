import { type PriceListFormat } from '@contracts';
import { AppError, isJsonObject, type JsonObject } from '@kernel';
import { isPrice, moneyOnly, type ListedPrice } from './listed-price';

interface PriceList {
  readonly format: PriceListFormat;
  readonly prices: readonly ListedPrice[];
}

const TOKENS = 1_000_000;
const SEARCHES = 1_000;
/** More entries than both lists have together. */
const ENTRIES_MAX = 50_000;
const DIGITS = 12;

/**
 * Reads a public price list, whichever of the two it is.
 *
 * @throws AppError PRICE_LIST_UNREADABLE
 */
export function readPriceList(text: string): PriceList {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    throw new AppError('PRICE_LIST_UNREADABLE', { cause });
  }
  if (!isJsonObject(value)) throw new AppError('PRICE_LIST_UNREADABLE');
  const providers = isJsonObject(value.providers) ? value.providers : value;
  const ofProviders = Object.entries(providers).flatMap(([id, provider]) => ofProvider(id, provider));
  if (ofProviders.length > 0) return { format: 'models.dev', prices: ofProviders.slice(0, ENTRIES_MAX) };
  const entries = Object.entries(value).flatMap(([name, entry]) => ofEntry(name, entry));
  if (entries.length === 0) throw new AppError('PRICE_LIST_UNREADABLE');
  return { format: 'LiteLLM', prices: entries.slice(0, ENTRIES_MAX) };
}

/** One provider of models.dev, whose prices are those of a million tokens. */
function ofProvider(id: string, provider: unknown): readonly ListedPrice[] {
  if (!isJsonObject(provider) || !isJsonObject(provider.models)) return [];
  return Object.entries(provider.models).flatMap(([name, model]) => {
    if (!isJsonObject(model) || !isJsonObject(model.cost)) return [];
    const { cost } = model;
    const money = moneyOnly({
      ModelRatio: cost.input,
      CompletionRatio: cost.output,
      CacheRatio: cost.cache_read,
      CreateCacheRatio: cost.cache_write,
      AudioRatio: cost.input_audio,
      AudioCompletionRatio: cost.output_audio,
    });
    return Object.keys(money).length === 0 ? [] : [{ name, provider: id, money }];
  });
}

/** One model of LiteLLM, whose prices are those of one token. */
function ofEntry(name: string, entry: unknown): readonly ListedPrice[] {
  if (!isJsonObject(entry) || name === 'sample_spec') return [];
  const money = moneyOnly({
    ModelRatio: ofToken(entry.input_cost_per_token),
    CompletionRatio: ofToken(entry.output_cost_per_token),
    CacheRatio: ofToken(entry.cache_read_input_token_cost),
    CreateCacheRatio: ofToken(entry.cache_creation_input_token_cost),
    CreateCacheHourRatio: ofToken(entry.cache_creation_input_token_cost_above_1hr),
    AudioRatio: ofToken(entry.input_cost_per_audio_token),
    AudioCompletionRatio: ofToken(entry.output_cost_per_audio_token),
    ImageRatio: ofToken(entry.input_cost_per_image_token),
    ModelPrice: entry.mode === 'image_generation' ? (entry.output_cost_per_image ?? entry.input_cost_per_image) : null,
    SecondPrice: secondPrice(entry),
    SearchPrice: searchPrice(entry),
  });
  const provider = typeof entry.litellm_provider === 'string' ? entry.litellm_provider : '';
  return Object.keys(money).length === 0 ? [] : [{ name, provider, money }];
}

/** Without the digits that only binary fractions have: 0.0000025 times a million is 2.5. */
function times(value: unknown, count: number): number | null {
  return isPrice(value) ? Number((value * count).toPrecision(DIGITS)) : null;
}

function ofToken(value: unknown): number | null {
  return times(value, TOKENS);
}

function searchPrice({ search_context_cost_per_query: costs }: JsonObject): number | null {
  return isJsonObject(costs) ? times(costs.search_context_size_medium, SEARCHES) : null;
}

/** Only of models that make videos: others are billed by the seconds that they hear. */
function secondPrice(entry: JsonObject): unknown {
  return entry.mode === 'video_generation'
    ? (entry.output_cost_per_video_per_second ?? entry.output_cost_per_second)
    : null;
}
