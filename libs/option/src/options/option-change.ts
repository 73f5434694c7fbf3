import { optionRow, type OptionKey } from '@contracts';
import { type ManagementEntry } from '@platform';

/** Longer values would bury the sentence of the row; they stand only beside it. */
const VALUE_LENGTH_MAX = 120;

/** Describes a saved option for the management log; for a secret it says only whether it has a value. */
export function optionChange(
  key: OptionKey,
  { before, after }: { readonly before: string; readonly after: string },
): Pick<ManagementEntry, 'said' | 'target' | 'before' | 'after'> {
  const target = `option ${key}`;
  if (optionRow(key).secret) {
    const state = (text: string): string => (text === '' ? 'cleared' : 'set');
    return {
      said: { key: after === '' ? 'option_cleared' : 'option_set', option: key },
      target,
      before: { [key]: state(before) },
      after: { [key]: state(after) },
    };
  }
  const isShort = before.length <= VALUE_LENGTH_MAX && after.length <= VALUE_LENGTH_MAX;
  return {
    said: isShort ? { key: 'option_changed_from', option: key, before, after } : { key: 'option_changed', option: key },
    target,
    before: { [key]: before },
    after: { [key]: after },
  };
}
