import { Role, type RoleValue } from '@contracts';
import { lazy, useState, type ComponentType } from 'react';
import { matchPath, type RouteObject } from 'react-router-dom';
import { NotFoundPage } from '../features/site/NotFoundPage';
import { loadAllTexts } from '../i18n';
import { AppShell } from './AppShell';
import { RoleGate } from './gates';
import { ViewError } from './ViewError';

interface Screen {
  readonly path: string;
  /** The lowest role; guests have role 0. */
  readonly role: RoleValue;
  readonly load: () => Promise<ComponentType>;
  /**
   * Addresses below the path that the same page handles, such as those of its forms. The page stays mounted between
   * them.
   */
  readonly below?: readonly string[];
  /** Whether a first visit may begin here: the texts that came with the first load are all that it uses. */
  readonly isEntrance?: boolean;
}

/** One entry per screen, each loaded when it is first visited. */
const screens: readonly Screen[] = [
  {
    path: '/',
    role: Role.Guest,
    load: async () => (await import('../features/home/HomePage')).HomePage,
    isEntrance: true,
  },
  { path: '/overview', role: Role.User, load: async () => (await import('./OverviewScreen')).OverviewScreen },
  {
    path: '/login',
    role: Role.Guest,
    load: async () => (await import('../features/auth/LoginPage')).LoginPage,
    isEntrance: true,
  },
  {
    path: '/register',
    role: Role.Guest,
    load: async () => (await import('../features/auth/RegisterPage')).RegisterPage,
    isEntrance: true,
  },
  {
    path: '/reset',
    role: Role.Guest,
    load: async () => (await import('../features/auth/ResetRequestPage')).ResetRequestPage,
    isEntrance: true,
  },
  {
    path: '/user/reset',
    role: Role.Guest,
    load: async () => (await import('../features/auth/ResetConfirmPage')).ResetConfirmPage,
    isEntrance: true,
  },
  {
    path: '/oauth/github',
    role: Role.Guest,
    load: async () => (await import('../features/auth/ReturnPages')).GithubReturnPage,
  },
  {
    path: '/oauth/linuxdo',
    role: Role.Guest,
    load: async () => (await import('../features/auth/ReturnPages')).LinuxDoReturnPage,
  },
  {
    path: '/oauth/oidc',
    role: Role.Guest,
    load: async () => (await import('../features/auth/ReturnPages')).OidcReturnPage,
  },
  {
    path: '/oauth/telegram',
    role: Role.Guest,
    load: async () => (await import('../features/auth/ReturnPages')).TelegramReturnPage,
  },
  {
    path: '/playground',
    role: Role.User,
    load: async () => (await import('../features/playground/PlaygroundPage')).PlaygroundPage,
  },
  { path: '/token', role: Role.User, load: async () => (await import('../features/token/TokenPage')).TokenPage },
  {
    path: '/reach',
    role: Role.User,
    load: async () => (await import('../features/access-report/AccessReportPage')).AccessReportPage,
  },
  {
    path: '/channel',
    role: Role.Admin,
    load: async () => (await import('../features/channel/ChannelPage')).ChannelPage,
    below: ['add', 'edit/:id'],
  },
  { path: '/health', role: Role.Admin, load: async () => (await import('../features/health/HealthPage')).HealthPage },
  { path: '/alert', role: Role.Admin, load: async () => (await import('../features/alert/AlertPage')).AlertPage },
  { path: '/topup', role: Role.User, load: async () => (await import('../features/wallet/WalletPage')).WalletPage },
  { path: '/plan', role: Role.User, load: async () => (await import('../features/plan/PlanPage')).PlanPage },
  { path: '/budget', role: Role.User, load: async () => (await import('../features/budget/BudgetPage')).BudgetPage },
  {
    path: '/team',
    role: Role.User,
    load: async () => (await import('../features/team/TeamPage')).TeamPage,
    below: [':id', 'join/:id'],
  },
  {
    path: '/redemption',
    role: Role.Admin,
    load: async () => (await import('../features/redemption/RedemptionPage')).RedemptionPage,
  },
  {
    path: '/registration',
    role: Role.Admin,
    load: async () => (await import('../features/registration/RegistrationPage')).RegistrationPage,
  },
  {
    path: '/user',
    role: Role.Admin,
    load: async () => (await import('../features/user/UserPage')).UserPage,
    below: ['edit', 'edit/:id'],
  },
  {
    path: '/pricing',
    role: Role.Guest,
    load: async () => (await import('../features/pricing/PricingPage')).PricingPage,
  },
  { path: '/prices', role: Role.Admin, load: async () => (await import('../features/prices/PricesPage')).PricesPage },
  {
    path: '/monitor',
    role: Role.Guest,
    load: async () => (await import('../features/monitor/MonitorPage')).MonitorPage,
  },
  { path: '/status', role: Role.Guest, load: async () => (await import('../features/health/StatusPage')).StatusPage },
  { path: '/about', role: Role.Guest, load: async () => (await import('../features/site/AboutPage')).AboutPage },
  // Guests see the reason why they are sent away, hence the page sends them itself.
  { path: '/chat', role: Role.Guest, load: async () => (await import('../features/chat/ChatPage')).ChatPage },
  { path: '/log', role: Role.User, load: async () => (await import('../features/log/LogPage')).LogPage },
  {
    path: '/detail',
    role: Role.User,
    load: async () => (await import('../features/dashboard/DashboardPage')).DashboardPage,
  },
  {
    path: '/report',
    role: Role.User,
    load: async () => (await import('../features/dashboard/ReportPage')).ReportPage,
  },
  // Both pages stay reachable while their menu items are switched off, so that links shared earlier still work.
  {
    path: '/midjourney',
    role: Role.User,
    load: async () => (await import('../features/image-task/ImageTaskPage')).ImageTaskPage,
  },
  { path: '/task', role: Role.User, load: async () => (await import('../features/task/TaskPage')).TaskPage },
  {
    path: '/setting',
    role: Role.User,
    load: async () => (await import('./SettingScreen')).SettingScreen,
  },
];

/** Pages whose code and texts are here, by path. */
const ready = new Map<string, ComponentType>();

/** @throws when the server is away */
async function loadPage({ path, load, isEntrance = false }: Screen): Promise<ComponentType> {
  const [Page] = await Promise.all([load(), isEntrance ? null : loadAllTexts()]);
  ready.set(path, Page);
  return Page;
}

/**
 * Begins to load the page of an address.
 *
 * @returns when the page can be rendered at once, or cannot be loaded, which is told where it is rendered
 */
export async function loadEarly(address: string): Promise<void> {
  const screen = screens.find(({ path, below = [] }) =>
    [path, ...below.map(tail => `${path}/${tail}`)].some(known => matchPath(known, address)),
  );
  if (screen) await loadPage(screen).catch(() => undefined);
}

/** A page that is rendered at once if it is here already, and loaded otherwise. */
function toPage(screen: Screen): ComponentType {
  const Lazy = lazy(async () => ({ default: await loadPage(screen) }));
  return function LoadedPage() {
    const [Page] = useState(() => ready.get(screen.path) ?? Lazy);
    return <Page />;
  };
}

function toRoute(screen: Screen): RouteObject {
  const { path, role, below = [] } = screen;
  const Page = toPage(screen);
  const element = role === Role.Guest ? <Page /> : <RoleGate minimum={role}>{<Page />}</RoleGate>;
  const children = below.map(address => ({ path: address, element: null })); // the page itself reads the address
  return { path, element, errorElement: <ViewError />, children };
}

/** All routes are inside the shell; unknown addresses show the not-found page. */
export const routes: RouteObject[] = [
  {
    element: <AppShell />,
    errorElement: <ViewError />,
    children: [...screens.map(toRoute), { path: '*', element: <NotFoundPage /> }],
  },
];
