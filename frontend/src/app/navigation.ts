import { Role, type RoleValue, type SiteStatus } from '@contracts';
import { type ParseKeys } from 'i18next';

/** One menu item. A page appears in the menu through one row here and one in routes.tsx. */
export interface NavigationRow {
  readonly path: string;
  readonly label: ParseKeys;
  /** The lowest role that sees it; guests have role 0. */
  readonly role: RoleValue;
  /** The flag of the server status that must be on. */
  readonly flag?: keyof SiteStatus;
  /** Rows with the same group are shown in one submenu. */
  readonly group?: ParseKeys;
  /** The highest role that sees it. Default: none. */
  readonly roleMax?: RoleValue;
  /** The letter that leads to the page together with Shift. */
  readonly hotkey?: string;
}

export const navigationRows: readonly NavigationRow[] = [
  { path: '/', label: 'shell.home', role: Role.Guest, hotkey: 'h' },
  { path: '/channel', label: 'shell.channels', role: Role.Admin, hotkey: 'c' },
  { path: '/playground', label: 'shell.playground', role: Role.User, hotkey: 'p' },
  { path: '/chat', label: 'shell.chat', role: Role.User, flag: 'chat_link', hotkey: 'a' },
  { path: '/token', label: 'shell.tokens', role: Role.User, hotkey: 't' },
  { path: '/reach', label: 'access.title', role: Role.Admin },
  { path: '/redemption', label: 'shell.redemptions', role: Role.Admin, hotkey: 'e' },
  { path: '/topup', label: 'shell.wallet', role: Role.User, hotkey: 'w' },
  { path: '/log', label: 'shell.request_log', role: Role.User, group: 'shell.logs', hotkey: 'l' },
  {
    path: '/detail',
    label: 'dashboard.title',
    role: Role.User,
    hotkey: 'd',
    flag: 'enable_data_export',
    group: 'shell.logs',
  },
  { path: '/midjourney', label: 'image_task.title', role: Role.User, flag: 'enable_drawing', group: 'shell.logs' },
  { path: '/task', label: 'task.title', role: Role.User, flag: 'enable_task', group: 'shell.logs' },
  { path: '/pricing', label: 'shell.models', role: Role.Guest, hotkey: 'm' },
  { path: '/status', label: 'health.status_title', role: Role.Guest, flag: 'status_page' },
  { path: '/monitor', label: 'shell.monitor', role: Role.Guest, flag: 'MonitorLinkEnabled', hotkey: 's' },
  { path: '/user', label: 'shell.users', role: Role.Admin, hotkey: 'u' },
  { path: '/health', label: 'health.title', role: Role.Admin, hotkey: 'k' },
  { path: '/alert', label: 'alert.title', role: Role.Admin },
];

/** Pages outside the menu: those in the user's own menu, those where guests sign in, and those in the footer. */
export const sideRows: readonly NavigationRow[] = [
  { path: '/setting', label: 'shell.settings', role: Role.Admin },
  { path: '/setting', label: 'shell.personal_center', role: Role.User, roleMax: Role.User },
  { path: '/login', label: 'shell.login', role: Role.Guest, roleMax: Role.Guest },
  { path: '/register', label: 'auth.register', role: Role.Guest, roleMax: Role.Guest, flag: 'register_enabled' },
  { path: '/about', label: 'about_page.title', role: Role.Guest },
];

/** The rows that a reader with this role sees while the server has these features on. */
export function visibleRows(
  role: RoleValue,
  status: Partial<SiteStatus>,
  rows: readonly NavigationRow[] = navigationRows,
): readonly NavigationRow[] {
  return rows.filter(
    row =>
      role >= row.role && role <= (row.roleMax ?? Role.Root) && (row.flag === undefined || Boolean(status[row.flag])),
  );
}

/** A link, or several links under one heading. */
export interface NavigationEntry {
  readonly label: ParseKeys;
  readonly rows: readonly NavigationRow[];
}

/** Folds the rows of one group into one entry, at the place of the first row; a group of one is a plain link. */
export function toEntries(rows: readonly NavigationRow[]): readonly NavigationEntry[] {
  const entries = new Map<string, NavigationRow[]>();
  for (const row of rows) {
    const name = row.group ?? row.path;
    entries.set(name, [...(entries.get(name) ?? []), row]);
  }
  return [...entries.values()].flatMap(members => {
    const [first] = members;
    if (!first) return [];
    const label = members.length > 1 ? (first.group ?? first.label) : first.label;
    return [{ label, rows: members }];
  });
}
