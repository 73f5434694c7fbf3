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

/** One field of a settings card; its kind, limits and choices come from the option table. */
export interface OptionField {
  readonly key: OptionKey;
  readonly label: ParseKeys;
  readonly hint?: ParseKeys;
  readonly unit?: ParseKeys;
  /** Labels of the choices, for options with choices. */
  readonly choices?: Readonly<Record<string, ParseKeys>>;
  /** What the choices are called where the browser knows their names: currencies by their codes. */
  readonly names?: 'currency';
  /**
   * How a text is edited: in one line, in several lines, in several lines with a preview of the HTML or markdown, or as
   * a list of names that is stored with commas. Default: one line.
   */
  readonly form?: 'area' | 'source' | 'list';
  /** The message for an invalid value of this field, instead of "please check input". */
  readonly fault?: ParseKeys;
}

/** A switch that saves at once, beside the fields that wait for the save button. */
export interface OptionSwitchRow {
  readonly key: OptionKey;
  readonly label: ParseKeys;
  readonly hint?: ParseKeys;
  /** The confirmation before it is turned off. */
  readonly offQuestion?: ParseKeys;
  readonly offWarning?: ParseKeys;
}

/** The data of one settings card. */
export interface OptionCardRow {
  readonly id: string;
  readonly title: ParseKeys;
  readonly description?: ParseKeys;
  readonly switches?: readonly OptionSwitchRow[];
  readonly fields: readonly OptionField[];
  /** An option of another card that must be saved first, and the message that says so. */
  readonly needs?: { readonly key: OptionKey; readonly sentence: ParseKeys };
  /** Addresses of this site that have to be entered at another service: their label there, and their path. */
  readonly addresses?: readonly { readonly label: ParseKeys; readonly path: string }[];
}

/** True when a secret has a value; the value itself never reaches the browser. */
export function isSecretSet(options: OptionTexts, key: OptionKey): boolean {
  const text = options[SECRETS_SET_KEY] ?? '';
  if (!isJson(text, { isEmptyAllowed: false })) return false;
  const keys: unknown = JSON.parse(text);
  return Array.isArray(keys) && keys.includes(key);
}

/** True when a role may never write this option. Options that only some sites reserve are refused by the server. */
export function isReserved(key: OptionKey, role: RoleValue): boolean {
  return role < (optionRow(key).minRole ?? Role.Admin);
}

/**
 * The text as the server would store it, so that the field then counts as saved. JSON keeps its author's formatting.
 */
export function toOptionText(key: OptionKey, text: string): string {
  const result = parseOption(key, text);
  return isRefused(result) || optionRow(key).kind === 'json' ? text : result.text;
}

/** The message about the first changed field that cannot be saved, or null. */
export function findFieldFault(
  fields: readonly OptionField[],
  changed: Readonly<Record<string, string>>,
): ParseKeys | null {
  const broken = fields.find(({ key }) => changed[key] !== undefined && findOptionRefusal(key, changed[key]) !== null);
  return broken ? (broken.fault ?? 'setting.check_input') : null;
}
