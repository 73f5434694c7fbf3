import { describeWith } from '../support/servers/databases';
import { EpayGateway } from '../support/fakes/epay-gateway';
import { must } from '../support/clients/factories';
import { ROOT_PASSWORD, startServedScene, type ServedScene } from '../support/scenes/served-scene';
import { Visitor } from './visitor';

describeWith('chromium', 'the wallet, the announcement, the check-in and the contact', () => {
  let served: ServedScene;
  let gateway: EpayGateway;
  let visitor: Visitor;

  beforeAll(async () => {
    [served, gateway] = await Promise.all([startServedScene(), EpayGateway.start()]);
    const options = { ...gateway.options(served.server.url), Notice: '# Maintenance', WeChatContact: 'helpdesk' };
    for (const [key, value] of Object.entries(options)) await served.make.option(key, value);
    visitor = await Visitor.at(served.server.url);
  });
  afterAll(async () => {
    await visitor?.close();
    await served?.close();
    await gateway?.close();
  });

  /** Runs one step, which needs the steps before it. */
  const step = (name: string, body: (page: Visitor['page']) => Promise<void>) =>
    it(name, () => visitor.step(name, () => body(visitor.page)));

  const balance = async () => (await must(served.root.get<{ quota: number }>('/api/user/self'))).quota;

  step('meets the announcement once', async page => {
    await visitor.go('/login');
    await page.getByRole('heading', { name: 'Maintenance' }).waitFor();
    await page.getByRole('button', { name: 'I know' }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' }); // it takes the focus back until then
    await page.getByLabel('Username or e-mail address').fill('root');
    await page.getByLabel('Password', { exact: true }).fill(ROOT_PASSWORD);
    await page.getByRole('button', { name: 'Log in' }).click();
    await page.getByRole('heading', { name: 'Overview' }).waitFor(); // signing in leads there, at its own pace
    await page.getByRole('link', { name: 'Wallet' }).click();
    await page.getByRole('heading', { name: 'Wallet' }).waitFor();
    await page.reload();
    await page.getByText('¥7.30').waitFor();
    expect(await page.getByRole('dialog').count()).toBe(0);
  });

  step('redeems a code', async page => {
    const body = { name: 'welcome', quota: 500_000, count: 1 };
    const [key = ''] = await must(served.root.post<string[]>('/api/redemption/', body));
    await page.getByLabel('Redemption code').fill(key);
    await page.getByRole('button', { name: 'Redeem', exact: true }).click();
    await page.getByText('Code redeemed: $1.00 added to your balance').waitFor();
    await page.getByText('with a redemption code').waitFor();
  });

  step('pays on the page of the gateway and sees the money arrive', async page => {
    const before = await balance();
    await page.getByLabel(/^Top-up amount/).fill('10');
    await page.getByText('¥73.00').waitFor();
    await page.getByRole('button', { name: 'Alipay' }).click();
    const opened = page.waitForEvent('popup');
    await page.getByRole('button', { name: 'Pay now' }).click();
    const tab = await opened;
    await tab.getByRole('heading', { name: 'Pay 73.00' }).waitFor();
    expect(await tab.evaluate('window.opener')).toBeNull();
    const [order] = await must(served.root.get<{ trade_no: string }[]>('/api/user/orders'));
    await gateway.pay(order?.trade_no ?? '');
    await tab.close();
    await page.getByText('Payment received: $10.00 added to your balance').waitFor();
    expect(await balance()).toBe(before + 5_000_000);
    const orders = page.getByRole('table', { name: 'Online payments' });
    await orders.getByRole('row').filter({ hasText: 'Paid' }).waitFor();
  });

  step('finds the payment among those of everybody', async page => {
    await page.getByRole('tab', { name: 'All orders' }).click();
    await page.getByRole('combobox', { name: 'Status' }).selectOption('success');
    await page.getByRole('row').filter({ hasText: 'root' }).filter({ hasText: '¥73.00' }).waitFor();
    await page.getByRole('combobox', { name: 'Status' }).selectOption('expired');
    await page.getByText('No order fits the search.').waitFor();
    await page.getByRole('combobox', { name: 'Status' }).selectOption('');
  });

  step('collects the reward of the day', async page => {
    await page.getByRole('button', { name: 'Contact and check-in' }).click();
    await page.getByRole('button', { name: 'Daily check-in' }).click();
    await page.getByRole('button', { name: 'Check in', exact: true }).click();
    await page.getByText(/^Check-in succeeded: .*, day 1 in a row$/).waitFor();
    await page.getByRole('cell', { name: 'Today already signed' }).waitFor();
    await page.keyboard.press('Escape');
  });

  step('unfolds the contact, and copies it', async page => {
    await page.getByRole('button', { name: 'Contact and check-in' }).click();
    await page.getByRole('button', { name: 'Copy helpdesk' }).click();
    await page.getByText('Copied: helpdesk').waitFor();
    expect(await visitor.clipboard()).toBe('helpdesk');
  });

  step('needs no sideways scrolling in a window of 600 pixels', async page => {
    await visitor.resize(600);
    for (const tab of ['All orders', 'My wallet']) {
      await page.getByRole('tab', { name: tab }).click();
      await page.getByText('¥', { exact: false }).first().waitFor();
      expect(await visitor.overflow()).toBe(0);
    }
  });

  it('shows no fault in any step', () => {
    expect(visitor.complaints).toEqual([]);
  });
});
