import { type ChannelView } from '@contracts';
import { type Locator } from 'playwright-core';
import { createMockUpstream, type MockUpstream } from '../../apps/mock-upstream/src/index';
import { TestClient } from '../support/clients/client';
import { must } from '../support/clients/factories';
import { eventually } from '../support/eventually';
import { describeWith } from '../support/servers/databases';
import { ServerProcess } from '../support/servers/server-process';
import { openFromNavigation, Visitor } from './visitor';

/** Providers of an operator, by what is typed to find them. */
const PROVIDERS = ['anthropic', 'gemini', 'deepseek', 'moonshot', 'mistral'] as const;

/** What an operator of a new site does first, each within so many clicks after signing in; keys and names are typed. */
describeWith('chromium', 'an operator of a new site', () => {
  let server: ServerProcess;
  let upstream: MockUpstream;
  let visitor: Visitor;
  let clicks = 0;

  beforeAll(async () => {
    upstream = await createMockUpstream();
    server = await ServerProcess.start();
    visitor = await Visitor.at(server.url);
    await visitor.go('/login');
    await visitor.page.getByLabel('Username or e-mail address').fill('root');
    await visitor.page.getByLabel('Password', { exact: true }).fill('123456');
    await visitor.page.getByRole('button', { name: 'Log in' }).click();
  });
  afterAll(async () => {
    await visitor?.close();
    await server?.dispose();
    await upstream?.close();
  });

  async function click(place: Locator): Promise<void> {
    clicks += 1;
    await place.click();
  }

  const within = (name: string, { most }: { readonly most: number }, walk: (page: Visitor['page']) => Promise<void>) =>
    it(`${name}, within ${most} clicks`, () =>
      visitor.step(name, async () => {
        clicks = 0;
        await walk(visitor.page);
        expect(clicks).toBeLessThanOrEqual(most);
      }));

  within('makes the first call', { most: 9 }, async page => {
    await click(page.getByRole('dialog').getByRole('button', { name: 'Later' }));
    await click(page.getByRole('link', { name: 'Add a channel' }));
    const form = page.locator('.drawer-form');
    await form.getByLabel(/^Key/).fill('sk-upstream');
    await form.getByLabel(/^Proxy address/).fill(upstream.url);
    await click(form.getByRole('button', { name: 'Save and test' }));
    await page.getByText(/^OpenAI: test passed in/).waitFor();
    await form.waitFor({ state: 'detached' });
    await click(page.getByRole('navigation', { name: 'Main navigation' }).getByRole('link', { name: 'Tokens' }));
    await click(page.getByRole('button', { name: 'Add token' }).first());
    await form.getByLabel(/^Name/).fill('my laptop');
    await form.getByLabel(/^Token group/).selectOption('default');
    await click(form.getByRole('button', { name: 'Submit' }));
    const use = page.getByRole('dialog', { name: 'Use the key my laptop' });
    await click(use.getByRole('button', { name: 'Try it now' }));
    await use.getByText('Hello from the mock upstream.').waitFor();
    await page.keyboard.press('Escape');
    await use.waitFor({ state: 'detached' });
  });

  within('adds five channels', { most: 10 }, async page => {
    await openFromNavigation(page, 'Overview');
    await click(
      page.getByRole('navigation', { name: 'Main navigation' }).getByRole('link', { name: 'Channels', exact: true }),
    );
    await click(page.getByRole('button', { name: 'Add channel' }).first());
    const form = page.locator('.drawer-form');
    await click(form.getByText('Then another one', { exact: true }));
    for (const provider of PROVIDERS) {
      const type = form.getByRole('combobox', { name: 'Type' });
      await type.fill(provider);
      await page.keyboard.press('Enter');
      await form.getByLabel(/^Key/).fill(`sk-${provider}`);
      await click(form.getByRole('button', { name: 'Submit' }));
      await eventually(
        () => form.getByLabel(/^Key/).inputValue(),
        typed => typed === '',
      ); // the form is empty again once the channel is saved
    }
    const root = await new TestClient(server.url).signIn('root', '123456');
    const channels = await must(root.get<ChannelView[]>('/api/channel/?p=0&page_size=100'));
    expect(channels.map(({ type }) => type).sort((one, other) => one - other)).toEqual([1, 1, 1, 14, 24, 25]);
    expect(channels.every(({ name, models }) => name !== '' && models !== '')).toBe(true);
  });

  it('saw no error and no call to strangers', () => {
    expect(visitor.complaints).toEqual([]);
  });
});
