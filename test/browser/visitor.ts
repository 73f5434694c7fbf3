import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { chromium, type Browser, type Page } from 'playwright-core';

const IMAGES = join(__dirname, '../output');
const LARGE = { width: 1280, height: 800 } as const;
/** The longest wait. Local pages respond at once; the time is for a busy machine. */
const WAIT_MS = 30_000;
/** Options of the browser: no sandbox, because containers have none; the others keep the browser from calling home. */
export const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/**
 * Makes the scripts of a page as many times slower as SLUICE_TEST_SLOWNESS says. A value that a test reads too early,
 * or a fault that a fast user would meet, then shows on any machine. Without the variable the page has its usual speed.
 */
export async function slowDown(page: Page): Promise<void> {
  const rate = Number(process.env.SLUICE_TEST_SLOWNESS ?? 1);
  if (rate <= 1) return;
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate });
}

/** Opens a page from the navigation at the left of a wide window. */
export async function openFromNavigation(page: Page, name: string): Promise<void> {
  await page.getByRole('navigation', { name: 'Main navigation' }).getByRole('link', { name, exact: true }).click();
}

/** A real browser with one page, which records every fault that the page does not show. */
export class Visitor {
  /** Errors of the console and of scripts, violations of the content policy, and calls to other servers. */
  readonly complaints: string[] = [];
  private failed = '';

  private constructor(
    private readonly browser: Browser,
    readonly page: Page,
    readonly origin: string,
  ) {
    page.on('console', message => {
      if (message.type() === 'error' || message.type() === 'warning') this.complaints.push(message.text());
    });
    page.on('pageerror', error => this.complaints.push(String(error)));
    page.on('request', request => {
      if (/^https?:/.test(request.url()) && new URL(request.url()).origin !== origin) {
        this.complaints.push(`a call to ${request.url()}`);
      }
    });
  }

  static async at(origin: string): Promise<Visitor> {
    const browser = await chromium.launch({ executablePath: process.env.CHROMIUM_PATH, args: FLAGS });
    const context = await browser.newContext({ viewport: LARGE, locale: 'en-GB', colorScheme: 'light' });
    await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin });
    const page = await context.newPage();
    page.setDefaultTimeout(WAIT_MS);
    await slowDown(page);
    const visitor = new Visitor(browser, page, origin);
    await page.exposeFunction('complain', (text: string) => visitor.complaints.push(text));
    await page.addInitScript(
      "addEventListener('securitypolicyviolation', e => complain(`${e.violatedDirective}: ${e.blockedURI}`))",
    );
    return visitor;
  }

  /** Opens a page of the console by its address. */
  async go(path: string): Promise<void> {
    await this.page.goto(this.origin + path);
  }

  /** The text that the last copy button put on the clipboard. */
  clipboard(): Promise<string> {
    return this.page.evaluate<string>('navigator.clipboard.readText()');
  }

  async resize(width: number): Promise<void> {
    await this.page.setViewportSize({ ...LARGE, width });
  }

  /** Pixels by which the page is wider than the window. */
  overflow(): Promise<number> {
    return this.page.evaluate<number>('document.documentElement.scrollWidth - document.documentElement.clientWidth');
  }

  /** Runs one step; an image of its failure is kept, and the steps that need it fail at once. */
  async step(name: string, body: () => Promise<void>): Promise<void> {
    if (this.failed) throw new Error(`"${this.failed}" has failed before`);
    try {
      await body();
    } catch (error) {
      this.failed = name;
      mkdirSync(IMAGES, { recursive: true });
      await this.page.screenshot({ path: join(IMAGES, `${name.replaceAll(/\W+/g, '-')}.png`), fullPage: true });
      throw error;
    }
  }

  close(): Promise<void> {
    return this.browser.close();
  }
}
