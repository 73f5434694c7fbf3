import { defaultText, isOptionKey, optionKeys, optionRow, optionTable, type OptionValues } from './options';

const shipped = {
  ...{ ModelRatio: '{"m":1}', CompletionRatio: '{"c":1}', ModelPrice: '{"p":1}', GroupRatio: '{"g":1}' },
  ...{ CacheRatio: '{}', CreateCacheRatio: '{}', AudioRatio: '{}', AudioCompletionRatio: '{}', ImageRatio: '{}' },
};

/** Fails to compile when the table's rows lose their types. */
const typed: Pick<OptionValues, 'Price' | 'RegisterEnabled' | 'HiddenGroups' | 'DataExportDefaultTime' | 'ModelRatio'> =
  {
    Price: 7.3,
    RegisterEnabled: true,
    HiddenGroups: ['a'],
    DataExportDefaultTime: 'day',
    ModelRatio: { 'gpt-4o': 1.25 },
  };

describe('the option table', () => {
  it('gives each key the TypeScript type of its kind', () => {
    expect(typed.DataExportDefaultTime).toBe('day');
  });

  it('marks every credential secret and lets the public site key through', () => {
    const credentials = optionKeys.filter(
      key => /(Secret|Token|Key|SecretKey)$/.test(key) && key !== 'TurnstileSiteKey',
    );
    expect(credentials.filter(key => optionRow(key).secret !== true)).toEqual([]);
    expect(optionRow('TurnstileSiteKey').secret).toBeUndefined();
  });

  it('treats every secret as sensitive', () => {
    expect(optionKeys.filter(key => optionRow(key).secret && !optionRow(key).sensitive)).toEqual([]);
  });

  it('makes every key that ends in Enabled a switch', () => {
    expect(optionKeys.filter(key => key.endsWith('Enabled') && optionRow(key).kind !== 'boolean')).toEqual([]);
  });

  it('requires only keys that exist', () => {
    const required = optionKeys.flatMap(key => optionRow(key).requires?.keys ?? []).flatMap(keys => keys.split('|'));
    expect(required.filter(key => !isOptionKey(key))).toEqual([]);
  });

  it('keeps every default within its own bounds', () => {
    for (const key of optionKeys) {
      const row = optionRow(key);
      if (row.kind !== 'integer' && row.kind !== 'decimal') continue;
      expect(row.default).toBeGreaterThanOrEqual(row.min ?? 0);
      expect(row.default).toBeLessThanOrEqual(row.max ?? Infinity);
      if (row.above !== undefined) expect(row.default).toBeGreaterThan(row.above);
    }
  });

  it('reserves the top-up link for the super administrator', () => {
    expect(optionTable.TopUpLink.minRole).toBe(100);
  });

  it('takes ratio defaults from the price book and writes the others as text', () => {
    expect(defaultText('ModelRatio', shipped)).toBe('{"m":1}');
    expect(defaultText('GroupRatio', shipped)).toBe('{"g":1}');
    expect(defaultText('RegisterEnabled', shipped)).toBe('true');
    expect(defaultText('Price', shipped)).toBe('7.3');
  });

  it('does not take inherited names for options', () => {
    expect(isOptionKey('toString')).toBe(false);
    expect(isOptionKey('Price')).toBe(true);
  });
});
