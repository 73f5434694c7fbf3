import { type Dictionary } from '../en';

export const limit: Dictionary['limit'] = {
  fault: '限制必须是不超过 {{max, number}} 的整数',
  hint: '以下为调用限制，留空则不限制。',
  max_concurrency: '并发请求数',
  rpd_limit: '每天请求数',
  rpm_limit: '每分钟请求数',
  tpm_limit: '每分钟 token 数',
};
