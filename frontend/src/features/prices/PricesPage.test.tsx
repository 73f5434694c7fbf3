import { Role, type PriceTable, type PriceTableRow } from '@contracts';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { ok, refused, type FakeAnswer } from '../../test-support/fake-server';
import { visitPage } from '../../test-support/scene';
import { PricesPage } from './PricesPage';

function row(model: string, fields: Partial<PriceTableRow> = {}): PriceTableRow {
  const standard = { CompletionRatio: 1, CacheRatio: 1 };
  return { model, channels: 1, priced: true, set: {}, standard, changed: [], ...fields };
}

function table(modelRatio = 1.25, further = 0): PriceTable {
  const rows = [
    row('unpriced-one', { priced: false }),
    row('gpt-x', { set: { ModelRatio: modelRatio, CompletionRatio: 4 } }),
    row('fixed', { set: { ModelRatio: 1 }, locked: true }),
    ...Array.from({ length: further }, (_, at) => row(`model-${at}`, { set: { ModelRatio: 1 }, channels: 0 })),
  ];
  return { quota_per_unit: 500_000, rows };
}

async function visit(
  save: FakeAnswer | (() => FakeAnswer) = ok({ changed: 1 }),
  get: () => FakeAnswer = () => ok(table()),
) {
  const scene = await visitPage({
    page: <PricesPage />,
    at: '/prices',
    role: Role.Admin,
    answers: {
      'GET /api/option/prices': get,
      'PUT /api/option/prices': save,
      'GET /api/group/': ok(['default', 'vip']),
    },
  });
  await screen.findByLabelText('Input of gpt-x');
  return scene;
}

function cell(name: string) {
  return screen.getByLabelText<HTMLInputElement>(name);
}

async function type(name: string, text: string) {
  await userEvent.clear(cell(name));
  await userEvent.type(cell(name), text);
}

function press(name: string | RegExp) {
  return userEvent.click(screen.getByRole('button', { name }));
}

describe('the table of prices', () => {
  it('shows money, entries as texts and defaults in their place, fifty rows at a time', async () => {
    await visit(undefined, () => ok(table(1.25, 60)));
    expect([cell('Input of gpt-x').value, cell('Output of gpt-x').value]).toEqual(['2.5', '10']);
    expect(cell('Cache read of gpt-x').placeholder).toBe('2.5');
    expect(cell('Output of fixed').readOnly).toBe(true);
    expect(document.querySelectorAll('tbody tr')).toHaveLength(50);
    expect(screen.getByText('no price')).toBeTruthy();
    await userEvent.click(screen.getByText('Ratios'));
    expect([cell('Input of gpt-x').value, cell('Output of gpt-x').value]).toEqual(['1.25', '4']);
    await userEvent.click(screen.getByLabelText('Search models'));
    await userEvent.paste('-59');
    await waitFor(() => expect(document.querySelectorAll('tbody tr')).toHaveLength(1));
  });

  it('saves a typed price with the keyboard, and the other money of the row stays', async () => {
    const { server } = await visit();
    await type('Input of gpt-x', '5{Enter}');
    expect(document.activeElement).toBe(cell('Input of fixed'));
    expect(cell('Output of gpt-x').value).toBe('10');
    await press('Save');
    await screen.findByText('Saved: 1 prices');
    expect(server.callsTo('PUT', '/api/option/prices')[0]?.body).toEqual({
      origin: 'table',
      changes: [
        { model: 'gpt-x', key: 'ModelRatio', before: 1.25, value: 2.5 },
        { model: 'gpt-x', key: 'CompletionRatio', before: 4, value: 2 },
      ],
    });
  });

  it('takes steps back, and says what cannot be a price', async () => {
    await visit();
    await type('Input of gpt-x', '7{Enter}');
    await press('Undo');
    expect(cell('Input of gpt-x').value).toBe('2.5');
    await type('Cache read of unpriced-one', '1{Enter}');
    expect(await screen.findByText(/Enter the price of the input first/)).toBeTruthy();
    await type('Input of gpt-x', 'much{Escape}');
    expect(cell('Input of gpt-x').value).toBe('2.5');
  });

  it('loses nothing when somebody else was faster', async () => {
    let ratio = 1.25;
    const { server } = await visit(
      () => (ratio === 3 ? refused('gpt-x was changed meanwhile') : ok({ changed: 2 })),
      () => ok(table(ratio)),
    );
    await type('Input of gpt-x', '5{Enter}');
    ratio = 3;
    await press('Save');
    const notice = await screen.findByText(/Somebody else has changed these prices/);
    expect(cell('Input of gpt-x').value).toBe('5');
    expect(notice.closest('[role=alert]')?.textContent).toContain('gpt-x, Input: saved 3, yours 2.5');
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Save' }).disabled).toBe(true);
    await press('Keep mine');
    await press('Save');
    await waitFor(() => expect(server.callsTo('PUT', '/api/option/prices')).toHaveLength(2));
    expect(server.callsTo('PUT', '/api/option/prices')[1]?.body).toMatchObject({
      changes: [{ model: 'gpt-x', key: 'ModelRatio', before: 3, value: 2.5 }, {}],
    });
  });

  it('takes cells of a spreadsheet after a look at what they change', async () => {
    await visit();
    await press('Paste cells');
    await userEvent.click(screen.getByRole('textbox', { name: 'Cells copied from the spreadsheet' }));
    await userEvent.paste('Model\tInput\tOutput\nunpriced-one\t3\t15\nbad\tx');
    const changes = within(await screen.findByRole('table', { name: 'What changes' }));
    expect(changes.getAllByRole('row')).toHaveLength(3);
    expect(screen.getByText(/Line 3 holds something other than numbers/)).toBeTruthy();
    await press('Take 2 changes');
    expect(cell('Output of unpriced-one').value).toBe('15');
    expect(screen.getByText('Not saved yet: 2 prices')).toBeTruthy();
  });

  it('takes tiers, hours and own prices of groups in money, and saves them with the cells', async () => {
    const { server } = await visit();
    await press('Tiers, hours, groups: gpt-x');
    const dialog = within(await screen.findByRole('dialog'));
    await userEvent.click(dialog.getByRole('button', { name: 'Add a tier' }));
    await type('Input of Tier 1', '5{Enter}');
    expect(cell('Output of Tier 1').placeholder).toBe('20');
    await type('Output of Tier 1', '15{Enter}');
    await userEvent.click(dialog.getByRole('button', { name: 'Add hours' }));
    await type('Time zone', 'Asia/Shanghai');
    await userEvent.selectOptions(dialog.getByLabelText('Add a group'), 'vip');
    await type('Input of Group vip', '2{Enter}');
    const typical = within(dialog.getByRole('table', { name: 'Cost of typical calls' }));
    expect(typical.getAllByRole('row').map(row => row.textContent)).toEqual([
      expect.stringContaining('200,001 tokens in, 500 out'),
      'Everybody$0.01$1.0075',
      'Everybody, 00:30 to 08:30$0.005$0.5038',
      'Group vip$0.009$1.0075',
      'Group vip, 00:30 to 08:30$0.0045$0.5038',
    ]);
    await userEvent.click(dialog.getByRole('button', { name: 'Take over' }));
    expect(screen.getByText('tiers: 1 · hours: 1 · groups: vip')).toBeTruthy();
    await press('Save');
    const tiers = [{ above: 200_000, prices: { ModelRatio: 2.5, CompletionRatio: 3 } }];
    const windows = [{ zone: 'Asia/Shanghai', from: '00:30', to: '08:30', factor: 0.5 }];
    const groups = { vip: { prices: { ModelRatio: 1, CompletionRatio: 5 }, tiers, windows } };
    await waitFor(() =>
      expect(server.callsTo('PUT', '/api/option/prices')[0]?.body).toEqual({
        origin: 'table',
        changes: [],
        rules: [{ model: 'gpt-x', before: null, value: { tiers, windows, groups } }],
      }),
    );
  });

  it('says what is missing in a tier', async () => {
    await visit();
    await press('Tiers, hours, groups: gpt-x');
    await userEvent.click(await screen.findByRole('button', { name: 'Add a tier' }));
    await press('Take over');
    expect(await screen.findByText(/need at least one price/)).toBeTruthy();
  });
});
