import { channelTypeOf } from '@contracts';
import { custom } from './adapters/custom';
import { openai } from './adapters/openai';
import { ADAPTERS, adapterFor, indexByType } from './registry';

it('finds the adapter for each type that it lists', () => {
  expect(adapterFor(8)).toBe(custom);
  expect(adapterFor(1)).toBe(openai);
  expect(adapterFor(999)).toBeNull();
  expect(new Set(ADAPTERS.map(adapter => adapter.id)).size).toBe(ADAPTERS.length);
});

it('refuses a list in which two adapters serve a type', () => {
  expect(() => indexByType([openai, { ...custom, channelTypes: [8, 1] }])).toThrow(
    'channel type 1 is served by both openai and custom',
  );
});

it.each(ADAPTERS.flatMap(adapter => adapter.channelTypes.map(type => ({ id: adapter.id, type, adapter }))))(
  'agrees with the table of channel types about $id, type $type',
  ({ type, adapter }) => {
    const row = channelTypeOf(type);
    expect(row?.supportsBalance).toBe(adapter.balance !== undefined);
    expect(row?.supportsModelFetch).toBe(adapter.models !== undefined);
  },
);
