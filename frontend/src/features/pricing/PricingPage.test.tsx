import { QuotaType, type PricingItem } from '@contracts';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { ok, refused, type FakeAnswer } from '../../test-support/fake-server';
import { makePricingItem } from '../../test-support/make-pricing-item';
import { makeUser } from '../../test-support/render-page';
import { visitPage } from '../../test-support/scene';
import { PricingPage } from './PricingPage';

function item(name: string, changes: Partial<PricingItem> = {}) {
  return makePricingItem(name, { enable_groups: ['default', 'vip'], ...changes });
}

const models = [
  item('claude-3-opus', { enable_groups: ['vip'] }),
  item('dall-e-3', { quota_type: QuotaType.PerCall, model_price: 0.04, model_ratio: 0, completion_ratio: 0 }),
  item('gpt-4o'),
];

const manufacturers = [
  {
    Manufacturer: 'OpenAI',
    icon: '',
    description: 'Makers of **GPT**',
    models: [{ model_name: 'gpt-4o', type: ['chat', 'vision'], illustrate: 'All-rounder' }],
  },
];

interface Visit {
  readonly at?: string;
  readonly group?: string;
  readonly pricing?: FakeAnswer;
}

const priceList = ok(models, {
  group_ratio: { default: 1, vip: 0.8 },
  usable_group: { default: 'Everybody', vip: 'Friends' },
});

function visit({ at = '/pricing', group, pricing = priceList }: Visit = {}) {
  return visitPage({
    page: <PricingPage />,
    at,
    user: group === undefined ? null : makeUser({ group }),
    status: { price: 7.3 },
    answers: { 'GET /api/pricing': pricing, 'GET /api/model-info': ok(JSON.stringify(manufacturers)) },
  });
}

function namesShown() {
  return screen.queryAllByTitle(/^Copy /).map(button => button.textContent);
}

async function rowOf(model: string) {
  return within((await screen.findByText(model)).closest('tr') ?? document.body);
}

describe('a model without a price', () => {
  it('is shown as not priced, with advice, and never with a price or as available', async () => {
    const list = [item('no-price', { unpriced: true, model_ratio: 0, completion_ratio: 0 }), item('gpt-4o')];
    const answer = ok(list, { group_ratio: { default: 1 }, usable_group: { default: 'Everybody' } });
    await visit({ pricing: answer });
    const row = await rowOf('no-price');
    expect(row.getByText('Not priced')).toBeTruthy();
    expect(row.getByTitle(/An administrator sets its ratio or price/)).toBeTruthy();
    expect(row.queryByText('Available')).toBeNull();
    expect(row.queryByText(/\$/)).toBeNull();
    await userEvent.click(screen.getByLabelText('Only available models'));
    await waitFor(() => expect(namesShown()).toEqual(['gpt-4o']));
  });
});

describe('the price list', () => {
  it('shows guests the models with their count, the exchange rate and how prices are computed', async () => {
    await visit();
    await screen.findByText('gpt-4o');
    expect(namesShown()).toEqual(['claude-3-opus', 'dall-e-3', 'gpt-4o']);
    expect(screen.getByText('3 models enabled')).toBeTruthy();
    expect(await screen.findByText('Exchange rate: $1 = ¥7.3')).toBeTruthy();
    expect(screen.getByText(/^Cost \(USD\) = group ratio × model ratio .*\/ 500,000\./)).toBeTruthy();
  });

  it('shows the prices per million tokens and per call', async () => {
    await visit();
    const chat = await rowOf('gpt-4o');
    expect(chat.getByText('Prompt $2.50 / 1M')).toBeTruthy();
    expect(chat.getByText('Completion $10.00 / 1M')).toBeTruthy();
    expect(chat.getByText('Per token')).toBeTruthy();
    expect(chat.getByText('All-rounder')).toBeTruthy();
    const image = await rowOf('dall-e-3');
    expect(image.getByText('$0.04 per call')).toBeTruthy();
    expect(image.getByText('Per call')).toBeTruthy();
  });

  it('shows prices per thousand tokens when chosen', async () => {
    await visit();
    await rowOf('gpt-4o');
    await userEvent.click(screen.getByRole('radio', { name: '1K tokens' }));
    expect((await rowOf('gpt-4o')).getByText('Prompt $0.0025 / 1K')).toBeTruthy();
  });

  it('shows ratios only when chosen', async () => {
    await visit();
    expect((await rowOf('gpt-4o')).queryByText('Completion 4')).toBeNull();
    await userEvent.click(screen.getByRole('checkbox', { name: 'Show ratios' }));
    const row = await rowOf('gpt-4o');
    for (const text of ['Model 1.25', 'Completion 4', 'Group 1.00']) expect(row.getByText(text)).toBeTruthy();
  });

  it("begins with the reader's group, and a click on a group shows its prices", async () => {
    await visit({ group: 'vip' });
    expect((await rowOf('gpt-4o')).getByText('Prompt $2.00 / 1M')).toBeTruthy();
    await userEvent.click((await rowOf('gpt-4o')).getByRole('button', { name: 'Everybody' }));
    expect((await rowOf('gpt-4o')).getByText('Prompt $2.50 / 1M')).toBeTruthy();
  });

  it('shows no price for a group that does not serve the model', async () => {
    await visit();
    const row = await rowOf('claude-3-opus');
    expect(row.queryByText(/\$/)).toBeNull();
    expect(row.getByText('Not in this group')).toBeTruthy();
    await userEvent.click(row.getByRole('button', { name: 'Friends' }));
    expect((await rowOf('claude-3-opus')).getByText('Prompt $2.00 / 1M')).toBeTruthy();
    expect((await rowOf('claude-3-opus')).getByText('Available')).toBeTruthy();
  });

  it('shows group names when display names are switched off', async () => {
    await visit();
    await rowOf('gpt-4o');
    await userEvent.click(screen.getByRole('checkbox', { name: 'Show display names of groups' }));
    expect((await rowOf('gpt-4o')).getByRole('button', { name: 'vip' })).toBeTruthy();
  });

  it('leaves out models that the group does not serve when only available models are wanted', async () => {
    await visit();
    await rowOf('gpt-4o');
    await userEvent.click(screen.getByRole('checkbox', { name: 'Only available models' }));
    expect(namesShown()).toEqual(['dall-e-3', 'gpt-4o']);
  });

  it('says that it could not be loaded, and tries again', async () => {
    const { server } = await visit({ pricing: refused('no') });
    await userEvent.click(await screen.findByRole('button', { name: 'Try again' }));
    expect(server.callsTo('GET', '/api/pricing')).toHaveLength(2);
  });

  it('says that there is no model yet', async () => {
    await visit({ pricing: ok([], { group_ratio: { default: 1 } }) });
    expect(await screen.findByText('No model is enabled yet.')).toBeTruthy();
  });
});

describe('the search in the price list', () => {
  it('follows the typing', async () => {
    const { history } = await visit();
    await rowOf('gpt-4o');
    await userEvent.type(screen.getByRole('searchbox', { name: 'Search for a model' }), 'gpt4');
    expect(namesShown()).toEqual(['gpt-4o']);
    expect(history.location.search).toBe('?keyword=gpt4');
  });

  it('waits until an input method has composed the text', async () => {
    await visit();
    await rowOf('gpt-4o');
    const field = screen.getByRole('searchbox', { name: 'Search for a model' });
    fireEvent.compositionStart(field);
    fireEvent.input(field, { target: { value: 'dall' }, isComposing: true });
    expect(namesShown()).toHaveLength(3);
    fireEvent.compositionEnd(field);
    expect(namesShown()).toEqual(['dall-e-3']);
  });

  it('offers the whole list when nothing matches', async () => {
    await visit({ at: '/pricing?keyword=zzz' });
    await userEvent.click(await screen.findByRole('button', { name: 'Show all models' }));
    await waitFor(() => expect(namesShown()).toHaveLength(3));
  });

  it('keeps models with a tag', async () => {
    await visit();
    await rowOf('gpt-4o');
    await userEvent.selectOptions(screen.getByLabelText('Tag'), 'vision');
    expect(namesShown()).toEqual(['gpt-4o']);
  });

  it('keeps the models of one maker and shows its description', async () => {
    await visit();
    await rowOf('gpt-4o');
    await userEvent.click(screen.getByRole('tab', { name: /^OpenAI/ }));
    expect(namesShown()).toEqual(['dall-e-3', 'gpt-4o']);
    await waitFor(() => expect(document.querySelector('.rich-text strong')?.textContent).toBe('GPT'));
    await userEvent.click(screen.getByRole('tab', { name: /^All/ }));
    expect(document.querySelector('.rich-text')).toBeNull();
  });
});

describe('the copy of names from the price list', () => {
  const written: string[] = [];
  beforeEach(() => {
    written.length = 0;
    const writeText = async (text: string) => void written.push(text);
    Object.defineProperty(navigator, 'clipboard', { value: { writeText }, configurable: true });
  });

  it('copies one name by a click on it', async () => {
    await visit();
    fireEvent.click(await screen.findByText('gpt-4o'));
    expect(await screen.findByText('Copied: gpt-4o')).toBeTruthy();
    expect(written).toEqual(['gpt-4o']);
  });

  it('copies the marked names when there are at least two', async () => {
    await visit();
    fireEvent.click(await screen.findByRole('checkbox', { name: 'Select row gpt-4o' }));
    expect(screen.queryByRole('button', { name: /^Copy selected/ })).toBeNull();
    fireEvent.click(screen.getByRole('checkbox', { name: 'Select row dall-e-3' }));
    fireEvent.click(screen.getByRole('button', { name: 'Copy selected (2)' }));
    await waitFor(() => expect(written).toEqual(['dall-e-3,gpt-4o']));
  });
});
