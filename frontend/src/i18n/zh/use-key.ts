import { type Dictionary } from '../en';

export const use_key: Dictionary['use_key'] = {
  code: '{{name}} 的代码',
  copied: '已复制：{{name}}',
  file: '写入文件',
  install: '{{name}} 的安装',
  model: '模型',
  no_models: '此令牌还没有可用的已定价模型。',
  open: '打开 {{name}}',
  refused: '被拒绝，状态码 {{status}}',
  run: '启动 {{name}}',
  served: '用时 {{time}}；提示 token {{prompt, number}}，补全 token {{completion, number}}',
  show_log: '在日志中查看',
  title: '使用令牌 {{name}}',
  try: '立即试用',
  try_hint: '用此令牌发送一次小请求，照常计费',
  use: '使用',
  use_of: '使用令牌 {{name}}',
};
