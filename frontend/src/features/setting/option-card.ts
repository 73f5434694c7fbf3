import {
  isBaseUrl,
  isHttpUrl,
  joinList,
  optionRow,
  Role,
  SECRETS_SET_KEY,
  splitLines,
  splitList,
  withoutTrailingSlash,
  type OptionKey,
  type RoleValue,
} from '@contracts';
import { type ParseKeys } from 'i18next';
import { isJson, isJsonObjectOf } from '../../shared/form/json';
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

function isNumberFor(key: OptionKey, text: string): boolean {
  const row = optionRow(key);
  if (row.kind !== 'integer' && row.kind !== 'decimal') return true;
  const value = Number(text);
  if (text.trim() === '' || !Number.isFinite(value)) return false;
  if (row.kind === 'integer' && !Number.isSafeInteger(value)) return false;
  if (row.above !== undefined && value <= row.above) return false;
  return value >= (row.min ?? -Infinity) && value <= (row.max ?? Infinity);
}

function isTextFor(key: OptionKey, text: string): boolean {
  const row = optionRow(key);
  if (row.kind !== 'text') return true;
  const trimmed = row.singleLine || row.link ? text.trim() : text;
  if (row.link && trimmed !== '' && !isHttpUrl(trimmed)) return false;
  const length = Array.from(trimmed).length;
  return length >= (row.lengthMin ?? 0) && length <= (row.lengthMax ?? Infinity);
}

/** Whether the server would take this text for this option, as far as its form tells. */
export function isOptionText(key: OptionKey, text: string): boolean {
  const row = optionRow(key);
  switch (row.kind) {
    case 'integer':
    case 'decimal':
      return isNumberFor(key, text);
    case 'json':
      return row.shape === 'numberMap' ? isJsonObjectOf(text, 'number') : isJson(text, { isEmptyAllowed: false });
    case 'url':
      return text.trim() === '' || isBaseUrl(withoutTrailingSlash(text));
    case 'text':
      return isTextFor(key, text);
    case 'boolean':
      return true;
  }
}

/** Options that the server keeps in one form of several; the field must show that form, or it would count as changed. */
const tidiers: { readonly [Key in OptionKey]?: (text: string) => string } = {
  EmailDomainWhitelist: text => joinList(splitList(text.toLowerCase())),
  TelegramBotName: text => text.trim().replace(/^@+/, ''),
  TelegramBotToken: text => text.trim(),
  SensitiveWords: text => splitLines(text).join('\n'),
};

/** The text as it is sent: addresses without trailing slashes, numbers without blanks. */
export function toOptionText(key: OptionKey, text: string): string {
  const row = optionRow(key);
  const tidy = tidiers[key];
  if (tidy) return tidy(text);
  if (row.kind === 'url') return withoutTrailingSlash(text);
  if (row.kind === 'text') return row.singleLine || row.link ? text.trim() : text;
  return row.kind === 'integer' || row.kind === 'decimal' ? text.trim() : text;
}

/** The sentence about the first changed field that cannot be saved, or null. */
export function findFieldFault(
  fields: readonly OptionField[],
  changed: Readonly<Record<string, string>>,
): ParseKeys | null {
  const broken = fields.find(({ key }) => changed[key] !== undefined && !isOptionText(key, changed[key]));
  return broken ? (broken.fault ?? 'setting.check_input') : null;
}
