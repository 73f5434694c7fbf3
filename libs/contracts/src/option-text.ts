import { isBaseUrl, isHttpUrl, withoutTrailingSlash } from './channel';
import { isJsonObject } from './json';
import { splitLines, splitList } from './list';
import { isMailAddress } from './mail-address';
import { parseShape } from './option-json';
import { refuseBeyondLimits } from './option-limits';
import { refuseOption, type OptionRefusal } from './option-refusals';
import { type JsonRow, type NumberRow, type OptionRow, type TextRow } from './option-row';
import { optionRow, type OptionKey, type OptionValues } from './options';
import { ruleFault } from './price-rules';

/** An option whose text has been checked: the text as it is kept, and its parsed value. */
export interface ReadOption {
  readonly text: string;
  readonly value: OptionValues[OptionKey];
}

/** Cleans and parses the text of an option, which may already be stored. The value never enters the refusal. */
export function parseOption(key: OptionKey, raw: string): ReadOption | OptionRefusal {
  // NUL cannot be stored on every database.
  const option = raw.includes('\0') ? null : readRow(optionRow(key), cleaners[key]?.(raw) ?? raw);
  if (option === null) return refusals[key]?.(raw) ?? tooLarge(key, raw) ?? invalid(key);
  return checks[key]?.(option) ?? option;
}

export function isRefused(result: ReadOption | OptionRefusal): result is OptionRefusal {
  return 'code' in result;
}

/**
 * Finds the reason why a text cannot be saved as this option, as far as the text alone shows it; null when it can be
 * saved.
 */
export function findOptionRefusal(key: OptionKey, raw: string): OptionRefusal | null {
  const result = parseOption(key, raw);
  return isRefused(result) ? result : refuseBeyondLimits(key, result.value);
}

function invalid(key: OptionKey): OptionRefusal {
  return refuseOption('OPTION_INVALID', { key });
}

/** Names the largest allowed number when a number is refused for being larger. */
function tooLarge(key: OptionKey, raw: string): OptionRefusal | null {
  const row = optionRow(key);
  if ((row.kind !== 'integer' && row.kind !== 'decimal') || row.max === undefined) return null;
  const isLarger = /^\+?[\d.]{1,40}$/.test(raw.trim()) && Number(raw) > row.max;
  return isLarger ? refuseOption('OPTION_NUMBER_TOO_LARGE', { key, max: row.max }) : null;
}

function readRow(row: OptionRow, raw: string): ReadOption | null {
  switch (row.kind) {
    case 'boolean':
      return raw === 'true' || raw === 'false' ? { text: raw, value: raw === 'true' } : null;
    case 'integer':
    case 'decimal':
      return readNumber(row, raw.trim());
    case 'text':
      return readText(row, raw);
    case 'url': {
      const address = withoutTrailingSlash(raw);
      return address === '' || isBaseUrl(address) ? { text: address, value: address } : null;
    }
    case 'json':
      return readJson(row, raw);
  }
}

function readNumber(row: NumberRow, raw: string): ReadOption | null {
  const pattern =
    row.kind === 'integer' ? /^[+-]?\d{1,16}$/ : /^[+-]?(\d{1,16}(\.\d{0,16})?|\.\d{1,16})(e[+-]?\d{1,2})?$/i;
  const value = Number(raw);
  if (!pattern.test(raw) || !Number.isFinite(value)) return null;
  if (row.kind === 'integer' && !Number.isSafeInteger(value)) return null;
  const { min = -Infinity, max = Infinity, above = -Infinity } = row;
  return value >= min && value <= max && value > above ? { text: String(value), value } : null;
}

function readText(row: TextRow, raw: string): ReadOption | null {
  const text = row.singleLine || row.link ? raw.trim() : raw;
  if (row.choices && !row.choices.includes(text)) return null;
  if (row.singleLine && /[\r\n]/.test(text)) return null;
  if (row.link && text !== '' && !isHttpUrl(text)) return null;
  const length = Array.from(text).length;
  if (length < (row.lengthMin ?? 0) || length > (row.lengthMax ?? Infinity)) return null;
  return { text, value: text };
}

function readJson(row: JsonRow, raw: string): ReadOption | null {
  const text = raw.trim();
  const value = parseShape(row.shape, text);
  if (value === null) return null;
  // A list is kept as it was understood: without repetitions, and without anything that was not read. Tables keep the
  // layout that their author gave them.
  return { text: hasOneForm(row.shape) ? JSON.stringify(value) : text, value };
}

function hasOneForm(shape: JsonRow['shape']): boolean {
  return shape === 'textList' || shape === 'manufacturers';
}

type PerKey<Rule> = { readonly [Key in OptionKey]?: Rule };

/** Functions that bring loosely written texts into one form. */
const cleaners: PerKey<(raw: string) => string> = {
  EmailDomainWhitelist: raw => splitList(raw.toLowerCase()).join(','),
  EmailDomainBlocklist: raw => splitList(raw.toLowerCase()).join(','),
  TelegramBotName: raw => raw.trim().replace(/^@+/, ''),
  TelegramBotToken: raw => raw.trim(),
  SensitiveWords: raw => splitLines(raw).join('\n'),
};

/** Refusals for keys whose unreadable value has its own sentence. */
const refusals: PerKey<(raw: string) => OptionRefusal | null> = {
  TopupGroupRatio: () => refuseOption('OPTION_TOPUP_JSON'),
  GroupRatio: raw => negativeGroup(raw),
  PriceRules: raw => wrongRule(raw),
};

/** Rules beyond the shape of a value. */
const checks: PerKey<(option: ReadOption) => OptionRefusal | null> = {
  /** A host name or address, without scheme and path. */
  SMTPServer: ({ text }) => (/^[\w.:[\]-]*$/.test(text) ? null : invalid('SMTPServer')),
  /** The number of the bot, a colon, and its secret; Telegram promises no length. */
  TelegramBotToken: ({ text }) =>
    text === '' || /^\d{4,20}:[\w-]{8,100}$/.test(text) ? null : invalid('TelegramBotToken'),
  /** One bare address: a second one would be a second sender. */
  SMTPFrom: ({ text }) => (text === '' || isMailAddress(text) ? null : invalid('SMTPFrom')),
  GroupRatio: ({ value }) => {
    const names = Object.keys(value);
    if (names.some(name => name === '' || name !== name.trim() || name.includes(',')))
      return refuseOption('OPTION_GROUP_NAME');
    return names.includes('default') ? null : refuseOption('OPTION_GROUP_DEFAULT');
  },
};

/** Names the member of a table of price rules that is not allowed; null where it is no table at all. */
function wrongRule(raw: string): OptionRefusal | null {
  try {
    const table: unknown = JSON.parse(raw);
    if (!isJsonObject(table)) return null;
    for (const [model, rule] of Object.entries(table)) {
      const fault = ruleFault(rule);
      if (fault === null) continue;
      return refuseOption('OPTION_PRICE_RULE', { key: 'PriceRules', at: fault === '' ? model : `${model}.${fault}` });
    }
  } catch {
    // not JSON at all: the general refusal fits
  }
  return null;
}

/** Refuses a table that names a group with a ratio below zero; null when it has none. */
function negativeGroup(raw: string): OptionRefusal | null {
  try {
    const table: unknown = JSON.parse(raw);
    const entries = typeof table === 'object' && table !== null ? Object.entries(table) : [];
    const negative = entries.find(([, ratio]) => typeof ratio === 'number' && ratio < 0);
    return negative ? refuseOption('OPTION_GROUP_NEGATIVE', { name: negative[0] }) : null;
  } catch {
    return null; // not JSON at all: the general refusal fits
  }
}
