import { chromium, type Browser, type Page } from 'playwright-core';
import { describeWith } from '../support/servers/databases';
import { eventually } from '../support/eventually';
import { ConsoleReader } from './console-reader';
import { SeededSite } from './seeded-site';
import { FLAGS } from './visitor';

/** The elements on which a user can act: not the hidden half of a switch, and of a row of tabs only the chosen one. */
const INTERACTIVE = `:is(a[href], button, input:not([type=hidden]), select, textarea, [tabindex="0"]):not(:disabled)`;
const MARK_ALL = `(() => {
  let number = 0;
  for (const element of document.querySelectorAll('${INTERACTIVE}')) {
    const isHidden = !element.checkVisibility({ visibilityProperty: true }) || element.closest('[inert], .bp6-overlay-start-focus-trap, .bp6-overlay-end-focus-trap');
    if (!isHidden && element.tabIndex >= 0 && !/focus-trap/.test(element.className)) element.dataset.stop = String(++number);
  }
  document.activeElement?.blur?.();
  return number;
})()`;
/** The element that has the focus, and whether the focus can be seen on it or on the element that stands for it. */
const STOP = `(() => {
  const element = document.activeElement;
  const looks = [element, ...(element.matches('input') ? element.parentElement.querySelectorAll(':scope > *') : [])];
  const isSeen = looks.some(part => {
    const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(part);
    return (outlineStyle !== 'none' && outlineWidth !== '0px') || boxShadow !== 'none';
  });
  const name = element.tagName + ' ' + (element.getAttribute('aria-label') ?? element.textContent ?? '').trim().slice(0, 40);
  return { stop: element.dataset.stop ?? '', isSeen, name };
})()`;
const IS_INSIDE = 'document.activeElement.closest(".bp6-portal") !== null';

function nameOf(stop: number) {
  return `(element => element.outerHTML.slice(0, 120))(document.querySelector('[data-stop="${stop}"]'))`;
}

interface Stop {
  readonly stop: string;
  readonly isSeen: boolean;
  readonly name: string;
}

describeWith('chromium', 'the console by keyboard alone', () => {
  let site: SeededSite;
  let browser: Browser;
  let guest: ConsoleReader;
  let root: ConsoleReader;

  beforeAll(async () => {
    [site, browser] = await Promise.all([
      SeededSite.start(),
      chromium.launch({ executablePath: process.env.CHROMIUM_PATH, args: FLAGS }),
    ]);
    await site.seed();
    const look = { language: 'en', theme: 'light' } as const;
    [guest, root] = await Promise.all([
      ConsoleReader.open(browser, site, { reader: 'guest', ...look }),
      ConsoleReader.open(browser, site, { reader: 'root', ...look }),
    ]);
    for (const reader of [guest, root]) {
      await reader.go('/');
      await reader.page.getByRole('button', { name: 'I know' }).click();
      await reader.page.getByRole('dialog').waitFor({ state: 'detached' });
    }
  }, 180_000);
  afterAll(async () => {
    await browser?.close();
    await site?.dispose();
  });

  /**
   * Presses Tab until the focus has come round; fields of times have several stops inside. @returns the elements that
   * were never reached, and those that were reached without a visible focus
   */
  async function walk(page: Page): Promise<readonly string[]> {
    const count = await page.evaluate<number>(MARK_ALL);
    const reached = new Set<string>();
    const faults: string[] = [];
    for (let press = 0; press < count + 40; press++) {
      await page.keyboard.press('Tab');
      const { stop, isSeen, name } = await page.evaluate<Stop>(STOP);
      if (stop !== '' && !isSeen) faults.push(`the focus on ${name} cannot be seen`);
      if (stop !== '') reached.add(stop);
    }
    for (let stop = 1; stop <= count; stop++) {
      if (!reached.has(String(stop))) faults.push(`never reached: ${await page.evaluate<string>(nameOf(stop))}`);
    }
    expect(reached.size).toBeGreaterThan(5);
    return [...new Set(faults)];
  }

  it('reaches everything on the login page', async () => {
    await guest.go('/login');
    expect(await walk(guest.page)).toEqual([]);
  });

  it.each(['/token', '/channel', '/log', '/playground'])('reaches everything on %s', async address => {
    await root.go(address);
    expect(await walk(root.page)).toEqual([]);
  });

  it('reaches the pages through the drawer of a narrow window, and returns to its button', async () => {
    const { page } = root;
    await page.setViewportSize({ width: 600, height: 800 });
    try {
      await root.go('/');
      const opener = page.getByRole('button', { name: 'Open menu' });
      await opener.focus();
      await page.keyboard.press('Enter');
      const drawer = page.getByRole('dialog', { name: 'Pages' });
      await drawer.getByRole('link', { name: 'Users' }).focus();
      await page.keyboard.press('Escape');
      await drawer.waitFor({ state: 'hidden' });
      expect(await opener.evaluate(button => button.matches(':focus'))).toBe(true);
      await page.keyboard.press('Enter');
      await drawer.getByRole('link', { name: 'Users' }).focus();
      await page.keyboard.press('Enter');
      await page.getByRole('heading', { name: 'User management' }).waitFor();
      await drawer.waitFor({ state: 'hidden' });
    } finally {
      await page.setViewportSize({ width: 1280, height: 800 });
    }
  });

  it.each([
    ['/token', 'Add token', 'Create token'],
    ['/channel', 'Add channel', 'Add channel'],
    ['/redemption', 'Add redemption codes', 'Add redemption codes'],
  ])(
    'keeps the focus inside the drawer of %s, and returns it when Escape closes the drawer',
    async (address, name, title) => {
      const { page } = root;
      await root.go(address);
      const opener = page.getByRole('button', { name, exact: true }).first();
      await opener.focus();
      await page.keyboard.press('Enter');
      const drawer = page.getByRole('dialog', { name: title, exact: true });
      await drawer.waitFor();
      await eventually(
        () => page.evaluate<boolean>(IS_INSIDE),
        isInside => isInside,
      );
      for (const key of ['Tab', 'Shift+Tab']) {
        for (let press = 0; press < 45; press++) {
          await page.keyboard.press(key);
          expect(await page.evaluate<boolean>(IS_INSIDE)).toBe(true);
        }
      }
      await page.keyboard.press('Escape');
      await drawer.waitFor({ state: 'detached' });
      await eventually(
        () => page.evaluate<string>('document.activeElement.textContent'),
        text => text === name,
      );
    },
  );
});
