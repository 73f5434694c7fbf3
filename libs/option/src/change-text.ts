import { optionRow, type OptionKey } from '@contracts';

/** Longer values would bury the log; the row then names the option only. */
const VALUE_LENGTH_MAX = 120;

/** What the management log says about a saved option: before and after where both are short, never a secret's value. */
export function changeText(
  key: OptionKey,
  { before, after }: { readonly before: string; readonly after: string },
): string {
  const row = optionRow(key);
  if (row.secret) return `changed option ${key} (${after === '' ? 'cleared' : 'set'})`;
  const isShort = before.length <= VALUE_LENGTH_MAX && after.length <= VALUE_LENGTH_MAX;
  return isShort ? `changed option ${key} from "${before}" to "${after}"` : `changed option ${key}`;
}
