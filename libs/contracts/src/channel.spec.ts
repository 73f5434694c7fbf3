import { channelTypeOf, channelTypes } from './channel-types';
import { isHttpUrl, isStatusCodeMapping, isTextMap, regionProblem, withoutTrailingSlash } from './channel';
import { displayPrice } from './pricing';
import { isRole, outranks, Role } from './roles';

describe('the form rules of a channel', () => {
  it.each(['http://localhost:11434', 'https://a.example/v1/{model}', 'http://[::1]:8080/x', 'HTTPS://A.EXAMPLE'])(
    'accepts the address %s',
    address => expect(isHttpUrl(address)).toBe(true),
  );

  it.each(['', 'a.example', 'ftp://a.example', 'https://', 'https://u:p@a.example', 'https://a b', 'javascript:1'])(
    'refuses the address "%s"',
    address => expect(isHttpUrl(address)).toBe(false),
  );

  it('removes blanks around and all slashes behind an address', () => {
    expect(withoutTrailingSlash(' https://a.example/v1// ')).toBe('https://a.example/v1');
  });

  it('takes a mapping for valid when empty or an object of texts only', () => {
    expect(['', ' ', '{}', '{"a":"b"}'].every(isTextMap)).toBe(true);
    expect(['[]', 'null', '{"a":1}', '{', '"a"'].some(isTextMap)).toBe(false);
  });

  it('takes a status mapping for valid from 100 to 599', () => {
    expect(['', '{"400":"500"}', '{"100":599}'].every(isStatusCodeMapping)).toBe(true);
    expect(['{"99":"500"}', '{"400":"600"}', '{"400":""}', '[1]'].some(isStatusCodeMapping)).toBe(false);
  });

  it('requires a region, and a default where regions are given per model', () => {
    expect(regionProblem('us-central1')).toBeNull();
    expect(regionProblem('{"default":"us-central1"}')).toBeNull();
    expect(regionProblem(' ')).toBe('empty');
    expect(regionProblem('{"m":"europe-west1"}')).toBe('noDefault');
    expect(regionProblem('{broken')).toBe('noDefault');
  });
});

describe('the channel types', () => {
  it('has each number and each name once', () => {
    expect(new Set(channelTypes.map(type => type.id)).size).toBe(channelTypes.length);
    expect(new Set(channelTypes.map(type => type.name)).size).toBe(channelTypes.length);
  });

  it('offers each model of a type once and none with a comma or blank', () => {
    for (const { defaultModels } of channelTypes) {
      expect(new Set(defaultModels).size).toBe(defaultModels.length);
      expect(defaultModels.filter(name => /[,\s]/.test(name))).toEqual([]);
    }
  });

  it('fetches models for every type whose provider lists them', () => {
    const without = channelTypes.filter(type => !type.supportsModelFetch).map(type => type.id);
    expect(without).toEqual([2, 5, 11, 18, 21, 22, 23, 36, 37, 38]);
  });

  it('finds a type by its number and nothing for a number that no type has', () => {
    expect(channelTypeOf(14)?.defaultModels).toContain('claude-opus-5');
    expect(channelTypeOf(3)?.other).toEqual({
      meaning: 'apiVersion',
      fallback: '2023-06-01-preview',
      isRequired: false,
    });
    expect(channelTypeOf(9)).toBeUndefined();
  });
});

describe('roles', () => {
  it('let a higher role act on a lower one, and root on all', () => {
    expect(outranks(Role.Admin, Role.User)).toBe(true);
    expect(outranks(Role.Admin, Role.Admin)).toBe(false);
    expect(outranks(Role.User, Role.Admin)).toBe(false);
    expect(outranks(Role.Root, Role.Root)).toBe(true);
  });

  it('are four numbers only', () => {
    expect([0, 1, 10, 100].every(isRole)).toBe(true);
    expect([2, -1, 99, '1', null].some(isRole)).toBe(false);
  });
});

it('displays two currency units per million prompt tokens at ratio one', () => {
  const item = {
    model_name: 'm',
    quota_type: 0,
    model_ratio: 1.25,
    completion_ratio: 4,
    model_price: 0,
    owner_by: '',
    enable_groups: [],
  } as const;
  expect(displayPrice(item, 0.8)).toEqual({
    promptPerMillion: 2,
    completionPerMillion: 8,
    perCall: 0,
    perSecond: null,
  });
});
