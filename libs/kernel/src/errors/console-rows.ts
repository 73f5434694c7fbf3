import { optionRefusals } from '@contracts';
import { refusal, refusals, row } from './row';

/** Refusals every console call may give, and those of options, tokens, channels, codes, logs and figures. */
export const consoleRows = {
  COMMON_INVALID_PARAMETER: refusal('invalid parameter', '无效的参数'),
  COMMON_INVALID_INPUT: refusal('invalid input: {detail}', '输入不合法：{detail}'),
  COMMON_BODY_UNREADABLE: row(400, 'invalid parameter', '无效的参数'),
  COMMON_RECORD_NOT_FOUND: refusal('record not found', '记录不存在'),
  COMMON_DATABASE: refusal('database error, please try again later', '数据库错误，请稍后重试'),
  COMMON_ROUTE_UNKNOWN: row(404, 'Invalid URL ({method} {path})', '无效的地址（{method} {path}）'),
  COMMON_PATH_TOO_LONG: row(
    414,
    'the path of the address is longer than {limit} characters',
    '地址路径超过 {limit} 个字符',
    'uri_too_long',
  ),
  COMMON_BODY_SLOW: row(
    408,
    'the request body came too slowly, please send it again',
    '请求体传输过慢，请重新发送',
    'request_timeout',
  ),
  COMMON_BODY_TOO_LARGE: row(413, 'the request body is too large', '请求体过大'),
  COMMON_INTERNAL: row(500, 'internal server error, contact the administrator', '服务器内部错误，请联系管理员'),
  DATABASE_BUSY: row(
    503,
    'the database is busy, please try again in a moment',
    '数据库繁忙，请稍后再试',
    'database_busy',
  ),
  LEDGER_INSUFFICIENT: refusal('the balance is not enough', '余额不足'),
  LEDGER_OVERFLOW: refusal('the balance would exceed what an account can hold', '余额将超出账户可容纳的上限'),
  COMMON_NOT_READY: row(503, 'database connection failed', '数据库连接失败'),
  RATE_TOO_MANY: row(429, 'too many requests, please try again later', '请求次数过多，请稍后再试'),

  ...refusals(optionRefusals),
  BACKUP_RUNNING: refusal('a backup is being made already', '正在备份中'),
  BACKUP_PLACE_FAILED: refusal('the destination of backups cannot be used: {reason}', '备份位置不可用：{reason}'),
  MOVE_IN_RUNNING: refusal('somebody is moving in already; wait until that has ended', '迁入正在进行中，请等待其结束'),
  MOVE_IN_ADDRESS: refusal(
    'give an address like postgres://user:password@host:5432/database or mysql://…; of parameters only sslmode is taken',
    '请填写形如 postgres://user:password@host:5432/database 或 mysql://… 的地址；参数仅支持 sslmode',
  ),
  MOVE_IN_NO_FILE: refusal(
    'there is no database file on this node; send it again, or give an address',
    '此节点上没有数据库文件，请重新上传或填写地址',
  ),
  MOVE_IN_NOT_SQLITE: refusal('this file is no SQLite database', '该文件不是 SQLite 数据库'),
  MOVE_IN_FILE_PART: refusal('the file is either the source or the logs', '文件类型只能是 source 或 logs'),
  MOVE_IN_CUT: refusal('the file did not arrive as a whole; send it again', '文件未完整上传，请重新上传'),
  MOVE_IN_TOO_LARGE: row(
    413,
    'the file is larger than {limit} GiB; give the address of the database, or use the command import',
    '文件超过 {limit} GiB，请填写数据库地址，或使用 import 命令',
  ),
  MOVE_IN_NO_SPACE: refusal(
    'the disk of this server has no room for the file: {free} MiB are free',
    '服务器磁盘空间不足以存放该文件：剩余 {free} MiB',
  ),
  MOVE_IN_IN_MEMORY: refusal(
    'a database in memory is gone with its server; nobody moves in there',
    '内存数据库会随服务器消失，无法迁入',
  ),
  OPTION_UNKNOWN: refusal('unknown option', '未知的设置项'),
  PRICE_CONFLICT: refusal(
    'somebody else has changed the prices of {models} meanwhile; nothing was saved',
    '{models} 的价格已被他人修改，未保存任何更改',
  ),
  PRICE_VERSION_GONE: refusal('this version of the prices is no longer kept', '该价格版本已不再保留'),
  PRICE_LIST_UNREADABLE: refusal(
    'this is neither a price list of models.dev nor one of LiteLLM',
    '这既不是 models.dev 的价格表，也不是 LiteLLM 的价格表',
  ),
  PRICE_LIST_AWAY: refusal(
    'the price list could not be read from {origin}; the address and the connection of the server may be wrong',
    '无法从 {origin} 读取价格表，请检查地址与服务器的网络连接',
  ),
  PRICE_LIST_SOURCE: refusal('give the address or the text of a price list', '请提供价格表的地址或内容'),
  OPTION_REQUIRES: refusal('cannot enable {feature}, fill in {fields} first', '无法启用 {feature}，请先填入 {fields}'),
  OPTION_REQUIRES_GITHUB: refusal(
    'cannot enable GitHub OAuth, fill in client id and secret first',
    '无法启用 GitHub OAuth，请先填入 GitHub Client Id 以及 GitHub Client Secret',
  ),
  OPTION_REQUIRES_LINUXDO: refusal(
    'cannot enable LINUX DO OAuth, fill in client id and secret first',
    '无法启用 LINUX DO OAuth，请先填入 LINUX DO Client Id 以及 LINUX DO Client Secret',
  ),
  OPTION_REQUIRES_WECHAT: refusal(
    'cannot enable WeChat login, fill in its settings first',
    '无法启用微信登录，请先填入微信登录相关配置',
  ),
  OPTION_REQUIRES_TELEGRAM: refusal(
    'cannot enable Telegram OAuth, fill in the bot token first',
    '无法启用 Telegram OAuth，请先填入 Telegram Bot Token',
  ),
  OPTION_REQUIRES_TURNSTILE: refusal(
    'cannot enable Turnstile, fill in its settings first',
    '无法启用 Turnstile 校验，请先填入 Turnstile 校验相关配置',
  ),
  OPTION_REQUIRES_DOMAINS: refusal(
    'cannot enable the e-mail domain restriction, fill in the domains first',
    '无法启用邮箱域名限制，请先填入限制的邮箱域名',
  ),
  OPTION_REQUIRES_MAIL: refusal(
    'cannot enable e-mail verification, fill in the mail server first',
    '无法启用邮箱验证，请先填入 SMTP 服务器相关配置',
  ),
  OPTION_REQUIRES_MONITOR: refusal(
    'cannot enable the service monitor, fill in its link first',
    '无法启用服务监控，请先填入监控链接',
  ),
  OPTION_LAST_LOGIN: refusal(
    'password login cannot be turned off while no third-party login is enabled',
    '尚未启用任何第三方登录，不能关闭密码登录',
  ),

  TOKEN_GROUP_REQUIRED: refusal('please select token group', '请选择令牌分组'),
  TOKEN_GROUP_UNAVAILABLE: refusal('token group is not available', '令牌分组不可用'),
  TOKEN_NAME_TOO_LONG: refusal('token name too long', '令牌名称过长'),
  TOKEN_DISABLED_BY_ADMIN: refusal(
    'an administrator has disabled this token; only an administrator can enable it again',
    '此令牌已被管理员禁用，只有管理员可以重新启用',
  ),
  TOKEN_TEMPLATE_TOO_MANY: refusal('too many templates: at most {max}', '模板过多：最多 {max} 个'),
  TOKEN_TEMPLATE_NAME: refusal('a template needs a name', '模板需要名称'),
  TOKEN_TEMPLATE_EXPIRY: refusal(
    'the time to the expiry must be -1, or 1 to {max} seconds',
    '有效期必须为 -1，或 1 至 {max} 秒',
  ),
  TOKEN_EXPIRED_STAYS: refusal(
    'token has expired and cannot be enabled; change its expiry or set it to never expire first',
    '令牌已过期，无法启用，请先修改令牌过期时间，或者设置为永不过期',
  ),
  TOKEN_EXHAUSTED_STAYS: refusal(
    'token quota is used up and cannot be enabled; raise the quota or make it unlimited first',
    '令牌可用额度已用尽，无法启用，请先修改令牌剩余额度，或者设置为无限额度',
  ),
  TOKEN_KEY_FAILED: refusal('failed to generate token', '生成令牌失败'),
  TOKEN_EXPIRY_INVALID: refusal('expiry time format error', '过期时间格式错误'),
  TOKEN_QUOTA_INVALID: refusal('token quota is not valid', '令牌额度无效'),
  TOKEN_IP_INVALID: refusal('IP limit is not valid: {entry}', 'IP 限制无效：{entry}'),
  TOKEN_RATE_INVALID: refusal('rate limit values must be at least 1', '速率限制的值至少为 1'),
  CALL_LIMIT_INVALID: refusal(
    '{field} must be a whole number from 0 to {max}; 0 is no limit',
    '{field} 必须是 0 到 {max} 的整数，0 表示不限制',
  ),
  TOKEN_TOO_MANY: refusal('too many tokens', '令牌数量过多'),
  TOKEN_GRACE_INVALID: refusal(
    'the time of grace must be a whole number of seconds from 0 to {max}',
    '宽限时间必须是 0 到 {max} 之间的整数秒',
  ),
  TOKEN_GRACE_RUNS: refusal(
    'the key before the last rotation works until {until}; end it first, or send ends_previous',
    '上次轮换前的密钥在 {until} 之前仍然有效，请先让它失效，或发送 ends_previous',
  ),
  TOKEN_KEY_CHANGED: refusal(
    'the key of this token was changed at the same moment; look at it again',
    '该令牌的密钥刚刚被更改，请重新查看',
  ),
  TOKEN_STATUS_INVALID: refusal('a token can only be enabled or disabled', '令牌只能设置为启用或禁用'),
  GROUP_NO_ACCESS: refusal('no access to this group', '无权访问该分组'),

  CHANNEL_NAME_KEY_REQUIRED: refusal('please fill in channel name and channel key', '请填写渠道名称和渠道密钥'),
  CHANNEL_KEY_REQUIRED: refusal('please fill in key', '请填写密钥'),
  CHANNEL_MODEL_REQUIRED: refusal('please select at least one model', '请至少选择一个模型'),
  CHANNEL_MODEL_NAME_TOO_LONG: refusal('model name too long: {name}', '模型名称过长：{name}'),
  CHANNEL_MAPPING_INVALID: refusal('model mapping must be valid JSON', '模型映射必须是合法的 JSON 格式'),
  CHANNEL_MAPPING_CYCLE: refusal('model mapping contains a cycle', '模型映射存在循环'),
  CHANNEL_STATUS_MAPPING_INVALID: refusal('status code mapping must be valid JSON', '状态码映射必须是合法的 JSON 格式'),
  CHANNEL_BASE_URL_INVALID: refusal('base URL is not a valid address', '代理地址不是有效的地址'),
  CHANNEL_HOST_LINK_LOCAL: refusal(
    'the host of this address is link-local or a metadata service; the operator allows it by ALLOW_LINK_LOCAL_UPSTREAMS=true',
    '该地址的主机是链路本地地址或元数据服务，需由运维者设置 ALLOW_LINK_LOCAL_UPSTREAMS=true 才能使用',
  ),
  CHANNEL_BASE_URL_REQUIRED: refusal('this channel type needs a base URL', '该渠道类型必须填写地址'),
  CHANNEL_OTHER_REQUIRED: refusal('this channel type needs its extra field filled in', '该渠道类型必须填写附加字段'),
  CHANNEL_TYPE_UNKNOWN: refusal('unknown channel type', '未知的渠道类型'),
  CHANNEL_REGION_REQUIRED: refusal('deployment region must not be empty', '部署地区不能为空'),
  CHANNEL_REGION_DEFAULT: refusal('deployment region must contain a default field', '部署地区必须包含 default 字段'),
  CHANNEL_STATUS_INVALID: refusal('a channel can only be enabled or disabled', '渠道只能设置为启用或禁用'),
  CHANNEL_NUMBER_INVALID: refusal(
    'priority must be an integer of at least -999, weight an integer of at least 0',
    '优先级必须是不小于 -999 的整数，权重必须是不小于 0 的整数',
  ),
  CHANNEL_HEADERS_INVALID: refusal(
    'headers must be a JSON object of legal names, each with a text of one line or null; not so: {at}',
    '请求头必须是 JSON 对象，名称合法，值为单行文本或 null；有误之处：{at}',
  ),
  CHANNEL_HEADER_FORBIDDEN: refusal(
    'the header {at} belongs to the connection or to the caller and cannot be set or passed on',
    '请求头 {at} 属于连接或调用者，不能设置或透传',
  ),
  CHANNEL_HEADER_KEY: refusal(
    'the header {at} may be removed (null) or hold the placeholder api_key in braces; a secret of its own belongs into the key',
    '请求头 {at} 只能移除（null）或包含花括号中的 api_key 占位符，其他密钥请填入渠道密钥',
  ),
  CHANNEL_PARAMS_INVALID: refusal(
    'the parameter rules are not valid at {at}: an object of fields, or rules with path, op and value are expected',
    '参数规则在 {at} 处无效：应为字段对象，或包含 path、op 和 value 的规则列表',
  ),
  CHANNEL_PARAM_PROTECTED: refusal(
    'a rule must not change {at}: model, stream, the conversation and what multiplies the cost are protected',
    '规则不能更改 {at}：模型、流式标志、对话内容以及会增加费用的字段受保护',
  ),
  CHANNEL_PROXY_INVALID: refusal(
    'the proxy must be an address like http://host:8080, https://host:8443 or socks5://user:password@host:1080',
    '代理必须是类似 http://host:8080、https://host:8443 或 socks5://user:password@host:1080 的地址',
  ),
  CHANNEL_LIMIT_INVALID: refusal(
    '{field} must be a whole number from 0 to {max}; 0 is off',
    '{field} 必须是 0 到 {max} 的整数，0 表示不限制',
  ),
  CHANNEL_COST_INVALID: refusal('cost_ratio must be a number from 0 to {max}', 'cost_ratio 必须是 0 到 {max} 的数'),
  CHANNEL_SUPPLIER_COST_INVALID: refusal(
    'the cost of the supplier is not valid at {at}: discount (percent), models (prices), per_day (money) and from (a day) are expected',
    '供应商成本在 {at} 处无效：应为 discount（百分比）、models（价格）、per_day（金额）和 from（日期）',
  ),
  CHANNEL_TEXT_TOO_LONG: refusal('{field} is longer than {max} characters', '{field} 超过 {max} 个字符'),
  CHANNEL_EXPIRY_INVALID: refusal(
    'the expiry must be a time in Unix seconds, or -1 for never',
    '过期时间必须是 Unix 秒数，-1 表示永不过期',
  ),
  CHANNEL_PROMPT_MODE_INVALID: refusal(
    'the mode of the system prompt must be before or instead',
    '系统提示词的方式必须是 before 或 instead',
  ),
  CHANNEL_SELECTION_EMPTY: refusal('parameter error', '参数错误'),
  CHANNEL_BULK_NO_MODEL: refusal(
    'channel #{id} ({name}) would be left without a model',
    '渠道 #{id}（{name}）将没有任何模型',
  ),
  CHANNEL_BULK_NO_GROUP: refusal(
    'channel #{id} ({name}) would be left without a group',
    '渠道 #{id}（{name}）将没有任何分组',
  ),
  CHANNEL_BULK_TOO_LARGE: refusal(
    'models times groups of these channels are more than {max}; please select fewer channels',
    '这些渠道的模型与分组组合超过 {max} 个，请减少所选渠道',
  ),
  CHANNEL_TEST_UNSUPPORTED: refusal('testing this channel type is not supported', '不支持测试该类型的渠道'),
  CHANNEL_TEST_RUNNING: refusal('a test is already running', '测试已在运行中'),
  CHANNEL_TEST_FAILED: refusal('status code {status}: {message}', '状态码 {status}：{message}'),
  CHANNEL_TEST_EMPTY: refusal('the upstream answered without usage', '上游返回的用量为空'),
  CHANNEL_BALANCE_UNSUPPORTED: refusal('not implemented yet', '尚未实现'),
  CHANNEL_BALANCE_UNAVAILABLE: refusal('balance not available: {detail}', '无法获取余额：{detail}'),
  CHANNEL_BALANCE_RUNNING: refusal('a balance update is already running', '余额更新已在运行中'),
  CHANNEL_FETCH_UNSUPPORTED: refusal('only OpenAI interface format supported', '仅支持 OpenAI 接口格式'),
  CHANNEL_FETCH_FAILED: refusal(
    'cannot fetch the model list from upstream: {detail}',
    '无法从上游获取模型列表：{detail}',
  ),

  ALERT_NAME_INVALID: refusal(
    'the name must have at most {max} characters, without control characters',
    '名称最多 {max} 个字符，且不能包含控制字符',
  ),
  ALERT_KIND_FIXED: refusal('the kind cannot be changed; make a new one', '类型不能更改，请新建'),
  ALERT_NUMBER_INVALID: refusal('{field} must be a number from {min} to {max}', '{field} 必须是 {min} 到 {max} 的数'),
  ALERT_SCOPE_INVALID: refusal(
    'choose for what the rule holds: ids of channels or users, or names of models or groups, at most {max}',
    '请选择规则的适用范围：渠道或用户的 ID，或模型、分组的名称，最多 {max} 个',
  ),
  ALERT_QUIET_INVALID: refusal(
    'quiet hours need a beginning and an end as HH:MM, such as 22:00 and 07:00',
    '免打扰时段需要 HH:MM 格式的开始和结束时间，例如 22:00 和 07:00',
  ),
  ALERT_RECEIVER_UNKNOWN: refusal('receiver {id} does not exist', '接收方 {id} 不存在'),
  ALERT_TOO_MANY: refusal('there can be at most {max}', '最多只能有 {max} 个'),
  ALERT_FIELD_REQUIRED: refusal('{field} is required', '必须填写 {field}'),
  ALERT_ADDRESS_INVALID: refusal(
    '{field} must be an http:// or https:// address, and none of a metadata service',
    '{field} 必须是 http:// 或 https:// 地址，且不能是元数据服务',
  ),
  ALERT_TOPIC_INVALID: refusal(
    'the address must end with a topic, such as https://ntfy.sh/my-topic',
    '地址必须以主题结尾，例如 https://ntfy.sh/my-topic',
  ),
  ALERT_SECRET_SHORT: refusal('the secret must have at least {min} characters', '密钥至少需要 {min} 个字符'),
  ALERT_MAIL_INVALID: refusal('"{text}" is no mail address', '“{text}”不是邮箱地址'),
  ALERT_TEST_FAILED: refusal('the test message was not taken: {detail}', '测试消息未被接收：{detail}'),
  ALERT_NO_TARGET: refusal(
    'nobody would get this mail: set up mail, and give the receiver or root an address',
    '没有人会收到此邮件：请先配置邮件服务，并为接收方或超级管理员设置邮箱',
  ),
  ALERT_UNREADABLE: refusal(
    'the secrets of this receiver cannot be opened; enter them again',
    '无法读取此接收方的密钥，请重新填写',
  ),

  REDEMPTION_NAME_LENGTH: refusal('code name must be 1 to 20 characters long', '兑换码名称长度必须在 1 到 20 之间'),
  REDEMPTION_COUNT_MIN: refusal('number of codes must be greater than 0', '兑换码个数必须大于 0'),
  REDEMPTION_COUNT_MAX: refusal('at most 100 codes at a time', '一次最多生成 100 个兑换码'),
  REDEMPTION_QUOTA_INVALID: refusal('code quota must be an integer above 0', '兑换码额度必须是大于 0 的整数'),
  REDEMPTION_USED: refusal('code already used', '兑换码已被使用'),
  REDEMPTION_DISABLED: refusal('the code is disabled, enable it before editing it', '兑换码已被禁用，请先启用再编辑'),
  REDEMPTION_STATUS_INVALID: refusal('a code can only be enabled or disabled', '兑换码只能设置为启用或禁用'),

  LOG_TARGET_REQUIRED: refusal('target timestamp is required', '必须提供目标时间戳'),
  STORAGE_RUNNING: refusal('the clean-up is running already', '清理正在进行中'),
  STORAGE_KEEPS_ALL: refusal(
    'nothing is to be removed: every age is 0; enter how many days something is kept first',
    '没有可清理的内容：所有保留天数都为 0，请先填写保留天数',
  ),
  LOG_TARGET_FUTURE: refusal('the target timestamp must not lie in the future', '目标时间戳不能晚于当前时间'),
  INSPECTOR_OFF: refusal(
    'recording of calls is switched off on this site; root can switch it on in the settings',
    '本站未开启调用内容记录，可由超级管理员在设置中开启',
  ),
  INSPECTOR_OWN_CLOSED: refusal(
    'this site does not let users record the calls of their own keys',
    '本站不允许用户记录自己令牌的调用',
  ),
  INSPECTOR_RULES_MAX: refusal('there are {max} rules already; end one first', '已有 {max} 条规则，请先停止一条'),
  INSPECTOR_NO_USER: refusal('there is no user {id}', '用户 {id} 不存在'),
  INSPECTOR_NO_KEY: refusal('there is no such key {id}', '令牌 {id} 不存在'),
  INSPECTOR_NO_CHANNEL: refusal('there is no channel {id}', '渠道 {id} 不存在'),
  INSPECTOR_GONE: row(
    404,
    'nothing is kept of this call: it was not recorded, its time is over, or you may not read it',
    '该调用没有可查看的内容：未被记录、已过期，或您无权查看',
  ),
  INSPECTOR_SEALED: refusal(
    'the content of this call cannot be opened: it was sealed with another master key, or was changed',
    '无法打开该调用的内容：它由另一个主密钥加密，或已被改动',
  ),
  BUDGET_OWNER: refusal('there is no such key or user {id}', '令牌或用户 {id} 不存在'),
  BUDGET_USER: refusal('there is no user {username}', '用户 {username} 不存在'),
  BUDGET_GROUP: refusal('there is no group {group}', '分组 {group} 不存在'),
  BUDGET_ZONE: refusal(
    'the time zone {zone} is not known; name one as Europe/Berlin',
    '时区 {zone} 无法识别，请填写如 Asia/Shanghai 的名称',
  ),
  BUDGET_OWNER_MAX: refusal(
    'there are {max} budgets for this already; change or remove one first',
    '已有 {max} 个预算，请先修改或删除一个',
  ),
  BUDGET_SITE_MAX: refusal(
    'this site has {max} budgets already; remove some first',
    '本站已有 {max} 个预算，请先删除一些',
  ),
  BUDGET_NOT_YOURS: refusal(
    'an administrator has set this budget; only an administrator can change it',
    '该预算由管理员设置，只有管理员可以修改',
  ),
  PLAN_GONE: refusal('this plan is not for sale', '该套餐未在售'),
  PLAN_HELD: refusal('you have this plan already', '您已拥有该套餐'),
  PLAN_HELD_MAX: refusal('nobody has more than {max} plans at once', '同时最多拥有 {max} 个套餐'),
  PLAN_SITE_MAX: refusal('this site has {max} plans already; remove one first', '本站已有 {max} 个套餐，请先删除一个'),
  PLAN_GROUP: refusal('there is no group {group}', '分组 {group} 不存在'),
  PLAN_USER: refusal('there is no user {username}', '用户 {username} 不存在'),
  PLAN_UNPAID: refusal(
    'the wallet has {balance}, and {price} are needed; top up first',
    '钱包余额为 {balance}，需要 {price}，请先充值',
  ),
  PLAN_TRIAL: refusal('this plan cannot be tried', '该套餐不提供试用'),
  PLAN_TRIAL_USED: refusal('you have tried this plan already', '您已试用过该套餐'),
  PLAN_OVER: refusal('this plan has ended', '该套餐已结束'),
  PLAN_PREPAID: refusal(
    'this plan is paid for {periods} more periods; change it after these',
    '该套餐还有 {periods} 个已付周期，请在其后再更改',
  ),
  PLAN_GIFT: refusal('the plan of this code is not there any more', '该兑换码对应的套餐已不存在'),
  REPORT_FILTER: refusal(
    'a report by teams or tags of calls can be narrowed by user and model only',
    '按团队或调用标签的报表只能按用户和模型筛选',
  ),
  TEAM_NAME: refusal('a team needs a name of at most {max} characters', '团队名称不能为空，且不超过 {max} 个字符'),
  TEAM_DENIED: refusal('your role in this team does not allow this', '您在该团队中的角色无权执行此操作'),
  TEAM_OWNER_STAYS: refusal('the owner stays in the team; hand it over first', '所有者不能离开团队，请先移交团队'),
  TEAM_OWNED_MAX: refusal('nobody owns more than {max} teams', '每人最多拥有 {max} 个团队'),
  TEAM_JOINED_MAX: refusal('nobody is in more than {max} teams', '每人最多加入 {max} 个团队'),
  TEAM_MEMBERS_MAX: refusal('this team has {max} members already', '该团队已有 {max} 名成员'),
  TEAM_KEYS_MAX: refusal('this team has {max} shared keys already', '该团队已有 {max} 个共享令牌'),
  TEAM_GROUP: refusal('this team allows these groups only: {groups}', '该团队仅允许以下分组：{groups}'),
  TEAM_INVITATION_MAX: refusal(
    'this team has {max} invitations that wait; take one back first',
    '该团队已有 {max} 个待接受的邀请，请先撤回一个',
  ),
  TEAM_INVITATION_GONE: refusal(
    'this invitation does not exist, has been used, or has expired',
    '该邀请不存在、已被使用或已过期',
  ),
  TEAM_JOINED: refusal('you are in this team already', '您已在该团队中'),
  TEAM_MAIL_UNSENT: refusal(
    'this site cannot send mails with links; make a link without an address',
    '本站无法发送带链接的邮件，请不填邮箱直接生成链接',
  ),
  TEAM_OWNER_DELETED: refusal(
    'this user owns the team {team}; hand it over or delete it first',
    '该用户拥有团队 {team}，请先移交或删除该团队',
  ),
  REPORT_MONTH: refusal('a month like 2026-11 that has begun is expected', '应为已开始的月份，例如 2026-11'),
  BILL_COLUMNS: refusal(
    'the first line must name a column for the day (date), the model (model) and the amount (amount or cost)',
    '第一行必须包含日期列（date）、模型列（model）和金额列（amount 或 cost）',
  ),
  BILL_LINE: refusal(
    'line {line} cannot be read: a day like 2026-11-01 and an amount like 12.34 are expected',
    '第 {line} 行无法读取：应为 2026-11-01 这样的日期和 12.34 这样的金额',
  ),
  BILL_TOO_LONG: refusal('a bill may have {max} days at most', '账单最多包含 {max} 天'),
  REPORT_TIME_ZONE: refusal(
    'no time zone has this name; use one like Europe/Berlin or UTC',
    '没有此名称的时区，请使用 Asia/Shanghai 或 UTC 这样的名称',
  ),
  DATA_SPAN: refusal('the time span must not exceed one month', '时间跨度不能超过一个月'),
  DATA_SPAN_ADMIN: refusal('the time span must not exceed one year', '时间跨度不能超过一年'),
};
