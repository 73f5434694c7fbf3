import { setTimeout as pause } from 'node:timers/promises';
import { chromium, type Browser } from 'playwright-core';
import { ConsoleReader } from './console-reader';
import { readRoutes, readSettingTabs, SCREENS } from './screens';
import { medianOf, say } from './program';
import { SeededSite } from './seeded-site';
import { FLAGS } from './visitor';

/**
 * `npm run long-tasks`: opens every page of the filled site as root, on a processor that is four times slower, and says
 * when its last long task (over 50 ms, see the Long Tasks API of the W3C) ended after the start of the navigation, and
 * how long its longest one was.
 */
const SLOWNESS = 4;
/** The latest end of a page's last long task, in milliseconds. */
const LATEST_MS = 2000;
/** Each page is opened so often, and the median counts. */
const ROUNDS = Number(process.env.LONG_TASK_ROUNDS ?? 3);
/** Tasks that begin so long after the page has settled would belong to a timer of the page. */
const AFTERWARDS_MS = 500;

const WATCH = `
  window.longTasks = [];
  new PerformanceObserver(list => {
    for (const { startTime, duration } of list.getEntries()) longTasks.push({ startTime, duration });
  }).observe({ type: 'longtask', buffered: true });`;

interface LongTask {
  readonly startTime: number;
  readonly duration: number;
}

/** The end of the last long task of a page and the length of the longest one; 0 where there is none. */
async function measure(window: ConsoleReader, address: string) {
  await window.go('/about'); // from page to page of the same path a browser would not navigate
  await window.go(address);
  await pause(AFTERWARDS_MS);
  const tasks = await window.page.evaluate<readonly LongTask[]>('longTasks');
  const end = Math.max(0, ...tasks.map(({ startTime, duration }) => startTime + duration));
  return { end, longest: Math.max(0, ...tasks.map(({ duration }) => duration)) };
}

/** The addresses of all pages that root sees, and of the tabs of the settings. */
function addresses(): readonly string[] {
  const routes = readRoutes();
  const pages = SCREENS.filter(({ path, readers = routes.get(path) ?? ['root'] }) => readers.includes('root'));
  return [...pages.map(({ path, address = path }) => address), ...readSettingTabs()];
}

async function measureAll(browser: Browser, site: SeededSite): Promise<void> {
  const window = await ConsoleReader.open(browser, site, { reader: 'root', language: 'en', theme: 'light' });
  const session = await window.page.context().newCDPSession(window.page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWNESS });
  await window.page.addInitScript(WATCH);
  await window.go('/');
  await window.page.keyboard.press('Escape'); // the announcement, which is shown once
  for (const address of addresses()) {
    const rounds: { readonly end: number; readonly longest: number }[] = [];
    for (let round = 0; round < ROUNDS; round++) rounds.push(await measure(window, address));
    const end = Math.round(medianOf(rounds.map(figures => figures.end)));
    const longest = Math.round(medianOf(rounds.map(figures => figures.longest)));
    if (end > LATEST_MS) process.exitCode = 1;
    say(`${end > LATEST_MS ? '!' : ' '} ${address}: last ended at ${end} ms, longest ${longest} ms`);
  }
  await window.close();
}

async function main(): Promise<void> {
  const site = await SeededSite.start();
  const browser = await chromium.launch({ executablePath: process.env.CHROMIUM_PATH, args: FLAGS });
  try {
    say('Filling the site …');
    await site.seed();
    await measureAll(browser, site);
  } finally {
    await browser.close();
    await site.dispose();
  }
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
  process.exitCode = 1;
});
