import { defaultText, optionKeys, type OptionKey } from '@contracts';
import { isAppError } from '@kernel';
import { join } from 'node:path';
import { readOption } from './option-text';
import { loadShippedDefaults } from './shipped-defaults';

const shipped = loadShippedDefaults(join(__dirname, '../../../../config'));

function codeOf(key: OptionKey, text: string): string {
  try {
    readOption(key, text);
    return 'accepted';
  } catch (error) {
    return isAppError(error) ? error.code : String(error);
  }
}

describe('reading an option', () => {
  it('accepts the default of every option and keeps its text readable', () => {
    for (const key of optionKeys) {
      const { text, value } = readOption(key, defaultText(key, shipped));
      expect(readOption(key, text).value).toEqual(value);
    }
  });

  it.each([
    ['RetryTimes', '11', 'OPTION_NUMBER_TOO_LARGE'],
    ['Notice', 'a\0b', 'OPTION_INVALID'],
    ['TopupGroupRatio', '{broken', 'OPTION_TOPUP_JSON'],
  ] as const)('refuses %s = "%s" by %s', (key, text, expected) => expect(codeOf(key, text)).toBe(expected));

  it('keeps HTML as it was given', () => {
    const html = '  <script>alert(1)</script>\n';
    expect(readOption('Notice', html)).toEqual({ text: html, value: html });
  });
});

describe('reading a JSON option', () => {
  it('drops repetitions in a list of groups', () => {
    expect(readOption('HiddenGroups', '["b","a","b"]')).toEqual({ text: '["b","a"]', value: ['b', 'a'] });
  });

  it('gives tables without inherited names, and keeps a name like __proto__ as a name', () => {
    const { value } = readOption('ModelRatio', '{"__proto__":2}');
    expect(Object.entries(value)).toEqual([['__proto__', 2]]);
    expect((value as Record<string, unknown>).toString).toBeUndefined();
  });

  it('fills the gaps of a pasted manufacturer instead of refusing the whole list', () => {
    const { value } = readOption('Manufacturers', '[{"Manufacturer":"M","models":[{"model_name":"m"},7]},"x"]');
    const model = { model_name: 'm', type: [], illustrate: '' };
    expect(value).toEqual([{ Manufacturer: 'M', icon: '', description: '', models: [model] }]);
  });

  it('keeps nothing of a manufacturer that would run as a program', () => {
    const description = 'good<script>alert(1)</script>';
    const { text } = readOption('Manufacturers', JSON.stringify([{ icon: 'javascript:alert(1)', description }]));
    expect(text).toContain('good');
    expect(text).not.toContain('alert');
  });
});
