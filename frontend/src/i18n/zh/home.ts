import { type Dictionary } from '../en';

export const home: Dictionary['home'] = {
  base_address: '本站接口地址',
  base_address_hint: '用它替换供应商的接口地址，客户端的其他设置保持不变。',
  ready: '服务器已就绪',
  starting: '正在连接服务器',
  unreachable: '无法连接服务器',
  running_since: '启动于 {{time}}',
  step_call: '调用模型',
  step_call_text: '在任何兼容 OpenAI 的客户端中填写接口地址和令牌。',
  step_login: '登录',
  step_login_text: '您的账户保存额度和令牌。',
  step_token: '创建令牌',
  step_token_text: '令牌就是您的 API 密钥，可单独设置额度、有效期、模型和 IP。',
  title: '一个令牌，所有模型',
  welcome: '本网关将您的请求转发给众多模型供应商，并精确计费。',
};
