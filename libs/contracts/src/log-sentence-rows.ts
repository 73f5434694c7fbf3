/** A sentence of the log in each language; `{name}` is replaced by the parameter of that name. */
export interface LogSentence {
  readonly en: string;
  readonly zh: string;
}

function row<const English extends string>(en: English, zh: string) {
  return { en, zh } as const;
}

/** Amounts of quota, in currency or in units; they stand in most of the sentences below. */
const amountRows = {
  quota_money: row('{amount} quota', '{amount} 额度'),
  quota_points: row('{amount} points of quota', '{amount} 点额度'),
};

const accountRows = {
  gift_new_user: row('new user gift {amount}', '新用户赠送 {amount}'),
  gift_first_account: row('initial quota of the first account {amount}', '首个账户的初始额度 {amount}'),
  gift_invitee: row('gift for using an invite code {amount}', '使用邀请码赠送 {amount}'),
  registration_gift: row('gift of the registration code {id} {amount}', '注册码 {id} 赠送 {amount}'),
  reward_inviter: row('reward for inviting a user {amount}', '邀请用户奖励 {amount}'),
  rewards_transferred: row('transferred invitation quota {amount}', '划转邀请额度 {amount}'),
  account_left: row('the user deactivated this account', '用户注销了此账户'),
  by_admin: row('administrator {name} {deed}', '管理员 {name} {deed}'),
  user_created: row('created the user', '创建了该用户'),
  user_promote: row('made the user an administrator', '将该用户设为管理员'),
  user_demote: row('made the user a normal user', '将该用户设为普通用户'),
  user_disable: row('banned the user', '封禁了该用户'),
  user_enable: row('activated the user', '启用了该用户'),
  user_delete: row('deactivated the user', '注销了该用户'),
  user_changed: row('changed {fields}', '修改了{fields}'),
  user_quota_changed: row(
    "administrator changed the user's quota from {before} to {after}",
    '管理员将用户额度由 {before} 改为 {after}',
  ),
  user_field_username: row('user name from {before} to {after}', '用户名（由 {before} 改为 {after}）'),
  user_field_display_name: row('display name from {before} to {after}', '显示名称（由 {before} 改为 {after}）'),
  user_field_group: row('group from {before} to {after}', '分组（由 {before} 改为 {after}）'),
  user_field_rpm: row('requests a minute from {before} to {after}', '每分钟请求数（由 {before} 改为 {after}）'),
  user_field_tpm: row('tokens a minute from {before} to {after}', '每分钟 token 数（由 {before} 改为 {after}）'),
  user_field_concurrency: row('calls at the same time from {before} to {after}', '并发数（由 {before} 改为 {after}）'),
  user_field_rpd: row('requests a day from {before} to {after}', '每天请求数（由 {before} 改为 {after}）'),
  user_field_message: row('personal text', '个人消息'),
  user_field_password: row('password', '密码'),
};

/** How people came to this site, and what rules gave them. */
const joiningRows = {
  joined_by_code: row('opened the account with the registration code {id}', '使用注册码 {id} 开通了账户'),
  joined_by_invitation: row(
    'opened the account with an invitation to the team {team}',
    '通过团队 {team} 的邀请开通了账户',
  ),
  registration_codes_made: row('created {count} registration codes: {ids}', '创建了 {count} 个注册码：{ids}'),
  registration_code_enabled: row('enabled the registration code {id}', '启用了注册码 {id}'),
  registration_code_disabled: row('disabled the registration code {id}', '停用了注册码 {id}'),
  registration_code_deleted: row('deleted the registration code {id}', '删除了注册码 {id}'),
  by_domain: row('by the rule for the domain {domain}: {deed}', '按域名 {domain} 的规则：{deed}'),
  by_claim: row('by what {provider} says: {deed}', '按 {provider} 提供的信息：{deed}'),
  by_claim_gone: row('by what {provider} no longer says: {deed}', '因 {provider} 不再提供相应信息：{deed}'),
  team_put: row('joined the team {team} as {role}', '以{role}身份加入了团队 {team}'),
  team_taken: row('left the team {team}', '离开了团队 {team}'),
};

const signInRows = {
  passkey_added: row('added the passkey {name}', '添加了通行密钥 {name}'),
  passkey_removed: row('removed the passkey {name}', '移除了通行密钥 {name}'),
  totp_begun: row('began to set up an authenticator app', '开始设置身份验证器'),
  totp_enabled: row('enabled the authenticator app', '启用了身份验证器'),
  totp_disabled: row('disabled the authenticator app', '停用了身份验证器'),
  totp_codes_renewed: row('renewed the recovery codes of the authenticator app', '更新了身份验证器的恢复码'),
  totp_code_used: row('used a recovery code of the authenticator app', '使用了身份验证器的恢复码'),
  totp_removed: row('removed the authenticator app', '移除了身份验证器'),
  email_bound: row('bound an e-mail address', '绑定了邮箱'),
  email_adopted: row('e-mail address taken over from {provider}', '邮箱地址取自 {provider}'),
  password_by_mail: row('set a new password by e-mail', '通过邮件设置了新密码'),
  identity_bound: row('bound {provider} account', '绑定了 {provider} 账户'),
  identity_bound_as: row('bound {provider} account {login}', '绑定了 {provider} 账户 {login}'),
  identity_removed: row('removed the {provider} account', '移除了 {provider} 账户'),
};

const walletRows = {
  check_in: row('daily check-in reward {amount}, day {streak} in a row', '每日签到奖励 {amount}，连续第 {streak} 天'),
  code_redeemed: row(
    'topped up {amount} with a redemption code, code id {id}',
    '通过兑换码充值 {amount}，兑换码 ID {id}',
  ),
  paid: row('online top-up succeeded, amount {amount}, paid {money}', '在线充值成功，充值 {amount}，支付 {money}'),
  order_taken_back: row(
    '{money} of the payment went back, {amount} taken from the balance',
    '支付款项退回 {money}，从余额扣除 {amount}',
  ),
  order_disputed: row(
    'the payment of {money} is disputed, {amount} taken from the balance until this is decided',
    '支付款项 {money} 存在争议，裁决前从余额扣除 {amount}',
  ),
  order_given_back: row('{amount} given back: the payment stands after all', '支付最终有效，退还 {amount}'),
  order_confirmed: row('confirmed the payment of order {number}: {money}', '确认订单 {number} 已支付：{money}'),
  order_refused: row('closed order {number} without a payment: {money}', '关闭未支付的订单 {number}：{money}'),
  order_refunded: row('refunded {money} of order {number}', '退还订单 {number} 的 {money}'),
  codes_created: row(
    'created {count} redemption codes "{name}" of {amount} each, code ids {ids}',
    '创建了 {count} 个兑换码“{name}”，每个 {amount}，兑换码 ID {ids}',
  ),
  code_enabled: row('enabled redemption code {id} "{name}"', '启用了兑换码 {id}“{name}”'),
  code_disabled: row('disabled redemption code {id} "{name}"', '禁用了兑换码 {id}“{name}”'),
  code_deleted: row('deleted redemption code {id} "{name}"', '删除了兑换码 {id}“{name}”'),
  code_changed: row('changed {change} of redemption code {id} "{name}"', '修改了兑换码 {id}“{name}”：{change}'),
  code_new_name: row('name to "{name}"', '名称改为“{name}”'),
  code_new_quota: row('quota from {before} to {after}', '额度由 {before} 改为 {after}'),
  code_new_both: row('{name} and {quota}', '{name}，{quota}'),
};

const channelRows = {
  channel: row('channel {ids}', '渠道 {ids}'),
  channels: row('channels {ids}', '渠道 {ids}'),
  channels_and_more: row('channels {ids} and {count} more', '渠道 {ids} 以及另外 {count} 个'),
  channels_named: row('{channels} ({name})', '{channels}（{name}）'),
  channels_created: row('created {channels}', '创建了{channels}'),
  channels_deleted: row('deleted {channels}', '删除了{channels}'),
  channel_changed: row('changed {channel}: {fields}', '修改了{channel}：{fields}'),
  channels_changed: row(
    'changed {count} channels at once: {fields} of {channels}',
    '一次修改了 {count} 个渠道（{channels}）：{fields}',
  ),
  abilities_rebuilt: row('rebuilt the abilities of {count} channels', '重建了 {count} 个渠道的能力表'),
  keys_revealed: row('revealed the key of {channels}', '查看了{channels}的密钥'),
  keys_added: row('added {count} keys to {channel}', '为{channel}添加了 {count} 个密钥'),
  key_enabled: row('enabled key #{place} of {channel}', '启用了{channel}的第 {place} 个密钥'),
  key_removed: row('removed key #{place} of {channel}', '移除了{channel}的第 {place} 个密钥'),
  channel_auto_enabled: row('enabled {channel} automatically after a successful test', '测试成功后自动启用了{channel}'),
  channel_auto_disabled: row('disabled {channel} automatically: {reason}', '自动禁用了{channel}：{reason}'),
  key_auto_out: row(
    'put key #{place} ({mask}) of {channel} out automatically: {reason}',
    '自动停用了{channel}的第 {place} 个密钥（{mask}）：{reason}',
  ),
  keys_all_out: row('all keys are out; the last one: {reason}', '所有密钥均已停用；最后一个：{reason}'),
};

/** Names of channel fields in sentences; the English words are the names of the fields on the wire. */
const channelFieldRows = {
  channel_field_type: row('type', '类型'),
  channel_field_name: row('name', '名称'),
  channel_field_status: row('status', '状态'),
  channel_field_status_values: row('status {before} to {after}', '状态由 {before} 改为 {after}'),
  channel_field_several_keys: row('several_keys', '多密钥'),
  channel_field_group: row('group', '分组'),
  channel_field_models: row('models', '模型'),
  channel_field_openai_organization: row('openai_organization', '组织 ID'),
  channel_field_ma_input_tokens: row('ma_input_tokens', '最大输入 token 数'),
  channel_field_base_url: row('base_url', '接口地址'),
  channel_field_other: row('other', '其他'),
  channel_field_model_mapping: row('model_mapping', '模型映射'),
  channel_field_status_code_mapping: row('status_code_mapping', '状态码映射'),
  channel_field_test_model: row('test_model', '测试模型'),
  channel_field_auto_ban: row('auto_ban', '自动禁用'),
  channel_field_priority: row('priority', '优先级'),
  channel_field_weight: row('weight', '权重'),
  channel_field_cost_ratio: row('cost_ratio', '成本倍率'),
  channel_field_supplier_cost: row('supplier_cost', '供应商成本'),
  channel_field_first_byte_timeout_seconds: row('first_byte_timeout_seconds', '首字节时限'),
  channel_field_first_token_timeout_seconds: row('first_token_timeout_seconds', '首个内容时限'),
  channel_field_proxy: row('proxy', '出站代理'),
  channel_field_header_override: row('header_override', '请求头覆盖'),
  channel_field_pass_headers: row('pass_headers', '透传请求头'),
  channel_field_param_override: row('param_override', '参数覆盖'),
  channel_field_system_prompt: row('system_prompt', '系统提示词'),
  channel_field_system_prompt_mode: row('system_prompt_mode', '系统提示词方式'),
  channel_field_max_concurrency: row('max_concurrency', '最大并发数'),
  channel_field_rpm_limit: row('rpm_limit', '每分钟请求数上限'),
  channel_field_tpm_limit: row('tpm_limit', '每分钟 token 数上限'),
  channel_field_key_rpm_limit: row('key_rpm_limit', '单密钥每分钟请求数上限'),
  channel_field_key_tpm_limit: row('key_tpm_limit', '单密钥每分钟 token 数上限'),
  channel_field_key_max_concurrency: row('key_max_concurrency', '单密钥最大并发数'),
  channel_field_tag: row('tag', '标签'),
  channel_field_note: row('note', '备注'),
  channel_field_expired_time: row('expired_time', '过期时间'),
  channel_field_key: row('key', '密钥'),
  channel_field_none: row('nothing', '无'),
};

const settingRows = {
  option_changed: row('changed option {option}', '修改了选项 {option}'),
  option_changed_from: row(
    'changed option {option} from "{before}" to "{after}"',
    '修改了选项 {option}：由“{before}”改为“{after}”',
  ),
  option_set: row('changed option {option} (set)', '修改了选项 {option}（已设置）'),
  option_cleared: row('changed option {option} (cleared)', '修改了选项 {option}（已清空）'),
  alert_rule_created: row('created alert rule {id} "{name}"', '创建了告警规则 {id}“{name}”'),
  alert_rule_changed: row('changed alert rule {id} "{name}"', '修改了告警规则 {id}“{name}”'),
  alert_rule_deleted: row('deleted alert rule {id} "{name}"', '删除了告警规则 {id}“{name}”'),
  alert_receiver_created: row('created alert receiver {id} "{name}"', '创建了告警接收方 {id}“{name}”'),
  alert_receiver_changed: row('changed alert receiver {id} "{name}"', '修改了告警接收方 {id}“{name}”'),
  alert_receiver_deleted: row('deleted alert receiver {id} "{name}"', '删除了告警接收方 {id}“{name}”'),
  move_in_begun: row('began to move in from {source}', '开始从 {source} 迁入'),
  move_in_done: row('moved in from {source}: {counts}', '已从 {source} 迁入：{counts}'),
  move_in_failed: row('moving in from {source} failed', '从 {source} 迁入失败'),
  log_cleared: row('cleared {count} log rows from before {time}', '清除了 {time} 之前的 {count} 条日志'),
};

const inspectorRows = {
  inspect_rule_made: row(
    'the content of {which} is recorded from now on: {share}, until {time}',
    '从现在起记录{which}的内容：{share}，至 {time}',
  ),
  inspect_rule_ended: row('ended the recording of {which}', '停止了对{which}的记录'),
  inspect_calls_all: row('calls', '调用'),
  inspect_calls_user: row('calls of user {user}', '用户 {user} 的调用'),
  inspect_calls_key: row('calls of key {key_name}', '令牌 {key_name} 的调用'),
  inspect_calls_of: row('{calls} with {limits}', '{calls}（{limits}）'),
  inspect_model: row('model {model}', '模型 {model}'),
  inspect_channel: row('channel {channel}', '渠道 {channel}'),
  inspect_share: row('{share} of 1000', '每 1000 次中的 {share} 次'),
  inspect_share_failures: row('failures, {share} of 1000', '仅失败的调用，每 1000 次中的 {share} 次'),
  inspect_opened: row('an administrator read the content of call {id}', '管理员查看了调用 {id} 的内容'),
  inspect_emptied: row('removed the recorded content of {count} calls', '删除了 {count} 次调用的记录内容'),
};

const budgetRows = {
  budget_made: row('set a budget for {owner}: {terms}', '为{owner}设置了预算：{terms}'),
  budget_changed: row('changed the budget of {owner}: {terms}', '修改了{owner}的预算：{terms}'),
  budget_ended: row('removed the budget of {owner}: {terms}', '删除了{owner}的预算：{terms}'),
  budget_told: row(
    'the budget of {owner} ({terms}) has reached {percent} %; {spent} spent',
    '{owner}的预算（{terms}）已达 {percent}%，已使用 {spent}',
  ),
  budget_of_key: row('key {name}', '令牌 {name}'),
  budget_of_user: row('user {user}', '用户 {user}'),
  budget_of_team: row('team {team}', '团队 {team}'),
  budget_of_member: row('{user} in team {team}', '团队 {team} 的成员 {user}'),
  budget_of_group: row('group {group}', '分组 {group}'),
  budget_hour: row('{money} an hour', '每小时 {money}'),
  budget_day: row('{money} a day', '每天 {money}'),
  budget_week: row('{money} a week', '每周 {money}'),
  budget_month: row('{money} a month', '每月 {money}'),
  budget_once: row('{money} once', '一次性 {money}'),
  budget_any_hour: row('{money} in any hour', '任意一小时内 {money}'),
  budget_any_day: row('{money} in any 24 hours', '任意 24 小时内 {money}'),
  budget_any_week: row('{money} in any 7 days', '任意 7 天内 {money}'),
  budget_any_month: row('{money} in any 30 days', '任意 30 天内 {money}'),
};

const planRows = {
  plan_made: row('made plan "{plan}": {terms}', '新建了套餐“{plan}”：{terms}'),
  plan_edited: row('changed plan "{plan}": {terms}', '修改了套餐“{plan}”：{terms}'),
  plan_removed: row('removed plan "{plan}"', '删除了套餐“{plan}”'),
  plan_bought: row('bought plan "{plan}" for {amount}', '购买了套餐“{plan}”，花费 {amount}'),
  plan_tried: row('began to try plan "{plan}"', '开始试用套餐“{plan}”'),
  plan_renewed: row('renewed plan "{plan}" for {amount}', '续订了套餐“{plan}”，花费 {amount}'),
  plan_unpaid: row(
    'plan "{plan}" could not be renewed: it costs {amount}, and the wallet has {balance}',
    '套餐“{plan}”无法续订：需要 {amount}，钱包余额为 {balance}',
  ),
  plan_over: row('plan "{plan}" has ended', '套餐“{plan}”已结束'),
  plan_stopped: row('ended plan "{plan}"; {amount} given back', '结束了套餐“{plan}”，退还 {amount}'),
  plan_cancelled: row('cancelled plan "{plan}" for the end of its period', '取消了套餐“{plan}”，本周期结束后不再续订'),
  plan_kept: row('took the cancellation of plan "{plan}" back', '撤销了对套餐“{plan}”的取消'),
  plan_changed: row(
    'changed from plan "{before}" to "{plan}": {credit} given back, {amount} paid',
    '由套餐“{before}”改为“{plan}”：退还 {credit}，支付 {amount}',
  ),
  plan_next: row('plan "{plan}" follows on "{before}" with the next period', '下一周期起由套餐“{before}”改为“{plan}”'),
  plan_given: row('got plan "{plan}" for {periods} periods', '获赠套餐“{plan}”，共 {periods} 个周期'),
  plan_redeemed: row(
    'redeemed code {id} for {periods} periods of plan "{plan}"',
    '使用兑换码 {id} 获得套餐“{plan}”，共 {periods} 个周期',
  ),
  plan_terms: row('{price} for {allowance}', '{price}，含 {allowance}'),
  plan_unlimited: row('calls without a limit', '不限额度的调用'),
  plan_day: row('{money} a day', '每天 {money}'),
  plan_week: row('{money} a week', '每周 {money}'),
  plan_month: row('{money} a month', '每月 {money}'),
  plan_year: row('{money} a year', '每年 {money}'),
  plan_codes: row(
    'created {count} redemption codes "{name}" for {periods} periods of plan "{plan}": {ids}',
    '创建了 {count} 个兑换码“{name}”，各含套餐“{plan}” {periods} 个周期：{ids}',
  ),
};

const teamRows = {
  team_made: row('made the team {team}', '创建了团队 {team}'),
  team_changed: row('changed the team {team}', '修改了团队 {team}'),
  team_ended: row('deleted the team {team}', '删除了团队 {team}'),
  team_invited: row('invited to the team {team}', '发出了团队 {team} 的邀请'),
  team_joined: row('joined the team {team}', '加入了团队 {team}'),
  team_left: row('{user} is no longer in the team {team}', '{user} 已离开团队 {team}'),
  team_role: row('{user} is now {role} of the team {team}', '{user} 现在是团队 {team} 的{role}'),
  team_role_1: row('a member', '成员'),
  team_role_2: row('a manager', '管理员'),
  team_role_3: row('the owner', '所有者'),
  team_deposit: row('moved {amount} into the wallet of the team {team}', '向团队 {team} 的钱包转入 {amount}'),
  team_withdraw: row('moved {amount} out of the wallet of the team {team}', '从团队 {team} 的钱包转出 {amount}'),
  team_grant: row('granted the team {team} {amount}', '授予团队 {team} {amount}'),
};

/** What retention has removed; each with its count. */
const retentionRows = {
  retention_removed: row('retention removed {removed}', '按保留期限清理：{removed}'),
  retention_log_consume: row('{count} log rows of calls', '{count} 条消费日志'),
  retention_log_top_up: row('{count} log rows of top-ups', '{count} 条充值日志'),
  retention_log_management: row('{count} log rows of management', '{count} 条管理日志'),
  retention_log_system: row('{count} log rows of the system', '{count} 条系统日志'),
  retention_log_error: row('{count} log rows of errors', '{count} 条错误日志'),
  retention_log_warning: row('{count} log rows of warnings', '{count} 条警告日志'),
  retention_log_reward: row('{count} log rows of rewards', '{count} 条奖励日志'),
  retention_tasks: row('{count} tasks', '{count} 个任务'),
  retention_drawings: row('{count} drawings', '{count} 个绘图任务'),
  retention_usage_hours: row('{count} figures of hours', '{count} 条小时统计'),
  retention_movements: row('{count} movements, which were summed up', '{count} 条流水（已合并为结存）'),
  retention_expired_orders: row('{count} orders nobody paid', '{count} 个未支付订单'),
  retention_check_ins: row('{count} check-ins', '{count} 条签到记录'),
  retention_spent_codes: row('{count} spent codes', '{count} 个已用兑换码'),
};

const callRows = {
  words_refused: row('sensitive words detected', '检测到敏感词'),
  charge_above_hold: row(
    'the call cost {units} and {held} were reserved for it: the upstream answered more than it was asked for, or told a usage that contradicts the count',
    '该调用花费 {units}，而预留为 {held}：上游的回答超出了请求，或其报告的用量与计数不符',
  ),
  answer_ended_by_quota: row(
    'the answer was ended after {tokens} tokens: {reason}',
    '回答在 {tokens} 个 token 后被结束：{reason}',
  ),
  quota_left_user: row('the account has no quota left to reserve', '账户没有可预留的额度'),
  quota_left_token: row('the key has no quota left to reserve', '令牌没有可预留的额度'),
  quota_left_plan: row('a plan has nothing left to reserve', '套餐没有可预留的余额'),
  quota_left_team: row('the wallet of the team has nothing left to reserve', '团队钱包没有可预留的余额'),
  quota_left_budget: row('a budget has nothing left to reserve', '预算没有可预留的余额'),
  quota_not_reservable: row('more quota could not be reserved in time', '未能及时预留更多额度'),
  quota_reminded_low: row(
    'the quota has fallen below the reminder threshold, {left} left; a reminder was sent',
    '额度已低于提醒阈值，剩余 {left}；已发送提醒',
  ),
  quota_reminded_used_up: row(
    'the quota is used up, {left} left; a reminder was sent',
    '额度已用尽，剩余 {left}；已发送提醒',
  ),
  address_refused: row(
    "the address {address} is not in the key's list and was refused",
    '地址 {address} 不在令牌的 IP 列表中，已被拒绝',
  ),
  key_rotated: row(
    'rotated the key of token {name}; the key before works until {until}',
    '轮换了令牌 {name} 的密钥，原密钥在 {until} 之前有效',
  ),
  key_rotated_at_once: row(
    'replaced the key of token {name}; the key before ended at once',
    '更换了令牌 {name} 的密钥，原密钥立即失效',
  ),
  key_leaked: row(
    'replaced the leaked key of token {name}; all its earlier keys ended at once',
    '令牌 {name} 的密钥已泄露并被更换，此前的密钥全部立即失效',
  ),
  key_previous_ended: row(
    'ended the replaced key of token {name} before its time',
    '提前停用了令牌 {name} 被替换的密钥',
  ),
  key_expires_soon: row(
    'the key "{name}" expires at {until}; a reminder was sent',
    '密钥“{name}”将于 {until} 过期；已发送提醒',
  ),
  token_changed: row(
    'administrator {name} changed token {token}: {fields}',
    '管理员 {name} 修改了令牌 {token}：{fields}',
  ),
  token_revoked: row('administrator {name} revoked token {token}', '管理员 {name} 吊销了令牌 {token}'),
  model_test: row('model test', '模型测试'),
  price_per_call: row('model price {price}, group ratio {group}', '模型价格 {price}，分组倍率 {group}'),
  price_by_tokens: row(
    'model ratio {model}, completion ratio {completion}, group ratio {group}',
    '模型倍率 {model}，补全倍率 {completion}，分组倍率 {group}',
  ),
  price_without_tokens: row(
    'model ratio {model}, completion ratio {completion}, group ratio {group} (upstream probably timed out)',
    '模型倍率 {model}，补全倍率 {completion}，分组倍率 {group}（上游可能超时）',
  ),
  task_price: row(
    'model price {price}, group ratio {group}, {action} task {task}',
    '模型价格 {price}，分组倍率 {group}，{action} 任务 {task}',
  ),
  task_price_times: row(
    'model price {price}, group ratio {group}, factor {factor}, {action} task {task}',
    '模型价格 {price}，分组倍率 {group}，系数 {factor}，{action} 任务 {task}',
  ),
  task_price_seconds: row(
    '{price} a second, {seconds} seconds, group ratio {group}, {action} task {task}',
    '每秒价格 {price}，{seconds} 秒，分组倍率 {group}，{action} 任务 {task}',
  ),
  task_refunded: row('{work} {task} failed, {amount} given back', '{work} {task} 失败，已退还 {amount}'),
  work_drawing: row('drawing', '绘图'),
  work_song: row('song', '歌曲'),
  work_video: row('video', '视频'),
};

/**
 * Every sentence that the server itself writes into the log. A row keeps the English sentence as its text, and key and
 * parameters beside it; sentences of upstreams are not among them. A parameter must not be called `key`.
 */
export const logSentences = {
  ...amountRows,
  ...accountRows,
  ...joiningRows,
  ...signInRows,
  ...walletRows,
  ...channelRows,
  ...channelFieldRows,
  ...settingRows,
  ...inspectorRows,
  ...budgetRows,
  ...planRows,
  ...teamRows,
  ...retentionRows,
  ...callRows,
} as const satisfies Readonly<Record<string, LogSentence>>;
