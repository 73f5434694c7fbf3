import { isJsonObject } from '@kernel';

/** Replaces a hidden address in a text. */
const HIDDEN = '[…]';
/** An address inside a text, up to the first character that cannot be a part of it. */
const ADDRESS_IN_TEXT = /\bhttps?:\/\/[^\s"'<>()[\]{}]+/gi;
const WHOLE_ADDRESS = /^https?:\/\/\S+$/i;

/** The text with its addresses hidden, except those that occur in `written`, the caller's own text. */
export function withoutAddresses(text: string, written = ''): string {
  return text.replace(ADDRESS_IN_TEXT, address => (written.includes(address) ? address : HIDDEN));
}

/** The text with addresses of the given hosts hidden, except those that occur in `written`, the caller's own text. */
export function withoutHosts(text: string, hosts: ReadonlySet<string>, written = ''): string {
  return text.replace(ADDRESS_IN_TEXT, address => {
    const isHidden = hosts.has(hostOf(address)) && !written.includes(address);
    return isHidden ? HIDDEN : address;
  });
}

/** Host and port of an address; empty for a text that is not an address. */
export function hostOf(address: string): string {
  return URL.canParse(address) ? new URL(address).host : '';
}

export function isAddress(value: unknown): value is string {
  return typeof value === 'string' && WHOLE_ADDRESS.test(value);
}

export interface TextChange {
  /** Changes a text that is one address; `path` is its place in the value, such as `videoUrls.0.url`. */
  readonly address: (path: string) => string;
  readonly text: (text: string) => string;
}

/** A copy of the value with every text in it changed. */
export function changeTexts(value: unknown, change: TextChange, path = ''): unknown {
  const at = (key: string | number): string => (path === '' ? String(key) : `${path}.${key}`);
  if (typeof value === 'string') return isAddress(value) ? change.address(path) : change.text(value);
  if (Array.isArray(value)) return value.map((item, index) => changeTexts(item, change, at(index)));
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, changeTexts(item, change, at(key))]));
}

/** Every address in a value. */
export function addressesIn(value: unknown): readonly string[] {
  if (isAddress(value)) return [value];
  if (Array.isArray(value)) return value.flatMap(addressesIn);
  return isJsonObject(value) ? Object.values(value).flatMap(addressesIn) : [];
}

/** The value at a path as `changeTexts` names it; undefined when there is none. */
export function valueAt(value: unknown, path: string): unknown {
  let found = value;
  for (const key of path.split('.')) {
    if (typeof found !== 'object' || found === null || !Object.hasOwn(found, key)) return undefined;
    found = (found as Readonly<Record<string, unknown>>)[key];
  }
  return found;
}
