import { type PricePreview, type PricePreviewModel, Role } from '@contracts';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { ok, refused, startFakeServer, type FakeAnswer } from '../../../test-support/fake-server';
import { makeUser, renderPage } from '../../../test-support/render-page';
import { GroupCard } from '../group/GroupCard';
import { RatioCard } from './RatioCard';
import { changeText } from '../../../base/price-effect/price-effect-columns';

const options = {
  ModelPrice: '{}',
  ModelRatio: '{"gpt-4o":1.25}',
  CompletionRatio: '{}',
  GroupRatio: '{"default":1}',
  GroupDisplayNames: '{}',
  HiddenGroups: '[]',
};
const sums = { calls: 1200, charged: 2_000_000, unknown_calls: 3, unknown_charged: 500_000 };

function model(name: string, current: number, proposed: number): PricePreviewModel {
  return {
    ...sums,
    model: name,
    current,
    proposed,
  };
}

function preview(changes: Partial<PricePreview> = {}): PricePreview {
  return {
    since: 1_740_000_000,
    until: 1_740_604_800,
    capped: null,
    total: { ...sums, current: 1_500_000, proposed: 3_000_000 },
    models: [model('gpt-4o', 1_000_000, 2_500_000), model('', 500_000, 500_000)],
    ...changes,
  };
}

/** The field formats the typed text. */
const CHANGED = JSON.stringify({ 'gpt-4o': 2 }, null, 2);
const none = { calls: 0, charged: 0, unknown_calls: 0, unknown_charged: 0, current: 0, proposed: 0 };

async function start(card: React.JSX.Element, answer: FakeAnswer | (() => FakeAnswer) = ok(preview())) {
  const server = startFakeServer({
    'GET /api/status': ok({ quota_per_unit: 500_000, display_in_currency: true }),
    'POST /api/option/price_preview': answer,
  });
  await renderPage(card, { user: makeUser({ role: Role.Admin }) });
  return server;
}

function startRatios(answer?: FakeAnswer | (() => FakeAnswer)) {
  return start(<RatioCard options={options} />, answer);
}

async function changeRatio(text = '{{"gpt-4o":2}') {
  const field = screen.getByRole('textbox', { name: /^Model ratio/ });
  await userEvent.clear(field);
  await userEvent.type(field, text);
}

async function press(name: string) {
  return userEvent.click(await screen.findByRole('button', { name }));
}

describe('the preview of prices', () => {
  it('sends the unsaved options and saves nothing, then shows money, units and percent', async () => {
    const server = await startRatios();
    await changeRatio();
    await press('Preview effect');
    const table = within(await screen.findByRole('table', { name: 'Effect by model' }));
    expect(server.callsTo('POST', '/api/option/').map(({ body }) => body)).toEqual([
      { options: { ModelRatio: CHANGED } },
    ]);
    expect(server.callsTo('PUT', '/')).toEqual([]);
    const texts = table.getAllByRole('row').map(row =>
      within(row)
        .queryAllByRole('cell')
        .map(cell => cell.textContent),
    );
    expect(texts.slice(1)).toEqual([
      ['All models', '1,200', '$4.00', '$3.00', '$6.00', '+$3.00 (+100.0 %)', '3'],
      ['gpt-4o', '1,200', '$4.00', '$2.00', '$5.00', '+$3.00 (+150.0 %)', '3'],
      ['Other models', '1,200', '$4.00', '$1.00', '$1.00', '$0.00 (0 %)', '3'],
    ]);
    expect(table.getAllByTitle('1,500,000 units')).toHaveLength(3);
    expect(screen.getByText(/3 calls \(\$1.00\) have no receipt/)).toBeTruthy();
  });

  it('sends nothing while no option is changed, or while a text is invalid', async () => {
    const server = await startRatios();
    await press('Preview effect');
    await changeRatio('{{');
    await press('Preview effect');
    expect(server.callsTo('POST', '/')).toEqual([]);
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('includes the ratios of groups', async () => {
    const server = await start(<GroupCard options={options} />);
    const ratio = screen.getByRole('textbox', { name: 'Ratio' });
    await userEvent.clear(ratio);
    await userEvent.type(ratio, '1.5');
    await press('Preview effect');
    await screen.findByRole('table', { name: 'Effect by model' });
    expect(server.callsTo('POST', '/api/option/')[0]?.body).toEqual({ options: { GroupRatio: '{"default":1.5}' } });
  });

  it.each([
    ['rows', /There are too many calls: only those since/],
    ['time', /It took too long: only the calls since/],
  ] as const)('says when it ended early: %s', async (capped, sentence) => {
    await startRatios(ok(preview({ capped })));
    await changeRatio();
    await press('Preview effect');
    expect(await screen.findByText(sentence)).toBeTruthy();
  });

  it('says that there were no calls', async () => {
    await startRatios(ok(preview({ total: none, models: [] })));
    await changeRatio();
    await press('Preview effect');
    expect(await screen.findByText('There were no calls in this time')).toBeTruthy();
  });

  it('can be requested again after a failure', async () => {
    let isDown = true;
    await startRatios(() => (isDown ? refused('away') : ok(preview())));
    await changeRatio();
    await press('Preview effect');
    await screen.findByText('The effect could not be worked out');
    isDown = false;
    await press('Try again');
    expect(await screen.findByRole('table', { name: 'Effect by model' })).toBeTruthy();
  });

  it('can be cancelled, which ends the call and keeps the typed text', async () => {
    await startRatios();
    let signal: AbortSignal | undefined;
    globalThis.fetch = input => {
      ({ signal } = input as Request);
      return new Promise((_resolve, reject) =>
        signal?.addEventListener('abort', () => reject(signal?.reason as Error)),
      );
    };
    await changeRatio();
    await press('Preview effect');
    expect(await screen.findByLabelText('The calls are being worked out again')).toBeTruthy();
    await press('Cancel');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(signal?.aborted).toBe(true);
    expect((screen.getByRole('textbox', { name: /^Model ratio/ }) as HTMLTextAreaElement).value).toBe(CHANGED);
  });
});

describe('a change in percent', () => {
  it.each([
    [100, 100, '0 %'],
    [0, 5, '–'],
    [0, 0, '0 %'],
    [200, 100, '-50.0 %'],
    [3, 4, '+33.3 %'],
  ])('from %i to %i is %s', (current, proposed, text) => {
    expect(changeText({ current, proposed })).toBe(text);
  });
});
