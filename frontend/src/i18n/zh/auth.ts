import type { Dictionary } from '../en';

export const auth: Dictionary['auth'] = {
  change_now: '立即修改',
  default_password: '您正在使用默认密码，请立刻修改。',
  default_password_title: '默认密码',
  done: '登录成功',
  expired: '未登录或登录已过期，请重新登录',
  later: '以后再说',
  missing: '请输入用户名和密码',
  password: '密码',
  submit: '登录',
  title: '登录',
  username: '用户名或邮箱地址',
};
