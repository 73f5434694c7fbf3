import { type LogEntry, type Page as RowPage } from '@contracts';
import { readFileSync } from 'node:fs';
import OpenAI from 'openai';
import { failure } from '../../apps/mock-upstream/src/index';
import { type TestClient } from '../support/clients/client';
import { describeWith } from '../support/servers/databases';
import { eventually } from '../support/eventually';
import { must } from '../support/clients/factories';
import { NARROW, WIDE } from './console-reader';
import { ConsoleTour } from './console-tour';

const MODEL = 'gpt-4o-mini';
const BROKEN = 'gpt-4o';
const EMBEDDING = 'text-embedding-3-small';
/**
 * A ratio that makes a call cost whole cents: 11 prompt and 6 completion tokens, the latter at four times the ratio,
 * are 35,000 units.
 */
const RATIO = 1000;

/** The cells of a CSV text, line by line. */
function cellsOf(text: string): readonly (readonly string[])[] {
  const lines: string[][] = [[]];
  for (const [, cell = '', end] of text.replace(/^\uFEFF/, '').matchAll(/("(?:[^"]|"")*"|[^,\r\n]*)(,|\r?\n|$)/g)) {
    lines.at(-1)?.push(cell.startsWith('"') ? cell.slice(1, -1).replaceAll('""', '"') : cell);
    if (end === '') break;
    if (end !== ',') lines.push([]);
  }
  return lines.filter(cells => cells.length > 1);
}

describeWith('chromium', 'the log of calls and what is made of it', () => {
  let ann: TestClient;
  const tour = ConsoleTour.begin({
    prepare: async ({ make, upstream }) => {
      const options = { ModelRatio: { [MODEL]: RATIO, [EMBEDDING]: 0.01, [BROKEN]: 1.25 }, DataExportEnabled: true };
      for (const [key, value] of Object.entries(options)) await make.option(key, value);
      upstream.onModel(BROKEN, failure(400, { message: 'The image is too large.', type: 'invalid_request_error' }));
      ann = await make.signedIn({ username: 'ann', quota: 50_000_000 });
    },
  });
  const rows = async () => (await must(tour.served.root.get<RowPage<LogEntry>>('/api/log/?p=1&page_size=100'))).items;
  const tableRows = () =>
    tour.page.locator('.data-table tbody tr').filter({ has: tour.page.locator('td[data-label="Time"]') });
  const hasRows = (count: number) =>
    eventually(
      () => tableRows().count(),
      shown => shown === count,
    );
  /** The figure of a card above the table. */
  const card = (label: string) =>
    tour.page
      .locator('.stat-cards > *')
      .filter({ has: tour.page.getByText(label, { exact: true }) })
      .locator('.stat-value');
  const shows = (label: string, value: string) => card(label).getByText(value, { exact: true }).waitFor();
  const rowOfAnn = () =>
    tour.page.getByRole('row').filter({ has: tour.page.getByRole('button', { name: 'ann', exact: true }) });
  const openMenu = async (button: string, item: string) => {
    await tour.page.getByRole('button', { name: button }).click();
    await tour.page.getByRole('menuitem', { name: item }).click();
  };

  tour.step('holds the calls of the official client', async () => {
    const { server, key, make } = tour.served;
    const client = (apiKey: string) => new OpenAI({ apiKey, baseURL: `${server.url}/v1`, maxRetries: 0 });
    const root = client(key);
    const messages = [{ role: 'user' as const, content: 'Say hello.' }];
    const stream = await root.chat.completions.create({ model: MODEL, messages, stream: true });
    for await (const chunk of stream) expect(chunk.object).toBe('chat.completion.chunk');
    const { secret } = await make.token(ann);
    expect((await client(secret).chat.completions.create({ model: MODEL, messages })).usage?.total_tokens).toBe(17);
    await root.embeddings.create({ model: EMBEDDING, input: 'hello' });
    await expect(root.chat.completions.create({ model: BROKEN, messages })).rejects.toThrow('The image is too large.');
    await eventually(rows, all => all.filter(({ type }) => type === 2).length === 3);
  });

  tour.step('sums up in its cards', async () => {
    await tour.enter('/log?type=2');
    await hasRows(3);
    await shows('Quota spent', '$0.14');
    await shows('Requests', '3');
    await shows('Tokens', '38');
  });

  tour.step('keeps its filters in the address, and under a name', async page => {
    await page.getByLabel('Model name').fill(MODEL);
    await page.keyboard.press('Enter');
    await hasRows(2);
    await page.getByLabel('Username').fill('ann');
    await page.keyboard.press('Enter');
    await hasRows(1);
    await shows('Quota spent', '$0.07');
    expect(new URL(page.url()).search).toContain(`model_name=${MODEL}`);
    await page.reload();
    await hasRows(1);
    expect(await page.getByLabel('Username').inputValue()).toBe('ann');
    await openMenu('Saved filters', 'Save these filters…');
    await page.getByRole('dialog').getByLabel(/^Name/).fill('calls of ann');
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
    await page.getByText('Saved as “calls of ann”').waitFor();
    await page.getByRole('button', { name: 'Reset filters' }).click();
    await eventually(
      () => tableRows().count(),
      count => count > 3,
    );
    await openMenu('Saved filters', 'calls of ann');
    await hasRows(1);
  });

  tour.step('tells calls from failures by its tabs', async page => {
    await page.getByRole('button', { name: 'Reset filters' }).click();
    await page.getByRole('tab', { name: 'Error' }).click();
    await hasRows(1);
    await tour.row(BROKEN).getByText('The image is too large.').first().waitFor();
    await page.getByRole('tab', { name: 'Top-up' }).click();
    await page.getByText('No rows in this span. Choose a longer one or fewer filters.').waitFor();
    await page.getByRole('tab', { name: 'Consumption' }).click();
    await hasRows(3);
  });

  tour.step('folds its filters on a narrow window, and says how many are set', async page => {
    const fold = page.getByRole('button', { name: /^Filters/ });
    const field = page.getByLabel('Model name');
    const isFolded = async (isNarrow: boolean) => {
      await fold.waitFor({ state: isNarrow ? 'visible' : 'hidden' });
      await field.waitFor({ state: isNarrow ? 'hidden' : 'visible' });
    };
    await isFolded(false);
    await page.setViewportSize(NARROW);
    await isFolded(true);
    await page.keyboard.press('/');
    await eventually(
      () => page.evaluate<string>("document.activeElement?.getAttribute('aria-label')"),
      name => name === 'Token name',
    );
    await field.fill(MODEL);
    await page.keyboard.press('Enter');
    await hasRows(2);
    await page.getByRole('button', { name: 'Filters (1 set)', expanded: true }).press('Enter');
    await field.waitFor({ state: 'hidden' });
    await page.setViewportSize(WIDE);
    await isFolded(false);
    await field.fill('');
    await page.keyboard.press('Enter');
    await hasRows(3);
  });

  tour.step('shows the columns that were chosen, also after a reload', async page => {
    await openMenuOption('Client IP');
    await tour.cell(tour.row(EMBEDDING), 'Client IP').getByText('127.0.0.1').waitFor();
    await page.reload();
    await tour.cell(tour.row(EMBEDDING), 'Client IP').getByText('127.0.0.1').waitFor();
    await page.getByRole('button', { name: 'Columns' }).click();
    await page.getByRole('menuitem', { name: 'Show default columns' }).click();
    await eventually(
      () => page.locator('td[data-label="Client IP"]').count(),
      count => count === 0,
    );
  });

  const openMenuOption = async (name: string) => {
    await tour.page.getByRole('button', { name: 'Columns' }).click();
    await tour.page.getByRole('option', { name }).click();
    await tour.page.keyboard.press('Escape');
  };

  tour.step('opens a row with its bill and its way', async page => {
    await rowOfAnn().getByRole('button', { name: 'Show details' }).click();
    const detail = page.locator('.log-detail');
    await detail.getByText('35,000 ($0.070000)').waitFor();
    const fact = (label: string) =>
      detail
        .locator('.detail-pair')
        .filter({ has: page.getByText(label, { exact: true }) })
        .locator('dd')
        .innerText();
    expect(await fact('Prompt')).toBe('11');
    expect(await fact('Completion')).toBe('6');
    expect(await fact('Model ratio')).toBe(String(RATIO));
    expect(await fact('Chosen because')).toBe('Only channel');
    const drawer = page.getByRole('dialog');
    await drawer.getByRole('listitem').getByText(MODEL).waitFor(); // the one call of this key, among its neighbours
    await page.keyboard.press('j');
    await page.locator('tr.row-opened').filter({ hasText: 'root' }).first().waitFor();
    await page.locator('td[data-label="Time"]').first().click();
    await page.locator('tr.row-opened').filter({ hasText: EMBEDDING }).waitFor();
    await drawer.getByRole('button', { name: 'Close' }).click();
    await drawer.waitFor({ state: 'hidden' });
  });

  tour.step('lets columns be dragged to another place, and forgets it on demand', async page => {
    const heads = () => page.getByRole('columnheader').allInnerTexts();
    const usual = await heads();
    await page.getByRole('columnheader', { name: 'Cost' }).dragTo(page.getByRole('columnheader', { name: 'Type' }));
    await eventually(heads, shown => shown.indexOf('Cost') === usual.indexOf('Type'));
    await page.reload();
    await eventually(heads, shown => shown.indexOf('Cost') === usual.indexOf('Type'));
    await openMenu('Columns', 'Show default columns');
    await eventually(heads, shown => shown.join() === usual.join());
  });

  tour.step('tells who is behind a row', async page => {
    await rowOfAnn().getByRole('button', { name: 'ann', exact: true }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('$0.07', { exact: true }).waitFor();
    await dialog.getByText('$99.93', { exact: true }).waitFor();
    await dialog.getByRole('button', { name: 'Show only rows of this user' }).click();
    await hasRows(1);
    expect(new URL(page.url()).search).toContain('username=ann');
  });

  tour.step('is written into a file that holds the very rows', async page => {
    await page.getByRole('button', { name: 'Reset filters' }).click();
    await page.getByRole('tab', { name: 'Consumption' }).click();
    await hasRows(3);
    const started = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Export CSV' }).click();
    const file = await started;
    expect(file.suggestedFilename()).toBe('request-log.csv');
    await page.getByText('The log was exported').waitFor();
    const [header = [], ...lines] = cellsOf(readFileSync(await file.path(), 'utf8'));
    const column = (name: string) => lines.map(cells => cells[header.indexOf(name)]);
    const expected = (await rows()).filter(({ type }) => type === 2);
    expect(column('id')).toEqual(expected.map(({ id }) => String(id)));
    for (const name of ['model', 'token', 'username'] as const) {
      const field = ({ model: 'model_name', token: 'token_name', username: 'username' } as const)[name];
      expect(column(name)).toEqual(expected.map(entry => entry[field]));
    }
    for (const name of ['prompt_tokens', 'completion_tokens', 'quota', 'other', 'content'] as const) {
      expect(column(name)).toEqual(expected.map(entry => String(entry[name])));
    }
  });

  tour.step('equals the dashboard', async page => {
    await tour.visitor.go('/detail');
    await shows('Quota spent', '$0.14');
    await shows('Requests', '3');
    await shows('Tokens', '38');
    const model = page.getByRole('table', { name: 'Models by quota' }).getByRole('row').filter({ hasText: MODEL });
    expect(await tour.cell(model, 'Requests').innerText()).toBe('2');
    expect(await tour.cell(model, 'Quota spent').innerText()).toBe('$0.1400');
  });

  tour.step('tells what other prices would have meant', async page => {
    await tour.visitor.go('/setting?tab=operation&card=ratio');
    const ratios = page.getByLabel('Model ratio', { exact: true });
    const saved = JSON.parse(await ratios.inputValue()) as Record<string, number>;
    await ratios.fill(JSON.stringify({ ...saved, [MODEL]: RATIO * 2 }));
    await page.getByRole('button', { name: 'Preview effect' }).click();
    const row = page.getByRole('dialog').getByRole('row').filter({ hasText: MODEL });
    await row.waitFor();
    expect(await tour.cell(row, 'Calls').innerText()).toBe('2');
    expect(await tour.cell(row, 'At saved prices').innerText()).toBe('$0.14');
    expect(await tour.cell(row, 'At new prices').innerText()).toBe('$0.28');
    expect(await tour.cell(row, 'Difference').innerText()).toBe('+$0.14 (+100.0 %)');
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).last().click();
    await page.reload();
    expect((JSON.parse(await ratios.inputValue()) as Record<string, number>)[MODEL]).toBe(RATIO);
  });

  tour.step('tries a call that failed again in the playground, with its model', async page => {
    tour.served.upstream.reset(); // the provider has recovered
    await tour.visitor.go('/log?type=5');
    await tour.row(BROKEN).getByRole('button', { name: 'Show details' }).click();
    await page.getByRole('button', { name: 'Try again in playground' }).click();
    await page.getByText('A call from the log').waitFor();
    await tour.hasValue(page.getByLabel('Model', { exact: true }), BROKEN);
    await tour.hasFocus(page.getByLabel('Message', { exact: true }));
    await page.keyboard.type('Say hello.');
    await page.keyboard.press('Enter');
    await page.getByText('Hello from the mock upstream.').waitFor();
    expect(tour.served.upstream.calls.map(({ model }) => model)).toEqual([BROKEN]);
  });

  tour.step('reads what arrives while it is live', async page => {
    await tour.visitor.go('/log?type=2');
    await hasRows(4);
    await page.getByRole('button', { name: 'Live' }).click();
    const client = new OpenAI({ apiKey: tour.served.key, baseURL: `${tour.served.server.url}/v1`, maxRetries: 0 });
    await client.embeddings.create({ model: EMBEDDING, input: 'hello again' });
    await hasRows(5);
    await page.locator('tr.row-new').filter({ hasText: EMBEDDING }).waitFor();
    await page.getByRole('button', { name: 'Live', pressed: true }).click();
  });

  tour.ends();
});
