import { custom } from './custom';
import { openai } from './openai';
import { ADAPTERS, adapterFor, indexByType } from './registry';

it('finds the adapter of each type it lists', () => {
  expect(adapterFor(8)).toBe(custom);
  expect(adapterFor(1)).toBe(openai);
  expect(adapterFor(999)).toBeNull();
  expect(new Set(ADAPTERS.map(adapter => adapter.id)).size).toBe(ADAPTERS.length);
});

it('refuses a list in which a type is served twice', () => {
  expect(() => indexByType([openai, { ...custom, channelTypes: [8, 1] }])).toThrow(
    'channel type 1 is served by both openai and custom',
  );
});
