import { GROUP_LABEL_MAX, GROUP_NAME_MAX, MODEL_NAME_MAX, OPTION_UNITS_MAX, RATIO_MAX } from './limits';
import { optionRefusalText } from './option-refusals';
import { findOptionRefusal, isRefused, parseOption } from './option-text';
import { type OptionKey } from './options';

const ACCEPTED = 'accepted';

function codeOf(key: OptionKey, text: string): string {
  return findOptionRefusal(key, text)?.code ?? ACCEPTED;
}

/** A table that names something so long, with the group every table of ratios must have. */
function tableOf(nameLength: number): string {
  return JSON.stringify({ default: 1, ['名'.repeat(nameLength)]: 1 });
}

const cases: readonly (readonly [key: OptionKey, text: string, expected: string])[] = [
  ['RegisterEnabled', 'true', ACCEPTED],
  ['RegisterEnabled', 'false', ACCEPTED],
  ['RegisterEnabled', 'TRUE', 'OPTION_INVALID'],
  ['RegisterEnabled', '1', 'OPTION_INVALID'],
  ['RegisterEnabled', '', 'OPTION_INVALID'],

  ['RetryTimes', '0', ACCEPTED],
  ['RetryTimes', ' 10 ', ACCEPTED],
  ['RetryTimes', '11', 'OPTION_NUMBER_TOO_LARGE'],
  ['RetryTimes', '-1', 'OPTION_INVALID'],
  ['RetryTimes', '1.5', 'OPTION_INVALID'],
  ['RetryTimes', '', 'OPTION_INVALID'],
  ['RetryTimes', '0x10', 'OPTION_INVALID'],
  ['DataExportInterval', '0', 'OPTION_INVALID'],
  ['SMTPPort', '65535', ACCEPTED],
  ['SMTPPort', '65536', 'OPTION_NUMBER_TOO_LARGE'],
  ['QuotaPerUnit', '0', 'OPTION_INVALID'],
  ['QuotaPerUnit', '0.5', ACCEPTED],
  ['Price', 'NaN', 'OPTION_INVALID'],
  ['Price', 'Infinity', 'OPTION_INVALID'],
  ['Price', '1e3', ACCEPTED],
  ['QuotaForNewUser', String(OPTION_UNITS_MAX), ACCEPTED],
  ['QuotaForNewUser', '9007199254740993', 'OPTION_NUMBER_TOO_LARGE'],

  ['DataExportDefaultTime', 'week', ACCEPTED],
  ['DataExportDefaultTime', 'month', 'OPTION_INVALID'],
  ['SystemName', ' ', 'OPTION_INVALID'],
  ['SystemName', 'a\nb', 'OPTION_INVALID'],
  ['SystemName', '名'.repeat(50), ACCEPTED],
  ['SystemName', '名'.repeat(51), 'OPTION_INVALID'],
  ['MonitorLink', '', ACCEPTED],
  ['MonitorLink', 'https://status.example.com', ACCEPTED],
  ['MonitorLink', 'status.example.com', 'OPTION_INVALID'],
  ['MonitorLink', 'javascript:alert(1)', 'OPTION_INVALID'],
  ['Notice', 'a\0b', 'OPTION_INVALID'],
  ['SMTPServer', 'mail.site.example', ACCEPTED],
  ['SMTPServer', 'https://mail.site.example', 'OPTION_INVALID'],
  ['SMTPFrom', '', ACCEPTED],
  ['SMTPFrom', 'a@b.example', ACCEPTED],
  ['SMTPFrom', 'no-address', 'OPTION_INVALID'],
  ['SMTPFrom', 'a@b.example,c@d.example', 'OPTION_INVALID'],
  ['TelegramBotToken', ' 12345:abcdefgh ', ACCEPTED],
  ['TelegramBotToken', 'abcdefgh', 'OPTION_INVALID'],

  ['ServerAddress', '', ACCEPTED],
  ['ServerAddress', 'https://a.example/console', ACCEPTED],
  ['ServerAddress', 'nowhere', 'OPTION_INVALID'],
  ['ServerAddress', 'ftp://a.example', 'OPTION_INVALID'],
  ['ServerAddress', 'https://a.example?x=1', 'OPTION_INVALID'],
  ['CustomCallbackAddress', 'https://a.example/#', 'OPTION_INVALID'],

  ['ModelRatio', '{"a":1.25,"b":0}', ACCEPTED],
  ['ModelRatio', '{"a":-1}', 'OPTION_INVALID'],
  ['ModelRatio', '{"a":"1"}', 'OPTION_INVALID'],
  ['ModelRatio', '[1]', 'OPTION_INVALID'],
  ['ModelRatio', '{', 'OPTION_INVALID'],
  ['ModelRatio', '', 'OPTION_INVALID'],
  ['ModelRatio', `{"a":${RATIO_MAX}}`, ACCEPTED],
  ['ModelRatio', `{"a":${RATIO_MAX + 1}}`, 'OPTION_RATIO_TOO_LARGE'],
  ['ModelPrice', tableOf(MODEL_NAME_MAX), ACCEPTED],
  ['ModelPrice', tableOf(MODEL_NAME_MAX + 1), 'OPTION_NAME_TOO_LONG'],
  ['TopupGroupRatio', '{"vip":0.5}', ACCEPTED],
  ['TopupGroupRatio', '{broken', 'OPTION_TOPUP_JSON'],
  ['TopupGroupRatio', '{"default":-1}', 'OPTION_TOPUP_JSON'],
  ['GroupRatio', '{"default":1}', ACCEPTED],
  ['GroupRatio', '{"default":1,"vip":-0.5}', 'OPTION_GROUP_NEGATIVE'],
  ['GroupRatio', '{"default":1,"a,b":1}', 'OPTION_GROUP_NAME'],
  ['GroupRatio', '{"vip":1}', 'OPTION_GROUP_DEFAULT'],
  ['GroupRatio', tableOf(GROUP_NAME_MAX), ACCEPTED],
  ['GroupRatio', tableOf(GROUP_NAME_MAX + 1), 'OPTION_NAME_TOO_LONG'],
  ['GroupDisplayNames', '{"vip":"VIP"}', ACCEPTED],
  ['GroupDisplayNames', '{"vip":1}', 'OPTION_INVALID'],
  ['GroupDisplayNames', `{"vip":"${'x'.repeat(GROUP_LABEL_MAX + 1)}"}`, 'OPTION_NAME_TOO_LONG'],
  ['HiddenGroups', '["a"]', ACCEPTED],
  ['HiddenGroups', '["a",1]', 'OPTION_INVALID'],
  ['HiddenGroups', `["${'x'.repeat(GROUP_NAME_MAX + 1)}"]`, 'OPTION_NAME_TOO_LONG'],
  ['Manufacturers', '[]', ACCEPTED],
  ['Manufacturers', '{}', 'OPTION_INVALID'],
  ['Manufacturers', `${'['.repeat(17)}${']'.repeat(17)}`, 'OPTION_INVALID'],
];

describe('the text of an option', () => {
  it.each(cases)('%s = %j: %s', (key, text, expected) => expect(codeOf(key, text)).toBe(expected));

  it.each([
    ['ServerAddress', ' https://a.example/// ', 'https://a.example'],
    ['Price', '07.30', '7.3'],
    ['EmailDomainWhitelist', ' A.example,, b.Example ,a.example', 'a.example,b.example'],
    ['TelegramBotName', ' @my_bot', 'my_bot'],
    ['SensitiveWords', ' one \r\n\n two\none', 'one\ntwo'],
    ['SystemName', ' Sluice ', 'Sluice'],
    ['Footer', ' <b> ', ' <b> '],
    ['HiddenGroups', '["b", "a", "b"]', '["b","a"]'],
    ['ModelRatio', ' { "a": 1 } ', '{ "a": 1 }'],
  ] as const)('%s = %j is kept as %j', (key, raw, kept) => {
    expect(parseOption(key, raw)).toMatchObject({ text: kept });
  });

  it('stays readable when it is stored already and beyond what may be saved today', () => {
    expect(isRefused(parseOption('ModelRatio', `{"a":${RATIO_MAX + 1}}`))).toBe(false);
  });
});

describe('a refusal', () => {
  it('is a sentence in both languages that names what is wrong, shortened', () => {
    const refusal = findOptionRefusal('GroupRatio', tableOf(GROUP_NAME_MAX + 1));
    const name = `${'名'.repeat(40)}…`;
    expect(refusal && [optionRefusalText(refusal, 'en'), optionRefusalText(refusal, 'zh')]).toEqual([
      `GroupRatio: the name ${name} is longer than 64 characters`,
      `GroupRatio：名称 ${name} 超过 64 个字符`,
    ]);
  });

  it('never repeats a value, which may be a secret', () => {
    expect(JSON.stringify(findOptionRefusal('TelegramBotToken', 'half-a-secret'))).not.toContain('secret');
  });
});
