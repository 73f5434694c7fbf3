import { type RegistrationCodeView } from '@contracts';
import { must } from '../support/clients/factories';
import { describeWith } from '../support/servers/databases';
import { ConsoleTour } from './console-tour';

describeWith('chromium', 'a site by invitation only', () => {
  const tour = ConsoleTour.begin();
  let link = '';

  tour.step('is closed to others by a switch, and opened by codes', async page => {
    await tour.enter('/setting?tab=system&card=login');
    await page.getByLabel('Open accounts by invitation only').check({ force: true });
    await page.getByText('Saved', { exact: true }).first().waitFor();
    await tour.visitor.go('/registration');
    await page.getByRole('button', { name: 'Add registration codes' }).first().click();
    const form = page.locator('.bp6-drawer');
    await form.getByLabel('Note', { exact: true }).fill('for friends');
    await form.getByLabel('Group', { exact: true }).selectOption('vip');
    await form.getByRole('button', { name: 'Submit' }).click();
    const dialog = page.getByRole('dialog', { name: '1 registration code created' });
    link = (await dialog.getByLabel('Codes').textContent()) ?? '';
    await dialog.locator('.bp6-dialog-footer').getByRole('button', { name: 'Close' }).click();
    await page.getByRole('cell', { name: 'for friends' }).waitFor();
  });

  tour.step('lets in who has a link, and shows who that was', async page => {
    const guest = await page.context().browser()?.newContext();
    const other = await guest?.newPage();
    if (!guest || !other) throw new Error('there is no second browser');
    const { pathname, search } = new URL(link);
    const origin = new URL(page.url()).origin;
    await other.goto(`${origin}/register`);
    await other.getByLabel('Registration code').waitFor();
    await other.goto(`${origin}${pathname}${search}`);
    await other.getByLabel('Username').fill('friend');
    await other.getByLabel('Password', { exact: true }).fill('password-1');
    await other.getByLabel('Confirm password').fill('password-1');
    await other.getByRole('button', { name: 'Register' }).click();
    await other.waitForURL('**/login');
    await guest.close();
    const [code] = await must(tour.served.root.get<RegistrationCodeView[]>('/api/registration_code/'));
    expect(code).toMatchObject({ uses: 1, group: 'vip' });
    await tour.visitor.go('/registration?state=used');
    await page.getByText('1 / 1').waitFor();
    await page.getByRole('button', { name: code?.code }).first().click();
  });

  tour.step('gives groups by claims, in rows', async page => {
    await tour.visitor.go('/setting?tab=system&card=claim-rules');
    const card = page
      .locator('.draft-card')
      .filter({ has: page.getByRole('heading', { name: 'Rules for what the provider says' }) });
    await card.getByRole('button', { name: 'Add a rule' }).click();
    await card.getByRole('button', { name: 'Save rules' }).click();
    await card.getByText('Enter the path to a claim, of at most 10 names').waitFor();
    await card.getByLabel('Claim', { exact: true }).fill('realm_access.roles');
    await card.getByLabel('Text', { exact: true }).fill('staff-*');
    await card.getByLabel('Group', { exact: true }).selectOption('vip');
    await card.getByRole('button', { name: 'Save rules' }).click();
    await page.getByText('Rules saved').waitFor();
    const options = await must(tour.served.root.get<{ key: string; value: string }[]>('/api/option/'));
    expect(JSON.parse(options.find(({ key }) => key === 'OidcClaimRules')?.value ?? '')).toEqual([
      { claim: 'realm_access.roles', value: 'staff-*', gives: 'group', group: 'vip' },
    ]);
  });
});
