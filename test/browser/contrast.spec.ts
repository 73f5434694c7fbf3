import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { chromium, type Browser, type Page } from 'playwright-core';
import { describeWith } from '../support/servers/databases';
import { barriersOf } from './page-faults';
import { FLAGS } from './visitor';

const ASSETS = join(__dirname, '../../dist/frontend/assets');
const INTENTS = ['primary', 'success', 'warning', 'danger'] as const;
const LOOKS = ['minimal', 'outlined'] as const;
const GROUNDS = ['', 'bp6-card', 'bp6-drawer', 'bp6-dialog'] as const;

/** Every coloured button on every ground, in the styles of the built console. */
function documentOf(theme: string): string {
  const names = readdirSync(ASSETS).filter(name => name.endsWith('.css'));
  const styles = names.map(name => readFileSync(join(ASSETS, name), 'utf8')).join('\n');
  const buttons = INTENTS.flatMap(intent =>
    LOOKS.map(look => `<button class="bp6-button bp6-${look} bp6-intent-${intent}">Press</button>`),
  ).join(' ');
  const grounds = GROUNDS.map(ground => `<div class="${ground}" style="position: static">${buttons}</div>`).join('');
  return `<!doctype html><html lang="en"><title>Buttons</title><style>${styles}</style><body class="${theme}"><main>${grounds}`;
}

describeWith('chromium', 'the text of a coloured button', () => {
  let browser: Browser;
  let page: Page;

  beforeAll(async () => {
    browser = await chromium.launch({ executablePath: process.env.CHROMIUM_PATH, args: FLAGS });
    page = await browser.newPage();
  });
  afterAll(() => browser?.close());

  it.each(['bp6-light', 'bp6-dark'])('can be read under the pointer and while it is pressed: %s', async theme => {
    await page.setContent(documentOf(theme));
    const faults: string[] = [];
    for (const button of await page.getByRole('button').all()) {
      await button.hover();
      faults.push(...(await barriersOf(page)));
      await page.mouse.down();
      faults.push(...(await barriersOf(page)));
      await page.mouse.up();
    }
    expect(faults).toEqual([]);
  });
});
