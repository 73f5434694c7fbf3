import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type ShippedDefaults } from '@contracts';
import { AppError, parseJsonObject } from '@kernel';

const FILE_BYTES_MAX = 1024 * 1024;

/**
 * Loads the texts that the four ratio options have while they are unchanged; indented, because people edit them.
 *
 * @param configDir directory that holds `ratios/`
 * @throws AppError CONFIG_INVALID naming the file that is missing or broken
 */
export function loadShippedDefaults(configDir: string): ShippedDefaults {
  const read = (name: string): string => {
    const path = join(configDir, 'ratios', `${name}.json`);
    try {
      return JSON.stringify(parseJsonObject(readFileSync(path), { bytesMax: FILE_BYTES_MAX }), null, 2);
    } catch (cause) {
      throw new AppError('CONFIG_INVALID', { cause, params: { variable: path, reason: 'the file cannot be read' } });
    }
  };
  return {
    ModelRatio: read('model-ratio'),
    CompletionRatio: read('completion-ratio'),
    ModelPrice: read('model-price'),
    GroupRatio: read('group-ratio'),
  };
}
