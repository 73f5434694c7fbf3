import { type Browser, type BrowserContext, type Page, type Request } from 'playwright-core';
import { en } from '../../frontend/src/i18n/en';
import { zh } from '../../frontend/src/i18n/zh';
import { type Reader, type SeededSite } from './seeded-site';
import { slowDown } from './visitor';

export const WIDE = { width: 1280, height: 800 } as const;
export const NARROW = { width: 600, height: 800 } as const;

export type Language = 'en' | 'zh';
export type Theme = 'light' | 'dark';
/** Texts that do not depend on a number, which languages tell apart in different ways. */
type Plain<Texts> = { readonly [Key in keyof Texts as Key extends `${string}|${string}` ? never : Key]: string };
/** All such texts of the console in one language. */
export type Words = { readonly [Area in keyof typeof en]: Plain<(typeof en)[Area]> };

const words: Readonly<Record<Language, Words>> = { en, zh };
const LOCALES: Readonly<Record<Language, string>> = { en: 'en-GB', zh: 'zh-CN' };

/** The longest wait. Local pages respond at once; the time is for a busy machine. */
const WAIT_MS = 30_000;
/**
 * The time without requests after which a page counts as quiet: a page that needs more data requests them right after a
 * response.
 */
const QUIET_MS = 60;
/** Stops all movement before the page is checked, or half-transparent texts would be taken for pale ones. */
const STILL = `addEventListener('DOMContentLoaded', () => document.head.append(Object.assign(
  document.createElement('style'),
  { textContent: '*, *::before, *::after { transition: none !important; animation: none !important; }' },
)))`;
/**
 * True when the page has also finished its waiting work: a slow page may draw, and send requests, long after a
 * response.
 */
const IS_SETTLED = `(async () => {
  await new Promise(resolve => requestIdleCallback(resolve, { timeout: 2000 }));
  const main = document.querySelector('main');
  return main !== null && main.childElementCount > 0 && !document.querySelector('.bp6-spinner:not(.bp6-no-spin), .bp6-skeleton');
})()`;

/** Records which parts move while a page loads. */
const WATCH_SHIFTS = `
  window.shift = { score: 0, parts: [] };
  new PerformanceObserver(list => {
    for (const { value, sources } of list.getEntries()) {
      shift.score += value;
      shift.parts.push(...sources.map(({ node }) => node?.className || node?.nodeName || 'something'));
    }
  }).observe({ type: 'layout-shift', buffered: true });`;

/** One user with one browser window, one language and one theme, and every fault that the page does not show. */
export class ConsoleReader {
  private readonly complaints: string[] = [];
  private readonly underway = new Set<Request>();
  private theme: Theme;

  private constructor(
    private readonly context: BrowserContext,
    readonly page: Page,
    readonly origin: string,
    /** The origins that the pages may call. */
    private readonly expected: readonly string[],
    readonly language: Language,
    theme: Theme,
  ) {
    this.theme = theme;
    page.on('console', message => {
      if (message.type() === 'error' || message.type() === 'warning') this.complaints.push(message.text());
    });
    page.on('pageerror', error => this.complaints.push(String(error)));
    page.on('request', request => this.began(request));
    page.on('requestfinished', request => this.underway.delete(request));
    page.on('requestfailed', request => this.failed(request));
    page.on('response', response => {
      if (response.status() >= 400) this.complaints.push(`${response.status()} ${this.nameOf(response.url())}`);
    });
  }

  static async open(
    browser: Browser,
    site: SeededSite,
    look: { readonly reader: Reader; readonly language: Language; readonly theme: Theme; readonly scale?: number },
  ): Promise<ConsoleReader> {
    const { reader, language, theme, scale = 1 } = look;
    const context = await browser.newContext({
      viewport: WIDE,
      locale: LOCALES[language],
      timezoneId: 'UTC',
      colorScheme: 'light',
      deviceScaleFactor: scale,
    });
    const account = site.accountOf(reader);
    const user = account && (await signIn(context, site.url, account));
    await context.addInitScript(`
      localStorage.setItem('language', '${language}');
      if (!localStorage.getItem('theme')) localStorage.setItem('theme', '${theme}');
      const user = ${JSON.stringify(JSON.stringify(user))};
      if (user !== 'null') localStorage.setItem('user', user);`);
    await context.addInitScript(STILL);
    await context.addInitScript(WATCH_SHIFTS);
    const page = await context.newPage();
    page.setDefaultTimeout(WAIT_MS);
    await slowDown(page);
    return new ConsoleReader(context, page, site.url, [site.url, site.neighbour.url], language, theme);
  }

  get words(): Words {
    return words[this.language];
  }

  /** Opens a page by its address and waits until it is settled. */
  async go(address: string): Promise<void> {
    await this.page.goto(this.origin + address);
    await this.settle();
  }

  /** Waits until every response has arrived and is drawn. */
  async settle(): Promise<void> {
    const deadline = Date.now() + WAIT_MS;
    while (Date.now() < deadline) {
      const wasQuiet = this.underway.size === 0;
      await new Promise(resolve => setTimeout(resolve, QUIET_MS));
      // The condition is polled here, because the content policy forbids the browser's own way of waiting for it.
      if (!wasQuiet || this.underway.size > 0) continue;
      if ((await this.page.evaluate<boolean>(IS_SETTLED)) && this.underway.size === 0) return;
    }
    throw new Error(`still waiting for ${[...this.underway].map(request => this.nameOf(request.url())).join(', ')}`);
  }

  get shownTheme(): Theme {
    return this.theme;
  }

  /** Switches to the other theme by its own button, also below a dialog, where a pointer could not reach the button. */
  async turnLight(): Promise<void> {
    const { dark_theme, light_theme } = this.words.shell;
    const label = this.theme === 'light' ? dark_theme : light_theme;
    await this.page.locator(`button[aria-label="${label}"]`).dispatchEvent('click');
    this.theme = this.theme === 'light' ? 'dark' : 'light';
  }

  async resize(size: { readonly width: number; readonly height: number }): Promise<void> {
    await this.page.setViewportSize(size);
  }

  /** How far parts moved since the page was opened, as browsers measure it, and which parts. */
  shift(): Promise<{ readonly score: number; readonly parts: readonly string[] }> {
    return this.page.evaluate('shift');
  }

  /** The faults since the last call. */
  takeComplaints(): readonly string[] {
    return this.complaints.splice(0);
  }

  close(): Promise<void> {
    return this.context.close();
  }

  private began(request: Request): void {
    const url = request.url();
    if (!/^https?:/.test(url)) return;
    if (!this.expected.some(origin => url.startsWith(origin))) this.complaints.push(`a call to ${url}`);
    this.underway.add(request);
  }

  private failed(request: Request): void {
    this.underway.delete(request);
    const reason = request.failure()?.errorText ?? '';
    // A page that is left aborts its requests.
    if (reason !== 'net::ERR_ABORTED') this.complaints.push(`${reason} ${this.nameOf(request.url())}`);
  }

  private nameOf(url: string): string {
    return url.replace(this.origin, '');
  }
}

async function signIn(
  context: BrowserContext,
  origin: string,
  account: { readonly username: string; readonly password: string },
): Promise<unknown> {
  const response = await context.request.post(`${origin}/api/user/login`, { data: account });
  const { success, data, message } = (await response.json()) as { success: boolean; data: unknown; message: string };
  if (!success) throw new Error(`sign-in of ${account.username} failed: ${message}`);
  return data;
}
