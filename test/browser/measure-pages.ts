import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type BrowserContext } from 'playwright-core';
import { freePort } from '../support/servers/free-port';
import { medianOf, say } from './program';
import { SeededSite } from './seeded-site';
import { FLAGS } from './visitor';

/**
 * The version of Lighthouse for `npm run lighthouse`, which measures the first visits of guests and of the administrator to
 * the pages that they open most, on the built and filled site. Lighthouse is fetched when it is needed and is no part of
 * the tree: its own dependencies are many.
 */
const LIGHTHOUSE = 'lighthouse@12.8.2';
const PAGES = {
  guest: ['/', '/login'],
  root: ['/', '/token', '/log', '/channel', '/pricing'],
} as const satisfies Readonly<Record<string, readonly string[]>>;
const FORMS = ['desktop', 'mobile'] as const;
const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'] as const;
/** The lowest score of each category, of 100; a telephone has a slow line and a slow processor. */
const WANTED: Readonly<Record<Form, Scores>> = {
  desktop: { performance: 95, accessibility: 95, 'best-practices': 95, seo: 95 },
  mobile: { performance: 90, accessibility: 95, 'best-practices': 95, seo: 95 },
};
/** Each page is measured so often, and the median counts. */
const ROUNDS = Number(process.env.LIGHTHOUSE_ROUNDS ?? 1);
const OUT = join(__dirname, '../output/lighthouse');
/**
 * How many times slower than this machine a telephone is; Lighthouse takes 4, which belongs to a desktop whose
 * `benchmarkIndex` is 1,500 to 2,000. The index of this machine is told, so that figures of two machines can be compared.
 *
 * Source: https://github.com/GoogleChrome/lighthouse/blob/main/docs/throttling.md, "Calibrating the CPU slowdown".
 */
const SLOWDOWN = Number(process.env.LIGHTHOUSE_SLOWDOWN ?? 4);
const OPTIONS: Readonly<Record<Form, readonly string[]>> = {
  desktop: ['--preset=desktop'],
  mobile: [`--throttling.cpuSlowdownMultiplier=${SLOWDOWN}`],
};

type Visitor = keyof typeof PAGES;
type Form = (typeof FORMS)[number];
type Scores = Readonly<Record<(typeof CATEGORIES)[number], number>>;

interface Report {
  /** Lighthouse's own measure of the processor: 1,500 to 2,000 on a fast desktop. */
  readonly environment: { readonly benchmarkIndex: number };
  readonly categories: Readonly<Record<string, { readonly score: number | null }>>;
  readonly runtimeError?: { readonly message: string };
}

/** Where the pages are measured. */
interface Place {
  readonly context: BrowserContext;
  readonly url: string;
  /** The port at which Lighthouse reaches the browser. */
  readonly port: number;
}

async function signIn(context: BrowserContext, site: SeededSite): Promise<void> {
  const account = site.accountOf('root');
  const page = await context.newPage();
  await page.goto(`${site.url}/login`);
  await page.getByRole('dialog').waitFor(); // the notice of the day, which is shown only once
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await page.getByLabel('Username or e-mail address').fill(account?.username ?? '');
  await page.getByLabel('Password', { exact: true }).fill(account?.password ?? '');
  await page.getByRole('button', { name: 'Log in' }).click();
  await page.waitForURL(address => !address.pathname.startsWith('/login'));
  await page.close();
}

/** Deletes cached files and keeps cookies, because every user's first visit is the slow one. */
async function forgetFiles(context: BrowserContext): Promise<void> {
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send('Network.clearBrowserCache');
  await page.close();
}

/** Measures a page. @throws Error with the end of Lighthouse's output when it could not measure */
async function measure(address: string, port: number, form: Form, file: string): Promise<Report> {
  const options = [
    `--port=${port}`,
    '--disable-storage-reset',
    `--only-categories=${CATEGORIES.join(',')}`,
    '--output=json',
    `--output-path=${file}`,
    ...OPTIONS[form],
  ];
  const child = spawn('npx', ['--yes', LIGHTHOUSE, address, ...options], { stdio: ['ignore', 'ignore', 'pipe'] });
  let said = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => (said += text));
  const code = await new Promise<number | null>((resolve, reject) => child.on('error', reject).on('close', resolve));
  if (code !== 0) throw new Error(`Lighthouse ended with ${code} for ${address}: ${said.slice(-600)}`);
  const report = JSON.parse(readFileSync(file, 'utf8')) as Report;
  if (report.runtimeError) throw new Error(`Lighthouse could not measure ${address}: ${report.runtimeError.message}`);
  return report;
}

function scoresOf({ categories }: Report): Scores {
  const score = (name: string) => Math.round((categories[name]?.score ?? 0) * 100);
  return Object.fromEntries(CATEGORIES.map(name => [name, score(name)])) as Scores; // one for each category
}

/** Measures the first visits of one visitor, and says the median of each page. */
async function measureVisitor(visitor: Visitor, form: Form, place: Place): Promise<void> {
  for (const path of PAGES[visitor]) {
    const rounds: Scores[] = [];
    const indexes: number[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      await forgetFiles(place.context);
      const file = join(OUT, `${form}-${visitor}-${path.slice(1) || 'home'}.json`);
      const report = await measure(place.url + path, place.port, form, file);
      rounds.push(scoresOf(report));
      indexes.push(report.environment.benchmarkIndex);
    }
    const scoreOf = (category: keyof Scores) => medianOf(rounds.map(scores => scores[category]));
    const line = CATEGORIES.map(category => `${category} ${scoreOf(category)}`).join(', ');
    const isEnough = CATEGORIES.every(category => scoreOf(category) >= WANTED[form][category]);
    if (!isEnough) process.exitCode = 1;
    say(
      `${isEnough ? ' ' : '!'} ${form} ${visitor} ${path}: ${line} (benchmarkIndex ${Math.round(medianOf(indexes))})`,
    );
  }
}

async function main(): Promise<void> {
  const port = await freePort();
  const profile = mkdtempSync(join(tmpdir(), 'sluice-lighthouse-'));
  mkdirSync(OUT, { recursive: true });
  const site = await SeededSite.start();
  const context = await chromium.launchPersistentContext(profile, {
    executablePath: process.env.CHROMIUM_PATH,
    args: [...FLAGS, `--remote-debugging-port=${port}`],
    locale: 'en-GB',
  });
  try {
    say('Filling the site …');
    await site.seed();
    const place: Place = { context, url: site.url, port };
    for (const form of FORMS) await measureVisitor('guest', form, place);
    await signIn(context, site);
    for (const form of FORMS) await measureVisitor('root', form, place);
    say(`Whole reports in ${OUT}`);
  } finally {
    await context.close();
    await site.dispose();
    rmSync(profile, { recursive: true, force: true });
  }
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
});
