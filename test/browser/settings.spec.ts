import { TestClient } from '../support/clients/client';
import { describeWith } from '../support/servers/databases';
import { eventually } from '../support/eventually';
import { must } from '../support/clients/factories';
import { ConsoleTour } from './console-tour';
import { openFromNavigation } from './visitor';

const NAME = 'Weir';
const VERSION = '2.0.1';

describeWith('chromium', 'the settings of the site', () => {
  const tour = ConsoleTour.begin();
  const card = (title: string) =>
    tour.page.locator('.draft-card').filter({ has: tour.page.getByRole('heading', { name: title, exact: true }) });
  const save = async (title: string) => {
    await card(title).getByRole('button', { name: 'Save', exact: true }).click();
    await tour.page.getByText('Saved', { exact: true }).first().waitFor();
    await card(title).getByRole('button', { name: 'Reset' }).waitFor({ state: 'detached' }); // nothing is left to save
  };
  const option = async (key: string) =>
    (await must(tour.served.root.get<{ key: string; value: string }[]>('/api/option/'))).find(row => row.key === key)
      ?.value;

  tour.step('gives the site its name, in the title and in the top bar', async page => {
    await tour.enter('/setting?tab=other');
    const personalization = card('Personalization');
    await personalization.getByLabel('System name').fill(NAME);
    await save('Personalization');
    await page.getByRole('link', { name: `${NAME}, home page` }).waitFor();
    await eventually(
      () => page.title(),
      title => title.includes(NAME),
    );
    await personalization.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('You seem not to have modified anything').waitFor();
  });

  tour.step('looks at an announcement before it is made, and everybody meets it once', async page => {
    const notice = card('General notice');
    await notice.getByLabel('Notice', { exact: true }).fill('# Maintenance\n\nOn **Sunday**.');
    await notice.getByLabel('Preview: Notice').first().check({ force: true });
    await notice.getByRole('heading', { name: 'Maintenance' }).waitFor();
    await notice.getByRole('button', { name: 'Save', exact: true }).click();
    await eventually(
      () => option('Notice'),
      text => Boolean(text?.includes('Sunday')),
    );
    await tour.visitor.go('/');
    const dialog = page.getByRole('dialog', { name: 'Announcement' });
    await dialog.locator('strong', { hasText: 'Sunday' }).waitFor();
    await dialog.getByRole('button', { name: 'I know' }).click();
    await page.reload();
    await page.getByRole('button', { name: 'Announcement' }).click();
    await dialog.getByRole('heading', { name: 'Maintenance' }).waitFor(); // it shows only on request
    expect(await dialog.count()).toBe(1);
    await dialog.getByRole('button', { name: 'I know' }).click();
    await dialog.waitFor({ state: 'detached' });
  });

  tour.step('decides what a check-in is worth', async page => {
    await tour.visitor.go('/setting?tab=other&card=check-in');
    const checkIn = card('Check-in settings');
    await checkIn.getByLabel('Lowest reward').fill('250000');
    await checkIn.getByLabel('Highest reward').fill('250000');
    await checkIn.getByLabel('Bonus for each further day in a row').fill('0');
    await save('Check-in settings');
    await page.getByRole('button', { name: 'Contact and check-in' }).click();
    await page.getByRole('button', { name: 'Daily check-in' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Check in', exact: true }).click();
    await page.getByText('Check-in succeeded: $0.50, day 1 in a row').waitFor();
    await page.getByRole('cell', { name: 'Today already signed' }).waitFor();
    await page.keyboard.press('Escape');
  });

  tour.step('keeps what is wrong in the editor until it is right', async page => {
    await tour.visitor.go('/setting?tab=operation&card=ratio');
    const ratios = page.getByLabel('Completion ratio', { exact: true });
    await ratios.fill('{ "our-own-model": ');
    await ratios.blur();
    await page.getByText('Not a valid JSON string').waitFor();
    await page.getByRole('button', { name: 'Save ratio settings' }).click();
    await page.getByText('Please check input').waitFor();
    expect(await ratios.inputValue()).toBe('{ "our-own-model": ');
    await ratios.fill('{"our-own-model": 3}');
    await page.getByRole('button', { name: 'Save ratio settings' }).click();
    await page.getByText('Saved', { exact: true }).waitFor();
    expect(JSON.parse((await option('CompletionRatio')) ?? '')).toMatchObject({ 'our-own-model': 3 });
  });

  tour.step('gives new accounts what they begin with', async page => {
    await tour.visitor.go('/setting?tab=operation&card=quota');
    await card('Quota settings').getByLabel('Initial quota of a new user').fill('1234567');
    await save('Quota settings');
    const ann = await tour.served.make.signedIn({ username: 'ann' });
    expect((await must(ann.get<{ quota: number }>('/api/user/self'))).quota).toBe(1_234_567);
    expect(await page.getByLabel('Initial quota of a new user').inputValue()).toBe('1234567');
  });

  tour.step('wants the address of the site before payments, and shows it to those who make keys', async page => {
    await tour.visitor.go('/setting?tab=system&card=payment');
    await card('Payment settings').getByLabel('Merchant ID').fill('1001');
    await card('Payment settings').getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('Please fill in the server address first').waitFor();
    expect(await card('Payment settings').getByLabel('Merchant ID').inputValue()).toBe('1001');
    await card('Server address').getByLabel('Server address', { exact: true }).fill('https://gateway.example/');
    await save('Server address');
    await save('Payment settings');
    expect(await option('EpayId')).toBe('1001');
    await page.getByRole('link', { name: 'Tokens' }).click();
    await page.getByRole('heading', { name: 'My tokens' }).waitFor();
    await page.getByRole('main').getByText('https://gateway.example', { exact: true }).waitFor();
  });

  tour.step('makes a group, and keeps a ratio that is none', async page => {
    await tour.visitor.go('/setting?tab=group');
    const form = (button: string) =>
      page.locator('form').filter({ has: page.getByRole('button', { name: button, exact: true }) });
    const ratios = form('Set groups');
    await ratios.getByRole('button', { name: 'Add row' }).click();
    await ratios.getByLabel('Group name').last().fill('gold');
    await ratios.getByLabel('Ratio').last().fill('half');
    await ratios.getByRole('button', { name: 'Set groups' }).click();
    await page.getByText('Please check input').waitFor();
    expect(await ratios.getByLabel('Ratio').last().inputValue()).toBe('half');
    await ratios.getByLabel('Ratio').last().fill('0.5');
    await ratios.getByRole('button', { name: 'Set groups' }).click();
    await page.getByText('Groups updated').waitFor();
    const names = form('Set group display names');
    await names.getByRole('button', { name: 'Add row' }).click();
    await names.getByLabel('Group name').last().fill('gold');
    await names.getByLabel('Display name').last().fill('Gold members');
    await names.getByRole('button', { name: 'Set group display names' }).click();
    await page.getByText('Group display names updated').waitFor();
    await openFromNavigation(page, 'Model list');
    const groups = page.getByLabel('Group', { exact: true });
    await eventually(
      () => groups.locator('option').allInnerTexts(),
      texts => texts.includes('Gold members (× 0.50)'),
    );
  });

  tour.step('hides a group from those who are not in it', async page => {
    await tour.visitor.go('/setting?tab=group');
    const form = page.locator('form').filter({ has: page.getByRole('button', { name: 'Set hidden groups' }) });
    await form.getByRole('button', { name: 'Add row' }).click();
    await form.getByLabel('Group name').last().fill('gold');
    await form.getByRole('button', { name: 'Set hidden groups' }).click();
    await page.getByText('Hidden groups updated').waitFor();
    const ann = await new TestClient(tour.served.server.url).signIn('ann', 'correct-horse');
    expect(Object.keys(await must(ann.get<object>('/api/groups/token')))).not.toContain('gold');
  });

  tour.step('describes a manufacturer in rich text, as the price list then shows it', async page => {
    await tour.visitor.go('/setting?tab=model');
    await page.getByRole('button', { name: 'Add manufacturer' }).first().click();
    const maker = page.getByRole('group', { name: 'New manufacturer' });
    await maker.getByLabel(/^Manufacturer/).fill('OpenAI');
    const named = page.getByRole('group', { name: 'OpenAI', exact: true });
    await named.getByRole('button', { name: 'Add description' }).click();
    const text = named.getByRole('textbox', { name: 'Description' });
    await text.click();
    await page.keyboard.type('Good at ');
    await named.getByRole('button', { name: 'Bold' }).hover();
    await page.mouse.down();
    expect(await text.evaluate(element => element.matches(':focus'))).toBe(true);
    await page.mouse.up();
    await page.keyboard.type('everything');
    await named.getByRole('button', { name: 'Done' }).click();
    await named.locator('strong', { hasText: 'everything' }).waitFor();
    await named.getByRole('button', { name: 'Models (0)' }).click();
    await named.getByRole('button', { name: 'Add model' }).click();
    await named.getByLabel('Model name').fill('gpt-4o-mini');
    await named.getByLabel('Explanation').fill('Cheap and quick');
    await page.getByText('Not saved yet').waitFor();
    await page.getByRole('button', { name: 'Save model config' }).click();
    await page.getByText('Model config updated').waitFor();
    await page.getByText('Not saved yet').waitFor({ state: 'detached' });
    await openFromNavigation(page, 'Model list');
    await page.getByRole('tab', { name: /OpenAI/ }).click();
    await page.locator('strong', { hasText: 'everything' }).waitFor();
    await page.getByText('Cheap and quick').waitFor();
  });

  tour.step('finds the other models and their tags by itself', async page => {
    await tour.visitor.go('/setting?tab=model');
    await page.getByRole('button', { name: 'One-click configure' }).click();
    await page.getByText(/^Model list fetched, [1-9]\d* models added$/).waitFor();
    await page.getByRole('button', { name: 'Save model config' }).click();
    await page.getByText('Model config updated').waitFor();
    const saved = JSON.parse((await option('Manufacturers')) ?? '') as {
      models: { model_name: string; type: string[] }[];
    }[];
    const model = saved.flatMap(({ models }) => models).find(({ model_name: name }) => name === 'gpt-4o');
    expect(model?.type).toContain('chat');
  });

  tour.step('is copied out and read in again', async page => {
    await page.getByRole('button', { name: 'Export config' }).click();
    await page.getByText('Copied to the clipboard').waitFor();
    // The text is on one line, since browsers take many seconds to type thousands of lines.
    const copied = JSON.stringify(JSON.parse(await tour.visitor.clipboard()));
    await page.getByRole('button', { name: 'Import config' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Configuration as JSON').fill('[{');
    await dialog.getByRole('button', { name: 'Import' }).click();
    await page.getByText('Import failed, check JSON format').waitFor();
    expect(await dialog.getByLabel('Configuration as JSON').inputValue()).toBe('[{');
    await dialog.getByLabel('Configuration as JSON').fill(copied.replace('Cheap and quick', 'Read in again'));
    await dialog.getByRole('button', { name: 'Import' }).click();
    await page.getByText('Import succeeded').waitFor();
    await page.getByRole('button', { name: 'Save model config' }).click();
    await eventually(
      () => option('Manufacturers'),
      text => Boolean(text?.includes('Read in again')),
    ); // the notice of the last saving may still be there
    await tour.visitor.go('/pricing');
    await page.getByText('Read in again').waitFor();
  });

  tour.step('changes the own name, and tells which version runs', async page => {
    await tour.visitor.go('/setting');
    await page.getByRole('button', { name: 'Edit profile' }).click();
    await page.getByRole('dialog').getByLabel('Display name').fill('The keeper');
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
    await page.getByText('Profile saved').waitFor();
    await page.getByRole('button', { name: 'Menu of The keeper' }).waitFor();
    await page.getByRole('tab', { name: 'About' }).click();
    await card('Current version').getByText(VERSION).waitFor();
  });

  tour.step('hangs up a lantern at New Year, and on no other day', async page => {
    const lantern = page.getByRole('img', { name: 'Happy New Year' });
    await page.clock.setFixedTime(new Date('2027-02-10T12:00:00'));
    await page.reload();
    await lantern.waitFor();
    await page.clock.setFixedTime(new Date('2027-02-25T12:00:00'));
    await page.reload();
    await page.getByRole('button', { name: 'Announcement' }).waitFor();
    expect(await lantern.count()).toBe(0);
  });

  tour.ends();
});
