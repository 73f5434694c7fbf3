import { type Dictionary } from '../en';

export const about: Dictionary['about'] = {
  changelog: '更新日志',
  introduction:
    'Sluice 位于 AI 客户端与模型供应商之间。客户端只需一个令牌，即可使用 OpenAI、Anthropic、Gemini 或 Responses 格式；Sluice 负责选择上游账户、流式返回结果，并按实际用量计费。',
  project: '项目介绍',
  promise: '账单精确到最小单位，任意格式可达任意供应商；无法传达的字段会明确列出，绝不悄悄丢弃。',
  v200_console: '渠道、令牌和日志控制台，支持中英文及明暗主题。',
  v200_formats: '四种请求格式可达所有对话供应商，双向转换。',
  v200_money: '请求前预扣额度，结束后精确结算，日志与账目同时落库。',
  v200_routing: '按分组、模型、优先级和权重路由，支持重试和单渠道多密钥。',
  v201_accounts: '支持注册、第三方登录、通行密钥和两步验证。',
  v201_models: '模型厂商支持图标、简介和标签，可一键配置。',
  v201_settings: '登录、邮件、支付、内容和过滤等设置分卡片管理。',
  v201_wallet: '新增钱包：兑换码、在线充值、邀请奖励和每日签到。',
  version: '当前版本',
};
