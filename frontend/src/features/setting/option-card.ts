import {
  findOptionRefusal,
  isRefused,
  optionRow,
  parseOption,
  Role,
  SECRETS_SET_KEY,
  type OptionKey,
  type RoleValue,
} from '@contracts';
import { type ParseKeys } from 'i18next';
import { isJson } from '../../shared/form/json';
import { type OptionTexts } from './setting-api';

/** One field of a settings card; its kind, bounds and choices come from the option table. */
export interface OptionField {
  readonly key: OptionKey;
  readonly label: ParseKeys;
  readonly hint?: ParseKeys;
  readonly unit?: ParseKeys;
  /** Labels of the choices, for options that have some. */
  readonly choices?: Readonly<Record<string, ParseKeys>>;
  /**
   * How a text is edited: in one line, in several, in several with a preview of the HTML or markdown, or as a list of
   * names that is stored with commas. Default: one line.
   */
  readonly form?: 'area' | 'source' | 'list';
  /** Said instead of "please check input" when this field is what is wrong. */
  readonly fault?: ParseKeys;
}

/** A switch that saves at once, beside the fields that wait for the save button. */
export interface OptionSwitchRow {
  readonly key: OptionKey;
  readonly label: ParseKeys;
  readonly hint?: ParseKeys;
  /** Asked before it is turned off. */
  readonly offQuestion?: ParseKeys;
  readonly offWarning?: ParseKeys;
}

/** One settings card as data. */
export interface OptionCardRow {
  readonly id: string;
  readonly title: ParseKeys;
  readonly description?: ParseKeys;
  readonly switches?: readonly OptionSwitchRow[];
  readonly fields: readonly OptionField[];
  /** An option of another card that must be saved before this one, and the sentence that says so. */
  readonly needs?: { readonly key: OptionKey; readonly sentence: ParseKeys };
  /** Addresses of this site that have to be entered elsewhere: what they are called there, and their path. */
  readonly addresses?: readonly { readonly label: ParseKeys; readonly path: string }[];
}

/** Whether a secret has a value; the value itself never reaches the browser. */
export function isSecretSet(options: OptionTexts, key: OptionKey): boolean {
  const text = options[SECRETS_SET_KEY] ?? '';
  if (!isJson(text, { isEmptyAllowed: false })) return false;
  const keys: unknown = JSON.parse(text);
  return Array.isArray(keys) && keys.includes(key);
}

/** Whether a role may never write this option. Options that only some sites reserve are refused by the server. */
export function isReserved(key: OptionKey, role: RoleValue): boolean {
  return role < (optionRow(key).minRole ?? Role.Admin);
}

/** The text as the server would keep it, so that the field counts as saved then. JSON stays in the shape its author gave it. */
export function toOptionText(key: OptionKey, text: string): string {
  const result = parseOption(key, text);
  return isRefused(result) || optionRow(key).kind === 'json' ? text : result.text;
}

/** The sentence about the first changed field that cannot be saved, or null. */
export function findFieldFault(
  fields: readonly OptionField[],
  changed: Readonly<Record<string, string>>,
): ParseKeys | null {
  const broken = fields.find(({ key }) => changed[key] !== undefined && findOptionRefusal(key, changed[key]) !== null);
  return broken ? (broken.fault ?? 'setting.check_input') : null;
}
