import { type PriceTable } from '@contracts';
import { must } from '../support/clients/factories';
import { describeWith } from '../support/servers/databases';
import { eventually } from '../support/eventually';
import { ConsoleTour } from './console-tour';

const MODELS = 2_500;

describeWith('chromium', 'the page of prices', () => {
  const tour = ConsoleTour.begin({
    prepare: async ({ root }) => {
      const models = Array.from({ length: MODELS }, (_, at) => `model-${String(at).padStart(4, '0')}`).join(',');
      const channel = { type: 1, name: 'many', key: 'k', group: 'default', base_url: 'http://127.0.0.1:1' };
      await must(root.post('/api/channel/', { ...channel, models }));
    },
  });
  const inputOf = (model: string) => tour.page.getByLabel(`Input of ${model}`, { exact: true });
  const savedOf = async (model: string) =>
    (await must(tour.served.root.get<PriceTable>('/api/option/prices'))).rows.find(row => row.model === model)?.set;

  tour.step('changes a price with three clicks', async page => {
    await tour.enter('/');
    await page.getByRole('navigation').getByRole('link', { name: 'Prices', exact: true }).first().click();
    await inputOf('model-0001').click();
    await page.keyboard.type('2.5');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('Saved: 1 prices').waitFor();
    expect(await savedOf('model-0001')).toEqual({ ModelRatio: 1.25 });
  });

  tour.step('follows the typing among thousands of models', async page => {
    const search = page.getByRole('searchbox', { name: 'Search models' });
    const startMs = performance.now();
    await search.pressSequentially('model-24');
    await inputOf('model-2400').waitFor();
    expect(performance.now() - startMs).toBeLessThan(10_000);
    expect(await page.locator('.prices-table tbody tr').count()).toBe(50);
    await search.fill('model-0001');
    await inputOf('model-0001').fill('3');
    await inputOf('model-0001').press('Enter');
  });

  tour.step('loses nothing when somebody else was faster', async page => {
    const theirs = { model: 'model-0001', key: 'ModelRatio', before: 1.25, value: 7 };
    await must(tour.served.root.put('/api/option/prices', { origin: 'table', changes: [theirs] }));
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('Somebody else has changed these prices meanwhile. Your changes are still here.').waitFor();
    await page.getByRole('button', { name: 'Keep mine' }).click();
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await eventually(
      () => savedOf('model-0001'),
      set => set?.ModelRatio === 1.5,
    );
  });

  tour.step('goes back to a version', async page => {
    await page.getByRole('button', { name: 'Versions', exact: true }).click();
    await page
      .getByRole('button', { name: /^Show the version of/ })
      .last()
      .click();
    await page.getByRole('button', { name: 'Go back to this version' }).click();
    await page.getByRole('button', { name: 'Confirm' }).click();
    await page.getByText('Went back: 1 prices changed').waitFor();
    expect(await savedOf('model-0001')).toEqual({});
  });

  tour.ends();
});
