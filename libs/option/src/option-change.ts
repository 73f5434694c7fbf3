import { optionRow, type OptionKey } from '@contracts';
import type { ManagementEntry } from '@platform';

/** Longer values would bury the log; the row then tells their beginning. */
const VALUE_LENGTH_MAX = 120;
const KEPT_LENGTH = 2000;

/** What the management log says about a saved option; of a secret only whether it has a value. */
export function optionChange(
  key: OptionKey,
  { before, after }: { readonly before: string; readonly after: string },
): Pick<ManagementEntry, 'content' | 'target' | 'before' | 'after'> {
  const target = `option ${key}`;
  if (optionRow(key).secret) {
    const state = (text: string): string => (text === '' ? 'cleared' : 'set');
    return {
      content: `changed option ${key} (${state(after)})`,
      target,
      before: { [key]: state(before) },
      after: { [key]: state(after) },
    };
  }
  const isShort = before.length <= VALUE_LENGTH_MAX && after.length <= VALUE_LENGTH_MAX;
  return {
    content: isShort ? `changed option ${key} from "${before}" to "${after}"` : `changed option ${key}`,
    target,
    before: { [key]: before.slice(0, KEPT_LENGTH) },
    after: { [key]: after.slice(0, KEPT_LENGTH) },
  };
}
