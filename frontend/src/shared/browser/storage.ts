import { type SessionUser, type SiteStatus } from '@contracts';

/**
 * The values that the console keeps in the browser between visits, by their local storage keys. No other code uses the
 * storage.
 */
interface StoredValues {
  /** The signed-in user; its id is sent with every call. */
  readonly user: SessionUser;
  /** The last known server status, so that the first paint has the right name and flags. */
  readonly status: SiteStatus;
  readonly chat_link: string;
  readonly enable_data_export: boolean;
  readonly enable_drawing: boolean;
  readonly enable_task: boolean;
  readonly footer_html: string;
  /** Default time granularity of the dashboard: hour, day or week. */
  readonly data_export_default_time: string;
  readonly 'page-size': number;
  readonly 'id-sort': boolean;
  readonly theme: string;
  /** The invite code of the link that led here; it is sent along with a registration. */
  readonly aff: string;
  /** The state that a return from the Telegram widget must carry; only this browser knows it. */
  readonly 'telegram-state': string;
  readonly language: string;
  /** The conversations of the playground, which checks them itself; see playground-storage.ts. */
  readonly playground: unknown;
  /** True when the settings of the playground are folded; absent until the reader chooses. */
  readonly 'playground-folded': boolean;
  /** True when the navigation shows its icons alone; absent until the reader chooses. */
  readonly 'sidebar-folded': boolean;
  /** The mark of the last announcement that was shown; see notice-mark.ts. */
  readonly 'notice-seen': string;
  /** True when the reader has turned single-key shortcuts off. */
  readonly 'hotkeys-off': boolean;
  /** The items chosen last in the command palette, by user id; ids of palette items, newest first. */
  readonly 'palette-recent': Readonly<Record<string, readonly string[]>>;
  /** Named filters by user id and list, which saved-filters.ts checks itself. */
  readonly 'saved-filters': Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  /** Hidden columns by table name. */
  readonly 'hidden-columns': Readonly<Record<string, readonly string[]>>;
  /** The ids of columns in the order of the reader, by table name. */
  readonly 'column-order': Readonly<Record<string, readonly string[]>>;
}

type StorageKey = keyof StoredValues;

/** Texts that other pages of the same site may read raw; all other values are JSON. */
const rawTextKeys: ReadonlySet<StorageKey> = new Set<StorageKey>([
  'chat_link',
  'footer_html',
  'data_export_default_time',
  'theme',
  'aff',
  'language',
]);

/**
 * The stored value, or null when there is none, when it is unreadable, or when the browser forbids storage. The value
 * was written by this module or by hand, so callers must not trust more than its outer type.
 */
export function readStored<Key extends StorageKey>(key: Key): StoredValues[Key] | null {
  try {
    const text = window.localStorage.getItem(key);
    if (text === null) return null;
    // The key decides the type; both branches read what writeStored wrote under it.
    return (rawTextKeys.has(key) ? text : JSON.parse(text)) as StoredValues[Key];
  } catch {
    return null; // forbidden storage or a damaged entry counts as no entry
  }
}

/** Stores a value. It silently does nothing when the browser forbids storage, since every value has a default. */
export function writeStored<Key extends StorageKey>(key: Key, value: StoredValues[Key]): void {
  try {
    window.localStorage.setItem(key, rawTextKeys.has(key) ? String(value) : JSON.stringify(value));
  } catch {
    // Private windows and full storage refuse to write; the console works without stored values.
  }
}

export function removeStored(key: StorageKey): void {
  try {
    window.localStorage.removeItem(key);
  } catch {
    // When storage is forbidden there is nothing to remove.
  }
}

/** The stored user if it has the shape that the session needs, else null. */
export function readStoredUser(): SessionUser | null {
  const user = readStored('user');
  const isUsable =
    typeof user === 'object' && user !== null && Number.isInteger(user.id) && Number.isInteger(user.role);
  return isUsable ? user : null;
}

/** Stores the status, and separately the entries that pages read without a call to the server. */
export function writeStoredStatus(status: SiteStatus): void {
  writeStored('status', status);
  writeStored('chat_link', status.chat_link);
  writeStored('enable_data_export', status.enable_data_export);
  writeStored('enable_drawing', status.enable_drawing);
  writeStored('enable_task', status.enable_task);
  writeStored('footer_html', status.footer_html);
  writeStored('data_export_default_time', status.data_export_default_time);
}
