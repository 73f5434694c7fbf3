import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { AppError, isJsonObject, parseJson } from '@kernel';
import { type CompletionRule } from './completion-ratio';

export type NumberMap = Readonly<Record<string, number>>;

/** Ratios of single names, and the ratio of all other names. */
export interface RatioTable {
  readonly default: number;
  /** Name parts for which the default applies; all names when absent. Other names have no special ratio. */
  readonly defaultFor?: readonly string[];
  readonly ratios: NumberMap;
}

/** Factors on the price of one call, for images and videos. */
export interface CallFactors {
  readonly imageSize: NumberMap;
  /** Per model and quality, for square and for oblong images. */
  readonly imageQuality: Readonly<Record<string, Readonly<Record<string, { square: number; oblong: number }>>>>;
  readonly video: { readonly mode: NumberMap; readonly durationSeconds: NumberMap };
}

/** The price book that comes with the product. */
export interface ShippedBook {
  readonly modelRatio: NumberMap;
  readonly completionRatio: NumberMap;
  readonly completionRules: readonly CompletionRule[];
  readonly modelPrice: NumberMap;
  readonly groupRatio: NumberMap;
  readonly cacheRatio: RatioTable;
  readonly createCacheRatio: RatioTable;
  readonly audioRatio: RatioTable;
  readonly audioCompletionRatio: RatioTable;
  readonly imageRatio: RatioTable;
  /** Currency units for a thousand searches, by the beginning of a model's name. */
  readonly searchPrice: RatioTable;
  /**
   * Tokens of the largest answer that a model gives, by the beginning of its name. Orders of magnitude that were common
   * knowledge in 2026, not copied from the providers' lists: a wrong one makes a reservation larger or an answer
   * shorter, but never changes a bill.
   */
  readonly answerTokens: RatioTable;
  readonly callFactors: CallFactors;
}

const FILE_BYTES_MAX = 1024 * 1024;

/** Whether every number in the value is a usable ratio; the files are ours, so their shape is taken as written. */
function hasRatiosOnly(value: unknown): boolean {
  if (typeof value === 'number') return Number.isFinite(value) && value >= 0;
  if (Array.isArray(value)) return value.every(hasRatiosOnly);
  return !isJsonObject(value) || Object.values(value).every(hasRatiosOnly);
}

function readTable<Table>(directory: string, name: string): Table {
  const path = join(directory, `${name}.json`);
  try {
    const value = parseJson(readFileSync(path), { bytesMax: FILE_BYTES_MAX });
    if (typeof value === 'object' && value !== null && hasRatiosOnly(value)) return value as Table; // shape: see above
  } catch (cause) {
    throw new AppError('CONFIG_INVALID', { cause, params: { variable: path, reason: 'the file cannot be read' } });
  }
  throw new AppError('CONFIG_INVALID', { params: { variable: path, reason: 'ratios must be numbers of at least 0' } });
}

/**
 * Reads the shipped book from its directory, once at start.
 *
 * @throws AppError CONFIG_INVALID naming the file that is missing or broken
 */
export function loadShippedBook(directory: string): ShippedBook {
  return {
    modelRatio: readTable(directory, 'model-ratio'),
    completionRatio: readTable(directory, 'completion-ratio'),
    completionRules: readTable(directory, 'completion-ratio-rules'),
    modelPrice: readTable(directory, 'model-price'),
    groupRatio: readTable(directory, 'group-ratio'),
    cacheRatio: readTable(directory, 'cache-ratio'),
    createCacheRatio: readTable(directory, 'create-cache-ratio'),
    audioRatio: readTable(directory, 'audio-ratio'),
    audioCompletionRatio: readTable(directory, 'audio-completion-ratio'),
    imageRatio: readTable(directory, 'image-ratio'),
    searchPrice: readTable(directory, 'search-price'),
    answerTokens: readTable(directory, 'answer-tokens'),
    callFactors: readTable(directory, 'call-factors'),
  };
}
