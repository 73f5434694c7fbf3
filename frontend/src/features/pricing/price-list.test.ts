import { QuotaType, type Manufacturer } from '@contracts';
import { formatPrice } from '../../shared/format/price';
import { makePricingItem } from '../../test-support/make-pricing-item';
import { readManufacturers } from './manufacturers';
import {
  ALL_MAKERS,
  filterRows,
  makerOrder,
  OTHER_MAKERS,
  rowsOfMaker,
  shownPrice,
  tabsOf,
  tagsOf,
  toRows,
  type PriceFilter,
} from './price-list';

const acme: Manufacturer = {
  Manufacturer: 'Acme',
  icon: 'data:image/png;base64,AA==',
  description: 'Makers of **everything**',
  models: [{ model_name: 'gpt-4o', type: ['chat', 'vision'], illustrate: 'All-rounder' }],
};

const everything: PriceFilter = { keyword: '', tag: '', group: 'default', isAvailableOnly: false };
const rows = toRows(
  [
    makePricingItem('claude-3-5-sonnet'),
    makePricingItem('dall-e-3', { quota_type: QuotaType.PerCall, model_price: 0.04, enable_groups: ['vip'] }),
    makePricingItem('gpt-4o'),
    makePricingItem('gpt-4o-mini', { enable_groups: ['default', 'vip'] }),
    makePricingItem('in-house-model'),
  ],
  [acme],
);

function namesOf(list: typeof rows) {
  return list.map(row => row.item.model_name);
}

function found(filter: Partial<PriceFilter>) {
  return namesOf(filterRows(rows, { ...everything, ...filter }));
}

describe('a model of the list', () => {
  it("has the administrator's description", () => {
    const row = rows.find(candidate => candidate.item.model_name === 'gpt-4o');
    expect(row).toMatchObject({ maker: { name: 'Acme' }, tags: ['chat', 'vision'], illustrate: 'All-rounder' });
  });

  it('otherwise has the maker and the tags that its name gives', () => {
    const [claude, image] = rows;
    expect(claude).toMatchObject({ maker: { name: 'Claude' }, tags: ['chat'], illustrate: '' });
    expect(image).toMatchObject({ maker: { name: 'OpenAI' }, tags: ['drawing'] });
  });

  it('has no maker when its name belongs to no known family', () => expect(rows.at(-1)?.maker).toBeNull());

  it('joins the family of its name when the administrator describes that family', () => {
    const openai = { ...acme, Manufacturer: 'openai', models: [] };
    const [row] = toRows([makePricingItem('gpt-4o')], [openai]);
    expect(row?.maker).toMatchObject({ name: 'openai', description: acme.description });
  });
});

describe('a manufacturer without an image', () => {
  const familyOf = (Manufacturer: string) =>
    toRows([makePricingItem('gpt-4o')], [{ ...acme, Manufacturer }])[0]?.maker?.family;

  it.each([
    ['Claude', 'Claude'],
    ['Anthropic', 'Claude'],
    [' google', 'Gemini'],
  ])('that is named "%s" gets the image of %s', (name, family) => expect(familyOf(name)?.name).toBe(family));

  it('has none when its name is unknown', () => expect(familyOf('Acme')).toBeNull());
});

describe('the search by keyword', () => {
  it.each([
    ['gpt-4o', ['gpt-4o', 'gpt-4o-mini']],
    ['GPT4O', ['gpt-4o', 'gpt-4o-mini']],
    ['mini gpt', ['gpt-4o-mini']],
    ['  ', ['claude-3-5-sonnet', 'dall-e-3', 'gpt-4o', 'gpt-4o-mini', 'in-house-model']],
    ['cldsnt', ['claude-3-5-sonnet']],
    ['nothing like it', []],
  ])('for "%s" finds %j', (keyword, names) => expect(found({ keyword })).toEqual(names));

  it('treats a regular expression as plain text', () => expect(found({ keyword: '.*(' })).toEqual([]));
});

describe('the filters of the price list', () => {
  it('keep models with the tag', () => expect(found({ tag: 'vision' })).toEqual(['gpt-4o']));

  it('keep only models that the group serves when that is chosen', () => {
    expect(found({ group: 'vip', isAvailableOnly: true })).toEqual(['dall-e-3', 'gpt-4o-mini']);
    expect(found({ group: 'vip' })).toHaveLength(rows.length);
  });

  it('offer every tag only once', () => expect(tagsOf(rows)).toEqual(['chat', 'drawing', 'vision']));
});

describe('the strip of makers', () => {
  const tabs = (filter: Partial<PriceFilter>, chosen = ALL_MAKERS) =>
    tabsOf({
      rows,
      visible: filterRows(rows, { ...everything, ...filter }),
      order: makerOrder([acme]),
      chosen,
    }).map(({ name, count }) => [name, count]);

  it('begins with all, then the administrator’s makers, then the families, and ends with the unknown ones', () => {
    expect(tabs({})).toEqual([
      [ALL_MAKERS, 5],
      ['Acme', 1],
      ['OpenAI', 2],
      ['Claude', 1],
      [OTHER_MAKERS, 1],
    ]);
  });

  it('leaves out makers without a visible model', () => {
    expect(tabs({ keyword: 'claude' })).toEqual([
      [ALL_MAKERS, 1],
      ['Claude', 1],
    ]);
  });

  it('keeps the chosen one even when it has become empty', () => {
    expect(tabs({ keyword: 'claude' }, 'OpenAI')).toContainEqual(['OpenAI', 0]);
  });

  it('narrows the list to one maker, or to the unknown ones', () => {
    expect(namesOf(rowsOfMaker(rows, 'OpenAI'))).toEqual(['dall-e-3', 'gpt-4o-mini']);
    expect(namesOf(rowsOfMaker(rows, OTHER_MAKERS))).toEqual(['in-house-model']);
    expect(rowsOfMaker(rows, ALL_MAKERS)).toHaveLength(rows.length);
  });
});

describe('the shown prices', () => {
  const base = { groupRatio: 1, unit: 'M', quotaPerUnit: 500_000 } as const;

  it('per million tokens are twice the ratio, times the group ratio, and times the completion ratio', () => {
    expect(shownPrice(makePricingItem('m'), base)).toMatchObject({ prompt: 2.5, completion: 10, isPerCall: false });
    expect(shownPrice(makePricingItem('m'), { ...base, groupRatio: 0.5 })).toMatchObject({
      prompt: 1.25,
      completion: 5,
    });
  });

  it('per thousand tokens are a thousandth of those per million', () => {
    const { prompt, completion } = shownPrice(makePricingItem('m'), { ...base, unit: 'K' });
    expect([prompt, completion].map(price => formatPrice(price, 4))).toEqual(['$0.0025', '$0.0100']);
  });

  it('per call are the price times the group ratio, with every unit', () => {
    const image = makePricingItem('p', { quota_type: QuotaType.PerCall, model_price: 0.04 });
    expect(shownPrice(image, { ...base, groupRatio: 2, unit: 'K' })).toMatchObject({ isPerCall: true, call: 0.08 });
  });

  it('halve when the operator doubles the units of one currency unit', () => {
    const { prompt } = shownPrice(makePricingItem('m'), { ...base, quotaPerUnit: 1_000_000 });
    expect(prompt).toBe(1.25);
  });

  it.each([
    [0, '$0.00'],
    [2.5, '$2.50'],
    [0.125, '$0.125'],
    [0.00009, '$0.0001'],
    [0.00004, '$0.00004'],
    [0.0000012345, '$0.0000012'],
    [1234, '$1234.00'],
    [Number.NaN, '–'],
  ])('%d reads %s', (amount, text) => expect(formatPrice(amount)).toBe(text));
});

describe('the stored list of manufacturers', () => {
  it('is read, and missing fields become empty', () => {
    expect(readManufacturers('[{"Manufacturer":"A","models":[{"model_name":"m"}]}]')).toEqual([
      { Manufacturer: 'A', icon: '', description: '', models: [{ model_name: 'm', type: [], illustrate: '' }] },
    ]);
  });

  it.each(['', 'not json', '{}', '[1,null,{"models":3}]', 'null'])('is empty for %j', text =>
    expect(readManufacturers(text)).toEqual([]),
  );
});
