import { createMockUpstream, type MockUpstream } from '../../apps/mock-upstream/src/index';
import { describeWith } from '../support/servers/databases';
import { must } from '../support/clients/factories';
import { ROOT_PASSWORD, startServedScene, type ServedScene } from '../support/scenes/served-scene';
import { Visitor } from './visitor';

describeWith('chromium', 'a plan from its making to its end', () => {
  let served: ServedScene;
  let upstream: MockUpstream;
  let visitor: Visitor;

  beforeAll(async () => {
    [served, upstream] = await Promise.all([startServedScene(), createMockUpstream()]);
    await served.make.channel({ base_url: upstream.url });
    await served.make.option('ModelPrice', { 'gpt-4o-mini': 1 });
    visitor = await Visitor.at(served.server.url);
  });
  afterAll(async () => {
    await visitor?.close();
    await served?.close();
    await upstream?.close();
  });

  /** Runs one step, which needs the steps before it. */
  const step = (name: string, body: (page: Visitor['page']) => Promise<void>) =>
    it(name, () => visitor.step(name, () => body(visitor.page)));

  step('is made by an administrator', async page => {
    await visitor.go('/login');
    await page.getByLabel('Username or e-mail address').fill('root');
    await page.getByLabel('Password', { exact: true }).fill(ROOT_PASSWORD);
    await page.getByRole('button', { name: 'Log in' }).click();
    await page.getByRole('heading', { name: 'Overview' }).waitFor();
    await visitor.go('/plan');
    await page.getByRole('button', { name: 'Add a plan' }).first().click();
    const form = page.locator('.drawer-form');
    await form.getByLabel('Name').fill('Daily bread');
    await form.getByLabel('Price').fill('2');
    await form.getByLabel('Allowance').fill('5');
    await form.getByText('$2 a month').waitFor();
    await form.getByRole('button', { name: 'Submit' }).click();
    await page.getByText('$5 of calls').waitFor();
  });

  step('is bought from the wallet', async page => {
    await page.getByRole('tab', { name: 'For yourself' }).click();
    await page.getByRole('button', { name: 'Buy for $2 a month' }).click();
    await page.getByRole('button', { name: 'Confirm' }).click();
    await page.getByText('$5 of $5 left').waitFor();
    await page.getByText('You have it').waitFor();
  });

  step('pays for a call, and the wallet shows what is left', async page => {
    const before = (await must(served.root.get<{ quota: number }>('/api/user/self'))).quota;
    const { secret } = await served.make.token(served.root);
    const response = await fetch(`${served.server.url}/v1/chat/completions`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${secret}` },
      body: JSON.stringify({ model: 'gpt-4o-mini', messages: [{ role: 'user', content: 'Hello' }] }),
    });
    expect(response.status).toBe(200);
    await response.text();
    await page.waitForTimeout(500);
    await visitor.go('/topup');
    await page.getByText('$4 of $5 left').waitFor();
    expect((await must(served.root.get<{ quota: number }>('/api/user/self'))).quota).toBe(before);
  });

  step('is cancelled for the end of its period', async page => {
    await page.getByRole('button', { name: 'Cancel the plan Daily bread' }).click();
    await page.getByRole('button', { name: 'Cancel the plan', exact: true }).click();
    await page.getByText(/^Ends \d+ [A-Z][a-z]{2,3} \d{4}, \d\d:/).waitFor();
    await page.getByRole('button', { name: 'Keep it: plan Daily bread' }).waitFor();
  });
});
