import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Page } from 'playwright-core';
import { en } from '../../frontend/src/i18n/en';
import { type ConsoleReader, type Language } from './console-reader';
import { isUntranslated } from './language-rules';

const AXE = readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8');
/**
 * Runs every rule of the checker that can find a serious barrier, except in frames, which show pages of other sites. Each
 * rule says how serious its violations are; the others take a tenth of the time. Parts that fade in or out are checked in
 * their final state.
 */
const RUN_AXE = `(() => {
  const still = new CSSStyleSheet();
  still.replaceSync('*, *::before, *::after { transition: none !important }');
  document.adoptedStyleSheets.push(still);
  const minor = axe._audit.rules.filter(({ impact }) => impact === 'minor' || impact === 'moderate');
  const rules = Object.fromEntries(minor.map(({ id }) => [id, { enabled: false }]));
  return axe.run(document, { iframes: false, resultTypes: ['violations'], rules });
})().then(({ violations }) => violations
  .filter(({ impact }) => impact === 'serious' || impact === 'critical')
  .flatMap(({ id, nodes }) => nodes.slice(0, 3).map(({ target, failureSummary }) =>
    id + ' at ' + target.join(' ') + ': ' + (failureSummary ?? '').split('\\n')[1]?.trim())))
  .finally(() => document.adoptedStyleSheets.pop())`;

/** The visible texts and the names for screen readers, without typed text, code and the names of other languages. */
const TEXTS = `(() => {
  const others = 'script, style, noscript, code, pre, textarea, svg, iframe, [translate="no"], [lang]:not(html)';
  const shown = element => (element.closest('option') ? element.closest('select') : element)
    ?.checkVisibility({ visibilityProperty: true });
  const isOurs = element => element !== null && !element.closest(others) && shown(element);
  const texts = [document.title];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) if (isOurs(walker.currentNode.parentElement)) texts.push(walker.currentNode.data);
  for (const name of ['aria-label', 'placeholder', 'title', 'alt', 'aria-description', 'data-label'])
    for (const element of document.querySelectorAll('[' + name + ']'))
      if (shown(element) && !element.closest('[lang]:not(html)')) texts.push(element.getAttribute(name));
  return [...new Set(texts.map(text => text.trim()))].filter(text => text !== '');
})()`;

/** The first elements that stick out sideways of the document, or of a dialog over it. */
const OVERFLOWS = `[document.documentElement, ...document.querySelectorAll('.bp6-drawer, .bp6-dialog, .drawer-body, .bp6-dialog-body')]
  .filter(box => box.scrollWidth - box.clientWidth > 1 || box.getBoundingClientRect().right > innerWidth + 1)
  .map(box => {
    const edge = Math.min(innerWidth, box.getBoundingClientRect().right) + 1;
    const wide = [...box.querySelectorAll('*')].filter(part => part.getBoundingClientRect().right > edge).slice(0, 4);
    const names = wide.map(part => part.tagName.toLowerCase() + '.' + (part.getAttribute('class') ?? '').replaceAll(' ', '.'));
    return 'overflow of ' + (box.scrollWidth - box.clientWidth) + ' px by ' + names.join(' > ');
  })`;

/** Parts of the top bar that overlap their neighbours or are cut off. */
const TOP_BAR = `(() => {
  const bar = document.querySelector('.top-bar');
  if (!bar) return [];
  const parts = [...bar.querySelectorAll('a, button, .brand-badge')]
    .filter(part => part.checkVisibility({ visibilityProperty: true }))
    .map(part => ({ part, box: part.getBoundingClientRect() }))
    .sort((one, other) => one.box.left - other.box.left);
  const nameOf = ({ part }) => part.textContent.trim() || part.getAttribute('aria-label');
  const isCut = ({ part, box }) => box.right > innerWidth || part.scrollWidth > part.clientWidth + 1;
  return [
    ...parts.filter(isCut).map(part => 'top bar: ' + nameOf(part) + ' is cut off'),
    ...parts.slice(1).filter(({ box }, index) => box.left < parts[index].box.right - 1)
      .map(part => 'top bar: ' + nameOf(part) + ' lies over what stands before it'),
  ];
})()`;

/** The classes that elements of the page have and none of its styles names. */
const UNSTYLED = `(() => {
  const styled = new Set();
  const read = rules => {
    for (const { selectorText = '', cssRules = [] } of rules) {
      for (const [, name] of selectorText.matchAll(/\\.([a-z][a-z0-9-]*)/g)) styled.add(name);
      read(cssRules);
    }
  };
  for (const sheet of document.styleSheets) read(sheet.cssRules);
  const names = [...document.querySelectorAll('[class]')].flatMap(element => [...element.classList]);
  return [...new Set(names)].filter(name => !styled.has(name));
})()`;

const STYLES = join(__dirname, '../../frontend/src/styles');
const BLUEPRINT = readFileSync(require.resolve('@blueprintjs/core/lib/css/blueprint.css'), 'utf8');

function classesOf(styles: string, pattern: RegExp): readonly string[] {
  return [...styles.matchAll(pattern)].map(([, name = '']) => name);
}

/**
 * Classes for which Blueprint has styles, apart from those of its icon font, which is not loaded; and those with which a
 * rule of the console begins: behind them it names classes only for a place.
 */
const STYLED = new Set([
  ...classesOf(BLUEPRINT, /\.(bp6-(?!icon-)[a-z0-9-]+)/g),
  ...readdirSync(STYLES).flatMap(file =>
    classesOf(readFileSync(join(STYLES, file), 'utf8'), /(?:^|[{},])\s*\.(?!bp6-)([a-z][a-z0-9-]*)/gm),
  ),
]);

/**
 * What the build left out of Blueprint's styles although the page uses it (`frontend/blueprint-parts.mts`), and styles of
 * the console that no file of the page imports.
 */
async function lostStyles(page: Page): Promise<readonly string[]> {
  const unstyled = await page.evaluate<string[]>(UNSTYLED);
  return unstyled.filter(name => STYLED.has(name)).map(name => `no styles for ${name}`);
}

/**
 * The most that a page may move while it loads; source: the limit of a good page in "Cumulative Layout Shift", web.dev.
 */
const SHIFT_MAX = 0.1;

const NAMESPACES = Object.keys(en).join('|');
/** Faulty texts: the name of a text instead of the text, a place that was not filled, or a value that is none. */
const RAW = new RegExp(
  `(^|\\s)(${NAMESPACES})\\.[a-z_0-9]+(\\s|$)|\\{\\{|\\bundefined\\b|\\bNaN\\b|\\[object |Invalid Date`,
);

export function textFaults(texts: readonly string[], language: Language): readonly string[] {
  return texts
    .filter(text => RAW.test(text) || isUntranslated(text, language))
    .map(text => `text: ${text.slice(0, 160)}`);
}

/** Serious barriers for users of assistive technology. */
export async function barriersOf(page: Page): Promise<readonly string[]> {
  if (!(await page.evaluate<boolean>('"axe" in window'))) await page.evaluate(AXE);
  return page.evaluate<string[]>(RUN_AXE);
}

/** All faults of the page as it is shown now. */
export async function faultsOf(reader: ConsoleReader): Promise<readonly string[]> {
  const { page, language } = reader;
  const texts = await page.evaluate<string[]>(TEXTS);
  const overflows = await page.evaluate<string[]>(`[...${OVERFLOWS}, ...${TOP_BAR}]`);
  const faults = [...textFaults(texts, language), ...overflows, ...(await lostStyles(page))];
  return [...faults, ...(await barriersOf(page)), ...reader.takeComplaints()];
}

/** Faults when the page moved while its reader was looking at it. */
export async function shiftFaults(reader: ConsoleReader): Promise<readonly string[]> {
  const { score, parts } = await reader.shift();
  return score > SHIFT_MAX ? [`moved by ${score.toFixed(3)}: ${parts.join(', ')}`] : [];
}
