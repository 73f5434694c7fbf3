import { chromium, type Browser } from 'playwright-core';
import { describeWith } from '../support/servers/databases';
import { ConsoleReader, NARROW, WIDE, type Language, type Theme } from './console-reader';
import { faultsOf, shiftFaults, textFaults } from './page-faults';
import { readRoutes, readSettingTabs, SCREENS, type Scene, type Screen } from './screens';
import { SeededSite, type Reader } from './seeded-site';
import { FLAGS } from './visitor';

/** A page, or one scene of it, as one reader sees it. */
interface Visit {
  readonly reader: Reader;
  readonly address: string;
  readonly name: string;
  readonly open?: Scene['open'];
}

const LOOKS: readonly { readonly language: Language; readonly theme: Theme }[] = [
  { language: 'en', theme: 'light' },
  { language: 'zh', theme: 'dark' },
];
/** Further widths of windows at which each page is looked at in both themes; none unless they are named. */
const FURTHER_WIDTHS = (process.env.SLUICE_PAGE_WIDTHS ?? '').split(',').filter(Boolean).map(Number);

const routes = readRoutes();
/** The screens whose route exists. */
const screens: readonly Screen[] = SCREENS.filter(({ path }) => routes.has(path));

function visitsOf({ path, address = path, readers = routes.get(path) ?? ['guest', 'root'], scenes = [] }: Screen) {
  return readers.flatMap((reader): Visit[] => [
    { reader, address, name: '' },
    ...scenes
      .filter(scene => (scene.readers ?? readers.slice(-1)).includes(reader))
      .map(scene => ({ reader, address: scene.address ?? address, name: scene.name, open: scene.open })),
  ]);
}

const visits: readonly Visit[] = [
  ...screens.flatMap(visitsOf),
  ...readSettingTabs().map((address): Visit => ({ reader: 'root', address, name: '' })),
];
/** Pages that list rows, for a reader who has none. */
const emptyVisits = ['/token', '/topup', '/log', '/detail', '/playground', '/chat', '/setting'];
const emptyForRoot = ['/channel', '/redemption', '/pricing', '/monitor', '/about', '/user', '/', '/log', '/detail'];

function titleOf({ reader, address, name }: Visit) {
  return `${address}${name && `, ${name},`} as ${reader}`;
}

describe('the table of screens', () => {
  it('names every route of the console', () => {
    const known = new Set(SCREENS.map(({ path }) => path));
    expect(routes.size).toBeGreaterThan(20);
    expect([...routes.keys()].filter(path => !known.has(path))).toEqual([]);
    expect(readSettingTabs()).toContain('/setting?tab=system');
  });

  it.each([
    ['en', '渠道'],
    ['en', 'Log（日志）'],
    ['zh', 'Something was forgotten'],
    ['zh', '保存 changes'],
    ['en', 'token.add'],
    ['en', 'Hello {{name}}'],
    ['zh', '余额：NaN'],
  ] as const)('recognises for a reader of %s the wrong text "%s"', (language, text) => {
    expect(textFaults([text], language)).toHaveLength(1);
  });
});

describeWith('chromium', 'every page of the console', () => {
  let site: SeededSite;
  let browser: Browser;
  const readers = new Map<string, ConsoleReader>();

  beforeAll(async () => {
    [site, browser] = await Promise.all([
      SeededSite.start(),
      chromium.launch({ executablePath: process.env.CHROMIUM_PATH, args: FLAGS }),
    ]);
  });
  afterAll(async () => {
    await browser?.close();
    await site?.dispose();
  });

  /** Finds the window of a reader; each reader keeps one window per language. */
  async function readerOf(reader: Reader, look: (typeof LOOKS)[number]): Promise<ConsoleReader> {
    const key = `${reader} ${look.language}`;
    const known = readers.get(key) ?? (await ConsoleReader.open(browser, site, { reader, ...look }));
    readers.set(key, known);
    return known;
  }

  /** Looks at a page in a wide window in one theme, and in a narrow one in the other. */
  async function look({ reader, address, open }: Visit, kind: (typeof LOOKS)[number]): Promise<readonly string[]> {
    const window = await readerOf(reader, kind);
    await window.resize(WIDE);
    await window.go(address);
    const shifts = await shiftFaults(window);
    await open?.(window.page, window.words);
    if (open) await window.settle();
    const wide = [...shifts, ...(await faultsOf(window))];
    await window.resize(NARROW);
    await window.turnLight();
    const narrow = await faultsOf(window);
    await window.turnLight();
    const received = (width: string) => (fault: string) => `${kind.language} ${width} ${fault}`;
    const further = await lookAtWidths(window);
    return [...wide.map(received('wide')), ...narrow.map(received('narrow')), ...further.map(received('at'))];
  }

  /** Looks at the page that is shown at the further widths. */
  async function lookAtWidths(window: ConsoleReader): Promise<readonly string[]> {
    const faults: string[] = [];
    for (const width of FURTHER_WIDTHS) {
      await window.resize({ width, height: WIDE.height });
      for (let theme = 0; theme < 2; theme++) {
        const found = await faultsOf(window);
        faults.push(...found.map(fault => `${width} ${window.shownTheme} ${fault}`));
        await window.turnLight();
      }
    }
    return faults;
  }

  async function lookInBoth(visit: Visit): Promise<void> {
    const faults = await Promise.all(LOOKS.map(kind => look(visit, kind)));
    expect(faults.flat()).toEqual([]);
  }

  describe('on an empty site', () => {
    it.each(emptyForRoot)('%s has no fault', address => lookInBoth({ reader: 'root', address, name: '' }));
  });

  describe('on a site after a few days of use', () => {
    beforeAll(async () => {
      await site.seed();
      await Promise.all([...readers.values()].map(reader => reader.close()));
      readers.clear();
    });

    it('shows an announcement to every reader at the first visit', async () => {
      for (const reader of ['guest', 'newcomer', 'ann', 'root'] as const) {
        for (const kind of LOOKS) {
          const window = await readerOf(reader, kind);
          await window.go('/');
          const dialog = window.page.getByRole('dialog');
          await dialog.getByText('Maintenance').waitFor();
          await dialog.getByRole('button', { name: window.words.shell.notice_read }).click();
          await dialog.waitFor({ state: 'detached' });
        }
      }
    });

    it.each(visits.map(visit => [titleOf(visit), visit] as const))('%s has no fault', (_title, visit) =>
      lookInBoth(visit),
    );

    it.each(emptyVisits)('%s has no fault for a user who has nothing yet', address =>
      lookInBoth({ reader: 'newcomer', address, name: '' }),
    );
  });
});
