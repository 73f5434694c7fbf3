import { isHttpUrl, optionRow, withoutTrailingSlash, type OptionKey } from '@contracts';
import type { ParseKeys } from 'i18next';
import { isJson } from '../../shared/form/json';

/** One field of a settings card; its kind, bounds and choices come from the option table. */
export interface OptionField {
  readonly key: OptionKey;
  readonly label: ParseKeys;
  readonly hint?: ParseKeys;
  readonly unit?: ParseKeys;
  /** Labels of the choices, for options that have some. */
  readonly choices?: Readonly<Record<string, ParseKeys>>;
  /** Several lines. Default: false. */
  readonly isLong?: boolean;
}

/** One settings card as data. */
export interface OptionCardRow {
  readonly id: string;
  readonly title: ParseKeys;
  readonly description?: ParseKeys;
  readonly fields: readonly OptionField[];
}

function isNumberFor(key: OptionKey, text: string): boolean {
  const row = optionRow(key);
  if (row.kind !== 'integer' && row.kind !== 'decimal') return true;
  const value = Number(text);
  if (text.trim() === '' || !Number.isFinite(value)) return false;
  if (row.kind === 'integer' && !Number.isSafeInteger(value)) return false;
  if (row.above !== undefined && value <= row.above) return false;
  return value >= (row.min ?? -Infinity) && value <= (row.max ?? Infinity);
}

/** Whether the server would take this text for this option, as far as its form tells. */
export function isOptionText(key: OptionKey, text: string): boolean {
  switch (optionRow(key).kind) {
    case 'integer':
    case 'decimal':
      return isNumberFor(key, text);
    case 'json':
      return isJson(text, { isEmptyAllowed: false });
    case 'url':
      return text.trim() === '' || isHttpUrl(withoutTrailingSlash(text));
    case 'boolean':
    case 'text':
      return true;
  }
}

/** The text as it is sent: addresses without trailing slashes, numbers without blanks. */
export function toOptionText(key: OptionKey, text: string): string {
  const { kind } = optionRow(key);
  if (kind === 'url') return withoutTrailingSlash(text);
  return kind === 'integer' || kind === 'decimal' ? text.trim() : text;
}
