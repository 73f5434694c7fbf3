import { join } from 'node:path';
import { completionRatioOf, type CompletionSources } from './completion-ratio';
import { billingName, RatioBook, type RatioOptions } from './ratio-book';
import { loadShippedBook } from './shipped-book';

const shipped = loadShippedBook(join(__dirname, '../../../config/ratios'));
const options: RatioOptions = { ...shipped, completionRatio: { 'gpt-4o': 9, 'my-model': 3 } };
const book = new RatioBook(options, shipped);
const rules = shipped.completionRules;

function ratio(name: string, sources: Partial<Record<'shipped' | 'option', Record<string, number>>> = {}): number {
  const all: CompletionSources = {
    rules,
    shipped: new Map(Object.entries(sources.shipped ?? {})),
    option: new Map(Object.entries(sources.option ?? {})),
  };
  return completionRatioOf(name, all);
}

describe('the completion ratio', () => {
  it.each([
    ['gpt-4o-2024-05-13', 3],
    ['gpt-4o-2024-11-20', 4],
    ['gpt-4-turbo-2024-04-09', 3],
    ['gpt-4-1106-preview', 3],
    ['gpt-4-0613', 2],
    ['gpt-4.5-preview', 2],
    ['gpt-5', 8],
    ['gpt-5-mini', 8],
    ['gpt-5.4', 6],
    ['gpt-5.4-nano', 6.25],
    ['o4-mini', 4],
    ['chatgpt-4o-latest', 3],
    ['claude-2.1', 3],
    ['claude-instant-1.2', 3],
    ['claude-3-opus-20240229', 5],
    ['gpt-3.5-turbo', 3],
    ['gpt-3.5-turbo-0125', 3],
    ['gpt-3.5-turbo-1106', 2],
    ['gemini-2.5-pro', 8],
    ['gemini-3-pro-image', 60],
    ['command-r-plus', 5],
    ['command-light', 4],
    ['nobody-knows', 1],
  ])('of %s is %d by its family', (name, expected) => expect(ratio(name)).toBe(expected));

  it('ignores the option for a locked family', () => {
    expect(ratio('gpt-4o-mini', { option: { 'gpt-4o-mini': 9 } })).toBe(4);
  });

  it('lets the option win over an unlocked family and for unknown names', () => {
    expect(ratio('gpt-4', { option: { 'gpt-4': 9 } })).toBe(9);
    expect(ratio('mine', { option: { mine: 0 } })).toBe(0);
  });

  it('lets the option win for a name with a slash, whatever the family', () => {
    expect(ratio('me/claude-3-x', { option: { 'me/claude-3-x': 2 } })).toBe(2);
    expect(ratio('me/claude-3-x')).toBe(5);
  });

  it('prefers the shipped entry of a name to its family', () => {
    expect(ratio('mistral-nemo', { shipped: { 'mistral-nemo': 1 }, option: { 'mistral-nemo': 9 } })).toBe(1);
    expect(ratio('grok-4', { shipped: { 'grok-4': 5 } })).toBe(5);
    expect(ratio('grok-4', { shipped: { 'grok-4': 5 }, option: { 'grok-4': 2 } })).toBe(2);
  });

  it('finds nothing inherited', () => {
    expect(ratio('constructor')).toBe(1);
    expect(ratio('__proto__')).toBe(1);
  });
});

describe('the ratio book', () => {
  it('refuses a model nobody priced, and takes it at 37.5 in self-use mode', () => {
    expect(book.priceFor({ model: 'mystery', group: 'default' })).toBeNull();
    expect(book.priceFor({ model: 'mystery', group: 'default', selfUse: true })?.modelRatio).toBe(37.5);
    expect(book.priceFor({ model: 'mystery', group: 'default' })).toBeNull();
    expect(book.priceFor({ model: 'constructor', group: 'default' })).toBeNull();
  });

  it('keeps the shipped price of a known model in self-use mode', () => {
    expect(book.priceFor({ model: 'gpt-4o', group: 'default', selfUse: true })?.modelRatio).toBe(1.25);
  });

  it('puts a price per call before a ratio', () => {
    const both = new RatioBook({ ...options, modelPrice: { 'gpt-4o': 0.5 } }, shipped);
    expect(both.priceFor({ model: 'gpt-4o', group: 'default' })).toMatchObject({ mode: 'call', modelPrice: 0.5 });
  });

  it('prices all custom GPTs of a family alike', () => {
    expect(billingName('gpt-4-gizmo-g-abc')).toBe('gpt-4-gizmo-*');
    expect(billingName('gpt-4o-gizmo-g-abc')).toBe('gpt-4o-gizmo-*');
    expect(billingName('gpt-4o')).toBe('gpt-4o');
    expect(book.priceFor({ model: 'gpt-4o-gizmo-g-abc', group: 'default' })?.modelRatio).toBe(2.5);
    expect(book.hasModel('gpt-4-gizmo-g-1')).toBe(true);
  });

  it('counts an unknown group as 1 and says that it is unknown', () => {
    expect(book.priceFor({ model: 'gpt-4o', group: 'gone' })?.groupRatio).toBe(1);
    expect(book.hasGroup('gone')).toBe(false);
    expect(book.hasGroup('toString')).toBe(false);
    expect(book.hasGroup('vip')).toBe(true);
  });

  it('answers the same price object again, so that its weights are worked out once', () => {
    const query = { model: 'gpt-4o', group: 'vip' };
    expect(book.priceFor(query)).toBe(book.priceFor(query));
  });

  it('takes the side ratios of the model', () => {
    expect(book.priceFor({ model: 'claude-sonnet-4-5', group: 'vip' })).toMatchObject({
      cacheRatio: 0.1,
      createCacheRatio: 1.25,
    });
    expect(book.priceFor({ model: 'gpt-image-1', group: 'vip' })?.imageRatio).toBe(2);
    expect(book.priceFor({ model: 'gpt-4o-realtime-preview-2024-10-01', group: 'vip' })).toMatchObject({
      audioRatio: 20,
      audioCompletionRatio: 2,
    });
  });

  it('has a version that changes with any price and only then', () => {
    expect(new RatioBook(options, shipped).version).toBe(book.version);
    expect(new RatioBook({ ...options, groupRatio: { default: 2 } }, shipped).version).not.toBe(book.version);
  });
});
