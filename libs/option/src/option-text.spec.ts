import { defaultText, optionKeys, type OptionKey } from '@contracts';
import { isAppError } from '@kernel';
import { join } from 'node:path';
import { readOption } from './option-text';
import { loadShippedDefaults } from './shipped-defaults';

const shipped = loadShippedDefaults(join(__dirname, '../../../config'));

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

  it('takes true and false for switches and nothing else', () => {
    expect(readOption('RegisterEnabled', 'false')).toEqual({ text: 'false', value: false });
    expect(['TRUE', '1', '', 'yes'].map(text => codeOf('RegisterEnabled', text))).toEqual(
      Array(4).fill('OPTION_INVALID'),
    );
  });

  it.each([
    ['RetryTimes', '0', 'accepted'],
    ['RetryTimes', '10', 'accepted'],
    ['RetryTimes', '11', 'OPTION_NUMBER_TOO_LARGE'],
    ['RetryTimes', '-1', 'OPTION_INVALID'],
    ['RetryTimes', '1.5', 'OPTION_INVALID'],
    ['RetryTimes', '', 'OPTION_INVALID'],
    ['RetryTimes', '0x10', 'OPTION_INVALID'],
    ['LinuxDoMinLevel', '4', 'accepted'],
    ['LinuxDoMinLevel', '5', 'OPTION_NUMBER_TOO_LARGE'],
    ['DataExportInterval', '0', 'OPTION_INVALID'],
    ['SMTPPort', '65536', 'OPTION_NUMBER_TOO_LARGE'],
    ['QuotaPerUnit', '0', 'OPTION_INVALID'],
    ['QuotaPerUnit', '0.5', 'accepted'],
    ['Price', '7.3', 'accepted'],
    ['Price', 'NaN', 'OPTION_INVALID'],
    ['Price', 'Infinity', 'OPTION_INVALID'],
    ['QuotaForNewUser', '9007199254740993', 'OPTION_NUMBER_TOO_LARGE'],
    ['DataExportDefaultTime', 'week', 'accepted'],
    ['DataExportDefaultTime', 'month', 'OPTION_INVALID'],
    ['SystemName', ' ', 'OPTION_INVALID'],
    ['SystemName', 'a\nb', 'OPTION_INVALID'],
    ['SystemName', '名'.repeat(50), 'accepted'],
    ['SystemName', '名'.repeat(51), 'OPTION_INVALID'],
    ['MonitorLink', 'javascript:alert(1)', 'OPTION_INVALID'],
    ['MonitorLink', '', 'accepted'],
    ['SMTPFrom', 'no-address', 'OPTION_INVALID'],
    ['SMTPFrom', 'a@b.example', 'accepted'],
    ['SMTPFrom', 'a@b.example,c@d.example', 'OPTION_INVALID'],
    ['SMTPFrom', 'a@b.example; c@d.example', 'OPTION_INVALID'],
    ['SMTPFrom', 'a@b.example c@d.example', 'OPTION_INVALID'],
    ['SMTPFrom', 'A <a@b.example>', 'OPTION_INVALID'],
    ['ServerAddress', 'https://a.example/console', 'accepted'],
    ['ServerAddress', 'https://a.example?x=1', 'OPTION_INVALID'],
    ['ServerAddress', 'https://a.example/?', 'OPTION_INVALID'],
    ['ServerAddress', 'https://a.example#top', 'OPTION_INVALID'],
    ['PayAddress', 'https://pay.example/?a=b', 'OPTION_INVALID'],
    ['CustomCallbackAddress', 'https://a.example/#', 'OPTION_INVALID'],
    ['ServerAddress', 'ftp://a.example', 'OPTION_INVALID'],
    ['Notice', 'a\0b', 'OPTION_INVALID'],
  ] as const)('%s = "%s": %s', (key, text, expected) => expect(codeOf(key, text)).toBe(expected));

  it('removes slashes behind addresses', () => {
    expect(readOption('ServerAddress', ' https://a.example/// ').text).toBe('https://a.example');
  });

  it('writes numbers in one form', () => {
    expect(readOption('Price', '07.30')).toEqual({ text: '7.3', value: 7.3 });
  });

  it('keeps domain lists, bot names and word lists clean', () => {
    expect(readOption('EmailDomainWhitelist', ' A.example,, b.Example ,a.example').text).toBe('a.example,b.example');
    expect(readOption('TelegramBotName', ' @my_bot').text).toBe('my_bot');
    expect(readOption('SensitiveWords', ' one \r\n\n two\none').text).toBe('one\ntwo');
  });

  it('keeps HTML as it was given', () => {
    const html = '  <script>alert(1)</script>\n';
    expect(readOption('Notice', html)).toEqual({ text: html, value: html });
  });
});

describe('reading a JSON option', () => {
  it.each([
    ['ModelRatio', '{"a":1.25,"b":0}', 'accepted'],
    ['ModelRatio', '{"a":-1}', 'OPTION_INVALID'],
    ['ModelRatio', '{"a":1e999}', 'OPTION_INVALID'],
    ['ModelRatio', '{"a":"1"}', 'OPTION_INVALID'],
    ['ModelRatio', '[1]', 'OPTION_INVALID'],
    ['ModelRatio', '{"a":1', 'OPTION_INVALID'],
    ['ModelRatio', '', 'OPTION_INVALID'],
    ['TopupGroupRatio', '{broken', 'OPTION_TOPUP_JSON'],
    ['TopupGroupRatio', '{"default":-1}', 'OPTION_TOPUP_JSON'],
    ['GroupRatio', '{"default":1,"vip":-0.5}', 'OPTION_GROUP_NEGATIVE'],
    ['GroupRatio', '{"default":1,"a,b":1}', 'OPTION_GROUP_NAME'],
    ['GroupRatio', '{"default":1,"":1}', 'OPTION_GROUP_NAME'],
    ['GroupRatio', '{"vip":1}', 'OPTION_GROUP_DEFAULT'],
    ['GroupRatio', 'null', 'OPTION_INVALID'],
    ['GroupDisplayNames', '{"vip":"VIP"}', 'accepted'],
    ['GroupDisplayNames', '{"vip":1}', 'OPTION_INVALID'],
    ['HiddenGroups', '["a",1]', 'OPTION_INVALID'],
    ['Manufacturers', '{}', 'OPTION_INVALID'],
    ['Manufacturers', '[]', 'accepted'],
  ] as const)('%s = %s: %s', (key, text, expected) => expect(codeOf(key, text)).toBe(expected));

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
});
