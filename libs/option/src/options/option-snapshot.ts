import {
  defaultText,
  optionKeys,
  optionRow,
  type OptionKey,
  type OptionValues,
  type ShippedDefaults,
} from '@contracts';
import { type Logger, type SecretBox } from '@platform';
import { type StoredOptions } from './option.store';
import { readOption } from './option-text';

/** All options at one moment. It is immutable; a change makes a new one. */
export interface OptionSnapshot {
  readonly values: OptionValues;
  /** The texts as the console edits them; secrets are opened here and must not leave the server. */
  readonly texts: Readonly<Record<OptionKey, string>>;
  /** The stored rows, with secrets sealed, to detect changes. */
  readonly stored: StoredOptions;
}

export interface SnapshotSources {
  readonly shipped: ShippedDefaults;
  /** The address that stands in for ServerAddress while that option is empty. */
  readonly publicUrl: string;
  readonly box: SecretBox;
  readonly logger: Logger;
}

/**
 * Parses the stored texts. A text that cannot be read does not count: the value of the previous snapshot, or else the
 * default, stays in force, and an error line names the option that must be repaired.
 */
export function buildSnapshot(
  stored: StoredOptions,
  previous: OptionSnapshot | null,
  sources: SnapshotSources,
): OptionSnapshot {
  const values: Record<string, unknown> = {};
  const texts: Record<string, string> = {};
  for (const key of optionKeys) {
    const option = readStored(key, stored, previous, sources);
    texts[key] = option.text;
    values[key] = option.value;
  }
  // Every key of the table was filled above, each with the value its own row describes.
  return Object.freeze({ values: Object.freeze(values), texts: Object.freeze(texts), stored }) as OptionSnapshot;
}

interface KeptValue {
  readonly text: string;
  readonly value: unknown;
}

function readStored(
  key: OptionKey,
  stored: StoredOptions,
  previous: OptionSnapshot | null,
  sources: SnapshotSources,
): KeptValue {
  const kept = stored.get(key);
  if (previous && previous.stored.get(key) === kept) return valueIn(previous, key);
  if (kept === undefined) return readOption(key, defaultOf(key, sources));
  try {
    const text = optionRow(key).secret && kept !== '' ? sources.box.open('service-secret', kept) : kept;
    return readOption(key, text === '' && key === 'ServerAddress' ? sources.publicUrl : text);
  } catch (error) {
    sources.logger.error({ err: error, option: key }, 'a stored option cannot be read; the last good value stays');
    if (previous) return valueIn(previous, key);
    return readOption(key, defaultOf(key, sources));
  }
}

/** Returns the previous object when the value is equal, so that derived values may be cached by identity. */
function valueIn(snapshot: OptionSnapshot, key: OptionKey): KeptValue {
  return { text: snapshot.texts[key], value: snapshot.values[key] };
}

function defaultOf(key: OptionKey, sources: SnapshotSources): string {
  return key === 'ServerAddress' ? sources.publicUrl : defaultText(key, sources.shipped);
}

/** Keys whose stored text differs between two snapshots. */
export function changedKeys(before: OptionSnapshot, after: OptionSnapshot): readonly OptionKey[] {
  return optionKeys.filter(key => before.stored.get(key) !== after.stored.get(key));
}
