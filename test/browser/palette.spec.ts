import { describeWith } from '../support/servers/databases';
import { eventually } from '../support/eventually';
import { must } from '../support/clients/factories';
import { ConsoleTour } from './console-tour';
import { barriersOf } from './page-faults';

/** True when the marked choice stands wholly inside its list, which scrolls. */
const MARK_IS_SEEN = `(() => {
  const list = document.querySelector('[role="listbox"]');
  const [box, mark] = [list, list.querySelector('[aria-selected="true"]')].map(part => part.getBoundingClientRect());
  return list.scrollTop > 0 && mark.top >= box.top && mark.bottom <= box.bottom;
})()`;

describeWith('chromium', 'the console from the keyboard', () => {
  const tour = ConsoleTour.begin({
    prepare: async ({ make, upstream }) => {
      await make.channel({ name: 'northern lights', base_url: upstream.url });
    },
  });
  const field = (name = 'Search and commands') => tour.page.getByRole('combobox', { name });
  const open = async (name?: string) => {
    await tour.page.keyboard.press('Control+k');
    await tour.hasFocus(field(name)); // what is typed goes there
  };
  const isClosed = () => tour.page.getByRole('listbox').waitFor({ state: 'detached' });

  tour.step('opens the palette, closes it, and has the focus back', async page => {
    await tour.enter('/');
    await page.getByRole('link', { name: 'Tokens' }).focus();
    await open();
    await page.keyboard.press('Escape');
    await isClosed();
    await eventually(
      () => page.evaluate<string>('document.activeElement?.textContent'),
      text => text === 'Tokens',
    );
  });

  tour.step('goes to a page by a part of its name', async page => {
    await open();
    await page.keyboard.type('wall');
    await page.getByRole('option', { name: 'Wallet', selected: true }).waitFor();
    await page.keyboard.press('Enter');
    await page.waitForURL('**/topup');
    await page.getByRole('heading', { name: 'Wallet' }).waitFor();
  });

  tour.step('begins a new key', async page => {
    await open();
    await page.keyboard.type('new tok');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Create token' }).waitFor();
    await tour.form.getByLabel(/^Name/).fill('from the keyboard');
    await tour.form.getByLabel(/^Token group/).selectOption('default');
    await tour.form.getByRole('button', { name: 'Submit' }).press('Enter');
    await page.getByText('1 token created').waitFor();
    const names = await must(tour.served.root.get<{ name: string }[]>('/api/token/?p=0&size=10'));
    expect(names.map(({ name }) => name)).toContain('from the keyboard');
    const use = page.getByRole('dialog', { name: 'Use the key from the keyboard' });
    await use.waitFor();
    await page.keyboard.press('Escape');
    await use.waitFor({ state: 'hidden' });
  });

  tour.step('finds a channel by its name, and leads to its row', async page => {
    await open();
    await page.keyboard.type('northern');
    await page.getByRole('option', { name: /^northern lights/ }).click();
    await page.getByRole('row').filter({ hasText: 'northern lights' }).waitFor();
    expect(new URL(page.url()).pathname).toBe('/channel');
  });

  tour.step(
    'stands in nobody’s way, with rows or without, and fits a narrow window in which it moves its list',
    async page => {
      await tour.visitor.resize(600);
      await open();
      await page.keyboard.press('ArrowUp'); // from the first to the last one
      await eventually(
        () => page.evaluate<boolean>(MARK_IS_SEEN),
        isSeen => isSeen,
      );
      expect(await barriersOf(page)).toEqual([]);
      await field().fill('zzzz');
      await page.getByText('Nothing found for “zzzz”').waitFor();
      expect(await barriersOf(page)).toEqual([]);
      expect(await tour.visitor.overflow()).toBe(0);
      await page.keyboard.press('Escape');
      await isClosed();
      await tour.visitor.resize(1280);
    },
  );

  tour.step('goes to the search field by a slash', async page => {
    await page.getByRole('heading', { name: 'Manage channels' }).click();
    await page.keyboard.press('/');
    await page.keyboard.type('nothing');
    expect(await page.getByLabel('ID, name or key').inputValue()).toMatch(/nothing$/);
  });

  tour.step('takes letters in a field for letters', async page => {
    const search = page.getByLabel('ID, name or key');
    await search.fill('');
    await search.focus();
    await page.keyboard.type('n?/r');
    expect(await search.inputValue()).toBe('n?/r');
    expect(await page.getByRole('dialog').count()).toBe(0);
    await search.fill('');
    await search.blur();
  });

  tour.step('opens the form of its list by a letter, and its help by a question mark', async page => {
    await page.getByRole('row').filter({ hasText: 'northern lights' }).waitFor();
    await page.keyboard.press('n');
    await page.getByRole('heading', { name: 'Add channel' }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('heading', { name: 'Add channel' }).waitFor({ state: 'detached' });
    await page.keyboard.press('Shift+?');
    const help = page.getByRole('dialog');
    await help.getByText('Go to the search field').waitFor();
    await help.getByText('New row').waitFor();
    await page.keyboard.press('Escape');
    await help.waitFor({ state: 'detached' });
  });

  tour.step('finds a page in Chinese by its English name, and by its Chinese one', async page => {
    await page.getByRole('button', { name: 'Language' }).click();
    await page.getByRole('link', { name: '渠道', exact: true }).waitFor();
    for (const [text, path] of [
      ['playground', '**/playground'],
      ['钱包', '**/topup'],
    ] as const) {
      await open('搜索与命令');
      await field('搜索与命令').fill(text);
      await page.getByRole('listbox').getByRole('option', { selected: true }).waitFor();
      await page.keyboard.press('Enter');
      await page.waitForURL(path);
      await isClosed();
    }
  });

  tour.ends();
});
