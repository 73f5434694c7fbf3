import { Role, type RoleValue } from '@contracts';
import { lazy, useState, type ComponentType } from 'react';
import { matchPath, useRoutes, type RouteObject } from 'react-router-dom';
import { askForNotices } from '../base/inspector/inspector-api';
import { askForHome } from '../base/site/site-api';
import { NotFoundPage } from '../features/site/NotFoundPage';
import { loadTexts, type TextPart } from '../i18n';
import { AppShell } from './AppShell';
import { RoleGate } from './gates';
import { ViewBoundary } from './ViewBoundary';

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
  /** The texts that it uses beside those of the first load: all unless named; none where a first visit may begin. */
  readonly texts?: readonly TextPart[];
  /** What it shows first, asked for while its code is on its way. */
  readonly ask?: () => ReturnType<typeof askForHome | typeof askForNotices>;
}

/** One entry per screen, each loaded when it is first visited. */
const screens: readonly Screen[] = [
  {
    path: '/',
    role: Role.Guest,
    load: async () => (await import('../features/home/HomePage')).HomePage,
    texts: [],
    ask: askForHome,
  },
  {
    path: '/overview',
    role: Role.User,
    load: async () => (await import('./OverviewScreen')).OverviewScreen,
    texts: ['daily', 'operate'],
  },
  {
    path: '/login',
    role: Role.Guest,
    load: async () => (await import('../features/auth/LoginPage')).LoginPage,
    texts: [],
  },
  {
    path: '/register',
    role: Role.Guest,
    load: async () => (await import('../features/auth/RegisterPage')).RegisterPage,
    texts: [],
  },
  {
    path: '/reset',
    role: Role.Guest,
    load: async () => (await import('../features/auth/ResetRequestPage')).ResetRequestPage,
    texts: [],
  },
  {
    path: '/user/reset',
    role: Role.Guest,
    load: async () => (await import('../features/auth/ResetConfirmPage')).ResetConfirmPage,
    texts: [],
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
    texts: ['daily', 'account'],
  },
  {
    path: '/token',
    role: Role.User,
    load: async () => (await import('../features/token/TokenPage')).TokenPage,
    texts: ['daily'],
    ask: askForNotices,
  },
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
    texts: ['daily', 'operate'],
  },
  {
    path: '/health',
    role: Role.Admin,
    load: async () => (await import('../features/health/HealthPage')).HealthPage,
    texts: ['daily', 'operate'],
  },
  {
    path: '/alert',
    role: Role.Admin,
    load: async () => (await import('../features/alert/AlertPage')).AlertPage,
    texts: ['daily', 'operate'],
  },
  {
    path: '/topup',
    role: Role.User,
    load: async () => (await import('../features/wallet/WalletPage')).WalletPage,
    texts: ['daily', 'account'],
  },
  {
    path: '/plan',
    role: Role.User,
    load: async () => (await import('../features/plan/PlanPage')).PlanPage,
    texts: ['daily', 'account'],
  },
  {
    path: '/budget',
    role: Role.User,
    load: async () => (await import('../features/budget/BudgetPage')).BudgetPage,
    texts: ['daily'],
  },
  {
    path: '/team',
    role: Role.User,
    load: async () => (await import('../features/team/TeamPage')).TeamPage,
    below: [':id', 'join/:id'],
    texts: ['daily', 'account'],
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
    texts: ['daily'],
  },
  {
    path: '/prices',
    role: Role.Admin,
    load: async () => (await import('../features/prices/PricesPage')).PricesPage,
    texts: ['daily', 'operate'],
  },
  {
    path: '/monitor',
    role: Role.Guest,
    load: async () => (await import('../features/monitor/MonitorPage')).MonitorPage,
    texts: ['daily'],
  },
  {
    path: '/status',
    role: Role.Guest,
    load: async () => (await import('../features/health/StatusPage')).StatusPage,
    texts: ['daily'],
  },
  {
    path: '/about',
    role: Role.Guest,
    load: async () => (await import('../features/site/AboutPage')).AboutPage,
    texts: ['daily'],
  },
  // Guests see the reason why they are sent away, hence the page sends them itself.
  {
    path: '/chat',
    role: Role.Guest,
    load: async () => (await import('../features/chat/ChatPage')).ChatPage,
    texts: ['daily'],
  },
  {
    path: '/log',
    role: Role.User,
    load: async () => (await import('../features/log/LogPage')).LogPage,
    texts: ['daily'],
  },
  {
    path: '/detail',
    role: Role.User,
    load: async () => (await import('../features/dashboard/DashboardPage')).DashboardPage,
    texts: ['daily'],
  },
  {
    path: '/report',
    role: Role.User,
    load: async () => (await import('../features/dashboard/ReportPage')).ReportPage,
    texts: ['daily', 'account'],
  },
  // Both pages stay reachable while their menu items are switched off, so that links shared earlier still work.
  {
    path: '/midjourney',
    role: Role.User,
    load: async () => (await import('../features/image-task/ImageTaskPage')).ImageTaskPage,
    texts: ['daily'],
  },
  {
    path: '/task',
    role: Role.User,
    load: async () => (await import('../features/task/TaskPage')).TaskPage,
    texts: ['daily'],
  },
  {
    path: '/setting',
    role: Role.User,
    load: async () => (await import('./SettingScreen')).SettingScreen,
  },
];

/** Pages whose code and texts are here, by path. */
const ready = new Map<string, ComponentType>();

/** @throws when the server is away */
async function loadPage({ path, load, texts }: Screen): Promise<ComponentType> {
  const [Page] = await Promise.all([load(), loadTexts(texts)]);
  ready.set(path, Page);
  return Page;
}

function screenAt(address: string): Screen | undefined {
  return screens.find(({ path, below = [] }) =>
    [path, ...below.map(tail => `${path}/${tail}`)].some(known => matchPath(known, address)),
  );
}

/** What the page of an address shows first, as calls to ask for. */
export function firstCallsAt(address: string): ReturnType<NonNullable<Screen['ask']>> {
  return screenAt(address)?.ask?.() ?? [];
}

/**
 * Begins to load the page of an address.
 *
 * @returns when the page can be rendered at once, or cannot be loaded, which is told where it is rendered
 */
export async function loadEarly(address: string): Promise<void> {
  const screen = screenAt(address);
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
  const page = role === Role.Guest ? <Page /> : <RoleGate minimum={role}>{<Page />}</RoleGate>;
  const children = below.map(address => ({ path: address, element: null })); // the page itself reads the address
  return { path, element: <ViewBoundary>{page}</ViewBoundary>, children };
}

/** All routes are inside the shell; unknown addresses show the not-found page. */
export const routes: RouteObject[] = [
  {
    element: (
      <ViewBoundary>
        <AppShell />
      </ViewBoundary>
    ),
    children: [...screens.map(toRoute), { path: '*', element: <NotFoundPage /> }],
  },
];

/** The page of the address, inside the shell. */
export function Pages() {
  return useRoutes(routes);
}
