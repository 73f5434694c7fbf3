import { Role, type RoleValue, type SiteStatus } from '@contracts';
import { type ParseKeys } from 'i18next';

/** The parts of the navigation, from top to bottom. */
export const navigationSections = ['use', 'mine', 'operate', 'people', 'settings'] as const;
export type NavigationSection = (typeof navigationSections)[number];

/** One menu item. A page appears in the menu through one row here and one in routes.tsx. */
export interface NavigationRow {
  readonly path: string;
  readonly label: ParseKeys;
  /** The lowest role that sees it; guests have role 0. */
  readonly role: RoleValue;
  /** The flag of the server status that must be on. */
  readonly flag?: keyof SiteStatus;
  /** The part of the navigation in which the row stands. */
  readonly section: NavigationSection;
  /** The highest role that sees it. Default: none. */
  readonly roleMax?: RoleValue;
  /** The letter that leads to the page together with Shift. */
  readonly hotkey?: string;
}

export const navigationRows: readonly NavigationRow[] = [
  { path: '/overview', label: 'shell.overview', role: Role.User, section: 'use', hotkey: 'o' },
  { path: '/', label: 'shell.home', role: Role.Guest, section: 'use', roleMax: Role.Guest, hotkey: 'h' },
  // A signed-in reader begins with the overview; the home page is there as long as the operator wrote one.
  { path: '/', label: 'shell.home', role: Role.User, section: 'use', flag: 'home_page', hotkey: 'h' },
  { path: '/playground', label: 'shell.playground', role: Role.User, section: 'use', hotkey: 'p' },
  { path: '/chat', label: 'shell.chat', role: Role.User, section: 'use', flag: 'chat_link', hotkey: 'a' },
  { path: '/pricing', label: 'shell.models', role: Role.Guest, section: 'use', hotkey: 'm' },
  { path: '/status', label: 'shell.status', role: Role.Guest, section: 'use', flag: 'status_page' },
  {
    path: '/monitor',
    label: 'shell.monitor',
    role: Role.Guest,
    section: 'use',
    flag: 'MonitorLinkEnabled',
    hotkey: 's',
  },
  { path: '/token', label: 'shell.tokens', role: Role.User, section: 'mine', hotkey: 't' },
  { path: '/log', label: 'shell.request_log', role: Role.User, section: 'mine', hotkey: 'l' },
  {
    path: '/detail',
    label: 'shell.dashboard',
    role: Role.User,
    section: 'mine',
    flag: 'enable_data_export',
    hotkey: 'd',
  },
  { path: '/report', label: 'shell.own_report', role: Role.User, section: 'mine', roleMax: Role.User, hotkey: 'r' },
  { path: '/midjourney', label: 'shell.image_tasks', role: Role.User, section: 'mine', flag: 'enable_drawing' },
  { path: '/task', label: 'shell.tasks', role: Role.User, section: 'mine', flag: 'enable_task' },
  { path: '/topup', label: 'shell.wallet', role: Role.User, section: 'mine', hotkey: 'w' },
  { path: '/plan', label: 'shell.plans', role: Role.User, section: 'mine', roleMax: Role.User },
  { path: '/budget', label: 'shell.budgets', role: Role.User, section: 'mine', roleMax: Role.User },
  { path: '/team', label: 'shell.teams', role: Role.User, section: 'mine', roleMax: Role.User },
  { path: '/channel', label: 'shell.channels', role: Role.Admin, section: 'operate', hotkey: 'c' },
  { path: '/health', label: 'shell.health', role: Role.Admin, section: 'operate', hotkey: 'k' },
  { path: '/prices', label: 'shell.prices', role: Role.Admin, section: 'operate' },
  { path: '/alert', label: 'shell.alerts', role: Role.Admin, section: 'operate' },
  { path: '/report', label: 'shell.report', role: Role.Admin, section: 'operate', hotkey: 'r' },
  { path: '/reach', label: 'shell.access', role: Role.Admin, section: 'operate' },
  { path: '/user', label: 'shell.users', role: Role.Admin, section: 'people', hotkey: 'u' },
  { path: '/team', label: 'shell.teams', role: Role.Admin, section: 'people' },
  { path: '/plan', label: 'shell.plans', role: Role.Admin, section: 'people' },
  { path: '/budget', label: 'shell.budgets', role: Role.Admin, section: 'people', hotkey: 'b' },
  { path: '/registration', label: 'shell.registration', role: Role.Admin, section: 'people' },
  { path: '/redemption', label: 'shell.redemptions', role: Role.Admin, section: 'people', hotkey: 'e' },
  { path: '/setting', label: 'shell.settings', role: Role.Admin, section: 'settings' },
  { path: '/setting', label: 'shell.personal_center', role: Role.User, section: 'settings', roleMax: Role.User },
];

/** Pages outside the navigation: those where guests sign in, and the one in the footer. */
export const sideRows: readonly NavigationRow[] = [
  { path: '/login', label: 'shell.login', role: Role.Guest, section: 'use', roleMax: Role.Guest },
  {
    path: '/register',
    label: 'auth.register',
    role: Role.Guest,
    section: 'use',
    roleMax: Role.Guest,
    flag: 'register_enabled',
  },
  { path: '/about', label: 'shell.about', role: Role.Guest, section: 'use' },
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

/** The rows of one part of the navigation. */
export interface SectionRows {
  readonly section: NavigationSection;
  readonly rows: readonly NavigationRow[];
}

/** The parts of the navigation that have a row, in their order. */
export function inSections(rows: readonly NavigationRow[]): readonly SectionRows[] {
  return navigationSections
    .map(section => ({ section, rows: rows.filter(row => row.section === section) }))
    .filter(part => part.rows.length > 0);
}
