import { mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { chromium, type Browser } from 'playwright-core';
import { ConsoleReader, NARROW, WIDE, type Language, type Theme } from './console-reader';
import { readRoutes, readSettingTabs, SCREENS, type Scene, type Screen } from './screens';
import { say } from './program';
import { SeededSite, type Reader } from './seeded-site';
import { FLAGS } from './visitor';

/**
 * One image of `npm run screenshots`, which takes every screen and what opens on it, in every language, theme and
 * width.
 */
interface Shot {
  readonly path: string;
  /** The name of the file. */
  readonly name: string;
  readonly reader: Reader;
  readonly address: string;
  readonly open?: Scene['open'];
}

interface Look {
  readonly language: Language;
  readonly theme: Theme;
}

const LOOKS: readonly Look[] = [
  { language: 'en', theme: 'light' },
  { language: 'en', theme: 'dark' },
  { language: 'zh', theme: 'light' },
  { language: 'zh', theme: 'dark' },
];
const SIZES = [WIDE, NARROW] as const;
/** Pages that a user who returns from a provider sees for a moment before being sent on. */
const PASSING = /^\/oauth\//;

function fileNameOf(text: string) {
  return text.replaceAll(/\W+/g, '-').replaceAll(/^-|-$/g, '');
}

/** The images of a screen, as the reader who sees most of it sees it. */
function shotsOf({ path, address = path, readers, scenes = [] }: Screen): readonly Shot[] {
  const reader = (readers ?? routes.get(path))?.at(-1) ?? 'root';
  const name = fileNameOf(path) || 'home';
  return [
    { path, name, reader, address },
    ...scenes.map((scene): Shot => ({
      path,
      name: `${name}--${fileNameOf(scene.name)}`,
      reader: scene.readers?.at(-1) ?? reader,
      address: scene.address ?? address,
      open: scene.open,
    })),
  ];
}

const routes = readRoutes();
/** The page on which prompts are sent. It comes last, or its calls would stand in the log of the next window. */
const ASKING = '/playground';
const allShots: readonly Shot[] = [
  ...SCREENS.filter(({ path }) => !PASSING.test(path) && path !== ASKING).flatMap(shotsOf),
  ...readSettingTabs().map((address): Shot => ({ path: address, name: fileNameOf(address), reader: 'root', address })),
  ...SCREENS.filter(({ path }) => path === ASKING).flatMap(shotsOf),
];

/** Chooses images by a path. @throws Error that names a path which is no screen */
function chosenShots(only: string | undefined): readonly Shot[] {
  if (only === undefined) return allShots;
  const paths = only.split(',').map(path => path.trim());
  const isOf = (shot: Shot, path: string) => shot.path === path || shot.path.startsWith(`${path}?`);
  const unknown = paths.filter(path => !allShots.some(shot => isOf(shot, path)));
  if (unknown.length > 0) throw new Error(`no screen has the address ${unknown.join(', ')}`);
  return allShots.filter(shot => paths.some(path => isOf(shot, path)));
}

/** Takes the images in one window after the other; the two themes of a language share nothing. */
class Photographer {
  private readonly readers = new Map<Reader, ConsoleReader>();
  readonly faults: string[] = [];
  images = 0;

  constructor(
    private readonly browser: Browser,
    private readonly site: SeededSite,
    private readonly look: Look,
    private readonly out: string,
  ) {}

  async takeAll(shots: readonly Shot[]): Promise<void> {
    for (const shot of shots) {
      try {
        await this.take(shot);
      } catch (error) {
        this.faults.push(`${this.titleOf(shot)}: ${String(error)}`);
        await this.leave(shot.reader); // its window may be in any state
      }
    }
    for (const reader of this.readers.keys()) await this.leave(reader);
  }

  private async take(shot: Shot): Promise<void> {
    const window = await this.windowOf(shot.reader);
    await window.resize(WIDE);
    await window.go(shot.address);
    await shot.open?.(window.page, window.words);
    for (const size of SIZES) {
      await window.resize(size);
      await window.settle();
      await window.page.screenshot({ path: this.fileOf(shot, size.width) });
      this.images += 1;
    }
    this.faults.push(...window.takeComplaints().map(complaint => `${this.titleOf(shot)}: ${complaint}`));
  }

  /** Finds the window of a reader; each reader keeps one, in which the announcement has been read. */
  private async windowOf(reader: Reader): Promise<ConsoleReader> {
    const known = this.readers.get(reader);
    if (known) return known;
    const window = await ConsoleReader.open(this.browser, this.site, { reader, ...this.look });
    this.readers.set(reader, window);
    await window.go('/');
    await window.page.getByRole('button', { name: window.words.shell.notice_read }).click();
    return window;
  }

  private async leave(reader: Reader): Promise<void> {
    await this.readers.get(reader)?.close();
    this.readers.delete(reader);
  }

  private fileOf({ name }: Shot, width: number): string {
    const folder = join(this.out, `${this.look.language}-${this.look.theme}-${width}`);
    mkdirSync(folder, { recursive: true });
    return join(folder, `${name}.png`);
  }

  private titleOf({ name }: Shot): string {
    return `${this.look.language} ${this.look.theme} ${name}`;
  }
}

async function main(): Promise<void> {
  const { values } = parseArgs({ options: { only: { type: 'string' }, out: { type: 'string' } } });
  const shots = chosenShots(values.only);
  const out = resolve(values.out ?? join(__dirname, '../../screenshots'));
  const [site, browser] = await Promise.all([
    SeededSite.start(),
    chromium.launch({ executablePath: process.env.CHROMIUM_PATH, args: FLAGS }),
  ]);
  try {
    say('Filling the site …');
    await site.seed();
    say(`Taking ${shots.length * LOOKS.length * SIZES.length} images …`);
    const photographers = LOOKS.map(look => new Photographer(browser, site, look, out));
    await Promise.all(photographers.map(photographer => photographer.takeAll(shots)));
    const faults = photographers.flatMap(photographer => photographer.faults);
    for (const fault of faults) say(`! ${fault}`);
    say(`${photographers.reduce((sum, { images }) => sum + images, 0)} images in ${out}`);
    if (faults.length > 0) process.exitCode = 1;
  } finally {
    await browser.close();
    await site.dispose();
  }
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
});
