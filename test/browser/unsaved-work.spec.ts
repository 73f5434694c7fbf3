import { ROOT_PASSWORD } from '../support/scenes/served-scene';
import { describeWith } from '../support/servers/databases';
import { ConsoleTour } from './console-tour';

describeWith('chromium', 'what was typed and not sent', () => {
  const tour = ConsoleTour.begin();
  const add = async () => {
    await tour.page.getByRole('button', { name: 'Add channel' }).first().click();
    await tour.form.waitFor();
  };
  const isBack = async () => {
    await tour.form.getByText('What you had typed before is back.').waitFor();
    expect(await tour.form.getByLabel(/^Name/).inputValue()).toBe('half a channel');
    expect(await tour.form.getByLabel(/^Key/).inputValue()).toBe('sk-typed');
  };

  tour.step('stays when Escape closes the form', async page => {
    await tour.enter('/channel');
    await add();
    await tour.form.getByLabel(/^Name/).fill('half a channel');
    await tour.form.getByLabel(/^Key/).fill('sk-typed');
    await page.keyboard.press('Escape');
    await tour.form.waitFor({ state: 'detached' });
    await add();
    await isBack();
  });

  tour.step('stays when the browser goes back', async page => {
    await page.goBack();
    await tour.form.waitFor({ state: 'detached' });
    await add();
    await isBack();
  });

  tour.step('stays when the session ends, and the same page opens after signing in', async page => {
    tour.expectComplaint('status of 401');
    await page.context().clearCookies();
    await tour.form.getByRole('button', { name: 'Submit' }).click();
    await page.getByLabel('Username or e-mail address').waitFor();
    await page.getByLabel('Username or e-mail address').fill('root');
    await page.getByLabel('Password', { exact: true }).fill(ROOT_PASSWORD);
    await page.getByRole('button', { name: 'Log in' }).click();
    await page.waitForURL(url => url.pathname === '/channel/add');
    await isBack();
  });

  tour.step('is gone when the form is cancelled', async page => {
    await tour.form.getByRole('button', { name: 'Cancel' }).click();
    await tour.form.waitFor({ state: 'detached' });
    await add();
    expect(await tour.form.getByLabel(/^Key/).inputValue()).toBe('');
    await page.keyboard.press('Escape');
    await tour.form.waitFor({ state: 'detached' });
  });

  tour.step('rows stay when the server is away, and a sentence says so', async page => {
    tour.expectComplaint('ERR_');
    await page.getByRole('row').nth(1).waitFor();
    await page.route('**/api/channel/**', route => route.abort('connectionrefused'));
    await page.getByRole('button', { name: 'Refresh' }).click();
    await page.getByText('The server could not be reached. These rows are from the last answer.').waitFor();
    await page.getByRole('row').nth(1).waitFor();
    await page.unroute('**/api/channel/**');
    await page.getByRole('button', { name: 'Try again' }).click();
    await page
      .getByText('The server could not be reached. These rows are from the last answer.')
      .waitFor({ state: 'detached' });
  });

  tour.ends();
});
