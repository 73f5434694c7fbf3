import { fillIn, type Sentence, type SentenceParams } from './sentence';

/** A sentence about an alert while it fires: the title in one line, and the text. */
interface AlertSentence {
  readonly title: Sentence;
  readonly text: Sentence;
}

function row(titleEn: string, titleZh: string, textEn: string, textZh: string): AlertSentence {
  return { title: { en: titleEn, zh: titleZh }, text: { en: textEn, zh: textZh } };
}

/** What alerts say. The figures come as texts that a person can read, with their units. */
export const alertSentenceRows = {
  channel_disabled: row(
    'Channel "{name}" (#{id}) is disabled',
    '渠道「{name}」（#{id}）已被自动禁用',
    'Channel "{name}" (#{id}) was disabled by the server. Reason: {reason}',
    '渠道「{name}」（#{id}）已被服务器自动禁用。原因：{reason}',
  ),
  channel_resting: row(
    'Channel "{name}" (#{id}) gets no calls',
    '渠道「{name}」（#{id}）暂停服务',
    'Channel "{name}" (#{id}) rests after failures: {resting} of {keys} usable keys rest.',
    '渠道「{name}」（#{id}）因调用失败而暂停：{keys} 个可用密钥中有 {resting} 个在休息。',
  ),
  error_rate_all: row(
    '{rate}% of calls fail',
    '{rate}% 的调用失败',
    '{failed} of {calls} calls failed in {window} minutes, which is {rate}%; the rule allows {threshold}%.',
    '{window} 分钟内 {calls} 次调用有 {failed} 次失败，失败率 {rate}%，规则上限为 {threshold}%。',
  ),
  error_rate_channel: row(
    'Channel "{name}" (#{id}) fails: {rate}%',
    '渠道「{name}」（#{id}）失败率 {rate}%',
    '{failed} of {calls} attempts at channel "{name}" (#{id}) failed in {window} minutes, which is {rate}%; the rule allows {threshold}%.',
    '渠道「{name}」（#{id}）在 {window} 分钟内 {calls} 次尝试有 {failed} 次失败，失败率 {rate}%，规则上限为 {threshold}%。',
  ),
  error_rate_model: row(
    'Model {name} fails: {rate}%',
    '模型 {name} 失败率 {rate}%',
    '{failed} of {calls} calls of model {name} failed in {window} minutes, which is {rate}%; the rule allows {threshold}%.',
    '模型 {name} 在 {window} 分钟内 {calls} 次调用有 {failed} 次失败，失败率 {rate}%，规则上限为 {threshold}%。',
  ),
  latency_all: row(
    'Calls are slow: {value}',
    '调用缓慢：{value}',
    'Of {calls} calls in {window} minutes, 5% took longer than {value}; the rule allows {threshold}.',
    '{window} 分钟内 {calls} 次调用中有 5% 超过 {value}，规则上限为 {threshold}。',
  ),
  latency_channel: row(
    'Channel "{name}" (#{id}) is slow: {value}',
    '渠道「{name}」（#{id}）缓慢：{value}',
    'Of {calls} answers of channel "{name}" (#{id}) in {window} minutes, 5% took longer than {value}; the rule allows {threshold}.',
    '渠道「{name}」（#{id}）在 {window} 分钟内 {calls} 次回答中有 5% 超过 {value}，规则上限为 {threshold}。',
  ),
  latency_model: row(
    'Model {name} is slow: {value}',
    '模型 {name} 缓慢：{value}',
    'Of {calls} calls of model {name} in {window} minutes, 5% took longer than {value}; the rule allows {threshold}.',
    '模型 {name} 在 {window} 分钟内 {calls} 次调用中有 5% 超过 {value}，规则上限为 {threshold}。',
  ),
  first_token_all: row(
    'First tokens come late: {value}',
    '首个 token 缓慢：{value}',
    'Of {calls} calls in {window} minutes, 5% of the streams began later than after {value}; the rule allows {threshold}.',
    '{window} 分钟内 {calls} 次调用的流式回答中，有 5% 的首个 token 晚于 {value}，规则上限为 {threshold}。',
  ),
  first_token_channel: row(
    'First tokens of channel "{name}" (#{id}) come late: {value}',
    '渠道「{name}」（#{id}）首个 token 缓慢：{value}',
    'Of {calls} answers of channel "{name}" (#{id}) in {window} minutes, 5% of the streams began later than after {value}; the rule allows {threshold}.',
    '渠道「{name}」（#{id}）在 {window} 分钟内 {calls} 次回答的流中，有 5% 的首个 token 晚于 {value}，规则上限为 {threshold}。',
  ),
  first_token_model: row(
    'First tokens of model {name} come late: {value}',
    '模型 {name} 首个 token 缓慢：{value}',
    'Of {calls} calls of model {name} in {window} minutes, 5% of the streams began later than after {value}; the rule allows {threshold}.',
    '模型 {name} 在 {window} 分钟内 {calls} 次调用的流中，有 5% 的首个 token 晚于 {value}，规则上限为 {threshold}。',
  ),
  upstream_balance: row(
    'Balance of channel "{name}" (#{id}) is low: {value}',
    '渠道「{name}」（#{id}）余额不足：{value}',
    'The account of channel "{name}" (#{id}) at its provider has {value} left, read at {time}; the rule warns below {threshold}.',
    '渠道「{name}」（#{id}）在提供方的账户余额为 {value}（{time} 读取），规则在低于 {threshold} 时提醒。',
  ),
  user_balance: row(
    'Balance of user {name} (#{id}) is low: {value}',
    '用户 {name}（#{id}）余额不足：{value}',
    'User {name} (#{id}) has {value} left; the rule warns below {threshold}.',
    '用户 {name}（#{id}）剩余 {value}，规则在低于 {threshold} 时提醒。',
  ),
  spend_day: row(
    'Spend of today is {percent}% of what was expected',
    '今日消费为预期的 {percent}%',
    '{value} were spent today until {time}. By then it was {expected} on the average of the last {days} days; the rule allows {threshold}% of it.',
    '今日截至 {time} 消费 {value}。过去 {days} 天同一时段平均为 {expected}，规则上限为其 {threshold}%。',
  ),
  spend_day_of: row(
    'Spend of today is {percent}% of what was expected ({of})',
    '今日消费为预期的 {percent}%（{of}）',
    '{of}: {value} were spent today until {time}. By then it was {expected} on the average of the last {days} days; the rule allows {threshold}% of it.',
    '{of}：今日截至 {time} 消费 {value}。过去 {days} 天同一时段平均为 {expected}，规则上限为其 {threshold}%。',
  ),
  spend_month: row(
    'Spend of this month is {percent}% of what was expected',
    '本月消费为预期的 {percent}%',
    '{value} were spent this month until {time}. At the pace of the {days} days before it would be {expected}; the rule allows {threshold}% of it.',
    '本月截至 {time} 消费 {value}。按此前 {days} 天的速度应为 {expected}，规则上限为其 {threshold}%。',
  ),
  spend_month_of: row(
    'Spend of this month is {percent}% of what was expected ({of})',
    '本月消费为预期的 {percent}%（{of}）',
    '{of}: {value} were spent this month until {time}. At the pace of the {days} days before it would be {expected}; the rule allows {threshold}% of it.',
    '{of}：本月截至 {time} 消费 {value}。按此前 {days} 天的速度应为 {expected}，规则上限为其 {threshold}%。',
  ),
  margin_all: row(
    'Calls earn {percent}%',
    '毛利率为 {percent}%',
    'Calls of the last {window} minutes cost {cost} at their suppliers and were charged with {charged}: the margin is {margin}, which is {percent}%; the rule warns below {threshold}%.',
    '最近 {window} 分钟的调用在供应商处花费 {cost}，计费 {charged}：毛利 {margin}，毛利率 {percent}%，规则在低于 {threshold}% 时提醒。',
  ),
  margin_of: row(
    '{name} earns {percent}% ({of})',
    '{name} 的毛利率为 {percent}%（{of}）',
    '{name} ({of}): calls of the last {window} minutes cost {cost} at their suppliers and were charged with {charged}: the margin is {margin}, which is {percent}%; the rule warns below {threshold}%.',
    '{name}（{of}）：最近 {window} 分钟的调用在供应商处花费 {cost}，计费 {charged}：毛利 {margin}，毛利率 {percent}%，规则在低于 {threshold}% 时提醒。',
  ),
  sign_ups: row(
    '{count} accounts were made in {window} minutes',
    '{window} 分钟内新增 {count} 个账户',
    '{count} accounts were made in {window} minutes; the rule warns above {threshold}. Look whether somebody makes them by a program.',
    '{window} 分钟内新增 {count} 个账户，规则在超过 {threshold} 个时提醒。请检查是否有人批量注册。',
  ),
  backup_failed: row(
    'The backup to {destination} failed',
    '到 {destination} 的备份失败',
    'The backup to {destination} failed at {time}: {error} The last good one ended at {last}.',
    '{time} 到 {destination} 的备份失败：{error} 上一次成功的备份完成于 {last}。',
  ),
  backup_old: row(
    'The last backup to {destination} is {age} hours old',
    '到 {destination} 的最近备份已过 {age} 小时',
    'The last backup to {destination} ended at {last}, {age} hours ago; the rule allows {threshold} hours.',
    '到 {destination} 的最近一次备份完成于 {last}，已过 {age} 小时，规则上限为 {threshold} 小时。',
  ),
  disk: row(
    'The disk of {node} is {percent}% full',
    '{node} 的磁盘已使用 {percent}%',
    'The disk with {directory} on {node} is {percent}% full, {free} are free; the rule allows {threshold}%.',
    '{node} 上 {directory} 所在磁盘已使用 {percent}%，剩余 {free}，规则上限为 {threshold}%。',
  ),
  ledger: row(
    'The ledger has a difference of {units} units',
    '账目出现 {units} 单位的差异',
    'Reservations and leases do not agree with their accounts: {accounts} accounts differ by {units} units. Run "sluice ledger verify" and keep its output.',
    '预留与租约和账户不一致：{accounts} 个账户相差 {units} 单位。请运行 “sluice ledger verify” 并保存其输出。',
  ),
  job: row(
    'The job "{job}" fails on {node}',
    '{node} 上的任务“{job}”持续失败',
    'The job "{job}" failed {count} times in a row on {node}; the rule warns from {threshold} on. Last error: {error}',
    '{node} 上的任务“{job}”已连续失败 {count} 次，规则从 {threshold} 次起提醒。最近的错误：{error}',
  ),
  prices: row(
    'Prices of {count} models differ from {origin}',
    '{count} 个模型的价格与 {origin} 不一致',
    'The prices of {count} models in use differ from the list of {origin}: {models}. Compare them on the page of prices.',
    '正在使用的 {count} 个模型的价格与 {origin} 的价格表不一致：{models}。请在价格页面比对。',
  ),
  test: row(
    'Test message',
    '测试消息',
    '{actor} sends this message to try the receiver. Nothing is wrong.',
    '{actor} 发送此消息以测试接收方，系统一切正常。',
  ),
  summary: row(
    '{count} more alerts',
    '另有 {count} 条告警',
    '{count} messages were not sent one by one, because more than {max} came within an hour. The page of alerts lists all of them.',
    '一小时内的消息超过 {max} 条，因此有 {count} 条未逐条发送。告警页面列出了全部内容。',
  ),
} as const satisfies Readonly<Record<string, AlertSentence>>;

export type AlertSentenceKey = keyof typeof alertSentenceRows;

export function alertTitle(key: AlertSentenceKey, figures: SentenceParams, language: 'en' | 'zh'): string {
  return fillIn(alertSentenceRows[key].title[language], figures);
}

export function alertText(key: AlertSentenceKey, figures: SentenceParams, language: 'en' | 'zh'): string {
  return fillIn(alertSentenceRows[key].text[language], figures);
}
