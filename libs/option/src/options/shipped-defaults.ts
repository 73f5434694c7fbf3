import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type ShippedDefaults } from '@contracts';
import { AppError, parseJsonObject } from '@kernel';

const FILE_BYTES_MAX = 1024 * 1024;

type Table = Readonly<Record<string, unknown>>;

function whole(table: Table): Table {
  return table;
}

/**
 * Loads the texts that the ratio options have while they are unchanged; indented, because people edit them.
 *
 * @param configDir directory that holds `ratios/`
 * @throws AppError CONFIG_INVALID naming the file that is missing or broken
 */
export function loadShippedDefaults(configDir: string): ShippedDefaults {
  const read = (name: string, part: (table: Table) => unknown = whole): string => {
    const path = join(configDir, 'ratios', `${name}.json`);
    try {
      return JSON.stringify(part(parseJsonObject(readFileSync(path), { bytesMax: FILE_BYTES_MAX })), null, 2);
    } catch (cause) {
      throw new AppError('CONFIG_INVALID', { cause, params: { variable: path, reason: 'the file cannot be read' } });
    }
  };
  // These files also hold the ratio of all other names, which no option changes.
  const readRatios = (name: string): string => read(name, ({ ratios }) => ratios);
  return {
    ModelRatio: read('model-ratio'),
    CompletionRatio: read('completion-ratio'),
    ModelPrice: read('model-price'),
    GroupRatio: read('group-ratio'),
    CacheRatio: readRatios('cache-ratio'),
    CreateCacheRatio: readRatios('create-cache-ratio'),
    AudioRatio: readRatios('audio-ratio'),
    AudioCompletionRatio: readRatios('audio-completion-ratio'),
    ImageRatio: readRatios('image-ratio'),
  };
}
