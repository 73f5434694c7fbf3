import { LogType, type LogEntry, type LogOther } from '@contracts';
import { logText } from './log-text';

function row(content: string, other: LogOther | string, type: LogEntry['type'] = LogType.System) {
  return {
    type,
    content,
    prompt_tokens: 9,
    completion_tokens: 6,
    other: typeof other === 'string' ? other : JSON.stringify(other),
  } as LogEntry;
} // the other fields do not matter here

const english = 'daily check-in reward $0.020000 quota, day 3 in a row';
const said = { key: 'check_in', amount: { key: 'quota_money', amount: '$0.020000' }, streak: 3 } as const;

describe('the text of a log row', () => {
  it('is translated when the row holds its message', () => {
    expect(logText(row(english, { said }), 'zh')).toBe('每日签到奖励 $0.020000 额度，连续第 3 天');
    expect(logText(row(english, { said }), 'en')).toBe(english);
  });

  it.each([
    ['older rows', ''],
    ['an unreadable record', '{"said":'],
    ['sentences of tomorrow', '{"said":{"key":"of_tomorrow","amount":1}}'],
    ['a sentence that lacks a parameter', '{"said":{"key":"check_in","streak":3}}'],
    ['a sentence whose parameter is no text', '{"said":{"key":"check_in","streak":3,"amount":null}}'],
    ['a name that every object knows', '{"said":{"key":"toString"}}'],
  ])('stays unchanged for %s', (_kind, other) => {
    expect(logText(row(english, other), 'zh')).toBe(english);
  });

  it("keeps the upstream's own words", () => {
    const reason = 'Incorrect API key provided.';
    const channel = { key: 'channels_named', channels: { key: 'channel', ids: ['#7'] }, name: 'main' } as const;
    const other = { said: { key: 'channel_auto_disabled', channel, reason } } as const;
    expect(logText(row('', other), 'zh')).toBe('自动禁用了渠道 #7（main）：Incorrect API key provided.');
    expect(logText(row(reason, { status_code: 401 }, LogType.Error), 'zh')).toBe(reason);
  });
});

describe('the text of a charged call', () => {
  const ratios = { model_ratio: 1.25, completion_ratio: 8, group_ratio: 1, model_price: -1 };
  const text = 'model ratio 1.25, completion ratio 8.00, group ratio 1.00';

  it('is built from its numbers', () => {
    expect(logText(row(text, ratios, LogType.Consume), 'zh')).toBe('模型倍率 1.25，补全倍率 8.00，分组倍率 1.00');
  });

  it('is built from its numbers for a price per call too', () => {
    const priced = row('model price 0.04, group ratio 1.50', { model_price: 0.04, group_ratio: 1.5 }, LogType.Consume);
    expect(logText(priced, 'zh')).toBe('模型价格 0.04，分组倍率 1.50');
  });

  it('stays unchanged when the numbers do not contain all of it', () => {
    const task = 'model price 0.1, group ratio 1.00, IMAGINE task 17';
    const figures = { model_price: 0.1, group_ratio: 1, model_ratio: 0, completion_ratio: 1 };
    expect(logText(row(task, figures, LogType.Consume), 'zh')).toBe(task);
    expect(logText(row(text, { ...ratios, completion_ratio: 4 }, LogType.Consume), 'zh')).toBe(text);
    expect(logText(row(text, '{"group_ratio":"1","model_ratio":[]}', LogType.Consume), 'zh')).toBe(text);
  });
});
