import { Role, type RoleValue, type SiteStatus } from '@contracts';
import type { ParseKeys } from 'i18next';

/** One menu item. A page appears in the menu by one row here and one in routes.tsx. */
export interface NavigationRow {
  readonly path: string;
  readonly label: ParseKeys;
  /** Least role that sees it; guests have role 0. */
  readonly role: RoleValue;
  /** Flag of the server status that must be on. */
  readonly flag?: keyof SiteStatus;
  /** Rows with the same group stand in one submenu. */
  readonly group?: ParseKeys;
}

export const navigationRows: readonly NavigationRow[] = [
  { path: '/', label: 'shell.home', role: Role.Guest },
  { path: '/channel', label: 'shell.channels', role: Role.Admin },
  { path: '/playground', label: 'shell.playground', role: Role.User },
  { path: '/chat', label: 'shell.chat', role: Role.User, flag: 'chat_link' },
  { path: '/token', label: 'shell.tokens', role: Role.User },
  { path: '/redemption', label: 'shell.redemptions', role: Role.Admin },
  { path: '/topup', label: 'shell.wallet', role: Role.User },
  { path: '/log', label: 'shell.request_log', role: Role.User, group: 'shell.logs' },
  {
    path: '/detail',
    label: 'dashboard.title',
    role: Role.User,
    flag: 'enable_data_export',
    group: 'shell.logs',
  },
  { path: '/pricing', label: 'shell.models', role: Role.Guest },
  { path: '/monitor', label: 'shell.monitor', role: Role.Guest, flag: 'MonitorLinkEnabled' },
  { path: '/user', label: 'shell.users', role: Role.Admin },
];

/** What a reader of this role sees while the server has these features on. */
export const visibleRows = (
  role: RoleValue,
  status: Partial<SiteStatus>,
  rows: readonly NavigationRow[] = navigationRows,
): readonly NavigationRow[] =>
  rows.filter(row => role >= row.role && (row.flag === undefined || Boolean(status[row.flag])));

/** A link, or several under one heading. */
export interface NavigationEntry {
  readonly label: ParseKeys;
  readonly rows: readonly NavigationRow[];
}

/** Folds rows of one group into one entry, at the place of the first; a group of one is a plain link. */
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
