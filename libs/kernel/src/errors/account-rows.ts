import { refusal, row } from './row';

/** Refusals of accounts, sessions, third-party login and the wallet. */
export const accountRows = {
  AUTH_NOT_LOGGED_IN: row(
    401,
    'not permitted: not logged in and no access token provided',
    '无权进行此操作：未登录且未提供 access token',
  ),
  AUTH_TOKEN_INVALID: row(401, 'not permitted: access token invalid', '无权进行此操作：access token 无效'),
  AUTH_HEADER_MISSING: row(401, 'not permitted: user header missing', '无权进行此操作：缺少用户请求头'),
  AUTH_HEADER_FORMAT: row(401, 'not permitted: user header malformed', '无权进行此操作：用户请求头格式错误'),
  AUTH_HEADER_MISMATCH: row(
    401,
    'not permitted: user header does not match the logged-in user',
    '无权进行此操作：用户请求头与登录用户不一致',
  ),
  AUTH_FORBIDDEN: refusal('not permitted: insufficient permission', '无权进行此操作：权限不足'),
  AUTH_USER_INVALID: refusal('not permitted: user information invalid', '无权进行此操作：用户信息无效'),
  AUTH_BANNED: refusal('the user is banned', '用户已被封禁'),
  AUTH_SESSION_SAVE: refusal('cannot save the session, please retry', '无法保存会话，请重试'),
  AUTH_LOGIN_FAILED: refusal('wrong user name or password, or the user is banned', '用户名或密码错误，或用户已被封禁'),
  AUTH_PASSWORD_LOGIN_CLOSED: refusal('the administrator has closed password login', '管理员关闭了密码登录'),
  AUTH_DEFAULT_PASSWORD_REMOTE: refusal(
    'the default password works from this machine only; sign in locally and change it first',
    '默认密码只能在本机登录，请先在本机登录并修改密码',
  ),
  AUTH_SESSION_ONLY: refusal(
    'this needs a signed-in session, not an access token',
    '此操作需要登录会话，不能使用 access token',
  ),

  REGISTER_CLOSED: refusal('the administrator has closed registration of new users', '管理员关闭了新用户注册'),
  REGISTER_PASSWORD_CLOSED: refusal(
    'the administrator has closed registration by password, please register through a third-party account',
    '管理员关闭了密码注册，请使用第三方账户注册',
  ),
  REGISTER_EMAIL_REQUIRED: refusal(
    'e-mail verification is required, please enter e-mail address and code',
    '需要邮箱验证，请输入邮箱地址和验证码',
  ),
  REGISTER_CODE_REQUIRED: refusal(
    'this site opens accounts by invitation only; register with your registration code, or ask an administrator for one',
    '本站仅限受邀注册，请在注册页面填写注册码，或向管理员索取',
  ),
  REGISTER_CODE_WRONG: refusal(
    'this registration code does not exist; check it for typing errors, or ask whoever gave it to you',
    '该注册码不存在，请检查是否输入有误，或联系提供者',
  ),
  REGISTER_CODE_USED: refusal(
    'this registration code has been used up; ask for a new one',
    '该注册码已用完，请索取新的注册码',
  ),
  REGISTER_CODE_EXPIRED: refusal(
    'this registration code has expired; ask for a new one',
    '该注册码已过期，请索取新的注册码',
  ),
  REGISTER_CODE_DISABLED: refusal(
    'this registration code has been disabled; ask for a new one',
    '该注册码已停用，请索取新的注册码',
  ),
  REGISTRATION_CODE_EXPIRY: refusal('the time of expiry must lie in the future', '过期时间必须晚于当前时间'),
  REGISTER_EXISTS: refusal('user name already exists or has been deactivated', '用户名已存在或已注销'),
  REGISTER_PASSWORDS_DIFFER: refusal('the two passwords entered do not match', '两次输入的密码不一致'),

  EMAIL_INVALID: refusal('invalid e-mail address', '邮箱地址无效'),
  EMAIL_DOMAIN: refusal(
    'the administrator has enabled an e-mail domain whitelist; your address is not allowed',
    '管理员启用了邮箱域名白名单，您的邮箱地址不在允许范围内',
  ),
  EMAIL_DOMAIN_BLOCKED: refusal(
    'addresses of this domain are not accepted here; use another e-mail address',
    '本站不接受该域名的邮箱，请使用其他邮箱地址',
  ),
  EMAIL_ALIAS: refusal(
    'the administrator has enabled the e-mail alias restriction; your address contains special characters',
    '管理员启用了邮箱别名限制，您的邮箱地址包含特殊字符',
  ),
  EMAIL_TAKEN: refusal('this e-mail address is already taken', '该邮箱地址已被占用'),
  EMAIL_CODE_WRONG: refusal('verification code wrong or expired', '验证码错误或已过期'),
  EMAIL_SEND_FAILED: refusal('the mail could not be sent, contact the administrator', '邮件发送失败，请联系管理员'),
  EMAIL_NO_RECEIVER: refusal(
    'your account has no e-mail address, name a receiver',
    '您的账户没有邮箱地址，请填写收件人',
  ),
  EMAIL_NOT_CONFIGURED: refusal('SMTP server is not configured', 'SMTP 服务器未配置'),
  RESET_LINK_INVALID: refusal('the reset link is invalid or has expired', '重置链接无效或已过期'),

  OAUTH_STATE: row(403, 'state is empty or not same', 'state 为空或不一致'),
  OAUTH_DISABLED: refusal(
    'the administrator has not enabled login and registration through {provider}',
    '管理员未开启通过 {provider} 登录以及注册',
  ),
  OAUTH_UNREACHABLE: refusal(
    'cannot reach the {provider} server, please try later',
    '无法连接至 {provider} 服务器，请稍后重试',
  ),
  OAUTH_REFUSED: refusal('{reason}', '{reason}'),
  OAUTH_EMPTY_USER: refusal(
    'illegal return value, the user field is empty, please try later',
    '返回值非法，用户字段为空，请稍后重试',
  ),
  OAUTH_LEVEL: refusal('your LINUX DO trust level is too low', '您的 LINUX DO 信任等级过低'),
  OAUTH_INACTIVE: refusal('your LINUX DO account is not active', '您的 LINUX DO 账户未激活'),
  OAUTH_SILENCED: refusal('your LINUX DO account is silenced', '您的 LINUX DO 账户已被禁言'),
  OAUTH_BOUND: refusal('this {provider} account is already bound', '该 {provider} 账户已被绑定'),
  OAUTH_NOT_BOUND: refusal('this Telegram account is not bound', '该 Telegram 账户未绑定'),
  OAUTH_DEACTIVATED: refusal('the user has been deactivated', '用户已注销'),
  TELEGRAM_INVALID: refusal('invalid request', '无效的请求'),
  TURNSTILE_EMPTY: refusal('Turnstile token is empty', 'Turnstile token 为空'),
  TURNSTILE_FAILED: refusal('Turnstile check failed, refresh and retry', 'Turnstile 校验失败，请刷新重试'),
  TURNSTILE_UNREACHABLE: refusal(
    'cannot reach the human check service, please try later',
    '无法连接人机验证服务，请稍后重试',
  ),

  OIDC_INVALID: refusal(
    '{provider} answered with an identity that cannot be trusted, please try again',
    '{provider} 返回的身份信息不可信，请重试',
  ),
  TOTP_REQUIRED: refusal('enter the code of your authenticator app', '请输入身份验证器中的验证码'),
  TOTP_WRONG: refusal('the code of the authenticator app is wrong', '身份验证器验证码错误'),
  TOTP_ENABLED: refusal('an authenticator app is set up already', '已启用身份验证器'),
  TOTP_NOT_SET_UP: refusal('no authenticator app is set up', '尚未设置身份验证器'),
  PASSKEY_CLOSED: refusal(
    'passkeys are not available: the administrator has closed them or set no server address',
    '通行密钥不可用：管理员已关闭或未设置服务器地址',
  ),
  PASSKEY_INVALID: refusal('the passkey could not be verified, please try again', '无法验证通行密钥，请重试'),
  PASSKEY_TOO_MANY: refusal('at most {limit} passkeys can be added', '最多只能添加 {limit} 个通行密钥'),
  PASSKEY_NOT_FOUND: refusal('the passkey does not exist', '通行密钥不存在'),
  SESSION_NOT_FOUND: refusal('the session does not exist or has ended', '会话不存在或已结束'),
  IDENTITY_LAST: refusal(
    'this is the only way into your account, set a password first',
    '这是登录您账户的唯一方式，请先设置密码',
  ),
  IDENTITY_NOT_BOUND: refusal('no {provider} account is bound', '尚未绑定 {provider} 账户'),

  USER_NOT_FOUND: refusal('the user does not exist', '用户不存在'),
  USER_DEACTIVATED: refusal('the user has been deactivated', '用户已注销'),
  USER_READ_DENIED: refusal(
    'no permission to read the information of a user of the same or a higher level',
    '无权获取同级或更高等级用户的信息',
  ),
  USER_WRITE_DENIED: refusal(
    'no permission to change the information of a user of the same or a higher level',
    '无权更新同级或更高等级用户的信息',
  ),
  USER_RAISE_DENIED: refusal(
    'no permission to raise another user to your own or a higher level',
    '无权将其他用户提升到与自己同级或更高的等级',
  ),
  USER_CREATE_DENIED: refusal(
    'cannot create a user whose permission is not lower than your own',
    '无法创建权限不低于自己的用户',
  ),
  USER_DELETE_DENIED: refusal(
    'no permission to delete a user of the same or a higher level',
    '无权删除同级或更高等级的用户',
  ),
  USER_ROOT_DELETE: refusal('the super administrator cannot be deleted', '无法删除超级管理员'),
  USER_ROOT_DISABLE: refusal('the super administrator cannot be disabled', '无法禁用超级管理员'),
  USER_ROOT_DEMOTE: refusal('the super administrator cannot be demoted', '无法降级超级管理员'),
  USER_ROOT_SELF_DELETE: refusal('the super administrator account cannot be deleted', '不能删除超级管理员账户'),
  USER_PROMOTE_DENIED: refusal(
    'an ordinary administrator cannot promote users to administrator',
    '普通管理员无法将其他用户提升为管理员',
  ),
  USER_ALREADY_ADMIN: refusal('the user is already an administrator', '该用户已经是管理员'),
  USER_ALREADY_NORMAL: refusal('the user is already a normal user', '该用户已经是普通用户'),
  USER_PASSWORD_WRONG: refusal('the original password is wrong', '原密码错误'),
  USER_GROUP_UNKNOWN: refusal('group {group} does not exist', '分组 {group} 不存在'),

  AFF_MINIMUM: refusal('transfer failed: the minimum transfer amount is {amount}', '划转失败：划转额度最小为 {amount}'),
  AFF_INSUFFICIENT: refusal('transfer failed: not enough invitation quota', '划转失败：邀请额度不足'),
  REDEEM_NONE: refusal('redemption failed: no redemption code given', '兑换失败：未提供兑换码'),
  REDEEM_INVALID: refusal('redemption failed: invalid redemption code', '兑换失败：无效的兑换码'),
  REDEEM_USED: refusal('redemption failed: this redemption code has already been used', '兑换失败：该兑换码已被使用'),
  REDEEM_DISABLED: refusal('redemption failed: this redemption code is disabled', '兑换失败：该兑换码已被禁用'),
  REDEEM_OVERFLOW: refusal(
    'redemption failed: the balance would exceed what an account can hold',
    '兑换失败：余额将超出账户可容纳的上限',
  ),
  PAY_PARAMETER: refusal('parameter error', '参数错误'),
  PAY_MINIMUM: refusal('the top-up amount must not be less than {minimum}', '充值数量不能小于 {minimum}'),
  PAY_LOW: refusal('the top-up amount is too low', '充值金额过低'),
  PAY_HIGH: refusal('the top-up amount is too high', '充值金额过高'),
  PAY_GROUP: refusal("cannot read the user's group", '获取用户分组失败'),
  PAY_NOT_CONFIGURED: refusal('the administrator has not configured payment', '管理员未配置支付信息'),
  PAY_METHOD: refusal('this payment method does not exist', '该支付方式不存在'),
  PAY_START: refusal('cannot start the payment', '拉起支付失败'),
  PAY_ORDER: refusal('cannot create the order', '创建订单失败'),
  PAY_SIGNATURE: row(400, 'the notice does not bear a valid signature', '通知的签名无效'),
  PAY_UNREADY: row(503, 'Stripe is not set up', '尚未配置 Stripe'),
  ORDER_NOT_FOUND: refusal('this order does not exist', '订单不存在'),
  ORDER_CANCEL: refusal('Stripe has not closed the payment page; try again later', '支付页面未能关闭，请稍后再试'),
  ORDER_STATE: refusal('the state of the order does not allow this any more', '订单的当前状态不允许此操作'),
  ORDER_REFUND_AMOUNT: refusal('the amount must be between {least} and {most}', '金额必须在 {least} 与 {most} 之间'),
  ORDER_REFUND_REFUSED: refusal('Stripe has refused: {reason}', 'Stripe 已拒绝：{reason}'),
  STRIPE_TEST_FAILED: refusal('Stripe does not accept the secret key: {reason}', 'Stripe 不接受该密钥：{reason}'),
  SIGN_IN_DONE: refusal('already signed in today', '今天已经签到过了'),
  SIGN_IN_FAILED: refusal('check-in failed, please try later', '签到失败，请稍后再试'),
  SIGN_IN_DISABLED: refusal('check-in is not enabled', '签到功能未启用'),
};
