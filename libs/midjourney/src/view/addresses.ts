import { isJsonObject } from '@kernel';

/** What stands where an address was. */
const HIDDEN = '[…]';
/** An address inside a text, up to what cannot belong to it. */
const ADDRESS_IN_TEXT = /\bhttps?:\/\/[^\s"'<>()[\]{}]+/gi;
const WHOLE_ADDRESS = /^https?:\/\/\S+$/i;

/** A text without the addresses in it, except for those that the caller wrote. */
export function withoutAddresses(text: string, written = ''): string {
  return text.replace(ADDRESS_IN_TEXT, address => (written.includes(address) ? address : HIDDEN));
}

/** A text without addresses of certain hosts, except for those that the caller wrote. */
export function withoutHosts(text: string, hosts: ReadonlySet<string>, written = ''): string {
  return text.replace(ADDRESS_IN_TEXT, address => {
    const isHidden = hosts.has(hostOf(address)) && !written.includes(address);
    return isHidden ? HIDDEN : address;
  });
}

/** Host and port of an address; empty when it is none. */
export function hostOf(address: string): string {
  return URL.canParse(address) ? new URL(address).host : '';
}

export function isAddress(value: unknown): value is string {
  return typeof value === 'string' && WHOLE_ADDRESS.test(value);
}

export interface TextChange {
  /** For texts that are one address; `path` says where it stands: `videoUrls.0.url`. */
  readonly address: (path: string) => string;
  readonly text: (text: string) => string;
}

/** The same value with every text in it changed. */
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

/** What stands at a path of `changeTexts`; undefined when there is nothing. */
export function valueAt(value: unknown, path: string): unknown {
  let found = value;
  for (const key of path.split('.')) {
    if (typeof found !== 'object' || found === null || !Object.hasOwn(found, key)) return undefined;
    found = (found as Readonly<Record<string, unknown>>)[key];
  }
  return found;
}
