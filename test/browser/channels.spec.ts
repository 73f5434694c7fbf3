import { type ChannelView } from '@contracts';
import { type Response } from 'playwright-core';
import { describeWith } from '../support/servers/databases';
import { eventually } from '../support/eventually';
import { must } from '../support/clients/factories';
import { ConsoleTour } from './console-tour';

/** The longest time for which the page may not react, on a machine that does other things too. */
const STALL_MAX_MS = 1000;
/** The most elements of a form whose list has thousands of names. */
const PARTS_MAX = 2500;

describeWith('chromium', 'the channels of an operator', () => {
  const tour = ConsoleTour.begin();
  /** The name of the channel that exists from the start. */
  let first = '';
  const row = (name: string) => tour.page.getByRole('row').filter({ has: tour.page.getByText(name, { exact: true }) });
  const cell = (name: string, column: string) => tour.cell(row(name), column);
  const saved = async (name: string) => {
    const channels = await must(tour.served.root.get<ChannelView[]>('/api/channel/?p=0&page_size=100'));
    return channels.find(channel => channel.name === name);
  };
  /** Waits until the rows from the top are in this order. */
  const hasOrder = (...names: readonly string[]) =>
    eventually(
      () => tour.page.locator('td[data-label="Name"]').allInnerTexts(),
      shown => shown.join() === names.join(),
    );
  const choose = (name: string) => tour.page.getByLabel(`Select row ${name}`, { exact: true }).check({ force: true });

  tour.step('shows other fields for every kind of provider', async page => {
    const [found] = await must(tour.served.root.get<ChannelView[]>('/api/channel/?p=0&page_size=100'));
    first = found?.name ?? '';
    await tour.enter('/channel');
    await page.getByRole('button', { name: 'Add channel' }).first().click();
    const { form } = tour;
    const choose = async (name: string) => {
      await form.getByRole('combobox', { name: 'Type' }).fill(name);
      await page.keyboard.press('Enter');
    };
    await choose('Azure OpenAI');
    await form.getByLabel('Azure endpoint').waitFor();
    await form.getByLabel('Default API version').waitFor();
    expect(await form.getByLabel('Organization').count()).toBe(0);
    await choose('Vertex AI');
    await form.getByLabel('Deployment region').waitFor();
    await choose('Midjourney Proxy');
    await form.getByText('Channels of this type cannot be tested.').waitFor();
    await form.getByLabel('Address of the drawing proxy').waitFor();
    await choose('OpenAI');
    await form.getByLabel('Organization').waitFor();
  });

  tour.step('refuses an unfinished form and keeps what was typed', async page => {
    const { form } = tour;
    await form.getByLabel(/^Proxy address/).fill(tour.served.upstream.url);
    await form.getByRole('button', { name: 'Submit' }).click();
    await page.getByText('Please fill in channel name and channel key').first().waitFor();
    expect(await form.getByLabel(/^Proxy address/).inputValue()).toBe(tour.served.upstream.url);
  });

  tour.step('fills in the models of the type and those of the provider, and saves', async page => {
    const { form } = tour;
    await form.getByLabel(/^Name/).fill('north');
    await form.getByLabel(/^Key/).fill('sk-north');
    await form.getByRole('button', { name: 'Clear' }).click();
    await form.getByText('0 chosen').waitFor();
    await form.getByRole('button', { name: 'Fill default models' }).click();
    await form.locator('.bp6-tag', { hasText: /^gpt-4o$/ }).waitFor();
    await form.getByRole('button', { name: 'Clear' }).click();
    await form.getByRole('button', { name: 'Fetch model list' }).click();
    await page.getByText('5 models fetched').waitFor();
    await form.getByText('5 chosen').waitFor();
    await form.getByRole('button', { name: 'Submit' }).click();
    await page.getByText('Channel created').waitFor();
    await row('north').waitFor();
    const channel = await saved('north');
    expect(channel?.models.split(',')).toEqual(expect.arrayContaining(['gpt-4.1-mini', 'omni-moderation-latest']));
    expect(tour.served.upstream.calls.at(-1)?.headers.authorization).toBe('Bearer sk-north');
  });

  tour.step('is tested, and its balance is asked for', async page => {
    await row('north').getByRole('button', { name: 'Test', exact: true }).click();
    await page.getByText(/^north: test passed in [\d.]+m?s$/).waitFor();
    await row('north').getByRole('button', { name: 'Update the balance of north' }).click();
    await page.getByText('north: balance 17.25').waitFor();
    await row('north').getByText('17.25').waitFor();
    expect((await saved('north'))?.response_time).toBeGreaterThan(0);
  });

  tour.step('is tested with a model of choice', async page => {
    await row('north').getByRole('button', { name: 'Test north with a chosen model' }).click();
    await page.getByRole('menuitem', { name: 'o4-mini' }).click();
    await eventually(
      () => Promise.resolve(tour.served.upstream.calls.at(-1)?.model),
      model => model === 'o4-mini',
    ); // the notice of the last test may still be there
    await row('north').getByRole('button', { name: 'Test', exact: true, disabled: false }).waitFor();
  });

  tour.step('is switched off and on', async page => {
    let answers = 0;
    const count = (response: Response) => {
      if (response.request().method() === 'PUT') answers += 1;
    };
    page.on('response', count);
    await row('north').getByRole('button', { name: 'Disable' }).click();
    await cell('north', 'Status').getByText('Disabled').waitFor();
    await row('north').getByRole('button', { name: 'Enable' }).click();
    await cell('north', 'Status').getByText('Enabled').waitFor(); // before the server has responded
    await eventually(
      () => Promise.resolve(answers),
      count => count === 2,
    );
    page.off('response', count);
    expect((await saved('north'))?.status).toBe(1);
  });

  tour.step('stays as it is when the server fails, and says so', async page => {
    tour.expectComplaint('status of 500');
    await page.route('**/api/channel/', route =>
      route.request().method() === 'PUT' ? route.fulfill({ status: 500, json: {} }) : route.fallback(),
    );
    await row('north').getByRole('button', { name: 'Disable' }).click();
    await page.getByText('Internal server error, contact the administrator').waitFor();
    await page.unroute('**/api/channel/');
    await cell('north', 'Status').getByText('Enabled').waitFor();
    await row('north').getByRole('button', { name: 'Disable' }).waitFor();
    expect((await saved('north'))?.status).toBe(1);
  });

  tour.step('takes priority and weight in its row', async page => {
    const priority = page.getByLabel('Priority of north', { exact: true });
    await priority.fill('7');
    await priority.press('Enter');
    await eventually(
      () => saved('north'),
      channel => channel?.priority === 7,
    );
    await page.getByLabel('Weight of north', { exact: true }).fill('3');
    await priority.focus(); // leaving the field saves
    await eventually(
      () => saved('north'),
      channel => channel?.weight === 3,
    );
  });

  tour.step('is copied with its key', async page => {
    await row('north').getByRole('button', { name: 'More' }).click();
    await page.getByRole('menuitem', { name: 'Copy' }).click();
    await row('north_copy').waitFor();
    await row('north_copy').getByRole('button', { name: 'Test', exact: true }).click();
    await page.getByText(/^north_copy: test passed/).waitFor();
    expect(tour.served.upstream.calls.at(-1)?.headers.authorization).toBe('Bearer sk-north');
  });

  tour.step('is repaired from its own facts', async page => {
    await page.getByText(/^north_copy: test passed/).waitFor({ state: 'detached' }); // notices cover confirmation dialogs
    await page.getByRole('button', { name: 'Repair database' }).click();
    await tour.agree('Confirm');
    await page.getByText(/^\d+ channels repaired$/).waitFor();
  });

  tour.step('is found by name, model and group, and the address keeps the search', async page => {
    await page.getByLabel('ID, name or key').fill('_copy');
    await page.keyboard.press('Enter');
    await hasOrder('north_copy');
    await page.reload();
    await hasOrder('north_copy');
    await page.getByLabel('ID, name or key').fill('');
    await page.getByLabel('Model', { exact: true }).fill('gpt-3.5-turbo-instruct');
    await page.keyboard.press('Enter');
    await hasOrder(first);
    await page.getByLabel('Model', { exact: true }).fill('no-such-model');
    await page.keyboard.press('Enter');
    await page.getByText('No channel matches the search.').waitFor();
    await page.getByLabel('Model', { exact: true }).fill('');
    await row('north').waitFor();
  });

  tour.step('stands by priority, or the newest first, also after a reload', async page => {
    const sorted = page.getByLabel('Sort by ID');
    await hasOrder('north_copy', 'north', first);
    const priority = page.getByLabel('Priority of north_copy');
    await priority.fill('6');
    await priority.press('Enter');
    await eventually(
      () => saved('north_copy'),
      channel => channel?.priority === 6,
    );
    await tour.served.make.channel({ name: 'south', base_url: tour.served.upstream.url });
    await page.getByRole('button', { name: 'Refresh' }).click();
    await hasOrder('north', 'north_copy', 'south', first);
    await sorted.check({ force: true });
    await hasOrder('south', 'north_copy', 'north', first);
    await page.reload();
    await hasOrder('south', 'north_copy', 'north', first);
    await sorted.uncheck({ force: true });
    await hasOrder('north', 'north_copy', 'south', first);
  });

  tour.step('is edited together with others, after a look at what will happen', async page => {
    await page.getByLabel('Batch mode').check({ force: true });
    await page.getByRole('button', { name: 'Edit selected channels' }).click();
    await page.getByText('Please select channels to edit first').waitFor();
    for (const name of ['north', 'south']) await choose(name);
    await page.getByRole('button', { name: 'Edit selected channels (2)' }).click();
    const { form } = tour;
    const preview = form.getByRole('status');
    await preview.getByText('Nothing is switched on yet').waitFor();
    await form.getByLabel('Change Priority').press('Space');
    await form.getByLabel('Priority', { exact: true }).fill('20');
    await form.getByLabel('Change Models').press('Space');
    await form.getByRole('combobox', { name: 'Models' }).last().fill('gpt-4-turbo');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Tab'); // or the suggestions stay over the rest of the form
    await preview.getByText('2 channels').waitFor();
    await preview.getByText('Priority → 20').waitFor();
    await preview.getByText('Models: add gpt-4-turbo').waitFor();
    await form.getByRole('button', { name: 'Submit' }).click();
    await page.getByText('2 channels changed.').waitFor();
    for (const name of ['north', 'south']) {
      expect((await saved(name))?.priority).toBe(20);
      expect((await saved(name))?.models.split(',')).toContain('gpt-4-turbo');
    }
    expect((await saved('north_copy'))?.priority).toBe(6);
  });

  tour.step('gets everything back by the offer in the notice', async page => {
    await page.getByRole('button', { name: 'Undo', exact: true }).click();
    await page.getByText('2 channels put back.').waitFor();
    expect([(await saved('north'))?.priority, (await saved('south'))?.priority]).toEqual([7, 0]);
    expect((await saved('south'))?.models).not.toContain('gpt-4-turbo');
    await page.getByRole('button', { name: 'Undo last edit' }).waitFor({ state: 'detached' });
  });

  const switchOffChosen = async (count: number) => {
    const { page, form } = tour;
    await page.getByRole('button', { name: `Edit selected channels (${count})` }).click();
    await form.getByLabel('Change Status', { exact: true }).press('Space');
    await form.getByLabel('Status', { exact: true }).selectOption({ label: 'Disabled' });
    await form.getByRole('button', { name: 'Submit' }).click();
    await page.getByText(`${count} channels changed.`).waitFor();
    await form.waitFor({ state: 'detached' });
  };

  tour.step('gets everything back by the button that stays', async page => {
    await switchOffChosen(2);
    await cell('south', 'Status').getByText('Disabled').waitFor();
    await page.getByRole('button', { name: 'Undo last edit' }).click();
    await cell('south', 'Status').getByText('Enabled').waitFor();
    await cell('north', 'Status').getByText('Enabled').waitFor();
  });

  tour.step('is not put back over a change of somebody else', async page => {
    await switchOffChosen(2);
    const south = await saved('south');
    await must(tour.served.root.put('/api/channel/', { id: south?.id, status: 1 }));
    await must(tour.served.root.put('/api/channel/', { id: south?.id, status: 2, weight: 5 }));
    await must(tour.served.root.put('/api/channel/', { id: south?.id, status: 1 }));
    await page.getByRole('button', { name: 'Undo last edit' }).click();
    await page
      .getByText(`1 were changed or deleted by somebody else meanwhile and left alone: #${south?.id}.`)
      .waitFor();
    expect((await saved('north'))?.status).toBe(1);
    expect(await saved('south')).toMatchObject({ status: 1, weight: 5 });
  });

  tour.step('is deleted with all others that are switched off', async page => {
    await row('south').getByRole('button', { name: 'Disable' }).click();
    await cell('south', 'Status').getByText('Disabled').waitFor();
    await page.getByRole('button', { name: 'Delete disabled channels' }).click();
    await tour.agree('Cancel');
    await row('south').waitFor();
    await page.getByRole('button', { name: 'Delete disabled channels' }).click();
    await tour.agree('Confirm');
    await page.getByText('1 channel deleted').waitFor();
    await hasOrder('north', 'north_copy', first);
  });

  tour.step('serves 2,500 models without a stall', async page => {
    const models = Array.from({ length: 2500 }, (_item, at) => `model-${at}`).join();
    await tour.served.make.channel({ name: 'wide', base_url: tour.served.upstream.url, models });
    await page.getByRole('button', { name: 'Refresh' }).click();
    await row('wide').waitFor();
    await page.evaluate(`window.stall = 0;
      new PerformanceObserver(list => list.getEntries().forEach(({ duration }) => (stall = Math.max(stall, duration))))
        .observe({ type: 'longtask' });`);
    await row('wide').getByRole('button', { name: 'Test wide with a chosen model' }).click();
    await page.getByRole('searchbox', { name: 'Model' }).last().fill('model-2499');
    await page.getByRole('menuitem', { name: 'model-2499' }).waitFor();
    await page.keyboard.press('Escape');
    await row('wide').getByRole('button', { name: 'Edit channel wide' }).click();
    const { form } = tour;
    await form.getByText('2,350 not shown').waitFor();
    await form.getByLabel(/^Name/).fill('wider');
    await form.getByRole('searchbox', { name: 'Find among 2,500 chosen' }).fill('model-1234');
    await form.locator('.bp6-tag', { hasText: /^model-1234$/ }).waitFor();
    expect(await form.locator('*').count()).toBeLessThan(PARTS_MAX);
    expect(await page.evaluate<number>('stall')).toBeLessThan(STALL_MAX_MS);
    await form.getByRole('button', { name: 'Submit' }).click();
    await row('wider').waitFor();
    expect((await saved('wider'))?.models.split(',')).toHaveLength(2500);
  });

  tour.step('is found by its status and its type', async page => {
    await page.getByLabel('Filter by type').selectOption({ label: 'Anthropic Claude' });
    await page.getByText('No channel matches the search.').waitFor();
    await page.getByLabel('Filter by type').selectOption({ label: 'OpenAI' });
    await page.getByLabel('Filter by status').selectOption({ label: 'Disabled' });
    await page.getByText('No channel matches the search.').waitFor();
    await page.getByLabel('Filter by status').selectOption({ label: 'Enabled' });
    await row('wider').waitFor();
    expect(new URL(page.url()).search).toBe('?type=1&status=1');
  });

  tour.ends();
});
