import { describeWith } from '../support/servers/databases';
import { eventually } from '../support/eventually';
import { must } from '../support/clients/factories';
import { ConsoleTour } from './console-tour';
import { openFromNavigation } from './visitor';

function model(name: string, type: readonly string[], illustrate = '') {
  return { model_name: name, type, illustrate };
}

const MANUFACTURERS = [
  {
    Manufacturer: 'OpenAI',
    icon: '',
    description: '**Large** and small ones',
    models: [
      model('gpt-4o', ['chat', 'multimodal']),
      model('gpt-4o-mini', ['chat'], 'Cheap and quick'),
      model('dall-e-3', ['drawing']),
    ],
  },
  {
    Manufacturer: 'Anthropic',
    icon: '',
    description: '<p>Patient <em>ones</em></p>',
    models: [model('claude-sonnet-4-6', ['chat', 'reasoning'])],
  },
];
const CLIENT_PAGE = '<!doctype html><title>client</title><h1>A chat client</h1>';
const STATUS_PAGE = '<!doctype html><title>status</title><h1>All is well</h1>';

describeWith('chromium', 'prices and what other sites show inside the console', () => {
  const tour = ConsoleTour.begin({
    prepare: async ({ make, upstream }) => {
      await make.channel({
        base_url: upstream.url,
        models: 'gpt-4o,dall-e-3,claude-sonnet-4-6,our-own-model',
        group: 'default,vip',
      });
      const page = (body: string) => ({ kind: 'bytes', contentType: 'text/html', body: Buffer.from(body) }) as const;
      upstream.script(({ path }) => (path.startsWith('/client') ? page(CLIENT_PAGE) : null));
      upstream.script(({ path }) => (path.startsWith('/status') ? page(STATUS_PAGE) : null));
      const options = {
        Manufacturers: MANUFACTURERS,
        GroupRatio: { default: 1, vip: 0.5 },
        ModelRatio: { 'gpt-4o-mini': 0.075, 'gpt-4o': 1.25, 'claude-sonnet-4-6': 1.5, 'our-own-model': 1 },
        ModelPrice: { 'dall-e-3': 0.04 },
        ChatLink: `${upstream.url}/client?key={key}&url={address}`,
        MonitorLink: `${upstream.url}/status`,
        MonitorLinkEnabled: true,
        About: '# Autumn offer\n\nTen percent **more** on every payment.',
      };
      for (const [key, value] of Object.entries(options)) await make.option(key, value);
    },
  });
  const names = () => tour.page.locator('.price-model-name').allInnerTexts();
  const hasModels = (...expected: readonly string[]) =>
    eventually(names, shown => [...shown].sort().join() === [...expected].sort().join());
  const row = (name: string) =>
    tour.page.getByRole('row').filter({ has: tour.page.getByRole('button', { name, exact: true }) });
  const price = (name: string) => tour.cell(row(name), 'Final price');

  tour.step('shows a guest the makers, and what the operator says about them', async page => {
    await tour.visitor.go('/pricing');
    await page.getByRole('tab', { name: /^All/ }).waitFor();
    await page.getByRole('tab', { name: /Anthropic/ }).click();
    await hasModels('claude-sonnet-4-6');
    await page.locator('em', { hasText: 'ones' }).waitFor();
    await page.getByRole('tab', { name: /OpenAI/ }).click();
    await page.locator('strong', { hasText: 'Large' }).waitFor();
    await eventually(names, shown => shown.includes('dall-e-3') && !shown.includes('claude-sonnet-4-6'));
    await page.getByRole('tab', { name: /^Other/ }).click();
    await eventually(names, shown => shown.includes('our-own-model') && !shown.includes('gpt-4o'));
    await page.getByRole('tab', { name: /^All/ }).click();
  });

  tour.step('finds models by a part of their name and by their tag, kept in the address', async page => {
    await page.getByLabel('Tag', { exact: true }).selectOption('drawing');
    await hasModels('dall-e-3');
    await page.reload();
    await hasModels('dall-e-3');
    await page.getByLabel('Tag', { exact: true }).selectOption('');
    await page.getByLabel('Search for a model').fill('MINI');
    await hasModels('gpt-4o-mini');
    await page.getByLabel('Search for a model').fill('zzz');
    await page.getByText('No model fits the search.').waitFor();
    await page.getByRole('button', { name: 'Show all models' }).click();
    await row('gpt-4o-mini').waitFor();
  });

  tour.step('shows the prices of the chosen group, per million or per thousand', async page => {
    await tour.enter('/pricing');
    await price('gpt-4o').getByText('Prompt $2.50 / 1M').waitFor();
    await price('gpt-4o').getByText('Completion $10.00 / 1M').waitFor();
    await price('dall-e-3').getByText('$0.04 per call').waitFor();
    await row('gpt-4o').getByRole('button', { name: 'vip' }).click();
    await price('gpt-4o').getByText('Prompt $1.25 / 1M').waitFor();
    await price('dall-e-3').getByText('$0.02 per call').waitFor();
    await tour.cell(row('gpt-4o-mini'), 'Availability').getByText('Not in this group').waitFor();
    expect((await price('gpt-4o-mini').innerText()).trim()).toBe('–');
    await page.getByText('1K tokens').click();
    await price('gpt-4o').getByText('Prompt $0.0013 / 1K').waitFor();
    await page.getByLabel('Only available models').press('Space');
    await hasModels('gpt-4o', 'dall-e-3', 'claude-sonnet-4-6', 'our-own-model');
    await page.getByLabel('Only available models').press('Space');
    await page.getByLabel('Show ratios').check({ force: true });
    await tour.cell(row('gpt-4o'), 'Ratios').getByText('Group 0.50').waitFor();
  });

  tour.step('copies one name, and the chosen ones together', async page => {
    await page.getByRole('button', { name: 'gpt-4o', exact: true }).click();
    await page.getByText('Copied: gpt-4o', { exact: true }).waitFor();
    for (const name of ['gpt-4o', 'dall-e-3'])
      await page.getByLabel(`Select row ${name}`, { exact: true }).check({ force: true });
    await page.getByRole('button', { name: 'Copy selected (2)' }).click();
    await eventually(
      () => tour.visitor.clipboard(),
      text => text.split(',').sort().join() === 'dall-e-3,gpt-4o',
    );
  });

  tour.step('opens a chat client in a frame, with a key of the reader', async page => {
    const { upstream, key, server } = tour.served;
    tour.expectComplaint(`a call to ${upstream.url}/client`);
    await page.getByRole('link', { name: 'Chat', exact: true }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('radio', { name: new RegExp(tour.served.keyName) }).check({ force: true });
    await dialog.getByRole('button', { name: 'Open' }).click();
    await page.frameLocator('iframe').getByRole('heading', { name: 'A chat client' }).waitFor();
    const asked = new URL(upstream.calls.find(({ path }) => path.startsWith('/client'))?.path ?? '', upstream.url);
    expect(asked.searchParams.get('key')).toBe(key);
    expect(asked.searchParams.get('url')).toBe(server.url);
    expect(await page.locator('iframe').getAttribute('sandbox')).not.toContain('allow-top-navigation');
  });

  tour.step('takes a key and an address of another server instead', async page => {
    await page.getByRole('button', { name: 'Change settings' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Use a custom URL or token').check({ force: true });
    await dialog.getByRole('textbox', { name: 'Custom URL' }).fill('gateway');
    await dialog.getByRole('button', { name: 'Open' }).click();
    await dialog.getByText('The URL must begin with http:// or https://').waitFor();
    await dialog.getByRole('textbox', { name: 'Custom URL' }).fill('https://gateway.example/');
    await dialog.getByRole('textbox', { name: 'Custom token' }).fill('sk-other');
    await dialog.getByRole('button', { name: 'Open' }).click();
    await dialog.waitFor({ state: 'detached' });
    const address = await eventually(
      async () => new URL((await page.locator('iframe').getAttribute('src')) ?? ''),
      ({ searchParams }) => searchParams.get('key') === 'sk-other',
    );
    expect(address.searchParams.get('url')).toBe('https://gateway.example');
  });

  tour.step('shows the monitor of the operator, and says so when there is none', async page => {
    tour.expectComplaint(`a call to ${tour.served.upstream.url}/status`);
    await openFromNavigation(page, 'Service monitor');
    await page.frameLocator('iframe').getByRole('heading', { name: 'All is well' }).waitFor();
    await must(tour.served.root.put('/api/option/', { key: 'MonitorLinkEnabled', value: 'false' }));
    await page.reload();
    await page.getByText('Service monitor not enabled, contact admin').waitFor();
    await page.locator('nav').getByText('Service monitor').waitFor({ state: 'detached' });
  });

  tour.step('reads what the operator writes about the site', async page => {
    await tour.visitor.go('/about');
    await page.getByRole('heading', { name: 'Autumn offer' }).waitFor();
    await page.locator('strong', { hasText: 'more' }).waitFor();
  });

  tour.ends();
});
