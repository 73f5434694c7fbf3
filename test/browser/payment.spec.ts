import { describeWith } from '../support/servers/databases';
import { StripeServer } from '../support/fakes/stripe-server';
import { WEBHOOK } from '../support/scenes/stripe-scene';
import { must } from '../support/clients/factories';
import { ROOT_PASSWORD, startServedScene, type ServedScene } from '../support/scenes/served-scene';
import { Visitor } from './visitor';

describeWith('chromium', 'payments by Stripe and by transfer', () => {
  let served: ServedScene;
  let stripe: StripeServer;
  let visitor: Visitor;

  beforeAll(async () => {
    stripe = await StripeServer.start();
    served = await startServedScene({ environment: { STRIPE_API_URL: stripe.url } });
    const options = {
      ...{ ...stripe.options, ServerAddress: served.server.url, PayCurrency: 'EUR', Price: '1', TopupPresets: '10,50' },
      ...{ PayTaxPercent: '19', PayTaxName: 'VAT', TopupBonusSteps: '{"50":10}' },
      ...{ ManualPaymentEnabled: 'true', ManualPaymentInstructions: 'To **DE00 1234**' },
    };
    for (const [key, value] of Object.entries(options)) await served.make.option(key, value);
    stripe.webhookAddress = served.server.url + WEBHOOK;
    visitor = await Visitor.at(served.server.url);
  });
  afterAll(async () => {
    await visitor?.close();
    await served?.close();
    await stripe?.close();
  });

  /** Runs one step, which needs the steps before it. */
  const step = (name: string, body: (page: Visitor['page']) => Promise<void>) =>
    it(name, () => visitor.step(name, () => body(visitor.page)));

  const balance = async () => (await must(served.root.get<{ quota: number }>('/api/user/self'))).quota;

  step('sees tax and bonus, pays on the page of Stripe, and comes back to a fuller balance', async page => {
    const before = await balance();
    await visitor.go('/login');
    await page.getByLabel('Username or e-mail address').fill('root');
    await page.getByLabel('Password', { exact: true }).fill(ROOT_PASSWORD);
    await page.getByRole('button', { name: 'Log in' }).click();
    await page.getByRole('heading', { name: 'Overview' }).waitFor();
    await page.getByRole('link', { name: 'Wallet' }).click();
    await page.getByRole('button', { name: '$50' }).click();
    await page.getByText('€59.50').waitFor();
    await page.getByText('including €9.50 VAT').waitFor();
    await page.getByText('with a bonus of $5.00').waitFor();
    await page.getByRole('button', { name: 'Card and more' }).click();
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByRole('heading', { name: 'Pay 5950 eur' }).waitFor();
    await page.getByRole('button', { name: 'Pay' }).click();
    await page.getByText('Payment received: $55.00 added to your balance').waitFor();
    expect(await balance()).toBe(before + 27_500_000);
  });

  step('says that a transfer is on its way, and confirms it as the operator', async page => {
    const before = await balance();
    await page.getByRole('button', { name: 'Bank transfer' }).click();
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByText('DE00 1234').waitFor();
    await page.getByRole('button', { name: 'I have paid' }).click();
    await page.getByText(/^Thank you/).waitFor();
    await page.getByRole('tab', { name: 'All orders' }).click();
    const row = page.getByRole('row').filter({ hasText: 'Says it is paid' });
    await row.getByRole('button', { name: 'Confirm' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Note').fill('seen on the account');
    await dialog.getByRole('button', { name: 'Confirm' }).click();
    await page.getByText('The payment is confirmed').waitFor();
    await page.getByRole('row').filter({ hasText: 'seen on the account' }).getByText('Paid', { exact: true }).waitFor();
    expect(await balance()).toBeGreaterThan(before);
  });

  step('refunds a part of the payment by card', async page => {
    const before = await balance();
    await page.getByRole('combobox', { name: 'Payment method' }).selectOption('stripe');
    const row = page.getByRole('row').filter({ hasText: 'Card and more' });
    await row.getByRole('button', { name: 'Refund' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Amount to refund').fill('5.95');
    await dialog.getByRole('button', { name: 'Refund' }).click();
    await page.getByText('The refund is entered').waitFor();
    await page.getByText('€5.95 went back').waitFor();
    expect(await balance()).toBe(before - 2_750_000);
  });

  step('needs no sideways scrolling in windows of 600 and 390 pixels', async page => {
    for (const width of [600, 390]) {
      await visitor.resize(width);
      for (const tab of ['All orders', 'My wallet']) {
        await page.getByRole('tab', { name: tab }).click();
        await page.getByText('€', { exact: false }).first().waitFor();
        expect(await visitor.overflow()).toBe(0);
      }
    }
  });

  it('shows no fault in any step', () => {
    // The page of the provider is meant to be opened.
    expect(visitor.complaints.filter(complaint => !complaint.includes(stripe.url))).toEqual([]);
  });
});
