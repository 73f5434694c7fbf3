import { type AccessReport, type TokenView } from '@contracts';
import { describeWith } from '../support/servers/databases';
import { must } from '../support/clients/factories';
import { ConsoleTour } from './console-tour';

const ADDRESS = 'https://gateway.example';

describeWith('chromium', 'the keys of a person and what they reach', () => {
  let offId = 0;
  const tour = ConsoleTour.begin({
    prepare: async ({ make, root, upstream }) => {
      const options = {
        ServerAddress: ADDRESS,
        DebugDocument: '<h2>First call</h2><p>Use any client of OpenAI.</p><script>window.hasRun = true</script>',
        GroupRatio: { default: 1, vip: 0.5 },
      };
      for (const [key, value] of Object.entries(options)) await make.option(key, value);
      offId = await make.channel({ name: 'resting provider', base_url: upstream.url });
      await must(root.put('/api/channel/', { id: offId, status: 2 }));
    },
  });
  const tokens = () => must(tour.served.root.get<TokenView[]>('/api/token/?p=0&size=100'));
  const named = async (name: string) => (await tokens()).find(token => token.name === name);
  const toggle = (label: string) => tour.form.getByLabel(label).check({ force: true });

  tour.step('makes a key with limits, a group and an end', async page => {
    await tour.enter('/token');
    await page.getByRole('button', { name: 'Add token' }).first().click();
    const { form } = tour;
    await form.getByLabel(/^Name/).fill('laptop');
    await form.getByRole('button', { name: 'Submit' }).click();
    await page.getByText('Please select token group').first().waitFor();
    await form.getByLabel(/^Token group/).selectOption('default');
    await form.getByRole('button', { name: '1 day' }).click();
    await form.getByRole('button', { name: '$10', exact: true }).click();
    await form.getByText('Equals $10.00.').waitFor();
    await toggle('Limit the models');
    await form.getByRole('combobox', { name: 'Allowed models' }).fill('gpt-4o-mini');
    await page.getByRole('option', { name: 'gpt-4o-mini', exact: true }).waitFor();
    await page.keyboard.press('Enter');
    await form.getByLabel('Allowed addresses').fill('127.0.0.1,10.0.0.0/8');
    await toggle('Limit the request rate');
    await form.getByLabel('Interval', { exact: true }).fill('60');
    await form.getByLabel('Requests per interval').fill('0');
    await form.getByRole('button', { name: 'Submit' }).click();
    await page.getByText('The number of requests must be a whole number of at least 1').first().waitFor();
    await form.getByLabel('Requests per interval').fill('2');
    await form.getByRole('button', { name: 'Submit' }).click();
    await page.getByText('1 token created').waitFor();
    expect(await named('laptop')).toMatchObject({
      remain_quota: 5_000_000,
      unlimited_quota: false,
      group: 'default',
      model_limits_enabled: true,
      model_limits: 'gpt-4o-mini',
      ip_limits: '127.0.0.1,10.0.0.0/8',
      rate_limit_enabled: true,
      rate_limit_interval: 60,
      rate_limit_count: 2,
    });
    const daySeconds = ((await named('laptop'))?.expired_time ?? 0) - Date.now() / 1000;
    expect(daySeconds).toBeGreaterThan(86_000 - 600);
    expect(daySeconds).toBeLessThan(86_401);
  });

  tour.step('tries the new key where its use is shown', async page => {
    const use = page.getByRole('dialog', { name: 'Use the key laptop' });
    await use.getByLabel('Code for curl').filter({ hasText: '"model":"gpt-4o-mini"' }).waitFor();
    await use.getByRole('button', { name: 'Try it now' }).click();
    await use.getByText(/^Answered in .* output tokens: \d+$/).waitFor();
    await page.keyboard.press('Escape');
    await use.waitFor({ state: 'hidden' });
  });

  tour.step('makes many keys at once', async page => {
    await page.getByRole('button', { name: 'Add token' }).first().click();
    const { form } = tour;
    await form.getByLabel(/^Name/).fill('worker');
    await form.getByLabel(/^Token group/).selectOption('default');
    await toggle('Unlimited');
    await form.getByRole('button', { name: '10', exact: true }).click();
    await form.getByRole('button', { name: 'Submit' }).click();
    await page.getByText('10 tokens created').waitFor();
    const workers = (await tokens()).filter(({ name }) => name.startsWith('worker'));
    expect(new Set(workers.map(({ name }) => name)).size).toBe(10);
    expect(new Set(workers.map(({ key }) => key)).size).toBe(10);
  });

  tour.step('copies the chosen keys, one per line', async page => {
    await page.getByRole('button', { name: 'Copy selected tokens' }).click();
    await page.getByText('Please select at least one token').waitFor();
    await page.getByLabel('Token name').fill('worker');
    await page.keyboard.press('Enter');
    await page.getByText('10 in total').waitFor();
    await page.getByLabel('Select all rows of this page').check({ force: true });
    await page.getByRole('button', { name: 'Copy selected tokens' }).click();
    await page.getByText('10 tokens copied').waitFor();
    const lines = (await tour.visitor.clipboard()).split('\n');
    const workers = (await tokens()).filter(({ name }) => name.startsWith('worker'));
    expect(lines.sort()).toEqual(workers.map(({ name, key }) => `${name}    sk-${key}`).sort());
  });

  tour.step('copies the address of the site, and reads the document of the operator', async page => {
    await page.getByRole('button', { name: 'Copy base URL' }).click();
    await page.getByText(`Copied: ${ADDRESS}`).waitFor();
    expect(await tour.visitor.clipboard()).toBe(ADDRESS);
    await page.getByRole('tab', { name: 'Debug document' }).click();
    await page.getByRole('heading', { name: 'First call' }).waitFor();
    expect(await page.evaluate('window.hasRun')).toBeUndefined();
    await page.reload();
    await page.getByText('Use any client of OpenAI.').waitFor();
    await page.getByRole('tab', { name: 'Token list' }).click();
  });

  tour.step('changes a key', async page => {
    await page.getByLabel('Token name').fill('laptop');
    await page.keyboard.press('Enter');
    await page.getByText('1 in total').waitFor();
    await tour.row('laptop').getByRole('button', { name: 'Edit' }).click();
    const { form } = tour;
    await tour.hasValue(form.getByLabel('Allowed addresses'), '127.0.0.1,10.0.0.0/8');
    await form.getByLabel('Quota in units').fill('1000');
    await form.getByRole('button', { name: 'Submit' }).click();
    await page.getByText('Token updated').waitFor();
    expect(await named('laptop')).toMatchObject({ remain_quota: 1000, rate_limit_count: 2 });
  });

  tour.step('sees why a key does not reach a model and a channel', async page => {
    await tour.row('laptop').getByRole('button', { name: 'Reachable channels of laptop' }).click();
    await page.getByRole('heading', { name: 'Reachable channels' }).waitFor();
    await tour.cell(tour.row('gpt-4o-mini'), 'Status').getByText('Served', { exact: true }).waitFor();
    const limited = page
      .getByRole('row')
      .filter({ has: page.getByRole('button', { name: 'Details of gpt-4o', exact: true }) });
    await tour.cell(limited, 'Status').getByText('Not served').waitFor();
    expect((await tour.cell(limited, 'Why not').innerText()).trim()).not.toBe('');
    await page.getByRole('button', { name: 'Details of gpt-4o-mini' }).click();
    await page.getByText('gpt-4o-mini is served in group default at ratio 1.').waitFor();
    const resting = tour.row('resting provider');
    await resting.getByText('Not reachable').waitFor();
    await resting.getByText('switched off by hand').waitFor();
    await page.getByText('100 %').first().waitFor();
  });

  tour.step('asks about the other model by its address, and is told the reason', async page => {
    await page.getByLabel('Model', { exact: true }).selectOption('gpt-4o');
    await page.getByText('gpt-4o is not served').waitFor();
    await page.reload();
    await page.getByText('gpt-4o is not served').waitFor();
    const path = `/api/token/${(await named('laptop'))?.id}/reach?model=gpt-4o&endpoint=chat&prompt_tokens=0`;
    const { models } = await must(tour.served.root.get<AccessReport>(path));
    await page
      .getByText(models[0]?.refusals[0]?.message ?? 'no reason was given')
      .first()
      .waitFor();
  });

  tour.step('deletes a key after a question', async page => {
    await tour.visitor.go('/token?keyword=laptop');
    await tour.row('laptop').getByRole('button', { name: 'Delete' }).click();
    await page.getByText('Delete the token laptop?').waitFor();
    await tour.agree('Cancel');
    expect(await named('laptop')).toBeDefined();
    await tour.row('laptop').getByRole('button', { name: 'Delete' }).click();
    await tour.agree('Delete');
    await page.getByText('No token matches the search.').waitFor();
    expect(await named('laptop')).toBeUndefined();
  });

  tour.ends();
});
