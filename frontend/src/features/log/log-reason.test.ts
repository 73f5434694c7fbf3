import { type TFunction } from 'i18next';
import { en } from '../../i18n/en';
import { zh } from '../../i18n/zh';
import { reasonText } from './log-reason';

/** Translates with the real texts of a language, without the i18n library. */
function speaking(texts: Readonly<Record<string, string>>) {
  return ((key: string, values: Readonly<Record<string, string>> = {}) =>
    (texts[key.replace('log.', '')] ?? '').replaceAll(
      /\{\{(\w+)\}\}/g,
      (_hole, name: string) => values[name] ?? '',
    )) as unknown as TFunction;
} // the brand of the type cannot be created by hand

describe('the reason for the choice of a channel', () => {
  it.each([
    ['pinned', 'Named by the key’s suffix', '由令牌后缀指定'],
    ['previous response', 'Keeps the response before this one', '保存着上一个响应'],
    ['session', 'Channel of this conversation', '该会话所属渠道'],
    ['only channel', 'Only channel', '唯一渠道'],
    ['weight 30 of 50 in priority -7', 'Weight 30 of 50 in priority -7', '优先级 -7 中权重 30 / 50'],
    ['retry: #7 failed (busy)', 'Retry: #7 failed (busy)', '重试：#7 失败（繁忙）'],
    ['retry: #7 failed (refused)', 'Retry: #7 failed (key refused)', '重试：#7 失败（密钥被拒绝）'],
    ['retry: #7 failed (tired)', 'Retry: #7 failed (tired)', '重试：#7 失败（tired）'],
    ['something of tomorrow', 'something of tomorrow', 'something of tomorrow'],
  ])('%s is explained in both languages', (because, english, chinese) => {
    expect(reasonText(because, speaking(en.log))).toBe(english);
    expect(reasonText(because, speaking(zh.log))).toBe(chinese);
  });
});
