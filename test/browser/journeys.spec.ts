import { type Locator } from 'playwright-core';
import { DEMO_READY_MS, startDemoScene, type DemoScene } from '../support/scenes/demo-scene';
import { describeWith } from '../support/servers/databases';
import { Visitor } from './visitor';

/** What readers come for, from the page after signing in, each within so many clicks. */
describeWith('chromium', 'a journey from the overview', () => {
  let demo: DemoScene;
  let visitor: Visitor;
  let clicks = 0;

  beforeAll(async () => {
    demo = await startDemoScene();
    visitor = await Visitor.at(demo.url);
  }, DEMO_READY_MS + 30_000);
  afterAll(async () => {
    await visitor?.close();
    await demo?.close();
  });

  async function signIn(username: string): Promise<void> {
    if (visitor.page.url().startsWith(demo.url)) await visitor.page.evaluate('localStorage.clear()');
    await visitor.page.context().clearCookies();
    await visitor.go('/login');
    await visitor.page.getByLabel('Username or e-mail address').fill(username);
    await visitor.page.getByLabel('Password', { exact: true }).fill(demo.passwordOf(username));
    await visitor.page.getByRole('button', { name: 'Log in' }).click();
    await visitor.page.getByRole('heading', { name: 'Overview' }).waitFor();
  }

  async function click(place: Locator): Promise<void> {
    clicks += 1;
    await place.click();
  }

  const journey = (name: string, { most }: { readonly most: number }, walk: (page: Visitor['page']) => Promise<void>) =>
    it(`${name}, within ${most} ${most === 1 ? 'click' : 'clicks'}`, () =>
      visitor.step(name, async () => {
        await visitor.go('/overview');
        clicks = 0;
        await walk(visitor.page);
        expect(clicks).toBeLessThanOrEqual(most);
      }));

  it('begins with the overview after signing in, which says that this is a demo', () =>
    visitor.step('sign in', async () => {
      await signIn('mia');
      await visitor.page.getByText('This is a demo').waitFor();
    }));

  journey('tells who spends most', { most: 1 }, async page => {
    const users = page.locator('.overview-card').filter({ hasText: 'Users who spent most' });
    const first = users.getByRole('listitem').first();
    expect(await first.innerText()).toMatch(/^\w+\s+\$\d+\.\d\d/);
    const name = (await first.locator('.rank-name').innerText()).trim();
    await click(first.getByRole('link'));
    await page.waitForURL(url => url.pathname === '/log' && url.searchParams.get('username') === name);
    await page.getByRole('row').filter({ hasText: name }).first().waitFor();
  });

  journey('shows the health of channels', { most: 1 }, async page => {
    await click(page.getByRole('link', { name: /^Channels in trouble/ }));
    await page.getByRole('heading', { name: 'Health' }).waitFor();
    await page.getByRole('row').filter({ hasText: 'OpenAI Virginia' }).waitFor();
  });

  journey('tells why a call failed', { most: 2 }, async page => {
    await click(page.getByRole('link', { name: /^Failed calls/ }));
    await page.waitForURL(url => url.pathname === '/log' && url.searchParams.get('type') === '5');
    await click(page.getByRole('button', { name: 'Show details' }).first());
    await page.getByText('The engine is currently overloaded.').last().waitFor();
  });

  journey('sets a budget for a person', { most: 4 }, async page => {
    await click(page.getByRole('link', { name: 'Budgets', exact: true }));
    await click(page.getByRole('button', { name: 'Add a budget' }).first());
    const dialog = page.getByRole('dialog', { name: 'Add a budget' });
    await dialog.getByLabel('Username').fill('ann');
    await dialog.getByLabel('Budget', { exact: true }).fill('25');
    await click(dialog.getByRole('button', { name: 'Submit' }));
    await dialog.waitFor({ state: 'detached' });
    await page.getByRole('row').filter({ hasText: 'ann' }).filter({ hasText: '$25' }).first().waitFor();
  });

  it('is another one for a person', () => visitor.step('sign in', () => signIn('ann')));

  journey('gives a developer the code for a key', { most: 2 }, async page => {
    await click(page.getByRole('button', { name: 'Use the key Laptop' }));
    const dialog = page.getByRole('dialog', { name: 'Use the key Laptop' });
    await click(dialog.getByRole('tab', { name: 'Python' }));
    await dialog.getByText('sk-', { exact: false }).first().waitFor();
  });

  journey('replaces a key', { most: 2 }, async page => {
    await click(page.getByRole('button', { name: 'Replace the key of Laptop' }));
    const dialog = page.getByRole('dialog', { name: 'Replace the key of Laptop' });
    await click(dialog.getByRole('button', { name: 'Replace the key' }));
    await dialog.getByText(/^The new key works now, and the old one until/).waitFor();
  });

  journey('shows the own calls of a key', { most: 1 }, async page => {
    const keys = page.locator('.overview-card').filter({ hasText: 'Keys that spent most' });
    await click(keys.getByRole('link', { name: /^Support bot/ }));
    await page.waitForURL(url => url.pathname === '/log' && url.searchParams.get('token_name') === 'Support bot');
    await page.getByRole('row').filter({ hasText: 'Support bot' }).first().waitFor();
  });

  it('saw no error and no call to strangers', () => {
    expect(visitor.complaints).toEqual([]);
  });
});
